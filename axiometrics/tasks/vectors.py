"""Label vectors as users give them: lists, texts, arrays, pandas columns; both of one length, or a clear refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometrics.errors import InputError

__all__ = ["LARGE", "PLAIN_VECTORS", "label_vectors"]

LARGE = 4096
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
    if hasattr(labels, "to_numpy"):
        labels = labels.to_numpy()
    if hasattr(labels, "ndim"):
        if labels.ndim != 1:
            hint = f", or {two_way}" if two_way else ""
            raise InputError(f"{side} has {labels.ndim} dimensions; give one label per item{hint}")
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
