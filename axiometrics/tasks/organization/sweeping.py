"""All cases of a generator: those of a simpler task's sweep, or of every choice of small distributions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.tasks.organization.cases import Case, CaseBatch, batch_of_cases, embedded_batch
from axiometrics.tasks.organization.choosers import Replay
from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.enumeration import tuples
from axiometrics.tasks.organization.scene import Embedded, Generator
from axiometrics.tasks.series import scenes_of_one_size

__all__ = ["families", "scene_of", "series", "simpler", "sweep"]

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
    return generator(Replay())


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


def _every(generator: Generator, bound: int) -> Iterator[Case]:
    chooser = Replay()
    generator(chooser)
    for given in _sizes(generator):
        for chosen in _tuples(len(chooser.asked), bound):
            replay = Replay(given, chosen)
            scene = generator(replay)
            if isinstance(scene, Embedded):
                raise InputError("a generator hands on a simpler task's generator always or never")
            if scene is not None:
                yield Case(scene.outputs, dict(replay.made))


def _tuples(number: int, bound: int) -> Iterator[tuple[Distribution, ...]]:
    if not number:
        yield ()
        return
    for size in range(number, bound + 1):
        yield from tuples(number, size)


def _sizes(generator: Generator) -> Iterator[Mapping[str, int]]:
    """Yield the sizes of every case: each from its least value to a little above it."""
    pending: list[dict[str, int]] = [{}]
    while pending:
        given = pending.pop()
        chooser = Replay(given)
        generator(chooser)
        open_ = [name for name in chooser.made if name not in given]
        if not open_:
            yield given
            continue
        least = chooser.made[open_[0]]
        pending += [{**given, open_[0]: least + more} for more in range(LARGEST_SIZE, -1, -1)]


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
    made = scenes_of_one_size(generator, Replay, values)
    cases = [Case(scene.outputs, sizes) for sizes, scene in made if scene is not None]
    found = batch_of_cases(outputs, cases, max(values))
    order = np.argsort(next(iter(found.sizes.values()), np.zeros(0)), kind="stable")
    return batch_of_cases(outputs, [found.case(int(place)) for place in order], max(values))
