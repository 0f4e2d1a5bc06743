"""Classes that may be empty, in a proof: how many of them are used, and terms that count only where one is.

Numbers of used classes are written so that one output has as many as another and some more. A term that counts only
where a class has items is a generator of its own, and so is what the term of another output has beyond it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import Sign, rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Ratio, in_one_way
from axiometrics.tasks.ordinal.chooser import Template
from axiometrics.tasks.ordinal.facts import Facts, Shared, Terms
from axiometrics.tasks.ordinal.quantities import COUNTED, counted_from_one, vanishing
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured, text_of

MOST_TERMS = 5000
"""Terms of a sum over cells that are told apart."""
ABOVE = frozenset({"positive", "nonnegative", "zero"})
BELOW = frozenset({"negative", "nonpositive"})


class WithUsedClasses(Shared):
    """The totals of every output of a template, and what is known of classes that may be empty."""

    def __init__(self, case: ParametricCase, template: Template) -> None:
        self.used: dict[Any, dict[str, Any]] = {}
        self.expanded: dict[Any, Any] = {}
        super().__init__(case, template)

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return how many classes are not empty, of all outputs in the same generators."""
        if symbol not in self.used:
            totals = {name: getattr(found, COUNTED[str(symbol)]) for name, found in self.found.items()}
            known = {name: [self.plain(total) for total in found] for name, found in totals.items()}
            self.used[symbol] = counts(symbol, known, self.case)
        return self.used[symbol][output]

    def plain(self, total: Any) -> Any:
        """Return a total as what it adds up, or 1 where it is never zero."""
        return sympy.S.One if self.positive(total) else written_out(total, self.written)

    @property
    def written(self) -> dict[Any, Any]:
        """The generators of totals, as what they add up."""
        return {symbol: expression for (expression, _), (symbol, _) in self.totals.items()}

    def where_used(self, case: ParametricCase, symbol: Any, terms: Mapping[str, Terms]) -> dict[str, Any]:
        """Return the sum of terms of which some count only where a class has items; raises NotSymbolicError."""
        return where_used(case, terms, self.written, self.expanded)

    def all_nonnegative(self, terms: Iterable[tuple[Any, Any]]) -> bool:
        """Whether terms are quotients of what is never negative."""
        known = frozenset(self.case.positive), frozenset(self.case.nonnegative)
        return all(term.is_rational_function() and rational_sign(term, *known) in ABOVE for _, term in terms)

    def resolved(self, term: Any, condition: Any) -> Any:
        """Return a term without conventions of quotients that always have a denominator where it counts."""
        return resolved(term, condition, self)


