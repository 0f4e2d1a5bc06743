"""Numbers one at a time: floats, and fractions that only what is no fraction makes floats; and columns of any numbers.

`Elementwise` makes any arithmetic on single numbers one on arrays of them: exact values, intervals, residues. A number
may be `Rough`: known up to an error bound, among exact ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import groupby
from numbers import Rational
from operator import add, itemgetter, mul, sub, truediv
from typing import TYPE_CHECKING, Any

import numpy as np

from axiometrics.errors import UnknownPrimeError
from axiometrics.formulas.arithmetics.bounded import LIBRARY, STEP, Bounded
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, stretched

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Algebra, Value
    from axiometrics.formulas.single_output import PlainRows


class Scalars:
    """Python floats; what has no value is NaN."""

    undefined = math.nan
    infinite = math.inf

    def number(self, value: Fraction) -> float | int:
        """Return an int where the constant is one, else the nearest float."""
        return value.numerator if value.denominator == 1 else value.numerator / value.denominator

    def ratio(self, numerator: float, denominator: float, otherwise: float) -> float:
        """Divide, or return the convention's value at zero."""
        return numerator / denominator if denominator != 0 else float(otherwise)

    def guard(self, value: float, quantity: float, otherwise: float) -> float:
        """Return the value, or the convention's one where the quantity is zero."""
        return (value if quantity == quantity else quantity) if quantity != 0 else float(otherwise)

    def larger(self, first: float, second: float) -> float:
        """Return the larger value."""
        return first if first > second or first != first else second

    def smaller(self, first: float, second: float) -> float:
        """Return the smaller value."""
        return first if first < second or first != first else second

    def sqrt(self, value: float) -> float:
        """Return the root; a rounding error below zero counts as zero."""
        return 0.0 if value <= 0 else math.sqrt(value)

    log = staticmethod(math.log)
    tanh = staticmethod(math.tanh)

    def log_binomial(self, upper: float, lower: float) -> float:
        """Return the natural logarithm of a binomial coefficient."""
        return math.lgamma(upper + 1) - math.lgamma(lower + 1) - math.lgamma(upper - lower + 1)

    def inverse_log2(self, value: float) -> float:
        """Return one over the logarithm to base 2."""
        return 1 / math.log2(value)

    def power(self, base: float, exponent: float) -> float:
        """Return the power; where the exponent is no whole number, or a negative one of zero, there is no value."""
        known = float(exponent).is_integer() and (base != 0 or exponent >= 0)
        return float(base**exponent) if known else math.nan

    def total(self, terms: list[Any], rows: PlainRows) -> Any:
        """Return what the terms of a reduction over the rows of one output add up to, as ``rows.fold`` says."""
        if rows.fold == "cascade":
            return reduce(lambda below, term: term[0] * term[1] + (1 - term[1]) * below, reversed(terms), 0)
        if rows.fold == "sum":
            return sum(terms if rows.times is None else map(mul, terms, rows.times))
        if rows.fold == "best":
            return sum([reduce(self.larger, group) for group in _groups(terms, rows)])
        counted = terms if rows.times is None else list(map(mul, terms, rows.times))
        choose: Callable[[Any, Any], Any] = self.larger if rows.fold == "largest" else self.smaller
        return reduce(choose, map(sum, _groups(counted, rows)))


def _groups(terms: list[Any], rows: PlainRows) -> list[list[Any]]:
    """Return the terms group by group."""
    pairs = groupby(zip(rows.group or (), terms, strict=True), key=itemgetter(0))
    return [[term for _, term in group] for _, group in pairs]


class Fractions(Scalars):
    """Fractions, until a root, a logarithm or a power makes a float."""

    def number(self, value: Fraction) -> Fraction:  # type: ignore[override]
        """Return the constant itself."""
        return value


NEAR = 1e-9
"""Far more than rounding leaves of a zero among numbers of about 1."""


