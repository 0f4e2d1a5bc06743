"""The pytest plug-in: the table of checked constraints in the summary, and ``--axiometrics-report``.

Verdicts travel with the test reports, so that the table is the same under pytest-xdist. Nothing of
axiometrics is imported before a test has checked a constraint.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Cell, Matrix
    from axiometrics.testing import CellCheck

__all__ = ["ConstraintTable"]

_FORMATS = {".md": "markdown", ".html": "html", ".json": "json", ".csv": "csv", ".tex": "latex"}
_NAME = "axiometrics-constraints"
_ATTRIBUTE = "axiometrics_cell"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the report."""
    group = parser.getgroup("axiometrics", "formal constraints of metrics")
    group.addoption(
        "--axiometrics-report",
        metavar="FILE",
        default=None,
        help="write the table of checked constraints to FILE, by its ending: " + ", ".join(_FORMATS),
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect verdicts in the process that reports; refuse a report that could not be written."""
    if hasattr(config, "workerinput"):
        return
    given = config.getoption("--axiometrics-report")
    path = None if given is None else config.invocation_params.dir / given
    if path is not None and path.suffix.lower() not in _FORMATS:
        raise pytest.UsageError(
            f"--axiometrics-report={given}: unknown ending {path.suffix!r}; use one of {', '.join(_FORMATS)}"
        )
    if path is not None and not path.parent.is_dir():
        raise pytest.UsageError(
            f"--axiometrics-report={given}: there is no directory {path.parent}; create it"
        )
    config.pluginmanager.register(ConstraintTable(path), _NAME)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Send a cell that a test has computed along with the test's report."""
    report = yield
    if call.when == "call" and "axiometrics.testing" in sys.modules:
        found = [_cell_document(check) for check in _checks(item) if check.row.computed is not None]
        if found:
            setattr(report, _ATTRIBUTE, json.dumps(found))
    return report


def _checks(item: pytest.Item) -> list[CellCheck]:
    from axiometrics.testing import CellCheck

    callspec = getattr(item, "callspec", None)
    return [value for value in getattr(callspec, "params", {}).values() if isinstance(value, CellCheck)]


def _cell_document(check: CellCheck) -> dict[str, Any]:
    """Return the row as a document with this one cell, and the module of its metric."""
    document = check.row.get().to_dict()
    for part in document["tasks"]:
        part["cells"] = [cell for cell in part["cells"] if cell["constraint"] == check.constraint]
        part["constraints"] = [each for each in part["constraints"] if each["key"] == check.constraint]
    return {
        "origin": check.row.origin,
        "document": document,
        "declared": check.declared.phrase if check.declared.reason else "",
    }


class ConstraintTable:
    """Gathers the cells of all tests; shows them in the summary and writes the report."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.documents: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the cells out of a report, also of one that a worker sent."""
        self.documents += json.loads(getattr(report, _ATTRIBUTE, "[]"))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Show the table and write the report."""
        if not self.documents:
            if self.path is not None:
                terminalreporter.write_line(f"no constraint was checked; {self.path} is not written")
            return
        matrices = _merged(self.documents)
        terminalreporter.section("formal constraints")
        terminalreporter.write(_drawn(matrices, terminalreporter.config))
        if self.path is not None:
            terminalreporter.write_line(_written(matrices, _reasons(self.documents), self.path))


def _reasons(documents: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return metric, constraint, and what was declared with a reason, in a fixed order."""
    found = {
        (cell["metric"], cell["constraint"], each["declared"])
        for each in documents
        for part in each["document"]["tasks"]
        for cell in part["cells"]
        if each["declared"]
    }
    return sorted(found)


def _with_reasons(text: str, form: str, reasons: list[tuple[str, str, str]]) -> str:
    """Return a report with the declared outcomes and their reasons after the tables."""
    from axiometrics.escaping import html_text, latex, markdown

    if not reasons or form == "csv":  # whose rows are cells
        return text
    if form == "json":
        document = json.loads(text)
        document["declared"] = [
            dict(zip(("metric", "constraint", "declared"), each, strict=True)) for each in reasons
        ]
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    lines = [f"{metric}, {constraint}: {told}" for metric, constraint, told in reasons]
    if form == "markdown":
        return "\n".join([text.rstrip(), "", "Declared:", "", *(f"* {markdown(line)}" for line in lines), ""])
    if form == "latex":
        items = [rf"\item {latex(line)}" for line in lines]
        return "\n".join([text.rstrip(), r"\begin{itemize}", *items, r"\end{itemize}", ""])
    listed = "".join(f"<li>{html_text(line)}</li>" for line in lines)
    return text.replace("</body>", f"<h2>Declared</h2><ul>{listed}</ul></body>")


def _written(matrices: list[Matrix], reasons: list[tuple[str, str, str]], path: Path) -> str:
    from axiometrics.cli.matrices import matrices_text
    from axiometrics.cli.output import Format
    from axiometrics.writing import write_file

    form = _FORMATS[path.suffix.lower()]
    text = _with_reasons(matrices_text(matrices, Format(form)), form, reasons)
    try:
        write_file(path, text)
    except OSError as error:
        return f"constraints not written to {path}: {error.strerror}"
    return f"constraints written to {path}"


def _drawn(matrices: list[Matrix], config: pytest.Config) -> str:
    from axiometrics.escaping import print_rich

    writer = config.get_terminal_writer()
    out = io.StringIO()
    print_rich(
        *matrices,
        file=out,
        width=writer.fullwidth,
        force_terminal=writer.hasmarkup,
        color_system="standard" if writer.hasmarkup else None,
    )
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _merged(documents: list[dict[str, Any]]) -> list[Matrix]:
    """Join one-cell documents to a matrix per task, in an order that does not depend on who was first."""
    from axiometrics.reports.tables import load

    parts: dict[str, list[tuple[str, Matrix]]] = {}
    for each in documents:
        for matrix in load(each["document"]):
            parts.setdefault(matrix.task, []).append((each["origin"], matrix))
    return [_joined(_told_apart(parts[task])) for task in sorted(parts)]


def _told_apart(parts: list[tuple[str, Matrix]]) -> list[Matrix]:
    """Return the matrices; metrics of one name from several modules are named with these."""
    origins: dict[str, set[str]] = {}
    for origin, matrix in parts:
        for metric in matrix.metrics:
            origins.setdefault(metric.key, set()).add(origin)
    shared = {key for key, found in origins.items() if len(found) > 1}
    return [_named(matrix, shared, origin) for origin, matrix in parts]


def _named(matrix: Matrix, shared: set[str], origin: str) -> Matrix:
    names = {key: f"{key} ({origin})" if origin else key for key in shared}
    return replace(
        matrix,
        metrics=tuple(replace(metric, key=names.get(metric.key, metric.key)) for metric in matrix.metrics),
        cells=tuple(replace(cell, metric=names.get(cell.metric, cell.metric)) for cell in matrix.cells),
    )


def _joined(parts: list[Matrix]) -> Matrix:
    from axiometrics.axioms import constraints

    place = {key: index for index, key in enumerate(constraints(parts[0].task))}
    metrics = {metric.key: metric for part in parts for metric in part.metrics}
    columns = {each.key: each for part in parts for each in part.constraints}
    cells: dict[tuple[str, str], Cell] = {}
    for cell in sorted((cell for part in parts for cell in part.cells), key=lambda cell: cell.strict.cases):
        cells[cell.metric, cell.constraint] = cell
    rows = sorted(metrics.values(), key=lambda metric: (metric.family, metric.key))
    heads = sorted(columns.values(), key=lambda each: (place.get(each.key.partition("(")[0], -1), each.key))
    shown = [cells[row.key, head.key] for row in rows for head in heads if (row.key, head.key) in cells]
    effort = ", ".join(sorted({part.effort for part in parts}))
    return replace(parts[0], metrics=tuple(rows), constraints=tuple(heads), cells=tuple(shown), effort=effort)
