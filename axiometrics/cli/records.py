"""Plain tables (lists of what is registered, scores) in every format."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from axiometrics.cli.output import Format, Output
from axiometrics.escaping import csv_cell, html_text, json_text, latex, markdown, visible
from axiometrics.reports.markdown import row as markdown_row

__all__ = ["Records"]

_WRAPPED = ("parameters", "reads", "summary", "evidence")


@dataclass(frozen=True)
class Records:
    """Rows under named columns; numbers are exact in JSON and CSV and rounded where people read them.

    The ``hidden`` columns are left out of the terminal's table. Rows of an interrupted run are not ``complete``: the
    title must say so, and JSON has them under ``rows``, beside ``"complete": false``.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    hidden: Sequence[str] = ()
    complete: bool = True

    def write(self, output: Output) -> None:
        """Write the table in the chosen format."""
        if output.chosen is Format.table:
            output.show(self._rich())
            return
        forms = {
            Format.markdown: self._markdown,
            Format.html: self._html,
            Format.latex: self._latex,
            Format.json: self._json,
            Format.csv: self._csv,
        }
        output.write(forms[output.chosen]())

    def _rich(self) -> Any:
        table = Table(box=box.SIMPLE_HEAD)
        shown = self._worth_showing()
        for place in shown:
            long = self.columns[place] in _WRAPPED
            justify: Any = "right" if self._numeric()[place] else "left"
            table.add_column(visible(self.columns[place]), justify=justify, overflow="fold", no_wrap=not long)
        for row in self.rows:
            table.add_row(*(visible(_shown(row[place])) for place in shown))
        return Group(Text(self.title, style="italic"), table)

    def _worth_showing(self) -> list[int]:
        """Leave columns that are empty, or kept for programs, out of the terminal's table."""
        kept = [place for place, name in enumerate(self.columns) if name not in self.hidden]
        return [place for place in kept if not self.rows or any(_shown(row[place]) for row in self.rows)]

    def _markdown(self) -> str:
        rules = ["---:" if numeric else "---" for numeric in self._numeric()]
        lines = [markdown_row(list(map(markdown, self.columns))), markdown_row(rules)]
        lines += [markdown_row([markdown(_shown(value)) for value in values]) for values in self.rows]
        partial = [] if self.complete else [f"**{markdown(self.title)}**", ""]
        return "\n".join([*partial, *lines]) + "\n"

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
        lines += [" & ".join(map(latex, self.columns)) + r" \\", r"\midrule"]
        lines += [" & ".join(latex(_shown(value)) for value in row) + r" \\" for row in self.rows]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])

    def _json(self) -> str:
        rows = [dict(zip(self.columns, map(_finite, row), strict=True)) for row in self.rows]
        return json_text(rows if self.complete else {"complete": False, "rows": rows})

    def _csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(map(csv_cell, self.columns))
        writer.writerows(map(_csv_value, row) for row in self.rows)
        return out.getvalue()

    def _numeric(self) -> list[bool]:
        columns = zip(*self.rows, strict=True) if self.rows else ([] for _ in self.columns)
        return [_all_numbers(values) for values in columns]


def _all_numbers(values: Sequence[Any]) -> bool:
    found = [value for value in values if value is not None]
    return bool(found) and all(isinstance(value, int | float) and value is not True for value in found)


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "undefined" if value != value else f"{value:.4f}"
    if isinstance(value, dict):
        return ", ".join(f"{name}={each}" for name, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _csv_value(value: Any) -> Any:
    return csv_cell(_shown(value) if isinstance(value, bool | dict | list | tuple) else _finite(value))


def _finite(value: Any) -> Any:
    """Return what JSON and CSV can hold: values that are not numbers become null or empty."""
    if isinstance(value, float) and value - value != 0:
        return None if value != value else str(value)
    return value
