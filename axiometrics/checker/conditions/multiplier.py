"""Joining margin and score in one branch: the multiplier and the bound that leave no negative coefficient.

With a margin M/C and a score A/B (C and B positive) the score exceeds t where A - tB is positive. If some s > 0 makes
every coefficient of s M - A + t B non-negative, and the generators are, then s M >= A - t B, so that the margin is
positive wherever the score exceeds t. A size that equals several sums, such as the number of items, is read as one of
them, or as their mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr

from axiometrics.checker.conditions.certificate import BoundBranch, plain_branch
from axiometrics.formulas.arithmetics.polynomials import fraction_of, number

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    from axiometrics.checker.prove.algebra import SignedAlgebra

__all__ = ["Line", "Reading", "composed", "joined", "least_bound", "parted", "readings", "written"]


def joined(
    reading: Reading,
    algebra: SignedAlgebra,
    margin: tuple[Any, Any, Any],
    score: tuple[Any, Any],
    factors: Sequence[Any],
    turn: int,
    path: Any,
) -> BoundBranch | None:
    """Return the branch with the best bound in one reading, or None where none is shown.

    The margin comes as two factors of its numerator, of which the first must be positive and is left aside, and its
    denominator; score and bound may be multiplied by any positive one of the ``factors``.
    """
    shared, rest, bottom, over, under = (composed(part, reading, algebra) for part in (*margin, *score))
    if algebra.evident(shared) == "negative":
        shared, rest = -shared, -rest
    if not all(_positive(part, algebra) for part in (shared, bottom, under)):
        return None
    best = None
    for factor in {
        str(part): part for part in (composed(part, reading, algebra) for part in factors)
    }.values():
        if not _positive(factor, algebra):
            continue
        lines = _lines(algebra, rest, turn * over * factor, under * factor)
        found = least_bound(lines) if lines else None
        if found and (best is None or found[0] < best[0]):
            best = (*found, over * factor, under * factor)
    if best is None:
        return None
    bound, multiplier, over, under = best
    remainder = number(multiplier) * rest - turn * over + number(bound) * under
    return BoundBranch(
        plain_branch(path, algebra, (shared, rest), bottom, "positive"),
        plain_branch(path, algebra, (over,), under, "positive"),
        plain_branch(path, algebra, (remainder,), algebra.space.one, "nonnegative" if remainder else "zero"),
        multiplier,
        turn * bound,
    )


def _positive(polynomial: fmpq_mpoly, algebra: SignedAlgebra) -> bool:
    return bool(algebra.evident(polynomial) == "positive")


def _lines(algebra: SignedAlgebra, *parts: Any) -> list[Line] | None:
    """Return the coefficients of every monomial; None where a generator has no known sign."""
    if any(
        power > 0 and place not in algebra.signed
        for part in parts
        for place, power in enumerate(part.degrees())
    ):
        return None
    top, over, under = parts
    return [
        (fraction_of(top[powers]), fraction_of(over[powers]), fraction_of(under[powers]))
        for powers in dict.fromkeys(powers for part in parts for powers in part.monoms())
    ]


Line = tuple[Fraction, Fraction, Fraction]
"""The coefficients (m, a, b) of one monomial in the margin and in the score's numerator and denominator, b >= 0."""
Slope = tuple[Fraction, Fraction]
"""A line over s: its slope and its value at 0."""


def least_bound(lines: Sequence[Line]) -> tuple[Fraction, Fraction] | None:
    """Return the least t, with its s > 0, such that s m - a + t b >= 0 for every monomial; None where there is none.

    For one s the least t is the largest of the (a - s m)/b, a convex function of s, whose minimum is where a falling
    and a rising line meet.

    >>> half = Fraction(1, 2)
    >>> least_bound([(Fraction(1), Fraction(1), Fraction(1)), (Fraction(-1), Fraction(0), Fraction(1))])
    (Fraction(1, 2), Fraction(1, 2))
    """
    span = _allowed((m, a) for m, a, b in lines if b == 0)
    slopes = sorted({(-m / b, a / b) for m, a, b in lines if b})
    if span is None or not slopes:
        return None
    found = _last_lowest(slopes, *span)
    return (_value(_highest(slopes, found), found), found) if found else None


