"""Identities between metrics, in exact arithmetic on random tables: signs of differences, never tolerances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_tests import in_tables

from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Table

TASK = get_task("clustering")
METRICS = metrics("clustering")
RULES = settings(max_examples=15, derandomize=True, deadline=None, database=None)

CELLS = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(1, 4), min_size=1, max_size=6
)
TABLES = CELLS.map(Table.from_pairs)

TRANSPOSED = [
    ("purity", "inverse_purity"),
    ("entropy", "class_entropy"),
    ("homogeneity_score", "completeness_score"),
    ("bcubed_precision", "bcubed_recall"),
    ("pair_precision", "pair_recall"),
]
SYMMETRIC = [
    "f_purity", "classification_accuracy", "van_dongen", "rand", "adjusted_rand", "jaccard", "fowlkes_mallows",
    "pair_f1", "hubert_gamma", "mirkin", "mutual_information", "variation_of_information", "v_measure", "nmi_max",
    "nmi_min", "nmi_arith", "nmi_sqrt", "nmi_joint", "ami_max", "ami_arith", "ami_sqrt", "ami_min", "bcubed_f",
]  # fmt: skip
ASYMMETRIC = ["f_measure", "dom_q0", "edit_distance"]


class Exactly:
    """The exact values of metrics on one table, by attribute."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.arithmetic = TASK.algebra(table)

    def __getattr__(self, key: str) -> Any:
        return TASK.value(METRICS[key], self.table, self.arithmetic)

    def number(self, value: Fraction | int) -> Any:
        return self.arithmetic.number(Fraction(value))

    def harmonic(self, first: Any, second: Any) -> Any:
        return 2 * first * second / (first + second)

    @property
    def items(self) -> int:
        return self.table.items

    @property
    def pairs(self) -> Any:
        return self.items * (self.items - 1) // 2

    def same(self, first: Any, second: Any) -> bool:
        return self.arithmetic.compare(first, second) == 0


IDENTITIES: dict[str, Callable[[Exactly], tuple[Any, Any]]] = {
    "the V-measure with beta 1 is the NMI by the arithmetic mean": lambda q: (q.v_measure, q.nmi_arith),
    "the edit distance is R + N (1 - purity)": lambda q: (
        q.edit_distance, len(q.table.cluster_sizes) + q.items * (1 - q.purity)),
    "van Dongen's distance is N (2 - purity - inverse purity)": lambda q: (
        q.van_dongen, q.items * (2 - q.purity - q.inverse_purity)),
    "F of purity is a harmonic mean": lambda q: (q.f_purity, q.harmonic(q.purity, q.inverse_purity)),
    "BCubed F is a harmonic mean": lambda q: (q.bcubed_f, q.harmonic(q.bcubed_precision, q.bcubed_recall)),
    "VI is the sum of the conditional entropies": lambda q: (
        q.variation_of_information, q.entropy + q.class_entropy),
    "Mirkin's distance is twice the pairs on which Rand disagrees": lambda q: (
        q.mirkin, 2 * q.pairs * (1 - q.rand)),
    "Jaccard J and pair F1 are tied by F = 2J/(1 + J)": lambda q: (
        q.pair_f1, 2 * q.jaccard / (1 + q.jaccard)),
    "Fowlkes-Mallows squared is pair precision times recall where pairs exist on both sides or neither": lambda q: (
        q.fowlkes_mallows * q.fowlkes_mallows, q.pair_precision * q.pair_recall)
        if (max(q.table.cluster_sizes) > 1) == (max(q.table.category_sizes) > 1) else (q.fowlkes_mallows, q.number(0)),
    "mutual information is the homogeneity score times H(L), and H(L) is I + H(L|C)": lambda q: (
        q.mutual_information, q.homogeneity_score * (q.mutual_information + q.entropy)),
    "mutual information is the completeness score times H(C)": lambda q: (
        q.mutual_information, q.completeness_score * (q.mutual_information + q.class_entropy)),
    "NMI by the larger entropy is the smaller of homogeneity and completeness": lambda q: (
        q.nmi_max, q.arithmetic.smaller(q.homogeneity_score, q.completeness_score)),
    "joint NMI is 1 - VI/H(L, C)": lambda q: (
        q.mutual_information,
        q.nmi_joint * (q.mutual_information + q.variation_of_information)),
}  # fmt: skip


@pytest.mark.parametrize("claim", IDENTITIES)
@RULES
@given(table=TABLES)
def test_identity(claim: str, table: Table) -> None:
    exactly = Exactly(table)
    assert exactly.same(*IDENTITIES[claim](exactly)), table.notation()


