from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import axiometrics.studies.unanimity as module
from axiometrics.studies.reproduction import printed
from axiometrics.studies.unanimity import relations


def counted_one_by_one(scores):
    """The definition, in plain Python."""
    metrics, systems, cases = scores.shape
    found = {name: np.zeros((systems, systems), dtype=int) for name in ("better", "worse", "equal", "biased")}
    for a, b, t in np.ndindex(systems, systems, cases):
        up = all(scores[k, a, t] >= scores[k, b, t] for k in range(metrics))
        down = all(scores[k, b, t] >= scores[k, a, t] for k in range(metrics))
        name = {(True, True): "equal", (True, False): "better", (False, True): "worse"}.get(
            (up, down), "biased"
        )
        found[name][a, b] += 1
    return found


def some_scores(seed, metrics=2, systems=5, cases=12, levels=4):
    return np.random.default_rng(seed).integers(0, levels, (metrics, systems, cases)) / levels


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("metrics", [1, 2, 3])
def test_the_counts_are_those_of_the_definition(seed, metrics):
    scores = some_scores(seed, metrics)
    counted = relations(scores)
    for name, wanted in counted_one_by_one(scores).items():
        assert (getattr(counted, name) == wanted).all(), name


def test_blocks_of_rows_make_no_difference(monkeypatch):
    scores = some_scores(1, systems=9)
    whole = relations(scores)
    monkeypatch.setattr(module, "_BLOCK_BYTES", 1)
    assert (relations(scores).at_least == whole.at_least).all()
    assert (relations(scores).equal == whole.equal).all()


def test_more_than_256_systems_are_told_apart():
    scores = np.arange(300.0)[None, :, None].repeat(2, axis=0)
    net = relations(scores).net
    assert (net == np.sign(np.arange(300)[:, None] - np.arange(300))).all()


def test_without_ties_no_pair_is_equal():
    counted = relations(np.random.default_rng(0).random((2, 6, 20)))
    assert (counted.equal == 20 * np.eye(6)).all()


def test_the_ratio_is_antisymmetric_and_zero_on_the_diagonal():
    ratio = relations(some_scores(3)).ratio
    assert (ratio == -ratio.T).all()
    assert (np.diag(ratio) == 0).all()


def test_the_ratio_is_one_exactly_when_every_case_is_a_strict_improvement():
    better = np.array([[[0.5, 0.5], [0.4, 0.5]], [[0.5, 0.5], [0.5, 0.4]]])
    assert relations(better).ratio[0, 1] == 1
    with_a_tie = np.array([[[0.5, 0.5], [0.4, 0.5]], [[0.5, 0.5], [0.5, 0.5]]])
    assert relations(with_a_tie).ratio[0, 1] == 0.5


def test_an_increasing_transform_of_one_metric_on_one_case_changes_nothing():
    scores = some_scores(4)
    moved = scores.copy()
    moved[0, :, 3] = np.exp(moved[0, :, 3]) * 100 - 7
    assert (relations(scores).at_least == relations(moved).at_least).all()


def test_the_order_and_the_repetition_of_metrics_change_nothing():
    scores = some_scores(5, metrics=3)
    wanted = relations(scores).net
    assert (relations(scores[[2, 0, 1]]).net == wanted).all()
    assert (relations(scores[[0, 1, 2, 1]]).net == wanted).all()


def test_a_further_metric_only_takes_cases_away():
    scores = some_scores(6, metrics=3)
    assert (relations(scores).at_least <= relations(scores[:2]).at_least).all()


def test_ratios_of_joined_cases_are_the_weighted_mean():
    scores = some_scores(7, cases=10)
    one, other = relations(scores[..., :3]), relations(scores[..., 3:])
    assert (relations(scores).net == one.net + other.net).all()


@pytest.mark.parametrize("seed", range(8))
def test_with_two_metrics_the_ratio_is_the_mean_of_the_sign_statistics_and_half_ties(seed):
    """UIR = (S1 + S2) / 2 + (h+ - h-) / 2T, h the cases tied on exactly one metric and won or lost on the other."""
    scores = some_scores(seed)
    signs = np.sign(scores[:, :, None, :] - scores[:, None, :, :]).astype(int)
    one_tied = (signs == 0).sum(axis=0) == 1
    half = (signs.sum(axis=0) * one_tied).sum(axis=-1)
    doubled = signs.sum(axis=(0, -1)) + half
    assert (2 * relations(scores).net == doubled).all()


def test_the_relation_has_condorcet_cycles():
    """Three cases, each ranking the systems one place on, by both metrics: every edge of the cycle has ratio 1/3."""
    ranks = np.array([[3, 1, 2], [2, 3, 1], [1, 2, 3]], dtype=float)
    ratio = relations(np.stack([ranks, ranks])).ratio
    assert [ratio[0, 1], ratio[1, 2], ratio[2, 0]] == [1 / 3] * 3


@pytest.mark.parametrize("systems", [3, 4, 5])
def test_no_cycle_has_only_ratios_above_its_bound(systems):
    """The smallest ratio on a cycle of n systems is at most (n - 2) / n; rotations of one order attain it."""
    ranks = np.array(
        [[(case - system) % systems for case in range(systems)] for system in range(systems)], float
    )
    ratio = relations(ranks[None]).ratio
    steps = [ratio[one, (one + 1) % systems] for one in range(systems)]
    turned = [-step for step in steps]
    assert max(min(steps), min(turned)) == pytest.approx((systems - 2) / systems)


def test_the_example_of_the_paper_has_ratio_one_fifth():
    """Table 3: A at least B in 6 of 10 cases, B at least A in 4, of which 2 are equal."""
    table = printed()["table3"]
    scores = np.array(
        [
            [[float(Fraction(case[k])) for case in table[name]] for name in ("first", "second")]
            for k in range(2)
        ]
    )
    counted = relations(scores)
    assert (counted.at_least[0, 1], counted.at_least[1, 0], counted.equal[0, 1]) == (6, 4, 2)
    assert (counted.better[0, 1], counted.worse[0, 1], counted.biased[0, 1]) == (4, 2, 2)
    assert Fraction(int(counted.net[0, 1]), counted.cases) == Fraction(1, 5)


def test_the_comparable_share_counts_pairs_once():
    scores = np.array([[[1, 1], [0, 0], [0, 0]], [[1, 0], [0, 1], [0, 0]]], dtype=float)
    # pairs 1-2: better, biased; 1-3: better, better (tied on r); 2-3: equal, better: 5 of 6
    assert relations(scores).comparable_share == pytest.approx(5 / 6)
