"""What a combining function sees: the component scores of a system, two or three of them.

Functions are traced over symbols; the same formula is then evaluated on one pair, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, View

if TYPE_CHECKING:
    from axiometrics.axioms.registry import Constraint
    from axiometrics.metrics.registry import Metric

NUMBERS = (2, 3)
"""How many component scores a function may combine."""
P, R, S = sympy.symbols("P R S", real=True)
TIMES, PLUS = sympy.symbols("T C", real=True)
SIGNS = Signs(frozenset({P, R, S}))


class ScoresView(View):
    """The component scores as the author of a function sees them, both from 0 to 1."""

    fractional = frozenset("PRS")
    rules = Rules((P, R), signs=SIGNS)

    p = QuantityOf("P", "The score of the first component, such as precision or purity.")
    r = QuantityOf("R", "The score of the second component, such as recall or inverse purity.")

    @property
    def each(self) -> tuple[Quantity, ...]:
        """The scores of all components, for functions that combine any number of them."""
        return self.p, self.r


class ScoresOfThree(ScoresView):
    """Three component scores."""

    rules = Rules((P, R, S), signs=SIGNS)

    s = QuantityOf("S", "The score of the third component.")

    @property
    def each(self) -> tuple[Quantity, ...]:
        """The scores of all components."""
        return self.p, self.r, self.s


def quantities(components: int) -> tuple[Any, ...]:
    """Return the symbols of so many component scores.

    >>> quantities(2)
    (P, R)
    """
    return (P, R, S)[:components]


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a combining function over two scores, or over three where it needs so many. Raises NotSymbolicError."""
    if isinstance(function, _OfSo):
        return _traced(function.function, values, function.components)
    try:
        return _traced(function, values, 2)
    except NotSymbolicError:
        try:
            return _traced(function, values, 3)
        except NotSymbolicError:
            pass
        raise


def _traced(function: Callable[..., Any], values: dict[str, Any], components: int) -> Formula:
    """Trace a combining function; raises NotSymbolicError where it does not combine so many scores."""
    made = (ScoresView if components == 2 else ScoresOfThree).formula(function, values)
    if components > 2 and not made.normal.expression.has(*quantities(components)[2:]):
        raise NotSymbolicError(
            f"{getattr(function, '__name__', function)!r} combines two scores, not {components}"
        )
    return made


def scaled(traced: Formula) -> Formula:
    """Return the formula times T plus C, for outputs that are a multiple of a value, or a number."""
    expression = TIMES * traced.normal.expression + PLUS
    normal = replace(traced.normal, expression=expression)
    return Formula(traced.graph, traced.expression, normal, (*traced.globals, TIMES, PLUS), ())


class _OfSo:
    """A function that is to combine a stated number of scores."""

    def __init__(self, function: object, components: int) -> None:
        self.function = function
        self.components = components
        self.__doc__ = function.__doc__


def of_components(metric: Metric, components: int) -> Any:
    """Return a formula metric for so many scores. Raises InputError where it does not combine so many."""
    made = suited(metric, components)
    if made is None:
        raise InputError(
            f"metric {metric.label!r} combines {len(metric.formula.globals)} scores, not {components}"
        )
    return made


@lru_cache(maxsize=256)
def _with_formula(metric: Any, components: int) -> Any:
    """Return the metric for so many scores, with its formula; None where there is none."""
    made = replace(metric, function=_OfSo(metric.function, components))
    try:
        return made if made.formula is not None else None
    except NotSymbolicError:
        return None


def suited(metric: Metric, components: int) -> Any:
    """Return the metric for so many scores; None where it does not combine so many."""
    if metric.reads is not None:
        return metric if metric.reads != "scores" or _takes(metric, components) else None
    return metric if len(metric.formula.globals) == components else _with_formula(metric, components)


def _takes(metric: Metric, components: int) -> bool:
    """Whether a function can be called with so many numbers; yes where nobody knows."""
    try:
        inspect.signature(metric.function).bind(*([0.5] * components), **metric.values)
    except ValueError:
        return True
    except TypeError:
        return False
    return True


def asked_of(metric: Metric, constraint: Constraint) -> Any:
    """Return the constraint for the least number of scores that the metric combines, where it can be asked for it."""
    if int(constraint.values.get("components", 0)) != NUMBERS[0]:
        return constraint
    able = [number for number in NUMBERS if suited(metric, number) is not None]
    usual = not able or able[0] == NUMBERS[0]
    return constraint if usual else constraint.with_parameters(components=able[0])
