"""What users give, read alike in every task: label vectors, items that one side lacks, options; clear refusals."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from axiometrics.errors import InputError

__all__ = [
    "LARGE",
    "PLAIN_VECTORS",
    "flat",
    "is_nothing",
    "label_vectors",
    "listed",
    "require_missing",
    "require_same_form",
    "require_same_items",
]

LARGE = 64
"""From this many items on, labels in arrays stay there, to be counted by NumPy."""

PLAIN_VECTORS = frozenset({list, tuple, str})
"""Types of label vectors that are taken as they are."""


def label_vectors(
    gold: Any, system: Any, *, instead: Sequence[str] = ("dicts item -> label",), two_way: str = ""
) -> tuple[Any, Any]:
    """Return gold and system labels as sequences, short arrays as lists; raises InputError.

    ``instead`` names the other forms that a task reads, ``two_way`` what it reads from an array of two dimensions.

    >>> label_vectors("abb", ("x", "x", "y"))
    ('abb', ('x', 'x', 'y'))
    """
    one, other = (
        _vector(labels, side, instead, two_way) for side, labels in (("gold", gold), ("system", system))
    )
    if len(one) != len(other):
        raise InputError(
            f"gold has {len(one)} labels and system has {len(other)}; give one label per item in the same order"
        )
    return one, other


def _vector(labels: Any, side: str, instead: Sequence[str], two_way: str) -> Any:
    if type(labels) in PLAIN_VECTORS:
        return labels
    labels = flat(labels, side, "one label per item" + (f", or {two_way}" if two_way else ""))
    if hasattr(labels, "ndim"):
        return labels if labels.shape[0] >= LARGE else labels.tolist()
    if isinstance(labels, set | frozenset):
        raise InputError(f"{side} is a set, which has no order; give {_either('lists', *instead)}")
    try:
        return labels if isinstance(labels, str | list | tuple) else list(labels)
    except TypeError as error:
        raise InputError(f"{side} is {labels!r}; give {_either('label vectors', *instead)}") from error


def _either(*forms: str) -> str:
    """Join two or more forms: a, b, or c."""
    return f"{', '.join(forms[:-1])}{',' if len(forms) > 2 else ''} or {forms[-1]}"


def flat(given: Any, side: str, wanted: str) -> Any:
    """Return what was given, a pandas column as its array; raises InputError for an array of other than one dimension.

    >>> flat([1, 2], "gold", "one share for each class")
    [1, 2]
    """
    if hasattr(given, "to_numpy"):
        given = given.to_numpy()
    if hasattr(given, "ndim") and given.ndim != 1:
        raise InputError(f"{side} has {given.ndim} dimensions; give {wanted}")
    return given


def is_nothing(name: Any) -> bool:
    """Whether a name or label stands for none: None, or one that is not equal to itself, as NaN and NaT of any type.

    >>> is_nothing(None), is_nothing(float("nan")), is_nothing("")
    (True, True, False)
    """
    try:
        return name is None or bool(name != name)
    except (TypeError, ValueError, ArithmeticError):  # pandas.NA, a signalling NaN
        return True


def listed(names: Sequence[Hashable]) -> str:
    """Return the first names, and how many more there are.

    >>> listed("abcde")
    "'a', 'b', 'c' and 2 more"
    """
    shown = ", ".join(repr(name) for name in names[:3])
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def require_missing(missing: str, ways: Sequence[str]) -> None:
    """Refuse an option that a task does not have; raises InputError.

    >>> require_missing("none", ("error", "empty"))
    Traceback (most recent call last):
    axiometrics.errors.InputError: missing='none' is not possible; give 'error' or 'empty'
    """
    if missing not in ways:
        *others, last = map(repr, ways)
        raise InputError(f"missing={missing!r} is not possible; give {', '.join(others)} or {last}")


def require_same_form(gold: Any, system: Any, both: str = "as dicts item -> label") -> None:
    """Refuse a dict on one side alone; raises InputError."""
    if isinstance(gold, Mapping) != isinstance(system, Mapping):
        raise InputError(f"gold and system have different forms; give both {both}")


def require_same_items(
    extra: Sequence[Hashable], absent: Sequence[Hashable], sides: tuple[str, str], remedy: str
) -> None:
    """Refuse items that gold lacks, and those that the system lacks where there is a remedy; raises InputError.

    ``sides`` says what an item has in the gold, and what in the system.

    >>> require_same_items((), "ab", ("category", "cluster"), "give one")
    Traceback (most recent call last):
    axiometrics.errors.InputError: system has no cluster for items 'a', 'b' that gold contains; give one
    """
    if extra:
        raise InputError(
            f"gold has no {sides[0]} for {_items(extra)} that system contains; leave them out of system"
        )
    if absent and remedy:
        raise InputError(f"system has no {sides[1]} for {_items(absent)} that gold contains; {remedy}")


def _items(items: Sequence[Hashable]) -> str:
    return f"item{'s' if len(items) > 1 else ''} {listed(items)}"
