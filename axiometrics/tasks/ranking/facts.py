"""The values of all reductions of a formula in a parametric case: focal documents one by one, and symbols for the rest.

A sum over the ranks of a context is the same in every output where everything its terms look at is: the rank at which
the context begins, the relevant documents above it, their gain, as far as they occur in the terms. Then it is part of
one symbol for the rest; else there is no symbolic reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Larger, Letter, Over, Power, Smaller
from axiometrics.tasks.parametric import CasesOnDemand, GeneratorSign, ParametricCase, measured
from axiometrics.tasks.ranking.chooser import Context, Run, Template
from axiometrics.tasks.ranking.discounts import Discounts
from axiometrics.tasks.ranking.orders import IN_ORDER
from axiometrics.tasks.ranking.symbolic import Focal, Focus, Place, gained, judged, set_most
from axiometrics.tasks.ranking.tied_means import degree_in
from axiometrics.tasks.ranking.view import AT, BELOW, QUANTITIES, G, N, R, T, domain_limit, m

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from axiometrics.tasks.abilities import Generator

RANK_LIKE = {AT.i: "documents", AT.h: "documents", AT.c: "relevant", AT.g: "gain", AT.d: "nonrelevant"}
"""What a context's terms look at beyond its own documents, and the part of a place that decides it."""


def parametric_cases(generator: Generator, formula: Formula) -> Sequence[ParametricCase]:
    """Return a parametric case for each kind of cases, with the values of a formula's symbols in every output.

    Each is made when it is asked for; raises NotSymbolicError.
    """
    first = Focus(partial(in_both_orders, generator))
    made = partial(_parametric_case, generator, formula)
    return CasesOnDemand(range(first.kinds), made) if first.kinds else (made(0),)


def _parametric_case(generator: Generator, formula: Formula, kind: int) -> ParametricCase:
    rules: dict[str, str] = {}
    case = _told_case(Focus(partial(in_both_orders, generator, rules=rules), kind), formula)
    if rules:
        case.told = dict  # a mean is no list that could be told
    for output, own in rules.items():
        turned = case.outputs.pop(output + TURNED)
        rule = own or formula.reading.get("ties", "")
        if rule == "expected":
            one, case.outputs[output] = (
                case.outputs[output],
                _mean_values(formula, case.outputs[output], turned),
            )
            _measure_means(case, formula, output, one)
        elif rule not in IN_ORDER:
            raise NotSymbolicError(f"the rule of ties {rule!r} has no symbolic reading")
    return case


TURNED = " turned"
"""What the name of an output has more for the other order of its tied documents."""


def in_both_orders(generator: Generator, choose: Any, rules: dict[str, str] | None = None) -> Template:
    """Return a template in which tied pairs stand in their order, and turned in outputs of their own.

    ``rules`` gets the rule of every output that has ties. Raises NotSymbolicError where more documents are tied.
    """
    template: Template = generator(choose)
    turned = {}
    for output, (first, end) in template.tied.items():
        parts = list(template.outputs[output])
        pair = parts[first:end]
        if len(pair) != 2 or not all(isinstance(part, Run) and part.times == 1 for part in pair):
            raise NotSymbolicError("places of any number of documents are swept only")
        turned[output + TURNED] = (*parts[:first], *pair[::-1], *parts[end:])
        if rules is not None:
            rules[output] = template.rules.get(output, "")
    if not turned:
        return template
    return replace(template, outputs={**template.outputs, **turned}, tied={}, rules={})


def _measure_means(case: ParametricCase, formula: Formula, output: str, one: dict[Any, Any]) -> None:
    """Define generators by what is measured of an output, which is a mean, in place of the value in one order."""
    moved = {}
    for symbol in formula.normal.atoms:
        apart = sympy.expand(one[symbol] - case.outputs[output][symbol])
        if apart != 0:
            name = measured(symbol, output)
            moved[name] = name + case.measured(apart)
    for symbol, known in case.generators.items():
        case.generators[symbol] = replace(known, definition=sympy.sympify(known.definition).xreplace(moved))


def _mean_values(formula: Formula, one: dict[Any, Any], other: dict[Any, Any]) -> dict[Any, Any]:
    """Return the mean values of a formula's symbols in two orders: where it is linear in those that differ.

    Then its value for them is the mean of its values in the two orders. Raises NotSymbolicError.
    """
    varying = {symbol for symbol in one if sympy.expand(one[symbol] - other[symbol]) != 0}
    if degree_in(sympy.sympify(formula.normal.expression), varying) > 1:
        raise NotSymbolicError("the formula is not linear in what depends on the order of tied documents")
    return {symbol: (one[symbol] + other[symbol]) / 2 if symbol in varying else one[symbol] for symbol in one}


