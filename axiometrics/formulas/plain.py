"""A formula's function called on plain numbers: what it gives must be what its graph says.

Recording sees what is done to quantities and nothing else. A function that looks elsewhere (at a global, at how often
it was called, at the type of what it is given) would be judged by what it did once; on numbers it gives itself away.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from numbers import Rational
from typing import Any

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.undefined import INFINITE, UNDEFINED

__all__ = ["Numbers", "Sample", "asked_for", "number", "numbers", "step"]

_ASKED: ContextVar[bool] = ContextVar("numbers", default=False)
asked_for = _ASKED.get
"""Whether the functions of formulas are to compute with numbers."""


@contextmanager
def numbers() -> Iterator[None]:
    """Let the functions of formulas compute with numbers, not record."""
    token = _ASKED.set(True)
    try:
        yield
    finally:
        _ASKED.reset(token)


def _both(function: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    def forward(self: Any, other: Any) -> Any:
        return _computed(function, self, other)

    def backward(self: Any, other: Any) -> Any:
        return _computed(function, other, self)

    return forward, backward


def _computed(function: Callable[..., Any], *given: Any) -> Any:
    """Return a number; what has no value, or none among floats, is NaN."""
    if not all(isinstance(each, int | Fraction | float) for each in given):
        return NotImplemented
    if any(each != each for each in given):
        return number(math.nan)
    try:
        return number(function(*map(_bare, given)))
    except (ArithmeticError, ValueError):
        return number(math.nan)


def _bare(given: Any) -> Any:
    """Return a number of Python's own."""
    if isinstance(given, float):
        return float(given)
    return int(given) if given.denominator == 1 else Fraction(given)


def _divided(one: Any, other: Any) -> Any:
    return (
        one / other if isinstance(one, float) or isinstance(other, float) else Fraction(one) / Fraction(other)
    )


def _raised(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, Fraction) and exponent.denominator == 2:
        return _root(base) ** exponent.numerator
    return (
        Fraction(base) ** exponent if isinstance(base, int) and isinstance(exponent, int) else base**exponent
    )


class _Arithmetic:
    """Arithmetic in which a division by zero has no value."""

    __slots__ = ()
    __add__, __radd__ = _both(operator.add)
    __sub__, __rsub__ = _both(operator.sub)
    __mul__, __rmul__ = _both(operator.mul)
    __truediv__, __rtruediv__ = _both(_divided)
    __pow__, __rpow__ = _both(_raised)

    def __neg__(self) -> Any:
        return _computed(operator.neg, self)

    def __pos__(self) -> Any:
        return self


class Share(_Arithmetic, Fraction):
    """A fraction, or a whole number, which says that it is one.

    On the right of one of Python's own fractions its arithmetic is asked first; that of an ``int`` would not be.
    """

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return int if self.denominator == 1 else Share

    __repr__ = Fraction.__str__


class Real(_Arithmetic, float):
    """A float, where there is no fraction; NaN is no value."""


def number(value: Any) -> Any:
    """Return a number that formulas compute with.

    >>> number(3) / 2, number(3) / 0, Fraction(1, 2) * number(0) / number(0)
    (3/2, nan, nan)
    """
    return Real(value) if isinstance(value, float) else Share(value)


def _root(value: Any) -> Any:
    if isinstance(value, Rational):
        parts = [math.isqrt(part) for part in (value.numerator, value.denominator)]
        if parts[0] ** 2 == value.numerator and parts[1] ** 2 == value.denominator:
            return Fraction(*parts)
    return math.sqrt(value)


def _chosen(choose: Callable[..., Any]) -> Callable[..., Any]:
    return lambda one, other: one + other if one != one or other != other else choose(one, other)


_STEPS: dict[str, Callable[..., Any]] = {
    "log": math.log,
    "root": _root,
    "tanh": math.tanh,
    "inverse_log2": lambda value: 1 / math.log2(value),
    "log_binomial": lambda upper, lower: math.log(math.comb(upper, lower)),
    "maximum": _chosen(max),
    "minimum": _chosen(min),
    "power": _raised,
}


def step(kind: str, *given: Any) -> Any:
    """Return a function of formulas on numbers. Raises NotSymbolicError for what is none."""
    words = {id(UNDEFINED): math.nan, id(INFINITE): math.inf}
    parts = [words.get(id(each), each) for each in given]
    if kind in ("ratio", "guard"):
        value, condition, otherwise = parts
        if condition != condition:
            return number(math.nan)
        if condition == 0:
            return number(otherwise)
        return number(value) / condition if kind == "ratio" else value
    found = _computed(_STEPS[kind], *parts)
    if found is NotImplemented:
        raise NotSymbolicError(
            f"a formula cannot compute with {next(p for p in parts if not isinstance(p, Rational | float))!r}"
        )
    return found


