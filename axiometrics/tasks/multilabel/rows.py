"""Many outputs at once: the quantities of formulas, and what their reductions run over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import Any

import numpy as np

from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import WHOLE, Columns, Integers, Rows, before, repeated, whole
from axiometrics.tasks.multilabel import Assignment
from axiometrics.tasks.multilabel.hierarchy import Hierarchy, common_ancestors, mask_of
from axiometrics.tasks.multilabel.view import COLUMNS, ROWS_OF_ONE

PARTS = ("common", "missed", "extra")
"""Of the labels of an item, or the items of a label: what both sides have, gold alone, the system alone."""
FAMILIES = {
    "raw": ("items", "t", "g", "s"),
    "closed": ("items", "u", "v", "w"),
    "labels": ("labels", "t", "g", "s"),
    "information": ("labels", "j", "r", "k"),
    "paths": ("items", "o", "p", "q"),
    "topmost": ("items", "h"),
}
"""Where sums of what is in common, of gold and of the system's are: of labels of items, of closures, of items of
labels, of the information of closures, and of the nodes that lead to nearest common ancestors; and where those of
topmost mistakes are, which are all called missed."""
MOST = 8
"""More items and labels than cases have whose certificates are compared with them."""
FEW, WIDEST = 8, 20
"""Outputs from which on rows are made of all together, and labels up to which they are; else one by one."""


class Batch(Outputs):
    """Outputs whose items, labels and hits are rows."""

    remembered = 200

    def __init__(self, outputs: Sequence[Assignment]) -> None:
        self.outputs = outputs

    def __len__(self) -> int:
        return len(self.outputs)

    def table(self, index: int) -> Assignment:
        """Return one output."""
        return self.outputs[index]

    def tables(self) -> Iterator[Assignment]:
        """Yield every output."""
        return iter(self.outputs)

    @cached_property
    def quantities(self) -> dict[str, Any]:
        """Items, labels, items of the information, and whether the hierarchy is a forest."""
        counts = [
            (each.items, each.hierarchy.labels, _whole(each), int(each.hierarchy.is_forest))
            for each in self.outputs
        ]
        return dict(zip("NLTF", np.array(counts, dtype=np.int64).reshape(-1, 4).T, strict=True))

    @cached_property
    def sides(self) -> Sides:
        """The sets of all items."""
        return Sides(self.outputs)

    @cached_property
    def masks(self) -> Any:
        """Gold sets, the system's, and the closures of both, of every output, with empty ones up to `MOST` items."""
        sides = self.sides
        return sides.first_items([sides.gold, sides.chosen, *sides.closed])

    def met(self, name: str, test: Callable[[Assignment], bool]) -> Any:
        """Return which outputs meet a named condition, which is also given as a test of single ones."""
        if len(self) >= FEW and self.sides.are_small:
            return self.kept(name, lambda: _CONDITIONS[name](self.sides))
        return np.array([*map(test, self.outputs)], dtype=bool)

    def rows(self, domain: str) -> Rows:
        """Return what a domain runs over."""
        if domain == "whole":
            return Rows(np.arange(len(self)), {})
        some, shared = self._listed if domain in _OF_LISTS else self._different
        if domain in _TOGETHER and len(some) >= FEW:
            sides = self.sides if shared is None else Sides(some)
            if sides.are_small:
                return Rows(*_TOGETHER[domain](sides), shared=shared)
        made = list(map(ROWS_OF_ONE[domain], some))
        owner: Integers = np.repeat(np.arange(len(made)), list(map(len, made)))
        names = COLUMNS[domain]
        flat = list(chain.from_iterable(made))
        if domain == "contents":
            products = {name: whole([row[k] for row in flat]) for k, name in enumerate(names)}
            return Rows(owner, products, shared=shared)
        table = np.array(flat, dtype=np.int64).reshape(-1, len(names))
        return Rows(owner, dict(zip(names, table.T, strict=True)), shared=shared)

    @cached_property
    def _different(self) -> Shared:
        """Outputs that differ in more than the order of items and of lists, and which of them each output is as."""
        if len(self) < FEW or not self.sides.are_small:
            return self._apart([sorted(zip(each.gold, each.chosen, strict=True)) for each in self.outputs])
        sides = self.sides
        code = sides.gold << sides.width | sides.chosen
        data, ends = code[np.lexsort((code, sides.owner))].tobytes(), np.cumsum(8 * sides.items).tolist()
        return self._apart([data[one:other] for one, other in zip([0, *ends[:-1]], ends, strict=True)])

    @cached_property
    def _listed(self) -> Shared:
        """The same of outputs that differ in more than the order of items."""
        return self._apart([sorted(zip(each.gold, each.system, strict=True)) for each in self.outputs])

    def _apart(self, items: Sequence[Any]) -> Shared:
        places: dict[Any, int] = {}
        first: list[Assignment] = []
        shared = np.empty(len(self.outputs), dtype=np.int64)
        for place, (each, own) in enumerate(zip(self.outputs, items, strict=True)):
            key = each.hierarchy, own if isinstance(own, bytes) else tuple(own), each.information
            if key not in places:
                places[key] = len(first)
                first.append(each)
            shared[place] = places[key]
        return (first, shared) if len(first) < len(self.outputs) else (self.outputs, None)


