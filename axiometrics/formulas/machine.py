"""A formula's value on two vectors of labels by one call of machine code, where numba is installed: the extra ``fast``.

The steps that Python's floats take (`axiometrics.formulas.compiled.Steps`) become a tape of numbers. One small machine
counts pairs of labels and runs any tape over the counts; numba compiles it once for all formulas, and keeps that on
disk. It takes the same steps in the same order, so that each value is the same to the last bit. NaN stands for all that
it leaves to others: labels that are none or far apart, numbers that floats do not hold, values that are none.

Without numba all of it is Python, too, which is slower than the functions that `compiled` makes, and is only tested.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

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

FEW = 1500
"""Rows of one output up to which Python's floats are quicker than arrays."""
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


Machine = Callable[[Labels, Labels, Tape], float]

_STARTED: list[Machine | None] = []


def started() -> Machine | None:
    """Return the machine, compiled; None without numba, and where it finds no place to keep what it compiles."""
    if not _STARTED:
        _STARTED.append(_compiled() if find_spec("numba") else None)
    return _STARTED[0]


def _compiled() -> Machine | None:
    try:
        import numba
        from numba.extending import register_jitable

        for part in _PARTS:
            register_jitable(error_model="numpy")(part)
        labels, tape = numba.types.Array(numba.int64, 1, "C", readonly=True), numba.float64[::1]
        made = numba.njit(numba.float64(labels, labels, tape), cache=True, error_model="numpy")(value)
    except Exception:  # a numba that does not know this NumPy, or finds no place to keep what it compiles
        return None
    found: Machine = made
    return None if getattr(numba.config, "DISABLE_JIT", False) else found


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
    counts = np.zeros(places, np.int64)
    offset = low * width + least
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
    found: Labels = counts[0]
    return found


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
    if (
        across > LEAST_ROOM * size
        or down > LEAST_ROOM * size
        or max(abs(float(low)), abs(float(least))) > 2.0**40
    ):
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
    if operation == ADD:
        return one + other
    if operation == MUL:
        return one * other
    if operation == SUB:
        return one - other
    if operation == DIV:
        if other == 0:
            held[FAILED] = 1
            return 0.0
        return one / other
    if operation == POWER:
        found = math.nan if one == 0 and other < 0 else one**other
        if not math.isfinite(found):
            held[FAILED] = 1
        return found
    if one != one:
        return one
    if operation == LARGER:
        return one if one > other else other
    return one if one < other else other


def _one(operation: int, given: float, held: Tape) -> float:
    if operation == LOG:
        if given <= 0:
            held[FAILED] = 1
            return 0.0
        return math.log(given)
    if operation == SQRT:
        return 0.0 if given <= 0 else math.sqrt(given)
    return abs(given)


def _three(operation: int, one: float, condition: float, otherwise: float) -> float:
    if condition == 0:
        return otherwise
    if operation == RATIO:
        return one / condition
    return one if condition == condition else condition


def _run(tape: Tape, start: int, stop: int, held: Tape) -> float:
    """Take steps, and return what is on top of the stack after them."""
    top = STACK - 1
    for place in range(start, stop, 2):
        operation, about = int(tape[place]), tape[place + 1]
        if operation == LOAD:
            top += 1
            held[top] = held[int(about)]
        elif operation == CONST:
            top += 1
            held[top] = about
        elif operation == STORE:
            held[int(about)] = held[top]
            top -= 1
        elif operation <= SMALLER:
            top -= 1
            held[top] = _two(operation, held[top], held[top + 1], held)
        elif operation <= ABS:
            held[top] = _one(operation, held[top], held)
        else:
            top -= 2
            held[top] = _three(operation, held[top], held[top + 1], held[top + 2])
    return float(held[top])