def _last_lowest(slopes: Sequence[Slope], low: Fraction, high: Fraction | None) -> Fraction | None:
    """Return the last place between two where the highest of the lines is lowest; None where it falls for ever."""
    falling = _highest(slopes, low)
    if falling[0] > 0:
        return low
    rising = slopes[-1] if high is None else _highest(slopes, high)
    if high is not None and rising[0] <= 0:
        return high
    if rising[0] < 0:
        return None
    if rising[0] == 0:  # level from the last crossing on
        return max([low + 1, *((rising[1] - line[1]) / line[0] for line in slopes if line[0] < 0)])
    while True:
        place = (rising[1] - falling[1]) / (falling[0] - rising[0])
        top = _highest(slopes, place)
        if _value(top, place) == _value(falling, place):
            return place
        falling, rising = (top, rising) if top[0] <= 0 else (falling, top)


def _allowed(free: Iterable[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction | None] | None:
    """Return the s >= 0 with s m >= a for every pair, as an interval; None where there are none."""
    low, high = Fraction(0), None
    for m, a in free:
        if m > 0:
            low = max(low, a / m)
        elif m < 0:
            high = a / m if high is None else min(high, a / m)
        elif a > 0:
            return None
    return None if high is not None and high < low else (low, high)


def _value(line: Slope, place: Fraction) -> Fraction:
    return line[0] * place + line[1]


def _highest(slopes: Sequence[Slope], place: Fraction) -> Slope:
    return max(slopes, key=lambda line: (_value(line, place), line[0]))


Reading = Mapping[Any, Any]
"""What is written for generators, as expressions in others."""


def readings(case: Any) -> Iterator[Reading]:
    """Yield the readings of the sizes that the case's equations speak of; nothing replaced where there are none."""
    sums: dict[Any, list[Any]] = {}
    for symbol, value in case.equations:
        if value not in sums.setdefault(symbol, []):
            sums[symbol].append(value)
    count = min(map(len, sums.values()), default=0)
    if not count:
        yield {}
    for place in range(count):
        yield {symbol: values[place] for symbol, values in sums.items()}
    if count > 1:
        yield {symbol: sum(values) / len(values) for symbol, values in sums.items()}


def written(case: Any, reading: Reading) -> Any:
    """Return the case in one reading."""
    outputs = {
        output: {symbol: sympy.sympify(value).xreplace(reading) for symbol, value in values.items()}
        for output, values in case.outputs.items()
    }
    return replace(case, outputs=outputs)


def composed(polynomial: fmpq_mpoly, reading: Reading, algebra: SignedAlgebra) -> Any:
    """Return a polynomial in one reading."""
    for symbol, value in reading.items():
        if symbol in algebra.symbols:
            inside = list(algebra.space.generators)
            inside[algebra.symbols.index(symbol)] = algebra.fraction(algebra.element(value))[0]
            polynomial = polynomial.compose(*inside, ctx=algebra.space.context)
    return polynomial


def parted(polynomial: fmpq_mpoly, symbols: Iterable[Any], algebra: SignedAlgebra) -> tuple[Any, Any]:
    """Return the product of the factors in one of the generators alone, and what is left."""
    shared = algebra.space.one
    for symbol in symbols:
        inside = _content(polynomial, symbol, algebra)
        if not inside.is_constant():
            polynomial = polynomial / inside
            shared = shared * inside
    return shared, polynomial


def _content(polynomial: fmpq_mpoly, symbol: Expr, algebra: SignedAlgebra) -> Any:
    """Return the greatest factor in one generator alone: what the coefficients of all monomials in others share."""
    if symbol not in algebra.symbols or not polynomial:
        return algebra.space.one
    place = algebra.symbols.index(symbol)
    parts: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for powers, value in polynomial.terms():
        rest, alone = (
            (*powers[:place], 0, *powers[place + 1 :]),
            tuple(power if each == place else 0 for each, power in enumerate(powers)),
        )
        parts.setdefault(rest, {})[alone] = value
    found = algebra.space.zero
    for part in sorted(parts.values(), key=len):
        found = found.gcd(algebra.space.of(part))
    return found
