"""Sets of labels in a hierarchy; read from ``a > b, c; d   gold b | a c   system c a | -``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import prod
from types import SimpleNamespace
from typing import Any

from ..numbers import Number, total
from ..world import Reduction, World

Set = frozenset[str]


class Labels:
    def __init__(
        self, parents: Mapping[str, Sequence[str]], gold: list[Set], system: list[Sequence[str]]
    ) -> None:
        self._parents, self._lists = parents, system
        self._sides = [(one, frozenset(other)) for one, other in zip(gold, system, strict=True)]
        self._closed = [(self._closure(one), self._closure(other)) for one, other in self._sides]
        self.items, self.labels = Number(len(gold)), Number(len(parents))
        self.information_items = self.items
        self.forest = Number(int(all(len(above) < 2 for above in parents.values())))

    def _closure(self, labels: Set) -> Set:
        found = set(labels)
        for label in labels:
            found |= self._closure(frozenset(self._parents[label]))
        return frozenset(found)

    def each_item(self, body: Callable[..., Any]) -> Number:
        return total(map(body, self._items))

    @cached_property
    def _items(self) -> list[SimpleNamespace]:
        return [self._item(k) for k in range(len(self._sides))]

    def _item(self, k: int) -> SimpleNamespace:
        (gold, system), (above, chosen) = self._sides[k], self._closed[k]
        apart = above ^ chosen
        known = {
            "common": len(gold & system), "gold": len(gold), "system": len(system),
            "closed_common": len(above & chosen), "closed_gold": len(above), "closed_system": len(chosen),
            "topmost": sum(not apart & set(self._parents[label]) for label in apart),
        }  # fmt: skip
        graphs = self._graphs(gold, system)
        known |= {"shared": len(graphs[0] & graphs[1]), "wanted": len(graphs[0]), "drawn": len(graphs[1])}
        return SimpleNamespace(**{name: Number(value) for name, value in known.items()})

    def _graphs(self, gold: Set, system: Set) -> tuple[set[str], set[str]]:
        """The nodes from the lowest labels of either side up to the first one above the other side, or to no label."""
        graphs: tuple[set[str], set[str]] = set(), set()
        if self.forest == Number(0) or not (gold and system):
            return graphs
        lowest = [
            {x for x in side if not any(x != y and x in self._closure(frozenset({y})) for y in side)}
            for side in (gold, system)
        ]
        for place, own in enumerate(lowest):
            others = self._closure(frozenset(lowest[1 - place]))
            for label in own:
                at = label
                graphs[place].add(at)
                while at and at not in others:
                    at = next(iter(self._parents[at]), "")
                    graphs[place].add(at)
                graphs[1 - place].add(at)
        return graphs

    def each_hit(self, body: Callable[..., Any]) -> Number:
        return total(map(body, self._hits))

    @cached_property
    def _hits(self) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(rank=Number(rank), frequency=Number(sum(label in one for one, _ in self._sides)))
            for (gold, _), labels in zip(self._sides, self._lists, strict=True)
            for rank, label in enumerate(labels, 1)
            if label in gold
        ]

    def each_ideal(self, body: Callable[..., Any]) -> Number:
        return total(map(body, self._ideal))

    @cached_property
    def _ideal(self) -> list[SimpleNamespace]:
        counts = {label: sum(label in one for one, _ in self._sides) for label in self._parents}
        return [
            SimpleNamespace(rank=Number(place), frequency=Number(count))
            for gold, _ in self._sides
            for place, count in enumerate(sorted(counts[label] for label in gold), 1)
        ]

    def each_content(self, body: Callable[..., Any]) -> Number:
        return total(map(body, self._contents))

    @cached_property
    def _contents(self) -> list[SimpleNamespace]:
        counts = {label: sum(label in one for one, _ in self._closed) for label in self._parents}
        rows = []
        for above, chosen in self._closed:
            products = [prod(max(counts[label], 1) for label in s) for s in (above & chosen, above | chosen)]
            known = {
                "common": len(above & chosen), "gold": len(above), "system": len(chosen),
                "common_product": products[0], "union_product": products[1],
                "telling": sum(max(counts[label], 1) < len(self._sides) for label in above | chosen),
            }  # fmt: skip
            rows.append(SimpleNamespace(**{name: Number(value) for name, value in known.items()}))
        return rows

    def each_label(self, body: Callable[..., Any]) -> Number:
        return total(map(body, self._rows))

    @cached_property
    def _rows(self) -> list[SimpleNamespace]:
        return [self._label(label) for label in self._parents]

    def _label(self, label: str) -> SimpleNamespace:
        above = set(self._parents[label])
        known = {
            f"{prefix}{name}": sum(label in each for each in sets)
            for prefix, sides in (("", self._sides), ("closed_", self._closed))
            for name, sets in (
                ("common", [one & other for one, other in sides]),
                ("gold", [one for one, _ in sides]),
                ("system", [other for _, other in sides]),
            )
        }
        known["frequency"] = max(known["closed_gold"], 1)
        known["above"] = max(sum(above <= one for one, _ in self._closed), 1)
        return SimpleNamespace(**{name: Number(value) for name, value in known.items()})


def read(text: str) -> Labels:
    found = re.fullmatch(r"(.*?)\s+gold (.*?)\s+system (.*)", text)
    assert found
    parents: dict[str, list[str]] = {}
    for part in found[1].split(";"):
        top, _, below = part.partition(">")
        parents.setdefault(top.strip(), [])
        for name in below.replace(",", " ").split():
            parents.setdefault(name, []).append(top.strip())
    gold, system = (
        [[each for each in part.split() if each != "-"] for part in found[k].split("|")] for k in (2, 3)
    )
    return Labels(parents, [frozenset(labels) for labels in gold], system)


_ITEM = (
    "item.common",
    "item.gold",
    "item.system",
    "item.closed_common",
    "item.closed_gold",
    "item.closed_system",
)
_RAW = ("item.common", "item.gold", "item.system", "(item.gold + item.system - item.common)")
_LABEL = ("label.common", "label.gold", "label.system")
BOTH = "(item.common * log(labels.information_items) - log(item.common_product))"
EITHER = "((item.gold + item.system - item.common) * log(labels.information_items) - log(item.union_product))"
_BITS = "log2(label.above / label.frequency)"
_CLOSED = (
    "label.closed_common",
    "label.closed_gold",
    "label.closed_system",
    "label.frequency",
    "label.above",
    _BITS,
)

WORLD = World(
    key="multilabel",
    view="labels",
    read=read,
    quantities=("items", "labels", "information_items"),
    reductions=(
        Reduction("each_item", "item", _ITEM + _RAW + _RAW, likely=4),
        Reduction("each_item", "item", (*_ITEM, "item.topmost")),
        Reduction("each_item", "item", ("item.shared", "item.wanted", "item.drawn", "item.topmost")),
        Reduction("each_hit", "hit", ("hit.rank", "hit.frequency", "maximum(0, 2 - hit.rank)")),
        Reduction("each_ideal", "hit", ("hit.rank", "hit.frequency", "maximum(0, 2 - hit.rank)")),
        Reduction(
            "each_content", "item", ("item.telling", BOTH, EITHER, f"guarded({BOTH}, item.telling, 0)")
        ),
        Reduction("each_label", "label", _LABEL, likely=2),
        Reduction("each_label", "label", _LABEL + _CLOSED, likely=2),
    ),
    known=(
        "labels.each_item(lambda item: ratio(2 * item.common, item.gold + item.system, 0)) / labels.items",
        "labels.each_item(lambda item: ratio(item.common, item.system, 0)) / labels.items",
        "ratio(labels.each_item(lambda item: item.common), labels.each_item(lambda item: item.system), 0)",
        "ratio(2 * labels.each_item(lambda item: item.closed_common),"
        " labels.each_item(lambda item: item.closed_gold + item.closed_system), 0)",
        "-labels.each_item(lambda item: item.gold + item.system - 2 * item.common) / (labels.items * labels.labels)",
        "labels.each_label(lambda label: ratio(2 * label.common, label.gold + label.system, 0)) / labels.labels",
        f"-labels.each_label(lambda label: (label.closed_gold - label.closed_common) * {_BITS}) / labels.items",
        "labels.each_label(lambda label: (3 * label.closed_common - label.closed_gold - label.closed_system)"
        f" * {_BITS}) / labels.items",
        "labels.each_item(lambda item: ratio(0, item.gold + item.system - 2 * item.common, 1)) / labels.items",
        "labels.each_item(lambda item: item.topmost) / labels.items",
        f"labels.each_content(lambda item: guarded({BOTH} / {EITHER}, item.telling, 0)) / labels.items",
    ),
    size="labels.items",
    readings=(
        "correct_addition(information=positive)",
        "label_set_growth(hierarchy=dag)",
        "specialisation(hierarchy=dag)",
        "specificity(information=positive)",
    ),
    by_size=False,
)
