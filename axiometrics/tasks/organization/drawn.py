"""Random cases: a Hypothesis strategy of a constraint's organizations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from axiometrics.tasks.organization.cases import Case, embedded_case
from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.scene import Embedded, Generator
from axiometrics.tasks.organization.sweeping import simpler

__all__ = ["cases"]

LARGEST_EXCESS = 8
MOST_LEVELS = 3
MOST_CLUSTERS = 3
DOCUMENTS = tuple(f"d{number}" for number in range(1, 8))


@dataclass
class _Drawer:
    """Answers with drawn sizes and distributions."""

    draw: Callable[[Any], Any]
    made: dict[str, int] = field(default_factory=dict)

    def size(self, name: str, low: int = 1) -> int:
        self.made[name] = self.draw(st.integers(low, low + LARGEST_EXCESS))
        return self.made[name]

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        cluster = (
            st.lists(st.sampled_from(DOCUMENTS), min_size=1, max_size=4, unique=True).map(sorted).map(tuple)
        )
        level = st.lists(cluster, min_size=1, max_size=MOST_CLUSTERS).map(tuple)
        levels = st.lists(level, min_size=1, max_size=MOST_LEVELS).map(tuple)
        return tuple(self.draw(levels) for _ in names)

    def embedded(self, task: str, generator: Callable[..., Any], *, bottom: str = "level") -> Embedded:
        return Embedded(task, generator, bottom)


@st.composite
def cases(draw: Any, generator: Generator) -> Case:
    """Draw a case: of the simpler task that a generator hands on, or up to 3 levels of 3 clusters a distribution."""
    drawer = _Drawer(draw)
    scene = generator(drawer)
    if isinstance(scene, Embedded):
        return embedded_case(scene, draw(simpler(scene).strategy(scene.generator)))
    if scene is None:
        return draw(st.nothing())  # type: ignore[no-any-return]
    return Case(scene.outputs, drawer.made)
