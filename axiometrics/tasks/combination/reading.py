"""Reading users' component scores: numbers from 0 to 1, or the notation."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import read_exact
from axiometrics.tasks.combination.scores import Scores


def read(p: object, r: object = None) -> Scores:
    """Read two scores as numbers or texts, two or three of them as one tuple, or in notation. Raises InputError.

    >>> read(0.5, "3/4").notation(), read((1, 0, 0.5)).notation(), read("P=1/2 R=1").notation()
    ('P=1/2 R=3/4', 'P=1 R=0 S=1/2', 'P=1/2 R=1')
    """
    if r is None:
        if isinstance(p, Scores):
            return p
        if isinstance(p, str):
            return Scores.from_notation(p)
        return _scores(_several(p))
    return _scores((p, r))


def _scores(given: Sequence[Any]) -> Scores:
    return Scores(tuple(_score(value, f"the {which}") for value, which in zip(given, _WHICH, strict=False)))


_WHICH = ("first", "second", "third")


def _several(given: Any) -> tuple[Any, ...]:
    try:
        found = tuple(given)
    except TypeError:
        found = ()
    if not 2 <= len(found) <= len(_WHICH):
        raise InputError(f"{given!r} is no pair of scores; give two or three numbers from 0 to 1")
    return found


def _score(value: object, which: str) -> Fraction:
    """Return one score exactly: a float is the number that it stands for."""
    if isinstance(value, str):
        try:
            return _within(read_exact(value), value, which)
        except ValueError:
            raise _refusal(value, which) from None
    if isinstance(value, numbers.Rational) and not isinstance(value, bool):
        return _within(Fraction(value), value, which)
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise _refusal(value, which)
    return _within(Fraction(float(value)), value, which)


def _within(found: Fraction, value: object, which: str) -> Fraction:
    if not 0 <= found <= 1:
        raise _refusal(value, which)
    return found


def _refusal(value: object, which: str) -> InputError:
    return InputError(f"{which} score is {value!r}; scores are numbers from 0 to 1, such as 0.25 or '1/4'")
