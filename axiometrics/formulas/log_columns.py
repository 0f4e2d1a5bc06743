"""Columns of quotients of linear forms in logarithms of primes, as closeness in information needs them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.columns import UNKNOWN, Column

__all__ = ["LogColumn", "alike", "log_column", "log_signs"]

Integers = NDArray[np.int64]
MOST_PRIMES = 24
CLEAR = 1e-7
"""A comparison is clear of rounding when its value is at least this share of its terms."""
CHUNK = 4096
LARGEST = 2**30
"""Coefficients up to which the products of two do not outgrow their 64 bits."""


class LogColumn:
    """``top . b / bottom . b`` for every case, with b = (1, log 2, log 3, log 5, ...) and whole coefficients.

    ``top`` and ``bottom`` have the shape (cases, primes + 1), or (1, primes + 1) where all cases have the same;
    ``lost`` says in which cases there is no exact value.
    """

    __slots__ = ("bottom", "lost", "primes", "top")

    absent = False

    def __init__(self, top: Integers, bottom: Integers, primes: tuple[int, ...], lost: Any = False) -> None:
        self.top = top
        self.bottom = bottom
        self.primes = primes
        self.lost = lost
        if any(max(part.max(initial=0), -part.min(initial=0)) > LARGEST for part in (top, bottom)):
            raise UndecidedError("the coefficients of logarithms are too large for columns")

    def __add__(self, other: Any) -> Any:
        one, two = alike(self, other)
        lost = np.logical_or(one.lost, two.lost)
        if _same(one.bottom, two.bottom):
            return LogColumn(one.top + two.top, one.bottom, one.primes, lost)
        (first, one_times), (second, two_times) = map(_primitive, (one.bottom, two.bottom))
        if _same(first, second):
            common: Integers = np.lcm(one_times, two_times)
            top = one.top * (common // one_times) + two.top * (common // two_times)
            return LogColumn(top, first * common, one.primes, lost)
        top = _times(one.top, two.bottom) + _times(two.top, one.bottom)
        return LogColumn(top, _times(one.bottom, two.bottom), one.primes, lost)

    __radd__ = __add__

    def __neg__(self) -> LogColumn:
        return LogColumn(-self.top, self.bottom, self.primes, self.lost)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        one, two = alike(self, other)
        lost = np.logical_or(one.lost, two.lost)
        if _cancels(one.top, two.bottom):
            return LogColumn(two.top, one.bottom, one.primes, lost)
        if _cancels(two.top, one.bottom):
            return LogColumn(one.top, two.bottom, one.primes, lost)
        return LogColumn(_times(one.top, two.top), _times(one.bottom, two.bottom), one.primes, lost)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        one, two = alike(self, other)
        if _cancels(one.bottom, two.bottom):
            return LogColumn(one.top, two.top, one.primes, np.logical_or(one.lost, two.lost))
        return one * LogColumn(two.bottom, two.top, two.primes, two.lost)

    def __rtruediv__(self, other: Any) -> Any:
        return alike(other, self)[0] / self

    def inverse(self) -> LogColumn:
        """Return one over every value."""
        return LogColumn(self.bottom, self.top, self.primes, self.lost)

    def __pow__(self, exponent: int) -> Any:
        found: Any = self
        for _ in range(exponent - 1):
            found = found * self
        return found

    @property
    def sign(self) -> Integers:
        """The sign of every value; raises UndecidedError where floats do not show it."""
        found = [_linear_signs(part, self.primes) for part in (self.top, self.bottom)]
        return found[0] * found[1]

    def chosen(self, mask: Any, other: Any) -> LogColumn:
        """Return these values where a mask says so, else the other's."""
        one, two = alike(self, other)
        rows = np.asarray(mask).reshape(-1, 1)
        top, bottom = (np.where(rows, getattr(one, side), getattr(two, side)) for side in ("top", "bottom"))
        return LogColumn(top, bottom, one.primes, np.where(mask, one.lost, two.lost))

    def taken(self, places: Integers) -> LogColumn:
        """Return the values of some cases."""
        top, bottom = (part if len(part) == 1 else part[places] for part in (self.top, self.bottom))
        return LogColumn(top, bottom, self.primes, self.lost[places] if np.ndim(self.lost) else self.lost)


def _primitive(form: Integers) -> tuple[Integers, Integers]:
    """Return a linear form without the greatest common divisor of its coefficients, and that."""
    common: Integers = np.maximum(np.gcd.reduce(form, axis=1, keepdims=True), 1)
    return form // common, common


def _same(one: Integers, other: Integers) -> bool:
    """Say whether two linear forms are equal in every case."""
    return bool((one == other).all())


def _cancels(above: Integers, below: Integers) -> bool:
    """Say whether two linear forms are equal in every case, and zero in none."""
    return _same(above, below) and bool(above.any(axis=1).all())


def _linear_signs(part: Integers, primes: tuple[int, ...]) -> Integers:
    terms = part * _basis(primes)
    total = terms.sum(axis=1)
    unclear = part.any(axis=1) & (np.abs(total) <= CLEAR * np.abs(terms).sum(axis=1))
    if unclear.any():
        raise UndecidedError("the sign of a form in logarithms is not clear")
    return np.where(part.any(axis=1), np.sign(total), 0).astype(np.int64)


