"""Counts that are all multiplied by one number: homogeneous reductions grow by a power of it, no others do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy

from axiometrics.axioms import constraints
from axiometrics.checker.api import build, check
from axiometrics.checker.prove import prove
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.nodes import Guard, Larger, Ratio
from axiometrics.metrics import metrics
from axiometrics.tasks.parametric import degree

C, G, D = sympy.symbols("c g d", nonnegative=True)
DEGREES = {C: 1, G: 1, D: 0}
REPLICATION = constraints("ordinal")["replication"]


@pytest.mark.parametrize(
    ("body", "power"),
    [
        (C, 1),
        (D, 0),
        (C**2 / G, 1),
        (C * D + 3 * G, 1),
        (sympy.sqrt(C * G), 1),
        (Ratio(C, G, sympy.S.Zero), 0),
        (Guard(C, G, G), 1),
        (Larger(C * G, G**2), 2),
    ],
    ids=str,
)
def test_a_homogeneous_body_grows_by_a_power(body: Any, power: int) -> None:
    """Three times the counts make 3^power times the value, computed with numbers too."""
    assert degree(body, DEGREES) == power
    if not body.has(Ratio, Guard, Larger):
        one, three = (body.subs({C: 5 * times, G: 7 * times, D: 2}) for times in (1, 3))
        assert sympy.simplify(three - 3**power * one) == 0


@pytest.mark.parametrize(
    "body",
    [C + 1, C + C**2, sympy.log(C), C * sympy.log(G), Ratio(C, G, sympy.S.One) + C, Guard(C, G, D), C**D],
    ids=str,
)
def test_what_is_not_homogeneous_has_no_degree(body: Any) -> None:
    with pytest.raises(NotSymbolicError):
        degree(body, DEGREES)


@pytest.mark.parametrize("key", ["mae_micro", "rmse_macro", "mmae", "f1_union", "kappa_linear", "hmpr"])
def test_replication_is_proved_for_the_ordinal_metric(key: str) -> None:
    """Shares of items are what they are, however many items there are; the certificate agrees with the sweep."""
    cell = check(
        key, "ordinal", constraints=["replication"], size=4, max_examples=20, cache=False, jobs=1
    ).cells[0]
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")
    assert cell.proof is not None
    assert not cell.proof["certificate"].get("scope")


def smoothed(matrix):  # type: ignore[no-untyped-def]
    """Recall with one item more of every class, which many items make up for."""
    return matrix.present_classes(lambda true: true.right / (true.gold + 1)) / matrix.classes


def by_items(matrix):  # type: ignore[no-untyped-def]
    """Accuracy, less a little where there are a thousand items."""
    return matrix.present_classes(lambda true: true.right) / matrix.items - Fraction(1, 1000) * matrix.items


@pytest.mark.parametrize("function", [smoothed, by_items])
def test_a_metric_that_counts_items_is_not_proved_and_fails(function: Any) -> None:
    metric = build(function, task="ordinal")
    found = prove(metric, REPLICATION)
    assert found is None or found.sign != "zero"
    cell = check(metric, constraints=["replication"], size=3, max_examples=10, cache=False, jobs=1).cells[0]
    assert cell.strict.outcome == "contradicted"


def test_mean_ranks_do_not_grow_with_the_items() -> None:
    """The mean rank of the first of two classes is (g + 1)/2: 1 for one item, 3/2 and not 2 for twice as many."""
    assert prove(metrics("ordinal")["spearman"], REPLICATION) is None
