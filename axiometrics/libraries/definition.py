"""Our own value of a metric on one output, and whether it rests on a convention there."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from axiometrics.formulas.floats import SCALARS
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task

__all__ = ["Definition", "Own", "definition"]


@dataclass(frozen=True)
class Own:
    """A value, None where the metric has none; ``convention`` says that it stands where the formula is 0/0."""

    value: float | None
    convention: bool


class Definition:
    """Evaluates a registered metric, with and without the values that it has by convention."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._task = get_task(metric.task)
        self._known: dict[Any, Own] = {}
        self._bare = (
            replace(metric, function=_without_conventions(metric)) if metric.reads is None else metric
        )

    def value(self, output: Any) -> Own:
        """Return the value on one output, computed once."""
        if output not in self._known:
            self._known[output] = self._value(output)
        return self._known[output]

    def _value(self, output: Any) -> Own:
        found = self._float(self.metric, output)
        if found is None:
            return Own(None, True)
        return Own(found, self._float(self._bare, output) is None)

    def _float(self, metric: Metric, output: Any) -> float | None:
        value = self._task.value(metric, output, SCALARS)
        return None if value is None or math.isnan(value) else float(value)


@lru_cache(maxsize=256)
def definition(task: str, key: str) -> Definition:
    """Return the definition of a key with parameters, such as ``bcubed_f(alpha=1/3)``; raises UnknownKeyError.

    >>> found = definition("clustering", "jaccard")
    >>> from axiometrics.tasks.clustering import Table
    >>> found.value(Table.from_notation("{a b}")), found.value(Table.from_notation("{a}{b}"))
    (Own(value=0.0, convention=False), Own(value=1.0, convention=True))
    """
    base, given = split_key(key)
    return Definition(METRICS.get(base, task).with_parameters(**given))


def _without_conventions(metric: Metric) -> Any:
    """Return the metric's formula with no value in place of every stated value of a ratio or guard."""
    from axiometrics.formulas.nodes import Guard, Ratio, Undefined

    def bare(view: Any, **values: Any) -> Any:
        found = metric.function(view, **values)
        for node in (Ratio, Guard):
            found = found.replace(node, lambda one, other, _, node=node: node(one, other, Undefined()))
        return found

    return bare
