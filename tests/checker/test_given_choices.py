"""Demands of some case for each choice of what is given: which choice a verdict shows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiometrics.checker.api import check
from axiometrics.formulas import minimum
from axiometrics.metrics.registry import build


def formula(scores: Any) -> Any:
    return minimum(scores.p, Fraction(1, 2))


def black_box(p: float, r: float) -> float:
    return min(p, 0.5)


@pytest.mark.parametrize(("function", "given"), [(formula, {}), (black_box, {"reads": "scores"})])
def test_a_choice_that_only_inverts_is_shown_before_a_smaller_one_that_only_ties(
    function: Any, given: Any
) -> None:
    """From P = R = 1/2, the least choice, P only grows, which changes nothing; from P < 1/2 every trade is a gain."""
    metric = build(function, task="combination", **given)
    asked = ["decreasing_marginal_effectiveness"]
    (cell,) = check(metric, "combination", constraints=asked, effort="quick", cache=False).cells
    assert cell.strict.outcome == "contradicted"
    assert cell.witness is not None
    values = {name: Fraction(text).limit_denominator(1000) for name, text in cell.witness.scores.items()}
    assert values["better"] < values["worse"]
