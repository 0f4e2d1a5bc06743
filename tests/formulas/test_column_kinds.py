"""Columns of roots, logarithms and hyperbolic tangents are ordered exactly, or say that they cannot tell."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometrics.errors import UndecidedError
from axiometrics.formulas.column_algebra import COLUMNS, signs_of
from axiometrics.formulas.columns import UNKNOWN, column, where
from axiometrics.formulas.exact import exact_algebra

NUMBERS = st.fractions(Fraction(1, 9), 9, max_denominator=9)
LOG_TWO = COLUMNS.log(column(np.array([2, 2])))


def signs(one: Any, other: Any) -> list[int]:
    return np.broadcast_to(signs_of(one, other), (2,)).tolist()


def test_quotients_of_logarithms_are_added_where_one_denominator_is_a_multiple_of_the_other() -> None:
    """log 4 / log 2 + log 8 / (3 log 2) = 2 + 1."""
    found = COLUMNS.log(column(np.array([4, 4]))) / LOG_TWO
    found = found + COLUMNS.log(column(np.array([8, 16]))) / (LOG_TWO * column(3))
    assert signs(found, column(3)) == [0, 1]


def test_quotients_of_logarithms_with_unlike_denominators_are_left_to_others() -> None:
    log_three = COLUMNS.log(column(np.array([3, 3])))
    with pytest.raises(UndecidedError):
        _ = column(1) / LOG_TWO + column(1) / log_three


def test_roots_of_logarithms_are_ordered_as_these() -> None:
    """(log 9 - 2 log 3) is zero; log 8 is larger."""
    roots = [COLUMNS.sqrt(COLUMNS.log(column(np.array(values)))) for values in ([9, 9], [8, 9])]
    assert signs(roots[0], roots[1]) == [1, 0]
    assert signs(roots[0] * column(-1), column(0)) == [-1, -1]


def test_quotients_of_roots_of_logarithms_are_ordered_exactly() -> None:
    """sqrt(log 8)/3 and sqrt(log 2)/sqrt(3) are equal; 1/sqrt(log 2) is more than 1, 1/sqrt(log 3) is less."""
    eight, two = (COLUMNS.sqrt(COLUMNS.log(column(np.array([number] * 2)))) for number in (8, 2))
    assert signs(eight / column(3), two / COLUMNS.sqrt(column(3))) == [0, 0]
    inverse = column(1) / COLUMNS.sqrt(COLUMNS.log(column(np.array([2, 3]))))
    assert signs(inverse, column(1)) == [1, -1]
    assert signs(column(1) / COLUMNS.sqrt(COLUMNS.log(column(np.array([1, 2])))), column(1))[0] == UNKNOWN


def test_nothing_over_nothing_is_not_cancelled() -> None:
    """log 1 / log 1 has no value, log 2 / log 2 is 1; so are the roots."""
    log = COLUMNS.log(column(np.array([1, 2])))
    for value in (log, COLUMNS.sqrt(log)):
        assert signs(value / value, column(1)) == [UNKNOWN, 0]


def test_hyperbolic_tangents_are_ordered_as_what_is_inside() -> None:
    first, second = (COLUMNS.tanh(column(np.array(values))) for values in ([1, 2], [1, 3]))
    assert signs(first, second) == [0, -1]
    assert signs(first, column(0)) == [1, 1]


@pytest.mark.parametrize("other", [column(1), COLUMNS.infinite, COLUMNS.sqrt(column(2))])
def test_hyperbolic_tangents_and_other_numbers_are_left_to_others(other: Any) -> None:
    with pytest.raises(UndecidedError):
        signs_of(COLUMNS.tanh(column(np.array([1, 2]))), other)
    with pytest.raises(UndecidedError):
        _ = COLUMNS.tanh(column(1)) + other


def test_infinity_and_logarithms_of_what_is_not_positive_are_unknown() -> None:
    zero = column(np.array([0, 2]))
    divided = COLUMNS.ratio(column(1), zero, COLUMNS.infinite)
    assert signs(divided, column(Fraction(1, 2))) == [UNKNOWN, 0]
    for value in (zero, -zero + column(np.array([-1, 4])), divided * column(2)):
        assert signs(COLUMNS.log(value), COLUMNS.log(column(1)))[0] == UNKNOWN


def test_what_is_unknown_is_known_again_where_a_convention_takes_its_place() -> None:
    infinite = COLUMNS.log(COLUMNS.ratio(column(1), column(np.array([0, 1])), COLUMNS.infinite))
    assert signs(infinite, column(0)) == [UNKNOWN, 0]
    assert signs(where(np.array([False, True]), infinite, column(0)), column(0)) == [0, 0]
    assert signs(infinite + column(1), column(0)) == [UNKNOWN, 1]


def test_a_convention_is_not_taken_for_a_number_that_was_lost() -> None:
    """2^32 times 2^32 is 2^64, of which 64 bits show 0; so do they of infinity."""
    large = column(np.array([2**32, 1]))
    for lost in (large * large, COLUMNS.ratio(column(1), column(np.array([0, 1])), COLUMNS.infinite)):
        assert lost.top.tolist() == [0, 1]
        assert signs(COLUMNS.ratio(column(1), lost, column(7)), column(1)) == [UNKNOWN, 0]
        assert signs(COLUMNS.guard(column(np.array([5, 5])), lost, column(7)), column(5)) == [UNKNOWN, 0]


@pytest.mark.parametrize("constant", [0, -3])
def test_the_logarithm_of_a_constant_that_is_not_positive_is_lost_everywhere(constant: int) -> None:
    found = COLUMNS.log(column(constant)) + COLUMNS.log(column(np.array([2, 3])))
    assert signs(found, column(0)) == [UNKNOWN, UNKNOWN]
    assert signs(COLUMNS.log(column(constant)).taken(np.array([1, 0])), column(0)) == [UNKNOWN, UNKNOWN]


def test_roots_of_fractions_and_of_logarithms_are_chosen_case_by_case() -> None:
    plain, logarithm = (
        COLUMNS.sqrt(column(np.array([4, 4]))),
        COLUMNS.sqrt(COLUMNS.log(column(np.array([9, 9])))),
    )
    mask = np.array([True, False])
    for found in (where(mask, plain, logarithm), where(~mask, logarithm, plain)):
        assert signs(found, plain) == [0, -1]  # log 9 is less than 4
        assert signs(found, logarithm) == [1, 0]


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=2, max_size=2))
def test_entropies_have_the_exact_signs(cases: list[tuple[Fraction, Fraction, Fraction]]) -> None:
    """x log y / log 2 - log z / (2 log 2), against the arithmetic for single cases."""
    exact = exact_algebra(100)

    def value(algebra: Any, x: Any, y: Any, z: Any) -> Any:
        two = algebra.log(algebra.number(Fraction(2)))
        return x * algebra.log(y) / two - algebra.log(z) / (algebra.number(Fraction(2)) * two)

    columns = [_column(values) for values in zip(*cases, strict=True)]
    wanted = [exact.sign(value(exact, *map(exact.number, case))) for case in cases]
    found = signs(value(COLUMNS, *columns), column(0))
    sizes = [abs(float(exact.approximate(value(exact, *map(exact.number, case))))) for case in cases]
    for sign, known, size in zip(found, wanted, sizes, strict=True):
        assert sign == known or (
            sign == UNKNOWN and 0 < size < 1e-5
        )  # only what is close to zero may be left open


def _column(values: tuple[Fraction, ...]) -> Any:
    tops, bottoms = (
        column(np.array([getattr(value, side) for value in values])) for side in ("numerator", "denominator")
    )
    return tops / bottoms