def _told_case(focus: Focus, formula: Formula) -> ParametricCase:
    _quantities(focus)
    discounts = Discounts(focus)
    for symbol, atom in formula.normal.atoms.items():
        values = _atom(focus, discounts, symbol, atom)
        for output, value in values.items():
            focus.case.outputs[output][symbol] = value
    set_most(focus, formula.normal.atoms)
    focus.case.told = focus.told
    return focus.case


def _quantities(focus: Focus) -> None:
    """Set the sizes of list and collection: what is shown, plus any number of documents that no list shows."""
    case, documents = focus.case, "complete" if focus.none_relevant else focus.template.documents
    shown, others = _collection(focus)
    spare = _further(focus, "u", R, shown) if documents in ("open", "enough") else sympy.S.Zero
    rest = _further(focus, "t", N, others) if documents != "complete" else sympy.S.Zero
    for output in focus.outputs:
        relevant, nonrelevant = focus.template.more.get(output, (0, 0))
        found = {
            m: focus.end(output).documents,
            R: shown + spare + relevant,
            N: others + rest + nonrelevant,
            G: _top_grade(focus, output, shown, relevant),
        }
        found[T] = _equal_pairs(focus, found[R], found[N], output)
        case.outputs[output].update({symbol: sympy.expand(value) for symbol, value in found.items()})


def _further(focus: Focus, name: str, quantity: Symbol, shown: Expr) -> Expr:
    """Return the generator of the further documents of a collection."""
    what = "relevant" if quantity == R else "non-relevant"
    beyond = measured(quantity, focus.outputs[0]) - focus.case.measured(shown)
    return focus.case.generator(name, "nonnegative", f"further {what} documents", beyond)


def _top_grade(focus: Focus, output: str, shown: Expr, more: Expr) -> Expr:
    """Return the highest grade: 1 where grades are binary and a document is relevant, else a generator.

    That is one for all outputs, except for those whose collection has more relevant documents.
    """
    if not focus.graded and focus.evident(shown + more) == "positive":
        return sympy.S.One
    first = focus.outputs[0]
    name, measured_in = ("G", first) if more == 0 else (f"G_{output}", output)
    return focus.case.generator(name, "nonnegative", "the highest grade", measured(G, measured_in))


def _equal_pairs(focus: Focus, relevant: Expr, nonrelevant: Expr, output: str) -> Expr:
    """Count the pairs of equal grades: all pairs of relevant and all of non-relevant ones, where grades are binary."""
    if not focus.graded:
        return (relevant * (relevant - 1) + nonrelevant * (nonrelevant - 1)) / 2
    judged = relevant + nonrelevant
    apart: GeneratorSign = (
        "positive" if focus.evident(relevant) == focus.evident(nonrelevant) == "positive" else "nonnegative"
    )
    all_pairs = measured(N, output) + measured(R, output)
    definition = all_pairs * (all_pairs - 1) / 2 - measured(T, output)
    name = "q" if output == focus.outputs[0] or not focus.template.more else f"q_{output}"
    return judged * (judged - 1) / 2 - focus.case.generator(
        name, apart, "pairs of different grades", definition
    )


def _collection(focus: Focus) -> tuple[Any, Any]:
    """Return the relevant and the non-relevant documents that any output shows, or that all lists have room for."""
    ends = [focus.end(output) for output in focus.outputs]
    if focus.template.roomy:
        return ends[0].documents, ends[0].documents
    if focus.template.documents == "complete":
        if any((end.relevant, end.nonrelevant) != (ends[0].relevant, ends[0].nonrelevant) for end in ends):
            raise NotSymbolicError("the outputs do not list the same documents")
        return ends[0].relevant, ends[0].nonrelevant
    if any(focus.runs(output, 1) for output in focus.outputs):
        raise NotSymbolicError("a symbolic number of relevant documents has no symbolic reading here")
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
    told = [
        sum((1 - part.relevant for part in focus.focal(output)), sympy.S.Zero) for output in focus.outputs
    ]
    symbolic = {sympy.expand(run - one - base[1]) for run, one in zip(runs, told, strict=True)}
    if len(symbolic) != 1:
        raise NotSymbolicError("the outputs have runs of different lengths")
    return sympy.expand(base[0] + relevant), sympy.expand(base[1] + nonrelevant + symbolic.pop())


