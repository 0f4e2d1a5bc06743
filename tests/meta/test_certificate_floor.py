"""What a certificate calls positive: tiny numbers are, rounding errors and zeros are not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.agreement import agrees
from axiometrics.checker.prove.arithmetic import sized
from axiometrics.checker.prove.concrete import confirm
from axiometrics.checker.prove.refusal import CertificateError
from axiometrics.checker.sweep import sweep_cases
from axiometrics.metrics import metrics


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


def checked(definition: str, x: list[float], margins: list[float]) -> int:
    found = np.array(margins)
    return agrees(certificate(definition), lambda name: np.array(x), found, found)


def test_a_tiny_positive_number_is_positive() -> None:
    assert checked("(1/10)**x - (1/10)**(x + 1)", [5, 17, 40], [0.9e-5, 0.9e-17, 0.9e-40]) == 3


@pytest.mark.parametrize(
    ("definition", "x"),
    [
        ("x - x", [3]),
        ("x", [1, 0]),
        ("(1/10)**x - (1/10)**x", [17]),
        ("(1/10)**(x + 1) - (1/10)**x", [17]),
        ("x/10 + x/5 - 3*x/10", [1]),
        ("log(x + 1)/log(2) - log(x + 1)/log(2)", [6]),
        ("x", [1e-16, 2.5]),
        ("x - 1/3", [1 / 3 + 1e-15]),
        ("1 - 1/(1 + 1/(1/(1/3 - x)))", [1 / 3 - 1e-15]),
    ],
)
def test_zeros_and_rounding_errors_are_not_positive(definition: str, x: list[float]) -> None:
    """A value that is no whole number has been summed up, so that what is left of it may be rounding."""
    with pytest.raises(CertificateError, match="is not positive in some case"):
        checked(definition, x, [1e-17] * len(x))


def test_the_size_of_a_difference_is_that_of_its_terms() -> None:
    assert sized("x*(x - 1)/(x + 1)", {"x": 3.0}) == (1.5, 3 * 4 / 4)
    assert sized("(x - 2)**2", {"x": 3.0}) == (1.0, 25.0)


@pytest.mark.parametrize("p", ["1/10", "1/1000", "99/100"])
@pytest.mark.parametrize("constraint", ["priority", "deepness"])
def test_discounts_that_fall_fast_are_proved(p: str, constraint: str) -> None:
    """At rank 13 they are 1e-12 and 1e-36; all cases up to size 9 are compared."""
    metric, demanded = (
        metrics("ranking")["rbp"].with_parameters(p=Fraction(p)),
        constraints("ranking")[constraint],
    )
    proof = prove(metric, demanded)
    assert proof is not None
    assert proof.sign == "positive"
    assert confirm(proof, metric, demanded, sweep_cases(demanded, 9)) > 0


def test_a_discount_that_hardly_falls_is_not_proved() -> None:
    """The second difference of (1 - 1e-6)^i is 1e-12 of its terms, too little to be told from rounding."""
    metric = metrics("ranking")["rbp"].with_parameters(p=Fraction(999999, 10**6))
    assert prove(metric, constraints("ranking")["deepness"]) is None
