from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from axiometrics.errors import InputError
from axiometrics.studies import uir
from axiometrics.studies.unanimity.f_curves import (
    GRID,
    crossings,
    curves,
    f_alpha,
    harmonic,
    higher_for_every_alpha,
    point_crossing,
)


def exact_f(p, r, alpha):
    if alpha in (0, 1):
        return p if alpha else r
    return Fraction(0) if not p or not r else 1 / (alpha / p + (1 - alpha) / r)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(1)])
def test_f_is_the_weighted_harmonic_mean_also_at_zero(alpha):
    grid = [Fraction(k, 4) for k in range(5)]
    points = [(p, r) for p in grid for r in grid]
    found = f_alpha(*np.array([[float(p), float(r)] for p, r in points]).T, float(alpha))
    assert found == pytest.approx([float(exact_f(p, r, alpha)) for p, r in points])


def test_alpha_outside_the_unit_interval_is_refused():
    with pytest.raises(InputError, match=r"in \[0, 1\]"):
        f_alpha(np.ones(1), np.ones(1), 1.5)


def test_the_harmonic_mean_of_two_scores_is_f_at_one_half():
    scores = np.random.default_rng(0).random((2, 3, 4))
    assert harmonic(scores) == pytest.approx(f_alpha(scores[0], scores[1], 0.5))


def test_curves_end_at_the_means_of_the_two_metrics():
    p, r = np.random.default_rng(1).random((2, 3, 6))
    found = curves(p, r)
    assert found[:, 0] == pytest.approx(r.mean(axis=1))
    assert found[:, -1] == pytest.approx(p.mean(axis=1))


def test_the_mean_of_f_is_at_most_f_of_the_means():
    p, r = np.random.default_rng(2).random((2, 20, 6))
    assert (curves(p, r) <= curves(p, r, pooled=True) + 1e-12).all()


def test_f_curves_are_convex_in_alpha():
    found = curves(*np.random.default_rng(3).random((2, 20, 6)))
    assert (np.diff(found[:, 1:-1], n=2, axis=1) > -1e-12).all()


def test_two_points_cross_where_their_reciprocals_say():
    """(1/2, 1/4) and (1/3, 1/2): differences of reciprocals -1 and 2, so alpha = 2/3, and both have F = 3/8."""
    at = point_crossing((1 / 2, 1 / 4), (1 / 3, 1 / 2))
    assert at == pytest.approx(2 / 3)
    values = f_alpha(np.array([1 / 2, 1 / 3]), np.array([1 / 4, 1 / 2]), at)
    assert values == pytest.approx([3 / 8, 3 / 8])


@pytest.mark.parametrize("other", [(0.4, 0.4), (0.5, 0.4), (0.5, 0.5), (0.9, 0.0)])
def test_dominance_equality_and_zero_leave_no_crossing(other):
    assert point_crossing((0.5, 0.5), other) is None


def test_macro_curves_can_cross_more_than_once():
    """Found by search and checked on the grid: the difference changes its sign twice."""
    rng = np.random.default_rng(0)
    for _ in range(2000):
        p, r = rng.random((2, 2, 2))
        difference = np.diff(curves(p, r), axis=0)[0]
        at = crossings((p[1], r[1]), (p[0], r[0]), difference)
        if len(at) > 1:
            break
    assert len(at) == 2
    for alpha in at:
        values = f_alpha(p, r, alpha).mean(axis=1)
        assert values[0] == pytest.approx(values[1], abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_the_certificate_decides_and_never_contradicts_the_grid(seed):
    rng = np.random.default_rng(seed)
    seen = set()
    for _ in range(150):
        cases = int(rng.integers(1, 12))
        p, r = rng.integers(0, 11, (2, 2, cases)) / 10
        p[0] = np.minimum(1, p[0] + rng.choice([0, 0.1, 0.3]))
        r[0] = np.minimum(1, r[0] + rng.choice([0, 0.1, 0.3]))
        found = higher_for_every_alpha((p[0], r[0]), (p[1], r[1]))
        inner = np.diff(curves(p, r), axis=0)[0] * -1
        ends_are_no_losses = inner[0] > -1e-12 and inner[-1] > -1e-12
        assert found is not None
        if (inner[1:-1] > 1e-12).all() and ends_are_no_losses:
            assert found
        elif (inner < -1e-12).any():
            assert not found
        seen.add(found)
    assert seen == {True, False}


def test_curves_that_meet_at_an_end_are_decided():
    """The mean recalls are equal, so that the curves meet at alpha 0, and the precision of the first is higher."""
    one = np.array([0.5, 0.5]), np.array([0.4, 0.6])
    other = np.array([0.4, 0.5]), np.array([0.4, 0.6])
    assert higher_for_every_alpha(one, other) is True
    assert higher_for_every_alpha(other, one) is False


def test_equal_curves_of_permuted_cases_are_no_increase():
    one = np.array([0.5, 0.9]), np.array([0.4, 0.2])
    other = one[0][::-1], one[1][::-1]
    assert higher_for_every_alpha(one, other) is False


def test_a_curve_that_is_zero_inside_is_no_increase():
    one = np.array([0.0]), np.array([1.0])
    other = np.array([0.0]), np.array([0.5])
    assert higher_for_every_alpha(one, other) is False


def test_a_positive_ratio_does_not_mean_a_higher_f():
    """Two small wins and one large loss: ratio 1/3, while F is lower at every alpha. The pair is flagged."""
    p = [[0.51, 0.50], [0.51, 0.50], [0.10, 0.90]]
    found = uir({"p": p, "r": p})
    pair = found.pairs[0]
    assert (pair.first, pair.ratio) == ("s1", pytest.approx(1 / 3))
    assert pair.contradicts
    scores = np.array(p).T
    assert higher_for_every_alpha((scores[1], scores[1]), (scores[0], scores[0])) is True
    assert pair.every_alpha is False
    assert pair.crossings == ()


def test_pooled_curves_are_decided_by_dominance_of_the_means():
    first = np.array([[0.9, 0.1], [0.4, 0.5]])
    second = np.array([[0.5, 0.5], [0.4, 0.4]])
    found = uir({"p": first.T, "r": second.T}, pooled=True)
    assert [pair.every_alpha for pair in found.pairs if pair.first == "s1"] == [True]
    assert found.combined.name == "pooled F(alpha=1/2)"
    assert found.combined.values[0] == pytest.approx(0.5)
    assert GRID[0] == 0
