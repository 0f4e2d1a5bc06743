"""Logarithms of numbers that an arithmetic was not made for: it grows by what they need."""

from __future__ import annotations

from fractions import Fraction
from math import log, log2, prod

import pytest
from flint import fmpz

from axiometrics.checker.api import check
from axiometrics.errors import UnknownPrimeError
from axiometrics.formulas.arithmetics import exact
from axiometrics.formulas.arithmetics.exact import exact_algebra, prime_powers
from axiometrics.formulas.arithmetics.scalars import elementwise
from axiometrics.tasks.ranking.discounts import Discounted, discounted_algebra


def test_the_primes_that_are_missing_are_told_and_known_next() -> None:
    arithmetic = exact_algebra(3)
    with pytest.raises(UnknownPrimeError, match="5, 11, 13") as failure:
        arithmetic.log(arithmetic.number(Fraction(65, 33)))
    larger = arithmetic.knowing(failure.value.primes)
    assert larger.primes == (2, 3, 5, 11, 13)
    assert larger.text(larger.log(larger.number(Fraction(65, 33)))) == "-log(11) - log(3) + log(5) + log(13)"


def test_a_column_tells_all_primes_that_its_logarithms_lack() -> None:
    arithmetic = exact_algebra(3)
    column = elementwise(arithmetic).column([2, 35, 6, 11])
    with pytest.raises(UnknownPrimeError) as failure:
        elementwise(arithmetic).log(column)
    assert failure.value.primes == (5, 7, 11)
    larger = arithmetic.knowing(failure.value.primes)
    assert [larger.text(each) for each in elementwise(larger).log(column)] == [
        "log(2)", "log(5) + log(7)", "log(2) + log(3)", "log(11)",
    ]  # fmt: skip


def test_logarithms_are_the_same_once_others_were_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_FORMS", 2)
    arithmetic = exact.Exact(exact.primes_up_to(30))
    for top, bottom in ((a, b) for a in range(1, 30) for b in range(1, 30)):
        found = arithmetic.log(arithmetic.number(Fraction(top, bottom)))
        assert arithmetic.approximate(found) == pytest.approx(log(top / bottom), abs=1e-12)


def test_an_arithmetic_of_discounts_grows_in_its_kind() -> None:
    larger = discounted_algebra(8).knowing((101,))
    assert isinstance(larger, Discounted)
    assert 101 in larger.primes


def test_discounts_beyond_the_end_of_a_list_are_numbers_of_their_own() -> None:
    """Quotients of logarithms would have a common denominator of thousands of terms."""
    arithmetic, total = discounted_algebra(8), None
    while total is None:
        try:
            ranks = map(arithmetic.number, map(Fraction, range(2, 60)))
            total = sum(map(arithmetic.inverse_log2, ranks), arithmetic.zero)
        except UnknownPrimeError as error:
            arithmetic = arithmetic.knowing(error.primes)
    assert arithmetic.bound < 200
    near = sum(1 / log2(rank) for rank in range(2, 60))
    low, high = (arithmetic.number(Fraction(near + step)) for step in (-1e-9, 1e-9))
    assert arithmetic.sign(total - high) < 0 < arithmetic.sign(total - low)


def test_a_discount_far_beyond_is_a_quotient_of_logarithms() -> None:
    arithmetic = discounted_algebra(8)
    with pytest.raises(UnknownPrimeError, match="1000003") as failure:
        arithmetic.inverse_log2(arithmetic.number(Fraction(1_000_003)))
    larger = arithmetic.knowing(failure.value.primes)
    assert isinstance(larger, Discounted)
    assert larger.bound == arithmetic.bound
    assert larger.text(larger.inverse_log2(larger.number(Fraction(1_000_003)))) == "log(2)/log(1000003)"


@pytest.mark.parametrize("smoothing", ["1/10", "1/7"])
def test_smoothed_shares_have_logarithms_of_any_prime(smoothing: str) -> None:
    found = check(
        f"nkld(eps={smoothing})",
        "quantification",
        constraints=["symmetry", "identity"],
        effort="quick",
        cache=False,
    )
    # a share of 1/2 and the smoothing 1/10 give (1/2 + 1/10) / (1 + 2/10) = 1/2, a share of 1 gives 11/12
    assert [cell.error for cell in found.cells] == [None, None]
    assert [cell.strict.outcome for cell in found.cells] == ["contradicted", "holds"]


def test_what_is_left_of_a_long_number_counts_as_a_prime() -> None:
    long = 7**3 * (10**200 + 1)
    found = dict(prime_powers(fmpz(long)))
    assert found[7] == 3
    assert prod(prime**times for prime, times in found.items()) == long
