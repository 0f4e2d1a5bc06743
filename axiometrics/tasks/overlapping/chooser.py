"""What an overlapping-clustering constraint is about: a gold family of sets, and the families that are judged by it.

A generator asks a chooser for families, for one of several things, and for numbers, and returns a `Template`; or it
returns a constraint of plain clusterings to be embedded: its focal clusters within a rest that may overlap them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from axiometrics.tasks import chooser

if TYPE_CHECKING:
    from axiometrics.tasks.overlapping.changes import Change

__all__ = ["Changed", "Chooser", "Embedded", "Family", "Generator", "Template", "judged"]

Family = tuple[frozenset[int], ...]
"""Sets of items; equal sets may occur several times."""

Changed = Literal["needed", "wrong"]
T = TypeVar("T")


class Chooser(chooser.Chooser):
    """Where a generator gets its parts from; one that makes cases knows families."""

    reach = 6

    def family(self, *, overlap: bool = True) -> Family:
        """Return any family of sets; without overlap, every item is in one set.

        It has at most half of a case's occurrences: some output must have as many as the gold.
        """
        raise NotImplementedError

    def beside(self, family: Family, *, overlap: bool = True) -> Family:
        """Return any family of sets over the same items, also the same family."""
        raise NotImplementedError

    def part(self, family: Family) -> Family:
        """Return the family without some of its sets, in which every item is still in a set."""
        raise NotImplementedError

    def changed(self, family: Family, change: Change) -> Any:
        """Return what a change makes of a family; a case in which it makes nothing does not exist."""
        return self.answers.one_of(change.options(family))

    def one_of(self, name: str, options: Sequence[T]) -> T:
        """Return one of the options; a case in which there is none does not exist."""
        return self.answers.one_of(options)


@dataclass(frozen=True)
class Template:
    """The gold and the judged families by output name."""

    gold: Family
    outputs: Mapping[str, Family]

    @property
    def size(self) -> int:
        """Occurrences in the gold and in the largest output."""
        return occurrences(self.gold) + max(map(occurrences, self.outputs.values()))


@dataclass(frozen=True)
class Embedded:
    """A generator of plain clusterings, whose focal sets stand among other sets that may overlap them.

    The rest is any further clusters, the same in every output, and any further categories. Two items that the outputs
    put together differently often belong together as the constraint means it: with ``changed="needed"`` the gold has
    them together at least as often as the output that has them together more often, with ``changed="wrong"`` at most
    as often as the one that has them together less often. Where ``merged``, focal sets may overlap each other too.
    """

    generator: Callable[..., Any]
    changed: Changed
    merged: bool = True
    rest: bool = True


Generator = Callable[..., Template | Embedded]


def occurrences(family: Family) -> int:
    """Return the sum of the sizes of a family's sets."""
    return sum(map(len, family))


def judged(gold: Family, **outputs: Family) -> Template:
    """Describe the outputs and the gold that judges them.

    >>> judged((frozenset({0, 1}),), worse=(frozenset({0}), frozenset({1}))).size
    4
    """
    return Template(gold, outputs)
