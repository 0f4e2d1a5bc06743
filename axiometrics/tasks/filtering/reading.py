"""Reading users' filtered collections: label vectors, dicts, sets of items, counts, notation; clear refusals."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import numpy as np

from axiometrics.errors import InputError
from axiometrics.tasks.filtering.counts import NAMES, Counts
from axiometrics.tasks.users_data import (
    LARGE,
    label_vectors,
    require_missing,
    require_same_form,
    require_same_items,
)

Missing = Literal["error", "unselected"]

_WORDS = {"0": 0, "1": 1, "false": 0, "true": 1}


def read(gold: Any, system: Any = None, *, missing: Missing = "error") -> Counts:
    """Read a gold and a system output in any of the accepted forms (both in the same form).

    Label vectors (lists, arrays, or texts such as ``"1101"``) or dicts from item to label, where a label is 0 or 1,
    a boolean, or such a word; or, with no system, the four counts: `Counts`, notation, a dict with the keys tp, fp,
    fn and tn, or a sequence in this order. ``missing="unselected"`` says that an item which a system dict leaves
    out is not selected. Raises InputError.

    >>> read([1, 1, 0], [True, False, True]).notation()
    'tp=1 fp=1 fn=1 tn=0'
    >>> read({"d1": 1, "d2": 0}, {"d1": 1}, missing="unselected").notation()
    'tp=1 fp=0 fn=0 tn=1'
    """
    require_missing(missing, ("error", "unselected"))
    if system is None:
        return _counts(gold)
    require_same_form(gold, system)
    if isinstance(gold, Mapping):
        return _from_dicts(gold, system, missing)
    return _from_vectors(gold, system)


def _counts(given: Any) -> Counts:
    if isinstance(given, Counts):
        return given.check()
    if isinstance(given, str):
        return Counts.from_notation(given)
    if isinstance(given, Mapping):
        if sorted(map(str, given)) != sorted(NAMES):
            raise InputError(f"counts are given by {', '.join(map(str, given))}; give tp, fp, fn and tn")
        return Counts.from_counts([given[name] for name in NAMES])
    try:
        values = list(given)
    except TypeError as error:
        raise InputError(f"cannot read {given!r}; give gold and system labels, or four counts") from error
    if len(values) != len(NAMES):
        raise InputError(
            f"{len(values)} values were given without a system; give gold and system labels, or the four counts "
            "tp, fp, fn, tn"
        )
    return Counts.from_counts(values)


def _from_dicts(gold: Mapping[Hashable, Any], system: Mapping[Hashable, Any], missing: Missing) -> Counts:
    extra = [item for item in system if item not in gold]
    absent = [item for item in gold if item not in system]
    remedy = 'label every gold item, or pass missing="unselected"' if missing == "error" else ""
    require_same_items(extra, absent, ("label", "label"), remedy)
    pairs = [
        (_label(label, "gold", item), _label(system.get(item, 0), "system", item))
        for item, label in gold.items()
    ]
    return Counts.from_labels(*zip(*pairs, strict=True)).check() if pairs else Counts(0, 0, 0, 0).check()


def _from_vectors(gold: object, system: object) -> Counts:
    one, other = label_vectors(gold, system)
    if len(one) >= LARGE:
        found = _from_arrays(one, other)
        if found is not None:
            return found
    pairs = [
        [_label(label, side, k) for k, label in enumerate(v)]
        for side, v in (("gold", one), ("system", other))
    ]
    return Counts.from_labels(*pairs).check()


def _from_arrays(gold: object, system: object) -> Counts | None:
    """Count long vectors of numbers; None where something else is in them, which is then looked at one by one."""
    arrays = [np.asarray(labels) for labels in (gold, system)]
    if any(array.dtype.kind not in "iub" or ((array != 0) & (array != 1)).any() for array in arrays):
        return None
    places = 2 * arrays[0].astype(np.int8) + arrays[1].astype(np.int8)
    tn, fp, fn, tp = map(int, np.bincount(places, minlength=4))
    return Counts(tp, fp, fn, tn)


def _label(label: object, side: str, item: object) -> int:
    """Return 0 or 1, or refuse."""
    if isinstance(label, str):
        found = _WORDS.get(label.strip().lower())
        if found is not None:
            return found
    else:
        try:
            if label == 0 or label == 1:
                return int(label)
        except (TypeError, ValueError, ArithmeticError):  # arrays, pandas.NA
            pass
    raise InputError(
        f"{side} gives item {item!r} the label {label!r}; in this task a label is 0 or 1, a boolean, 'true' or 'false'"
    )
