"""Results of ``uir`` and ``study`` on stdout or in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from axiometrics.cli.guard import say
from axiometrics.cli.output import Format, Output, require_folder
from axiometrics.cli.records import Records
from axiometrics.escaping import json_text

if TYPE_CHECKING:
    from axiometrics.studies.findings import Table

__all__ = ["StudyOutput"]

_ROWS = 40


class Written(Protocol):
    """A result that can tell itself."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""

    def to_markdown(self) -> str:
        """Return text."""

    def write(self, out: str | Path, *, plots: bool | None = None) -> list[Path]:
        """Write files to a folder."""


@dataclass(frozen=True)
class StudyOutput:
    """Format and place of the result."""

    format: Annotated[
        Format,
        typer.Option(
            metavar="FORMAT",
            help="On stdout: table, markdown, latex, json, or the main table alone: csv, html.",
        ),
    ] = Format.table
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Write the whole report to this folder and print its path."
        ),
    ] = None
    plots: Annotated[
        bool | None,
        typer.Option(
            "--plots/--no-plots", help="Pictures in the folder. Default: where matplotlib is installed."
        ),
    ] = None

    def ready(self) -> None:
        """Raise InputError when the folder cannot be written, before anything is computed."""
        require_folder(self.out)

    def write(self, found: Written, tables: Sequence[Table], main: str) -> None:
        """Write the result; ``tables`` are shown on a terminal, the one with the key ``main`` is the CSV."""
        if self.out is not None:
            written = found.write(self.out, plots=self.plots)
            say(f"{len(written)} files written")
            print(self.out / "README.md")
            return
        output = Output()
        if self.format is Format.markdown:
            output.write(found.to_markdown())
        elif self.format is Format.json:
            output.write(json_text(found.to_dict()))
        elif self.format is Format.csv:
            output.write({table.key: table for table in tables}[main].to_csv())
        else:
            _write_tables(self.format, tables, main)


def _write_tables(form: Format, tables: Sequence[Table], main: str) -> None:
    """Write tables as lists of scores are written: whole, but for the terminal."""
    for table in tables:
        if form is Format.html and table.key != main:
            continue
        rows = table.rows[:_ROWS] if form is Format.table else table.rows
        Records(table.title, table.columns, rows).write(Output(format=Format(form.value)))
        if len(rows) < len(table.rows):
            say(
                f"note: {table.title}: the first {_ROWS} of {len(table.rows)} rows; --format csv or --out has all"
            )
