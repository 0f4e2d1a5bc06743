"""What is known of reductions over any number of classes, of which few are told one by one and all others alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import ABOVE, rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Larger, Smaller, in_one_way, settled
from axiometrics.tasks.ordinal.chooser import Template
from axiometrics.tasks.ordinal.class_by_class import ClassByClass, counts_of
from axiometrics.tasks.ordinal.facts import Facts
from axiometrics.tasks.ordinal.many_classes import ADDED, Count
from axiometrics.tasks.ordinal.quantities import (
    COUNTED,
    SIDES,
    Quantities,
    counted_from_one,
    told_rows,
    vanishing,
)
from axiometrics.tasks.ordinal.used_classes import Folded, FoldedFacts, WithUsedClasses, counts
from axiometrics.tasks.ordinal.view import VARIABLES, K, N
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured

OFFERED_BY_MANY = frozenset("cdegsabtlm")
"""What reductions may read that run over many classes: nothing that hangs on their order."""
PAIR = re.compile(r"each:[a-z]+:pair")
APART = tuple(each for each in VARIABLES if str(each) in "dte")
IN_CELLS = tuple(each for each in VARIABLES if str(each) in "cgsab")
"""What is positive in cells that hold items."""
Terms = Counter[tuple[Any, ...]]


class Apart(Quantities):
    """The totals of chosen classes, which are as far apart as their matrix tells."""

    far: Mapping[frozenset[int], Count]

    def distance(self, i: int, j: int) -> Count:
        """Return how far two classes are apart."""
        return self.far[frozenset((i, j))] if i != j else 0

    def offer(self, place: int, i: int, j: int) -> Count:
        """Return what a cell offers."""
        return self.distance(i, j) if str(VARIABLES[place]) == "t" else super().offer(place, i, j)


class ManyShared(WithUsedClasses):
    """The totals of outputs of any number of classes, of which few are told one by one, and all others are alike."""

    further_classes = True

    def __init__(self, case: ParametricCase, template: Template) -> None:
        self.whole: dict[Count, Count] = {}
        super().__init__(case, template)

    def _quantities(self, output: str, matrix: Count) -> Quantities:
        return _apart(super()._quantities(output, matrix), matrix)

    def all_items(self, output: str, matrix: Count, found: Quantities) -> Count:
        """Return the items of an output, as one and further ones where it surely has some."""
        items = sympy.expand(matrix.items)
        terms = [term.as_coeff_Mul() for term in sympy.Add.make_args(items)]
        plain = all(count.is_positive and (one.is_Symbol or one == 1) for count, one in terms)
        some = items.as_coeff_Add()[0] >= 1 or any({*few} <= items.free_symbols for few in self.case.sums)
        if not plain or not some:
            return self._total(matrix.items, measured(N, output), least=1)
        if items not in self.whole:
            self.whole[items] = 1 + self.case.unnamed("nonnegative", "N - 1", measured(N, output) - 1)
        return self.whole[items]

    def resolved(self, term: Count, condition: Count) -> Count:
        """Return a term with the side of an extreme that coefficients show."""
        found = super().resolved(term, condition)
        for kind, turn in ((Smaller, -1), (Larger, 1)) if found.has(Larger, Smaller) else ():
            found = found.replace(kind, partial(self._side, kind, turn))
        return found

    def _side(self, kind: Count, turn: int, one: Count, other: Count) -> Count:
        for side, more in ((one, turn * (one - other)), (other, turn * (other - one))):
            left = sympy.expand(more)
            if left.is_polynomial() and left.free_symbols <= {*self.case.generators}:
                parts = [part.as_coeff_Mul()[0] for part in sympy.Add.make_args(left)]
                if min(parts) >= 0 and all(self.case.generators[e].sign != "real" for e in left.free_symbols):
                    return side
        return kind(one, other)

    def called(self, k: int) -> str:
        """Return how a class is told in measured quantities."""
        names = self.matrices[self.first].names
        return f"_{names[k] if k < len(names) else ADDED}"

    def _whole(self, output: str) -> dict[Any, Any]:
        return {**super()._whole(output), K: self.matrices[output].number}

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return how many classes are not empty: of the others as many in every output, if they have the same."""
        if symbol not in self.used:
            self.used[symbol] = self._counted(symbol, COUNTED[str(symbol)])
        return self.used[symbol][output]

    def _counted(self, symbol: Any, side: str) -> dict[str, Any]:
        known = {
            name: [self.plain(total) for total in getattr(found, side)] for name, found in self.found.items()
        }
        full = all(matrix.is_full(side) for matrix in self.matrices.values())
        if full and all(total == 1 for totals in known.values() for total in totals):
            return {name: matrix.number for name, matrix in self.matrices.items()}
        others = {name: matrix.each(side) for name, matrix in self.matrices.items()}
        if len({vanishing(each) for each in others.values()}) > 1:
            return {
                name: self.case.unnamed("positive", f"{symbol} of {name}", measured(symbol, name))
                for name in known
            }
        for name, each in others.items():
            known[name].append(self.matrices[name].total(each))
        return counts(symbol, known, self.case)

    @cached_property
    def supports(self) -> dict[Any, str]:
        """What one of the classes that are not told has where it counts, by what it is not zero with."""
        each = [
            matrix.each(COUNTED[str(symbol)]) for matrix in self.matrices.values() for symbol in self.counted
        ]
        return {frozenset(vanishing(some).free_symbols): str(some) for some in each if some != 0}

    def told_number(self, symbol: Any, output: str) -> str:
        """Return how many classes are not empty, as data: of the others all, or a number for what each of them has."""
        side, matrix = COUNTED[str(symbol)], self.matrices[output]
        there = [f"present({vanishing(total)})" for total in getattr(matrix, side) if total != 0]
        some = frozenset(vanishing(matrix.each(side)).free_symbols)
        further = f"used:{[*self.supports].index(some)}" if some else ""
        if matrix.is_full(side):
            further = str(matrix.number - matrix.classes)
        return "+".join(filter(None, [*there, further])) or "0"

    def told_outputs(self, formula: Formula) -> dict[str, Any]:
        """Return the rows of every output: of the classes that are told, and of one of the others each."""
        domains = sorted({atom.domain for atom in formula.atoms})
        asked = {str(name) for atom in formula.atoms for name in atom.body.free_symbols} & OFFERED_BY_MANY
        found = {}
        for name, matrix in self.matrices.items():
            whole = _apart(Quantities(matrix.rows), matrix)
            whole.__dict__ |= {"gold": matrix.gold, "system": matrix.system, "items": matrix.items}
            sizes = {"N": matrix.items, "K": matrix.number, "D": matrix.right, **matrix.told()}
            sizes |= {str(symbol): self.told_number(symbol, name) for symbol in self.counted}
            rows = {
                domain: [*told_rows(whole, domain, asked), *matrix.rows_of_others(domain, asked)]
                for domain in domains
            }
            found[name] = {"quantities": sizes, "rows": rows, "complete": True}
        known = {str(one): all_ for each in self.matrices.values() for one, all_ in each.totals.items()}
        there = [{"there": text, "all": f"used:{place}"} for place, text in enumerate(self.supports.values())]
        named = sorted({*re.findall(r"each:\w+:\w+|used:\w+", f"{found} {there}")})
        of_each = [
            {"one": name, "all": str(known.get(name, ""))} | ({"of": "two"} if PAIR.fullmatch(name) else {})
            for name in named
            if name.startswith("each:")
        ]
        meant = dict.fromkeys(named, "of the classes that are not told")
        return {"outputs": found, "counts": meant, "each": [*of_each, *there]}

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula; raises NotSymbolicError."""
        return _ManyFacts(self, formula).case


def _apart(found: Quantities, matrix: Count) -> Quantities:
    """Return totals with how far classes are apart, where they have an order."""
    if matrix.far is None:
        return found
    made = Apart(found.rows)
    made.__dict__ |= {**found.__dict__, "far": matrix.far}
    return made


class FurtherClasses(Facts):
    """What is known of reductions over classes that are not told, whose terms are those of one of them each."""

    shared: ManyShared

    def __init__(self, shared: ManyShared, formula: Formula) -> None:
        self.linear: dict[str, Any] = {}
        self.left: Terms = Counter()
        super().__init__(shared, formula)
        self.case.told = lambda: shared.told_outputs(formula)
        if self.scales is not None and not self._in_proportion(self.scales):
            raise NotSymbolicError("classes that are not told are no multiples")

    def _require_covered(self, symbol: object, atom: Any) -> None:
        read = {str(each) for each in atom.body.free_symbols & {*VARIABLES}}
        if not read <= OFFERED_BY_MANY or atom.domain not in (*SIDES, "cells", "all_cells"):
            raise NotSymbolicError(f"{symbol} of any number of classes is swept only")

    def _rows_of_others(self, output: str, domain: str) -> Iterator[tuple[str, Any, dict[str, Any]]]:
        found = self.found[output]
        rows: Iterator[tuple[str, Any, dict[str, Any]]]
        rows = self.shared.matrices[output].of_others(domain, found.gold, found.system)
        return rows

    def _in_proportion(self, scales: Mapping[str, Any]) -> bool:
        first, *_ = matrices = list(self.shared.matrices.values())
        parts = [(*each.across, *each.down, each.same, each.apart) for each in matrices]
        return all(
            sympy.expand(one - scale * other) == 0 and matrix.turned == first.turned
            for matrix, scale, own in zip(matrices, scales.values(), parts, strict=True)
            for one, other in zip(own, parts[0], strict=True)
        )

    def _others(self, output: str, atom: Any) -> Terms:
        """Return the terms of the classes and cells that are not told, of one of them each."""
        whole = {name: value for name, value in self.case.outputs[output].items() if name in self.wholes}
        found: Terms = Counter()
        for kind, condition, offers in self._rows_of_others(output, atom.domain):
            there = None if condition is None else vanishing(sympy.expand(condition))
            known = {each: offers[str(each)] for each in atom.body.free_symbols & {*VARIABLES}}
            term = in_one_way(settled(atom.body.xreplace({**known, **whole})))
            if there != 0 and term != 0:
                found[kind, there, term] += 1
        return found


class _ManyFacts(FurtherClasses):
    """Fills a case with reductions over any number of classes: what is not told is the same in every output."""

    def _atom(self, symbol: object, atom: Any) -> dict[str, Any]:
        self._require_covered(symbol, atom)
        self.linear = dict.fromkeys(self.found, sympy.S.Zero)
        if self.scales is not None:
            with suppress(NotSymbolicError):
                return self._scaled(symbol, atom, self.scales)
        every = {name: self._others(name, atom) for name in self.found}
        if any(other != every[self.first] for other in every.values()):
            every = {name: self._without_linear(name, found) for name, found in every.items()}
        if any(other != every[self.first] for other in every.values()):
            raise NotSymbolicError(f"{symbol} changes in classes that are not told")
        self.left = every[self.first]
        return super()._atom(symbol, atom)

    def _told(self, symbol: Any, terms: Mapping[str, Terms]) -> dict[str, Any]:
        found = super()._told(symbol, terms)
        return {name: value + self.linear[name] for name, value in found.items()}

    def _without_linear(self, output: str, terms: Terms) -> Terms:
        """Take away what is a multiple of one count of one class, which all classes have so much of as that adds up to.

        It adds nothing where the class does not count, or counts always.
        """
        found: Terms = Counter()
        for (kind, there, term), often in terms.items():
            monomials = sympy.Add.make_args(sympy.expand(term)) if kind == "one" else ()
            alone = [each for each in monomials if _is_linear(each, there, self.shared)]
            rest = in_one_way(term - sympy.Add(*alone)) if alone else term
            self.linear[output] += often * self.shared.matrices[output].total(sympy.Add(*alone))
            if rest != 0:
                found[kind, there, rest] += often
        return found

    def _rest(self, symbol: object, atom: Any, told: object, *, signed: bool) -> Any:
        return super()._rest(symbol, atom, told, signed=signed or not self._is_nonnegative(atom))

    def _is_nonnegative(self, atom: Any) -> bool:
        if atom.body.is_nonnegative and not any(self.linear.values()):
            return True
        terms = [key[-1] for key in self.left]
        each = set[Any]().union(*(term.free_symbols for term in terms)) - {*self.case.generators}
        return all(
            term.is_rational_function()
            and rational_sign(term, self.case.positive, [*self.case.nonnegative, *each]) in ABOVE
            for term in terms
        )


def _is_linear(term: Any, there: Any, shared: ManyShared) -> bool:
    """Whether a term is a multiple of one count of a class, and 0 where something else that has it is 0."""
    own = [each for each in term.free_symbols if str(each).startswith("each:")]
    if len(own) != 1 or (there is not None and own[0] not in there.free_symbols):
        return False
    times = sympy.cancel(term / own[0])
    below = sympy.fraction(times)[1]
    return times.is_rational_function() and own[0] not in times.free_symbols and shared.positive(below)


class ManyFolded(ManyShared, Folded):
    """The same, with one generator for what any two reductions have in common."""

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return how many classes are not empty, the same wherever the same totals are counted."""
        side, matrix = COUNTED[str(symbol)], self.matrices[output]
        totals = (self.plain(total) for total in getattr(self.found[output], side) if total != 0)
        key = frozenset(Counter(totals).items()), vanishing(matrix.each(side)), matrix.is_full(side)
        if key not in self.used:
            self.used[key] = self.case.unnamed("positive", str(symbol), measured(symbol, output))
        return self.used[key]

    def filled(self, formula: Formula) -> ParametricCase:
        """Return its case."""
        return counted_from_one(_ManyFoldedFacts(self, formula).case, formula)