@RULES
@given(table=TABLES)
def test_nmi_by_the_geometric_mean_is_the_root_of_homogeneity_times_completeness(table: Table) -> None:
    """In floats: the exact polynomials of a squared root are large."""
    value = TASK.value(METRICS["nmi_sqrt"], table, SCALARS)
    parts = [TASK.value(METRICS[key], table, SCALARS) for key in ("homogeneity_score", "completeness_score")]
    assert value**2 == pytest.approx(parts[0] * parts[1], rel=1e-12, abs=1e-12)


def test_fowlkes_mallows_ties_are_decided_under_different_roots() -> None:
    """Three of a, three of b, so Y = 6: SS/sqrt(XY) is 1/sqrt(1*6) and 2/sqrt(4*6), the same number."""
    first, second = (Exactly(Table.from_notation(text)) for text in ("{a}{a}{a}{b b}{b}", "{a a}{a b b}{b}"))
    assert first.same(first.fowlkes_mallows, second.fowlkes_mallows)


def test_every_metric_is_named_in_one_claim_about_transposition_or_has_a_test_of_its_own() -> None:
    named = [key for pair in TRANSPOSED for key in pair] + SYMMETRIC + ASYMMETRIC
    ours = [key for key, record in METRICS.items() if record.origin.startswith("axiometrics.")]
    assert sorted(named) == sorted(in_tables(ours))


@pytest.mark.parametrize(("first", "second"), TRANSPOSED + [(key, key) for key in SYMMETRIC])
@RULES
@given(table=TABLES)
def test_exchanging_gold_and_system_maps(first: str, second: str, table: Table) -> None:
    there = Exactly(table)
    back = TASK.value(METRICS[second], table.transpose(), there.arithmetic)
    assert there.same(getattr(there, first), back), table.notation()


@pytest.mark.parametrize("key", ASYMMETRIC)
def test_gold_and_system_play_different_roles_in(key: str) -> None:
    """{a a b b}, or {a a}{a a} the other way round. Edit: 1 + 2 steps, or 2 + 0. Dom: log2 5 + 4 bits, or none.

    F: the best F1 of both categories is 2*2/(4 + 2) = 2/3, so F = 2/3; the other way round the one category has 2/3
    in either cluster, so a tie; with {a b c}{c} it is (2/4 + 2/4 + 2*2/3)/4 = 7/12 and (3*2/4 + 2/3)/4 = 13/24.
    """
    table = Table.from_notation("{a b c}{c}" if key == "f_measure" else "{a a b b}")
    there = Exactly(table)
    assert not there.same(getattr(there, key), TASK.value(METRICS[key], table.transpose(), there.arithmetic))


@pytest.mark.parametrize("alpha", ["1/3", "1/4", "9/10"])
@RULES
@given(table=TABLES)
def test_bcubed_f_with_alpha_exchanges_to_one_minus_alpha(alpha: str, table: Table) -> None:
    arithmetic = TASK.algebra(table)
    one = METRICS["bcubed_f"].with_parameters(alpha=alpha)
    other = METRICS["bcubed_f"].with_parameters(alpha=1 - Fraction(alpha))
    values = TASK.value(one, table, arithmetic), TASK.value(other, table.transpose(), arithmetic)
    assert arithmetic.compare(*values) == 0


LEAST = dict.fromkeys(METRICS, 0) | {"adjusted_rand": -0.5, "hubert_gamma": -1}
ADJUSTED = ("ami_max", "ami_min", "ami_arith", "ami_sqrt")
UNBOUNDED = ("mutual_information",)


@settings(RULES, max_examples=100)
@given(table=TABLES)
def test_scores_are_at_most_1_and_only_adjusted_ones_are_negative(table: Table) -> None:
    """adjusted Rand is at least -1/2 and a correlation at least -1; AMI has no common lower bound."""
    for key, record in METRICS.items():
        value = float(TASK.value(record, table, SCALARS))
        assert key in ADJUSTED or value >= LEAST[key] - 1e-12, (key, table.notation())
        assert record.orientation == "error" or key in UNBOUNDED or value <= 1 + 1e-12, (
            key,
            table.notation(),
        )


@pytest.mark.parametrize("key", [key for key in METRICS if METRICS[key].orientation == "error"])
def test_errors_are_better_when_lower(key: str) -> None:
    assert METRICS[key]("{a a}{b b}") < METRICS[key]("{a b}{a b}")


@pytest.mark.parametrize("key", [key for key in METRICS if METRICS[key].orientation == "score"])
def test_scores_are_better_when_higher(key: str) -> None:
    assert METRICS[key]("{a a}{b b}") > METRICS[key]("{a b}{a b}")


def test_the_errors_are_those_of_the_specification() -> None:
    errors = in_tables(key for key, record in METRICS.items() if record.orientation == "error")
    assert set(errors) == {
        "van_dongen", "mirkin", "entropy", "class_entropy", "variation_of_information", "dom_q0", "edit_distance",
    }  # fmt: skip
