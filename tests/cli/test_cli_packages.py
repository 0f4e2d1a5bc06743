"""Other packages' metrics are checked as they are: their verdicts are those of ours where the definitions coincide."""

from __future__ import annotations

import json

import pytest

from axiometrics.checker.api import check
from axiometrics.metrics import metrics

FUNCTIONS = '''
def trec_map(qrels, run):
    from pytrec_eval import RelevanceEvaluator

    return RelevanceEvaluator(qrels, {"map"}).evaluate(run)["q"]["map"]


def ir_reciprocal_rank(qrels, run):
    from ir_measures import RR, calc_aggregate

    return calc_aggregate([RR], qrels, run)[RR]


def listed_ndcg(grades, ideal):
    """scikit-learn takes complete lists: what the list misses follows it."""
    from sklearn.metrics import ndcg_score

    missed = list(ideal)
    for grade in grades:
        if grade:
            missed.remove(grade)
    whole = [*grades, *missed, 0, 0]
    return ndcg_score([whole], [range(len(whole), 0, -1)])


def labelled_kappa(gold, system):
    from sklearn.metrics import cohen_kappa_score

    return cohen_kappa_score(gold, system)


def counted_jaccard(tp, fp, fn, tn):
    return tp / (tp + fp + fn)


def nothing(qrels, run):
    return float(len(next(iter(run.values()))) > 0) - 1
'''


@pytest.fixture
def checked(axiometrics_command, tmp_path):
    """Check a function of a file; return the row's cells by constraint."""
    (tmp_path / "theirs.py").write_text(FUNCTIONS)

    def checked(name, task, reads, *options):
        given = ["--task", task, "--reads", reads, "--effort", "quick", "--format", "json", "--jobs", "1"]
        ran = axiometrics_command("check", f"{tmp_path / 'theirs.py'}:{name}", *given, *options)
        assert ran.code == 0, ran.err
        (matrix,) = json.loads(ran.out)["tasks"]
        return {cell["constraint"]: cell for cell in matrix["cells"]}

    return checked


@pytest.mark.parametrize(
    ("package", "function", "task", "reads", "ours", "constraint"),
    [
        ("pytrec_eval", "trec_map", "ranking", "run", "average_precision", "deepness"),
        ("ir_measures", "ir_reciprocal_rank", "ranking", "run", "reciprocal_rank", "priority"),
        ("sklearn", "listed_ndcg", "ranking", "relevance", "ndcg", "confidence"),
        ("sklearn", "labelled_kappa", "filtering", "labels", "kappa", "non_informative_constant"),
    ],
)
def test_a_package_gets_the_verdicts_of_our_definition(
    checked, package, function, task, reads, ours, constraint
):
    pytest.importorskip(package, reason=f"needs {package}")
    found = checked(function, task, reads, "--constraint", constraint)[constraint]
    row = check(metrics(task)[ours], constraints=[constraint], effort="quick", cache=False, jobs=1)
    assert found["strict"]["outcome"] == row.cells[0].strict.outcome
    assert (found["proof"], found["error"]) == (None, None)


def test_a_function_of_counts_is_checked(checked):
    """Jaccard's index rises with either kind of item put right, unless nothing relevant is selected: 0/(fp + fn)."""
    found = checked("counted_jaccard", "filtering", "counts")
    assert found["priority_relevant"]["strict"]["outcome"] == "holds"
    assert found["priority_irrelevant"]["strict"]["outcome"] == "blind"
    assert found["priority_irrelevant"]["except_when"] == ["no_relevant_selected"]


def test_a_metric_that_sees_no_order_is_told_apart(checked):
    found = checked("nothing", "ranking", "run", "--all", "--constraint", "document_order_invariance")
    assert found["document_order_invariance"]["strict"]["outcome"] == "holds"
    assert found["document_order_invariance"]["strict"]["evidence"] == "sweep"
