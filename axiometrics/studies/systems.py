"""Every system: its means, the systems it robustly improves, and those that improve it most."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from axiometrics.studies.combined import Combined
from axiometrics.studies.relations import Relations
from axiometrics.studies.scores import ScoreTable

__all__ = ["System", "all_systems", "robust"]


@dataclass(frozen=True)
class System:
    """One system. ``references`` are all systems with the largest ratio over it, if that is above the threshold.

    ``reference_ratio`` is that largest ratio in any case, None where there is no other system.
    """

    name: str
    means: tuple[float, ...]
    score: float | None
    improves: tuple[str, ...]
    references: tuple[str, ...]
    reference_ratio: float | None


def robust(counted: Relations, threshold: Fraction) -> NDArray[np.bool_]:
    """Return which ratios are above the threshold, compared in whole numbers; no system improves itself."""
    above = counted.net > threshold.numerator * counted.cases // threshold.denominator
    np.fill_diagonal(above, val=False)
    return np.asarray(above)


def all_systems(
    table: ScoreTable, counted: Relations, score: Combined | None, threshold: Fraction
) -> tuple[System, ...]:
    """Return every system, the highest combined score first (else the table's order)."""
    above = robust(counted, threshold)
    means = table.means()
    found = [
        System(
            name,
            tuple(map(float, means[:, place])),
            None if score is None else float(score.values[place]),
            _names(table, above[place]),
            *_references(table, counted, above, place),
        )
        for place, name in enumerate(table.systems)
    ]
    return tuple(sorted(found, key=lambda system: -(system.score or 0)))


def _names(table: ScoreTable, chosen: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(name for name, is_in in zip(table.systems, chosen, strict=True) if is_in)


def _references(
    table: ScoreTable, counted: Relations, above: NDArray[np.bool_], place: int
) -> tuple[tuple[str, ...], float | None]:
    others = np.arange(len(table.systems)) != place
    if not others.any():
        return (), None
    column = counted.net[:, place]
    best = column[others].max()
    return _names(table, others & (column == best) & above[:, place]), float(best / counted.cases)
