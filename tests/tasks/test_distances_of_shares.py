"""Distances of shares are never negative: what is proved with them, what is not, and how far a proof reaches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy

from axiometrics.axioms import constraints
from axiometrics.checker.api import build, check
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import spoken_of
from axiometrics.checker.search import drawn_cases
from axiometrics.formulas import guarded, maximum, ratio
from axiometrics.metrics import metrics
from axiometrics.reports.words import sentences
from axiometrics.tasks.parametric import ParametricCase
from axiometrics.tasks.quantification import symbolic
from axiometrics.tasks.quantification.distances import Distances, is_root

ASK: dict[str, Any] = {"size": 5, "max_examples": 20, "cache": False, "jobs": 1}
NON_NEGATIVITY = constraints("quantification")["non_negativity"]


@pytest.mark.parametrize("key", ["ae", "emd", "nmd", "nvd", "se"])
def test_a_sum_of_distances_is_proved_not_to_be_negative(key: str) -> None:
    cell = check(key, "quantification", constraints=["non_negativity"], **ASK).cells[0]
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")
    assert sentences(cell)[0] == "Holds for every size and context (proof)."


@pytest.mark.parametrize("key", ["emd", "nmd"])
def test_distances_are_the_same_from_both_ends(key: str) -> None:
    cell = check(key, "quantification", constraints=["reversal"], **ASK).cells[0]
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")


def less_than_a_distance(both):  # type: ignore[no-untyped-def]
    """A sum of distances less a hundredth: negative where both distributions are equal."""
    return both.sum(lambda at: maximum(at.p - at.q, at.q - at.p)) - Fraction(1, 100)


def larger_of_differences(both):  # type: ignore[no-untyped-def]
    """The larger of a difference and its half: below 0 where all that the gold has is in the last class."""
    return both.sum(lambda at: maximum(at.p - at.q, (at.p - at.q) / 2) * at.k)


@pytest.mark.parametrize("function", [less_than_a_distance, larger_of_differences])
def test_what_may_be_negative_is_not_proved_and_is_found(function: Any) -> None:
    """With shares (1, 0) for gold (0, 1) the second is 1 - 2 / 2 = 0; with (1, 0, 0) for (0, 0, 1) it is 1 - 3 / 2."""
    metric = build(function, task="quantification", error=True)
    found = prove(metric, NON_NEGATIVITY)
    assert found is None or found.sign not in ("positive", "zero")
    cell = check(metric, constraints=["non_negativity"], **ASK).cells[0]
    assert cell.strict.outcome == "contradicted"


def test_a_proof_in_parts_does_not_speak_of_six_classes() -> None:
    lump = constraints("quantification")["lump_one_hot"]
    proof = prove(metrics("quantification")["od"], lump)
    assert proof is not None
    assert proof.to_dict()["certificate"]["scope"] == "3 to 5 classes"
    drawn = drawn_cases(lump, 40, 0)
    classes = drawn.sizes["classes"]
    assert {5, 6} <= set(classes.tolist())
    assert (spoken_of(proof, metrics("quantification")["nae"], lump, drawn) == (classes <= 5)).all()


IDENTITY = constraints("quantification")["identity"]


@pytest.mark.parametrize(
    ("key", "constraint"),
    [("od", "non_negativity"), ("od", "identity"), ("rnod", "non_negativity"), ("rnod", "identity"),
     ("sod", "non_negativity")],
)  # fmt: skip
def test_sums_over_the_classes_that_are_there_are_proved(key: str, constraint: str) -> None:
    proof = prove(metrics("quantification")[key], constraints("quantification")[constraint])
    assert proof is not None
    assert proof.sign == "positive"


def errors_below_the_gold(both):  # type: ignore[no-untyped-def]
    """Squared errors of classes below those with gold: none count where all gold is in the first class."""
    return both.pairs(
        lambda one, other: guarded(maximum(one.k - other.k, 0) * (other.p - other.q) ** 2, one.q, 0)
    )


def errors_with_gold_and_system(both):  # type: ignore[no-untyped-def]
    """Squared errors of the classes to which both give something: none where these have no class in common."""
    return both.sum(lambda at: guarded((at.p - at.q) ** 2, at.p * at.q, 0))


def less_where_the_system_has_nothing(both):  # type: ignore[no-untyped-def]
    """Squared errors, less one for each class that the system leaves empty."""
    return both.sum(lambda at: guarded((at.p - at.q) ** 2, at.p, -1))


def errors_for_each_common_class(both):  # type: ignore[no-untyped-def]
    """Squared errors over the number of classes to which both give something, which may be none."""
    errors = both.sum(lambda at: (at.p - at.q) ** 2)
    return ratio(errors, both.sum(lambda at: guarded(1, at.p * at.q, 0)), -1)


@pytest.mark.parametrize(
    ("function", "constraint", "outcome"),
    [
        (errors_below_the_gold, IDENTITY, "blind"),
        (errors_with_gold_and_system, IDENTITY, "blind"),
        (less_where_the_system_has_nothing, NON_NEGATIVITY, "contradicted"),
        (errors_for_each_common_class, NON_NEGATIVITY, "contradicted"),
    ],
)
def test_sums_that_look_at_too_few_classes_are_not_proved(
    function: Any, constraint: Any, outcome: str
) -> None:
    metric = build(function, task="quantification", error=True)
    found = prove(metric, constraint)
    assert found is None or found.sign != "positive"
    assert check(metric, constraints=[constraint], **ASK).cells[0].strict.outcome == outcome


def test_only_what_stands_for_a_whole_distribution_divides() -> None:
    h1, h2, h3, x = sympy.symbols("h1 h2 h3 x")
    known = Distances(ParametricCase())
    known.there, known.some = {x: h1, 2 * x: h2, 3 * x: h3}, [(h1, h2)]
    assert known.divides_by_some(h3 / (h1 + h2) + h1 / x)
    for value in (x / h1, x / (h1 + h3), x / (h1 + h2 + x), x / (h1 + 2 * h2), 1 / (h1 + h2) ** 2 / h3):
        assert not known.divides_by_some(value), value


@pytest.mark.parametrize(
    ("value", "found"),
    [
        *((value, True) for value in ("sqrt(x)", "2*sqrt(x)/3", "sqrt(2)*sqrt(x)")),
        *((value, False) for value in ("-sqrt(x)", "x", "x*sqrt(x)", "sqrt(x)*sqrt(y)", "sqrt(x) + 1")),
    ],
)
def test_a_root_is_one_alone_and_never_negative(value: str, found: bool) -> None:
    """So that its square has its order."""
    assert (
        is_root(sympy.sympify(value, locals={name: sympy.Symbol(name, positive=True) for name in "xy"}))
        is found
    )


CDF_ONE_HOT = constraints("quantification")["cdf_one_hot"]


@pytest.mark.parametrize("key", ["ae", "nae", "nvd"])
def test_mass_that_moves_towards_the_only_gold_class_is_proved_to_do_no_harm(key: str) -> None:
    """The gold has as much as the system's classes together, so that errors need no distance."""
    proof = prove(metrics("quantification")[key], CDF_ONE_HOT)
    assert proof is not None
    assert proof.sign == "nonnegative"
    assert not proof.scope


