"""The values of a formula's symbols in a parametric case: what all outputs share is one symbol, what differs is told.

A reduction is a sum of terms. Those that every output has are folded into one generator for the rest; so only the
cells that a constraint changes, and what depends on them, take part in the proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import compress
from typing import Any, ClassVar

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign, symbols_of
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Ratio, monomials
from axiometrics.tasks.ordinal import quantities
from axiometrics.tasks.ordinal.chooser import Matrix, Template
from axiometrics.tasks.ordinal.quantities import COUNTED, SIDES, Quantities, condition_of
from axiometrics.tasks.ordinal.view import DEGREES, VARIABLES, K, N, P, U
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, degree, measured

ITEMS = VARIABLES[0]
TOLD = 2
"""A total of up to so many generators is told by these; a larger one is a generator of its own."""
Terms = Counter[tuple[Any, Any]]
"""How often each (condition, monomial) occurs; a term counts only where its condition, if any, is not zero."""
Part = tuple[tuple[tuple[Any, Any], Any], ...]
"""The same for one cell."""


class Shared:
    """The totals of every output of a template in a case: what the values of all formulas' symbols are made of."""

    further_classes = False  # whether there may be classes that are not told one by one
    last = False  # only asked where others show nothing
    counted: ClassVar[Sequence[Any]] = (P, U)  # the quantities that count classes, of those in `COUNTED`

    def __init__(self, case: ParametricCase, template: Template) -> None:
        self.case = case
        self.matrices, self.first = template.outputs, next(iter(template.outputs))
        self.totals: dict[Any, Any] = {}
        self.signs: dict[Any, bool] = {}
        self.cells: dict[tuple[str, int, int, int], Any] = {}
        self.parts: dict[Any, Part] = {}
        self.sums: dict[Any, Terms] = {}
        self.same: dict[tuple[str, int, int], bool] = {}
        self.found: dict[str, Quantities] = {}
        for name, matrix in sorted(template.outputs.items(), key=lambda pair: pair[1].like is not None):
            self.found[name] = self._quantities(name, matrix)
        self.found = {name: self.found[name] for name in template.outputs}
        self.case.outputs = {name: self._whole(name) for name in self.found}

    @classmethod
    def suits(cls, formula: Formula) -> bool:
        """Whether anything is told of such a formula."""
        return True

    @classmethod
    def of_labels(cls, case: ParametricCase, template: Template, labels: Mapping[Any, str]) -> Shared:
        """Return the totals of outputs that compare three labelings; raises NotSymbolicError."""
        raise NotSymbolicError("sums over classes of three labelings of the same items are swept only")

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula; raises NotSymbolicError."""
        return Facts(self, formula).case

    def copied(self) -> ParametricCase:
        """Return the case so far, to be filled for one formula."""
        case, outputs = self.case, {name: dict(known) for name, known in self.case.outputs.items()}
        return replace(case, generators=dict(case.generators), outputs=outputs, sums=list(case.sums))

    def _quantities(self, output: str, matrix: Matrix) -> Quantities:
        found = Quantities(matrix.rows)
        for side in ("gold", "system") if matrix.like is None else ("system",):
            totals = getattr(matrix, side)
            named = {k: measured(side[0] + self.called(k), output) for k in quantities.ordered(totals)}
            told = {k: self._total(totals[k], name) for k, name in named.items()}
            found.__dict__[side] = [told[k] for k in range(len(totals))]  # in place of the sums of entries
        if matrix.like is None:
            found.__dict__["items"] = self.all_items(output, matrix, found)
        else:
            other = next(name for name, each in self.matrices.items() if each is matrix.like)
            found.__dict__ |= {name: getattr(self.found[other], name) for name in ("gold", "items")}
        return found

    def called(self, k: int) -> str:
        """Return how a class is told in measured quantities."""
        return f"_{k + 1}"

    def all_items(self, output: str, matrix: Matrix, found: Quantities) -> Any:
        """Return the items of an output."""
        items = self._total(matrix.items, measured(N, output), least=1)
        if output == self.first:
            self.case.equations += [(items, sum(side)) for side in (found.gold, found.system)]
        return items

    def _total(self, total: object, place: Any, least: int = 0) -> Any:
        """Return a total as its constant and the generators, or as one for all of these."""
        expression = sympy.expand(total)
        constant = expression.as_coeff_Add()[0]
        base = expression - constant
        if len(base.free_symbols) <= TOLD and not least:
            return expression
        for known in (self._multiple(expression, least), self._beyond(base, constant, least)):
            if known is not None:
                return known
        key = (expression, least) if least else (base, 0)
        if key not in self.totals:
            positive = any(set(group) <= base.free_symbols for group in self.case.sums)
            sign: GeneratorSign = "positive" if positive or (least and constant >= 1) else "nonnegative"
            if any(part.could_extract_minus_sign() for part in sympy.Add.make_args(base)):
                sign = "real"
            offset = 0 if least else constant
            symbol = self._generator(sign, f"{place}", place - offset)
            self.totals[key] = symbol, offset
        symbol, offset = self.totals[key]
        return symbol + (constant if not least else 0)

    def _beyond(self, base: sympy.Expr, constant: sympy.Expr, least: int) -> sympy.Expr | None:
        """Return a total as a known one and a single count beyond it; None where there is no such one."""
        for (known, own), (symbol, _) in self.totals.items() if not least else ():
            if not own and len(symbols_of(base) ^ symbols_of(known)) <= 1 and (base - known).is_Symbol:
                return symbol + (base - known) + constant
        return None

    def _multiple(self, expression: Any, least: int) -> Any:
        """Return a total as a multiple of a known one, or by what it is a multiple of; None where it is neither."""
        if all(len(term.free_symbols) < 2 for term in sympy.Add.make_args(expression)):
            return None
        for factor, power in quantities.factors(expression):
            symbol, offset = self.totals.get((factor, least), (None, 0))
            if symbol is not None and power == 1 and offset == 0:
                return sympy.cancel(expression / factor) * symbol
            if len(factor.free_symbols) == TOLD and not least:
                return expression
        return None

    def _generator(self, sign: GeneratorSign, meaning: str, definition: object) -> Any:
        return self.case.unnamed(sign, meaning, definition)

    def _whole(self, output: str) -> dict[Any, Any]:
        """Return the numbers of items, of classes, and of those with gold items or with labels."""
        found = self.found[output]
        known = self.further(found) | {N: found.items, K: sympy.Integer(found.classes)}
        for symbol in self.counted:
            known[symbol] = self.used_classes(symbol, output)
        return known

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return how many classes are not empty, as the gold's, the system's or that of both together."""
        totals = getattr(self.found[output], COUNTED[str(symbol)])
        key = (
            symbol,
            frozenset(Counter(quantities.vanishing(total) for total in totals if total != 0).items()),
        )
        if key not in self.totals:
            self.totals[key] = self._generator("positive", str(symbol), measured(symbol, output))
        return self.totals[key]

    def all_nonnegative(self, terms: Iterable[tuple[Any, Any]]) -> bool:
        """Whether terms are seen not to be negative though what they are made of does not tell."""
        return False

    def resolved(self, term: Any, condition: Any) -> Any:
        """Return a term without the conventions that do not matter where it counts."""
        return term

    def where_used(self, case: ParametricCase, symbol: Any, terms: Mapping[str, Terms]) -> dict[str, Any]:
        """Return the sum of terms of which some count only where a class has items; raises NotSymbolicError."""
        raise NotSymbolicError(f"{symbol} changes where a class may be empty")

    def further(self, found: Quantities) -> dict[Any, Any]:
        """Return further quantities of a matrix; none of ordinal ones."""
        return {}

    def offered(self, output: str, i: int, j: int, needed: Sequence[bool]) -> tuple[Any, ...]:
        """Return what a cell offers of what is needed."""
        return tuple(self._offer(output, i, j, place) for place, used in enumerate(needed) if used)

    def _offer(self, output: str, i: int, j: int, place: int) -> Any:
        key = output, i, j, place
        if key not in self.cells:
            self.cells[key] = sympy.sympify(self.found[output].offer(place, i, j))
        return self.cells[key]

    def is_same(self, domain: str, i: int, j: int, needed: Sequence[bool]) -> bool:
        """Whether a cell counts in the same cases in every output, and offers the same of what is needed."""
        key = domain, i, j
        if key not in self.same:
            of_each = list(self.found.values())
            alike = all(found.classes == of_each[0].classes for found in of_each)
            conditions = {condition_of(found, domain, i, j) for found in of_each} if alike else ()
            self.same[key] = len(conditions) == 1
        return self.same[key] and all(
            self._offer(output, i, j, place) == self._offer(self.first, i, j, place)
            for place, used in enumerate(needed)
            if used
            for output in self.found
        )

    def positive(self, total: object) -> bool:
        """Whether a total is never zero."""
        if total not in self.signs:
            found = rational_sign(total, self.case.positive, self.case.nonnegative)
            self.signs[total] = found == "positive"
        return self.signs[total]


