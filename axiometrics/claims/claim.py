"""What a publication says, as records: where it says so, and what it refers to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

__all__ = [
    "About",
    "Cells",
    "Claim",
    "Compared",
    "Expects",
    "Family",
    "Printed",
    "Reading",
    "Unchecked",
    "named",
    "slug",
]

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
class Cells:
    """One cell of the matrix in all the readings of the publication's words; each should show what is expected.

    ``for_n`` is the set of n for which a constraint with a quantifier over n is said to hold.
    """

    expects: Expects
    readings: tuple[Reading, ...]
    for_n: str | None = None


@dataclass(frozen=True)
class Family:
    """Several cells, of which every one is claimed or only some one."""

    members: tuple[Cells, ...]
    some: bool

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All readings of all members."""
        return tuple(reading for member in self.members for reading in member.readings)


@dataclass(frozen=True)
class Printed:
    """A printed value of a metric on one output in the task's notation.

    ``metrics`` are the readings of the metric's name, ``digits`` the decimals that are printed (trailing zeros may be
    missing), ``negated`` says that the value is printed with the other sign, and ``given`` names what had to be assumed
    about the output, if anything.
    """

    task: str
    metrics: tuple[str, ...]
    output: str
    printed: str
    digits: int = 0
    negated: bool = False
    given: str = ""


@dataclass(frozen=True)
class Compared:
    """A statement that some computation of ours has already put beside what follows from the printed data."""

    printed: str
    computed: str
    agrees: bool
    explanation: str = ""


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
