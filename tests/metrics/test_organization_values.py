"""Reliability and sensitivity of organizations: values by hand, by definition, and in the special cases."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from exact_shares import shares
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_organizations import all_four

from axiometrics.axioms import constraints
from axiometrics.checker.sweep import sweep_cases
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.rows import as_column
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.cases import placed
from axiometrics.tasks.organization.distribution import Weighting, weighting
from axiometrics.tasks.organization.relations import Layout
from axiometrics.tasks.organization.view import Weighed
from axiometrics.tasks.overlapping import Families

METRICS = metrics("organization")
FOUR = ("reliability_priority", "sensitivity_priority", "reliability_clustering", "sensitivity_clustering")
CLUSTERING = ("reliability_clustering", "sensitivity_clustering", "rs_clustering_f")
TAILS = ("open", "closed", "none")

documents = st.sampled_from("abcde")
clusters = st.lists(documents, min_size=1, max_size=3, unique=True)
levels = st.lists(st.lists(clusters, min_size=1, max_size=3), min_size=1, max_size=3)
constants = st.fractions(Fraction(1, 8), 12, max_denominator=8)


@given(gold=levels, system=levels, c=constants, tail=st.sampled_from(TAILS))
@settings(max_examples=150, deadline=None)
def test_the_exact_shares_are_those_of_the_definition(gold, system, c, tail) -> None:
    found = Organization.of(gold, system)
    expected = all_four(system, gold, c, tail)
    if tail == "none":  # a single level without a tail states no priority
        expected = (
            expected[0] if len(system) > 1 else Fraction(0),
            expected[1] if len(gold) > 1 else Fraction(0),
            *expected[2:],
        )
    assert shares(found.placements, Weighting(c, tail))[:4] == expected


@given(st.lists(st.tuples(levels, levels), min_size=1, max_size=6), constants, st.sampled_from(TAILS))
@settings(max_examples=100, deadline=None)
def test_a_batch_has_the_shares_of_its_organizations(pairs, c, tail) -> None:
    tables = [Organization.of(*pair) for pair in pairs]
    layout = Layout.of([each.placements for each in tables])
    batch = [as_column(column, BOUNDED) for column in Weighed(layout, Weighting(c, tail)).quantities.values()]
    for place, table in enumerate(tables):
        for column, expected in zip(batch, shares(table.placements, Weighting(c, tail)), strict=True):
            radius = np.broadcast_to(column.radius, len(tables))[place]
            assert (
                abs(Fraction(float(column.value[place])) - expected)
                <= Fraction(float(radius))
                < Fraction(1, 10**12)
            )


def test_one_document_of_two_at_the_top() -> None:
    """n = 1, w = 1/2: c = 1. Gold [a b], output [a] [c]: ranks weigh 1/2 and 1/6, the tail 1/3.

    R: a>c is right in the open reading, a>tail too, c>tail is wrong. Seen from a: 1/2 of 1 - 1/2 is all right:
    1/2. From c, of 1 - 1/6 = 5/6: the share 1/2 over a: 1/6 * (1/2)/(5/6) = 1/10. From the tail, of 2/3: the share
    1/2 under a: 1/3 * (1/2)/(2/3) = 1/4. Together 17/20. S: a of the gold's two is listed: 1/2.
    """
    found = shares(Organization.from_notation("[a] [c] | [a b]").placements, weighting(n=1, w="1/2"))
    assert found[:2] == (Fraction(17, 20), Fraction(1, 2))


def test_a_gold_against_itself_is_perfect() -> None:
    text = "[d1 {d2 d3}] [{d3 d4}] [d1]"
    for tail in TAILS:
        assert (
            shares(Organization.from_notation(f"{text} | {text}").placements, weighting(tail=tail))[:4]
            == (1,) * 4
        )


def outputs(task: str, key: str, size: int) -> list:
    record = constraints(task)[key]
    cases = sweep_cases(record, size)
    return [output for batch in cases.outputs.values() for output in dict.fromkeys(batch.tables())]


@pytest.mark.parametrize(("size", "key"), [(6, "homogeneity"), (6, "completeness")])
def test_one_level_without_a_tail_is_bcubed_and_with_it_a_mean_of_bcubed_and_1(size: int, key: str) -> None:
    """R = (1 - T) BCubed + T, T = c/(c + N), on every clustering of up to 6 items that the sweep makes."""
    bcubed = [metrics("clustering")[name] for name in ("bcubed_precision", "bcubed_recall")]
    tables = outputs("clustering", key, size)
    assert len(tables) > 100
    task = get_task("clustering")
    for table in tables:
        algebra = task.algebra(table)
        known = [Fraction(str(algebra.expression(task.value(each, table, algebra)))) for each in bcubed]
        placements = placed("clustering", table).placements
        assert list(shares(placements, weighting(tail="none"))[2:4]) == known
        tail = Fraction(5, 2) / (Fraction(5, 2) + table.items)
        assert list(shares(placements, weighting())[2:4]) == [(1 - tail) * value + tail for value in known]


def test_one_level_of_overlapping_clusters_without_a_tail_has_the_values_of_that_task() -> None:
    pairs = [(METRICS[key].with_parameters(tail="none"), metrics("overlapping")[key]) for key in CLUSTERING]
    for families in outputs("overlapping", "maximal_agreement", 9):
        organization = placed("overlapping", families)
        algebra = exact_algebra(families.occurrences)
        for ours, theirs in pairs:
            value = get_task("organization").value(ours, organization, algebra)
            expected = get_task("overlapping").value(theirs, families, algebra)
            assert algebra.compare(value, expected) == 0, families.notation()


def test_an_overlapping_item_that_the_system_leaves_out_is_in_its_tail() -> None:
    """c = 5/2. Gold {a b}{a}: 3 occurrences; output {b}: R = 1, S of priorities 1/3, since b is 1 of 3 there."""
    found = shares(placed("overlapping", Families.from_notation("{b} | {a b}{a}")).placements, weighting())
    assert found[:2] == (1, Fraction(1, 3))


@pytest.mark.parametrize("key", ["priority_relevant", "priority_irrelevant"])
def test_two_levels_without_a_tail_are_products_of_precisions_and_of_recalls(key: str) -> None:
    """R = TP/(TP+FP) TN/(TN+FN) and S = TP/(TP+FN) TN/(TN+FP): those of the filtering task, on every collection."""
    both = [metrics("filtering")[name] for name in ("reliability", "sensitivity", "rs_f")]
    ours = [
        METRICS[name].with_parameters(tail="none")
        for name in ("reliability_priority", "sensitivity_priority", "rs_priority_f")
    ]
    task = get_task("organization")
    tables = outputs("filtering", key, 9)
    assert len(tables) > 300
    for counts in tables:
        organization = placed("filtering", counts)
        algebra = task.algebra(organization)
        for mine, theirs in zip(ours, both, strict=True):
            expected = get_task("filtering").value(theirs, counts, algebra)
            if not counts.selected or counts.selected == counts.items:
                continue  # one level states no priority; the filtering task calls that 0
            assert algebra.compare(task.value(mine, organization, algebra), expected) == 0


def test_one_level_above_the_tail_is_precision_and_recall() -> None:
    """Seen from the unlimited tail, what is left out is right: R = TP/(TP+FP), S = TP/(TP+FN), F = F1."""
    for counts in outputs("filtering", "priority_relevant", 8):
        found = shares(placed("filtering", counts, bottom="tail").placements, weighting())
        if counts.selected:
            assert found[0] == Fraction(counts.tp, counts.selected)
        assert found[1] == Fraction(counts.tp, counts.relevant)


@pytest.mark.parametrize("tail", ["open", "closed"])
@pytest.mark.parametrize("parameters", [{}, {"n": 30}, {"n": 1, "w": Fraction(1, 2)}])
@pytest.mark.parametrize(("key", "size"), [("priority", 6), ("confidence", 6)])
def test_binary_rankings_have_the_closed_form(key: str, size: int, parameters: dict, tail: str) -> None:
    pairs = {
        "reliability": "reliability_priority",
        "sensitivity": "sensitivity_priority",
        "rs_f": "rs_priority_f",
    }
    task, ranking = get_task("organization"), get_task("ranking")
    tables = outputs("ranking", key, size)
    assert len(tables) > 100
    for theirs, ours in pairs.items():
        one = metrics("ranking")[theirs].with_parameters(tail=tail, **parameters)
        other = METRICS[ours].with_parameters(tail=tail, **parameters)
        for listed in tables:
            organization = placed("ranking", listed)
            algebra = task.algebra(organization)
            expected = ranking.value(one, listed, algebra)
            assert algebra.compare(task.value(other, organization, algebra), expected) == 0


def test_items_of_many_categories_have_different_names() -> None:
    """The 27th category is a1: its first item is not the eleventh one of a."""
    table = Table.from_rows([[11, *[1] * 26]])
    assert sum(each.count for each in placed("clustering", table).placements) == 37
    assert len({name for cluster in placed("clustering", table).gold[0] for name in cluster}) == 37


def test_values_without_a_relation() -> None:
    empty, alone = "| [a b]", "[a] | [a]"
    assert METRICS["reliability_priority"](empty) is None
    assert METRICS["rs_priority_f"](empty) == 0
    assert METRICS["rs_f"](empty) == 0
    assert METRICS["reliability_clustering"](empty) == 1
    assert METRICS["reliability_clustering"].with_parameters(tail="none")(empty) is None
    assert METRICS["rs_priority_f"].with_parameters(tail="none")(alone) is None
    assert METRICS["rs_f"].with_parameters(tail="none")(alone) == 1


def test_harmonic_means_are_harmonic_means() -> None:
    text = "[d1 {d3 d4}] [{d4 d5} {d6 d7}] [{d6 d7 d8}] | [d1 {d2 d3 d4}] [{d4 d5} {d6 d7}] [{d6 d7}]"
    r, s, p, q = (METRICS[key](text) for key in FOUR)
    assert METRICS["rs_priority_f"](text) == pytest.approx(2 / (1 / r + 1 / s))
    assert METRICS["rs_clustering_f"](text) == pytest.approx(2 / (1 / p + 1 / q))
    assert METRICS["rs_f"](text) == pytest.approx(4 / (1 / r + 1 / s + 1 / p + 1 / q))
