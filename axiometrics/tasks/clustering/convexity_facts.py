"""Facts about all tables: sums over cells, clusters, categories and the whole, and sums of best cells, compared.

Four gaps between sums are never negative, by convexity; best cells are compared by dominance: the rest offers the same
everywhere.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.lemmas import Lemma, entropy_sign
from axiometrics.formulas.nodes import Over
from axiometrics.tasks.clustering.symbolic import Focus, rational_at_least
from axiometrics.tasks.clustering.view import QUANTITIES, N, a, b, n
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr, Symbol

__all__ = ["FAMILIES", "best_values", "family_of", "set_gaps", "undominated"]

T = sympy.Symbol("t", positive=True)
FAMILIES = {T * sympy.log(T): "entropy", T**2: "pairs"}
VARIABLE = {"cells": n, "clusters": a, "categories": b, "whole": N}
GAPS = {
    "c": "sum over cells",
    "s": "what clusters add to their cells",
    "t": "what categories add to their cells",
    "m": "what the whole adds beyond clusters and categories",
}


def family_of(atom: Over) -> Any:
    """Return the function t log t or t^2 that an atom sums over one domain, or None."""
    variable = VARIABLE.get(atom.domain)
    shape = atom.body.subs(variable, T) if variable is not None else None
    return shape if shape in FAMILIES else None


def set_gaps(focus: Focus, shape: Expr, members: dict[str, Any], suffix: str) -> None:
    """Set the values of C, A, B and W of one function through the four gaps."""
    case = focus.case
    changes = {output: _changes(focus, output) for output in case.outputs}
    first, *others = case.outputs
    if len(others) != 1:
        raise NotSymbolicError("gaps compare two outputs")
    values: dict[str, dict[str, Any]] = {}
    for gap in GAPS:
        form = {
            t: changes[others[0]][gap].get(t, 0) - changes[first][gap].get(t, 0)
            for t in {**changes[first][gap], **changes[others[0]][gap]}
        }
        values[gap] = _gap(focus, shape, gap, form, (first, others[0]), members, suffix)
    base = N if FAMILIES[shape] == "pairs" else None
    for output in case.outputs:
        whole = {gap: values[gap][output] for gap in GAPS}
        start = case.outputs[output][base] if base is not None else sympy.S.Zero
        sums = {
            "cells": start + whole["c"],
            "clusters": start + whole["c"] + whole["s"],
            "categories": start + whole["c"] + whole["t"],
            "whole": start + sum(whole.values()),
        }
        for domain, symbol in members.items():
            case.outputs[output][symbol] = sums[domain]


def _changes(focus: Focus, output: str) -> dict[str, dict[Any, Any]]:
    """Focal contributions to the gaps as forms {t: coefficient}, up to what is the same in every output (B, W, N)."""
    cells: dict[Any, Any] = {}
    for cell in focus.cells(output):
        cells[sympy.expand(cell.n)] = cells.get(sympy.expand(cell.n), 0) + cell.times
    clusters = focus.cluster_sizes(output)
    spread = {t: clusters.get(t, 0) - cells.get(t, 0) for t in {**clusters, **cells}}
    return {
        "c": cells,
        "s": spread,
        "t": {t: -value for t, value in cells.items()},
        "m": {t: -value for t, value in spread.items()},
    }


def _gap(
    focus: Focus,
    shape: Expr,
    gap: str,
    form: dict[Any, Any],
    outputs: tuple[str, str],
    members: dict[str, Any],
    suffix: str,
) -> dict[str, Any]:
    case = focus.case
    found = _change(focus, shape, form, suffix)
    if found is None:
        raise NotSymbolicError(f"no lemma settles how the {GAPS[gap]} changes")
    grows, change = found
    smaller = outputs[0] if grows else outputs[1]
    evident = all(_evident(focus, gap, output) for output in outputs)
    sign: GeneratorSign = "positive" if evident else "nonnegative"
    definition = _gap_definition(shape, gap, smaller)
    base = case.generator(
        f"{gap}{suffix}", sign, f"{GAPS[gap]}, in {smaller}" if change != 0 else GAPS[gap], definition
    )
    other = outputs[1] if grows else outputs[0]
    return {smaller: base, other: base + change}


def _change(focus: Focus, shape: Expr, form: dict[Any, Any], suffix: str) -> tuple[bool, Any] | None:
    """Return whether a gap grows from the first to the second output, and by how much."""
    case = focus.case
    if FAMILIES[shape] == "pairs":
        change = sympy.expand(sum(value * t**2 for t, value in form.items()))
        sign = rational_sign(change, case.positive, case.nonnegative)
        if sign not in ("positive", "negative"):
            return (True, sympy.S.Zero) if sign == "zero" else None
        lemma = Lemma(
            sympy.factor(change if sign == "positive" else -change),
            "coefficients",
            "every coefficient is positive",
        )
        return sign == "positive", _lemma_symbol(focus, lemma, suffix)
    decided = entropy_sign(form, [*case.positive, *case.nonnegative])
    if decided is None:
        return None
    sign, argument = decided
    if argument is None:
        return True, sympy.S.Zero
    return sign == "positive", _lemma_symbol(focus, argument, suffix)


def _lemma_symbol(focus: Focus, lemma: Lemma, suffix: str) -> Expr:
    """Return the generator that names a positive change; equal changes share one."""
    for symbol, known in focus.case.lemmas.items():
        if sympy.expand(known.form - lemma.form) == 0:
            return symbol
    name = f"d{len(focus.case.lemmas) or ''}{suffix}"
    symbol = focus.case.generator(
        name, "positive", f"{lemma.form} ({lemma.tactic})", focus.case.measured(lemma.form)
    )
    focus.case.lemmas[symbol] = lemma
    return symbol


def _gap_definition(shape: Expr, gap: str, output: str) -> Expr:
    """Write a gap in terms of the measured reductions of one output."""
    sums = {domain: measured(_atom_name(shape, domain), output) for domain in VARIABLE}
    start = measured(N, output) if FAMILIES[shape] == "pairs" else 0
    return {
        "c": sums["cells"] - start,
        "s": sums["clusters"] - sums["cells"],
        "t": sums["categories"] - sums["cells"],
        "m": sums["whole"] - sums["clusters"] - sums["categories"] + sums["cells"],
    }[gap]


def _atom_name(shape: Expr, domain: str) -> str:
    return f"{domain}[{shape.subs(T, VARIABLE[domain])}]"


def _evident(focus: Focus, gap: str, output: str) -> bool:
    """Whether the focal parts alone show that a gap is positive."""
    cells = focus.cells(output)
    if gap == "c":
        return any(rational_at_least(cell.n, 2, focus.case) for cell in cells)
    if gap == "s":
        groups = focus.template.outputs[output]
        return any(
            len(group.parts) > 1 or rational_at_least(group.parts[0].members, 2, focus.case)
            for group in groups
        )
    if gap == "t":
        parts = {name: sum(cell.times for cell in cells if cell.category == name) for name in focus.members}
        return any(
            rational_at_least(sympy.cancel(parts[name] / focus.members[name]), 2, focus.case)
            for name in parts
        )
    return focus.linked(output) >= 2


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
    pruned = [(undominated(values, focus.case), times) for values, times in groups]
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


def undominated(values: list[Any], case: ParametricCase) -> list[Any]:
    """Return values without those that evidently are no larger than another one."""
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
