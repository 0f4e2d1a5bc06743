"""All cases of a constraint up to a size as one batch, and cases beyond: the ordinal task's, of their larger matrix."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any

import numpy as np

from axiometrics.tasks.cases import CaseBatch
from axiometrics.tasks.choosing import GeneratorKey, each_choice
from axiometrics.tasks.classification.expectations import judges_means
from axiometrics.tasks.classification.matrices import MatrixBatch
from axiometrics.tasks.ordinal import cases
from axiometrics.tasks.ordinal.cases import Kind
from axiometrics.tasks.ordinal.chooser import Generator
from axiometrics.tasks.ordinal.grids import AllMatrices

KIND = Kind(MatrixBatch, np.maximum.reduce, (2, 3, 4))
case_of = KIND.case_of
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


_TOTALS = MappingProxyType({"c": "counts", "g": "gold", "s": "system"})


def counted(cases: CaseBatch, name: str) -> Any:
    """Return a number of every case that is told by how a generator calls its classes, or None.

    Such as ``c_gold_system@better``, a cell; ``second=first``, which is 1 where these are the same class; and
    ``classes>=3``, which is 1 where there are so many.
    """
    what, _, output = name.partition("@")
    if not output and (compared := re.fullmatch(r"(\w+)(>?=)(\w+)", name)):
        one, how, other = compared.groups()
        known, bound = (int(each) if each.isdecimal() else _class_of(cases, each) for each in (one, other))
        if known is None or bound is None:
            return None
        return np.asarray((known == bound) if how == "=" else (known >= bound), dtype=np.int64)
    kind, *told = what.split("_")
    if not output or kind not in _TOTALS or not told or all(map(str.isdecimal, told)):
        return None
    places = [_class_of(cases, one) for one in told]
    if any(place is None for place in places):
        return None
    totals = cases.outputs[output].each(attrgetter(_TOTALS[kind]))
    return totals[np.arange(len(totals)), *(np.minimum(place, totals.shape[1]) - 1 for place in places)]


def _class_of(cases: CaseBatch, called: str) -> Any:
    """Return the number of a class in every case, by the name under which it, or the one before it, was chosen."""
    known = {re.sub(r"[\W_]", "", name): values for name, values in cases.sizes.items()}
    before = known.get(called.removesuffix("next"))
    return known.get(called, None if before is None else before + 1)
