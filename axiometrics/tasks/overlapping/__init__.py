"""Overlapping clusterings: an item may be in several gold categories and in several system clusters.

Here is one output, as users give it, and its pictures, `view` what metrics see, in many of them at once, with
`occurrences` a row each. `chooser` is what constraints ask for, `cases` by `enumeration`, also around plain
clusterings, and `random_cases` what they give, `symbolic` the parametric ones of proofs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.drawing import Panel, compared, named_lines, panels_svg, panels_text
from axiometrics.tasks.users_data import (
    in_braces,
    is_nothing,
    letters,
    require_missing,
    require_same_form,
    require_same_items,
    sets,
    sides,
)

Family = tuple[tuple[int, ...], ...]
Masks = tuple[int, ...]
"""Sets of items as bits."""


@dataclass(frozen=True)
class Families(Output):
    """The gold categories and the system clusters as tuples of item numbers; equal sets count once each.

    Items are numbered from 0 without gaps. An item that the system leaves out is in no cluster.

    >>> both = Families.from_notation("{a b}{a c} | {a b}{c}")
    >>> both.items, both.cluster_occurrences, both.category_occurrences
    (3, 4, 3)
    """

    gold: Family
    system: Family

    @classmethod
    def from_sets(cls, gold: Iterable[Iterable[Hashable]], system: Iterable[Iterable[Hashable]]) -> Families:
        """Read two families of item names; items are numbered in order of first appearance in the gold."""
        numbers: dict[Hashable, int] = {}

        def numbered(family: Iterable[Iterable[Hashable]]) -> Family:
            return tuple(tuple(numbers.setdefault(item, len(numbers)) for item in part) for part in family)

        categories = numbered(gold)
        return cls(categories, numbered(system))

    @classmethod
    def from_notation(cls, text: str) -> Families:
        """Read ``{a b}{a c} | {a b}{c}``: the system's clusters, a bar, the gold's categories; raises InputError."""
        system, gold = parse(text)
        for side, family in (("system", system), ("gold", gold)):
            if not family or not all(family):
                raise InputError(
                    f"{side} of {text!r} has {'an empty' if family else 'no'} set; write its items"
                )
            for part in family:
                if len(set(part)) < len(part):
                    raise InputError(
                        f"{side} of {text!r} names an item twice in one set: {in_braces([part])}; write it once"
                    )
        names = sorted({name for part in (*gold, *system) for name in part}, key=_natural)
        known = {name: number for number, name in enumerate(names)}
        return cls(
            *(tuple(tuple(sorted(map(known.__getitem__, part))) for part in f) for f in (gold, system))
        )

    @cached_property
    def items(self) -> int:
        """Number of items."""
        return len({item for part in (*self.gold, *self.system) for item in part})

    @cached_property
    def cluster_occurrences(self) -> int:
        """Sum of the sizes of the clusters."""
        return sum(map(len, self.system))

    @cached_property
    def category_occurrences(self) -> int:
        """Sum of the sizes of the categories."""
        return sum(map(len, self.gold))

    @property
    def occurrences(self) -> int:
        """Occurrences of items in clusters and in categories."""
        return self.cluster_occurrences + self.category_occurrences

    def to_sets(self) -> tuple[list[set[int]], list[set[int]]]:
        """Return (gold categories, system clusters) as lists of sets of item numbers."""
        return [set(part) for part in self.gold], [set(part) for part in self.system]

    def to_dicts(self) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
        """Return (gold, system) as dicts from item to its set of labels; labels are the sets' numbers."""
        return _labels(self.gold), _labels(self.system)

    def as_clustering(self) -> Any:
        """Return the contingency table, where every item has one category and one cluster; else raise InputError."""
        gold, system = self.to_dicts()
        every = (*gold.values(), *system.values())
        if gold.keys() != system.keys() or any(len(found) > 1 for found in every):
            told = "a clustering gives every item one label on each side"
            raise InputError(f"{self.notation()} overlaps; {told}")
        pairs = ((next(iter(system[item])), next(iter(gold[item]))) for item in gold)
        return Table.from_pairs(Counter[tuple[Hashable, Hashable]](pairs))

    def seen_as(self, task: str) -> Any:
        """Return the output as another task judges it: ``clustering``, where nothing overlaps."""
        if task != "clustering":
            raise InputError(f"overlapping clusterings cannot be read as {task!r}; give 'clustering'")
        return self.as_clustering()

    def transpose(self) -> Families:
        """Exchange gold and system."""
        return Families(self.system, self.gold)

    def notation(self, names: Sequence[str] | None = None) -> str:
        """Write both families; items are named a, b, ... unless names are given.

        >>> Families(((0, 1), (2,)), ((0, 1), (0, 2))).notation()
        '{a b}{a c} | {a b}{c}'
        """
        return f"{self.family_notation(self.system, names)} | {self.family_notation(self.gold, names)}"

    def family_notation(self, family: Family, names: Sequence[str] | None = None) -> str:
        """Write one of the families."""
        name = names.__getitem__ if names else letters
        return in_braces([[name(item) for item in part] for part in family])


