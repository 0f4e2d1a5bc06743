"""What the matrix of combining functions must say, by domain, and what relations make of the same constraints."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from axiometrics.checker.api import check, explain
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.relations import RelationSource
from axiometrics.checker.verdict import Cell
from axiometrics.formulas import UNDEFINED, guarded, log2, maximum, minimum, ratio, sqrt
from axiometrics.metrics.combination import completed_dominance, dominance
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task

ADDITIVE = ("f", "geometric_mean", "product", "jaccard_like")
"""Ordered by a sum of a function of P and one of R, which has no value at 0."""


@cache
def cell(metric: str, constraint: str) -> Cell:
    return explain(metric, constraint, "combination", effort="quick", cache=False)


def found(metric: str, constraint: str) -> tuple[str, str | None]:
    verdict = cell(metric, constraint).strict
    return verdict.outcome, verdict.evidence


@pytest.mark.parametrize("metric", ADDITIVE)
def test_zero_alone_keeps_f_and_its_kin_from_an_additive_order(metric: str) -> None:
    # at P = 0 every R is worth 0, while at P = 1 more R is worth more
    assert found(metric, "independence") == ("blind", "witness")
    assert cell(metric, "independence").weak.evidence == "proof"
    assert cell(metric, "independence").witness.size == 1  # type: ignore[union-attr]
    assert found(metric, "thomsen") == ("contradicted", "witness")
    for constraint in ("independence", "thomsen", "monotonicity", "archimedean"):
        assert found(metric, f"{constraint}(domain=open)") == ("holds", "proof")


@pytest.mark.parametrize("metric", ["arithmetic_mean", "quadratic_mean"])
@pytest.mark.parametrize("constraint", ["independence", "thomsen", "monotonicity", "archimedean"])
def test_means_that_see_each_score_beside_a_zero_are_additive_everywhere(
    metric: str, constraint: str
) -> None:
    assert found(metric, constraint) == ("holds", "proof")


@pytest.mark.parametrize("metric", ["minimum", "maximum"])
@pytest.mark.parametrize("domain", ["closed", "open", "interior"])
def test_extremes_break_the_thomsen_condition_on_every_domain(metric: str, domain: str) -> None:
    assert found(metric, f"thomsen(domain={domain})") == ("contradicted", "witness")
    assert cell(metric, f"thomsen(domain={domain})").witness.size <= 3  # type: ignore[union-attr]


def test_the_witness_of_the_thomsen_condition_meets_both_premises() -> None:
    witness = cell("minimum", "thomsen(domain=open)").witness
    assert witness is not None
    values = {
        name: min(float(eval(part.partition("=")[2])) for part in text.split())
        for name, text in witness.outputs.items()
    }
    assert values["p3r1"] == values["p2r3"]
    assert values["p1r3"] == values["p3r2"]
    assert values["p1r1"] != values["p2r2"]


@pytest.mark.parametrize("metric", [*ADDITIVE, "arithmetic_mean", "minimum", "maximum", "power_mean"])
def test_no_continuous_function_jumps(metric: str) -> None:
    assert found(metric, "restricted_solvability") == ("holds", "proof")


def test_every_trade_is_a_tie_for_the_arithmetic_mean_and_a_gain_for_the_quadratic_one() -> None:
    # (P + n) + (R - n) = P + R; (1/2 + n)^2 + (1/2 - n)^2 = 1/2 + 2 n^2
    trade = "decreasing_marginal_effectiveness(domain=interior)"
    assert found("arithmetic_mean", trade) == ("blind", "proof")
    assert found("quadratic_mean", trade) == ("contradicted", "proof")
    assert found("f", trade)[0] == "holds"


def test_with_full_recall_no_trade_lowers_f() -> None:
    # from (P, 1) the most that can be traded is n = 1 - P, which gives (1, P): the same F
    assert found("f", "decreasing_marginal_effectiveness") == ("blind", "proof")


@pytest.mark.parametrize(
    ("metric", "constraint", "outcome"),
    [
        ("product", "idempotence", "contradicted"),  # (1/2)^2 = 1/4
        ("product", "homogeneity_of_degree_one", "contradicted"),
        ("jaccard_like", "boundedness", "contradicted"),  # J(1/2, 1/2) = 1/3
        ("f", "boundedness", "holds"),
        ("f", "homogeneity_of_degree_one", "holds"),
        ("f(alpha=1/5)", "symmetry", "contradicted"),
        ("quadratic_mean", "idempotence", "holds"),
    ],
)
def test_values_of_means(metric: str, constraint: str, outcome: str) -> None:
    assert cell(metric, constraint).strict.outcome == outcome
    assert cell(metric, constraint).strict.evidence == ("proof" if outcome == "holds" else "witness")


def planted(function: Any, constraint: str, **options: Any) -> Cell:
    made = build(function, task="combination", **options)
    return check(made, constraints=[constraint], effort="quick", cache=False).cells[0]


def test_a_function_without_a_value_somewhere_is_not_connected() -> None:
    def strict_f(scores: Any) -> Any:
        return ratio(2 * scores.p * scores.r, scores.p + scores.r, UNDEFINED)

    made = planted(strict_f, "connectedness")
    assert (made.strict.outcome, made.witness.size) == ("contradicted", 1)  # type: ignore[union-attr]
    assert "undefined" in made.witness.scores.values()  # type: ignore[union-attr]
    assert planted(strict_f, "connectedness(domain=open)").strict.outcome == "holds"


def test_the_difference_of_the_scores_is_additive_but_not_monotone() -> None:
    def difference(scores: Any) -> Any:
        return scores.p - scores.r

    for constraint in ("independence", "thomsen", "archimedean", "restricted_solvability"):
        assert planted(difference, constraint).strict.outcome == "holds"
    for constraint in ("thomsen", "restricted_solvability"):
        assert planted(difference, constraint).strict.evidence == "proof"
    assert planted(difference, "monotonicity_weak").strict.outcome == "contradicted"


def test_a_jump_is_not_solvable() -> None:
    def jump(scores: Any) -> Any:
        """1 + P + R where P is not zero, else R."""
        return scores.r + guarded(1, scores.p, 0)

    made = planted(jump, "restricted_solvability")
    assert made.strict.outcome == "contradicted"
    assert made.proof is None
    assert made.witness is not None
    low, wanted, high = (Fraction(made.witness.scores[name]) for name in ("low", "judged", "high"))
    assert low + Fraction(1, 1000) < wanted < high - Fraction(1, 1000)
    assert high - low >= 1


STEEP: dict[str, Any] = {
    "a ramp": lambda scores: minimum(1, 10**12 * scores.r / (1 + scores.r)) + scores.p / 3,
    "a ramp with a convention": lambda scores: (
        guarded(minimum(1, 10**12 * scores.r), scores.r, 0) + scores.p / 3
    ),
    "a quotient of extremes": lambda scores: scores.r / maximum(scores.r, Fraction(1, 10**12)) + scores.p / 3,
    "a logarithm": lambda scores: log2(1 + 10**30 * scores.r) / 40 + scores.p / 7,
    "a root of a root": lambda scores: guarded(sqrt(sqrt(scores.r)), scores.r, 0) + scores.p / 1000,
    "roots of roots": lambda scores: sqrt(sqrt(sqrt(scores.r))) + scores.p / 100,
}


@pytest.mark.parametrize("name", STEEP)
def test_what_is_steep_does_not_jump(name: str) -> None:
    made = planted(STEEP[name], "restricted_solvability")
    assert made.strict.outcome == "holds", made.strict.phrase


def test_a_steep_function_does_not_jump() -> None:
    found = check(
        lambda p, r: min(1, 1e12 * r) + p / 3,
        "combination",
        reads="scores",
        constraints=["restricted_solvability"],
        effort="quick",
        jobs=1,
        cache=False,
    )
    assert found.cells[0].strict.outcome == "holds"


def test_a_value_that_is_met_elsewhere_is_no_counterexample() -> None:
    def falling(scores: Any) -> Any:
        """P/3 at R = 0; from there on all values that are above P/3 and below 1 + P/3."""
        return guarded(1 - scores.r, scores.r, 0) + scores.p / 3

    made = planted(falling, "restricted_solvability")
    if made.strict.outcome == "contradicted":
        assert made.witness is not None
        least = Fraction(made.witness.scores["low"])
        assert not least <= Fraction(made.witness.scores["judged"]) < 1 + least


def test_a_jump_of_a_function_is_one_as_far_as_tried() -> None:
    found = check(
        lambda p, r: p / 2 + (r > 1 / 3),
        "combination",
        reads="scores",
        constraints=["restricted_solvability"],
        effort="quick",
        jobs=1,
        cache=False,
    )
    assert found.cells[0].strict.phrase.startswith("contradicted for k/n")
    assert found.cells[0].strict.phrase.endswith("as far as tried")


def test_a_component_that_does_not_count_is_not_essential() -> None:
    def first(scores: Any) -> Any:
        return scores.p

    made = planted(first, "essential_components")
    assert made.strict.outcome in ("blind", "contradicted")
    assert made.strict.evidence == "proof"


@pytest.mark.parametrize(
    ("relation", "constraint", "outcome"),
    [
        (dominance, "connectedness", "contradicted"),
        (dominance, "transitivity", "holds"),
        (dominance, "decreasing_marginal_effectiveness", "contradicted"),
        (dominance, "monotonicity", "holds"),
        (completed_dominance, "connectedness", "holds"),
        (completed_dominance, "transitivity", "contradicted"),
        (completed_dominance, "archimedean", "not_applicable"),
    ],
)
def test_relations(relation: Any, constraint: str, outcome: str) -> None:
    row = check(
        relation, "combination", reads="relation", constraints=[constraint], effort="quick", cache=False
    )
    assert row.cells[0].strict.outcome == outcome


def test_a_relation_that_says_something_else_is_an_error_of_its_own() -> None:
    row = check(
        lambda one, other: "better",
        "combination",
        reads="relation",
        constraints=["monotonicity"],
        cache=False,
    )
    assert row.cells[0].strict.outcome == "error"
    assert "1, 0, -1 or None" in (row.cells[0].error or "")


def test_a_black_box_is_compared_with_numbers_and_multiples_of_its_values() -> None:
    def squared(p: float, r: float) -> float:
        return p * r * r

    names = ["idempotence", "homogeneity_of_degree_one", "boundedness"]
    row = check(squared, "combination", reads="scores", constraints=names, effort="quick", cache=False)
    assert [one.strict.outcome for one in row.cells] == ["contradicted"] * 3


def test_a_relation_has_a_margin_of_two_outputs_and_of_nothing_else() -> None:
    task = get_task("combination")
    outputs = {name: task.from_notation(text) for name, text in (("low", "P=0 R=1/2"), ("high", "P=1/2 R=1"))}
    metric = build(dominance, task="combination", reads="relation", trusted=True)
    with RelationSource(metric, Options("quick")) as source:
        assert source._form({"high": 1, "low": -1}, outputs) == 1
        assert source._form({"high": -1, "low": 1, "unused": 0}, outputs) == -1
        assert math.isnan(source._form({"high": 2, "low": -1}, outputs))
        assert math.isnan(source._form({"high": 1}, outputs))


def test_a_witness_lists_what_its_case_was_made_of() -> None:
    """From P = R = 1/2 one quarter is moved; in one-sided monotonicity there is no second level of R."""
    moved = cell("maximum", "decreasing_marginal_effectiveness").witness
    assert moved is not None
    worse, better = (
        Fraction(moved.outputs[name].split()[0].removeprefix("P=")) for name in ("worse", "better")
    )
    assert Fraction(str(moved.parameters["n"])) == worse - better
    raised = cell("maximum", "monotonicity").witness
    assert raised is not None
    assert -1 not in raised.parameters.values()
