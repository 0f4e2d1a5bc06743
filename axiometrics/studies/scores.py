"""A score table: the value of every metric for every system on every case, and what becomes of missing ones.

Also what studies by chance share: the seed, and the level at which a test counts as significant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.parameters import whole

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
            "'drop-systems' or 'zero'; --undefined on the command line)"
        )


Cell = tuple[str, str, str]


class Missing(StrEnum):
    """The policies; by default missing cells are an error that names them."""

    error = "error"
    drop_cases = "drop-cases"
    drop_systems = "drop-systems"
    zero = "zero"


def completed(
    found: Mapping[Cell, float], metrics: Sequence[str] | None = None, missing: Missing | str = Missing.error
) -> ScoreTable:
    """Return the table of values by (system, case, metric), NaN or absent where there is none.

    ``drop-cases`` leaves out every case without a value for some system or metric, ``drop-systems`` every system
    without a value on some case, ``zero`` counts 0 there. Names keep the order of their first appearance.

    >>> found = {("a", "1", "p"): 0.5, ("b", "1", "p"): 0.25, ("a", "2", "p"): 1.0}
    >>> completed(found, missing="drop-cases").cases
    ('1',)
    """
    policy = _policy(missing)
    systems, cases, names = (tuple(dict.fromkeys(key[place] for key in found)) for place in range(3))
    wanted = tuple(metrics) if metrics is not None else names
    values = np.full((len(wanted), len(systems), len(cases)), np.nan)
    places = [{name: place for place, name in enumerate(each)} for each in (wanted, systems, cases)]
    for (system, case, metric), value in found.items():
        if metric in places[0]:
            values[places[0][metric], places[1][system], places[2][case]] = value
    return _table(systems, cases, wanted, values, policy)


def _policy(missing: Missing | str) -> Missing:
    if missing not in list(Missing):
        raise InputError(f"missing={missing!r} is no policy; give one of {', '.join(Missing)}")
    return Missing(missing)


def _table(
    systems: tuple[str, ...],
    cases: tuple[str, ...],
    metrics: tuple[str, ...],
    values: NDArray[np.float64],
    policy: Missing,
) -> ScoreTable:
    gaps = np.isnan(values)
    if policy is Missing.zero:
        values = np.where(gaps, 0.0, values)
    elif policy is Missing.drop_cases:
        kept = np.asarray(~gaps.any(axis=(0, 1)))
        cases, values = _named(cases, kept), values[:, :, kept]
    elif policy is Missing.drop_systems:
        kept = np.asarray(~gaps.any(axis=(0, 2)))
        systems, values = _named(systems, kept), values[:, kept]
    return ScoreTable(systems, cases, metrics, values)


def _named(names: Sequence[str], kept: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(name for name, keep in zip(names, kept, strict=True) if keep)


LARGEST_SEED = 2**63
MOST_DRAWS = 100_000
"""Random samples that may be asked for; all of them are held at once."""


def generator(seed: int) -> np.random.Generator:
    """Return the generator of a seed; raises InputError for what is none."""
    return np.random.default_rng(whole("seed", seed, 0, LARGEST_SEED))


def require_level(level: float) -> None:
    """Raise InputError for what is no significance level.

    >>> require_level(5)
    Traceback (most recent call last):
        ...
    axiometrics.errors.InputError: level=5 is not possible; give a number between 0 and 1, such as 0.05
    """
    if not 0 < level < 1:
        raise InputError(f"level={level} is not possible; give a number between 0 and 1, such as 0.05")
