"""Many judged matrices at once, one alone, and one in a proof: those of the ordinal task, with what this one adds."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import sympy

from axiometrics.formulas.rows import Part
from axiometrics.tasks.classification.confusion import ConfusionMatrix
from axiometrics.tasks.classification.view import COUNTED, FOUR, RIGHT
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.chooser import Matrix, Template
from axiometrics.tasks.ordinal.class_by_class import ClassByClass
from axiometrics.tasks.ordinal.quantities import Quantities, Single
from axiometrics.tasks.ordinal.used_classes import Folded, WithUsedClasses
from axiometrics.tasks.ordinal.view import N
from axiometrics.tasks.parametric import ParametricCase, measured

__all__ = ["Alone", "ClassByClassShared", "FoldedShared", "MatrixBatch", "Shared", "golds"]


def four(right: Any, gold: Any, system: Any, items: Any) -> dict[str, Any]:
    """Return what a class has of items that are and are not of it, and are and are not put into it.

    >>> four(3, 3, 4, 6)
    {'TP': 3, 'FN': 0, 'FP': 1, 'TN': 2}
    """
    return {"TP": right, "FN": gold - right, "FP": system - right, "TN": items - gold - system + right}


def golds(batch: MatrixBatch) -> Any:
    """Return a number for every matrix, the same for those with the same gold."""
    sizes = np.column_stack([batch.classes, batch.gold])
    return np.unique(sizes, axis=0, return_inverse=True)[1].reshape(-1)


class MatrixBatch(ConfusionBatch):
    """Confusion matrices of classes without an order."""

    output = ConfusionMatrix

    @cached_property
    def quantities(self) -> dict[str, Part]:
        """Items, classes, those that gold, system or either uses, and the four counts of class 1."""
        used = (self.system > 0).sum(axis=1)
        first = four(self.counts[:, 0, 0], self.gold[:, 0], self.system[:, 0], self.items)
        return {**super().quantities, "S": used, "D": self.right, **first}


class Alone(Single):
    """One matrix of counts, which writes its rows as lists."""

    def quantity(self, name: str) -> int:
        """Return a quantity of the matrix."""
        if name == "D":
            return int(sum(row[place] for place, row in enumerate(self.rows)))
        if len(name) == 1:
            return super().quantity(name)
        return int(four(self.rows[0][0], self.gold[0], self.system[0], self.items)[name])


class Shared(WithUsedClasses):
    """The totals of every output of a template, with the quantities that only classification has."""

    counted = COUNTED

    def __init__(self, case: ParametricCase, template: Template) -> None:
        self.whole: dict[Any, Any] = {}
        super().__init__(case, template)

    def all_items(self, output: str, matrix: Matrix, found: Quantities) -> Any:
        """Return the items of an output as those that are right and those that are wrong, or as another output's."""
        right, items = sympy.expand(_right(matrix)), sympy.expand(matrix.items)
        if items in self.whole:
            whole = self.whole[items]
            found.__dict__["right"] = whole if right == items else self._total(right, measured(RIGHT, output))
            return whole
        found.__dict__["right"] = self._total(right, measured(RIGHT, output))
        wrong = self._total(items - right, measured(N, output) - measured(RIGHT, output))
        self.whole[items] = found.__dict__["right"] + wrong
        members = tuple(sorted(self.whole[items].free_symbols, key=str))
        alone = not self.whole[items].as_coeff_Add()[0]  # else there are items where none of them is there
        if alone and not self.positive(self.whole[items]) and members not in self.case.sums:
            self.case.sums.append(members)
        return self.whole[items]

    def further(self, found: Quantities) -> dict[Any, Any]:
        """Return the right items, and the four counts of class 1 as sums of entries."""
        others = range(1, found.classes)
        counts = (
            found.rows[0][0],
            sum(found.rows[j][0] for j in others),
            sum(found.rows[0][i] for i in others),
            sum(found.rows[j][i] for j in others for i in others),
        )
        return {
            RIGHT: sympy.sympify(found.__dict__.get("right", _right(found))),
            **dict(zip(FOUR, map(sympy.sympify, counts), strict=True)),
        }


class FoldedShared(Folded, Shared):
    """The same, with one generator for what any two reductions have in common."""


class ClassByClassShared(ClassByClass, Shared):
    """The same, with sums over classes that are compared class by class."""


def _right(matrix: Matrix) -> Any:
    return sum((row[place] for place, row in enumerate(matrix.rows)), sympy.S.Zero)
