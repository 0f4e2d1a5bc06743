"""A metric with some of its parameters left open: the same formula with letters in their place."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from axiometrics.checker.regions.spans import Span, span_of
from axiometrics.formulas.nodes import Letter
from axiometrics.metrics import Metric

__all__ = ["letter_of", "open_parameters", "opened"]


def open_parameters(metric: Metric) -> dict[str, Span]:
    """Return the parameters of a formula that are real numbers, each with the values it may take."""
    found = {parameter.name: span_of(parameter) for parameter in metric.parameters}
    return {name: span for name, span in found.items() if span is not None}


@lru_cache(maxsize=256)
def letter_of(name: str, span: Span) -> Letter:
    """Return the letter that stands for a parameter; SymPy knows its sign where the values have one."""
    above = span.low is not None and span.low >= 0
    return Letter(name, positive=True) if above else Letter(name, real=True)


@lru_cache(maxsize=256)
def opened(metric: Metric, names: tuple[str, ...]) -> Metric:
    """Return the metric with parameters left open; its formula holds their letters."""
    spans = open_parameters(metric)
    letters = {name: letter_of(name, spans[name]) for name in names}
    return replace(metric, values={**metric.values, **letters})
