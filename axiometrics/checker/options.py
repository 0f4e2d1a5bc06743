"""How much work a check may do; the same options give the same verdicts, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from axiometrics.errors import InputError
from axiometrics.parameters import whole
from axiometrics.tasks import get_task

__all__ = ["EFFORTS", "Options", "Progress"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, and how many cells of how many are finished."""

EFFORTS = {"quick": 50, "normal": 200, "thorough": 1000}
"""The number of random examples; the sizes of sweeps are the task's."""
HUNTS = {"quick": 0, "normal": 15, "thorough": 100}
"""How often an optimiser moves the cases with the least margins; 0 is no hunt."""

BOUNDS = {"size": (1, 1000), "max_examples": (0, 10**6), "hunt": (0, 10**5), "seed": (-(2**63), 2**63)}
LONGEST = 24 * 60 * 60
"""Seconds that a batch of calls may be given."""

MOST_PROCESSES = 1024

SERIES = {
    "quick": (*range(1, 41), 60, 100),
    "normal": (*range(1, 61), 80, 100, 150, 200),
    "thorough": (*range(1, 201), 300, 500, 1000),
}
"""Values of the one size of a constraint that is demanded for some n, or for all n from some n0 on."""


def largest_size(task: str) -> int:
    """Return the size up to which a sweep may be asked for: twice that of a thorough one, which takes very long."""
    ours, _ = get_task(task).sweep_sizes["thorough"]
    return 2 * int(ours)


@dataclass(frozen=True)
class Options:
    """``size``, ``max_examples`` and ``hunt`` override the effort's; ``timeout`` is in seconds per batch of calls.

    ``regions`` asks for which values of its parameters a metric satisfies each constraint. ``database`` is a folder in
    which searches keep what they find, and look first.
    """

    effort: str = "normal"
    size: int | None = None
    max_examples: int | None = None
    seed: int = 0
    timeout: float = 10.0
    regions: bool = False
    hunt: int | None = None
    database: str | None = None

    def __post_init__(self) -> None:
        if self.effort not in EFFORTS:
            raise InputError(f"effort={self.effort!r} is not possible; give one of {', '.join(EFFORTS)}")
        for name, (least, most) in BOUNDS.items():
            if (value := getattr(self, name)) is not None or name == "seed":
                whole(name, value, least, most)
        if not isinstance(self.database, str | None):
            raise InputError(f"database={self.database!r} is not a text; give the path of a folder")
        if isinstance(self.timeout, bool) or not isinstance(self.timeout, int | float):
            raise InputError(f"timeout={self.timeout!r} is not a number; give seconds, more than 0")
        if not 0 < self.timeout <= LONGEST:
            raise InputError(
                f"timeout={self.timeout} is not possible; give seconds, more than 0 and at most {LONGEST} (a day)"
            )

    def sweep_size(self, trusted: bool, sizes: Mapping[str, tuple[int, int]]) -> int:
        """Return the size up to which every case is tried: the one given, or the task's for the effort."""
        if self.size is not None:
            return self.size
        ours, foreign = sizes[self.effort]
        return ours if trusted else foreign

    @property
    def examples(self) -> int:
        """Return the number of random examples of a search."""
        return EFFORTS[self.effort] if self.max_examples is None else self.max_examples

    @property
    def rounds(self) -> int:
        """Return how often an optimiser moves cases."""
        return HUNTS[self.effort] if self.hunt is None else self.hunt

    @property
    def series(self) -> tuple[int, ...]:
        """Return the values of n that are tried where a constraint is demanded for some n or from some n on."""
        return SERIES[self.effort]

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain data."""
        found = asdict(self)
        if self.database is None:
            del found["database"]
        return found
