"""Sums over classes in a proof, each as another one that is never larger and what it has beyond that, class by class.

Numbers of classes are such sums. Where no class has less in one of two sums than in the other, a generator that is
never negative stands for what the sums differ by. What is left to the signs of coefficients is how the formula is made
of the sums. Extremes over classes of the two outputs are compared in the same way. What is asked of a class is a sum of
few terms in counts. Counts that occur together only are one symbol, so that the same is asked of most classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import ABOVE, Sign, Terms, sum_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Undefined
from axiometrics.tasks.ordinal.chooser import Matrix
from axiometrics.tasks.ordinal.quantities import COUNTED, SIDES, Quantities, told
from axiometrics.tasks.ordinal.used_classes import WithUsedClasses
from axiometrics.tasks.ordinal.view import VARIABLES, K
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured

TURNS = {"smallest": 1, "largest": -1}
"""The largest is the smallest of what is turned round."""
Node = tuple[Any, str]
"""A sum over classes, or a number of them, of an output."""
Form = dict[Node, Any]
"""How often sums are added."""
Row = tuple[Terms, tuple[frozenset[Any], ...]]
"""Terms in symbols m0, m1, ... that stand for the sums of counts that occur together only, and these counts."""
Told = tuple[list[tuple[Any, Any]], tuple[frozenset[Any], ...]]
"""The items of classes with what their cells add up to, and the counts that the symbols in these stand for."""


def plus(one: Form, other: Form, times: Any = 1) -> Form:
    """Add a multiple of sums to others."""
    found = {node: one.get(node, 0) + times * other.get(node, 0) for node in {**one, **other}}
    return {node: count for node, count in found.items() if count}


def written_out(matrix: Matrix) -> Quantities:
    """Return the totals of a matrix as sums of its entries, or of those of the one that has the same gold."""
    found = Quantities(matrix.rows, like=matrix.like)
    if matrix.like is not None:
        found.__dict__["gold"] = Quantities(matrix.like.rows).gold
    return found


def counts_of(outputs: Iterable[Quantities]) -> list[Any]:
    """Return the right items of every class, its items and those of the system, of one output after the other."""
    first, *others = found = list(outputs)
    if len(others) != 1 or first.classes != others[0].classes:
        raise NotSymbolicError("only classes of two outputs with as many of them are compared")
    return [
        merged([n for each in found for n in (each.rows[k][k], each.gold[k], each.system[k])])
        for k in range(first.classes)
    ]


def merged(entries: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[frozenset[Any], ...]]:
    """Return sums with one symbol for all counts that are in the same of them, and which counts these are."""
    return _merged(tuple(map(sympy.sympify, entries)))


@lru_cache(maxsize=1 << 14)
def _merged(entries: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[frozenset[Any], ...]]:
    rows: dict[Any, list[Any]] = {}
    constants = []
    for place, entry in enumerate(entries):
        plain, terms = sympy.expand(entry).as_coeff_add()
        constants.append(plain)
        for times, symbol in (term.as_coeff_Mul() for term in terms):
            if not symbol.is_Symbol:
                raise NotSymbolicError(f"{entry} is no sum of counts")
            rows.setdefault(symbol, [sympy.S.Zero] * len(entries))[place] = times
    alike: dict[tuple[Any, ...], set[Any]] = {}
    for symbol, row in rows.items():
        alike.setdefault(tuple(row), set()).add(symbol)
    kinds = sorted(alike)
    sums = (
        sum((row[place] * _symbol(k) for k, row in enumerate(kinds)), constant)
        for place, constant in enumerate(constants)
    )
    return tuple(sums), tuple(frozenset(alike[row]) for row in kinds)


@lru_cache(maxsize=256)
def _symbol(number: int) -> Any:
    return sympy.Symbol(f"m{number}", nonnegative=True)


def sign_of(row: Row, positive: Iterable[int] = ()) -> Sign | None:
    """Return the sign of what terms add up to, where some of their symbols are known to be positive."""
    terms, groups = row
    told_ = tuple((times, sympy.sympify(there), sympy.sympify(term)) for times, there, term in terms if times)
    return sum_sign(told_, frozenset(map(_symbol, range(len(groups)))), frozenset(map(_symbol, positive)))


def is_positive(rows: Sequence[Row], sums: Iterable[Sequence[Any]], there: int | None = None) -> bool:
    """Whether a sum of what is never negative is positive, whichever member of some sum that is never zero is that.

    Only for the first rows, if it is given how many are ``there``, it is known that there is such a class.
    """
    if any(sign_of(row) == "positive" for row in rows[:there]):
        return True
    return any(
        all(
            any(
                member in group and sign_of(row, [k]) == "positive"
                for row in rows
                for k, group in enumerate(row[1])
            )
            for member in members
        )
        for members in sums
    )


@dataclass(frozen=True)
class Extremes:
    """The smallest over the classes of either output of what a body adds up to in the cells, turned round or not."""

    body: Any
    turn: int
    found: Mapping[str, Quantities]
    sums: Sequence[Sequence[Any]]
    known: dict[Any, Told] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def classes(self) -> range:
        """The places of all classes."""
        return range(max(found.classes for found in self.found.values()))

    def beyond(self, one: str, other: str) -> GeneratorSign | None:
        """Return a sign of the smallest of all classes in one output, less that in the other; both turned round."""
        if any(found.like is not None for found in self.found.values()):
            return None  # the cells of one do not tell which classes are there
        for i in self.classes:  # one that is always there in the other output, and smaller than all here
            (_, (items, _)), groups = self._told((one, i), (other, i))
            there = sign_of((((1, sympy.S.One, items),), groups)) == "positive"
            rows = (self._apart(one, j, other, i, beyond=1) for j in self.classes)
            if there and all(sign_of(row) == "positive" for row in rows):
                return "positive"
        for bound in (0, self.turn):
            more = (self._from(bound, self.turn, one, j) for j in self.classes)
            less = [self._from(-bound, -self.turn, other, j) for j in self.classes]
            if all(sign_of(row) in ABOVE for row in (*less, *more)) and is_positive(less, self.sums):
                return "positive"
        same = (self._apart(one, j, other, j) for j in self.classes)
        if all(sign_of(row) in ABOVE for row in same) and all(
            self._follows(one, other, j) for j in self.classes
        ):
            return "nonnegative"
        return None

    def _follows(self, one: str, other: str, j: int) -> bool:
        """Whether a class is there in one output only where it is there in the other."""
        ((a, _), (b, _)), groups = self._told((one, j), (other, j))
        return sign_of((((1, a * b, 1), (-1, a, 1)), groups)) in ABOVE

    def _apart(self, one: str, j: int, other: str, i: int, beyond: int = 0) -> Row:
        """Return what a class has that another one lacks; ``beyond`` is what it is where the class is not there."""
        ((a, value), (b, less)), groups = self._told((one, j), (other, i))
        return (
            (self.turn, a, value),
            (-self.turn, a * b, less),
            (beyond, sympy.S.One, 1),
            (-beyond, a, 1),
        ), groups

    def _from(self, bound: int, turn: int, output: str, j: int) -> Row:
        """Return what a class has, turned round, less a bound."""
        ((items, value),), groups = self._told((output, j))
        return ((turn, items, value), (-bound, items, sympy.S.One)), groups

    def _told(self, *places: tuple[str, int]) -> Told:
        """Return the items of classes and what their cells add up to."""
        if places not in self.known:
            self.known[places] = self._added(*places)
        return self.known[places]

    def _added(self, *places: tuple[str, int]) -> Told:
        columns = []
        for output, j in places:
            found = self.found[output]
            some = range(found.classes if j < found.classes else 0)
            columns.append([found.gold[j], *(found.rows[i][j] for i in some)] if some else [sympy.S.Zero])
        sums, groups = merged([entry for column in columns for entry in column])
        left, told_ = list(sums), []
        for (_, j), column in zip(places, columns, strict=True):
            items, *cells = left[: len(column)]
            del left[: len(column)]
            told_.append(
                (
                    items,
                    sum((_cell(self.body, c, items, abs(i - j)) for i, c in enumerate(cells)), sympy.S.Zero),
                )
            )
        return told_, groups


@lru_cache(maxsize=1 << 14)
def _cell(body: Any, count: Any, items: Any, apart: int) -> Any:
    known = {"c": count, "g": items, "e": sympy.Integer(apart != 0), "d": sympy.Integer(apart)}
    return body.xreplace({each: known[str(each)] for each in body.free_symbols})


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

    def told_outputs(self, formula: Formula) -> dict[str, Any]:
        """Return the rows of every output as data."""
        return told(self, formula)

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
        self.case.told, self.case.substituted = lambda: shared.told_outputs(formula), True
        self.found, self.counts = shared.compared
        self.there = len(self.counts) - shared.further_classes
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
        return is_positive(list(self._rows(form)), self.case.sums, self.there)

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
