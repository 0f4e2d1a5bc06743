"""A formula's value on two vectors of labels by one call of machine code, where numba is installed: the extra ``fast``.

The steps that Python's floats take (`axiometrics.formulas.compiled.Steps`) become a tape of numbers. One small machine
counts pairs of labels and runs any tape over the counts; numba compiles it once for all formulas, and keeps that on
disk, for the code and the numbers that it is made of, which it is asked for before it is used. It takes the same steps
in the same order, so that each value is the same to the last bit; its zeros have no sign. NaN stands for all that it
leaves to others: labels that are none or far apart, numbers that floats do not hold, values that are none.

Without numba all of it is Python, too, which is slower than the functions that `compiled` makes, and is only tested.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count
from pickle import PickleError
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import frombuffer, ndarray
from numpy.typing import NDArray

from axiometrics.formulas import single_output as steps
from axiometrics.formulas.single_output import Offers, mark_of, packed, tape_of

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula

Labels = NDArray[np.int64]
Tape = NDArray[np.float64]

SHORT = 64
"""Items, and rows, up to which others count in the order of the items, and add up in the order of the rows."""
ROOM = 4
"""Places of the table of counts for each item."""
LEAST_ROOM = 1024
MANY = 64
"""Items for each place from which on they are counted in several tables."""
CHOSEN = 57
"""Items below which all binomial coefficients are floats."""
_WAYS = np.array([[float(math.comb(n, k)) for k in range(CHOSEN)] for n in range(CHOSEN)])

Machine = Callable[[Labels, Labels, Tape], float]

_STARTED: list[Machine | None] = []


def started() -> Machine | None:
    """Return the machine, compiled; None without numba, and where it finds no place to keep what it compiles."""
    with _STARTING:
        if not _STARTED:
            _STARTED.append(_compiled())
    return _STARTED[0]


def _compiled() -> Machine | None:
    try:
        import numba
        from numba.core.errors import NumbaError
        from numba.extending import register_jitable
    except (ImportError, AttributeError, SystemError):  # no numba, or one that does not know this NumPy
        return None
    mark = mark_of([part.__code__ for part in _PARTS], {**vars(steps), **globals()})
    try:
        for part in _PARTS:
            register_jitable(error_model="numpy")(part)
        labels, tape = numba.types.Array(numba.int64, 1, "C", readonly=True), numba.float64[::1]
        kind = numba.float64(labels, labels, tape)
        found: Any = numba.njit(kind, cache=True, error_model="numpy")(_marked(mark))
        if getattr(numba.config, "DISABLE_JIT", False):
            return None
        if found(_NOBODY, _NOBODY, _NONE) != mark:
            found.recompile()
    except (NumbaError, RuntimeError, OSError, EOFError, PickleError):  # no place to keep what it compiles
        return None
    return found if found(_NOBODY, _NOBODY, _NONE) == mark else None


def _marked(mark: float) -> Machine:
    """Return the machine that gives a mark for a tape without steps; numba keeps a version for each mark."""
    return lambda gold, system, tape: value(gold, system, tape) if len(tape) else mark


ENOUGH = 20_000
"""Calls after which the machine is started: they take about as long as that.

Importing numba and what it has compiled takes half a second, and compiling, once for an installation, six: a program
that calls metrics less often, and every command, never waits for it.
"""
Quick = Callable[..., float]
"""A formula's value on gold and system labels, and classes where these are 1, 2, ...; NaN where others must tell."""


def quick_alone(formula: Formula, offers: Offers) -> Quick:
    """Return a formula's value on lists and tuples of ints, and on arrays of 64-bit integers without gaps between them.

    Without classes bools are ints, too; other types are not, whatever they may be used as.
    """
    tapes: dict[int, tuple[Any, Tape, int]] = {}

    def value_of(gold: Any, system: Any, classes: int = 0) -> float:
        run, tape, most = tapes.get(classes, _WAITING)
        if most < 0:
            if not _may_fit(gold, system) or next(_CALLS) < ENOUGH:
                return math.nan
            run, tape, most = tapes[classes] = _begun(formula, offers, classes)
        if type(gold) is ndarray and type(system) is ndarray:
            dense = gold.dtype is system.dtype is _INT64 and gold.strides == system.strides == _DENSE
            if dense and len(gold) <= most:
                return run(gold, system, tape)  # type: ignore[no-any-return]
            return math.nan
        lists = type(gold) in _LISTS and type(system) in _LISTS and len(gold) <= most
        if lists and (found := packed((*gold, *system), _KINDS[classes > 0])):
            both = frombuffer(found, _INT64)
            return run(both[: len(gold)], both[len(gold) :], tape)  # type: ignore[no-any-return]
        return math.nan

    return value_of


