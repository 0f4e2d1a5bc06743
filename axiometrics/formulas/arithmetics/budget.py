"""Budgets of work and of memory.

The work of algebra is counted, not timed, so that a question has the same answer on every machine. The unit is one
product of two terms, a few microseconds. Where no budget was set nothing is counted. Of what is computed `Latest` keeps
what was asked for last, up to a number of bytes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, wraps
from numbers import Number
from typing import Any, TypeVar

import numpy as np

from axiometrics.errors import UndecidedError

T = TypeVar("T")
Kept = TypeVar("Kept")


class BudgetError(UndecidedError):
    """The work that a question may take is used up; it stays undecided."""


@dataclass
class Meter:
    """How much work was done, out of how much."""

    amount: float
    spent: int = 0

    @property
    def left(self) -> float:
        """What may still be done."""
        return self.amount - self.spent


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def budget(amount: float) -> Iterator[Meter]:
    """Count the work inside; beyond the amount, or the rest of a budget around it, BudgetError is raised.

    >>> with budget(10) as meter:
    ...     spend(4)
    >>> meter.spent
    4
    """
    around = _METER.get()
    with _metered(amount if around is None else min(amount, around.left)) as meter:
        try:
            yield meter
        finally:
            if around is not None:
                around.spent += meter.spent


@contextmanager
def _metered(amount: float) -> Iterator[Meter]:
    meter = Meter(amount)
    token = _METER.set(meter)
    try:
        yield meter
    finally:
        _METER.reset(token)


@contextmanager
def uncounted() -> Iterator[None]:
    """Count nothing inside: what is done there takes little, and does not spend what a question may take."""
    token = _METER.set(None)
    try:
        yield
    finally:
        _METER.reset(token)


def counting() -> bool:
    """Return whether work is counted here."""
    return _METER.get() is not None


def spend(work: int) -> None:
    """Count work that is about to be done; raise BudgetError, before it is done, where it is too much."""
    meter = _METER.get()
    if meter is None:
        return
    if work > meter.left:
        raise BudgetError(
            f"a step of {work} products is more than the {meter.left:.0f} that are left; it is not tried"
        )
    meter.spent += work


def remembered(function: Callable[..., T]) -> Callable[..., T]:
    """Cache a function; a remembered result costs what it cost at first, so no answer hangs on what came before."""

    @lru_cache(maxsize=16384)
    def known(*arguments: Any) -> tuple[T, int]:
        around = _METER.get()
        with _metered(math.inf if around is None else around.left) as meter:
            return function(*arguments), meter.spent

    @wraps(function)
    def found(*arguments: Any) -> T:
        value, cost = known(*arguments)
        spend(cost)
        return value

    return found


ROOM = 1 << 28
"""Bytes that what is kept of a batch may take."""
FEW = 1 << 10
"""Entries of a list that are looked at to guess how large it is."""


class Latest:
    """What was asked for last: at most so many entries, of at most about so many bytes; the last one is always kept."""

    def __init__(self, most: int, room: int = ROOM) -> None:
        self._most, self._room = most, room
        self._held: dict[Hashable, tuple[Any, int]] = {}
        self._bytes = 0

    def get(self, place: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return what is known under a place, made where it is not."""
        held = self._held.pop(place, None)
        if held is None:
            made = make()
            held = made, _bytes_of(made)
            self._bytes += held[1]
        found: Kept = held[0]
        self._held[place] = held
        while len(self._held) > 1 and (len(self._held) > self._most or self._bytes > self._room):
            self._bytes -= self._held.pop(next(iter(self._held)))[1]
        return found

    def __len__(self) -> int:
        return len(self._held)


def _bytes_of(part: object) -> int:
    """Return about how much memory something takes: arrays, numbers, what is made of these, and what says so itself.

    >>> _bytes_of([0.5] * 10**6) > 10**7
    True
    """
    if isinstance(part, np.ndarray):
        return part.nbytes * (8 if part.dtype == object else 1)
    if isinstance(part, tuple | list):
        few = part[:FEW]
        return sum(map(_bytes_of, few)) * len(part) // max(1, len(few)) + 8 * len(part)
    if isinstance(part, Mapping):
        return sum(map(_bytes_of, part.values()))
    return int(getattr(part, "nbytes", 0)) or (sys.getsizeof(part) if isinstance(part, Number) else 0)
