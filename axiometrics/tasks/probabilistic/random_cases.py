"""Random and larger cases: a constraint's tables of any size, on fine grids, and inside one bin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random as Dice

from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import AtRandom, Impossible, Spread, each_choice
from axiometrics.tasks.probabilistic.cases import batch_of_cases, case_of, made_of
from axiometrics.tasks.probabilistic.chooser import Fine, Generator, Random

__all__ = ["fine", "random_case", "sampled"]

LARGE = 30
"""Items of a drawn table: up to twice as many, unless a constraint asks for more."""


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case; raises Impossible."""
    return case_of(made_of(generator(Random(answers, LARGE))), {})


def fine(generator: Generator, outputs: Sequence[str], *, most: int) -> CaseBatch:
    """Return up to so many cases of tables inside one bin and of forecasts on a fine grid, evenly taken from all."""
    made = [case_of(made_of(template), {}) for _, template in each_choice(generator, partial(Fine, size=4))]
    return batch_of_cases(outputs, made[:: len(made) // most + 1])


def sampled(generator: Generator, outputs: Sequence[str], count: int, seed: int) -> CaseBatch:
    """Return about so many random cases, the same for one seed, of larger tables and finer grids."""
    dice = Dice(seed)
    found = []
    for _ in range(count):
        try:
            found.append(random_case(generator, AtRandom(dice.randrange)))
        except Impossible:
            continue
    return batch_of_cases(outputs, found)
