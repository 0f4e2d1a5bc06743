"""The independent check of a region: root counts by Sturm chains and exact margins at numbers between the bounds.

Nothing here is shared with the search: polynomials are lists of fractions, and the signs of margins come from the
metric's own exact arithmetic at one number at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from axiometrics.checker.regions.bounds import Bound
from axiometrics.checker.regions.sets import ValueSet


class RegionError(AssertionError):
    """A region that its own numbers contradict: a defect of axiometrics itself, never silenced."""


def check_bounds(values: ValueSet) -> None:
    """Every bound must be one root of its polynomial, alone in its bracket, and bounds must be in order.

    Raises RegionError.
    """
    for bound in values.bounds:
        _check_bound(bound)
    for one, other in pairwise(values.bounds):
        if one.high > other.low and (one.low, one.high) != (other.low, other.high) and _overlap(one, other):
            raise RegionError(f"the bounds {one.text} and {other.text} are out of order")


def _check_bound(bound: Bound) -> None:
    if not bound.exact:
        if not bound.low < bound.high:
            raise RegionError("a numeric bound needs a bracket")
        return
    polynomial = [Fraction(value) for value in bound.polynomial]
    if bound.is_rational:
        if _value(polynomial, bound.low) != 0:
            raise RegionError(f"{bound.low} is no root of its polynomial")
        return
    found = count_roots(polynomial, bound.low, bound.high)
    if found != 1:
        raise RegionError(f"{found} roots lie between {bound.low} and {bound.high}, not one")


def _overlap(one: Bound, other: Bound) -> bool:
    """Whether two brackets stay mixed up when they are narrowed."""
    width = Fraction(1, 10**30)
    first, second = one.narrowed(width), other.narrowed(width)
    return first.low > second.high


def check_signs(values: ValueSet, meets: Callable[[Fraction], bool | None]) -> int:
    """Compare every interval with what holds at numbers inside it; return how many were compared.

    ``meets`` says whether the demand is met at a number, None where that cannot be told. Raises RegionError.
    """
    compared = 0
    for piece, held in values.pieces():
        if piece.single:
            continue
        for share in (Fraction(1, 3), Fraction(1, 50), Fraction(49, 50)):
            value = piece.sample(values.span, share)
            found = meets(value)
            if found is not None and found != held:
                raise RegionError(f"the margin at {value} does not agree with the region")
            compared += found is not None
    return compared


def count_roots(polynomial: Sequence[Fraction], low: Fraction, high: Fraction) -> int:
    """Count the distinct real roots in an interval, low excluded and high included, by a Sturm chain.

    >>> count_roots([Fraction(1), Fraction(0), Fraction(-2)], Fraction(0), Fraction(2))
    1
    """
    chain = _sturm(_trimmed(polynomial))
    return _changes(chain, low) - _changes(chain, high)


def _sturm(polynomial: list[Fraction]) -> list[list[Fraction]]:
    degree = len(polynomial) - 1
    chain = [polynomial, [value * (degree - place) for place, value in enumerate(polynomial[:-1])]]
    while len(chain[-1]) > 1:
        rest = [-value for value in _remainder(chain[-2], chain[-1])]
        if not any(rest):
            break
        chain.append(_trimmed(rest))
    return chain


def _remainder(first: Sequence[Fraction], second: Sequence[Fraction]) -> list[Fraction]:
    rest = list(first)
    while len(rest) >= len(second):
        share = rest[0] / second[0]
        for place, value in enumerate(second):
            rest[place] -= share * value
        rest.pop(0)
    return rest or [Fraction(0)]


def _trimmed(polynomial: Sequence[Fraction]) -> list[Fraction]:
    found = list(polynomial)
    while len(found) > 1 and found[0] == 0:
        found.pop(0)
    return found


def _changes(chain: Sequence[Sequence[Fraction]], value: Fraction) -> int:
    signs = [sign for part in chain if (sign := _value(part, value))]
    return sum((one > 0) != (other > 0) for one, other in pairwise(signs))


def _value(polynomial: Sequence[Fraction], value: Fraction) -> Fraction:
    total = Fraction(0)
    for constant in polynomial:
        total = total * value + constant
    return total
