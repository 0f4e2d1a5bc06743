"""What a cell of a matrix offers, once for single matrices of expressions and for arrays of cells of many matrices."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from itertools import compress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

import sympy

from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.single_output import Made, PlainRows
from axiometrics.tasks.ordinal.chooser import Matrix
from axiometrics.tasks.ordinal.view import VARIABLES, N
from axiometrics.tasks.parametric import ParametricCase, measured

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula
    from axiometrics.tasks.ordinal.facts import Shared

SIDES = MappingProxyType({"present": "gold", "assigned": "system", "used": "labels"})
"""The totals that are not zero for the classes that a domain runs over."""
NAMES = tuple(map(str, VARIABLES))
COUNTED = MappingProxyType({"P": "gold", "S": "system", "U": "labels"})
"""The totals whose classes a quantity counts."""


class Totals(Protocol):
    """The counts and totals that every offer is made of; classes are counted from 0, and may be arrays."""

    def count(self, i: Any, j: Any) -> Any:
        """Items of true class j that are assigned to class i."""

    def number(self, k: Any) -> Any:
        """What a class stands for."""

    def distance(self, i: Any, j: Any) -> Any:
        """How far what two classes stand for is apart."""

    def total(self, side: str, k: Any) -> Any:
        """``gold`` or ``system`` items of a class, or its ``labels``, which are both."""

    def before(self, side: str, k: Any) -> Any:
        """The totals of all classes below class k."""

    def corner(self, i: Any, j: Any) -> Any:
        """Items that are assigned below class i and are of classes below j."""


class Quantities(Matrix):
    """The totals of one matrix, whose entries are whole numbers or expressions."""

    @cached_property
    def labels(self) -> list[Any]:
        """Gold and system labels of each class."""
        return [gold + system for gold, system in zip(self.gold, self.system, strict=True)]

    @cached_property
    def _sums(self) -> dict[str, list[Any]]:
        return {side: _before(getattr(self, side)) for side in ("gold", "system", "labels")}

    @cached_property
    def _corners(self) -> list[list[Any]]:
        found = [[0] * (self.classes + 1)]
        for row in self.rows:
            found.append([above + here for above, here in zip(found[-1], _before(row), strict=True)])
        return found

    def count(self, i: int, j: int) -> Any:
        """Return a cell's items."""
        return self.rows[i][j]

    def number(self, k: int) -> Any:
        """Return the class's number: nothing else is known of parametric matrices."""
        return k + 1

    def distance(self, i: int, j: int) -> Any:
        """Return how far the numbers of two classes are apart."""
        return abs(i - j)

    def total(self, side: str, k: int) -> Any:
        """Return a class's total."""
        return getattr(self, side)[k]

    def before(self, side: str, k: int) -> Any:
        """Return the totals of the classes below."""
        return self._sums[side][k]

    def corner(self, i: int, j: int) -> Any:
        """Return the items above and to the left."""
        return self._corners[i][j]

    def offer(self, place: int, i: int, j: int) -> Any:
        """Return what a cell offers for one of the view's variables, counted from 0."""
        name = NAMES[place]
        found = offered(name, self, i, j)
        return found * sympy.Rational(1, 2) if name in HALVES else found


class Single(Quantities):
    """One matrix of counts, which writes its rows as lists."""

    @cached_property
    def gold(self) -> list[int]:
        """Items of each true class."""
        return list(map(sum, zip(*self.rows, strict=True)))

    @cached_property
    def system(self) -> list[int]:
        """Items assigned to each class."""
        return list(map(sum, self.rows))

    @property
    def items(self) -> int:
        """All items."""
        return sum(map(sum, self.rows))

    def number(self, k: int) -> Any:
        """Return what a class stands for."""
        return k + 1 if self.values is None else float(self.values[k])

    def distance(self, i: int, j: int) -> Any:
        """Return how far what two classes stand for is apart."""
        return abs(i - j) if self.values is None else float(abs(self.values[i] - self.values[j]))

    def plain_rows(self, domain: str) -> PlainRows:
        """Return the cells, the classes as the cells of their right items, or the cells true class by true class."""
        some = range(self.classes)
        if domain == "cells":
            flat = [n for row in self.rows for n in row]
            return PlainRows(len(flat) - flat.count(0), partial(self._of_cells, flat))
        if domain in SIDES:
            side = getattr(self, SIDES[domain])
            return self._rows([(k, k) for k in some if side[k]])
        if domain in ("largest", "smallest"):
            places = [(i, j) for j in some for i in some if self.rows[i][j]]
            return self._rows(places)._replace(fold=domain, group=[j for _, j in places])
        return self._rows([(i, j) for i in some for j in some])

    def _of_cells(self, flat: Sequence[int], name: str) -> Iterable[Any]:
        """Return what the cells with items offer: of many variables all is known from the classes or their totals."""
        if name == "c":
            return filter(None, flat)
        if name in FIXED and (self.values is None or name in "ijte"):
            return compress(_fixed(name, self.classes), flat)
        if name in TOTALED:
            side, axis = TOTALED[name]
            totals = getattr(self, side)
            every = totals * self.classes if axis else [each for each in totals for _ in totals]
            return compress(every, flat)
        some = range(self.classes)
        return self._rows([(i, j) for i in some for j in some if self.rows[i][j]]).column(name)

    def _rows(self, places: Sequence[tuple[int, int]]) -> PlainRows:
        def column(name: str) -> list[Any]:
            offer = OFFERED[name]
            found = [offer(self, i, j) for i, j in places]
            return [each / 2 for each in found] if name in HALVES else found

        return PlainRows(len(places), column)

    sums: frozenset[str] = frozenset()

    @property
    def columns(self) -> Made:
        """The quantities of the matrix."""
        return Made(self.quantity)

    def at_once(self, formula: object, place: int) -> None:
        """Leave what runs over many rows to the batch."""

    def quantity(self, name: str) -> int:
        """Return the items, the right ones, the classes, or those that one side or both use."""
        if name == "D":
            return int(sum(row[place] for place, row in enumerate(self.rows)))
        if name in COUNTED:
            return sum(map(bool, getattr(self, COUNTED[name])))
        return self.items if name == "N" else self.classes