class Facts:
    """Fills a case with the values of all symbols in every output; raises NotSymbolicError."""

    left: Any = ()  # terms of classes that are not told one by one

    def __init__(self, shared: Shared, formula: Formula) -> None:
        self.shared = shared
        self.case = shared.copied()
        self.found = shared.found
        self.first = shared.first
        self.partial = frozenset(formula.normal.partial)
        self.wholes = tuple(self.case.outputs[self.first])
        self.case.told = lambda: quantities.told(shared, formula)
        self.scales = quantities.scales_of(
            self.found, self.case, (K, *shared.counted), further=shared.further_classes
        )
        self.case.scales, self.case.degrees = self.scales or {}, dict.fromkeys(self.wholes, 1) | self.degrees
        for symbol, atom in formula.normal.atoms.items():
            for name, value in self._atom(symbol, atom).items():
                self.case.outputs[name][symbol] = value

    def _vanishes(self, body: object, known: Mapping[Any, Any]) -> bool:
        """Whether a term has a value, which is 0, where its cell has no items: nothing that it divides by vanishes."""
        needed = _needed_positive(body)
        return needed is not None and all(self.shared.positive(part.xreplace(dict(known))) for part in needed)

    def _atom(self, symbol: object, atom: Any) -> dict[str, Any]:
        if self.scales is not None:
            with suppress(NotSymbolicError):
                return self._scaled(symbol, atom, self.scales)
        if atom.domain in ("largest", "smallest"):
            return self._extreme(symbol, atom)
        kept = [place for place in self._places(self.first, atom) if self._is_kept(atom, *place)]
        others = {
            name: self._sum(name, atom, [place for place in self._places(name, atom) if place not in kept])
            for name in self.found
        }
        changing = {
            key
            for found in others.values()
            for key in found
            if any(found[key] != other[key] for other in others.values())
        }
        same = self._sum(self.first, atom, kept) if changing else Counter()
        told = self._told(symbol, {name: self._only(changing, found, same) for name, found in others.items()})
        left_terms = {*others[self.first], *same} - changing
        left = [others[self.first][key] + same[key] for key in left_terms]
        rest = sympy.S.Zero
        some = not changing and any(self._cell(self.first, atom, *place) for place in kept)
        if left or some or self.left:
            # else terms are told apart that make up for it
            whole = not changing or all(count >= 0 for count in left)
            whole &= not changing or self._all_signed(left_terms)
            positive = atom.body.is_nonnegative or self.shared.all_nonnegative(
                (key[0], key[1] * count)
                for some in (others[self.first], same if changing else self._sum(self.first, atom, kept))
                for key, count in some.items()
                if key not in changing
            )
            rest = self._rest(symbol, atom, told[self.first], signed=not (whole and positive))
        return {name: rest + value for name, value in told.items()}

    def _all_signed(self, terms: Iterable[tuple[Any, Any]]) -> bool:
        """Whether all that terms are made of is known not to be negative."""
        known = self.case.generators
        return all(known[each].sign != "real" for _, term in terms for each in term.free_symbols & {*known})

    @property
    def degrees(self) -> dict[Any, int]:
        """The powers of the scale that quantities grow by."""
        return DEGREES | dict.fromkeys((K, *self.shared.counted), 0)

    def _scaled(self, symbol: object, atom: Any, scales: Mapping[str, Any]) -> dict[str, Any]:
        """Return a power of the scale of every output times the reduction of the first: bodies are homogeneous."""
        power = degree(atom.body, self.degrees) or 0
        whole = self._rest(symbol, atom, sympy.S.Zero, signed=not atom.body.is_nonnegative)
        return {name: scale**power * whole for name, scale in scales.items()}

    def _places(self, output: str, atom: Any) -> list[tuple[int, int]]:
        """Return the cells that a sum runs over."""
        places = range(self.found[output].classes)
        if atom.domain in SIDES:
            return [(i, i) for i in places]
        return [(i, j) for i in places for j in places]

    def _is_kept(self, atom: Any, i: int, j: int) -> bool:
        """Whether a cell's term is the same in every output."""
        needed, wholes = _used(atom.body, self.wholes)
        return self.shared.is_same(atom.domain, i, j, needed) and all(
            known[whole] == self.case.outputs[self.first][whole]
            for known in self.case.outputs.values()
            for whole in wholes
        )

    def _only(self, keys: Collection[Any], found: Terms, same: Terms) -> Terms:
        known = [key for key in {**found, **same} if key in keys]  # in one order in every process
        return Counter({key: found[key] + same[key] for key in known if found[key] + same[key] != 0})

    def _told(self, symbol: Any, terms: Mapping[str, Terms]) -> dict[str, Any]:
        """Return the sum of an output's own terms."""
        if any(condition is not None for found in terms.values() for condition, _ in found):
            if symbol in self.partial:
                raise NotSymbolicError(f"some term of {symbol} may have no value")
            return self.shared.where_used(self.case, symbol, terms)
        return {
            name: sympy.Add(*(monomial * count for (_, monomial), count in found.items()))
            for name, found in terms.items()
        }

    def _rest(self, symbol: object, atom: Any, told: object, *, signed: bool) -> Any:
        sign: GeneratorSign = "real" if signed else "nonnegative"
        return self.case.rest_of(symbol, told, self.first, sign, f"the rest of {symbol}")

    def _extreme(self, symbol: object, atom: Any) -> dict[str, Any]:
        """An extreme over classes is told only where all outputs have the same classes."""
        kinds = []
        for name, found in self.found.items():
            places = range(found.classes)
            sums = [
                (str(found.gold[j]), frozenset(self._sum(name, atom, [(i, j) for i in places]).items()))
                for j in places
                if found.gold[j] != 0
            ]
            kinds.append(Counter(sums))
        if any(kind != kinds[0] for kind in kinds):
            raise NotSymbolicError(f"{symbol} changes")
        return dict.fromkeys(
            self.found, self._rest(symbol, atom, sympy.S.Zero, signed=not atom.body.is_nonnegative)
        )

    def once(self, make: Callable[..., Terms], output: str, atom: Any, places: Sequence[Any]) -> Terms:
        """Return what a method of this class makes of some cells: the same for all formulas with such an atom."""
        whole = tuple(self.case.outputs[output][name] for name in _used(atom.body, self.wholes)[1])
        key = make.__name__, output, atom.domain, atom.body, whole, tuple(places)
        if key not in self.shared.sums:
            self.shared.sums[key] = make(output, atom, places)
        return self.shared.sums[key]

    def _sum(self, output: str, atom: object, places: list[tuple[int, int]]) -> Terms:
        return self.once(self._summed, output, atom, places)

    def _summed(self, output: str, atom: object, places: list[tuple[int, int]]) -> Terms:
        found: Terms = Counter()
        for place in places:
            for key, count in self._cell(output, atom, *place):
                found[key] += count
        return Counter({key: count for key, count in found.items() if count != 0})

    def _cell(self, output: str, atom: Any, i: int, j: int) -> Part:
        """Return the monomials of a cell's term, with the condition under which they count."""
        body = atom.body
        condition = condition_of(self.found[output], atom.domain, i, j)
        if condition is not None and condition == 0:
            return ()
        needed, wholes = _used(body, self.wholes)
        offered = self.shared.offered(output, i, j, needed)
        whole = self.case.outputs[output]
        key = body, condition, offered, tuple(whole[name] for name in wholes)
        parts = self.shared.parts
        if key not in parts:
            known = dict(zip(compress(VARIABLES, needed), offered, strict=True))
            known |= {name: whole[name] for name in wholes}
            if condition is not None and (self.shared.positive(condition) or self._vanishes(body, known)):
                condition = None
            told_ = monomials(self.shared.resolved(body.xreplace(known), condition))
            parts[key] = tuple(((condition, monomial), count) for count, monomial in told_)
        return parts[key]


@lru_cache(maxsize=256)
def _used(body: Any, wholes: tuple[Any, ...]) -> tuple[tuple[bool, ...], tuple[Any, ...]]:
    """Return which variables a body uses, and which quantities of the whole matrix."""
    inside = body.free_symbols
    return tuple(variable in inside for variable in VARIABLES), tuple(
        whole for whole in wholes if whole in inside
    )


@lru_cache(maxsize=256)
def _needed_positive(body: Any) -> tuple[Any, ...] | None:
    """Return what must be positive for a body to be 0 where its cell has no items; None where it may not be 0."""
    if body.subs(ITEMS, 0) != 0 or body.has(Ratio, Guard):
        return None
    divisors = [power.base for power in body.atoms(sympy.Pow) if power.exp.could_extract_minus_sign()]
    return (*divisors, *(part.args[0] for part in body.atoms(sympy.log)))
