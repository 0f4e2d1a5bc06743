"""Reading users' overlapping clusterings: dicts item -> labels, lists of sets, notation; clear refusals."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.tasks.overlapping.families import Families, parse
from axiometrics.tasks.users_data import is_nothing, require_missing, require_same_form, require_same_items

Missing = Literal["error", "excluded", "singleton"]
Named = Sequence[Sequence[Hashable]]


def read(gold: object, system: object = None, *, missing: Missing = "error") -> Families:
    """Read a gold and a system output in any of the accepted forms (both in the same form).

    Dicts from item to its labels (a set, list or tuple of them, or one label), or lists of sets of items (lists count
    as sets, but may not name an item twice); or, with no system, `Families` or the notation. An item that the system
    leaves out is refused, or ``missing="excluded"``: then it is in no cluster, or ``"singleton"``: alone in one.
    Raises InputError. Cost O(occurrences).

    >>> read({1: ["x", "y"], 2: "x"}, {1: "u", 2: "u"}).notation()
    '{a b} | {a b}{a}'
    """
    require_missing(missing, ("error", "excluded", "singleton"))
    if system is None:
        return _alone(gold, missing)
    require_same_form(gold, system, "as dicts item -> labels, or as lists of sets")
    return _compared(_named(gold, "gold"), _named(system, "system"), missing)


def _alone(given: object, missing: Missing) -> Families:
    if isinstance(given, str):
        known = Families.from_notation(given)
        system, gold = parse(given)
        return _compared(gold, system, missing, known)
    if not isinstance(given, Families):
        raise InputError(
            f"cannot read {given!r} without a system; give gold and system, or a text such as '{{a b}}{{a}} | {{a b}}'"
        )
    return _compared(
        [list(part) for part in given.gold], [list(part) for part in given.system], missing, given
    )


def _named(family: Any, side: str) -> Named:
    if isinstance(family, Mapping):
        return _sets_of(family, side)
    if isinstance(family, str | bytes | set | frozenset):
        raise InputError(f"{side} is {family!r}; give a list of sets of items, or a dict item -> labels")
    try:
        parts = [_items(part, place, side) for place, part in enumerate(family)]
    except TypeError as error:
        raise InputError(
            f"{side} is {family!r}; give a list of sets of items, or a dict item -> labels"
        ) from error
    return parts


def _items(part: Any, place: int, side: str) -> list[Hashable]:
    """Return the items of one set, each once."""
    if isinstance(part, str | bytes | Mapping):
        raise InputError(f"set {place} of {side} is {part!r}; give a set or list of items")
    items = list(part)
    if not items:
        raise InputError(f"set {place} of {side} is empty; leave it out, or give it items")
    seen: set[Hashable] = set()
    for item in items:
        _refuse_nothing(item, side)
        if item in seen:
            raise InputError(f"item {item!r} is twice in set {place} of {side}; write it once")
        seen.add(item)
    return items


def _sets_of(labels: Mapping[Hashable, Any], side: str) -> Named:
    """Return the items of each label, labels in order of first appearance."""
    found: dict[Hashable, list[Hashable]] = {}
    for item, given in labels.items():
        _refuse_nothing(item, side)
        own = _labels(given, item, side)
        if len(set(own)) < len(own):
            twice = next(label for label in own if own.count(label) > 1)
            raise InputError(f"{side} gives item {item!r} the label {twice!r} twice; write it once")
        for label in own:
            found.setdefault(label, []).append(item)
    return list(found.values())


def _refuse_nothing(item: Hashable, side: str) -> None:
    if is_nothing(item):
        raise InputError(f"{side} has {item!r} for an item; name items by words or numbers")


def _labels(given: object, item: Hashable, side: str) -> Sequence[Hashable]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        given = (given,)
    own = list(given)
    if not own:
        word = "category" if side == "gold" else "cluster"
        raise InputError(f"{side} puts item {item!r} into no {word}; give it a label, or leave the item out")
    for label in own:
        if is_nothing(label):
            raise InputError(f"{side} gives item {item!r} the label {label!r}; labels are words or numbers")
    return own


def _compared(gold: Named, system: Named, missing: Missing, known: Families | None = None) -> Families:
    """Refuse families over different items."""
    for side, family in (("gold", gold), ("system", system)):
        if not family and (side == "gold" or missing == "error"):
            raise InputError(f"{side} has no sets; give at least one with an item")
    covered = {item for part in gold for item in part}
    held = {item for part in system for item in part}
    extra = _first_seen(system, covered)
    absent = _first_seen(gold, held)
    remedy = 'put every gold item into a cluster, or pass missing="excluded" or missing="singleton"'
    require_same_items(extra, absent, ("category", "cluster"), remedy if missing == "error" else "")
    if not absent:
        return known or Families.from_sets(gold, system)
    return Families.from_sets(
        gold, system if missing == "excluded" else [*system, *([item] for item in absent)]
    )


def _first_seen(family: Named, other: set[Hashable]) -> list[Hashable]:
    """Return the items of a family that are not among others, in order."""
    return list(dict.fromkeys(item for part in family for item in part if item not in other))
