"""What cells have cost, kept beside them: processor time, memory and cases, from which a plan is made.

Costs are no part of a verdict: another machine, or another run, has others.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from axiometrics.checker.cache import folder
from axiometrics.checker.selection import Options
from axiometrics.tasks import get_task
from axiometrics.writing import write_file

__all__ = ["Cost", "CostBook"]


@dataclass(frozen=True)
class Cost:
    """What a cell has cost: its own seconds of a processor, those of making its cases, and bytes of the process.

    ``cases`` is how many were tried. The first cell of a constraint in a process makes the cases, others have them.
    """

    task: str
    metric: str
    constraint: str
    seconds: float
    making: float
    memory: int
    cases: int


Measured = dict[str, dict[str, dict[str, float]]]
"""By constraint and by metric, seconds, making, memory and cases."""


@dataclass
class CostBook:
    """The measured costs of a task, by what was asked: size of the sweep, examples, rounds, and whether regions were.

    ``asked`` has them in this order.
    """

    task: str
    entries: dict[tuple[int, int, int, bool], Measured] = field(default_factory=dict)

    @classmethod
    def read(cls, task: str) -> CostBook:
        """Return what is known; nothing where the file is damaged or lacking."""
        try:
            stored = json.loads(_file(task).read_text("utf-8"))
            return cls(task, {_asked(text): found for text, found in stored.items()})
        except (OSError, ValueError, AttributeError, TypeError):
            return cls(task)

    @staticmethod
    def asked(task: str, options: Options, *, trusted: bool = True) -> tuple[int, int, int, bool]:
        """Return what the costs of a run are kept under."""
        size = options.sweep_size(trusted, get_task(task).sweep_sizes)
        return size, options.examples, options.rounds, options.regions

    def add(self, costs: Iterable[Cost], options: Options) -> None:
        """Keep costs, the latest of each cell, and write them; a folder that cannot be written is no reason to fail."""
        costs = list(costs)
        if not costs:
            return
        known = self.entries.setdefault(self.asked(self.task, options), {})
        for cost in costs:
            cells = known.setdefault(cost.constraint, {})
            plain = {name: value for name, value in asdict(cost).items() if isinstance(value, float | int)}
            before = cells.get(cost.metric, {}).get("making", 0.0)
            cells[cost.metric] = plain | {"making": cost.making or before}
        told = {json.dumps(asked): found for asked, found in self.entries.items()}
        with suppress(OSError):
            write_file(_file(self.task), json.dumps(told))


def _asked(text: str) -> tuple[int, int, int, bool]:
    size, examples, rounds, regions = json.loads(text)
    return int(size), int(examples), int(rounds), bool(regions)


def _file(task: str) -> Path:
    return folder() / "costs" / f"{sha256(task.encode()).hexdigest()[:16]}.json"
