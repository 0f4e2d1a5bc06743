"""A large distribution as columns: one row for each occurrence, with its document, level and cluster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Floats, Integers, compact
from axiometrics.numerals import whole_value
from axiometrics.tasks.organization.distribution import Distribution, distribution, is_nothing
from axiometrics.tasks.users_data import numbered_names

NAMES = ("document", "level", "cluster")


class Columns(NamedTuple):
    """Documents as given; levels and clusters as numbers from 0, top level first; -1 is a cluster of one document."""

    document: Any
    level: Integers
    cluster: Integers


@dataclass(frozen=True)
class Half:
    """One side: document, level and cluster of every occurrence; and how many documents there are on both sides."""

    document: Integers
    level: Integers
    cluster: Integers
    documents: int

    @cached_property
    def times(self) -> Integers:
        """Occurrences of every document."""
        return np.bincount(self.document, minlength=self.documents)

    @cached_property
    def sizes(self) -> Integers:
        """Occurrences in every level."""
        return np.bincount(self.level)

    @cached_property
    def cluster_sizes(self) -> Integers:
        """Documents in every cluster; clusters of one document have no number."""
        return np.bincount(self.cluster[self.cluster >= 0])

    def first(self, column: Integers, otherwise: int) -> Integers:
        """Return, for every document, what a column says of one of its occurrences."""
        found = np.full(self.documents, otherwise)
        found[self.document] = column
        return found


@dataclass(frozen=True)
class Weighed:
    """What an occurrence weighs in each level, one over what is left outside the level, and the tail's weight."""

    level: Floats
    outside: Floats
    tail: float


def columns(given: Mapping[str, Any], side: str) -> Columns:
    """Read columns ``document``, ``level`` and, where documents are grouped, ``cluster``.

    Levels are whole numbers from 1 on; the lowest one that occurs is the top.
    A cluster belongs to its level; where none is given (None, NaN or an empty text)
    the document is a cluster of its own. Raises InputError. Cost O(rows log rows).

    >>> columns({"document": ["a", "b"], "level": [2, 1]}, "gold").level.tolist()
    [1, 0]
    """
    strange = [name for name in given if name not in NAMES]
    if strange or not {"document", "level"} <= set(given):
        raise InputError(
            f"{side} has the columns {', '.join(map(str, given))}; give document, level and, if there are any, cluster"
        )
    document = given["document"] if hasattr(given["document"], "dtype") else list(given["document"])
    _refuse_unnamed(document, side)
    level = _levels(given["level"], len(document), side)
    return Columns(document, level, _clusters(given.get("cluster"), level, side))


def _refuse_unnamed(document: Any, side: str) -> None:
    if hasattr(document, "dtype") and document.dtype.kind in "iu":
        return
    row = next((row for row, name in enumerate(document, 1) if is_nothing(name)), None)
    if row is not None:
        raise InputError(f"{side} has no document in row {row}; name it, or leave the row out")


def _levels(given: object, rows: int, side: str) -> Integers:
    array = np.asarray(given)
    if array.shape != (rows,):
        raise InputError(f"{side} has {rows} documents and {array.size} levels; give one level a row")
    if hasattr(given, "dtype") and array.dtype.kind in "iu" and (array >= 1).all():
        return _ordered(array)
    listed = given if isinstance(given, list | tuple) else array.tolist()
    return _ordered(
        np.array([_level(value, row, side) for row, value in enumerate(listed, 1)], dtype=np.int64)
    )


def _level(value: object, row: int, side: str) -> int:
    if is_nothing(value):
        raise InputError(
            f"{side} has no level in row {row}; give every document a level, or leave it out: what no level names "
            "belongs to the tail"
        )
    try:
        found = whole_value(value)
    except ValueError:
        found = 0
    if not 1 <= found < 2**63:
        raise InputError(
            f"{side} has the level {value!r} in row {row}; levels are whole numbers, and 1 is the top"
        )
    return found


def _ordered(values: NDArray[Any]) -> Integers:
    """Number values from 0 without gaps, the least first."""
    if values.dtype.kind in "iu" and len(values):
        return compact(values)[0]
    return np.asarray(np.unique(values, return_inverse=True)[1].reshape(-1), dtype=np.int64)


def _clusters(given: Any, level: Integers, side: str) -> Integers:
    """Number the clusters of each level; those of one document are -1."""
    if given is None:
        return np.full(len(level), -1)
    if len(given) != len(level):
        raise InputError(
            f"{side} has {len(level)} documents and {len(given)} clusters; give one cluster a row"
        )
    name = np.array([-1 if is_nothing(each) else 0 for each in given])
    grouped = np.flatnonzero(name >= 0)
    code = coded([given[row] for row in grouped.tolist()])
    pair = level[grouped] * (int(code.max(initial=0)) + 1) + code
    _, number, sizes = np.unique(pair, return_inverse=True, return_counts=True)
    found = np.full(len(level), -1)
    found[grouped] = np.where(sizes[number.reshape(-1)] > 1, number.reshape(-1), -1)
    return found


def coded(names: Any) -> Integers:
    """Number names from 0; integers in an array by value, others in order of appearance."""
    if hasattr(names, "dtype") and names.dtype.kind in "iu":
        return _ordered(names)
    return numbered_names(names)


def levels_of(given: Columns) -> Distribution:
    """Write columns as levels of clusters.

    >>> levels_of(columns({"document": "abc", "level": [1, 1, 2], "cluster": "xx "}, "gold"))
    ((('a', 'b'),), (('c',),))
    """
    levels: list[dict[Any, list[Any]]] = [{} for _ in range(int(given.level.max(initial=-1)) + 1)]
    documents = given.document.tolist() if hasattr(given.document, "tolist") else given.document
    rows = zip(documents, given.level.tolist(), given.cluster.tolist(), strict=True)
    for row, (document, level, cluster) in enumerate(rows):
        levels[level].setdefault((row,) if cluster < 0 else cluster, []).append(document)
    return distribution([list(level.values()) for level in levels])
