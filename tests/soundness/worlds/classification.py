"""Matrices of counts, rows for gold classes and columns for the system's; read from ``[3 1; 0 2]``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from ..numbers import Number, smallest, total
from ..world import Reduction, World


class Matrix:
    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self._rows, self._all = rows, range(len(rows))
        self._gold = [sum(row) for row in rows]
        self._system = [sum(column) for column in zip(*rows, strict=True)]
        self.items, self.classes = Number(sum(self._gold)), Number(len(rows))
        self.right = Number(sum(rows[k][k] for k in self._all))
        self.gold_classes = Number(sum(1 for items in self._gold if items))
        self.system_classes = Number(sum(1 for items in self._system if items))
        self.used = Number(sum(1 for k in self._all if self._labels(k)))

    def __getattr__(self, name: str) -> Number:
        """The four counts of two classes; of more, a formula that asks for them says nothing."""
        four = {"tp": (0, 0), "fn": (0, 1), "fp": (1, 0), "tn": (1, 1)}
        if name not in four:
            raise AttributeError(name)
        if len(self._rows) != 2:
            raise OverflowError(f"{name} is of two classes")
        i, j = four[name]
        return Number(self._rows[i][j])

    def _labels(self, k: int) -> int:
        return self._gold[k] + self._system[k]

    def _cell(self, i: int, j: int) -> SimpleNamespace:
        known = {
            "items": self._rows[i][j], "wrong": int(i != j), "gold": self._gold[i], "system": self._system[j],
            "gold_labels": self._labels(i), "system_labels": self._labels(j),
            "gold_of_system": self._gold[j], "system_of_gold": self._system[i],
        }  # fmt: skip
        return SimpleNamespace(**{name: Number(value) for name, value in known.items()})

    def _class(self, k: int) -> SimpleNamespace:
        known = {
            "right": self._rows[k][k],
            "number": k + 1,
            "gold": self._gold[k],
            "system": self._system[k],
        }
        return SimpleNamespace(**{name: Number(value) for name, value in known.items()})

    def cells(self, body: Callable[..., Any]) -> Number:
        return total(self._of_row(i, body) for i in self._all)

    def _of_row(self, i: int, body: Callable[..., Any]) -> Number:
        return total(body(self._cell(i, j)) for j in self._all if self._rows[i][j])

    def all_cells(self, body: Callable[..., Any]) -> Number:
        return total(body(self._cell(i, j)) for i in self._all for j in self._all)

    def of_gold(self, body: Callable[..., Any]) -> Number:
        return total(body(self._class(k)) for k in self._all if self._gold[k])

    def of_system(self, body: Callable[..., Any]) -> Number:
        return total(body(self._class(k)) for k in self._all if self._system[k])

    def of_used(self, body: Callable[..., Any]) -> Number:
        return total(body(self._class(k)) for k in self._all if self._labels(k))

    def smallest(self, body: Callable[..., Any]) -> Number:
        return smallest(self._of_row(i, body) for i in self._all if self._gold[i])


def read(text: str) -> Matrix:
    return Matrix([[int(count) for count in row.split()] for row in text.strip("[] ").split(";")])


_CELL = ("cell.items", "cell.wrong", "cell.gold", "cell.system", "cell.gold_of_system", "cell.system_of_gold")
_MORE = ("cell.gold_labels", "cell.system_labels")
_CLASS = (
    "each.right", "each.gold", "each.system", "each.right / (each.gold + each.system)", "each.number",
)  # fmt: skip
_RIGHT = "matrix.right * matrix.items - matrix.of_used(lambda each: each.gold * each.system)"

WORLD = World(
    key="classification",
    view="matrix",
    read=read,
    quantities=(
        "items",
        "right",
        "classes",
        "gold_classes",
        "system_classes",
        "used",
        "tp",
        "fn",
        "fp",
        "tn",
    ),
    reductions=(
        Reduction("cells", "cell", _CELL + _CELL + _MORE, likely=4),
        Reduction("all_cells", "cell", _CELL),
        Reduction("of_gold", "each", _CLASS, likely=2),
        Reduction("of_system", "each", _CLASS),
        Reduction("of_used", "each", _CLASS),
        Reduction("smallest", "cell", ("cell.items", "cell.system", "cell.items / cell.gold"), positive=True),
    ),
    known=(
        "matrix.right / matrix.items",
        "matrix.of_gold(lambda each: each.right / each.gold) / matrix.gold_classes",
        "matrix.of_used(lambda each: 2 * each.right / (each.gold + each.system)) / matrix.used",
        "matrix.of_used(lambda each: 2 * each.gold * each.right / (each.gold + each.system)) / matrix.items",
        f"ratio({_RIGHT}, matrix.items**2 - matrix.of_used(lambda each: each.gold * each.system), 0)",
        f"ratio({_RIGHT}, sqrt((matrix.items**2 - matrix.of_gold(lambda each: each.gold**2))"
        " * (matrix.items**2 - matrix.of_system(lambda each: each.system**2))), 0)",
        "matrix.cells(lambda cell: cell.items * log2(cell.items * matrix.items / (cell.gold * cell.system)))"
        " / matrix.items",
        "ratio(matrix.tp, matrix.tp + matrix.fp, 0)",
        "ratio(matrix.tp * matrix.tn, matrix.fp * matrix.fn, 0)",
    ),
    size="matrix.items",
    by_size=False,
)
