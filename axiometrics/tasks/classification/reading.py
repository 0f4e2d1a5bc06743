"""Reading users' outputs: labels of any kind, dicts of labels, matrices; clear refusals."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.tasks.classification import ConfusionMatrix
from axiometrics.tasks.ordinal import reading


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
