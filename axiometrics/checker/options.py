"""How much work a check may do; the same options give the same verdicts, byte for byte."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from axiometrics.errors import InputError

__all__ = ["EFFORTS", "Options"]

EFFORTS = {"quick": (7, 5, 50), "normal": (9, 7, 200), "thorough": (11, 9, 1000)}
"""Sweep size for our own metrics, sweep size for foreign functions, and number of random examples."""


SERIES = {
    "quick": (*range(1, 41), 60, 100),
    "normal": (*range(1, 61), 80, 100, 150, 200),
    "thorough": (*range(1, 201), 300, 500, 1000),
}
"""Values of the one size of a constraint that is demanded for some n, or for all n from some n0 on."""


@dataclass(frozen=True)
class Options:
    """``size`` and ``max_examples`` override the effort's; ``timeout`` is in seconds per batch of calls."""

    effort: str = "normal"
    size: int | None = None
    max_examples: int | None = None
    seed: int = 0
    timeout: float = 10.0

    def __post_init__(self) -> None:
        if self.effort not in EFFORTS:
            raise InputError(f"effort={self.effort!r} is not possible; give one of {', '.join(EFFORTS)}")
        for name in ("size", "max_examples", "seed"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
                raise InputError(f"{name}={value!r} is not a whole number; give one, such as 9")
        if isinstance(self.timeout, bool) or not isinstance(self.timeout, int | float):
            raise InputError(f"timeout={self.timeout!r} is not a number; give seconds, more than 0")
        if self.size is not None and self.size < 1:
            raise InputError(
                f"size={self.size} is not possible; give the largest number of items to sweep, 1 or more"
            )
        if self.max_examples is not None and self.max_examples < 0:
            raise InputError(f"max_examples={self.max_examples} is not possible; give 0 or more")
        if not self.timeout > 0:
            raise InputError(f"timeout={self.timeout} is not possible; give seconds, more than 0")

    def sweep_size(self, trusted: bool) -> int:
        """Return the number of items up to which every case is tried."""
        if self.size is not None:
            return self.size
        ours, foreign, _ = EFFORTS[self.effort]
        return ours if trusted else foreign

    @property
    def examples(self) -> int:
        """Return the number of random examples of a search."""
        return EFFORTS[self.effort][2] if self.max_examples is None else self.max_examples

    @property
    def series(self) -> tuple[int, ...]:
        """Return the values of n that are tried where a constraint is demanded for some n or from some n on."""
        return SERIES[self.effort]

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain data."""
        return asdict(self)
