"""The check of a bound refuses what is not so: planted errors in proofs that are right."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.conditions import recheck
from axiometrics.checker.conditions.bounding import confirm_bound, proved_bound
from axiometrics.checker.conditions.recheck import recheck_bound
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build

RECORD = constraints("ordinal")["single_error"]
METRIC = metrics("ordinal")["kappa_linear"]
BATCHES = sweep_cases(RECORD, 4), larger_cases(RECORD, wide=True)


@pytest.fixture(scope="module")
def proof() -> Any:
    return proved_bound(METRIC, RECORD, "better", more=True)


@pytest.fixture(scope="module")
def cases() -> Any:
    return [Concrete.of(METRIC, RECORD.margin, batch) for batch in BATCHES]


def branches(plain: Any) -> Any:
    return [link for part in plain["parts"] for link in part["joined"] if link is not None]


def lower_claim(plain: Any) -> None:
    plain["bound"] = "-1"


def other_multiplier(plain: Any) -> None:
    link = branches(plain)[0]
    link["multiplier"] = str(2 * Fraction(link["multiplier"]))


def negative_multiplier(plain: Any) -> None:
    branches(plain)[0]["multiplier"] = "-1"


def another_bound(plain: Any) -> None:
    branches(plain)[0]["bound"] = "-1/7"


def negative_remainder(plain: Any) -> None:
    link = next(link for link in branches(plain) if link["remainder"]["numerator"][0]["terms"])
    term = link["remainder"]["numerator"][0]["terms"][0]
    term[0] = f"-{term[0]}"


def missing_part(plain: Any) -> None:
    plain["parts"] = plain["parts"][1:]


def half_covered(plain: Any) -> None:
    """Only the case in which some generator is zero is looked at."""
    part = next(part for part in plain["parts"] if part["joined"][0] is not None)
    name = next(known["name"] for known in part["margin"]["generators"] if known["sign"] == "nonnegative")
    for branch in (
        part["margin"]["branches"][0],
        part["score"]["branches"][0],
        part["joined"][0]["remainder"],
    ):
        branch["path"] = [*branch["path"], {"zero": name}]


def other_margin(plain: Any) -> None:
    part = next(part for part in plain["parts"] if part["joined"][-1] is not None)
    *_, rest = part["margin"]["branches"][-1]["numerator"]
    rest["terms"][0][0] = str(2 * Fraction(rest["terms"][0][0]))


def test_the_proof_itself_is_accepted(proof: Any, cases: Any) -> None:
    assert recheck_bound(proof.to_dict(), "better", *cases) > 100


@pytest.mark.parametrize(
    "change",
    [
        lower_claim,
        other_multiplier,
        negative_multiplier,
        another_bound,
        negative_remainder,
        missing_part,
        half_covered,
        other_margin,
    ],
)
def test_a_changed_proof_is_refused(proof: Any, cases: Any, change: Any) -> None:
    plain = deepcopy(proof.to_dict())
    change(plain)
    with pytest.raises(CertificateError):
        recheck_bound(plain, "better", *cases)


def test_a_proof_of_another_metric_is_refused(proof: Any) -> None:
    with pytest.raises((CertificateError, KeyError)):
        confirm_bound(proof, metrics("ordinal")["kappa_nominal"], RECORD, *BATCHES)


def test_a_case_beyond_the_bound_that_fails_is_noticed(
    proof: Any, cases: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A certificate of margin and score that any case agrees with is refused by the signs that these have."""
    monkeypatch.setattr(recheck, "agrees", lambda _, found: np.zeros(len(found), dtype=np.int64))
    recheck_bound(proof.to_dict(), "better", *cases)
    turned = [each.about(each.form, -each.turn) for each in cases]
    with pytest.raises(CertificateError, match="beyond the bound is negative"):
        recheck_bound(proof.to_dict(), "better", *turned)


@pytest.mark.parametrize(
    ("task", "metric", "constraint", "output", "more"),
    [
        ("filtering", "precision", "priority_relevant", "worse", False),
        ("ordinal", "alpha_interval", "single_error", "better", True),
    ],
)
def test_what_is_proved_is_confirmed_on_cases(
    task: str, metric: str, constraint: str, output: str, more: bool
) -> None:
    subject, record = metrics(task)[metric], constraints(task)[constraint]
    found = proved_bound(subject, record, output, more=more)
    assert found is not None
    assert confirm_bound(found, subject, record, sweep_cases(record, 6), larger_cases(record, wide=True))


def test_the_same_for_an_error_is_a_bound_from_the_other_side() -> None:
    """One less kappa is an error: what holds for kappa > 0 holds for an error < 1."""
    from axiometrics.metrics.ordinal import kappa

    error = build(lambda matrix: 1 - kappa(matrix, lambda cell: cell.distance), task="ordinal", error=True)
    found = proved_bound(error, RECORD, "better", more=False)
    assert found is not None
    assert found.bound == 1
    assert proved_bound(error, RECORD, "better", more=True) is None
