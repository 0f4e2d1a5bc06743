"""Verdicts on overlapping-clustering metrics that the sweeps must reach, with the witnesses they must find."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from naive_families import naive

from axiometrics.axioms import constraints
from axiometrics.checker.api import matrix
from axiometrics.checker.regions.engine import regions_of
from axiometrics.checker.verdict import Cell
from axiometrics.metrics import metrics
from axiometrics.tasks.overlapping import Families


def cell(metric: str, constraint: str) -> Cell:
    found = matrix("overlapping", metrics=[metric], constraints=[constraint], cache=False, effort="quick")
    return found.cells[0]


def score(metric: str, text: str) -> Fraction:
    both = Families.from_notation(text)
    gold, system = ([frozenset(part) for part in family] for family in (both.gold, both.system))
    return naive(metric, gold, system)


def check_witness(found: Cell) -> None:
    """The printed scores are those of the definition, worked out from the printed families."""
    witness: Any = found.witness
    for name, text in witness.outputs.items():
        assert str(score(found.metric, text)) == witness.scores[name]
    worse, better = (Fraction(witness.scores[name]) for name in ("worse", "better"))
    assert Fraction(witness.margin) == better - worse
    assert (better == worse) == (found.strict.outcome == "blind")


@pytest.mark.parametrize("part", ["precision", "recall", "f"])
def test_extended_bcubed_violates_size_vs_quantity_where_the_pairs_are_one(part: str) -> None:
    found = cell(f"bcubed_extended_{part}", "size_vs_quantity")
    if part != "precision":
        assert (found.strict.outcome, found.witness.size) == ("contradicted", 20)  # type: ignore[union-attr]
    check_witness(found)


def test_reliability_and_sensitivity_violate_size_vs_quantity_among_common_sets() -> None:
    found = cell("rs_clustering_f", "size_vs_quantity(overlap=rest)")
    assert found.strict.outcome == "contradicted"
    check_witness(found)


@pytest.mark.parametrize("metric", ["bcubed_extended_f", "rs_clustering_f"])
def test_without_further_sets_reliability_and_sensitivity_tie_at_worst(metric: str) -> None:
    """The tie is one of pairs inside the big set, all with the item that is taken out of it."""
    found = cell(metric, "size_vs_quantity(overlap=focus)")
    assert found.strict.outcome == ("contradicted" if metric.startswith("bcubed") else "blind")
    check_witness(found)


@pytest.mark.parametrize("metric", ["bcubed_extended_f", "rs_clustering_f"])
def test_the_smallest_different_families_with_the_best_score_have_12_occurrences(metric: str) -> None:
    found = matrix("overlapping", metrics=[metric], constraints=["maximal_agreement"], cache=False, size=12)
    (only,) = found.cells
    assert only.strict.outcome == "blind"
    assert only.witness is not None
    assert (only.witness.size, only.witness.minimal) == (12, True)
    assert dict(only.witness.scores) == {"worse": "1", "better": "1"}
    both = Families.from_notation(only.witness.outputs["worse"])
    # one family has a triple and three singletons, the other three pairs: each pair together once, each item twice
    assert sorted(sorted(map(len, family)) for family in (both.gold, both.system)) == [
        [1, 1, 1, 3],
        [2, 2, 2],
    ]


def test_the_cheat_system_gains_by_r_and_s_and_not_by_extended_bcubed() -> None:
    assert cell("bcubed_extended_f", "cheat_system").strict.outcome == "holds"
    found = cell("f_purity", "cheat_system")
    assert found.strict.outcome == "contradicted"
    check_witness(found)


@pytest.mark.parametrize(
    ("metric", "value", "holds"),
    [
        ("bcubed_extended_precision", "precision", True),
        ("reliability_clustering", "precision", True),
        ("bcubed_extended_recall", "recall", True),
        ("sensitivity_clustering", "recall", True),
        ("bcubed_extended_f", "f", True),
        ("rs_clustering_f", "f", True),
        ("bcubed_extended_precision", "f", False),
        ("purity", "precision", False),
        ("f_purity", "f", False),
    ],
)
def test_without_overlap_a_metric_is_bcubed_or_it_is_not(metric: str, value: str, holds: bool) -> None:
    label = "reduces_to_bcubed" if value == "f" else f"reduces_to_bcubed(value={value})"
    found = cell(metric, label)
    assert found.strict.outcome == ("holds" if holds else "contradicted")
    if not holds:
        witness: Any = found.witness
        assert str(score(metric, witness.outputs["overlapping"])) == witness.scores["overlapping"]
        assert witness.scores["plain"] != witness.scores["overlapping"]


@pytest.mark.parametrize(
    ("n", "copies", "extra", "all_items", "bcubed", "rs"),
    [
        (3, 1, 0, False, 1, -1),
        (3, 1, 0, True, 0, -1),
        (3, 2, 5, False, 1, 1),
        (3, 3, 0, False, 1, 0),
        (3, 4, 0, False, 1, 1),
        (4, 4, 0, False, 1, 0),
        (4, 5, 0, False, 1, 1),
    ],
)
def test_common_correct_sets_turn_size_vs_quantity_around(
    n: int, copies: int, extra: int, all_items: bool, bcubed: int, rs: int
) -> None:
    """The sign of Q(pairs split) - Q(one item out), with copies of a further set around the pairs (or everything)."""
    big = frozenset(range(n + 1))
    pairs = [frozenset({n + 1 + 2 * k, n + 2 + 2 * k}) for k in range(n)]
    around = frozenset().union(*pairs, range(100, 100 + extra), big if all_items else ())
    rest = [around] * copies
    gold = [big, *pairs, *rest]
    split = [big, *(frozenset({e}) for pair in pairs for e in sorted(pair)), *rest]
    taken = [big - {n}, frozenset({n}), *pairs, *rest]
    for key, sign in (("bcubed_extended_f", bcubed), ("rs_clustering_f", rs)):
        difference = naive(key, gold, split) - naive(key, gold, taken)
        assert (difference > 0) - (difference < 0) == sign


def test_extended_bcubed_f_is_plain_bcubed_f_for_equal_weights_alone() -> None:
    """On {a b} | {a}{b} precision is 1/2 and recall 1: F is 1/(1 + alpha), and plain F with equal weights 2/3."""
    metric = metrics("overlapping")["bcubed_extended_f"]
    (region,) = regions_of(metric, constraints("overlapping")["reduces_to_bcubed"])
    assert region.text.startswith("no alpha < 1/2 or alpha > 1/2, and nothing is known of other alpha")


def test_the_code_of_a_witness_prints_both_scores(capsys: pytest.CaptureFixture[str]) -> None:
    witness: Any = cell("f_purity", "reduces_to_bcubed").witness
    exec(compile(witness.python, "<witness>", "exec"), {"__name__": "pasted"})
    printed = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert printed.keys() == witness.scores.keys() == {"plain", "overlapping"}
    for name, text in printed.items():
        assert float(text) == pytest.approx(float(Fraction(witness.scores[name])))


@pytest.mark.parametrize(
    ("metric", "sign"), [("reliability_clustering", -1), ("rs_clustering_f", -1), ("bcubed_extended_f", 1)]
)
def test_what_is_small_in_other_clusters_turns_homogeneity_around(metric: str, sign: int) -> None:
    """In {a b} the shares are 2/7 for a with a, and for b with b, and 1/2 for a with b; the large set gains 1/7."""
    a, b, large = frozenset({0}), frozenset({1}), frozenset(range(7))
    gold, rest = [a, b, large], [large, *[a, b] * 5]
    difference = naive(metric, gold, [a, b, *rest]) - naive(metric, gold, [a | b, *rest])
    assert (difference > 0) - (difference < 0) == sign
    found = cell(metric, "homogeneity")
    assert found.strict.outcome == ("contradicted" if sign < 0 else "blind")
    check_witness(found)
