"""The values of all reductions of a formula in a parametric case: focal documents one by one, and symbols for the rest.

A sum over the ranks of a context is the same in every output where everything its terms look at is: the rank at which
the context begins, the relevant documents above it, their gain, as far as they occur in the terms. Then it is part of
one symbol for the rest; else there is no symbolic reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Over
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured
from axiometrics.tasks.ranking.discounts import Discounts
from axiometrics.tasks.ranking.symbolic import Focal, Focus, Place
from axiometrics.tasks.ranking.view import QUANTITIES, VARIABLES, At, Below, G, N, R, T, domain_limit, m

__all__ = ["parametric_case"]

AT, BELOW = At(*VARIABLES[:8]), Below(*VARIABLES[8:])
RANK_LIKE = {AT.i: "documents", AT.h: "documents", AT.c: "relevant", AT.g: "gain", AT.d: "nonrelevant"}
"""What a context's terms look at beyond its own documents, and the part of a place that decides it."""


def parametric_case(generator: Any, formula: Formula) -> ParametricCase:
    """Return the values of all of a formula's symbols in every output; raises NotSymbolicError."""
    focus = Focus(generator)
    _quantities(focus)
    discounts = Discounts(focus)
    for symbol, atom in formula.normal.atoms.items():
        values = _atom(focus, discounts, symbol, atom)
        for output, value in values.items():
            focus.case.outputs[output][symbol] = value
    return focus.case


def _quantities(focus: Focus) -> None:
    """Set the sizes of list and collection: what is shown, plus any number of documents that no list shows."""
    case, first = focus.case, focus.outputs[0]
    shown, others = _collection(focus)
    spare = case.generator("u", "nonnegative", "further relevant documents", measured(R, first) - focus.measured(shown))
    rest = case.generator("t", "nonnegative", "further non-relevant documents", measured(N, first) - focus.measured(others))
    equal = case.generator("T", "nonnegative", "pairs of equal grades", measured(T, first))
    top = sympy.S.One if not focus.graded and shown.as_coefficients_dict()[1] >= 1 else None
    if top is None:
        top = case.generator("G", "nonnegative", "the highest grade", measured(G, first))
    for output in focus.outputs:
        relevant, nonrelevant = focus.scene.more.get(output, (0, 0))
        found = {m: focus.end(output).documents, R: shown + spare + relevant, N: others + rest + nonrelevant, G: top, T: equal}
        if output in focus.scene.more:
            found[T] = sympy.Symbol(f"pairs of equal grades in {output}")
        case.outputs[output].update({symbol: sympy.expand(value) for symbol, value in found.items()})


def _collection(focus: Focus) -> tuple[Any, Any]:
    """Return the relevant and the non-relevant documents that any output shows."""
    contents = focus.contents.values()
    base = [sum((part[side] for part in contents), sympy.S.Zero) for side in (0, 2)]
    held: dict[Any, Any] = {}
    for output in focus.outputs:
        counts = Counter(sympy.expand(document.grade) for document in focus.focal(output))
        for grade, count in counts.items():
            held[grade] = max(held.get(grade, 0), count)
    runs = [focus.end(output).nonrelevant for output in focus.outputs]
    relevant = sum((focus.relevance(grade) * count for grade, count in held.items()), sympy.S.Zero)
    nonrelevant = sum(((1 - focus.relevance(grade)) * count for grade, count in held.items()), sympy.S.Zero)
    told = [sum((1 - part.relevant for part in focus.focal(output)), sympy.S.Zero) for output in focus.outputs]
    symbolic = {sympy.expand(run - one - base[1]) for run, one in zip(runs, told, strict=True)}
    if len(symbolic) != 1:
        raise NotSymbolicError("the outputs have runs of different lengths")
    return sympy.expand(base[0] + relevant), sympy.expand(base[1] + nonrelevant + symbolic.pop())


def _atom(focus: Focus, discounts: Discounts, symbol: Any, atom: Over) -> dict[str, Any]:
    kind, limit = domain_limit(atom.domain)
    if kind == "ideal":
        return _ideal(focus, symbol, atom.body)
    if kind == "ranks":
        return _ranks(focus, discounts, symbol, atom.body, limit)
    if kind in ("pairs", "missed"):
        return _pairs(focus, symbol, atom.body, kind)
    raise NotSymbolicError(f"{symbol} has no symbolic reading")


def _ideal(focus: Focus, symbol: Any, body: Any) -> dict[str, Any]:
    """The ideal list is that of the collection, the same in every output; it is not empty where R is positive."""
    _same_collection(focus, symbol)
    some = focus.evident(focus.case.outputs[focus.outputs[0]][R]) == "positive"
    inside = body.xreplace({AT.b: sympy.S.One, AT.x: sympy.Symbol("x", positive=True), AT.z: sympy.S.Zero})
    sign: GeneratorSign = "positive" if some and inside.is_positive else "real"
    return dict.fromkeys(focus.outputs, _rest(focus, symbol, sign, "the ideal list"))


def _same_collection(focus: Focus, symbol: Any) -> None:
    if focus.scene.more:
        raise NotSymbolicError(f"{symbol} depends on the collection, which is not the same in every output")


