"""Random cases, with masses of any order of magnitude: one drawn by itself, and many at once.

Conditions on distributions are seldom met by chance, so what all metrics are tried on is made many at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Impossible, Spread
from axiometrics.tasks.quantification.cases import CaseBatch, gather
from axiometrics.tasks.quantification.chooser import Generator
from axiometrics.tasks.quantification.distributions import Distributions
from axiometrics.tasks.quantification.grids import Alone, samples

__all__ = ["many", "random_case"]

NUMBERS = (2, 3, 4, 5, 6, 8)
FINEST = 10**6
CLASSES = (2, 3, 4, 5, 5, 6, 6)
DENOMINATORS = (12, 100, 1000, FINEST)
TIMES = 6
"""How often the class numbers are chosen anew, for each number of classes."""
FEW = 12
"""Reductions of so many cases that are kept for other metrics."""


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case of up to 8 classes, whose shares have a denominator of up to a million."""

    classes, denominator = answers.one_of(NUMBERS), 1 + answers.amount(FINEST - 1)
    chooser = Alone(answers, classes, denominator)
    template = generator(chooser)
    if not all(chooser.conditions):
        raise Impossible
    pairs = {name: [list(map(int, side)) for side in pair] for name, pair in template.outputs.items()}
    amounts = {name: Fraction(int(found), denominator) for name, found in chooser.amounts.items()}
    shares = [sum(side) // gcd(*side) for pair in pairs.values() for side in pair]
    return Case(
        {name: Distributions.from_masses(*pair) for name, pair in pairs.items()},
        {"classes": classes} | answers.made | {name: str(each) for name, each in amounts.items()},
        lcm(*shares, *(each.denominator for each in amounts.values())),
    )


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
