"""Many outputs at once: the quantities of formulas, and what their reductions run over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain
from math import prod
from operator import and_
from typing import Any

import numpy as np

from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Integers, Rows, whole
from axiometrics.tasks.multilabel import Assignment, Information
from axiometrics.tasks.multilabel.hierarchy import ROOT, Hierarchy, bits, sizes_of
from axiometrics.tasks.multilabel.view import COLUMNS

Row = tuple[int, ...]
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
            (each.items, each.hierarchy.labels, each.frequencies[1], int(each.hierarchy.is_forest))
            for each in self.outputs
        ]
        return dict(zip("NLTF", np.array(counts, dtype=np.int64).reshape(-1, 4).T, strict=True))

    @cached_property
    def masks(self) -> Any:
        """Gold sets, the system's, and the closures of both, of every output, with empty ones up to `MOST` items."""
        found: Any = np.zeros((4, len(self), MOST), dtype=np.int16)
        for place, each in enumerate(self.outputs):
            count = min(each.items, MOST)
            gold, chosen = each.gold[:count], each.chosen[:count]
            closure = each.hierarchy.closure
            found[:, place, :count] = gold, chosen, [*map(closure, gold)], [*map(closure, chosen)]
        return found

    def rows(self, domain: str) -> Rows:
        """Return what a domain runs over."""
        if domain == "whole":
            return Rows(np.arange(len(self)), {})
        some, shared = self._listed if domain in _OF_LISTS else self._different
        made = list(map(_MAKERS[domain], some))
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
        return self._apart(lambda each: each.chosen)

    @cached_property
    def _listed(self) -> Shared:
        """The same of outputs that differ in more than the order of items."""
        return self._apart(lambda each: each.system)

    def _apart(self, side: Callable[[Assignment], Sequence[Any]]) -> Shared:
        places: dict[Any, int] = {}
        first: list[Assignment] = []
        shared = np.empty(len(self.outputs), dtype=np.int64)
        for place, each in enumerate(self.outputs):
            items = tuple(sorted(zip(each.gold, side(each), strict=True)))
            key = each.hierarchy, items, each.information
            if key not in places:
                places[key] = len(first)
                first.append(each)
            shared[place] = places[key]
        return (first, shared) if len(first) < len(self.outputs) else (self.outputs, None)


Shared = tuple[Sequence[Assignment], "Integers | None"]
_OF_LISTS = frozenset({"hits"})
"""What depends on the order of the lists."""


def _items(output: Assignment) -> list[Row]:
    return list(map(partial(_item, output.hierarchy), output.gold, output.chosen))


@lru_cache(maxsize=1 << 17)
def _item(tree: Hierarchy, gold: int, system: int) -> Row:
    above, chosen = tree.closure(gold), tree.closure(system)
    apart = above ^ chosen
    topmost = sum(not any(apart >> parent & 1 for parent in tree.parents[label]) for label in bits(apart))
    return (
        *_sizes(gold, system),
        *_sizes(above, chosen),
        topmost,
        *(_common_ancestors(tree, gold, system) if tree.is_forest else (0, 0, 0)),
    )


def _structure(output: Assignment, family: str) -> list[Row]:
    """Return what is in common, missed and extra of every item in the family of paths or of topmost mistakes."""
    found: list[Row] = []
    for _, _, _, _, _, _, topmost, shared, wanted, drawn in _items(output)[:MOST]:
        paths = family == "paths"
        found.append((shared, wanted - shared, drawn - shared) if paths else (0, topmost, 0))
    return found + [(0, 0, 0)] * (MOST - len(found))


def _sizes(gold: int, system: int) -> Row:
    return (gold & system).bit_count(), gold.bit_count(), system.bit_count()


def _common_ancestors(tree: Hierarchy, gold: int, system: int) -> Row:
    """Return the nodes of the graphs that lead from gold and system labels to the nearest ones above both sides."""
    if not (gold and system):
        return 0, 0, 0
    sides = tree.specific(gold), tree.specific(system)
    graphs: list[set[int]] = [set(), set()]
    for place, own in enumerate(sides):
        others = tree.closure(sides[1 - place])
        for label in bits(own):
            top = tree.nearest(label, others)
            graphs[place] |= tree.path(label, top)
            graphs[1 - place].add(top)
    return len(graphs[0] & graphs[1]), len(graphs[0]), len(graphs[1])


