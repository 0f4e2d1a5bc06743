"""Gold and system labels side by side, group by group and system by system, and counts of declared classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.files.labels import Labels, Words

Item = str | int


@dataclass(frozen=True)
class Judged:
    """One system on one group of items; ``system`` is None where the files have no output of it, or a ``problem``."""

    group: str
    name: str
    gold: Mapping[Item, str]
    system: Mapping[Item, str] | None
    problem: str = ""

    @property
    def vectors(self) -> tuple[Any, Any] | None:
        """The labels as arrays of numbers in the gold's order, when both have the same items."""
        if isinstance(self.gold, _InOrder) and isinstance(self.system, _InOrder):
            return _numbered(self.gold.labels), _numbered(self.system.labels)
        if self.system is None or self.gold.keys() != self.system.keys():
            return None
        return _numbered(self.gold.values()), _numbered(map(self.system.__getitem__, self.gold))


class _InOrder(Mapping[Item, str]):
    """The labels of items that are told by their place, none without a label."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = labels

    def __getitem__(self, item: Item) -> str:
        if not isinstance(item, int) or not 0 <= item < len(self.labels):
            raise KeyError(item)
        return self.labels[item]

    def __iter__(self) -> Iterator[Item]:
        return iter(range(len(self.labels)))

    def __len__(self) -> int:
        return len(self.labels)


def judged(
    gold: Labels,
    system: Labels,
    *,
    ignored: Collection[str] = (),
    missing: str = "error",
    ways: Collection[str] = (),
) -> Iterator[Judged]:
    """Yield every system on every group; items whose gold label is ignored are left out of both.

    A gold column that is empty in a whole group yields no system and no items. Under ``missing="error"`` a system
    column that is empty there yields None, and one that lacks a label a problem; otherwise a system may lack items,
    even all. ``ways`` are those to suggest. Raises InputError for items that occur twice, or are in one file only.
    """
    if system is gold and not ignored and (found := list(_side_by_side(gold))):
        yield from found
        return
    there = system.groups()
    others = gold.groups()
    unknown = [group for group in there if group not in others]
    if unknown:
        raise InputError(
            f"{gold.name} has no group {unknown[0]!r} that {system.name} has; leave it out there"
        )
    for group, rows in others.items():
        known = gold.items(rows)
        wanted = _gold(gold, known, ignored)
        if not wanted:
            yield Judged(group, "", {}, None)
            continue
        places = known if system is gold else system.items(there.get(group, []))
        _refuse_extra(gold, system, known, places, group)
        if places.keys() != wanted.keys():
            places = {item: row for item, row in places.items() if item in wanted}
        for name in system.columns.systems:
            yield _of_system(system, name, places, missing, ways, Judged(group, name, wanted, None))


def _side_by_side(labels: Labels) -> Iterator[Judged]:
    """Yield every system of a table without groups, items or gaps; nothing where it has some."""
    columns = labels.columns
    names = [columns.gold or "", *columns.systems]
    if (
        columns.group is not None
        or columns.item is not None
        or any("" in labels.cells[name] for name in names)
    ):
        return
    gold, *systems = (_InOrder(labels.cells[name]) for name in names)
    for name, system in zip(columns.systems, systems, strict=True):
        yield Judged("", name, gold, system)


def _gold(gold: Labels, known: Mapping[Item, int], ignored: Collection[str]) -> dict[Item, str]:
    labels = gold.cells[gold.columns.gold or ""]
    if not any(labels[row] for row in known.values()):
        return {}
    wanted = _looked_up(labels, known)
    if ignored:
        wanted = {item: label for item, label in wanted.items() if label not in ignored}
    if not all(wanted.values()):
        item = next(item for item, label in wanted.items() if not label)
        raise InputError(
            f"{gold.place(known[item])}: item {item!r} has no gold label; give one, or leave such items "
            "out with --gold-ignore ''"
        )
    return wanted


def _refuse_extra(
    gold: Labels, system: Labels, known: Mapping[Item, int], places: Mapping[Item, int], group: str
) -> None:
    if not places.keys() <= known.keys():
        extra = [item for item in places if item not in known]
        where = f" of group {group!r}" if group else ""
        raise InputError(
            f"{system.place(places[extra[0]])}: item {extra[0]!r}{where} is not in the gold ({gold.name}); "
            f"give both the same items ({len(extra)} are only here)"
        )


def _numbered(labels: Iterable[str]) -> Any:
    """Number labels from 0 in the order of their first items."""
    if isinstance(labels, Words):
        return np.array(labels.numbers, dtype=np.int64)
    each = list(labels)
    numbers = {label: number for number, label in enumerate(dict.fromkeys(each))}
    return np.fromiter(map(numbers.__getitem__, each), dtype=np.int64, count=len(each))


def _looked_up(labels: Sequence[str], places: Mapping[Item, int]) -> dict[Item, str]:
    return dict(zip(places, map(labels.__getitem__, places.values()), strict=True))


def _of_system(
    system: Labels, name: str, places: Mapping[Item, int], missing: str, ways: Collection[str], none: Judged
) -> Judged:
    labels = system.cells[name]
    found = _looked_up(labels, places)
    if not all(found.values()):
        found = {item: label for item, label in found.items() if label}
    if missing != "error" or len(found) == len(places):
        return replace(none, system=found) if found or missing != "error" else none
    if not found:
        return none
    item, row = next((item, row) for item, row in places.items() if not labels[row])
    others = " or ".join(way for way in ways if way != "error")
    remedy = f"give one, or pass --missing {others}" if others else "give every item one"
    return replace(
        none, problem=f"{system.place(row)}: system {name!r} has no label for item {item!r}; {remedy}"
    )


MOST_CLASSES = 1000


def counted(labels: Iterable[str], classes: int | Sequence[str], side: str) -> list[int]:
    """Return the number of labels of every class, lowest class first.

    ``classes`` are the names of the classes in order, or how many there are for labels from 1 on. Raises InputError for
    a label that is no declared class, and for fewer than two classes.

    >>> counted(["2", "3", "2"], 3, "gold")
    [0, 2, 1]
    """
    if (len(classes) if not isinstance(classes, int) else classes) > MOST_CLASSES:
        raise InputError(f"more than {MOST_CLASSES} classes are not possible; give 2 to {MOST_CLASSES}")
    names = [str(number) for number in range(1, classes + 1)] if isinstance(classes, int) else list(classes)
    if len(names) < 2 or len(set(names)) < len(names) or "" in names:
        shown = ", ".join(name or "''" for name in names) or "none"
        raise InputError(f"the classes {shown} are not possible; give 2 or more different ones, lowest first")
    found = Counter(labels)
    odd = next((label for label in found if label not in names), None)
    if odd is not None:
        raise InputError(f"{side} has the label {odd!r}; the declared classes are {', '.join(names)}")
    return [found[name] for name in names]
