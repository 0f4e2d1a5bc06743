"""The value of a formula on one output in Python's floats: from few rows they are quicker than arrays.

An output that can write its rows as lists offers `columns` and `plain_rows`, and no array is made of it; every batch
has both for a single output. The formula is written out once as a function with a loop for each reduction, or as a
tape of numbers for `axiometrics.formulas.machine`, which reads counts of pairs of labels alone.
"""

from __future__ import annotations

import ast
import math
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, count
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy import frombuffer, ndarray

from axiometrics.formulas import machine
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.machine import FEW

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Steps
    from axiometrics.formulas.formula import Formula


class PlainRows(NamedTuple):
    """What a reduction runs over in one output, as `axiometrics.formulas.rows.Rows`, but in Python's numbers.

    ``column`` gives what every row offers by a name.
    """

    size: int
    column: Callable[[str], Iterable[Any]]
    fold: str = "sum"
    group: Sequence[int] | None = None
    times: Sequence[Any] | None = None


class Alone(Protocol):
    """One output that can be read without arrays."""

    sums: frozenset[str]
    """The domains over which every reduction is a plain sum."""

    @property
    def columns(self) -> Mapping[str, Any]:
        """Quantities by name, and what every row of one of the ``sums`` offers, as ``domain.name``.

        ``{domain}.name`` is the same in any order, perhaps with zeros, and ``domain.`` has an entry for each row. An
        array has so many rows that a loop would take longer than `at_once`.
        """

    def plain_rows(self, domain: str) -> PlainRows | None:
        """What another domain runs over; None where only the task's batch can tell."""

    def at_once(self, formula: Formula, place: int) -> Any:
        """A formula's reduction over many rows; None where it has no value, or only the task's batch can tell."""


class Made(dict[Any, Any]):
    """Entries by name, each made when it is first asked for: by a function, or by a subclass's ``make``."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make

    def __missing__(self, name: Any) -> Any:
        found = self[name] = self.make(name)
        return found


class _LeftOpen(ArithmeticError):
    """A reduction is left to the task's batch."""


def value_alone(formula: Formula, output: Alone) -> float | None:
    """Return the value; None where it takes many rows or others than the output has, or there is no number."""
    try:
        return float(formula.alone(output.sums)(output))
    except (ArithmeticError, ValueError):  # no value, or none that Python's floats have
        return None


def few(rows: PlainRows | None, name: str | None = None) -> Iterable[Any] | None:
    """Return a column of few rows, without a name something for each; None of many rows."""
    if rows is None or rows.size > FEW:
        return None
    return range(rows.size) if name is None else rows.column(name)


def many(formula: Formula, output: Alone, place: int) -> Any:
    """Return a reduction over many rows; raises an ArithmeticError where it is left to the task's batch."""
    found = output.at_once(formula, place)
    if found is None:
        raise _LeftOpen
    return found


# --- a formula as a tape: steps of the machine, an operation and what it is about


class Offers(NamedTuple):
    """What a task calls the registers: its quantities, and of each domain what its rows offer."""

    quantities: Mapping[str, int]
    domains: Mapping[str, tuple[int, Mapping[str, int]]]
    items: float = math.inf
    rows: float = math.inf
    """Up to how many items and rows a sum that is no whole number is taken row by row, so that others give the same."""


class _Refused(Exception):
    """A formula takes steps that the machine does not know."""


Whole = tuple[int, int] | None
"""Of a step whose value is a whole number for certain, C and d: it is at most C N**d; None for other steps."""


