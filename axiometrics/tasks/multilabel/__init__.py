"""Multi-label and hierarchical classification: every item has a set of gold labels and a list of the system's.

Here is one output and its pictures, `hierarchy` is the inventory of labels, `rows` are many outputs, `view` what
metrics see, with the rows of one output, `reading` what users give, `enumeration` all small outputs, `cases` what
constraints ask for and get, `effects` what they do to items and labels, `symbolic` cases in proofs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks import drawing
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.multilabel.hierarchy import Hierarchy, bits, mask_of, sizes_of
from axiometrics.tasks.users_data import letters

Information = tuple[tuple[int, ...], int]
"""How many items of another collection have each label, and how many items that has."""
Weights = tuple[tuple[tuple[tuple[int, float], ...], ...], ...]
"""Of every item of gold, and of the system, the labels with their weights."""

_NOTATION = re.compile(r"(.*?)\s*\bgold\b(.*?)\bsystem\b(.*?)(?:\binformation\b(.*))?", re.DOTALL)
_EXAMPLE = "write the hierarchy and both sides, as in 'a > b, c; d   gold a | b c   system a | -'"


@dataclass(frozen=True)
class Assignment(Output):
    """Sets of gold labels as whole numbers with a bit for each label, and lists of the system's labels.

    ``information`` are given frequencies of labels; without, they are those of the gold. ``weights`` are there where
    users give weights of labels instead of sets.

    >>> found = Assignment.from_notation("a > b, c   gold b | a   system c a | -")
    >>> found.items, found.hierarchy.labels, found.system, found.notation()
    (2, 3, ((2, 0), ()), 'a > b, c   gold b | a   system c a | -')
    """

    hierarchy: Hierarchy
    gold: tuple[int, ...]
    system: tuple[tuple[int, ...], ...]
    information: Information | None = None
    weights: Weights | None = None

    def __init__(
        self,
        hierarchy: Hierarchy,
        gold: tuple[int, ...],
        system: tuple[tuple[int, ...], ...],
        information: Information | None = None,
        weights: Weights | None = None,
    ) -> None:
        own = self.__dict__  # one by one, since very many are made: so they share their keys
        own["hierarchy"], own["gold"], own["system"] = hierarchy, gold, system
        own["information"], own["weights"] = information, weights

    def __getstate__(self) -> dict[str, Any]:
        return {
            each.name: self.__dict__[each.name] for each in fields(self)
        }  # other processes hash otherwise

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.hierarchy, self.gold, self.system, self.information, self.weights))

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """The sets of the system's labels."""
        return tuple(map(_mask, self.system))

    @property
    def items(self) -> int:
        """Number of items."""
        return len(self.gold)

    @property
    def unordered(self) -> tuple[Any, ...]:
        """All but the order of lists."""
        return self.hierarchy, self.gold, self.chosen, self.information, self.weights

    @property
    def memberships(self) -> int:
        """How many labels gold and system give to items."""
        return sum(map(int.bit_count, self.gold)) + sum(map(len, self.system))

    @cached_property
    def frequencies(self) -> Information:
        """How many items have each label, or one below it, in the gold, and how many items there are; or given ones."""
        if self.information is not None:
            return self.information
        return _frequencies(self.hierarchy, self.gold), self.items

    @cached_property
    def above(self) -> tuple[int, ...]:
        """Of every label how many items have all of its parents: at least 1; all items where it has none."""
        counts, whole = self.frequencies
        if self.information is None:
            return _with_parents(self.hierarchy, self.gold)
        return tuple(
            max(min((counts[parent] for parent in parents), default=whole), 1)
            for parents in self.hierarchy.parents
        )

    def changed(self, item: int, labels: Sequence[int]) -> Assignment:
        """Return the same with another list of labels for one item."""
        system = list(self.system)
        system[item] = tuple(labels)
        return Assignment(self.hierarchy, self.gold, tuple(system), self.information)

    def with_gold(self, gold: Iterable[int]) -> Assignment:
        """Return the same with another gold."""
        return replace(self, gold=tuple(gold))

    def perfect(self) -> Assignment:
        """Return the output that has the gold labels, in their order."""
        return replace(self, system=tuple(map(bits, self.gold)))

    @property
    def order(self) -> tuple[Any, ...]:
        """What puts outputs in order, small ones first."""
        tree = self.hierarchy
        return self.items + tree.labels, self.memberships, tree.edges, tree.parents, self.gold, self.system

    @classmethod
    def from_notation(cls, text: str) -> Assignment:
        """Read ``a > b, c; d   gold a | b c   system a | -``; raises InputError."""
        found = _NOTATION.fullmatch(text.strip())
        if found is None:
            raise InputError(f"cannot read the labels {text!r}; {_EXAMPLE}")
        names, parents = _hierarchy(found[1])
        gold, system = (_side(found[place], names, side) for place, side in ((2, "gold"), (3, "system")))
        if len(gold) != len(system):
            raise InputError(f"gold has {len(gold)} items and system {len(system)}; give the same items")
        information, tree = None, Hierarchy.of(parents)
        if found[4] is not None:
            information = _information(found[4], len(names))
            require_rising(information[0], tree, list(map(letters, range(tree.labels))))
        return cls(tree, tuple(map(mask_of, gold)), tuple(system), information)

    def notation(self) -> str:
        """Write the labels."""
        gold = " | ".join(map(_labels, map(bits, self.gold)))
        system = " | ".join(map(_labels, self.system))
        found = f"{hierarchy_notation(self.hierarchy)}   gold {gold}   system {system}"
        if self.information is None:
            return found
        counts, whole = self.information
        return f"{found}   information {' '.join(map(str, counts))} of {whole}"

    # How functions are given it

    def _named(self) -> tuple[list[set[str]], list[list[str]], dict[str, list[str]]]:
        return (
            [{letters(label) for label in bits(mask)} for mask in self.gold],
            [[letters(label) for label in labels] for labels in self.system],
            {letters(c): list(map(letters, above)) for c, above in enumerate(self.hierarchy.parents)},
        )

    def to_sets(self) -> tuple[Any, ...]:
        """Return gold and system as lists of sets of names."""
        gold, system, _ = self._named()
        return gold, list(map(set, system))

    def to_lists(self) -> tuple[Any, ...]:
        """Return gold as a list of sets, system as a list of lists, the most confident label first."""
        return self._named()[:2]

    def to_hierarchy(self) -> tuple[Any, ...]:
        """Return gold as a list of sets, system as a list of lists, and the parents of every label."""
        return self._named()

    def to_indicator(self) -> tuple[Any, ...]:
        """Return two matrices of 0 and 1 with a row for each item, a column for each label, as scikit-learn reads."""
        labels = range(self.hierarchy.labels)
        return tuple(
            [[mask >> label & 1 for label in labels] for mask in side] for side in (self.gold, self.chosen)
        )

    def to_weights(self) -> tuple[Any, ...]:
        """Return of every item of gold and system a dict of label and weight, and the parents of every label."""
        if self.weights is not None:
            return *([dict(item) for item in side] for side in self.weights), self.hierarchy.parents
        sides = ([dict.fromkeys(bits(mask), 1.0) for mask in side] for side in (self.gold, self.chosen))
        return *sides, self.hierarchy.parents

    def to_numbers(self) -> tuple[Any, ...]:
        """Return of every item of gold and system the numbers of its labels, and the parents of every label."""
        return [*map(bits, self.gold)], [*map(bits, self.chosen)], self.hierarchy.parents


