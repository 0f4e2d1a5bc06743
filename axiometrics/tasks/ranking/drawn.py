"""Random cases: a Hypothesis strategy of a constraint's scenes within random lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from axiometrics.tasks.ranking.cases import Case
from axiometrics.tasks.ranking.choosers import TOP_GRADE
from axiometrics.tasks.ranking.ranking import Ranking
from axiometrics.tasks.ranking.scene import Context, Run, Scene

__all__ = ["cases"]

LARGEST_EXCESS = 12
MOST_RUNS = 5
LONGEST_RUN = 8
MOST_SPARE = 4


@dataclass
class _Drawer:
    """Answers with drawn sizes and grades."""

    draw: Callable[[Any], Any]
    made: dict[str, int] = field(default_factory=dict)

    def size(self, name: str, low: int = 1, high: int | None = None) -> int:
        most = low + LARGEST_EXCESS if high is None else min(high, low + LARGEST_EXCESS)
        self.made[name] = self.draw(st.integers(low, most))
        return self.made[name]

    def grade(self, name: str, low: int = 0) -> int:
        self.made[name] = self.draw(st.integers(low, max(low, TOP_GRADE)))
        return self.made[name]

    def context(self, name: str, *, graded: bool = False) -> Context:
        return Context(name, graded)


@st.composite
def cases(draw: Any, generator: Callable[..., Scene]) -> Case:
    """Draw a case: sizes up to 12 above their least values, contexts of up to 5 runs of equal documents."""
    drawer = _Drawer(draw)
    scene = generator(drawer)
    contents = {context.name: _content(draw, context) for context in scene.contexts()}
    top = TOP_GRADE if any(context.graded for context in scene.contexts()) else 1
    spare = draw(st.lists(st.integers(0, top), max_size=MOST_SPARE)) if scene.relevant is None else []
    return Case({name: _ranking(scene, name, contents, spare) for name in scene.outputs}, drawer.made)


def _content(draw: Any, context: Context) -> list[int]:
    runs = st.tuples(st.integers(0, TOP_GRADE if context.graded else 1), st.integers(1, LONGEST_RUN))
    return [grade for grade, times in draw(st.lists(runs, max_size=MOST_RUNS)) for _ in range(times)]


def _ranking(scene: Scene, output: str, contents: dict[str, list[int]], spare: list[int]) -> Ranking:
    grades: list[int] = []
    for part in scene.outputs[output]:
        grades += [part.grade] * part.times if isinstance(part, Run) else contents[part.name]
    return Ranking.of(grades, [*scene.unlisted[output], *spare])
