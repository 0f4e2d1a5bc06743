"""Printed numbers and relations beside what follows from other printed ones, and from scores of outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.claims.files import Compared, Tried
from axiometrics.claims.finding import scored
from axiometrics.metrics import METRICS

if TYPE_CHECKING:
    import sympy

__all__ = ["calculated", "scores_of"]


def scores_of(task: str, outputs: Mapping[str, str]) -> dict[str, Any]:
    """Return what expressions may name: outputs, and the task's metrics as functions of them.

    >>> names = scores_of("clustering", {"D1": "{a b}", "D2": "{a}{b}"})
    >>> calculated("true", "purity(D1) < purity(D2)", names=names).agrees
    True
    """
    import sympy

    def function(key: str) -> Callable[..., Any]:
        def score(output: object, **values: object) -> Any:
            given = {name: str(value) for name, value in values.items()}
            label = (
                f"{key}({', '.join(f'{name}={value}' for name, value in given.items())})" if given else key
            )
            return scored(task, label, outputs[str(output)])

        return score

    functions = {key: function(key) for key in METRICS.view(task, plugins=False)}
    return {**functions, **{name: sympy.Symbol(name) for name in outputs}}


def calculated(
    printed: str, expression: str, *kinder: str, names: Mapping[str, Any] | None = None
) -> Compared:
    """Compare a printed number, or ``true``, with an expression in printed numbers, to the printed digits.

    ``kinder`` are names and expressions of further readings, in turn, which are tried where this one does not agree.

    >>> calculated("3.40", "(0.962 - 0.806)/sqrt(0.00211)").agrees, calculated("true", "1/3 < 0.3").agrees
    (True, False)
    >>> calculated("-0.92", "-0.91").near, calculated("true", "9/10 > 0.9", "at least", "9/10 >= 0.9").favours
    (True, 'at least')
    """
    known = dict(names or {})
    agrees, computed, near = _compare(printed, expression, known)
    if agrees:
        return Compared(printed, computed, True)
    tried = tuple(_tried(printed, kinder, known))
    right = [each.reading for each in tried if each.supports]
    return Compared(printed, computed, False, favours=", ".join(right), near=near, tried=tried)


def _tried(printed: str, kinder: Sequence[str], names: Mapping[str, Any]) -> Iterator[Tried]:
    for name, expression in zip(kinder[::2], kinder[1::2], strict=True):
        agrees, computed, _ = _compare(printed, expression, names)
        yield Tried(name, computed, agrees or (printed != "false" and computed.startswith("true: ")))


def _compare(printed: str, expression: str, names: Mapping[str, Any]) -> tuple[bool, str, bool]:
    """Whether a number or a relation is the printed one, what it is, and whether printed numbers are a unit apart."""
    from sympy import Rational, nsimplify, simplify, sympify

    found = sympify(expression, locals=dict(names), rational=True)
    if getattr(found, "is_Boolean", False) or getattr(found, "is_Relational", False):
        told = str(bool(simplify(found))).lower()
        return told == printed, f"{told}: {expression}", False
    digits = len(printed.partition(".")[2])
    unit = Rational(1, 10**digits) if digits else Rational(0)
    target = nsimplify(Fraction(printed))
    value = str(found) if found.is_Integer else f"{float(found):.{digits + 2}f}"
    told = expression if _is_number(expression) else f"{value} = {expression}"
    if abs(found - target) <= unit / 2:
        return True, told, False
    if _is_cut(found, target, unit):
        return True, f"{told}, cut and not rounded", False
    return False, told, bool(unit and _is_number(expression) and abs(found - target) <= unit)


def _is_cut(found: sympy.Expr, target: sympy.Expr, unit: sympy.Expr) -> bool:
    """Whether leaving out further digits of a number gives the printed one."""
    beyond = abs(found) - abs(target)
    return bool(target * found >= 0 and beyond >= 0 and beyond < unit)


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
