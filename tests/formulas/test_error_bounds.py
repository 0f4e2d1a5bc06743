"""Floats with an error bound contain the exact value of every number that their operands can stand for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from axiometrics.formulas.arithmetics.bounded import exact_sum
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, ONE, Bounded

ZERO = Bounded(0.0, 0.0, 1.0)
INFINITE = BOUNDED.infinite
VALUES = (0.0, 1.0, -1.0, 2.0, 0.1, 0.75, 4.0, 7.0, -2.5, 1 / 3, 2.0**-480, -(2.0**-950), 1e200, -1e300)
RADII = (0.0, 2.0**-900, 2.0**-52, 1e-3, 1.0, 0.5)
NUMBERS = [(value, radius) for value in VALUES for radius in RADII]


def batch(numbers: Any) -> Bounded:
    value, radius = map(np.array, zip(*numbers, strict=True))
    return Bounded(value, radius)


def points(value: float, radius: float) -> list[fmpq]:
    middle, reach = (fmpq(*number.as_integer_ratio()) for number in (value, radius))
    return list(dict.fromkeys([middle - reach, middle, middle + reach]))


def assert_contained(found: Bounded, truths: list[list[Any]]) -> None:
    """Compare each entry with its true values, None where there is none."""
    values, radii = (np.broadcast_to(part, (len(truths),)).tolist() for part in (found.value, found.radius))
    for value, radius, wanted in zip(values, radii, truths, strict=True):
        if math.isinf(radius):  # nothing is said
            continue
        for truth in wanted:
            if truth is None or math.isnan(value):
                assert math.isnan(value), (value, radius, wanted)
                assert truth is None, (value, radius, wanted)
            else:
                assert abs(arb(truth) - arb(value)) <= arb(radius), (value, radius, wanted)


@pytest.fixture(autouse=True)
def precise() -> Iterator[None]:
    """Balls of 4500 bits hold sums of all numbers above exactly."""
    before, ctx.prec = ctx.prec, 4500
    yield
    ctx.prec = before


OF_TWO: dict[str, tuple[Callable[..., Bounded], Callable[..., Any]]] = {
    "sum": (lambda x, y: x + y, lambda x, y: x + y),
    "difference": (lambda x, y: x - y, lambda x, y: x - y),
    "product": (lambda x, y: x * y, lambda x, y: x * y),
    "quotient": (lambda x, y: x / y, lambda x, y: x / y if y else None),
    "ratio": (lambda x, y: BOUNDED.ratio(x, y, ONE), lambda x, y: x / y if y else fmpq(1)),
    "guard": (lambda x, y: BOUNDED.guard(x, y, ZERO), lambda x, y: x if y else fmpq(0)),
    "larger": (BOUNDED.larger, max),
    "smaller": (BOUNDED.smaller, min),
}


@pytest.mark.parametrize("name", OF_TWO)
def test_what_two_numbers_give_is_within_the_bound(name: str) -> None:
    ours, exact = OF_TWO[name]
    pairs = list(itertools.product(NUMBERS, NUMBERS))
    with np.errstate(all="ignore"):
        found = ours(batch(first for first, _ in pairs), batch(second for _, second in pairs))
    assert_contained(
        found, [[exact(x, y) for x in points(*first) for y in points(*second)] for first, second in pairs]
    )


OF_ONE: dict[str, tuple[Callable[..., Bounded], Callable[..., Any]]] = {
    "root": (BOUNDED.sqrt, lambda x: arb(x).sqrt() if x >= 0 else None),
    "logarithm": (BOUNDED.log, lambda x: arb(x).log() if x > 0 else None),
    "tangent": (BOUNDED.tanh, lambda x: arb(x).tanh() if x else fmpq(0)),
    "inverse logarithm": (
        BOUNDED.inverse_log2, lambda x: arb(2).log() / arb(x).log() if x > 0 and x != 1 else None),
    "square": (lambda x: x**2, lambda x: x * x),
    "zeroth power": (lambda x: x**0, lambda x: fmpq(1)),
    "opposite": (lambda x: -x, lambda x: -x),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_ONE)
def test_what_one_number_gives_is_within_the_bound(name: str) -> None:
    ours, exact = OF_ONE[name]
    with np.errstate(all="ignore"):
        found = ours(batch(NUMBERS))
    assert_contained(found, [[exact(x) for x in points(*number)] for number in NUMBERS])


@pytest.mark.parametrize("exponent", [-2, -1, 0, 1, 2, 3])
def test_a_whole_power_is_within_the_bound(exponent: int) -> None:
    numbers = [
        (value, radius) for value, radius in NUMBERS if (abs(value) < 1e9 and abs(value) > 1e-9) or not value
    ]
    times = Bounded(np.full(len(numbers), float(exponent)), 0.0, 1.0)
    with np.errstate(all="ignore"):
        found = BOUNDED.power(batch(numbers), times)
    assert_contained(
        found, [[x**exponent if x or exponent >= 0 else None for x in points(*number)] for number in numbers]
    )


def test_an_exponent_that_may_not_be_whole_gives_no_power_that_is_known() -> None:
    for exponent in (Bounded(0.5, 0.0), Bounded(2.0, 1e-20)):
        assert np.isinf(BOUNDED.power(Bounded(4.0, 0.0), exponent).radius)


def test_the_logarithm_of_a_binomial_coefficient_is_within_the_bound() -> None:
    pairs = [(upper, lower) for upper in (0, 1, 2, 7, 50, 400) for lower in range(upper + 1)]
    upper, lower = (Bounded(np.array(side, dtype=float), 0.0, 1.0) for side in zip(*pairs, strict=True))
    found = BOUNDED.log_binomial(upper, lower)
    assert np.isfinite(found.radius).all()
    assert_contained(found, [[arb(math.comb(*pair)).log()] for pair in pairs])
    for beyond in (BOUNDED.log_binomial(ONE, ONE + ONE), BOUNDED.log_binomial(ONE, -ONE)):
        assert np.isinf(beyond.radius)


TIGHT = {
    "sum": (lambda x, y: x + y, 2.0**-51),
    "product": (lambda x, y: x * y, 2.0**-51),
    "quotient": (lambda x, y: x / y, 2.0**-51),
    "ratio": (lambda x, y: BOUNDED.ratio(x, y, ONE), 2.0**-51),
    "root": (lambda x, y: BOUNDED.sqrt(x), 2.0**-51),
    "logarithm": (lambda x, y: BOUNDED.log(x), 2.0**-47),
    "tangent": (lambda x, y: BOUNDED.tanh(x), 2.0**-47),
    "power": (lambda x, y: BOUNDED.power(x, Bounded(2.0, 0.0, 1.0)), 2.0**-46),
}


@pytest.mark.parametrize("name", TIGHT)
def test_of_exact_operands_little_is_lost(name: str) -> None:
    """A bound that is too wide makes no verdict wrong, but sends every case to slower arithmetic."""
    operation, most = TIGHT[name]
    found = operation(
        batch([(0.3, 0.0), (3.7, 0.0), (90.1, 0.0)]), batch([(0.7, 0.0), (11.3, 0.0), (1.9, 0.0)])
    )
    assert (found.radius <= most * np.abs(found.value)).all()


@pytest.mark.parametrize("name", ["sum", "product"])
def test_whole_numbers_and_halves_stay_exact(name: str) -> None:
    half = BOUNDED.column(np.array([1, 3]), 2)
    found = OF_TWO[name][0](half, BOUNDED.column(np.array([4, 6])))
    assert found.radius == 0
    assert found.unit == 0.5
    beyond = OF_TWO[name][0](BOUNDED.column(np.array([2**52, 1])), BOUNDED.column(np.array([2**52, 2])))
    assert np.all(beyond.radius > 0)  # 2^53 and more may be rounded


def test_infinity_is_exact_where_both_operands_are_known() -> None:
    two, open_ = Bounded(2.0, 1e-9), Bounded(1e-12, 1e-9)
    assert (INFINITE + two).radius == 0
    assert (INFINITE * two).radius == 0
    assert np.isinf((INFINITE * open_).radius)  # its sign is not known
    assert (INFINITE / two).radius == 0
    assert BOUNDED.log(INFINITE).value == math.inf
    assert BOUNDED.tanh(INFINITE).value == 1
    assert BOUNDED.tanh(-INFINITE).value == -1
    with np.errstate(invalid="ignore"):
        assert math.isnan((INFINITE - INFINITE).value)


@pytest.mark.parametrize(
    "number",
    [
        Fraction(0),
        Fraction(1, 3),
        Fraction(-7, 4),
        Fraction(2**60 + 1),
        Fraction(1, 10**400),
        Fraction(10**400),
    ],
)
def test_a_constant_is_within_the_bound(number: Fraction) -> None:
    found = BOUNDED.number(number)
    assert np.isinf(found.radius) or abs(Fraction(float(found.value)) - number) <= Fraction(
        float(found.radius)
    )
    assert np.isinf(found.radius) == (number == 10**400)
    assert (found.radius == 0) == (number in (0, Fraction(-7, 4)))


def test_whole_numbers_beyond_53_bits_and_their_quotients_are_within_the_bound() -> None:
    tops, bottoms = [2**70 + 1, 3, 10**400], [2**69 - 1, 7, 1]
    for found, exact in (
        (BOUNDED.column(np.array([2**60 + 1, 3])), [Fraction(2**60 + 1), Fraction(3)]),
        (BOUNDED.column(np.array(tops[:2], dtype=object), np.array(bottoms[:2], dtype=object)),
         [Fraction(*pair) for pair in zip(tops[:2], bottoms[:2], strict=True)]),
    ):  # fmt: skip
        radii = np.broadcast_to(found.radius, (2,))
        for value, radius, truth in zip(found.value.tolist(), radii.tolist(), exact, strict=True):
            assert abs(Fraction(value) - truth) <= Fraction(radius)
    with np.errstate(invalid="ignore"):
        assert np.isinf(BOUNDED.column(np.array(tops, dtype=object)).radius[2])


def test_sums_and_extremes_of_stretches_are_within_the_bound() -> None:
    numbers = [(0.1, 0.0), (0.2, 1e-3), (-0.7, 0.5), (1e16, 0.0), (1.0, 0.0), (1 / 3, 0.0)]
    starts, lengths = np.array([0, 2, 3]), np.array([2, 1, 3])
    stretches = [numbers[start : start + length] for start, length in zip(starts, lengths, strict=True)]
    choices = [list(itertools.product(*(points(*number) for number in stretch))) for stretch in stretches]
    for found, exact in (
        (BOUNDED.total(batch(numbers), starts, lengths), sum),
        (BOUNDED.best(batch(numbers), starts, least=False), max),
        (BOUNDED.best(batch(numbers), starts, least=True), min),
    ):
        assert_contained(found, [[exact(choice) for choice in each] for each in choices])


def test_an_empty_stretch_adds_up_to_zero() -> None:
    found = BOUNDED.total(batch([(0.1, 0.0), (0.2, 0.0)]), np.array([0, 2, 2]), np.array([2, 0, 0]))
    assert found.value.tolist()[1:] == [0, 0]
    assert found.radius.tolist()[1:] == [0, 0]
    whole = BOUNDED.total(BOUNDED.column(np.array([3, 4])), np.array([0]), np.array([2]))
    assert (whole.value.tolist(), whole.radius) == ([7], 0)


def test_a_sign_is_known_only_where_the_bound_leaves_one() -> None:
    values = batch(
        [(1.0, 0.5), (-1.0, 0.5), (0.0, 0.0), (0.0, 0.1), (0.5, 0.5), (math.nan, 0.0), (1.0, math.inf)]
    )
    assert values.signs.tolist() == [1, -1, 0, 2, 2, 2, 2]


def test_a_radius_that_is_itself_rounded_near_zero_is_widened() -> None:
    """The least float may stand for anything between half of it and one and a half."""
    least = math.ulp(0.0)
    assert Bounded.rounded(0.0, least).radius > 1.5 * least
    assert Bounded.rounded(0.0, 0.0).radius == 0


def test_a_result_next_to_zero_may_be_nothing_but_underflow() -> None:
    assert Bounded.rounded(2.0**-1000, 0.0).radius > 2.0**-1000


UNKNOWN = [(value, math.inf) for value in (0.0, 1.0, -2.5, 1e300, math.nan, math.inf, -math.inf)]
"""What may be any number, or none."""
KNOWN = [(value, radius) for value, radius in NUMBERS if radius in (0.0, 2.0**-52, 1.0)]
ABSENT = (math.nan, 0.0)


@pytest.mark.parametrize("name", OF_TWO)
def test_of_an_unknown_operand_nothing_is_known_but_that_nothing_is_there(name: str) -> None:
    ours, _ = OF_TWO[name]
    unknown = [
        pair for one in UNKNOWN for other in (*KNOWN, *UNKNOWN) for pair in ((one, other), (other, one))
    ]
    if name in ("ratio", "guard"):  # what is not chosen does not count
        unknown = [pair for pair in unknown if pair[1] in UNKNOWN or pair[1][0] > 1 > pair[1][1]]
    with np.errstate(all="ignore"):
        found = ours(batch(one for one, _ in unknown), batch(other for _, other in unknown))
    known = np.broadcast_to(np.isfinite(found.radius), (len(unknown),))
    by_zero = [name in ("quotient", "ratio") and other == (0.0, 0.0) for _, other in unknown]
    assert [pair for pair, sure, zero in zip(unknown, known, by_zero, strict=True) if sure and not zero] == []


@pytest.mark.parametrize("name", [name for name in OF_ONE if name != "zeroth power"])
def test_of_an_unknown_number_nothing_is_known(name: str) -> None:
    with np.errstate(all="ignore"):
        found = OF_ONE[name][0](batch(UNKNOWN))
    assert np.isinf(found.radius).all()


@pytest.mark.parametrize("exponent", [-2, 0, 1, 2])
def test_a_power_of_what_is_unknown_or_not_there_is_so_too(exponent: int) -> None:
    with np.errstate(all="ignore"):
        found = BOUNDED.power(batch([*UNKNOWN, ABSENT]), Bounded(np.full(8, float(exponent)), 0.0, 1.0))
    assert np.isinf(found.radius[:-1]).all()
    assert found.is_absent[-1]


def test_a_sum_or_an_extreme_with_an_unknown_term_is_unknown() -> None:
    stretches = [(one, *others) for one in UNKNOWN for others in ([(3.0, 0.0)], [(1e200, 1.0)], [UNKNOWN[4]])]
    terms = batch(term for stretch in stretches for term in stretch)
    starts, lengths = np.arange(0, 2 * len(stretches), 2), np.full(len(stretches), 2)
    with np.errstate(all="ignore"):
        found = [
            BOUNDED.total(terms, starts, lengths),
            *(BOUNDED.best(terms, starts, least=least) for least in (False, True)),
        ]
    assert all(np.isinf(each.radius).all() for each in found)


def test_terms_that_add_up_beyond_all_floats_are_not_infinite() -> None:
    terms = Bounded(np.array([1.5e308, 1.5e308, 1.5e308, 1.5e308, -1.5e308, math.inf, 1.0]), 0.0)
    with np.errstate(all="ignore"):
        found = BOUNDED.total(terms, np.array([0, 2, 5]), np.array([2, 3, 2]))
    assert np.isinf(found.radius).tolist() == [True, True, False]
    assert found.value[2] == math.inf


TERMS = [(Fraction(3), (2, 0)), (Fraction(-1, 2), (1, 1)), (Fraction(7), (0, 0))]


def test_an_exact_sum_of_products_is_what_its_steps_give() -> None:
    columns = [Bounded(np.array([0.0, 5.0, 9.0]), 0.0, 1.0), Bounded(np.array([0.5, 2.0, 0.0]), 0.0, 0.5)]
    found = exact_sum([(BOUNDED.number(value), powers) for value, powers in TERMS], columns)
    assert found is not None
    assert (found.value.tolist(), found.radius, found.unit) == ([7.0, 77.0, 250.0], 0.0, 0.25)


@pytest.mark.parametrize(
    ("first", "number"),
    [
        (Bounded(np.array([1.0, 0.1]), 0.0), Fraction(1)),  # not known to be a multiple of anything
        (Bounded(np.array([1.0, 2.0]), 0.0, 1.0), Fraction(1, 3)),  # a number that floats do not have
        (Bounded(np.array([1.0, 2.0**27]), 0.0, 1.0), Fraction(1)),  # whose square is beyond 2^53
        (Bounded(np.array([1.0, math.nan]), 0.0), Fraction(1)),
    ],
)
def test_a_sum_with_a_step_that_may_be_rounded_is_not_taken_in_one_go(
    first: Bounded, number: Fraction
) -> None:
    assert exact_sum([(BOUNDED.number(number), (2,))], [first]) is None


@pytest.mark.parametrize("value", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("name", ["sqrt", "log", "tanh", "inverse_log2"])
def test_a_constant_gives_what_a_column_gives(name: str, value: int) -> None:
    operation = getattr(BOUNDED, name)
    alone, column = operation(BOUNDED.number(Fraction(value))), operation(BOUNDED.column(np.array([value])))
    assert np.array_equal(np.ravel(alone.value), column.value, equal_nan=True)
    assert np.all(np.ravel(alone.is_absent) == column.is_absent)
    assert np.all(alone.signs == column.signs)


@pytest.mark.parametrize(("above", "below", "otherwise"), [*itertools.product([0, 1], [0, 3], [5])])
def test_a_convention_on_constants_is_that_on_columns(above: int, below: int, otherwise: int) -> None:
    three = [BOUNDED.number(Fraction(each)) for each in (above, below, otherwise)]
    columns = [BOUNDED.column(np.array([each])) for each in (above, below, otherwise)]
    for operation in (BOUNDED.ratio, BOUNDED.guard):
        assert np.ravel(operation(*three).value) == operation(*columns).value
