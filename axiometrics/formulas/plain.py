"""A formula's function called on plain numbers: what it gives must be what its graph says.

Recording sees what is done to quantities and nothing else. A function that looks elsewhere (at a global, at how often
it was called, at the type of what it is given) would be judged by what it did once; on numbers it gives itself away.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from numbers import Rational
from typing import Any

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.graph import Node, as_node
from axiometrics.formulas.questions import Opaque, asking
from axiometrics.formulas.undefined import INFINITE, UNDEFINED

_ASKED: ContextVar[bool] = ContextVar("numbers", default=False)
asked_for = _ASKED.get
"""Whether the functions of formulas are to compute with numbers."""
_ROUGH: ContextVar[Callable[..., Any] | None] = ContextVar("rough", default=None)
"""What takes steps that are not exact, and says how far off they may be; without it they are Python's floats."""


@contextmanager
def numbers(rough: Callable[..., Any] | None = None) -> Iterator[None]:
    """Let the functions of formulas compute with numbers, not record; steps that are not exact may be taken roughly."""
    tokens = _ASKED.set(True), _ROUGH.set(rough)
    try:
        with asking():
            yield
    finally:
        _ASKED.reset(tokens[0])
        _ROUGH.reset(tokens[1])


def _both(function: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    def forward(self: object, other: object) -> Any:
        return _computed(function, self, other)

    def backward(self: object, other: object) -> Any:
        return _computed(function, other, self)

    return forward, backward


def _computed(function: Callable[..., Any], *given: object) -> Any:
    """Return a number; what has no value, or none among floats, is NaN."""
    values = []
    for each in given:
        if not isinstance(each, _COMPUTED_WITH):
            return NotImplemented
        values.append(value_of(each))
    for value in values:
        if value != value:
            return Number(math.nan)
    try:
        return Number(function(*values))
    except (ArithmeticError, ValueError):
        return Number(math.nan)


def value_of(given: Any) -> Any:
    """Return a number of Python's own, whole, a fraction, or else a float (NaN is no value), unless it is rough."""
    value = _held(given) if isinstance(given, Number) else given
    kind = type(value)
    if kind is int:
        return int(value)
    if isinstance(value, float):
        return float(value)
    if not isinstance(value, Rational):
        return value
    if value.denominator == 1:
        return int(value.numerator)
    return value if kind is Fraction else Fraction(value)


def _divided(one: Any, other: Any) -> Any:
    if not (isinstance(one, Rational) and isinstance(other, Rational)):
        return one / other
    found = Fraction(one) / Fraction(other)
    return rough("exact", found) if (rough := _ROUGH.get()) else found


def _raised(base: Any, exponent: Any) -> Any:
    """Raise as a graph does: a half is a root, and a negative power one over a power."""
    if isinstance(exponent, Fraction) and exponent.denominator == 2:
        return _raised(_root(base), exponent.numerator)
    if exponent < 0:
        try:
            return _divided(1, _raised(base, -exponent))
        except OverflowError:  # one over what is larger than all floats
            return 0.0
    if isinstance(base, Rational):
        digits = max(int(part).bit_length() for part in (base.numerator, base.denominator))
        return (float(base) if digits * exponent > LONGEST else base) ** exponent
    return base**exponent


LONGEST = 1_000_000
"""Bits of a power above which it is a float, which takes no time."""


class Number(Opaque):
    """A number that formulas compute with; it tells no more of itself than a quantity. A division by zero has no value.

    >>> Number(3) / 2, Number(3) / 0, Fraction(1, 2) * Number(0) / Number(0)
    (3/2, nan, nan)
    """

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        self._value = value_of(value)

    __add__, __radd__ = _both(operator.add)
    __sub__, __rsub__ = _both(operator.sub)
    __mul__, __rmul__ = _both(operator.mul)
    __truediv__, __rtruediv__ = _both(_divided)
    __pow__, __rpow__ = _both(_raised)

    def __neg__(self) -> Any:
        return _computed(operator.neg, self)

    def __pos__(self) -> Any:
        return self

    def _as_node(self) -> Node:
        return as_node(self._value)

    def _text(self) -> str:
        return str(self._value)


_held: Callable[[Any], Any] = vars(Number)["_value"].__get__
"""The value of a number, for which nobody is asked who reads it."""
_COMPUTED_WITH = Number, int, Fraction, float, Rational
"""The usual ones first: any rational number takes longer to be told."""


def _root(value: Any) -> Any:
    if rough := _ROUGH.get():  # Python's own root of a fraction is a float, that of a square as well
        return rough("root", value)
    if isinstance(value, Rational):
        parts = [math.isqrt(part) for part in (value.numerator, value.denominator)]
        if parts[0] ** 2 == value.numerator and parts[1] ** 2 == value.denominator:
            return Fraction(*parts)
    return math.sqrt(value)


def _chosen(choose: Callable[..., Any]) -> Callable[..., Any]:
    return lambda one, other: one + other if one != one or other != other else choose(one, other)


def _log_binomial(upper: Any, lower: Any) -> float:
    """Return the logarithm of a binomial coefficient; one of many digits takes long."""
    if 0 <= lower <= upper and upper > MANY:
        return math.lgamma(upper + 1) - math.lgamma(lower + 1) - math.lgamma(upper - lower + 1)
    return math.log(math.comb(upper, lower))


MANY = 10_000
"""Above which binomial coefficients are not written out."""

_STEPS: dict[str, Callable[..., Any]] = {
    "log": math.log,
    "root": _root,
    "tanh": math.tanh,
    "inverse_log2": lambda value: 1 / math.log2(value),
    "log_binomial": _log_binomial,
    "maximum": _chosen(max),
    "minimum": _chosen(min),
    "power": _raised,
}
_ROUNDING = frozenset({"log", "tanh", "inverse_log2", "log_binomial"})
_CHOOSING = frozenset({"maximum", "minimum", "ratio", "guard"})


def step(kind: str, *given: object) -> Any:
    """Return a function of formulas on numbers. Raises NotSymbolicError for what is none."""
    words = {id(UNDEFINED): math.nan, id(INFINITE): math.inf}
    parts = [words.get(id(each), each) for each in given]
    for each in parts:
        if not isinstance(each, Number | Rational | float):
            raise NotSymbolicError(f"a formula cannot compute with {each!r}")
    if rough := _ROUGH.get():
        values = list(map(value_of, parts))
        sharp = all(isinstance(each, Rational | float) for each in values)
        if kind in _ROUNDING or (kind in _CHOOSING and not sharp):
            return Number(rough(kind, *values))
    if kind not in ("ratio", "guard"):
        return _computed(_STEPS[kind], *parts)
    value, condition, otherwise = map(Number, parts)
    known = value_of(condition)
    if known != known:
        return condition
    if known == 0:
        return otherwise
    return value / condition if kind == "ratio" else value


def evaluated(found: Node, numbers: Numbers, variables: Mapping[str, Any] | None = None) -> Any:
    """Return what a graph says that its function gives on numbers: the same steps in the same order."""
    known: dict[int, Any] = {}
    for each in found.below(stop="reduction"):
        known[id(each)] = _evaluated(each, numbers, variables or {}, known)
    return known[id(found)]


def _evaluated(found: Node, numbers: Numbers, variables: Mapping[str, Any], known: Mapping[int, Any]) -> Any:
    kind = found.kind
    if kind == "reduction":
        names = sorted(
            {each.value for part in found.parts for each in part.walk() if each.kind == "variable"}
        )
        return numbers.reduced(found.value, names, [_body(part, numbers, names) for part in found.parts])
    parts = [known.get(id(part)) for part in found.parts]
    if kind == "number":
        return Number(found.value)
    if kind in ("quantity", "variable"):
        name, whole = found.value
        return variables[name] if kind == "variable" else numbers.quantity(name, whole=whole)
    if kind in _OPERATORS:
        return _OPERATORS[kind](*parts)
    return step(kind, *parts) if parts else {"undefined": UNDEFINED, "infinite": INFINITE}[kind]


def _body(found: Node, numbers: Numbers, names: Sequence[tuple[str, bool]]) -> Callable[..., Any]:
    return lambda *given: evaluated(
        found, numbers, {name: value for (name, _), value in zip(names, given, strict=True)}
    )


_OPERATORS: dict[str, Callable[..., Any]] = {
    "sum": operator.add,
    "product": operator.mul,
    "quotient": operator.truediv,
}


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

    def numbers(self, formula: object, place: int) -> Numbers:
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


def _listed(part: object, count: int) -> list[Any]:
    """Return a column as numbers."""
    from axiometrics.formulas.arithmetics.scalars import elementwise  # NumPy takes long to import
    from axiometrics.formulas.rows import as_column

    made: list[Any] = as_column(part, elementwise(_NUMBERS)).tolist()
    return made * count if len(made) == 1 else made


class _Plain:
    """Numbers as an arithmetic that makes columns."""

    undefined = None

    def number(self, value: Fraction) -> Any:
        return Number(value)

    def inverse_log2(self, value: Any) -> Any:
        return Number(1 / math.log2(value_of(value)))


_NUMBERS = _Plain()


@dataclass(frozen=True)
class Numbers:
    """Hands out what one output of a sample has, as numbers that formulas compute with; ``bare`` ones are Python's.

    Where steps are rough, these are fractions: no division loses anything.
    """

    sample: Sample
    place: int
    bare: bool = False

    def quantity(self, name: str, *, whole: bool) -> Any:
        """Return a quantity."""
        return self._handed(self.sample.quantity(name)[self.place])

    def _handed(self, given: Any) -> Any:
        rough = _ROUGH.get()
        if given is None or not (self.bare or rough):
            return given
        value = value_of(given)
        if rough and isinstance(value, float):
            return Number(rough("rounded", value))
        return (Fraction(value) if rough else value) if self.bare else given

    def reduced(
        self, domain: str, names: Sequence[tuple[str, bool]], bodies: Sequence[Callable[..., Any]]
    ) -> Any:
        """Return a reduction, with the bodies called on every row."""
        rows, places, _ = self.sample.rows(domain)
        offered = [self.sample.column(domain, name) for name, _ in names]
        times = self.sample.column(domain, "") if rows.times is not None else None
        terms = [
            (place, tuple(body(*(self._handed(column[place]) for column in offered)) for body in bodies))
            for place in places[self.place]
        ]
        return _folded(rows, times, terms)


def _folded(rows: Any, times: list[Any] | None, terms: list[tuple[int, tuple[Any, ...]]]) -> Any:
    """Add up, or choose among, the terms of one output."""
    if rows.fold == "cascade":
        found = Number(0)
        for _, (value, stop) in reversed(terms):
            found = value * stop + (1 - stop) * found
        return found
    counted = [(place, term if times is None else term * times[place]) for place, (term,) in terms]
    if rows.fold == "sum":
        return sum((term for _, term in counted), Number(0))
    groups = [
        [term for _, term in group] for _, group in groupby(counted, key=lambda each: rows.group[each[0]])
    ]
    if rows.fold == "best":
        return sum((_best(group, "maximum") for group in groups), Number(0))
    return _best(
        [sum(group, Number(0)) for group in groups], {"largest": "maximum", "smallest": "minimum"}[rows.fold]
    )


def _best(terms: Sequence[Any], kind: str) -> Any:
    found = terms[0]
    for term in terms[1:]:
        found = step(kind, found, term)
    return found
