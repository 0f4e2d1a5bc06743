"""How many component scores a function combines: two, three, or as many as it is given."""

from __future__ import annotations

import inspect
from dataclasses import replace
from functools import lru_cache
from typing import Any

from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.formulas.view import symbolic_values

__all__ = ["asked_of", "formula", "of_components", "suited"]

NUMBERS = (2, 3)


def formula(metric: Any) -> Any:
    """Trace a combining function over two scores, or over three where it needs so many. Raises NotSymbolicError."""
    from axiometrics.tasks.combination.view import formula

    function, values = metric.function, symbolic_values(metric.values)
    if isinstance(function, _OfSo):
        return formula(function.function, values, function.components)
    try:
        return formula(function, values)
    except NotSymbolicError:
        try:
            return formula(function, values, 3)
        except NotSymbolicError:
            pass
        raise


class _OfSo:
    """A function that is to combine a stated number of scores."""

    def __init__(self, function: Any, components: int) -> None:
        self.function = function
        self.components = components
        self.__doc__ = function.__doc__


def of_components(metric: Any, components: int) -> Any:
    """Return a formula metric for so many scores. Raises InputError where it does not combine so many."""
    if len(metric.formula.globals) == components:
        return metric
    made = _traced(metric, components)
    if made is None:
        raise InputError(
            f"metric {metric.label!r} combines {len(metric.formula.globals)} scores, not {components}"
        )
    return made


@lru_cache(maxsize=256)
def _traced(metric: Any, components: int) -> Any:
    """Return the metric for so many scores, with its formula; None where there is none."""
    made = replace(metric, function=_OfSo(metric.function, components))
    try:
        return made if made.formula is not None else None
    except NotSymbolicError:
        return None


def suited(metric: Any, components: int) -> Any:
    """Return the metric for so many scores; None where it does not combine so many."""
    if metric.reads is not None:
        return metric if metric.reads != "scores" or _takes(metric, components) else None
    return metric if len(metric.formula.globals) == components else _traced(metric, components)


def _takes(metric: Any, components: int) -> bool:
    """Whether a function can be called with so many numbers; yes where nobody knows."""
    try:
        inspect.signature(metric.function).bind(*([0.5] * components), **metric.values)
    except ValueError:
        return True
    except TypeError:
        return False
    return True


def asked_of(metric: Any, constraint: Any) -> Any:
    """Return the constraint for the least number of scores that the metric combines, where it can be asked for it."""
    if int(constraint.values.get("components", 0)) != NUMBERS[0]:
        return constraint
    able = [number for number in NUMBERS if suited(metric, number) is not None]
    usual = not able or able[0] == NUMBERS[0]
    return constraint if usual else constraint.with_parameters(components=able[0])
