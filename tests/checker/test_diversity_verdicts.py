"""Verdicts on metrics of lists with aspects: found again by plain loops, with known smallest counterexamples."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from axiometrics import explain
from axiometrics.formulas import maximum
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from tests.naive_diversity import NAIVE

KINDS = ((0, 0), (1, 0), (0, 1), (1, 1))
EQUAL = (Fraction(1, 2), Fraction(1, 2))
Lists = tuple[list[Any], list[Any], list[Any], list[Any]]
"""What the worse and the better output list and miss."""


def cell(key: Any, constraint: str) -> Any:
    return explain(key, constraint, "diversity", effort="quick", cache=False, plugins=False)


def above(low: Any, high: Any) -> bool:
    return low != high and all(x <= y for x, y in zip(low, high, strict=True))


def contexts(most: int) -> Iterator[tuple[Any, Any, Any]]:
    """Heads, tails and further missed documents of so many documents at most."""
    for head in range(most + 1):
        for tail in range(most - head + 1):
            for spare in range(most - head - tail + 1):
                yield from product(
                    product(KINDS, repeat=head),
                    product(KINDS, repeat=tail),
                    combinations_with_replacement(KINDS, spare),
                )


def priority() -> Iterator[Lists]:
    for head, tail, spare in contexts(2):
        for low, high in product(KINDS, KINDS):
            if above(low, high):
                yield [*head, low, high, *tail], [*spare], [*head, high, low, *tail], [*spare]


def query_aspect_diversity() -> Iterator[Lists]:
    for head, tail, spare in contexts(2):
        for low, high in product(KINDS, KINDS):
            if above(low, high):
                yield [*head, low, *tail], [high, *spare], [*head, high, *tail], [low, *spare]


def confidence() -> Iterator[Lists]:
    for head, _, spare in contexts(3):
        if any(map(any, head)):
            yield [*head, (0, 0)], [*spare], [*head], [(0, 0), *spare]


def redundancy() -> Iterator[Lists]:
    a, b = (1, 0), (0, 1)
    for head, tail, spare in contexts(3):
        rest = [*head, a, b, *spare]
        balanced = sum(x for x, _ in rest) == sum(y for _, y in rest)
        if not tail and any(x for x, _ in head) and not any(y for _, y in head) and balanced:
            yield [*head, a], [b, *spare], [*head, b], [a, *spare]


BY_HAND = {
    "priority": priority,
    "query_aspect_diversity": query_aspect_diversity,
    "confidence": confidence,
    "redundancy": redundancy,
}
SEEN = (
    "subtopic_recall", "subtopic_reciprocal_rank", "alpha_dcg", "err_ia", "nrbp", "average_precision_ia",
    "reciprocal_rank_ia", "rbp_ia", "expected_utility", "rbu", "d_ndcg", "nnrbp",
)  # fmt: skip


THIRD = ("subtopic_reciprocal_rank", "redundancy")
"""With two aspects the list that is better has both; where a third is missed, both lists score 0."""


@pytest.mark.parametrize(("key", "constraint"), sorted({*product(SEEN, BY_HAND)} - {THIRD}))
def test_plain_loops_find_the_same_verdict(key: str, constraint: str) -> None:
    """Two aspects of equal weight alone, in collections of up to four or five documents, settle these cells."""
    signs = set()
    for worse, behind, better, left in BY_HAND[constraint]():
        if all(map(any, zip(*worse, *behind, strict=True))):
            margin = NAIVE[key](better, left, EQUAL, 1) - NAIVE[key](worse, behind, EQUAL, 1)
            near = abs(margin) < 1e-12  # the definitions with logarithms give floats
            signs.add(0 if near else 1 if margin > 0 else -1)
    expected = "contradicted" if -1 in signs else "blind" if 0 in signs else "holds"
    assert cell(key, constraint).strict.outcome == expected


def test_a_third_aspect_that_is_missed_makes_a_tie() -> None:
    found = cell(*THIRD)
    assert found.strict.outcome == "blind"
    assert all("c" in text for text in found.witness.outputs.values())
    assert [metrics("diversity")[THIRD[0]](text) for text in found.witness.outputs.values()] == [0, 0]


WITNESSES = [
    # d = -, d' = a; the list without it has the same score
    ("subtopic_recall", "priority", 2),
    ("d_ndcg", "redundancy", 4),
    ("average_precision_ia", "redundancy", 4),
    ("err_ia", "confidence", 2),
]


@pytest.mark.parametrize(("key", "constraint", "size"), WITNESSES)
def test_the_smallest_counterexample_is_known(key: str, constraint: str, size: int) -> None:
    found = cell(key, constraint)
    assert found.strict.outcome in ("blind", "contradicted")
    assert (found.witness.size, found.witness.minimal) == (size, True)


def test_average_precision_of_aspects_prefers_more_of_the_same() -> None:
    """Head a, then a or b: 2/2 for a second hit of a is more than 1/2 for a first one of b, where both have two."""
    found = cell("average_precision_ia", "redundancy")
    assert found.strict.outcome == "contradicted"
    assert [found.witness.outputs[name] for name in ("worse", "better")] == ["a a | b b", "a b | a b"]


def planted(view: Any) -> Any:
    """Looks at the first three ranks only."""
    return view.pairs(lambda at: at.w * at.b / at.i, 3)


def test_a_planted_cutoff_is_found() -> None:
    wrong = build(planted, task="diversity", key="planted")
    assert cell(wrong, "query_aspect_diversity").strict.outcome == "blind"
    assert cell(metrics("diversity")["err_ia"], "query_aspect_diversity").strict.outcome == "holds"


def test_a_function_is_checked_on_grades_by_aspect_and_on_runs() -> None:
    def recall(listed: Any, missed: Any, weights: Any) -> float:
        return sum(any(document[at] for document in listed) for at in range(len(weights))) / len(weights)

    def recall_of_run(gold: Any, run: Any) -> float:
        aspects = gold["q"].values()
        return sum(any(grades.get(name) for name in run["q"]) for grades in aspects) / len(aspects)

    for function, reads in ((recall, "aspects"), (recall_of_run, "run")):
        wrong = build(function, task="diversity", key=function.__name__, reads=reads)
        assert cell(wrong, "redundancy").strict.outcome == "holds"
        assert cell(wrong, "priority").strict.outcome == "blind"


def looks_as_far_as_rank_25(listing: Any) -> Any:
    return listing.pairs(lambda at: at.w * at.x * maximum(0, 1 - at.i / 25))


@pytest.mark.parametrize("constraint", ["priority", "aspect_weight", "query_aspect_diversity"])
@pytest.mark.parametrize("metric", ["u_ia", looks_as_far_as_rank_25])
def test_ties_are_looked_for_where_a_proof_leaves_them_open(metric: Any, constraint: str) -> None:
    key = metric if isinstance(metric, str) else build(metric, task="diversity")
    found = explain(key, constraint, "diversity", cache=False, plugins=False)
    assert found.strict.outcome == "blind"
    assert (found.weak.outcome, found.weak.evidence) == ("holds", "proof")
    assert found.witness.scores["worse"] == found.witness.scores["better"]
