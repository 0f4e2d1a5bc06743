"""Numbers as texts: one reader for each kind, strict about what is a number and what only looks like one.

Digits are those from 0 to 9, without underscores between them: Python's own readers take ``1_0`` for 10, and the
digits of every alphabet.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from axiometrics.errors import InputError

MOST_DIGITS = 400
"""Digits, and powers of ten, that a written number may have."""
Number = TypeVar("Number", int, float, Fraction)

_STRANGE = re.compile(r"[^0-9A-Za-z+\-./\s]")


def is_plain(text: str) -> bool:
    """Whether a text, or several texts joined, holds nothing but what numbers are written with.

    >>> is_plain("-1.5e3"), is_plain("1_0"), is_plain("\\u0663")
    (True, False, False)
    """
    return text.isascii() and _STRANGE.search(text) is None


def is_plainly_read(text: str) -> bool:
    """Whether the text of numbers that Python could read is plain: no digits of other scripts, no underscores.

    >>> is_plainly_read("-1.5e3"), is_plainly_read("1_0"), is_plainly_read("\\u0663")
    (True, False, False)
    """
    return text.isascii() and "_" not in text


def plainly(read: Callable[[str], Number], text: str) -> Number:
    """Read a number that is written plainly; raises ValueError for every other text."""
    if not is_plain(text):
        raise ValueError(text)
    return read(text)


def read_whole(text: str) -> int:
    """Read a whole number; raises ValueError.

    >>> read_whole(" -3 ")
    -3
    """
    return plainly(int, text)


def read_real(text: str) -> float:
    """Read a finite number; raises ValueError.

    >>> read_real("2.5e-1")
    0.25
    """
    value = plainly(float, text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def read_exact(text: str) -> Fraction:
    """Read a whole number, a fraction or a decimal exactly; raises ValueError.

    Raises InputError for one whose digits would fill the memory.

    >>> read_exact("1/3"), read_exact("0.2")
    (Fraction(1, 3), Fraction(1, 5))
    """
    power = re.search(r"[eE]([-+]?[0-9]+)\s*$", text)
    if len(text) > MOST_DIGITS or (power and abs(int(power[1])) > MOST_DIGITS):
        shown = text if len(text) <= 20 else f"{text[:10]}..."
        raise InputError(f"the number {shown} is too long; give one of up to {MOST_DIGITS} digits")
    try:
        return plainly(Fraction, text.strip())
    except ZeroDivisionError:
        raise ValueError(text) from None


def is_counting(text: str) -> bool:
    """Whether a text is a number to count with: digits alone.

    >>> is_counting("12"), is_counting("-1"), is_counting("\\u0663")
    (True, False, False)
    """
    return text.isascii() and text.isdecimal()


def whole_value(value: Any) -> int:
    """Return the whole number that a value stands for, whatever its type; raises ValueError for others.

    Truth values are no numbers here; texts are read, and floats are taken where nothing stands after the point.

    >>> whole_value("3"), whole_value(2.0)
    (3, 2)
    """
    if type(value) is int:
        return value
    if isinstance(value, str):
        value = read_exact(value)
    real = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not real or not math.isfinite(value) or value != int(value):
        raise ValueError(value)
    return int(value)
