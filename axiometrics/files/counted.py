"""How often each declared class occurs among labels: the distribution of a group of items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from axiometrics.errors import InputError

__all__ = ["counted"]

MOST_CLASSES = 1000


def counted(labels: Iterable[str], classes: int | Sequence[str], side: str) -> list[int]:
    """Return the number of labels of every class, lowest class first.

    ``classes`` are the names of the classes in order, or how many there are for labels from 1 on. Raises InputError for
    a label that is no declared class, and for fewer than two classes.

    >>> counted(["2", "3", "2"], 3, "gold")
    [0, 2, 1]
    """
    if (len(classes) if not isinstance(classes, int) else classes) > MOST_CLASSES:
        raise InputError(f"more than {MOST_CLASSES} classes are not possible; give 2 to {MOST_CLASSES}")
    names = [str(number) for number in range(1, classes + 1)] if isinstance(classes, int) else list(classes)
    if len(names) < 2 or len(set(names)) < len(names) or "" in names:
        shown = ", ".join(name or "''" for name in names) or "none"
        raise InputError(f"the classes {shown} are not possible; give 2 or more different ones, lowest first")
    found = Counter(labels)
    odd = next((label for label in found if label not in names), None)
    if odd is not None:
        raise InputError(f"{side} has the label {odd!r}; the declared classes are {', '.join(names)}")
    return [found[name] for name in names]
