"""Random cases for the search: a Hypothesis strategy that shrinks to coarser grids.

The cases are made once, many at a time, and the strategy picks from them; those on coarser grids come first.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from axiometrics.tasks.combination.cases import Case, case_of
from axiometrics.tasks.combination.choosers import Sample
from axiometrics.tasks.combination.scene import Generator, Impossible

__all__ = ["cases"]

DENOMINATORS, EACH = range(1, 25), 60


@lru_cache(maxsize=64)
def cases(generator: Generator) -> Any:
    """Return a strategy of random cases on grids of up to 24 parts; of no case where there is none."""
    random = Random(2)
    pool = [case for denominator in DENOMINATORS for case in _cases(generator, denominator, random)]
    return st.integers(0, len(pool) - 1).map(pool.__getitem__) if pool else st.nothing()


def _cases(generator: Generator, denominator: int, random: Random) -> list[Case]:
    found = []
    for _ in range(EACH):
        chooser = Sample(denominator, random=random)
        try:
            scene = generator(chooser)
        except Impossible:
            continue
        found.append(case_of(scene, list(scene.outputs), chooser.made, denominator))
    return list({tuple(case.outputs.items()): case for case in found}.values())
