"""What files are called where each is a system, or a collection."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from axiometrics.errors import InputError

__all__ = ["named_files", "refuse_twice"]


def named_files(paths: Sequence[Path]) -> list[tuple[str, Path]]:
    """Name every file by what stands before the first dot, by its whole path where that would name two.

    Raises InputError for a file that is given twice.

    >>> [name for name, _ in named_files([Path("a/run.csv"), Path("b/run.csv"), Path("best.csv.gz")])]
    ['a/run.csv', 'b/run.csv', 'best']
    """
    refuse_twice(paths)
    stems = [path.name.partition(".")[0] or path.name for path in paths]
    return [
        (stem if stems.count(stem) == 1 else str(path), path) for stem, path in zip(stems, paths, strict=True)
    ]


def refuse_twice(paths: Sequence[Path]) -> None:
    """Raise InputError for a file that is given twice: it would count twice."""
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        raise InputError(f"{twice} is given twice; give each file once")
