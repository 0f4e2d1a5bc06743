"""A false proof that got past the certificate check is contradicted by the sweep, loudly."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from engines import CONSTRAINTS, METRICS

from axiometrics.checker import tally as cell
from axiometrics.checker.demands import build_cell
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.errors import EngineDisagreementError

TRUE = {
    ("purity", "completeness"): "zero",
    ("jaccard", "homogeneity"): "nonnegative",
    ("bcubed_f", "homogeneity"): "positive",
    ("rand", "completeness"): "positive",
    ("ami_max", "homogeneity"): "mixed",
}
FALSE = [
    ("purity", "completeness", "positive"),
    ("purity", "completeness", "negative"),
    ("jaccard", "homogeneity", "positive"),
    ("jaccard", "homogeneity", "zero"),
    ("jaccard", "homogeneity", "negative"),
    ("jaccard", "homogeneity", "nonpositive"),
    ("bcubed_f", "homogeneity", "zero"),
    ("bcubed_f", "homogeneity", "negative"),
    ("rand", "completeness", "nonpositive"),
    ("ami_max", "homogeneity", "nonnegative"),
    ("ami_max", "homogeneity", "positive"),
]


@pytest.mark.parametrize(("metric", "constraint", "claim"), FALSE)
def test_a_false_proof_fails_loudly(
    metric: str, constraint: str, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert TRUE[metric, constraint] != claim
    forged = SimpleNamespace(sign=claim, tactic="wishful thinking", certificate=None, to_dict=dict, scope="")
    monkeypatch.setattr(cell, "prove_equivalent", lambda *arguments, **options: forged)
    monkeypatch.setattr(cell, "confirm", lambda *arguments: 0)
    monkeypatch.setattr(cell, "clear_signs", lambda *arguments: set())
    with pytest.raises(
        EngineDisagreementError, match=rf"{metric} on {constraint} is {claim}, but on .*\{{.* it is "
    ):
        build_cell(METRICS[metric], CONSTRAINTS[constraint], TrustedSource(METRICS[metric]), Options("quick"))


@pytest.mark.parametrize(("metric", "constraint"), list(TRUE)[:4])
def test_a_true_proof_does_not(metric: str, constraint: str) -> None:
    record = METRICS[metric]
    found = build_cell(record, CONSTRAINTS[constraint], TrustedSource(record), Options("quick"))
    assert found.proof is not None


def test_nothing_is_proved_where_clear_margins_have_both_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        cell, "prove_equivalent", lambda *arguments, **options: pytest.fail("a proof was tried")
    )
    record = METRICS["ami_max"]
    found = build_cell(record, CONSTRAINTS["homogeneity"], TrustedSource(record), Options("quick"))
    assert found.strict.outcome == "contradicted"
    assert not found.strict.always