_mask = lru_cache(maxsize=1 << 14)(mask_of)


@lru_cache(maxsize=1 << 14)
def _frequencies(tree: Hierarchy, gold: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sizes_of(map(tree.closure, gold), tree.labels))


@lru_cache(maxsize=1 << 14)
def _with_parents(tree: Hierarchy, gold: tuple[int, ...]) -> tuple[int, ...]:
    closed = [tree.closure(mask) for mask in gold]
    above = map(mask_of, tree.parents)
    return tuple(max(sum(mask & needed == needed for mask in closed), 1) for needed in above)


def _labels(labels: Iterable[int]) -> str:
    return " ".join(map(letters, labels)) or "-"


@lru_cache(maxsize=1 << 12)
def hierarchy_notation(tree: Hierarchy) -> str:
    """Write a hierarchy.

    >>> hierarchy_notation(Hierarchy.of([(), (0,), (0,), ()]))
    'a > b, c; d'
    """
    below: dict[int, list[int]] = {label: [] for label in range(tree.labels)}
    for label, above in enumerate(tree.parents):
        for parent in above:
            below[parent].append(label)
    return "; ".join(
        letters(label) + (f" > {', '.join(map(letters, below[label]))}" if below[label] else "")
        for label in range(tree.labels)
        if below[label] or not tree.parents[label]
    )


