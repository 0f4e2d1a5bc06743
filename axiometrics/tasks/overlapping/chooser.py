"""What an overlapping-clustering constraint is about: a gold family of sets, and the families that are judged by it.

A generator asks a chooser for families, for one of several things, and for numbers, and returns a `Template`; or it
returns a constraint of plain clusterings to be embedded: its focal clusters within a rest that may overlap them.

Changes of a family of sets are here, too, and how what they make compares with the family itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, TypeVar

from axiometrics.formulas.arithmetics.signs import Sign
from axiometrics.tasks import chooser

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


Order = Literal["same", "fewer", "more", "any"]


@dataclass(frozen=True)
class Comparison:
    """How the sets of a family compare with those of another one that has all its items.

    ``items`` compares in how many sets each item is, ``pairs`` in how many each two items are together, equal ones
    included: of none fewer or more than there. ``differs`` names what is known to differ for some of them.
    ``contained``: every set is part of one there; ``containing``: every set there is part of one.
    """

    items: Order = "any"
    pairs: Order = "any"
    differs: frozenset[str] = frozenset()
    contained: bool = False
    containing: bool = False


SAME = Comparison("same", "same", contained=True, containing=True)
"""The family itself."""
ANYTHING = Comparison()
"""Any family."""
_FEWER = Comparison("fewer", "fewer", frozenset({"items", "pairs"}), contained=True)
PART = _FEWER
"""Without some of the sets: their items are in fewer."""


@dataclass(frozen=True)
class Change:
    """All that can be made of a family, and how it compares; ``flat`` says that this needs a family without overlap.

    What is made may be a function that makes families; the comparison is then such a function too.
    """

    options: Callable[[Family], Sequence[Any]]
    comparison: Any
    flat: bool = False


@dataclass(frozen=True)
class Beside:
    """How a family compares with that of another output, over the same items and judged by the same gold.

    ``pairs`` is "any" unless the family has some two items (or one, with itself) together more often, and none less
    often: where it has, gold has them together at least as often as the family ("needed"), or at most as often as the
    other one ("wrong"); ``sure`` says that gold has some of those together. ``items``: each item is in as many sets, or
    none is in fewer and some in more. ``joined``: it is the other family with two sets, which have no item in common,
    as one. ``pure``: the sets of either that the other one has not are parts of categories, and ``items`` the same.
    """

    pairs: Literal["any", "needed", "wrong"] = "any"
    items: Literal["same", "more"] = "same"
    sure: bool = False
    joined: bool = False
    pure: bool = False

    def gain(self, domain: str) -> Sign | None:
        """Return the sign of what a sum of shares, or of best cells, has more here than in the other family.

        * As needed: of what gold has, more is there. The share of whatever is together more often in clusters is 1
          before and after, or comes to be; no item's mean share falls when such are added to it.
        * Wrongly: of what gold has, all was there before. In clusters the share of whatever gold has together falls;
          and what gold has not together comes to a mean with the share 0.
        * Two clusters as one, as needed: pairs of both add the share 1 each. With s and t items, and sums of shares
          S <= s^2 and T <= t^2, (S + T + 2st)/(s + t) - S/s - T/t = (t/s (s^2 - S) + s/t (t^2 - T))/(s + t) >= 0.
        * Two clusters as one: a category has the items of both there. The most of one category there are no more than
          the most in each, and all items of either where they are of one category.
        """
        if domain == "best_in_cluster":
            return "zero" if self.pure else "nonpositive" if self.joined else None
        if domain == "best_in_category":
            return "nonnegative" if self.joined else None
        if self.pairs == "any":
            return None
        if domain in ("gold_companions", "gold_occurrence_pairs"):
            return "positive" if self.pairs == "needed" else "zero"
        if domain == "companions":
            return "nonnegative" if self.pairs == "needed" else "negative" if self.sure else "nonpositive"
        return "nonnegative" if self.joined and self.pairs == "needed" else None


def _replaced(family: Family, place: int, *parts: frozenset[int]) -> Family:
    """The family with other sets in the place of one; empty ones are left out."""
    return (*family[:place], *(part for part in parts if part), *family[place + 1 :])


def _shrunk(family: Family, *, last: bool) -> list[Family]:
    places = [
        (place, item)
        for place, part in enumerate(family)
        for item in sorted(part)
        if (sum(item in other for other in family) == 1) == last
        and family[:place].count(part) == 0
        and (len(part) > 1 or len(family) > 1)
    ]
    return [_replaced(family, place, family[place] - {item}) for place, item in places]


SHRUNK = Change(lambda family: _shrunk(family, last=False), _FEWER)
"""With an item less in a set, which is in another set too: the item is in fewer."""
REMOVED = Change(lambda family: _shrunk(family, last=True), _FEWER)
"""Without an item, which is in one set: the item is in fewer."""


def _splits(family: Family) -> list[Family]:
    return [
        _replaced(family, place, left, part - left)
        for place, part in enumerate(family)
        if part not in family[:place]
        for left in _halves(part)
    ]


def _halves(part: frozenset[int]) -> list[frozenset[int]]:
    """The parts of a set with its first item, all but the set itself."""
    first, *others = sorted(part)
    return [frozenset({first, *side}) for count in range(len(others)) for side in combinations(others, count)]


SPLIT = Change(_splits, Comparison("same", "fewer", frozenset({"pairs"}), contained=True))
"""With one set as two: every item is in one of the two, and two items are in different ones."""


def _joined(family: Family) -> list[Family]:
    pairs = combinations(range(len(family)), 2)
    places = {(family[i], family[j]): (i, j) for i, j in reversed(list(pairs))}
    return [
        (family[i] | family[j], *(part for place, part in enumerate(family) if place not in (i, j)))
        for i, j in sorted(places.values())
    ]


JOINED = Change(_joined, Comparison("fewer", "any", frozenset({"pairs"}), containing=True))
"""With two sets as one: an item of both is in one less, and the union holds both.

