"""Random cases: a Hypothesis strategy of a constraint's outputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from axiometrics.tasks.filtering.cases import Case
from axiometrics.tasks.filtering.counts import Counts
from axiometrics.tasks.filtering.scene import Generator

__all__ = ["cases"]

LARGEST_EXCESS = 40


@dataclass
class _Drawer:
    """Answers with drawn sizes."""

    draw: Callable[[Any], Any]
    made: dict[str, int] = field(default_factory=dict)

    def size(self, name: str, low: int = 0) -> int:
        self.made[name] = self.draw(st.integers(low, low + LARGEST_EXCESS))
        return self.made[name]

    def sizes(self, *names: str) -> tuple[int, ...]:
        *first, last = names
        found = [self.size(name) for name in first]
        return (*found, self.size(last, 0 if any(found) else 1))


@st.composite
def cases(draw: Any, generator: Generator) -> Case:
    """Draw a case with sizes up to 40 above their least values."""
    drawer = _Drawer(draw)
    scene = generator(drawer)
    return Case({name: Counts(*counts) for name, counts in scene.outputs.items()}, drawer.made)
