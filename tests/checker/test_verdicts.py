"""What verdicts mean: words, evidence and counts as the interface says, cell by cell."""

from __future__ import annotations

import inspect
from itertools import groupby
from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.axioms.demands import Zero
from axiometrics.checker.api import check
from axiometrics.checker.demands.every_case import replay_cases
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.checker.verdict import Cell, ConstraintInfo, MetricInfo, Verdict, Witness
from axiometrics.formulas import log2
from axiometrics.metrics import METRICS, metrics
from axiometrics.metrics.registry import build
from axiometrics.reports.tables import SCHEMA, document, load

OUTCOMES = {"holds", "blind", "contradicted", "undefined", "not_applicable", "error"}


def test_there_is_one_cell_for_every_metric_and_constraint_in_order(matrix: Any) -> None:
    assert len(matrix.metrics) == 15
    assert [constraint.key for constraint in matrix.constraints] == [
        "homogeneity", "completeness", "rag_bag", "size_vs_quantity",
    ]  # fmt: skip
    expected = [
        (metric.key, constraint.key) for metric in matrix.metrics for constraint in matrix.constraints
    ]
    assert [(cell.metric, cell.constraint) for cell in matrix.cells] == expected
    order = [(metric.family, metric.key) for metric in matrix.metrics]
    assert order == sorted(order)
    assert [family for family, _ in groupby(family for family, _ in order)] == sorted({f for f, _ in order})


def test_no_cell_of_our_own_metrics_is_without_a_verdict(matrix: Any) -> None:
    for cell in matrix.cells:
        assert cell.error is None
        assert cell.strict.outcome in {"holds", "blind", "contradicted"}
        assert cell.weak.outcome in {"holds", "contradicted"}


def test_a_cell_that_holds_strictly_holds_weakly_too(matrix: Any) -> None:
    for cell in matrix.cells:
        if cell.strict.outcome == "holds":
            assert cell.weak.outcome == "holds"
            assert cell.witness is None
            assert not cell.strict.always
            assert cell.strict.evidence in ("proof", "sweep", "search")


def test_a_blind_cell_holds_weakly_on_its_own_evidence(matrix: Any) -> None:
    for cell in matrix.cells:
        if cell.strict.outcome == "blind":
            assert cell.weak.outcome == "holds"
            assert cell.weak.evidence in ("proof", "sweep", "search")
            assert (cell.weak.evidence == "proof") == (cell.proof is not None)


def test_a_contradicted_cell_is_contradicted_weakly_too(matrix: Any) -> None:
    contradicted = [cell for cell in matrix.cells if cell.strict.outcome == "contradicted"]
    assert contradicted
    for cell in contradicted:
        assert cell.weak.outcome == "contradicted"
        assert cell.strict.evidence == "witness"


def shown(cell: Cell) -> set[str]:
    """The signs that the branches of a cell's certificate show; a certificate without branches shows a tie."""
    if cell.proof is None:
        return set()
    return {branch["sign"] for branch in cell.proof["certificate"]["branches"]} or {"zero"}


def test_always_is_said_exactly_where_a_proof_shows_it(matrix: Any) -> None:
    for cell in matrix.cells:
        always = (
            {"zero": "blind", "negative": "contradicted"}.get(*shown(cell)) if len(shown(cell)) == 1 else None
        )
        assert cell.strict.always == (always is not None)
        if always:
            assert cell.strict.outcome == always
            assert cell.except_when == ()
        if cell.strict.outcome == "holds" and cell.proof is not None:
            assert cell.strict.evidence == "proof"
            assert shown(cell) == {"positive"}
        if cell.weak.evidence == "proof":
            assert shown(cell) <= {"positive", "nonnegative", "zero"}
    assert any(cell.strict.always for cell in matrix.cells)


def test_evidence_of_a_proof_comes_with_the_proof(matrix: Any) -> None:
    for cell in matrix.cells:
        if "proof" in (cell.strict.evidence, cell.weak.evidence) or cell.strict.always:
            assert cell.proof is not None
            assert set(cell.proof) == {"tactic", "margin_latex", "certificate"}


def test_the_counts_are_those_of_the_cases_that_were_tried(matrix: Any) -> None:
    for cell in matrix.cells:
        constraint = CONSTRAINTS.get(cell.constraint, "clustering")
        swept = sweep_cases(constraint, 7)
        tried = len(swept) + len(larger_cases(constraint, wide=True))
        for verdict in (cell.strict, cell.weak):
            assert 0 < verdict.applicable <= verdict.cases
            assert verdict.size == swept.complete_up_to
            assert len(swept) <= verdict.cases <= tried + 5000, "structured cases may stay undecided"


KEYS = {
    "document": {"schema", "version", "seed", "effort", "complete", "tasks"},
    "task": {"task", "metrics", "constraints", "cells"},
    "metric": {"key", "name", "family", "parameters", "orientation", "kind", "cites", "latex"},
    "constraint": {"key", "name", "cites", "quantifier", "demand"},
    "cell": {
        "metric", "constraint", "strict", "weak", "witness", "except_when", "threshold", "region", "proof",
        "disagrees_with", "error",
    },
    "verdict": {"outcome", "evidence", "always", "cases", "applicable", "size"},
    "witness": {
        "gold", "outputs", "parameters", "scores", "margin", "size", "minimal", "text", "python",
    },
    "proof": {"tactic", "margin_latex", "certificate", "sha256"},
}  # fmt: skip
"""Section JSON of interfaces.md."""


