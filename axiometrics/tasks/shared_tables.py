"""Outputs of cases as rows of whole numbers: each different one is kept, and evaluated, once.

Where all are among a universe, such as all outputs up to a size, that is their table, and all constraints share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from axiometrics.formulas.outputs import Outputs, Repeated
from axiometrics.formulas.rows import Integers, different

__all__ = ["Universe", "outputs_of_rows", "padded"]

SPARE = 6
"""How many times as many outputs as are needed may be in a universe for it to be used."""


@dataclass(frozen=True)
class Universe:
    """So many different outputs: ``made`` returns them as rows; whoever makes the same ones twice keeps them."""

    size: int
    made: Callable[[], tuple[Outputs, Integers]]


def padded(rows: Integers, width: int) -> Integers:
    """Return rows with zeros up to a width."""
    return np.pad(rows, ((0, 0), (0, width - rows.shape[1])))


def outputs_of_rows(
    rows: Sequence[Integers], table: Callable[[Integers], Outputs], universe: Universe | None = None
) -> list[Repeated]:
    """Return a batch for the rows of each output, equally many of one width; ``table`` makes one of different rows.

    Cost O(rows), and O(size) of the universe where it is used.
    """
    whole = np.concatenate(rows)
    first, which = different(list(whole.T))
    some, which = whole[first], which.reshape(len(rows), -1)
    places, shared = _places(some, universe)
    among = [bool((places[each] >= 0).all()) for each in which]
    own = np.unique(which[np.logical_not(among)])
    rest = table(some[own]) if len(own) else None
    return [
        Repeated(shared, places[each]) if there else Repeated(rest, np.searchsorted(own, each))
        for each, there in zip(which, among, strict=True)
    ]


def _places(rows: Integers, universe: Universe | None) -> tuple[Integers, Outputs | None]:
    """Return where different rows are in a universe, -1 for nowhere, and its table."""
    nowhere = np.full(len(rows), -1)
    if universe is None or universe.size > SPARE * len(rows):
        return nowhere, None
    table, known = universe.made()
    if known.shape[1] != rows.shape[1]:
        return nowhere, None
    _, place = different(list(np.concatenate([known, rows]).T))
    found = place[len(known) :]
    return np.where(found < len(known), found, -1), table
