"""Proofs on ordinal metrics: re-checked on swept cases, refused when tampered with, and never of what is false."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build

METRICS, CONSTRAINTS = metrics("ordinal"), constraints("ordinal")

PROVED = {
    ("mae_macro", "imbalance"): "positive",
    ("mae_micro", "imbalance"): "zero",
    ("accuracy", "single_error"): "zero",
    ("macro_recall", "imbalance"): "positive",
    ("mse_micro", "single_error"): "positive",
    ("mmae", "single_error"): "positive",
    ("off_by_one_accuracy", "nearer_class"): "nonnegative",
    ("mae_macro", "reversal"): "zero",
    ("kappa_linear", "symmetry"): "zero",
    ("mae_macro", "unused_end_class"): "zero",
    ("accuracy", "ordinal_invariance"): "zero",
}


FEW = {("mmae", "single_error")}
"""What is proved for some numbers of classes."""


def confirmed(proof: Any, metric: Any, constraint: str) -> int:
    record = CONSTRAINTS[constraint]
    return confirm(proof, metric, record, sweep_cases(record, 4), larger_cases(record, wide=True))


@pytest.mark.parametrize(("metric", "constraint"), PROVED)
def test_what_is_proved_is_confirmed_on_swept_cases(metric: str, constraint: str) -> None:
    proof = prove(METRICS[metric], CONSTRAINTS[constraint])
    assert proof is not None
    assert proof.sign == PROVED[metric, constraint]
    assert proof.scope.endswith("to 5 classes") is ((metric, constraint) in FEW)
    assert confirmed(proof, METRICS[metric], constraint)


def test_a_proof_of_another_metric_is_refused() -> None:
    proof = prove(METRICS["mse_micro"], CONSTRAINTS["single_error"])
    with pytest.raises((CertificateError, KeyError)):
        confirmed(proof, METRICS["rmse_micro"], "single_error")


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [("mae_macro", "symmetry"), ("macro_recall", "symmetry"), ("alpha_nominal", "replication")],
)
def test_what_is_false_is_not_proved(metric: str, constraint: str) -> None:
    """A proof that the margin is never negative is none that it is zero."""
    found = prove(METRICS[metric], CONSTRAINTS[constraint])
    assert found is None or (found.sign == "nonnegative" and metric == "alpha_nominal")


def test_a_metric_that_is_wrong_for_four_classes_only_is_not_proved() -> None:
    """The error of a matrix with exactly four classes counts the other way round."""

    def planted(matrix: Any) -> Any:
        from axiometrics.formulas import guarded

        plain = matrix.cells(lambda at: at.items * at.distance) / matrix.items
        return guarded(plain, matrix.classes - 4, -plain)

    proof = prove(build(planted, task="ordinal", error=True), CONSTRAINTS["single_error"])
    assert proof is None


@pytest.mark.parametrize("constraint", ["constant_dominance", "single_error", "imbalance", "correction"])
@pytest.mark.parametrize("metric", ["macro_recall", "mae_macro", "f1_macro", "hmpr", "cem_ord"])
def test_a_class_that_may_be_empty_is_not_divided_by(metric: str, constraint: str) -> None:
    """Recall c/g of a class whose items are all right is 1, but only where it has items."""
    proof = prove(METRICS[metric], CONSTRAINTS[constraint])
    assert proof is None or confirmed(proof, METRICS[metric], constraint)
