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
from axiometrics.cli.targets import MOST_SHOWN, is_path, registered
from axiometrics.errors import InputError
from axiometrics.foreign import load
from axiometrics.metrics import METRICS, Metric
from axiometrics.tasks import get_task

__all__ = ["chosen_metrics", "scorer", "with_ties"]

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
