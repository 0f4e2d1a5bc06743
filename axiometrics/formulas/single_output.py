"""The value of a formula on one output in Python's floats: from few rows they are quicker than arrays.

An output that can write its rows as lists offers `columns` and `plain_rows`, and no array is made of it; every batch
has both for a single output. The formula is written out once as a function with a loop for each reduction, or as a
tape of numbers for `axiometrics.formulas.machine`, which reads counts of pairs of labels alone.
"""

from __future__ import annotations

import ast
import math
import struct
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Steps
    from axiometrics.formulas.formula import Formula


FEW = 1500
"""Rows of one output up to which Python's floats are quicker than arrays."""


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
        return float(formula.alone(output.sums)(output)) + 0.0  # never -0.0
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


EXACT = 2.0**53
"""Whole numbers from this on are no floats for certain."""
COUNT, ROW_TOTAL, COLUMN_TOTAL, ROW, COLUMN, APART, DIFFERENT, FAILED = range(8)
"""Registers: what a row offers, of a cell of the table of counts; and whether there is no value."""
ITEMS, ROWS_USED, COLUMNS_USED, CLASSES, CELL_SQUARES, ROW_SQUARES, COLUMN_SQUARES, NAMED = range(8, 16)
STACK, HEIGHT = 64, 64
CELLS, BY_ROW, BY_COLUMN, ONCE, SHUFFLED, PRESENT, ASSIGNED, USED = range(8)
"""What reductions run over: cells with items; rows and columns; once; what random labels share; classes in use."""
CONST, LOAD, STORE, FOLD, ADD, SUB, MUL, DIV, POWER, LARGER, SMALLER, LOG, SQRT, ABS, RATIO, GUARD = range(16)
HEAD = 3
"""Numbers before the steps of a tape: the classes, 0 for any labels; the most items; whether sums are compensated."""


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
        self.constants: dict[str, float] = {
            name: value.numerator if value.denominator == 1 else value.numerator / value.denominator
            for name, value in steps.constants
        }
        self.known: dict[str, tuple[int, Whole]] = {}
        self.most: float = 2**31

    def tape(self) -> list[float]:
        """Return the whole tape."""
        if self.steps.letters or len(self.steps.sums) + len(self.steps.named) > STACK - NAMED:
            raise _Refused
        for text, name in self.steps.quantities:
            self.known[text] = self._register(self.offers.quantities[name])
        for place, (each, name, used, body) in enumerate(self.steps.sums):
            self._store(name, NAMED + place, self._sum(each, used, body))
        for place, (name, body) in enumerate(self.steps.named, NAMED + len(self.steps.sums)):
            self._store(name, place, self._step(body))
        self._step(self.steps.value)
        return [self.classes, self.most, float(sys.version_info >= (3, 12)), *self.numbers]

    def _register(self, register: int) -> tuple[int, Whole]:
        return register, (self.classes, 0) if register in _OF_CLASSES else (1, 1)

    def _store(self, name: str, register: int, whole: Whole) -> None:
        self.numbers += [STORE, register]
        self.known[name] = register, whole

    def _sum(self, each: Any, used: tuple[str, ...], body: str) -> Whole:
        domain, offered = self.offers.domains[each.domain]
        if each.loose and each.whole[0] <= 2 and offered[each.used[0].name] == domain:
            return self._of_squares(domain, *each.body.as_poly(each.used[0]).all_coeffs()[-2::-1])
        for text, variable in zip(used, each.used, strict=True):
            self.known[text] = self._register(offered[variable.name])
        place = len(self.numbers) + 2
        self.numbers += [FOLD, domain, 0, 0]
        whole = self._step(body)
        self.numbers[place : place + 2] = [len(self.numbers) - place - 2, self.offers.rows]
        if whole is None:
            self.most = min(self.most, self.offers.items)
        else:
            self.numbers[place + 1] = EXACT
        if domain == SHUFFLED or whole is None:
            return None
        return whole if domain == ONCE else self._bounded((2 * whole[0], whole[1] + 1))

    def _of_squares(self, domain: int, plain: Any, squares: Any = 0) -> Whole:
        """Write a polynomial's sum: the numbers of the rows add up to the items."""
        length = 2 + 4 * (squares != 1) + 8 * bool(plain)
        self.numbers += [FOLD, ONCE, length, 1, LOAD, CELL_SQUARES + domain]
        if squares != 1:
            self.numbers += [CONST, float(squares), MUL, 0]
        if plain:
            items = LOAD, ITEMS, MUL, 0
            self.numbers += [CONST, float(plain), *items, ADD, 0]
        return self._bounded((int(abs(squares) + abs(plain)), 2 if squares else 1))

    def _step(self, text: str) -> Whole:
        start = len(self.numbers)
        found = self._write(ast.parse(text, mode="eval").body)
        if max(accumulate(_HIGHER.get(int(step), -1) for step in self.numbers[start::2])) > HEIGHT:
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
            return self._operate(MUL, self._write(node.operand), self._constant(-1))
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
            self.numbers += [LOAD, register]
            return whole
        return self._constant(math.nan if name == "undefined" else self.constants[name])

    def _constant(self, value: float) -> Whole:
        self.numbers += [CONST, value]
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
        if one is None or other is None or operation in (DIV, POWER):
            return None
        if operation == MUL:
            return self._bounded((one[0] * other[0], one[1] + other[1]))
        return self._bounded((one[0] + other[0], max(one[1], other[1])))

    def _bounded(self, whole: tuple[int, int]) -> Whole:
        """Note up to how many items a whole number is a float for certain."""
        size, degree = whole
        if degree == 0 and size >= EXACT:
            raise _Refused
        if degree:
            most = int((EXACT / max(size, 1)) ** (1 / degree))
            self.most = min(self.most, most - (size * most**degree >= EXACT) - 1)
        return whole


