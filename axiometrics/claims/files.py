"""What a publication says, as records, and the claim files, one TOML file per publication."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from axiometrics.errors import InputError, UnknownKeyError, nearest

Expects = Literal["holds", "fails", "ties"]
"""That a metric satisfies a constraint, that it does not, or that every case ties."""


@dataclass(frozen=True)
class Reading:
    """One way to understand a claim: a metric against a constraint, by their labels with parameters."""

    task: str
    metric: str
    constraint: str

    def __str__(self) -> str:
        return f"{self.metric} on {self.constraint}"


def named(reading: Reading, among: Iterable[Reading]) -> str:
    """Name a reading by what tells it from the others.

    >>> readings = [Reading("clustering", "purity", constraint) for constraint in ("homogeneity", "rag_bag")]
    >>> named(readings[0], readings)
    'homogeneity'
    """
    others = list(among)
    if all(other.metric == reading.metric for other in others):
        return reading.constraint
    if all(other.constraint == reading.constraint for other in others):
        return reading.metric
    return f"{reading.metric} on {reading.constraint}"


@dataclass(frozen=True)
class Tried:
    """One reading of a claim that was tried: what is found in it, and whether that supports the claim.

    ``sense`` words the reading as something for which the claim is right, where that is not its name.
    """

    reading: str
    found: str
    supports: bool
    sense: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.reading}: {self.found}"


@dataclass(frozen=True)
class Cells:
    """One cell of the matrix in all the readings of the publication's words; each should show what is expected.

    ``for_n`` is the set of n for which a constraint with a quantifier over n is said to hold. ``differs`` words the
    weaker sense in which the claim may be meant: that not every case ties.
    """

    expects: Expects
    readings: tuple[Reading, ...]
    for_n: str | None = None
    differs: str = ""


@dataclass(frozen=True)
class Family:
    """Several cells, of which every one is claimed or only some, ``least`` of them."""

    members: tuple[Cells, ...]
    some: bool
    least: int = 1

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All readings of all members."""
        return tuple(reading for member in self.members for reading in member.readings)


@dataclass(frozen=True)
class Printed:
    """A printed value of a metric on one output in the task's notation.

    ``metrics`` are the readings of the metric's name, ``digits`` the decimals that are printed (trailing zeros may be
    missing), ``negated`` says that the value is printed with the other sign, and ``given`` names what had to be assumed
    about the output, if anything. ``further`` names a function, as "module:function", that computes the same value in
    readings that no registered metric has.
    """

    task: str
    metrics: tuple[str, ...]
    output: str
    printed: str
    digits: int = 0
    negated: bool = False
    given: str = ""
    further: str = ""


@dataclass(frozen=True)
class Compared:
    """A statement that some computation of ours has already put beside what follows from the printed data.

    ``favours`` says in which kinder sense one that does not agree is right, if there is one, ``tried`` has all that
    were tried, and ``near`` says that two printed numbers differ by no more than a unit of the last digit.
    ``undecided`` says why the computation itself tells nothing.
    """

    printed: str
    computed: str
    agrees: bool
    explanation: str = ""
    favours: str = ""
    near: bool = False
    tried: tuple[Tried, ...] = ()
    undecided: str = ""


@dataclass(frozen=True)
class Stated:
    """One statement that a computation of this room compares, and what it is about."""

    subject: str
    about: Compared


@dataclass(frozen=True)
class Unchecked:
    """Something that nothing at hand can decide, and why."""

    why: str


About = Cells | Family | Printed | Compared | Unchecked


@dataclass(frozen=True)
class Claim:
    """One checkable statement of a publication; members of a table or a family share the group's key.

    ``says`` tells the statement in our words, ``place`` where it stands, ``subject`` which row it is about.
    """

    publication: str
    group: str
    subject: str
    place: str
    says: str
    about: About

    @property
    def key(self) -> str:
        """The key: publication, group and member, joined by dots."""
        return ".".join(part for part in (self.publication, self.group, slug(self.subject)) if part)

    @property
    def task(self) -> str | None:
        """The task that it is about, if it is about metrics."""
        if isinstance(self.about, Cells | Family):
            return self.about.readings[0].task
        return self.about.task if isinstance(self.about, Printed) else None


def slug(text: str) -> str:
    """Write a name as it stands in a key.

    >>> slug("MAP, DCG, Q measure"), slug("F(BCubed)"), slug("F&M")
    ('map-dcg-q-measure', 'f-bcubed', 'f-m')
    """
    words = "".join(sign if sign.isalnum() else " " for sign in text.lower())
    return "-".join(words.split())


FOLDER = Path(__file__).parent / "publications"
_TOP = ("title", "names", "families", "claims")
_ALWAYS = ("key", "place", "says")
_KINDS: Mapping[str, tuple[str, ...]] = {
    "constraint": (
        "task",
        "constraint",
        "holds",
        "fails",
        "ties",
        "some",
        "none",
        "lack",
        "at_least",
        "for_n",
        "differs",
    ),
    "output": ("task", "output", "values", "digits", "given", "further"),
    "arithmetic": ("arithmetic", "task", "outputs"),
    "formulas": ("formulas", "least"),
    "correlations": ("correlations", "pairs"),
    "marks": ("marks",),
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

    >>> publications()[:3]
    ('amigo2009', 'amigo2011', 'amigo2013')
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def read(publication: str) -> ClaimFile:
    """Return the claim file of a publication; UnknownKeyError names the known ones."""
    if publication not in publications():
        words = nearest(publication, publications())
        known = "" if "allowed: " in words else f" (known publications: {', '.join(publications())})"
        raise UnknownKeyError(f"there are no claims of {publication!r}; {words}{known}")
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
