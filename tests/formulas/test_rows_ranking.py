"""Rows of rankings: what the view says of them holds, and floats are as near to exact values as they say."""

from __future__ import annotations

import random

import numpy as np
import pytest
from naive_rankings import ideal
from rows import outside, unmet

from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.ranking import Ranking, batch
from axiometrics.tasks.ranking.batch import RankingBatch
from axiometrics.tasks.ranking.view import RULES

TASK = get_task("ranking")
METRICS = {key: metric for key, metric in metrics("ranking").items() if metric.reads is None}
DOMAINS = ["ranks", "ranks_3", "ranks_R", "ideal", "ideal_2", "ideal_R", "cascade", "pairs", "missed"]


def some_rankings(count: int, seed: int, longest: int = 9) -> list[Ranking]:
    draw = random.Random(seed)
    return [
        Ranking.of(
            draw.choices([0, 0, 1, 1, 2, 3, None], k=draw.randrange(longest)),
            draw.choices([0, 1, 2], k=draw.randrange(4)),
        )
        for _ in range(count)
    ]


RANKINGS = some_rankings(150, 1)
MANY = RankingBatch.from_rankings(RANKINGS)


@pytest.mark.parametrize("key", METRICS)
def test_exact_values_lie_within_the_error_bounds(key: str) -> None:
    assert not outside(METRICS[key], MANY, RANKINGS)


@pytest.mark.parametrize("domain", DOMAINS)
def test_rows_are_as_the_view_says(domain: str) -> None:
    assert not unmet(RULES, MANY, domain)


def test_every_row_offers_what_the_document_has() -> None:
    """Of ``2 - ? 1 | 3``: the ideal list is 3, 2, 1, so it has gained 3, 5, 6 and 6 by the four ranks."""
    rows = RankingBatch.from_rankings([Ranking.from_notation("2 - ? 1 | 3")]).rows("ranks")
    assert {name: column.tolist() for name, column in rows.columns.items()} == {
        "x": [2, 0, 0, 1],
        "b": [1, 0, 0, 1],
        "z": [0, 1, 0, 0],
        "i": [1, 2, 3, 4],
        "c": [1, 1, 1, 2],
        "g": [2, 2, 2, 3],
        "h": [3, 5, 6, 6],
        "d": [0, 0, 1, 1],
    }


def test_pairs_and_missed_pairs_are_all_there_are() -> None:
    both = [(len(ranking.grades), len(ranking.missing)) for ranking in RANKINGS]
    pairs, missed = MANY.rows("pairs"), MANY.rows("missed")
    assert np.bincount(pairs.case, minlength=len(MANY)).tolist() == [n * (n - 1) // 2 for n, _ in both]
    assert np.bincount(missed.case, missed.times, len(MANY)).tolist() == [n * left for n, left in both]


def test_the_ideal_list_has_the_relevant_documents_in_order() -> None:
    rows = MANY.rows("ideal")
    for case, ranking in enumerate(RANKINGS):
        judged = tuple(grade or 0 for grade in ranking.grades)
        assert tuple(rows.columns["x"][rows.case == case].tolist()) == ideal(judged, ranking.missing)


@pytest.mark.parametrize(
    "body",
    [
        lambda at, low: at.x / (at.i + 1) * low.e / low.j,  # a product of two halves
        lambda at, low: (at.x + 1) / (low.j + at.b),  # of the upper document only the grade
        lambda at, low: at.x / (at.i + low.j),  # neither
    ],
    ids=["halves", "by grade", "by distance"],
)
def test_running_sums_of_pairs_are_the_sums_of_all_pairs(body, monkeypatch: pytest.MonkeyPatch) -> None:
    metric = build(lambda listing: listing.pairs(body), task="ranking", key="pairs")
    rows = RankingBatch.from_rankings(RANKINGS).bounded(metric.formula)
    monkeypatch.setattr(batch, "MANY", 0)
    sums = RankingBatch.from_rankings(RANKINGS)
    assert np.allclose(sums.bounded(metric.formula).value, rows.value, rtol=1e-12)
    assert not outside(metric, sums, RANKINGS)


def test_running_sums_of_whole_numbers_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    metric = build(lambda listing: listing.pairs(lambda at, low: at.b * low.f), task="ranking", key="won")
    monkeypatch.setattr(batch, "MANY", 0)
    assert not np.any(MANY.bounded(metric.formula).radius)


def test_a_convention_of_pairs_that_are_not_there_does_not_spoil_a_sum(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1/x has no value at a non-relevant document, which is last, so that no pair has it above."""
    metric = build(lambda listing: listing.pairs(lambda at, low: 1 / at.x), task="ranking", key="inverse")
    monkeypatch.setattr(batch, "MANY", 0)
    found = RankingBatch.from_rankings([Ranking.from_notation("2 1 -")]).evaluate(metric.formula)
    assert found.tolist() == [2.0]  # 1/2 twice, and 1/1


def test_a_reader_goes_on_with_what_each_document_leaves() -> None:
    """Stops of 1/4, 1/2 and 1/4 at ranks 1, 2, 3: 1/4 + 3/4 1/2 1/2 + 3/4 1/2 1/4 1/3."""
    metric = build(
        lambda listing: listing.cascade(lambda at: 1 / at.i, lambda at: at.x / 4),
        task="ranking",
        key="reader",
    )
    lists = [Ranking((1, 2, 1)), Ranking(()), Ranking((4,)), Ranking((0, 0, 0, 0, 4))]
    found = RankingBatch.from_rankings(lists).evaluate(metric.formula)
    assert found.tolist() == pytest.approx([1 / 4 + 3 / 16 + 1 / 32, 0, 1, 1 / 5])
    assert [TASK.value(metric, ranking, SCALARS) for ranking in lists] == pytest.approx(found.tolist())


def test_grades_beyond_64_bits_are_added_up_exactly() -> None:
    ranking = Ranking.of([2**62, 2**62, 2**62], [])
    metric = build(lambda listing: listing.ranks(lambda at: at.x), task="ranking", key="gain")
    algebra = TASK.algebra(ranking)
    assert algebra.compare(TASK.value(metric, ranking, algebra), algebra.number(3 * 2**62)) == 0


def test_some_cases_of_a_batch_are_those_cases() -> None:
    places = np.array([5, 0, 5, 77])
    assert list(MANY.taken(places).tables()) == [RANKINGS[place] for place in places]
    formula = METRICS["kendall_tau_b"].formula
    assert np.array_equal(
        MANY.taken(places).evaluate(formula), MANY.evaluate(formula)[places], equal_nan=True
    )


def test_counts_are_measured_exactly() -> None:
    """All pairs of one list, as a certificate would name them."""
    measured = MANY.measured(METRICS["precision"].formula, "pairs[1]", BOUNDED)
    assert not np.any(measured.radius)
    assert measured.value.tolist() == [len(r.grades) * (len(r.grades) - 1) // 2 for r in RANKINGS]
