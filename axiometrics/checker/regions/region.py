"""What is found about one parameter: the values for which a constraint holds, on what grounds, and the argument."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from axiometrics.checker.regions.sets import ValueSet
from axiometrics.checker.regions.wholes import WholeValues
from axiometrics.checker.regions.wording import bound_text, set_text

__all__ = ["Region"]


@dataclass(frozen=True)
class Region:
    """``inside`` and ``outside`` say whether it is shown that the constraint holds, or fails, there.

    What is not shown is so for every value and case that was tried. ``argument`` are sentences; ``points`` are values
    with the margin that decides, for a plot.
    """

    parameter: str
    values: ValueSet | WholeValues
    inside: bool
    outside: bool
    argument: tuple[str, ...] = ()
    points: tuple[tuple[str, str], ...] = field(default=())

    @property
    def is_whole(self) -> bool:
        """Whether every value is in."""
        return self.values.is_whole

    @property
    def proved(self) -> bool:
        """Whether it is shown that these values, and no others, are in."""
        return (self.inside or self.values.is_empty) and (self.outside or self.values.is_whole)

    @property
    def text(self) -> str:
        """The values in words that never overstate."""
        if isinstance(self.values, WholeValues):
            return self.values.text(self.parameter)
        return set_text(self.values, self.parameter) + ("" if self.proved else ", as far as tried")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        exact = [] if isinstance(self.values, WholeValues) else self.values.bounds
        return {
            "parameter": self.parameter,
            "text": self.text,
            "proved": self.proved,
            "bounds": [{**bound.to_dict(), "text": bound_text(bound, self.parameter)} for bound in exact],
            "argument": list(self.argument),
            "points": [list(point) for point in self.points],
        }
