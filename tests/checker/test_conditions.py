"""Conditions: what is claimed for metrics that fail is what algebra on paper gives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import explain
from axiometrics.checker.conditions.bounding import _allowed, confirm_bound, least_bound, proved_bound
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.metrics import metrics

METRICS, CONSTRAINTS = metrics("ordinal"), constraints("ordinal")


def by_classes(proof: Any) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for part in proof.parts:
        classes = part.where["classes"]
        found[classes] = max(part.bound, found.get(classes, part.bound))
    return found


def test_the_bound_of_quadratic_kappa_under_a_correction() -> None:
    """Item from i to j: kappa rises where w E > O sum_l g_l (w_il - w_jl), and 1 - t = min w/(w_il - w_jl).

    (i - j)^2/((i - l)^2 - (j - l)^2) = (i - j)/(i + j - 2 l), least for i = j + 1, j = K - 1, l = 1: 1/(2 K - 3).
    """
    proof = proved_bound(METRICS["kappa_quadratic"], CONSTRAINTS["correction"], "worse", more=True)
    assert proof is not None
    assert by_classes(proof) == {classes: 1 - Fraction(1, 2 * classes - 3) for classes in (2, 3, 4, 5)}
    assert proof.bound == Fraction(6, 7)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        # from i to i': (w_ij - w_i'j)/(w_il - w_i'l) is 1 for linear weights and l beyond j
        ("kappa_linear", {3: 0, 4: 0, 5: 0}),
        # (i + i' - 2 j)/(i + i' - 2 l), least for i' = j + 1, i = j + 2, j = K - 2, l = 1: 3/(2 K - 3)
        ("kappa_quadratic", {3: 0, 4: Fraction(2, 5), 5: Fraction(4, 7)}),
    ],
)
def test_the_bounds_of_kappas_under_a_move_to_a_nearer_class(metric: str, expected: dict[int, Any]) -> None:
    record = CONSTRAINTS["nearer_class"]
    proof = proved_bound(METRICS[metric], record, "better", more=True)
    assert proof is not None
    assert by_classes(proof) == expected
    assert confirm_bound(
        proof, METRICS[metric], record, sweep_cases(record, 4), larger_cases(record, wide=True)
    )


@pytest.mark.parametrize("metric", ["kappa_linear", "kappa_quadratic", "alpha_interval"])
def test_a_single_error_is_judged_well_above_chance(metric: str) -> None:
    proof = proved_bound(METRICS[metric], CONSTRAINTS["single_error"], "better", more=True)
    assert proof is not None
    assert proof.bound == 0


def test_a_cell_tells_bound_and_proof() -> None:
    cell = explain("kappa_linear", "single_error", "ordinal", effort="quick", cache=False)
    assert (
        cell.region == "support = full with 3 to 5 classes; in cases with Q(better) > 0 with 3 to 5 classes"
    )
    full, told = cell.regions
    assert full["argument"][0].startswith(
        "Proof: single_error(support=full) holds. Its cases are those without empty"
    )
    assert told["proved"]
    assert told["argument"][0].startswith("Proof: in each of 30 parts, ")
    assert "failing case among them is 0: worse [0 0 0; 0 0 0; 1 0 0]" in told["argument"][-1]


def test_one_more_relevant_item_raises_precision_below_1() -> None:
    """(r + 1)/(n + 1) - r/n is (n - r)/(n (n + 1)): positive where some selected item is irrelevant."""
    cell = explain("precision", "priority_relevant", "filtering", effort="quick", cache=False)
    assert cell.region == "Q(worse) < 1"
    assert cell.regions[0]["proved"]


def test_a_bound_without_a_proof_is_told_as_far_as_tried() -> None:
    """r/(n - 1) > r/n where r > 0: that is so, but no multiplier shows it."""
    cell = explain("precision", "priority_irrelevant", "filtering", effort="quick", cache=False)
    assert cell.region == "Q(worse) > 0, as far as tried"
    assert not cell.regions[0]["proved"]


@pytest.mark.parametrize("metric", ["accuracy", "macro_recall"])
def test_what_ties_always_has_no_condition(metric: str) -> None:
    cell = explain(metric, "single_error", "ordinal", effort="quick", cache=False)
    assert cell.strict.always
    assert cell.region is None


def test_the_least_bound_is_where_a_falling_and_a_rising_line_meet() -> None:
    """(1 - s)/1 falls and s/2 rises: they meet at s = 2/3 with the value 1/3."""
    lines = [(Fraction(1), Fraction(1), Fraction(1)), (Fraction(-1, 2), Fraction(0), Fraction(1))]
    assert least_bound(lines) == (Fraction(1, 3), Fraction(2, 3))


def test_monomials_outside_the_denominator_limit_the_multiplier() -> None:
    """As above, but s <= 1/2 by a monomial with (m, a) = (-2, -1): the value is 1 - 1/2."""
    lines = [
        (Fraction(1), Fraction(1), Fraction(1)),
        (Fraction(-1, 2), Fraction(0), Fraction(1)),
        (Fraction(-2), Fraction(-1), Fraction(0)),
    ]
    assert least_bound(lines) == (Fraction(1, 2), Fraction(1, 2))
    assert least_bound([*lines, (Fraction(-1), Fraction(1), Fraction(0))]) is None


def test_a_level_stretch_takes_its_end() -> None:
    """s >= 0 with -s <= t and 0 <= t: every s > 0 shows t = 0."""
    found = least_bound([(Fraction(1), Fraction(0), Fraction(1)), (Fraction(0), Fraction(0), Fraction(1))])
    assert found is not None
    assert (found[0], found[1] > 0) == (0, True)


@pytest.mark.parametrize(
    ("pairs", "allowed"),
    [
        ([(0, 0)], (0, None)),
        ([(0, Fraction(1, 2))], None),  # 0 s >= 1/2 is never so
        ([(2, 1), (-1, -3)], (Fraction(1, 2), 3)),
        ([(1, 2), (-1, -1)], None),  # s >= 2 and s <= 1
    ],
)
def test_a_multiplier_is_what_every_pair_allows(pairs: Any, allowed: Any) -> None:
    assert _allowed([(Fraction(m), Fraction(a)) for m, a in pairs]) == allowed
