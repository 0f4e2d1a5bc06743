"""Factors and fractions in lowest terms are right; equal expressions are seen."""

from __future__ import annotations

from functools import reduce
from math import gcd
from operator import mul
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import QQ
from sympy.polys.rings import ring

from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.formulas.arithmetics.polynomials import (
    Space,
    factored,
    lowest_terms,
    multiplied_out,
    number,
    polynomial_product,
)
from axiometrics.formulas.arithmetics.quotients import are_apart, equal, in_lowest_terms
from axiometrics.formulas.nodes import Larger, Ratio

RULES = settings(max_examples=60, derandomize=True, deadline=None, database=None)
SPACE = Space("uvwx")
THEIRS, *_ = ring("u, v, w, x", QQ)
COEFFICIENTS = st.fractions(-3, 3, max_denominator=3).filter(bool)
POLYNOMIALS = st.dictionaries(st.tuples(*[st.integers(0, 2)] * 4), COEFFICIENTS, min_size=1, max_size=5).map(
    lambda terms: SPACE.of({powers: number(value) for powers, value in terms.items()})
)


@RULES
@given(st.lists(POLYNOMIALS, min_size=1, max_size=2))
def test_factors_multiply_to_the_polynomial_and_have_whole_coefficients(parts: list[Any]) -> None:
    product = reduce(mul, parts)
    found = factored(product)
    assert found is not None
    assert reduce(mul, (factor**times for factor, times in found[1]), SPACE.one) * found[0] == product
    for factor, _ in found[1]:
        values = [int(value.p) for value in factor.coeffs() if value.q == 1]
        assert len(values) == len(factor)
        assert gcd(*values) == 1
        assert values[0] > 0


def test_factors_are_irreducible() -> None:
    u, v, w, _ = SPACE.generators
    found = factored((u**2 + v**2) * (u**2 - 2 * v**2) ** 2 * u**3 * (u * v + w) ** 3)
    assert found is not None
    assert {str(factor): times for factor, times in found[1]} == {
        "u": 3,
        "u^2 + v^2": 1,
        "u^2 - 2*v^2": 2,
        "u*v + w": 3,
    }


def _theirs(polynomial: Any) -> dict[tuple[int, ...], Any]:
    return {tuple(map(int, powers)): QQ(int(value.p), int(value.q)) for powers, value in polynomial.terms()}


@RULES
@given(POLYNOMIALS, POLYNOMIALS, POLYNOMIALS)
def test_fractions_in_lowest_terms_are_those_of_sympy(one: Any, other: Any, shared: Any) -> None:
    found = lowest_terms(one * shared, other * shared)
    wanted = THEIRS.from_dict(_theirs(one)).cancel(THEIRS.from_dict(_theirs(other)))
    assert list(map(_theirs, found)) == [dict(part.terms()) for part in wanted]


def test_every_product_of_two_terms_is_counted_where_work_is() -> None:
    u, v, *_ = SPACE.generators
    with budget(100) as meter:
        polynomial_product(u + v + 1, u - v)
    assert meter.spent == 6


x, y, z = sympy.symbols("x y z")


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ((x + y) * (x - y), x**2 - y**2),
        ((x + 1) ** 3 / (y + z), (x**3 + 3 * x**2 + 3 * x + 1) / (y + z)),
        (sympy.sqrt(x * (y + z)) * x, x * sympy.sqrt(x * z + x * y)),
        (x / y - x / y, sympy.S.Zero),
        (sympy.log((x**2 - y**2) / (x + y)) + 1 / x, (1 + x * sympy.log(x - y)) / x),
    ],
)
def test_what_is_the_same_is_seen_inside_functions_too(first: Any, other: Any) -> None:
    assert equal(first, other)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        (x / (y + z), x / (y - z)),
        (sympy.sqrt(x), x),
        (sympy.log(x + y), sympy.log(x) + sympy.log(y)),
        (1 / (x + y) ** 2, 1 / (x + y)),
        (sympy.log(x + y), sympy.log(x + z)),
        (sympy.Rational(1, 3) * x, sympy.Rational(1, 2) * x),
    ],
)
def test_what_differs_is_never_called_the_same(first: Any, other: Any) -> None:
    assert not equal(first, other)


HALVES = st.lists(st.integers(-40, 40).map(lambda value: value / 2), min_size=3, max_size=3)


U, V, W = sympy.symbols("u v w")
SUMS = st.recursive(
    st.sampled_from([U, V, W, sympy.S.One, sympy.Rational(2, 3), -2 * V]),
    lambda part: (
        st.builds(sympy.Add, part, part) | st.builds(sympy.Mul, part, part) | part.map(lambda x: x**2)
    ),
    max_leaves=7,
)


@RULES
@given(SUMS)
def test_what_is_multiplied_out_is_written_as_sympy_writes_it(expression: Any) -> None:
    assert multiplied_out(expression) == sympy.expand(expression)


def test_coefficients_that_are_not_rational_are_multiplied_out_too() -> None:
    expression = (U + sympy.sqrt(2)) * (U - sympy.sqrt(2)) * (V + sympy.log(3))
    assert multiplied_out(expression) == sympy.expand(expression)


QUOTIENTS = st.builds(lambda above, below, more: above / below + more, SUMS, SUMS.filter(bool), SUMS)


@RULES
@given(QUOTIENTS)
def test_quotients_in_lowest_terms_are_written_as_sympy_writes_them(expression: Any) -> None:
    assert in_lowest_terms(expression) == sympy.cancel(expression)


@RULES
@given(QUOTIENTS, QUOTIENTS)
def test_what_is_told_apart_by_residues_is_not_the_same(first: Any, other: Any) -> None:
    assert not are_apart(first, sympy.together(first))
    assert are_apart(first, other) == (sympy.cancel(first - other) != 0)
    for node in (Ratio(U, V, W), Larger(U, W)):
        known = [{U: first, W: other}, {U: sympy.together(first), W: sympy.expand(other)}]
        assert not are_apart(node, node, *known)


def test_what_sympy_computes_with_is_not_told_apart() -> None:
    assert not are_apart(sympy.sqrt(U) * sympy.sqrt(V), U, {U: W, V: W}, {U: W})
    assert not are_apart(sympy.log(U), sympy.log(V))
    assert not are_apart(1 / (U - V), V, {U: W, V: W}, {V: W})
