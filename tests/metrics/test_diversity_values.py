"""The metrics of lists with aspects equal worked values, a second definition, each other where due, and ndeval."""

from __future__ import annotations

import random
from fractions import Fraction
from math import log2
from typing import Any

import pytest

from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.parameters import split_key
from axiometrics.tasks.diversity import AspectList
from axiometrics.tasks.diversity.task import TASK
from tests.naive_diversity import NAIVE

METRICS = metrics("diversity")
WORKED = {  # the statement's table: cases A, B, C
    "subtopic_recall": ("1", "1", "1"),
    "subtopic_recall_at": ("1", "1", "1"),
    "subtopic_reciprocal_rank": ("1/2", "1/3", "1/2"),
    "subtopic_precision": ("1/2", "1/3", "1"),
    "alpha_dcg": (2.16173290939, "3/2", 2.51185950714),
    "alpha_dcg(weights=given)": (1.0808664547, 0.833333333333, 0.940464876786),
    "alpha_dcg_at": (0.711809216062, 0.493915700433, 0.551398599049),
    "alpha_ndcg": (0.808688564138, 0.584689353408, 0.71594644111),
    "alpha_ndcg(weights=given)": (0.808688564138, 0.644175534922, 0.800606801573),
    "alpha_ndcg_at": (0.808688564138, 0.584689353408, 0.71594644111),
    "err_ia": ("15/32", "7/18", "35/96"),
    "nerr_ia": ("90/119", "7/11", "2800/4397"),
    "nrbp": ("87/128", "15/32", "17/32"),
    "nnrbp": ("58/77", "10/19", "136/189"),
    "precision_ia_at": ("2/5", "1/5", "3/10"),
    "average_precision_ia": ("7/12", "7/18", "29/72"),
    "reciprocal_rank_ia": ("3/4", "7/9", "3/4"),
    "ndcg_ia": (0.708140783398, 0.510955993971, 0.51923766538),
    "rbp_ia": ("389/1250", "22/125", "271/1500"),
    "u_ia": ("71/40", "11/12", "83/80"),
    "d_ndcg": (0.755989244632, 0.525004989385, 0.667229775065),
    "d_ndcg_at": (0.755989244632, 0.525004989385, 0.667229775065),
    "d_sharp_ndcg": (0.877994622316, 0.762502494692, 0.833614887533),
    "expected_utility": ("2701/2500", "379/500", "469/500"),
    "expected_utility(a=0)": ("307/250", "22/25", "53/50"),
    "rbu": ("1642/15625", "917/12500", "6977/75000"),
    "rbu(e=0)": ("307/2500", "11/125", "323/3000"),
    "cpr_at": ("2177/2400", "7227/9500", "29949/32000"),
}
CASES = ("a ab - b | a", "a:2/3 b:1/3 | a - b | ab", "a:1/2 b:1/3 c:1/6 | a b2c a2 | b ac2")


def of(label: str, gmax: int = 1) -> Any:
    key, given = split_key(label)
    scale = {"gmax": gmax} if "gmax" in METRICS[key].values else {}
    return METRICS[key].with_parameters(**{**scale, **given})


def exact(metric: Any, found: AspectList) -> Any:
    """The value as text of an exact number."""
    algebra = TASK.algebra(found)
    return algebra.text(TASK.value(metric, found, algebra))


@pytest.mark.parametrize("label", WORKED)
@pytest.mark.parametrize("place", range(3))
def test_worked_values(label: str, place: int) -> None:
    expected, metric = WORKED[label][place], of(label, 2 if place == 2 else 1)
    found = AspectList.from_notation(CASES[place])
    if isinstance(expected, str):
        assert Fraction(exact(metric, found)) == Fraction(expected)
    else:
        assert metric(CASES[place]) == pytest.approx(expected, abs=1e-11)


def drawn(seed: int, top: int) -> AspectList:
    """A random list of up to 7 documents in which every aspect has a relevant document."""
    chance = random.Random(seed)
    while True:
        aspects = chance.randint(1, 4)
        rows = [
            tuple(chance.choice((0, 0, *range(top + 1))) for _ in range(aspects))
            for _ in range(chance.randint(1, 7))
        ]
        if all(map(any, zip(*rows, strict=True))) and sum(map(any, rows)) <= 6:
            cut = chance.randint(0, len(rows))
            return AspectList.of(rows[:cut], rows[cut:], [chance.randint(1, 5) for _ in range(aspects)])


@pytest.mark.parametrize("label", NAIVE)
def test_a_second_definition_gives_the_same_values(label: str) -> None:
    for seed in range(16):
        found = drawn(seed, 1 + seed % 2)
        expected = NAIVE[label](found.documents, found.missed, found.weights, 1 + seed % 2)
        metric = of(label, 1 + seed % 2)
        assert TASK.number(metric, found) == pytest.approx(float(expected), abs=1e-12), found.notation()
        if isinstance(expected, Fraction):
            assert Fraction(exact(metric, found)) == expected


def test_every_metric_has_a_second_definition() -> None:
    assert {split_key(label)[0] for label in NAIVE} == set(METRICS)


ONE_ASPECT = {
    "subtopic_reciprocal_rank": "reciprocal_rank",
    "reciprocal_rank_ia": "reciprocal_rank",
    "average_precision_ia": "average_precision",
    "ndcg_ia": "ndcg",
    "d_ndcg": "ndcg",
    "err_ia": "err",
    "rbp_ia": "rbp",
    "precision_ia_at(k=2)": "precision_at(k=2)",
}


