"""What a clustering constraint is about: the few clusters that differ, within an arbitrary rest.

A generator asks a chooser for sizes and for the rest of the clustering, and returns a `Template`: named outputs, each a
list of groups of clusters. Sizes are integers when cases are made and symbols when they are proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.tasks import chooser
from axiometrics.tasks.choosing import Answers


class WholeWanted(Exception):
    """A generator asks for whole clusterings, which this chooser does not make."""


class Chooser(chooser.Chooser):
    """Where a generator gets its sizes from; ``structures`` are the names of those that shape the case."""

    reach = 1000

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self.structures: list[str] = []

    def structure(self, name: str, low: int = 1) -> int:
        """Return a number that shapes the case (how many parts): always an integer, so it has no symbolic reading."""
        self.structures.append(name)
        return self.answers.number(name, low, reach=12)

    def context(self, *shared: str) -> Context:
        """Return the rest of the clustering; it may hold items of the ``shared`` focal categories, of no others."""
        return Context(shared)

    def clustering(self, *_: object, **__: object) -> Any:
        """Refuse: whole clusterings are made by a chooser of their own."""
        raise WholeWanted

    half = partitions = times = block_sizes = rewritten = error_shares = place = require = clustering


@dataclass(frozen=True)
class Each:
    """``members`` categories of one name (u_1, ..., u_m), with ``count`` items of each."""

    members: Any
    count: Any = 1


def each(members: object, count: object = 1) -> Each:
    """Say that a cluster holds ``count`` items of each of ``members`` different categories."""
    return Each(members, count)


@dataclass(frozen=True)
class Part:
    """``count`` items of a category (of each of its ``members`` members) in one cluster."""

    category: str
    count: Any
    members: Any = 1


@dataclass(frozen=True)
class Group:
    """``times`` equal clusters; with several copies, the k-th one holds the k-th member of each category's family."""

    parts: tuple[Part, ...]
    times: Any = 1

    @property
    def size(self) -> Any:
        """Items in one of the clusters."""
        return sum(part.count * part.members for part in self.parts)


def cluster(**parts: object) -> Group:
    """Describe one cluster by the items of each category it holds.

    >>> cluster(A=3, z=1).size
    4
    """
    return Group(tuple(_part(name, held) for name, held in parts.items()))


def copies(times: object, **parts: object) -> Group:
    """Describe ``times`` clusters, each with categories of its own family."""
    return Group(tuple(_part(name, held) for name, held in parts.items()), times)


def _part(name: str, held: object) -> Part:
    return Part(name, held.count, held.members) if isinstance(held, Each) else Part(name, held)


@dataclass(frozen=True)
class Context:
    """The rest of the clustering, known only to the chooser; ``shared`` focal categories may occur in it."""

    shared: tuple[str, ...] = ()

    def with_clusters(self, **outputs: Sequence[Group]) -> Template:
        """Return the template whose outputs are this context plus the given clusters."""
        return Template(self, {name: tuple(groups) for name, groups in outputs.items()})


@dataclass(frozen=True)
class Template:
    """The focal clusters of each output."""

    context: Context
    outputs: Mapping[str, tuple[Group, ...]]

    @property
    def size(self) -> Any:
        """Focal items."""
        return sum(group.times * group.size for group in next(iter(self.outputs.values())))

    def families(self) -> dict[str, Any]:
        """Return how many members each focal category has."""
        members: dict[str, Any] = {}
        for group in next(iter(self.outputs.values())):
            for part in group.parts:
                members.setdefault(part.category, group.times * part.members)
        return members

    def totals(self, output: str) -> dict[str, Any]:
        """Return the focal items of each category (of one member of its family) in an output."""
        totals: dict[str, Any] = {}
        families = self.families()
        for group in self.outputs[output]:
            for part in group.parts:
                held = part.count * part.members * group.times
                members = families.get(part.category, group.times * part.members)
                totals[part.category] = totals.get(part.category, 0) + _shared_out(held, members)
        return totals

    def cells(self, output: str) -> list[tuple[int, str, int, int]]:
        """Return concrete cells (cluster, category, member, count); clusters are numbered from 0."""
        found: list[tuple[int, str, int, int]] = []
        number = 0
        for group in self.outputs[output]:
            for copy in range(group.times):
                for part in group.parts:
                    members = range(part.members) if group.times == 1 else (copy,)
                    found += [(number, part.category, member, part.count) for member in members]
                number += 1
        return found


Generator = Callable[..., Template]


def _shared_out(items: Any, members: Any) -> Any:
    """Divide exactly, also when both are integers."""
    return items * Fraction(1, members) if isinstance(members, int) else items / members
