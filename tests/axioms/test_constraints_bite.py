"""Every constraint has metrics known to fail it and metrics known to pass it, on pairs written out here."""

from __future__ import annotations

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.scores import exact_sign
from axiometrics.metrics import metrics
from axiometrics.parameters import split_key
from axiometrics.tasks.clustering import Table

METRICS = metrics("clustering")
CONSTRAINTS = constraints("clustering")

RAG_BAG = ("{a a z}{b c}", "{a a}{b c z}")
PAIRS = {
    "homogeneity": ("{a a b b}", "{a a}{b b}"),
    "completeness": ("{a}{a}{b}", "{a a}{b}"),
    "rag_bag": RAG_BAG,
    "rag_bag(size=n-1)": ("{a a a z}{b c}", "{a a a}{b c z}"),
    "rag_bag(context=shared)": ("{a a z}{b c}{a}", "{a a}{b c z}{a}"),
    "size_vs_quantity": ("{a a a a}{b}{b}{c}{c}{d}{d}", "{a a a}{a}{b b}{c c}{d d}"),
    "size_vs_quantity(context=shared)": (
        "{a a a a}{b}{b}{c}{c}{d}{d}{a}", "{a a a}{a}{b b}{c c}{d d}{a}"),
    "perfect_split": ("{a b c}{d}", "{a b}{c}{d}"),
}  # fmt: skip
"""One (worse, better) pair of each constraint, in the papers' notation."""

PASSES = [
    # family claims of section 4 (2009): only BCubed satisfies all four
    *((label, "bcubed_f") for label in PAIRS if label != "rag_bag(size=n-1)"),
    ("homogeneity", "purity"),
    ("homogeneity", "rand"),
    ("homogeneity", "v_measure"),
    ("homogeneity", "entropy"),
    ("completeness", "rand"),
    ("completeness", "class_entropy"),
    ("completeness", "v_measure"),
    ("completeness", "variation_of_information"),
    ("rag_bag", "bcubed_precision"),
    ("rag_bag(size=n-1)", "bcubed_precision"),
    ("size_vs_quantity", "inverse_purity"),
    ("size_vs_quantity", "variation_of_information"),
    ("size_vs_quantity", "edit_distance"),
    ("perfect_split", "bcubed_precision"),
]
FAILS = [
    # set matching, counting pairs and entropy cannot see a rag bag: all of them tie
    ("rag_bag", "purity", 0),
    ("rag_bag", "inverse_purity", 0),
    ("rag_bag", "rand", 0),
    ("rag_bag", "adjusted_rand", 0),
    ("rag_bag", "entropy", 0),
    ("rag_bag", "v_measure", 0),
    ("rag_bag", "variation_of_information", 0),
    ("rag_bag", "edit_distance", 0),
    # pairs count the same before and after: 3 + 1 in clusters, then 1 + 3
    ("rag_bag(context=shared)", "rand", 0),
    # purity ties where splitting cannot add a majority, inverse purity where joining adds none
    ("homogeneity", "inverse_purity", 0),
    ("homogeneity", "bcubed_recall", 0),
    ("homogeneity", "class_entropy", 0),
    ("completeness", "purity", 0),
    ("completeness", "entropy", 0),
    ("completeness", "bcubed_precision", 0),
    # size vs quantity: 6 pairs of 4 become 3, and 3 new pairs appear: a tie
    ("size_vs_quantity", "rand", 0),
    ("size_vs_quantity", "jaccard", 0),
    ("size_vs_quantity", "purity", 0),
    ("size_vs_quantity", "entropy", 0),
    ("perfect_split", "bcubed_recall", 0),
    ("perfect_split", "class_entropy", 0),
]


def sign(label: str, key: str, pair: tuple[str, str] | None = None) -> int:
    name, given = split_key(label)
    worse, better = (Table.from_notation(text) for text in pair or PAIRS[label])
    record = CONSTRAINTS[name].with_parameters(**given)
    return exact_sign(METRICS[key], record, {"worse": worse, "better": better})[0]


@pytest.mark.parametrize(("label", "key"), PASSES)
def test_the_better_clustering_scores_strictly_higher(label: str, key: str) -> None:
    assert sign(label, key) == 1


@pytest.mark.parametrize(("label", "key", "expected"), FAILS)
def test_the_better_clustering_does_not_score_higher(label: str, key: str, expected: int) -> None:
    assert sign(label, key) == expected


def test_every_constraint_and_variant_has_a_metric_that_passes_and_one_that_fails() -> None:
    labels = {
        record.label for record in CONSTRAINTS.values() if record.origin == "axiometrics.axioms.clustering"
    }
    labels |= {
        record.with_parameters(**variant).label
        for record in CONSTRAINTS.values()
        for variant in record.variants
        if record.origin == "axiometrics.axioms.clustering"
    }
    assert labels <= {label for label, _ in PASSES}
    assert labels <= {label for label, *_ in FAILS} | {label for label, _ in INVERTED}


INVERTED = {
    ("homogeneity", "edit_distance"): ("{a a b}", "{a a}{b}"),
    ("completeness", "f_measure"): ("{a}{a}{a a a}", "{a a}{a a a}"),
    ("rag_bag(size=n-1)", "edit_distance"): ("{a a z}{b}", "{a a}{b z}"),
    ("size_vs_quantity(context=shared)", "purity"): PAIRS["size_vs_quantity(context=shared)"],
}
"""Pairs on which the metric ties: splitting costs one merge and saves one move; the largest part is what it was."""


@pytest.mark.parametrize(("place", "pair"), list(INVERTED.items()))
def test_a_tie_is_a_failure_of_the_strict_demand(place: tuple[str, str], pair: tuple[str, str]) -> None:
    assert sign(*place, pair) == 0


def test_an_error_metric_passes_when_it_falls() -> None:
    """Entropy of {a a b b} is 1 bit and of {a a}{b b} none; entropy is an error, so the margin is positive."""
    assert METRICS["entropy"]("{a a b b}") == 1.0
    assert METRICS["entropy"]("{a a}{b b}") == 0.0
    assert sign("homogeneity", "entropy") == 1


def test_bcubed_f_prefers_the_rag_bag_by_one_ninth_of_precision() -> None:
    """{a a z}{b c}: P = (5/3 + 1)/5 = 8/15; {a a}{b c z}: P = (2 + 1)/5 = 9/15; recall is 1 in both."""
    worse, better = (METRICS["bcubed_precision"](text) for text in RAG_BAG)
    assert (worse, better) == pytest.approx((8 / 15, 9 / 15))