@pytest.mark.parametrize(("ours", "ranked"), ONE_ASPECT.items())
def test_with_one_aspect_it_is_the_metric_of_rankings(ours: str, ranked: str) -> None:
    key, given = split_key(ranked)
    other = metrics("ranking")[key].with_parameters(**given)
    for seed in range(60):
        grades = [random.Random(seed).choice((0, 1)) for _ in range(6)] + [1]
        cut = seed % 7
        found = AspectList.of([(x,) for x in grades[:cut]], [(x,) for x in grades[cut:]])
        expected = other([x for x in grades if x], grades[:cut])
        if cut:
            assert TASK.number(of(ours), found) == pytest.approx(expected)


def test_identities_of_utilities() -> None:
    for seed in range(40):
        found = drawn(seed, 1)
        equal = AspectList.of(found.documents, found.missed, [1] * found.aspects)
        utility = METRICS["expected_utility"].with_parameters(a="3/50")
        assert TASK.number(METRICS["rbu"], found) == pytest.approx(TASK.number(utility, found) / 10)
        bare = METRICS["expected_utility"].with_parameters(p="1/2", a=0)
        assert TASK.number(METRICS["nrbp"], equal) == pytest.approx(TASK.number(bare, equal) * 3 / 4)
        plain = METRICS["alpha_dcg"].with_parameters(alpha=0)
        expected = sum(sum(document) / log2(rank + 1) for rank, document in enumerate(found.documents, 1))
        assert TASK.number(plain, found) == pytest.approx(expected)


def test_a_greedy_ideal_may_be_beaten() -> None:
    """Of {1,2} {1,3} {2,4} the first choice decides: with ab first, 1.5 of the next; ac and bd together cover all."""
    greedy = METRICS["alpha_ndcg"].with_parameters(ideal="greedy")
    values = {greedy(text) for text in ("ac bd ab", "ab ac bd", "bd ac ab")}
    assert max(values) > 1
    exact_values = [
        exact(METRICS["alpha_ndcg"], AspectList.from_notation(text)) for text in ("ac bd ab", "bd ac ab")
    ]
    assert "1" in exact_values


def test_nothing_relevant_has_no_value_where_something_is_divided_by_it() -> None:
    assert METRICS["alpha_ndcg"]("a:1 | - -") is None
    assert METRICS["subtopic_recall"]("a:1 | - -") is None
    assert METRICS["err_ia"]("a:1 | - -") == 0
    assert METRICS["rbu"]("a:1 | - -") == pytest.approx(-0.2 * 0.03 * 1.8)


def test_an_aspect_without_anything_relevant_is_dropped() -> None:
    assert METRICS["err_ia"]("a:1/2 b:1/4 c:1/4 | a b") == METRICS["err_ia"]("a:2/3 b:1/3 | a b")


def test_a_best_list_among_too_many_documents_is_refused() -> None:
    kinds = ["ab", "bc", "cd", "de", "ef", "fg", "ag", "ac", "bd", "ce", "df", "eg", "af", "bg", "ad", "be"]
    text = " ".join(kinds)
    with pytest.raises(InputError, match="ideal=greedy"):
        METRICS["alpha_ndcg"](text)
    assert METRICS["alpha_ndcg"].with_parameters(ideal="greedy")(text) > 0


NDEVAL = {
    "alpha-DCG@5": "alpha_dcg_at",
    "P-IA@5": "precision_ia_at",
    "strec@5": "subtopic_recall_at",
    "MAP-IA": "average_precision_ia",
    "NRBP": "nrbp",
}


def test_ndeval_gives_the_same_values() -> None:
    pyndeval = pytest.importorskip("pyndeval")
    compared = agreed = 0
    for seed in range(60):
        found = drawn(seed, 1)
        if not found.documents:
            continue
        equal = AspectList.of(found.documents, found.missed, [1] * found.aspects)
        judged, run = equal.to_run()
        qrels = [
            pyndeval.SubtopicQrel("1", str(ord(aspect)), name, grade)
            for aspect, grades in judged["q"].items()
            for name, grade in grades.items()
        ]
        scored = [pyndeval.ScoredDoc("1", name, score) for name, score in run["q"].items()]
        values = pyndeval.ndeval(qrels, scored)["1"]
        for name, label in NDEVAL.items():
            ours = TASK.number(of(label), equal)
            assert values[name] == pytest.approx(ours, abs=1e-6), (name, equal.notation())
        greedy = TASK.number(of("alpha_ndcg_at(ideal=greedy)"), equal)
        best = TASK.number(of("alpha_ndcg_at"), equal)
        compared += 1
        agreed += values["alpha-nDCG@5"] == pytest.approx(greedy, abs=1e-6)
        assert values["alpha-nDCG@5"] > best - 1e-6  # its own greedy list is no better than the best
    assert agreed > compared * 0.8  # where documents tie its greedy list depends on names


def test_ndeval_normalizes_gain_by_reciprocal_ranks_with_a_constant() -> None:
    pyndeval = pytest.importorskip("pyndeval")
    judged = [pyndeval.SubtopicQrel("1", aspect, name, 1) for aspect, name in (("1", "d1"), ("2", "d2"))]
    scored = [pyndeval.ScoredDoc("1", "d1", 2.0), pyndeval.ScoredDoc("1", "d2", 1.0)]
    most = sum(Fraction(2, 2**rank * rank) for rank in range(1, 6))
    expected = 2 * Fraction(exact(METRICS["err_ia"], AspectList.from_notation("a b"))) / most
    assert pyndeval.ndeval(judged, scored)["1"]["ERR-IA@5"] == pytest.approx(float(expected), abs=1e-9)