def _contents(output: Assignment) -> list[Row]:
    known, whole = output.frequencies
    counts = [max(count, 1) for count in known]
    found = []
    for gold, system in zip(output.gold, output.chosen, strict=True):
        one, other = (output.hierarchy.closure(mask) for mask in (gold, system))
        products = (prod(counts[label] for label in bits(mask)) for mask in (one & other, one | other))
        telling = sum(counts[label] < whole for label in bits(one | other))
        found.append((*_sizes(one, other), *products, telling))
    return found


def _labels(output: Assignment) -> Sequence[Row]:
    return _of_labels(output.hierarchy, output.gold, output.chosen, output.frequencies, output.above)


@lru_cache(maxsize=1 << 15)
def _of_labels(
    tree: Hierarchy, gold: Row, system: Row, information: Information, above: Row
) -> Sequence[Row]:
    counts = []
    for one, other in ((gold, system), [[*map(tree.closure, side)] for side in (gold, system)]):
        counts += [sizes_of(side, tree.labels) for side in (map(and_, one, other), one, other)]
    return [*zip(*counts, (max(count, 1) for count in information[0]), above, strict=True)]


def _steps(output: Assignment) -> list[Row]:
    counts, tree = output.frequencies[0], output.hierarchy
    total = [[0, 0, 0] for _ in range(tree.labels)]
    for gold, system in zip(output.gold, output.chosen, strict=True):
        for place, mask in enumerate((gold, system, gold | system)):
            for label, times in _recursion(tree, counts, mask).items():
                total[label][place] += times
    return [(*sums, max(count, 1)) for sums, count in zip(total, counts, strict=True)]


@lru_cache(maxsize=1 << 15)
def _recursion(tree: Hierarchy, counts: Row, mask: int) -> dict[int, int]:
    """Return how often the recursion adds the information of each label of a set: of a first label, of the others, and
    less that of the nearest labels above the first and each other one."""
    if not mask:
        return {}
    first, *rest = bits(mask)
    found = {first: 1}
    tops = {_nearest(tree, counts, first, other) for other in rest} - {ROOT}
    for sign, part in ((1, mask & (mask - 1)), (-1, sum(1 << top for top in tops))):
        for label, times in _recursion(tree, counts, part).items():
            found[label] = found.get(label, 0) + sign * times
    return found


def _nearest(tree: Hierarchy, counts: Row, one: int, other: int) -> int:
    """Return the deepest label above two; of several the one with the most information, then the first."""
    common = bits(tree.ancestors[one] & tree.ancestors[other])
    return min(common, key=lambda label: (-tree.depth[label], max(counts[label], 1), label), default=ROOT)


def _raw(output: Assignment) -> Sequence[int]:
    """Return how many items have each label, those below it left out; or given frequencies."""
    if output.information is not None:
        return output.information[0]
    return sizes_of(output.gold, output.hierarchy.labels)


def _hits(output: Assignment) -> list[Row]:
    counts = _raw(output)
    return [
        (rank, max(counts[label], 1))
        for gold, labels in zip(output.gold, output.system, strict=True)
        for rank, label in enumerate(labels, 1)
        if gold >> label & 1
    ]


def _ideal(output: Assignment) -> list[Row]:
    counts = _raw(output)
    return [
        (place, max(count, 1))
        for gold in output.gold
        for place, count in enumerate(sorted(counts[label] for label in bits(gold)), 1)
    ]


_MAKERS: dict[str, Callable[[Assignment], Sequence[Row]]] = {
    "items": _items,
    "contents": _contents,
    "labels": _labels,
    "steps": _steps,
    "hits": _hits,
    "ideal": _ideal,
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
    if family in ("paths", "topmost"):
        return batch.kept(
            f"parts of {family}",
            lambda: (
                np.array([_structure(each, family) for each in batch.tables()], dtype=np.int16)
                .reshape(-1, MOST, 3)
                .transpose(0, 2, 1)
            ),
        )
    return batch.kept(f"parts of {family}", lambda: _counted_parts(batch.masks, family))


def _counted_parts(masks: Any, family: str) -> Any:
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