class Sample:
    """Some outputs of a task as plain numbers, made once for all formulas."""

    def __init__(self, outputs: Any) -> None:
        self.outputs = outputs

    def __len__(self) -> int:
        return len(self.outputs)

    @cached_property
    def _columns(self) -> dict[str, list[Any]]:
        return {}

    @cached_property
    def _rows(self) -> dict[str, Any]:
        return {}

    def numbers(self, formula: Any, place: int) -> Numbers:
        """Return what hands out the numbers of an output, as a formula sees it."""
        home, there = self.outputs.home(formula, place)
        if home is self.outputs:
            return Numbers(self, there)
        return Numbers(self._homes.setdefault(id(home), Sample(home)), there)

    @cached_property
    def _homes(self) -> dict[int, Sample]:
        return {}

    def quantity(self, name: str) -> list[Any]:
        """Return a quantity of every output."""
        if name not in self._columns:
            self._columns[name] = _listed(self.outputs.quantities[name], len(self))
        return self._columns[name]

    def rows(self, domain: str) -> tuple[Any, list[list[int]], dict[str, list[Any]]]:
        """Return what a domain runs over, the places of each output's rows, and the columns that were asked for."""
        if domain not in self._rows:
            rows = self.outputs.known_rows(domain)
            owners = rows.case.tolist()
            count = len(self) if rows.shared is None else int(rows.shared.max(initial=-1)) + 1
            places: list[list[int]] = [[] for _ in range(count)]
            for place, owner in enumerate(owners):
                places[owner].append(place)
            self._rows[domain] = (
                rows,
                places if rows.shared is None else [places[k] for k in rows.shared.tolist()],
                {},
            )
        found: tuple[Any, list[list[int]], dict[str, list[Any]]] = self._rows[domain]
        return found

    def column(self, domain: str, name: str) -> list[Any]:
        """Return what every row of a domain offers by a name; None where it has no such thing."""
        rows, _, known = self.rows(domain)
        if name not in known:
            part = rows.times if name == "" else rows.columns.get(name)
            known[name] = [None] * len(rows.case) if part is None else _listed(part, len(rows.case))
        return known[name]


def _listed(part: Any, count: int) -> list[Any]:
    """Return a column as numbers."""
    from axiometrics.formulas.arithmetics.scalars import elementwise  # NumPy takes long to import
    from axiometrics.formulas.rows import as_column

    made: list[Any] = as_column(part, elementwise(_NUMBERS)).tolist()
    return made * count if len(made) == 1 else made


class _Plain:
    """Numbers as an arithmetic that makes columns."""

    undefined = None

    def number(self, value: Fraction) -> Any:
        return number(value)


_NUMBERS = _Plain()


class Numbers:
    """Hands out what one output of a sample has, as plain numbers."""

    def __init__(self, sample: Sample, place: int) -> None:
        self.sample = sample
        self.place = place

    def quantity(self, name: str, *, whole: bool) -> Any:
        """Return a quantity."""
        return self.sample.quantity(name)[self.place]

    def reduced(
        self, domain: str, names: Sequence[tuple[str, bool]], bodies: Sequence[Callable[..., Any]]
    ) -> Any:
        """Return a reduction, with the bodies called on every row."""
        rows, places, _ = self.sample.rows(domain)
        offered = [self.sample.column(domain, name) for name, _ in names]
        times = self.sample.column(domain, "") if rows.times is not None else None
        terms = [
            (place, tuple(body(*(column[place] for column in offered)) for body in bodies))
            for place in places[self.place]
        ]
        return _folded(rows, times, terms)


def _folded(rows: Any, times: list[Any] | None, terms: list[tuple[int, tuple[Any, ...]]]) -> Any:
    """Add up, or choose among, the terms of one output."""
    if rows.fold == "cascade":
        found = number(0)
        for _, (value, stop) in reversed(terms):
            found = value * stop + (1 - stop) * found
        return found
    counted = [(place, term if times is None else term * times[place]) for place, (term,) in terms]
    if rows.fold == "sum":
        return sum((term for _, term in counted), number(0))
    groups = [
        [term for _, term in group] for _, group in groupby(counted, key=lambda each: rows.group[each[0]])
    ]
    if rows.fold == "best":
        return sum((_best(group, "maximum") for group in groups), number(0))
    return _best(
        [sum(group, number(0)) for group in groups], {"largest": "maximum", "smallest": "minimum"}[rows.fold]
    )


def _best(terms: Sequence[Any], kind: str) -> Any:
    found = terms[0]
    for term in terms[1:]:
        found = step(kind, found, term)
    return found
