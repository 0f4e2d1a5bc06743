"""Every ranking metric equals its definition on all small lists: as a float, in a batch, and exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import naive_rankings
import numpy as np
import pytest
from own_tests import in_tables

from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.batch import RankingBatch

TASK = get_task("ranking")
METRICS = metrics("ranking")
OURS = in_tables(key for key, record in METRICS.items() if record.origin.startswith("axiometrics."))


def lists(longest: int, grades: int, missing: int) -> list[Ranking]:
    """Every list of up to so many documents, with up to so many missed ones."""
    found = []
    for length in range(longest + 1):
        for listed in product(range(grades), repeat=length):
            for count in range(missing + 1):
                rest = {tuple(sorted(part)) for part in product(range(grades), repeat=count)}
                found += [Ranking.of(listed, part) for part in sorted(rest)]
    return found


SMALL = [*lists(5, 2, 2), *lists(3, 3, 2)]


def test_every_metric_has_a_second_definition_or_a_test_of_its_own() -> None:
    assert set(naive_rankings.DEFINITIONS) == set(OURS)


@pytest.mark.parametrize("key", OURS)
def test_the_batch_and_the_single_value_equal_the_definition(key: str) -> None:
    batch = TASK.values(METRICS[key], RankingBatch.from_rankings(SMALL))
    for ranking, value in zip(SMALL, batch, strict=True):
        wanted = naive_rankings.DEFINITIONS[key](ranking.grades, ranking.missing)
        single = METRICS[key](ranking)
        if wanted is None:
            assert single is None, ranking.notation()
            assert np.isnan(value), ranking.notation()
        else:
            assert single == pytest.approx(float(wanted), abs=1e-13), ranking.notation()
            assert value == pytest.approx(float(wanted), abs=1e-13), ranking.notation()


@pytest.mark.parametrize("key", OURS)
def test_the_exact_value_equals_the_definition(key: str) -> None:
    for ranking in SMALL[::7]:
        wanted = naive_rankings.DEFINITIONS[key](ranking.grades, ranking.missing)
        algebra = TASK.algebra(ranking)
        value = TASK.value(METRICS[key], ranking, algebra)
        if isinstance(wanted, Fraction):
            assert algebra.compare(value, algebra.number(wanted)) == 0, ranking.notation()
        elif wanted is None:
            assert value is algebra.undefined
        else:
            assert algebra.approximate(value) == pytest.approx(wanted, abs=1e-13)


@pytest.mark.parametrize("tail", ["open", "closed"])
def test_both_readings_of_the_tail_equal_the_general_definition(tail: str) -> None:
    record = METRICS["reliability"].with_parameters(tail=tail)
    for ranking in lists(5, 2, 0)[1:]:
        wanted = naive_rankings.reliability(ranking.grades, ranking.missing, tail)
        assert record(ranking) == pytest.approx(float(wanted), abs=1e-13)


@pytest.mark.parametrize(("relevant", "printed"), [(2, 0.9376), (5, 0.7578)])
def test_the_best_reliability_and_sensitivity_are_below_one(relevant: int, printed: float) -> None:
    """A strict order of relevant documents has relations that the gold has not."""
    batch = RankingBatch.from_rankings([Ranking((1,) * relevant + (0,) * more) for more in range(150)])
    best = TASK.values(METRICS["rs_f"], batch).max()
    assert best == pytest.approx(printed, abs=5e-5)


def test_sensitivity_is_recall_whatever_the_weights() -> None:
    record = METRICS["sensitivity"].with_parameters(n=30, w="1/2", tail="closed")
    assert all(record(ranking) == METRICS["recall"](ranking) for ranking in SMALL)


def test_long_lists_score_the_same_as_arrays() -> None:
    """From 2000 documents on, one list is evaluated in arrays."""
    grades = tuple(int(rank % 7 == 0) for rank in range(2100))
    ranking = Ranking(grades, (1, 0))
    for key in ("average_precision", "ndcg", "reciprocal_rank", "auc", "rbp", "q_measure"):
        wanted = naive_rankings.DEFINITIONS[key](ranking.grades, ranking.missing)
        assert METRICS[key](ranking) == pytest.approx(float(wanted), rel=1e-12)


@pytest.mark.parametrize(
    ("key", "value"),
    [("q_measure(beta=0)", "average_precision"), ("rbp(p=9/10)", None), ("dcg_jk(b=10)", None)],
)
def test_parameters_do_what_they_say(key: str, value: Any) -> None:
    from axiometrics.parameters import split_key

    base, given = split_key(key)
    record = METRICS[base].with_parameters(**given)
    ranking = Ranking.from_notation("r - r r | r")
    if value:
        assert record(ranking) == pytest.approx(METRICS[value](ranking))
    elif base == "rbp":
        assert record(ranking) == pytest.approx(0.1 * (1 + 0.9**2 + 0.9**3))
    else:
        assert record(ranking) == pytest.approx(3), "the first ten ranks are worth the same"


def test_a_grade_above_the_highest_one_has_no_expected_reciprocal_rank() -> None:
    assert METRICS["err"]("2 - 1") is None
    assert METRICS["err"].with_parameters(gmax=2)("2 - 1") == pytest.approx(3 / 4 + 1 / 3 * 1 / 4 * 1 / 4)


def test_unjudged_documents_are_skipped_only_where_the_definition_says_so() -> None:
    assert METRICS["bpref"]("? - r - r") == METRICS["bpref"]("- r - r")
    assert METRICS["auc"]("? r -") == METRICS["auc"]("r -")
    assert METRICS["kendall_tau_b"]("? r -") == METRICS["kendall_tau_b"]("r -")
    assert METRICS["average_precision"]("? r") == METRICS["average_precision"]("- r") == 0.5