class Sides:
    """The sets of many outputs as arrays, item by item, and what is counted of them without a loop over items."""

    def __init__(self, outputs: Sequence[Assignment]) -> None:
        trees: dict[Hierarchy, int] = {}
        self.outputs = outputs
        tree = np.array([trees.setdefault(each.hierarchy, len(trees)) for each in outputs], dtype=np.int64)
        self.trees = list(trees)
        self.labels: Integers = np.array([tree.labels for tree in trees], dtype=np.int64)[tree]
        self.items: Integers = np.array([len(each.gold) for each in outputs], dtype=np.int64)
        self.starts, self.width = before(self.items), int(self.labels.max(initial=0))
        self.owner, self.within = repeated(self.items)
        self.tree = tree[self.owner]

    @property
    def are_small(self) -> bool:
        """Whether there are items everywhere, and labels for which sets and products are numbers of 64 bits."""
        return (
            self.width <= WIDEST
            and bool(self.items.all())
            and int(self.whole.max(initial=0)) ** self.width < WHOLE
        )

    @cached_property
    def gold(self) -> Integers:
        """The gold set of every item."""
        return np.array([*chain.from_iterable(each.gold for each in self.outputs)], dtype=np.int64)

    @cached_property
    def chosen(self) -> Integers:
        """The system's set of every item."""
        return np.array([*chain.from_iterable(each.chosen for each in self.outputs)], dtype=np.int64)

    @cached_property
    def closed(self) -> tuple[Integers, Integers]:
        """The closures of both sets of every item."""
        above = self._of_trees(lambda tree: tree.ancestors)
        found = np.zeros((2, len(self.owner)), dtype=np.int64)
        for label in range(self.width):
            for side, sets in enumerate((self.gold, self.chosen)):
                found[side] |= above[label] * (sets >> label & 1)
        return found[0], found[1]

    def _of_trees(self, masks: Callable[[Hierarchy], Sequence[int]]) -> Any:
        """Return a set for every label of every item's hierarchy, shape (labels, items)."""
        found = [(*masks(tree), *[0] * (self.width - tree.labels)) for tree in self.trees]
        return np.array(found, dtype=np.int64).T[:, self.tree]

    @cached_property
    def _parents(self) -> Any:
        return self._of_trees(lambda tree: [*map(mask_of, tree.parents)])

    def first_items(self, columns: Sequence[Integers]) -> Any:
        """Return columns of items with a row for each output: of its first `MOST` items."""
        kind = np.int16 if self.width < 16 else np.int64
        found = np.zeros((len(columns), len(self.items), MOST), dtype=kind)
        some = np.flatnonzero(self.within < MOST)
        found[:, self.owner[some], self.within[some]] = [column[some] for column in columns]
        return found

    @cached_property
    def topmost(self) -> Integers:
        """How many labels of an item the closures differ in that have no parent in which they do."""
        gold, chosen = self.closed
        apart, found = gold ^ chosen, np.zeros(len(self.owner), dtype=np.int64)
        for label, parents in enumerate(self._parents):
            found += (apart >> label & 1) * (apart & parents == 0)
        return found

    @cached_property
    def paths(self) -> Any:
        """Of every item what `common_ancestors` counts, shape (3, items); nothing where there is no forest."""
        sets = zip(self.tree.tolist(), self.gold.tolist(), self.chosen.tolist(), strict=True)
        made = [
            common_ancestors(self.trees[tree], gold, chosen) if self.trees[tree].is_forest else (0, 0, 0)
            for tree, gold, chosen in sets
        ]
        return np.array(made, dtype=np.int64).reshape(-1, 3).T

    def _by_label(self, has: Callable[[int], Any]) -> Integers:
        """Return how many items of each output have each label, shape (outputs, labels)."""
        counts = [np.add.reduceat(has(label), self.starts, dtype=np.int64) for label in range(self.width)]
        return np.stack(counts, axis=1)

    def members(self, sets: Integers) -> Integers:
        """Return how many of some sets, one of each item, have each label, shape (outputs, labels)."""
        return self._by_label(lambda label: sets >> label & 1)

    def _given(self, counts: Integers, known: Callable[[Assignment], Sequence[int]]) -> Integers:
        """Return counts of labels, or what is known of outputs with frequencies of their own."""
        for place, each in enumerate(self.outputs):
            if each.information is not None:
                counts[place, : each.hierarchy.labels] = known(each)
        return counts

    @cached_property
    def frequencies(self) -> Integers:
        """How many items have each label or one below it, or as many as is given."""
        return self._given(self.members(self.closed[0]), lambda each: each.frequencies[0])

    @cached_property
    def own(self) -> Integers:
        """How many items have each label, those below it left out, or as many as is given."""
        return self._given(self.members(self.gold), lambda each: each.frequencies[0])

    @cached_property
    def whole(self) -> Integers:
        """How many items frequencies are from."""
        return np.array([*map(_whole, self.outputs)], dtype=np.int64)

    @cached_property
    def above(self) -> Integers:
        """How many items have all parents of each label, at least 1."""
        gold, parents = self.closed[0], self._parents
        counts = self._by_label(lambda label: gold & parents[label] == parents[label])
        return self._given(np.maximum(counts, 1), lambda each: each.above)


