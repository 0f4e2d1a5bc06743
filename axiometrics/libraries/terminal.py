"""Audits of libraries in the terminal, through rich."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from axiometrics.libraries.results import FunctionAudit, LibraryAudit
from axiometrics.libraries.telling import (
    COLUMNS,
    cells,
    difference_sentence,
    property_sentence,
    unexpected,
)

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["tables"]

_STYLES = {"equal": "green", "convention": "yellow", "defect": "red", "error": "red"}


def tables(found: Sequence[LibraryAudit]) -> Iterator[Any]:
    """Yield a table for each library, and below it every difference with its smallest input."""
    from rich.text import Text

    for each in found:
        if each.missing:
            yield Text(each.missing, style="yellow")
            continue
        yield Text(f"{each.name} {each.version}", style="italic")
        yield _table(each)
        for function in each.functions:
            yield from (Text(line) for line in _lines(function))


def _table(found: LibraryAudit) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

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
