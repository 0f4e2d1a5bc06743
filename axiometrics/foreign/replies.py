"""What one call of a foreign metric gives: a finite number, or the reason why there is none."""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, Literal, TypeAlias, get_args

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

ROUNDING = 1e-12
"""The share of its value (of 1 where that is smaller) by which the float of a function may be off: what is assumed of
somebody else's code."""
COARSE: Mapping[str, float] = {"float32": 1e-5, "complex64": 1e-5, "bfloat16": 0.05, "float16": 0.01}
"""The same of floats with fewer digits, by what arrays call them."""
MOST_FLOATS = 8
"""Floats whose sum stands for a number that does not say what fraction it is."""

LONGEST_MESSAGE = 300
LONGEST_NUMBER = 2000  # bits
SMALLEST = -4000
"""Powers of ten below which the digits of a decimal number take too long."""
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


@dataclass(frozen=True, slots=True)
class Value:
    """The call returned this finite number.

    ``number`` is what it returned where that is no double, of which ``value`` is the nearest; ``rounding`` is the share
    of its value by which it may be off, 0 where the type is exact: whole numbers and fractions.
    """

    value: float
    number: Fraction | None = field(default=None, repr=False, compare=False)
    rounding: float = field(default=ROUNDING, repr=False, compare=False)

    @property
    def told(self) -> Fraction:
        """What was returned, in all its digits."""
        return Fraction(self.value) if self.number is None else self.number

    @property
    def is_exact(self) -> bool:
        """Whether it is what its type says, without any rounding."""
        return self.rounding == 0

    @property
    def is_cut(self) -> bool:
        """Whether the double is another number."""
        return self.number is not None and self.number != Fraction(self.value)

    @property
    def rounded(self) -> float:
        """How far the value that is meant may be from what was returned."""
        return self.rounding * max(1.0, abs(self.value))

    @property
    def off(self) -> float:
        """How far the value that is meant may be from the double."""
        return self.rounded + (math.ulp(self.value) if self.is_cut else 0.0)

    @property
    def shown(self) -> str:
        """The number where it is exact, else as Python writes its double."""
        return repr(self.value) if self.number is None or not self.is_exact else written(self.number)


def written(number: Fraction) -> str:
    """Write a fraction, or what it is about where that would be too long to read.

    >>> written(Fraction(2, 3)), written(Fraction(3**900, 7**900))
    ('2/3', 'about 6.62053727181e-332')
    """
    over, under = number.as_integer_ratio()
    if max(abs(over), under).bit_length() <= LONGEST_NUMBER:
        return str(number)
    return f"about {Decimal(over) / Decimal(under):.12g}"


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
    return Value(number) if type(result) is float else _exactly(result, number)


def _exactly(result: object, value: float) -> Value:
    """Return a number that is no Python float together with what its double leaves out."""
    name = str(getattr(result, "dtype", ""))
    rounding = next((share for kind, share in COARSE.items() if kind in name), ROUNDING)
    try:
        plain = result.item() if name else result  # type: ignore[attr-defined]
        if isinstance(plain, Rational):
            return Value(value, Fraction(int(plain.numerator), int(plain.denominator)), 0.0)
        if isinstance(plain, (float, complex)):
            return Value(value, None, rounding)
        if isinstance(plain, Decimal) and plain and plain.adjusted() < SMALLEST:
            return Value(value, None, math.inf)
        return Value(value, _digits(plain, value), rounding)
    except MemoryError:
        raise
    except Exception:  # it has a double and nothing else that numbers have
        return Value(value, None, rounding)


def _digits(plain: Any, value: float) -> Fraction:
    """Return a number in all its digits, or in those of some doubles that together come near to it."""
    if hasattr(plain, "as_integer_ratio"):
        return Fraction(*map(int, plain.as_integer_ratio()))
    number, rest = Fraction(value), plain - value
    for _ in range(MOST_FLOATS):
        part = float(rest)
        number, rest = number + Fraction(part), rest - part
    return number


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
    except BaseException as further:
        _let_pass(further)
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
    except BaseException as error:
        _let_pass(error)
        text = "(its repr fails)"
    return f"{_one_line(type(thing).__name__)} {text}"


def _let_pass(error: BaseException) -> None:
    """Raise what is nobody's answer: Ctrl-C, and that there is no memory."""
    if isinstance(error, KeyboardInterrupt | MemoryError):
        raise error


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
    >>> to_line(judge(2**60 + 1))
    b'{"value": 1.152921504606847e+18, "number": ["1000000000000001", "1"], "rounding": 0.0}'
    """
    if isinstance(reply, Said):
        return json.dumps(base64.b64encode(reply.data).decode()).encode()
    if isinstance(reply, Value) and reply.number is None and reply.rounding == ROUNDING:
        return b"%r" % reply.value
    if isinstance(reply, Value):
        parts = None if reply.number is None else [f"{part:x}" for part in reply.number.as_integer_ratio()]
        return json.dumps({"value": reply.value, "number": parts, "rounding": reply.rounding}).encode()
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
        case {"value": float(value), "number": None, "rounding": float(rounding)}:
            return Value(value, None, rounding)
        case {"value": float(value), "number": [str(over), str(under)], "rounding": float(rounding)}:
            return Value(value, Fraction(int(over, 16), int(under, 16)), rounding)
        case [kind, str(message), value] if kind in get_args(Kind):
            return Failure(kind, message, value)
        case _:
            raise ValueError(f"{line[:80]!r} is not a reply")