class Folded(WithUsedClasses):
    """What any two reductions of any two outputs have in common: those of the same terms are one generator.

    So it is seen that outputs differ only in the order of their classes, or in which side is gold and which system.
    """

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return how many classes are not empty, the same wherever the same totals are counted."""
        totals = (
            self.plain(total) for total in getattr(self.found[output], COUNTED[str(symbol)]) if total != 0
        )
        key = frozenset(Counter(map(self.support, totals)).items())
        if key not in self.used:
            self.used[key] = self._generator("positive", str(symbol), measured(symbol, output))
        return self.used[key]

    def support(self, total: Any) -> Any:
        """Return the least sets of symbols of which one is all positive where a sum of counts is not zero."""
        terms = sympy.Add.make_args(sympy.expand(total))
        if min(term.as_coeff_Mul()[0] for term in terms) < 0 or not total.is_polynomial():
            return total
        sets = {frozenset(term.free_symbols - {*self.case.positive}) for term in terms}
        return frozenset(each for each in sets if not any(other < each for other in sets))

    def resolved(self, term: Any, condition: Any) -> Any:
        """Return a term with its conventions: the same terms have the same ones."""
        return term

    def filled(self, formula: Formula) -> ParametricCase:
        """Return its case."""
        return counted_from_one(FoldedFacts(self, formula).case, formula)


class FoldedFacts(Facts):
    """Fills a case with one generator for each different sum of terms, or extreme of such sums."""

    shared: Folded

    def __init__(self, shared: Folded, formula: Formula) -> None:
        self.known: dict[Any, Any] = {}
        super().__init__(shared, formula)
        self.case.substituted = True  # terms are compared with the quantities of their own output in them

    def _atom(self, symbol: object, atom: Any) -> dict[str, Any]:
        if self.scales is not None:
            with suppress(NotSymbolicError):
                return self._scaled(symbol, atom, self.scales)
        return {name: self._folded(symbol, atom, name) for name in self.found}

    @property
    def degrees(self) -> dict[Any, int]:
        """The powers of the scale that quantities grow by: numbers of items by one."""
        return dict.fromkeys(self.wholes, 1) | super().degrees

    def _folded(self, symbol: object, atom: Any, output: str) -> Any:
        terms: Terms | None = None
        if atom.domain not in ("largest", "smallest"):
            terms = self._sorted(output, atom, self._places(output, atom))
            key: Any = frozenset(terms.items())
            if not key:
                return sympy.S.Zero
        else:
            gold, classes = self.found[output].gold, range(self.found[output].classes)
            filled = [j for j in classes if gold[j] != 0]
            sums = [self._sorted(output, atom, [(i, j) for i in classes]) for j in filled]
            if not all(sums):  # which cells have items is not told by their terms then
                raise NotSymbolicError(f"a class has no terms of {symbol}")
            there = (self.shared.support(self._plain(gold[j])) for j in filled)
            pairs = zip(there, (frozenset(each.items()) for each in sums), strict=True)
            key = atom.domain, frozenset(Counter(pairs).items())
        if key not in self.known:
            sign, meant = self._sign(atom, terms), measured(symbol, output)
            self.known[key] = self.case.unnamed(sign, f"{symbol}", meant)
        return self.known[key]

    def _sign(self, atom: Any, terms: Terms | None) -> GeneratorSign:
        """Return the sign of a sum, positive where some of the terms that are powers of counts is not zero."""
        found = (terms or {}).items()
        above = terms is not None and self.shared.all_nonnegative((None, term * n) for (_, term), n in found)
        counts_ = {term.as_coeff_Mul()[1].as_base_exp()[0] for (there, term), _ in found if there is None}
        some = above and any(counts_ >= {*members} for members in self.case.sums)
        return "positive" if some else "nonnegative" if above or atom.body.is_nonnegative else "real"

    def _sorted(self, output: str, atom: Any, places: list[tuple[int, int]]) -> Terms:
        return self.once(self._in_counts, output, atom, places)

    def _in_counts(self, output: str, atom: Any, places: list[tuple[int, int]]) -> Terms:
        """Return the terms of cells in counts, each written in one way; polynomials are added up."""
        found: Terms = Counter()
        for place in places:
            parts = self._cell(output, atom, *place)
            for there in dict.fromkeys(condition for (condition, _), _ in parts):
                whole = self._plain(
                    sympy.Add(*(count * term for (each, term), count in parts if each == there))
                )
                terms = sympy.Add.make_args(whole) if whole.is_polynomial() else (whole,)
                for factor, term in map(sympy.Expr.as_coeff_Mul, terms):
                    found[None if there is None else self.shared.support(self._plain(there)), term] += factor
            if len(found) > MOST_TERMS:
                raise NotSymbolicError(f"a sum of more than {MOST_TERMS} different terms is swept only")
        return Counter({key: count for key, count in found.items() if count != 0})

    def _plain(self, value: Any) -> Any:
        if value not in self.shared.expanded:
            self.shared.expanded[value] = in_one_way(written_out(value, self.shared.written))
        return self.shared.expanded[value]


def written_out(value: Any, written: Mapping[Any, Any]) -> Any:
    """Return a value with every total as what it adds up."""
    found = sympy.sympify(value)
    while found.free_symbols & set(written):
        found = found.xreplace(dict(written))
    return found


def _positive(total: Any, case: ParametricCase) -> bool:
    return rational_sign(total, case.positive, case.nonnegative) == "positive"


def counts(symbol: Any, totals: Mapping[str, Sequence[Any]], case: ParametricCase) -> dict[str, Any]:
    """Return how many of each output's totals are not zero, in generators; they are written out in those of counts.

    There is an item, so that the number is never 0. It is a whole number where no total can be zero.
    """
    kinds = {name: [vanishing(total) for total in found if total != 0] for name, found in totals.items()}
    if all(_positive(total, case) for found in kinds.values() for total in found):
        return {name: sympy.Integer(len(found)) for name, found in kinds.items()}
    bounds = {
        name: {other: _beyond(found, kinds[name], case) for other, found in kinds.items()} for name in kinds
    }
    least_ones = (name for name in kinds if all(low >= 0 for low, _ in bounds[name].values()))
    base = next(least_ones, next(iter(kinds)))
    least = max(1, sum(_positive(total, case) for total in kinds[base]))
    whole = measured(symbol, base)
    first = least + case.unnamed("nonnegative", f"{symbol} - {least}", whole - least)
    known: dict[Any, Any] = {}
    found = {}
    for name, (low, high) in bounds[base].items():
        key = frozenset(Counter(kinds[name]).items())
        if low >= 0 and key not in known:
            meaning = f"{symbol} beyond that of {base}, less {low}"
            more = measured(symbol, name) - whole - low
            known[key] = first + low + (case.unnamed("nonnegative", meaning, more) if low < high else 0)
        alone = f"{symbol} - 1", measured(symbol, name) - 1
        found[name] = known[key] if low >= 0 else 1 + case.unnamed("nonnegative", *alone)
    return found


def _beyond(more: Sequence[Any], less: Sequence[Any], case: ParametricCase) -> tuple[int, int]:
    """Return bounds of how many more of some totals are not zero than of others."""
    one, other = Counter(more), Counter(less)
    kinds = list((one - other).elements()), list((other - one).elements())
    sure = [sum(_positive(total, case) for total in kind) for kind in kinds]
    first, second = ([total for total in kind if not _positive(total, case)] for kind in kinds)
    more_sure = sure[0] - sure[1]
    return more_sure - _unpaired(second, first), more_sure + _unpaired(first, second)


def _unpaired(totals: Sequence[Any], others: Sequence[Any]) -> int:
    """Return how many totals have no other one, each its own, that is not zero where the total is not."""
    left, count = list(others), 0
    for total in totals:
        wider = next((each for each in left if _implies(total, each)), None)
        if wider is None:
            count += 1
        else:
            left.remove(wider)
    return count


def resolved(term: Any, condition: Any, of: Any) -> Any:
    """Return a term without conventions for denominators that are zero only where its condition is."""
    if not term.has(Ratio, Guard):
        return term
    wanted = sympy.S.One if condition is None else of.plain(condition)

    def plain(quantity: Any) -> bool:
        found = of.plain(quantity)
        if rational_sign(found, of.case.positive, of.case.nonnegative) not in ABOVE:
            return False
        return found == 1 or (wanted != 1 and _implies(vanishing(wanted), vanishing(found)))

    found = term.replace(
        Ratio, lambda top, bottom, zero: top / bottom if plain(bottom) else Ratio(top, bottom, zero)
    )
    return found.replace(Guard, lambda value, of, zero: value if plain(of) else Guard(value, of, zero))


def _implies(total: Any, other: Any) -> bool:
    """Whether a sum of counts is zero where another one is: all that it adds up is in that one, too."""
    linear = all(
        term.as_coeff_Mul()[0] > 0 and term.as_coeff_Mul()[1].is_Symbol
        for each in (total, other)
        for term in sympy.Add.make_args(each)
    )
    return linear and total.free_symbols <= other.free_symbols


@dataclass
class _Conditional:
    """Terms that count only where a class has items, and the generators that stand for them."""

    case: ParametricCase
    written: Mapping[Any, Any]
    """Totals as what they add up."""
    known: dict[Any, Any]
    """Values with totals written out: the same for all formulas."""
    made: list[tuple[Any, Any, Any]] = field(default_factory=list)
    """Generators with the class's items and the value where there are some."""

    def expanded(self, value: Any) -> Any:
        """Return a value with totals written out."""
        if value not in self.known:
            self.known[value] = written_out(value, self.written)
        return self.known[value]

    def generator(self, value: Any, items: Any) -> Any:
        """Return what is the value where a class has items, and else 0."""
        sign = self.sign(value)
        if sign == "zero":
            return sympy.S.Zero
        if sign in BELOW:
            return -self.generator(-value, items)
        known = next((made for made, *of in self.made if of == [items, value]), None)
        if known is None:
            definition = Guard(self.case.measured(value), self.case.measured(items), sympy.S.Zero)
            kind: GeneratorSign = "nonnegative" if sign in ABOVE else "real"
            meaning = f"{text_of(value)} where {text_of(items)} is not 0"
            known = self.case.unnamed(kind, meaning, definition)
            self.made.append((known, items, value))
        return known

    def sign(self, value: Any) -> Sign | None:
        return rational_sign(self.expanded(value), self.case.positive, self.case.nonnegative)

    def told(self, values: Mapping[str, Any], items: Any) -> dict[str, Any]:
        """Return the values of outputs, as that of one of them and what others have beyond it."""
        base = next(
            (
                name
                for name in values
                if all(self.sign(each - values[name]) in ABOVE for each in values.values())
            ),
            next(iter(values)),
        )
        first = self.generator(values[base], items)
        return {name: first + self.generator(value - values[base], items) for name, value in values.items()}

    def sums(self) -> None:
        """Say of generators that are positive where a count is that, with such counts, they are not all zero."""
        made = [(each, self.expanded(items), self.expanded(value)) for each, items, value in self.made[::-1]]
        parts = [(each, pair, pair[0].free_symbols | pair[1].free_symbols) for each, *pair in made]
        alone = next((each for each, pair, _ in parts if self._are_positive(pair)), None)
        for members in list(self.case.sums):
            chosen = [self._positive_with(member, parts, alone) for member in members]
            if all(chosen):
                self.case.sums.append(tuple(dict.fromkeys(part for part in chosen if part is not None)))

    def _are_positive(self, parts: Sequence[Any], *further: Any) -> bool:
        positive = {*self.case.positive, *further}
        return all(rational_sign(part, positive, self.case.nonnegative) == "positive" for part in parts)

    def _positive_with(self, member: Any, parts: Sequence[Any], alone: Any) -> Any:
        """Return the last generator that is positive where a count is; ``alone`` is the last that always is."""
        for made, pair, inside in parts:
            if made is alone or (member in inside and self._are_positive(pair, member)):
                return made
        return None


