"""Certificates of combining functions are refused when a part of them is not so."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.concrete import confirm
from axiometrics.checker.prove.continuity import continuity
from axiometrics.checker.prove.elimination import Sum
from axiometrics.checker.prove.recheck_continuity import recheck_continuity
from axiometrics.checker.prove.recheck_elimination import polynomial, recheck_elimination, recheck_sum
from axiometrics.checker.prove.refusal import CertificateError
from axiometrics.checker.sweep import sweep_cases
from axiometrics.formulas import guarded, ratio
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build

METRICS = metrics("combination")
THOMSEN = constraints("combination")["thomsen"]
OPEN = THOMSEN.with_parameters(domain="open")


def eliminated() -> dict[str, Any]:
    proof = prove(METRICS["f"], OPEN)
    assert proof is not None
    return copy.deepcopy(proof.to_dict()["certificate"])


def checked(certificate: dict[str, Any]) -> int:
    cases = sweep_cases(OPEN, 8)
    values = {name: METRICS["f"].formula and batch for name, batch in cases.outputs.items()}
    from axiometrics.tasks import get_task

    task = get_task("combination")
    scores = {name: task.values(METRICS["f"], batch) for name, batch in values.items()}
    forms = [*(form for form, _ in OPEN.premises), OPEN.margin]
    compared = [
        (
            sum(weight * scores[name] for name, weight in form.items()),
            sum(weight * scores[name] ** 2 for name, weight in form.items()),
        )
        for form in forms
    ]
    return recheck_elimination(certificate, lambda name: task.measure(METRICS["f"], cases, name), compared)


def test_a_proof_by_elimination_stands() -> None:
    assert checked(eliminated()) > 100


@pytest.mark.parametrize("part", ["numerator", "denominator", "times"])
def test_a_premise_that_is_not_the_metrics_is_refused(part: str) -> None:
    certificate = eliminated()
    certificate["premises"][0][part] = f"3*({certificate['premises'][0][part]})"
    with pytest.raises(CertificateError):
        checked(certificate)


def test_a_division_with_a_remainder_is_refused() -> None:
    certificate = eliminated()
    certificate["steps"][0]["quotient"] += " + 1"
    with pytest.raises(CertificateError, match="remainder"):
        checked(certificate)


def test_a_leading_coefficient_that_may_vanish_is_refused() -> None:
    certificate = eliminated()
    certificate["steps"][0]["rest"] = None
    with pytest.raises(CertificateError, match="may vanish"):
        checked(certificate)


def test_with_zero_among_the_scores_there_is_no_proof() -> None:
    assert prove(METRICS["f"], THOMSEN) is None
    assert prove(METRICS["product"], THOMSEN) is None


def test_what_has_no_additive_order_is_not_proved_to_have_one() -> None:
    def bent(scores: Any) -> Any:
        """P + R + P R^2: monotone, and not additive."""
        return scores.p + scores.r + scores.p * scores.r**2

    for domain in ("closed", "open", "interior"):
        made = build(bent, task="combination")
        assert prove(made, THOMSEN.with_parameters(domain=domain)) is None


def test_premises_that_do_not_add_up_are_refused() -> None:
    sound = Sum((1, 1), ({"x": 1, "y": -1}, {"y": 1, "z": -1}), {"x": 1, "z": -1})
    recheck_sum(sound.to_dict())
    for false in (
        Sum((1, 2), sound.premises, sound.weights),
        Sum((-1, -1), sound.premises, {"x": -1, "z": 1}),
    ):
        with pytest.raises(CertificateError):
            recheck_sum(false.to_dict())


def test_a_jump_has_no_proof_of_continuity() -> None:
    def jump(scores: Any) -> Any:
        return scores.r + guarded(1, scores.p, 0)

    def pole(scores: Any) -> Any:
        return ratio(scores.p, scores.p - scores.r, 0)

    constraint = constraints("combination")["restricted_solvability"]
    for function in (jump, pole):
        assert continuity(build(function, task="combination"), constraint) is None


def test_a_denominator_that_may_vanish_is_refused() -> None:
    found = continuity(METRICS["f"], constraints("combination")["restricted_solvability"])
    assert found is not None
    certificate = copy.deepcopy(found.to_dict())
    recheck_continuity(certificate)
    bottom = next(each for line in certificate["lines"] for each in line["denominators"] if each["pieces"])
    bottom["pieces"][0]["top"] = "u - x"
    with pytest.raises(CertificateError):
        recheck_continuity(certificate)


def test_a_missing_piece_of_a_line_is_refused() -> None:
    found = continuity(METRICS["f"], constraints("combination")["restricted_solvability"])
    assert found is not None
    certificate = copy.deepcopy(found.to_dict())
    bottom = next(each for line in certificate["lines"] for each in line["denominators"] if each["pieces"])
    bottom["pieces"] = []
    with pytest.raises(CertificateError, match="in no piece"):
        recheck_continuity(certificate)


def test_polynomials_are_multiplied_out() -> None:
    assert polynomial("(x' - y)**2 + 2*x'*y") == polynomial("x'**2 + y**2")


def test_a_proof_about_other_forms_is_refused() -> None:
    proof = prove(METRICS["f"], OPEN)
    assert proof is not None
    other = constraints("combination")["transitivity"]
    with pytest.raises(CertificateError):
        confirm(proof, METRICS["f"], other, sweep_cases(other, 8))
