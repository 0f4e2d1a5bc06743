"""Reading users' clusterings: label vectors, dicts, lists of sets, contingency arrays, notation; clear refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas import single_output
from axiometrics.formulas.machine import Quick, quick_alone
from axiometrics.formulas.rows import compact
from axiometrics.formulas.single_output import Offers
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.table import Table, parse, write
from axiometrics.tasks.drawing import Panel, compared, named_lines, panels_svg, panels_text
from axiometrics.tasks.users_data import (
    LARGE,
    PLAIN_VECTORS,
    cross_counts,
    few_counts,
    is_nothing,
    label_vectors,
    near_counts,
    numbered_names,
    require_missing,
    require_same_form,
    require_same_items,
    whole_numbers,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

Missing = Literal["error", "singleton"]
_WAYS, _KINDS = ("error", "singleton"), ({int}, {str})


def read(gold: Any, system: Any = None, *, missing: Missing = "error") -> Table | TableBatch:
    """Read a gold and a system output in any of the accepted forms (both in the same form).

    Label vectors (lists, strings, arrays), dicts from item to label, lists of sets of items; or, with no system,
    a contingency array (rows are clusters) or the papers' notation. ``missing="singleton"`` puts every item that
    the system leaves out (dicts and sets only) into a cluster of its own. Raises InputError. Cost O(items).

    >>> read("abb", "xxy").cells
    ((0, 0, 1), (0, 1, 1), (1, 1, 1))
    """
    if missing in _WAYS and (found := quickly(gold, system)) is not None:
        return found
    require_missing(missing, _WAYS)
    if gold is None:
        raise InputError("gold is None; give label vectors, dicts item -> label, or lists of sets")
    if isinstance(gold, Table | TableBatch) and system is None:
        return gold.check() if isinstance(gold, Table) else gold
    if system is None:
        return (Table.from_notation(gold) if isinstance(gold, str) else Table.from_array(gold)).check()
    require_same_form(gold, system)
    if isinstance(gold, Mapping):
        return _from_dicts(gold, system, missing)
    if _is_family(gold) and _is_family(system):
        return _from_dicts(_labels_of_sets(gold, "gold"), _labels_of_sets(system, "system"), missing)
    if _is_family(gold) or _is_family(system):
        raise InputError("gold and system have different forms; give both as lists of sets")
    return _from_vectors(gold, system)


_OF_CELLS = {"n": single_output.COUNT, "a": single_output.ROW_TOTAL, "b": single_output.COLUMN_TOTAL}
_OFFERS = Offers(
    {"N": single_output.ITEMS, "R": single_output.ROWS_USED, "K": single_output.COLUMNS_USED},
    {
        "cells": (single_output.CELLS, _OF_CELLS),
        "clusters": (single_output.BY_ROW, _OF_CELLS),
        "categories": (single_output.BY_COLUMN, _OF_CELLS),
        "whole": (single_output.ONCE, {}),
        "expected": (single_output.SHUFFLED, _OF_CELLS),
    },
    items=LARGE - 1,
)
"""What a table of counts offers, of which a row is a cluster and a column a category."""


def quick(formula: Any) -> Quick:
    """Return what computes a formula in machine code: see `axiometrics.formulas.machine`."""
    return quick_alone(formula, _OFFERS)


def quickly(gold: Any, system: Any) -> Table | TableBatch | None:
    """Count labels that are nothing but labels; None where something must be looked at, by what takes longer."""
    if type(gold) in PLAIN_VECTORS and type(system) in PLAIN_VECTORS:
        if len(gold) < LARGE:
            return _few(gold, system)
        gold, system = whole_numbers(gold), whole_numbers(system)
    elif _are_whole(gold) and _are_whole(system):
        if len(gold) < LARGE:
            return _few(gold.tolist(), system.tolist())
    else:
        return None
    found = None if gold is None or system is None else near_counts(gold, system)
    return None if found is None else TableBatch.from_counts(*found)


def _are_whole(labels: object) -> bool:
    return type(labels) is np.ndarray and labels.ndim == 1 and labels.dtype.kind in "iu"


def _few(gold: Sequence[Any], system: Sequence[Any]) -> Table | None:
    if (counts := few_counts(gold, system)) is None:
        return None
    made = Table.from_pairs(counts)
    made.columns["N"] = len(gold)
    kinds = {*map(type, made.columns.clusters), *map(type, made.columns.categories)}
    return made if kinds in _KINDS else None


def _is_family(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and bool(value)
        and isinstance(value[0], set | frozenset)
        and all(isinstance(part, set | frozenset) for part in value)
    )


def _labels_of_sets(family: Sequence[Iterable[Hashable]], side: str) -> dict[Hashable, int]:
    labels: dict[Hashable, int] = {}
    for index, group in enumerate(family):
        for item in group:
            if item in labels:
                raise InputError(
                    f"item {item!r} is in two sets of {side}; in this task every item has one cluster"
                )
            labels[item] = index
    return labels


def _from_dicts(gold: Mapping[Hashable, Any], system: Mapping[Hashable, Any], missing: Missing) -> Table:
    extra = [item for item in system if item not in gold]
    absent = [item for item in gold if item not in system]
    remedy = 'give every gold item a cluster, or pass missing="singleton"' if missing == "error" else ""
    require_same_items(extra, absent, ("category", "cluster"), remedy)
    alone = {item: ("alone", index) for index, item in enumerate(absent)}
    pairs = [
        (
            alone[item] if item in alone else ("given", _label(system[item], "system", item)),
            _label(label, "gold", item),
        )
        for item, label in gold.items()
    ]
    _same_kind([label for _, label in pairs], "gold")
    _same_kind([label[1] for label, _ in pairs if label[0] == "given"], "system")
    return Table.from_pairs(Counter(pairs)).check()


def _label(label: object, side: str, item: object) -> Any:
    if isinstance(label, set | frozenset | list | tuple | dict) or label.__hash__ is None:
        raise InputError(
            f"{side} gives item {item!r} the label {label!r}; in this task an item has one plain label"
        )
    if is_nothing(label):
        raise InputError(f"{side} has no label for item {item!r}; every item needs one label")
    return label


def _from_vectors(gold: object, system: object) -> Table | TableBatch:
    instead = "dicts item -> label", "lists of sets"
    one, other = label_vectors(gold, system, instead=instead, two_way="only a contingency table")
    if not len(one):
        raise InputError("the clustering has no items; give at least one item with a gold and a system label")
    if len(one) >= LARGE:
        whole = _whole_numbers(one, "gold"), _whole_numbers(other, "system")
        found = None if whole[0] is None or whole[1] is None else cross_counts(whole[0], whole[1])
        if found is not None:
            return TableBatch.from_counts(found[0])
        return TableBatch.from_numbers(_numbered(one, whole[0]), _numbered(other, whole[1]))
    for side, labels in (("gold", one), ("system", other)):
        _same_kind(labels, side)
    return Table.from_labels(one, other)


_PLAIN = frozenset({int, str})


def _same_kind(labels: Iterable[Any], side: str) -> None:
    kinds = set(map(type, labels))
    if len(kinds) == 1 and kinds <= _PLAIN:
        return
    for index, label in enumerate(labels):
        _label(label, side, index)
    if len({issubclass(kind, str) for kind in kinds}) > 1:
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise InputError(f"{side} mixes labels of types {names}; use one type, for example all words")


def _whole_numbers(labels: Any, side: str) -> NDArray[Any] | None:
    """Return a long label vector as an array of whole numbers; None for other labels, which are plain all the same."""
    if not hasattr(labels, "dtype"):
        if (found := whole_numbers(labels)) is None:
            _same_kind(labels, side)
        return found
    if labels.dtype.kind in "fcmM" and (labels != labels).any():
        item = int(np.flatnonzero(labels != labels)[0])
        raise InputError(f"{side} has no label for item {item}; every item needs one label")
    if labels.dtype.kind in "OV":
        _same_kind(labels.tolist(), side)
    return np.asarray(labels) if labels.dtype.kind in "iub" else None


def _numbered(labels: Any, whole: NDArray[Any] | None) -> tuple[NDArray[Any], NDArray[Any]]:
    """Number a long label vector from 0 without gaps and count each label; integers in a narrow range only shift."""
    if whole is not None:
        return compact(whole)
    numbers = numbered_names(labels)
    return numbers, np.bincount(numbers)


# --- clusterings drawn, as text and as SVG, from the papers' notation ``{a a b}{c}``

MOST_ITEMS = 250
"""Items of a clustering that is drawn."""


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw a worse and a better clustering as two lines: clusters that differ first, each marked ``*``.

    Other outputs are written as they are.

    >>> print(outputs_text({"worse": "{c}{a a b}", "better": "{a a}{b}{c}"}))
    worse   *{a a b}     {c}
    better  *{a a}*{b}   {c}
    """
    if set(outputs) != {"worse", "better"}:
        return "\n".join(f"{name}: {text}" for name, text in outputs.items())
    panels = compared({name: parse(text) for name, text in outputs.items()})
    return named_lines(panels_text(panels, write))


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named clusterings side by side; of exactly two, the clusters that differ are outlined.

    Raises InputError for more items than a reader could count.

    >>> "<desc>worse: {a b}; better: {a}{b}</desc>" in outputs_svg({"worse": "{a b}", "better": "{a}{b}"})
    True
    """
    clusterings = {name: parse(text) for name, text in outputs.items()}
    most = max(sum(map(len, clusters)) for clusters in clusterings.values())
    if most > MOST_ITEMS:
        raise InputError(f"a clustering of {most} items is not drawn; at most {MOST_ITEMS} are")
    if len(clusterings) == 2:
        return panels_svg(compared(clusterings), outputs, title)
    return panels_svg([Panel(name, [], clusters) for name, clusters in clusterings.items()], outputs, title)
