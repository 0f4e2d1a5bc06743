"""What a constraint on organizations is about: outputs made of distributions, or cases of a simpler task.

A generator asks its chooser for sizes and for distributions and returns the organizations of each output; or it hands
on the generator of a simpler task, whose outputs are then written as organizations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Answers, Given, each_choice, of_one_size
from axiometrics.tasks.organization.cases import CaseBatch, batch_of_cases, case_of, embedded_batch
from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.enumeration import tuples
from axiometrics.tasks.organization.organization import Organization

__all__ = [
    "Chooser",
    "Embedded",
    "Generator",
    "Scene",
    "families",
    "outputs",
    "scene_of",
    "series",
    "simpler",
    "sweep",
]


@dataclass(frozen=True)
class Scene:
    """The organizations by output name."""

    outputs: Mapping[str, Organization]


@dataclass(frozen=True)
class Embedded:
    """The cases of a simpler task's generator; ``bottom`` says where documents of the lowest of two levels go."""

    task: str
    generator: Callable[..., Any]
    bottom: str = "level"


SMALLEST: Distribution = ((("d1",),),)


class Chooser:
    """Where a generator gets what it is about from.

    ``asked`` are the names of the distributions that it asks for; of what it is not given it gets the smallest.
    """

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.asked: tuple[str, ...] = ()

    def size(self, name: str, low: int = 1) -> int:
        """Return a number, at least ``low``."""
        return self.answers.number(name, low, reach=8)

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        """Return distributions of documents, each with at least one; ask once for all of them."""
        self.asked = names
        return (SMALLEST,) * len(names)

    def embedded(self, task: str, generator: Callable[..., Any], *, bottom: str = "level") -> Embedded:
        """Return what a generator returns that hands on one of a simpler task."""
        return Embedded(task, generator, bottom)


Generator = Callable[..., Scene | Embedded | None]
"""A generator; it returns None where what it was given makes no case."""


def outputs(gold: Distribution, **systems: Distribution) -> Scene:
    """Describe outputs by their distributions.

    >>> outputs(((("d1",),),), worse=(), better=((("d1",),),)).outputs["worse"].notation()
    '| [d1]'
    """
    return Scene({name: Organization(gold, system) for name, system in systems.items()})


FEWER, MOST = 2, 6
"""How many occurrences fewer than items of a simpler task all distributions are tried with, and how many at most."""
MORE = {"overlapping": 2}
"""By simpler task: how much larger its cases are; those of overlapping clusterings are counted on both sides."""
FEW = 50
"""Where fewer larger cases are meant for functions, those for formulas are tried, of which there are more."""
LARGEST_SIZE = 3
"""Up to how much above its least value a size of a generator is tried."""


def scene_of(generator: Generator) -> Any:
    """Return what a generator makes of the least of everything it asks for."""
    return generator(Chooser(Given()))


def simpler(scene: Embedded) -> Any:
    """Return the task whose cases a generator hands on."""
    from axiometrics.tasks.registry import get_task

    return get_task(scene.task)


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator, smallest first.

    Up to ``size`` as the simpler task counts it, or `MORE`; else up to ``size - 2`` occurrences (6 at most) in all
    distributions together, and with sizes up to 3 above their least values.
    """
    scene = scene_of(generator)
    if isinstance(scene, Embedded):
        found = simpler(scene).sweep(scene.generator, outputs, size + MORE.get(scene.task, 0))
        return embedded_batch(scene, found, outputs)
    bound = min(max(size - FEWER, 2), MOST)
    return batch_of_cases(outputs, _every(generator, bound), bound)


class _Every(Chooser):
    """Answers with all distributions of up to so many occurrences together."""

    def __init__(self, answers: Answers, bound: int) -> None:
        super().__init__(answers)
        self.bound = bound

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        return self.answers.one_of(_tuples(len(names), self.bound))


def _every(generator: Generator, bound: int) -> Iterator[Case]:
    for chooser, scene in each_choice(generator, partial(_Every, bound=bound), range(LARGEST_SIZE + 1)):
        if isinstance(scene, Embedded):
            raise InputError("a generator hands on a simpler task's generator always or never")
        yield case_of(scene.outputs, chooser.answers.made)


@lru_cache(maxsize=8)
def _tuples(number: int, bound: int) -> Sequence[tuple[Distribution, ...]]:
    return [each for size in range(number, bound + 1) for each in tuples(number, size)]


def families(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return larger cases of the simpler task, if there is one."""
    scene = scene_of(generator)
    if isinstance(scene, Embedded):
        task = simpler(scene)
        found = task.families(scene.generator, outputs, wide=False)
        if wide and len(found) < FEW:
            found = task.families(scene.generator, outputs, wide=True)
        return embedded_batch(scene, found, outputs)
    return batch_of_cases(outputs, [])


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case for each value of a generator's one size, ascending."""
    scene = scene_of(generator)
    if isinstance(scene, Embedded):
        return embedded_batch(scene, simpler(scene).series(scene.generator, outputs, values), outputs)
    made = of_one_size(generator, Chooser, values)
    cases = [case_of(scene.outputs, sizes) for sizes, scene in made if scene is not None]
    found = batch_of_cases(outputs, cases, max(values))
    order = np.argsort(next(iter(found.sizes.values()), np.zeros(0)), kind="stable")
    return batch_of_cases(outputs, [found.case(int(place)) for place in order], max(values))
