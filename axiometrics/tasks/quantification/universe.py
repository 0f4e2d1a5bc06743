"""All pairs of distributions on the grids of a size: made once, and evaluated once for all constraints."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.cases import compositions
from axiometrics.tasks.quantification.batch import MassTable
from axiometrics.tasks.quantification.grids import denominators

__all__ = ["located", "reduced"]

Integers = NDArray[np.int64]
SPARE = 6
"""How many times as many pairs as are needed may be in the universe for it to be used."""


def reduced(masses: Integers, classes: int) -> Integers:
    """Return the smallest whole masses with the same shares, padded with empty classes."""
    found = np.zeros((len(masses), classes), dtype=np.int64)
    found[:, : masses.shape[1]] = masses // np.gcd.reduce(masses, axis=1, keepdims=True)
    return found


def located(
    size: int, system: Integers, gold: Integers, classes: Integers
) -> tuple[MassTable, Integers] | None:
    """Return the pairs of a size and where reduced, padded pairs are among them; None where that is no help."""
    grid = denominators(size, 2)
    pairs = sum(comb(whole + k - 1, k - 1) ** 2 for k, most in grid.items() for whole in range(1, most + 1))
    if not SPARE * len(classes) >= pairs or system.shape[1] > max(grid):
        return None
    table, known = _universe(size)
    code = _code(_padded(system, max(grid)), _padded(gold, max(grid)), classes)
    rows = np.minimum(np.searchsorted(known, code), len(known) - 1)
    return (table, rows) if (known[rows] == code).all() else None


@lru_cache(maxsize=4)
def _universe(size: int) -> tuple[MassTable, NDArray[np.bytes_]]:
    """Return the pairs in the order of their codes, and these."""
    grid = denominators(size, 2)
    made = [_pairs(whole, k, max(grid)) for k, most in grid.items() for whole in range(1, most + 1)]
    system, gold, classes = (np.concatenate(parts) for parts in zip(*made, strict=True))
    known, first = np.unique(_code(system, gold, classes), return_index=True)
    return MassTable(system[first], gold[first], classes[first]), known


def _pairs(whole: int, classes: int, most: int) -> tuple[Integers, Integers, Integers]:
    ways = reduced(compositions(whole, classes), most)
    count = len(ways)
    return np.repeat(ways, count, axis=0), np.tile(ways, (count, 1)), np.full(count**2, classes)


def _padded(masses: Integers, classes: int) -> Integers:
    return np.pad(masses, ((0, 0), (0, classes - masses.shape[1])))


def _code(system: Integers, gold: Integers, classes: Integers) -> NDArray[np.bytes_]:
    """Return each pair as bytes."""
    whole = np.ascontiguousarray(np.hstack([classes[:, None], system, gold]).astype(">u4"))
    found: NDArray[np.bytes_] = whole.view(f"S{4 * whole.shape[1]}").reshape(-1)
    return found
