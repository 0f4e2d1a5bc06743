"""The combined score that a ratio is held against: F of two metrics, the harmonic mean of more; its weights."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.numerals import read_exact
from axiometrics.studies.f_curves import f_alpha, harmonic
from axiometrics.studies.scores import ScoreTable

__all__ = ["Combined", "Weight", "combined", "fraction_in"]

_NOISE = 1e-12


@dataclass(frozen=True, eq=False)
class Combined:
    """One number per system, its name, and whether curves over alpha exist (two metrics, none negative)."""

    name: str
    values: NDArray[np.float64]
    curves: bool

    def differences(self) -> NDArray[np.float64]:
        """Return row minus column; what is within 1e-12 of the scores is 0, as means of equal sums may differ so."""
        found = self.values[:, None] - self.values[None, :]
        found[np.abs(found) <= _NOISE * np.maximum(self.values[:, None], self.values[None, :])] = 0.0
        return found


def combined(table: ScoreTable, alpha: Fraction, *, pooled: bool = False) -> Combined | None:
    """Return F_alpha of two metrics, or the harmonic mean of more, per system: the mean over cases, or of the means.

    None where an oriented score is negative (errors): the harmonic mean has no meaning there. One metric combines to
    itself. Raises InputError for alpha outside [0, 1].
    """
    if not 0 <= alpha <= 1:
        raise InputError(f"alpha={alpha} is not possible; give a weight of the first metric in [0, 1]")
    scores = table.oriented
    if scores.min() < 0:
        return None
    scores = scores.mean(axis=2, keepdims=True) if pooled else scores
    how = "pooled" if pooled else "macro"
    if len(scores) == 2:
        values = f_alpha(scores[0], scores[1], float(alpha)).mean(axis=1)
        return Combined(f"{how} F(alpha={alpha})", values, curves=True)
    name = f"{how} harmonic mean" if len(scores) > 2 else "mean"
    return Combined(name, harmonic(scores).mean(axis=1), curves=False)


Weight = float | str | Fraction


def fraction_in(name: str, value: Weight, low: int) -> Fraction:
    """Return a number in [low, 1] exactly, decimals as they are written; raises InputError for others.

    >>> fraction_in("alpha", 0.2, 0), fraction_in("threshold", "-1/3", -1)
    (Fraction(1, 5), Fraction(-1, 3))
    """
    try:
        found = read_exact(str(value)) if isinstance(value, float | str) else Fraction(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name}={value!r} is no number; give one in [{low}, 1], such as 1/4") from error
    if not low <= found <= 1:
        raise InputError(f"{name}={value} is not possible; give a number in [{low}, 1]")
    return found
