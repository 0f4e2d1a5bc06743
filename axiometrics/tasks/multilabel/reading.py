"""Reading users' labels: sets and lists of labels, dicts, indicator matrices, weights, notation; clear refusals."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.numerals import whole_value
from axiometrics.tasks.multilabel import (
    Assignment,
    Information,
    Weights,
    numbered_labels,
    require_rising,
)
from axiometrics.tasks.multilabel.hierarchy import Hierarchy, mask_of
from axiometrics.tasks.users_data import (
    is_nothing,
    listed,
    require_missing,
    require_same_form,
    require_same_items,
)

Missing = Literal["error", "empty"]
Side = list[Any]
"""Of every item its labels, or its labels with weights."""


def read(
    gold: Any,
    system: Any = None,
    *,
    labels: Iterable[Hashable] | None = None,
    parents: Mapping[Hashable, Any] | None = None,
    information: tuple[Mapping[Hashable, int], int] | None = None,
    missing: Missing = "error",
) -> Assignment:
    """Read gold and system in any of the accepted forms (both in the same form).

    Lists with a set or list of labels for each item, dicts from item to these, texts such as ``"a | b c | -"``, or
    matrices with a row for each item and a column for each label; or, with no system, `Assignment` or notation. The
    system's lists begin with the most confident label. Instead of labels an item may have a dict from label to weight.

    Which labels there are is never inferred from those that occur: ``parents`` gives every label its parent (None for
    a top one, or several), or ``labels`` lists them. ``information`` is a table of label frequencies and the number of
    items they are from. ``missing="empty"`` says that an item which a system dict leaves out has no labels. Raises
    InputError.

    >>> read([{"x"}, {"y"}], [["y", "x"], []], parents={"x": None, "y": "x"}).notation()
    'a > b   gold a | b   system b a | -'
    """
    require_missing(missing, ("error", "empty"))
    if system is None:
        return _alone(gold)
    require_same_form(gold, system, "as dicts item -> labels")
    sides = _from_dicts(gold, system, missing) if isinstance(gold, Mapping) else _from_rows(gold, system)
    if labels is None and parents is None and (width := _width(gold)) is not None:
        labels = range(width)
    number, above = _inventory(labels, parents)
    tree = Hierarchy.of(above)
    weights = (
        _weights(sides, number) if any(isinstance(item, Mapping) for side in sides for item in side) else None
    )
    found = [
        [_numbers(item, number, side) for item in items]
        for items, side in zip(sides, ("gold", "system"), strict=True)
    ]
    frequencies = None if information is None else _information(information, number)
    if frequencies is not None:
        require_rising(frequencies[0], tree, list(number))
    return Assignment(tree, tuple(map(mask_of, found[0])), tuple(map(tuple, found[1])), frequencies, weights)


def _alone(given: Any) -> Assignment:
    if isinstance(given, Assignment):
        return given
    if isinstance(given, str):
        return Assignment.from_notation(given)
    raise InputError(
        f"cannot read {given!r} without a system; give gold and system, or a text such as "
        "'a > b, c   gold a | b c   system a | -'"
    )


def _from_dicts(gold: Mapping[Hashable, Any], system: Mapping[Hashable, Any], missing: Missing) -> list[Side]:
    extra = [item for item in system if item not in gold]
    absent = [item for item in gold if item not in system]
    remedy = 'give it a list, which may be empty, or pass missing="empty"' if missing == "error" else ""
    require_same_items(extra, absent, ("labels", "labels"), remedy)
    return [_side(gold.values(), "gold"), _side([system.get(item, ()) for item in gold], "system")]


def _from_rows(gold: Any, system: Any) -> list[Side]:
    found = [_side(given, side) for given, side in ((gold, "gold"), (system, "system"))]
    if len(found[0]) != len(found[1]):
        raise InputError(
            f"gold has labels of {len(found[0])} items and system of {len(found[1])}; give both for the same items, in "
            "the same order"
        )
    return found


def _width(given: Any) -> int | None:
    """Return how many columns a matrix has; None for what is none."""
    shape: Any = getattr(given, "shape", ())
    return int(shape[1]) if len(shape) == 2 else None


def _side(given: Any, side: str) -> Side:
    if isinstance(given, str):
        parts = [part.replace(",", " ").split() for part in given.split("|")]
        return [[] if part == ["-"] else part for part in parts]
    if hasattr(given, "toarray"):
        given = given.toarray()
    if _width(given) is not None:
        return [
            _row(row, side) for row in (given.to_numpy() if hasattr(given, "to_numpy") else given).tolist()
        ]
    try:
        return [_labels(item, place, side) for place, item in enumerate(given)]
    except TypeError as error:
        raise InputError(f"{side} is {given!r}; give a list with the labels of every item") from error


def _row(row: Sequence[Any], side: str) -> list[int]:
    strange = next((value for value in row if value not in (0, 1)), None)
    if strange is not None:
        raise InputError(f"{side} has {strange!r} in a matrix; its entries are 0 and 1, or booleans")
    return [place for place, value in enumerate(row) if value]


def _labels(given: Any, place: int, side: str) -> Any:
    """Return the labels of one item as a list, or with their weights."""
    if isinstance(given, Mapping):
        return given
    if isinstance(given, str | bytes) or is_nothing(given) or not hasattr(given, "__iter__"):
        raise InputError(
            f"{side} gives item {place} the labels {given!r}; give a set or list of labels, an empty one for none"
        )
    found = sorted(given, key=repr) if isinstance(given, set | frozenset) else list(given)
    twice = next((label for label in found if found.count(label) > 1), None)
    if twice is not None:
        raise InputError(f"{side} gives item {place} the label {twice!r} twice; write it once")
    return found


def _inventory(
    labels: Iterable[Hashable] | None, parents: Mapping[Hashable, Any] | None
) -> tuple[dict[Any, int], list[list[int]]]:
    if labels is None and parents is None:
        raise InputError(
            "which labels there are is not known, and not inferred from those that occur; pass labels=[...], or "
            "parents={label: parent or None} for a hierarchy"
        )
    above = {label: _parents(given) for label, given in (parents or {}).items()}
    for label in labels or ():
        if parents is not None and label not in above:
            raise InputError(f"the label {label!r} has no entry in parents; give its parent, or None")
        above.setdefault(label, [])
    strange = [each for given in above.values() for each in given if each not in above]
    if strange:
        raise InputError(
            f"the parent {strange[0]!r} has no entry of its own in parents; add it, with None for a top one"
        )
    return numbered_labels(above)


def _parents(given: Any) -> list[Any]:
    if is_nothing(given):
        return []
    return list(given) if isinstance(given, list | tuple | set | frozenset) else [given]


def _numbers(item: Any, number: Mapping[Any, int], side: str) -> list[int]:
    """Return the numbers of an item's labels: of those with weights the ones of half or more, largest first."""
    if isinstance(item, Mapping):
        item = sorted((label for label in item if item[label] * 2 >= 1), key=lambda label: -item[label])
    strange = [label for label in item if label not in number]
    if strange:
        raise InputError(f"{side} has labels that the inventory has not: {listed(strange)}; add them there")
    return [number[label] for label in item]