class _ManyFoldedFacts(FurtherClasses, FoldedFacts):
    """Fills a case with one generator for each different sum of terms."""

    shared: ManyFolded

    def _require_covered(self, symbol: object, atom: Any) -> None:
        if atom.domain not in ("largest", "smallest"):
            super()._require_covered(symbol, atom)

    def _folded(self, symbol: object, atom: Any, output: str) -> Any:
        self._require_covered(symbol, atom)
        terms = self._sorted(output, atom, self._places(output, atom))
        others = self._others(output, atom)
        key: Any = frozenset(terms.items()), frozenset(others.items())
        if not terms and not others:
            return sympy.S.Zero
        if atom.domain not in (*SIDES, "cells", "all_cells"):
            key = atom.domain, output
        if key not in self.known:
            above = atom.body.is_nonnegative or _sign_in_cells(atom, atom.body) in ABOVE
            sign: GeneratorSign = "nonnegative" if above else "real"
            if above and self._some_there(output, atom):
                sign = "positive"
            self.known[key] = self.case.unnamed(sign, f"{symbol}", measured(symbol, output))
        return self.known[key]

    def _some_there(self, output: str, atom: Count) -> bool:
        """Whether a sum, or the largest one, has a positive term: of a cell of the others of which one has items."""
        if atom.domain not in ("cells", "largest"):
            return False
        for _, condition, offers in self._rows_of_others(output, atom.domain):
            total = self.shared.matrices[output].total(condition)
            if any({*members} <= total.free_symbols for members in self.case.sums if total.is_Symbol):
                body = atom.body.xreplace({each: offers[str(each)] for each in APART if str(each) in offers})
                if _sign_in_cells(atom, body) == "positive":
                    return True
        return False


