"""What a constraint on combining functions is about: component scores, made of levels that a chooser hands out.

Levels are fractions when cases are made and expressions when they are proved, so a generator may compute with them, and
compare them in `Chooser.require` only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from axiometrics.tasks import chooser
from axiometrics.tasks.chooser import Template, outputs
from axiometrics.tasks.choosing import Answers

__all__ = ["Chooser", "Generator", "Judged", "Template", "grid_levels", "judged", "number", "scores"]


@dataclass(frozen=True)
class Judged:
    """Two or three component scores, and what the function's value is multiplied by; without scores, a number."""

    components: tuple[Any, ...] | None
    times: Any = 1


@cache
def grid_levels(denominator: int, domain: str) -> tuple[Fraction, ...]:
    """Return the scores of a domain that are multiples of one over the denominator.

    >>> [str(level) for level in grid_levels(2, "open")]
    ['1/2', '1']
    """
    low = 0 if domain == "closed" else 1
    high = denominator - 1 if domain == "interior" else denominator
    return tuple(Fraction(place, denominator) for place in range(low, high + 1))


_SHARES = (
    *(Fraction(1, 2**place) for place in range(1, 4)),
    *(1 - Fraction(1, 2**place) for place in range(2, 6)),
    Fraction(1),
)


class Chooser(chooser.Chooser):
    """Where a generator gets its levels of the scores from: those of a grid with the given denominator."""

    def __init__(self, answers: Answers, denominator: int = 1) -> None:
        super().__init__(answers)
        self.denominator = denominator
        self.single: dict[str, str] = {}

    def level(self, name: str, domain: str) -> Any:
        """Return a score of the domain: ``closed`` [0, 1], ``open`` (0, 1] or ``interior`` (0, 1).

        ``single`` keeps the domains of those that are asked for one by one.
        """
        found = self.answers.named(name, grid_levels(self.denominator, domain))
        self.single[name] = domain
        return found

    def levels(self, *names: str, domain: str) -> tuple[Any, ...]:
        """Return different scores of the domain, ascending."""
        found = self.answers.one_of(_ascending(self.denominator, domain, len(names)))
        self.answers.made |= zip(names, found, strict=True)
        return found

    def factor(self, name: str) -> Any:
        """Return a number above 0 and below 1."""
        return self.answers.named(name, grid_levels(self.denominator, "interior"))

    def share(self, name: str, most: Any) -> Any:
        """Return a number above 0 and up to ``most``, many of them close to either end."""
        return self.answers.named(name, [share * most for share in _SHARES])


@cache
def _ascending(denominator: int, domain: str, count: int) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(combinations(grid_levels(denominator, domain), count))


Generator = Callable[..., Template]


def scores(*levels: object, swap: int = 0, times: object = 1) -> Judged:
    """Return component scores; with ``swap`` the last of them stands so many places before the end.

    >>> scores(1, 0, swap=1).components, scores(1, 2, 0, swap=2).components
    ((0, 1), (0, 1, 2))
    """
    *others, last = levels
    place = len(others) - swap
    return Judged((*others[:place], last, *others[place:]), times)


def number(value: Any) -> Judged:
    """Return a number that a value is compared with."""
    return Judged(None, value)


judged = outputs
"""Describes what is judged."""
