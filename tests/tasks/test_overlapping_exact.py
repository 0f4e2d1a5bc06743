"""Exact signs of whole batches of overlapping clusterings are those of the cases one by one."""

from __future__ import annotations

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.scores import UNDECIDED, exact_sign, margins
from axiometrics.checker.sweep import families, scored, sweep_cases
from axiometrics.checker.trusted import TrustedSource
from axiometrics.metrics import metrics

METRICS = metrics("overlapping")


@pytest.mark.parametrize("key", METRICS)
@pytest.mark.parametrize("constraint", ["homogeneity", "item_multiplicity", "join_clusters"])
def test_a_batch_has_the_signs_of_its_cases(key: str, constraint: str) -> None:
    demand = constraints("overlapping")[constraint]
    for cases in (sweep_cases(demand, 8), families(demand, wide=False)):
        places = np.unique(np.linspace(0, len(cases) - 1, 60).astype(int))
        signs = TrustedSource(METRICS[key]).signs(demand, cases, places)
        known = signs != UNDECIDED
        assert known.mean() > 0.9  # some of the largest sums may outgrow 64 bits
        singly = [exact_sign(METRICS[key], demand, cases.case(int(place)).outputs)[0] for place in places]
        assert signs[known].tolist() == np.array(singly)[known].tolist()


def test_ties_that_floats_miss_are_found() -> None:
    """Both scores are 1, one as a sum of unequal parts that is not 1 in its last bit."""
    demand, metric = constraints("overlapping")["maximal_agreement"], METRICS["bcubed_extended_precision"]
    cases = sweep_cases(demand, 10)
    source = TrustedSource(metric)
    margin, _ = margins(metric, demand, scored(metric, demand, source, cases))
    places = np.flatnonzero((margin != 0) & (np.abs(margin) < 1e-12))
    assert len(places)
    assert set(source.signs(demand, cases, places).tolist()) == {0}


def test_constraints_that_compare_two_metrics_are_decided_case_by_case() -> None:
    demand = constraints("overlapping")["reduces_to_bcubed"]
    cases = sweep_cases(demand, 6)
    source = TrustedSource(METRICS["bcubed_extended_f"])
    assert set(source.signs(demand, cases, np.arange(len(cases))).tolist()) == {UNDECIDED}
    assert {source.sign(demand, cases.case(place).outputs) for place in range(len(cases))} == {0}
