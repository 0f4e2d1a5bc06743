"""What the organisers of SemEval-2016 task 3 printed for every submission, recomputed: rankings and selections.

Each system scores the comments or questions of a query, and labels each as relevant or not. The organisers' average
precision and reciprocal rank look at the first 10 documents only, also for what is relevant at all; equal scores stay
in the file's order; a query with nothing relevant there counts 0. Their other values are over all items together.
"""

from __future__ import annotations

import csv
import gzip
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from axiometrics.metrics import metrics
from axiometrics.tasks.ranking import Ranking

DATA = Path(__file__).parents[3] / "shared" / "data" / "rankings_filtering" / "semeval2016_task3"
RECORDED = 5.1e-5
"""Values are printed to four digits, MRR as a percentage."""

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="the submissions to SemEval-2016 task 3 are not there"
)


def rows(name: str) -> list[dict[str, str]]:
    content = (DATA / name).read_bytes()
    text = (gzip.decompress(content) if name.endswith(".gz") else content).decode()
    return list(csv.DictReader(text.splitlines()))


def submissions(subtask: str) -> Iterator[tuple[dict[str, str], str, list[dict[str, str]]]]:
    """The printed values of every system, its name, and all items."""
    items = rows(f"subtask_{subtask}.csv.gz")
    for printed in rows("official_scores.csv"):
        if printed["subtask"] == subtask:
            yield printed, printed["system"], items


@pytest.mark.parametrize(("subtask", "systems"), [("A", 32), ("B", 28), ("C", 31), ("D", 16)])
def test_rankings_score_what_the_organisers_printed(subtask: str, systems: int) -> None:
    judged = 0
    for printed, name, items in submissions(subtask):
        topics: dict[str, list[dict[str, str]]] = {}
        for item in items:
            if item[f"{name}:score"]:
                topics.setdefault(item["qid"], []).append(item)
        lists = [first_ten(topic, f"{name}:score") for topic in topics.values()]
        assert mean("average_precision", lists) == pytest.approx(float(printed["MAP"]), abs=RECORDED)
        assert 100 * mean("reciprocal_rank", lists) == pytest.approx(float(printed["MRR"]), abs=RECORDED)
        judged += 1
    assert judged == systems


def first_ten(topic: list[dict[str, str]], column: str) -> Ranking:
    ordered = sorted(topic, key=lambda item: float(item[column]), reverse=True)
    return Ranking(tuple(int(item["gold"]) for item in ordered[:10]))


def mean(key: str, lists: list[Ranking]) -> float:
    return math.fsum(metrics("ranking")[key](each) or 0.0 for each in lists) / len(lists)


PRINTED = {"Acc": "accuracy", "P": "precision", "R": "recall", "F1": "f"}


@pytest.mark.parametrize("subtask", "ABCD")
def test_selections_score_what_the_organisers_printed(subtask: str) -> None:
    """A system that selects nothing has no precision; 0 is printed there."""
    for printed, name, items in submissions(subtask):
        labelled = [item for item in items if item[f"{name}:label"]]
        given: list[Any] = [[int(item[column]) for item in labelled] for column in ("gold", f"{name}:label")]
        for column, key in PRINTED.items():
            value = metrics("filtering")[key](*given)
            assert (value or 0.0) == pytest.approx(float(printed[column]), abs=RECORDED), (name, column)
            assert (value is None) == (key == "precision" and not any(given[1]))
