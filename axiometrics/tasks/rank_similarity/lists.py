"""Two lists of items, in which some may be tied: how they are read, what they share at each depth, and drawn."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from numbers import Integral, Real
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.tasks import drawing
from axiometrics.tasks.abilities import Output

Groups = tuple[tuple[str, ...], ...]
"""A list: groups of tied items, best first."""
Ties = Literal["a", "b", "w"]
"""How an item counts at a depth that its group of tied items spans; see `Lists.reached`."""

_NOTATION = re.compile(r"\s*gold=(.*?)\s+system=(.*?)\s*", re.DOTALL)
_PLACE = re.compile(r"\(([^()]+)\)|([^\s()]+)")
SIDES = ("gold", "system")


@dataclass(frozen=True)
class Lists(Output):
    """Two lists of distinct items; each may have items that the other lacks.

    >>> found = Lists.from_notation("gold=b a d system=a (b c)")
    >>> found.lengths, found.common, found.depth_rows("a")[1][1:3] == (Fraction(3, 2),) * 2
    ((3, 3), 2, True)
    """

    gold: Groups
    system: Groups

    @classmethod
    def of(cls, gold: Iterable[Any], system: Iterable[Any]) -> Lists:
        """Read two lists, whose entries are items or collections of tied items; raises InputError."""
        return cls(_groups(gold, "gold"), _groups(system, "system"))

    @classmethod
    def from_notation(cls, text: str) -> Lists:
        """Read ``gold=b a d system=a (b c)``, tied items in brackets; raises InputError."""
        found = _NOTATION.fullmatch(text)
        if found is None or any(_PLACE.sub("", part).strip() for part in found.groups()):
            raise InputError(f"cannot read the lists {text!r}; write both, as in 'gold=b a d system=a (b c)'")
        return cls.of(
            *([tuple((tied or one).split()) for tied, one in _PLACE.findall(part)] for part in found.groups())
        )

    def notation(self) -> str:
        """Write both lists."""
        return " ".join(f"{side}={_written(groups)}" for side, groups in zip(SIDES, self.sides, strict=True))

    @property
    def sides(self) -> tuple[Groups, Groups]:
        """Gold and system."""
        return self.gold, self.system

    @cached_property
    def items(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The items of both lists as they stand."""
        gold, system = (tuple(item for group in groups for item in group) for groups in self.sides)
        return gold, system

    @property
    def lengths(self) -> tuple[int, int]:
        """How many items gold and system have."""
        gold, system = self.items
        return len(gold), len(system)

    @cached_property
    def common(self) -> int:
        """Number of items that both lists have."""
        return len({*self.items[0]} & {*self.items[1]})

    @property
    def tied(self) -> bool:
        """Whether a list has tied items."""
        return any(len(group) > 1 for groups in self.sides for group in groups)

    def exchanged(self) -> Lists:
        """Return the lists with gold and system exchanged."""
        return Lists(self.system, self.gold)

    def to_lists(self) -> tuple[list[str], list[str]]:
        """Return (gold items, system items), tied ones in the order in which they stand."""
        gold, system = self.items
        return list(gold), list(system)

    def to_groups(self) -> tuple[list[list[str]], list[list[str]]]:
        """Return (gold groups, system groups) of tied items."""
        gold, system = ([list(group) for group in groups] for groups in self.sides)
        return gold, system

    def to_run(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return (gold scores, system scores) by item; tied items have equal ones."""
        gold, system = (
            {item: len(groups) - place for place, group in enumerate(groups) for item in group}
            for groups in self.sides
        )
        return gold, system

    @cached_property
    def _spans(self) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]]:
        """For each item the ranks above its group, and the group's size."""
        found = []
        for groups in self.sides:
            above, spans = 0, dict[str, tuple[int, int]]()
            for group in groups:
                spans |= dict.fromkeys(group, (above, len(group)))
                above += len(group)
            found.append(spans)
        return found[0], found[1]

    def reached(self, side: int, depth: int, ties: Ties) -> tuple[set[str], Sequence[str], Fraction | int]:
        """Return the items that a list has above a depth, the group that spans it, and how much of each of that counts.

        Every item of the group counts for the share of the orders that place it there; with ``w`` it counts from the
        group's first rank on.
        """
        above: set[str] = set()
        for group in self.sides[side]:
            left = depth - len(above)
            if left < len(group) and ties != "w":
                return above, group, Fraction(left, len(group))
            if left <= 0:
                break
            above.update(group)
        return above, (), 0

    def depth_rows(self, ties: Ties) -> list[tuple[Any, ...]]:
        """Return for each depth down to the longer list's end what the lists share, and how much they have.

        That is the depth; the overlap if further items of the shorter list are shared as often as those it has; the
        overlap of what is there; how much gold and system have, further items included; and how many of these the
        shorter list has by then.
        """
        shorter, longer = sorted(self.lengths)
        strict = not self.tied
        at_end = self._overlap(shorter, ties)
        rows, seen, shared = [], [set[str](), set[str]()], 0
        for depth in range(1, longer + 1):
            beyond = max(0, depth - shorter)
            if strict:
                for side, items in enumerate(self.items):
                    if depth <= len(items):
                        shared += items[depth - 1] in seen[1 - side]
                        seen[side].add(items[depth - 1])
                have: list[Any] = [depth, depth]
                overlap: Any = shared
            else:
                overlap = self._overlap(depth, ties)
                like_a = ties == "b" and beyond  # further items have no ties that a norm could know
                have = [depth, depth] if like_a else [self._weight(side, depth, ties) for side in (0, 1)]
            rows.append((depth, overlap + Fraction(beyond * at_end, shorter), overlap, *have, beyond))
        return rows

    def _overlap(self, depth: int, ties: Ties) -> Any:
        (gold, first, share), (system, second, other) = (self.reached(side, depth, ties) for side in (0, 1))
        partly = share * len(system.intersection(first)) + other * len(gold.intersection(second))
        return len(gold & system) + partly + share * other * len({*first}.intersection(second))

    def _weight(self, side: int, depth: int, ties: Ties) -> Any:
        above, group, share = self.reached(side, depth, ties)
        return len(above) + len(group) * share**2 + max(0, depth - self.lengths[side])

    def pair_rows(self) -> list[tuple[int]]:
        """Return for every two shared items 1 where both lists have them in one order, -1 in two, 0 for ties."""
        gold, system = self._spans
        both = [item for item in gold if item in system]
        return [
            (_sign(gold[one][0] - gold[other][0]) * _sign(system[one][0] - system[other][0]),)
            for place, one in enumerate(both)
            for other in both[:place]
        ]

    def item_rows(self) -> list[tuple[Fraction]]:
        """Return for every item of the system below rank 1 which share of those above it is above it in gold too.

        Of ties it is the mean over their orders. None where the lists have other items.
        """
        if {*self.items[0]} != {*self.items[1]}:
            return []
        gold, _ = self._spans
        found: list[tuple[Fraction]] = []
        higher: list[int] = []  # of the items in the groups before: how many gold has above each one's group
        for group in self.system:
            beside = sorted(gold[item][0] for item in group)
            above, size = len(higher), len(group)
            for item in group:
                earlier, others = (_halves(known, gold[item][0]) for known in (higher, beside))
                shares = [Fraction((others - 1) * place, max(1, size - 1)) for place in range(size)]
                found += [
                    ((earlier + share) / (2 * (above + place) * size),)
                    for place, share in enumerate(shares)
                    if above + place
                ]
            higher = sorted(higher + beside)
        return found

    def canonical(self) -> Hashable:
        """Return the lists with the items numbered in the order in which they come."""
        names = {
            item: f"i{place}" for place, item in enumerate(dict.fromkeys((*self.items[0], *self.items[1])), 1)
        }
        gold, system = (
            tuple(tuple(sorted(map(names.__getitem__, group), key=_number)) for group in groups)
            for groups in self.sides
        )
        return Lists(gold, system)


def _number(name: str) -> int:
    return int(name[1:])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _halves(known: Sequence[int], number: int) -> int:
    """Return twice how many of some sorted numbers are smaller, and once how many are equal."""
    return bisect_left(known, number) + bisect_right(known, number)


def _written(groups: Groups) -> str:
    return " ".join(group[0] if len(group) == 1 else f"({' '.join(group)})" for group in groups)


def _groups(given: Iterable[Any], side: str) -> Groups:
    found = tuple(
        tuple(_name(item, side) for item in (entry if isinstance(entry, _GROUP) else (entry,)))
        for entry in given
    )
    items = [item for group in found for item in group]
    twice = next((item for item, count in Counter(items).items() if count > 1), None)
    if twice is not None:
        raise InputError(f"{side} lists the item {twice!r} twice; list every item once")
    if not items or not all(found):
        raise InputError(f"{side} lists no item, or has an empty group; give at least one item")
    return found


_GROUP = (list, tuple, set, frozenset)


def _name(item: object, side: str) -> str:
    """Return an item as text; blanks and brackets, which notation uses, are written as in addresses: %20."""
    if isinstance(item, Integral) or (isinstance(item, float) and item.is_integer()):
        return str(int(item))
    if item is None or isinstance(item, (Real, *_GROUP)) or getattr(item, "shape", None) or not str(item):
        raise InputError(
            f"{side} lists the item {item!r}; items are names or whole numbers, tied ones a list, tuple or set of "
            "these, and scores a dict item -> score"
        )
    return re.sub(r"[\s()]", lambda sign: f"%{ord(sign[0]):02x}", str(item))


def read(gold: object, system: object = None) -> Lists:
    """Read two lists of items, best first, in which a list, tuple or set stands for tied items; gold is the reference.

    Instead of lists there may be dicts from item to score, of which equal ones tie; or notation, or `Lists`, as the
    only argument. Raises InputError.

    >>> read(["b", "a"], [{"a"}, "c"]).notation(), read({"x": 2, "y": 3}, {"x": 1, "y": 1}).notation()
    ('gold=b a system=a c', 'gold=y x system=(x y)')
    """
    if system is None:
        if isinstance(gold, Lists):
            return gold
        if isinstance(gold, str):
            return Lists.from_notation(gold)
        raise InputError("there is no second list; give gold and system, or both in notation")
    return Lists.of(*(_listed(given, side) for given, side in zip((gold, system), SIDES, strict=True)))


def _items(given: Any) -> list[Any]:
    if isinstance(given, str | bytes | set | frozenset):
        raise TypeError
    return list(given)


def _listed(given: Any, side: str) -> Iterable[Any]:
    try:
        known = given if isinstance(given, Mapping) else _items(given)
    except TypeError:
        told = f"{side} is {given!r}; give a list of items, best first (in it a set of tied ones), or a dict of scores"
        raise InputError(told) from None
    if not isinstance(known, Mapping):
        return known
    strange = next(
        (item for item, score in given.items() if not isinstance(score, Real | Decimal) or score != score),
        None,
    )
    if strange is not None:
        told = f"{side} gives the item {strange!r} the score {given[strange]!r}"
        raise InputError(f"{told}; give every item a number")
    groups: dict[Any, list[Any]] = {}
    for item, score in given.items():
        groups.setdefault(score, []).append(item)
    return [groups[level] for level in sorted(groups, reverse=True)]


_STEP, _ROW, _LABEL, _HEAD, MOST = 26, 32, 60, 26, 40


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named pairs of lists; * marks the ranks at which they differ.

    >>> print(outputs_text({"worse": "gold=a b system=a c", "better": "gold=a b system=a b"}))
    worse   gold  a  b   system  a *c
    better  gold  a  b   system  a *b
    """
    drawn, changed = _read(outputs)
    return drawing.named_lines(
        {
            name: "   ".join(
                f"{side} {_text(groups, marks)}"
                for side, groups, marks in zip(SIDES, lists.sides, changed, strict=True)
            )
            for name, lists in drawn.items()
        }
    )


def _read(outputs: Mapping[str, str]) -> tuple[dict[str, Lists], list[Collection[int]]]:
    """Return the lists, and at which ranks, from 0, those of gold and of the system differ."""
    found = {name: Lists.from_notation(written) for name, written in outputs.items()}
    return found, [drawing.differing([lists.items[side] for lists in found.values()]) for side in (0, 1)]


def _text(groups: Groups, changed: Collection[int]) -> str:
    tokens, rank = [], 0
    for group in groups:
        marks = ["*" if rank + place in changed else " " for place in range(len(group))]
        parts = [mark + item for mark, item in zip(marks, group, strict=True)]
        tokens.append(" ".join(parts) if len(group) == 1 else f"({' '.join(parts)})")
        rank += len(group)
    return " ".join(tokens)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named pairs of lists one below the other: shared items are filled, tied ones in one frame.

    >>> outputs_svg({"worse": "gold=a b system=(b c)"}).count("<rect")
    6
    """
    drawn, changed = _read(outputs)
    most = max(max(lists.lengths) for lists in drawn.values())
    if most > MOST:
        raise InputError(f"a list of {most} items is too long to be drawn; {MOST} are possible")
    parts, top = [], drawing.MARGIN
    for name, lists in drawn.items():
        parts.append(drawing.heading(drawing.MARGIN, name, top + 12))
        shared = {*lists.items[0]} & {*lists.items[1]}
        for row, (side, groups) in enumerate(zip(SIDES, lists.sides, strict=True)):
            parts.append(_row(side, groups, (shared, changed[row]), top + _HEAD + row * _ROW))
        top += _HEAD + 2 * _ROW + drawing.MARGIN
    return drawing.svg_document(2 * drawing.MARGIN + _LABEL + most * _STEP, top, parts, outputs, title)


def _row(
    side: str, groups: Sequence[Sequence[str]], marks: tuple[Collection[str], Collection[int]], top: int
) -> str:
    (shared, changed), rank = marks, 0
    parts = [drawing.text(drawing.MARGIN, top + 18, side, 12)]
    for group in groups:
        left = drawing.MARGIN + _LABEL + rank * _STEP
        if len(group) > 1:
            parts.append(
                drawing.element(
                    "rect",
                    x=left,
                    y=top,
                    width=_STEP * len(group) - 2,
                    height=26,
                    rx=5,
                    fill="none",
                    stroke="#707070",
                )
            )
        for place, item in enumerate(group):
            outline = drawing.CHANGED if rank + place in changed else {"stroke": "#4a6f9c"}
            x, fill = left + place * _STEP + 3, drawing.GRADES[1] if item in shared else drawing.GRADES[0]
            parts.append(
                drawing.element("rect", x=x, y=top + 3, width=_STEP - 8, height=20, fill=fill, **outline)
            )
            parts.append(drawing.text(x + _STEP // 2 - 4, top + 17, item, 11, text_anchor="middle"))
        rank += len(group)
    return "".join(parts)
