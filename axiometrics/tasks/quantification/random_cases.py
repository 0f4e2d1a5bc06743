"""Random cases, which shrink to fewer classes and smaller denominators.

Conditions on distributions are seldom met by chance, so the cases are made many at a time, and the strategy picks from
them; smaller ones come first.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Drawn, GeneratorKey
from axiometrics.tasks.quantification.cases import CaseBatch, gather
from axiometrics.tasks.quantification.grids import samples
from axiometrics.tasks.quantification.scene import Generator

__all__ = ["drawn"]

MOST_CLASSES = 6
DENOMINATORS = (5, 7, 9, 11, 16, 20, 24, 36, 60)
RUNS, EACH = 3, 20


def drawn(generator: Generator, answers: Drawn) -> Case:
    """Draw one of some thousand random cases."""
    pool = _pool(GeneratorKey(generator))
    return pool.case(answers.in_order(range(len(pool))))


@lru_cache(maxsize=64)
def _pool(key: GeneratorKey) -> CaseBatch:
    numbers = range(2, MOST_CLASSES + 1)
    blocks = list(samples(key.generator, numbers, DENOMINATORS, RUNS, np.random.default_rng(1), EACH))
    return gather(blocks, list(blocks[0].outputs) if blocks else [], None)
