"""Parameters of metrics and constraints: exact values, ranges, and keys such as ``rbp(p=4/5)``."""

from __future__ import annotations

import numbers
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.numerals import read_exact

__all__ = [
    "Combined",
    "Parameter",
    "Value",
    "bind",
    "exact",
    "instance_key",
    "is_key",
    "split_key",
    "whole",
]

Value = Fraction | str

_KEY = re.compile(r"^\s*([\w.]+)\s*(?:\((.*)\))?\s*$")


LARGEST = 10**15
"""Size up to which parameters are computed with; its inverse is the least distance from 0 and from their bounds."""
FINEST = 10**40
"""Largest denominator of a parameter."""


def whole(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number that is asked for; raises InputError for what is none, and outside its bounds.

    >>> whole("trials", 0, 1, 10)
    Traceback (most recent call last):
        ...
    axiometrics.errors.InputError: trials=0 is not possible; give a whole number, 1 or more and at most 10
    """
    given = int(value) if isinstance(value, numbers.Integral) and not isinstance(value, bool) else None
    allowed = f"give a whole number, {least} or more and at most {most}"
    if given is None:
        raise InputError(f"{name}={value!r} is not a whole number; {allowed}")
    if not least <= given <= most:
        raise InputError(f"{name}={_short(given)} is not possible; {allowed}")
    return given


def exact(value: object) -> Value:
    """Return a parameter value as a fraction where it is a number, else as a word.

    >>> exact(0.8), exact("4/5"), exact("n-1")
    (Fraction(4, 5), Fraction(4, 5), 'n-1')
    """
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, numbers.Integral):
        return Fraction(int(value))
    text = float.__repr__(float(value)) if isinstance(value, numbers.Real) else str(value).strip()
    try:
        return read_exact(text)
    except InputError:
        raise
    except ValueError:
        return text


def _short(value: object) -> str:
    """Write a value that may be long."""
    try:
        text = str(value)
    except ValueError:
        return "(thousands of digits)"
    return text if len(text) <= 40 else f"{text[:20]}...{text[-10:]}"


@dataclass(frozen=True)
class Parameter:
    """One parameter: its default, and the interval or the ``choices`` it may take; ``least`` and ``most``
    themselves are allowed.

    ``whole`` allows whole numbers only. A parameter ``of_reading`` says how an output is read: the definition of a
    metric is not given it.

    >>> Parameter("alpha", default=Fraction(1, 2), above=0, below=1).check("1/3")
    Fraction(1, 3)
    """

    name: str
    default: Value | int
    above: int | None = None
    below: int | Fraction | None = None
    choices: tuple[Value, ...] = ()
    least: int | None = None
    whole: bool = False
    most: int | None = None
    of_reading: bool = False

    def check(self, value: object) -> Value:
        """Return the exact value; raise InputError when it is outside the range."""
        found = exact(value)
        if self.choices:
            if found in self.choices:
                return found
            raise InputError(
                f"{self.name}={_short(found)} is not possible; {nearest(str(value), map(str, self.choices))}"
            )
        if isinstance(found, str):
            raise InputError(f"{self.name}={_short(found)!r} is not a number; {self.range_text()}")
        low = (self.above is None or found > self.above) and (self.least is None or found >= self.least)
        high = (self.below is None or found < self.below) and (self.most is None or found <= self.most)
        if not (low and high):
            raise InputError(f"{self.name}={_short(found)} is out of range; {self.range_text()}")
        if self.whole and found.denominator != 1:
            raise InputError(f"{self.name}={_short(found)} is not a whole number; {self.range_text()}")
        self._require_reach(found)
        return found

    def _require_reach(self, found: Fraction) -> None:
        """Raise InputError for numbers that floats cannot tell from 0, from a bound or from infinity."""
        apart = [abs(found - bound) for bound in (0, self.above, self.below) if bound is not None]
        if abs(found) > LARGEST or any(0 < each < Fraction(1, LARGEST) for each in apart):
            raise InputError(
                f"{self.name}={_short(found)} is out of reach; give a number up to 1e15 in size, and 1e-15 "
                "or more from 0 and from the ends of its range"
            )
        if found.denominator > FINEST:
            raise InputError(f"{self.name}={_short(found)} has too many digits; give up to 40 decimals")

    def range_text(self) -> str:
        """Say which values are allowed.

        >>> Parameter("alpha", default=1, above=0).range_text()
        'give a number with alpha > 0'
        """
        if self.choices:
            return "give one of " + ", ".join(map(str, self.choices))
        kind = "a whole number" if self.whole else "a number"
        low = "" if self.above is None else f"{self.above} < "
        low = low if self.least is None else f"{self.least} <= "
        high = "" if self.below is None else f" < {self.below}"
        high = high if self.most is None else f" <= {self.most}"
        if low and not high:
            return f"give {kind} with {self.name} {'>' if self.least is None else '>='} {low.split()[0]}"
        return f"give {kind} with {low}{self.name}{high}"


@dataclass(frozen=True)
class Combined:
    """Parameters on which a metric depends only through one number, such as ``c = n(1 - w)/w``.

    ``of`` makes the number of the parameters, ``written`` says how. It is ``parameter`` itself where the others have
    the values ``at``.
    """

    name: str
    written: str
    of: Callable[..., Any]
    parameter: str
    at: tuple[tuple[str, Fraction], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters."""
        return (self.parameter, *(name for name, _ in self.at))


def bind(owner: str, parameters: Iterable[Parameter], given: Mapping[str, object]) -> Mapping[str, Value]:
    """Return every parameter's exact value, given or default, in declaration order."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise UnknownKeyError(
                f"{owner} has no parameter {name!r}; {nearest(name, known) if known else 'it has none'}"
            )
    values = {name: known[name].check(given.get(name, known[name].default)) for name in known}
    return MappingProxyType(values)


def instance_key(key: str, parameters: Iterable[Parameter], values: Mapping[str, Value]) -> str:
    """Write a key with the values that differ from the default.

    >>> alpha = Parameter("alpha", default=Fraction(1, 2))
    >>> instance_key("f", [alpha], {"alpha": Fraction(1, 3)})
    'f(alpha=1/3)'
    >>> instance_key("f", [alpha], {"alpha": Fraction(1, 2)})
    'f'
    """
    shown = [f"{p.name}={values[p.name]}" for p in parameters if values[p.name] != exact(p.default)]
    return f"{key}({','.join(shown)})" if shown else key


def is_key(text: str) -> bool:
    """Whether a text has the form of a key, with parameters or without.

    >>> is_key("ndcg_at(k=10)"), is_key("nDCG@10")
    (True, False)
    """
    return _KEY.match(text) is not None


def split_key(text: str) -> tuple[str, dict[str, str]]:
    """Read a key with parameters.

    >>> split_key("rag_bag(size=n-1, context=shared)")
    ('rag_bag', {'size': 'n-1', 'context': 'shared'})
    """
    match = _KEY.match(text)
    if match is None:
        raise InputError(f"cannot read the key {text!r}; write it as 'name' or 'name(parameter=value,...)'")
    given: dict[str, str] = {}
    for part in match[2].split(",") if match[2] else ():
        name, equals, value = (each.strip() for each in part.partition("="))
        if not (name and equals and value):
            raise InputError(f"cannot read {part.strip()!r} in {text!r}; write parameters as 'name=value'")
        if name in given:
            raise InputError(f"{name} is given twice in {text!r}; give every parameter one value")
        given[name] = value
    return match[1], given
