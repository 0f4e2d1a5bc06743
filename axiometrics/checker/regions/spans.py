"""The values that a parameter may take: an open interval, with its lower end where that is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from axiometrics.parameters import Parameter

__all__ = ["Span", "span_of"]


@dataclass(frozen=True)
class Span:
    """All numbers between ``low`` and ``high`` (None: without end); ``closed`` says that ``low`` is one of them."""

    low: Fraction | None = None
    high: Fraction | None = None
    closed: bool = False

    def between(self, low: Fraction | None, high: Fraction | None) -> Fraction:
        """Return a simple number strictly between two of the span's numbers, or between one and an end.

        >>> Span(Fraction(0)).between(None, Fraction(3)), Span(Fraction(0)).between(Fraction(3), None)
        (Fraction(3, 2), Fraction(4, 1))
        """
        first = self.low if low is None else low
        last = self.high if high is None else high
        if first is None:
            return Fraction(0) if last is None else last - 1
        return first + 1 if last is None else (first + last) / 2

    def contains(self, value: Fraction) -> bool:
        """Whether a number is strictly inside."""
        return (self.low is None or value > self.low) and (self.high is None or value < self.high)


def span_of(parameter: Parameter) -> Span | None:
    """Return the values of a real parameter; None where it takes words or whole numbers only.

    >>> span_of(Parameter("p", default=Fraction(4, 5), above=0, below=1))
    Span(low=Fraction(0, 1), high=Fraction(1, 1), closed=False)
    """
    if parameter.choices or parameter.whole:
        return None
    low = parameter.above if parameter.least is None else parameter.least
    return Span(
        None if low is None else Fraction(low),
        None if parameter.below is None else Fraction(parameter.below),
        parameter.least is not None,
    )
