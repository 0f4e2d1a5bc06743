"""What a function returns is compared in all its digits: no verdict hides a difference that its floats do not show."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import axiometrics as ax

RELEVANT, IRRELEVANT, CONSTANT, GROWING = (
    "priority_relevant",
    "priority_irrelevant",
    "non_informative_constant",
    "non_informative_growing",
)
HELD, TIED, WRONG, OPEN = "holds", "blind", "contradicted", "error"


def strict(
    function: Callable[..., Any], constraint: str, task: str = "filtering", reads: str = "counts"
) -> Any:
    """The strict verdict of a function."""
    table = ax.check(
        function, task, reads=reads, constraints=[constraint], effort="quick", cache=False, plugins=False, size=5,
        max_examples=5,
    )  # fmt: skip
    return table.cells[0].strict


def in_long_decimals(tp: int, scale: int) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        return 1 + Decimal(tp) / Decimal(10) ** scale


EXACT = {
    "whole": lambda tp, fp, fn, tn: 2**60 + tp,
    "whole, falling": lambda tp, fp, fn, tn: 2**60 - tp,
    "negative": lambda tp, fp, fn, tn: -(2**70) + tp,
    "next to the largest float": lambda tp, fp, fn, tn: 10**300 + tp,
    "numpy": lambda tp, fp, fn, tn: np.int64(2**60) + np.int64(tp),
    "numpy, unsigned": lambda tp, fp, fn, tn: np.uint64(2**63) + np.uint64(tp),
    "array of one": lambda tp, fp, fn, tn: np.array([2**60 - tp]),
    "fraction": lambda tp, fp, fn, tn: 1 + Fraction(tp, 10**20),
    "fraction, falling": lambda tp, fp, fn, tn: Fraction(1, 3) - Fraction(tp, 10**30),
    "below all floats": lambda tp, fp, fn, tn: Fraction(tp, 10**400),
    "below rounding": lambda tp, fp, fn, tn: Fraction(tp, 10**13),
}


@pytest.mark.parametrize("name", EXACT)
def test_whole_numbers_and_fractions_differ_where_their_floats_are_equal(name: str) -> None:
    falls = "falling" in name or name == "array of one"
    assert strict(EXACT[name], RELEVANT).outcome == (WRONG if falls else HELD)
    assert strict(EXACT[name], CONSTANT).outcome == WRONG


@pytest.mark.parametrize("name", EXACT)
def test_and_are_equal_where_they_are(name: str) -> None:
    assert strict(EXACT[name], IRRELEVANT).outcome == TIED


ROUNDED = {
    "decimal": lambda tp, fp, fn, tn: in_long_decimals(tp, 20),
    "decimal, falling": lambda tp, fp, fn, tn: in_long_decimals(-tp, 40),
    "decimal below all floats": lambda tp, fp, fn, tn: Decimal(f"{tp}E-5000"),
    "long double": lambda tp, fp, fn, tn: np.longdouble(1) + np.longdouble(tp) / 2**60,
    "single": lambda tp, fp, fn, tn: np.float32(0.5) + np.float32(1e-7) * np.float32(tp),
    "half": lambda tp, fp, fn, tn: np.float16(0.5) - np.float16(0.0005 * tp / (tp + 1)),
    "double": lambda tp, fp, fn, tn: 0.5 + 1e-14 * tp,
    "numpy double": lambda tp, fp, fn, tn: np.float64(0.5) - 1e-14 * tp,
    "either": lambda tp, fp, fn, tn: 2**53 + 1 if tp % 2 else float(2**53),
}


@pytest.mark.parametrize("name", ROUNDED)
def test_differences_that_may_be_rounding_are_neither_ties_nor_inversions(name: str) -> None:
    if name == "long double" and np.finfo(np.longdouble).nmant < 60:
        pytest.skip("long doubles are doubles here")
    assert strict(ROUNDED[name], RELEVANT).outcome in (
        (OPEN, TIED) if name in ("either", "half") else (OPEN,)
    )
    assert strict(ROUNDED[name], CONSTANT).outcome != WRONG


@pytest.mark.parametrize("name", [name for name in ROUNDED if name != "decimal below all floats"])
def test_equal_rounded_numbers_are_equal_values(name: str) -> None:
    assert strict(ROUNDED[name], IRRELEVANT).outcome == TIED


def test_numbers_of_many_digits_that_are_no_fractions_are_told_apart() -> None:
    mpmath = pytest.importorskip("mpmath")

    def function(tp: int, fp: int, fn: int, tn: int) -> Any:
        with mpmath.workdps(50):
            return mpmath.mpf(1) + mpmath.mpf(tp) / 10**30

    assert strict(function, RELEVANT).outcome == OPEN
    assert strict(function, IRRELEVANT).outcome == TIED


def test_a_witness_of_whole_numbers_shows_them() -> None:
    table = ax.check(
        EXACT["whole"], "filtering", reads="counts", constraints=[CONSTANT], effort="quick", cache=False,
        plugins=False,
    )  # fmt: skip
    witness = table.cells[0].witness
    assert witness is not None
    low, high = sorted(map(int, witness.scores.values()))
    assert high - low == abs(int(witness.margin)) > 0


class TestOutputsMadeOfOthers:
    """Means and multiples of values are computed without rounding."""

    def test_means_of_whole_numbers_differ_where_floats_add_up_to_the_same(self) -> None:
        def function(matrix: Any) -> int:
            return 2**60 + int(matrix[0][0])

        assert strict(function, "constant_baseline", "classification", "matrix").outcome == WRONG

    def test_large_values_that_cancel_in_a_mean_leave_what_is_small(self) -> None:
        def function(matrix: Any) -> float:
            return {0: 1e16, 1: 1.0}.get(int(matrix[0][0]), -1e16)

        assert strict(function, "constant_baseline", "classification", "matrix").outcome in (WRONG, OPEN)


class TestInputsThatAreRounded:
    """What is made of floats is no more exact than they are, whatever its type."""

    @pytest.mark.parametrize(
        "constraint", ["idempotence", "homogeneity_of_degree_one", "boundedness", "symmetry"]
    )
    def test_fractions_of_floats_contradict_nothing_that_they_miss_by_rounding(self, constraint: str) -> None:
        def function(p: float, r: float) -> Fraction:
            return (Fraction(p) + Fraction(r)) / 2

        assert strict(function, constraint, "combination", "scores").outcome != WRONG

    def test_nor_are_whole_numbers_tied_where_only_their_floats_are(self) -> None:
        def function(p: float, r: float) -> int:
            return 2**60 + int(10**6 * (p + r))

        assert strict(function, "symmetry", "combination", "scores").outcome == HELD
        assert strict(function, "monotonicity", "combination", "scores").outcome == OPEN

    def test_floats_keep_the_verdicts_that_their_own_rounding_allows(self) -> None:
        def function(p: float, r: float) -> float:
            return (p + r) / 2

        for constraint in ("idempotence", "monotonicity", "symmetry"):
            assert strict(function, constraint, "combination", "scores").outcome == HELD, constraint
