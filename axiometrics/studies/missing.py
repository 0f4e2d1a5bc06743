"""What becomes of cells of a score table that have no value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.studies.scores import ScoreTable

__all__ = ["Missing", "completed"]

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
