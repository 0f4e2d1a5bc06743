"""Choosers that make concrete cases: one replays given sizes; others enumerate all sizes, or a ladder of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from axiometrics.errors import InputError
from axiometrics.tasks.filtering.scene import Generator, Scene

__all__ = ["Replay", "assignments", "ladders"]

Assignment = tuple[dict[str, int], Scene]


@dataclass
class Replay:
    """Answers with the given sizes by name, and with the least allowed size where none is given."""

    given: Mapping[str, int]
    made: dict[str, int] = field(default_factory=dict)
    least: dict[str, int] = field(default_factory=dict)

    def size(self, name: str, low: int = 0) -> int:
        """Return the recorded size."""
        self.least[name] = low
        self.made[name] = max(self.given.get(name, low), low)
        return self.made[name]

    def sizes(self, *names: str) -> tuple[int, ...]:
        """Return the recorded sizes; the last one is at least 1 where all others are 0."""
        *first, last = names
        found = [self.size(name) for name in first]
        return (*found, self.size(last, 0 if any(found) else 1))


def assignments(generator: Generator, bound: int) -> Iterator[Assignment]:
    """Yield every choice of sizes that makes outputs of at most ``bound`` items, with the scene it makes.

    Each size is raised from its least value; a scene that is too large is not raised further, so a case must never
    shrink when a size grows.
    """
    pending: list[tuple[dict[str, int], int, int, int]] = [({}, 0, 0, 0)]
    while pending:
        given, first, before, stalls = pending.pop()
        chooser = Replay(given)
        scene = generator(chooser)
        stalls = stalls + 1 if given and scene.size == before else 0
        if scene.size < before or stalls > 1:
            raise InputError(
                f"the generator's outputs keep {scene.size} items when one of {', '.join(chooser.made)} grows; "
                "every size that it asks for must count items"
            )
        if scene.size > bound:
            continue
        yield dict(chooser.made), scene
        names = list(chooser.made)
        for place in range(len(names) - 1, first - 1, -1):
            raised = {name: chooser.made[name] for name in names[:place]}
            raised[names[place]] = chooser.made[names[place]] + 1
            pending.append((raised, place, int(scene.size), stalls))


def ladders(generator: Generator, steps: Sequence[int]) -> Iterator[Assignment]:
    """Yield the scenes in which every size is its least value plus one of the steps."""
    chooser = Replay({})
    generator(chooser)
    for chosen in product(steps, repeat=len(chooser.made)):
        given = {name: chooser.least[name] + step for name, step in zip(chooser.made, chosen, strict=True)}
        replay = Replay(given)
        scene = generator(replay)
        yield dict(replay.made), scene
