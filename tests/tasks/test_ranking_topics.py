"""Many topics are read in passes over arrays: the same lists, values and refusals as one topic after the other."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from axiometrics.errors import InputError
from axiometrics.formulas import maximum
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.ranking import reading
from axiometrics.tasks.ranking.reading import Topics, joined, read, read_topic

METRICS = metrics("ranking")
RANDOM = random.Random(1)


def topic(documents: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Grades from -1 to 2 and scores with many ties; half of the documents are in one of the two only."""
    names = [f"d{RANDOM.randrange(10**6)}" for _ in range(documents)]
    grades = {name: RANDOM.choice([-1, 0, 0, 1, 2]) for name in names if RANDOM.random() < 0.75}
    run = {name: RANDOM.choice([1, 2, 3.5, RANDOM.random()]) for name in names if RANDOM.random() < 0.75}
    return grades, run


GIVEN = [topic(documents) for documents in (1, 3, 0, 12, 40, 7, 25)]
GOLD = {f"t{number}": grades for number, (grades, _) in enumerate(GIVEN)}
SYSTEM = {f"t{number}": run for number, (_, run) in enumerate(GIVEN)}


def test_topics_read_together_are_the_lists_read_one_by_one() -> None:
    batch = joined([grades for grades, _ in GIVEN], [run for _, run in GIVEN])
    assert batch is not None
    assert list(batch.tables()) == [read_topic(grades, run) for grades, run in GIVEN]


@pytest.mark.parametrize("key", METRICS)
def test_every_metric_scores_topics_as_it_scores_one(key: str) -> None:
    metric = METRICS[key]
    one_by_one = [metric(GOLD[name], SYSTEM[name]) for name in GOLD]
    together = get_task("ranking").by_topic([metric], GOLD, SYSTEM)
    for alone, (value,) in zip(one_by_one, together, strict=True):
        assert value == (None if alone is None else pytest.approx(alone, rel=1e-13, abs=1e-13))
    known = [value for value in one_by_one if value is not None]
    mean = metric(GOLD, SYSTEM)
    assert mean == pytest.approx(math.fsum(known) / len(known), abs=1e-13) if known else mean is None


def test_a_run_may_be_read_once_for_many_metrics() -> None:
    once = Topics.read(GOLD, SYSTEM)
    for key in ("average_precision", "ndcg", "eleven_point_precision"):
        assert METRICS[key](once) == METRICS[key](GOLD, SYSTEM)


def test_small_blocks_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = METRICS["average_precision"](GOLD, SYSTEM)
    monkeypatch.setattr(reading, "BLOCK", 5)
    assert len(Topics.read(GOLD, SYSTEM).batches) > 1
    assert METRICS["average_precision"](GOLD, SYSTEM) == whole


@pytest.mark.parametrize(
    ("grades", "run"),
    [
        ({"a": 1.0, "b": 0}, {"a": 1, "b": 2}),
        ({"a": None, "b": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 0}, ["b", "a"]),
        ({"a": 10**9, "b": 0}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 0}, {"a": 2**53, "b": 2**53 + 1}),
        ({"a": 1, "b": 0}, {"a": 2.0**70, "b": 2**70}),
        ({"a": np.int64(1), "b": True}, {"a": np.float32(1), "b": np.int64(2)}),
        ({1: 1, "1": 0}, {1: 3, "1": 3}),
    ],
)
def test_unusual_values_are_read_as_those_of_one_topic(grades: Any, run: Any) -> None:
    gold, system = {"t": grades, "u": {"a": 1}}, {"t": run, "u": {"a": 1}}
    (batch,) = Topics.read(gold, system).batches
    assert next(batch.tables()) == read_topic(grades, run) == read(gold, system)["t"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("gold", "system", "message"),
    [
        ({"t": {"a": 1}}, {"t": {"a": "high"}}, "topic 't': system gives document 'a' the score 'high'"),
        ({"t": {"a": 1}}, {"t": {"a": math.inf}}, "topic 't': system gives document 'a' the score inf"),
        ({"t": {"a": 1}}, {"t": {"a": 10**400}}, "topic 't': system gives document 'a' the score 1000"),
        ({"t": {"a": 0.5}}, {"t": {"a": 1}}, "topic 't': gold gives document 'a' the grade 0.5"),
        ({"t": {"a": 10**30}}, {"t": {"a": 1}}, "topic 't': gold gives document 'a' the grade 1000"),
        ({"t": {"a": 1}}, {"t": ["a", "a"]}, "topic 't': system lists document 'a' twice"),
        ({"t": {"a": 1}}, {"t": {}, "u": {}, "v": {}}, "gold has no topic 'u', 'v' that system has"),
        ({"t": {"a": 1}, "u": {}}, {"t": {}}, "system has no topic 'u' that gold has"),
        ({"t": {"a": 1}}, ["a"], "gold has topics, so system must be a dict topic -> run"),
    ],
)
def test_bad_topics_are_refused_in_one_line(gold: Any, system: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        METRICS["average_precision"](gold, system)
    assert "\n" not in str(caught.value)


def test_an_empty_run_and_a_topic_without_grades_are_lists() -> None:
    assert METRICS["precision_at"]({"t": {}, "u": {"a": 1}}, {"t": {"a": 1}, "u": {}}) == 0
    assert METRICS["recall"]({"t": {}, "u": {"a": 1}}, {"t": {"a": 1}, "u": {}}) == 0
    assert METRICS["average_precision"]({"t": {}}, {"t": {}}) is None


@pytest.mark.parametrize(
    "body",
    [
        lambda at, low: at.b * (1 - low.e) / (at.i * (low.j + 2)),
        lambda at, low: maximum(at.x - low.y, 0) / low.j,
        lambda at, low: maximum(at.i * low.f, low.j - at.c) * at.b,
    ],
    ids=["a product", "the grade above", "neither"],
)
def test_sums_over_pairs_are_those_of_single_lists(body: Any) -> None:
    metric = build(lambda listing: listing.pairs(body), task="ranking", key="pairs")
    for name, (value,) in zip(GOLD, get_task("ranking").by_topic([metric], GOLD, SYSTEM), strict=True):
        assert value == pytest.approx(metric(GOLD[name], SYSTEM[name]), rel=1e-13)


def test_no_topics_have_no_score() -> None:
    assert METRICS["average_precision"](Topics.read({}, {})) is None
