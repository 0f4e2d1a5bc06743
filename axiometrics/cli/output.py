"""Where a result goes and in which format, and plain tables (lists of what is registered, scores) in every format."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

import typer
from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from axiometrics.cli.app import put
from axiometrics.errors import InputError
from axiometrics.escaping import (
    csv_cell,
    html_text,
    json_text,
    latex,
    markdown,
    markdown_table,
    print_rich,
    text_of,
    visible,
)
from axiometrics.writing import write_file

_SUFFIXES = {
    "": "table",
    ".txt": "table",
    ".md": "markdown",
    ".html": "html",
    ".tex": "latex",
    ".json": "json",
    ".csv": "csv",
    ".svg": "svg",
}
_WIDE = 400
"""Columns of a table in a file or a pipe, where the environment's ``COLUMNS`` says nothing else."""
FIRST = 40
"""Rows that the text form of a table shows."""


class Format(StrEnum):
    """The formats of results."""

    table = "table"
    markdown = "markdown"
    html = "html"
    latex = "latex"
    json = "json"
    csv = "csv"
    svg = "svg"


@dataclass(frozen=True)
class Output:
    """Format and place of the result."""

    panel: ClassVar[str] = "Output"
    draws: ClassVar[bool] = False
    """Whether the result can be drawn as a picture."""
    format: Annotated[
        Format | None,
        typer.Option(
            metavar="FORMAT",
            help="table, markdown, html, latex, json or csv; by default as --out ends, else table.",
        ),
    ] = None
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the result to a file instead.")
    ] = None

    @property
    def chosen(self) -> Format:
        """The format that was asked for, or that the file's name tells; raises InputError where neither says."""
        suffix = self.out.suffix.lower() if self.out else ""
        if self.format is None and suffix not in _SUFFIXES:
            known = ", ".join(each for each in _SUFFIXES if each and (self.draws or each != ".svg"))
            raise InputError(
                f"--out {self.out}: {suffix} is no known form; end the name in {known}, or add --format"
            )
        found = self.format or Format(_SUFFIXES[suffix])
        if found is Format.svg and not self.draws:
            raise InputError("there is no picture of this; `axiometrics matrix` draws one, as does a report")
        return found

    def ready(self) -> None:
        """Raise InputError when the file cannot be written, before anything is computed."""
        _ = self.chosen
        if self.out is not None and (self.out.is_dir() or not self.out.parent.is_dir()):
            reason = "is a directory" if self.out.is_dir() else f"there is no directory {self.out.parent}"
            raise InputError(f"--out {self.out}: {reason}; give a file in a directory that exists")

    def write(self, text: str) -> None:
        """Write text, ended by a line break, to the file or to stdout."""
        text = text if text.endswith("\n") or not text else text + "\n"
        if self.out is None:
            put(text)
        else:
            write_file(self.out, text)

    def show(self, *parts: RenderableType, width: int = _WIDE) -> None:
        """Show rich renderables: in colour on a terminal, else as plain text of ``COLUMNS`` or the given width."""
        if self.out is None and sys.stdout.isatty():
            print_rich(*parts)
            return
        page = io.TextIOWrapper(
            io.BytesIO(), encoding="utf-8" if self.out else sys.stdout.encoding or "utf-8"
        )
        page.reconfigure(errors="backslashreplace")
        given = os.environ.get("COLUMNS", "")
        print_rich(*parts, file=page, width=int(given) if given.isdigit() else width, color_system=None)
        page.seek(0)
        self.write("".join(line.rstrip() + "\n" for line in page.read().splitlines()))


@dataclass(frozen=True)
class Drawn(Output):
    """Format and place of a result that can also be a picture."""

    draws: ClassVar[bool] = True
    format: Annotated[
        Format | None,
        typer.Option(
            metavar="FORMAT",
            help="table, markdown, html, latex, json, csv or svg (a picture); by default as --out ends, else table.",
        ),
    ] = None


