"""Choosers that make concrete cases: one replays given sizes and grades, one enumerates all up to a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from axiometrics.errors import InputError
from axiometrics.tasks.ranking.scene import Context, Scene

__all__ = ["TOP_GRADE", "Generator", "Replay", "assignments"]

Generator = Callable[..., Scene]

TOP_GRADE = 2
"""The highest grade of graded cases."""


@dataclass
class Replay:
    """Answers with the given values by name, and with the least allowed one where none is given.

    ``made`` are the values in order, between ``lows`` and ``highs``; ``grades`` names those that are grades.
    """

    given: Mapping[str, int]
    made: dict[str, int] = field(default_factory=dict)
    lows: dict[str, int] = field(default_factory=dict)
    highs: dict[str, int | None] = field(default_factory=dict)
    grades: list[str] = field(default_factory=list)

    def size(self, name: str, low: int = 1, high: int | None = None) -> int:
        """Return the recorded number of documents."""
        self.lows[name], self.highs[name] = low, high
        self.made[name] = max(self.given.get(name, low), low)
        return self.made[name]

    def grade(self, name: str, low: int = 0) -> int:
        """Return the recorded grade."""
        self.grades.append(name)
        return self.size(name, low, TOP_GRADE)

    def context(self, name: str, *, graded: bool = False) -> Context:
        """Return a context, which whoever makes the cases fills."""
        return Context(name, graded)

    @property
    def possible(self) -> bool:
        """Whether every value is within its bound."""
        return all(high is None or self.made[name] <= high for name, high in self.highs.items())


def assignments(
    generator: Generator, bound: int, steps: Sequence[int] | None = None
) -> Iterator[tuple[dict[str, int], Scene]]:
    """Yield every choice of sizes and grades whose focal documents are at most ``bound``, with the scene it makes.

    Each value is raised from its least; a scene that is too large is not raised further, so a generator's collection
    must grow with every size. ``steps`` are the only excesses over the least size that are tried, if given.
    """
    pending: list[tuple[dict[str, int], int, int]] = [({}, 0, -1)]
    while pending:
        given, first, before = pending.pop()
        chooser = Replay(given)
        scene = generator(chooser)
        if not chooser.possible:
            continue
        if scene.size <= before:
            raise InputError(
                f"the generator's lists keep {scene.size} documents when one of {', '.join(chooser.made)} grows; "
                "every size that it asks for must count documents"
            )
        if scene.size > bound:
            continue
        yield dict(chooser.made), scene
        for raised, place in _raised(chooser, first, steps):
            grew = list(chooser.made)[place] not in chooser.grades
            pending.append((raised, place, int(scene.size) if grew else -1))


def _raised(chooser: Replay, first: int, steps: Sequence[int] | None) -> Iterator[tuple[dict[str, int], int]]:
    """Yield the next values: one of them raised, those before it kept, those after it left to be least again."""
    names = list(chooser.made)
    for place in range(len(names) - 1, first - 1, -1):
        name, kept = names[place], {other: chooser.made[other] for other in names[:place]}
        excess = chooser.made[name] - chooser.lows[name] + 1
        if steps is not None and name not in chooser.grades:
            excess = next((step for step in steps if step >= excess), -1)
        if excess > 0:
            yield {**kept, name: chooser.lows[name] + excess}, place
