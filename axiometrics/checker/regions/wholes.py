"""Parameters that are whole numbers: every value from the least on is tried, up to a limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from axiometrics.checker.demands.sizes import ranges

__all__ = ["WholeValues"]


@dataclass(frozen=True)
class WholeValues:
    """Which of the tried whole numbers are in."""

    tried: Mapping[int, bool]

    @property
    def is_whole(self) -> bool:
        """Whether all of them are in."""
        return all(self.tried.values())

    @property
    def is_empty(self) -> bool:
        """Whether none of them is in."""
        return not any(self.tried.values())

    def text(self, letter: str) -> str:
        """Write the numbers that are in, of those that were tried.

        >>> WholeValues({1: False, 2: False, 3: True, 4: True}).text("k")
        'k = 3..4 of 1..4'
        """
        tried = ranges(sorted(self.tried))
        if self.is_empty:
            return f"no {letter} of {tried}"
        if self.is_whole:
            return f"every {letter} of {tried}"
        return f"{letter} = {ranges([n for n, held in sorted(self.tried.items()) if held])} of {tried}"
