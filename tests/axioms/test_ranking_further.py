"""Further properties of ranking metrics tell known metrics apart."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.checker.api import check


def checked(metric: str, constraint: str) -> Any:
    (cell,) = check(
        metric, "ranking", constraints=[constraint], effort="quick", size=6, cache=False, jobs=1
    ).cells
    return cell


@pytest.mark.parametrize("metric", ["ndcg", "average_precision", "rbp", "eleven_point_precision"])
def test_normalised_scores_lie_between_0_and_1(metric: str) -> None:
    assert checked(metric, "boundedness").strict.outcome == "holds"


@pytest.mark.parametrize(
    ("metric", "judged", "score"),
    [
        ("dcg", "r r", "log(2)/log(3) + 1"),  # 1/log2(2) + 1/log2(3)
        ("time_biased_gain", "r r", "19/10"),  # 1 + 9/10
        ("kendall_tau_a", "- | r", "-1"),  # the one pair is in the wrong order
    ],
)
def test_scores_outside_are_shown_on_the_smallest_list(metric: str, judged: str, score: str) -> None:
    cell = checked(metric, "boundedness")
    assert cell.strict.outcome == "contradicted"
    assert cell.witness.outputs["judged"] == judged
    assert cell.witness.scores["judged"] == score
    assert cell.witness.minimal


def test_a_function_that_says_so_may_lack_values_where_nothing_is_relevant() -> None:
    assert checked("eleven_point_precision", "append_monotonicity").strict.outcome == "blind"
    assert checked("eleven_point_precision", "completeness_at_zero").strict.outcome == "undefined"
