"""The mean of a metric over topics, with a stated policy for topics where it has no value."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.quantification.distributions import Distributions
from axiometrics.tasks.quantification.reading import read_topics

__all__ = ["mean", "mean_over_topics"]


def mean_over_topics(
    value: Callable[[Distributions], Any],
    gold: Mapping[Any, Any],
    system: Mapping[Any, Any],
    *,
    undefined: Any = "propagate",
    normalise: bool = False,
) -> float:
    """Return the mean over topics, NaN where it has no value.

    ``undefined`` says what becomes of topics without a value: ``"propagate"`` (the mean has none either), ``"skip"``,
    or a number that counts in their place.
    """
    topics = read_topics(gold, system, normalise=normalise)
    return mean([float(value(output)) for output in topics.values()], undefined)


def mean(values: list[float], undefined: Any) -> float:
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
