"""Plain numbers for judging verdicts: fractions where they do, 700 digits elsewhere, or no value at all.

A formula's own source runs on them, Python branches and all, so that what it means is what Python says it means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, isqrt
from typing import Any

from mpmath import MPContext

mp = MPContext()
mp.dps = 700
TINY = mp.mpf(10) ** -350
"""What is nearer to zero than this is zero: far below any term of a formula, far above the error of 700 digits.

A term may be as small as the 1,000th power of 1/2, where as many documents bring what was brought before."""


class Number:
    """A fraction, a number of 700 digits, or None: no value."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = Fraction(value) if isinstance(value, (int, float)) else value

    def __add__(self, other: Any) -> Number:
        return _both(self, other, lambda x, y: x + y)

    def __sub__(self, other: Any) -> Number:
        return _both(self, other, lambda x, y: x - y)

    def __mul__(self, other: Any) -> Number:
        return _both(self, other, lambda x, y: x * y)

    def __truediv__(self, other: Any) -> Number:
        return _both(self, other, lambda x, y: None if sign_of(y) == 0 else x / y)

    def __pow__(self, other: Any) -> Number:
        return _both(self, other, _power)

    def __floordiv__(self, other: Any) -> Number:
        return _both(self, other, lambda x, y: None if sign_of(y) == 0 else Fraction(x // y))

    def __mod__(self, other: Any) -> Number:
        return _both(self, other, lambda x, y: None if sign_of(y) == 0 else x % y)

    def __radd__(self, other: Any) -> Number:
        return number(other) + self

    def __rsub__(self, other: Any) -> Number:
        return number(other) - self

    def __rmul__(self, other: Any) -> Number:
        return number(other) * self

    def __rtruediv__(self, other: Any) -> Number:
        return number(other) / self

    def __rpow__(self, other: Any) -> Number:
        return number(other) ** self

    def __rmod__(self, other: Any) -> Number:
        return number(other) % self

    def __rfloordiv__(self, other: Any) -> Number:
        return number(other) // self

    def __neg__(self) -> Number:
        return 0 - self

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return -self if self < 0 else self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ARITHMETIC):
            return NotImplemented
        return (self - other).sign == 0

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: Any) -> bool:
        return _known(self - other) < 0

    def __le__(self, other: Any) -> bool:
        return _known(self - other) <= 0

    def __gt__(self, other: Any) -> bool:
        return _known(self - other) > 0

    def __ge__(self, other: Any) -> bool:
        return _known(self - other) >= 0

    def __bool__(self) -> bool:
        return _known(self) != 0

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __index__(self) -> int:
        if self.value != int(self.value):
            raise TypeError(f"{self} is not whole")
        return int(self.value)

    def __trunc__(self) -> int:
        return int(self.value)

    def __floor__(self) -> int:
        return int(self.value // 1)

    def __ceil__(self) -> int:
        return -int(-self.value // 1)

    def __round__(self, digits: int | None = None) -> Any:
        found = round(Fraction(str(self.value)), digits)
        return found if digits is None else Number(found)

    def __format__(self, form: str) -> str:
        return format(self.value, form)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        value = self.value
        return str(value) if value is None or isinstance(value, Fraction) else mp.nstr(value, 30)

    @property
    def numerator(self) -> int:
        return int(self.value.numerator)

    @property
    def sign(self) -> int | None:
        """-1, 0, 1, or None where there is no value."""
        return None if self.value is None else sign_of(self.value)


class NoValue(ArithmeticError):
    """A comparison of something that has no value."""


def _known(given: Number) -> int:
    if given.sign is None:
        raise NoValue("what has no value cannot be compared")
    return given.sign


ARITHMETIC = (Number, int, float, Fraction)
"""What numbers are computed with."""


def number(given: Any) -> Number:
    return given if isinstance(given, Number) else Number(given)


def digits(value: Any) -> Any:
    return _divided(value) if isinstance(value, Fraction) else value


@lru_cache(maxsize=5000)
def _divided(value: Fraction) -> Any:
    return mp.mpf(value.numerator) / value.denominator


def sign_of(value: Any) -> int:
    if isinstance(value, Fraction):
        return (value > 0) - (value < 0)
    return 0 if abs(value) < TINY else 1 if value > 0 else -1


def _both(one: Any, other: Any, work: Callable[[Any, Any], Any]) -> Number:
    if not isinstance(other, ARITHMETIC):
        return NotImplemented
    x, y = number(one).value, number(other).value
    if x is None or y is None:
        return Number(None)
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return Number(work(x, y))
    return Number(work(digits(x), digits(y)))


def _power(base: Any, exponent: Any) -> Any:
    whole = isinstance(exponent, Fraction) and exponent.denominator == 1
    if not whole and isinstance(exponent, mp.mpf) and exponent == int(exponent):
        exponent, whole = Fraction(int(exponent)), True
    if sign_of(base) == 0:
        return Fraction(int(exponent == 0)) if exponent >= 0 else None
    if whole:
        return base ** int(exponent)
    return mp.power(digits(base), digits(exponent)) if sign_of(base) > 0 else None


def total(values: Iterable[Any]) -> Number:
    found = Number(0)
    for value in values:
        found = found + value
    return found


def largest(values: Iterable[Any]) -> Number:
    found: Number | None = None
    for value in map(number, values):
        found = value if found is None else maximum(found, value)
    return Number(0) if found is None else found


def smallest(values: Iterable[Any]) -> Number:
    return -largest(-number(value) for value in values)


# -- the words of formulas, by their definitions ------------------------------------------------------------------

UNDEFINED = Number(None)


def maximum(first: Any, second: Any) -> Number:
    first, second = number(first), number(second)
    if first.value is None or second.value is None:
        return UNDEFINED
    return first if first >= second else second


def minimum(first: Any, second: Any) -> Number:
    return -maximum(-number(first), -number(second))


def ratio(numerator: Any, denominator: Any, otherwise: Any) -> Number:
    return guarded(number(numerator) / denominator, denominator, otherwise)


def guarded(value: Any, quantity: Any, otherwise: Any) -> Number:
    sign = number(quantity).sign
    return UNDEFINED if sign is None else number(value if sign else otherwise)


def log2(value: Any) -> Number:
    return _log2(number(value).value)


@lru_cache(maxsize=5000)
def _log2(inside: Any) -> Number:
    if inside is None or sign_of(inside) <= 0:
        return UNDEFINED
    if isinstance(inside, Fraction) and inside.denominator == 1 << inside.denominator.bit_length() - 1:
        above = inside.numerator.bit_length() - 1
        if inside.numerator == 1 << above:
            return Number(above - inside.denominator.bit_length() + 1)
    return Number(mp.log(digits(inside), 2))


def log(value: Any) -> Number:
    return _log(number(value).value)


@lru_cache(maxsize=5000)
def _log(inside: Any) -> Number:
    if inside is None or sign_of(inside) <= 0:
        return UNDEFINED
    return Number(0) if inside == 1 else Number(mp.log(digits(inside)))


def inverse_log2(value: Any) -> Number:
    return 1 / log2(value)


def log_binomial(upper: Any, lower: Any) -> Number:
    """Of whole numbers 0 <= lower <= upper; elsewhere there is no value."""
    n, k = number(upper).value, number(lower).value
    if n is None or k is None or n != int(n) or k != int(k) or not 0 <= k <= n:
        return UNDEFINED
    return log2(comb(int(n), int(k)))


def sqrt(value: Any) -> Number:
    inside = number(value).value
    if inside is None or sign_of(inside) < 0:
        return UNDEFINED
    if isinstance(inside, Fraction):
        top, bottom = isqrt(inside.numerator), isqrt(inside.denominator)
        if top * top == inside.numerator and bottom * bottom == inside.denominator:
            return Number(Fraction(top, bottom))
    return Number(mp.sqrt(max(digits(inside), mp.mpf(0))))


def tanh(value: Any) -> Number:
    """Raises OverflowError beyond 400, where values that differ do so by less than any digit here."""
    return _tanh(number(value).value)


@lru_cache(maxsize=5000)
def _tanh(inside: Any) -> Number:
    if inside is not None and abs(digits(inside)) > 400:
        raise OverflowError("a hyperbolic tangent too near to 1")
    return UNDEFINED if inside is None else Number(mp.tanh(digits(inside)))


def power(base: Any, exponent: Any) -> Number:
    return number(base) ** exponent


WORDS = {
    "UNDEFINED": UNDEFINED,
    **{
        word.__name__: word
        for word in (
            maximum, minimum, ratio, guarded, log, log2, inverse_log2, log_binomial, sqrt, tanh, power,
        )
    },
}  # fmt: skip
"""What a formula may use besides arithmetic, by name."""
