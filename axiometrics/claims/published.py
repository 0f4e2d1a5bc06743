"""The audit that comes with the package: what was found of every claim, and the sources that it was found with.

It is one compressed file beside the published cells. It counts as nothing where the installed sources are others, those
of the rooms that word the findings among them, where it was edited, and with ``AXIOMETRICS_PUBLISHED=0``.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from axiometrics.checker.cache import PUBLISHED, own_sources
from axiometrics.checker.verdict import Cell
from axiometrics.claims.files import Cells, Claim, Compared, Family, Printed, Reading, Tried, Unchecked
from axiometrics.claims.finding import Audit, Beside, Finding

__all__ = ["publish", "published"]

_FILE = "audit.json.gz"
_ROOMS = ("claims", "reports", "studies")
"""Rooms that word findings or calculate for them, besides those that verdicts rest on."""
_KINDS: Mapping[str, Callable[..., Any]] = {
    kind.__name__: kind
    for kind in (Beside, Cells, Claim, Compared, Family, Finding, Printed, Reading, Tried, Unchecked)
}
_UNREADABLE = (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, AttributeError)


def publish(audit: Audit, folder: Path = PUBLISHED) -> None:
    """Write an audit as the one that comes with the package."""
    cells: dict[str, int] = {}
    findings = [_plain(found, cells) for found in audit.findings]
    known = {"titles": dict(audit.titles), "findings": findings, "cells": list(map(json.loads, cells))}
    text = json.dumps(known, sort_keys=True)
    stored = {"sources": own_sources(*_ROOMS), "checksum": _checksum(text), "text": text}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _FILE).write_bytes(gzip.compress(json.dumps(stored, sort_keys=True).encode(), mtime=0))


def published(names: Iterable[str], folder: Path = PUBLISHED) -> Audit | None:
    """Return the published audit of some publications; None where it has not all of them, or was not found here."""
    if os.environ.get("AXIOMETRICS_PUBLISHED") == "0":
        return None
    try:
        stored = json.loads(gzip.decompress((folder / _FILE).read_bytes()))
        if (stored["sources"], stored["checksum"]) != (own_sources(*_ROOMS), _checksum(stored["text"])):
            return None
        document = json.loads(stored["text"])
        titles = {name: document["titles"][name] for name in names}
        by_name: dict[str, list[Any]] = {name: [] for name in titles}
        for found in document["findings"]:
            by_name.get(found["claim"]["publication"], []).append(found)
        chosen = [_restored(found, document["cells"]) for each in by_name.values() for found in each]
    except _UNREADABLE:
        return None
    return Audit(titles, tuple(chosen), published=True)


def _checksum(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _plain(value: Any, cells: dict[str, int]) -> Any:
    """Return plain data: records as their fields that differ from the default, cells as their place among all."""
    if isinstance(value, Cell):
        text = json.dumps(value.to_dict() | {"regions": list(value.regions)}, sort_keys=True)
        return {"cell": cells.setdefault(text, len(cells))}
    if is_dataclass(value):
        given = {item.name: getattr(value, item.name) for item in fields(value)}
        usual = {item.name: item.default for item in fields(value) if item.default is not MISSING}
        told = {name: each for name, each in given.items() if name not in usual or each != usual[name]}
        return {"is": type(value).__name__} | {name: _plain(each, cells) for name, each in told.items()}
    return [_plain(each, cells) for each in value] if isinstance(value, tuple) else value


def _restored(plain: Any, cells: Sequence[Mapping[str, Any]]) -> Any:
    if isinstance(plain, list):
        return tuple(_restored(each, cells) for each in plain)
    if isinstance(plain, dict) and "cell" in plain:
        return Cell.from_dict(cells[plain["cell"]])
    if isinstance(plain, dict):
        parts = {name: _restored(each, cells) for name, each in plain.items() if name != "is"}
        return _KINDS[plain["is"]](**parts)
    return plain
