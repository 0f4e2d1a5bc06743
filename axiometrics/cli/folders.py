"""Folders of results: what cannot become one is refused before anything is computed."""

from __future__ import annotations

from pathlib import Path

from axiometrics.errors import InputError

__all__ = ["require_folder"]

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
