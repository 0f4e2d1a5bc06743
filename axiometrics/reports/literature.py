"""What publications say of a cell: by whom, at which place, and whether the verdict goes against it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from axiometrics.checker.verdict import Cell
from axiometrics.claims.files import ClaimFile, publications, read, slug

__all__ = ["Said", "said_of"]

_WORDS = {"holds": "satisfies it", "fails": "does not satisfy it", "ties": "ties in every case"}


@dataclass(frozen=True)
class Said:
    """One claim about a cell: its key, where it stands, what it says in our words, and of which metric."""

    key: str
    publication: str
    place: str
    says: str
    subject: str
    expects: str

    @property
    def told(self) -> str:
        """What is claimed of the metric, by the name that the publication gives it."""
        return f"{self.subject} {_WORDS[self.expects]}"


def said_of(cell: Cell, task: str) -> tuple[Said, ...]:
    """Return what publications say of a cell, by the first reading of their words, in the order of their files.

    >>> from axiometrics.checker.verdict import Verdict
    >>> tie = Verdict("blind", "witness")
    >>> found = said_of(Cell("bcubed_f", "homogeneity", tie, tie), "clustering")
    >>> "Table 6, column Homo." in [said.place for said in found]
    True
    """
    return tuple(_claimed().get((task, cell.metric, cell.constraint), ()))


@cache
def _claimed() -> Mapping[tuple[str, str, str], list[Said]]:
    """Return what all publications say, by task, metric and constraint."""
    found: dict[tuple[str, str, str], list[Said]] = defaultdict(list)
    for publication in publications():
        file = read(publication)
        for table in file.tables:
            for cell, said in _of_table(file, table):
                found[cell].append(said)
    return dict(found)


def _of_table(file: ClaimFile, table: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str, str], Said]]:
    if "constraint" not in table:
        return
    constraint = table["constraint"] if isinstance(table["constraint"], str) else table["constraint"][0]
    for name, subject, expects in _named(file, table):
        metric = file.names[name][0].removeprefix("-")
        key = ".".join((file.publication, table["key"], slug(subject)))
        said = Said(key, file.publication, table["place"], table["says"], name, expects)
        yield (table["task"], metric, constraint), said


def _named(file: ClaimFile, table: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each name, whose claim it is in (its own, or that of a family of which none does), and what is expected."""
    for expects in _WORDS:
        for given in table.get(expects, ()):
            yield from ((name, name, expects) for name in file.families.get(given, (given,)))
    for family in table.get("none", ()):
        yield from ((name, family, "fails") for name in file.families.get(family, (family,)))