Shared = tuple[Sequence[Assignment], "Integers | None"]
_OF_LISTS = frozenset({"hits"})
"""What depends on the order of the lists."""


def _sizes(one: Integers, other: Integers) -> list[Integers]:
    return [np.bitwise_count(sets).astype(np.int64) for sets in (one & other, one, other)]


def _items(sides: Sides) -> tuple[Integers, Columns]:
    def made(name: str) -> Any:
        if name in "opq":
            return sides.paths["opq".index(name)]
        if name == "h":
            return sides.topmost
        one, other = sides.closed if name in "uvw" else (sides.gold, sides.chosen)
        return _sizes(one, other)["tgsuvw".index(name) % 3]

    return sides.owner, Columns({name: partial(made, name) for name in COLUMNS["items"]})


def _contents(sides: Sides) -> tuple[Integers, dict[str, Integers]]:
    (one, other), counts = sides.closed, sides.frequencies
    both, either, telling = np.ones_like(one), np.ones_like(one), np.zeros_like(one)
    for label in range(sides.width):
        count = np.maximum(counts[:, label], 1)[sides.owner]
        for found, sets in ((both, one & other), (either, one | other)):
            np.multiply(found, count, out=found, where=(sets >> label & 1).astype(bool))
        telling += ((one | other) >> label & 1) * (count < sides.whole[sides.owner])
    columns = (*_sizes(one, other), both, either, telling)
    return sides.owner, dict(zip(COLUMNS["contents"], columns, strict=True))


def _labels(sides: Sides) -> tuple[Integers, dict[str, Integers]]:
    inside = np.arange(sides.width) < sides.labels[:, None]
    pairs = (sides.gold, sides.chosen), sides.closed
    counts = [sides.members(sets) for one, other in pairs for sets in (one & other, one, other)]
    columns = [part[inside] for part in (*counts, np.maximum(sides.frequencies, 1), sides.above)]
    return np.nonzero(inside)[0], dict(zip(COLUMNS["labels"], columns, strict=True))


def _hits(sides: Sides) -> tuple[Integers, dict[str, Integers]]:
    lists = [labels for each in sides.outputs for labels in each.system]
    item, rank = repeated(np.array([*map(len, lists)], dtype=np.int64))
    label = np.array([*chain.from_iterable(lists)], dtype=np.int64)
    right = np.flatnonzero(sides.gold[item] >> label & 1)
    owner = sides.owner[item[right]]
    return owner, {"i": rank[right] + 1, "n": np.maximum(sides.own[owner, label[right]], 1)}


def _ideal(sides: Sides) -> tuple[Integers, dict[str, Integers]]:
    item, label = np.nonzero(sides.gold[:, None] >> np.arange(sides.width) & 1)
    counts = sides.own[sides.owner[item], label]
    order = np.lexsort((counts, item))
    _, place = repeated(np.bincount(item, minlength=len(sides.gold)))
    return sides.owner[item], {"i": place + 1, "n": np.maximum(counts[order], 1)}


