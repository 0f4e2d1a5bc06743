"""A formula written out for a number of classes: an expression in the counts of the cells, every convention visible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, Smaller
from axiometrics.tasks.ordinal.quantities import Quantities
from axiometrics.tasks.ordinal.view import VARIABLES, K, N, P, U

__all__ = ["cell_symbols", "expanded"]

ITEMS = VARIABLES[0]
COUNTS = {variable for variable in VARIABLES if str(variable) in "cgsabhopquv"} | {N, P, U}


@lru_cache(maxsize=64)
def cell_symbols(classes: int, name: str = "c") -> tuple[tuple[Any, ...], ...]:
    """Return the symbols of the cells, rows assigned."""
    places = range(1, classes + 1)
    return tuple(tuple(sympy.Symbol(f"{name}_{i}_{j}") for j in places) for i in places)


@lru_cache(maxsize=512)
def expanded(
    formula: Formula, cells: tuple[tuple[Any, ...], ...], values: tuple[Any, ...] | None = None
) -> Any:
    """Return the formula's value in terms of the cells; raises NotSymbolicError."""
    return _Expansion(formula, cells, values).value()


class _Expansion:
    def __init__(
        self, formula: Formula, cells: Sequence[Sequence[Any]], values: Sequence[Any] | None
    ) -> None:
        self.formula = formula
        numbers = values or tuple(map(sympy.Integer, range(1, len(cells) + 1)))
        self.found = Quantities(cells, numbers, sympy.Rational(1, 2))
        self.whole = {
            N: self.found.items,
            K: sympy.Integer(len(cells)),
            P: sum((Guard(1, gold, 0) for gold in self.found.gold), sympy.S.Zero),
            U: sum((Guard(1, labels, 0) for labels in self.found.labels), sympy.S.Zero),
        }

    def value(self) -> Any:
        """Return the expression; raises NotSymbolicError where it would have too many terms."""
        for atom in self.formula.atoms:
            if not _is_linear(atom.body):
                raise NotSymbolicError(f"the terms of {atom} are not linear in the counts")
        atoms = {symbol: self._atom(atom) for symbol, atom in self.formula.normal.atoms.items()}
        return self.formula.normal.expression.xreplace({**self.whole, **atoms})

    def _atom(self, atom: Any) -> Any:
        places = range(self.found.classes)
        if atom.domain == "largest":
            if not atom.body.is_nonnegative:
                raise NotSymbolicError(f"the terms of {atom} may be negative")
            found: Any = sympy.S.Zero
            for j in places:
                total = sum(
                    (self._term(atom.body, i, j, self.found.rows[i][j]) for i in places), sympy.S.Zero
                )
                found = Larger(found, total)
            return found
        if atom.domain in ("present", "used"):
            condition = self.found.gold if atom.domain == "present" else self.found.labels
            return sum((self._term(atom.body, i, i, condition[i]) for i in places), sympy.S.Zero)
        if atom.domain not in ("cells", "all_cells"):
            raise NotSymbolicError(f"{atom} has no expression in the counts")
        guards = [
            (i, j, self.found.rows[i][j] if atom.domain == "cells" else None) for i in places for j in places
        ]
        return sum((self._term(atom.body, i, j, guard) for i, j, guard in guards), sympy.S.Zero)

    def _term(self, body: Any, i: int, j: int, condition: Any) -> Any:
        """Return the term of a cell where its condition is not zero, else 0."""
        needed = [variable in body.free_symbols for variable in VARIABLES]
        offered = zip(VARIABLES, self.found.cell(i, j, needed), strict=True)
        known = {name: sympy.sympify(value) for name, value in offered if value is not None}
        term = body.xreplace({**self.whole, **known}).replace(_is_settled, _settled)
        if term == 0 or condition is None or _vanishes(body, condition, known):
            return term
        return Guard(term, condition, 0)


def _is_linear(body: Any) -> bool:
    """Whether a body is a count times what the classes alone decide."""
    used = body.free_symbols & COUNTS
    return (
        len(used) <= 1
        and all(sympy.degree(body, count) == 1 for count in used if body.is_polynomial(count))
        and all(body.is_polynomial(count) for count in used)
    )


def _is_settled(node: Any) -> bool:
    return node.func in (Larger, Smaller) and all(part.is_Rational for part in node.args)


def _settled(node: Any) -> Any:
    return max(node.args) if node.func is Larger else min(node.args)


def _vanishes(body: Any, condition: Any, known: Any) -> bool:
    """Whether the term is plain, and zero where its condition is, because the cell has no items then."""
    plain = body.is_polynomial(*body.free_symbols)
    return bool(plain and body.subs(ITEMS, 0) == 0 and ITEMS in known)
