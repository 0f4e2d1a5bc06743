"""Where a result goes, file or folder, and in which format."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from axiometrics.cli.guard import put
from axiometrics.errors import InputError
from axiometrics.escaping import print_rich
from axiometrics.writing import write_file

__all__ = ["Format", "Output", "require_folder"]

_SUFFIXES = {
    "": "table",
    ".txt": "table",
    ".md": "markdown",
    ".html": "html",
    ".tex": "latex",
    ".json": "json",
    ".csv": "csv",
}
_WIDE = 400


class Format(StrEnum):
    """The formats of results."""

    table = "table"
    markdown = "markdown"
    html = "html"
    latex = "latex"
    json = "json"
    csv = "csv"


@dataclass(frozen=True)
class Output:
    """Format and place of the result."""

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
            known = ", ".join(filter(None, _SUFFIXES))
            raise InputError(
                f"--out {self.out}: {suffix} is no known form; end the name in {known}, or add --format"
            )
        return self.format or Format(_SUFFIXES[suffix])

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

    def show(self, *parts: Any, width: int = _WIDE) -> None:
        """Show rich renderables: in colour on a terminal, else as plain text of the given width at most."""
        if self.out is None and sys.stdout.isatty():
            print_rich(*parts)
            return
        page = io.TextIOWrapper(
            io.BytesIO(), encoding="utf-8" if self.out else sys.stdout.encoding or "utf-8"
        )
        page.reconfigure(errors="backslashreplace")
        print_rich(*parts, file=page, width=width, color_system=None)
        page.seek(0)
        self.write("".join(line.rstrip() + "\n" for line in page.read().splitlines()))


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