def offered(name: str, of: Totals, i: Any, j: Any) -> Any:
    """Return what cells offer for one of the view's variables, twice that where it is one of the `HALVES`."""
    return OFFERED[name](of, i, j)


def _before(values: Sequence[Any]) -> list[Any]:
    found: list[Any] = [0]
    for value in values:
        found.append(found[-1] + value)
    return found


def _between(of: Totals, side: str, i: Any, j: Any) -> Any:
    """Return the totals of all classes from one to the other, both included."""
    low, high = (i + j - abs(i - j)) // 2, (i + j + abs(i - j)) // 2
    return of.before(side, high + 1) - of.before(side, low)


HALVES = frozenset("hopq")
FIXED = frozenset("ijtexyd")
"""What depends on the classes alone where these have no values."""
TOTALED = {
    "g": ("gold", 1),
    "s": ("system", 0),
    "l": ("gold", 0),
    "m": ("system", 1),
    "a": ("labels", 0),
    "b": ("labels", 1),
}
"""What is a total of the assigned class (0) or of the true one (1)."""


@cache
def _fixed(name: str, classes: int) -> list[Any]:
    """Return what every cell of so many classes offers of what is fixed, row by row."""
    some, of = range(classes), Single(tuple((0,) * classes for _ in range(classes)))
    return [OFFERED[name](of, i, j) for i in some for j in some]


def _total(name: str) -> Any:
    side, axis = TOTALED[name]
    return lambda of, i, j: of.total(side, j if axis else i)


OFFERED: dict[str, Any] = {
    "c": lambda of, i, j: of.count(i, j),
    "i": lambda of, i, j: i + 1,
    "j": lambda of, i, j: j + 1,
    "x": lambda of, i, j: of.number(i),
    "y": lambda of, i, j: of.number(j),
    "d": lambda of, i, j: of.distance(i, j),
    "t": lambda of, i, j: abs(i - j),
    "e": lambda of, i, j: (i != j) * 1,
    "h": lambda of, i, j: 2 * _between(of, "gold", i, j) - of.total("gold", i),
    "o": lambda of, i, j: 2 * _between(of, "labels", i, j) - of.total("labels", i) - of.total("labels", j),
    "p": lambda of, i, j: 2 * of.before("system", i) + of.total("system", i) + 1,
    "q": lambda of, i, j: 2 * of.before("gold", j) + of.total("gold", j) + 1,
    "u": lambda of, i, j: of.corner(i, j),
    "v": lambda of, i, j: of.before("system", i) - of.corner(i, j + 1),
} | {name: _total(name) for name in TOTALED}
"""Every variable of the view, at an assigned and a true class."""


def told_counts(whole: Quantities) -> dict[str, Any]:
    """Return every count and total by its name in certificates."""
    cells = {f"c_{i}_{j}": n for i, row in enumerate(whole.rows, 1) for j, n in enumerate(row, 1)}
    sides = {
        f"{side[0]}_{k}": n for side in ("gold", "system") for k, n in enumerate(getattr(whole, side), 1)
    }
    return cells | sides


def told_rows(whole: Quantities, domain: str, asked: Collection[str]) -> list[dict[str, Any]]:
    """Return the rows that a domain runs over: what each cell offers of what is asked for."""
    places = range(whole.classes)
    alone = domain in SIDES
    rows = []
    for j, i in ((j, i) for j in places for i in places if not alone or i == j):
        condition = condition_of(whole, domain, i, j)
        columns = {str(name): whole.offer(k, i, j) for k, name in enumerate(VARIABLES) if str(name) in asked}
        if condition is None or sympy.sympify(condition) != 0:
            rows.append({**columns, **({} if condition is None else {"if": condition}), "group": str(j)})
    return (
        rows
        if domain in ("largest", "smallest")
        else [{name: value for name, value in row.items() if name != "group"} for row in rows]
    )


