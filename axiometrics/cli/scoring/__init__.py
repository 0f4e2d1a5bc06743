"""Scoring systems from files: which metrics, and which form of files a task has.

`scores` has what all forms share: the lines, their means, and how systems are read one by one. `forms` are columns of
labels, TREC's runs or tables of scores, and files of one side each; `items` are sets of labels, probabilities of
classes, and runs on topics whose documents are judged by aspect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import wraps
from importlib import import_module
from typing import Any

from axiometrics.checker.isolation import described
from axiometrics.cli.scoring.forms import (
    scored_labels,
    scored_memberships,
    scored_organizations,
    scored_runs,
    scored_shares,
)
from axiometrics.cli.scoring.scores import Scores
from axiometrics.cli.targets import MOST_SHOWN, is_path, registered, require_function
from axiometrics.errors import InputError
from axiometrics.foreign import load
from axiometrics.metrics import METRICS, Metric, key_of
from axiometrics.tasks import get_task, tasks

__all__ = ["chosen_metrics", "scorer", "task_of", "with_ties"]

_SCORERS: Mapping[str, Callable[..., Scores]] = {
    "labels": scored_labels,
    "memberships": scored_memberships,
    "organizations": scored_organizations,
    "runs": scored_runs,
    "shares": scored_shares,
}
"""The function for each kind of files."""


PATIENCE = 60.0
"""Seconds that the import of a user's metric may take."""


def task_of(patterns: Sequence[str], *, plugins: bool) -> str:
    """Return the only task that has a metric for every key and glob. Raises InputError where none or several have.

    >>> task_of(["rand", "nmi_*"], plugins=False)
    'clustering'
    """
    homes = {pattern: _homes(pattern, plugins) for pattern in patterns}
    shared = [task for task in tasks(plugins=plugins) if all(task in found for found in homes.values())]
    if len(shared) == 1:
        return shared[0]
    if shared:
        raise InputError(
            f"{' and '.join(homes)} may be of {' or '.join(shared)}; add one of them, as in --task {shared[0]}"
        )
    told = "; ".join(f"{pattern}: {', '.join(found)}" for pattern, found in homes.items())
    raise InputError(f"no task has all of these metrics ({told}); score those of one task, named by --task")


def _homes(pattern: str, plugins: bool) -> list[str]:
    """Return the tasks that know a key or a glob, or the one of somebody's metric."""
    if is_path(pattern):
        require_function(pattern)
        found = described(pattern, PATIENCE).found
        if isinstance(found, Metric):
            return [found.task]
        raise InputError(
            f"{pattern} is a plain function; say of which task: --task {'|'.join(tasks(plugins=plugins))}"
        )
    homes = []
    for task in tasks(plugins=plugins):
        base = key_of(pattern, task, plugins=plugins).partition("(")[0].strip()
        homes += [task] if any(fnmatchcase(key, base) for key in METRICS.view(task, plugins=plugins)) else []
    return homes or [registered(pattern, None, plugins=plugins).task]  # which says what is wrong with it


def chosen_metrics(patterns: Sequence[str], task: str, *, plugins: bool) -> list[Metric]:
    """Return the metrics that keys and globs name, each once."""
    known = METRICS.view(task, plugins=plugins)
    found: dict[str, Metric] = {}
    own: set[str] = set()
    for pattern in patterns:
        place, _, name = pattern.rpartition(":")
        if is_path(pattern) and place not in own:
            found[pattern] = _own(pattern, task)
            own.add(place)
            continue
        pattern = name if is_path(pattern) else pattern  # its file has registered it when it was imported
        matching = [known[key] for key in known if fnmatchcase(key, pattern)]
        for metric in matching or [registered(pattern, task, plugins=plugins)]:
            found[metric.label] = metric
    return list(map(_telling, found.values()))


def _own(target: str, task: str) -> Metric:
    """Return the user's metric that a target names; it is called here, where files are scored."""
    require_function(target)
    if not isinstance(described(target, PATIENCE).found, Metric):
        forms = " or ".join(f'reads="{form}"' for form in get_task(task).reads)
        raise InputError(
            f"{target} is a plain function; decorate it, to be scored with: @axiometrics.metric(task={task!r}, "
            f"{forms}), or without reads where it is a formula"
        )
    metric: Any = load(target)
    if metric.task != task:
        raise InputError(f"{target} is a metric of task {metric.task}, not of {task}")
    return metric  # type: ignore[no-any-return]


def _telling(metric: Metric) -> Metric:
    """Return somebody's function so that what it raises is told as its error."""
    if metric.built_in or metric.reads is None:
        return metric
    function: Callable[..., Any] = metric.function

    @wraps(function)
    def called(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:
            shown = f"{metric.key}({', '.join(map(repr, arguments))})"
            shown = shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}..."
            raise InputError(f"{shown} raised {type(error).__name__}: {error}") from error

    return replace(metric, function=called)


def with_ties(metrics: Sequence[Metric], rule: str | None) -> list[Metric]:
    """Return the metrics with a rule of ties; raises InputError for one that reads no equal scores."""
    if rule is None:
        return list(metrics)
    for metric in metrics:
        if all(parameter.name != "ties" for parameter in metric.parameters):
            raise InputError(f"--ties is not possible for {metric.label} of {metric.task}; leave it out")
    return [metric.with_parameters(ties=rule) for metric in metrics]


def scorer(task: str, *, labelled: bool, plugins: bool = True) -> Callable[..., Scores]:
    """Return the function that scores metrics of a task from files.

    ``labelled`` says that the files have labels of declared classes: they are counted where a task reads shares.
    """
    files = get_task(task, plugins=plugins).files
    if not files:
        raise InputError(f"metrics of {task} have no files of outputs to score; call them in Python")
    kind = "labels" if labelled and files == "shares" else files
    if kind not in _SCORERS:
        module, _, name = kind.partition(":")
        found: Callable[..., Scores] = getattr(import_module(module), name)
        return found
    return _SCORERS[kind]
