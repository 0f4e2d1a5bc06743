"""What a certificate calls positive: tiny numbers are, zeros are not, however near floats bring the two."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import Cases, Concrete, Readings, compare
from axiometrics.checker.recheck.on_cases import agrees
from axiometrics.checker.sweep import sweep_cases
from axiometrics.errors import UndecidedError
from axiometrics.formulas.arithmetics.extended import extended_algebra
from axiometrics.metrics import metrics
from axiometrics.tasks.cases import Subset, as_numbers


def certificate(definition: str) -> dict[str, Any]:
    """The margin is the one generator, which is positive by its definition in the measured x."""
    generator = {"name": "w", "sign": "positive", "meaning": "a planted one", "definition": definition}
    numerator, one = [{"terms": [["1", [1]]], "times": 1}], [{"terms": [["1", [0]]], "times": 1}]
    branch = {"path": [], "sign": "positive", "generators": ["w"], "numerator": numerator, "denominator": one}
    return {
        "measured": {"x": "x"},
        "generators": [generator],
        "values": {},
        "branches": [{**branch, "squared": False}],
    }


class Given(Concrete):
    """Cases with one number x each, and their margins."""

    def __init__(self, x: Sequence[Fraction], margins: Sequence[Fraction]) -> None:
        metric = metrics("filtering")["accuracy"]
        super().__init__(metric, margins, {"only": 1}, 1, np.arange(len(x)), metric)
        object.__setattr__(self, "x", x)

    def measure(self, name: str, readings: Readings) -> Any:
        return as_numbers(np.array(self.x, dtype=object), readings.arithmetic, readings.alone)

    def score(self, output: str, readings: Readings) -> Any:
        return as_numbers(np.array(self.batch, dtype=object), readings.arithmetic, readings.alone)

    def alone(self, places: Any) -> Subset:
        return Subset(places, {})

    def algebra(self, alone: Subset) -> Any:
        return extended_algebra(30)

    def told(self, place: int) -> str:
        return f"x = {self.x[place]}"


def checked(definition: str, x: Sequence[Any], margins: Sequence[Any]) -> int:
    given = Given([*map(Fraction, x)], [*map(Fraction, margins)])
    return given.compared(partial(agrees, certificate(definition)))


def test_a_tiny_positive_number_is_positive() -> None:
    x = [5, 17, 40]
    assert checked("(1/10)**x - (1/10)**(x + 1)", x, [Fraction(9, 10 ** (each + 1)) for each in x]) == 3


def test_a_difference_that_floats_do_not_see_is_positive() -> None:
    """The difference of 1 + 1e-20 and 1 is nothing in floats: the error bounds leave its sign open."""
    assert checked("(1 + x) - 1", ["1/100000000000000000000"], ["1/100000000000000000000"]) == 1


def test_a_margin_that_is_off_by_what_floats_do_not_see_is_refused() -> None:
    assert checked("x", ["1/3"], ["1/3"]) == 1
    with pytest.raises(CertificateError, match="the margin is not what the certificate says"):
        checked("x", ["1/3"], [Fraction(1, 3) + Fraction(1, 10**30)])


@pytest.mark.parametrize(
    ("definition", "x"),
    [
        ("x - x", [3]),
        ("x", [1, 0]),
        ("(1/10)**x - (1/10)**x", [17]),
        ("(1/10)**(x + 1) - (1/10)**x", [17]),
        ("x/10 + x/5 - 3*x/10", [1]),
        ("log(x + 1)/log(2) - log(x + 1)/log(2)", [6]),
        ("1/3 - x", ["333333333333333333334/1000000000000000000000"]),
        ("1 - 1/(1 + 1/(1/(1/3 - x)))", ["333333333333333333334/1000000000000000000000"]),
    ],
)
def test_zeros_and_negative_numbers_are_not_positive(definition: str, x: list[Any]) -> None:
    with pytest.raises(CertificateError, match=r"is not (positive|what)"):
        checked(definition, x, [1e-17] * len(x))


@pytest.mark.parametrize("p", ["1/10", "1/1000", "99/100", "999999/1000000", "1/1000000000000"])
@pytest.mark.parametrize("constraint", ["priority", "deepness"])
def test_discounts_that_fall_fast_or_hardly_are_proved(p: str, constraint: str) -> None:
    """At rank 13 they are 1e-12 and 1e-36 and less; all cases up to size 9 are compared."""
    metric, demanded = (
        metrics("ranking")["rbp"].with_parameters(p=Fraction(p)),
        constraints("ranking")[constraint],
    )
    proof = prove(metric, demanded)
    assert proof is not None
    assert proof.sign == "positive"
    assert confirm(proof, metric, demanded, sweep_cases(demanded, 9)) > 0


def test_a_power_with_an_exponent_that_floats_do_not_know_is_not_said_to_have_no_value() -> None:
    assert checked("(1/10)**(3*(x/3))", [5], [Fraction(1, 10**5)]) == 1


@pytest.mark.parametrize("open_first", [True, False])
def test_one_of_several_certificates_that_nothing_decides_is_enough_to_refuse(open_first: bool) -> None:
    """The cases are read together; what is known of another certificate says nothing about this one."""
    given = Given([Fraction(1)], [Fraction(1)])

    def known(cases: Cases) -> Any:
        return np.zeros(len(cases), dtype=int)

    def undecided(cases: Cases) -> Any:
        if cases.earlier is not None:  # exact numbers
            raise UndecidedError("nobody knows")
        cases.unknown = True
        return known(cases)

    jobs = [(given, undecided), (given, known)]
    assert compare([(given, known), (given, known)]) == 2
    with pytest.raises(UndecidedError, match="neither floats nor exact numbers"):
        compare(jobs if open_first else jobs[::-1])
