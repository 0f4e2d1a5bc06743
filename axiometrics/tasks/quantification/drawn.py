"""Random cases for the search: a Hypothesis strategy that shrinks to fewer classes and smaller denominators.

Conditions on distributions are seldom met by chance, so the cases are made many at a time, and the strategy picks from
them; smaller ones come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from axiometrics.tasks.bound import Bound
from axiometrics.tasks.quantification.cases import gather
from axiometrics.tasks.quantification.choosers import Block, sample
from axiometrics.tasks.quantification.scene import Generator

__all__ = ["cases"]

MOST_CLASSES = 6
DENOMINATORS = (5, 7, 9, 11, 16, 20, 24, 36, 60)
RUNS, EACH = 3, 20


def cases(generator: Generator) -> Any:
    """Return a strategy of some thousand random cases; of none where the generator makes none."""
    return _cases(Bound(generator))


@lru_cache(maxsize=64)
def _cases(bound: Bound) -> Any:
    blocks = list(_blocks(bound.generator))
    if not blocks:
        return st.nothing()
    pool = gather(blocks, list(blocks[0].outputs), None)

    return st.integers(0, len(pool) - 1).map(pool.case)


def _blocks(generator: Generator) -> Iterator[Block]:
    random = np.random.default_rng(1)
    for classes in range(2, MOST_CLASSES + 1):
        for denominator in DENOMINATORS:
            for _ in range(RUNS):
                block = sample(generator, classes, denominator, random, EACH)
                if block is not None:
                    yield block
