"""Thresholds and weights as exact numbers."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.errors import InputError
from axiometrics.numerals import read_exact

__all__ = ["Weight", "fraction_in"]

Weight = float | str | Fraction


def fraction_in(name: str, value: Weight, low: int) -> Fraction:
    """Return a number in [low, 1] exactly, decimals as they are written; raises InputError for others.

    >>> fraction_in("alpha", 0.2, 0), fraction_in("threshold", "-1/3", -1)
    (Fraction(1, 5), Fraction(-1, 3))
    """
    try:
        found = read_exact(str(value)) if isinstance(value, float | str) else Fraction(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name}={value!r} is no number; give one in [{low}, 1], such as 1/4") from error
    if not low <= found <= 1:
        raise InputError(f"{name}={value} is not possible; give a number in [{low}, 1]")
    return found
