"""Strictness, robustness, thresholds and stability."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.studies import (
    get_study,
    random_parts,
    robustness,
    stability,
    strictness,
    studies,
    thresholds,
    uir,
)
from axiometrics.studies.similarity import robustness_of, strictness_of
from axiometrics.studies.stability import prediction_curve


def test_strictness_is_the_definition_over_all_outputs(table_of):
    scores = np.random.default_rng(0).integers(0, 5, (3, 4, 6)) / 4
    table = table_of(*scores.tolist())
    ranks = {name: stats.rankdata(scores[place].ravel()) for place, name in enumerate(table.metrics)}
    for name in table.metrics:
        wanted = -max((ranks[name] - ranks[other]).max() for other in ("q", "r") if other in ranks) / 24
        standards = [other for other in ("q", "r") if other in table.metrics]
        assert strictness_of(table, name, standards) == pytest.approx(wanted)


def test_strictness_is_never_positive_and_zero_for_the_standard_itself(table_of):
    table = table_of(*np.random.default_rng(1).random((2, 3, 5)).tolist())
    assert strictness_of(table, "p", ["p"]) == 0
    assert all(strictness_of(table, name, table.metrics) <= 0 for name in table.metrics)


def test_a_metric_that_always_ties_is_strictest_only_by_lowest_ranks(table_of):
    """n outputs with midrank (n + 1) / 2 against rank 1: lead (n - 1) / 2."""
    spread = [[0.1, 0.4], [0.3, 0.2]]
    table = table_of([[0.0, 0.0], [0.0, 0.0]], spread)
    assert strictness_of(table, "p", ["r"]) == pytest.approx(-3 / 8)
    assert strictness_of(table, "p", ["r"], ties="min") == 0
    with pytest.raises(InputError, match="mid or min"):
        strictness_of(table, "p", ["r"], ties="max")


def test_the_mean_of_the_largest_leads_is_milder(table_of):
    table = table_of(*np.random.default_rng(2).random((2, 5, 5)).tolist())
    assert strictness_of(table, "p", ["r"], top=10) > strictness_of(table, "p", ["r"])
    with pytest.raises(InputError, match="give 1 to 25"):
        strictness_of(table, "p", ["r"], top=26)


def test_strictness_names_the_output_that_leads_most(table_of):
    """s1 on case 1 is best of four by p and worst by r: lead 3 of 4."""
    table = table_of([[0.9, 0.2], [0.3, 0.4]], [[0.1, 0.3], [0.5, 0.4]])
    row = next(each for each in strictness(table, standards=["r"]).table("strictness").rows if each[0] == "p")
    assert row == ("p", -0.75, "s1", "1", 0.75, "r", 0.0)
    with pytest.raises(UnknownKeyError, match="no scores of metric 'x'"):
        strictness(table, standards=["x"])


def test_robustness_is_the_mean_correlation_over_pairs_of_cases(table_of):
    scores = np.random.default_rng(3).integers(0, 6, (5, 4)).astype(float)
    pairs = [stats.spearmanr(scores[:, i], scores[:, j]).statistic for i, j in combinations(range(4), 2)]
    value, used = robustness_of(table_of(scores.tolist()), "p")
    assert used == 4
    assert value == pytest.approx(np.mean(pairs))


def test_constant_cases_are_left_out_of_robustness_and_counted(table_of):
    found = robustness(table_of([[0.5, 0.1, 0.2], [0.5, 0.4, 0.9]])).table("robustness").rows
    assert found == (("p", 1.0, 2, 1),)
    assert robustness(table_of([[0.5, 0.1], [0.5, 0.4]])).table("robustness").rows[0][:3] == ("p", None, 1)


def test_threshold_shares_are_of_the_accepted_pairs_and_of_the_classes(table_of):
    rng = np.random.default_rng(4)
    quality = np.linspace(0.2, 0.7, 6)[None, :, None]
    table = table_of(*np.clip(quality + rng.normal(0, 0.15, (2, 6, 30)), 0, 1).tolist())
    found = uir(table, resamples=1)
    row = next(each for each in thresholds(found).table("thresholds").rows if each[0] == 0.25)
    kept = [pair for pair in found.pairs if pair.ratio > 0.25]
    assert row[1:3] == (len(kept), len(kept) / 15)
    assert row[3] == sum(pair.every_alpha for pair in kept) / len(kept)
    assert row[4] + row[5] == 1
    concordant = [pair for pair in found.pairs if pair.wilcoxon == "concordant"]
    assert row[6] == sum(pair in kept for pair in concordant) / len(concordant)
    last = thresholds(found, levels=[1]).table("thresholds").rows[0]
    assert last[1:6] == (0, 0.0, None, None, None)


def test_a_prediction_curve_is_precision_and_recall_at_every_threshold():
    values = np.random.default_rng(5).integers(-3, 4, (6, 6)).astype(float)
    wanted = np.random.default_rng(6).random((6, 6)) < 0.4
    curve = prediction_curve(values, wanted)
    inside = ~np.eye(6, dtype=bool)
    for least, precision, recall in zip(curve.least, curve.precision, curve.recall, strict=True):
        accepted = (values >= least) & inside
        assert precision == (accepted & wanted).sum() / accepted.sum()
        assert recall == (accepted & wanted).sum() / (wanted & inside).sum()
    assert curve.recall[-1] == 1
    assert curve.precision_at(1.0) == max(curve.precision[curve.recall == 1])
    assert curve.at(99) == (None, None)
    assert np.isnan(prediction_curve(values, np.zeros((6, 6), dtype=bool)).average)


def test_a_predictor_without_ties_has_scikit_learns_average_precision():
    ranking = pytest.importorskip("sklearn.metrics")
    values, wanted = np.random.default_rng(7).random((7, 7)), np.random.default_rng(8).random((7, 7)) < 0.3
    inside = ~np.eye(7, dtype=bool)
    found = prediction_curve(values, wanted).average
    assert found == pytest.approx(ranking.average_precision_score(wanted[inside], values[inside]))


def some_collections(table_of, seed=9):
    rng = np.random.default_rng(seed)
    return {name: table_of(*rng.random((2, 5, 12)).tolist()) for name in ("one", "two", "three")}


def test_all_improvements_of_f_at_zero_contain_every_consistent_one(table_of):
    """The gold includes the collection itself: recall 1, and precision the consistent share."""
    rows = stability(some_collections(table_of)).table("stability").rows
    for row in rows:
        if row[3] == "F difference":
            assert row[-1] == 1
            assert row[-2] == pytest.approx(row[2])


def test_with_transfer_the_gold_leaves_the_collection_out(table_of):
    collections = some_collections(table_of)
    shares = {row[0]: row[2] for row in stability(collections, transfer=True).table("stability").rows}
    own = stability({name: each for name, each in collections.items() if name != "one"})
    assert shares["one"] == own.table("stability").rows[0][2]


def test_only_common_systems_are_compared(table_of):
    collections = some_collections(table_of)
    collections["two"] = collections["two"].with_systems(["s4", "s2", "s1"])
    assert stability(collections).words[0].startswith("3 systems on 3 collections")
    collections["two"] = collections["two"].with_systems(["s4"])
    with pytest.raises(InputError, match="1 systems in common"):
        stability(collections)
    with pytest.raises(InputError, match="1 collection"):
        stability({"one": collections["one"]})


def test_random_parts_share_out_the_cases(table_of):
    table = table_of(np.random.default_rng(0).random((2, 11)).tolist())
    parts = random_parts(table, 3, seed=1)
    assert sorted(len(part.cases) for part in parts.values()) == [3, 4, 4]
    assert sorted(case for part in parts.values() for case in part.cases) == sorted(table.cases)
    with pytest.raises(InputError, match="give 2 to 11"):
        random_parts(table, 12)


def test_errors_have_no_f_to_be_stable(table_of):
    collections = {name: each.with_errors(["p"]) for name, each in some_collections(table_of).items()}
    with pytest.raises(InputError, match="no F to be stable"):
        stability(collections)


def test_every_study_says_what_it_does():
    for study in studies().values():
        assert study.summary.endswith((".", ":"))
    with pytest.raises(UnknownKeyError, match="did you mean 'stability'"):
        get_study("stabilty")


def test_where_nothing_is_consistent_nothing_is_predicted(table_of):
    """Each system wins on one collection."""
    one, other = [[0.9, 0.9], [0.1, 0.1]], [[0.1, 0.1], [0.9, 0.9]]
    found = stability({"a/b": table_of(one, one), "c": table_of(other, other)})
    assert "No improvement is consistent" in found.words[0]
    assert [picture.key for picture in found.pictures] == ["stability-a-b", "stability-c"]
    with pytest.raises(InputError, match="alpha='x' is no number"):
        stability({"a": table_of(one, one), "c": table_of(other, other)}, alpha="x")
