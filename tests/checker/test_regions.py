"""Parameter regions: what is claimed is what algebra on paper gives."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.api import explain, matrix
from axiometrics.checker.regions.bounds import Bound, Span
from axiometrics.checker.regions.engine import regions_of, regions_text
from axiometrics.checker.regions.proving import in_one_letter
from axiometrics.checker.regions.region import Region
from axiometrics.checker.regions.searching import Trial
from axiometrics.checker.regions.sets import ValueSet, set_text
from axiometrics.formulas import ratio
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.parameters import Parameter


def text(task: str, metric: str, constraint: str, **given: Any) -> str | None:
    record = metrics(task)[metric].with_parameters(**given)
    return regions_text(record, regions_of(record, CONSTRAINTS.get(constraint, task)))


@pytest.fixture(scope="module")
def rbp_closeness() -> Any:
    metric = metrics("ranking")["rbp"]
    return regions_of(metric, CONSTRAINTS.get("closeness_threshold", "ranking"))[0]


def test_rbp_is_close_from_the_root_of_p3_plus_p2_minus_1_on(rbp_closeness: Any) -> None:
    """n = 2: p^2 + p^3 against 1 (both times 1 - p), so the bound is the real root of p^3 + p^2 - 1."""
    (bound,) = rbp_closeness.values.bounds
    assert bound.polynomial == (1, 1, 0, -1)
    assert rbp_closeness.values.held == (False, False, True)
    low, high = (Fraction("0.75487766624669276004"), Fraction("0.75487766624669276006"))
    assert low**3 + low**2 < 1 < high**3 + high**2
    assert rbp_closeness.text == "p > 0.75487766624669276005 (root of p^3 + p^2 - 1)"


def test_no_other_n_is_shown_to_do_better(rbp_closeness: Any) -> None:
    """With u = p^n the margin is u - u^2 - (1 - p), which rises up to u = 1/2; p^3 < 1/2 at the bound."""
    assert rbp_closeness.proved
    assert "F = p - u^2 + u - 1" in " ".join(rbp_closeness.argument)
    assert "no other n adds" in rbp_closeness.argument[-1]


def test_rbp_is_deep_for_every_p_since_the_margin_tends_to_1_minus_p() -> None:
    metric = metrics("ranking")["rbp"]
    region = regions_of(metric, CONSTRAINTS.get("deepness_threshold", "ranking"))[0]
    assert region.text == "every p"
    assert region.proved
    assert "-p + 1" in region.argument[-1]


@pytest.mark.parametrize(
    ("task", "metric", "constraint", "expected"),
    [
        ("filtering", "utility", "priority_relevant", "a > c"),  # a(TP+1) + c(FN-1) - aTP - cFN = a - c
        ("filtering", "utility", "priority_irrelevant", "d > b"),
        ("filtering", "f", "priority_relevant", "every alpha"),  # more TP, less FN, weight 1 - alpha > 0
        ("filtering", "f", "priority_irrelevant", "no alpha"),  # TP = 0: the value is 0 whatever FP is
        ("filtering", "f", "non_informative_constant", "no alpha"),
        (
            "filtering",
            "lam",
            "non_informative_constant",
            "smoothing = 0",
        ),  # odds are equal without smoothing only
        ("clustering", "v_measure", "completeness", "no beta"),  # one category: the value is 0 in both
        ("clustering", "v_measure", "homogeneity", "every beta"),
        ("clustering", "bcubed_f", "rag_bag", "every alpha"),
        ("ranking", "time_biased_gain", "deepness", "every q"),
        ("ranking", "q_measure", "priority", "every beta"),
        ("ranking", "q_measure", "closeness_threshold", "every beta"),
        (
            "ranking",
            "precision_at",
            "closeness_threshold",
            "k = 4..20 of 1..20 (no n above 200 was tried)",
        ),  # n = 2 has its hits at 3 and 4
    ],
)
def test_the_values_for_which_a_constraint_holds(
    task: str, metric: str, constraint: str, expected: str
) -> None:
    assert text(task, metric, constraint) == expected


def test_a_size_that_grows_alone_shows_that_no_value_is_in() -> None:
    """a TP - 2 FP grows with the output size where a P > 2 N: for no a, though every finite sweep leaves some."""
    found = regions_of(
        metrics("filtering")["utility"], CONSTRAINTS.get("non_informative_growing", "filtering")
    )
    assert [region.text for region in found] == ["no a", "b >= 0", "no c", "d <= -2"]
    assert all(region.proved for region in found)
    assert any("the margin gets the sign of -2" in sentence for sentence in found[0].argument)


def test_a_bound_that_is_shown_on_one_side_is_no_region() -> None:
    """1^k 0 1 against 1^k 1 0 goes against priority for every c, if k is large enough: a bound is what k was tried."""
    priority = CONSTRAINTS.get("priority", "ranking")
    metric = in_one_letter(metrics("ranking")["reliability"])
    assert metric is not None
    trial = Trial(metric, priority, "c")
    assert trial.reach == "no case larger than size 3002 was tried"
    assert trial.at(Fraction(40)).holds is trial.at(Fraction(1000)).holds is False
    assert trial.at(Fraction(10**6)).holds
    values = ValueSet(Span(Fraction(0)), (Bound.rational(Fraction(35)),), (False, False, True))
    region = Region("c", values, inside=False, outside=False, reach=trial.reach)
    assert region.text == (
        "no c <= 35 that was tried, and nothing is known of other c (no case larger than size 3002 was tried)"
    )
    assert not region.splits
    assert replace(region, own=True).splits
    assert replace(region, inside=True, outside=True).text == "c > 35"


def test_a_value_that_only_some_cases_were_tried_of_is_not_said_to_be_in() -> None:
    region = Region(
        "c", ValueSet.whole(Span()), inside=False, outside=True, reach="no case larger than size 9 was tried"
    )
    assert region.text == "every c that was tried (no case larger than size 9 was tried)"


def test_a_parameter_that_a_view_computes_with_is_tried_at_values() -> None:
    """Shares of organizations are made with c: there is no margin with c left open, but there are values of it."""
    metric = metrics("organization")["reliability_priority"]
    (region,) = regions_of(metric, CONSTRAINTS.get("ranking.append_monotonicity", "organization"))
    assert region.text.startswith("no c")


def test_a_bound_of_q_measure_on_one_case_is_the_root_of_its_margin() -> None:
    """- - - r r - against - - r - - r, R = 2: (1+b)/(3+2b) + (2+2b)/(6+2b) against (1+b)/(4+2b) + (2+2b)/(5+2b)."""
    region = regions_of(metrics("ranking")["q_measure"], CONSTRAINTS.get("deepness", "ranking"))[0]
    assert region.text == "no beta"
    (root,) = [part for part in region.argument if "2 beta^2 + 3 beta - 3" in part] or [""]
    b = Fraction(1)

    def margin(b: Fraction) -> Fraction:
        better = 1 / (3 + 2 * b) + 2 / (6 + 2 * b)
        return (1 + b) * (better - 1 / (4 + 2 * b) - 2 / (5 + 2 * b))

    assert margin(b) < 0 < margin(Fraction(1, 2))
    assert not root or "0.686140661634507164" in root


def test_explain_and_json_carry_the_region() -> None:
    cell = explain("rbp", "closeness_threshold", "ranking", effort="quick", cache=False)
    assert cell.region == "p > 0.75487766624669276005 (root of p^3 + p^2 - 1)"
    assert cell.to_dict()["region"] == cell.region
    assert "regions" not in cell.to_dict()
    assert [region["parameter"] for region in cell.regions] == ["p", "gmax"]


@pytest.mark.parametrize(
    ("key", "constraint", "depends"),
    [
        ("utility", "priority_relevant", True),
        ("f", "priority_relevant", False),
    ],
)
def test_a_constraint_depends_on_parameters_where_some_of_their_values_fail(
    key: str, constraint: str, depends: bool
) -> None:
    cell = explain(key, constraint, "filtering", effort="quick", cache=False)
    assert cell.regions
    assert cell.depends_on_parameters is depends
    alone = replace(cell, regions=())  # as it is read from JSON
    assert alone.depends_on_parameters is (alone.region is not None)


def test_the_default_matrix_asks_for_no_regions() -> None:
    found = matrix(
        "filtering", metrics=["f"], constraints=["priority_relevant"], effort="quick", cache=False, jobs=1
    )
    assert found.cells[0].region is None


def test_a_region_survives_the_cache() -> None:
    once, again = (explain("f", "priority_relevant", "filtering", effort="quick") for _ in range(2))
    assert once.regions
    assert [dict(part) for part in once.regions] == [dict(part) for part in again.regions]


def test_a_region_never_contradicts_the_metrics_own_verdict() -> None:
    for p in ("1/2", "3/4", "4/5"):
        cell = explain(f"rbp(p={p})", "closeness_threshold", "ranking", effort="quick", cache=False)
        assert (cell.strict.outcome == "holds") == (Fraction(p) ** 3 + Fraction(p) ** 2 > 1)


def interval(low: str, high: str) -> ValueSet:
    bounds = tuple(Bound.rational(Fraction(end)) for end in (low, high))
    return ValueSet(Span(), bounds, (False, False, True, False, False))


def test_sets_are_cut_and_joined_at_their_bounds() -> None:
    one, other = interval("0", "2"), interval("1", "3")
    assert set_text(one.intersection(other), "p") == "1 < p < 2"
    assert set_text(one.union(other), "p") == "0 < p < 3"
    assert set_text(one.without(other), "p") == "0 < p <= 1"
    assert set_text(one.without(one), "p") == "no p"


def test_roots_of_different_polynomials_are_told_apart_however_close() -> None:
    near = Fraction(14142135623730950488, 10**19)
    root = Bound(Fraction(1), Fraction(2), (1, 0, -2))
    assert root.compare(Bound.rational(near)) == (1 if near**2 < 2 else -1)
    assert root.compare(Bound(Fraction(1), Fraction(3, 2), (1, 0, -2))) == 0


def test_two_roots_of_one_polynomial_differ() -> None:
    low, high = Bound(Fraction(-2), Fraction(0), (1, 0, -2)), Bound(Fraction(-1), Fraction(2), (1, 0, -2))
    assert low.compare(high) == -1
    assert high.compare(low) == 1


FAMILIES = {
    "independence": (
        "classification",
        lambda at, t: (
            at.of_used(lambda one: ratio((1 + t) * one.right, t * one.gold + one.system, 0)) / at.used
        ),
    ),
    "symmetry": ("classification", lambda at, t: at.right * t),
    "tie_bounds": ("ranking", lambda at, t: at.ranks(lambda each: each.b / (each.i + t))),
    "boundedness": ("ranking", lambda at, t: at.ranks(lambda each: each.b * t) / (1 + at.listed)),
    "unit_interval": ("quantification", lambda at, t: t * at.sum(lambda each: (each.p - each.q) ** 2)),
}


@pytest.mark.parametrize("key", FAMILIES)
def test_a_region_agrees_with_its_values_also_where_several_margins_tell(key: str) -> None:
    task, function = FAMILIES[key]
    open_ = Parameter("t", default=Fraction(1, 3), above=0)
    family = build(lambda at, *, t: function(at, t), task=task, parameters=[open_], key="family")
    asked = CONSTRAINTS.get(key, task)
    for region in regions_of(family, asked):
        for value in (Fraction(1, 100), Fraction(1, 3), Fraction(5, 4), Fraction(7)):
            found = Trial(family, asked, "t").at(value).holds
            assert found in (None, region.values.contains(value)), (region.text, value)


def test_a_parameter_that_has_a_largest_value_has_no_region() -> None:
    closed = Parameter("t", default=Fraction(1, 3), least=0, most=1)
    family = build(lambda at, *, t: at.tp * t - at.fp, task="filtering", parameters=[closed], key="family")
    assert regions_of(family, CONSTRAINTS.get("priority_relevant", "filtering")) == ()


@pytest.mark.parametrize("constraint", ["query_aspect_diversity", "aspect_weight", "redundancy"])
def test_a_cutoff_is_no_region_because_lists_were_shorter(constraint: str) -> None:
    metric = metrics("diversity")["precision_ia_at"]
    demanded = CONSTRAINTS.view("diversity", plugins=False)[constraint]
    assert regions_text(metric, regions_of(metric, demanded)) == "no k of 1..20"
