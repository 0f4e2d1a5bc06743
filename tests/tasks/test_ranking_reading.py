"""Users' rankings: every accepted form gives the same list, and every bad one a line that says what to do."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.reading import read

QRELS = {"a": 1, "b": 0, "c": 1, "d": 0}
AP = metrics("ranking")["average_precision"]


@pytest.mark.parametrize(
    "given",
    [
        (QRELS, {"b": 3.0, "a": 2, "x": 1.5}),
        (QRELS, ["b", "a", "x"]),
        ([0, 1, 1, 0], [0, 1, None]),
        ("- r ? | r -",),
        (Ranking.from_notation("- r ? | r -"),),
    ],
)
def test_all_forms_give_the_same_list(given: tuple[Any, ...]) -> None:
    assert read(*given) == Ranking.from_notation("- r ? | r -")


def test_equal_scores_put_the_last_document_in_the_alphabet_first() -> None:
    """As trec_eval does."""
    assert read({"a": 1, "b": 0}, {"a": 1.0, "b": 1.0}).notation() == "- r"


def test_a_negative_grade_is_no_judgement() -> None:
    assert read({"a": -1, "b": 1}, {"a": 2, "b": 1}).notation() == "? r"


def test_topics_give_their_mean() -> None:
    gold = {"1": {"a": 1, "b": 0}, "2": {"a": 0, "b": 1}}
    system = {"1": {"a": 2, "b": 1}, "2": {"a": 2, "b": 1}}
    assert AP(gold, system) == (1 + 1 / 2) / 2


def test_topics_without_a_value_are_left_out_of_the_mean() -> None:
    gold = {"1": {"a": 1}, "2": {"a": 0}}
    assert AP(gold, {"1": {"a": 2}, "2": {"a": 2}}) == 1
    assert AP({"2": {"a": 0}}, {"2": {"a": 2}}) is None


def test_a_missing_topic_can_be_an_empty_list() -> None:
    gold = {"1": {"a": 1}, "2": {"b": 1}}
    assert AP(gold, {"1": {"a": 2}}, missing="empty") == 0.5


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((QRELS, {"a": float("nan")}), "gives document 'a' the score nan; scores are finite numbers"),
        ((QRELS, {"a": "high"}), "gives document 'a' the score 'high'; scores are finite numbers"),
        ((QRELS, ["a", "b", "a"]), "lists document 'a' twice; list every document once"),
        (({"a": 0.5}, {"a": 1}), "gives document 'a' the grade 0.5; grades are whole numbers"),
        (({"a": "rel"}, {"a": 1}), "gives document 'a' the grade 'rel'; grades are whole numbers"),
        (({"1": QRELS}, {"2": {"a": 1}}), "gold has no topic '2' that system has"),
        (
            ({"1": QRELS, "2": QRELS}, {"1": {"a": 1}}),
            "no topic '2' that gold has; give a run, or pass missing=",
        ),
        (({"1": QRELS}, {"1": {"a": None}}), "topic '1': system gives document 'a' the score None"),
        (([1, 1], {"a": 1}), "give gold as a dict document -> grade"),
        (([1], [1, 1]), "the list has 2 documents of grade 1, but the collection only 1"),
        (([1], [0.5]), r"system has the grades \[0.5\]; grades are whole numbers"),
        ((QRELS,), "there is no system output"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(given: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(*given)
    assert "\n" not in str(caught.value)


def test_an_empty_run_is_an_empty_list() -> None:
    assert AP(QRELS, {}) == 0
    assert metrics("ranking")["precision"](QRELS, {}) is None
