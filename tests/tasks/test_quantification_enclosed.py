"""Boxes of estimates: which estimates are in them, and that intervals contain every exact value."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometrics.formulas.arithmetics.intervals import INTERVALS, Interval
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.quantification.bounds import Estimates

METRICS = metrics("quantification")
TASK = get_task("quantification")
WHOLE = 12
HALF = Fraction(1, 2)


def share(mass: int) -> Fraction:
    return Fraction(mass, WHOLE)


def estimates(key: str, *gold: int) -> Estimates:
    return Estimates(METRICS[key].formula, tuple(Fraction(mass, sum(gold)) for mass in gold))


@st.composite
def boxes(draw: st.DrawFn) -> tuple[tuple[Fraction, ...], Any, Distributions]:
    """A gold, a box, and an estimate in it."""
    classes = draw(st.integers(2, 4))
    gold = draw(st.lists(st.integers(0, 3), min_size=classes, max_size=classes).filter(any))
    cuts = sorted(draw(st.lists(st.integers(0, WHOLE), min_size=classes - 1, max_size=classes - 1)))
    system = [b - a for a, b in zip([0, *cuts], [*cuts, WHOLE], strict=True)]
    box = [(share(draw(st.integers(0, mass))), share(draw(st.integers(mass, WHOLE)))) for mass in system[:-1]]
    shares = tuple(Fraction(mass, sum(gold)) for mass in gold)
    return shares, tuple(box), Distributions(shares, tuple(map(share, system)))


@pytest.mark.parametrize("key", sorted(METRICS))
def test_the_interval_of_a_box_contains_the_exact_values_of_its_estimates(key: str) -> None:
    @settings(max_examples=40, deadline=None, derandomize=True, database=None)
    @given(boxes())
    def contained(drawn: Any) -> None:
        gold, box, output = drawn
        algebra = TASK.algebra(output)
        exact = TASK.value(METRICS[key], output, algebra)
        if absent(exact):
            return
        found = Estimates(METRICS[key].formula, gold).values(box)
        assert isinstance(found, Interval)
        number = algebra.expression(exact)
        if number is sympy.oo:
            assert float(found.b) == float("inf")
            return
        known = INTERVALS.number(Fraction(str(sympy.N(number, 80))))
        assert found.a <= known.b
        assert known.a <= found.b

    contained()


@pytest.mark.parametrize("key", sorted(METRICS))
def test_the_interval_of_one_estimate_is_its_exact_value_or_contains_it(key: str) -> None:
    """The value of a single estimate is narrow: nothing is lost where shares are known."""
    output = Distributions((Fraction(1, 6), Fraction(1, 3), HALF), (HALF, Fraction(1, 8), Fraction(3, 8)))
    algebra = TASK.algebra(output)
    number = Fraction(str(sympy.N(algebra.expression(TASK.value(METRICS[key], output, algebra)), 80)))
    exact, found = INTERVALS.number(number), TASK.value(METRICS[key], output, INTERVALS)
    assert found.a <= exact.b
    assert exact.a <= found.b
    assert float((found - found).b) < 1e-40


def test_derived_ends_of_a_box() -> None:
    """Gold 1/2 1/2, p1 from 1/2 to 3/4, so p2 from 1/4 to 1/2: errors |p - q| from 0 to 1/4 in both classes."""
    box = ((HALF, Fraction(3, 4)),)
    assert estimates("ae", 1, 1).values(box).b == 0.25  # (1/4 + 1/4) / 2
    assert estimates("nvd", 1, 1).values(box).b == 0.25
    assert estimates("emd", 1, 1).values(box).b == 0.25  # |P1 - Q1|, and P2 = Q2 = 1
    squared = estimates("se", 1, 1).values(box)
    assert (float(squared.a), float(squared.b)) == (0, 0.0625)  # (1/16 + 1/16) / 2


def test_the_last_share_is_what_the_others_leave() -> None:
    """p1 and p2 from 1/4 to 1/2 leave 0 to 1/2; two from 3/4 on leave nothing, so no estimate is there."""
    quarter = Fraction(1, 4)
    judged = estimates("se", 0, 0, 1)
    inside = judged.inside(((quarter, HALF), (quarter, HALF)))
    assert inside is not None
    assert inside.system == (Fraction(3, 8), Fraction(3, 8), quarter)
    nothing = ((Fraction(3, 4), Fraction(1)),) * 2
    assert judged.inside(nothing) is None
    assert absent(judged.values(nothing))


def test_shares_are_at_most_what_the_others_leave() -> None:
    """With p2 from 3/4 on, p1 and p3 are at most 1/4: for gold 0 0 1 squared errors of at most 1/16, 1 and 1."""
    box = ((Fraction(0), Fraction(1)), (Fraction(3, 4), Fraction(1)))
    assert float(estimates("se", 0, 0, 1).values(box).b) == pytest.approx(33 / 48)  # (1/16 + 1 + 1) / 3


@settings(max_examples=60, deadline=None, derandomize=True)
@given(boxes())
def test_an_estimate_that_is_said_to_be_in_a_box_is(drawn: Any) -> None:
    gold, box, _ = drawn
    found = Estimates(METRICS["ae"].formula, gold).inside(box)
    assert found is not None
    assert sum(found.system) == 1
    assert all(low <= p <= high for p, (low, high) in zip(found.system, box, strict=False))
    assert found.system[-1] >= 0


def test_every_estimate_is_in_the_whole_box_and_vertices_are_estimates() -> None:
    judged = estimates("ae", 1, 2, 1)
    assert judged.whole == ((0, 1), (0, 1))
    assert [output.system for output in judged.vertices] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    for corner in product((0, 1), repeat=2):
        point = tuple((Fraction(side), Fraction(side)) for side in corner)
        assert (judged.inside(point) is None) == (sum(corner) > 1)


def test_one_class_has_one_estimate() -> None:
    judged = estimates("ae", 1)
    assert judged.whole == ()
    inside = judged.inside(())
    assert inside is not None
    assert inside.system == (1,)
    assert judged.values(()).is_zero
    assert absent(estimates("nmd", 1).values(()))


@pytest.mark.parametrize(
    ("body", "total"),
    [
        (lambda at: at.P, 2),  # 1/4, 3/4 and 1
        (lambda at: at.k * at.P, Fraction(19, 4)),  # 1/4 + 2 * 3/4 + 3 * 1
        (lambda at: at.Q, Fraction(5, 2)),  # 1/2, 1 and 1
        (lambda at: at.k * at.Q, Fraction(11, 2)),  # 1/2 + 2 * 1 + 3 * 1
    ],
)
def test_shares_of_a_class_and_all_lower_ones(body: Any, total: Any) -> None:
    metric = build(lambda view: view.sum(body), task="quantification", error=True)
    point = ((Fraction(1, 4), Fraction(1, 4)), (HALF, HALF))
    found = Estimates(metric.formula, (HALF, HALF, Fraction(0))).values(point)
    assert found.a <= INTERVALS.number(Fraction(total)).b
    assert INTERVALS.number(Fraction(total)).a <= found.b


def test_sums_over_pairs_have_each_class_with_each_other() -> None:
    """The sum of p_i over all pairs is K times that over the classes: 3 for p1 + p2 + p3 = 1, in any box."""
    metric = build(lambda view: view.pairs(lambda one, other: one.p), task="quantification", error=True)
    point = ((Fraction(1, 4), Fraction(1, 4)), (HALF, HALF))
    found = Estimates(metric.formula, (HALF, HALF, Fraction(0))).values(point)
    assert found.a <= 3 <= found.b
