"""What cancels leaves a guard exactly where it may have no value: counts are never negative, some are never zero."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from axiometrics.formulas import (
    INFINITE,
    UNDEFINED,
    guarded,
    inverse_log2,
    log,
    log2,
    log_binomial,
    maximum,
    minimum,
    power,
    ratio,
    sqrt,
    tanh,
)
from axiometrics.formulas.arithmetics.extended import extended_algebra
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.undefined import NO_VALUE
from axiometrics.tasks.filtering.view import QUANTITIES, formula
from axiometrics.tasks.multilabel.view import formula as of_labels

POINTS = list(itertools.product(range(4), repeat=4))

ALWAYS: dict[str, Callable[[Any], Any]] = {
    "root of a count": lambda c: sqrt(c.tp),
    "root of a square": lambda c: sqrt((c.tp - c.fp) * (c.tp - c.fp)),
    "root of what is not negative where it is asked": lambda c: sqrt(guarded(c.tp, c.fp, 2)),
    "root of a ratio of counts": lambda c: sqrt(ratio(c.tp, c.fp, 0)),
    "root of the larger": lambda c: sqrt(maximum(c.tp - c.fp, c.fn)),
    "root of the larger of two that add up to a count": lambda c: sqrt(maximum(c.tp - c.fp, c.fp)),
    "root of the smaller": lambda c: sqrt(minimum(c.tp, c.fn + 1)),
    "logarithm of a count and one": lambda c: log2(1 + c.tp),
    "logarithm of all items": lambda c: log2(c.items),
    "logarithm of the larger": lambda c: log2(maximum(c.tp - c.fp, 1)),
    "logarithm of the smaller": lambda c: log2(minimum(c.tp + 1, c.items)),
    "logarithm of a count where it is positive": lambda c: log2(guarded(c.tp, c.tp, 1)),
    "inverse logarithm beyond one": lambda c: inverse_log2(c.tp + 2),
    "inverse logarithm of the larger": lambda c: inverse_log2(maximum(c.tp + 2, c.fp)),
    "inverse logarithm of the smaller": lambda c: inverse_log2(minimum(c.tp + 2, c.fp + 3)),
    "binomial coefficient of a sum": lambda c: log_binomial(c.tp + c.fp, c.fp),
    "quotient by all items": lambda c: c.tp / c.items,
    "ratio with a convention": lambda c: ratio(c.tp, c.fp - c.fn, 1),
    "power with a count": lambda c: power(c.tp - c.fp, c.fn),
    "power of what is not zero": lambda c: power(c.items, c.tp - c.fp),
}
"""These have a value for all counts."""

SOMETIMES: dict[str, Callable[[Any], Any]] = {
    "root of a difference": lambda c: sqrt(c.tp - c.fp),
    "root of the larger": lambda c: sqrt(maximum(c.tp - c.fp, c.fn - c.tn)),
    "root of the smaller": lambda c: sqrt(minimum(c.tp, c.fp - c.fn)),
    "root of a convention": lambda c: sqrt(guarded(c.tp, c.fp, c.fn - 1)),
    "root of a ratio": lambda c: sqrt(ratio(c.tp - c.fn, c.fp, 0)),
    "logarithm of a count": lambda c: log2(c.tp),
    "logarithm of the larger": lambda c: log2(maximum(c.tp, c.fp)),
    "logarithm of the smaller": lambda c: log2(minimum(c.items, c.tp)),
    "logarithm of a guard": lambda c: log2(guarded(c.tp + 1, c.fp, 0)),
    "logarithm of a ratio": lambda c: log2(ratio(c.tp, c.tp + c.fp, 1)),
    "inverse logarithm of a count": lambda c: inverse_log2(c.tp + 1),
    "inverse logarithm of the larger": lambda c: inverse_log2(maximum(c.tp, c.fp)),
    "inverse logarithm of the smaller": lambda c: inverse_log2(minimum(c.tp + 2, c.fp)),
    "binomial coefficient": lambda c: log_binomial(c.tp, c.fp),
    "binomial coefficient of a negative number": lambda c: log_binomial(c.tp, c.tp - c.fp),
    "quotient by a count": lambda c: c.tp / c.fp,
    "ratio without a convention": lambda c: ratio(c.tp, c.fp - c.fn, UNDEFINED),
    "guard without a convention": lambda c: guarded(c.tp, c.fp, UNDEFINED),
    "power with a difference": lambda c: power(c.tp, c.fp - c.fn),
}
"""These have a value for some counts and none for others."""


def known(expression: Any, point: tuple[int, ...]) -> bool:
    exact = extended_algebra(40)
    value = compile_formula(expression, QUANTITIES, exact)(
        *(exact.number(Fraction(count)) for count in point)
    )
    return value is not NO_VALUE


CANCELLED: dict[str, Callable[[Any, Any], Any]] = {
    "less itself": lambda part, c: part + c.tn - part,
    "times zero": lambda part, c: 0 * part + c.tn,
    "to the power of zero": lambda part, c: power(part, 0) + c.tn,
}


@pytest.mark.parametrize("way", CANCELLED)
@pytest.mark.parametrize("name", SOMETIMES)
def test_what_cancels_has_no_value_where_it_had_none(name: str, way: str) -> None:
    part = SOMETIMES[name]
    whole = formula(lambda c: CANCELLED[way](part(c), c), {})
    alone = formula(part, {}).normal.expression
    wanted = [known(alone, point) for point in POINTS if any(point)]
    assert len(set(wanted)) == 2
    for expression in (whole.expression, whole.normal.expression):
        assert [known(expression, point) for point in POINTS if any(point)] == wanted


@pytest.mark.parametrize("way", CANCELLED)
@pytest.mark.parametrize("name", ALWAYS)
def test_what_always_has_a_value_cancels_and_leaves_nothing(name: str, way: str) -> None:
    part = ALWAYS[name]
    whole = formula(lambda c: CANCELLED[way](part(c), c), {})
    assert whole.normal.expression - QUANTITIES[3] in (0, 1)


@pytest.mark.parametrize(
    "top", [lambda c: 1, lambda c: c.tp, lambda c: c.tp - c.fn], ids=["1", "tp", "tp - fn"]
)
def test_infinity_less_itself_has_no_value(top: Callable[[Any], Any]) -> None:
    """What is finite, zero included, is zero less itself."""
    whole = formula(lambda c: ratio(top(c), c.fp, INFINITE) - ratio(top(c), c.fp, INFINITE) + c.tp, {})
    found = [known(whole.normal.expression, point) for point in POINTS if any(point)]
    assert found == [point[1] > 0 for point in POINTS if any(point)]


FULL = [
    "labels.each_content(lambda c: guarded(c.common / (EITHER), c.telling, 0))",
    "labels.each_content(lambda c: guarded(c.common / (EITHER) + 1 / (EITHER), c.telling, c.gold))",
    "labels.each_hit(lambda hit: 1 / (1 - tanh(hit.rank)))",
    "labels.each_hit(lambda hit: hit.rank / (tanh(hit.rank - 5) / 2 - 1))",
]
"""Every term has a value, though a quotient has no convention."""
PARTIAL = [
    "labels.each_content(lambda c: guarded(c.common / (EITHER), c.system, 0))",
    "labels.each_content(lambda c: guarded(c.common / (EITHER), c.telling - 1, 0))",
    "labels.each_content(lambda c: guarded(c.common / (EITHER), c.telling * c.common, 0))",
    "labels.each_content(lambda c: guarded(c.gold / c.common, c.telling, 0))",
    "labels.each_content(lambda c: guarded(1 / (EITHER), c.telling, 0) + 1 / (EITHER))",
    "labels.each_content(lambda c: guarded(0, c.telling, 1 / (EITHER)))",
    "labels.each_content(lambda c: guarded(1 / (1 + EITHER - c.gold), c.telling, 0))",
    "labels.each_hit(lambda hit: 1 / (1 - 2 * tanh(hit.rank)))",
    "labels.each_hit(lambda hit: 1 / (tanh(hit.rank) - tanh(hit.frequency)))",
    "labels.each_hit(lambda hit: 1 / (hit.rank - tanh(hit.rank)))",
    "labels.each_hit(lambda hit: 1 / (1 - tanh(guarded(2, hit.rank - 1, INFINITE))))",
]
EITHER = "(c.gold + c.system - c.common) * log(labels.information_items) - log(c.union_product)"


@pytest.mark.parametrize(("body", "full"), [*((b, True) for b in FULL), *((b, False) for b in PARTIAL)])
def test_a_term_has_a_value_by_what_a_guard_implies_and_by_bounds(body: str, full: bool) -> None:
    words = {"guarded": guarded, "tanh": tanh, "log": log, "INFINITE": INFINITE}
    made = eval(f"lambda labels: {body.replace('EITHER', EITHER)}", words)
    normal = of_labels(made, {}).normal
    assert bool(normal.partial) is not full


def test_functions_of_the_number_of_items_alone_are_reductions_of_the_whole() -> None:
    found = of_labels(lambda t: maximum(log(t.information_items) - 1, 0) * t.labels + log(t.items), {}).normal
    assert [(atom.domain, str(atom.body)) for atom in found.atoms.values()] == [
        ("whole", "Larger(log(T) - 1, 0)")
    ]
