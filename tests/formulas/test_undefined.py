"""What has no value stays so in every arithmetic, and SymPy never computes with it."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from written import UNDEFINED, guarded, log2, maximum, minimum, power, ratio, sqrt

from axiometrics import formulas
from axiometrics.checker.prove.algebra import SignedAlgebra
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.undefined import NO_VALUE
from axiometrics.metrics.registry import build

x, y = sympy.symbols("x y", real=True)
SHARE = ratio(x, y, UNDEFINED)

SWALLOWING = {
    "sum": SHARE + 1,
    "difference": 1 - SHARE,
    "product": x * SHARE,
    "quotient": x / (1 + SHARE),
    "power": SHARE**2,
    "as numerator": ratio(SHARE, x, 0),
    "as denominator": ratio(x, SHARE, 0),
    "as condition": guarded(1, SHARE, 0),
    "larger, first": maximum(SHARE, 3),
    "larger, second": maximum(3, SHARE),
    "smaller, first": minimum(SHARE, 3),
    "smaller, second": minimum(3, SHARE),
    "root": sqrt(SHARE),
    "root times root": sqrt(x + 1) * SHARE,
    "root beside": sqrt(x + 1) + SHARE,
    "logarithm": log2(SHARE),
}


def value(expression: Any, algebra: Any, *numbers: Any) -> Any:
    return compile_formula(expression, (x, y), algebra)(*numbers)


@pytest.mark.parametrize("name", SWALLOWING)
def test_no_operation_makes_a_value_of_what_has_none(name: str) -> None:
    expression = SWALLOWING[name]
    assert math.isnan(value(expression, SCALARS, 2, 0))
    assert not math.isnan(value(expression, SCALARS, 2, 1))
    both = value(expression, BOUNDED, *map(BOUNDED.column, ([2, 2], [0, 1])))
    assert np.isnan(both.value).tolist() == [True, False]
    assert np.isfinite(both.radius).all()
    exact = exact_algebra(5)
    assert value(expression, exact, *map(exact.number, (Fraction(2), Fraction(0)))) is NO_VALUE
    signed = SignedAlgebra([x, y], positive=[x], nonnegative=[])
    if name != "logarithm":
        assert value(expression, signed, signed.element(x), signed.number(Fraction(0))) is NO_VALUE


def test_a_convention_can_stand_in_for_what_has_no_value_on_the_other_side() -> None:
    expression = guarded(SHARE, y, -1)
    assert value(expression, SCALARS, 2, 0) == -1


def test_sympy_keeps_it_where_it_was_written() -> None:
    assert str(2 * SHARE) == "2*Ratio(x, y, UNDEFINED)"
    assert SHARE.subs(x, 0) == ratio(0, y, UNDEFINED)


@pytest.mark.parametrize(
    "formula",
    [
        lambda c: formulas.UNDEFINED,
        lambda c: c.tp + formulas.UNDEFINED,
        lambda c: formulas.ratio(formulas.UNDEFINED, c.tp, 0),
    ],
)
def test_a_formula_that_computes_with_it_is_refused(formula: Any) -> None:
    with pytest.raises(NotSymbolicError, match="last argument of ratio or guarded"):
        assert build(formula, task="filtering").formula


def test_it_is_compared_with_nothing() -> None:
    for compare in (lambda: NO_VALUE < 1, lambda: NO_VALUE == 1, lambda: NO_VALUE >= NO_VALUE):
        with pytest.raises(UndecidedError):
            compare()
    exact = exact_algebra(2)
    with pytest.raises(UndecidedError):
        exact.compare(NO_VALUE, exact.one)
    with pytest.raises(UndecidedError):
        exact.sign(NO_VALUE)


def test_a_root_of_its_negative_side_is_still_zero() -> None:
    assert value(sqrt(x), SCALARS, -1e-18, 0) == 0.0


def test_a_negative_power_of_zero_has_no_value_like_one_over_zero() -> None:
    expression = power(x, y)
    assert math.isnan(value(expression, SCALARS, 0, -1))
    exact = exact_algebra(5)
    assert value(expression, exact, exact.number(Fraction(0)), exact.number(Fraction(-1))) is NO_VALUE
    with np.errstate(divide="ignore"):
        found = value(expression, BOUNDED, *map(BOUNDED.column, ([0, 0, 2], [-1, 0, -1])))
    assert np.isnan(found.value).tolist() == [True, False, False]
    assert np.isfinite(found.radius).all()
    metric = build(lambda counts: formulas.power(counts.tp, counts.fp - counts.fn), task="filtering")
    assert metric("tp=0 fp=0 fn=1 tn=0") is None
