"""The pytest plug-in: the table of checked constraints in the summary, and ``--axiometrics-report``.

Verdicts travel with the test reports, so that the table is the same under pytest-xdist. Nothing of
axiometrics is imported before a test has checked a constraint; `axiometrics.testing` then does the work.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from axiometrics.testing import CellCheck

FORMATS = {".md": "markdown", ".html": "html", ".json": "json", ".csv": "csv", ".tex": "latex"}
_NAME = "axiometrics-constraints"
_ATTRIBUTE = "axiometrics_cell"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the report."""
    group = parser.getgroup("axiometrics", "formal constraints of metrics")
    group.addoption(
        "--axiometrics-report",
        metavar="FILE",
        default=None,
        help="write the table of checked constraints to FILE, by its ending: " + ", ".join(FORMATS),
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect verdicts in the process that reports; refuse a report that could not be written."""
    if hasattr(config, "workerinput"):
        return
    given = config.getoption("--axiometrics-report")
    path = None if given is None else config.invocation_params.dir / given
    if path is not None and path.suffix.lower() not in FORMATS:
        raise pytest.UsageError(
            f"--axiometrics-report={given}: unknown ending {path.suffix!r}; use one of {', '.join(FORMATS)}"
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
        from axiometrics.testing import merged, table_text, written

        writer = terminalreporter.config.get_terminal_writer()
        matrices = merged(self.documents)
        terminalreporter.section("formal constraints")
        terminalreporter.write(table_text(matrices, width=writer.fullwidth, coloured=writer.hasmarkup))
        if self.path is not None:
            form = FORMATS[self.path.suffix.lower()]
            terminalreporter.write_line(written(matrices, self.documents, self.path, form))
