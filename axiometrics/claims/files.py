"""The claim files: one TOML file per publication, checked when read, with file and line in every complaint.

A file has its ``title``, ``names`` (printed names and the metrics they can mean), ``families`` (printed names of
several metrics) and ``claims``. A claim has a ``key``, a ``place``, what it ``says``, and one of

* ``constraint`` (one, or all the readings of the words) with the names that it ``holds`` or ``fails`` for, or for
  which it always ``ties``; families of which ``some`` or ``none`` satisfies it; names that ``lack`` at least one of the
  constraints; ``for_n`` with constraints on some or all n;
* ``output`` in the task's notation with the printed ``values`` by name, the ``digits`` that the table prints (trailing
  zeros may be missing), and what had to be ``given``;
* ``arithmetic``: by name, a printed number and the expression in other printed numbers that should give it;
* ``compare``, a function ``module:name`` that yields statements beside what follows from the printed data, but for
  those that are ``unclaimed``: ours, not the publication's;
* ``unchecked``, the reason why nothing at hand decides it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from axiometrics.errors import InputError, UnknownKeyError, nearest

__all__ = ["ClaimFile", "publications", "read", "read_file"]

FOLDER = Path(__file__).parent / "publications"
_TOP = ("title", "names", "families", "claims")
_ALWAYS = ("key", "place", "says")
_KINDS: Mapping[str, tuple[str, ...]] = {
    "constraint": ("task", "constraint", "holds", "fails", "ties", "some", "none", "lack", "for_n"),
    "output": ("task", "output", "values", "digits", "given"),
    "arithmetic": ("arithmetic",),
    "compare": ("compare", "unclaimed"),
    "unchecked": ("unchecked",),
}
_HEADER = re.compile(r"^\s*\[\[\s*claims\s*\]\]")


@dataclass(frozen=True)
class ClaimFile:
    """The contents of one file, with every key allowed and every required one there."""

    publication: str
    title: str
    names: Mapping[str, tuple[str, ...]]
    families: Mapping[str, tuple[str, ...]]
    tables: tuple[Mapping[str, Any], ...]
    places: tuple[str, ...]
    """File and line of every claim."""


def publications() -> tuple[str, ...]:
    """Return the keys of the publications that have a claim file.

    >>> publications()
    ('amigo2009', 'amigo2011', 'amigo2013', 'sakai2021')
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def read(publication: str) -> ClaimFile:
    """Return the claim file of a publication; UnknownKeyError names the known ones."""
    if publication not in publications():
        raise UnknownKeyError(
            f"there are no claims of {publication!r}; {nearest(publication, publications())} "
            f"(known publications: {', '.join(publications())})"
        )
    return read_file(FOLDER / f"{publication}.toml")


def read_file(path: Path) -> ClaimFile:
    """Read and check one claim file; InputError names the file, the line and the remedy."""
    text = path.read_text("utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path.name}: {error}; correct the TOML") from error
    lines = text.splitlines()
    _refuse_unknown(path.name, lines, 0, data, _TOP)
    heads = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    tables = data.get("claims", [])
    for head, table in zip(heads, tables, strict=True):
        _check(path.name, lines, head, table)
    return ClaimFile(
        publication=path.stem,
        title=str(data.get("title", path.stem)),
        names={name: _listed(found) for name, found in data.get("names", {}).items()},
        families={name: _listed(found) for name, found in data.get("families", {}).items()},
        tables=tuple(tables),
        places=tuple(f"{path.name}:{head + 1}" for head in heads),
    )


def _check(name: str, lines: list[str], head: int, table: Mapping[str, Any]) -> None:
    kinds = [kind for kind in _KINDS if kind in table]
    if len(kinds) != 1:
        found = " and ".join(kinds) or "none"
        raise InputError(
            f"{name}:{head + 1}: a claim has exactly one of {', '.join(_KINDS)}, this one has {found}"
        )
    allowed = (*_ALWAYS, *_KINDS[kinds[0]])
    _refuse_unknown(name, lines, head, table, allowed)
    missing = [key for key in (*_ALWAYS, *_KINDS[kinds[0]][:1]) if key not in table]
    if missing:
        raise InputError(f"{name}:{head + 1}: the claim has no {' and no '.join(missing)}; add it")


def _refuse_unknown(
    name: str, lines: list[str], head: int, table: Mapping[str, Any], allowed: tuple[str, ...]
) -> None:
    for key in table:
        if key not in allowed:
            line = _line_of(lines, head, key)
            raise InputError(f"{name}:{line}: unknown key {key!r}; {nearest(key, allowed)}")


def _line_of(lines: list[str], head: int, key: str) -> int:
    """Return the number of the line that sets a key at or below the head of its table."""
    sets = re.compile(rf"""^\s*\[?\[?\s*["']?{re.escape(key)}["']?\s*[\]=.]""")
    return next((place + 1 for place in range(head, len(lines)) if sets.match(lines[place])), head + 1)


def _listed(found: str | list[str]) -> tuple[str, ...]:
    return (found,) if isinstance(found, str) else tuple(found)