def _rest(focus: Focus, symbol: Any, sign: GeneratorSign, what: str, shown: Any = 0) -> Any:
    """Return the generator of what is the same in every output."""
    definition = measured(symbol, focus.outputs[0]) - focus.measured(shown)
    name = f"v{len(focus.case.generators)}"
    return focus.case.generator(name, sign, f"{symbol} over {what}", definition, rest=True)


def _ranks(focus: Focus, discounts: Discounts, symbol: Any, body: Any, limit: Any) -> dict[str, Any]:
    totals: dict[Any, Callable[[Place], Any]] = {
        AT.b: lambda place: place.relevant, AT.x: lambda place: place.gain, AT.z: lambda place: place.nonrelevant,
    }  # fmt: skip
    if limit is None and body in totals:
        return {output: totals[body](focus.end(output)) for output in focus.outputs}
    _require_same(focus, symbol, body, cut=limit is not None)
    shown = {
        output: sum((_term(focus, discounts, body, part, output) for part in focus.focal(output)), sympy.S.Zero)
        for output in focus.outputs
    }
    if limit is not None and any(value != 0 for value in shown.values()):
        raise NotSymbolicError(f"{symbol} depends on whether the focal documents are above the cut-off")
    first = next(iter(shown.values()))
    rest = _rest(focus, symbol, "nonnegative" if body.is_nonnegative else "real", "the rest of the list", first)
    return {output: rest + value for output, value in shown.items()}


def _require_same(focus: Focus, symbol: Any, body: Any, *, cut: bool) -> None:
    """Everything that the terms of a context look at must be the same in every output."""
    needed = {part for variable, part in RANK_LIKE.items() if body.has(variable)} | ({"documents"} if cut else set())
    places = [focus.places(output) for output in focus.outputs]
    for name in focus.contents:
        for part in sorted(needed):
            if len({getattr(found[name], part) for found in places}) > 1:
                raise NotSymbolicError(f"{symbol} over the {name} changes: other {part} above it")
    if body.has(AT.h) or cut:
        _same_collection(focus, symbol)
    values = list(focus.case.outputs.values())
    changed = [part for part in QUANTITIES if body.has(part) and len({found[part] for found in values}) > 1]
    if changed:
        raise NotSymbolicError(f"the terms of {symbol} depend on {changed[0]}, which changes")


def _term(focus: Focus, discounts: Discounts, body: Any, document: Focal, output: str) -> Any:
    """Return the term of one focal document."""
    above = document.above
    fixed = {AT.x: sympy.sympify(document.grade), AT.b: document.relevant, AT.z: 1 - document.relevant}
    found = body.xreplace(fixed)
    if found == 0:
        return sympy.S.Zero
    rank = sympy.expand(above.documents + 1)
    if found.has(AT.h):
        found = found.xreplace({AT.h: discounts.ideal_gain(rank)})
    counted = {
        AT.i: rank,
        AT.c: sympy.expand(above.relevant + document.relevant),
        AT.g: sympy.expand(above.gain + document.grade),
        AT.d: above.nonrelevant,
    }
    return discounts.replaced(found.xreplace({**counted, **focus.case.outputs[output]}))


def _pairs(focus: Focus, symbol: Any, body: Any, kind: str) -> dict[str, Any]:
    """Pairs whose terms look at grades alone: only focal documents among each other may change their order."""
    if body.free_symbols - {AT.x, AT.b, AT.z, BELOW.y, BELOW.e, BELOW.f}:
        raise NotSymbolicError(f"the terms of {symbol} look at more than grades")
    _same_collection(focus, symbol)
    beside = [_beside(focus, output) for output in focus.outputs]
    if any(found != beside[0] for found in beside):
        raise NotSymbolicError(f"{symbol} changes: other documents stand above or below a context")
    shown = {output: _between(focus, body, output) if kind == "pairs" else sympy.S.Zero for output in focus.outputs}
    rest = _rest(focus, symbol, "real", "the other pairs", next(iter(shown.values())))
    return {output: rest + value for output, value in shown.items()}


def _beside(focus: Focus, output: str) -> Any:
    """Count the grades above every context, and in the whole list."""
    found: Counter[str] = Counter()
    above: dict[str, Any] = {}
    for part, place in focus.parts[output]:
        if isinstance(part, Focal):
            found[str(part.grade)] += 1
        elif part is None:
            above["the end"] = (dict(found), place.documents, place.nonrelevant)
        else:
            above[part.name] = (dict(found), place.documents, place.nonrelevant)
    return above


def _between(focus: Focus, body: Any, output: str) -> Any:
    """Return the terms of the pairs of focal documents."""
    documents = focus.focal(output)
    total = sympy.S.Zero
    for at, upper in enumerate(documents):
        for lower in documents[at + 1 :]:
            fixed = {AT.x: upper.grade, AT.b: upper.relevant, AT.z: 1 - upper.relevant}
            fixed |= {BELOW.y: lower.grade, BELOW.e: lower.relevant, BELOW.f: 1 - lower.relevant}
            total += _settled(body.xreplace({name: sympy.sympify(value) for name, value in fixed.items()}))
    return total


def _settled(value: Any) -> Any:
    """Evaluate a term of plain numbers."""
    from axiometrics.formulas.nodes import Larger, Smaller

    found = value.replace(Smaller, sympy.Min).replace(Larger, sympy.Max)
    if not found.is_Rational:
        raise NotSymbolicError(f"the term {value} has no evident value")
    return found