_OF_CLASSES = (ROW, COLUMN, APART, DIFFERENT, CLASSES)
_OPERATORS: Mapping[type, int] = {
    ast.Add: ADD, ast.Sub: SUB, ast.Mult: MUL, ast.Div: DIV, ast.Pow: POWER,
}  # fmt: skip
_FUNCTIONS = {
    "ratio": RATIO, "guard": GUARD, "larger": LARGER, "smaller": SMALLER,
    "log": LOG, "sqrt": SQRT, "abs": ABS,
}  # fmt: skip
_HIGHER = {
    CONST: 1,
    LOAD: 1,
    LOG: 0,
    SQRT: 0,
    ABS: 0,
}
_HIGHER |= {RATIO: -2, GUARD: -2}
"""By how much steps make the stack higher; others take one from it."""


def tape_of(formula: Formula, offers: Offers, classes: int = 0) -> list[float] | None:
    """Return a formula's tape, for classes 1, 2, ... or for any labels; None where it takes steps of another kind."""
    try:
        return _Writer(formula.steps, offers, classes).tape()
    except (_Refused, KeyError, OverflowError, RecursionError):
        return None


# --- what the machine is compiled of, and what it is given


def mark_of(codes: Sequence[CodeType], given: Mapping[str, Any]) -> float:
    """Return a number of code that is compiled and of all given numbers that it reads, and so freezes."""
    names = sorted({name for code in codes for name in code.co_names})
    frozen = [(name, given[name]) for name in names if type(given.get(name)) in (int, float)]
    told = repr((frozen, [(code.co_code, code.co_consts, code.co_names) for code in codes]))
    return float(int.from_bytes(sha256(told.encode()).digest()[:6], "big"))


def packed(labels: Sequence[Any], kinds: set[type]) -> bytes:
    """Return labels as 64-bit integers; nothing where one is larger, or of another kind than int and these."""
    found = [*map(type, labels)]
    if found.count(int) < len(found) and not kinds.issuperset(found):
        return b""
    try:
        return _packer(len(labels))(*labels)
    except struct.error:
        return b""


@lru_cache(1024)
def _packer(size: int) -> Callable[..., bytes]:
    return struct.Struct(f"{size}q").pack
