"""What takes a best value is never taken apart: where rows are folded so, the rules of the view say it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiometrics.metrics import metrics
from axiometrics.tasks import get_task


def folds_of(task: str) -> dict[str, str]:
    """How the rows of every domain that a metric reads are folded, on a sample of outputs."""
    outputs, found = get_task(task).sample().outputs, {}
    for metric in metrics(task).values():
        if metric.reads is None:
            batch = outputs.home(metric.formula, 0)[0]
            read = {node.value for node in metric.formula.graph.walk() if node.kind == "reduction"}
            found |= {str(domain): batch.known_rows(domain).fold for domain in read}
    return found


@pytest.mark.parametrize(
    ("task", "some"),
    [
        ("clustering", {"best_in_category", "best_in_cluster"}),
        ("overlapping", {"best_in_category", "best_in_cluster"}),
        ("ranking", {"cascade"}),
        ("ordinal", {"largest", "smallest"}),
        ("classification", {"smallest"}),
        ("diversity", {"best_exact_alpha_1d2_none_5"}),
        ("probabilistic", {"largest", "widest_10_right_event"}),
        ("quantification", set()),
        ("multilabel", set()),
    ],
)
def test_rows_that_are_not_added_are_of_extremes(task: str, some: set[str]) -> None:
    rules = get_task(task).part("view").RULES
    folded = {domain for domain, fold in folds_of(task).items() if fold != "sum"}
    assert some <= folded
    assert not {domain for domain in folded if rules.adds(domain)}


def test_a_sum_under_the_largest_of_groups_is_not_taken_apart() -> None:
    """At 0 it is 27, at 3/4 it is 3 and something; the largest values of both terms alone add up to 28 and more."""
    home = get_task("probabilistic")

    def measured(view: Any) -> Any:
        return view.largest_group(
            lambda p, n, e, A, B, c: (
                (1 + p + Fraction(2, 3) * (n + e + A + B + c)) / (p + Fraction(1, 3)) ** 2
            )
        )

    formula = home.part("view").formula(measured, {})
    batch = home.batch([home.read("1 0: 1; 1/4 3/4: 1")])
    assert batch.bounded(formula).value.tolist() == pytest.approx([27.0], abs=1e-12)
