"""The grids that sweeps go through: for each number of classes, the largest denominator of the shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from axiometrics.tasks.choosing import InOrder, tried
from axiometrics.tasks.quantification.choosers import Block, Grid, Sample, blocks, sample
from axiometrics.tasks.quantification.scene import Generator

__all__ = ["denominators", "grid_text", "sampled", "swept"]

_LESS = {
    1: {2: 0, 3: 2, 4: 4, 5: 5},
    2: {2: 0, 3: 2, 4: 4, 5: 5},
    3: {2: 2, 3: 5, 4: 6, 5: 7},
}
"""By how much the largest denominator is below the size, for each number of arbitrary distributions and of classes."""


def denominators(size: int, distributions: int) -> Mapping[int, int]:
    """Return the largest denominator for each number of classes.

    >>> denominators(10, 2)
    {2: 10, 3: 8, 4: 6, 5: 5}
    >>> denominators(4, 3)
    {2: 2, 3: 1, 4: 1, 5: 1}
    """
    return {classes: max(size - less, 1) for classes, less in _LESS[min(max(distributions, 1), 3)].items()}


def grid_text(grid: Mapping[int, int]) -> str:
    """Say which grid was gone through: numbers of classes, and the largest denominator of the shares for each.

    >>> grid_text({2: 10, 3: 8})
    'K 2/3, den ≤ 10/8'
    """
    return f"K {'/'.join(map(str, grid))}, den ≤ {'/'.join(map(str, grid.values()))}"


def asked(generator: Generator) -> int:
    """Return for how many arbitrary distributions a generator asks."""
    chooser = Grid(InOrder(), 5, 1)
    tried(generator, chooser)
    return chooser.distributions


def swept(generator: Generator, outputs: Sequence[str], size: int) -> Iterator[Block]:
    """Yield every case on the grids of a size."""
    for classes, largest in denominators(size, asked(generator)).items():
        for denominator in range(1, largest + 1):
            yield from blocks(generator, partial(Grid, number=classes, denominator=denominator), outputs)


def sampled(
    generator: Generator, outputs: Sequence[str], *, cases: int, most_classes: int
) -> Iterator[Block]:
    """Yield random cases of larger denominators and more classes; the same ones each time.

    For up to 5 classes there are some for every choice of class numbers.
    """
    random = np.random.default_rng(0)
    for classes in range(2, 6):
        yield from blocks(
            generator,
            partial(Sample, number=classes, denominator=40, random=random, cases=max(cases // 3, 4)),
            outputs,
        )
    for classes in range(2, most_classes + 1):
        for denominator in (6, 12, 30, 100):
            for _ in range(4):
                block = sample(generator, classes, denominator, random, cases)
                if block is not None:
                    yield block
