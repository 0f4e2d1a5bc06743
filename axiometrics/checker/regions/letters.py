"""A metric with parameters left open: the same formula with letters in their place, or with one number for several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from axiometrics.checker.regions.bounds import Span, span_of
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.nodes import Letter, NoValue, Ratio
from axiometrics.metrics import Metric
from axiometrics.parameters import Combined, exact

if TYPE_CHECKING:
    from sympy import Expr

__all__ = ["in_one_letter", "letter_of", "open_parameters", "opened"]


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


@lru_cache(maxsize=256)
def in_one_letter(metric: Metric) -> Metric | None:
    """Return the metric in the number that its parameters make, None where none is declared.

    Also where the formula does not show that it depends on nothing else of them.
    """
    combined = metric.combined
    if combined is None or not set(combined.names) <= set(open_parameters(metric)):
        return None
    (own,) = (each for each in metric.parameters if each.name == combined.parameter)
    value = exact(combined.of(**{name: metric.values[name] for name in combined.names}))
    others = [each for each in metric.parameters if each.name not in combined.names]
    found = replace(
        metric,
        function=_Through(metric.function, combined),
        parameters=(replace(own, name=combined.name, default=value), *others),
        values={combined.name: value, **{each.name: metric.values[each.name] for each in others}},
        combined=None,
    )
    return found if _same(metric, found, combined) else None


def _same(metric: Metric, found: Metric, combined: Combined) -> bool:
    """Whether both formulas are the same with the number written out."""
    spans = open_parameters(metric)
    letters = {name: letter_of(name, spans[name]) for name in combined.names}
    letter = letter_of(combined.name, open_parameters(found)[combined.name])
    try:
        whole = opened(metric, combined.names).formula.expression
        short = opened(found, (combined.name,)).formula.expression
    except NotSymbolicError:
        return False
    return bool(_divided(whole) == _divided(short.xreplace({letter: combined.of(**letters)})))


def _divided(expression: Expr) -> Any:
    """Write quotients without a convention as such: whether a denominator may vanish is another question."""
    return expression.replace(
        lambda node: isinstance(node, Ratio) and isinstance(node.args[2], NoValue),
        lambda node: node.args[0] / node.args[1],
    )


class _Through:
    """A metric's function of the number."""

    def __init__(self, function: Callable[..., Any], combined: Combined) -> None:
        self.function, self.combined = function, combined
        self.__doc__ = function.__doc__

    def __call__(self, view: Any, **values: Any) -> Any:
        number = values.pop(self.combined.name)
        return self.function(view, **{self.combined.parameter: number}, **dict(self.combined.at), **values)
