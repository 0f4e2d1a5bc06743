"""Polynomials in the variables that they use: most algorithms go through all variables of a ring, used or not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from sympy.polys.rings import ring

__all__ = ["compacted", "space_of", "spread"]


def compacted(*polynomials: Any) -> tuple[list[int], list[Any]]:
    """Return the places of the variables that occur, and the polynomials in these alone.

    >>> from sympy import QQ
    >>> space, x, y, z = ring("x, y, z", QQ)
    >>> places, (found,) = compacted(x * z + 1)
    >>> places, found.ring.ngens, str(spread(found, space, places))
    ([0, 2], 2, 'x*z + 1')
    """
    columns = zip(*chain.from_iterable(each.itermonoms() for each in polynomials), strict=True)
    used = [place for place, column in enumerate(columns) if any(column)]
    space = space_of(len(used), polynomials[0].ring.domain)
    return used, [
        space.from_dict(
            {tuple([powers[place] for place in used]): value for powers, value in each.iterterms()}
        )
        for each in polynomials
    ]


@lru_cache(maxsize=128)
def space_of(variables: int, domain: Any) -> Any:
    """Return the ring of polynomials in so many variables, at least one."""
    return ring([f"x{place}" for place in range(variables or 1)], domain)[0]


def spread(polynomial: Any, space: Any, places: Sequence[int]) -> Any:
    """Return a polynomial as an element of a larger ring, its variables at the given places there."""
    terms = {}
    for powers, value in polynomial.iterterms():
        whole = [0] * space.ngens
        for place, power in zip(places, powers, strict=False):
            whole[place] = power
        terms[tuple(whole)] = space.domain.convert(value, polynomial.ring.domain)
    return space.from_dict(terms)