def _labels(family: Family) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for label, part in enumerate(family):
        for item in part:
            found.setdefault(item, set()).add(label)
    return found


def _natural(name: str) -> tuple[int, str, int]:
    """Sort a, b, ..., z, a1, ...; 2 before 10."""
    head = name.rstrip("0123456789")
    return (int(name[len(head) :] or -1), head, 0)


def parse(text: str) -> tuple[list[list[str]], list[list[str]]]:
    """Return the item names of every cluster and of every category.

    >>> parse("{a b}{a c} | {a b}{c}")
    ([['a', 'b'], ['a', 'c']], [['a', 'b'], ['c']])
    """
    example = "'{a b}{a c} | {a b}{c}'"
    refusal = f"cannot read {text!r}; write the clusters, a bar, and the gold categories, as in {example}"
    system, gold = (
        sets(side, f"cannot read the sets {side.strip()!r}; write each in braces, as in '{{a b}}{{a c}}'")
        for side in sides(text, refusal)
    )
    return system, gold


def rows(items: int, occurrences: int, most: int | None = None) -> Iterator[Masks]:
    """Yield every multiset of non-empty sets of items with so many occurrences, in descending order of the masks."""
    largest = (1 << items) - 1 if most is None else most
    if not occurrences:
        yield ()
        return
    for mask in range(largest, 0, -1):
        if (size := mask.bit_count()) <= occurrences:
            yield from ((mask, *rest) for rest in rows(items, occurrences - size, mask))


def mask_of(items: Iterable[int]) -> int:
    """Write different items as a mask.

    >>> mask_of({0, 2})
    5
    """
    return sum(1 << item for item in items)


def items_of(mask: int) -> tuple[int, ...]:
    """Return the items of a mask, ascending.

    >>> items_of(5)
    (0, 2)
    """
    return tuple(item for item in range(mask.bit_length()) if mask >> item & 1)


def union(masks: Iterable[int]) -> int:
    """Return the mask of the items of all masks.

    >>> union([1, 4])
    5
    """
    return reduce(or_, masks, 0)


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs and their gold as lines: sets that not all outputs have come first, each marked ``*``.

    >>> print(outputs_text({"worse": "{a}{b}{c} | {a b}{c}", "better": "{a b}{c} | {a b}{c}"}))
    worse   *{a}*{b}   {c}
    better  *{a b}     {c}
    gold    {a b}{c}
    """
    panels, golds = _panels(outputs)
    lines = [named_lines(panels_text(panels, in_braces) | {"gold": gold}) for gold in sorted(golds)]
    return "\n".join([lines[0], *(line.splitlines()[-1] for line in lines[1:])])


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs and their gold side by side: a box for each set, an item looks the same in all of its boxes.

    The sets that not all outputs have come first and are outlined.

    >>> drawn = outputs_svg({"worse": "{a}{b} | {a b}", "better": "{a b} | {a b}"})
    >>> drawn.count('class="changed"'), drawn.count('class="unchanged"')
    (3, 1)
    """
    panels, golds = _panels(outputs)
    panels += [Panel("gold", [], gold, apart=True) for gold in golds.values()]
    return panels_svg(panels, outputs, title)


def _panels(outputs: Mapping[str, str]) -> tuple[list[Panel], dict[str, list[list[str]]]]:
    """Return the systems' clusters compared, and the different golds in notation and as sets."""
    families = {name: parse(text) for name, text in outputs.items()}
    golds = {in_braces(gold): gold for _, gold in families.values()}
    return compared({name: system for name, (system, _) in families.items()}), golds


Missing = Literal["error", "excluded", "singleton"]
Named = Sequence[Sequence[Hashable]]


