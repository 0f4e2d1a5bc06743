"""What one call of a foreign metric gives: a finite number, or the reason why there is none."""

from __future__ import annotations

import base64
import json
import math
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

__all__ = [
    "FATAL",
    "Failure",
    "Kind",
    "Reply",
    "Said",
    "Value",
    "describe",
    "from_line",
    "judge",
    "plain",
    "shown",
    "to_line",
]

Kind = Literal[
    "raised",  # the call raised an exception
    "undefined",  # it returned None or NaN: the metric says that it has no value here
    "not_finite",  # it returned an infinity, or an integer beyond the largest float
    "not_a_number",  # it returned anything else that is not one real number
    "mutated",  # it returned a number, but changed its arguments
    "timed_out",  # it gave no answer in time
    "out_of_memory",  # it asked for more memory than allowed
    "crashed",  # it ended the process
]

FATAL: frozenset[Kind] = frozenset({"timed_out", "out_of_memory", "crashed"})
"""The kinds after which a process is not used again."""

LONGEST_MESSAGE = 300
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


@dataclass(frozen=True, slots=True)
class Value:
    """The call returned this finite number."""

    value: float


@dataclass(frozen=True, slots=True)
class Failure:
    """The call gave no usable number; ``message`` is one line.

    ``value`` is what it returned when it only ``mutated``, and the infinity that is ``not_finite``.
    """

    kind: Kind
    message: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Said(Value):
    """The call was no metric's but one of ours, which returned this to say ``data`` in place of a number."""

    value: float = math.nan
    data: bytes = b""


Reply: TypeAlias = Value | Failure


def judge(result: object) -> Reply:
    """Say whether what a metric returned is a number.

    Numbers are whatever Python counts as one real number: bool, int, float, Fraction, Decimal, NumPy scalars,
    arrays of size 1, complex numbers without an imaginary part.

    >>> judge(True)
    Value(value=1.0)
    >>> judge(None)
    Failure(kind='undefined', message='returned None', value=None)
    >>> judge("0.5")
    Failure(kind='not_a_number', message="returned str '0.5'", value=None)
    """
    if result is None:
        return Failure("undefined", "returned None")
    if isinstance(result, Said):
        return result
    try:
        number = _real(result)
    except MemoryError:
        raise
    except OverflowError:
        return Failure("not_finite", "returned a number too large for a float")
    except Exception:  # the result's own conversion methods may raise anything
        return Failure("not_a_number", f"returned {shown(result)}")
    if math.isnan(number):
        return Failure("undefined", "returned nan")
    if math.isinf(number):
        return Failure("not_finite", f"returned {number}", number)
    return Value(number)


def _real(result: object) -> float:
    if type(result) is float:
        return result
    if getattr(result, "ndim", 0):
        result = result.item()  # type: ignore[attr-defined]  # an array; raises unless its size is 1
    kind = getattr(getattr(result, "dtype", None), "kind", None)
    if isinstance(result, (str, bytes, bytearray)) or kind in ("S", "U", "V", "M", "m"):
        raise TypeError("text and dates are no scores")
    if isinstance(result, complex) or kind == "c":
        number = complex(result)  # type: ignore[call-overload]
        if number.imag != 0:
            raise TypeError("not a real number")
        return float(number.real)
    return float(result)  # type: ignore[arg-type]


def describe(error: BaseException) -> str:
    """Name an exception in one line, even when its own text cannot be had.

    >>> describe(ValueError("two\\nlines"))
    'ValueError: two lines'
    """
    try:
        text = _one_line(str(error))
    except Exception:
        text = ""
    name = _one_line(type(error).__name__)
    return f"{name}: {text}" if text else name


def shown(thing: object) -> str:
    """Show a value's type and value in one line.

    >>> shown([1, 2])
    'list [1, 2]'
    """
    try:
        text = _one_line(repr(thing))
    except Exception:
        text = "(its repr fails)"
    return f"{_one_line(type(thing).__name__)} {text}"


def plain(text: str) -> str:
    """Return a text that every file can hold: halves of surrogate pairs are written as escapes.

    >>> plain("caf\\udce9")
    'caf\\\\udce9'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def _one_line(text: str) -> str:
    """Return a text in one line, without the addresses of objects, which differ from run to run."""
    line = _ADDRESS.sub("", plain(" ".join(text[: 4 * LONGEST_MESSAGE].split())))
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 3] + "..."


def to_line(reply: Reply) -> bytes:
    """Write a reply as JSON in one line, exactly.

    >>> to_line(Value(0.1)), to_line(Failure("undefined", "returned None"))
    (b'0.1', b'["undefined", "returned None", null]')
    """
    if isinstance(reply, Said):
        return json.dumps(base64.b64encode(reply.data).decode()).encode()
    if isinstance(reply, Value):
        return b"%r" % reply.value
    return json.dumps([reply.kind, reply.message, reply.value]).encode()


def from_line(line: bytes) -> Reply:
    """Read a reply back; raise ValueError when the line is none.

    >>> from_line(b"0.1")
    Value(value=0.1)
    """
    match json.loads(line):
        case float(value):
            return Value(value)
        case str(data):
            return Said(data=base64.b64decode(data))
        case [kind, str(message), value] if kind in get_args(Kind):
            return Failure(kind, message, value)
        case _:
            raise ValueError(f"{line[:80]!r} is not a reply")