class FloatColumns:
    """Arrays of plain floats, for values of about 1, of which nothing says how far they are off.

    Within `strict` an ArithmeticError is raised where there is no value, and where a condition is `NEAR` zero, so that
    rounding might have decided it.
    """

    undefined = math.nan
    infinite = math.inf
    strict = partial(np.errstate, divide="raise", over="raise", invalid="raise")

    def number(self, value: Fraction) -> float:
        """Return the nearest float."""
        return value.numerator / value.denominator

    def column(self, top: Any, bottom: Any = None) -> Any:
        """Return whole numbers, or quotients of them."""
        value = np.asarray(top, dtype=float)
        return value if bottom is None else value / np.asarray(bottom, dtype=float)

    def filled(self, values: Any, size: int) -> Any:
        """Return values with one entry for each of so many rows."""
        return np.broadcast_to(values, (size,))

    def placed(self, values: Any, places: Any, new: Any) -> Any:
        """Return values with other ones at some places."""
        found = np.array(values)
        found[places] = new
        return found

    def total(self, values: Any, starts: Any, lengths: Any) -> Any:
        """Return the sums of consecutive stretches of values, 0 for an empty one."""
        return stretched(values, starts, lengths > 0)

    def best(self, values: Any, starts: Any, *, least: bool) -> Any:
        """Return the largest, or the least, value of consecutive stretches, none of which is empty."""
        return (np.minimum if least else np.maximum).reduceat(values, starts) if len(starts) else values

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide, or return the convention's value at zero."""
        zero = self._is_zero(denominator)
        if not np.any(zero):
            return numerator / denominator
        return np.where(zero, otherwise, numerator / np.where(zero, 1.0, denominator))

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the value, or the convention's one where the quantity is zero."""
        zero = self._is_zero(quantity)
        return np.where(zero, otherwise, np.where(quantity == quantity, value, quantity))

    def _is_zero(self, condition: Any) -> Any:
        zero = condition == 0
        if np.any((np.abs(condition) < NEAR) & ~zero):
            raise FloatingPointError("a condition is so near to zero that it may be zero")
        return zero

    larger = staticmethod(np.maximum)
    smaller = staticmethod(np.minimum)
    log = staticmethod(np.log)
    tanh = staticmethod(np.tanh)

    def sqrt(self, value: Any) -> Any:
        """Return the root; a rounding error below zero counts as zero."""
        return np.sqrt(np.maximum(value, 0.0))

    def log_binomial(self, upper: Any, lower: Any) -> Any:
        """Return the natural logarithm of a binomial coefficient."""
        from scipy.special import gammaln  # SciPy takes long to import

        return gammaln(upper + 1.0) - gammaln(lower + 1.0) - gammaln(upper - lower + 1.0)

    def inverse_log2(self, value: Any) -> Any:
        """Return one over the logarithm to base 2."""
        return 1 / np.log2(value)

    def power(self, base: Any, exponent: Any) -> Any:
        """Return the power; where the exponent is no whole number, or a negative one of zero, there is no value."""
        known = (np.floor(exponent) == exponent) & ((base != 0) | (exponent >= 0))
        return np.where(
            known, np.power(np.asarray(base, dtype=float), np.where(known, exponent, 0.0)), math.nan
        )


SCALARS = Scalars()
FRACTIONS = Fractions()
FLOATS = FloatColumns()


_OPERANDS = {"ratio": 3, "guard": 3} | dict.fromkeys(("larger", "smaller", "log_binomial", "power"), 2)
_OPERANDS |= dict.fromkeys(("sqrt", "log", "tanh", "inverse_log2"), 1)


class Elementwise:
    """Arrays of objects, on which Python's own operators work one by one; constants are arrays with one entry."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.letters = {letter: _array([value]) for letter, value in getattr(algebra, "letters", {}).items()}
        self.undefined = _array([algebra.undefined])
        for name, operands in _OPERANDS.items():
            if hasattr(algebra, name):
                setattr(self, name, np.frompyfunc(getattr(algebra, name), operands, 1))
        if hasattr(algebra, "knowing"):
            self.log = _logarithms(algebra.log)
        if hasattr(algebra, "infinite"):
            self.infinite = _array([algebra.infinite])

    def number(self, value: Fraction) -> Any:
        """Return a rational constant."""
        return _array([self.algebra.number(value)])

    def column(self, top: Any, bottom: Any = None) -> Any:
        """Return whole numbers, or quotients of them; each different one is made once."""
        keys = np.atleast_1d(top).tolist()
        if bottom is not None:
            keys = list(
                zip(*(part.tolist() for part in np.broadcast_arrays(np.atleast_1d(top), bottom)), strict=True)
            )
        made = {
            key: self.algebra.number(Fraction(*key) if bottom is not None else Fraction(key))
            for key in set(keys)
        }
        return _array([made[key] for key in keys])

    def filled(self, values: Any, size: int) -> Any:
        """Return values with one entry for each of so many rows."""
        return np.broadcast_to(values, (size,))

    def joined(self, parts: Sequence[Any]) -> Any:
        """Return columns as a single one, one after the other."""
        return np.concatenate(parts)

    def placed(self, values: Any, places: Any, new: Any) -> Any:
        """Return values with other ones at some places."""
        found = np.array(values)
        found[places] = new
        return found

    def total(self, values: Any, starts: Any, lengths: Any) -> Any:
        """Return the sums of consecutive stretches of values, 0 for an empty one."""
        parts = values.tolist()
        zero = self.algebra.number(Fraction(0))
        stretches = zip(starts.tolist(), lengths.tolist(), strict=True)
        return _array([_sum(parts[start : start + length], zero) for start, length in stretches])

    def best(self, values: Any, starts: Any, *, least: bool) -> Any:
        """Return the largest, or the least, value of consecutive stretches, none of which is empty."""
        better = self.algebra.smaller if least else self.algebra.larger
        parts, ends = values.tolist(), [*starts[1:].tolist(), len(values)]
        stretches = zip(starts.tolist(), ends, strict=True)
        return _array([reduce(better, parts[start:end]) for start, end in stretches])


def _logarithms(log: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what takes logarithms of arrays; where some primes are not known that these need, it tells them all."""

    def lacking(value: Any) -> tuple[int, ...]:
        try:
            log(value)
        except UnknownPrimeError as error:
            return error.primes
        return ()

    def found(values: Any) -> Any:
        try:
            return quick(values)
        except UnknownPrimeError as error:
            raise UnknownPrimeError(
                sorted({prime for value in np.ravel(values) for prime in lacking(value)})
            ) from error

    quick = np.frompyfunc(log, 1, 1)
    return found


