"""What the stand-alone checker knows for every n: bounds that sums lie between, and signs that are never too strong."""

from __future__ import annotations

from fractions import Fraction
from math import log2

import pytest

from axiometrics.recheck.eventual_signs import Growing, Quotient, plain
from axiometrics.recheck.expressions import Flat, flattened, parsed
from axiometrics.recheck.facts.extremes import calls_of, discount_sign

RANGES = (("1", "n"), ("n + 1", "2*n"), ("2", "2*n - 1"))
START, MOST = 3, 40


def flat(text: str) -> Flat:
    return flattened(parsed(text))


def number(value: Flat, **names: float) -> float:
    total = 0.0
    for powers, factor in value.items():
        term = float(factor)
        for name, power in powers:
            term *= names[name] ** power
        total += term
    return total


def value(of: Quotient, **names: float) -> float:
    return number(of[0], **names) / number(of[1], **names)


def ranks(first: str, last: str, n: int) -> range:
    return range(round(number(flat(first), n=n)), round(number(flat(last), n=n)) + 1)


@pytest.mark.parametrize(("first", "last"), RANGES)
@pytest.mark.parametrize("inside", ["i + 1", "2*i + n", "i + 7/2"])
def test_sums_of_inverse_logarithms_lie_between_their_bounds(first: str, last: str, inside: str) -> None:
    count = flat(f"{last} - ({first}) + 1")
    found = Growing(START).logarithmic(flat(inside), flat(first), flat(last), count)
    assert found is not None
    for n in range(START, MOST):
        total = sum(1 / log2(number(flat(inside), n=n, i=i)) for i in ranks(first, last, n))
        assert value(found[0], n=n) <= total + 1e-9
        assert total <= value(found[1], n=n) + 1e-9


@pytest.mark.parametrize(("first", "last"), RANGES)
@pytest.mark.parametrize(
    ("top", "bottom"), [("1", "i"), ("i", "i + n"), ("1", "(i + 1)*(i + 2)"), ("i**2", "1")]
)
def test_sums_of_quotients_lie_between_their_bounds(first: str, last: str, top: str, bottom: str) -> None:
    body, count = (flat(top), flat(bottom)), flat(f"{last} - ({first}) + 1")
    found = Growing(START).shaped(body, flat(first), flat(last), plain(count), flat=True)
    assert found is not None
    for n in range(START, MOST):
        total = sum(value(body, n=n, i=i) for i in ranks(first, last, n))
        assert value(found[0], n=n) <= total + 1e-9
        assert total <= value(found[1], n=n) + 1e-9


def test_weighted_sums_lie_between_their_bounds() -> None:
    known, first, last = Growing(START), flat("n + 1"), flat("2*n")
    left = known.power(Fraction(1, 2), flat("n"))
    weights = ({key: -2 * factor for key, factor in left.items()} | {(): Fraction(2)}, {(): Fraction(1)})
    found = known.shaped((flat("1"), flat("i")), first, last, weights, flat=False)
    assert found is not None
    for n in range(START, MOST):
        names = {"n": n, "power of 1/2": 0.5**n}
        total = sum(0.5 ** (i - n - 1) / i for i in range(n + 1, 2 * n + 1))
        assert value(found[0], **names) <= total + 1e-12
        assert total <= value(found[1], **names) + 1e-12


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("n - 2", (1, True)),
        ("n - 3", (1, False)),  # zero at the start
        ("n - 4", None),
        ("3 - n", (-1, False)),
        ("n - n", (0, False)),
        ("n**2 - 5*n + 7", (1, True)),  # with n = 3 + m: m^2 + m + 1
        ("n**2 - 7*n + 13", None),  # m^2 - m + 1 is positive, but its coefficients do not show it
    ],
)
def test_signs_from_n_3_on(text: str, sign: object) -> None:
    assert Growing(START).sign(flat(text)) == sign


def test_a_sum_between_bounds_has_no_strict_sign_at_a_bound_that_is_zero() -> None:
    known = Growing(START)
    total = known.sum_of("s", (plain(flat("0")), plain(flat("n"))))
    assert known.sign(total) == (1, False)
    assert known.sign({**total, (("n", 1),): Fraction(-1)}) == (-1, False)
    more = {**total, (): Fraction(1)}
    assert known.sign(more) == (1, True)
    assert known.sign(known.sum_of("unknown", None)) is None


def test_powers_fall_but_never_vanish() -> None:
    known = Growing(START)
    half = known.power(Fraction(1, 2), flat("n"))
    assert known.sign(half) == (1, True)
    eighth = {**half, (): Fraction(-1, 8)}  # (1/2)^n is 1/8 at n = 3, and less after it
    assert known.sign(eighth) == (-1, False)
    assert known.sign({**half, (): Fraction(-1, 7)}) == (-1, True)
    assert known.sign({**half, (): Fraction(-1, 9)}) is None


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("InverseLog(r + 2)", "positive"),
        ("InverseLog(r + 1)", ""),  # log2(1) is zero
        ("Power(4/5, r) - Power(4/5, r + 1)", "positive"),
        ("Power(5/4, r) - Power(5/4, r + 1)", ""),  # grows
        ("InverseLog(r + 2) - InverseLog(r + 3) - InverseLog(r + 4) + InverseLog(r + 5)", "positive"),
        (
            "InverseLog(r + 2) - InverseLog(r + 3) - InverseLog(r + 4) + InverseLog(r + 6)",
            "",
        ),  # unequal steps
        (
            "InverseLog(r + 4) - InverseLog(r + 5) - InverseLog(r + 2) + InverseLog(r + 3)",
            "",
        ),  # later one first
        ("InverseLog(r + 2) - Power(4/5, r)", ""),  # two functions
        ("ideal_gain(r + 2) - ideal_gain(r + 1)", "nonnegative"),
        ("ideal_gain(r + 1) - ideal_gain(r + 2)", ""),
        ("InverseLog(r + 2) - InverseLog(t + 3)", ""),  # of ranks whose order is open
    ],
)
def test_discounts_have_the_signs_that_convexity_shows(text: str, sign: str) -> None:
    signs = {"r": "nonnegative", "t": "nonnegative"}
    assert discount_sign(calls_of(text), signs) == sign
