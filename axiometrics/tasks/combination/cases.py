"""All cases of a constraint as one batch, those on the coarsest grid of scores first: shared by every metric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, require_outputs
from axiometrics.tasks.choosing import every
from axiometrics.tasks.combination.batch import ScoresBatch, ScoresTable
from axiometrics.tasks.combination.scene import Chooser, Generator, Scene
from axiometrics.tasks.combination.scores import Scores

__all__ = ["Assignment", "CaseBatch", "assignments", "batch_of_cases", "case_of_scene", "gather"]


Assignment = tuple[int, dict[str, Any], Scene]
"""The denominator of the grid, what was chosen by name, and the scene that it makes."""


@dataclass(frozen=True)
class CaseBatch(cases.CaseBatch):
    """Many cases by the denominator of their grid, which ``size`` holds; ``exact`` has every level and number."""

    exact: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @cached_property
    def whole(self) -> tuple[str, ...]:
        """The names of what is chosen among a few whole numbers."""
        return tuple(name for name, values in self.exact.items() if all(isinstance(v, int) for v in values))

    def chosen(self, index: int) -> dict[str, Any]:
        """Return what was chosen for one case, levels as text."""
        return {name: _plain(values[index]) for name, values in self.exact.items()}


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value


def assignments(generator: Generator, denominators: Sequence[int]) -> Iterator[Assignment]:
    """Yield every choice of levels on every grid, in order, with the scene that it makes. Cost O(choices)."""
    for denominator in denominators:
        for chooser, scene in every(generator, partial(Chooser, denominator=denominator)):
            yield denominator, chooser.answers.made, scene


def gather(
    made: Iterable[Assignment], outputs: Sequence[str], bound: int | None, grid: str = ""
) -> CaseBatch:
    """Return the cases that choices make, each group of outputs once."""
    found: dict[tuple[Scores, ...], tuple[int, Mapping[str, Any]]] = {}
    for denominator, chosen, scene in made:
        judged = tuple(_judged(scene, outputs))
        found.setdefault(judged, (denominator, chosen))
    return _batch(outputs, list(found), list(found.values()), bound, grid)


def case_of_scene(scene: Scene, outputs: Sequence[str], chosen: Mapping[str, Any], size: int) -> Case:
    """Return the case that a scene is."""
    tables = dict(zip(outputs, _judged(scene, outputs), strict=True))
    return Case(tables, {name: _plain(value) for name, value in chosen.items()}, size)


def _judged(scene: Scene, outputs: Sequence[str]) -> Iterable[Scores]:
    """Yield the scores of every output that is asked for."""
    require_outputs(scene.outputs, outputs)
    for name in outputs:
        output = scene.outputs[name]
        if output.components is not None and not all(0 <= score <= 1 for score in output.components):
            raise InputError(f"the generator makes the scores {output.components}; they must be from 0 to 1")
        yield (
            Scores.number(output.times)
            if output.components is None
            else Scores.of(*output.components, times=output.times)
        )


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case], bound: int | None = None) -> CaseBatch:
    """Return given cases as a batch, smallest grids first."""
    ordered = sorted(given, key=lambda case: case.size)
    judged = [tuple(case.outputs[name] for name in outputs) for case in ordered]
    return _batch(outputs, judged, [(case.size, case.sizes) for case in ordered], bound, "")


def _batch(
    outputs: Sequence[str],
    judged: Sequence[tuple[Scores, ...]],
    made: Sequence[tuple[int, Mapping[str, Any]]],
    bound: int | None,
    grid: str,
) -> CaseBatch:
    places: dict[Scores, int] = {}
    rows = np.array([[places.setdefault(one, len(places)) for one in group] for group in judged])
    rows = rows.reshape(len(judged), len(outputs)).astype(np.int64)
    table = ScoresTable(tuple(places))
    names = dict.fromkeys(name for _, chosen in made for name in chosen)
    exact = {name: [_number(chosen.get(name, -1)) for _, chosen in made] for name in names}
    return CaseBatch(
        {name: ScoresBatch(table, rows[:, place]) for place, name in enumerate(outputs)},
        np.array([size for size, _ in made], dtype=np.int64),
        {name: np.array(list(map(float, values))) for name, values in exact.items()},
        bound,
        grid,
        exact,
    )


def _number(value: Any) -> Any:
    return Fraction(value) if isinstance(value, str) else value
