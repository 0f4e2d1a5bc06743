"""Timing, and the record of one measured claim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

__all__ = ["Result", "seconds"]


@dataclass(frozen=True)
class Result:
    """One row of the table: what is claimed, what was measured, and ``reached`` against ``target``, both in ``unit``.

    Without a target the row only informs. ``most`` says that the target is an upper limit, else it is a lower one.
    """

    claim: str
    ours: str
    theirs: str
    reached: float
    unit: str
    target: float | None = None
    most: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None without one."""
        if self.target is None:
            return None
        return self.reached <= self.target if self.most else self.reached >= self.target


def seconds(
    run: Callable[[], Any],
    times: int,
    *,
    prepare: Callable[[], Any] = lambda: None,
    clock: Callable[[], float] = perf_counter,
) -> float:
    """Return the median duration of several runs, each after an untimed preparation."""
    found = []
    for _ in range(times):
        prepare()
        start = clock()
        run()
        found.append(clock() - start)
    return median(found)
