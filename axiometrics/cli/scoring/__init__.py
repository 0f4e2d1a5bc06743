"""Scoring systems from files: which metrics, and which form of files a task has.

`scores` has what all forms share: the lines, their means, and how systems are read one by one. `forms` are columns of
labels, TREC's runs or tables of scores, and files of one side each; `items` are sets of labels, probabilities of
classes, and runs on topics whose documents are judged by aspect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from importlib import import_module

from axiometrics.cli.scoring.forms import (
    scored_labels,
    scored_memberships,
    scored_organizations,
    scored_runs,
    scored_shares,
)
from axiometrics.cli.scoring.scores import Scores
from axiometrics.cli.targets import registered
from axiometrics.errors import InputError
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


def chosen_metrics(patterns: Sequence[str], task: str, *, plugins: bool) -> list[Metric]:
    """Return the metrics that keys and globs name, each once."""
    known = METRICS.view(task, plugins=plugins)
    found: dict[str, Metric] = {}
    for pattern in patterns:
        matching = [known[key] for key in known if fnmatchcase(key, pattern)]
        for metric in matching or [registered(pattern, task, plugins=plugins)]:
            found[metric.label] = metric
    return list(found.values())


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
