"""Formulas near a metric: its parameters' other values, other conventions for 0/0, and what it makes with others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import add, mul
from typing import Any, Literal

from axiometrics.errors import AxiometricsError
from axiometrics.formulas import ratio
from axiometrics.formulas.graph import Node, Quantity, as_node
from axiometrics.metrics import Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import Parameter

How = Literal["itself", "convention", "product", "mean", "harmonic mean"]


@dataclass(frozen=True)
class Formula:
    """Metrics put together: their product with ``weights`` as powers, or their mean with these weights.

    A ``convention`` is one metric that states another value than it did wherever something is 0/0.

    >>> from axiometrics.metrics import metrics
    >>> known = metrics("clustering")
    >>> found = Formula("mean", (known["purity"], known["rand"]), (3, 1))
    >>> found.text, found.size
    ('(3 purity + rand)/4', 3)
    """

    how: How
    metrics: tuple[Metric, ...]
    weights: tuple[int, ...] = (1,)

    @property
    def size(self) -> int:
        """How many metrics it has, and 1 for each weight that is not 1."""
        return len(self.metrics) + sum(weight != 1 for weight in self.weights)

    @property
    def text(self) -> str:
        """The formula in the metrics' keys."""
        names = [metric.label for metric in self.metrics]
        if self.how == "harmonic mean":
            return f"harmonic mean of {' and '.join(names)}"
        if self.how == "mean":
            terms = [
                name if weight == 1 else f"{weight} {name}"
                for name, weight in zip(names, self.weights, strict=True)
            ]
            return f"({' + '.join(terms)})/{sum(self.weights)}"
        factors = zip(names, self.weights, strict=True)
        return " * ".join(name if weight == 1 else f"{name}^{weight}" for name, weight in factors)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """What the number means."""
        return f"{self.text[0].upper()}{self.text[1:]}, a formula that was put together."

    def __call__(self, view: Any) -> Any:
        """Return the value over a task's view, as the metrics' own formulas have theirs."""
        parts = [metric.function(view, **metric.arguments) for metric in self.metrics]
        return self.of(parts, lambda top, bottom: ratio(top, bottom, 0), lambda number: number)

    def of(self, parts: Sequence[Any], quotient: Callable[..., Any], number: Callable[..., Any]) -> Any:
        """Return the value from those of the metrics, in any arithmetic; 0/0 is 0."""
        if self.how == "harmonic mean":
            return quotient(number(Fraction(2)) * reduce(mul, parts), reduce(add, parts))
        if self.how == "mean":
            whole = sum(self.weights)
            weighted = zip(parts, self.weights, strict=True)
            return reduce(add, (part * number(Fraction(weight, whole)) for part, weight in weighted))
        powers = [part for part, power in zip(parts, self.weights, strict=True) for _ in range(power)]
        return reduce(mul, powers)

    def as_metric(self) -> Metric:
        """Return the formula as a metric, which can be checked, scored and written as LaTeX."""
        first = self.metrics[0]
        if self.how in ("itself", "convention"):
            return first
        made = build(
            self, task=first.task, family="repair", error=first.orientation == "error", key=self.text
        )
        return replace(made, trusted=True)


def formulas(metric: Metric, others: Sequence[Metric], largest: int) -> Iterator[Formula]:
    """Yield the metric, its parameters' other values, and what it makes with up to ``largest - 1`` other metrics."""
    for own in (metric, *_other_values(metric)):
        yield Formula("itself", (own,))
    for stated in (Fraction(0), Fraction(1)):
        yield from (Formula("convention", (own,)) for own in _other_convention(metric, stated))
    if largest > 1:
        for other in others:
            yield from (Formula("product", (metric, other), powers) for powers in ((1, 1), (1, 2), (2, 1)))
            yield from (Formula("mean", (metric, other), weights) for weights in ((1, 1), (1, 3), (3, 1)))
            yield Formula("harmonic mean", (metric, other), (1, 1))
    if largest > 2:
        for pair in combinations(others, 2):
            yield Formula("product", (metric, *pair), (1, 1, 1))
            yield Formula("mean", (metric, *pair), (1, 1, 1))


def _other_convention(metric: Metric, stated: Fraction) -> Iterator[Metric]:
    """Yield the metric with a number wherever it states one, or no value, for 0/0, if that is another formula."""

    def change(before: Node) -> Node:
        return as_node(stated) if before.kind in ("number", "undefined", "infinite") else before

    def other(view: Any, **values: Any) -> Any:
        return Quantity(as_node(metric.function(view, **values)).restated(change))

    if metric.formula.graph.restated(change) is not metric.formula.graph:
        yield replace(metric, function=other, key=f"{metric.key} with 0/0 = {stated}")


def _other_values(metric: Metric) -> Iterator[Metric]:
    """Yield the metric with one parameter changed: to each other word, or to some numbers inside its range."""
    for parameter in (each for each in metric.parameters if not each.of_reading):
        for value in parameter.choices or _numbers(parameter):
            try:
                changed = metric.with_parameters(**{parameter.name: value})
            except AxiometricsError:
                continue
            if changed.label != metric.label:
                yield changed


def _numbers(parameter: Parameter) -> Iterable[Fraction]:
    default = Fraction(parameter.default)
    if parameter.whole:
        return [default + step for step in (-1, 1)] + [2 * default]
    return [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(1), Fraction(2)]