def where_used(
    case: ParametricCase, terms: Mapping[str, Terms], written: Mapping[Any, Any], known: dict[Any, Any]
) -> dict[str, Any]:
    """Return the sum of the terms of every output, of which some count only where a class has items.

    Plain terms that vanish where the class is empty in another output may be taken for such ones. ``known`` has values
    with totals written out, for all formulas.
    """
    made = _Conditional(case, written, known)
    plain = {
        name: [monomial * count for (condition, monomial), count in found.items() if condition is None]
        for name, found in terms.items()
    }
    groups: dict[Any, dict[str, Any]] = {}
    for name, found in terms.items():
        for (condition, monomial), count in found.items():
            if condition is not None:
                values = groups.setdefault(vanishing(made.expanded(condition)), {})
                values[name] = values.get(name, 0) + monomial * count
    for items in sorted(groups, key=lambda items: len(items.free_symbols)):
        _narrowed(groups, items, made)
    told = dict.fromkeys(terms, sympy.S.Zero)
    for items, values in groups.items():
        for name in terms:
            if name not in values:
                values[name] = _taken(plain[name], items, made)
        for name, value in made.told({name: values[name] for name in terms}, items).items():
            told[name] += value
    made.sums()
    return {name: told[name] + sum(plain[name]) for name in terms}


