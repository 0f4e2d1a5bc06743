"""What an ordinal metric sees: the matrix of counts, cell by cell and class by class.

Metrics are traced over symbols; the same formula is then evaluated on one matrix, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View


class Cell(NamedTuple):
    """What a cell offers: the items of one true class that the system assigns to one class."""

    items: Quantity
    """Items in the cell."""
    assigned: Quantity
    """Number of the assigned class, 1 to K."""
    true: Quantity
    """Number of the true class, 1 to K."""
    assigned_value: Quantity
    """What the assigned class stands for; its number unless values are given."""
    true_value: Quantity
    """What the true class stands for."""
    distance: Quantity
    """How far the two values are apart, never negative."""
    steps: Quantity
    """How far the two class numbers are apart."""
    wrong: Quantity
    """1 where the two classes differ, else 0."""
    gold: Quantity
    """Items of the true class."""
    system: Quantity
    """Items assigned to the assigned class."""
    near: Quantity
    """Half the gold items of the assigned class, and all those from it (without it) to the true class."""
    span: Quantity
    """Gold and system labels from one class to the other, those of the two classes by half."""
    assigned_labels: Quantity
    """Gold and system labels of the assigned class."""
    true_labels: Quantity
    """Gold and system labels of the true class."""
    assigned_rank: Quantity
    """Mean rank of the items assigned to the assigned class, among all by assigned class."""
    true_rank: Quantity
    """Mean rank of the items of the true class, among all by true class."""
    concordant: Quantity
    """Items that both gold and system put below."""
    discordant: Quantity
    """Items that the system puts below and the gold above."""


class TrueClass(NamedTuple):
    """What a class offers."""

    right: Quantity
    """Items of the class that the system assigns to it."""
    number: Quantity
    """Number of the class, 1 to K."""
    value: Quantity
    """What the class stands for."""
    gold: Quantity
    """Items of the class."""
    system: Quantity
    """Items that the system assigns to it."""
    near: Quantity
    """Half the gold items, what is nearer than the other classes; see `Cell.near`."""


_POSITIVE = set("ijhpqNKPU")
_REAL = set("xy")


def _symbol(name: str) -> Any:
    if name in _REAL:
        return sympy.Symbol(name, real=True)
    return sympy.Symbol(name, positive=True) if name in _POSITIVE else sympy.Symbol(name, nonnegative=True)


_CELL_NAMES = "cijxydtegshoabpquv"
_CLASS_NAMES = "cjygsh"
_CELL = Cell(*map(_symbol, _CELL_NAMES))
CROSSED = tuple(map(_symbol, "lm"))
"""The gold items of the assigned class and the items assigned to the true one, which other tasks' cells offer."""
VARIABLES = (*_CELL, *CROSSED)
_NUMBERS = {"assigned", "true", "assigned_value", "true_value", "distance", "steps", "wrong"}
_RANKS = {"assigned_rank", "true_rank"}
DEGREES = {
    symbol: int(name not in _NUMBERS)
    for name, symbol in zip(Cell._fields, _CELL, strict=True)
    if name not in _RANKS
} | dict.fromkeys(CROSSED, 1)
"""By which power of t every variable grows where all counts are t times as many; ranks do not grow so."""
N, K, P, U = QUANTITIES = tuple(map(_symbol, "NKPU"))
RIGHT = _symbol("D")
"""The right items, by which certificates tell of counts."""


_WHOLES: dict[tuple[str, Any], Any] = {
    ("cells", _CELL.items): N,
    ("all_cells", _CELL.items): N,
    ("present", _CELL.gold): N,
    ("used", _CELL.gold): N,
    ("used", _CELL.system): N,
    ("present", sympy.S.One): P,
    ("used", sympy.S.One): U,
    ("all_cells", sympy.S.One): K**2,
    ("all_cells", _CELL.gold * _CELL.system): N**2,
}
"""The sums that are a quantity of the matrix."""

_FULL = tuple(map(_symbol, "cgsijhabpq"))
_POSITIVE_IN = {
    "": tuple(QUANTITIES),
    "cells": _FULL,
    "largest": _FULL,
    "smallest": _FULL,
    "all_cells": (_CELL.assigned, _CELL.true),
    "present": (_CELL.gold, _CELL.true, _CELL.near),
    "used": (_CELL.gold + _CELL.system, _CELL.true),
}

RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"largest", "smallest"}),
    marginalise=lambda domain, core: _WHOLES.get((domain, core)),
    signs=Signs(
        positive=_POSITIVE_IN,
        filled=frozenset(_POSITIVE_IN),
        least={"present": {N: 2 * _CELL.near}, "cells": {N: _CELL.near}},
    ),
)


class MatrixView(View):
    """The matrix as a metric author sees it; rows are assigned classes, columns true ones."""

    fractional = frozenset("xydhopq")

    rules = RULES

    items = QuantityOf("N", "Number of items.")
    classes = QuantityOf("K", "Number of classes, whether they have items or not.")
    present = QuantityOf("P", "Number of classes with gold items.")
    used = QuantityOf("U", "Number of classes that the gold or the system uses.")

    cells = ReductionOver("cells", _CELL_NAMES, "Sum over the cells that hold items.", Cell)
    all_cells = ReductionOver(
        "all_cells", _CELL_NAMES, "Sum over all K x K cells, also those without items.", Cell
    )
    present_classes = ReductionOver(
        "present", _CLASS_NAMES, "Sum over the classes with gold items.", TrueClass
    )
    used_classes = ReductionOver(
        "used", _CLASS_NAMES, "Sum over the classes that the gold or the system uses.", TrueClass
    )
    largest = ReductionOver(
        "largest",
        _CELL_NAMES,
        "Largest, over the classes with gold items, of the class's sum over its cells that hold items.",
        Cell,
    )
    smallest = ReductionOver(
        "smallest",
        _CELL_NAMES,
        "Smallest, over the classes with gold items, of the class's sum over its cells that hold items.",
        Cell,
    )


formula = MatrixView.formula
