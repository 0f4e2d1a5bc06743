"""The cost of stating each cluster's category counts, g(a) = log binom(a + K - 1, K - 1), when a cluster is split.

A multiset of x + y things of K kinds is the union of one of x and one of y things, in at most binom(x + y, x) ways. So
with u = g(x) + g(y) - g(x + y), first u >= 0, and second u <= log binom(x + y, x), which is less than
d = (x + y) log (x + y) - x log x - y log y because binom(x + y, x) x^x y^y is one of several terms of (x + y)^(x + y).
"""

from __future__ import annotations

from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.lemmas import Lemma
from axiometrics.formulas.nodes import LogBinomial
from axiometrics.tasks.clustering.symbolic import Focus
from axiometrics.tasks.clustering.view import K, a
from axiometrics.tasks.parametric import measured

__all__ = ["COUNTS_COST", "set_counts_cost"]

COUNTS_COST = LogBinomial(a + K - 1, K - 1)


def set_counts_cost(focus: Focus, symbol: Any) -> None:
    """Set the sum of g over clusters in every output: unchanged sizes, or one cluster split in two."""
    case = focus.case
    first, second = case.outputs
    change = _change(focus, first, second)
    if not change:
        whole = case.generator("g", "real", f"{symbol}, the same in every output", measured(symbol, first))
        case.outputs[first][symbol] = case.outputs[second][symbol] = whole
        return
    split = _split(change)
    joined, parts = (first, second) if split > 0 else (second, first)
    base = case.generator("g", "real", f"{symbol} in {joined}", measured(symbol, joined))
    cost = case.generator(
        "u",
        "nonnegative",
        "what the split adds to the cost of counts",
        measured(symbol, parts) - measured(symbol, joined),
    )
    case.lemmas[cost] = Lemma(
        sympy.Symbol("g(x)") + sympy.Symbol("g(y)") - sympy.Symbol("g(x + y)"),
        "counting",
        "a multiset of x + y is a union of one of x and one of y; it may be zero",
    )
    case.outputs[joined][symbol], case.outputs[parts][symbol] = base, base + cost
    _exceed(focus, change, split, cost)


def _change(focus: Focus, first: str, second: str) -> dict[Any, Any]:
    before, after = focus.cluster_sizes(first), focus.cluster_sizes(second)
    found = {size: after.get(size, 0) - before.get(size, 0) for size in {**before, **after}}
    return {size: times for size, times in found.items() if times != 0}


def _split(change: dict[Any, Any]) -> int:
    """Return 1 when the second output splits one cluster of the first in two, -1 when it joins two."""
    for sign in (1, -1):
        parts = [
            size
            for size, times in change.items()
            if _count(times) * sign > 0
            for _ in range(abs(_count(times)))
        ]
        wholes = [
            size
            for size, times in change.items()
            if _count(times) * sign < 0
            for _ in range(abs(_count(times)))
        ]
        if len(parts) == 2 and len(wholes) == 1 and sympy.expand(sum(parts) - wholes[0]) == 0:
            return sign
    raise NotSymbolicError("clusters change in more than one split or union")


def _count(times: Any) -> int:
    if not sympy.sympify(times).is_Integer:
        raise NotSymbolicError("a symbolic number of clusters changes")
    return int(times)


def _exceed(focus: Focus, change: dict[Any, Any], split: int, cost: Any) -> None:
    """Where the entropy changes by d for the same split, write d = u + w with w > 0."""
    case = focus.case
    form = sympy.Add(*(-split * times * size * sympy.log(size) for size, times in change.items()))
    named = next(
        (symbol for symbol, lemma in case.lemmas.items() if sympy.expand(lemma.form - form) == 0), None
    )
    if named is None:
        return
    excess = case.generator(
        "w",
        "positive",
        f"{named} less u",
        case.generators[named].definition - case.generators[cost].definition,
    )
    case.lemmas[excess] = Lemma(
        named - cost, "counting", "u is at most log binom(x + y, x), which is less than the change of entropy"
    )
    for known in case.outputs.values():
        for symbol, value in known.items():
            known[symbol] = sympy.sympify(value).xreplace({named: cost + excess})
