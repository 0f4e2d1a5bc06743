"""Tables of results: named columns, numbers exact in CSV and JSON and rounded where people read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from axiometrics.escaping import csv_cell, markdown

__all__ = ["Table", "plain", "ranges", "shown"]


@dataclass(frozen=True)
class Table:
    """Rows under named columns, with a key for file names, a title, and notes on how to read it."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...] = ()

    def head(self, count: int) -> Table:
        """Return the first rows, and a note that there are more."""
        if len(self.rows) <= count:
            return self
        note = f"The first {count} of {len(self.rows)} rows; all are in {self.key}.csv."
        return replace(self, rows=self.rows[:count], notes=(*self.notes, note))

    def to_markdown(self) -> str:
        """Return the table in GitHub's markdown, numbers to the right."""
        marks = [
            "---:" if _is_numeric([row[place] for row in self.rows]) else "---"
            for place in range(len(self.columns))
        ]
        lines = [
            list(map(markdown, self.columns)),
            marks,
            *([markdown(shown(value)) for value in row] for row in self.rows),
        ]
        text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
        return "\n\n".join([text, *self.notes]) + "\n"

    def to_csv(self) -> str:
        """Return the table as CSV with full numbers; what has no value is empty."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(map(csv_cell, self.columns))
        writer.writerows([csv_cell(_cell(value)) for value in row] for row in self.rows)
        return out.getvalue()

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain data: exact fractions become text, sequences lists."""
        rows = [dict(zip(self.columns, map(plain, row), strict=True)) for row in self.rows]
        return {"title": self.title, "notes": list(self.notes), "rows": rows}


def shown(value: Any) -> str:
    """Write one value for people.

    >>> shown(0.25), shown(None), shown(True), shown(("a", "b")), shown(float("nan"))
    ('0.250', '-', 'yes', 'a, b', 'undefined')
    """
    if value is None or value == () or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, tuple | list):
        return ", ".join(map(shown, value))
    return str(value)


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, float):
        return value if value - value == 0 else None
    return [plain(each) for each in value] if isinstance(value, tuple | list) else value


def ranges(numbers: Iterable[int]) -> str:
    """Write whole numbers in ascending order, three or more in a row as a range.

    >>> ranges([9, 2, 3, 4, 7, 8])
    '2-4, 7-9'
    """
    rows: list[list[int]] = []
    for number in sorted(numbers):
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ", ".join(f"{row[0]}-{row[-1]}" if len(row) > 2 else ", ".join(map(str, row)) for row in rows)


def _number(value: float) -> str:
    if value != value:
        return "undefined"
    small = 0 < abs(value) < 0.0005
    return f"{value:.1e}" if small else f"{value:.3f}"


def _cell(value: Any) -> Any:
    found = plain(value)
    if isinstance(found, list):
        return " ".join(map(str, found))
    return ("yes" if found else "no") if isinstance(found, bool) else found


def _is_numeric(values: Sequence[Any]) -> bool:
    found = [value for value in values if value is not None]
    return bool(found) and all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in found
    )