class _Writer:
    """Writes the steps of a formula as pairs of numbers, an operation and what it is about."""

    def __init__(self, steps: Steps, offers: Offers, classes: int) -> None:
        self.steps, self.offers, self.classes = steps, offers, classes
        self.numbers: list[float] = []
        self.constants = {name: SCALARS.number(value) for name, value in steps.constants}
        self.known: dict[str, tuple[int, Whole]] = {}
        self.most: float = 2**31

    def tape(self) -> list[float]:
        """Return the whole tape."""
        if self.steps.letters or len(self.steps.sums) + len(self.steps.named) > machine.STACK - machine.NAMED:
            raise _Refused
        for text, name in self.steps.quantities:
            self.known[text] = self._register(self.offers.quantities[name])
        for place, (each, name, used, body) in enumerate(self.steps.sums):
            self._store(name, machine.NAMED + place, self._sum(each, used, body))
        for place, (name, body) in enumerate(self.steps.named, machine.NAMED + len(self.steps.sums)):
            self._store(name, place, self._step(body))
        self._step(self.steps.value)
        return [self.classes, self.most, float(sys.version_info >= (3, 12)), *self.numbers]

    def _register(self, register: int) -> tuple[int, Whole]:
        return register, (self.classes, 0) if register in _OF_CLASSES else (1, 1)

    def _store(self, name: str, register: int, whole: Whole) -> None:
        self.numbers += [machine.STORE, register]
        self.known[name] = register, whole

    def _sum(self, each: Any, used: tuple[str, ...], body: str) -> Whole:
        domain, offered = self.offers.domains[each.domain]
        if each.loose and each.whole[0] <= 2 and offered[each.used[0].name] == domain:
            return self._of_squares(domain, *each.body.as_poly(each.used[0]).all_coeffs()[-2::-1])
        for text, variable in zip(used, each.used, strict=True):
            self.known[text] = self._register(offered[variable.name])
        place = len(self.numbers) + 2
        self.numbers += [machine.FOLD, domain, 0, 0]
        whole = self._step(body)
        self.numbers[place : place + 2] = [len(self.numbers) - place - 2, self.offers.rows]
        if whole is None:
            self.most = min(self.most, self.offers.items)
        else:
            self.numbers[place + 1] = machine.EXACT
        if domain == machine.SHUFFLED or whole is None:
            return None
        return whole if domain == machine.ONCE else self._bounded((2 * whole[0], whole[1] + 1))

    def _of_squares(self, domain: int, plain: Any, squares: Any = 0) -> Whole:
        """Write a polynomial's sum: the numbers of the rows add up to the items."""
        length = 2 + 4 * (squares != 1) + 8 * bool(plain)
        self.numbers += [machine.FOLD, machine.ONCE, length, 1, machine.LOAD, machine.CELL_SQUARES + domain]
        if squares != 1:
            self.numbers += [machine.CONST, float(squares), machine.MUL, 0]
        if plain:
            items = machine.LOAD, machine.ITEMS, machine.MUL, 0
            self.numbers += [machine.CONST, float(plain), *items, machine.ADD, 0]
        return self._bounded((int(abs(squares) + abs(plain)), 2 if squares else 1))

    def _step(self, text: str) -> Whole:
        start = len(self.numbers)
        found = self._write(ast.parse(text, mode="eval").body)
        if max(accumulate(_HIGHER.get(int(step), -1) for step in self.numbers[start::2])) > machine.HEIGHT:
            raise _Refused
        return found

    def _write(self, node: ast.expr) -> Whole:
        if isinstance(node, ast.BinOp):
            sides = self._write(node.left), self._write(node.right)
            found = self._operate(_OPERATORS[type(node.op)], *sides)
            return (
                found if sides[0] is None or not isinstance(node.op, ast.Pow) else self._power(node, sides[0])
            )
        if isinstance(node, ast.UnaryOp):
            return self._operate(machine.MUL, self._write(node.operand), self._constant(-1))
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name not in _FUNCTIONS:
                raise _Refused
            return self._call(name, [self._write(argument) for argument in node.args])
        if isinstance(node, ast.Constant):
            return self._constant(ast.literal_eval(node))
        name = ast.unparse(node)
        if name in self.known:
            register, whole = self.known[name]
            self.numbers += [machine.LOAD, register]
            return whole
        return self._constant(math.nan if name == "undefined" else self.constants[name])

    def _constant(self, value: float) -> Whole:
        self.numbers += [machine.CONST, value]
        return self._bounded((abs(value), 0)) if isinstance(value, int) else None

    def _power(self, node: ast.BinOp, base: tuple[int, int]) -> Whole:
        if not isinstance(node.right, ast.Constant):
            raise _Refused
        exponent = int(ast.literal_eval(node.right))
        return self._bounded((base[0] ** exponent, base[1] * exponent))

    def _call(self, name: str, given: list[Whole]) -> Whole:
        """Write a call; where it chooses, all that is chosen of are whole numbers, or the first is none."""
        self.numbers += [_FUNCTIONS[name], 0]
        if name in ("ratio", "log", "sqrt"):
            return None
        one, other = given[0], given[-1]
        if (one is None and name != "guard" and other is not None) or (one is not None and other is None):
            raise _Refused
        return one if name == "abs" else self._operate(None, one, other)

    def _operate(self, operation: int | None, one: Whole, other: Whole) -> Whole:
        """Write an operation, and return how large its value may be: that of two parts at most what they add up to."""
        if operation is not None:
            self.numbers += [operation, 0]
        if one is None or other is None or operation in (machine.DIV, machine.POWER):
            return None
        if operation == machine.MUL:
            return self._bounded((one[0] * other[0], one[1] + other[1]))
        return self._bounded((one[0] + other[0], max(one[1], other[1])))

    def _bounded(self, whole: tuple[int, int]) -> Whole:
        """Note up to how many items a whole number is a float for certain."""
        size, degree = whole
        if degree == 0 and size >= machine.EXACT:
            raise _Refused
        if degree:
            self.most = min(self.most, int((machine.EXACT / max(size, 1)) ** (1 / degree) * (1 - 1e-9)))
        return whole


