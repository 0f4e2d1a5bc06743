"""Sums over classes in a proof, each as another one that is never larger and what it has beyond that, class by class.

Numbers of classes are such sums. Where no class has less in one of two sums than in the other, a generator that is
never negative stands for what the sums differ by. What is left to the signs of coefficients is how the formula is made
of the sums. Extremes over classes of the two outputs are compared in the same way (`class_rows`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import ABOVE
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Undefined
from axiometrics.tasks.ordinal.class_rows import (
    TURNS,
    Extremes,
    Form,
    Node,
    Row,
    counts_of,
    is_positive,
    plus,
    sign_of,
    written_out,
)
from axiometrics.tasks.ordinal.quantities import COUNTED, SIDES, Quantities, told
from axiometrics.tasks.ordinal.used_classes import WithUsedClasses
from axiometrics.tasks.ordinal.view import VARIABLES, K
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured

__all__ = ["ClassByClass"]

OF_CLASSES, OF_CELLS = frozenset("cgs"), frozenset("cged")
"""What bodies may read: counts of the class, or of a cell with how far its classes are apart."""
HALF = sympy.Rational(1, 2)


class ClassByClass(WithUsedClasses):
    """The totals of both outputs of a template; sums over classes are compared."""

    last = True

    @classmethod
    def suits(cls, formula: Formula) -> bool:
        """Whether all reductions of a formula are over classes, and read nothing but counts."""
        atoms = formula.normal.atoms.values()
        return bool(atoms) and not formula.normal.partial and all(map(_is_by_class, atoms))

    @cached_property
    def compared(self) -> tuple[dict[str, Quantities], list[Any]]:
        """Both outputs as sums of counts, and the counts of every class in both; raises NotSymbolicError."""
        found = {name: written_out(matrix) for name, matrix in self.matrices.items()}
        return found, counts_of(found.values())

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return nothing yet: the numbers of classes are told with the sums over them."""
        return sympy.S.Zero

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula; raises NotSymbolicError."""
        return _Compared(self, formula).case


def _is_by_class(atom: Any) -> bool:
    known = OF_CLASSES if atom.domain in SIDES else OF_CELLS if atom.domain in TURNS else ()
    alone = atom.domain in SIDES or atom.body.subs(VARIABLES[0], 0) == 0  # cells without items do not count
    return alone and {*map(str, atom.body.free_symbols)} <= {*known} and not atom.body.has(Undefined)


class _Compared:
    """Fills a case with the values of sums over classes; raises NotSymbolicError."""

    def __init__(self, shared: ClassByClass, formula: Formula) -> None:
        self.case, self.atoms = shared.copied(), formula.normal.atoms
        self.case.told, self.case.substituted = lambda: told(shared, formula), True
        self.found, self.counts = shared.compared
        self.terms: dict[Any, tuple[Any, Any]] = {}
        self.above: dict[Any, bool] = {}
        self.made: dict[Any, Form] = {}
        self.values: dict[Node, Any] = {}
        whole = formula.normal.expression.free_symbols
        self._sums([symbol for symbol in (K, *shared.counted) if symbol in whole])
        for symbol, atom in self.atoms.items():
            if atom.domain in TURNS:
                self._extreme(symbol, atom)
        for (symbol, output), value in self.values.items():
            self.case.outputs[output][symbol] = value

    def _generator(self, form: Form, sign: GeneratorSign) -> Any:
        definition = sum(count * measured(symbol, output) for (symbol, output), count in form.items())
        return self.case.unnamed(sign, f"{definition}, class by class", definition)

    # --- sums

    def _sums(self, counted: Sequence[Any]) -> None:
        """Tell every sum by one that is never larger, beginning with those of the output that has less."""
        first, second = self.found
        atoms = [symbol for symbol, atom in self.atoms.items() if atom.domain in SIDES]
        rising = [self._is_less((symbol, first), (symbol, second)) for symbol in atoms]
        low, high = (first, second) if all(rising) else (second, first)
        numbers = [(symbol, output) for output in self.found for symbol in counted]
        order = sorted(numbers, key=lambda one: sum(self._is_less(other, one) for other in numbers))
        for node in (*((symbol, low) for symbol in atoms), *order, *((symbol, high) for symbol in atoms)):
            self.values[node] = self._value(node)
        open_ = [made for made in self.made if self.case.generators[made].sign == "nonnegative"]
        pairs = combinations(open_, 2)
        self.case.sums += [two for two in pairs if self._some(plus(self.made[two[0]], self.made[two[1]]))]

    def _value(self, node: Node) -> Any:
        """Tell a sum by the largest one that is no larger, and by what others are known to differ by."""
        value: Any = sympy.S.Zero
        form: Form = {node: 1}
        below = [other for other, told_ in self.values.items() if told_ != 0 and self._is_less(other, node)]
        if below:
            alike = {one: self._side(one) == self._side(node) for one in below}
            least = max(
                below, key=lambda one: (sum(self._is_less(other, one) for other in below), alike[one])
            )
            if self._is_less(node, least):
                return self.values[least]
            known = [(self.values[least], {least: 1})] * 2
            for told_, less in known + [each for each in self.made.items() if not sum(each[1].values())]:
                for times in (1, HALF):
                    if self._is_above(plus(form, less, -times)):
                        value, form = value + times * told_, plus(form, less, -times)
                        break
        sign: GeneratorSign = "nonnegative" if self._is_above(form) else "real"
        if sign != "real" and self._is_above(plus({}, form, -1)):
            return value
        made = self._generator(form, "positive" if sign != "real" and self._some(form) else sign)
        self.made[made] = form
        return value + made

    def _side(self, node: Node) -> str:
        """Return which items or labels the classes have that a sum is over."""
        symbol = node[0]
        return SIDES[self.atoms[symbol].domain] if symbol in self.atoms else COUNTED.get(str(symbol), "")

    def _is_less(self, one: Node, other: Node) -> bool:
        """Whether no class has more in one sum than in another one."""
        return self._is_above(plus({other: 1}, {one: 1}, -1))

    def _is_above(self, form: Form) -> bool:
        key = frozenset(form.items())
        if key not in self.above:
            self.above[key] = all(sign_of(row) in ABOVE for row in self._rows(form))
        return self.above[key]

    def _some(self, form: Form) -> bool:
        return is_positive(list(self._rows(form)), self.case.sums)

    def _rows(self, form: Form) -> Iterable[Row]:
        for k, (counts, groups) in enumerate(self.counts):
            for node in form:
                if (node, k) not in self.terms:
                    self.terms[node, k] = self._term(node, k, counts)
            yield tuple((times, *self.terms[node, k]) for node, times in form.items()), groups

    def _term(self, node: Node, k: int, counts: Sequence[Any]) -> tuple[Any, Any]:
        symbol, output = node
        place = 3 * list(self.found).index(output)
        known = dict(zip("cgs", counts[place : place + 3], strict=True))
        sides = {"gold": known["g"], "system": known["s"], "labels": known["g"] + known["s"]}
        if symbol == K:
            return sympy.Integer(k < self.found[output].classes), sympy.S.One
        if symbol in self.atoms:
            atom = self.atoms[symbol]
            body = atom.body.xreplace({each: known[str(each)] for each in atom.body.free_symbols})
            return sides[SIDES[atom.domain]], body
        return sides[COUNTED[str(symbol)]], sympy.S.One

    # --- extremes

    def _extreme(self, symbol: Any, atom: Any) -> None:
        """Tell an extreme by that of the other output, which is never larger."""
        turn = TURNS[atom.domain]
        extremes = Extremes(atom.body, turn, self.found, self.case.sums)
        for low, high in (tuple(self.found), tuple(self.found)[::-1]):
            sign = extremes.beyond(*((high, low) if turn > 0 else (low, high)))
            if sign:
                kind: GeneratorSign = "nonnegative" if atom.body.is_nonnegative else "real"
                self.values[symbol, low] = self._generator({(symbol, low): 1}, kind)
                beyond = self._generator({(symbol, high): 1, (symbol, low): -1}, sign)
                self.values[symbol, high] = self.values[symbol, low] + beyond
                return
        raise NotSymbolicError(f"{symbol} changes")
