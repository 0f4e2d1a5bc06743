"""Our own value of a metric on one output, and whether it rests on a convention there."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.graph import Node, Quantity, as_node, node
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task

__all__ = ["Definition", "Own", "definition"]

OTHERS = (Fraction(1), Fraction(17, 3))
"""What is added to the values of conventions to see whether they count."""


@dataclass(frozen=True)
class Own:
    """A value, None where the metric has none; ``convention`` says that another convention would give another one."""

    value: float | None
    convention: bool


class Definition:
    """Evaluates a registered metric, with the values that it has by convention and with others in their place."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._task = get_task(metric.task)
        self._known: dict[Any, Own] = {}
        self._others = tuple(
            replace(metric, function=_with_other_conventions(metric, added))
            for added in OTHERS
            if metric.reads is None
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
        return Own(found, any(self._float(other, output) != found for other in self._others))

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


def _with_other_conventions(metric: Metric, added: Fraction) -> Any:
    """Return the metric's formula with something added to every value that a ratio or guard states; none for infinity.

    A stated value that does not count, as that of log 0 in 0 log 0, changes nothing.
    """

    def other(view: Any, **values: Any) -> Any:
        return Quantity(_changed(as_node(metric.function(view, **values)), added))

    return other


def _changed(found: Node, added: Fraction) -> Node:
    """Add something to every value that a ratio or guard below a node states."""
    parts = [_changed(part, added) for part in found.parts]
    if found.kind in ("ratio", "guard") and found.parts[2].kind != "undefined":
        infinite = found.parts[2].kind == "infinite"
        parts[2] = node("undefined") if infinite else node("sum", parts[2], as_node(added))
    return node(found.kind, *parts, value=found.value)