_OF_CLASSES = (machine.ROW, machine.COLUMN, machine.APART, machine.DIFFERENT, machine.CLASSES)
_OPERATORS: Mapping[type, int] = {
    ast.Add: machine.ADD, ast.Sub: machine.SUB, ast.Mult: machine.MUL, ast.Div: machine.DIV, ast.Pow: machine.POWER,
}  # fmt: skip
_FUNCTIONS = {
    "ratio": machine.RATIO, "guard": machine.GUARD, "larger": machine.LARGER, "smaller": machine.SMALLER,
    "log": machine.LOG, "sqrt": machine.SQRT, "abs": machine.ABS,
}  # fmt: skip
_HIGHER = {
    machine.CONST: 1,
    machine.LOAD: 1,
    machine.LOG: 0,
    machine.SQRT: 0,
    machine.ABS: 0,
}
_HIGHER |= {machine.RATIO: -2, machine.GUARD: -2}
"""By how much steps make the stack higher; others take one from it."""


def tape_of(formula: Formula, offers: Offers, classes: int = 0) -> list[float] | None:
    """Return a formula's tape, for classes 1, 2, ... or for any labels; None where it takes steps of another kind."""
    try:
        return _Writer(formula.steps, offers, classes).tape()
    except (_Refused, KeyError):
        return None


ENOUGH = 20_000
"""Calls after which the machine is started: they take about as long as that.

Importing numba and what it has compiled takes half a second, and compiling, once for an installation, six: a program
that calls metrics less often, and every command, never waits for it.
"""
Quick = Callable[..., float]
"""A formula's value on gold and system labels, and classes where these are 1, 2, ...; NaN where others must tell."""


def quick_alone(formula: Formula, offers: Offers) -> Quick:
    """Return a formula's value on lists of ints, and on arrays of 64-bit integers without gaps between them."""
    tapes: dict[int, tuple[Any, machine.Tape, int]] = {}

    def value_of(gold: Any, system: Any, classes: int = 0) -> float:
        run, tape, most = tapes.get(classes, _WAITING)
        if most < 0:
            if next(_CALLS) < ENOUGH:
                return math.nan
            run, tape, most = tapes[classes] = _begun(formula, offers, classes)
        if type(gold) is ndarray and type(system) is ndarray:
            if (
                gold.dtype is _INT64
                and system.dtype is _INT64
                and gold.strides == system.strides == _DENSE
                and len(gold) <= most
            ):
                return run(gold, system, tape)  # type: ignore[no-any-return]
        elif type(gold) in _LISTS and type(system) in _LISTS and len(gold) <= most:
            try:
                one, other = frombuffer(array("q", gold), _INT64), frombuffer(array("q", system), _INT64)
                if type(sum(gold, sum(system))) is int:
                    return run(one, other, tape)  # type: ignore[no-any-return]
            except (TypeError, ValueError, OverflowError):  # no numbers, none at all, larger ones
                pass
        return math.nan

    return value_of


def _begun(formula: Formula, offers: Offers, classes: int) -> tuple[Any, machine.Tape, int]:
    """Return the machine, a formula's tape, and for how many items; for none where one of both is missing."""
    run = machine.started()
    tape = None if run is None else tape_of(formula, offers, classes)
    return (None, _NONE, 0) if tape is None else (run, np.array(tape, dtype=float), int(tape[1]))


_CALLS, _NONE = count(), np.zeros(0)
_WAITING = (None, _NONE, -1)
_INT64, _DENSE, _LISTS = np.dtype(np.int64), (8,), (list, tuple)
