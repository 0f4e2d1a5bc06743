"""Large organizations: arrays give what the definition gives, with and without overlap."""

from __future__ import annotations

import numpy as np
import pytest
from exact_shares import shares
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.distribution import weighting
from axiometrics.tasks.organization.large_relations import dominance
from axiometrics.tasks.organization.reading import LARGE, read

clusters = st.lists(st.integers(0, 8), min_size=1, max_size=4, unique=True)
levels = st.lists(st.lists(clusters, min_size=1, max_size=3), min_size=1, max_size=4)


def found(given, tail: str) -> list[float]:
    """What the arrays say of the four shares, by way of a metric that is one of them."""
    named = [
        lambda view: view.priorities(tail=tail).reliability,
        lambda view: view.priorities(tail=tail).sensitivity,
        lambda view: view.groupings(tail=tail).reliability,
        lambda view: view.groupings(tail=tail).sensitivity,
    ]
    return [build(each, task="organization", key="share")(given) for each in named]


@given(levels, levels, st.sampled_from(["open", "closed", "none"]))
@settings(max_examples=300, deadline=None)
def test_arrays_and_fractions_agree(gold, system, tail) -> None:
    small = Organization.of(gold, system)
    expected = shares(small.placements, weighting(tail=tail))
    assert found(small, tail) == pytest.approx([float(each) for each in expected[:4]], abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=30))
@settings(max_examples=200, deadline=None)
def test_dominance_is_the_sum_over_all_pairs(points) -> None:
    points.sort()
    x, y = (np.array(part) for part in zip(*points, strict=True))
    u, v = np.arange(1.0, len(x) + 1), np.arange(2.0, len(x) + 2) ** 2
    expected = sum(
        u[i] * v[j] + v[i] * u[j] for i in range(len(x)) for j in range(len(x)) if x[i] < x[j] and y[i] < y[j]
    )
    assert dominance(x, y, u, v) == pytest.approx(expected)


def test_a_long_ranking_has_the_value_that_the_ranking_task_gives() -> None:
    draw = np.random.default_rng(1)
    grades = (draw.random(3000) < 0.3).astype(int).tolist()
    relevant = [place for place, grade in enumerate(grades) if grade] + list(range(10_000, 10_050))
    gold = {"document": np.array(relevant), "level": np.ones(len(relevant))}
    system = {"document": np.arange(3000), "level": np.arange(1, 3001)}
    for theirs, ours in (("reliability", "reliability_priority"), ("rs_f", "rs_priority_f")):
        for tail in ("open", "closed"):
            one = metrics("ranking")[theirs].with_parameters(tail=tail)
            other = metrics("organization")[ours].with_parameters(tail=tail)
            assert other(gold, system) == pytest.approx(one([1] * len(relevant), grades), rel=1e-9)


def test_lists_of_levels_are_read_as_arrays_from_some_size_on() -> None:
    gold = [[[f"d{k}", f"e{k}"] for k in range(200)], ["d1", "f"]]
    system = [[f"d{k}"] for k in range(200)]
    large = read(gold, system)
    small = Organization.of(gold, system)
    assert small.size >= LARGE
    assert not isinstance(large, Organization)
    expected = shares(small.placements, weighting(tail="open"))
    assert found(large, "open") == pytest.approx([float(each) for each in expected[:4]])
