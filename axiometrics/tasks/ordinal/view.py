"""What an ordinal metric sees: the matrix of counts, cell by cell and class by class.

Metrics are traced over symbols; the same formula is then evaluated on one matrix, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import sympy

from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.nodes import Over, over
from axiometrics.formulas.normal import Rules

__all__ = ["QUANTITIES", "RULES", "VARIABLES", "Cell", "MatrixView", "TrueClass", "formula"]


class Cell(NamedTuple):
    """What a cell offers: the items of one true class that the system assigns to one class."""

    items: Any
    """Items in the cell."""
    assigned: Any
    """Number of the assigned class, 1 to K."""
    true: Any
    """Number of the true class, 1 to K."""
    assigned_value: Any
    """What the assigned class stands for; its number unless values are given."""
    true_value: Any
    """What the true class stands for."""
    distance: Any
    """How far the two values are apart, never negative."""
    steps: Any
    """How far the two class numbers are apart."""
    wrong: Any
    """1 where the two classes differ, else 0."""
    gold: Any
    """Items of the true class."""
    system: Any
    """Items assigned to the assigned class."""
    near: Any
    """Half the gold items of the assigned class, and all those from it (without it) to the true class."""
    span: Any
    """Gold and system labels from one class to the other, those of the two classes by half."""
    assigned_labels: Any
    """Gold and system labels of the assigned class."""
    true_labels: Any
    """Gold and system labels of the true class."""
    assigned_rank: Any
    """Mean rank of the items assigned to the assigned class, among all by assigned class."""
    true_rank: Any
    """Mean rank of the items of the true class, among all by true class."""
    concordant: Any
    """Items that both gold and system put below."""
    discordant: Any
    """Items that the system puts below and the gold above."""


class TrueClass(NamedTuple):
    """What a class offers."""

    right: Any
    """Items of the class that the system assigns to it."""
    number: Any
    """Number of the class, 1 to K."""
    value: Any
    """What the class stands for."""
    gold: Any
    """Items of the class."""
    system: Any
    """Items that the system assigns to it."""
    near: Any
    """Half the gold items, what is nearer than the other classes; see `Cell.near`."""


_POSITIVE = set("ijhpqNKPU")
_REAL = set("xy")


def _symbol(name: str) -> Any:
    if name in _REAL:
        return sympy.Symbol(name, real=True)
    return sympy.Symbol(name, positive=True) if name in _POSITIVE else sympy.Symbol(name, nonnegative=True)


_CELL = Cell(*map(_symbol, "cijxydtegshoabpquv"))
_CLASS = TrueClass(_CELL.items, _CELL.true, _CELL.true_value, _CELL.gold, _CELL.system, _CELL.near)
VARIABLES = tuple(_CELL)
N, K, P, U = QUANTITIES = tuple(map(_symbol, "NKPU"))

CellBody = Callable[[Cell], Any]
ClassBody = Callable[[TrueClass], Any]


class MatrixView:
    """The matrix as a metric author sees it; rows are assigned classes, columns true ones."""

    items = N
    """Number of items."""
    classes = K
    """Number of classes, whether they have items or not."""
    present = P
    """Number of classes with gold items."""
    used = U
    """Number of classes that the gold or the system uses."""

    def cells(self, body: CellBody) -> Any:
        """Sum over the cells that hold items."""
        return over("cells", body(_CELL))

    def all_cells(self, body: CellBody) -> Any:
        """Sum over all K x K cells, also those without items."""
        return over("all_cells", body(_CELL))

    def present_classes(self, body: ClassBody) -> Any:
        """Sum over the classes with gold items."""
        return over("present", body(_CLASS))

    def used_classes(self, body: ClassBody) -> Any:
        """Sum over the classes that the gold or the system uses."""
        return over("used", body(_CLASS))

    def largest(self, body: CellBody) -> Any:
        """Largest, over the classes with gold items, of the class's sum over its cells that hold items."""
        return over("largest", body(_CELL))

    def smallest(self, body: CellBody) -> Any:
        """Smallest, over the classes with gold items, of the class's sum over its cells that hold items."""
        return over("smallest", body(_CELL))


_WHOLES = {
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


def _marginalise(domain: str, core: Any) -> Over | Any:
    """Write the sums that are a quantity of the matrix; everything else is an atom."""
    return _WHOLES.get((domain, core))


RULES = Rules(
    variables=frozenset(VARIABLES),
    extremes=frozenset({"largest", "smallest"}),
    marginalise=_marginalise,
    wholes={},
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, MatrixView(), values, rules=RULES, quantities=QUANTITIES, variables=VARIABLES)
