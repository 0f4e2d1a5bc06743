"""Facts about all tables: four gaps between sums over cells, clusters, categories and the whole, never negative.

For a superadditive function f with f(0) = 0 (here t log t and t^2), with C, A, B the sums of f over cells, clusters and
categories, and W = f(N), the four gaps

    c = C (less N for t^2),  s = A - C,  t = B - C,  m = W - A - B + C

are never negative: clusters and categories are unions of cells, and m is N times the mutual information (for t log t),
or twice the number of pairs apart in both system and gold (for t^2). A gap is positive where the focal parts alone
show it: c with a cell of 2 items, s with a mixed cluster, t with a divided category, m with two unconnected pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.lemmas import Lemma, entropy_sign
from axiometrics.formulas.nodes import Over
from axiometrics.tasks.clustering.symbolic import Focus, rational_at_least
from axiometrics.tasks.clustering.view import N, a, b, n
from axiometrics.tasks.parametric import GeneratorSign, measured

if TYPE_CHECKING:
    from sympy import Expr

__all__ = ["FAMILIES", "family_of", "set_gaps"]

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