def _atom(focus: Focus, discounts: Discounts, symbol: Symbol, atom: Over) -> dict[str, Any]:
    kind, limit = domain_limit(atom.domain)
    if kind == "ideal":
        return _ideal(focus, symbol, atom.body)
    if kind == "ranks":
        return _ranks(focus, discounts, symbol, atom.body, limit)
    if kind in ("pairs", "missed"):
        return _pairs(focus, symbol, atom.body, kind)
    return _cascade(focus, symbol, atom.body)


def _cascade(focus: Focus, symbol: Symbol, body: Expr) -> dict[str, Any]:
    """A document at which readers never stop is as if it were not there: without those the lists must be equal."""
    if body.free_symbols - {AT.x, AT.b, AT.i}:
        raise NotSymbolicError(f"the terms of {symbol} look at more than grades and ranks")
    seen = [
        [part for part in focus.parts[output] if _stops(body.args[1], part[0])] for output in focus.outputs
    ]
    if any(found != seen[0] for found in seen):
        return gained(focus, symbol, body)
    return dict.fromkeys(focus.outputs, _rest(focus, symbol, "real", "the whole list"))


def _stops(stop: Expr, part: Any) -> bool:
    """Whether a reader may stop at a part of the list."""
    if part is None or isinstance(part, Context):
        return part is not None
    document = part if isinstance(part, Focal) else Focal(part.grade, sympy.Integer(part.grade), Place())
    return bool(_settled(stop.xreplace(judged(AT, document.grade, document.relevant))) != 0)


def _ideal(focus: Focus, symbol: Symbol, body: Expr) -> dict[str, Any]:
    """The ideal list is that of the collection, the same in every output; it is not empty where R is positive."""
    _same_collection(focus, symbol)
    some = focus.evident(focus.case.outputs[focus.outputs[0]][R]) == "positive"
    inside = body.xreplace(judged(AT, sympy.Symbol("x", positive=True), 1))
    sign: GeneratorSign = "positive" if some and inside.is_positive else "real"
    return dict.fromkeys(focus.outputs, _rest(focus, symbol, sign, "the ideal list"))


def _same_collection(focus: Focus, symbol: Symbol) -> None:
    if focus.template.more:
        raise NotSymbolicError(f"{symbol} depends on the collection, which is not the same in every output")


def _rest(focus: Focus, symbol: Symbol, sign: GeneratorSign, what: str, shown: Expr | int = 0) -> Expr:
    """Return the generator of what is the same in every output."""
    return focus.case.rest_of(symbol, shown, focus.outputs[0], sign, f"{symbol} over {what}")


def _ranks(focus: Focus, discounts: Discounts, symbol: Symbol, body: Expr, limit: Expr) -> dict[str, Any]:
    totals: dict[Any, Callable[[Place], Any]] = {
        AT.b: lambda place: place.relevant, AT.x: lambda place: place.gain, AT.z: lambda place: place.nonrelevant,
    }  # fmt: skip
    if limit is None and body in totals:
        return {output: totals[body](focus.end(output)) for output in focus.outputs}
    _require_same(focus, symbol, body, limit)
    if limit is not None:
        terms: Any = partial(_cut_terms, focus, discounts, symbol, body, limit)
    else:
        terms = partial(_terms, focus, discounts, body)
    shown = {output: sum(terms(output), sympy.S.Zero) for output in focus.outputs}
    first = next(iter(shown.values()))
    rest = _rest(
        focus, symbol, "nonnegative" if body.is_nonnegative else "real", "the rest of the list", first
    )
    return {output: rest + value for output, value in shown.items()}


def _terms(focus: Focus, discounts: Discounts, body: Expr, output: str) -> Iterator[Expr]:
    """Yield the terms of what is not the same in every output."""
    for part in focus.changed(output):
        yield _term(focus, discounts, body, part, output)
    for first, after, _ in focus.changed_runs(output):
        yield discounts.over_run(_relevant_term(body), first, after)


def _cut_terms(
    focus: Focus, discounts: Discounts, symbol: Symbol, body: Expr, limit: Any, output: str
) -> Iterator[Expr]:
    """Yield the terms of focal documents, which count up to a cut-off: a number, or R. Raises NotSymbolicError."""
    upto = focus.case.outputs[output][R] if limit == "R" else sympy.Integer(limit)
    for document in focus.changed(output):
        found = body.xreplace(judged(AT, document.grade, document.relevant))
        alone = found.free_symbols - found.atoms(Letter) - set(focus.case.generators) <= {AT.i}
        term = (
            discounts.up_to(upto, found, sympy.expand(document.above.documents + 1))
            if alone and found != 0
            else None
        )
        if found != 0 and term is None:
            raise NotSymbolicError(f"{symbol} depends on whether the focal documents are above the cut-off")
        yield sympy.S.Zero if term is None else term
    if focus.changed_runs(output):
        raise NotSymbolicError(f"{symbol} depends on whether the focal documents are above the cut-off")