class TestTheJsonDocument:
    @pytest.fixture
    def written(self, matrix: Any) -> Any:
        return document([matrix])

    def test_has_the_documented_keys(self, written: Any) -> None:
        (task,) = written["tasks"]
        assert set(written) == KEYS["document"]
        assert written["schema"] == SCHEMA == "axiometrics.matrix/1"
        assert set(task) == KEYS["task"]
        for cell in task["cells"]:
            assert set(cell) == KEYS["cell"]
            assert set(cell["strict"]) == set(cell["weak"]) == KEYS["verdict"]
            assert cell["witness"] is None or set(cell["witness"]) == KEYS["witness"]
            assert cell["proof"] is None or set(cell["proof"]) == KEYS["proof"]
            assert cell["strict"]["outcome"] in OUTCOMES
        for kind in ("metric", "constraint"):
            assert all(set(item) >= KEYS[kind] for item in task[f"{kind}s"])

    @pytest.mark.parametrize("kind", ["metric", "constraint"])
    def test_has_no_other_keys(self, written: Any, kind: str) -> None:
        (task,) = written["tasks"]
        assert {key for item in task[f"{kind}s"] for key in item} == KEYS[kind]

    def test_has_plain_values(self, written: Any) -> None:
        def plain(value: Any) -> bool:
            if isinstance(value, dict):
                return all(isinstance(key, str) for key in value) and all(map(plain, value.values()))
            if isinstance(value, list | tuple):
                return all(map(plain, value))
            return value is None or type(value) in (str, int, bool)

        assert plain(written), "exact numbers are strings; floats and NumPy integers have no place here"

    def test_is_read_back_as_the_same_matrix(self, matrix: Any, written: Any) -> None:
        (again,) = load(written)
        assert again == matrix

    def test_of_results_has_the_fields_of_the_classes(self) -> None:
        assert set(inspect.signature(Verdict).parameters) == KEYS["verdict"] | {"grid", "hunted", "valued"}
        assert set(inspect.signature(Witness).parameters) == KEYS["witness"]
        assert set(inspect.signature(Cell).parameters) == KEYS["cell"] | {"regions"}
        assert set(inspect.signature(MetricInfo).parameters) >= KEYS["metric"]
        assert set(inspect.signature(ConstraintInfo).parameters) >= KEYS["constraint"]


def test_a_demand_of_zero_is_contradicted_by_any_difference() -> None:
    """Splitting changes purity in both readings: upwards is no excuse where nothing may change."""
    from axiometrics.checker.demands import build_cell
    from axiometrics.checker.selection import Options
    from axiometrics.checker.sources.trusted import TrustedSource

    original = CONSTRAINTS.get("completeness", "clustering")
    unchanged = Constraint(key="unchanged", task="clustering", generator=original.generator, demand=Zero())
    options = Options("quick")
    for key, outcome in (("purity", "holds"), ("bcubed_f", "contradicted"), ("jaccard", "contradicted")):
        metric = METRICS.get(key, "clustering")
        cell = build_cell(metric, unchanged, TrustedSource(metric), options)
        assert cell.strict.outcome == cell.weak.outcome == outcome
        assert (cell.witness is None) == (outcome == "holds")


def test_a_registered_function_without_exact_definition_gets_all_its_verdicts() -> None:
    """Its scores are floats: equal up to rounding is a tie."""

    def agreement(gold: Any, system: Any) -> float:
        n = len(gold)
        pairs = [(i, j) for i in range(n) for j in range(i)]
        return sum((gold[i] == gold[j]) == (system[i] == system[j]) for i, j in pairs) / (n * n)

    ask = {"effort": "quick", "cache": False, "plugins": False}
    row = check(build(agreement, task="clustering", reads="labels"), **ask)
    ours = check(metrics("clustering")["rand"], **ask)
    assert [cell.error for cell in row.cells] == [None] * 4
    assert [cell.strict.outcome for cell in row.cells] == [cell.strict.outcome for cell in ours.cells]


def test_parameters_are_part_of_the_label_and_the_verdict() -> None:
    row = check("bcubed_f(alpha=1/3)", "clustering", effort="quick", cache=False, constraints=["rag_bag"])
    assert row.metric.key == row.cells[0].metric == "bcubed_f(alpha=1/3)"
    assert row.metric.parameters == {"alpha": "1/3"}
    assert row.cells[0].strict.outcome == "holds"


def test_margins_that_floats_leave_open_have_the_sign_that_is_proved() -> None:
    """A third of the relevant items is the same in both outputs, and rounded by far more than 10^-20.

    The margins of other collections differ, so that there are more of them than are decided one by one.
    """
    found = check(
        lambda c: c.relevant / 3 + c.tp * (1 + 100 * c.relevant + c.fp + 10000 * c.items) / 10**20,
        "filtering",
        constraints=["priority_relevant"],
        effort="quick",
        cache=False,
        jobs=1,
    ).cells[0]
    assert (found.strict.outcome, found.strict.evidence) == ("holds", "proof")
    record = CONSTRAINTS.get("priority_relevant", "filtering")
    batches = sweep_cases(record, found.strict.size), larger_cases(record, wide=True), replay_cases(record)
    assert found.strict.applicable == found.strict.cases == sum(map(len, batches))


@pytest.mark.parametrize(
    ("body", "searched"), [(lambda c: log2(2 + c.tp + c.tn), True), (lambda c: log2(2 + c.fp), False)]
)
def test_random_cases_are_tried_where_neither_a_proof_nor_a_small_case_decides(
    body: Any, searched: bool
) -> None:
    """A gain of logarithms is not proved; where the sweep has an inversion, nothing is searched for."""
    none, some = (
        check(
            body, "filtering", constraints=["priority_irrelevant"], max_examples=examples, cache=False, jobs=1
        )
        .cells[0]
        .strict
        for examples in (0, 40)
    )
    assert none.evidence != "proof"
    assert (some.cases > none.cases) == searched
