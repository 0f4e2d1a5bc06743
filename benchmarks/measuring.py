"""Timing, and the record of one measured claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

__all__ = ["RUNS", "Result", "amount", "beside", "durations", "of_runs", "seconds"]

RUNS = 5
"""How often everything is measured whose spread is stated."""


@dataclass(frozen=True)
class Result:
    """One row of the table: what is claimed, what was measured, and ``reached`` against ``target``, both in ``unit``.

    Without a target the row only informs. ``most`` says that the target is an upper limit, else it is a lower one.
    ``spread`` are the least and the largest value of several ``runs``, of which the median counts.
    """

    claim: str
    ours: str
    theirs: str
    reached: float
    unit: str
    target: float | None = None
    most: bool = False
    spread: tuple[float, float] | None = None
    runs: int = 1
    peer: bool = False
    """Whether it is a factor beside another package."""

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None without one."""
        if self.target is None:
            return None
        return self.reached <= self.target if self.most else self.reached >= self.target


def durations(
    run: Callable[[], Any],
    times: int,
    *,
    prepare: Callable[[], Any] = lambda: None,
    clock: Callable[[], float] = perf_counter,
) -> list[float]:
    """Return how long each of several runs takes, each after an untimed preparation."""
    found = []
    for _ in range(times):
        prepare()
        start = clock()
        run()
        found.append(clock() - start)
    return found


def seconds(run: Callable[[], Any], times: int, **options: Callable[[], Any]) -> float:
    """Return the median of `durations`."""
    return median(durations(run, times, **options))


def of_runs(
    claim: str, found: Sequence[float], unit: str, target: float | None = None, **more: Any
) -> Result:
    """Return the row of what several runs reached."""
    shown = {"ours": amount(median(found), unit), "theirs": "", "most": True} | more
    return Result(
        claim,
        reached=median(found),
        unit=unit,
        target=target,
        spread=(min(found), max(found)),
        runs=len(found),
        **shown,
    )


def amount(value: float, unit: str) -> str:
    """Write a number with three digits and its unit.

    >>> amount(12345.6, "ms"), amount(0.123456, "x")
    ('12,346 ms', '0.123 x')
    """
    digits = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{digits} {unit}"


def beside(
    first: Callable[[], Any], second: Callable[[], Any], *, clock: Callable[[], float], runs: int = RUNS
) -> tuple[float, float, list[float]]:
    """Return the median durations of two sides that take turns, and the factors first / second of the runs."""
    pairs = [(durations(first, 1, clock=clock)[0], durations(second, 1, clock=clock)[0]) for _ in range(runs)]
    ours, theirs = zip(*pairs, strict=True)
    return median(ours), median(theirs), [one / other for one, other in pairs]
