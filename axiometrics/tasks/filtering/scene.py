"""What a filtering constraint is about: the counts of each output, computed from sizes that a chooser hands out.

Sizes are integers when cases are made and symbols when they are proved, so a generator may add and multiply them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

__all__ = ["Chooser", "Generator", "Scene", "outputs"]


class Chooser(Protocol):
    """Where a generator gets its sizes from."""

    def size(self, name: str, low: int = 0) -> Any:
        """Return a number, at least ``low``; it must count items, so that a larger one makes a larger case."""

    def sizes(self, *names: str) -> tuple[Any, ...]:
        """Return numbers from 0 on that are not all 0."""


@dataclass(frozen=True)
class Scene:
    """(tp, fp, fn, tn) of each output."""

    outputs: Mapping[str, tuple[Any, Any, Any, Any]]

    @property
    def size(self) -> Any:
        """Items."""
        return sum(next(iter(self.outputs.values())))


Generator = Callable[..., Scene]


def outputs(**counts: tuple[Any, Any, Any, Any]) -> Scene:
    """Describe the outputs by their counts (tp, fp, fn, tn).

    >>> outputs(worse=(0, 1, 1, 0), better=(1, 1, 0, 0)).size
    2
    """
    return Scene(counts)
