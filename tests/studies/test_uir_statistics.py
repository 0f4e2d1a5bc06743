from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, factorial

import numpy as np
import pytest
from scipy import stats

from axiometrics.errors import InputError
from axiometrics.studies.unanimity import relations
from axiometrics.studies.unanimity.pair_tests import (
    adjusted,
    bootstrap_intervals,
    classes,
    pair_signs,
    parametric_ratios,
    sign_test,
    sign_tests,
    signed_rank_tests,
)


def enumerated_swaps(one, other):
    """The two-sided p-value over all 2^T exchanges of the outputs within cases."""
    scores = np.stack([one, other], axis=1)
    observed = abs(relations(scores).net[0, 1])
    cases = scores.shape[2]
    hits = 0
    for swaps in product([False, True], repeat=cases):
        swapped = np.where(np.array(swaps), scores[:, ::-1], scores)
        hits += abs(relations(swapped).net[0, 1]) >= observed
    return Fraction(int(hits), 2**cases)


@pytest.mark.parametrize("seed", range(6))
def test_the_sign_test_is_the_permutation_test(seed):
    scores = np.random.default_rng(seed).integers(0, 3, (2, 2, 7)).astype(float)
    counted = relations(scores)
    found = sign_test(int(counted.better[0, 1]), int(counted.worse[0, 1]))
    assert found == enumerated_swaps(scores[:, 0], scores[:, 1])


def test_the_sign_test_is_scipys_binomial_test():
    for better in range(9):
        for worse in range(9 - better):
            total = better + worse
            wanted = stats.binomtest(better, total).pvalue if total else 1.0
            assert float(sign_test(better, worse)) == pytest.approx(wanted, rel=1e-12)


def test_a_robust_improvement_need_not_be_significant_nor_the_reverse():
    """Of the outcomes of 31 cases with a ratio above 1/4, 24 of 156 have p >= 0.05; 6 to 0 is significant below 1/4."""
    above = [(up, down) for up in range(32) for down in range(32 - up) if 4 * (up - down) > 31]
    assert len(above) == 156
    assert sum(sign_test(up, down) >= Fraction(1, 20) for up, down in above) == 24
    assert sign_test(11, 3) > Fraction(1, 20)
    assert all(
        sign_test(*each) < Fraction(1, 20) and 4 * (each[0] - each[1]) <= 31
        for each in ((6, 0), (7, 0), (8, 1))
    )


def test_all_p_values_at_once_are_those_of_the_pairs():
    better, worse = np.array([5, 0]), np.array([1, 0])
    assert sign_tests(better, worse).tolist() == [float(sign_test(5, 1)), 1.0]


def test_adjusted_p_values_keep_their_order_and_stay_below_one():
    found = adjusted(np.array([0.5, 0.01, 0.9]))
    assert found.tolist() == [1.0, 0.03, 1.0]
    assert adjusted(np.array([])).tolist() == []


def trinomial_quantile(up, down, cases, level):
    """The smallest net with P(net <= it) >= level when cases are drawn anew, from the exact law."""
    law = {}
    for a in range(cases + 1):
        for b in range(cases + 1 - a):
            ways = Fraction(factorial(cases), factorial(a) * factorial(b) * factorial(cases - a - b))
            rest = Fraction(cases - up - down, cases)
            chance = ways * Fraction(up, cases) ** a * Fraction(down, cases) ** b * rest ** (cases - a - b)
            law[a - b] = law.get(a - b, Fraction(0)) + chance
    total = Fraction(0)
    for net in sorted(law):
        total += law[net]
        if total >= level:
            return net
    raise AssertionError


def test_bootstrap_bounds_are_those_of_the_exact_trinomial_law():
    """9 better, 2 worse, 5 biased of 16: bounds of many resamples are within one case of the exact quantiles."""
    signs = [1] * 9 + [-1] * 2 + [0] * 5
    first = np.array([[sign > 0 for sign in signs], [sign >= 0 for sign in signs]], dtype=float)
    second = np.array([[sign < 0 for sign in signs], [sign <= 0 for sign in signs]], dtype=float)
    first[:, 11:], second[:, 11:] = [[1] * 5, [0] * 5], [[0] * 5, [1] * 5]
    scores = np.stack([first, second], axis=1)
    pair = np.array([0]), np.array([1])
    assert pair_signs(scores, *pair).tolist() == [signs]
    found = bootstrap_intervals(scores, *pair, resamples=20000)[0] * 16
    wanted = [trinomial_quantile(9, 2, 16, level) for level in (Fraction(1, 40), Fraction(39, 40))]
    assert found.tolist() == wanted


def test_the_bootstrap_of_unanimous_cases_is_a_point():
    scores = np.array([[[1.0] * 5, [0.0] * 5]] * 2)
    assert bootstrap_intervals(scores, np.array([0]), np.array([1])).tolist() == [[1.0, 1.0]]


