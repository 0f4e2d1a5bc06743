"""A section of a task's page: the classes of metrics that several verdicts tell apart together."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from axiometrics.checker.verdict import Matrix
from axiometrics.escaping import code
from axiometrics.reports.markdown import cell_text, row
from axiometrics.reports.paths import Paths

__all__ = ["Classes", "classes_of", "classes_section"]


class Classes(Protocol):
    """What a task says of metrics by the outcomes of some of its constraints."""

    title: str
    text: str
    constraints: tuple[str, ...]
    names: Mapping[tuple[str, ...], str]

    def of(self, outcomes: tuple[str, ...]) -> str:
        """Return the class of a combination of outcomes."""


def classes_of(task: str) -> tuple[Classes, ...]:
    """Return the classes that a task tells apart: ``CLASSES`` of its module ``classes``, if it has one."""
    name = f"axiometrics.tasks.{task}"
    try:
        there = find_spec(f"{name}.classes") is not None
    except ModuleNotFoundError:
        there = False
    found: tuple[Classes, ...] = import_module(f"{name}.classes").CLASSES if there else ()
    return found


def classes_section(matrix: Matrix, classes: Classes) -> str:
    """Return the section, or "" where the matrix lacks one of the constraints.

    Every row is a metric under the class that its cells say it has, with the cells that say so.
    """
    if not {item.key for item in matrix.constraints}.issuperset(classes.constraints):
        return ""
    paths = Paths(matrix)
    found: dict[str, list[str]] = {name: [] for name in (*classes.names.values(), "other")}
    for metric in matrix.metrics:
        known = {cell.constraint: cell for cell in matrix.row(metric.key)}
        cells = [known[key] for key in classes.constraints]
        name = classes.of(tuple(cell.strict.outcome for cell in cells))
        links = [f"[{cell_text(cell)}]({paths.cell(cell)})" for cell in cells]
        metric_link = f"[{code(metric.key)}]({paths.metric(metric.key)})"
        found[name].append(row(["" if found[name] else name, metric_link, *links]))
    heads = ["class", "metric", *map(code, classes.constraints)]
    lines = [row(heads), row(["---"] * len(heads)), *(line for part in found.values() for line in part)]
    return "\n".join([f"## {classes.title}", "", classes.text, "", *lines])
