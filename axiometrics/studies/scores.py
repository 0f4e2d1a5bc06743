"""A score table: the value of every metric for every system on every case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError, UnknownKeyError, nearest

__all__ = ["ScoreTable"]

_SHOWN = 5
MOST_DECIMALS = 15
LARGEST = 1e60
"""Size of scores whose products and squares floats still hold."""


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Values by metric, system and case, shape (metrics, systems, cases); ``errors`` are metrics better when lower.

    Raises InputError for a table without systems, cases or metrics, for names that occur twice, and for values that
    are not finite, which it names.

    >>> table = ScoreTable(("a", "b"), ("1", "2"), ("p",), np.array([[[1.0, 0.5], [0.0, 0.5]]]))
    >>> table.means().tolist()
    [[0.75, 0.25]]
    """

    systems: tuple[str, ...]
    cases: tuple[str, ...]
    metrics: tuple[str, ...]
    values: NDArray[np.float64]
    errors: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        shape = (len(self.metrics), len(self.systems), len(self.cases))
        for names, what in ((self.systems, "system"), (self.cases, "case"), (self.metrics, "metric")):
            _refuse_names(names, what)
        if self.values.shape != shape:
            raise InputError(
                f"values have the shape {self.values.shape}, but the names say {shape} (metrics, systems, cases)"
            )
        _refuse_values(self)
        unknown = self.errors - set(self.metrics)
        if unknown:
            name = min(unknown)
            raise UnknownKeyError(f"there are no scores of {name!r}; {nearest(name, self.metrics)}")

    @property
    def oriented(self) -> NDArray[np.float64]:
        """The values with errors negated, so that higher is always better."""
        signs = np.array([-1.0 if name in self.errors else 1.0 for name in self.metrics])
        return np.asarray(self.values * signs[:, None, None])

    def means(self) -> NDArray[np.float64]:
        """Return the mean over cases of every metric and system, as given (errors are not negated)."""
        return np.asarray(self.values.mean(axis=2))

    def matrix(self, metric: str) -> NDArray[np.float64]:
        """Return one metric's oriented values, cases by systems."""
        return np.ascontiguousarray(self.oriented[_place(metric, self.metrics, "metric")].T)

    def with_metrics(self, names: Sequence[str]) -> ScoreTable:
        """Return the table of these metrics in this order; raises UnknownKeyError with the nearest names."""
        places = [_place(name, self.metrics, "metric") for name in names]
        kept = self.errors & set(names)
        return replace(self, metrics=tuple(names), values=self.values[places], errors=kept)

    def with_systems(self, names: Sequence[str]) -> ScoreTable:
        """Return the table of these systems in this order; raises UnknownKeyError with the nearest names."""
        places = [_place(name, self.systems, "system") for name in names]
        return replace(self, systems=tuple(names), values=self.values[:, places])

    def with_cases(self, names: Sequence[str]) -> ScoreTable:
        """Return the table of these cases in this order; raises UnknownKeyError with the nearest names."""
        places = [_place(name, self.cases, "case") for name in names]
        return replace(self, cases=tuple(names), values=self.values[:, :, places])

    def with_errors(self, names: Sequence[str]) -> ScoreTable:
        """Return the table with these metrics, and no others, counted as errors."""
        return replace(self, errors=frozenset(names))

    def rounded(self, decimals: int | None) -> ScoreTable:
        """Return the table with values rounded, so that noise in the last digits is a tie again.

        Raises InputError for more than 15 decimals, which floats do not have, and for fewer than none.
        """
        if decimals is not None and not 0 <= decimals <= MOST_DECIMALS:
            raise InputError(f"decimals={decimals} is not possible; give 0 to {MOST_DECIMALS}")
        return self if decimals is None else replace(self, values=self.values.round(decimals))

    def __repr__(self) -> str:
        size = f"{len(self.systems)} systems, {len(self.cases)} cases"
        return f"ScoreTable({size}, metrics {', '.join(self.metrics)})"


def _place(name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise UnknownKeyError(f"there are no scores of {what} {name!r}; {nearest(name, names)}")
    return names.index(name)


def _refuse_names(names: Sequence[Any], what: str) -> None:
    if not names:
        raise InputError(f"there is no {what} in the scores; give at least one")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{what} {twice!r} is named twice; give every {what} a name of its own")


def _refuse_values(table: ScoreTable) -> None:
    if np.abs(table.values).max(initial=0.0, where=np.isfinite(table.values)) > LARGEST:
        raise InputError(f"the scores have values beyond {LARGEST:g} in size; give them in another unit")
    places = np.argwhere(~np.isfinite(table.values))
    if len(places):
        cells = [
            f"{table.metrics[k]} of {table.systems[s]} on {table.cases[t]}" for k, s, t in places[:_SHOWN]
        ]
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        count = "1 value is" if len(places) == 1 else f"{len(places)} values are"
        raise InputError(
            f"{count} missing or not finite ({'; '.join(cells)}{more}); "
            "give all of them, or have missing cells dropped or counted as 0 (missing='drop-cases', "
            "'drop-systems' or 'zero'; --missing-cells on the command line)"
        )
