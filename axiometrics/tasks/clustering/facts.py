"""Facts about all tables, and the values of reductions in a parametric case that follow from them.

For a superadditive function f with f(0) = 0 (here t log t and t^2), with C, A, B the sums of f over cells, clusters and
categories, and W = f(N), the four gaps

    c = C (less N for t^2),  s = A - C,  t = B - C,  m = W - A - B + C

are never negative: clusters and categories are unions of cells, and m is N times the mutual information (for t log t),
or twice the number of pairs apart in both system and gold (for t^2). A gap is positive where the focal parts alone
show it: c with a cell of 2 items, s with a mixed cluster, t with a divided category, m with two unconnected pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.lemmas import Lemma, entropy_sign
from axiometrics.formulas.nodes import Over
from axiometrics.formulas.signs import rational_sign
from axiometrics.tasks.clustering.binomials import COUNTS_COST, set_counts_cost
from axiometrics.tasks.clustering.extremes import best_values
from axiometrics.tasks.clustering.symbolic import (
    Focus,
    GeneratorSign,
    ParametricCase,
    measured,
    rational_at_least,
    scene_of,
)
from axiometrics.tasks.clustering.view import QUANTITIES, K, N, R, a, b, n

__all__ = ["parametric_case"]

T = sympy.Symbol("t", positive=True)
FAMILIES = {T * sympy.log(T): "entropy", T**2: "pairs"}
VARIABLE = {"cells": n, "clusters": a, "categories": b, "whole": N}
GAPS = {
    "c": "sum over cells",
    "s": "what clusters add to their cells",
    "t": "what categories add to their cells",
    "m": "what the whole adds beyond clusters and categories",
}


def parametric_case(generator: Any, formula: Formula) -> ParametricCase:
    """Return the values of all of a formula's symbols in every output; raises NotSymbolicError."""
    scene, case = scene_of(generator)
    focus = Focus(scene, case)
    case.outputs = {output: {} for output in scene.outputs}
    _quantities(focus)
    families: dict[Any, dict[str, Any]] = {}
    for symbol, atom in formula.normal.atoms.items():
        family = _family(atom)
        if family is not None:
            families.setdefault(family, {})[atom.domain] = symbol
        else:
            _single(focus, symbol, atom)
    for shape, members in families.items():
        _gaps(focus, shape, members, suffix="" if len(families) == 1 else f"_{FAMILIES[shape]}")
    for symbol, atom in formula.normal.atoms.items():
        if atom.domain == "clusters" and atom.body == COUNTS_COST:
            set_counts_cost(focus, symbol)
    return case


def _set(case: ParametricCase, symbol: Any, values: dict[str, Any]) -> None:
    for output, value in values.items():
        case.outputs[output][symbol] = value


def _quantities(focus: Focus) -> None:
    case = focus.case
    counted: dict[Any, tuple[str, Callable[[str], Any]]] = {
        N: ("items", lambda output: sum(cell.n * cell.times for cell in focus.cells(output))),
        R: ("clusters", lambda output: sum(times for _, times in focus.clusters(output))),
        K: ("categories", lambda output: sum(focus.kinds.values())),
    }
    for symbol, (name, focal) in counted.items():
        first = next(iter(case.outputs))
        definition = measured(symbol, first) - focus.measured(focal(first))
        rest = case.generator(
            f"{symbol}_0", "nonnegative", f"{name} outside the focal parts", definition, rest=True
        )
        _set(case, symbol, {output: rest + sympy.expand(focal(output)) for output in case.outputs})


def _family(atom: Over) -> Any:
    variable = VARIABLE.get(atom.domain)
    shape = atom.body.subs(variable, T) if variable is not None else None
    return shape if shape in FAMILIES else None


def _single(focus: Focus, symbol: Any, atom: Over) -> None:
    """An atom without facts of its own: the focal part, and a symbol for the rest."""
    if atom.domain in ("best_in_cluster", "best_in_category"):
        _set(focus.case, symbol, best_values(focus, symbol, atom))
    elif atom.domain == "expected":
        _set(
            focus.case,
            symbol,
            _unchanged(focus, symbol, {output: focus.cluster_sizes(output) for output in focus.case.outputs}),
        )
    elif atom.domain == "clusters" and atom.body == COUNTS_COST:
        return  # set after the gaps, whose change it is compared with
    elif atom.body.has(sympy.Function) or atom.body.has(sympy.log):
        forms = {output: _multiset(focus, atom, output) for output in focus.case.outputs}
        _set(focus.case, symbol, _unchanged(focus, symbol, forms))
    else:
        _set(focus.case, symbol, _sum(focus, symbol, atom))