def _sum(values: list[Any], zero: Value) -> Any:
    """Return the sum of values, of two, of four, of eight of them: fractions with long denominators are added late."""
    while len(values) > 1:
        values = [*map(add, values[::2], values[1::2]), *values[len(values) // 2 * 2 :]]
    return values[0] if values else zero


def _array(values: list[Any]) -> Any:
    """Return objects as an array, whatever they offer NumPy."""
    found = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        found[place] = value
    return found


@lru_cache(maxsize=256)
def elementwise(algebra: Algebra) -> Elementwise:
    """Return the arithmetic on arrays of an arithmetic on numbers."""
    return Elementwise(algebra)


Operator = Callable[["Rough", "Rough | Rational | float"], "Rough"]


def _both(function: Callable[[Bounded, Bounded], Bounded]) -> tuple[Operator, Operator]:
    def found(one: Bounded, other: Bounded) -> Rough:
        with np.errstate(all="ignore"):
            return Rough(function(one, other))

    def forward(self: Rough, other: Rough | Rational | float) -> Rough:
        return found(self.bounded, _bounded(other))

    def backward(self: Rough, other: Rough | Rational | float) -> Rough:
        return found(_bounded(other), self.bounded)

    return forward, backward


class Rough:
    """One number that is known up to an error bound, and computes with Python's exact ones.

    >>> (rough("log", 2) * 10**20 - 3 * rough("log", 2) * 10**20).is_near(-2e20)
    False
    >>> (rough("root", 2) ** 2 - 2).is_near(0.0)
    True
    """

    __slots__ = ("bounded",)

    def __init__(self, bounded: Bounded) -> None:
        self.bounded = bounded

    @classmethod
    def of(cls, value: Rough | Rational | float) -> Rough:
        """Return a number as a rough one, which may be exact none the less."""
        return cls(_bounded(value))

    __add__, __radd__ = _both(add)
    __sub__, __rsub__ = _both(sub)
    __mul__, __rmul__ = _both(mul)
    __truediv__, __rtruediv__ = _both(truediv)
    __pow__, __rpow__ = _both(BOUNDED.power)

    def __neg__(self) -> Rough:
        return Rough(-self.bounded)

    def is_near(self, other: Rough | Rational | float) -> bool:
        """Whether a number may be this one, the rounding of two computations aside."""
        one, two = self.bounded, _bounded(other)
        if np.isinf(one.radius + two.radius):
            return True
        if np.isnan(one.value + two.value) or np.isinf(two.value):
            return repr(float(one.value)) == repr(float(two.value))
        return bool(abs(one.value - two.value) <= 4 * (one.radius + two.radius) + STEP * abs(two.value))

    def tells(self, other: Rough | Rational | float) -> bool:
        """Whether a number may be this one, of which an error bound is known."""
        return not np.isinf(self.bounded.radius) and self.is_near(other)


def rough(kind: str, *given: Rough | Rational | float, exact: bool = True) -> Rough | Rational | float:
    """Take a step of a formula that floats may lose something by; whole numbers and fractions may stay ``exact``.

    Then only a step that is none on these is rough; else all are that Python takes in floats.
    """
    if kind == "exact":
        return given[0] if exact else Rough.of(given[0])
    parts = list(map(_bounded, given))
    if kind == "rounded":
        return Rough(Bounded.rounded(parts[0].value, abs(parts[0].value) * LIBRARY))
    if kind == "root" and abs(parts[0].value) <= parts[0].radius:  # if there is one, it is no larger
        return Rough(Bounded(0.0, 2 * math.sqrt(parts[0].radius)))
    named = {"root": "sqrt", "maximum": "larger", "minimum": "smaller"}
    with np.errstate(all="ignore"):
        return Rough(getattr(BOUNDED, named.get(kind, kind))(*parts))


def _bounded(given: Rough | Rational | float) -> Bounded:
    if isinstance(given, Rough):
        return given.bounded
    if isinstance(given, float):
        return Bounded(given, 0.0)
    return BOUNDED.number(Fraction(given))
