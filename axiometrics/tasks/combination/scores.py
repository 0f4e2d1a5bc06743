"""What a combining function judges: two or three component scores of a system, exact, in every form they have."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import read_exact
from axiometrics.tasks.abilities import Scaled

LETTERS = "PRS"
"""The names of the component scores, in their order; there are two, or three."""
_SCORES = re.compile(r"^(?:(?P<times>\S+)\s*\*\s*)?P=(?P<p>\S+)\s+R=(?P<r>\S+)(?:\s+S=(?P<s>\S+))?$")


@dataclass(frozen=True)
class Scores(Scaled):
    """The component scores P and R (and S), and what the function's value at them is multiplied by.

    Without scores it stands for a number, ``times`` itself: what a value is compared with.

    >>> Scores.from_notation("1/2 * P=3/4 R=1")
    Scores(components=(Fraction(3, 4), Fraction(1, 1)), times=Fraction(1, 2))
    >>> Scores.of("3/4", 1).notation(), Scores.number("1/2").notation()
    ('P=3/4 R=1', '1/2')
    """

    components: tuple[Fraction, ...] | None
    times: Fraction = Fraction(1)

    @classmethod
    def of(cls, *scores: object, times: object = 1) -> Scores:
        """Return two or three scores, given as anything that makes a fraction."""
        return cls(tuple(map(_exact, scores)), _exact(times))

    @classmethod
    def number(cls, value: Any) -> Scores:
        """Return what stands for a number."""
        return cls(None, _exact(value))

    @classmethod
    def from_notation(cls, text: str) -> Scores:
        """Read ``P=3/4 R=1``, the same times a number (``1/2 * P=3/4 R=1``), or a number; raises InputError."""
        found = _SCORES.match(text.strip())
        try:
            if found is None:
                return cls.number(text.strip())
            given = [found[name] for name in "prs" if found[name]]
            return cls.of(*given, times=found["times"] or 1)._within()
        except ValueError as error:
            raise InputError(
                f"cannot read the scores {text!r}; write two numbers from 0 to 1, as in 'P=3/4 R=1'"
            ) from error

    def _within(self) -> Scores:
        if self.components is not None and not all(0 <= score <= 1 for score in self.components):
            raise InputError(f"the scores {self.notation()} are out of range; give numbers from 0 to 1")
        return self

    @property
    def denominator(self) -> int:
        """The largest numerator or denominator in it."""
        parts = (*(self.components or ()), self.times)
        found: int = max(max(part.numerator, part.denominator) for part in parts)
        return found

    @property
    def is_number(self) -> bool:
        """Whether it stands for a number."""
        return self.components is None

    @property
    def plain(self) -> bool:
        """Whether it is scores and nothing else, as every function can judge them."""
        return self.components is not None and self.times == 1

    def to_floats(self) -> tuple[float, ...]:
        """Return the scores as a function of so many numbers reads them."""
        if self.components is None:
            raise InputError(f"{self.notation()} is a number, not a pair of scores")
        return tuple(map(float, self.components))

    def to_fractions(self) -> tuple[Fraction, ...]:
        """Return the scores exactly, as a relation reads them."""
        if self.components is None:
            raise InputError(f"{self.notation()} is a number, not a pair of scores")
        return self.components

    def notation(self) -> str:
        """Write the scores.

        >>> Scores.of(1, "1/3", times="1/2").notation()
        '1/2 * P=1 R=1/3'
        """
        if self.components is None:
            return str(self.times)
        shown = " ".join(f"{name}={score}" for name, score in zip(LETTERS, self.components, strict=False))
        return shown if self.times == 1 else f"{self.times} * {shown}"


def _exact(value: Any) -> Fraction:
    return read_exact(value) if isinstance(value, str) else Fraction(value)
