"""Planted errors in metrics of distributions and in constraints: every engine must find them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.axioms.demands import Positive, Within, Zero
from axiometrics.axioms.registry import Constraint
from axiometrics.checker.demands import build_cell
from axiometrics.checker.prove.engine import prove
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.errors import InputError
from axiometrics.formulas import maximum, sqrt
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.quantification.chooser import Chooser, Template, judged

TASK = get_task("quantification")
QUICK = Options("quick", max_examples=30)


def pair(choose: Chooser) -> Template:
    choose.classes()
    p, q = choose.masses("p"), choose.masses("q")
    return judged(forward=(p, q), backward=(q, p))


SYMMETRY = Constraint(
    key="planted_symmetry",
    task="quantification",
    generator=pair,
    demand=Zero({"forward": 1, "backward": -1}),
)


def cell(function: Any, constraint: Constraint) -> Any:
    metric = build(function, task="quantification", error=True)
    return build_cell(metric, constraint, TrustedSource(metric), QUICK)


def nearly_symmetric(both: Any) -> Any:
    """Differs from a symmetric error by a term of the size of rounding."""
    return both.sum(lambda at: maximum(at.p - at.q, at.q - at.p) + at.p * (at.p - at.q) / 10**14)


def symmetric(both: Any) -> Any:
    return both.sum(lambda at: maximum(at.p - at.q, at.q - at.p))


def test_a_difference_below_rounding_is_found_and_no_tie_is_proved() -> None:
    found = cell(nearly_symmetric, SYMMETRY)
    assert found.strict.outcome == "contradicted"
    assert found.witness.margin != "0"


def test_the_plain_form_is_proved() -> None:
    assert cell(symmetric, SYMMETRY).strict.evidence == "proof"


def middling(both: Any) -> Any:
    """Always 1: of two opposite differences one is not positive, and the shares add up to 1."""
    return both.sum(lambda at: maximum(at.p - at.q, 0) * maximum(at.q - at.p, 0) + at.p)


def test_a_metric_that_is_constant_ties_everywhere() -> None:
    constraint = Constraint(
        key="planted_order",
        task="quantification",
        generator=lambda choose: _ordered(choose),
    )
    assert cell(middling, constraint).strict.outcome == "blind"


def _ordered(choose: Chooser) -> Template:
    classes = choose.classes(3)
    q = choose.masses("q")
    m = choose.amount("m", q.at(1))
    return judged(worse=(q.moved(1, classes, m), q), better=(q.moved(1, 2, m), q))


def two_bounds(low: int | None, high: int | None) -> Constraint:
    def one(choose: Chooser) -> Template:
        choose.classes()
        return judged(judged=(choose.masses("p"), choose.masses("q")))

    return Constraint(
        key="planted_range",
        task="quantification",
        generator=one,
        demand=Within({"judged": 1}, low=low, high=high),
    )


@pytest.mark.parametrize(
    ("low", "high", "outcome"),
    # the sum of |p - q| is 0 at least, and 2 at most
    [
        (0, None, "holds"),
        (0, 2, "holds"),
        (None, 2, "holds"),
        (None, 1, "contradicted"),
        (1, None, "contradicted"),
    ],
)
def test_bounds_belong_to_the_range(low: int | None, high: int | None, outcome: str) -> None:
    assert cell(symmetric, two_bounds(low, high)).strict.outcome == outcome


def test_a_generator_that_makes_negative_masses_is_refused() -> None:
    def broken(choose: Chooser) -> Template:
        choose.classes()
        q = choose.masses("q")
        return judged(worse=(q.moved(1, 2, choose.amount("m")), q), better=(q, q))

    with pytest.raises(InputError, match="none may be negative"):
        TASK.sweep(broken, ("worse", "better"), 4)


def test_a_generator_without_an_output_is_refused() -> None:
    def broken(choose: Chooser) -> Template:
        choose.classes()
        q = choose.masses("q")
        return judged(worse=(q, q))

    with pytest.raises(InputError, match="gives no better"):
        TASK.sweep(broken, ("worse", "better"), 3)


def test_shares_that_differ_only_in_scale_are_one_case() -> None:
    cases = TASK.sweep(pair, ("forward", "backward"), 4)
    shown = [tuple(cases.case(k).outputs.items()) for k in range(len(cases))]
    assert len(set(shown)) == len(shown)


def pairwise(body: Any, factor: Any = 1) -> Any:
    """A metric that is the sum over the classes of something, times a number."""

    def planted(both: Any) -> Any:
        return both.sum(body) * factor

    return planted


def squared(at: Any) -> Any:
    return (at.p - at.q) ** 2


def absolute(at: Any) -> Any:
    return maximum(at.p - at.q, at.q - at.p)


def beyond_two(at: Any) -> Any:
    """Nothing in the first two classes."""
    return absolute(at) * (at.k - 1) * (at.k - 2)


def weighted(at: Any) -> Any:
    """Errors count more where the gold has more."""
    return absolute(at) * (1 + at.q)


def capped(at: Any) -> Any:
    """Errors beyond a quarter count no more."""
    return -maximum(-absolute(at), Fraction(-1, 4))


def proof_of(function: Any, key: str) -> Any:
    metric = build(function, task="quantification", error=True)
    return prove(metric, constraints("quantification")[key])


JUST_BEYOND = [
    (pairwise(absolute, Fraction(51, 100)), "unit_interval", "contradicted"),
    (pairwise(squared, Fraction(51, 100)), "unit_interval", "contradicted"),
    (lambda both: both.sum(lambda at: maximum(at.P - at.Q, at.Q - at.P)), "unit_interval", "contradicted"),
    (pairwise(squared), "triangle_inequality", "contradicted"),
    (pairwise(weighted), "triangle_inequality", "contradicted"),
    (pairwise(beyond_two), "identity", "blind"),
    (pairwise(lambda at: at.p - at.q), "identity", "blind"),
    (pairwise(weighted), "absoluteness", "contradicted"),
    (pairwise(beyond_two), "monotonicity", "blind"),
    (pairwise(capped), "monotonicity", "blind"),
    (pairwise(absolute), "cdf", "contradicted"),
]


@pytest.mark.parametrize(("function", "key", "outcome"), JUST_BEYOND)
def test_what_is_just_beyond_a_bound_of_distances_is_not_proved(
    function: Any, key: str, outcome: str
) -> None:
    found = cell(function, constraints("quantification")[key])
    assert found.strict.outcome == outcome


JUST_WITHIN = [
    (pairwise(absolute, Fraction(1, 2)), "unit_interval", "positive"),
    (pairwise(squared, Fraction(1, 5)), "unit_interval", "positive"),
    (pairwise(absolute), "triangle_inequality", "positive"),
    (lambda both: sqrt(both.sum(squared)), "non_negativity", "positive"),
    (pairwise(squared), "identity", "positive"),
    (pairwise(squared), "absoluteness", "zero"),
    (pairwise(squared), "monotonicity", "positive"),
    (lambda both: both.sum(lambda at: maximum(at.P - at.Q, at.Q - at.P)), "cdf", "positive"),
]


@pytest.mark.parametrize(("function", "key", "sign"), JUST_WITHIN)
def test_what_distances_show_is_proved(function: Any, key: str, sign: str) -> None:
    assert proof_of(function, key).sign == sign


def same_or_not(choose: Chooser) -> Template:
    choose.classes()
    p, q = choose.masses("p"), choose.masses("q")
    return judged(imperfect=(p, q), perfect=(q, q))


def moved_to_the_gold(choose: Chooser) -> Template:
    """Mass leaves a class that is overestimated, and not one that is underestimated."""
    choose.classes()
    p, q = choose.masses("p"), choose.masses("q")
    choose.require(p.at(1) >= q.at(1))
    choose.require(p.at(2) >= q.at(2))
    m = choose.amount("m", p.at(1))
    return judged(worse=(p.moved(1, 2, m), q), better=(p, q))


def not_strictly_more(choose: Chooser) -> Template:
    """The excess of one share over another may be 0."""
    choose.classes()
    p, q = choose.masses("p"), choose.masses("q")
    choose.require(p.at(1) >= q.at(1))
    return judged(worse=(p, q), better=(q, q))


LESS_THAN_STATED = [
    (same_or_not, Positive({"perfect": 1, "imperfect": -1}), {"nonnegative"}),
    (moved_to_the_gold, Positive({"better": 1, "worse": -1}), {None}),
    (not_strictly_more, Positive({"better": 1, "worse": -1}), {"nonnegative"}),
]


@pytest.mark.usefixtures("taken_for_ours")
@pytest.mark.parametrize(("generator", "demand", "signs"), LESS_THAN_STATED)
def test_a_condition_that_is_not_there_shows_nothing(generator: Any, demand: Any, signs: set[Any]) -> None:
    planted = Constraint(key="planted", task="quantification", generator=generator, demand=demand)
    proof = prove(build(pairwise(absolute), task="quantification", error=True), planted)
    assert (proof.sign if proof else None) in signs


@pytest.mark.parametrize("value", [1, 2])
def test_one_value_beside_a_number_is_no_tie_of_two_outputs(value: int) -> None:
    """The weights of 1 - value add up to 0, though only one output is there."""
    metric = build(
        lambda both: both.sum(lambda at: at.q) * value, task="quantification", error=True, key="planted"
    )
    below = Constraint(
        key="planted", task="quantification", generator=one, demand=Within({"judged": 1}, high=1)
    )
    proof = prove(metric, below)
    assert (proof.sign if proof else None) == ("positive" if value == 1 else "negative")


def one(choose: Chooser) -> Template:
    choose.classes()
    return judged(judged=(choose.masses("p"), choose.masses("q")))