def test_the_bootstrap_is_seeded_and_refuses_what_it_cannot_do():
    scores = np.random.default_rng(0).random((2, 3, 9))
    pairs = np.array([0, 0, 1]), np.array([1, 2, 2])
    assert (bootstrap_intervals(scores, *pairs, seed=5) == bootstrap_intervals(scores, *pairs, seed=5)).all()
    for wrong in ({"resamples": 0}, {"confidence": 1.0}):
        with pytest.raises(InputError, match=r"1 or more|in .0, 1."):
            bootstrap_intervals(scores, *pairs, **wrong)


def p_value(differences):
    (found,), _ = signed_rank_tests(differences[None])
    return found


def enumerated_signed_rank(differences):
    kept = differences[differences != 0]
    ranks = stats.rankdata(np.abs(kept))
    observed = abs(2 * ranks[kept > 0].sum() - ranks.sum())
    sums = [abs(np.dot(signs, ranks)) for signs in product([1, -1], repeat=len(kept))]
    return Fraction(sum(each >= observed for each in sums), len(sums))


@pytest.mark.parametrize("seed", range(10))
def test_the_signed_rank_test_is_the_enumeration_of_signs(seed):
    differences = np.random.default_rng(seed).integers(-4, 5, 9).astype(float)
    assert p_value(differences) == enumerated_signed_rank(differences)


def test_the_signed_rank_test_agrees_with_scipy_where_scipy_is_exact():
    rng = np.random.default_rng(2)
    rows = rng.normal(0.3, 1, (20, 14))
    found, direction = signed_rank_tests(rows)
    wanted = [stats.wilcoxon(row, method="exact").pvalue for row in rows]
    assert found == pytest.approx(wanted, rel=1e-12)
    assert set(direction) <= {-1, 0, 1}


def test_beyond_the_exact_size_the_signed_rank_test_is_scipys_normal_one():
    rows = np.random.default_rng(3).integers(-5, 7, (5, 80)).astype(float)
    found, _ = signed_rank_tests(rows)
    wanted = [stats.wilcoxon(row, method="asymptotic").pvalue for row in rows]
    assert found == pytest.approx(wanted, rel=1e-9)


def test_differences_that_are_all_zero_have_p_value_one():
    found, direction = signed_rank_tests(np.zeros((1, 4)))
    assert (found[0], direction[0]) == (1.0, 0)


def test_the_classes_tell_concordant_opposite_and_no_improvements():
    """Ten cases, all won: p = 2 / 2^10; all tied: p = 1."""
    up, same = [1.0] * 10, [0.5] * 10
    down = [0.0] * 10
    scores = np.array([[up, same, same, same], [up, same, down, up]])
    pairs = np.array([0, 1, 1, 2]), np.array([1, 0, 2, 3])
    assert classes(scores, *pairs).tolist() == [1, -1, 1, -1]
    opposite = np.array([[up, same], [down, same]])
    assert classes(opposite, np.array([0]), np.array([1])).tolist() == [2]
    assert classes(np.array([[same, same]] * 2), np.array([0]), np.array([1])).tolist() == [0]


def parametric_ratio(first, second):
    return parametric_ratios(np.array([[first, np.zeros(len(first))], [second, np.zeros(len(first))]]))[0, 1]


@pytest.mark.parametrize("seed", range(5))
def test_the_parametric_ratio_does_not_depend_on_the_correlation(seed):
    """P(both >= 0) - P(both <= 0) of the fitted bivariate normal, by numerical integration."""
    first, second = np.random.default_rng(seed).multivariate_normal([0.2, 0.1], [[1, 0.7], [0.7, 1]], 25).T
    fitted = stats.multivariate_normal([first.mean(), second.mean()], np.cov(first, second))
    below = fitted.cdf([0, 0])
    negated = stats.multivariate_normal([-first.mean(), -second.mean()], np.cov(first, second))
    assert parametric_ratio(first, second) == pytest.approx(negated.cdf([0, 0]) - below, abs=1e-4)


def test_a_constant_difference_is_an_atom_of_the_parametric_ratio():
    other = np.array([1.0, 3.0])
    above = float(stats.norm.cdf(2 / np.sqrt(2)))
    assert parametric_ratio(np.array([0.5, 0.5]), other) == pytest.approx(above)
    assert parametric_ratio(np.zeros(2), other) == pytest.approx(2 * above - 1)
    assert parametric_ratio(np.ones(2), np.ones(2)) == 1
    assert parametric_ratio(np.zeros(2), np.zeros(2)) == 0
    assert np.isnan(parametric_ratios(np.zeros((2, 2, 1)))).all()
    assert np.isnan(parametric_ratios(np.zeros((3, 2, 9)))).all()


def test_the_number_of_outcomes_is_what_the_counting_says():
    """A check of the test above: (up, down) with up + down <= 31 are comb(33, 2)."""
    assert sum(32 - up for up in range(32)) == comb(33, 2)


def test_differences_of_decimals_tie_as_decimals_do():
    """0.3 - 0.2, 0.2 - 0.1 and 0.1 - 0 are one size, not one float: midranks 2, 2, 2; two of eight signs reach 6."""
    differences = np.array([0.3, 0.2, 0.1]) - np.array([0.2, 0.1, 0.0])
    assert len(set(differences)) > 1
    assert p_value(differences * [1, 1, -1]) == 1
    assert p_value(differences) == 1 / 4