def _may_fit(gold: Any, system: Any) -> bool:
    """Say whether labels may be for the machine, as far as their types and those of the first ones tell."""
    if type(gold) is ndarray and type(system) is ndarray:
        return gold.dtype is _INT64 and system.dtype is _INT64
    lists = type(gold) in _LISTS and type(system) in _LISTS and 0 < len(gold) == len(system)
    return lists and _KINDS[0] >= {type(gold[0]), type(system[0])}


def _begun(formula: Formula, offers: Offers, classes: int) -> tuple[Any, Tape, int]:
    """Return the machine, a formula's tape, and for how many items; for none where one of both is missing."""
    tape = tape_of(formula, offers, classes)
    if tape is None or (run := started()) is None:
        return None, _NONE, 0
    return run, np.array(tape, dtype=float), int(tape[1])


_STARTING, _CALLS, _NONE, _NOBODY = Lock(), count(), np.zeros(0), np.zeros(0, np.int64)
_KINDS: tuple[set[type], set[type]] = ({int, bool}, {int})
_INT64, _DENSE, _LISTS, _WAITING = np.dtype(np.int64), (8,), (list, tuple), (None, _NONE, -1)


# --- the machine: Python that numba compiles


def _ends(labels: Labels) -> tuple[int, int]:
    low = high = labels[0]
    for place in range(len(labels)):
        label = labels[place]
        low = label if label < low else low  # four times as quick as min and max
        high = label if label > high else high
    return low, high


def _ranks(labels: Labels, low: int, span: int) -> tuple[Labels, int]:
    """Number labels from 0 in order of appearance."""
    known = np.full(span, -1, np.int64)
    found = np.empty(len(labels), np.int64)
    many = 0
    for place in range(len(labels)):
        label = labels[place] - low
        if known[label] < 0:
            known[label] = many
            many += 1
        found[place] = known[label]
    return found, many


def _filled(rows: Labels, columns: Labels, low: int, least: int, width: int, places: int) -> Labels:
    """Count pairs. No place is negative, which numba would look for, if it is of a type without a sign."""
    counts, offset = np.zeros(places, np.int64), low * width + least
    if len(rows) >= MANY * places:
        return _filled_in_turn(rows, columns, offset, width, places)
    for item in range(len(rows)):
        counts[np.uint64(rows[item] * width + columns[item] - offset)] += 1
    return counts


def _filled_in_turn(rows: Labels, columns: Labels, offset: int, width: int, places: int) -> Labels:
    """Count pairs in four tables in turn: a count is not at hand right after it was written."""
    counts = np.zeros((4, places), np.int64)
    whole = len(rows) // 4 * 4
    for item in range(0, whole, 4):
        counts[0, np.uint64(rows[item] * width + columns[item] - offset)] += 1
        counts[1, np.uint64(rows[item + 1] * width + columns[item + 1] - offset)] += 1
        counts[2, np.uint64(rows[item + 2] * width + columns[item + 2] - offset)] += 1
        counts[3, np.uint64(rows[item + 3] * width + columns[item + 3] - offset)] += 1
    for item in range(whole, len(rows)):
        counts[0, np.uint64(rows[item] * width + columns[item] - offset)] += 1
    for part in range(1, 4):
        for place in range(places):
            counts[0, place] += counts[part, place]
    return counts[0]  # type: ignore[no-any-return]