def _weights(sides: Sequence[Side], number: Mapping[Any, int]) -> Weights:
    return tuple(
        tuple(tuple(_weighted(item, number, side)) for item in items)
        for items, side in zip(sides, ("gold", "system"), strict=True)
    )


def _weighted(item: Any, number: Mapping[Any, int], side: str) -> list[tuple[int, float]]:
    if not isinstance(item, Mapping):
        item = dict.fromkeys(item, 1)
    found = []
    for label, weight in item.items():
        if label not in number:
            raise InputError(f"{side} has a label {label!r} that the inventory has not; add it there")
        if isinstance(weight, str) or not 0 <= weight <= 1:
            raise InputError(
                f"{side} gives the label {label!r} the weight {weight!r}; weights are from 0 to 1"
            )
        found.append((number[label], float(weight)))
    return found


def _information(given: Any, number: Mapping[Any, int]) -> Information:
    try:
        table, whole = given
        counts = {label: whole_value(table.get(label, 0)) for label in number}
        items = whole_value(whole)
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"cannot read the information {given!r}; give a pair of a dict label -> frequency and the number of items"
        ) from error
    if items < 1 or min(counts.values()) < 0 or max(counts.values()) > items:
        raise InputError("frequencies of labels are from 0 to the number of items, which is at least 1")
    return tuple(counts.values()), items