Items of both are together less often, and without such items those of one are together with those of the other.
"""


def _repeated(family: Family, part: frozenset[int]) -> Callable[[int], Family]:
    return lambda times: (*family, *[part] * times)


def _repetition(times: Any) -> Comparison:
    """Of a number, or an expression that knows whether it is positive."""
    some = times > 0 if isinstance(times, int) else bool(times.is_positive)
    differs = frozenset({"items", "pairs"} if some else ())
    return Comparison("more", "more", differs, contained=True, containing=True)


REPEATED = Change(lambda family: [_repeated(family, part) for part in dict.fromkeys(family)], _repetition)
"""With further copies of a set: its items are in more."""


def _whole(family: Family) -> Family:
    items = frozenset().union(*family)
    return (items,) if len(items) > 1 else ()


def _alone(family: Family) -> Family:
    return tuple(frozenset({item}) for item in sorted(frozenset().union(*family)))


WHOLE = Change(
    lambda family: [_whole(family)] if _whole(family) else [],
    Comparison("same", "more", containing=True),
    flat=True,
)
"""One set of all items: every two are together once, which without overlap they are at most."""
CHEAT = Change(
    lambda family: [(*_whole(family), *_alone(family))] if _whole(family) else [],
    Comparison("more", "more", frozenset({"items", "pairs"}), containing=True),
    flat=True,
)
"""One set of all items, and every item alone: it is then in two sets."""

BESIDE: Mapping[tuple[Change, Change], Beside] = {
    (REPEATED, REPEATED): Beside("wrong", "more", sure=True),
    (CHEAT, WHOLE): Beside("wrong", "more", sure=True),
}
"""How what is made of gold by one change compares with what is made of it by another one.

More copies of a set of gold hold its items together more often, and so did fewer copies than gold did. An item that is
alone once more is with itself twice, and it was once, as in gold.
"""


def unlike(gold: Family) -> Change:
    """Return what keeps a family that is not the given one."""
    return Change(lambda other: [] if _sorted(other) == _sorted(gold) else [other], ANYTHING)


def _sorted(family: Family) -> list[list[int]]:
    return sorted(map(sorted, family))