def _counted(gold: Labels, system: Labels, classes: int) -> tuple[Labels, int, int]:
    """Return how often labels meet, a row for each of the system's, and the shape; nothing where they are too many."""
    none = np.zeros(0, np.int64)
    (low, high), (least, most) = _ends(system), _ends(gold)
    if classes:
        if low < 1 or least < 1 or high > classes or most > classes:
            return none, 0, 0
        return _filled(system, gold, 1, 1, classes, classes * classes), classes, classes
    size = len(gold)
    room = float(max(ROOM * size, LEAST_ROOM))
    across, down = float(most) - float(least) + 1, float(high) - float(low) + 1
    far = max(abs(float(low)), abs(float(least))) > 2.0**40
    if far or across > LEAST_ROOM * size or down > LEAST_ROOM * size:
        return none, 0, 0
    if size >= SHORT:
        if across * down > room:
            return none, 0, 0
        rows, columns = high - low + 1, most - least + 1
        return _filled(system, gold, low, least, columns, rows * columns), rows, columns
    if across > LEAST_ROOM or down > LEAST_ROOM:
        return none, 0, 0
    (one, rows), (other, columns) = _ranks(system, low, high - low + 1), _ranks(gold, least, most - least + 1)
    return _filled(one, other, 0, 0, columns, rows * columns), rows, columns


def _two(operation: int, one: float, other: float, held: Tape) -> float:
    if operation == steps.ADD:
        return one + other
    if operation == steps.MUL:
        return one * other
    if operation == steps.SUB:
        return one - other
    if operation == steps.DIV:
        if other == 0:
            held[steps.FAILED] = 1
            return 0.0
        return one / other
    if operation == steps.POWER:
        found = math.nan if one == 0 and other < 0 else one**other
        if not math.isfinite(found):
            held[steps.FAILED] = 1
        return found
    if one != one:
        return one
    if operation == steps.LARGER:
        return one if one > other else other
    return one if one < other else other


def _one(operation: int, given: float, held: Tape) -> float:
    if operation == steps.LOG:
        if given <= 0:
            held[steps.FAILED] = 1
            return 0.0
        return math.log(given)
    if operation == steps.SQRT:
        return 0.0 if given <= 0 else math.sqrt(given)
    return abs(given)


def _three(operation: int, one: float, condition: float, otherwise: float) -> float:
    if condition == 0:
        return otherwise
    if operation == steps.RATIO:
        return one / condition
    return one if condition == condition else condition


def _run(tape: Tape, start: int, stop: int, held: Tape) -> float:
    """Take steps, and return what is on top of the stack after them."""
    top = steps.STACK - 1
    for place in range(start, stop, 2):
        operation, about = int(tape[place]), tape[place + 1]
        if operation == steps.LOAD:
            top += 1
            held[top] = held[int(about)]
        elif operation == steps.CONST:
            top += 1
            held[top] = about
        elif operation == steps.STORE:
            held[int(about)] = held[top]
            top -= 1
        elif operation <= steps.SMALLER:
            top -= 1
            held[top] = _two(operation, held[top], held[top + 1], held)
        elif operation <= steps.ABS:
            held[top] = _one(operation, held[top], held)
        else:
            top -= 2
            held[top] = _three(operation, held[top], held[top + 1], held[top + 2])
    return float(held[top])


def _visit(domain: int, place: int, counts: Labels, ours: Labels, theirs: Labels, held: Tape) -> bool:
    """Say whether a domain has a row at a place, and tell what it offers."""
    if domain == steps.ONCE:
        return True
    row = column = place
    if domain == steps.CELLS:
        row, column = place // len(theirs), place % len(theirs)
    elif domain == steps.BY_ROW:
        column = 0
    elif domain == steps.BY_COLUMN:
        row = 0
    held[steps.COUNT] = counts[row * len(theirs) + column]
    held[steps.ROW_TOTAL], held[steps.COLUMN_TOTAL] = ours[row], theirs[column]
    held[steps.ROW], held[steps.COLUMN] = row + 1, column + 1
    held[steps.APART], held[steps.DIFFERENT] = abs(row - column), 1.0 if row != column else 0.0
    if domain == steps.CELLS:
        return bool(held[steps.COUNT] > 0)
    if domain == steps.USED:
        return bool(ours[row] > 0 or theirs[column] > 0)
    return bool((ours[row] if domain in (steps.BY_ROW, steps.ASSIGNED) else theirs[column]) > 0)