def _hierarchy(text: str) -> tuple[dict[str, int], list[list[int]]]:
    """Return the number of every name, and the parents of every label."""
    above: dict[str, list[str]] = {}
    for part in filter(str.strip, re.split(r"[;\n]", text)):
        top, arrow, rest = part.partition(">")
        below = rest.replace(",", " ").split()
        tops = [top.strip()] if arrow else top.replace(",", " ").split()
        if not all(tops) or any(" " in each for each in tops) or (arrow and not below) or ">" in rest:
            raise InputError(f"cannot read {part.strip()!r} in the hierarchy; {_EXAMPLE}")
        for name in tops:
            above.setdefault(name, [])
        for name in below:
            above.setdefault(name, []).append(tops[0])
    if not above:
        raise InputError(f"there are no labels; {_EXAMPLE}")
    return numbered_labels(above)


def numbered_labels(above: Mapping[Any, Sequence[Any]]) -> tuple[dict[Any, int], list[list[int]]]:
    """Return the number of every label and their parents as numbers; raises InputError where one is above itself."""
    usual = [letters(place) for place in range(len(above))]
    order = usual if set(usual) == set(above) else list(above)
    number = {name: place for place, name in enumerate(order)}
    parents = [[number[each] for each in dict.fromkeys(above[name])] for name in order]
    left = set(range(len(order)))
    while free := {c for c in left if not left.intersection(parents[c])}:
        left -= free
    if left:
        name = order[min(left)]
        raise InputError(f"the label {name!r} is above itself in the hierarchy; remove the cycle")
    return number, parents


def _side(text: str, names: Mapping[str, int], side: str) -> list[tuple[int, ...]]:
    found = []
    for part in text.split("|"):
        given = [] if part.strip() == "-" else part.replace(",", " ").split()
        strange = next((name for name in given if name not in names), None)
        if strange is not None:
            raise InputError(f"{side} has a label {strange!r} that the hierarchy has not; add it there")
        if len(set(given)) < len(given):
            raise InputError(f"{side} gives an item the labels {' '.join(given)!r}; give each label once")
        labels = [names[name] for name in given]
        found.append(tuple(sorted(labels) if side == "gold" else labels))
    return found


def _information(text: str, labels: int) -> Information:
    found = re.fullmatch(r"\s*((?:\d+\s+)*)of\s+(\d+)\s*", text)
    counts = tuple(map(int, found[1].split())) if found else ()
    if found is None or len(counts) != labels or not int(found[2]) or max(counts) > int(found[2]):
        raise InputError(
            f"cannot read the information {text.strip()!r}; write a frequency for each label and the number of items, "
            "at least as large, as in 'information 3 2 1 of 4'"
        )
    return counts, int(found[2])


def require_rising(counts: Sequence[int], tree: Hierarchy, names: Sequence[object]) -> None:
    """Raise InputError where a label above another one has the lower frequency: all items below it have it, too."""
    for label, above in enumerate(tree.parents):
        for parent in above:
            if counts[parent] < counts[label]:
                raise InputError(
                    f"the information says that {counts[label]} items have {names[label]} and {counts[parent]} have "
                    f"{names[parent]}, which is above it; count an item for a label also where it has one below it"
                )


