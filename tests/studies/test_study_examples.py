"""The worked examples, each computed a second way here."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy import stats

from axiometrics.errors import InputError
from axiometrics.studies import consistency, discriminative_power, similarity, tukey
from axiometrics.studies.discrimination import residual_variance, tukey_hsd
from axiometrics.studies.similarity import kendall_tau, orders, spearman_matrix, split_taus

THREE = [[9, 5, 4], [7, 6, 2], [8, 8, 5], [6, 3, 3]]
TWO = [[9, 5], [7, 6], [8, 9], [6, 3], [5, 1]]
FIVE = [[95, 90, 80], [90, 92, 70], [99, 85, 78], [97, 93, 84], [94, 95, 73]]
FOUR = [[9, 5, 4, 1], [7, 6, 2, 3], [8, 8, 5, 2], [6, 3, 3, 4], [2, 7, 6, 1]]


def enumerated(rows, strict=False):
    """The exact p-values: every row in every order, in whole numbers."""
    sums = [sum(column) for column in zip(*rows, strict=True)]
    ranges = [
        max(totals) - min(totals)
        for choice in product(*(tuple(permutations(row)) for row in rows))
        for totals in [[sum(column) for column in zip(*choice, strict=True)]]
    ]
    found = {}
    for i, j in combinations(range(len(sums)), 2):
        gap = abs(sums[i] - sums[j])
        hits = sum(each > gap if strict else each >= gap for each in ranges)
        found[i, j] = Fraction(hits, len(ranges))
    return found


def test_example_a_enumerated():
    assert enumerated(THREE) == {(0, 1): Fraction(29, 54), (0, 2): Fraction(1, 54), (1, 2): Fraction(29, 54)}
    assert enumerated(THREE, strict=True) == {(0, 1): Fraction(23, 54), (0, 2): 0, (1, 2): Fraction(23, 54)}


@pytest.mark.parametrize("strict", [False, True])
def test_the_randomised_test_comes_near_the_enumeration(strict):
    """Four standard errors of 20000 permutations; without care for rounding one p-value would be off by 0.1."""
    found = tukey_hsd(np.array(THREE) / 10, permutations=20000, strict=strict).p_values
    for (i, j), wanted in enumerated(THREE, strict).items():
        error = 4 * float(wanted * (1 - wanted) / 20000) ** 0.5
        assert found[i, j] == pytest.approx(float(wanted), abs=error + 1e-9)


def test_with_two_systems_the_test_is_the_paired_permutation_test():
    """Example B: p = 3/16, by enumeration, by scipy, and by permutations."""
    scores = np.array(TWO) / 10
    assert enumerated(TWO)[0, 1] == Fraction(3, 16)
    wanted = stats.permutation_test(
        (scores[:, 0], scores[:, 1]), lambda a, b: abs((a - b).mean().round(9)), permutation_type="samples",
        alternative="greater", n_resamples=np.inf,
    ).pvalue  # fmt: skip
    assert wanted == pytest.approx(3 / 16)
    assert tukey_hsd(scores, permutations=20000).p_values[0, 1] == pytest.approx(3 / 16, abs=0.012)


def test_the_residual_variance_is_the_sum_of_squares_identity():
    """Example C: total minus row minus column sums of squares, exactly; V = 109/60000."""
    rows = [[Fraction(each, 100) for each in row] for row in FIVE]
    n, k = len(rows), len(rows[0])
    grand = sum(map(sum, rows)) / (n * k)
    total = sum((each - grand) ** 2 for row in rows for each in row)
    by_row = k * sum((sum(row) / k - grand) ** 2 for row in rows)
    by_column = n * sum((sum(column) / n - grand) ** 2 for column in zip(*rows, strict=True))
    exact = (total - by_row - by_column) / ((n - 1) * (k - 1))
    assert exact == Fraction(109, 60000)
    scores = np.array(FIVE) / 100
    assert residual_variance(scores) == pytest.approx(float(exact), rel=1e-12)
    sizes = tukey_hsd(scores, permutations=10).effect_sizes
    assert sizes[0, 2] == pytest.approx(4.22313418983, abs=1e-10)
    # differences of means 4/100 and 18/100 over the root of 109/60000
    assert sizes[0, 1] == pytest.approx(0.04 / (109 / 60000) ** 0.5)
    assert sizes[0, 2] == pytest.approx(0.18 / (109 / 60000) ** 0.5)
    assert np.isnan(residual_variance(scores[:1]))


def test_plus_one_counts_the_observed_table():
    scores = np.array(THREE) / 10
    plain, added = (tukey_hsd(scores, permutations=99, plus_one=each).p_values for each in (False, True))
    assert added == pytest.approx(np.where(np.eye(3), 1, (plain * 99 + 1) / 100))


def test_the_test_refuses_what_it_cannot_compare():
    for shape, number in (((3, 1), 10), ((0, 3), 10), ((3, 3), 0)):
        with pytest.raises(InputError, match=r"give at least 2|permutations=0"):
            tukey_hsd(np.zeros(shape), permutations=number)


def test_example_d_by_counting_and_by_scipy():
    """Of 10 pairs 7 are ordered alike and 1 against; each list ties one other pair: tau-a 6/10, tau-b 6/9."""
    x, y = np.array([1.0, 2, 2, 4, 5]), np.array([2.0, 1, 3, 3, 5])
    signs = [np.sign(x[i] - x[j]) * np.sign(y[i] - y[j]) for i, j in combinations(range(5), 2)]
    assert (signs.count(1), signs.count(-1), signs.count(0)) == (7, 1, 2)
    assert kendall_tau(x, y) == pytest.approx(6 / 10)
    assert kendall_tau(x, y, ties="b") == pytest.approx(stats.kendalltau(x, y).statistic)
    assert kendall_tau(x, y, ties="b") == pytest.approx(2 / 3)


def test_tau_of_a_list_with_ties_with_itself_is_below_one():
    x = np.array([1.0, 2, 2])
    assert kendall_tau(x, x) == pytest.approx(2 / 3)
    assert kendall_tau(x, x, ties="b") == 1
    assert kendall_tau(np.ones(3), x, ties="b") is None
    with pytest.raises(InputError, match="give a or b"):
        kendall_tau(x, x, ties="c")


def test_means_of_equal_sums_are_a_tie():
    one, other = (0.1 + 0.2 + 0.3) / 3, (0.3 + 0.2 + 0.1) / 3
    assert one != other
    assert orders(np.array([one, other])).tolist() == [0]


def exact_taus(rows):
    """The tau of every split of the cases into two and the rest, in whole numbers."""
    cases, systems = len(rows), len(rows[0])
    for chosen in combinations(range(cases), 2):
        parts = [[sum(rows[t][s] for t in part) for s in range(systems)] for part in
                 (chosen, [t for t in range(cases) if t not in chosen])]  # fmt: skip
        pairs = list(combinations(range(systems), 2))
        signs = [[(part[i] > part[j]) - (part[i] < part[j]) for i, j in pairs] for part in parts]
        yield Fraction(sum(a * b for a, b in zip(*signs, strict=True)), len(pairs))


def test_example_e_the_mean_tau_of_all_splits(table_of):
    """Ten splits two against three: mean 37/60; random splits come near; errors negated give the same."""
    taus = list(exact_taus(FOUR))
    assert sum(taus) / len(taus) == Fraction(37, 60)
    scores = np.array(FOUR).T / 10
    table = table_of(scores.tolist())
    found = split_taus(table, trials=20000)
    assert found.mean() == pytest.approx(37 / 60, abs=4 * np.std([float(tau) for tau in taus]) / 20000**0.5)
    errors = table_of((1 - scores).tolist()).with_errors(["p"])
    assert split_taus(errors, trials=500) == pytest.approx(split_taus(table, trials=500))


def test_all_metrics_see_the_same_splits(table_of):
    scores = np.random.default_rng(0).random((4, 9)).tolist()
    taus = split_taus(table_of(scores, scores), trials=50)
    assert (taus[:, 0] == taus[:, 1]).all()


def test_disjoint_sets_of_a_given_size(table_of):
    scores = np.random.default_rng(0).random((3, 25)).tolist()
    assert split_taus(table_of(scores), trials=5, split=10).shape == (5, 1)
    with pytest.raises(InputError, match="twice as many cases"):
        split_taus(table_of(scores), split=13)


def test_a_metric_that_is_noise_is_outperformed_by_one_that_is_not(table_of):
    rng = np.random.default_rng(1)
    quality = np.linspace(0, 1, 8)[:, None]
    clear, noise = quality + rng.normal(0, 0.05, (8, 30)), rng.random((8, 30))
    found = consistency(table_of(clear.tolist(), noise.tolist()), trials=200, permutations=500)
    best, last = found.table("consistency").rows
    assert (best[0], last[0]) == ("p", "r")
    assert best[4] == ("r",)
    assert last[4] == ()
    assert best[3] == 0
    assert last[3] > 0
    power = discriminative_power(table_of(clear.tolist(), noise.tolist()), permutations=500)
    clearer, noisier = power.table("power").rows
    assert (clearer[0], noisier[0]) == ("p", "r")
    assert clearer[1] == clearer[2] / 28
    assert clearer[2] > 20
    assert noisier[2] < 3


def test_the_curve_has_every_pair_once_in_descending_order(table_of):
    found = discriminative_power(table_of((np.array(THREE).T / 10).tolist()), permutations=200)
    curve = [row[1] for row in found.table("curves").rows]
    assert len(curve) == 3
    assert curve == sorted(curve, reverse=True)


def test_pairs_of_systems_are_listed_with_the_better_first(table_of):
    found = tukey(table_of((np.array(THREE).T / 10).tolist()), permutations=2000)
    row = found.table("tukey").rows[0]
    assert row[:3] == ("p", "s1", "s3")
    assert row[3] == pytest.approx(3 / 4 - 7 / 20)


def test_similarity_turns_errors_round(table_of):
    scores = [[0.9, 0.8], [0.5, 0.6], [0.2, 0.1]]
    errors = [[0.1, 0.2], [0.5, 0.4], [0.8, 0.9]]
    found = similarity(table_of(scores, errors).with_errors(["r"]))
    assert found.table("pairs").rows == (("p", "r", 1.0, 1.0),)


def test_one_metric_has_nothing_to_be_compared_with(table_of):
    table = table_of(np.random.default_rng(0).random((3, 8)).tolist())
    assert similarity(table).table("pairs").rows == ()
    found = consistency(table, trials=5)
    assert [each.key for each in found.tables] == ["consistency"]
    assert found.table("consistency").rows[0][3:] == (None, ())


def test_findings_are_told_as_text_and_data(table_of):
    found = similarity(table_of([[1.0, 0.0]] * 2, [[0.5, 0.1]] * 2))
    assert found.to_dict()["schema"] == "axiometrics.study/1"
    assert found.to_markdown().startswith("# Ranking similarity between metrics")
    assert repr(found) == found.to_markdown().rstrip("\n")
    assert "<table>" in found._repr_html_()


def test_spearman_is_scipys():
    scores = np.random.default_rng(0).integers(0, 4, (12, 5)).astype(float)
    wanted = stats.spearmanr(scores).statistic
    assert spearman_matrix(scores) == pytest.approx(wanted)


def test_the_p_values_of_every_pair_are_named_the_clearest_first(table_of):
    found = discriminative_power(table_of((np.array(THREE).T / 10).tolist()), permutations=200)
    rows = found.table("pairs").rows
    assert len({frozenset(row[:2]) for row in rows}) == 3
    assert [row[2] for row in rows] == sorted(row[2] for row in rows)
    assert sorted(row[2] for row in rows) == sorted(row[1] for row in found.table("curves").rows)
