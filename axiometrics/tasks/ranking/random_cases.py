"""Random cases: a constraint's scenes within random lists."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Drawn
from axiometrics.tasks.ranking.cases import case_of
from axiometrics.tasks.ranking.ranking import Ranking
from axiometrics.tasks.ranking.scene import TOP_GRADE, Chooser, Context, Generator, Run, Scene

__all__ = ["drawn"]

MOST_RUNS = 5
LONGEST_RUN = 8
MOST_SPARE = 4


def drawn(generator: Generator, answers: Drawn) -> Case:
    """Draw a case: sizes up to 12 above their least values, contexts of up to 5 runs of equal documents."""
    scene, draw = generator(Chooser(answers)), answers.draw
    contents = {context.name: _content(draw, context) for context in scene.contexts()}
    top = TOP_GRADE if any(context.graded for context in scene.contexts()) else 1
    spare = draw(st.lists(st.integers(0, top), max_size=MOST_SPARE)) if scene.relevant is None else []
    return case_of({name: _ranking(scene, name, contents, spare) for name in scene.outputs}, answers.made)


def _content(draw: Any, context: Context) -> list[int]:
    runs = st.tuples(st.integers(0, TOP_GRADE if context.graded else 1), st.integers(1, LONGEST_RUN))
    return [grade for grade, times in draw(st.lists(runs, max_size=MOST_RUNS)) for _ in range(times)]


def _ranking(scene: Scene, output: str, contents: dict[str, list[int]], spare: list[int]) -> Ranking:
    grades: list[int] = []
    for part in scene.outputs[output]:
        grades += [part.grade] * part.times if isinstance(part, Run) else contents[part.name]
    return Ranking.of(grades, [*scene.unlisted[output], *spare])
