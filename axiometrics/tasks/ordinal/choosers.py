"""Choosers of classes: one replays given choices, and all choices are tried one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from axiometrics.tasks.ordinal.scene import Generator, Impossible, Matrix, Scene

__all__ = ["Contents", "Replay", "assignments"]


class Contents(Protocol):
    """Who fills matrices when the classes are chosen: with arrays, drawn numbers, or symbols."""

    @property
    def matrix(self) -> Callable[..., Matrix]:
        """Return a matrix; see `Chooser.matrix`."""

    @property
    def gold(self) -> Callable[..., Sequence[Any]]:
        """Return counts of the true classes; see `Chooser.gold`."""

    def systems(self, classes: int, *, full: bool = False) -> tuple[Matrix, Matrix]:
        """Return two outputs on one gold; see `Chooser.systems`."""


@dataclass
class Replay:
    """Answers with the given choices by name, and with the least where none is given.

    ``made`` are the choices in order, ``highs`` the largest that may be made in their place.
    """

    given: Mapping[str, int]
    contents: Contents
    numbers: Sequence[int]
    made: dict[str, int] = field(default_factory=dict)
    highs: dict[str, int] = field(default_factory=dict)

    def classes(self, low: int = 2) -> int:
        """Return the recorded number of classes."""
        return self.index("classes", max(low, self.numbers[0]), self.numbers[-1])

    def index(self, name: str, low: int, high: int, *, avoid: Sequence[int] = ()) -> int:
        """Return the recorded class; raises Impossible where it is none."""
        if low > high:
            raise Impossible(name)
        self.highs[name] = high
        self.made[name] = max(self.given.get(name, low), low)
        if self.made[name] in avoid:
            raise Impossible(name)
        return self.made[name]

    def size(self, name: str, low: int = 1) -> int:
        """Return the recorded number: the least one, or the next."""
        return self.index(name, low, low + 1)

    def matrix(self, classes: int, **conditions: Any) -> Matrix:
        """Return a matrix of the contents."""
        return self.contents.matrix(classes, **conditions)

    def gold(self, classes: int, **conditions: Any) -> Sequence[Any]:
        """Return counts of the contents."""
        return self.contents.gold(classes, **conditions)

    def systems(self, classes: int, *, full: bool = False) -> tuple[Matrix, Matrix]:
        """Return two matrices of the contents."""
        return self.contents.systems(classes, full=full)


def assignments(
    generator: Generator,
    contents: Callable[[], Contents],
    numbers: Sequence[int],
    *,
    chooser: Callable[..., Replay] = Replay,
) -> Iterator[tuple[dict[str, int], Scene, Contents]]:
    """Yield every choice of classes and sizes with the scene it makes, for the given numbers of classes."""
    given: dict[str, int] | None = {}
    while given is not None:
        asked = chooser(given, contents(), numbers)
        try:
            scene = generator(asked)
        except Impossible:
            pass
        else:
            yield dict(asked.made), scene, asked.contents
        given = _following(asked)


def _following(chooser: Replay) -> dict[str, int] | None:
    """Return the next choices: the last that can be raised is, and those after it start anew."""
    names = list(chooser.made)
    for place in range(len(names) - 1, -1, -1):
        name = names[place]
        if chooser.made[name] < chooser.highs[name]:
            return {**{other: chooser.made[other] for other in names[:place]}, name: chooser.made[name] + 1}
    return None
