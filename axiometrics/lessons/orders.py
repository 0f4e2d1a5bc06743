"""How every metric orders the two outputs of every small case of a task's constraints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import UNDECIDED
from axiometrics.checker.sweep import signs, sweep_cases
from axiometrics.checker.trusted import TrustedSource
from axiometrics.lessons.separating import UNKNOWN
from axiometrics.metrics import Metric

__all__ = ["Orders", "orders"]


@dataclass(frozen=True)
class Orders:
    """``signs`` has shape (cases, metrics); ``places`` says for each case its constraint and its place there."""

    metrics: tuple[str, ...]
    signs: NDArray[np.int8]
    places: tuple[tuple[Constraint, int], ...]
    size: int

    def case(self, place: int) -> Any:
        """Return the outputs of a case by name."""
        constraint, inside = self.places[place]
        return sweep_cases(constraint, self.size).case(inside).outputs


def orders(metrics: Sequence[Metric], constraints: Sequence[Constraint], size: int) -> Orders:
    """Return the sign of better minus worse for every metric of ours and every case up to a size, smallest first.

    Constraints that do not compare two outputs in every case are left out, and so are other people's functions. Signs
    are exact; functions without an exact definition are compared up to rounding.
    """
    used = [metric for metric in metrics if metric.trusted]
    pairs = [each for each in constraints if each.compared and len(sweep_cases(each, size))]
    blocks = [_block(used, constraint, size) for constraint in pairs]
    sizes = [sweep_cases(constraint, size).size for constraint in pairs]
    places = [
        (constraint, inside)
        for constraint, held in zip(pairs, sizes, strict=True)
        for inside in range(len(held))
    ]
    table = np.concatenate(blocks) if blocks else np.zeros((0, len(used)), dtype=np.int8)
    order = np.argsort(np.concatenate(sizes), kind="stable") if sizes else np.zeros(0, dtype=int)
    return Orders(
        tuple(metric.label for metric in used), table[order], tuple(places[place] for place in order), size
    )


def _block(metrics: Sequence[Metric], constraint: Constraint, size: int) -> NDArray[np.int8]:
    cases = sweep_cases(constraint, size)
    columns = [signs(metric, constraint, TrustedSource(metric), cases) for metric in metrics]
    table = np.array(columns, dtype=np.int8).reshape(len(metrics), len(cases)).T
    return np.where(table == UNDECIDED, UNKNOWN, table).astype(np.int8)
