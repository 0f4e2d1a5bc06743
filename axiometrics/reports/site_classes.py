"""A section of a task's page: the classes of metrics that several verdicts tell apart together."""

from __future__ import annotations

from axiometrics.checker.verdict import Matrix
from axiometrics.escaping import code
from axiometrics.reports.markdown import cell_text, row
from axiometrics.reports.paths import Paths
from axiometrics.tasks.classes import Classes

__all__ = ["classes_section"]


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
