"""Matrices and cells in the terminal, through rich."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from rich import box
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from axiometrics.axioms import constraints
from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Witness
from axiometrics.parameters import split_key
from axiometrics.reports.figures import region_lines
from axiometrics.reports.proof import proof_lines
from axiometrics.reports.words import (
    MARKS,
    PARTIAL,
    ascii_text,
    counts,
    detail,
    legend,
    mark_of,
    plural,
    sentence,
    sentences,
    symbol,
    task_name,
    witness_scores,
    witness_sentence,
    words,
)

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

_SCORES = 70
"""Characters of scores up to which they stand in one line."""


@dataclass(frozen=True)
class MatrixTable:
    """A matrix as a coloured table, grouped by family, that fits itself to the console.

    Marks stand with their evidence where there is room, with the metrics across if only so; else they stand alone, and
    tables with some of the constraints each follow one another.
    """

    matrix: Matrix

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield title and tables, the names of numbered columns if it is narrow, and one legend line."""
        yield _title(self.matrix)
        if _full_width(self.matrix) <= options.max_width:
            yield _table(self.matrix, self.matrix.constraints, narrow=False, plain=options.ascii_only)
        elif _turned_width(self.matrix) <= options.max_width:
            yield _turned(self.matrix, plain=options.ascii_only)
        else:
            for part in _parts(self.matrix, options.max_width):
                yield _table(self.matrix, part, narrow=True, plain=options.ascii_only)
            yield _numbered(self.matrix)
        yield _legend(self.matrix, plain=options.ascii_only)


@dataclass(frozen=True)
class CellPanel:
    """Everything that is known about one cell: verdict, conditions, witness and proof."""

    cell: Cell
    statement: str = ""
    """What the constraint demands, where that is not told above."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield a heading and lines without borders, so that code can be copied."""
        title = _fit(Text(f"{self.cell.metric} · {self.cell.constraint}", style="bold"), options.ascii_only)
        line = "-" if options.ascii_only else "─"
        yield Text()
        yield Rule(title, align="left", characters=line, style="bright_black")
        if self.statement:
            yield _fit(Text(self.statement, style="italic"), options.ascii_only)
        for parts in _cell_lines(self.cell):
            shown = [_fit(part, options.ascii_only) for part in parts]
            yield shown[0] if len(shown) == 1 else Text().join(shown)


def stated(constraint: str, task: str) -> str:
    """Return what a constraint demands in one sentence; nothing where it is not registered.

    >>> stated("rag_bag", "clustering")
    'An item of a category of its own does less harm in a cluster of disordered items than in a clean one.'
    """
    key, given = split_key(constraint)
    record = constraints(task).get(key)
    return str(record.with_parameters(**given).summary) if record else ""


def _cell_lines(cell: Cell) -> Iterator[list[Text]]:
    yield [Text(f"{symbol(cell)} ", style=mark_of(cell.strict).style), Text(" ".join(sentences(cell)))]
    if cell.strict.cases:
        yield [Text(sentence(counts(cell)), style="bright_black")]
    if cell.witness:
        yield from _witness_lines(cell, cell.witness)
    if cell.proof:
        yield from ([Text()], [Text(f"Proof by {words(cell.proof['tactic'])}", style="bold")])
        yield from ([Text(line)] for line in proof_lines(cell.proof))
    for told, argument in region_lines(cell):
        yield from ([Text()], [Text(told, style="bold")])
        yield from ([Text(line)] for line in argument)


def _fit(text: Text, plain: bool) -> Text:
    fitted = text.copy()
    fitted.plain = ascii_text(text.plain) if plain else text.plain
    return fitted


def _full_width(matrix: Matrix) -> int:
    widths = {item.key: len(item.key) for item in matrix.constraints}
    for cell in matrix.cells:
        widths[cell.constraint] = max(widths.get(cell.constraint, 0), len(_text(cell, narrow=False)))
    first = max((len(metric.key) + 2 for metric in matrix.metrics), default=6)
    return first + sum(width + 3 for width in widths.values()) + 2


def _turned_width(matrix: Matrix) -> int:
    widths = {item.key: len(item.key) for item in matrix.metrics}
    for cell in matrix.cells:
        widths[cell.metric] = max(widths.get(cell.metric, 0), len(_text(cell, narrow=False)))
    first = max((len(item.key) for item in matrix.constraints), default=10)
    return first + sum(width + 3 for width in widths.values()) + 2


