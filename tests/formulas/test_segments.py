"""Sums and largest values of groups of exact fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from axiometrics.errors import UndecidedError
from axiometrics.formulas.column_algebra import COLUMNS
from axiometrics.formulas.columns import Column, column
from axiometrics.formulas.segments import largest_of, total_of


def fractions_of(values: Column) -> list[Fraction]:
    return [
        Fraction(top, bottom)
        for top, bottom in zip(values.top.tolist(), values.bottoms.tolist(), strict=True)
    ]


@pytest.mark.parametrize("seed", range(10))
def test_groups_are_folded_as_python_folds_fractions(seed: int) -> None:
    shuffle = random.Random(seed)
    rows = [
        (shuffle.randrange(6), Fraction(shuffle.randint(-9, 9), shuffle.randint(1, 12))) for _ in range(40)
    ]
    group = np.array([place for place, _ in rows])
    tops, bottoms = (
        np.array([getattr(value, part) for _, value in rows]) for part in ("numerator", "denominator")
    )
    values = Column(tops, bottoms)
    by_group = [[value for place, value in rows if place == wanted] for wanted in range(7)]
    assert fractions_of(total_of(values, group, 7)) == [sum(each, Fraction(0)) for each in by_group]
    assert fractions_of(largest_of(values, group, 7)) == [max(each, default=Fraction(0)) for each in by_group]
    assert not total_of(values, group, 7).lost.any()


def test_a_sum_that_outgrows_its_bits_is_lost_and_the_others_are_not() -> None:
    """The product of the primes from 41 to 89 has more than 63 bits; 1/2 + 1/3 is 5/6."""
    primes = [41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89]
    bottoms = np.array([*primes, 2, 3])
    group = np.array([0] * len(primes) + [1, 1])
    found = total_of(Column(np.ones_like(bottoms), bottoms), group, 2)
    assert found.lost.tolist() == [True, False]
    assert fractions_of(found)[1] == Fraction(5, 6)


def test_a_numerator_that_outgrows_its_bits_is_lost() -> None:
    huge = np.array([2**61, 2**61, 2**61, 1])
    assert total_of(column(huge), np.array([0, 0, 0, 1]), 2).lost.tolist() == [True, False]


def test_a_group_with_a_missing_value_is_lost() -> None:
    found = total_of(Column(np.array([0, 1, 1]), np.array([0, 2, 2])), np.array([0, 0, 1]), 2)
    assert found.lost.tolist() == [True, False]


def test_roots_are_left_to_the_decision_one_by_one() -> None:
    with pytest.raises(UndecidedError):
        total_of(COLUMNS.sqrt(column(np.array([2, 3]))), np.array([0, 1]), 2)