def dearer_in_low_classes(both):  # type: ignore[no-untyped-def]
    """Errors over the number of their class: mass that moves down to the gold in the first class costs more."""
    return both.sum(lambda at: maximum(at.p - at.q, at.q - at.p) / at.k)


def dearer_next_to_gold(both):  # type: ignore[no-untyped-def]
    """Squared errors: mass that moves to a class which has more of it costs more."""
    return both.sum(lambda at: (at.p - at.q) ** 2)


@pytest.mark.parametrize("function", [dearer_in_low_classes, dearer_next_to_gold])
def test_mass_that_does_harm_on_its_way_is_not_proved_and_is_found(function: Any) -> None:
    metric = build(function, task="quantification", error=True)
    found = prove(metric, CDF_ONE_HOT)
    assert found is None or found.sign not in ("positive", "nonnegative", "zero")
    assert check(metric, constraints=[CDF_ONE_HOT], **ASK).cells[0].weak.outcome == "contradicted"


def test_a_whole_mass_is_a_sum_where_a_distribution_adds_up_to_it() -> None:
    """Which leaves the same parts as with a mass of its own; without a distribution there is no other way."""
    formula = metrics("quantification")["ae"].formula
    written = symbolic.parametric_cases(CDF_ONE_HOT.bound_generator, formula)
    *_, summed = written.others
    assert [part.chooser.answers.made for part in summed.parts] == [
        part.chooser.answers.made for part in written.others[0].parts
    ]
    for part in summed.parts:
        for system, gold in part.shares.values():
            assert sympy.expand(sum(system) - sum(gold)) == 0
    alone = constraints("quantification")["lump_one_hot"].bound_generator
    assert len(symbolic.parametric_cases(alone, formula).others) == 1