def _sign_in_cells(atom: Count, body: Count) -> Count:
    """Return the sign of a term of cells that hold items, None where that is open or other rows are meant."""
    if atom.domain not in ("cells", "largest", "smallest") or not body.is_rational_function():
        return None
    return rational_sign(body, IN_CELLS, body.free_symbols - {*IN_CELLS})


class ManyClassByClass(ManyShared, ClassByClass):
    """The same, with sums over classes that are compared class by class, the other ones as one of them."""

    @classmethod
    def suits(cls, formula: Formula) -> bool:
        """Whether all reductions are sums over classes."""
        return ClassByClass.suits(formula) and all(
            atom.domain in SIDES for atom in formula.normal.atoms.values()
        )

    @cached_property
    def compared(self) -> Any:
        """Both outputs as sums of counts, and the counts of every class in both; raises NotSymbolicError."""
        found = {name: matrix.beside for name, matrix in self.matrices.items()}
        *chosen, (sums, groups) = counts_of(found.values())
        own = {each: total for matrix in self.matrices.values() for each, total in matrix.totals.items()}
        both = tuple(group | {own[each] for each in group if each in own} for group in groups)
        return found, [*chosen, (sums, both)]

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return nothing yet: the numbers of classes are told with the sums over them."""
        return ClassByClass.used_classes(self, symbol, output)

    def filled(self, formula: Formula) -> ParametricCase:
        """Return its case."""
        return ClassByClass.filled(self, formula)
