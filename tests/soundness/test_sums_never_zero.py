"""Counts that are never all zero show a strict sign, and only where every one of them has a term of its own."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove import prove
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.signs import signs_hold
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.recheck.expressions import sign_of

LOOSE = dict.fromkeys("xyz", "nonnegative") | {"n": "positive"}


@pytest.mark.parametrize(
    ("terms", "members", "strict"),
    [
        (["x", "y"], "xy", True),
        (["x", "yn"], "xy", True),
        (["x", "y"], "xyz", False),  # z alone may be what is not zero
        (["x", "xy"], "xy", False),  # at x = 0, y > 0 all terms vanish
        (["x", "y"], "", False),
    ],
)
def test_each_member_needs_a_term_that_vanishes_with_it_alone(
    terms: list[str], members: str, strict: bool
) -> None:
    flat = {tuple((name, 1) for name in term): Fraction(1) for term in terms}
    assert sign_of(flat, LOOSE, [set(members)]) == (1, strict)
    branch = {"path": [], "sign": "positive", "generators": list("xyzn"), "numerator": numerator(terms)}
    branch["denominator"] = numerator(["n"])
    if strict:
        signs_hold(branch, LOOSE, [list(members)])
    else:
        with pytest.raises(CertificateError, match="do not show it"):
            signs_hold(branch, LOOSE, [list(members)])


def numerator(terms: list[str]) -> list[dict[str, Any]]:
    return [{"terms": [["1", [int(name in term) for name in "xyzn"]] for term in terms], "times": 1}]


def test_a_sum_counts_no_more_where_a_step_puts_something_else_for_a_member() -> None:
    order = {"larger": "x", "smaller": "z", "factor": "1", "excess": "e", "strict": False}
    branch = {
        "path": [order],
        "sign": "positive",
        "generators": list("xyzn"),
        "numerator": numerator(["x", "y"]),
    }
    branch["denominator"] = numerator(["n"])
    with pytest.raises(CertificateError):
        signs_hold(branch, LOOSE, [["x", "y"]])


PERFECT = constraints("ordinal")["perfect_output"]


@pytest.mark.parametrize("metric", ["mae_micro", "mae_macro", "f1_macro"])
def test_every_wrong_item_costs_something_with_any_number_of_items(metric: str) -> None:
    found = prove(metrics("ordinal")[metric], PERFECT)
    assert found is not None
    assert (found.sign, found.scope) == ("positive", "")


def test_errors_that_cost_nothing_leave_no_strict_proof() -> None:
    def far_errors(matrix: Any) -> Any:
        """Items that are more than one class off."""
        return matrix.cells(lambda cell: cell.items * cell.distance * (cell.distance - 1)) / matrix.items

    found = prove(build(far_errors, task="ordinal", error=True), PERFECT)
    assert found is None or found.sign != "positive"


def test_a_certificate_without_its_sum_is_refused() -> None:
    metric = metrics("ordinal")["accuracy"]
    proof = prove(metric, PERFECT)
    assert proof is not None
    document = standing_alone(metric, PERFECT, proof.to_dict())
    assert "is positive; " in check(document)
    for part in document["parts"]:
        part["not_all_zero"] = []
    with pytest.raises((RefusedError, NotCoveredError)):
        check(document)
