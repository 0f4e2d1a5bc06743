"""Choosers that make concrete cases: one replays given sizes, one enumerates all sizes up to a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.clustering.scene import Context, Scene
from axiometrics.tasks.clustering.wholes import WholeWanted

__all__ = ["Generator", "Replay", "assignments"]

Generator = Callable[..., Scene]


@dataclass
class Replay:
    """Answers with the given sizes by name, and with the least allowed size where none is given."""

    given: Mapping[str, int]
    made: dict[str, int] = field(default_factory=dict)
    structures: list[str] = field(default_factory=list)

    def size(self, name: str, low: int = 1) -> int:
        """Return the recorded size."""
        self.made[name] = max(self.given.get(name, low), low)
        return self.made[name]

    def structure(self, name: str, low: int = 1) -> int:
        """Return the recorded number of parts."""
        self.structures.append(name)
        return self.size(name, low)

    def context(self, *shared: str) -> Context:
        """Return a context that may hold the shared categories."""
        return Context(shared)

    def clustering(self, *_: Any, **__: Any) -> Any:
        """Refuse: whole clusterings are made by a chooser of their own."""
        raise WholeWanted

    half = partitions = times = block_sizes = rewritten = masses = index = require = clustering


def assignments(
    generator: Generator, bound: int, cap: int | None = None
) -> Iterator[tuple[dict[str, int], Scene]]:
    """Yield every choice of sizes whose focal clusters have at most ``bound`` items, with the scene it makes.

    Each size is raised from its least value; a scene that is too large is not raised further, so a generator's focal
    clusters must never shrink when a size grows. ``cap`` bounds every single size as well.
    """
    pending: list[tuple[dict[str, int], int, int]] = [({}, 0, -1)]
    while pending:
        given, first, before = pending.pop()
        chooser = Replay(given)
        scene = generator(chooser)
        if scene.size <= before:
            raise InputError(
                f"the generator's focal clusters keep {scene.size} items when one of {', '.join(chooser.made)} grows; "
                "every size that it asks for must count items"
            )
        if scene.size > bound or (cap is not None and any(value > cap for value in chooser.made.values())):
            continue
        yield dict(chooser.made), scene
        names = list(chooser.made)
        for place in range(len(names) - 1, first - 1, -1):
            raised = {name: chooser.made[name] for name in names[:place]}
            raised[names[place]] = chooser.made[names[place]] + 1
            pending.append((raised, place, int(scene.size)))
