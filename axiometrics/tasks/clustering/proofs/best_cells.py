"""Sums of best cells in a parametric case, compared by dominance: the rest offers the same everywhere."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.nodes import Over
from axiometrics.tasks.clustering.symbolic import Focus
from axiometrics.tasks.clustering.view import QUANTITIES, a, b, n
from axiometrics.tasks.parametric import ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr, Symbol

__all__ = ["best_values"]


def best_values(focus: Focus, symbol: Symbol, atom: Over) -> dict[str, Any]:
    """Return a sum of best cells in every output; raises NotSymbolicError when the outputs cannot be compared."""
    case = focus.case
    if not atom.body.is_positive:
        raise NotSymbolicError(f"the terms of {symbol} have no evident sign")
    choices = {output: _choices(focus, atom, output) for output in case.outputs}
    first, second = choices
    if all(len(found) == 1 for found in choices.values()):
        (start,), (end,) = choices[first], choices[second]
        rest = case.rest_of(symbol, start, first, "nonnegative", f"{symbol} over the rest")
        return {first: rest + start, second: rest + end}
    for small, large in ((first, second), (second, first)):
        least = _dominance(choices[small], choices[large], case)
        if least is not None:
            return _bounded(focus, symbol, small, large, least, equal=choices[small] == choices[large])
    raise NotSymbolicError(f"the best parts in {symbol} cannot be compared")


def _bounded(
    focus: Focus, symbol: Symbol, small: str, large: str, least: tuple[Any, bool], equal: bool
) -> dict[str, Any]:
    case = focus.case
    base = case.unnamed("positive", f"{symbol} in {small}", measured(symbol, small))
    if equal:
        return {small: base, large: base}
    amount, strict = least
    definition = measured(symbol, large) - measured(symbol, small) - amount
    more = case.unnamed(
        "positive" if strict and amount == 0 else "nonnegative",
        f"gain of {symbol} from {small} to {large}" + (f", beyond {amount}" if amount != 0 else ""),
        definition,
    )
    return {small: base, large: base + amount + more}


def _choices(focus: Focus, atom: Over, output: str) -> list[Any]:
    """The candidates for a sum of maxima: one value for each way to pick a part in every focal group."""
    groups: list[tuple[list[Any], Any]] = []
    if atom.domain == "best_in_cluster":
        for cells, times in focus.groups(output):
            groups.append(([_value(focus, atom, cell, output) for cell in cells], times))
    else:
        for name, members in focus.members.items():
            values = [
                _value(focus, atom, cell, output) for cell in focus.cells(output) if cell.category == name
            ]
            if name in focus.template.context.shared:
                values.append(sympy.Symbol(f"best of {name} elsewhere"))
                members = sympy.S.One
            groups.append((values, members))
    pruned = [(_undominated(values, focus.case), times) for values, times in groups]
    picks = product(*(values for values, _ in pruned))
    sums = [
        sympy.cancel(sum(value * times for value, (_, times) in zip(pick, pruned, strict=True)))
        for pick in picks
    ]
    return sorted(set(sums), key=str)


def _value(focus: Focus, atom: Over, cell: Expr, output: str) -> Expr:
    size = focus.size_of(cell.category) if atom.body.has(b) else b
    values = {symbol: focus.case.outputs[output][symbol] for symbol in QUANTITIES}
    return sympy.cancel(atom.body.xreplace({n: cell.n, a: cell.a, b: size, **values}))


def _undominated(values: list[Any], case: ParametricCase) -> list[Any]:
    kept: list[Any] = []
    for value in dict.fromkeys(values):
        if any(_at_least(other, value, case) for other in kept):
            continue
        kept = [other for other in kept if not _at_least(value, other, case)] + [value]
    return kept


def _at_least(larger: Expr, smaller: Expr, case: ParametricCase) -> bool:
    return rational_sign(
        larger - smaller, case.positive, [*case.nonnegative, *_elsewhere(larger - smaller)]
    ) in ("positive", "nonnegative", "zero")


def _elsewhere(expression: Expr) -> list[Any]:
    return [symbol for symbol in expression.free_symbols if str(symbol).startswith("best of ")]


def _dominance(small: list[Any], large: list[Any], case: ParametricCase) -> tuple[Any, bool] | None:
    """Return a constant by which the larger maximum exceeds the smaller one, and whether it does so strictly."""
    excesses: list[tuple[Any, bool]] = []
    for value in small:
        better = [_excess(other - value, case) for other in large]
        found = [excess for excess in better if excess is not None]
        if not found:
            return None
        excesses.append(max(found))
    return min(excesses)


def _excess(difference: Expr, case: ParametricCase) -> tuple[Any, bool] | None:
    signs = case.positive, [*case.nonnegative, *_elsewhere(difference)]
    sign = rational_sign(difference, *signs)
    if sign not in ("positive", "nonnegative", "zero"):
        return None
    constant = (
        sympy.sympify(difference).subs(dict.fromkeys(difference.free_symbols, 0))
        if sympy.sympify(difference).is_polynomial()
        else sympy.S.Zero
    )
    if constant > 0 and rational_sign(difference - constant, *signs) in ("positive", "nonnegative", "zero"):
        return constant, True
    return sympy.S.Zero, sign == "positive"
