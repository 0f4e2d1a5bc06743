"""Our values are those of the packages that compute the same metrics, where the definitions are the same."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from axiometrics.metrics import metrics
from axiometrics.tasks.ranking import Ranking

METRICS = metrics("ranking")
RANDOM = random.Random(0)
CASES = [
    Ranking.of(
        [RANDOM.choice([0, 0, 0, 1, 1, 2]) for _ in range(RANDOM.randint(1, 30))],
        [1] + [RANDOM.choice([0, 0, 1, 2]) for _ in range(RANDOM.randint(0, 10))],
    )
    for _ in range(60)
]
BINARY = [
    Ranking.of([min(grade or 0, 1) for grade in case.grades], [min(grade, 1) for grade in case.missing])
    for case in CASES
]


def ours(key: str, case: Ranking, **given: Any) -> float:
    value = METRICS[key].with_parameters(**given)(case)
    assert value is not None
    return value


TREC_EVAL = {
    "P_10": ("precision_at", {}),
    "recall_10": ("recall_at", {}),
    "Rprec": ("r_precision", {}),
    "map": ("average_precision", {}),
    "recip_rank": ("reciprocal_rank", {}),
    "bpref": ("bpref", {}),
    "ndcg": ("ndcg", {}),
    "ndcg_cut_5": ("ndcg_at", {}),
    "set_P": ("precision", {}),
    "set_recall": ("recall", {}),
}


@pytest.mark.parametrize("measure", TREC_EVAL)
def test_trec_eval_agrees(measure: str) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval-terrier")
    key, given = TREC_EVAL[measure]
    for case in CASES:
        qrels, run = case.to_run()
        base, _, cut = measure.partition("_cut_")
        asked = measure if not cut else f"{base}_cut.{cut}"
        asked = {"P_10": "P.10", "recall_10": "recall.10"}.get(asked, asked)
        value = pytrec_eval.RelevanceEvaluator(qrels, {asked}).evaluate(run)["q"][measure]
        assert ours(key, case, **given) == pytest.approx(value, abs=1e-12), case.notation()


def test_trec_eval_scores_nothing_relevant_as_zero_where_we_have_no_value() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval-terrier")
    qrels, run = Ranking((0, 0)).to_run()
    found = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg"}).evaluate(run)["q"]
    assert found == {"map": 0.0, "ndcg": 0.0}
    assert METRICS["average_precision"]("- -") is None
    assert METRICS["ndcg"]("- -") is None


def test_trec_eval_interpolates_eleven_points_by_another_rule() -> None:
    """It needs C >= floor(level R + 0.9) in floating point: at R = 3, level 0.7 that is 2 documents, here it is 3."""
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval-terrier")
    case = Ranking.of((1, 1), (1,))
    qrels, run = case.to_run()
    found = pytrec_eval.RelevanceEvaluator(qrels, {"11pt_avg"}).evaluate(run)["q"]["11pt_avg"]
    assert found == pytest.approx(8 / 11)
    assert ours("eleven_point_precision", case) == pytest.approx(7 / 11)


IR_MEASURES = ["P@10", "R@10", "Rprec", "AP", "RR", "Bpref", "nDCG", "nDCG@5"]


@pytest.mark.parametrize("name", IR_MEASURES)
def test_ir_measures_agrees(name: str) -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="needs ir_measures")
    keys = dict(zip(IR_MEASURES, list(TREC_EVAL.values())[:8], strict=True))
    for case in CASES[:20]:
        qrels, run = case.to_run()
        measure = ir_measures.parse_measure(name)
        found = ir_measures.calc_aggregate([measure], qrels, run)[measure]
        assert ours(keys[name][0], case) == pytest.approx(found, abs=1e-12), case.notation()


RANX = {
    "precision@10": ("precision_at", {}),
    "recall@10": ("recall_at", {}),
    "recall": ("recall", {}),
    "r-precision": ("r_precision", {}),
    "mrr": ("reciprocal_rank", {}),
    "map": ("average_precision", {}),
    "dcg": ("dcg", {}),
    "dcg_burges": ("dcg", {"gain": "exponential"}),
    "ndcg": ("ndcg", {}),
    "ndcg@5": ("ndcg_at", {}),
    "ndcg_burges": ("ndcg", {"gain": "exponential"}),
    "rbp.80": ("rbp", {}),
    "bpref": ("bpref", {}),
}


@pytest.mark.filterwarnings("ignore")
def test_ranx_agrees() -> None:
    """Its rank-biased precision takes grades as they are, which is our gmax = 1. It compiles for a minute or so."""
    ranx = pytest.importorskip("ranx", reason="needs ranx")
    for case in CASES[:10]:
        qrels, run = case.to_run()
        found = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), list(RANX))
        for name, (key, given) in RANX.items():
            assert ours(key, case, **given) == pytest.approx(float(found[name]), abs=1e-12), case.notation()


@pytest.mark.filterwarnings("ignore")
def test_equal_scores_are_ordered_by_a_rule_of_each_package() -> None:
    """A relevant document a and a non-relevant b with the same score: only the names and the order of the dict differ.

    trec_eval and we put the last name first, whatever the order; ranx keeps the order of the dict.
    """
    qrels = {"q": {"a": 1, "b": 0}}
    for run in ({"q": {"a": 1.0, "b": 1.0}}, {"q": {"b": 1.0, "a": 1.0}}):
        assert METRICS["reciprocal_rank"](qrels, run) == 0.5
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval-terrier")
    found = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate({"q": {"a": 1.0, "b": 1.0}})
    assert found["q"]["recip_rank"] == 0.5


@pytest.mark.filterwarnings("ignore")
def test_ranx_keeps_the_order_of_the_dict_where_scores_are_equal() -> None:
    ranx = pytest.importorskip("ranx", reason="needs ranx")
    qrels = ranx.Qrels({"q": {"a": 1, "b": 0}})
    found = [
        ranx.evaluate(qrels, ranx.Run({"q": run}), "mrr")
        for run in ({"a": 1.0, "b": 1.0}, {"b": 1.0, "a": 1.0})
    ]
    assert found == [1.0, 0.5]


def test_trec_eval_compares_scores_as_32_bit_numbers() -> None:
    """1 + 2^-30 is 1 there, so the documents are tied and the last name comes first."""
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval-terrier")
    qrels, run = {"q": {"a": 1, "b": 0}}, {"q": {"a": 1 + 2.0**-30, "b": 1.0}}
    found = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run)["q"]["recip_rank"]
    assert found == 0.5
    assert METRICS["reciprocal_rank"](qrels, run) == 1


def complete(case: Ranking) -> tuple[list[int], list[int]]:
    """Gold grades and falling scores of a list that misses nothing."""
    grades = [grade or 0 for grade in case.grades] + list(case.missing)
    return grades, list(range(len(grades), 0, -1))


def test_scikit_learn_agrees_on_complete_lists() -> None:
    sklearn = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
    for case in BINARY:
        grades, scores = complete(case)
        if 0 < sum(grades) < len(grades):
            whole = Ranking(tuple(grades))
            assert ours("average_precision", whole) == pytest.approx(
                sklearn.average_precision_score(grades, scores)
            )
            assert ours("auc", whole) == pytest.approx(sklearn.roc_auc_score(grades, scores), abs=1e-12)
    for case in CASES:
        grades, scores = complete(case)
        if len(grades) > 1 and any(grades):
            whole = Ranking(tuple(grades))
            assert ours("dcg", whole) == pytest.approx(sklearn.dcg_score([grades], [scores]), abs=1e-12)
            assert ours("ndcg", whole) == pytest.approx(sklearn.ndcg_score([grades], [scores]), abs=1e-12)


def test_scikit_learn_counts_only_listed_relevant_documents() -> None:
    """Its average precision has R = the relevant documents in the list: 1 here, 1/2 with the missed one."""
    sklearn = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
    assert sklearn.average_precision_score([1, 0], [2, 1]) == 1
    assert METRICS["average_precision"]("r - | r") == 0.5


def test_scipy_agrees_on_kendall() -> None:
    stats = pytest.importorskip("scipy.stats")
    for case in CASES:
        scores = list(range(len(case.grades) + 1, 1, -1)) + [0] * len(case.missing)
        grades = [*case.grades, *case.missing]
        with np.errstate(all="ignore"):
            found = stats.kendalltau(grades, scores, variant="b").statistic
        value = METRICS["kendall_tau_b"](case)
        if value is None:
            assert np.isnan(found)
        else:
            assert value == pytest.approx(found, abs=1e-12), case.notation()
