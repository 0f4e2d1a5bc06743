"""Constraints on functions of three scores: proofs for formulas, sweeps for black boxes."""

from __future__ import annotations

from typing import Any

import pytest

import axiometrics as ax
from axiometrics.checker.api import check, explain
from axiometrics.metrics.registry import build

FINISHED = {"effort": "quick", "cache": False}


def verdict(metric: Any, constraint: str) -> tuple[str, str | None]:
    found = explain(metric, f"{constraint}(components=3)", "combination", **FINISHED).strict
    return found.outcome, found.evidence


@pytest.mark.parametrize(
    ("metric", "constraint", "found"),
    [
        ("quadratic_mean", "independence", ("holds", "proof")),
        ("quadratic_mean", "monotonicity", ("holds", "proof")),
        ("product", "independence", ("blind", "witness")),  # beside a zero no level counts
        ("product", "monotonicity_weak", ("holds", "proof")),
        ("product", "idempotence", ("contradicted", "witness")),  # (1/2)^3
        ("minimum", "boundedness", ("holds", "proof")),
        ("power_mean(r=-1)", "symmetry", ("holds", "proof")),
        ("power_mean(r=-1)", "homogeneity_of_degree_one", ("holds", "proof")),
        ("power_mean(r=-1)", "restricted_solvability", ("holds", "proof")),
        ("maximum", "essential_components", ("holds", "witness")),
        ("f", "monotonicity", ("not_applicable", None)),
    ],
)
def test_means_of_three(metric: str, constraint: str, found: tuple[str, str | None]) -> None:
    assert verdict(metric, constraint) == found


def test_a_formula_of_three_scores_is_asked_for_three() -> None:
    def tilted(scores: Any) -> Any:
        return (scores.p + scores.r + 2 * scores.s) / 4

    names = ["symmetry", "monotonicity", "independence", "connectedness", "thomsen"]
    row = check(build(tilted, task="combination"), constraints=names, **FINISHED)
    assert {cell.constraint: (cell.strict.outcome, cell.strict.evidence) for cell in row.cells} == {
        "symmetry(components=3)": ("contradicted", "witness"),
        "monotonicity(components=3)": ("holds", "proof"),
        "independence(components=3)": ("holds", "proof"),
        "connectedness(components=3)": ("holds", "proof"),
        "thomsen": ("not_applicable", None),
    }


def test_a_component_that_is_left_out_is_found() -> None:
    names = ["essential_components", "monotonicity", "monotonicity_weak"]
    row = check(lambda p, r, s: (p + s) / 2, "combination", reads="scores", constraints=names, **FINISHED)
    assert {cell.constraint.partition("(")[0]: cell.strict.outcome for cell in row.cells} == {
        "monotonicity_weak": "holds",
        "monotonicity": "blind",
        "essential_components": "blind",
    }


def test_a_jump_in_the_third_component_is_found() -> None:
    row = check(
        lambda p, r, s: p + r + s + (s > 1 / 3),
        "combination",
        reads="scores",
        constraints=["restricted_solvability"],
        **FINISHED,
    )
    assert row.cells[0].strict.outcome == "contradicted"


def test_the_snippet_of_a_witness_of_three_scores_runs() -> None:
    cell = explain("product", "idempotence(components=3)", "combination", **FINISHED)
    assert cell.witness is not None
    scope: dict[str, Any] = {"ax": ax}
    exec(cell.witness.python, scope)