def _basis(primes: tuple[int, ...]) -> Any:
    return np.array([1.0, *map(math.log, primes)])


def alike(*parts: Any) -> list[LogColumn]:
    """Return columns written with the same primes. Raises UndecidedError where one has roots."""
    found = [_from_column(each) if isinstance(each, Column) else each for each in parts]
    if not all(isinstance(each, LogColumn) for each in found):
        raise UndecidedError("logarithms and roots together are decided one by one")
    longest = max((each.primes for each in found), key=len)
    return [_padded(each, longest) for each in found]


def _padded(part: LogColumn, primes: tuple[int, ...]) -> LogColumn:
    if len(part.primes) == len(primes):
        return part
    room = ((0, 0), (0, len(primes) - len(part.primes)))
    return LogColumn(np.pad(part.top, room), np.pad(part.bottom, room), primes, part.lost)


def _from_column(plain: Column) -> LogColumn:
    lost = np.logical_or(plain.lost, plain.absent)
    top, bottom = (np.where(lost, known, part) for part, known in ((plain.top, 0), (plain.bottoms, 1)))
    top, bottom = (np.atleast_1d(part).reshape(-1, 1) for part in (top, bottom))
    if (bottom == bottom[0]).all():
        bottom = bottom[:1]
    return LogColumn(top, bottom, (), lost if lost.any() else False)


def _times(one: Integers, two: Integers) -> Integers:
    """Multiply two linear forms of which one has no logarithms."""
    for form, plain in ((one, two), (two, one)):
        if not plain[:, 1:].any():
            return form * plain[:, :1]
    raise UndecidedError("products of logarithms are decided one by one")


def log_column(value: Any) -> LogColumn:
    """Return the logarithms of a column of fractions; what is not positive has none, and is lost.

    >>> from axiometrics.formulas.columns import column
    >>> log_column(column(np.array([6, 9]))).top.tolist()
    [[0, 1, 1, 0, 0], [0, 0, 2, 0, 0]]
    """
    if not isinstance(value, Column):
        raise UndecidedError("logarithms of irrational numbers are decided one by one")
    if value.top.dtype == object:
        raise UndecidedError("logarithms of numbers of any size are decided one by one")
    known = np.atleast_1d((value.top > 0) & np.logical_not(np.logical_or(value.lost, value.absent)))
    common = np.maximum(np.gcd(value.top, value.bottoms), 1)
    above, below = (np.where(known, part // common, 1) for part in (value.top, value.bottoms))
    primes = _primes(int(max(above.max(), below.max())))
    top = _exponents(above, primes) - _exponents(below, primes)
    lost = False if known.all() else ~known if len(known) > 1 else True
    return LogColumn(top, np.array([[1] + [0] * len(primes)]), primes, lost)


def _primes(largest: int) -> tuple[int, ...]:
    from sympy import primerange

    found = tuple(int(prime) for prime in primerange(2, max(largest, 2) + 1))
    if len(found) > MOST_PRIMES:
        raise UndecidedError(f"logarithms of numbers up to {largest} are decided one by one")
    return found


def _exponents(values: Integers, primes: tuple[int, ...]) -> Integers:
    known, group = np.unique(values, return_inverse=True)
    found = np.zeros((len(known), len(primes) + 1), dtype=np.int64)
    for place, prime in enumerate(primes, 1):
        rest = known.copy()
        while (divides := rest % prime == 0).any():
            found[:, place] += divides
            rest = np.where(divides, rest // prime, 1)
    return found[group.reshape(-1)]


def log_signs(first: Any, second: Any) -> Integers:
    """Return the signs of first - second, `UNKNOWN` where a difference that is not zero is not clear either."""
    one, two = alike(first, second)
    count = max(len(part) for each in (one, two) for part in (each.top, each.bottom))
    parts = [
        np.broadcast_to(part, (count, part.shape[1])) for part in (one.top, two.bottom, two.top, one.bottom)
    ]
    found = [
        _crossed([part[start : start + CHUNK] for part in parts], one.primes)
        for start in range(0, count, CHUNK)
    ]
    below = _linear_signs(one.bottom, one.primes) * _linear_signs(two.bottom, two.primes)
    signs = np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
    unknown = (signs == UNKNOWN) | (below == 0) | one.lost | two.lost
    return np.where(unknown, UNKNOWN, signs * below)


def _crossed(parts: Sequence[Integers], primes: tuple[int, ...]) -> Integers:
    """Return the signs of a d - c b for four linear forms, which is zero where it is the zero polynomial."""
    products = [np.einsum("ni,nj->nij", one, other) for one, other in (parts[:2], parts[2:])]
    whole = products[0] - products[1]
    whole = whole + np.swapaxes(whole, 1, 2)
    basis = _basis(primes)
    total = np.einsum("nij,i,j->n", whole.astype(float), basis, basis)
    scale = sum(np.einsum("nij,i,j->n", np.abs(part).astype(float), basis, basis) for part in products)
    zero = ~whole.any(axis=(1, 2))
    clear = np.abs(total) > CLEAR * scale
    return np.where(zero, 0, np.where(clear, np.sign(total), UNKNOWN)).astype(np.int64)
