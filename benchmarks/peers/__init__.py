"""Ours beside what one would use instead: one table of factors, processor time of ours / of the peer.

A row is two functions that give the same numbers, which is checked before they are timed. They take turns, five runs
each; a run repeats short calls. Where a peer is not installed its rows say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time
from typing import Any

from benchmarks.measuring import Result, amount, beside, of_runs

__all__ = ["GROUPS", "Row", "measure"]

GROUPS = ("clustering", "ordinal", "quantification", "ranking", "files")
"""The modules of rows; each has ``PEERS``: a peer's package, and the function that yields its rows."""

LONG = 0.02
"""Seconds of processor time that a run lasts at least; shorter calls are repeated."""


@dataclass(frozen=True)
class Row:
    """Two ways to the same numbers; ``close`` is how far they may lie apart, as a share."""

    work: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    close: float = 1e-9


def measure() -> list[Result]:
    """Return a row for every piece of work, peer by peer; machine code is at hand, as ranx has its own."""
    from axiometrics.formulas import machine

    enough, machine.ENOUGH = machine.ENOUGH, 0
    try:
        return _rows()
    finally:
        machine.ENOUGH = enough


def _rows() -> list[Result]:
    found = []
    for group in GROUPS:
        for package, rows in import_module(f"benchmarks.peers.{group}").PEERS:
            if find_spec(package.replace("-", "_")) is None:
                found.append(Result(f"{group}: {package}", "", "not installed", float("nan"), "x", peer=True))
            else:
                found += [_measured(package, row) for row in rows()]
    return found


def _measured(package: str, row: Row) -> Result:
    import numpy as np

    if not np.allclose(row.ours(), row.theirs(), rtol=row.close, atol=row.close):
        raise AssertionError(f"{row.work}: {row.ours()} is not {row.theirs()} of {package}")
    calls = [_enough(side) for side in (row.ours, row.theirs)]
    sides = [_repeated(side, count) for side, count in zip((row.ours, row.theirs), calls, strict=True)]
    ours, theirs, factors = beside(*sides, clock=_clock)
    share = calls[1] / calls[0]
    return of_runs(
        row.work,
        [factor * share for factor in factors],
        "x",
        1,
        ours=_time(ours / calls[0]),
        theirs=f"{_time(theirs / calls[1])} ({package})",
        peer=True,
    )


def _clock() -> float:
    """Return the seconds of processor time of this process and of those that it has waited for."""
    others = getrusage(RUSAGE_CHILDREN)
    return process_time() + others.ru_utime + others.ru_stime


def _enough(side: Callable[[], Any]) -> int:
    """Return how many calls make a run that is long enough to be timed."""
    count = 1
    while True:
        start = _clock()
        _repeated(side, count)()
        spent = _clock() - start
        if spent >= LONG / 4:
            return max(1, round(count * LONG / spent))
        count *= 4


def _repeated(side: Callable[[], Any], count: int) -> Callable[[], None]:
    def run() -> None:
        for _ in range(count):
            side()

    return run


def _time(spent: float) -> str:
    unit, size = next(each for each in _UNITS if spent >= each[1])
    return amount(spent / size, unit)


_UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


Peers = tuple[tuple[str, Callable[[], Iterator[Row]]], ...]
