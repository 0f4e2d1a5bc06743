"""What a study found: words, tables and pictures, told as markdown, plain data and files.

Pictures are Matplotlib's, which only the ``plot`` extra brings, and the same on every run.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics import __version__
from axiometrics.errors import AxiometricsError
from axiometrics.escaping import Told, csv_cell, json_text, markdown, markdown_table
from axiometrics.writing import write_files


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
        numeric = [_is_numeric([row[place] for row in self.rows]) for place in range(len(self.columns))]
        rows = [[markdown(shown(value)) for value in row] for row in self.rows]
        text = markdown_table(map(markdown, self.columns), rows, numeric=numeric)
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


def shown(value: object) -> str:
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


def plain(value: object) -> Any:
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


def _cell(value: object) -> Any:
    found = plain(value)
    if isinstance(found, list):
        return " ".join(map(str, found))
    return ("yes" if found else "no") if isinstance(found, bool) else found


def _is_numeric(values: Sequence[Any]) -> bool:
    found = [value for value in values if value is not None]
    return bool(found) and all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in found
    )


SCHEMA = "axiometrics.study/1"
_ROWS = 40


@dataclass(frozen=True)
class Picture:
    """A picture by the name of its file, and how to draw it (a matplotlib figure)."""

    key: str
    title: str
    draw: Callable[[], Any]


@dataclass(frozen=True, eq=False, repr=False)
class Findings(Told):
    """The result of one study; ``settings`` are what it was run with, seeds included."""

    study: str
    title: str
    words: tuple[str, ...]
    tables: tuple[Table, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()

    def table(self, key: str) -> Table:
        """Return one table by its key; raises KeyError."""
        return {table.key: table for table in self.tables}[key]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data (``axiometrics.study/1``)."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "study": self.study,
            "settings": {name: plain(value) for name, value in self.settings.items()},
            "words": list(self.words),
            "tables": {table.key: table.to_dict() for table in self.tables},
        }

    def to_markdown(self, *, pictures: bool = False) -> str:
        """Return the report's text; with ``pictures``, with links to the files that ``write`` puts beside it."""
        settings = ", ".join(f"{name} {value}" for name, value in self.settings.items())
        parts = [f"# {markdown(self.title)}", *map(markdown, self.words)]
        parts += [f"Settings: {markdown(settings)}."] if settings else []
        if pictures:
            parts += [f"![{markdown(picture.title)}]({picture.key}.svg)" for picture in self.pictures]
        parts += [f"## {markdown(table.title)}\n\n{table.head(_ROWS).to_markdown()}" for table in self.tables]
        return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"

    def write(self, out: str | Path, *, plots: bool | None = None) -> list[Path]:
        """Write README.md, a CSV per table, the JSON and the pictures to a folder, and return the files.

        ``plots`` None draws pictures where matplotlib is installed; True raises PlotExtraError without it.
        """
        drawing = can_plot() if plots is None else plots
        texts: dict[str, str | bytes] = {"README.md": self.to_markdown(pictures=drawing)}
        texts |= {f"{table.key}.csv": table.to_csv() for table in self.tables}
        texts[f"{self.study}.json"] = json_text(self.to_dict())
        chosen = self.pictures if drawing else ()
        return write_files(Path(out), texts | {f"{each.key}.svg": svg(each.draw) for each in chosen})


BLUE, RED, GREY = "#1f5fa8", "#b3261e", "#777777"


class PlotExtraError(AxiometricsError, ImportError):
    """Matplotlib is needed for pictures and is not installed."""


def can_plot() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def new_figure(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Any, Any]:
    """Return a figure without a window, and its axes; raises PlotExtraError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PlotExtraError("pictures need matplotlib; run: pip install 'axiometrics[plot]'") from error
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(rows, columns)


def svg(draw: Callable[[], Any]) -> bytes:
    """Draw a figure and return it as SVG without date and random names, so that equal pictures are equal files."""
    import matplotlib

    drawn = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "axiometrics", "svg.fonttype": "none", "font.size": 9}):
        draw().savefig(drawn, format="svg", metadata={"Date": None}, bbox_inches="tight", pad_inches=0.2)
    return drawn.getvalue()


Values = NDArray[np.float64]

_STYLES = ("-", "--", ":", "-.")


def draw_curves(
    named: Mapping[str, tuple[Values, Values]], x: str, y: str, *, bound: float | None = None
) -> Any:
    """Draw named curves in one frame; ``bound`` is a dotted line at that height."""
    figure, axes = new_figure(6.2, 4.2)
    for (name, (across, up)), style in zip(named.items(), cycle(_STYLES), strict=False):
        axes.plot(across, up, linestyle=style, linewidth=1.3, label=name)
    if bound is not None:
        axes.axhline(bound, color="black", linestyle=":", linewidth=0.8)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.legend(fontsize=7, frameon=False, ncols=1 + len(named) // 12)
    return figure