def condition_of(found: Quantities, domain: str, i: int, j: int) -> Any:
    """Return what a cell's term counts with: it does where this is not zero; None for everywhere."""
    if domain == "all_cells":
        return None
    return getattr(found, SIDES[domain])[i] if domain in SIDES else found.rows[i][j]


def scales_of(
    found: Mapping[str, Quantities], case: ParametricCase, counted: Sequence[Any], *, further: bool = False
) -> dict[str, Any] | None:
    """Return what every output has the items of the first output times, cell by cell; None where that is no number > 0.

    The number of classes, and of those with items or labels, must be one symbol in all outputs.
    """
    first, *others = found.values()
    wholes = [[known[name] for name in counted] for known in case.outputs.values()]
    if not others or (first.classes == 0 and not further) or any(whole != wholes[0] for whole in wholes):
        return None
    scales: dict[str, Any] = {}
    for name, one in found.items():
        scale = sympy.cancel(one.items / first.items)
        pairs = zip(sum(one.rows, ()), sum(first.rows, ()), strict=True)
        positive = rational_sign(scale, case.positive, case.nonnegative) == "positive"
        if not positive or any(sympy.expand(entry - scale * other) != 0 for entry, other in pairs):
            return None
        scales[name] = scale
    return scales if any(scale != 1 for scale in scales.values()) else None


def vanishing(total: Any) -> Any:
    """Return a total without the factors that are never zero: it is zero where all of its multiples are."""
    if all(len(term.free_symbols) < 2 for term in sympy.Add.make_args(sympy.expand(total))):
        return total
    return sympy.Mul(*(part for part, _ in factors(total) if not sympy.Poly(part).TC()))


@lru_cache(maxsize=1 << 12)
def factors(total: Any) -> tuple[tuple[Any, int], ...]:
    """Return the factors of a polynomial with their powers, without the constant one; many parts ask for the same."""
    return tuple(sympy.factor_list(total)[1])


def ordered(totals: Sequence[Any]) -> list[int]:
    """Return the places of totals, those of what is another one and a single count beyond it last."""
    known: list[Any] = [getattr(total, "free_symbols", frozenset()) for total in totals]

    def is_beyond(k: int) -> bool:
        return any(own < known[k] and len(own) == len(known[k]) - 1 for own in known)

    return sorted(range(len(known)), key=is_beyond)


def told(shared: Shared, formula: Formula) -> dict[str, Any]:
    """Return the rows of every output as data: what each cell offers of what the formula asks for."""
    domains = {atom.domain for atom in formula.atoms}
    asked = {str(name) for atom in formula.atoms for name in atom.body.free_symbols}
    found = {}
    for name, matrix in shared.matrices.items():
        whole = Quantities(matrix.rows)
        if matrix.like is not None:  # its entries add up to that gold, which they do not tell
            gold = Quantities(matrix.like.rows)
            whole.__dict__ |= {"gold": gold.gold, "items": gold.items}
        counted = {
            str(symbol): "+".join(
                f"present({vanishing(total)})" for total in getattr(whole, COUNTED[str(symbol)]) if total != 0
            )
            for symbol in shared.counted
        } | {str(symbol): value for symbol, value in shared.further(whole).items()}
        found[name] = {
            "quantities": {"N": whole.items, "K": whole.classes, **counted, **told_counts(whole)},
            "rows": {domain: told_rows(whole, domain, asked) for domain in sorted(domains)},
            "complete": True,
        }
    return {"outputs": found}


def larger(counts: Mapping[tuple[int, int], Any], large: int, small: int) -> sympy.Expr:
    """Return the right items of a class as what it has beyond another one, less all its wrong ones.

    That this is not negative is not used, so there are more matrices than those that are asked for.
    """
    known = sympy.expand(counts[large, large]).as_coeff_Add()[0]
    wrong = sum(count for (i, j), count in counts.items() if j == large != i)
    other = sum(count for (_, j), count in counts.items() if j == small)
    return sympy.expand(counts[large, large] - known + 1 + other - wrong)


def counted_from_one(case: ParametricCase, formula: Formula) -> ParametricCase:
    """Tell numbers of items as one and the others, where a formula takes a number away from them: there is an item."""
    parts = sympy.preorder_traversal(sympy.sympify(formula.normal.expression))
    if not any(part.is_Add and part.has(N) and part.as_coeff_Add()[0] < 0 for part in parts):
        return case
    numbers = {symbol for known in case.outputs.values() for symbol in known[N].free_symbols}
    found = {}
    for symbol in sorted(numbers, key=str):
        known = case.generators[symbol]
        if known.sign == "positive" and known.definition in [measured(N, output) for output in case.outputs]:
            found[symbol] = 1 + case.unnamed("nonnegative", f"{known.meaning} - 1", known.definition - 1)
            del case.generators[symbol]
    outputs = {
        name: {what: sympy.sympify(value).xreplace(found) for what, value in known.items()}
        for name, known in case.outputs.items()
    }
    whole = [(first, sympy.sympify(other)) for first, other in case.equations]
    equations = [
        (found[first] - 1, other - 1) if first in found else (first, other.xreplace(found))
        for first, other in whole
    ]
    return replace(case, outputs=outputs, equations=equations)
