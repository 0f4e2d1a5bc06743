"""Reading users' organizations: lists of levels, columns, rows, JSON, notation; clear refusals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.distribution import Distribution, distribution, occurrences, parse
from axiometrics.tasks.organization.large_columns import Columns, columns
from axiometrics.tasks.organization.large_relations import LargeOrganization

LARGE = 500
"""From this many occurrences on both sides together on, arrays are used."""


def read(gold: object, system: object = None) -> Organization | LargeOrganization:
    """Read a gold and a system output, each in any of the accepted forms.

    * A list of levels, top first; a level is a list of clusters, a cluster a list or set of documents. A document that
      stands in a level by itself is a cluster of its own.
    * Columns: a dict with ``document``, ``level`` (1 is best) and, where documents are grouped, ``cluster``. A cluster
      belongs to its level; a document without one is a cluster of its own.
    * Notation, such as ``"[d1 {d2 d3}] [{d1 d4}]"``, or a JSON text of one of the first two.
    * Both in one notation, ``"[d1] | [d1 d2]"``, as the only argument; or what was read before.

    A document may be in several levels and clusters, and the two sides may name different documents: what a side does
    not name is in its unlimited tail. Raises InputError for an empty cluster, a cluster that names a document twice,
    and a gold that organizes nothing. Cost O(occurrences).

    >>> read([["d1", ["d2", "d3"]]], "[d1] [d2]").notation()
    '[d1] [d2] | [d1 {d2 d3}]'
    """
    if system is None:
        return _whole(gold)
    sides = read_side(gold, "gold"), read_side(system, "system")
    if any(isinstance(side, dict) for side in sides):
        return _large(*sides)
    one, other = (side for side in sides if not isinstance(side, dict))
    if occurrences(one) + occurrences(other) >= LARGE:
        return _large(one, other)
    return Organization(one, other).check()


def _whole(given: object) -> Organization | LargeOrganization:
    """Read what holds both sides: notation, or what has been read before."""
    if isinstance(given, LargeOrganization):
        return given
    if isinstance(given, Organization):
        return given.check()
    if isinstance(given, str):
        return Organization.from_notation(given).check()
    raise InputError("there is no system output; give gold and system, or both in one notation")


def read_side(given: Any, side: str) -> Distribution | dict[str, Any]:
    """Read one side: its levels, or its columns as they are."""
    if isinstance(given, str):
        given = _text(given, side)
    if isinstance(given, Mapping):
        return dict(given)
    ordered = not isinstance(given, set | frozenset) and hasattr(given, "__iter__")
    if not ordered or getattr(given, "ndim", 1) == 0:
        raise InputError(f"{side} is {given!r}; give a list of levels, a dict of columns, notation or JSON")
    levels = list(given)
    flat = [level for level in levels if not isinstance(level, list | tuple)]
    if flat:
        raise InputError(f"{side} has the level {flat[0]!r}; a level is a list of clusters and documents")
    try:
        return distribution(levels)
    except InputError as error:
        raise InputError(f"{side}: {error}") from error


def _text(text: str, side: str) -> Any:
    """Read JSON where the text is JSON, else notation."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return parse(text)
    except InputError as error:
        raise InputError(f"{side}: {error}") from error


def large(given: Organization | LargeOrganization) -> LargeOrganization:
    """Return an organization in arrays."""
    return _large(given.gold, given.system) if isinstance(given, Organization) else given


def _large(*sides: Distribution | dict[str, Any]) -> LargeOrganization:
    found: list[Columns] = []
    for name, side in zip(("gold", "system"), sides, strict=True):
        found.append(columns(side, name) if isinstance(side, dict) else _columns_of(side))
    return LargeOrganization(*found)


def _columns_of(levels: Distribution) -> Columns:
    """Write levels as columns."""
    clusters = [(depth, cluster) for depth, level in enumerate(levels) for cluster in level]
    sizes = np.fromiter((len(cluster) for _, cluster in clusters), dtype=np.int64, count=len(clusters))
    depths = np.fromiter((depth for depth, _ in clusters), dtype=np.int64, count=len(clusters))
    number = np.where(sizes > 1, np.cumsum(sizes > 1) - 1, -1)
    documents = [document for _, cluster in clusters for document in cluster]
    return Columns(documents, np.repeat(depths, sizes), np.repeat(number, sizes))
