"""What an overlapping-clustering metric sees: sums over pairs of items that belong together, and over occurrences.

For two items e and f (also for f = e), ``x`` is the number of clusters that hold both and ``g`` the number of
categories that do. ``d`` counts the items that share a cluster with e, ``h`` those that share a category with it; ``a``
is the size of a cluster, ``b`` that of a category, ``n`` the number of items in both. Metrics are traced over symbols;
the same formula is then evaluated on one output, on a batch, or exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any

import sympy

from axiometrics.formulas.compiled import Algebra
from axiometrics.formulas.floats import SCALARS
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.lowered import Signs
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import View
from axiometrics.tasks.overlapping.families import Families

__all__ = ["BOUND", "DOMAINS", "QUANTITIES", "VARIABLES", "FamiliesView", "evaluate", "formula"]

x, g = sympy.symbols("x g", nonnegative=True)
d, h, a, b, n = sympy.symbols("d h a b n", positive=True)
VARIABLES = (x, g, d, h, a, b, n)
QUANTITIES = sympy.symbols("N_C N_L O_C O_L", positive=True)

BOUND = {
    "items": (x, g),
    "companions": (x, g, d),
    "gold_companions": (x, g, h),
    "occurrence_pairs": (x, g, a),
    "gold_occurrence_pairs": (x, g, b),
    "best_in_cluster": (n, a, b),
    "best_in_category": (n, a, b),
}
"""The variables of each domain, in the order in which its parts are listed."""
DOMAINS = tuple(BOUND)
LARGE = 400
"""From this many occurrences on, pairs are counted by sparse products."""


class FamiliesView(View):
    """The two families as a metric author sees them."""

    @property
    def clustered(self) -> Any:
        """Items in at least one cluster."""
        return self._quantity("N_C")

    @property
    def categorised(self) -> Any:
        """Items in at least one category."""
        return self._quantity("N_L")

    @property
    def cluster_occurrences(self) -> Any:
        """Occurrences of items in clusters."""
        return self._quantity("O_C")

    @property
    def category_occurrences(self) -> Any:
        """Occurrences of items in categories."""
        return self._quantity("O_L")

    def items(self, body: Callable[[Any, Any], Any]) -> Any:
        """Sum a function of (x, g) over items, which are in x clusters and in g categories."""
        return self._reduced("items", "xg", body)

    def companions(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum a function of (x, g, d) over items e and the items f that share a cluster with e, e included."""
        return self._reduced("companions", "xgd", body)

    def gold_companions(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum a function of (x, g, h) over items e and the items f that share a category with e, e included."""
        return self._reduced("gold_companions", "xgh", body)

    def occurrence_pairs(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum a function of (x, g, a) over clusters and the ordered pairs of items in them, equal ones included."""
        return self._reduced("occurrence_pairs", "xga", body)

    def gold_occurrence_pairs(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum a function of (x, g, b) over categories and the ordered pairs of items in them, equal ones included."""
        return self._reduced("gold_occurrence_pairs", "xgb", body)

    def best_in_cluster(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum, over clusters, the largest value of a non-negative function of (n, a, b) over the categories met."""
        return self._reduced("best_in_cluster", "nab", body)

    def best_in_category(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum, over categories, the largest value of a non-negative function of (n, a, b) over the clusters met."""
        return self._reduced("best_in_category", "nab", body)


RULES = Rules(
    variables=frozenset(VARIABLES),
    extremes=frozenset({"best_in_cluster", "best_in_category"}),
    marginalise=lambda domain, core: None,
    wholes={},
    signs=Signs(
        positive={
            "": QUANTITIES,
            "companions": (x, d),
            "gold_companions": (g, h),
            "occurrence_pairs": (x, a),
            "gold_occurrence_pairs": (g, b),
            "best_in_cluster": (n, a, b),
            "best_in_category": (n, a, b),
        },
        filled=frozenset(BOUND),
    ),
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, FamiliesView(), values, rules=RULES, quantities=QUANTITIES, variables=VARIABLES)


def evaluate(traced: Formula, output: Families, algebra: Algebra) -> Any:
    """Return the value of a formula for one output in any arithmetic. Cost: the squares of the sets' sizes.

    Floats of small families are computed from fractions, so that equal values are equal and the best score is 1.
    """
    number = _numbers(algebra)
    if algebra is SCALARS and output.occurrences < LARGE:
        number = Fraction
    sizes = (output.clustered, output.categorised, output.cluster_occurrences, output.category_occurrences)
    quantities = tuple(map(number, sizes))
    whole, parts = traced.plan(algebra)
    found = [_fold(domain, body, output, number, quantities, algebra) for domain, body in parts]
    value = whole(*quantities, *found)
    return float(value) if algebra is SCALARS else value


def _fold(
    domain: str, body: Any, output: Families, number: Any, quantities: tuple[Any, ...], algebra: Algebra
) -> Any:
    slots = [VARIABLES.index(symbol) for symbol in BOUND[domain]]

    def value(kind: tuple[int, ...]) -> Any:
        bound: list[Any] = [None] * len(VARIABLES)
        for slot, part in zip(slots, kind, strict=True):
            bound[slot] = number(part)
        return body(*bound, *quantities)

    if domain.startswith("best"):
        groups = [[value(kind) for kind in kinds] for kinds in _cells(output, domain)]
        return sum((_largest(group, algebra) for group in groups if group), number(0))
    terms = [number(many) * value(kind) for kind, many in _kinds(output, domain)]
    return math.fsum(terms) if number is int else sum(terms, number(0))


def _largest(values: list[Any], algebra: Algebra) -> Any:
    best = values[0]
    for value in values[1:]:
        best = algebra.larger(best, value)
    return best


@lru_cache(maxsize=4096)
def _kinds(output: Families, domain: str) -> tuple[tuple[tuple[int, ...], int], ...]:
    """How often each (x, g, size) occurs in the pairs of a domain, or each (x, g) among the items."""
    if output.occurrences >= LARGE:
        from axiometrics.tasks.overlapping.sparse import kinds

        return tuple(sorted(kinds(output, domain).items()))
    if domain == "items":
        return tuple(sorted(_memberships(output).items()))
    gold_side = domain.startswith("gold")
    own, other = (output.gold, output.system) if gold_side else (output.system, output.gold)
    mine, theirs = _together(own), _together(other)
    found: Counter[tuple[int, ...]] = Counter()
    if domain.endswith("companions"):
        degree = Counter(pair[0] for pair in mine)
        for pair, count in mine.items():
            found[_kind(count, theirs[pair], degree[pair[0]], gold_side)] += 1
    else:
        for part in own:
            for pair in ((e, f) for e in part for f in part):
                found[_kind(mine[pair], theirs[pair], len(part), gold_side)] += 1
    return tuple(sorted(found.items()))


def _memberships(output: Families) -> Counter[tuple[int, ...]]:
    """How many items are in x clusters and in g categories."""
    clusters, categories = (Counter(chain.from_iterable(family)) for family in (output.system, output.gold))
    return Counter((clusters[item], categories[item]) for item in {*clusters, *categories})


def _kind(mine: int, theirs: int, size: int, gold_side: bool) -> tuple[int, int, int]:
    return (theirs, mine, size) if gold_side else (mine, theirs, size)


def _together(family: tuple[tuple[int, ...], ...]) -> Counter[tuple[int, int]]:
    """In how many sets two items are together."""
    return Counter((e, f) for part in family for e in part for f in part)


def _cells(output: Families, domain: str) -> list[list[tuple[int, ...]]]:
    """(n, a, b) of the categories that each cluster meets, or of the clusters that each category meets."""
    if output.occurrences >= LARGE:
        from axiometrics.tasks.overlapping.sparse import cells

        return cells(output, domain)
    gold, system = output.to_sets()
    if domain == "best_in_cluster":
        return [[(len(c & k), len(c), len(k)) for k in gold if c & k] for c in system]
    return [[(len(c & k), len(c), len(k)) for c in system if c & k] for k in gold]


@lru_cache(maxsize=64)
def _numbers(algebra: Algebra) -> Callable[[int], Any]:
    if algebra is SCALARS:
        return int
    return lru_cache(maxsize=4096)(lambda value: algebra.number(Fraction(value)))
