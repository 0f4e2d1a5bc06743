"""Demands on some n, or on all n from some n0 on, proved for every n: the exact set of n, and what it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.demands import build_cell
from axiometrics.checker.selection import Options
from axiometrics.checker.series import prove_series
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.verdict import Cell
from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.metrics import METRICS
from axiometrics.metrics.registry import build
from axiometrics.reports.words import phrase

DEEPNESS, CLOSENESS = "deepness_threshold", "closeness_threshold"


def checked(metric: Any, constraint: str, effort: str = "quick", **values: str) -> Cell:
    record = CONSTRAINTS.view("ranking")[constraint].with_parameters(**values)
    return build_cell(metric, record, TrustedSource(metric), Options(effort))


def built_in(key: str, **values: Any) -> Any:
    return METRICS.view("ranking")[key].with_parameters(**values)


def first_rank_times(factor: Any) -> Any:
    """A metric whose margin in the deepness threshold is ``factor(n)``: rank 1 is relevant in the better list only."""

    def planted(listing: Any) -> Any:
        return listing.ranks(lambda at: at.b, 1) * factor(listing.relevant - 1)

    return build(planted, task="ranking")


def named(value: Any) -> str:
    return str(getattr(value, "label", value))


@pytest.mark.parametrize(
    ("metric", "found"),
    [
        # 1 against p^n + ... + p^(2n - 1), times 1 - p: x - x^2 < 1/5 for x = (4/5)^n. The roots are 0.2764 and 0.7236:
        # 0.8 and 0.64 are outside and inside, 0.8^5 = 0.3277 still inside, 0.8^6 = 0.2621 outside.
        (built_in("rbp"), "n = 1 and n >= 6"),
        # x - x^2 < 1/10 for x = (9/10)^n: the roots are 0.1127 and 0.8873; 0.9^20 = 0.1216, 0.9^21 = 0.1094.
        (built_in("time_biased_gain"), "n = 1 and n >= 21"),
        # The list of n relevant documents has max(0, 10 - n) of them in the first 10 ranks, but at most n: 1 for n = 9.
        (built_in("precision_at"), "n >= 10"),
        # 1/2 against at most 1/(n + 1).
        (built_in("err"), "n >= 1"),
        (built_in("reciprocal_rank"), "n >= 1"),
    ],
    ids=named,
)
def test_the_deepness_threshold_is_proved(metric: Any, found: str) -> None:
    cell = checked(metric, DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence, cell.weak.evidence) == ("holds", "proof", "proof")
    assert cell.threshold == {"holds_for": found}


@pytest.mark.parametrize(
    ("metric", "found"),
    [
        # sum of j/(n + j) for j = 1..n is concave in j, so at least n (n + 3)/(4 (n + 1)) > 1 iff n^2 - n > 4.
        (built_in("average_precision"), "n >= 3"),
        # sum of 1/log2(n + 1 + j): 1/2 + 1/log2(5) < 1 for n = 2, and n/log2(3/2 (n + 1)) > 1 from n = 3 on.
        (built_in("dcg"), "n >= 3"),
        (built_in("ndcg"), "n >= 3"),
        # n/(n + 1) against 1/(n + 1).
        (built_in("recall"), "n >= 2"),
        (built_in("rbp"), "n = 2..5"),
        (built_in("precision_at"), "n = 2..8"),
        (built_in("precision_at", k=50), "n = 2..48"),
    ],
    ids=named,
)
def test_the_exact_set_of_n_of_the_closeness_threshold_is_proved(metric: Any, found: str) -> None:
    cell = checked(metric, CLOSENESS)
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")
    assert cell.threshold == {"holds_for": found}
    assert cell.witness is not None
    assert str(cell.witness.parameters["n"]) == found.removeprefix("n ").lstrip("=> ").partition("..")[0]


def test_that_no_n0_exists_is_proved() -> None:
    cell = checked(built_in("average_precision"), DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence, cell.strict.always) == ("contradicted", "proof", False)
    assert phrase(cell) == "contradicted; the margin is positive for n = 1..2 and no other (proof)"


def test_that_no_n_exists_is_proved() -> None:
    """Every n >= 2 gives 1 against 1/(n + 1)."""
    cell = checked(built_in("reciprocal_rank"), CLOSENESS)
    assert (cell.strict.outcome, cell.strict.evidence, cell.strict.always) == ("contradicted", "proof", True)
    assert cell.threshold == {"holds_for": "no n"}


def test_a_tie_for_every_n_is_proved() -> None:
    """With n + 1 relevant documents either list has one in the first n + 1 ranks."""
    cell = checked(built_in("r_precision"), DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence, cell.strict.always) == ("blind", "proof", True)
    assert cell.weak.evidence == "proof"


def test_every_formula_is_settled_for_every_collection() -> None:
    """Nothing is left to the sweep for the built-in formulas at their defaults."""
    constraint = CONSTRAINTS.view("ranking")[DEEPNESS]
    open_ = [
        (metric.label, dict(variant))
        for metric in METRICS.view("ranking", plugins=False).values()
        for variant in ({}, *constraint.variants)
        if metric.reads is None
        and metric.family != "reliability and sensitivity"
        and "fixed" not in variant.values()
        if checked(metric, DEEPNESS, **variant).strict.evidence != "proof"
    ]
    assert open_ == []


@pytest.mark.parametrize("collection", ["n+1", "n", "2n", "n^2"])
def test_reliability_and_sensitivity_are_settled(collection: str) -> None:
    cell = checked(built_in("rs_f"), DEEPNESS, relevant=collection)
    assert cell.strict.evidence == "proof"
    assert cell.strict.outcome == ("contradicted" if collection == "n^2" else "holds")


def test_a_gap_in_the_set_of_n_is_found() -> None:
    """(n - 2)(n - 6) is positive at 1, zero at 2 and 6, negative between, positive beyond."""
    cell = checked(first_rank_times(lambda n: (n - 2) * (n - 6)), DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")
    assert cell.threshold == {"holds_for": "n = 1 and n >= 7"}
    assert phrase(cell) == "holds for n = 1 and all n >= 7 (proof)"


def test_an_island_in_the_set_of_n_is_found() -> None:
    """-(n - 20)(n - 25)(n - 50) is negative for 20..25 and from 50 on."""
    cell = checked(first_rank_times(lambda n: -(n - 20) * (n - 25) * (n - 50)), DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence) == ("contradicted", "proof")
    assert cell.threshold == {"holds_for": "n = 1..19, 26..49"}


@pytest.mark.parametrize("turn", [39, 77, 250])
def test_a_late_n0_is_exact_since_every_n_before_is_tried(turn: int) -> None:
    """At quick effort every n up to 40 is tried otherwise, then 60 and 100."""
    cell = checked(first_rank_times(lambda n: n - turn), DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")
    assert cell.threshold == {"holds_for": f"n >= {turn + 1}"}


def test_an_n0_beyond_what_can_be_tried_is_proved_and_the_open_n_are_named() -> None:
    """(999/1000)^n falls to 0.0010010 only near n = 6904; every n that is tried, up to 100, goes the other way."""
    cell = checked(built_in("rbp", p="0.999"), DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")
    assert cell.threshold == {"holds_for": "n = 1 and n >= 6904", "open": "41..6903"}
    assert phrase(cell).endswith("all n >= 6904 (proof; of n = 41..6903 only some were tried)")
    assert 0.999**6904 < (1 - (1 - 0.004) ** 0.5) / 2 < 0.999**6903


def test_what_fails_late_is_contradicted_although_every_n_that_is_tried_holds() -> None:
    """100000 - n^2 is positive for n <= 316 only."""
    cell = checked(first_rank_times(lambda n: 100000 - n**2), DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence) == ("contradicted", "proof")
    assert cell.threshold == {"holds_for": "n = 1..316"}


def test_a_last_n_is_settled_by_trying_every_n() -> None:
    """100 relevant documents, n up to 100: R-precision sees ranks up to 100, so n or at least 100 - n of the n."""
    cell = checked(built_in("r_precision"), CLOSENESS, relevant="fixed")
    assert (cell.strict.outcome, cell.strict.evidence, cell.strict.size) == ("holds", "proof", 100)
    assert cell.threshold == {"holds_for": "n = 2..98"}
    assert cell.proof is not None
    assert cell.proof["certificate"]["tried"] == {"positive": "2..98", "zero": "99", "negative": "100"}


def test_without_a_formula_nothing_is_proved() -> None:
    cell = checked(built_in("eleven_point_precision"), DEEPNESS)
    assert (cell.strict.evidence, cell.proof) == ("witness", None)


def test_a_margin_that_no_tactic_settles_stays_with_the_sweep() -> None:
    """The sum of b c/log2(i + 1) has terms that fall and rise: no shape is known, so nothing is claimed."""

    def planted(listing: Any) -> Any:
        from axiometrics.formulas import inverse_log2

        return -listing.ranks(lambda at: at.b * at.c * inverse_log2(at.i + 1))

    cell = checked(build(planted, task="ranking"), DEEPNESS)
    assert (cell.strict.evidence, cell.proof) == ("sweep", None)


def test_no_value_for_large_n_is_no_proof() -> None:
    cell = checked(
        build(
            lambda listing: ratio(listing.ranks(lambda at: at.b, 1), 0 * listing.relevant, UNDEFINED),
            task="ranking",
        ),
        DEEPNESS,
    )
    assert (cell.strict.outcome, cell.proof) == ("undefined", None)


def test_a_single_n_without_a_value_is_left_out() -> None:
    """1/(n - 3) has no value at 3, is negative before and positive after."""
    metric = build(
        lambda listing: ratio(listing.ranks(lambda at: at.b, 1), listing.relevant - 4, UNDEFINED),
        task="ranking",
    )
    cell = checked(metric, DEEPNESS)
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")
    assert cell.threshold == {"holds_for": "n >= 4"}
    assert cell.strict.applicable == cell.strict.cases - 1


def test_a_metric_that_is_better_when_lower_is_turned_round() -> None:
    metric = build(lambda listing: -listing.ranks(lambda at: at.b, 1), task="ranking", error=True)
    assert checked(metric, DEEPNESS).threshold == {"holds_for": "n >= 1"}


def test_the_margin_of_a_proof_is_written_as_a_fraction_of_n() -> None:
    """The first of the better list is relevant, and of the worse one that at n + 1: 1 - 1/(n + 1) = n/(n + 1)."""
    proof = prove_series(
        METRICS.get("reciprocal_rank", "ranking"), CONSTRAINTS.get("deepness_threshold", "ranking")
    )
    assert proof is not None
    assert proof.margin_latex == r"\frac{n}{n + 1}"
