"""All cases of a constraint up to a size as one batch, and cases beyond: the ordinal task's, of their larger matrix."""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np

from axiometrics.tasks.choosing import GeneratorKey, each_choice
from axiometrics.tasks.classification.expectations import MatrixBatch, judges_means
from axiometrics.tasks.ordinal import cases, grids
from axiometrics.tasks.ordinal.cases import Kind
from axiometrics.tasks.ordinal.chooser import Generator
from axiometrics.tasks.ordinal.grids import AllMatrices

KIND = Kind(MatrixBatch, np.maximum.reduce, (2, 3, 4))
case_of = KIND.case_of
counted = grids.counted
batch_of_cases = partial(cases.batch_of_cases, kind=KIND)
sweep = partial(cases.sweep, kind=KIND)
blocks = partial(cases.blocks, kind=KIND)
random_case = partial(cases.random_case, kind=KIND)
larger = partial(cases.larger, kind=KIND)


def has_two(generator: Generator) -> bool:
    """Whether a generator has cases in which all outputs are of two classes."""
    return _has_two(GeneratorKey(generator))


@lru_cache(maxsize=256)
def _has_two(key: GeneratorKey) -> bool:
    if judges_means(key.generator):
        return True
    some = partial(AllMatrices, most={2: 4}, pairs={2: 3})
    made = (template.outputs.values() for _, template in each_choice(key.generator, some))
    return any(all(matrix.classes == 2 for matrix in matrices) for matrices in made)
