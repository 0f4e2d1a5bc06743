"""Organizations in files: JSON with the levels, or CSV with a row for each occurrence of a document."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from axiometrics.errors import InputError

__all__ = ["read_file"]

NAMES = ("document", "level", "cluster")


def read_file(path: str | Path) -> Any:
    """Read one side of an organization, to be given to a metric.

    ``.json``: a list of levels, top first, each a list of clusters and documents, or an object with the columns;
    ``.csv`` and ``.tsv``: columns ``document``, ``level`` (1 is best) and, where documents are grouped, ``cluster``,
    which is empty for a document alone. Raises InputError.
    """
    place = Path(path)
    if place.suffix not in (".json", ".csv", ".tsv"):
        raise InputError(
            f"{place.name} ends in neither .json, .csv nor .tsv; give an organization in one of these"
        )
    try:
        text = place.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {place}: {error}") from error
    return _json(text, place.name) if place.suffix == ".json" else _rows(text, place)


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(f"{name} is no JSON ({error}); give a list of levels") from error


def _rows(text: str, place: Path) -> dict[str, list[str]]:
    head, *rows = list(csv.reader(text.splitlines(), delimiter="\t" if place.suffix == ".tsv" else ",")) or [
        []
    ]
    lacking = [name for name in NAMES[:2] if name not in head]
    if lacking:
        raise InputError(
            f"{place.name} has no column {lacking[0]!r} but {', '.join(head) or 'none'}; "
            "give document, level and, if there are any, cluster"
        )
    for number, row in enumerate(rows, 2):
        if row and len(row) != len(head):
            raise InputError(f"{place.name}, row {number} has {len(row)} cells and the header {len(head)}")
    kept = [row for row in rows if row]
    return {name: [row[head.index(name)] for row in kept] for name in NAMES if name in head}
