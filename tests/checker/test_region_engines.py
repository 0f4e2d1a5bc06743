"""How a region is found: exact signs with the parameter left open, roots, values tried, and the proofs it rests on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sympy import Poly, Rational, Symbol

from axiometrics.axioms import Constraint, constraints
from axiometrics.axioms.demands import AllSizesFrom
from axiometrics.checker import run
from axiometrics.checker.api import explain
from axiometrics.checker.regions import curves, grounds
from axiometrics.checker.regions.bounds import Span
from axiometrics.checker.regions.curves import LetterAlgebra, letter_algebra
from axiometrics.checker.regions.engine import regions_of
from axiometrics.checker.regions.region import WholeValues
from axiometrics.checker.regions.searching import Trial
from axiometrics.checker.selection import Options
from axiometrics.checker.series.bounds import _powers_before, _simple
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.errors import UndecidedError
from axiometrics.formulas.arithmetics.signs import INDEX, SIZE
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.parameters import Parameter
from axiometrics.tasks.clustering.chooser import cluster

LETTER = Symbol("t", positive=True)


@pytest.fixture
def algebra() -> LetterAlgebra:
    """Rational functions of a number t > 0, and their square roots."""
    return letter_algebra(LETTER, Span(Fraction(0)), 0)


def test_a_root_with_a_factor_has_the_sign_of_the_factor(algebra: LetterAlgebra) -> None:
    t = algebra.letters[LETTER]
    root = algebra.sqrt(t + 1)
    assert [algebra.sign(part) for part in (root, -root, root * (t + 2), root * (-3))] == [1, -1, 1, -1]
    with pytest.raises(UndecidedError, match="hangs on the parameter"):
        algebra.sign(root * (t - 1))
    with pytest.raises(UndecidedError, match="beside another term"):
        algebra.sign(root + 1)


def test_where_roots_beside_other_terms_cancel_is_a_root_of_their_norm(algebra: LetterAlgebra) -> None:
    """1 + sqrt(2 t) = 2 + sqrt(t) where sqrt(t) = 1/(sqrt(2) - 1): t = 3 + 2 sqrt(2), a root of t^2 - 6 t + 1."""
    t = algebra.letters[LETTER]
    values = {"one": algebra.sqrt(2 * t) + 1, "other": algebra.sqrt(t) + 2}
    found = curves._polynomials(curves._mixed(values, {"one": 1, "other": -1}, algebra), algebra)
    plain = Symbol("t")
    assert any(part.rem(Poly(plain**2 - 6 * plain + 1, plain)).is_zero for part in found)


def test_a_root_of_logarithms_that_is_halfway_is_exact() -> None:
    """(t - 3/4) log 2 changes its sign at 3/4, which is no place of the ladder between 1/2 and 1."""
    algebra = letter_algebra(LETTER, Span(Fraction(0)), 2)
    (element, *_), t = algebra.space.generators, algebra.space.generators[-1]
    bound = curves._bisected(element * (4 * t - 3), algebra, Fraction(1, 2), Fraction(1), -1)
    assert (bound.low, bound.high, bound.exact) == (Fraction(3, 4), Fraction(3, 4), True)
    near = curves._bisected(element * (3 * t - 2), algebra, Fraction(1, 2), Fraction(1), -1)
    assert near.low < Fraction(2, 3) < near.high
    assert not near.exact


def region(task: str, metric: str, constraint: str) -> Any:
    (found,) = regions_of(metrics(task)[metric], constraints(task)[constraint])
    return found


def test_that_every_value_is_in_rests_on_a_proof() -> None:
    found = region("filtering", "f", "priority_relevant")
    assert found.proved
    assert "a proof; its certificate agrees" in found.argument[-1]


def test_that_every_value_is_in_is_only_tried_where_nothing_proves_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(grounds, "proved_on", lambda *_: None)
    found = region("filtering", "f", "priority_relevant")
    assert not found.proved
    assert found.text == "every alpha that was tried (no case larger than size 4000002 was tried)"


def test_two_parameters_that_make_one_number_have_one_region() -> None:
    found = region("ranking", "sensitivity", "replacement")
    assert (found.parameter, found.text) == ("c", "every c (c = n(1 - w)/w)")


def growing(choose: Any) -> Any:
    """A mixed cluster of 2 n items is split."""
    n = choose.size("n")
    worse, better = [cluster(A=n, B=n)], [cluster(A=n), cluster(B=n)]
    return choose.context().with_clusters(worse=worse, better=better)


@pytest.mark.parametrize(("start", "holds"), [(30, True), (500, True), (30_000, True), (50_000, False)])
def test_a_margin_may_turn_positive_far_beyond_the_first_n(start: int, holds: bool) -> None:
    """The margin is n - x: positive for all n above x. The last n that is tried is 40,000."""

    def late(table: Any, x: Any) -> Any:
        return (table.items / 2 - x) * table.cluster_count

    metric = build(late, task="clustering", key="late", parameters=[Parameter("x", default=Fraction(1))])
    record = Constraint(key="growing", task="clustering", generator=growing, demand=AllSizesFrom())
    assert Trial(metric, record, "x").at(Fraction(start)).holds is holds


def test_whole_numbers_of_which_none_is_in_are_told_as_none() -> None:
    none, some = WholeValues({1: False, 2: False}), WholeValues({1: False, 2: True})
    assert (none.is_empty, none.text("k")) == (True, "no k of 1..2")
    assert (some.is_empty, some.text("k")) == (False, "k = 2 of 1..2")


@pytest.mark.parametrize(("power", "sums"), [(0, [0, 1, 2, 3]), (1, [0, 0, 1, 3]), (2, [0, 0, 1, 5])])
def test_powers_of_the_ranks_before_are_added_up(power: int, sums: list[int]) -> None:
    """Of 0 to i - 1, for i = 0, 1, 2, 3, where 0^0 = 1."""
    assert [_powers_before(power).subs(INDEX, i) for i in range(4)] == sums


def test_a_term_of_a_telescoping_sum_is_a_number_over_a_shifted_index() -> None:
    assert _simple(2 / (3 * INDEX + 6)) == (Rational(2, 3), 2)
    assert _simple(SIZE / (INDEX + 1)) is None
    assert _simple(1 / (INDEX**2 + 1)) is None


@pytest.mark.parametrize("raised", [ValueError("of the author"), KeyboardInterrupt()])
def test_what_goes_wrong_with_the_regions_of_a_users_formula_costs_no_verdict(
    raised: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def regions(*_: Any) -> Any:
        raise raised

    ours, asked = metrics("filtering")["f"], constraints("filtering")["priority_relevant"]
    cell = explain(ours, asked, effort="quick", cache=False)
    theirs = replace(ours, origin="somebody")
    monkeypatch.setattr(run, "with_regions", regions)
    with pytest.raises(type(raised)):
        run._with_regions(cell, ours, asked, TrustedSource(ours), Options("quick"))
    if isinstance(raised, KeyboardInterrupt):
        with pytest.raises(KeyboardInterrupt):
            run._with_regions(cell, theirs, asked, TrustedSource(theirs), Options("quick"))
    else:
        assert run._with_regions(cell, theirs, asked, TrustedSource(theirs), Options("quick")) is cell
