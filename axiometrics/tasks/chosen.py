"""What generators make of the sizes that they choose: checks and columns that the cases of every task have alike."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError

__all__ = ["chosen_at", "chosen_sizes", "require_outputs"]

Integers = NDArray[np.int64]


def chosen_sizes(chosen: Sequence[Mapping[str, int]]) -> dict[str, Integers]:
    """Return the sizes of every case as one column a name; -1 where a case has none of that name.

    >>> chosen_sizes([{"n": 2}, {"n": 3, "k": 1}])["k"].tolist()
    [-1, 1]
    """
    names = dict.fromkeys(name for sizes in chosen for name in sizes)
    return {name: np.array([sizes.get(name, -1) for sizes in chosen], dtype=np.int64) for name in names}


def chosen_at(columns: Mapping[str, Integers], index: int) -> dict[str, int]:
    """Return the sizes of one case.

    >>> chosen_at(chosen_sizes([{"n": 2}, {"n": 3, "k": 1}]), 0)
    {'n': 2}
    """
    return {name: int(values[index]) for name, values in columns.items() if values[index] >= 0}


def require_outputs(made: Collection[str], wanted: Sequence[str]) -> None:
    """Refuse what a generator makes where an output of its constraint is missing; raises InputError."""
    missing = [name for name in wanted if name not in made]
    if missing:
        raise InputError(f"the generator gives no {missing[0]}; its outputs must be {', '.join(wanted)}")