def _bodies(focus: Focus, atom: Over, output: str) -> list[tuple[Any, Any]]:
    """The focal terms of a sum: (value, number of such terms)."""
    values = {symbol: focus.case.outputs[output][symbol] for symbol in QUANTITIES}
    if atom.body.has(R) and len({str(focus.case.outputs[name][R]) for name in focus.case.outputs}) > 1:
        raise NotSymbolicError("a reduction over parts depends on the number of clusters, which changes")
    if atom.domain == "clusters":
        return [(atom.body.xreplace({a: size, **values}), times) for size, times in focus.clusters(output)]
    if atom.domain == "categories":
        return [
            (atom.body.xreplace({b: _needed(focus, name), **values}), kinds)
            for name, kinds in focus.kinds.items()
        ]
    if atom.domain == "whole":
        return [(atom.body.xreplace(values), sympy.S.One)]
    return [
        (
            atom.body.xreplace(
                {n: cell.n, a: cell.a, b: _needed(focus, cell.category) if atom.body.has(b) else b, **values}
            ),
            cell.times,
        )
        for cell in focus.cells(output)
    ]


def _needed(focus: Focus, category: str) -> Any:
    size = focus.sizes[category]
    if size is None:
        raise NotSymbolicError(f"the members of category family {category} may have different sizes")
    return size


def _multiset(focus: Focus, atom: Over, output: str) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for value, times in _bodies(focus, atom, output):
        place = value.func(*(sympy.expand(part) for part in value.args)) if value.args else value
        found[place] = sympy.expand(found.get(place, 0) + times)
    return {value: times for value, times in found.items() if times != 0}


def _unchanged(focus: Focus, symbol: Any, forms: dict[str, dict[Any, Any]]) -> dict[str, Any]:
    """A reduction whose focal terms are the same in every output has one value."""
    first = next(iter(forms.values()))
    if any(form != first for form in forms.values()):
        raise NotSymbolicError(f"{symbol} changes in a way that no fact describes")
    output = next(iter(forms))
    value = focus.case.generator(
        f"v{len(focus.case.generators)}",
        "real",
        f"{symbol}, the same in every output",
        measured(symbol, output),
    )
    return dict.fromkeys(forms, value)


def _sum(focus: Focus, symbol: Any, atom: Over) -> dict[str, Any]:
    if not atom.body.is_positive and atom.body != 1:
        raise NotSymbolicError(f"the terms of {symbol} have no evident sign")
    focal = {
        output: sum(value * times for value, times in _bodies(focus, atom, output))
        for output in focus.case.outputs
    }
    first = next(iter(focal))
    definition = measured(symbol, first) - focus.measured(focal[first])
    rest = focus.case.generator(
        f"v{len(focus.case.generators)}", "nonnegative", f"{symbol} over the rest", definition, rest=True
    )
    return {output: rest + value for output, value in focal.items()}


def _gaps(focus: Focus, shape: Any, members: dict[str, Any], suffix: str) -> None:
    """Values of C, A, B and W of one function through the four gaps."""
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
    shape: Any,
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


def _change(focus: Focus, shape: Any, form: dict[Any, Any], suffix: str) -> tuple[bool, Any] | None:
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
    decided = entropy_sign(form, dict.fromkeys([*case.positive, *case.nonnegative], 0))
    if decided is None:
        return None
    sign, argument = decided
    if argument is None:
        return True, sympy.S.Zero
    return sign == "positive", _lemma_symbol(focus, argument, suffix)


def _lemma_symbol(focus: Focus, lemma: Lemma, suffix: str) -> Any:
    """Return the generator that names a positive change; equal changes share one."""
    for symbol, known in focus.case.lemmas.items():
        if sympy.expand(known.form - lemma.form) == 0:
            return symbol
    name = f"d{len(focus.case.lemmas) or ''}{suffix}"
    symbol = focus.case.generator(
        name, "positive", f"{lemma.form} ({lemma.tactic})", focus.measured(lemma.form)
    )
    focus.case.lemmas[symbol] = lemma
    return symbol


def _gap_definition(shape: Any, gap: str, output: str) -> Any:
    """Write a gap in terms of the measured reductions of one output."""
    sums = {domain: measured(_atom_name(shape, domain), output) for domain in VARIABLE}
    start = measured(N, output) if FAMILIES[shape] == "pairs" else 0
    return {
        "c": sums["cells"] - start,
        "s": sums["clusters"] - sums["cells"],
        "t": sums["categories"] - sums["cells"],
        "m": sums["whole"] - sums["clusters"] - sums["categories"] + sums["cells"],
    }[gap]


def _atom_name(shape: Any, domain: str) -> str:
    return f"{domain}[{shape.subs(T, VARIABLE[domain])}]"


def _evident(focus: Focus, gap: str, output: str) -> bool:
    """Whether the focal parts alone show that a gap is positive."""
    cells = focus.cells(output)
    if gap == "c":
        return any(rational_at_least(cell.n, 2, focus.case) for cell in cells)
    if gap == "s":
        groups = focus.scene.outputs[output]
        return any(
            len(group.parts) > 1 or rational_at_least(group.parts[0].kinds, 2, focus.case) for group in groups
        )
    if gap == "t":
        parts = {name: sum(cell.times for cell in cells if cell.category == name) for name in focus.kinds}
        return any(
            rational_at_least(sympy.cancel(parts[name] / focus.kinds[name]), 2, focus.case) for name in parts
        )
    return focus.linked(output) >= 2
