"""Wrong regions are refused, and false claims about parameters cannot be proved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy
from sympy import Poly, symbols

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.demands.sizes import series_of
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.regions import proving
from axiometrics.checker.regions.bounds import Bound
from axiometrics.checker.regions.curves import Curve, curve_of
from axiometrics.checker.regions.grounds import rises, tail_of
from axiometrics.checker.regions.proving import Stretch, proved_on
from axiometrics.checker.regions.recheck import RegionError, check_bounds, check_signs, count_roots
from axiometrics.checker.regions.region import joint_region
from axiometrics.checker.regions.sets import ValueSet
from axiometrics.metrics import metrics

CLOSENESS = CONSTRAINTS.get("closeness_threshold", "ranking")


@pytest.fixture(scope="module")
def curve() -> Curve:
    rbp = metrics("ranking")["rbp"]
    return curve_of(rbp, CLOSENESS, "p", series_of(CLOSENESS, (2,)).case(0).outputs)


def test_the_region_of_a_case_passes_its_check(curve: Curve) -> None:
    check_bounds(curve.positive)
    assert check_signs(curve.positive, curve.meets_at) == 6


@pytest.mark.parametrize(
    ("low", "high"), [("1/2", "3/5"), ("4/5", "9/10"), ("-1", "0")], ids=["below", "above", "elsewhere"]
)
def test_a_shifted_bracket_is_refused(curve: Curve, low: str, high: str) -> None:
    shifted = Bound(Fraction(low), Fraction(high), (1, 1, 0, -1))
    with pytest.raises(RegionError, match="0 roots"):
        check_bounds(replace(curve.positive, bounds=(shifted,)))


def test_a_bracket_with_two_roots_is_refused() -> None:
    both = Bound(Fraction(-2), Fraction(2), (1, 0, -2))
    with pytest.raises(RegionError, match="2 roots"):
        check_bounds(ValueSet(curve_span(), (both,), (True, False, True)))


def curve_span() -> Any:
    from axiometrics.checker.regions.bounds import Span

    return Span()


def test_a_wrong_rational_bound_is_refused() -> None:
    with pytest.raises(RegionError, match="no root"):
        check_bounds(
            ValueSet(curve_span(), (Bound(Fraction(1, 2), Fraction(1, 2), (3, -1)),), (True, False, True))
        )


def test_a_missing_interval_is_refused(curve: Curve) -> None:
    with pytest.raises(RegionError, match="does not agree"):
        check_signs(ValueSet.empty(curve.positive.span), curve.meets_at)


def test_an_interval_too_many_is_refused(curve: Curve) -> None:
    with pytest.raises(RegionError, match="does not agree"):
        check_signs(replace(curve.positive, held=(True, False, True)), curve.meets_at)


def test_a_wrong_polynomial_moves_the_region_and_is_refused(curve: Curve) -> None:
    """p^3 - p^2 + 2p - 1 has its root at 0.5698, the square of the true bound."""
    wrong = Bound(Fraction(1, 2), Fraction(3, 5), (1, -1, 2, -1))
    moved = replace(curve.positive, bounds=(wrong,))
    check_bounds(moved)
    with pytest.raises(RegionError, match="does not agree"):
        check_signs(moved, curve.meets_at)


@pytest.mark.parametrize(
    ("polynomial", "low", "high", "count"),
    [([1, 0, -2], -2, 2, 2), ([1, 0, 1], -9, 9, 0), ([1, -6, 11, -6], 0, 4, 3), ([1, -2, 1], 0, 2, 1)],
    ids=["two", "none", "three", "double"],
)
def test_sturm_counts_roots(polynomial: list[int], low: int, high: int, count: int) -> None:
    assert count_roots(list(map(Fraction, polynomial)), Fraction(low), Fraction(high)) == count


def test_an_n_is_not_passed_over_where_the_margin_may_still_rise() -> None:
    """u - u^2 falls beyond u = 1/2, and p^2 reaches 0.57 at the bound: n = 2 alone does not settle the others."""
    tail = tail_of(metrics("ranking")["rbp"], CLOSENESS, "p")
    outside = ValueSet(
        tail.span, (Bound(Fraction(3, 4), Fraction(4, 5), (1, 1, 0, -1)),), (True, True, False)
    )
    assert not tail.largest_by(2, outside)
    assert tail.largest_by(3, outside)


def test_a_function_that_falls_is_not_said_to_rise() -> None:
    p, u = symbols("p u", positive=True)
    half = (Fraction(0), Fraction(1, 2))
    assert rises(Poly(u + p, p, u), u, p, half, 1)
    assert not rises(Poly(p - u, p, u), u, p, half, 1)
    assert not rises(Poly(u - 3 * u**2, p, u), u, p, half, 1)


def test_no_proof_reaches_beyond_the_values_for_which_a_constraint_holds() -> None:
    """Utility rewards a relevant item where a > c = 0 only."""
    utility = metrics("filtering")["utility"]
    record = CONSTRAINTS.get("priority_relevant", "filtering")
    assert proved_on(utility, record, "a", Stretch(Fraction(0), None, False)) is not None
    assert proved_on(utility, record, "a", Stretch(Fraction(-1), None, False)) is None
    assert proved_on(utility, record, "a", Stretch(Fraction(0), None, True)) is None  # a tie at a = 0


def test_a_certificate_for_other_values_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The re-check computes t from the parameter's value; a proof about alpha = t/(2 + t) agrees with no other."""
    f, record = metrics("filtering")["f"], CONSTRAINTS.get("priority_relevant", "filtering")
    stretch = Stretch(Fraction(0), Fraction(1), False)
    monkeypatch.setattr(stretch, "expression", stretch.letter / (2 + stretch.letter))
    with pytest.raises(CertificateError):
        proved_on(f, record, "alpha", stretch)


def test_a_condition_is_joint_only_where_all_else_is_positive() -> None:
    utility = metrics("filtering")["utility"]
    assert joint_region(utility, CONSTRAINTS.get("priority_relevant", "filtering")) is not None
    assert joint_region(utility, CONSTRAINTS.get("non_informative_growing", "filtering")) is None


def test_the_name_of_t_is_no_size_of_any_constraint() -> None:
    for task in ("clustering", "filtering", "ranking"):
        for record in CONSTRAINTS.view(task).values():
            assert sympy.Symbol(proving.NAME) not in {sympy.Symbol(name) for name in record.values}


def test_roots_among_logarithms_are_never_called_exact() -> None:
    """A margin log 2 - a log 3 changes its sign where a = log 2/log 3; the bound is a bracket, marked numeric."""
    from axiometrics.checker.regions.bounds import Span
    from axiometrics.checker.regions.curves import letter_algebra, numeric_roots
    from axiometrics.checker.regions.proving import letter_of
    from axiometrics.checker.regions.sets import bound_text

    span = Span(Fraction(0))
    letter = letter_of("a", span)
    algebra = letter_algebra(letter, span, 3)
    two, three = (algebra.log(algebra.number(Fraction(value))) for value in (2, 3))
    margin = two - three * algebra.letters[letter]
    (bound,) = numeric_roots(margin.top, algebra)
    assert not bound.exact
    assert bound.low < Fraction("0.6309297535714574") < bound.high + Fraction(1, 10**15)
    written = bound_text(bound, "a")
    assert written.startswith("0.63092975357")
    assert written.endswith(" (numeric)")
    assert bound.low <= Fraction(written.split()[0]) <= bound.high
    assert not algebra.never_zero(margin.top)
    assert algebra.never_zero((two + three * algebra.letters[letter]).top)
