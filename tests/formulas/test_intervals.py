"""Intervals contain everything that a formula can be, also beside conventions, infinity and what has no value."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from written import (
    INFINITE,
    UNDEFINED,
    guarded,
    inverse_log2,
    log2,
    log_binomial,
    maximum,
    minimum,
    power,
    ratio,
    sqrt,
    tanh,
)

from axiometrics.errors import UndecidedError
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.intervals import INTERVALS, Interval, between, hull, sign_of
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.undefined import NO_VALUE, absent

x, y = sympy.symbols("x y", real=True)
HALF = Fraction(1, 2)
INFINITY = math.inf


def value(expression: Any, *bounds: tuple[Any, Any]) -> Any:
    return compile_formula(expression, (x, y), INTERVALS)(*(between(*map(Fraction, each)) for each in bounds))


def log2_of(number: float) -> float:
    return math.log(number) / math.log(2)


@pytest.mark.parametrize(
    ("expression", "first", "second", "low", "high"),
    [
        (x + y, (1, 2), (-1, 3), 0, 5),
        (x - y, (1, 2), (-1, 3), -2, 3),
        (x * y, (-1, 2), (-1, 3), -3, 6),  # -3 from -1 * 3, 6 from 2 * 3
        (x**2, (-1, 2), (0, 0), 0, 4),
        (x**3, (-1, 2), (0, 0), -1, 8),
        (x / y, (1, 2), (2, 4), 0.25, 1),
        (x / y, (1, 2), (0, 4), 0.25, INFINITY),
        (x / y, (-1, 2), (0, 4), -INFINITY, INFINITY),
        (x / y, (1, 2), (-1, 4), -INFINITY, INFINITY),
        (x / y, (1, 2), (0, 0), -INFINITY, INFINITY),  # nothing is known
        (x / y, (0, 0), (0, 4), 0, 0),  # 0 over a number
        (x * (1 - x), (0, 1), (0, 0), 0, 1),  # factors as if they did not depend on each other: at most 1/4
        (maximum(x, y), (0, 3), (1, 2), 1, 3),
        (minimum(x, y), (0, 3), (1, 2), 0, 2),
        (sqrt(x), (4, 9), (0, 0), 2, 3),
        (sqrt(x), (-1, 9), (0, 0), 0, 3),
        (log2(x), (HALF, 4), (0, 0), -1, 2),
        (log2(x), (-1, 4), (0, 0), -INFINITY, 2),
        (log2(x), (-1, 0), (0, 0), -INFINITY, INFINITY),  # nothing is known
        (inverse_log2(x), (2, 4), (0, 0), 0.5, 1),
        (tanh(x), (0, 1), (0, 0), 0, math.tanh(1)),
        (log_binomial(x, y), (5, 5), (2, 2), log2_of(10), log2_of(10)),
        (power(x, y), (2, 3), (3, 3), 8, 27),
        (power(x, y), (2, 4), (-1, -1), 0.25, 0.5),
        (power(x, y), (0, 4), (0, 0), 1, 1),
    ],
)
def test_ends_are_those_of_the_least_and_the_largest_value_of_every_operation(
    expression: Any, first: Any, second: Any, low: float, high: float
) -> None:
    found = value(expression, first, second)
    assert float(found.a) == pytest.approx(low, abs=1e-15)
    assert float(found.b) == pytest.approx(high, abs=1e-15)


@pytest.mark.parametrize(
    ("expression", "bounds", "low", "high"),
    [
        (ratio(1, x, 7), (2, 4), 0.25, 0.5),  # the convention is never met
        (ratio(1, x, 7), (0, 0), 7, 7),  # always
        (ratio(1, x, 0), (0, 4), 0, INFINITY),  # sometimes: from 1/4 on, or 0
        (ratio(x, 4, UNDEFINED), (0, 4), 0, 1),
        (ratio(1, x, UNDEFINED), (0, 4), 0.25, INFINITY),
        (ratio(1, x, INFINITE), (2, 4), 0.25, 0.5),
        (1 / ratio(1, x, INFINITE), (0, 0), 0, 0),  # over infinity
        (guarded(3, x, 5), (0, 1), 3, 5),
        (guarded(3, x, 5), (HALF, 1), 3, 3),
        (guarded(3, x, UNDEFINED), (0, 1), 3, 3),
        (guarded(UNDEFINED, x, 5), (0, 1), 5, 5),
        (guarded(1, x, 0) / 2 + guarded(1, 1 - x, 0) / 2, (0, HALF), 0.5, 1),
        (tanh(ratio(1, x, INFINITE)), (0, 1), math.tanh(1), 1),
    ],
)
def test_beside_zero_both_sides_of_a_convention_count(
    expression: Any, bounds: Any, low: float, high: float
) -> None:
    found = value(sympy.sympify(expression), bounds, (1, 1))
    assert float(found.a) == pytest.approx(low, abs=1e-15)
    assert float(found.b) == pytest.approx(high, abs=1e-15)


def test_a_share_times_the_logarithm_of_a_small_share_ends_at_zero() -> None:
    """x log2(x / (1/2)) for x up to 1/4 is at most 0, and from 1/4 to 1 at most 1 log2(2) = 1."""
    entropy = x * log2(guarded(ratio(x, HALF, INFINITE), x, 1))
    below, above = value(entropy, (0, Fraction(1, 4)), (0, 0)), value(entropy, (Fraction(1, 4), 1), (0, 0))
    assert float(below.a) == -INFINITY
    assert float(below.b) == 0
    assert float(above.b) == pytest.approx(1)


def test_zero_times_what_has_no_bound_is_zero() -> None:
    nothing, unbounded, sign = between(Fraction(0), Fraction(0)), INTERVALS.infinite, Fraction(1)
    for product in (nothing * unbounded, unbounded * nothing, nothing * between(-sign, sign) * unbounded):
        assert product.is_zero
    some = between(Fraction(0), sign) * unbounded
    assert (float(some.a), float(some.b)) == (0, INFINITY)


def test_what_has_a_value_nowhere_has_no_interval() -> None:
    missing = ratio(1, x, UNDEFINED)
    for expression in (missing + 1, 1 - missing, x * missing, missing / 2, 2 / (1 + missing), missing**2):
        assert value(expression, (0, 0), (0, 0)) is NO_VALUE
    for function in (sqrt, log2, tanh, inverse_log2):
        assert value(function(missing), (0, 0), (0, 0)) is NO_VALUE
    for function in (maximum, minimum, power, log_binomial):
        assert value(function(missing, y), (0, 0), (1, 1)) is NO_VALUE
    assert value(ratio(1, missing, 0), (0, 0), (0, 0)) is NO_VALUE
    assert value(guarded(1, missing, 0), (0, 0), (0, 0)) is NO_VALUE


def test_a_hull_of_nothing_and_an_interval_is_the_interval() -> None:
    one = between(Fraction(0), Fraction(1))
    assert hull(one, NO_VALUE) is one
    assert hull(NO_VALUE, one) is one
    assert hull(NO_VALUE, NO_VALUE) is NO_VALUE


def test_a_number_that_is_not_one_whole_number_is_no_exponent() -> None:
    for bounds in ((2, 3), (HALF, HALF)):
        with pytest.raises(UndecidedError, match="not known to be one whole number"):
            value(power(x, y), (2, 2), bounds)


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(1, 2, 1), (-2, -1, -1), (0, 0, 0), (0, 1, None), (-1, 0, None)]
)
def test_a_sign_is_that_of_all_numbers(low: int, high: int, expected: int | None) -> None:
    assert sign_of(between(Fraction(low), Fraction(high))) == expected


def test_what_is_rounded_is_rounded_outwards() -> None:
    """A third is no binary fraction; the logarithm of 2 lies between its value to 60 digits and one more digit."""
    third = INTERVALS.number(Fraction(1, 3))
    assert third.a < third.b
    assert as_fraction(third.a) < Fraction(1, 3) < as_fraction(third.b)
    exact = Fraction(str(sympy.N(sympy.log(2), 60)))
    found = INTERVALS.log(INTERVALS.number(Fraction(2)))
    assert as_fraction(found.a) < exact < as_fraction(found.b)
    assert as_fraction(found.b) - as_fraction(found.a) < Fraction(1, 2**140)


def as_fraction(end: Any) -> Fraction:
    return Fraction(str(end.fmpq()))


NUMBERS = st.fractions(-3, 3, max_denominator=8)
BOUNDS = st.tuples(NUMBERS, NUMBERS, NUMBERS).map(sorted)
"""Two ends and a number between them."""

PLAIN = [
    x * y - x / (y**2 + 1),
    ratio(x, y, x + 2),
    guarded(x - y, x, y**3),
    maximum(x, y) * minimum(x**2, y),
    ratio(x + y, maximum(x - y, y - x), 0) ** 2,
    ratio(x, y, UNDEFINED) - ratio(y, x, 1),
]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.sampled_from(PLAIN), BOUNDS, BOUNDS)
def test_an_interval_contains_the_exact_value_at_every_number(expression: Any, one: Any, other: Any) -> None:
    algebra = exact_algebra(2)
    exact = compile_formula(expression, (x, y), algebra)
    point = exact(*(algebra.number(bounds[1]) for bounds in (one, other)))
    found = value(expression, (one[0], one[2]), (other[0], other[2]))
    if absent(point):
        return
    inside = Fraction(str(algebra.expression(point)))
    assert isinstance(found, Interval)
    tight = INTERVALS.number(inside)
    assert found.a <= tight.b
    assert tight.a <= found.b
