"""Relations between pairs of scores that no function of the two gives: for ``reads="relation"``.

Each compares (P, R) with (P', R'): 1 where the first is better, -1 where the second is, 0 where they are equally good,
None where it does not compare them.
"""

from __future__ import annotations

from fractions import Fraction

__all__ = ["completed_dominance", "dominance", "lexicographic"]

Pair = tuple[Fraction, Fraction]


def dominance(one: Pair, other: Pair) -> int | None:
    """Unanimous improvement: better where no score is lower and one is higher; else equal, or not comparable.

    >>> dominance((1, 1), (1, 0)), dominance((1, 0), (0, 1)) is None
    (1, True)
    """
    signs = {(first > second) - (first < second) for first, second in zip(one, other, strict=True)}
    if {1, -1} <= signs:
        return None
    return 1 if 1 in signs else -1 if -1 in signs else 0


def completed_dominance(one: Pair, other: Pair) -> int:
    """Unanimous improvement, with pairs that it does not compare taken to be equally good.

    >>> completed_dominance((1, 0), (0, 1))
    0
    """
    return dominance(one, other) or 0


def lexicographic(one: Pair, other: Pair) -> int:
    """The first score decides, and the second where the first ones are equal.

    >>> lexicographic((1, 0), (0, 1)), lexicographic((1, 0), (1, 1))
    (1, -1)
    """
    return (one > other) - (one < other)