MOST_ITEMS, MOST_LABELS = 12, 12
_STEP, _ROW, _HEAD, _SIDE = 26, 26, 24, 44


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: the hierarchy, and what gold and system give each item; * marks what differs.

    >>> print(outputs_text({"worse": "a > b   gold b   system -", "better": "a > b   gold b   system b"}))
    worse   a > b   gold b   system -*
    better  a > b   gold b   system b*
    """
    made = {name: Assignment.from_notation(written) for name, written in outputs.items()}
    return drawing.named_lines({name: _line(each, _others(made, name)) for name, each in made.items()})


def _others(made: Mapping[str, Assignment], name: str) -> list[Assignment]:
    return [each for other, each in made.items() if other != name]


def _line(output: Assignment, others: list[Assignment]) -> str:
    def side(which: str) -> str:
        own = getattr(output, which)
        parts = []
        for item, labels in enumerate(own):
            beside = [getattr(each, which)[item : item + 1] for each in others]
            star = "*" if any(each != (labels,) for each in beside) else ""
            shown = bits(labels) if isinstance(labels, int) else labels
            parts.append((" ".join(map(letters, shown)) or "-") + star)
        return " | ".join(parts)

    tree = hierarchy_notation(output.hierarchy)
    star = "*" if any(each.hierarchy is not output.hierarchy for each in others) else ""
    return f"{tree}{star}   gold {side('gold')}   system {side('system')}"


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side: a row for each item, a column for each label, deeper ones lower.

    A filled square is a gold label, a ring one of the system's, with its place in the list; labels of which another
    output says something else are outlined. Raises InputError for outputs that are too large.

    >>> outputs_svg({"worse": "a > b   gold b   system a", "better": "a > b   gold b   system b"}).count("<circle")
    2
    """
    made = {name: Assignment.from_notation(written) for name, written in outputs.items()}
    items, labels = (
        max(count) for count in zip(*((m.items, m.hierarchy.labels) for m in made.values()), strict=True)
    )
    if items > MOST_ITEMS or labels > MOST_LABELS:
        raise InputError(
            f"{items} items and {labels} labels are too many to be drawn; {MOST_ITEMS} of both are possible"
        )
    deep = max(max(each.hierarchy.depth) for each in made.values())
    head = _HEAD + deep * _ROW + 8
    width = _SIDE + labels * _STEP
    *lefts, right = drawing.edges([width] * len(made))
    parts = [
        _panel(name, each, _others(made, name), left, head)
        for (name, each), left in zip(made.items(), lefts, strict=True)
    ]
    return drawing.svg_document(right, 2 * drawing.MARGIN + head + items * _ROW, parts, outputs, title)


def _panel(name: str, output: Assignment, others: list[Assignment], left: int, head: int) -> str:
    tree, parts = output.hierarchy, [drawing.heading(left, name)]
    top, first = drawing.MARGIN + _HEAD - _ROW // 2, left + _SIDE + _STEP // 2
    places = [(first + label * _STEP, top + depth * _ROW) for label, depth in enumerate(tree.depth)]
    for label, above in enumerate(tree.parents):
        x, y = places[label]
        parts += [
            drawing.element("line", x1=places[p][0], y1=places[p][1] + 6, x2=x, y2=y - 10, stroke="#888888")
            for p in above
        ]
        parts.append(drawing.text(x, y + 4, letters(label), 12, text_anchor="middle"))
    for item in range(output.items):
        y = drawing.MARGIN + head + item * _ROW + _ROW // 2
        parts.append(drawing.text(left, y + 4, item + 1, 12))
        parts += [_cell(output, others, item, label, x, y) for label, (x, _) in enumerate(places)]
    return "".join(parts)


def _cell(output: Assignment, others: list[Assignment], item: int, label: int, x: int, y: int) -> str:
    def held(each: Assignment) -> tuple[int, int]:
        if item >= each.items:
            return 0, 0
        own = each.system[item]
        return each.gold[item] >> label & 1, own.index(label) + 1 if label in own else 0

    gold, rank = held(output)
    changed = any(held(each) != (gold, rank) for each in others)
    stroke = drawing.CHANGED if changed else {"stroke": "#4a6f9c", "stroke_width": 1}
    fill = "#9cc3ea" if gold else "#ffffff"
    found = drawing.element("rect", x=x - 11, y=y - 11, width=22, height=22, fill=fill, **stroke)
    if rank:
        found += drawing.element("circle", cx=x, cy=y, r=8, fill="none", stroke="#1b1b1b", stroke_width=2)
        found += drawing.text(x, y + 4, rank, 10, text_anchor="middle")
    return found
