"""Arrays of whole numbers whose products and sums say where they outgrow 64 bits, and single denominators."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["LIMIT", "SMALL", "common_bottom", "product_of", "sum_of"]

Integers = NDArray[np.int64]
LIMIT = 2.0**62
"""What a number may not reach."""
SMALL = 2**12
"""A single bottom that fractions of all cases may keep unreduced, at most."""


def product_of(one: Integers, other: Integers) -> tuple[Integers, Any]:
    """Multiply, and say where the product is too large."""
    with np.errstate(over="ignore"):
        found = np.asarray(one * other)
    if found.dtype == object:
        return found, False
    if one.size and other.size and float(np.abs(one).max()) * float(np.abs(other).max()) < LIMIT:
        return found, False
    return found, np.abs(one.astype(float)) * np.abs(other.astype(float)) >= LIMIT


def sum_of(one: Integers, other: Integers) -> tuple[Integers, Any]:
    """Add, and say where the sum is too large."""
    total = np.asarray(one + other)
    if total.dtype == object or not total.size:
        return total, False
    if float(np.abs(one).max()) + float(np.abs(other).max()) < LIMIT:
        return total, False
    return total, np.abs(one.astype(float)) + np.abs(other.astype(float)) >= LIMIT


def common_bottom(one: Integers | None, other: Integers | None) -> Any:
    """Return the common denominator of two single bottoms; None where one is not single, or it is large."""
    if any(bottom is not None and (bottom.ndim or not 0 < bottom <= SMALL) for bottom in (one, other)):
        return None
    found = np.lcm(1 if one is None else one, 1 if other is None else other)
    return np.asarray(found) if found <= SMALL else None
