"""Reading users' forecasts: outcomes with probabilities as vectors or tables, or notation; clear refusals."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import read_exact
from axiometrics.tasks.probabilistic.forecasts import Forecasts

ACCEPTED, TOLD = Fraction(1, 10**9), Fraction(1, 10**12)
"""By how much the rounded probabilities of a row may miss 1, and from where on that is told: files round them.

The row is divided by its sum, so that what is computed is of exact forecasts. No verdict rests on this.
"""


def read(gold: object, system: object = None, *, classes: Sequence[Hashable] | None = None) -> Forecasts:
    """Read outcomes and probabilities; raises InputError.

    ``system`` has a row of probabilities for each item, or, for two classes, the probability of the event alone.
    ``gold`` has what happened: a number from 0 on that counts the columns, 1 for the event, or one of the ``classes``,
    which name the columns in order. Numbers are read as they are written, so that 0.3 is 3/10.

    >>> read([1, 0], [0.3, 0.4]).notation()
    '7/10 3/10: 2; 3/5 2/5: 1'
    >>> read(["b", "a"], [[0.5, 0.5], [1, 0]], classes=["a", "b"]).notation()
    '1/2 1/2: 2; 1 0: 1'
    """
    if system is None:
        if isinstance(gold, Forecasts):
            return gold
        if isinstance(gold, str):
            return Forecasts.from_notation(gold)
        raise InputError("there are no forecasts; give the outcomes and the probabilities")
    outcomes, given = _listed(gold, "gold"), _listed(system, "system")
    if len(outcomes) != len(given):
        raise InputError(
            f"gold has {len(outcomes)} outcomes and system has {len(given)} forecasts; give one for each item"
        )
    forecasts = [_forecast(row, number) for number, row in enumerate(given, 1)]
    names = list(classes) if classes is not None else list(range(len(forecasts[0]))) if forecasts else []
    if forecasts and len(names) != len(forecasts[0]):
        raise InputError(
            f"{len(names)} classes are named and forecasts have {len(forecasts[0])}; name every column"
        )
    places = {name: number for number, name in enumerate(names, 1)}
    return Forecasts.of(
        (forecast, _place(outcome, places, row))
        for row, (forecast, outcome) in enumerate(zip(forecasts, outcomes, strict=True), 1)
    )


def _listed(given: Any, side: str) -> list[Any]:
    if hasattr(given, "tolist") and str(getattr(given, "dtype", "")) == "float64":
        given = given.tolist()
    try:
        if isinstance(given, str | bytes):
            raise TypeError
        return list(given)
    except TypeError:
        raise InputError(
            f"{side} is {given!r}; give a list or an array with an entry for each item"
        ) from None


def _place(outcome: Any, places: dict[Hashable, int], row: int) -> int:
    try:
        return places[outcome]
    except (KeyError, TypeError):
        known = ", ".join(map(str, places))
        raise InputError(
            f"row {row} has the outcome {outcome!r}; it must be one of the classes {known}, or name them in the order "
            "of their columns with classes="
        ) from None


def _forecast(given: Any, row: int) -> tuple[Fraction, ...]:
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        event = _share(given, row)
        return 1 - event, event
    found = tuple(_share(each, row) for each in given)
    total = sum(found, Fraction(0))
    miss = abs(total - 1)
    if miss > ACCEPTED or not found:
        raise InputError(
            f"the probabilities of row {row} sum to {float(total)}; they must sum to 1, up to 1e-9"
        )
    if miss > TOLD:
        warnings.warn(
            f"the probabilities of row {row} sum to {float(total)}; they are divided by that",
            stacklevel=4,
        )
    return tuple(share / total for share in found)


def _share(value: Any, row: int) -> Fraction:
    try:
        found = value if isinstance(value, Fraction) else read_exact(str(value))
    except ValueError:
        raise InputError(f"row {row} has the probability {value!r}; give a number from 0 to 1") from None
    if not 0 <= found <= 1:
        raise InputError(f"row {row} has the probability {value}; probabilities are from 0 to 1")
    return found
