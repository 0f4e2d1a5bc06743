"""The product of two polynomials over the rational numbers, multiplied as whole numbers."""

from __future__ import annotations

from itertools import chain
from math import lcm
from typing import Any

from sympy import QQ

__all__ = ["polynomial_product"]

FEW = 16
"""Products of two terms up to which SymPy's own multiplication is as quick."""
Whole = list[tuple[int, int]]


def polynomial_product(first: Any, second: Any) -> Any:
    """Return ``first * second``: exponents are packed into one number each, denominators taken out before.

    >>> from sympy.polys.rings import ring
    >>> space, x, y = ring("x, y", QQ)
    >>> one, other = (x + y / 2 + 3) ** 2, (x * y - y + 1) ** 3
    >>> polynomial_product(one, other) == one * other
    True
    """
    if len(first) * len(second) <= FEW or first.ring != second.ring or first.ring.domain != QQ:
        return first * second
    bits = sum(max(chain.from_iterable(part.itermonoms())) for part in (first, second)).bit_length()
    (one, below), (other, beside) = (_whole(part, bits) for part in (first, second))
    found: dict[int, int] = {}
    known = found.get
    for powers, value in one:
        for more, times in other:
            place = powers + more
            found[place] = known(place, 0) + value * times
    shifts, mask = [bits * place for place in range(first.ring.ngens)], (1 << bits) - 1
    return first.ring.from_dict(
        {
            tuple([packed >> shift & mask for shift in shifts]): QQ(value, below * beside)
            for packed, value in found.items()
            if value
        }
    )


def _whole(polynomial: Any, bits: int) -> tuple[Whole, int]:
    """Return the terms with packed exponents and whole coefficients, and what these are to be divided by."""
    bottom = lcm(*{int(value.denominator) for value in polynomial.itercoeffs()})
    shifts = [bits * place for place in range(polynomial.ring.ngens)]
    terms = [
        (
            sum([power << shift for power, shift in zip(powers, shifts, strict=True) if power]),
            int(value.numerator) * (bottom // int(value.denominator)),
        )
        for powers, value in polynomial.iterterms()
    ]
    return terms, bottom