def _narrowed(groups: dict[Any, dict[str, Any]], items: Any, made: _Conditional) -> None:
    """Let terms under wider conditions that are 0 where these items are lacking count only where they are there."""
    empty = dict.fromkeys(items.free_symbols, sympy.S.Zero)
    for wider in [each for each in groups if each != items and _implies(items, each)]:
        for name, value in list(groups[wider].items()):
            top, bottom = sympy.fraction(sympy.together(made.expanded(value)))
            if sympy.expand(top.xreplace(empty)) == 0 and sympy.expand(bottom.xreplace(empty)) != 0:
                groups[items][name] = groups[items].get(name, 0) + groups[wider].pop(name)
        if not groups[wider]:
            del groups[wider]


def _taken(plain: list[Any], items: Any, made: _Conditional) -> Any:
    """Take the plain terms that vanish where a class has no items; only plain sums of counts are looked at."""
    if not all(term.free_symbols and term.as_coeff_Mul()[1].is_Symbol for term in sympy.Add.make_args(items)):
        raise NotSymbolicError("a class's items are no sum of counts")
    empty = dict.fromkeys(items.free_symbols, sympy.S.Zero)
    found = sympy.S.Zero
    for term in list(plain):
        top, bottom = sympy.fraction(sympy.together(made.expanded(term)))
        if top.xreplace(empty) == 0 and _positive(bottom.xreplace(empty), made.case):
            plain.remove(term)
            found += term
    return found
