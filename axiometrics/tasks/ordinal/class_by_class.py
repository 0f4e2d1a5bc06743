"""Sums over classes in a proof, each as another one that is never larger and what it has beyond that, class by class.

Numbers of classes are such sums. Where no class has less in one of two sums than in the other, a generator that is
never negative stands for what the sums differ by. What is left to the signs of coefficients is how the formula is made
of the sums. Extremes over classes of the two outputs are compared in the same way (`class_rows`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.polynomials import multiplied_out
from axiometrics.formulas.arithmetics.signs import ABOVE
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Undefined
from axiometrics.tasks.ordinal.chooser import Template
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
from axiometrics.tasks.ordinal.quantities import COUNTED, SIDES, Quantities, condition_of, told
from axiometrics.tasks.ordinal.used_classes import WithUsedClasses
from axiometrics.tasks.ordinal.view import VARIABLES, K, N
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured

__all__ = ["ClassByClass", "WrittenOut"]

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


class WrittenOut(WithUsedClasses):
    """Sums of products of counts, multiplied out in the counts of all cells; the items are known to be 1 at least.

    Terms of classes and cells that may be empty are 0 where these are, so that it does not matter whether they count.
    """

    def __init__(self, case: ParametricCase, template: Template) -> None:
        self.case, self.matrices = case, template.outputs
        self.first = next(iter(template.outputs))
        self.found = {name: written_out(matrix) for name, matrix in template.outputs.items()}
        case.outputs = {
            name: self.further(found) | {N: sympy.expand(self._items(name)), K: sympy.Integer(found.classes)}
            for name, found in self.found.items()
        }
        case.by_sums = True

    def _items(self, output: str) -> Any:
        matrix = self.matrices[output]
        return (matrix if matrix.like is None else matrix.like).items

    @classmethod
    def suits(cls, formula: Formula) -> bool:
        """Whether all reductions of a formula are sums of products of counts, beside which no classes are counted."""
        atoms = formula.normal.atoms.values()
        plain = all(
            (atom.domain in SIDES or atom.domain in ("cells", "all_cells"))
            and {*VARIABLES} >= atom.body.free_symbols
            and atom.body.is_polynomial()
            for atom in atoms
        )
        counted = {str(symbol) for symbol in formula.normal.expression.free_symbols} & {*COUNTED}
        return bool(atoms) and plain and not counted

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula; raises NotSymbolicError."""
        case = self.copied()
        counts = {str(symbol): known.meaning for symbol, known in case.generators.items()}
        case.told = lambda: {**told(self, formula), "counts": counts}
        for name, found in self.found.items():
            own = {symbol: _multiplied_out(found, atom) for symbol, atom in formula.normal.atoms.items()}
            read = formula.normal.expression.free_symbols
            case.outputs[name] = {
                symbol: value for symbol, value in (case.outputs[name] | own).items() if symbol in read
            }
        return _together(case)


def _together(case: ParametricCase) -> ParametricCase:
    """Return a case in which counts that the values are only the sum of are one generator."""
    if not case.generators:
        raise NotSymbolicError("counts that are no symbols")
    values = [
        sympy.Poly(value, *case.generators) for known in case.outputs.values() for value in known.values()
    ]
    alike: dict[Any, list[Any]] = {}
    for symbol in case.generators:
        slopes = tuple(value.diff(symbol) for value in values)
        alike.setdefault(slopes, []).append(symbol)
    for first, *others in alike.values():
        if others and all(case.generators[each].sign == "nonnegative" for each in (first, *others)):
            meant = sum(case.generators[each].definition for each in (first, *others))
            some = any({first, *others} >= {*members} for members in case.sums)
            sign: GeneratorSign = "positive" if some else "nonnegative"
            made = case.unnamed(sign, " + ".join(map(str, (first, *others))), meant)
            by = {first: made, **dict.fromkeys(others, sympy.S.Zero)}
            for known in case.outputs.values():
                known |= {symbol: sympy.sympify(value).xreplace(by) for symbol, value in known.items()}
            left = {first: made, **dict.fromkeys(others, made)}
            both = [tuple(dict.fromkeys(left.get(each, each) for each in members)) for members in case.sums]
            case.sums += [
                members for members in both if members not in case.sums and (made not in members or not some)
            ]
    written = [sympy.sympify(value) for known in case.outputs.values() for value in known.values()]
    used = set[Any]().union(*(value.free_symbols for value in written))
    case.generators = {symbol: known for symbol, known in case.generators.items() if symbol in used}
    return case


def _multiplied_out(found: Quantities, atom: Any) -> Any:
    """Return a sum over cells or classes in counts. Raises NotSymbolicError where an empty one may add something."""
    places = range(found.classes)
    total = sympy.S.Zero
    for i, j in product(places, places) if atom.domain not in SIDES else ((k, k) for k in places):
        known = {
            each: found.offer(place, i, j) for place, each in enumerate(VARIABLES) if atom.body.has(each)
        }
        term = multiplied_out(
            atom.body.xreplace({each: sympy.sympify(value) for each, value in known.items()})
        )
        if not _adds_nothing_empty(term, condition_of(found, atom.domain, i, j)):
            raise NotSymbolicError(f"a class without items may add to {atom.domain}")
        total += term
    return sympy.expand(total)


def _adds_nothing_empty(term: Any, condition: Any) -> bool:
    """Whether a term counts always, or is 0 where it does not: where all counts that its condition adds up are 0."""
    if condition is None:
        return True
    items = sympy.expand(condition)
    constant, parts = items.as_coeff_Add()[0], sympy.Add.make_args(items)
    if any(part.as_coeff_Mul()[0] < 0 for part in parts):
        return False
    empty = dict.fromkeys(items.free_symbols, sympy.S.Zero)
    return bool(constant > 0 or sympy.expand(sympy.sympify(term).xreplace(empty)) == 0)


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
