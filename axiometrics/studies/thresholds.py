"""Which threshold of the Unanimous Improvement Ratio tells robust improvements from those that the weights decide?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from axiometrics.studies.findings import Findings, Picture, Table
from axiometrics.studies.plotting import draw_curves
from axiometrics.studies.unanimity.pairs import Pair
from axiometrics.studies.unanimity.ratio import Unanimity, uir

__all__ = ["threshold_rows", "thresholds"]

LEVELS = tuple(round(0.05 * step, 2) for step in range(17))
_COLUMNS = (
    "threshold", "accepted", "accepted share", "F up at every alpha", "F up", "F contradicted",
    "of concordant kept", "of opposite kept",
)  # fmt: skip


def thresholds(
    scores: object, *, metrics: Sequence[str] | None = None, levels: Sequence[float] = LEVELS
) -> Findings:
    """Follow the pairs that a threshold accepts: how many, how many with a higher F, which significance classes.

    A pair is accepted when its ratio, taken in the direction in which it is positive, is above the threshold. The
    shares with a higher F are of the accepted pairs; the last two columns are of all pairs of the class
    (*concordant*: Wilcoxon's test finds improvements on some metric and losses on none; *opposite*: both).
    """
    found = scores if isinstance(scores, Unanimity) else uir(scores, metrics=metrics, resamples=1)
    rows = threshold_rows(found.pairs, levels)
    counts = {
        name: sum(pair.wilcoxon == name for pair in found.pairs)
        for name in ("concordant", "opposite", "none")
    }
    words = (
        f"{len(found.pairs)} pairs of {len(found.table.systems)} systems on {len(found.table.cases)} cases: "
        + ", ".join(f"{count} {name}" for name, count in counts.items())
        + ".",
    )
    return Findings(
        "thresholds",
        "Thresholds of the Unanimous Improvement Ratio",
        words,
        (
            Table("thresholds", "By threshold", _COLUMNS, rows),
            Table("classes", "By significance class", _CLASS_COLUMNS, _class_rows(found.pairs)),
            Table(
                "alphas", "By whether F is higher at every alpha", _CLASS_COLUMNS, _alpha_rows(found.pairs)
            ),
        ),
        pictures=(Picture("thresholds", "Shares by threshold", lambda: _curves(rows)),),
    )


_CLASS_COLUMNS = ("pairs of", "count", "mean of the F differences' size", "mean of the ratios' size")


def threshold_rows(pairs: Sequence[Pair], levels: Sequence[float]) -> tuple[tuple[Any, ...], ...]:
    """Return one row per threshold; None where there is nothing to take a share of."""
    return tuple(_row(pairs, level) for level in levels)


def _row(pairs: Sequence[Pair], level: float) -> tuple[Any, ...]:
    kept = [pair for pair in pairs if pair.ratio > level]
    compared = [pair for pair in kept if pair.difference is not None]
    return (
        level,
        len(kept),
        _share(len(kept), len(pairs)),
        _share(sum(pair.every_alpha is True for pair in compared), len(compared)),
        _share(sum((pair.difference or 0) > 0 for pair in compared), len(compared)),
        _share(sum((pair.difference or 0) < 0 for pair in compared), len(compared)),
        _kept(pairs, kept, "concordant"),
        _kept(pairs, kept, "opposite"),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _kept(pairs: Sequence[Pair], kept: Sequence[Pair], name: str) -> float | None:
    return _share(sum(pair.wilcoxon == name for pair in kept), sum(pair.wilcoxon == name for pair in pairs))


def _class_rows(pairs: Sequence[Pair]) -> tuple[tuple[Any, ...], ...]:
    return tuple(
        _means(name, [pair for pair in pairs if pair.wilcoxon == name])
        for name in ("concordant", "opposite", "none")
    )


def _alpha_rows(pairs: Sequence[Pair]) -> tuple[tuple[Any, ...], ...]:
    """Pairs in which either system is higher at every alpha have no crossing; at ratio 0 either may be first."""
    every = [pair for pair in pairs if not pair.crossings]
    return _means("no crossing", every), _means("a crossing", [pair for pair in pairs if pair.crossings])


def _means(name: str, pairs: Sequence[Pair]) -> tuple[Any, ...]:
    differences = [abs(pair.difference) for pair in pairs if pair.difference is not None]
    return (
        name,
        len(pairs),
        float(np.mean(differences)) if differences else None,
        float(np.mean([pair.ratio for pair in pairs])) if pairs else None,
    )


def _curves(rows: Sequence[tuple[Any, ...]]) -> Any:
    levels = np.array([row[0] for row in rows])
    named = {
        name: (levels, np.array([np.nan if row[place] is None else row[place] for row in rows]))
        for place, name in enumerate(_COLUMNS)
        if place >= 2
    }
    return draw_curves(named, "threshold of the ratio", "share")
