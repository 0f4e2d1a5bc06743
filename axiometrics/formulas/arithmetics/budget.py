"""Budgets of work and of memory.

The work of algebra is counted, not timed, so that a question has the same answer on every machine. The unit is one
product of two terms, a few microseconds. Where no budget was set nothing is counted. Of what is computed `Latest` keeps
what was asked for last, as far as all that is kept so finds room in one `Room`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, wraps
from itertools import count
from numbers import Number
from threading import RLock
from typing import Any, TypeVar
from weakref import WeakSet

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


FEW = 1 << 10
"""Entries of a list that are looked at to guess how large it is."""


class Room:
    """So many bytes for what all `Latest` together keep that are given it; these may be used by several threads."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.lock = RLock()
        self._used_by: WeakSet[Latest] = WeakSet()
        self._at_most = 0

    def enter(self, kept: Latest) -> None:
        """Count what is kept there from now on, until nobody has it any more."""
        with self.lock:
            self._used_by.add(kept)

    def add(self, size: int) -> None:
        """Count further bytes; where they are too many, what was asked for long ago goes where most is kept.

        The lock must be held.
        """
        self._at_most += size  # what nobody has any more is found where there seems to be too much
        while self._at_most > self.size:
            self._at_most = sum(each.nbytes for each in self._used_by)
            spare = [each for each in self._used_by if len(each) > 1]
            if self._at_most <= self.size or not spare:
                return
            min(spare, key=lambda each: each.oldest).drop()


_TICKS = count()
SHARED = Room(160 << 20)
"""The room of all batches."""


class Latest:
    """What was asked for last: at most so many entries, of which the last one is always kept, in a common room.

    Without a room its bytes are not counted: those of whoever has it are.
    """

    def __init__(self, most: int, room: Room | None = SHARED) -> None:
        self.nbytes = 0
        self._most, self._room = most, room
        self._held: dict[Hashable, tuple[Any, int, int]] = {}
        self._lock = RLock() if room is None else room.lock
        if room is not None:
            room.enter(self)

    def get(self, place: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return what is known under a place, made where it is not."""
        with self._lock:
            held = self._held.pop(place, None)
            if held is not None:
                self._held[place] = *held[:2], next(_TICKS)
                known: Kept = held[0]
                return known
        found = make()
        with self._lock:
            before = self._held.pop(place, (None, 0, 0))[1]
            size = _bytes_of(found)
            self._held[place] = found, size, next(_TICKS)
            self.nbytes += size - before
            if len(self._held) > self._most:
                self.drop()
            if self._room is not None:
                self._room.add(size)
        return found

    @property
    def oldest(self) -> int:
        """When that was asked for which was not asked for for longest."""
        return next(iter(self._held.values()))[2]

    def drop(self) -> None:
        """Let go what was not asked for for longest; the lock must be held."""
        self.nbytes -= self._held.pop(next(iter(self._held)))[1]

    def __len__(self) -> int:
        return len(self._held)

    def __reduce__(self) -> tuple[type[Latest], tuple[Any, ...]]:
        """Copy and pickle as one that keeps nothing yet."""
        return type(self), (self._most,) if self._room is SHARED else (self._most, None)


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
