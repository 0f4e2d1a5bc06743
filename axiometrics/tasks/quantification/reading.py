"""Reading users' distributions: vectors of shares, exact or in floating point; topics of them and their mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from math import fsum
from operator import attrgetter, countOf
from typing import Any

import numpy as np
from numpy import ndarray

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Floats
from axiometrics.tasks.quantification import TOLERANCE, Distributions, Single


def read(gold: object, system: object = None, *, normalise: bool = False) -> Distributions:
    """Read the gold and the system distribution over the same ordered classes; raises InputError.

    A distribution is a sequence of shares from the lowest class to the highest: numbers, fractions, or texts such as
    ``"1/3"``; or one text ``"1/2 1/4 1/4"``. Empty classes are written as 0. The shares add up to 1: exactly, or up to
    1e-9 where some are floats. With ``normalise`` they are divided by their sum, so that counts can be given.
    ``gold`` may also be both, as `Distributions` or in notation.

    >>> read(["1/3", "2/3"], [1, 0]).notation()
    'gold=1/3 2/3 system=1 0'
    >>> read([3, 1, 0], [2, 1, 1], normalise=True).notation()
    'gold=3/4 1/4 0 system=1/2 1/4 1/4'
    """
    if system is None:
        if isinstance(gold, Distributions):
            return gold
        if isinstance(gold, str):
            return Distributions.from_notation(gold)
        raise InputError("there is no system distribution; give the gold and the system distribution")
    return Distributions.of(gold, system, normalise=normalise)


SLIGHT = 2.0**-50
"""By how much floats may miss a sum of 1 for `quickly` to divide them by it."""
_LESS, _MORE = 1 - 2.0**-40, 1 + 2.0**-40
"""The excess in floats is between these times the exact one."""


def quickly(gold: Any, system: Any) -> Single | None:
    """Return what formulas read of two vectors of floats that are as they should be; None for all others.

    The shares are the same to the last bit as those that exact numbers give.
    """
    one, other = _divided(gold), _divided(system)
    if one is None or other is None or len(one[0]) != len(other[0]):
        return None
    found = Single(one[0], other[0])
    found["classes.q"], found["classes.p"] = one[1], other[1]
    return found


def _divided(given: Any) -> tuple[Sequence[float], Sequence[float]] | None:
    """Return shares, and what each is after a division by their sum."""
    if type(given) is ndarray:
        values = given.tolist() if given.dtype is _FLOAT and given.ndim == 1 else []
    else:
        values = given if type(given) in (list, tuple) and set(map(type, given)) == {float} else []
    if not values or min(values) < 0:
        return None
    over = fsum((*values, -1.0))
    if over == 0:
        return values, values
    if not abs(over) <= SLIGHT:
        return None
    less, more = over * _LESS, over * _MORE
    found = [share - share * less for share in values]
    return (values, found) if found == [share - share * more for share in values] else None


def read_topics(
    gold: Mapping[Any, Any], system: Mapping[Any, Any], *, normalise: bool = False
) -> dict[Any, Distributions]:
    """Read distributions by topic; both sides must have the same topics."""
    odd = [topic for topic in (*gold, *system) if (topic in gold) != (topic in system)]
    if odd:
        side = "system" if odd[0] in gold else "gold"
        raise InputError(f"{side} has no distribution for topic {odd[0]!r}; give every topic in both")
    if not gold:
        raise InputError("there are no topics; give at least one")
    return {topic: read(given, system[topic], normalise=normalise) for topic, given in gold.items()}


def stacked(
    gold: Mapping[Any, Any], system: Mapping[Any, Any], *, normalise: bool = False
) -> tuple[Floats, Floats] | None:
    """Return the shares of all topics as arrays of shape (topics, classes); None where `read_topics` must see them.

    They are arrays of plain floats that are as they should be, for the same topics in the same order. Cost O(shares).
    """
    if list(gold) != list(system):
        return None
    one, other = (_array(list(topics.values())) for topics in (gold, system))
    if one is None or other is None or one.shape != other.shape:
        return None
    return (one, other) if _are_shares(one, normalise) and _are_shares(other, normalise) else None


def _array(shares: Sequence[Any]) -> Floats | None:
    """Join rows of plain floats, all as long as the first; None for others. Counting equals is quicker than a set."""
    many = len(shares)
    if not many or countOf(map(type, shares), np.ndarray) < many:
        return None
    if countOf(map(_DTYPE, shares), _FLOAT) < many or countOf(map(_NDIM, shares), 1) < many:
        return None
    if countOf(map(len, shares), len(shares[0])) < many:
        return None
    try:
        return np.frombuffer(b"".join(shares), dtype=float).reshape(many, -1)
    except (BufferError, TypeError):  # every other number of an array
        return np.concatenate(shares).reshape(many, -1)


_DTYPE, _NDIM, _FLOAT = attrgetter("dtype"), attrgetter("ndim"), np.dtype(float)


def _are_shares(values: Floats, normalise: bool) -> bool:
    total = values @ np.ones(values.shape[1])  # quicker than sums along short rows
    if not (values.size and values.min() >= 0):
        return False
    if normalise:
        return bool(np.isfinite(total).all() and total.min() > 0)
    return bool(np.abs(total - 1).max() <= TOLERANCE / 2)


def mean(values: list[float], undefined: object) -> float:
    """Return the mean of values of which some may be NaN.

    >>> mean([1.0, math.nan], "skip"), mean([1.0, math.nan], 0)
    (1.0, 0.5)
    """
    if undefined == "skip":
        known = [value for value in values if not math.isnan(value)]
    elif undefined == "propagate":
        known = values
    elif isinstance(undefined, int | float) and not isinstance(undefined, bool):
        known = [float(undefined) if math.isnan(value) else value for value in values]
    else:
        raise InputError(f"undefined={undefined!r} is not possible; give 'skip', 'propagate' or a number")
    return sum(known) / len(known) if known else math.nan
