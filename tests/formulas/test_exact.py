"""Exact arithmetic decides signs and ties: logarithms of integers, square roots, and both together."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod
from typing import Any

import pytest
import sympy
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from mpmath import MPContext

from axiometrics.errors import AxiometricsError, UndecidedError
from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.extended import extended_algebra
from axiometrics.formulas.undefined import NO_VALUE

EXACT = exact_algebra(12)
RULES = settings(
    phases=[Phase.generate],
    report_multiple_bugs=False,
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
)
mp = MPContext()
mp.dps = 120


def q(value: Any) -> Any:
    return EXACT.number(Fraction(value))


def log(value: Any) -> Any:
    return EXACT.log(q(value))


def root(value: Any) -> Any:
    return EXACT.sqrt(q(value))


TIES = {
    "log 8 = 3 log 2": (lambda: log(8), lambda: 3 * log(2)),
    "log 12 = log 3 + 2 log 2": (lambda: log(12), lambda: log(3) + 2 * log(2)),
    "log 3/4 = log 3 - log 4": (lambda: log(Fraction(3, 4)), lambda: log(3) - log(4)),
    "log 1 = 0": (lambda: log(1), lambda: q(0)),
    "log 8 / log 2 = 3": (lambda: log(8) / log(2), lambda: q(3)),
    "log 9 / log 8 = 2/3 log 3 / log 2": (lambda: log(9) / log(8), lambda: q(Fraction(2, 3)) * log(3) / log(2)),
    "sqrt 9/4 = 3/2": (lambda: root(Fraction(9, 4)), lambda: q(Fraction(3, 2))),
    "sqrt 0 = 0": (lambda: root(0), lambda: q(0)),
    "sqrt 2 sqrt 2 = 2": (lambda: root(2) * root(2), lambda: q(2)),
    "sqrt 2 sqrt 8 = 4": (lambda: root(2) * root(8), lambda: q(4)),
    "sqrt 8 = 2 sqrt 2": (lambda: root(8), lambda: 2 * root(2)),
    "1 / sqrt 2 = sqrt 2 / 2": (lambda: 1 / root(2), lambda: root(2) / q(2)),
    "1 / sqrt 2 = sqrt 1/2": (lambda: 1 / root(2), lambda: root(Fraction(1, 2))),
    "2 / sqrt 8 = 3 / sqrt 18": (lambda: 2 / root(8), lambda: 3 / root(18)),
    "1 + sqrt 8 = 1 + 2 sqrt 2": (lambda: 1 + root(8), lambda: 1 + 2 * root(2)),
    "-sqrt 8 = -2 sqrt 2": (lambda: -root(8), lambda: -2 * root(2)),
    "1 / (1 + sqrt 2) = sqrt 2 - 1": (lambda: 1 / (1 + root(2)), lambda: root(2) - 1),
    "(1 + sqrt 2)^2 = 3 + 2 sqrt 2": (lambda: (1 + root(2)) ** 2, lambda: 3 + 2 * root(2)),
    "sqrt(log 4 log 2) = sqrt 2 log 2": (lambda: EXACT.sqrt(log(4) * log(2)), lambda: root(2) * log(2)),
    "sqrt(log 4 log 9) = 2 sqrt(log 2 log 3)": (
        lambda: EXACT.sqrt(log(4) * log(9)), lambda: 2 * EXACT.sqrt(log(2) * log(3))),
    "log 2 / sqrt(log 2 log 3) = sqrt(log 2 / log 3)": (
        lambda: log(2) / EXACT.sqrt(log(2) * log(3)), lambda: EXACT.sqrt(log(2) / log(3))),
    "log 6 - log 2 over log 3 = 1": (lambda: (log(6) - log(2)) / log(3), lambda: q(1)),
    "(log 2 + log 3)^2 expands": (
        lambda: (log(2) + log(3)) ** 2, lambda: log(2) ** 2 + 2 * log(2) * log(3) + log(3) ** 2),
    "log binomial(5, 2) = log 10": (lambda: EXACT.log_binomial(q(5), q(2)), lambda: log(10)),
    "log binomial(5, 0) = 0": (lambda: EXACT.log_binomial(q(5), q(0)), lambda: q(0)),
}  # fmt: skip


@pytest.mark.parametrize("tie", TIES)
def test_equal_values_tie_exactly(tie: str) -> None:
    first, second = (side() for side in TIES[tie])
    assert EXACT.compare(first, second) == 0
    assert EXACT.compare(second, first) == 0


LESS = {
    "sqrt 2 < sqrt 3": (lambda: root(2), lambda: root(3)),
    "sqrt 8 < 3": (lambda: root(8), lambda: q(3)),
    "-sqrt 3 < -sqrt 2": (lambda: -root(3), lambda: -root(2)),
    "-sqrt 2 < sqrt 2": (lambda: -root(2), lambda: root(2)),
    "-1 + sqrt 2 < sqrt 3": (lambda: root(2) - 1, lambda: root(3)),
    "5 - sqrt 24 is above 0": (lambda: q(0), lambda: 5 - root(24)),
    "5 - sqrt 26 is below 0": (lambda: 5 - root(26), lambda: q(0)),
    "1 + sqrt 3 < 2 sqrt 2, at 0.097": (lambda: 1 + root(3), lambda: 2 * root(2)),
    "665/306 over 2 is below sqrt 3 of its square": (lambda: q(Fraction(989, 571)), lambda: root(3)),
    "log 2 < sqrt 1/2": (lambda: log(2), lambda: root(Fraction(1, 2))),
    "sqrt(log 2 log 3) < (log 2 + log 3)/2": (
        lambda: EXACT.sqrt(log(2) * log(3)), lambda: (log(2) + log(3)) / q(2)),
    "19 log 2 < 12 log 3, in the third digit": (lambda: 19 * log(2), lambda: 12 * log(3)),
    "306 log 3 < 485 log 2, in the sixth digit": (lambda: 306 * log(3), lambda: 485 * log(2)),
    "1054 log 2 < 665 log 3, in the eighth digit": (lambda: 1054 * log(2), lambda: 665 * log(3)),
}  # fmt: skip


@pytest.mark.parametrize("claim", LESS)
def test_unequal_values_are_ordered(claim: str) -> None:
    first, second = (side() for side in LESS[claim])
    assert EXACT.compare(first, second) == -1
    assert EXACT.compare(second, first) == 1


FORMS = st.lists(st.tuples(st.integers(-5, 5), st.integers(1, 12)), max_size=6)


@RULES
@given(form=FORMS)
def test_the_sign_of_a_form_in_logarithms_is_that_of_a_product_of_integers(
    form: list[tuple[int, int]],
) -> None:
    """sum c log k > 0 iff prod k^c > 1, which fractions decide."""
    value = sum((c * log(k) for c, k in form), q(0))
    product = prod((Fraction(k) ** c for c, k in form), start=Fraction(1))
    assert EXACT.sign(value) == (product > 1) - (product < 1)


@RULES
@given(first=FORMS, second=FORMS)
def test_products_of_forms_have_the_product_of_the_signs(first: Any, second: Any) -> None:
    one, other = (sum((c * log(k) for c, k in form), q(0)) for form in (first, second))
    assert EXACT.sign(one * other) == EXACT.sign(one) * EXACT.sign(other)


SURDS = st.tuples(st.integers(-6, 6), st.integers(-4, 4), st.integers(0, 30))


@RULES
@given(first=SURDS, second=SURDS)
def test_roots_of_integers_are_compared_like_120_digits_do(first: Any, second: Any) -> None:
    """a + b sqrt c against d + e sqrt f: with such small integers a difference below 10^-100 is zero."""
    ours = [a + b * root(c) if b else q(a) for a, b, c in (first, second)]
    theirs = [a + b * mp.sqrt(c) for a, b, c in (first, second)]
    difference = theirs[0] - theirs[1]
    expected = 0 if abs(difference) < mp.mpf(10) ** -100 else (1 if difference > 0 else -1)
    assert EXACT.compare(*ours) == expected


@RULES
@given(a=st.integers(1, 12), b=st.integers(2, 12), c=st.integers(2, 12), times=st.integers(1, 5))
def test_pure_roots_that_differ_by_a_square_factor_tie(a: int, b: int, c: int, times: int) -> None:
    """a / sqrt(log b log c) does not change when a is multiplied and the radicand by the square."""
    radicand = log(b) * log(c)
    first = a / EXACT.sqrt(radicand)
    second = (times * a) / EXACT.sqrt(times**2 * radicand)
    assert EXACT.compare(first, second) == 0


@RULES
@given(value=st.fractions(min_value=-50, max_value=50))
def test_rationals_are_the_rationals(value: Fraction) -> None:
    assert EXACT.sign(q(value)) == (value > 0) - (value < 0)
    assert EXACT.text(q(value)) == str(value)
    assert EXACT.approximate(q(value)) == pytest.approx(float(value), rel=1e-15)


@pytest.mark.parametrize(("upper", "lower"), [(4, 2), (7, 3), (10, 5), (3, 3)])
def test_log_binomials_are_logarithms_of_binomials(upper: int, lower: int) -> None:
    found = EXACT.log_binomial(q(upper), q(lower))
    assert EXACT.compare(found, log(comb(upper, lower))) == 0


def test_conventions_are_chosen_by_exact_zeros() -> None:
    """log 8 - 3 log 2 is exactly zero, though floats need not say so."""
    zero = log(8) - 3 * log(2)
    assert EXACT.compare(EXACT.ratio(q(1), zero, q(7)), q(7)) == 0
    assert EXACT.compare(EXACT.guard(q(1), zero, q(7)), q(7)) == 0
    assert EXACT.compare(EXACT.ratio(q(1), log(2), q(7)) * log(2), q(1)) == 0
    assert EXACT.compare(EXACT.guard(q(1), log(2), q(7)), q(1)) == 0


def test_the_larger_and_the_smaller_are_chosen_exactly() -> None:
    """3^665 > 2^1054, by one part in ten million in the logarithms."""
    assert 3**665 > 2**1054
    close = 1054 * log(2), 665 * log(3)
    assert EXACT.larger(*close) is close[1]
    assert EXACT.smaller(*close) is close[0]


def test_dividing_by_an_exact_zero_is_an_error_not_a_tie() -> None:
    with pytest.raises(ZeroDivisionError):
        q(1) / q(0)
    with pytest.raises(ZeroDivisionError):
        EXACT.sign(1 / (log(4) - 2 * log(2)))


SUMS_OF_ROOTS = {
    "sqrt 2 + sqrt 8 = sqrt 18": (lambda: root(2) + root(8) - root(18), 0),
    "sqrt 2 + sqrt 3 < sqrt 10": (lambda: root(2) + root(3) - root(10), -1),
    "sqrt 2 + sqrt 3 + sqrt 5 < sqrt 29.1": (lambda: root(2) + root(3) + root(5) - root(Fraction(291, 10)), -1),
    "(sqrt 2 + sqrt 3)^2 = 5 + 2 sqrt 6": (lambda: (root(2) + root(3)) ** 2 - 5 - 2 * root(6), 0),
    "1 / (sqrt 2 + sqrt 3) = sqrt 3 - sqrt 2": (lambda: 1 / (root(2) + root(3)) - root(3) + root(2), 0),
    "(sqrt 2 + sqrt 3)(sqrt 6 - 2) = sqrt 2": (lambda: (root(2) + root(3)) * (root(6) - 2) - root(2), 0),
    "sqrt(log 2 log 3) + sqrt(log 4 log 9) = 3 sqrt(log 2 log 3)": (
        lambda: EXACT.sqrt(log(2) * log(3)) + EXACT.sqrt(log(4) * log(9)) - 3 * EXACT.sqrt(log(2) * log(3)), 0),
    "sqrt(log 2) + sqrt(log 3) > sqrt(log 6)": (
        lambda: EXACT.sqrt(log(2)) + EXACT.sqrt(log(3)) - EXACT.sqrt(log(6)), 1),
    "the root of sqrt 2 is below 6/5": (lambda: EXACT.sqrt(root(2)) - q(Fraction(6, 5)), -1),
    "the root of sqrt 2, times itself, is sqrt 2": (lambda: EXACT.sqrt(root(2)) ** 2 - root(2), 0),
}  # fmt: skip


@pytest.mark.parametrize("claim", SUMS_OF_ROOTS)
def test_sums_of_different_roots_have_exact_signs(claim: str) -> None:
    value, sign = SUMS_OF_ROOTS[claim]
    assert EXACT.sign(value()) == sign


@RULES
@given(parts=st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 30)), max_size=4))
def test_sums_of_many_roots_are_compared_like_120_digits_do(parts: Any) -> None:
    value = sum((factor * root(inside) for factor, inside in parts), q(0))
    theirs = sum((factor * mp.sqrt(inside) for factor, inside in parts), mp.mpf(0))
    assert EXACT.sign(value) == (0 if abs(theirs) < mp.mpf(10) ** -100 else 1 if theirs > 0 else -1)


def test_a_zero_that_no_algebra_here_shows_is_undecided_and_no_tie() -> None:
    """sqrt(5 + 2 sqrt 6) is sqrt 2 + sqrt 3."""
    nested = EXACT.sqrt(5 + 2 * root(6))
    with pytest.raises(UndecidedError, match="cannot decide whether a value is zero"):
        EXACT.compare(nested, root(2) + root(3))


@pytest.mark.parametrize("exponent", [Fraction(1, 2), Fraction(-7, 3)])
def test_an_exponent_that_is_no_whole_number_is_refused_and_not_truncated(exponent: Fraction) -> None:
    with pytest.raises(UndecidedError, match="where a whole number is needed"):
        EXACT.power(q(4), q(exponent))
    with pytest.raises(UndecidedError, match="where a whole number is needed"):
        EXACT.log_binomial(q(4), q(abs(exponent)))


def test_roots_and_logarithms_of_what_has_none_have_no_value() -> None:
    nothing = [
        EXACT.sqrt(q(-2)),
        EXACT.sqrt(log(2) - log(3)),
        EXACT.log(q(0)),
        EXACT.log(q(-1)),
        EXACT.log_binomial(q(2), q(3)),
    ]
    assert all(value is EXACT.undefined for value in nothing)


def test_a_logarithm_beyond_the_bound_is_a_clear_error() -> None:
    with pytest.raises(AxiometricsError):
        exact_algebra(5).log(exact_algebra(5).number(Fraction(7)))


def test_exact_values_are_written_out() -> None:
    assert sympy.sympify(EXACT.text(log(12) - 1)) == sympy.log(3) + 2 * sympy.log(2) - 1
    assert EXACT.text(root(8) / q(3)) == "2*sqrt(2)/3"


def test_a_sign_that_balls_tell_needs_no_common_denominator() -> None:
    """Sums of quotients with different denominators may be very long; they are not even formed."""
    arithmetic = exact_algebra(30)
    logs = [arithmetic.log(arithmetic.number(Fraction(prime))) for prime in (2, 3, 5, 7, 11, 13, 17)]
    first, second = (
        sum((1 / (1 + log * log) for log in part), arithmetic.zero) for part in (logs[:3], logs[3:])
    )
    with budget(1000) as meter:
        assert arithmetic.sign_of_sum([(1, first), (-1, second)]) == 1
    assert meter.spent == 0
    with budget(1000) as meter:
        assert arithmetic.sign(first - second) == 1
    assert meter.spent > 0


MANY = [2, 3, 5, 7, 11, 13]


def test_a_division_that_conjugates_do_not_finish_is_decided_by_balls() -> None:
    total = sum(map(root, MANY), EXACT.zero)
    with mp.workdps(50):
        value = 1 / sum(map(mp.sqrt, MANY))
    bounds = [Fraction(str(mp.nstr(value * (1 + turn * mp.mpf(10) ** -20), 40))) for turn in (-1, 1)]
    assert [EXACT.compare(1 / total, q(bound)) for bound in bounds] == [1, -1]
    assert abs(EXACT.approximate(1 / total) - float(value)) < 1e-15


def test_a_number_without_algebraic_form_is_equal_to_itself_and_otherwise_open() -> None:
    total = sum(map(root, MANY), EXACT.zero)
    assert EXACT.compare(1 / total, 1 / total) == 0
    with pytest.raises(UndecidedError):
        EXACT.compare(total * (1 / total), q(1))


def test_a_product_of_two_long_sums_of_roots_keeps_its_value() -> None:
    first, second = (
        sum(map(root, part), EXACT.zero) for part in ([2, 3, 5, 7, 11, 13, 17], [19, 23, 29, 31, 37, 41])
    )
    product = first * second
    assert EXACT.approximate(product) == pytest.approx(EXACT.approximate(first) * EXACT.approximate(second))
    assert EXACT.sign(product - q(Fraction(EXACT.approximate(product)) + Fraction(1, 10**9))) == -1


def test_a_logarithm_of_an_irrational_number_is_decided_by_balls() -> None:
    assert EXACT.compare(EXACT.log(root(2)), q(Fraction(34657, 100000))) == 1
    assert EXACT.compare(EXACT.log(root(2)), q(Fraction(34658, 100000))) == -1
    assert EXACT.log(q(1) - root(2)) is EXACT.undefined
    assert sympy.sympify(EXACT.text(EXACT.log(root(2) + 1))) == sympy.log(1 + sympy.sqrt(2))


def test_a_hyperbolic_tangent_need_not_be_the_last_step() -> None:
    arithmetic = extended_algebra(12)
    half = arithmetic.tanh(arithmetic.number(Fraction(1, 2)))
    assert arithmetic.sign(half * half - arithmetic.number(Fraction(2135, 10000))) == 1
    assert arithmetic.sign(half * half - arithmetic.number(Fraction(2136, 10000))) == -1
    assert arithmetic.compare(arithmetic.log(half), -arithmetic.one) == 1
    assert arithmetic.compare(1 + half, half + 1) == 0


def test_what_is_divided_by_no_value_has_none_whatever_the_convention_says() -> None:
    arithmetic = exact_algebra(12)
    one = arithmetic.number(Fraction(1))
    assert arithmetic.ratio(one, NO_VALUE, one) is NO_VALUE
    assert arithmetic.ratio(one, one - one, one + one) == one + one


def test_a_hyperbolic_tangent_is_a_number_at_zero_only() -> None:
    arithmetic = extended_algebra(12)
    one = arithmetic.number(Fraction(1))
    assert arithmetic.tanh(one - one) == arithmetic.zero
    assert arithmetic.text(arithmetic.tanh(one)) == "tanh(1)"
    assert arithmetic.tanh(NO_VALUE) is NO_VALUE
