"""Where some cases tie and others do not, a proof that is not strict is the best there is, and the first is taken."""

from __future__ import annotations

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import scored, signs, some_ties_and_some_not, sweep_cases
from axiometrics.metrics import metrics

CELLS = [
    ("ordinal", "mmae", "nearer_class"),
    ("ordinal", "off_by_one_accuracy", "correction"),
    ("ordinal", "alpha_interval", "replication"),
    ("classification", "accuracy", "correction"),
    ("filtering", "precision", "priority_relevant"),
    ("clustering", "purity", "rag_bag"),
]


@pytest.mark.parametrize(("task", "metric", "constraint"), CELLS)
def test_no_ties_means_the_whole_search_and_ties_mean_the_same_proof(
    task: str, metric: str, constraint: str
) -> None:
    judged, demanded = metrics(task)[metric], constraints(task)[constraint]
    whole, first = prove(judged, demanded), prove(judged, demanded, weak=True)
    assert (whole is None) == (first is None)
    if whole is not None and first is not None and whole.sign in ("nonnegative", "nonpositive"):
        assert first.to_dict() == whole.to_dict()


@pytest.mark.parametrize("constraint", ["nearer_class", "correction", "symmetry"])
def test_ties_are_told_only_where_exact_signs_have_them(constraint: str) -> None:
    demanded = constraints("ordinal")[constraint]
    cases = sweep_cases(demanded, 4)
    told = []
    for metric in metrics("ordinal").values():
        source = TrustedSource(metric)
        if some_ties_and_some_not(metric, demanded, source, cases, scored(metric, demanded, source, cases)):
            told.append(metric.key)
            assert {0, 1} <= set(np.abs(signs(metric, demanded, source, cases)).tolist())
    assert told
