"""One formula, every arithmetic: floats, arrays and exact numbers give the same values."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from written import guarded, log2, log_binomial, maximum, minimum, ratio, sqrt

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.compiled import compile_formula
from axiometrics.metrics import metrics

x, y = SYMBOLS = sympy.symbols("x y", positive=True)
RULES = settings(max_examples=15, derandomize=True, deadline=None, database=None)

FORMULAS: dict[str, tuple[Any, Any]] = {
    "sum": (x + 2 * y, lambda x, y: x + 2 * y),
    "difference": (x - y, lambda x, y: x - y),
    "quotient": (x / y, lambda x, y: x / y),
    "power": (x**3 / y**2, lambda x, y: x**3 / y**2),
    "reciprocal": (1 / (x + y), lambda x, y: 1 / (x + y)),
    "fraction": (x * sympy.Rational(2, 3), lambda x, y: 2 * x / 3),
    "constant": (sympy.Rational(7, 3), lambda x, y: 7 / 3),
    "root": (sqrt(x * y), lambda x, y: math.sqrt(x * y)),
    "over a root": (x / sqrt(x + y), lambda x, y: x / math.sqrt(x + y)),
    "a number times its root": (x * sqrt(x), lambda x, y: x * math.sqrt(x)),
    "a fifth power of a root": (sqrt(x + y) ** 5 / y, lambda x, y: math.sqrt(x + y) ** 5 / y),
    "over a number times its root": (y / (x * sqrt(x)), lambda x, y: y / (x * math.sqrt(x))),
    "bits": (log2(x / y), lambda x, y: math.log2(x / y)),
    "entropy": (x * log2(x + y), lambda x, y: x * math.log2(x + y)),
    "log binomial": (log_binomial(x + y, y), lambda x, y: math.log2(math.comb(int(x + y), int(y)))),
    "larger": (maximum(x, y), lambda x, y: max(x, y)),
    "smaller": (minimum(x**2, 3 * y), lambda x, y: min(x**2, 3 * y)),
    "ratio": (ratio(x, x - y, 5), lambda x, y: x / (x - y) if x != y else 5),
    "ratio of ratios": (ratio(1, ratio(0, x - y, 1), x), lambda x, y: 1 if x == y else x),
    "guarded": (guarded(1 / (x + y), x - y, 2), lambda x, y: 1 / (x + y) if x != y else 2),
    "nested": (ratio(log2(x), maximum(log2(x), log2(y)), 1),
               lambda x, y: math.log2(x) / math.log2(max(x, y)) if max(x, y) > 1 else 1),
}  # fmt: skip
PAIRS = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=6)


@pytest.mark.parametrize("name", FORMULAS)
@RULES
@given(pairs=PAIRS)
def test_floats_arrays_and_exact_numbers_agree(name: str, pairs: list[tuple[int, int]]) -> None:
    expression, by_hand = FORMULAS[name]
    expected = [float(by_hand(a, b)) for a, b in pairs]
    scalars = compile_formula(expression, SYMBOLS, SCALARS)
    arrays = compile_formula(expression, SYMBOLS, BOUNDED)
    assert [float(scalars(a, b)) for a, b in pairs] == pytest.approx(expected, rel=1e-12, abs=1e-12)
    columns = (BOUNDED.column(np.array(part)) for part in zip(*pairs, strict=True))
    found = BOUNDED.filled(arrays(*columns), len(pairs))
    assert found.value == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert (np.abs(found.value - expected) <= found.radius + 1e-15 * np.abs(expected)).all()
    arithmetic = exact_algebra(20)
    exactly = compile_formula(expression, SYMBOLS, arithmetic)
    numbers = [[arithmetic.number(Fraction(part)) for part in pair] for pair in pairs]
    assert [arithmetic.approximate(exactly(*pair)) for pair in numbers] == pytest.approx(
        expected, rel=1e-12, abs=1e-12
    )


@pytest.mark.filterwarnings("error")
def test_a_convention_in_a_batch_leaves_the_other_entries_alone_and_warns_of_nothing() -> None:
    compiled = compile_formula(ratio(x, x - y, 5), SYMBOLS, BOUNDED)
    assert compiled(*map(BOUNDED.column, ([3, 2], [1, 2]))).value.tolist() == [1.5, 5.0]


@pytest.mark.parametrize("expression", [sympy.sin(x), sympy.exp(x), sympy.floor(x), sympy.Abs(x - y)])
def test_a_function_that_formulas_do_not_have_is_named(expression: Any) -> None:
    with pytest.raises(NotSymbolicError, match=rf"^a formula cannot use {expression.func.__name__}; use "):
        compile_formula(expression, SYMBOLS, SCALARS)


@pytest.mark.parametrize("expression", [x ** sympy.Rational(1, 3), x**y, 2**x])
def test_an_exponent_that_formulas_do_not_have_is_named(expression: Any) -> None:
    with pytest.raises(
        NotSymbolicError, match=r"^a formula cannot use the exponent .*; use integers up to 1000 and sqrt$"
    ):
        compile_formula(expression, SYMBOLS, SCALARS)


FORMULA_METRICS = [key for key, record in metrics("clustering").items() if record.kind == "formula"]


def test_at_least_30_of_the_36_metrics_are_formulas() -> None:
    assert len(FORMULA_METRICS) >= 30
