"""Matrices of counts, rows for assigned classes and columns for true ones; read from ``[3 1; 0 2]``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from ..numbers import Number, largest, smallest, total
from ..world import Reduction, World


class Matrix:
    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self._rows, self._all = rows, range(len(rows))
        self._gold = [sum(row[j] for row in rows) for j in self._all]
        self._system = [sum(row) for row in rows]
        self._present = [j for j in self._all if self._gold[j]]
        self._used = [j for j in self._all if self._gold[j] or self._system[j]]
        self.items, self.classes = Number(sum(self._gold)), Number(len(rows))
        self.present, self.used = Number(len(self._present)), Number(len(self._used))

    def _cell(self, i: int, j: int) -> SimpleNamespace:
        gold, system, low, high = self._gold, self._system, min(i, j), max(i, j)
        labels = [one + other for one, other in zip(gold, system, strict=True)]
        between = sum(gold[i + 1 : j + 1]) if i <= j else sum(gold[j:i])
        known = {
            "items": self._rows[i][j], "assigned": i + 1, "true": j + 1, "assigned_value": i + 1, "true_value": j + 1,
            "distance": high - low, "steps": high - low, "wrong": int(i != j), "gold": gold[j], "system": system[i],
            "near": Fraction(gold[i], 2) + between,
            "span": sum(labels[low : high + 1]) - Fraction(labels[i] + labels[j], 2),
            "assigned_labels": labels[i], "true_labels": labels[j],
            "assigned_rank": sum(system[:i]) + Fraction(system[i] + 1, 2),
            "true_rank": sum(gold[:j]) + Fraction(gold[j] + 1, 2),
            "concordant": sum(self._rows[k][l] for k in range(i) for l in range(j)),
            "discordant": sum(self._rows[k][l] for k in range(i) for l in self._all[j + 1 :]),
        }  # fmt: skip
        return SimpleNamespace(**{name: Number(value) for name, value in known.items()})

    def _filled(self) -> Iterator[tuple[int, int]]:
        return ((i, j) for i in self._all for j in self._all if self._rows[i][j])

    def cells(self, body: Callable[..., Any]) -> Number:
        return total(body(self._cell(i, j)) for i, j in self._filled())

    def all_cells(self, body: Callable[..., Any]) -> Number:
        return total(body(self._cell(i, j)) for i in self._all for j in self._all)

    def present_classes(self, body: Callable[..., Any]) -> Number:
        return total(body(self._class(j)) for j in self._present)

    def used_classes(self, body: Callable[..., Any]) -> Number:
        return total(body(self._class(j)) for j in self._used)

    def _class(self, j: int) -> SimpleNamespace:
        known = {
            "right": self._rows[j][j], "number": j + 1, "value": j + 1, "gold": self._gold[j],
            "system": self._system[j], "near": Fraction(self._gold[j], 2),
        }  # fmt: skip
        return SimpleNamespace(**{name: Number(value) for name, value in known.items()})

    def largest(self, body: Callable[..., Any]) -> Number:
        return largest(self._by_class(body))

    def smallest(self, body: Callable[..., Any]) -> Number:
        return smallest(self._by_class(body))

    def _by_class(self, body: Callable[..., Any]) -> Iterator[Number]:
        for j in self._present:
            yield total(body(self._cell(i, k)) for i, k in self._filled() if k == j)


def read(text: str) -> Matrix:
    return Matrix([[int(count) for count in row.split()] for row in text.strip("[] ").split(";")])


_CELL = ("cell.items", "cell.steps", "cell.wrong", "cell.gold", "cell.system", "cell.assigned", "cell.true")
_MORE = (
    "cell.distance",
    "cell.assigned_value",
    "cell.true_value",
    "cell.span",
    "cell.true_rank",
    "cell.near",
    "cell.concordant",
    "cell.discordant",
    "cell.assigned_rank",
    "cell.true_labels",
)
_CLASS = ("each.right", "each.number", "each.value", "each.gold", "each.system", "each.right / each.gold")

WORLD = World(
    key="ordinal",
    view="matrix",
    read=read,
    quantities=("items", "classes", "present", "used"),
    reductions=(
        Reduction("cells", "cell", _CELL + _CELL + _MORE, likely=4),
        Reduction("all_cells", "cell", _CELL),
        Reduction("present_classes", "each", _CLASS),
        Reduction("used_classes", "each", _CLASS[:5]),
        Reduction("largest", "cell", ("cell.items", "cell.steps", "cell.items / cell.gold"), positive=True),
        Reduction("smallest", "cell", ("cell.items", "cell.steps", "cell.items / cell.gold"), positive=True),
    ),
    known=(
        "-matrix.cells(lambda cell: cell.items * cell.steps) / matrix.items",
        "-matrix.cells(lambda cell: cell.items * cell.steps**2) / matrix.items",
        "-matrix.cells(lambda cell: cell.items * cell.steps / cell.gold) / matrix.present",
        "-matrix.largest(lambda cell: cell.items * cell.steps / cell.gold)",
        "1 - matrix.cells(lambda cell: cell.items * cell.wrong) / matrix.items",
        "matrix.present_classes(lambda each: each.right / each.gold) / matrix.present",
        "-matrix.cells(lambda cell: cell.items * log2(cell.near / matrix.items)) / matrix.items",
        "-sqrt(matrix.cells(lambda cell: cell.items * cell.steps**2) / matrix.items)",
    ),
    size="matrix.items",
    by_size=False,
)
