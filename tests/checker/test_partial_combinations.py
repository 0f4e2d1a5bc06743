"""Functions of two scores that have no value somewhere: the harmonic mean is 0/0 where both scores are 0."""

import math

import pytest

from axiometrics.checker.api import check

ASK = {"task": "combination", "reads": "scores", "effort": "quick", "jobs": 1, "cache": False}


def harmonic_nan(p, r):
    return 2 * p * r / (p + r) if p + r else math.nan


def harmonic_none(p, r):
    return 2 * p * r / (p + r) if p + r else None


@pytest.mark.parametrize("function", [harmonic_nan, harmonic_none])
@pytest.mark.parametrize("declared", [True, False])
def test_a_function_without_a_value_at_zero_does_not_connect_all_outputs(function, declared):
    row = check(function, constraints=["connectedness"], undefined_somewhere=declared, **ASK)
    (cell,) = row.cells
    assert cell.strict.outcome == "contradicted"
    assert set(cell.witness.outputs.values()) == {"P=0 R=0"}
    assert set(cell.witness.scores.values()) == {"undefined"}


def test_the_other_constraints_are_judged_where_there_are_values():
    asked = ["transitivity", "symmetry", "monotonicity_weak", "never_contradicts_unanimity", "thomsen"]
    row = check(harmonic_nan, constraints=asked, undefined_somewhere=True, **ASK)
    found = {cell.constraint: cell for cell in row.cells}
    assert {key: found[key].strict.outcome for key in asked[:4]} == dict.fromkeys(asked[:4], "holds")
    assert found["monotonicity_weak"].strict.applicable < found["monotonicity_weak"].strict.cases
    # F(0, 1) = F(1/2, 0) = 0 = F(1/2, 0) = F(0, 1/2), but F(1/2, 1) = 2/3 is not F(1/2, 1/2) = 1/2
    assert found["thomsen"].strict.outcome == "contradicted"
    assert not any(cell.strict.outcome == "error" for cell in row.cells)


def test_an_exception_is_an_error_in_the_cells_that_meet_it_only():
    def harmonic(p, r):
        return 2 * p * r / (p + r)

    row = check(harmonic, constraints=["symmetry", "monotonicity"], **ASK)
    found = {cell.constraint: cell for cell in row.cells}
    assert found["symmetry"].strict.outcome == "holds"  # no case exchanges equal scores
    assert found["monotonicity"].strict.outcome == "blind"  # a tie that is there whatever (0, 0) gives