def _added(total: float, carry: float, term: float, compensated: bool) -> tuple[float, float]:
    """Add as Python's own sum does: from 3.12 on with what was rounded off."""
    found = total + term
    if compensated:
        carry += (total - found) + term if abs(total) >= abs(term) else (term - found) + total
    return found, carry


def _fold(tape: Tape, start: int, counts: Labels, ours: Labels, theirs: Labels, held: Tape) -> float:
    """Return the sum that begins at a place of the tape: the domain, the length of a row's steps, the most rows."""
    domain, length, most = int(tape[start + 1]), int(tape[start + 2]), tape[start + 3]
    first, compensated = start + 4, tape[2] > 0
    total = carry = 0.0
    if held[steps.FAILED]:
        return total
    if domain == steps.SHUFFLED:
        total, carry = _shuffled(tape, start, ours, theirs, held)
    else:
        places = 1 if domain == steps.ONCE else len(counts) if domain == steps.CELLS else len(theirs)
        rows = 0
        for place in range(len(ours) if domain in (steps.BY_ROW, steps.ASSIGNED) else places):
            if _visit(domain, place, counts, ours, theirs, held) and rows <= most:
                rows += 1
                term = _run(tape, first, first + length, held)
                total, carry = _added(total, carry, term, compensated)
        if rows > most:
            held[steps.FAILED] = 1
    return total + carry if compensated and math.isfinite(carry) else total


def _shuffled(tape: Tape, start: int, ours: Labels, theirs: Labels, held: Tape) -> tuple[float, float]:
    """Add up over every overlap of a row and a column, as often as random labels have it; few items alone."""
    size, first, rows = int(held[steps.ITEMS]), start + 4, 0
    total = carry = 0.0
    if size >= CHOSEN:
        held[steps.FAILED] = 1
        return total, carry
    many, others = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    for some in ours:
        many[some] += 1
    for some in theirs:
        others[some] += 1
    for a in range(1, size + 1):
        for b in range(1, size + 1 if many[a] else 0):
            for n in range(max(1, a + b - size), min(a, b) + 1 if others[b] else 0):
                ways = many[a] * others[b] * _WAYS[b, n] * _WAYS[size - b, a - n]
                rows += 1
                if ways >= steps.EXACT or rows > steps.FEW:
                    held[steps.FAILED] = 1
                held[steps.COUNT], held[steps.ROW_TOTAL], held[steps.COLUMN_TOTAL] = n, a, b
                term = _run(tape, first, first + int(tape[start + 2]), held)
                total, carry = _added(total, carry, term * (ways / _WAYS[size, a]), tape[2] > 0)
    return total, carry


def value(gold: Labels, system: Labels, tape: Tape) -> float:
    """Return the value on label vectors; NaN where there is none, and where others must tell."""
    classes, size = int(tape[0]), len(gold)
    if size == 0 or size != len(system) or size > tape[1]:
        return math.nan
    counts, rows, columns = _counted(gold, system, classes)
    if rows == 0:
        return math.nan
    ours, theirs = np.zeros(rows, np.int64), np.zeros(columns, np.int64)
    held = np.zeros(steps.STACK + steps.HEIGHT)
    squares = 0
    for row in range(rows):
        for column in range(columns):
            found = counts[row * columns + column]
            ours[row] += found
            theirs[column] += found
            squares += found * found
    held[steps.ITEMS], held[steps.CLASSES], held[steps.CELL_SQUARES] = size, classes, squares
    held[steps.ROWS_USED], held[steps.ROW_SQUARES] = (ours > 0).sum(), (ours * ours).sum()
    held[steps.COLUMNS_USED], held[steps.COLUMN_SQUARES] = (theirs > 0).sum(), (theirs * theirs).sum()
    place = steps.HEAD
    while place < len(tape) and tape[place] == steps.FOLD:
        total = _fold(tape, place, counts, ours, theirs, held)
        place += 4 + int(tape[place + 2])
        held[int(tape[place + 1])] = total
        place += 2
    result = _run(tape, place, len(tape), held)
    return math.nan if held[steps.FAILED] else result + 0.0  # floats and ints give zero different signs


_PARTS = (
    _ends, _ranks, _filled_in_turn, _filled, _counted, _two, _one, _three, _run, _visit, _added, _fold, _shuffled,
    value,
)  # fmt: skip
