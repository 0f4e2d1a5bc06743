"""What a study found: words, tables and pictures, told as markdown, plain data and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axiometrics.escaping import json_text, markdown
from axiometrics.studies.plotting import can_plot, svg
from axiometrics.studies.tables import Table, plain
from axiometrics.writing import write_files

__all__ = ["Findings", "Picture"]

SCHEMA = "axiometrics.study/1"
_ROWS = 40


@dataclass(frozen=True)
class Picture:
    """A picture by the name of its file, and how to draw it (a matplotlib figure)."""

    key: str
    title: str
    draw: Callable[[], Any]


@dataclass(frozen=True, eq=False)
class Findings:
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
        from axiometrics import __version__

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

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

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
