"""Choosers of organizations: one looks what a generator asks for, others hand out what is tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.scene import Embedded

__all__ = ["Replay"]

SMALLEST: Distribution = ((("d1",),),)


@dataclass
class Replay:
    """Answers with the given sizes by name and the given distributions, and with the least of what is not given."""

    given: Mapping[str, int] = field(default_factory=dict)
    chosen: tuple[Distribution, ...] = ()
    made: dict[str, int] = field(default_factory=dict)
    asked: tuple[str, ...] = ()

    def size(self, name: str, low: int = 1) -> int:
        """Return the recorded size."""
        self.made[name] = max(self.given.get(name, low), low)
        return self.made[name]

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        """Return the recorded distributions."""
        self.asked = names
        return self.chosen or (SMALLEST,) * len(names)

    def embedded(self, task: str, generator: Callable[..., Any], *, bottom: str = "level") -> Embedded:
        """Return the generator that is handed on."""
        return Embedded(task, generator, bottom)
