"""Exact signs of whole batches of overlapping clusterings are those of the cases one by one."""

from __future__ import annotations

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.scores import exact_sign
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.metrics import metrics

METRICS = metrics("overlapping")


@pytest.mark.parametrize("key", METRICS)
@pytest.mark.parametrize("constraint", ["homogeneity", "item_multiplicity", "join_clusters"])
def test_a_batch_has_the_signs_of_its_cases(key: str, constraint: str) -> None:
    demand = constraints("overlapping")[constraint]
    for cases in (sweep_cases(demand, 8), larger_cases(demand, wide=False)):
        places = np.unique(np.linspace(0, len(cases) - 1, 40).astype(int))
        signs = TrustedSource(METRICS[key]).signs(demand, cases, places)
        singly = [exact_sign(METRICS[key], demand, cases.case(int(place)).outputs)[0] for place in places]
        assert signs.tolist() == singly


def test_ties_that_floats_miss_are_found() -> None:
    """Both scores are 1, one as a sum of unequal parts that is not 1 in its last bit."""
    demand, metric = constraints("overlapping")["maximal_agreement"], METRICS["bcubed_extended_precision"]
    cases = sweep_cases(demand, 10)
    source = TrustedSource(metric)
    scores = {name: source.scores(batch).values for name, batch in cases.outputs.items()}
    margin = sum(weight * scores[name] for name, weight in demand.margin.items())
    places = np.flatnonzero((margin != 0) & (np.abs(margin) < 1e-12))
    assert len(places)
    assert set(source.signs(demand, cases, places).tolist()) == {0}


def test_constraints_that_compare_two_metrics_are_decided_on_the_outputs_as_each_sees_them() -> None:
    demand = constraints("overlapping")["reduces_to_bcubed"]
    cases = sweep_cases(demand, 6)
    source = TrustedSource(METRICS["bcubed_extended_f"])
    signs = source.signs(demand, cases, np.arange(len(cases)))
    assert set(signs.tolist()) == {0}
    assert {source.sign(demand, cases.case(place).outputs) for place in range(len(cases))} == {0}
