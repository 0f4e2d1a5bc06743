"""One large organization in floating point: documents as numbers, both sides as columns.

Documents that occur once on either side, as most do, are counted by sorting; the others one kind after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.rows import Integers
from axiometrics.tasks.organization.large.columns import Columns, Half, Weighed, coded, levels_of
from axiometrics.tasks.organization.large.relations import clusters_right, priorities_right
from axiometrics.tasks.organization.organization import Organization
from axiometrics.tasks.organization.relations import Shares
from axiometrics.tasks.organization.view import WeightedFormula
from axiometrics.tasks.organization.weighting import Weighting

__all__ = ["LargeOrganization"]


class LargeOrganization:
    """A system output and its gold, each as columns."""

    def __init__(self, gold: Columns, system: Columns) -> None:
        if not len(gold.level):
            raise InputError("the gold organizes no document; give at least one level with a document")
        both = _coded(gold.document, system.document)
        documents = int(max(part.max(initial=-1) for part in both)) + 1
        halves = [
            Half(document, side.level, side.cluster, documents)
            for document, side in zip(both, (gold, system), strict=True)
        ]
        for name, half in zip(("gold", "system"), halves, strict=True):
            _refuse_twice(half, name)
        self.gold, self.system = halves
        self._given = gold, system

    @property
    def organized(self) -> int:
        """Occurrences of documents in the gold."""
        return len(self.gold.level)

    @property
    def named(self) -> Organization:
        """The organization with its documents, for functions that are no formulas."""
        return Organization(*map(levels_of, self._given))

    def value(self, formula: WeightedFormula) -> float:
        """Return the value of a formula in floating point."""
        return float(formula.compiled(SCALARS)(*self.shares(formula)))

    def shares(self, formula: WeightedFormula) -> Shares:
        """Return the shares that a formula uses, and zeros for the others.

        Cost O(n log n) without overlap; documents that occur several times are faced with all others, kind by kind.
        """
        used = zip(Shares._fields, formula.used, strict=True)
        return Shares(*(self._share(name, formula.weighting) if use else 0 for name, use in used))

    def _share(self, name: str, weights: Weighting) -> float:
        turned = name.endswith("sensitivity") or name in ("demanded", "organized")
        own, other = (self.gold, self.system) if turned else (self.system, self.gold)
        if name.startswith("priority"):
            return priorities_right(own, other, _weighed(own, weights), weights.tail)
        if name.startswith("clustering"):
            return clusters_right(own, other, _weighed(own, weights))
        if name in ("listed", "organized"):
            return len(own.level)
        return max(len(own.sizes) - (weights.tail == "none"), 0)


def _coded(gold: Any, system: object) -> list[Integers]:
    """Number the documents of both sides alike."""
    numbers = all(hasattr(each, "dtype") and each.dtype.kind in "iu" for each in (gold, system))
    joined: Any = np.concatenate([gold, system]) if numbers else [*_listed(gold), *_listed(system)]
    return np.split(coded(joined), [len(gold)])


def _listed(names: Any) -> list[Any]:
    return list(names.tolist() if hasattr(names, "tolist") else names)


def _refuse_twice(half: Half, side: str) -> None:
    inside = np.flatnonzero(half.cluster >= 0)
    key = half.cluster[inside] * half.documents + half.document[inside]
    if len(np.unique(key)) < len(key):
        raise InputError(
            f"{side} names a document twice in one cluster; a cluster is a set, name every document once"
        )


def _weighed(half: Half, weights: Weighting) -> Weighed:
    total, size = len(half.level), half.sizes
    if weights.tail == "none":
        return Weighed(np.full(len(size), 1 / max(total, 1)), total / np.maximum(total - size, 1), 0.0)
    c, above = float(weights.c), np.cumsum(size) - size
    start = c + above
    both = start * (start + size)
    return Weighed(c / both, both / (start * start + above * size), c / (c + total))