def _relevant_term(body: Expr) -> Expr:
    return body.xreplace(judged(AT, 1))


def _require_same(focus: Focus, symbol: Symbol, body: Expr, limit: Expr) -> None:
    """Everything that the terms of a context look at must be the same in every output; runs must add nothing."""
    alone = body.xreplace(judged(AT, 0))
    none = [focus.runs(output, 0) for output in focus.outputs]
    if alone != 0 and any(runs != none[0] for runs in none):
        raise NotSymbolicError(f"{symbol} over runs of non-relevant documents changes")
    needed = {part for variable, part in RANK_LIKE.items() if body.has(variable)} | (
        {"documents"} if limit else set()
    )
    places = [focus.places(output) for output in focus.outputs]
    for name in focus.contents:
        for part in sorted(needed):
            if len({getattr(found[name], part) for found in places}) > 1:
                raise NotSymbolicError(f"{symbol} over the {name} changes: other {part} above it")
    if body.has(AT.h) or limit == "R":
        _same_collection(focus, symbol)
    values = list(focus.case.outputs.values())
    changed = [part for part in QUANTITIES if body.has(part) and len({found[part] for found in values}) > 1]
    if changed:
        raise NotSymbolicError(f"the terms of {symbol} depend on {changed[0]}, which changes")


def _term(focus: Focus, discounts: Discounts, body: Expr, document: Focal, output: str) -> Expr:
    """Return the term of one focal document."""
    above = document.above
    found = body.xreplace(judged(AT, document.grade, document.relevant))
    if found == 0:
        return sympy.S.Zero
    rank = sympy.expand(above.documents + 1)
    alone = found.free_symbols - found.atoms(Letter) == {AT.i}
    weight = discounts.weight(found, rank) if alone else None
    if weight is not None:
        return weight
    if found.has(AT.h):
        found = found.xreplace({AT.h: discounts.ideal_gain(rank)})
    counted = {
        AT.i: rank,
        AT.c: sympy.expand(above.relevant + document.relevant),
        AT.g: sympy.expand(above.gain + document.grade),
        AT.d: above.nonrelevant,
    }
    return discounts.replaced(found.xreplace({**counted, **focus.case.outputs[output]}))


def _pairs(focus: Focus, symbol: Symbol, body: Expr, kind: str) -> dict[str, Any]:
    """Pairs whose terms look at grades alone: only focal documents among each other may change their order."""
    if body.free_symbols - {AT.x, AT.b, AT.z, BELOW.y, BELOW.e, BELOW.f}:
        raise NotSymbolicError(f"the terms of {symbol} look at more than grades")
    _same_collection(focus, symbol)
    beside = [_beside(focus, output) for output in focus.outputs]
    if any(found != beside[0] for found in beside):
        raise NotSymbolicError(f"{symbol} changes: other documents stand above or below a context")
    shown = {
        output: _between(focus, body, output) if kind == "pairs" else sympy.S.Zero for output in focus.outputs
    }
    rest = _rest(focus, symbol, "real", "the other pairs", next(iter(shown.values())))
    return {output: rest + value for output, value in shown.items()}


def _beside(focus: Focus, output: str) -> Expr:
    """Return the focal documents above every context and every run, and those of the whole list."""
    found: Counter[str] = Counter()
    above = []
    for part, place in focus.parts[output]:
        if isinstance(part, Focal):
            found[str(part.grade)] += 1
        else:
            above.append((part, dict(found), place.documents))
    return above


def _between(focus: Focus, body: Expr, output: str) -> Expr:
    """Return the terms of the pairs of focal documents."""
    documents = focus.focal(output)
    total = sympy.S.Zero
    for at, upper in enumerate(documents):
        for lower in documents[at + 1 :]:
            above, below = judged(AT, upper.grade, upper.relevant), judged(BELOW, lower.grade, lower.relevant)
            total += _settled(body.xreplace(above | below))
    return total


def _settled(value: Expr) -> Expr:
    """Evaluate a term of plain numbers."""
    found = value.replace(Smaller, sympy.Min).replace(Larger, sympy.Max).replace(Power, sympy.Pow)
    if not found.is_Rational:
        raise NotSymbolicError(f"the term {value} has no evident value")
    return found
