"""Claims about exact values that are kept for further questions, and about exact numbers in their order."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.roots import root_of, sortable
from axiometrics.formulas.arithmetics.scalars import elementwise
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.undefined import NO_VALUE
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task

OUTPUTS = ["gold=1 0 system=0 1", "gold=1/2 1/2 system=1 0", "gold=1/2 1/2 system=1/2 1/2"]


def _asked(monkeypatch: pytest.MonkeyPatch, metric: str) -> list[list[int]]:
    """Ask for values at overlapping places, and return the places at which they were computed."""
    made, read = [], Outputs.read

    def counted(self: Outputs, formula: Any, arithmetic: Any, places: Any = None) -> Any:
        made.append(places.tolist())
        return read(self, formula, arithmetic, places)

    task = get_task("quantification")
    table = task.batch_of(("output",), [{"output": text} for text in OUTPUTS]).outputs["output"]
    monkeypatch.setattr(Outputs, "read", counted)
    formula, arithmetic = metrics("quantification")[metric].formula, elementwise(exact_algebra(8))
    first = table.read_once(formula, arithmetic, np.array([0, 1]))
    again = table.read_once(formula, arithmetic, np.array([2, 1, 0]))
    assert again.tolist()[:0:-1] == first.tolist()
    return made


def test_a_rational_value_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _asked(monkeypatch, "ae") == [[0, 1], [2]]


def test_numbers_and_roots_are_sorted_by_their_squares() -> None:
    values = [fmpq(3, 2), -root_of(fmpq(3)), root_of(fmpq(2)), fmpq(0), root_of(fmpq(2)) * 2]
    keys = sortable(values)
    assert keys is not None
    approximate = [exact_algebra(2).approximate(value) for value in values]
    assert sorted(range(5), key=keys.__getitem__) == sorted(range(5), key=approximate.__getitem__)


def test_equal_roots_that_are_written_differently_are_equal_keys() -> None:
    one, other = sortable([root_of(fmpq(8)), root_of(fmpq(2)) * 2]) or (0, 1)
    assert one == other


def test_sums_of_roots_and_logarithms_are_not_sorted() -> None:
    logarithm = exact_algebra(4).log(exact_algebra(4).number(Fraction(3)))
    assert sortable([root_of(fmpq(2)) + fmpq(1)]) is None
    assert sortable([fmpq(1), logarithm]) is None
    assert sortable([NO_VALUE, fmpq(1)]) == [0, 1]