def _visit(domain: int, place: int, counts: Labels, ours: Labels, theirs: Labels, held: Tape) -> bool:
    """Say whether a domain has a row at a place, and tell what it offers."""
    if domain == ONCE:
        return True
    row = column = place
    if domain == CELLS:
        row, column = place // len(theirs), place % len(theirs)
    elif domain == BY_ROW:
        column = 0
    elif domain == BY_COLUMN:
        row = 0
    held[COUNT] = counts[row * len(theirs) + column]
    held[ROW_TOTAL], held[COLUMN_TOTAL] = ours[row], theirs[column]
    held[ROW], held[COLUMN] = row + 1, column + 1
    held[APART], held[DIFFERENT] = abs(row - column), 1.0 if row != column else 0.0
    if domain == CELLS:
        return bool(held[COUNT] > 0)
    if domain == USED:
        return bool(ours[row] > 0 or theirs[column] > 0)
    return bool((ours[row] if domain in (BY_ROW, ASSIGNED) else theirs[column]) > 0)


def _added(total: float, carry: float, term: float, compensated: bool) -> tuple[float, float]:
    """Add as Python's own sum does: from 3.12 on with what was rounded off."""
    found = total + term
    if compensated:
        carry += (total - found) + term if abs(total) >= abs(term) else (term - found) + total
    return found, carry


def _fold(tape: Tape, start: int, counts: Labels, ours: Labels, theirs: Labels, held: Tape) -> float:
    """Return the sum that begins at a place of the tape: the domain, the length of a row's steps, the most rows."""
    domain, steps, most = int(tape[start + 1]), int(tape[start + 2]), tape[start + 3]
    first, compensated = start + 4, tape[2] > 0
    total = carry = 0.0
    if held[FAILED]:
        return total
    if domain == SHUFFLED:
        total, carry = _shuffled(tape, start, ours, theirs, held)
    else:
        places = 1 if domain == ONCE else len(counts) if domain == CELLS else len(theirs)
        rows = 0
        for place in range(len(ours) if domain in (BY_ROW, ASSIGNED) else places):
            if _visit(domain, place, counts, ours, theirs, held) and rows <= most:
                rows += 1
                term = _run(tape, first, first + steps, held)
                total, carry = _added(total, carry, term, compensated)
        if rows > most:
            held[FAILED] = 1
    return total + carry if compensated and math.isfinite(carry) else total


def _shuffled(tape: Tape, start: int, ours: Labels, theirs: Labels, held: Tape) -> tuple[float, float]:
    """Add up over every overlap of a row and a column, as often as random labels have it; few items alone."""
    size, first, rows = int(held[ITEMS]), start + 4, 0
    total = carry = 0.0
    if size >= CHOSEN:
        held[FAILED] = 1
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
                if ways >= EXACT or rows > FEW:
                    held[FAILED] = 1
                held[COUNT], held[ROW_TOTAL], held[COLUMN_TOTAL] = n, a, b
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
    ours, theirs, held = np.zeros(rows, np.int64), np.zeros(columns, np.int64), np.zeros(STACK + HEIGHT)
    squares = 0
    for row in range(rows):
        for column in range(columns):
            found = counts[row * columns + column]
            ours[row] += found
            theirs[column] += found
            squares += found * found
    held[ITEMS], held[CLASSES], held[CELL_SQUARES] = size, classes, squares
    held[ROWS_USED], held[ROW_SQUARES] = (ours > 0).sum(), (ours * ours).sum()
    held[COLUMNS_USED], held[COLUMN_SQUARES] = (theirs > 0).sum(), (theirs * theirs).sum()
    place = HEAD
    while place < len(tape) and tape[place] == FOLD:
        total = _fold(tape, place, counts, ours, theirs, held)
        place += 4 + int(tape[place + 2])
        held[int(tape[place + 1])] = total
        place += 2
    result = _run(tape, place, len(tape), held)
    return math.nan if held[FAILED] else result


_PARTS = (
    _ends, _ranks, _filled_in_turn, _filled, _counted, _two, _one, _three, _run, _visit, _added, _fold, _shuffled,
)  # fmt: skip