_FILES = (".csv", ".html", ".json", ".md", ".pdf", ".tex", ".txt")


def require_folder(out: Path | None) -> None:
    """Raise InputError for the name of a file, and where a file stands in the place of the folder or above it."""
    if out is None:
        return
    if out.suffix.lower() in _FILES and not out.is_dir():
        raise InputError(f"--out {out} names a file; give a folder, which gets several files")
    blocking = next((each for each in (out, *out.parents) if each.exists() and not each.is_dir()), None)
    if blocking is not None:
        raise InputError(f"--out {out}: {blocking} is a file; give a folder")


_WRAPPED = ("parameters", "reads", "summary", "evidence")
FOLDED = 24
"""Characters at which cells are folded where there is no room."""
KEYS = 2
"""Columns at most that are repeated where a table is shown in parts."""
GAP = 3
"""Characters between two columns."""


@dataclass(frozen=True, repr=False)
class Records:
    """Rows under named columns; numbers are exact in JSON and CSV and rounded where people read them.

    The ``hidden`` columns are left out of the terminal's table. Rows of an interrupted run are not ``complete``: the
    title must say so, JSON has them under ``rows``, beside ``"complete": false``, and CSV has a column ``complete``
    more, which is ``false`` in every row.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    hidden: Sequence[str] = ()
    complete: bool = True

    def __repr__(self) -> str:
        """The table as a terminal shows it, of many rows the first ones."""
        more = len(self.rows) - FIRST
        told = text_of(replace(self, rows=self.rows[:FIRST]))
        return f"{told}\n... and {more} rows more" if more > 0 else told

    def _repr_html_(self) -> str:
        return self._html()

    def to_dict(self) -> list[dict[str, Any]]:
        """Return the rows, by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_frame(self) -> Any:
        """Return the rows as pandas' data frame; needs the extra ``axiometrics[pandas]``."""
        return import_module("pandas").DataFrame(self.to_dict(), columns=list(self.columns))

    def write(self, output: Output) -> None:
        """Write the table in the chosen format."""
        if output.chosen is Format.table:
            output.show(self)
            return
        forms = {
            Format.markdown: self._markdown,
            Format.html: self._html,
            Format.latex: self._latex,
            Format.json: self._json,
            Format.csv: self._csv,
        }
        output.write(forms[output.chosen]())

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the title and the table; where it is too wide, names are folded, then columns go into tables below."""
        yield Text(self.title, style="italic")
        numeric = self._numeric()
        columns = [self._column(place, numeric[place]) for place in self._worth_showing()]
        fits = sum(each.whole for each in columns) + 2 <= options.max_width
        for part in [columns] if fits else _side_by_side(columns, options.max_width):
            yield self._table(part, folded=not fits)

    def _column(self, place: int, numeric: bool) -> _Column:
        name = self.columns[place]
        return _Column(place, name, numeric, max((len(_shown(row[place])) for row in self.rows), default=0))

    def _table(self, columns: Sequence[_Column], *, folded: bool) -> Table:
        table = Table(box=box.SIMPLE_HEAD)
        for each in columns:
            table.add_column(
                visible(each.name),
                justify="right" if each.numeric else "left",
                overflow="fold",
                no_wrap=not (folded or each.is_text),
                width=each.least - GAP
                if folded and each.cell <= FOLDED
                else None,  # longer ones share the rest
            )
        for row in self.rows:
            table.add_row(*(visible(_shown(row[each.place])) for each in columns))
        return table

    def _worth_showing(self) -> list[int]:
        """Leave columns that are empty, or kept for programs, out of the terminal's table."""
        kept = [place for place, name in enumerate(self.columns) if name not in self.hidden]
        return [place for place in kept if not self.rows or any(_shown(row[place]) for row in self.rows)]

    def _markdown(self) -> str:
        rows = [[markdown(_shown(value)) for value in values] for values in self.rows]
        partial = "" if self.complete else f"**{markdown(self.title)}**\n\n"
        return partial + markdown_table(map(markdown, self.columns), rows, numeric=self._numeric()) + "\n"

    def _html(self) -> str:
        head = "".join(f"<th>{html_text(name)}</th>" for name in self.columns)
        body = "\n".join(
            "<tr>" + "".join(f"<td>{html_text(_shown(value))}</td>" for value in row) + "</tr>"
            for row in self.rows
        )
        style = (
            "table{border-collapse:collapse;font-family:sans-serif}td,th{padding:.2em .6em;text-align:left}"
        )
        title = html_text(self.title)
        return (
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
            f"<style>{style}</style>\n<table>\n<caption>{title}</caption>\n<thead><tr>{head}</tr></thead>\n"
            f"<tbody>\n{body}\n</tbody>\n</table>\n</html>\n"
        )

    def _latex(self) -> str:
        shape = "".join("r" if numeric else "l" for numeric in self._numeric())
        lines = [r"% needs \usepackage{booktabs}", rf"\begin{{tabular}}{{{shape}}}", r"\toprule"]
        if not self.complete:
            lines += [rf"\multicolumn{{{len(shape)}}}{{l}}{{\textbf{{{latex(self.title)}}}}} \\"]
        lines += [" & ".join(map(latex, self.columns)) + r" \\", r"\midrule"]
        lines += [" & ".join(latex(_shown(value)) for value in row) + r" \\" for row in self.rows]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])

    def _json(self) -> str:
        rows = [dict(zip(self.columns, map(_finite, row), strict=True)) for row in self.rows]
        return json_text(rows if self.complete else {"complete": False, "rows": rows})

    def _csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        head, end = ([], []) if self.complete else (["complete"], ["false"])
        writer.writerow([*map(csv_cell, self.columns), *head])
        writer.writerows([*map(_csv_value, row), *end] for row in self.rows)
        return out.getvalue()

    def _numeric(self) -> list[bool]:
        columns = zip(*self.rows, strict=True) if self.rows else ([] for _ in self.columns)
        return [_all_numbers(values) for values in columns]


