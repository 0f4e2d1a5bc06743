"""Polynomials at points with positive coordinates: two values of different sign rule out that one sign is theirs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["takes_both_signs"]

POINTS = 256
"""Points that a polynomial is evaluated at."""
LARGEST = 16.0
"""Coordinates lie between one over this and this."""
ROUNDING = 1e-9
"""A value that is smaller than this share of its terms is taken for neither sign."""


def takes_both_signs(polynomial: Any) -> bool:
    """Return whether a polynomial is seen positive at some point with positive coordinates, and negative at another.

    Then no factor by factor argument can show that it has one sign; where it returns False, one may. Cost O(terms).

    >>> from sympy import QQ
    >>> from sympy.polys.rings import ring
    >>> space, x, y = ring("x, y", QQ)
    >>> takes_both_signs(x**2 - y**2), takes_both_signs((x - y) ** 2)
    (True, False)
    """
    powers = np.array(list(polynomial.itermonoms()), dtype=float)
    largest = max(map(abs, polynomial.itercoeffs()))
    values = np.array([float(value / largest) for value in polynomial.itercoeffs()])
    terms = np.exp(_logarithms(powers.shape[1]) @ powers.T) * values
    totals = terms.sum(axis=1)
    clear = np.abs(totals) > ROUNDING * np.abs(terms).sum(axis=1)
    return bool((clear & (totals > 0)).any() and (clear & (totals < 0)).any())


@lru_cache(maxsize=128)
def _logarithms(variables: int) -> NDArray[np.float64]:
    """Return the logarithms of the points' coordinates, the same ones at every call, shape (points, variables)."""
    bound = np.log(LARGEST)
    return np.random.default_rng(variables).uniform(-bound, bound, size=(POINTS, variables))