def _parts(matrix: Matrix, width: int) -> Iterator[tuple[ConstraintInfo, ...]]:
    """Yield the constraints whose marks stand beside each other in a console of this width, one at least."""
    room = width - max((len(metric.key) + 2 for metric in matrix.metrics), default=6) - 2
    marks = {item.key: len(str(place)) for place, item in enumerate(matrix.constraints, 1)}
    for cell in matrix.cells:
        marks[cell.constraint] = max(marks.get(cell.constraint, 1), len(_text(cell, narrow=True)))
    part: list[ConstraintInfo] = []
    for item in matrix.constraints:
        if part and sum(marks[each.key] + 3 for each in (*part, item)) > room:
            yield tuple(part)
            part = []
        part.append(item)
    yield tuple(part)


def _title(matrix: Matrix) -> Text:
    shape = f"{plural(len(matrix.metrics), 'metric')}, {plural(len(matrix.constraints), 'constraint')}"
    partial = "" if matrix.complete else f". {PARTIAL}"
    return Text(f"{task_name(matrix.task)}: {shape}{partial}", style="italic")


def _table(matrix: Matrix, columns: Sequence[ConstraintInfo], *, narrow: bool, plain: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("metric", no_wrap=True)
    places = {item.key: str(place) for place, item in enumerate(matrix.constraints, 1)}
    for item in columns:
        table.add_column(places[item.key] if narrow else item.key, no_wrap=True)
    for family, members in groupby(matrix.metrics, key=lambda metric: metric.family):
        table.add_row(Text(family, style="bold"))
        for metric in members:
            row = {cell.constraint: cell for cell in matrix.row(metric.key)}
            table.add_row("  " + metric.key, *_entries(row, columns, narrow, plain))
    return table


def _turned(matrix: Matrix, *, plain: bool) -> Table:
    """Return the table with a row for each constraint."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("constraint", no_wrap=True)
    for metric in matrix.metrics:
        table.add_column(metric.key, no_wrap=True)
    for item in matrix.constraints:
        column = {cell.metric: cell for cell in matrix.column(item.key)}
        table.add_row(item.key, *_entries(column, matrix.metrics, narrow=False, plain=plain))
    return table


def _entries(
    row: dict[str, Cell], columns: Sequence[ConstraintInfo | MetricInfo], narrow: bool, plain: bool
) -> list[Text]:
    return [_entry(row[item.key], narrow, plain) if item.key in row else Text() for item in columns]


def _entry(cell: Cell, narrow: bool, plain: bool) -> Text:
    return _fit(Text(_text(cell, narrow=narrow), style=mark_of(cell.strict).style), plain)


def _text(cell: Cell, *, narrow: bool) -> str:
    return symbol(cell) if narrow else f"{symbol(cell)} {detail(cell)}".rstrip()


def _numbered(matrix: Matrix) -> Text:
    names = [f"{place} {item.key}" for place, item in enumerate(matrix.constraints, 1)]
    return Text("columns: " + "  ".join(names), style="bright_black")


def _legend(matrix: Matrix, *, plain: bool) -> Text:
    styles = {mark.symbol: mark.style for mark in MARKS.values()}
    line = Text()
    for sign, meaning in legend(matrix.cells):
        line.append("   " if line else "").append(
            ascii_text(sign) if plain else sign, style=styles.get(sign, "bold")
        )
        line.append(f" {ascii_text(meaning) if plain else meaning}")
    return line


def _witness_lines(cell: Cell, witness: Witness) -> Iterator[list[Text]]:
    yield from ([Text()], [Text(witness_sentence(cell), style="bold")], [Text(witness.text)])
    scores = witness_scores(witness)
    short = sum(map(len, scores)) < _SCORES
    yield from ([Text(line)] for line in (["   ".join(scores)] if short else scores))
    if witness.parameters:
        yield [Text("   ".join(f"{name} = {value}" for name, value in witness.parameters.items()))]
    yield from ([Text()], [Text("To reproduce:", style="bold")])
    yield [Text(witness.python.rstrip(), style="cyan", no_wrap=True, overflow="ignore")]
