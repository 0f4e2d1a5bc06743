"""Reading users' component scores: two numbers from 0 to 1, or the notation."""

from __future__ import annotations

import math
import numbers
from fractions import Fraction
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.combination.scores import Scores

__all__ = ["read"]


def read(p: Any, r: Any = None) -> Scores:
    """Read two scores as numbers or texts, as one pair of them, or in notation. Raises InputError.

    >>> read(0.5, "3/4").notation(), read((1, 0)).notation(), read("P=1/2 R=1").notation()
    ('P=1/2 R=3/4', 'P=1 R=0', 'P=1/2 R=1')
    """
    if r is None:
        if isinstance(p, Scores):
            return p
        if isinstance(p, str):
            return Scores.from_notation(p)
        p, r = _two(p)
    return Scores((_score(p, "the first"), _score(r, "the second")))


def _two(given: Any) -> tuple[Any, Any]:
    try:
        first, second = given
    except (TypeError, ValueError) as error:
        raise InputError(f"{given!r} is no pair of scores; give two numbers from 0 to 1") from error
    return first, second


def _score(value: Any, which: str) -> Fraction:
    """Return one score exactly: a float is the number that it stands for."""
    if isinstance(value, str):
        try:
            return _within(Fraction(value.strip()), value, which)
        except (ValueError, ZeroDivisionError):
            raise _refusal(value, which) from None
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise _refusal(value, which)
    found = Fraction(value) if isinstance(value, numbers.Rational) else Fraction(float(value))
    return _within(found, value, which)


def _within(found: Fraction, value: Any, which: str) -> Fraction:
    if not 0 <= found <= 1:
        raise _refusal(value, which)
    return found


def _refusal(value: Any, which: str) -> InputError:
    return InputError(f"{which} score is {value!r}; scores are numbers from 0 to 1, such as 0.25 or '1/4'")
