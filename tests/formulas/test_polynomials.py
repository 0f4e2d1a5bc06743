"""Quick ways to factor, multiply and multiply out give what SymPy gives; halves in columns stay exact."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import QQ
from sympy.polys.rings import ring

from axiometrics.formulas.bounded import LIMIT
from axiometrics.formulas.column_algebra import signs_of
from axiometrics.formulas.columns import column
from axiometrics.formulas.factors import factor_list
from axiometrics.formulas.multiplied import same_terms
from axiometrics.formulas.products import polynomial_product

RULES = settings(max_examples=60, derandomize=True, deadline=None, database=None)
SPACE, *GENERATORS = ring("u, v, w, x", QQ)
COEFFICIENTS = st.fractions(-3, 3, max_denominator=3).filter(bool)
POLYNOMIALS = st.dictionaries(st.tuples(*[st.integers(0, 2)] * 4), COEFFICIENTS, min_size=1, max_size=5).map(
    lambda terms: SPACE.from_dict(
        {powers: QQ(value.numerator, value.denominator) for powers, value in terms.items()}
    )
)


@RULES
@given(st.lists(POLYNOMIALS, min_size=1, max_size=3))
def test_factors_and_their_order_are_those_of_sympy(parts: list[Any]) -> None:
    product = reduce(mul, parts)
    constant, factors = product.factor_list()
    assert factor_list(product) == (constant, tuple(factors))


def test_factors_that_share_no_linear_variable_are_found_too() -> None:
    u, v, *_ = GENERATORS
    polynomial = (u**2 + v**2) * (u**2 - 2 * v**2) ** 2 * u**3
    assert {str(factor): times for factor, times in factor_list(polynomial)[1]} == {
        "u": 3,
        "u**2 + v**2": 1,
        "u**2 - 2*v**2": 2,
    }


def test_a_repeated_factor_that_is_linear_in_a_variable_keeps_its_multiplicity() -> None:
    u, v, w, _ = GENERATORS
    _, found = factor_list((u * v + w) ** 3 * (u + 1))
    assert sorted(times for _, times in found) == [1, 3]


@RULES
@given(POLYNOMIALS, st.lists(POLYNOMIALS, min_size=1, max_size=4))
def test_products_of_whole_numbers_are_those_of_sympy(first: Any, others: list[Any]) -> None:
    second = sum(others, SPACE.one) ** 2
    assert polynomial_product(first**2, second) == first**2 * second


x, y, z = sympy.symbols("x y z")


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ((x + y) * (x - y), x**2 - y**2),
        ((x + 1) ** 3 / (y + z), (x**3 + 3 * x**2 + 3 * x + 1) / (y + z)),
        (sympy.sqrt(x * (y + z)) * x, x * sympy.sqrt(x * z + x * y)),
        (x / y - x / y, sympy.S.Zero),
    ],
)
def test_what_is_the_same_multiplied_out_is_seen(first: Any, other: Any) -> None:
    assert same_terms(first, other)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        (x / (y + z), x / (y - z)),
        (sympy.sqrt(x), x),
        (sympy.log(x + y), sympy.log(x) + sympy.log(y)),
        (1 / (x + y) ** 2, 1 / (x + y)),
        (sympy.Rational(1, 3) * x, sympy.Rational(1, 2) * x),
    ],
)
def test_what_differs_is_never_called_the_same(first: Any, other: Any) -> None:
    assert not same_terms(first, other)


HALVES = st.lists(st.integers(-40, 40).map(lambda value: value / 2), min_size=3, max_size=3)


@RULES
@given(HALVES, HALVES, HALVES)
def test_columns_of_halves_are_exact(one: list[float], two: list[float], three: list[float]) -> None:
    columns = [column(np.array(part)) for part in (one, two, three)]
    found = columns[0] * columns[1] + columns[2] * columns[2] - columns[0] * column(Fraction(1, 3))
    for place in range(3):
        a, b, c = (Fraction(part[place]) for part in (one, two, three))
        assert Fraction(int(found.top[place]), int(found.taken(np.arange(3)).bottom[place])) == (
            a * b + c * c - a / 3
        )
    assert signs_of(found, found).tolist() == [0, 0, 0]


def test_a_sum_of_halves_that_outgrows_its_bits_is_lost() -> None:
    large = column(np.array([int(LIMIT * 0.6), 2])) * column(Fraction(1, 2))
    assert np.broadcast_to((large + large).lost, (2,)).tolist() == [True, False]
