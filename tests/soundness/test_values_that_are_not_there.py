"""A value that is the same in every output is a tie only where there is one, however far the case without it is."""

from __future__ import annotations

import pytest

from axiometrics.checker.prove import prove
from axiometrics.metrics.registry import build

from .attacks import given
from .judge import record, score
from .worlds import WORLDS

WORLD = WORLDS["quantification"]
SQUARES = "shares.sum(lambda at: (at.p - at.q) ** 2)"
FAR = "gold=41/97 56/97 system=0 1"
"""Far from every swept case, whose shares have denominators up to 7; its sum of squares is 3362/9409."""
NOWHERE_THERE = {
    "a class": "tanh(shares.sum(lambda at: (at.p - at.q) ** 2 / (at.p + at.q - Fraction(41, 97))))",
    "a class, and a hyperbolic tangent of nothing": (
        "shares.sum(lambda at: tanh(0 * shares.least_gold + 1) * (at.p - at.q) ** 2 / (at.p + at.q - Fraction(41, 97)))"
    ),
    "a class by its own convention": (
        "tanh(shares.sum(lambda at: ratio(at.p * at.q, at.p + at.q - Fraction(41, 97), UNDEFINED)))"
    ),
    "the whole": f"tanh(1 / ({SQUARES} - Fraction(3362, 9409)))",
    "the whole by a power": f"tanh(power({SQUARES} - Fraction(3362, 9409), -1))",
    "the whole, beside what is there": f"tanh({SQUARES}) + 1 / ({SQUARES} - Fraction(3362, 9409))",
    "the whole, times nothing": f"tanh({SQUARES}) + 0 / ({SQUARES} - Fraction(3362, 9409))",
    "a guard on the whole": f"tanh(guarded({SQUARES}, {SQUARES} - Fraction(3362, 9409), UNDEFINED))",
    "the larger of two": f"maximum(tanh({SQUARES}), 1 / ({SQUARES} - Fraction(3362, 9409)))",
    "a pair of classes": (
        "tanh(shares.pairs(lambda at, to: (at.p - to.q) ** 2 / (at.p + to.q - Fraction(41, 97))"
        " + (at.q - to.p) ** 2 / (at.q + to.p - Fraction(41, 97))))"
    ),
    "conventions of another kind": (
        "tanh(shares.sum(lambda at: ratio(1, at.p * at.q, 0) / (at.p + at.q - Fraction(41, 97))))"
    ),
}
CONSTRAINTS = ("symmetry", "reversal", "unused_end_class", "ordinal_invariance")


@pytest.mark.parametrize("name", NOWHERE_THERE)
def test_no_value_is_not_the_same_value(name: str) -> None:
    formula = given("quantification", NOWHERE_THERE[name])
    metric = build(formula.function, task="quantification")
    value = score(WORLD, formula, WORLD.read(FAR))
    assert value is not None
    assert value.value is None
    proofs = [prove(metric, record(WORLD, constraint)) for constraint in CONSTRAINTS]
    assert not any(proof.total for proof in proofs if proof is not None)


@pytest.mark.parametrize("constraint", ["nearer_class_one_hot", "lump_one_hot"])
def test_nothing_by_nothing_is_no_tie(constraint: str) -> None:
    formula = given("quantification", "-shares.sum(lambda at: (at.p - at.q) ** 2 / (at.p + at.q))")
    assert prove(build(formula.function, task="quantification"), record(WORLD, constraint)) is None


@pytest.mark.parametrize("constraint", ["reversal", "unused_end_class"])
def test_what_is_always_there_is_proved_as_before(constraint: str) -> None:
    body = "tanh(shares.sum(lambda at: (at.p - at.q) ** 2 / (at.p + at.q + Fraction(1, 97))))"
    proof = prove(
        build(given("quantification", body).function, task="quantification"), record(WORLD, constraint)
    )
    assert proof is not None
    assert (proof.sign, proof.total) == ("zero", True)


AE = "-shares.sum(lambda at: maximum(at.p - at.q, at.q - at.p))"
IMAGINARY = [
    f"{AE} + sqrt(shares.classes - 3) ** 2",
    f"{AE} + sqrt(shares.classes - 3) * sqrt(shares.classes - 3)",
    f"{AE} + 0 * sqrt(shares.classes - 3)",
    f"{AE} + 0 * sqrt(2 - shares.classes)",
    f"{AE} + sqrt(3 - shares.classes) ** 4",
    f"{AE} + sqrt(shares.sum(lambda at: at.k - 2)) ** 2",
    f"{AE} + sqrt(shares.pairs(lambda at, to: to.k - 2)) ** 2",
    f"{AE} + sqrt(shares.pairs(lambda at, to: to.k - shares.classes)) ** 2",
    f"{AE} + shares.sum(lambda at: sqrt(at.k - 2) ** 2)",
    f"{AE} + shares.pairs(lambda at, to: sqrt(at.k - to.k) * sqrt(at.k - to.k))",
    f"{AE} * sqrt(3 - shares.classes) / sqrt(3 - shares.classes)",
    f"{AE} * maximum(1, sqrt(shares.classes - 3) ** 2)",
    f"{AE} + guarded(0, sqrt(shares.classes - 3) + 1, 1)",
    f"{AE} + 0 * log2(shares.classes - 3)",
    f"{AE} + log2(shares.classes - 4) / log2(shares.classes - 4)",
    f"{AE} + 0 / log2(shares.classes - 2)",
]
"""Formulas without a value for some number of classes: roots or logarithms of numbers are imaginary or infinite."""


@pytest.mark.parametrize("body", IMAGINARY)
@pytest.mark.parametrize("constraint", ["identity", "symmetry"])
def test_imaginary_numbers_are_no_values(body: str, constraint: str) -> None:
    proof = prove(
        build(given("quantification", body).function, task="quantification"), record(WORLD, constraint)
    )
    assert proof is None or not proof.total
