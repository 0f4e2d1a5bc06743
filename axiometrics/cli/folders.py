"""Folders of results: what cannot become one is refused before anything is computed."""

from __future__ import annotations

from pathlib import Path

from axiometrics.errors import InputError

__all__ = ["require_folder"]


def require_folder(out: Path | None) -> None:
    """Raise InputError where a file stands in the place of the folder, or of one that it would be in."""
    if out is None:
        return
    blocking = next((each for each in (out, *out.parents) if each.exists() and not each.is_dir()), None)
    if blocking is not None:
        raise InputError(f"--out {out}: {blocking} is a file; give a folder")
