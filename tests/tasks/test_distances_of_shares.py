"""Distances of shares are never negative: what is proved with them, what is not, and how far a proof reaches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import build, check
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import spoken_of
from axiometrics.checker.search import drawn_cases
from axiometrics.formulas import maximum
from axiometrics.metrics import metrics
from axiometrics.reports.words import sentences

ASK: dict[str, Any] = {"size": 5, "max_examples": 20, "cache": False, "jobs": 1}
NON_NEGATIVITY = constraints("quantification")["non_negativity"]


@pytest.mark.parametrize("key", ["ae", "emd", "nmd", "nvd", "se"])
def test_a_sum_of_distances_is_proved_not_to_be_negative(key: str) -> None:
    cell = check(key, "quantification", constraints=["non_negativity"], **ASK).cells[0]
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")
    assert "with 2 to 5 classes" in sentences(cell)[0]


@pytest.mark.parametrize("key", ["emd", "nmd"])
def test_distances_are_the_same_from_both_ends(key: str) -> None:
    cell = check(key, "quantification", constraints=["reversal"], **ASK).cells[0]
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")


def less_than_a_distance(both):  # type: ignore[no-untyped-def]
    """A sum of distances less a hundredth: negative where both distributions are equal."""
    return both.sum(lambda at: maximum(at.p - at.q, at.q - at.p)) - Fraction(1, 100)


def larger_of_differences(both):  # type: ignore[no-untyped-def]
    """The larger of a difference and its half: below 0 where all that the gold has is in the last class."""
    return both.sum(lambda at: maximum(at.p - at.q, (at.p - at.q) / 2) * at.k)


@pytest.mark.parametrize("function", [less_than_a_distance, larger_of_differences])
def test_what_may_be_negative_is_not_proved_and_is_found(function: Any) -> None:
    """With shares (1, 0) for gold (0, 1) the second is 1 - 2 / 2 = 0; with (1, 0, 0) for (0, 0, 1) it is 1 - 3 / 2."""
    metric = build(function, task="quantification", error=True)
    found = prove(metric, NON_NEGATIVITY)
    assert found is None or found.sign not in ("positive", "zero")
    cell = check(metric, constraints=["non_negativity"], **ASK).cells[0]
    assert cell.strict.outcome == "contradicted"


def test_a_proof_of_a_form_in_parts_does_not_speak_of_six_classes() -> None:
    proof = prove(metrics("quantification")["ae"], NON_NEGATIVITY)
    assert proof is not None
    assert proof.to_dict()["certificate"]["scope"] == "2 to 5 classes"
    drawn = drawn_cases(NON_NEGATIVITY, 20, 0)
    classes = drawn.sizes["classes"]
    assert {5, 6} <= set(classes.tolist())
    assert (spoken_of(proof, metrics("quantification")["ae"], NON_NEGATIVITY, drawn) == (classes <= 5)).all()