_TOGETHER: dict[str, Callable[[Sides], tuple[Integers, Any]]] = {
    "items": _items,
    "contents": _contents,
    "labels": _labels,
    "hits": _hits,
    "ideal": _ideal,
}
"""The same as `ROWS_OF_ONE`, of many outputs at once."""


def _whole(output: Assignment) -> int:
    return output.items if output.information is None else output.information[1]


def _some_label(sides: Sides, found: Any) -> Any:
    return (found & (np.arange(sides.width) < sides.labels[:, None])).any(axis=1)


_CONDITIONS: dict[str, Callable[[Sides], Any]] = {
    "empty_output": lambda sides: np.logical_or.reduceat(sides.chosen == 0, sides.starts),
    "empty_gold": lambda sides: np.logical_or.reduceat(sides.gold == 0, sides.starts),
    "uninformative_label": lambda sides: _some_label(sides, np.maximum(sides.frequencies, 1) == sides.above),
    "unseen_label": lambda sides: _some_label(sides, sides.frequencies == 0),
    "single_item": lambda sides: sides.items == 1,
}


# What certificates name of a concrete case

FAR = 1 << 10
"""More than there are places."""

_NAME = re.compile(r"(raw|closed|labels|paths|topmost)_(common|missed|extra)_(\d)@(\w+)")


def counted(cases: Any, name: str) -> Any:
    """Return a part of a changed item or label in one output of every case, or whether a sum of these is not zero."""
    if name.startswith("some("):
        total = 0
        for sign, times, part in re.findall(r"([+-]?)\s*(?:(\d+)\*)?([a-z_]\w*@\w+|\d+)", name[5:-1]):
            value = int(part) if part.isdigit() else counted(cases, part)
            total = total + (-1 if sign == "-" else 1) * int(times or 1) * value
        return (total > 0).astype(np.int64)  # type: ignore[attr-defined]
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    family, part, place, output = found[1], PARTS.index(found[2]), int(found[3]) - 1, found[4]
    at = cases.once(f"order of changed {family}", lambda: _order(cases, family))[:, place]
    return _parts_of(cases, family)[output][np.arange(len(cases)), part, at].astype(np.int64)


def _parts_of(cases: Any, family: str) -> dict[str, Any]:
    """Return, for every output, what is in common, missed and extra of every item or label of each case."""
    return cases.once(  # type: ignore[no-any-return]
        f"changed {family}",
        lambda: {name: each.each(partial(_counts, family=family)) for name, each in cases.outputs.items()},
    )


def _counts(batch: Any, family: str) -> Any:
    """Return the parts of every item or label of every output of a batch."""
    return batch.kept(f"parts of {family}", lambda: _counted_parts(batch, family))


def _counted_parts(batch: Any, family: str) -> Any:
    if family == "topmost":
        (missed,) = batch.sides.first_items([batch.sides.topmost])
        return np.stack([0 * missed, missed, 0 * missed], axis=1)
    if family == "paths":
        shared, wanted, drawn = batch.sides.first_items(batch.sides.paths)
        return np.stack([shared, wanted - shared, drawn - shared], axis=1)
    masks = batch.masks
    gold, system = masks[2:] if family == "closed" else masks[:2]
    sets = np.stack([gold & system, gold & ~system, system & ~gold], axis=1)
    if family != "labels":
        return np.bitwise_count(sets).astype(np.int16)
    return np.stack([(sets >> label & 1).sum(axis=2, dtype=np.int16) for label in range(MOST)], axis=2)


def _order(cases: Any, family: str) -> Any:
    """Return the places of items that change, those with most gold labels first, then those of the others that have
    nothing; of labels those first that are added."""
    made = list(_parts_of(cases, family).values())
    if family == "labels":
        apart = made[-1][:, 0] + made[-1][:, 2] - made[0][:, 0] - made[0][:, 2]
        return np.argsort(np.where(apart == 0, FAR, -apart), axis=1, kind="stable")
    first, *_, last = (each.each(_systems) for each in cases.outputs.values())
    closed = next(iter(_parts_of(cases, "closed").values()))
    same = FAR + closed.sum(axis=1)
    return np.argsort(np.where(first == last, same, -closed[:, 0] - closed[:, 1]), axis=1, kind="stable")


def _systems(batch: Any) -> Any:
    return batch.masks[1]