def read(gold: object, system: object = None, *, missing: Missing = "error") -> Families:
    """Read a gold and a system output in any of the accepted forms (both in the same form).

    Dicts from item to its labels (a set, list or tuple of them, or one label), or lists of sets of items (lists count
    as sets, but may not name an item twice); or, with no system, `Families` or the notation. An item that the system
    leaves out is refused, or ``missing="excluded"``: then it is in no cluster, or ``"singleton"``: alone in one.
    Raises InputError. Cost O(occurrences).

    >>> read({1: ["x", "y"], 2: "x"}, {1: "u", 2: "u"}).notation()
    '{a b} | {a b}{a}'
    """
    require_missing(missing, ("error", "excluded", "singleton"))
    if system is None:
        return _alone(gold, missing)
    require_same_form(gold, system, "as dicts item -> labels, or as lists of sets")
    return _compared(_named(gold, "gold"), _named(system, "system"), missing)


def _alone(given: object, missing: Missing) -> Families:
    if isinstance(given, str):
        known = Families.from_notation(given)
        system, gold = parse(given)
        return _compared(gold, system, missing, known)
    if not isinstance(given, Families):
        raise InputError(
            f"cannot read {given!r} without a system; give gold and system, or a text such as '{{a b}}{{a}} | {{a b}}'"
        )
    return _compared(
        [list(part) for part in given.gold], [list(part) for part in given.system], missing, given
    )


def _named(family: Any, side: str) -> Named:
    if isinstance(family, Mapping):
        return _sets_of(family, side)
    if isinstance(family, str | bytes | set | frozenset):
        raise InputError(f"{side} is {family!r}; give a list of sets of items, or a dict item -> labels")
    try:
        parts = [_items(part, place, side) for place, part in enumerate(family)]
    except TypeError as error:
        raise InputError(
            f"{side} is {family!r}; give a list of sets of items, or a dict item -> labels"
        ) from error
    return parts


def _items(part: Any, place: int, side: str) -> list[Hashable]:
    """Return the items of one set, each once."""
    if isinstance(part, str | bytes | Mapping):
        raise InputError(f"set {place} of {side} is {part!r}; give a set or list of items")
    items = list(part)
    if not items:
        raise InputError(f"set {place} of {side} is empty; leave it out, or give it items")
    seen: set[Hashable] = set()
    for item in items:
        _refuse_nothing(item, side)
        if item in seen:
            raise InputError(f"item {item!r} is twice in set {place} of {side}; write it once")
        seen.add(item)
    return items


def _sets_of(labels: Mapping[Hashable, Any], side: str) -> Named:
    """Return the items of each label, labels in order of first appearance."""
    found: dict[Hashable, list[Hashable]] = {}
    for item, given in labels.items():
        _refuse_nothing(item, side)
        own = _labels_of(given, item, side)
        if len(set(own)) < len(own):
            twice = next(label for label in own if own.count(label) > 1)
            raise InputError(f"{side} gives item {item!r} the label {twice!r} twice; write it once")
        for label in own:
            found.setdefault(label, []).append(item)
    return list(found.values())


def _refuse_nothing(item: Hashable, side: str) -> None:
    if is_nothing(item):
        raise InputError(f"{side} has {item!r} for an item; name items by words or numbers")


def _labels_of(given: object, item: Hashable, side: str) -> Sequence[Hashable]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        given = (given,)
    own = list(given)
    if not own:
        word = "category" if side == "gold" else "cluster"
        raise InputError(f"{side} puts item {item!r} into no {word}; give it a label, or leave the item out")
    for label in own:
        if is_nothing(label):
            raise InputError(f"{side} gives item {item!r} the label {label!r}; labels are words or numbers")
    return own


def _compared(gold: Named, system: Named, missing: Missing, known: Families | None = None) -> Families:
    """Refuse families over different items."""
    for side, family in (("gold", gold), ("system", system)):
        if not family and (side == "gold" or missing == "error"):
            raise InputError(f"{side} has no sets; give at least one with an item")
    covered = {item for part in gold for item in part}
    held = {item for part in system for item in part}
    extra = _first_seen(system, covered)
    absent = _first_seen(gold, held)
    remedy = 'put every gold item into a cluster, or pass missing="excluded" or missing="singleton"'
    require_same_items(extra, absent, ("category", "cluster"), remedy if missing == "error" else "")
    if not absent:
        return known or Families.from_sets(gold, system)
    return Families.from_sets(
        gold, system if missing == "excluded" else [*system, *([item] for item in absent)]
    )


def _first_seen(family: Named, other: set[Hashable]) -> list[Hashable]:
    """Return the items of a family that are not among others, in order."""
    return list(dict.fromkeys(item for part in family for item in part if item not in other))
