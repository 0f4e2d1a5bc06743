"""What a constraint on combining functions is about: component scores, made of levels that a chooser hands out.

Levels are fractions when cases are made and expressions when they are proved, so a generator may compute with them, and
compare them in `Chooser.require` only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

__all__ = ["Chooser", "Generator", "Impossible", "Judged", "Scene", "judged", "number", "scores"]


class Impossible(Exception):
    """What was chosen so far admits no case."""


@dataclass(frozen=True)
class Judged:
    """Two or three component scores, and what the function's value is multiplied by; without scores, a number."""

    components: tuple[Any, ...] | None
    times: Any = 1


@dataclass(frozen=True)
class Scene:
    """What is judged, by output name."""

    outputs: Mapping[str, Judged]


class Chooser(Protocol):
    """Where a generator gets its levels of the scores from."""

    def level(self, name: str, domain: str) -> Any:
        """Return a score of the domain: ``closed`` [0, 1], ``open`` (0, 1] or ``interior`` (0, 1)."""

    def levels(self, *names: str, domain: str) -> tuple[Any, ...]:
        """Return different scores of the domain, ascending."""

    def factor(self, name: str) -> Any:
        """Return a number above 0 and below 1."""

    def share(self, name: str) -> Any:
        """Return a number above 0 and up to 1."""

    def index(self, name: str, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""

    def require(self, condition: Any) -> None:
        """Keep the cases that meet a condition on levels."""


Generator = Callable[..., Scene]


def scores(*levels: Any, swap: int = 0, times: Any = 1) -> Judged:
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


def judged(**outputs: Judged) -> Scene:
    """Describe what is judged.

    >>> list(judged(worse=scores(0, 0), better=scores(1, 1)).outputs)
    ['worse', 'better']
    """
    return Scene(outputs)
