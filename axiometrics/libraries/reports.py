"""Audits of libraries, in the terminal and as the published report in markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from axiometrics.escaping import code, code_block, markdown
from axiometrics.libraries.results import FunctionAudit, LibraryAudit
from axiometrics.libraries.telling import (
    COLUMNS,
    cells,
    counts,
    difference_sentence,
    property_sentence,
    surroundings,
    unexpected,
    unexpected_verdicts,
)

__all__ = ["tables", "to_markdown"]

_STYLES = {"equal": "green", "convention": "yellow", "defect": "red", "error": "red"}


def tables(found: Sequence[LibraryAudit]) -> Iterator[Any]:
    """Yield a table for each library, and below it every difference with its smallest input."""
    for each in found:
        if each.missing:
            yield Text(each.missing, style="yellow")
            continue
        yield Text(f"{each.name} {each.version}", style="italic")
        yield _rich_table(each)
        for function in each.functions:
            yield from (Text(line) for line in _lines(function))


def _rich_table(found: LibraryAudit) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for name in COLUMNS:
        table.add_column(name)
    for function in found.functions:
        shown = [Text(text) for text in cells(function)]
        shown[3].stylize(_STYLES.get(function.outcome, ""))
        table.add_row(*shown)
    return table


def _lines(found: FunctionAudit) -> Iterator[str]:
    told = [difference_sentence(each) for each in found.differences]
    told += [property_sentence(each) for each in unexpected(found)]
    told += [f"error: {found.error}"] if found.error else []
    if told:
        yield found.adapter.name
        yield from (f"  {line}" for line in told)


_INTRODUCTION = """# What libraries compute

Every function below was called on every small input (up to a size, each once up to names), and beside it stands our
definition of the metric that it should equal. *equal*: the same value on every input. *convention*: another value only
where our definition has none or is 0/0, or where the library documents what it does instead. *defect*: another value
although both definitions have one and no convention explains it. An *unexpected property* fails on some small input
although our definition has it, or the library's documentation claims it. The *verdicts* are those of the task's
constraints, by `axiometrics.check` on small cases; listed are those that are not the verdict of our definition.
"""

_PARTIAL = "**Partial: the audit was interrupted, and functions that were not judged are missing.**\n"


def to_markdown(found: Sequence[LibraryAudit], command: str = "") -> str:
    """Write the whole report; ``command`` is the one that it says it was written by."""
    summary = ("library", "version", "functions", "equal", "convention", "defect", "no definition", "error")
    partial = [] if all(each.complete for each in found) else [_PARTIAL]
    parts = [_INTRODUCTION, *partial, _origin(command), _table(summary, counts(found))]
    for each in found:
        parts.append("\n".join(_library(each)))
    return "\n".join(parts).rstrip() + "\n"


def _origin(command: str) -> str:
    """Say what wrote the report, and with which versions."""
    versions = ", ".join(f"{name} {version}" for name, version in surroundings().items())
    return f"Written by {code(command)}, with {versions}.\n" if command else f"Written with {versions}.\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(markdown(text) for text in line) + " |" for line in lines) + "\n"


def _library(found: LibraryAudit) -> Iterator[str]:
    yield f"## {markdown(found.name)} {found.version}".rstrip()
    yield ""
    if found.missing:
        yield f"{markdown(found.missing)}\n"
    if found.note:
        yield f"{markdown(found.note)}\n"
    if found.functions:
        yield _table(COLUMNS, [cells(each) for each in found.functions])
    for function in found.functions:
        yield from _function(function)


def _function(found: FunctionAudit) -> Iterator[str]:
    told = unexpected(found)
    if not (found.differences or told or found.error or unexpected_verdicts(found)):
        return
    yield f"### {markdown(found.adapter.name)}\n"
    if found.error:
        yield f"It could not be judged: {markdown(found.error)}\n"
    for each in found.differences:
        yield f"- {markdown(difference_sentence(each))}"
        yield ""
        yield "\n".join(f"  {line}" for line in code_block(each.code.rstrip("\n"), "python").splitlines())
        yield ""
    for failing in told:
        yield f"- {markdown(property_sentence(failing))}"
    for name, outcome, own in unexpected_verdicts(found):
        yield f"- {name}: {outcome}, the definition: {own}{_witness(found, name)}"
    yield ""


def _witness(found: FunctionAudit, constraint: str) -> str:
    rows = found.verdicts.row.cells if found.verdicts else ()
    cell = next(each for each in rows if each.constraint == constraint)
    if cell.witness is None:
        return f" ({markdown(cell.error)})" if cell.error else ""
    shown = ", ".join(f"{name} {text}" for name, text in cell.witness.outputs.items())
    scores = ", ".join(f"{name} {value}" for name, value in cell.witness.scores.items())
    return f"; {markdown(shown)}: scores {scores}"
