"""Classes of two outputs side by side, in a proof: what one of them has more than the other, and extremes over all.

What is asked of a class is a sum of few terms in counts. Counts that occur together only are one symbol, so that
the same is asked of most classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import ABOVE, Sign, Terms, sum_sign
from axiometrics.tasks.ordinal.chooser import Matrix
from axiometrics.tasks.ordinal.quantities import Quantities
from axiometrics.tasks.parametric import GeneratorSign

__all__ = [
    "TURNS", "Extremes", "Form", "Node", "Row", "counts_of", "is_positive", "merged", "plus", "sign_of", "written_out",
]  # fmt: skip

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


def is_positive(rows: Sequence[Row], sums: Iterable[Sequence[Any]]) -> bool:
    """Whether a sum of what is never negative is positive, whichever member of some sum that is never zero is that."""
    if any(sign_of(row) == "positive" for row in rows):
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
