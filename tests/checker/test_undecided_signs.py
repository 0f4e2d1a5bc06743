"""A sign that nothing decides is no tie, no case that holds, no case that fails, and no lack of cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from axiometrics import check
from axiometrics.checker.verdict import Cell
from axiometrics.formulas import guarded, sqrt


def hidden_zero(one: Any) -> Any:
    """Zero, since sqrt(3 + 2 sqrt(2)) = 1 + sqrt(2); roots of roots are not simplified, so no sign is found."""
    two = 2 * one / one
    return sqrt(3 + 2 * sqrt(two)) - 1 - sqrt(two)


def judged(task: str, constraint: str, formula: Callable[..., Any]) -> Cell:
    options: dict[str, Any] = {"effort": "quick", "cache": False, "plugins": False, "jobs": 1}
    return check(formula, task, constraints=[constraint], **options).cells[0]


NOWHERE: dict[str, tuple[str, Callable[..., Any]]] = {
    "priority_relevant": ("filtering", lambda counts: hidden_zero(counts.items) * counts.tp),
    "symmetry": ("combination", lambda scores: scores.p * scores.r + hidden_zero(2 + scores.p) * scores.p),
    "essential_components": ("combination", lambda scores: hidden_zero(2 + scores.p) * (scores.p + scores.r)),
    "deepness_threshold": (
        "ranking",
        lambda run: hidden_zero(run.relevant) * run.ranks(lambda at: at.b / at.i),
    ),
}
"""Metrics that tie in every case, which nothing shows."""


@pytest.mark.parametrize("constraint", NOWHERE)
def test_where_no_sign_is_known_there_are_cases_and_no_verdict(constraint: str) -> None:
    cell = judged(NOWHERE[constraint][0], constraint, NOWHERE[constraint][1])
    assert cell.strict.outcome == cell.weak.outcome == "error"
    assert cell.error is not None
    assert "is not known" in cell.error


def test_a_component_whose_every_margin_is_undecided_is_not_essential_and_not_unessential() -> None:
    """The recall counts, the precision does not: the demand is made of each of them."""
    cell = judged(
        "combination", "essential_components", lambda scores: scores.r + hidden_zero(2 + scores.r) * scores.p
    )
    assert cell.strict.outcome == "error"


def listed_but_ten(sign: int) -> Callable[..., Any]:
    """Reciprocal ranks of relevant documents, or their opposite; for lists of ten documents a hidden zero."""

    def formula(run: Any) -> Any:
        found = sign * run.ranks(lambda at: at.b / at.i)
        return guarded(found, run.listed - 10, hidden_zero(run.relevant) * found)

    return formula


def test_an_n_whose_sign_is_not_known_is_left_out_of_those_that_hold() -> None:
    cell = judged("ranking", "closeness_threshold(relevant=fixed,list=padded)", listed_but_ten(-1))
    assert cell.strict.outcome == "holds"
    assert cell.strict.evidence == "witness"
    assert cell.threshold["holds_for"] == "n = 2..4 and n >= 6"


def test_no_n_is_shown_to_fail_while_the_sign_of_one_is_not_known() -> None:
    """1/(n + 1) + ... + 1/(2n) < 1, so no n would do; of n = 5 it is not known."""
    cell = judged("ranking", "closeness_threshold(relevant=fixed,list=padded)", listed_but_ten(1))
    assert cell.strict.outcome == "error"


def test_an_n_whose_sign_is_not_known_ends_what_is_said_to_be_unbroken() -> None:
    cell = judged("ranking", "deepness_threshold(list=padded)", listed_but_ten(1))
    assert cell.strict.outcome == "holds"
    assert cell.strict.evidence == "search"
    assert cell.strict.size == 4


def test_a_case_whose_premise_is_not_known_to_hold_is_not_left_out() -> None:
    """Scores that are equal by a hidden zero meet the premises; no sweep may say that it saw every such case."""
    cell = judged(
        "combination",
        "thomsen",
        lambda scores: (scores.p + 1) * (scores.r + 2) + hidden_zero(2 + scores.r) * scores.p,
    )
    assert (cell.strict.outcome, cell.strict.evidence) != ("holds", "sweep")
