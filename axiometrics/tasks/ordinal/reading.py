"""Reading users' ordinal outputs: labels with declared classes, dicts of labels, matrices; clear refusals."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from numbers import Integral
from typing import Any, Literal

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas import single_output as offered
from axiometrics.formulas.machine import quick_alone
from axiometrics.formulas.single_output import Offers
from axiometrics.numerals import is_counting
from axiometrics.tasks.ordinal import Confusion
from axiometrics.tasks.users_data import (
    LARGE,
    MODERATE,
    cross_counts,
    label_vectors,
    listed,
    require_same_form,
)

Missing = Literal["error"]

MOST_CLASSES = 200


def read(
    gold: object,
    system: object = None,
    *,
    classes: int | Sequence[Hashable] | None = None,
    values: Sequence[Any] | None = None,
    missing: Missing = "error",
) -> Confusion:
    """Read a gold and a system output.

    * label vectors, or dicts from item to label, with ``classes``: how many there are (labels are then 1, 2, ..., K),
      or their names from lowest to highest. Classes are never inferred from the labels that happen to occur;
    * a matrix of counts, rows assigned and columns true, or notation, or `Confusion`, as the only argument.

    ``values`` are the numbers that the classes stand for, ascending; 1, ..., K if left out. Raises InputError.

    >>> read(["low", "mid"], ["mid", "mid"], classes=["low", "mid", "high"]).notation()
    '[0 0 0; 1 1 0; 0 0 0]'
    """
    if type(classes) is int and values is None and missing == "error":
        found = _quickly(gold, system, classes)
        if found is not None:
            return Confusion(found)
    if missing != "error":
        raise InputError(f"missing={missing!r} is not possible; give 'error', and a label for every item")
    if system is None:
        return _matrix(gold, classes, values)
    if isinstance(gold, Mapping) or isinstance(system, Mapping):
        gold, system = _paired(gold, system)
    names = _names(classes)
    one, other = label_vectors(gold, system)
    if not len(one):
        raise InputError("there are no items; give at least one, with a gold and a system label")
    counted = _counted(one, other, names) if len(one) >= LARGE else None
    if counted is None:
        places = {name: place for place, name in enumerate(names)}
        rows = [[0] * len(names) for _ in names]
        for item, (true, assigned) in enumerate(zip(one, other, strict=True)):
            column = _place(true, "gold", item, places)
            rows[_place(assigned, "system", item, places)][column] += 1
        counted = tuple(map(tuple, rows))
    return Confusion.counted(counted, values)


_OF_CELLS = {
    "c": offered.COUNT, "s": offered.ROW_TOTAL, "m": offered.ROW_TOTAL, "g": offered.COLUMN_TOTAL,
    "i": offered.ROW, "x": offered.ROW, "j": offered.COLUMN, "y": offered.COLUMN,
    "d": offered.APART, "t": offered.APART, "e": offered.DIFFERENT,
}  # fmt: skip
_OFFERS = Offers(
    {
        "N": offered.ITEMS,
        "S": offered.ROWS_USED,
        "P": offered.COLUMNS_USED,
        "K": offered.CLASSES,
    },
    {
        "cells": (offered.CELLS, _OF_CELLS),
        "present": (offered.PRESENT, _OF_CELLS),
        "assigned": (offered.ASSIGNED, _OF_CELLS),
        "used": (offered.USED, _OF_CELLS),
    },
    rows=offered.FEW,
)
"""What a table of counts offers, of which a row is an assigned class and a column a true one."""


def quick(formula: Any) -> Callable[..., float]:
    """Return what computes a formula from labels 1, 2, ..., K: see `axiometrics.formulas.machine`."""
    value_of = quick_alone(formula, _OFFERS)

    def found(gold: Any, system: Any, classes: Any) -> float:
        known = type(classes) is int and 2 <= classes <= MOST_CLASSES
        return value_of(gold, system, classes) if known else math.nan

    return found


def _quickly(gold: Any, system: Any, classes: int) -> tuple[tuple[int, ...], ...] | None:
    """Count arrays of the labels 1, 2, ..., K; None where something else must be looked at."""
    if type(gold) is not np.ndarray or type(system) is not np.ndarray or not gold.ndim == system.ndim == 1:
        return None
    if gold.dtype.kind not in "iu" or system.dtype.kind not in "iu" or not 0 < len(gold) == len(system):
        return None
    if not 2 <= classes <= MOST_CLASSES or len(gold) > MODERATE:
        return None
    for labels in (gold, system):
        if labels.item(labels.argmin()) < 1 or labels.item(labels.argmax()) > classes:
            return None
    key = np.multiply(system, classes, dtype=np.int64)
    np.add(key, gold, out=key, casting="unsafe")
    counts = np.bincount(key, minlength=classes * classes + classes + 1)[classes + 1 :].tolist()
    return tuple([tuple(counts[start : start + classes]) for start in range(0, classes * classes, classes)])


def _matrix(given: object, classes: object, values: Any) -> Confusion:
    if isinstance(given, Confusion):
        found = given
    elif isinstance(given, str):
        found = Confusion.from_notation(given)
    else:
        given = given.tolist() if hasattr(given, "tolist") else given
        if not isinstance(given, Sequence) or not all(isinstance(row, Sequence) for row in given):
            raise InputError(
                "there is no system output; give gold and system labels, or one matrix of counts"
            )
        found = Confusion.of(given)
    if classes is not None and found.classes != len(_names(classes)):
        raise InputError(
            f"the matrix has {found.classes} classes, but classes={classes!r}; leave one of them out"
        )
    return found if values is None else Confusion.of(found.rows, values)


def _names(classes: Any) -> Sequence[Any]:
    """Return the declared classes from lowest to highest."""
    if classes is None:
        raise InputError(
            "how many classes are there? give classes=5 for the labels 1 to 5, or their names in order, as in "
            "classes=['low', 'mid', 'high']"
        )
    if isinstance(classes, Integral) and not isinstance(classes, bool):
        classes = int(classes)
    if not isinstance(classes, int) and not hasattr(classes, "__len__"):
        raise InputError(
            f"classes={classes!r} is no number of classes, and no list of names; give classes=5, or "
            "classes=['low', 'mid', 'high']"
        )
    count = classes if isinstance(classes, int) else len(classes)
    if isinstance(classes, bool) or not 2 <= count <= MOST_CLASSES:
        shown = f"{count} names" if count != classes else str(classes)[:20]
        raise InputError(
            f"classes={shown} is not possible; give 2 classes or more, up to {MOST_CLASSES}, from lowest to highest"
        )
    names = range(1, classes + 1) if isinstance(classes, int) else [plain(name) for name in classes]
    if any(name is None or name == "" for name in names):
        raise InputError(f"classes={classes!r} names one with nothing; give every class a name")
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise InputError(f"classes names {twice[0]!r} twice; name every class once")
    return names


def _paired(gold: Any, system: Any) -> tuple[list[Any], list[Any]]:
    """Return the labels of dicts item by item."""
    require_same_form(gold, system)
    for one, other, side, name in ((gold, system, "system", "gold"), (system, gold, "gold", "system")):
        lacking = [item for item in one if item not in other]
        if lacking:
            raise InputError(
                f"{side} has no label for {listed(lacking)} that {name} contains; label the same items in both"
            )
    return list(gold.values()), [system[item] for item in gold]


def _place(label: object, side: str, item: int, places: Mapping[Any, int]) -> int:
    try:
        found = places.get(plain(label))
    except TypeError:
        found = None
    if found is None or isinstance(label, bool):
        shown = ", ".join(repr(name) for name in list(places)[:8]) + (", ..." if len(places) > 8 else "")
        raise InputError(f"{side} gives item {item} the label {label!r}; the declared classes are {shown}")
    return found


def plain(label: object) -> Any:
    """Return a label so that 2, 2.0 and '2' are one, as files have words only."""
    if not isinstance(label, str):
        return label
    label = label.strip()
    return int(label) if is_counting(label) else label


def _counted(gold: object, system: object, names: Sequence[Any]) -> tuple[tuple[int, ...], ...] | None:
    """Count long vectors of whole numbers; None where something else is in them, which is then looked at one by one."""
    arrays = [np.asarray(labels) for labels in (gold, system)]
    if any(array.dtype.kind not in "iu" for array in arrays) or not all(type(name) is int for name in names):
        return None
    found = cross_counts(*arrays)
    if found is None:
        return None
    counts, low, least = found
    places = {name: place for place, name in enumerate(names)}
    rows = [[0] * len(names) for _ in names]
    for i, j in np.argwhere(counts).tolist():
        if low + i not in places or least + j not in places:
            return None
        rows[places[low + i]][places[least + j]] = int(counts[i, j])
    return tuple(map(tuple, rows))
