"""An estimated distribution over ordered classes beside the gold one, and every form they come in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from axiometrics.errors import InputError
from axiometrics.tasks.abilities import Output

__all__ = ["Distributions", "Share"]

Share = Fraction | float

_NOTATION = re.compile(r"\s*gold\s*=([^=]*?)\s*system\s*=([^=]*)")


@dataclass(frozen=True)
class Distributions(Output):
    """The gold's and the system's share of every class, from the lowest class to the highest.

    Shares are fractions, or floats as users give them. The number of classes is that of the shares, empty classes
    included.

    >>> both = Distributions.from_notation("gold=1/2 1/4 1/4 system=1 0 0")
    >>> both.classes, both.gold[1], both.full
    (3, Fraction(1, 4), True)
    """

    gold: tuple[Share, ...]
    system: tuple[Share, ...]

    @classmethod
    def from_masses(cls, system: Sequence[int], gold: Sequence[int]) -> Distributions:
        """Divide whole masses, which need not have the same total, by their totals."""
        totals = sum(system), sum(gold)
        return cls(
            tuple(Fraction(mass, totals[1]) for mass in gold),
            tuple(Fraction(mass, totals[0]) for mass in system),
        )

    @classmethod
    def from_notation(cls, text: str) -> Distributions:
        """Read ``gold=1/2 1/4 1/4 system=1 0 0``; raises InputError.

        >>> Distributions.from_notation("gold=1/2 1/2 system=1 0").system
        (Fraction(1, 1), Fraction(0, 1))
        """
        from axiometrics.tasks.quantification.reading import read

        found = _NOTATION.fullmatch(text)
        if found is None:
            raise InputError(
                f"cannot read the distributions {text!r}; write both, as in 'gold=1/2 1/4 1/4 system=1 0 0'"
            )
        return read(found[1], found[2])

    @property
    def classes(self) -> int:
        """Number of classes, K."""
        return len(self.gold)

    @property
    def full(self) -> bool:
        """Whether no gold class is empty."""
        return all(share > 0 for share in self.gold)

    @property
    def denominator(self) -> int:
        """The least common denominator of all shares, which must be fractions."""
        return lcm(*(Fraction(share).denominator for share in (*self.gold, *self.system)))

    def masses(self) -> tuple[list[int], list[int]]:
        """Return the smallest whole masses of the system and of the gold, each for itself."""
        return _masses(self.system), _masses(self.gold)

    def to_lists(self) -> tuple[list[float], list[float]]:
        """Return (gold, system) as lists of floats."""
        return list(map(float, self.gold)), list(map(float, self.system))

    def notation(self) -> str:
        """Write both distributions.

        >>> Distributions.from_masses([2, 0, 0], [2, 1, 1]).notation()
        'gold=1/2 1/4 1/4 system=1 0 0'
        """
        return f"gold={' '.join(map(str, self.gold))} system={' '.join(map(str, self.system))}"


def _masses(shares: Sequence[Share]) -> list[int]:
    exact = [share.as_integer_ratio() for share in shares]
    whole = lcm(*(bottom for _, bottom in exact))
    found = [top * (whole // bottom) for top, bottom in exact]
    common = gcd(*found) or 1
    return [mass // common for mass in found]
