"""Printed numbers, relations and formulas, beside what follows from other printed ones and from scores of outputs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.claims.files import Compared, Tried
from axiometrics.claims.finding import scored
from axiometrics.metrics import METRICS

if TYPE_CHECKING:
    import sympy

__all__ = ["calculated", "formulated", "scores_of"]


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


_RELATION = re.compile(r"\s(=|<|>|<=|>=)\s")
_REACH = 6
"""How many values of each letter are tried against a formula that is not proved."""


def formulated(text: str, *kinder: str, least: Mapping[str, int] | None = None) -> Compared:
    """Decide a formula for all positive values of its letters; those in ``least`` are whole and start there.

    An equation is proved as an identity; an inequality by coefficients of one sign, after the letters are counted from
    their least values. A formula that fails for some whole numbers is refuted by the smallest of them.

    >>> formulated("1 < 2*n/(n + 1)", least={"n": 2}).agrees, formulated("1 < 2*n/(n + 1)", least={"n": 1}).computed
    (True, 'false for n = 1: 1 < 1')
    >>> formulated("Sum(i, (i, 1, n)) = n*(n - 1)/2", "as a lower bound", "Sum(i, (i, 1, n)) >= n*(n - 1)/2").favours
    'as a lower bound'
    """
    proved, computed = _decided(text, least or {})
    if proved is None:
        return Compared(text, computed, False, undecided=computed)
    tried = []
    for name, other in zip(kinder[::2], kinder[1::2], strict=True) if not proved else ():
        holds, found = _decided(other, least or {})
        tried.append(Tried(name, found, bool(holds)))
    right = ", ".join(each.reading for each in tried if each.supports)
    return Compared(text, computed, proved, favours=right, tried=tuple(tried))


def _decided(text: str, least: Mapping[str, int]) -> tuple[bool | None, str]:
    """Return whether a formula is proved (True), refuted (False) or neither, and how."""
    import sympy

    left, relation, right = _RELATION.split(text, maxsplit=1)
    names = set(re.findall(r"\b[a-zA-Z]\b", text))
    letters = {name: sympy.Symbol(name, positive=True) for name in names}
    sides = [sympy.sympify(side, locals=letters).doit() for side in (left, right)]
    difference = sides[1] - sides[0] if relation.startswith("<") else sides[0] - sides[1]
    if relation == "=":
        if sympy.simplify(sympy.expand_log(sympy.together(difference), force=True)) == 0:
            return True, f"an identity: {text}"
    elif _is_positive(difference, least, strict="=" not in relation):
        start = ", ".join(f"{name} >= {number}" for name, number in least.items())
        return True, f"proved for all {start or 'positive values'}: {text}"
    return _against(sides, difference, relation, least, text)


def _is_positive(difference: sympy.Expr, least: Mapping[str, int], *, strict: bool) -> bool:
    """Whether numerator and denominator have coefficients of one sign, letters counted from their least values."""
    import sympy

    letters = sorted(difference.free_symbols, key=str)
    moved = {letter: letter + least.get(str(letter), 0) for letter in letters}
    numerator, denominator = sympy.fraction(sympy.together(difference.subs(moved, simultaneous=True)))
    if not letters:
        return bool(difference > 0 if strict else difference >= 0)
    if not (numerator.is_polynomial(*letters) and denominator.is_polynomial(*letters)):
        return False
    above, below = (sympy.Poly(sympy.expand(each), *letters) for each in (numerator, denominator))
    if all(each <= 0 for each in (*above.coeffs(), *below.coeffs())):
        above, below = -above, -below
    if not all(each >= 0 for each in (*above.coeffs(), *below.coeffs())):
        return False
    return not strict or any(
        each > 0
        and not any(power and str(letter) in least for power, letter in zip(powers, letters, strict=True))
        for powers, each in above.terms()
    )


def _against(
    sides: list[sympy.Expr], difference: sympy.Expr, relation: str, least: Mapping[str, int], text: str
) -> tuple[bool | None, str]:
    """Look for whole numbers for which the formula fails."""
    letters = sorted(difference.free_symbols, key=str)
    starts = [least.get(str(letter), 1) for letter in letters]
    for steps in sorted(product(range(_REACH), repeat=len(letters)), key=sum):
        values = {letter: start + step for letter, start, step in zip(letters, starts, steps, strict=True)}
        value = difference.subs(values)
        if value.is_number and value.is_finite and _fails(value, relation):
            where = ", ".join(f"{letter} = {number}" for letter, number in values.items())
            shown = [side.subs(values) for side in sides]
            return False, f"false{f' for {where}' if where else ''}: {shown[0]} {relation} {shown[1]}"
    return None, f"neither proved nor refuted by small numbers: {text}"


def _fails(value: sympy.Expr, relation: str) -> bool:
    """Whether a difference, turned so that it should not be negative, goes against the relation."""
    if relation == "=":
        return bool(value != 0)
    return bool(value < 0 if "=" in relation else value <= 0)
