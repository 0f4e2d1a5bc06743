"""What an overlapping-clustering metric sees: sums over pairs of items that belong together, and over occurrences.

For two items e and f (also for f = e), ``x`` is the number of clusters that hold both and ``g`` the number of
categories that do. ``d`` counts the items that share a cluster with e, ``h`` those that share a category with it; ``a``
is the size of a cluster, ``b`` that of a category, ``n`` the number of items in both. Many outputs have these as flat
arrays of occurrences, and the reductions over all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import prod
from typing import Any

import numpy as np
import sympy

from axiometrics.formulas.arithmetics.scalars import FRACTIONS, SCALARS
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Columns, Integers, Rows, compact, counted, joined, numbered
from axiometrics.formulas.view import QuantityOf, ReductionOver, View
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.overlapping import Families
from axiometrics.tasks.overlapping.occurrences import FEWER, ROOM, SIZES, Masks, Side, common, rows

x, g = sympy.symbols("x g", nonnegative=True)
d, h, a, b, n = sympy.symbols("d h a b n", positive=True)
VARIABLES = (x, g, d, h, a, b, n)
QUANTITIES = sympy.symbols("N_C N_L O_C O_L", positive=True)


_POSITIVE = {
    "companions": (x, d),
    "gold_companions": (g, h),
    "occurrence_pairs": (x, a),
    "gold_occurrence_pairs": (g, b),
    "best_in_cluster": (n, a, b),
    "best_in_category": (n, a, b),
}

RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"best_in_cluster", "best_in_category"}),
    signs=Signs(positive={"": QUANTITIES, **_POSITIVE}, filled=frozenset({"items", *_POSITIVE})),
)


class FamiliesView(View):
    """The two families as a metric author sees them."""

    rules = RULES

    clustered = QuantityOf("N_C", "Items in at least one cluster.")
    categorised = QuantityOf("N_L", "Items in at least one category.")
    cluster_occurrences = QuantityOf("O_C", "Occurrences of items in clusters.")
    category_occurrences = QuantityOf("O_L", "Occurrences of items in categories.")

    items = ReductionOver(
        "items", "xg", "Sum a function of (x, g) over items, which are in x clusters and in g categories."
    )
    companions = ReductionOver(
        "companions",
        "xgd",
        "Sum a function of (x, g, d) over items e and the items f that share a cluster with e, e included.",
    )
    gold_companions = ReductionOver(
        "gold_companions",
        "xgh",
        "Sum a function of (x, g, h) over items e and the items f that share a category with e, e included.",
    )
    occurrence_pairs = ReductionOver(
        "occurrence_pairs",
        "xga",
        "Sum a function of (x, g, a) over clusters and the ordered pairs of items in them, equal ones included.",
    )
    gold_occurrence_pairs = ReductionOver(
        "gold_occurrence_pairs",
        "xgb",
        "Sum a function of (x, g, b) over categories and the ordered pairs of items in them, equal ones included.",
    )
    best_in_cluster = ReductionOver(
        "best_in_cluster",
        "nab",
        "Sum, over clusters, the largest value of a non-negative function of (n, a, b) over the categories met.",
    )
    best_in_category = ReductionOver(
        "best_in_category",
        "nab",
        "Sum, over categories, the largest value of a non-negative function of (n, a, b) over the clusters met.",
    )


formula = FamiliesView.formula


LARGE = 400
"""From this many occurrences on, the pairs of a single case are counted by sparse products."""


class FamiliesBatch(Outputs):
    """The gold and the system families of every case.

    Building costs O(occurrences). Rows of pairs of items cost the pairs of items of each case, or those in its sets
    where these are far fewer; rows of sets that meet cost the pairs of sets, or those at the same item.
    """

    def __init__(self, cases: int, gold: Side, system: Side) -> None:
        self.cases, self.gold, self.system = cases, gold, system

    @classmethod
    def from_tables(cls, tables: Sequence[Families]) -> FamiliesBatch:
        """Build from single outputs."""
        gold, system = (Side.from_families([getattr(t, name) for t in tables]) for name in ("gold", "system"))
        return cls(len(tables), gold, system)

    def __len__(self) -> int:
        return self.cases

    def table(self, index: int) -> Families:
        """Return one case."""
        return Families(self.gold.family(index), self.system.family(index))

    def tables(self) -> Iterator[Families]:
        """Yield every case."""
        return map(Families, self.gold.families(len(self)), self.system.families(len(self)))

    @property
    def categories(self) -> Integers:
        """Gold categories of every case."""
        return np.bincount(self.gold.set_case, minlength=len(self))

    def seen_as(self, task: str) -> Any:
        """Return the outputs as a batch of another task."""
        return TableBatch.from_tables([table.seen_as(task) for table in self.tables()])

    @cached_property
    def quantities(self) -> Columns:
        """Items in clusters and in categories, and their occurrences there, of every case."""
        return Columns(
            {
                "N_C": lambda: self.system.members(self.cases),
                "N_L": lambda: self.gold.members(self.cases),
                "O_C": lambda: self.system.sizes(self.cases),
                "O_L": lambda: self.gold.sizes(self.cases),
            }
        )

    def rows(self, domain: str) -> Rows:
        """Return what a domain runs over; equal pairs and equal items of a case are one row, and counted."""
        if len(self) == 1 and len(self.gold.item) + len(self.system.item) >= LARGE:
            return self._sparse(domain)
        if domain.startswith("best"):
            return self._cells(domain)
        return self._items if domain == "items" else self._together(domain)

    def _sparse(self, domain: str) -> Rows:
        return rows(self.table(0), domain)

    def _counted(self, case: Integers, columns: dict[str, Integers]) -> Rows:
        """Return rows of which equal ones of a case are one."""
        widths = tuple(int(part.max(initial=0)) + 1 for part in columns.values())
        kind, many = np.ravel_multi_index(tuple(columns.values()), widths), prod(widths)
        kinds = None
        if len(self) * many > 4 * len(kind):
            kinds = counted(kind.copy(), many)[0]
            many = max(len(kinds), 1)
            kind = compact(kind)[0] if len(kind) else kind
        place, times = counted(case * many + kind, len(self) * many)
        case, kind = np.divmod(place, many)
        found = np.unravel_index(kind if kinds is None else kinds[kind], widths)
        return Rows(case, dict(zip(columns, found, strict=True)), times=times)

    @property
    def _sides(self) -> tuple[Side, Side]:
        return self.system, self.gold

    @cached_property
    def _places(self) -> tuple[Integers, list[Integers]]:
        """The case of every item, and by side the item of every occurrence."""
        width = max(self.gold.width, self.system.width)
        key = np.concatenate([side.case * width + side.item for side in self._sides])
        if len(self) * width > FEWER * len(key) + ROOM:
            items, place = np.unique(key, return_inverse=True)
        else:
            there = np.zeros(len(self) * width, dtype=bool)
            there[key] = True
            items, place = np.flatnonzero(there), (np.cumsum(there) - 1)[key]
        return items // width, np.split(place, [len(self.system.item)])

    @cached_property
    def _crowded(self) -> bool:
        """Whether the pairs of items of the cases are far more than those in their sets."""
        case, _ = self._places
        items = np.bincount(case)
        words = max(side.words for side in self._sides)
        inside = sum(int((side.size**2).sum()) for side in self._sides)
        return words * int((items**2 + items).sum()) > FEWER * inside + ROOM

    @cached_property
    def _holding(self) -> tuple[Masks, ...]:
        """By side, the sets that hold each item."""
        case, places = self._places
        return tuple(side.holding(own, len(case)) for side, own in zip(self._sides, places, strict=True))

    @cached_property
    def _pairs(self) -> tuple[Integers, tuple[Integers, ...]]:
        """The first of every two items of a case, equal ones included; how many clusters and categories hold both."""
        if self._crowded:
            return self._inside[:2]
        case, _ = self._places
        one, other = joined(case, len(self))
        return one, tuple(common(masks, one, other) for masks in self._holding)

    @cached_property
    def _inside(self) -> tuple[Integers, tuple[Integers, ...], list[Integers]]:
        """As `_pairs`, of items that share a set; by side, which of these pairs every two items of every set are."""
        case, places = self._places
        keys = []
        for side, items in zip(self._sides, places, strict=True):
            one, other = joined(side.set_number, len(side.set_case))
            keys.append(items[one] * len(case) + items[other])
        key, pair = numbered(np.concatenate(keys))
        pairs = np.split(pair, [len(keys[0])])
        return key // max(len(case), 1), tuple(np.bincount(each, minlength=len(key)) for each in pairs), pairs

    def _together(self, domain: str) -> Rows:
        """Pairs of items that share a set, or all pairs of every set, on one side."""
        case, places = self._places
        side, names = int(domain.startswith("gold")), ("x", "g", SIZES[domain])
        if domain.endswith("companions"):
            one, both = self._pairs
            some = np.flatnonzero(both[side])
            one = one[some]
            degree = np.bincount(one, minlength=len(case))[one]
            return self._counted(
                case[one], dict(zip(names, (*(part[some] for part in both), degree), strict=True))
            )
        own = self._sides[side]
        one, other = joined(own.set_number, len(own.set_case))
        if self._crowded:
            both = tuple(part[self._inside[2][side]] for part in self._inside[1])
        else:
            held = ([part[places[side]] for part in masks] for masks in self._holding)
            both = tuple(common(masks, one, other) for masks in held)
        size = own.size[own.set_number][one]
        return self._counted(own.case[one], dict(zip(names, (*both, size), strict=True)))

    @property
    def _items(self) -> Rows:
        """Items in some set, with the numbers of clusters and of categories that hold them."""
        width = max(self.gold.width, self.system.width)
        clusters, categories = (
            np.bincount(side.case * width + side.item, minlength=len(self) * width)
            for side in (self.system, self.gold)
        )
        there = np.flatnonzero(clusters + categories)
        return self._counted(there // width, {"x": clusters[there], "g": categories[there]})

    def _cells(self, domain: str) -> Rows:
        """Every cluster and category that meet, those of one cluster or of one category together."""
        cluster, category, n = self._meeting
        group = cluster if domain == "best_in_cluster" else category
        order = np.argsort(group, kind="stable")
        columns = {"n": n, "a": self.system.size[cluster], "b": self.gold.size[category]}
        case = self.system.set_case[cluster]
        return Rows(case[order], {name: part[order] for name, part in columns.items()}, "best", group[order])

    @cached_property
    def _meeting(self) -> tuple[Integers, Integers, Integers]:
        """Every cluster and category with common items, and how many."""
        return self.system.meet(self.gold)


@lru_cache(maxsize=64)
def single(output: Families) -> FamiliesBatch:
    """Return one output as a batch, which several metrics and arithmetics share."""
    return FamiliesBatch.from_tables([output])


def evaluate(formula: Formula, output: Families, algebra: Any) -> Any:
    """Return the value of a formula on one output in an arithmetic.

    Floats of small families are fractions as long as possible, so that equal values are equal and the best is 1.
    """
    if algebra is SCALARS and output.occurrences < LARGE:
        return float(single(output).value(formula, FRACTIONS))
    return single(output).value(formula, algebra)
