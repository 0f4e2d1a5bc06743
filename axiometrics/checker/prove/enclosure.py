"""Refutations of demands under premises of equality whose solutions are no fractions: by intervals around them.

The values of the unknowns are only known to lie in brackets; each premise has opposite signs at the ends of the bracket
of its unknown and the formula is continuous on it, so it is zero somewhere inside. The margin's interval over all
brackets does not contain zero, so the demand fails wherever the solutions are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["Enclosure", "Unknown"]


@dataclass(frozen=True)
class Unknown:
    """A level that a premise is solved for: its name, the premise's linear form, and the ends of its bracket."""

    name: str
    form: Mapping[str, int]
    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Enclosure:
    """Chosen levels, unknowns in their brackets, and the margin, which keeps away from zero by this at least."""

    chosen: Mapping[str, Any]
    unknowns: tuple[Unknown, ...]
    form: Mapping[str, int]
    margin: tuple[str, str]

    @property
    def margin_latex(self) -> str:
        """The interval of the margin."""
        return r"\left[{}, {}\right]".format(*self.margin)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; fractions are text."""
        return {
            "kind": "enclosure",
            "chosen": {name: str(value) for name, value in self.chosen.items()},
            "unknowns": [
                {"name": each.name, "form": dict(each.form), "low": str(each.low), "high": str(each.high)}
                for each in self.unknowns
            ],
            "form": dict(self.form),
            "margin": list(self.margin),
        }
