"""The engines on rankings: planted errors are found, deep ones too; true theorems are proved and false ones are not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.axioms.demands import Positive
from axiometrics.checker.api import check, explain
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.scores import exact_sign
from axiometrics.checker.selection import select_constraints, select_metrics
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import larger_cases, sweep, sweep_cases
from axiometrics.formulas import inverse_log2, power
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.chooser import lists

TASK = get_task("ranking")
METRICS = {metric.label: metric for metric in select_metrics("ranking", plugins=False)}
EVERY = [
    constraint
    for constraint in select_constraints("ranking", variants=True, plugins=False)
    if constraint.demand.quantifier == "every"
]


def label(key: str) -> Any:
    base, given = split_key(key)
    return constraints("ranking")[base].with_parameters(**given)


@pytest.mark.parametrize("constraint", EVERY, ids=lambda constraint: constraint.label)
def test_no_proof_contradicts_a_case(constraint: Any) -> None:
    """Certificates are re-checked on every swept case; the sign is compared with longer cases too."""
    for metric in METRICS.values():
        proof = prove(metric, constraint)
        if proof is None:
            continue
        assert confirm(proof, metric, constraint, sweep_cases(constraint, 7)) > 0
        found = sweep(
            metric, constraint, TrustedSource(metric), larger_cases(constraint, wide=False), proof.sign
        )
        signs = {"positive": (True, False), "zero": (False, False), "nonnegative": (None, False)}
        want = signs.get(proof.sign)
        if want is not None and isinstance(constraint.demand, Positive):
            assert not found.inversions.any(), metric.label
            assert want[0] is not True or not found.ties.any(), metric.label
            assert want[0] is not False or found.ties[found.defined].all(), metric.label


@pytest.mark.parametrize(
    ("metric", "constraint", "sign"),
    [
        ("average_precision", "priority", "positive"),
        ("ndcg", "priority", "positive"),
        ("ndcg", "deepness", "positive"),
        ("rbp", "deepness", "positive"),
        ("q_measure", "priority", "positive"),
        ("recall", "priority", "zero"),
        ("kendall_tau_a", "deepness", "zero"),
        ("precision", "confidence", "positive"),
        ("reciprocal_rank", "confidence", "zero"),
        ("average_precision", "deepness(form=single_document)", "positive"),
        ("dcg", "top_weightedness", "positive"),
    ],
)
def test_what_is_true_of_every_list_is_proved(metric: str, constraint: str, sign: str) -> None:
    proof = prove(METRICS[metric], label(constraint))
    assert proof is not None
    assert proof.sign == sign


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [
        ("average_precision", "deepness"),
        ("precision_at", "priority"),
        ("dcg_jk", "priority"),
        ("reciprocal_rank", "priority"),
        ("ndcg_at", "deepness"),
        ("rs_f", "priority"),
        ("auc", "deepness(form=single_document)"),
        ("kendall_tau_a", "deepness(form=single_document)"),
    ],
)
def test_what_is_false_of_some_list_is_not_proved(metric: str, constraint: str) -> None:
    proof = prove(METRICS[metric], label(constraint))
    assert proof is None or proof.sign != "positive"


def planted(function: Any) -> Any:
    return build(function, task="ranking", trusted=True)


def upside_down(listing: Any) -> Any:
    """Later ranks are worth more."""
    return listing.ranks(lambda at: at.b * at.i)


def increasing_discount(listing: Any) -> Any:
    """A growing exponential is no discount: the lemma must not be used for it."""
    return listing.ranks(lambda at: at.x * power(2, at.i - 1))


def concave(listing: Any) -> Any:
    """Worth 20 - i^2: the lower step is larger."""
    return listing.ranks(lambda at: at.b * (400 - at.i**2))


def counting_zeros(listing: Any) -> Any:
    """Rewards non-relevant documents at later ranks only, which a swap changes twice."""
    return listing.ranks(lambda at: at.z / at.i)


@pytest.mark.parametrize(
    ("function", "constraint", "outcome"),
    [
        (upside_down, "priority", "contradicted"),
        (increasing_discount, "priority", "contradicted"),
        (concave, "deepness", "contradicted"),
        (counting_zeros, "priority", "contradicted"),
    ],
)
def test_planted_metrics_are_found_out(function: Any, constraint: str, outcome: str) -> None:
    row = check(planted(function), constraints=[constraint], effort="quick", cache=False, jobs=1)
    assert row.cells[0].strict.outcome == outcome
    assert row.cells[0].witness is not None


def test_a_violation_that_needs_fifteen_documents_is_found_unaided() -> None:
    """Falls where 14 relevant documents stand above a relevant one; nothing shorter shows it."""

    def spoiled(grades: Any, ideal: Any) -> float:
        value = sum(1 / 2**rank for rank, grade in enumerate(grades) if grade)
        return value - (1.0 if all(grades[:14]) and len(grades) > 14 and grades[14:15] == [1] else 0.0)

    metric = build(spoiled, task="ranking", reads="relevance", trusted=True)
    row = check(metric, constraints=["priority"], max_examples=1000, cache=False, jobs=1)
    assert row.cells[0].strict.outcome == "contradicted"
    assert row.cells[0].witness is not None
    assert not row.cells[0].witness.minimal


def test_the_tie_of_a_convex_combination_is_decided_exactly() -> None:
    """1/log2(2) + 1/log2(8) is 4/3, as 4/3 of 1/log2(2) is: no float decides that."""

    def fourth(listing: Any) -> Any:
        return listing.ranks(lambda at: at.b * inverse_log2(at.i + 1))

    ranking = Ranking.from_notation("r - - - - - r")
    algebra = TASK.algebra(ranking)
    value = TASK.value(planted(fourth), ranking, algebra)
    assert algebra.text(value) == "4/3"


def test_a_generator_that_uses_its_context_twice_is_refused() -> None:
    from axiometrics.errors import InputError
    from axiometrics.tasks.ranking.cases import gather

    def broken(choose: Any) -> Any:
        head = choose.context("head")
        return lists(worse=[head, 0, 1, head], better=[head, 1, 0, head])

    with pytest.raises(InputError, match="must have the same contexts, each once"):
        gather(broken, ("worse", "better"), 4)


def test_two_runs_give_the_same_witness() -> None:
    cells = [explain("q_measure", "deepness", "ranking", cache=False, jobs=1) for _ in range(2)]
    assert cells[0] == cells[1]


@pytest.mark.parametrize(
    ("constraint", "passes", "fails"),
    [
        ("priority", "dcg", "precision"),
        ("deepness", "rbp", "average_precision"),
        ("confidence", "precision", "dcg"),
        ("replacement", "recall", "reciprocal_rank"),
        ("append_monotonicity", "dcg", "precision"),
        ("convergence", "dcg", "recall"),
        ("top_weightedness", "rbp", "average_precision"),
        ("localization", "dcg", "recall"),
        ("realizability", "average_precision", "precision_at"),
        ("deepness(form=single_document)", "average_precision", "recall"),
        ("priority(grades=graded)", "dcg", "average_precision"),
    ],
)
def test_every_constraint_tells_metrics_apart(constraint: str, passes: str, fails: str) -> None:
    record = label(constraint)
    batch = sweep_cases(record, 8)
    good, bad = (sweep(METRICS[key], record, TrustedSource(METRICS[key]), batch) for key in (passes, fails))
    assert not good.inversions.any()
    assert constraint == "append_monotonicity" or not good.ties.any()
    assert (bad.inversions | bad.ties).any()


def test_completeness_at_zero_is_whether_there_is_a_value() -> None:
    row = {
        key: explain(key, "completeness_at_zero", "ranking", cache=False, jobs=1) for key in ("rbp", "ndcg")
    }
    assert row["rbp"].strict.outcome == "holds"
    assert row["ndcg"].strict.outcome == "undefined"


def test_exact_signs_agree_with_floats() -> None:
    record = label("priority(distance=any)")
    batch = sweep_cases(record, 5)
    for metric in METRICS.values():
        values = {name: TASK.values(metric, part) for name, part in batch.outputs.items()}
        for index in range(0, len(batch), 23):
            gap = values["better"][index] - values["worse"][index]
            if not np.isnan(gap):
                exact = exact_sign(metric, record, batch.case(index).outputs)[0]
                assert exact == (0 if abs(gap) < 1e-12 else np.sign(gap)), (metric.label, index)


def test_black_boxes_are_checked_in_both_forms() -> None:
    def hits(grades: list[int | None], ideal: list[int]) -> float:
        return sum(1 / rank for rank, grade in enumerate(grades, 1) if grade) / len(ideal)

    def run_hits(qrels: Any, run: Any) -> float:
        ordered = sorted(run["q"], key=run["q"].get, reverse=True)
        ideal = [grade for grade in qrels["q"].values() if grade]
        return hits([qrels["q"].get(name) for name in ordered], ideal)

    rows = [
        check(
            function,
            "ranking",
            reads=reads,
            constraints=["priority", "deepness"],
            effort="quick",
            cache=False,
        )
        for function, reads in ((hits, "relevance"), (run_hits, "run"))
    ]
    assert [cell.strict.outcome for cell in rows[0].cells] == ["holds", "holds"]
    assert [cell.strict for cell in rows[1].cells] == [cell.strict for cell in rows[0].cells]


@pytest.mark.filterwarnings("ignore")
def test_the_packages_can_be_checked() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval-terrier")

    def trec_map(qrels: Any, run: Any) -> float:
        return float(pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)["q"]["map"])

    row = check(
        trec_map, "ranking", reads="run", constraints=["priority", "deepness"], effort="quick", cache=False
    )
    assert [cell.strict.outcome for cell in row.cells] == ["holds", "contradicted"]
    ours = metrics("ranking")["average_precision"]
    assert ours("r - r | r") == pytest.approx(trec_map(*Ranking.from_notation("r - r | r").to_run()))
