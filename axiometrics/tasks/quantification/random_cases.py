"""Random cases, which shrink to fewer classes and smaller denominators.

Conditions on distributions are seldom met by chance, so the cases are made many at a time, and the strategy picks from
them; smaller ones come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Drawn, GeneratorKey
from axiometrics.tasks.quantification.cases import CaseBatch, gather
from axiometrics.tasks.quantification.chooser import Generator
from axiometrics.tasks.quantification.grids import samples

__all__ = ["many", "random_case"]

CLASSES = (2, 3, 4, 5, 5, 6, 6)
DENOMINATORS = (12, 100, 1000, 10**6)
TIMES = 6
"""How often the class numbers are chosen anew, for each number of classes."""
POOL = 3000
FEW = 12
"""Reductions of so many cases that are kept for other metrics."""


def random_case(generator: Generator, answers: Drawn) -> Case:
    """Draw one of some thousand random cases."""
    pool = _pool(GeneratorKey(generator))
    return pool.case(answers.in_order(range(len(pool))))


@lru_cache(maxsize=64)
def _pool(key: GeneratorKey) -> CaseBatch:
    return many(key.generator, None, POOL, 1)


def many(generator: Generator, outputs: Sequence[str] | None, count: int, seed: int) -> CaseBatch:
    """Return so many random cases, less those that do not meet the generator's conditions. Cost O(count).

    The same random numbers are rounded to each of the denominators, since what is found with a large one is often there
    with a smaller one, too.
    """
    each = max(count // (len(CLASSES) * len(DENOMINATORS) * TIMES), 1)
    blocks = [
        block
        for turn, classes in enumerate(CLASSES * TIMES)
        for denominator in DENOMINATORS
        for block in samples(
            generator, [classes], [denominator], 1, np.random.default_rng((abs(seed), turn)), each
        )
    ]
    named = outputs or (list(blocks[0].outputs) if blocks else [])
    found = gather(blocks, named, None)
    for batch in found.outputs.values():
        batch.shared.remembered, batch.shared.lasting = FEW, False
    return found
