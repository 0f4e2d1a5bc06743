"""What is false cannot be proved: claims with a known counterexample, and proofs beside every small case."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from engines import CONSTRAINTS, METRICS, proof_of, signs

from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.sweep import sweep_cases
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build

SHOWN = {
    "positive": {1.0},
    "nonnegative": {0.0, 1.0},
    "zero": {0.0},
    "nonpositive": {-1.0, 0.0},
    "negative": {-1.0},
}

NOT_STRICT = [
    ("fowlkes_mallows", "homogeneity", "{a b}{a}", "{a}{b}{a}"),
    ("jaccard", "homogeneity", "{a b}{a}", "{a}{b}{a}"),
    ("pair_f1", "homogeneity", "{a b}{a}", "{a}{b}{a}"),
    ("pair_precision", "completeness", "{a}{a}", "{a a}"),
    ("purity", "completeness", "{a}{a}", "{a a}"),
    ("inverse_purity", "homogeneity", "{a b}", "{a}{b}"),
    ("bcubed_precision", "completeness", "{a}{a}", "{a a}"),
    ("bcubed_recall", "homogeneity", "{a b}", "{a}{b}"),
    ("adjusted_rand", "homogeneity", "{a b}{c d}", "{a}{b}{c d}"),
    ("v_measure", "completeness", "{a}{a}{a}", "{a a}{a}"),
    ("nmi_max", "completeness", "{a}{a}{a}", "{a a}{a}"),
    ("nmi_min", "homogeneity", "{a b}{c}", "{a}{b}{c}"),
    ("completeness_score", "homogeneity", "{a b}", "{a}{b}"),
    ("edit_distance", "homogeneity", "{a b}", "{a}{b}"),
    ("f_measure", "completeness", "{a a a}{a}{a}", "{a a a}{a a}"),
    ("van_dongen", "completeness", "{a a a}{a}{a}", "{a a a}{a a}"),
    ("rand", "rag_bag", "{a a z}{b c}", "{a a}{b c z}"),
    ("purity", "rag_bag", "{a a z}{b c}", "{a a}{b c z}"),
    ("entropy", "rag_bag", "{a a z}{b c}", "{a a}{b c z}"),
    ("rand", "size_vs_quantity", "{l l l l}{p}{p}{q}{q}{r}{r}", "{l l l}{l}{p p}{q q}{r r}"),
]


@pytest.mark.parametrize(("metric", "constraint", "worse", "better"), NOT_STRICT)
def test_no_strict_proof_where_a_known_case_ties(
    metric: str, constraint: str, worse: str, better: str
) -> None:
    score = metrics("clustering")[metric]
    gap = score(better) - score(worse)
    assert abs(gap) < 1e-12, "the counterexample is none"
    proof = proof_of(metric, constraint)
    assert proof is None or proof.sign in ("nonnegative", "zero")


def precision(table: Any) -> Any:
    return table.cells(lambda n, a, b: n**2 / a) / table.items


def breaks_at_a_hundred_items(table: Any) -> Any:
    """Splitting {a b} among N items gains 1/N, and costs 1/100 for the new cluster."""
    return precision(table) - table.cluster_count / 100


def breaks_at_a_million_items(table: Any) -> Any:
    return precision(table) - Fraction(1, 10**6) * table.cluster_count


def breaks_for_clusters_of_a_million(table: Any) -> Any:
    """Splitting into x and y items gains 2xy/(x + y), and costs 2xy/10^6 for the pairs of the large cluster."""
    return table.cells(lambda n, a, b: n**2 / a) + table.clusters(lambda a: a**2) / 10**6


def holds_only_for_reals_above_one(table: Any) -> Any:
    """n (n - 1) / a vanishes for single items: positive only where every part has two."""
    return table.cells(lambda n, a, b: n * (n - 1) / a) / table.items


def squares_hide_the_sign(table: Any) -> Any:
    return (precision(table) - 2) ** 2


def divides_by_what_the_context_may_lack(table: Any) -> Any:
    return precision(table) / (table.cell_count - table.cluster_count)


def divides_by_a_difference_of_either_sign(table: Any) -> Any:
    return precision(table) / (table.cluster_count - table.category_count)


@pytest.mark.parametrize(
    "function",
    [
        breaks_at_a_hundred_items,
        breaks_at_a_million_items,
        breaks_for_clusters_of_a_million,
        holds_only_for_reals_above_one,
        squares_hide_the_sign,
        divides_by_what_the_context_may_lack,
        divides_by_a_difference_of_either_sign,
    ],
)
def test_what_fails_only_far_out_is_not_proved_for_every_size(function: Any) -> None:
    """No sweep reaches these: that the prover keeps silent is all that stands against a wrong verdict."""
    proof = prove(build(function, task="clustering"), CONSTRAINTS["homogeneity"])
    assert proof is None or proof.sign not in ("positive", "zero")


def test_what_the_far_out_examples_are_meant_to_be_is_true() -> None:
    sizes = [2, 50, 99, 101, 5000]
    gains = [Fraction(1, n) - Fraction(1, 100) for n in sizes]
    assert [gain > 0 for gain in gains] == [True, True, True, False, False]


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@pytest.mark.parametrize("metric", METRICS)
def test_no_proof_is_contradicted_by_any_case_of_up_to_seven_items(metric: str, constraint: str) -> None:
    """The margins are taken as plain floats, so that nothing of the proof or of the exact engine is used.

    Where the smallest case is larger, up to its size.
    """
    proof = proof_of(metric, constraint)
    if proof is None:
        return
    cases = next(filter(len, (sweep_cases(CONSTRAINTS[constraint], size) for size in range(7, 13))))
    found = signs(METRICS[metric], CONSTRAINTS[constraint], cases)
    assert len(found) == len(cases) > 0
    assert not np.isnan(found).any(), "a case without a value, yet something is proved about all"
    against = np.flatnonzero(~np.isin(found, list(SHOWN[proof.sign])))
    shown = [cases.case(int(index)).outputs for index in against[:3]]
    assert not len(against), f"the proof says {proof.sign}, but not on {shown}"
    assert confirm(proof, METRICS[metric], CONSTRAINTS[constraint], cases) == len(cases)


def test_most_cells_are_proved() -> None:
    """The check above is not vacuous: nearly all cells of formulas that hold or always tie have a proof."""
    primary = [key for key, constraint in CONSTRAINTS.items() if constraint.primary and "(" not in key]
    proved = sum(proof_of(metric, key) is not None for metric in METRICS for key in primary)
    assert proved >= 110, f"{proved} of {len(METRICS) * len(primary)} cells are proved"
