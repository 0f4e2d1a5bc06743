"""Planted errors in metrics of distributions and in constraints: every engine must find them."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.axioms.demands import Within, Zero
from axiometrics.axioms.registry import Constraint
from axiometrics.checker.demands import build_cell
from axiometrics.checker.options import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.errors import InputError
from axiometrics.formulas import maximum
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