class _Column(NamedTuple):
    """A column that a terminal shows: its place and name, and how long its cells are."""

    place: int
    name: str
    numeric: bool
    cell: int

    @property
    def is_text(self) -> bool:
        """Whether its cells are sentences, which are wrapped even where names have room."""
        return self.name in _WRAPPED

    @property
    def least(self) -> int:
        """How wide it is with a head in words one below another, and folded cells."""
        return max(*map(len, self.name.split()), min(self.cell, FOLDED), 0) + GAP

    @property
    def whole(self) -> int:
        """How wide it is where nothing is folded but sentences."""
        return self.least if self.is_text else max(len(self.name), self.cell) + GAP


def _side_by_side(columns: Sequence[_Column], width: int) -> list[list[_Column]]:
    """Share columns among tables that fit; each begins with the first columns, which say what a row is of."""
    names = [at for at, each in enumerate(columns[:KEYS], 1) if not (each.numeric or each.is_text)]
    keys = list(columns[: max(names, default=1)])
    parts = [keys]
    for each in columns[len(keys) :]:
        if sum(one.least for one in (*parts[-1], each)) + 2 > width and parts[-1] != keys:
            parts.append(keys)
        parts[-1] = [*parts[-1], each]
    return parts


def _all_numbers(values: Sequence[Any]) -> bool:
    found = [value for value in values if value is not None]
    return bool(found) and all(isinstance(value, int | float) and value is not True for value in found)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "undefined" if value != value else f"{value:.4f}"
    if isinstance(value, dict):
        return ", ".join(f"{name}={each}" for name, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _csv_value(value: object) -> object:
    return csv_cell(_shown(value) if isinstance(value, bool | dict | list | tuple) else _finite(value))


def _finite(value: object) -> object:
    """Return what JSON and CSV can hold: values that are not numbers become null or empty."""
    if isinstance(value, float) and value - value != 0:
        return None if value != value else str(value)
    return value
