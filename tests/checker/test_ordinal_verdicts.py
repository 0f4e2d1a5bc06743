"""Verdicts on ordinal metrics: known ones, those of two-form and some-case constraints, and planted errors."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics.axioms import constraints
from axiometrics.axioms.demands import Positive
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import sweep, sweep_cases
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks.ordinal import Confusion
from tests.naive_ordinal import NAIVE, items_of

METRICS, CONSTRAINTS = metrics("ordinal"), constraints("ordinal")
FAST: dict[str, Any] = {"size": 4, "max_examples": 20, "cache": False}


def cell(metric: Any, constraint: str) -> Any:
    return ax.explain(metric, constraint, "ordinal", **FAST)


KNOWN = {
    ("mae_micro", "nearer_class"): "holds",
    ("accuracy", "nearer_class"): "blind",
    ("accuracy", "correction"): "holds",
    ("cem_ord", "nearer_class_past_gold"): "holds",
    ("cem_ord", "ordinal_invariance"): "holds",
    ("mae_micro", "ordinal_invariance"): "contradicted",
    ("mae_micro", "rank_invariance"): "contradicted",
    ("mae_micro", "imbalance"): "blind",
    ("mae_macro", "imbalance"): "holds",
    ("mae_macro", "symmetry"): "contradicted",
    ("kappa_linear", "constant_discrimination"): "blind",
    ("mae_macro", "constant_discrimination"): "holds",
    ("kappa_nominal", "symmetry"): "holds",
    ("alpha_ordinal", "unused_end_class"): "holds",
    ("alpha_nominal", "replication"): "contradicted",
    ("pearson", "constant_dominance"): "undefined",
    ("pearson", "perfect_output"): "blind",
}


@pytest.mark.parametrize(("metric", "constraint"), KNOWN)
def test_known_verdicts(metric: str, constraint: str) -> None:
    assert cell(metric, constraint).strict.outcome == KNOWN[metric, constraint]


@pytest.mark.parametrize(
    "metric", ["mae_macro", "cem_ord", "kappa_quadratic", "alpha_ordinal", "hmpr", "spearman"]
)
@pytest.mark.parametrize("constraint", ["nearer_class", "correction", "imbalance_in_context", "symmetry"])
def test_signs_of_a_sweep_equal_those_of_the_second_definition(metric: str, constraint: str) -> None:
    """Every seventh case, by fractions where there are any, else by floats that are clear of zero or equal."""
    record, source = CONSTRAINTS[constraint], TrustedSource(METRICS[metric])
    batch = sweep_cases(record, 4)
    found = sweep(METRICS[metric], record, source, batch, every=True)
    turn = -1 if METRICS[metric].orientation == "error" else 1
    for place in range(0, len(batch), 7):
        outputs = batch.case(place).outputs
        values = {name: NAIVE[metric](items_of(each.rows), each.classes) for name, each in outputs.items()}
        if None in values.values():
            assert found.missing[place]
            continue
        margin = turn * sum(weight * values[name] for name, weight in record.margin.items())
        sign = 0 if abs(margin) < 1e-12 else 1 if margin > 0 else -1
        expected = (
            {0: "ties", 1: "", -1: "inversions"}[sign] if isinstance(record.demand, Positive) else sign != 0
        )
        if isinstance(record.demand, Positive):
            assert (bool(found.ties[place]), bool(found.inversions[place])) == (expected == "ties", sign < 0)
        else:
            assert bool(found.inversions[place]) == expected


def test_the_signs_of_two_forms_agree_or_tie_or_flip() -> None:
    record, signs = CONSTRAINTS["rank_invariance"], [-1, 0, 1]
    for one, other in product(signs, repeat=2):
        wanted = 1 if one == other else 0 if 0 in (one, other) else -1
        assert record.of_a_case.case_sign([one, other]) == wanted
    pairs = np.array(list(product(signs, repeat=2)))
    assert record.of_a_case.case_sign([pairs[:, 0], pairs[:, 1]]).tolist() == [1, 0, -1, 0, 1, 0, -1, 0, 1]


def test_a_gap_between_classes_turns_the_order_of_two_systems_around() -> None:
    """Mean absolute errors before and after: the witness itself shows opposite signs, or one tie, in its margin."""
    found = cell("mae_micro", "rank_invariance")
    assert list(found.witness.outputs) == ["second", "first", "second_changed", "first_changed"]
    one, other = map(Fraction, found.witness.margin.split(" and "))
    assert one * other < 0
    values = {
        name: NAIVE["mae_micro"](items_of(Confusion.from_notation(text).rows), 0)
        for name, text in found.witness.outputs.items()
    }
    assert -one == values["first"] - values["second"]
    assert -other == values["first_changed"] - values["second_changed"]


def test_a_metric_that_only_ties_after_the_gap_is_blind() -> None:
    def coarse(matrix: Any) -> Any:
        """Accuracy of three classes or fewer, 0 for more: a gap makes every comparison a tie."""
        from axiometrics.formulas import guarded, maximum

        right = matrix.present_classes(lambda true: true.right) / matrix.items
        return guarded(0, maximum(0, matrix.classes - 3), right)

    assert cell(build(coarse, task="ordinal"), "rank_invariance").strict.outcome == "blind"


def test_one_case_is_enough_where_some_case_is_demanded() -> None:
    """The smallest gold has one item; on it the two constants score differently."""
    found = cell("accuracy", "constant_discrimination")
    assert found.strict.evidence == found.weak.evidence == "witness"
    assert found.witness.size == 1
    assert found.strict.phrase == "holds: some case shows it"


def test_where_no_case_is_found_the_grid_is_told() -> None:
    found = cell("kappa_linear", "constant_discrimination")
    assert found.strict.evidence == "sweep"
    assert found.strict.phrase == "blind: every case that has a value for K 2/3/4/5, N ≤ 4/3/3/3 ties"


def test_a_metric_with_its_sign_wrong_contradicts_what_the_right_one_satisfies() -> None:
    right, wrong = METRICS["mae_macro"], METRICS["mae_macro"].function
    planted = build(wrong, task="ordinal", key="planted")
    for constraint in ("nearer_class", "correction", "single_error", "imbalance", "perfect_output"):
        assert cell(right, constraint).strict.outcome == "holds"
        assert cell(planted, constraint).strict.outcome == "contradicted"


def test_a_metric_that_fails_in_one_cell_of_five_classes_is_found_out() -> None:
    """Accuracy, but what is four classes off or more counts as right."""

    def planted(matrix: Any) -> Any:
        from axiometrics.formulas import maximum, minimum

        far = matrix.cells(lambda at: at.items * maximum(0, minimum(1, at.steps - 3)))
        return (matrix.present_classes(lambda true: true.right) + far) / matrix.items

    found = cell(build(planted, task="ordinal"), "correction")
    assert found.strict.outcome == "blind"
    assert Confusion.from_notation(found.witness.outputs["worse"]).classes == 5


def test_grids_are_told_with_what_holds_by_sweep() -> None:
    found = cell("cem_ord", "nearer_class_past_gold")
    assert found.strict.evidence == "sweep"
    assert found.strict.phrase == "holds in every case for K 3/4/5, N ≤ 3/3/3"
    assert found.strict.size == 3
    assert found.strict.to_dict()["grid"] == "K 3/4/5, N ≤ 3/3/3"


def test_a_black_box_is_checked_by_labels_and_by_matrix() -> None:
    def by_labels(gold: list[int], system: list[int]) -> float:
        return sum(map(int.__eq__, gold, system)) / len(gold)

    def by_matrix(counts: list[list[int]]) -> float:
        return sum(counts[k][k] for k in range(len(counts))) / sum(map(sum, counts))

    for function, reads in ((by_labels, "labels"), (by_matrix, "matrix")):
        row = ax.check(
            function, "ordinal", reads=reads, constraints=["correction", "nearer_class"],
            size=3, max_examples=5, cache=False,
        )  # fmt: skip
        assert [found.strict.outcome for found in row.cells] == ["blind", "holds"] or [
            found.strict.outcome for found in row.cells
        ] == ["holds", "blind"]


def test_a_constraint_without_any_case_is_not_applicable() -> None:
    found = cell("mae_micro", "constant_dominance(support=full)")
    assert found.strict.outcome == "not_applicable"
