"""Every pair of distributions over 2 to 4 classes whose shares have a small common denominator."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product

from axiometrics.tasks.quantification.distributions import Distributions

__all__ = ["CHECKED", "FORM", "SIZE", "SWAPS", "gold", "identity", "outputs", "perfect", "swapped"]

SIZE = 5
CHECKED = 3
SWAPS = True
FORM = "distributions"


def outputs(size: int) -> Iterator[Distributions]:
    """Yield all pairs with denominators up to ``size`` for 2 classes, one less with each further class.

    >>> [found.notation() for found in outputs(1)][:2]
    ['gold=1 0 system=1 0', 'gold=1 0 system=0 1']
    """
    seen: set[Distributions] = set()
    for denominator in range(1, size + 1):
        for classes in range(2, min(4, size - denominator + 2) + 1):
            shares = [
                tuple(Fraction(part, denominator) for part in parts)
                for parts in _shared_out(denominator, classes)
            ]
            for gold_shares, system_shares in product(shares, repeat=2):
                found = Distributions(gold_shares, system_shares)
                if found not in seen:
                    seen.add(found)
                    yield found


def _shared_out(total: int, places: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to share out a number to places, the first places full first."""
    if places == 1:
        yield (total,)
        return
    for part in range(total, -1, -1):
        for rest in _shared_out(total - part, places - 1):
            yield (part, *rest)


def swapped(output: Distributions) -> Distributions:
    """Take the system for the gold."""
    return Distributions(output.system, output.gold)


def identity(output: Distributions) -> Hashable:
    """Return the output itself: it names nothing."""
    return output


def gold(output: Distributions) -> Hashable:
    """Return the gold shares."""
    return output.gold


def perfect(output: Distributions) -> bool:
    """Say whether the shares are the gold's."""
    return output.gold == output.system
