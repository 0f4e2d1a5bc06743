"""What a classification metric sees: the matrix of counts, cell by cell and class by class; and how users give it.

The symbols are those of the ordinal task, whose matrices are evaluated and proved in the same way; what has to do with
an order of the classes is not offered.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import sympy

from axiometrics.errors import InputError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View
from axiometrics.tasks.classification import ConfusionMatrix
from axiometrics.tasks.ordinal import reading
from axiometrics.tasks.ordinal import view as ordinal


class Cell(NamedTuple):
    """What a cell offers: the items of one gold class that the system puts into one class."""

    items: Quantity
    """Items in the cell."""
    wrong: Quantity
    """1 where the two classes differ, else 0."""
    gold: Quantity
    """Items of the gold class."""
    system: Quantity
    """Items in the system's class."""
    gold_labels: Quantity
    """Gold and system labels of the gold class."""
    system_labels: Quantity
    """Gold and system labels of the system's class."""
    gold_of_system: Quantity
    """Items of the system's class."""
    system_of_gold: Quantity
    """Items that the system puts into the gold class."""


class Class(NamedTuple):
    """What a class offers."""

    right: Quantity
    """Items of the class that the system puts into it."""
    number: Quantity
    """Number of the class, 1 to K; only for metrics that set a class apart."""
    gold: Quantity
    """Items of the class."""
    system: Quantity
    """Items that the system puts into the class."""


_CELL_NAMES, _CLASS_NAMES = "cegsbalm", "cjgs"
_K, _P, _U = ordinal.K, ordinal.P, ordinal.U
_S = sympy.Symbol("S", positive=True)
FOUR = tuple(sympy.Symbol(name, nonnegative=True) for name in ("TP", "FN", "FP", "TN"))
COUNTED = (_P, _S, _U)
RIGHT = ordinal.RIGHT
_c, _j, _g, _s = (symbol for symbol in ordinal.VARIABLES if str(symbol) in _CLASS_NAMES)
_a, _b = (symbol for symbol in ordinal.VARIABLES if str(symbol) in "ab")
_WHOLES = {
    ("cells", _c): ordinal.N,
    ("all_cells", _c): ordinal.N,
    ("present", _c): RIGHT,
    ("assigned", _c): RIGHT,
    ("used", _c): RIGHT,
    ("present", _g): ordinal.N,
    ("used", _g): ordinal.N,
    ("used", _s): ordinal.N,
    ("assigned", _s): ordinal.N,
    ("present", sympy.S.One): _P,
    ("assigned", sympy.S.One): _S,
    ("used", sympy.S.One): _U,
    ("all_cells", sympy.S.One): _K**2,
    ("all_cells", _g * _s): ordinal.N**2,
}
"""The sums that are a quantity of the matrix."""
_WHOLE = (ordinal.N, _K, *COUNTED)
_FULL = (_c, _g, _s, _a, _b)
_POSITIVE_IN = {
    "": _WHOLE,
    "cells": _FULL,
    "smallest": _FULL,
    "all_cells": (),
    "present": (_g, _j),
    "assigned": (_s, _j),
    "used": (_g + _s, _j),
}
RULES = Rules(
    (*_WHOLE, RIGHT, *FOUR),
    ordinal.VARIABLES,
    extremes=frozenset({"smallest"}),
    marginalise=lambda domain, core: _WHOLES.get((domain, core)),
    signs=Signs(positive=_POSITIVE_IN, filled=frozenset(_POSITIVE_IN)),
)


class ConfusionView(View):
    """The matrix as a metric author sees it; classes have no order."""

    rules = RULES

    items = QuantityOf("N", "Number of items.")
    right = QuantityOf("D", "Number of items that the system puts into their gold class.")
    classes = QuantityOf("K", "Number of classes, whether they have items or not.")
    gold_classes = QuantityOf("P", "Number of classes with gold items.")
    system_classes = QuantityOf("S", "Number of classes that the system uses.")
    used = QuantityOf("U", "Number of classes that the gold or the system uses.")
    tp = QuantityOf("TP", "Items of class 1 in class 1. A formula that asks for this is one of two classes.")
    fn = QuantityOf("FN", "Items of class 1 elsewhere.")
    fp = QuantityOf("FP", "Items of other classes in class 1.")
    tn = QuantityOf("TN", "Items of other classes elsewhere.")

    cells = ReductionOver("cells", _CELL_NAMES, "Sum over the cells that hold items.", Cell)
    all_cells = ReductionOver("all_cells", _CELL_NAMES, "Sum over all K x K cells.", Cell)
    of_gold = ReductionOver("present", _CLASS_NAMES, "Sum over the classes with gold items.", Class)
    of_system = ReductionOver("assigned", _CLASS_NAMES, "Sum over the classes that the system uses.", Class)
    of_used = ReductionOver(
        "used", _CLASS_NAMES, "Sum over the classes that the gold or the system uses.", Class
    )
    smallest = ReductionOver(
        "smallest",
        _CELL_NAMES,
        "Smallest, over the classes with gold items, of the class's sum over its cells that hold items.",
        Cell,
    )


formula = ConfusionView.formula


# --- users' outputs: labels of any kind, dicts of labels, matrices; clear refusals


def read(
    gold: object,
    system: object = None,
    *,
    classes: int | Sequence[Hashable] | None = None,
    missing: Literal["error"] = "error",
) -> ConfusionMatrix:
    """Read a gold and a system output.

    * label vectors, or dicts from item to label; labels are words or numbers. ``classes`` says how many there are
      (labels are then 1, 2, ..., K), or names them, the positive one of two first. Without it the classes are the
      labels of both sides together, in order: one that neither uses is then not known of, and one label alone is no
      task;
    * a matrix of counts, rows gold and columns system, or notation, or `ConfusionMatrix`, as the only argument.

    Raises InputError.

    >>> read(["cat", "dog", "dog"], ["cat", "dog", "cat"]).notation()
    '[1 0; 1 1]'
    """
    if system is None:
        return _matrix(gold, classes)
    known = _labels_of(gold, system) if classes is None else classes
    return ConfusionMatrix(reading.read(gold, system, classes=known, missing=missing).rows)


def _matrix(given: object, classes: int | Sequence[Hashable] | None) -> ConfusionMatrix:
    found = given
    if isinstance(given, str):
        found = ConfusionMatrix.from_notation(given)
    elif not isinstance(given, ConfusionMatrix):
        found = ConfusionMatrix(reading.read(given).rows).transposed()
    if classes is not None:
        reading.read(found, classes=classes)
    return found  # type: ignore[return-value]


def _labels_of(gold: Any, system: Any) -> Sequence[Any]:
    """Return the different labels of both sides in order, numbers before words."""
    sides = [side.values() if isinstance(side, Mapping) else side for side in (gold, system)]
    try:
        found = {reading.plain(label) for side in sides for label in side}
        ordered = sorted(found, key=lambda label: (isinstance(label, str), label))
    except TypeError as error:
        raise InputError(
            f"the labels cannot be read ({error}); give words or numbers, one for every item"
        ) from error
    if len(found) < 2:
        raise InputError(
            f"all labels are {next(iter(found), 'missing')!r}, and one class is no task; name all classes, as in "
            "classes=['cat', 'dog']"
        )
    return ordered
