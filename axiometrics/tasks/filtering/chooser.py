"""What a filtering constraint is about: the counts of each output, computed from sizes that a chooser hands out.

Sizes are integers when cases are made and symbols when they are proved, so a generator may add and multiply them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from axiometrics.tasks import chooser


class Chooser(chooser.Chooser):
    """Where a generator gets its sizes from."""

    reach = 100_000

    def size(self, name: str, low: int = 0) -> Any:
        """Return a number, at least ``low``; it must count items, so that a larger one makes a larger case."""
        return super().size(name, low)

    def sizes(self, *names: str) -> tuple[Any, ...]:
        """Return numbers from 0 on that are not all 0."""
        *first, last = names
        found = [self.size(name) for name in first]
        return (*found, self.size(last, 0 if any(found) else 1))


@dataclass(frozen=True)
class Template(chooser.Template):
    """(tp, fp, fn, tn) of each output."""

    @property
    def size(self) -> Any:
        """Items."""
        return sum(next(iter(self.outputs.values())))


Generator = Callable[..., Template]


def outputs(**counts: tuple[Any, Any, Any, Any]) -> Template:
    """Describe the outputs by their counts (tp, fp, fn, tn).

    >>> outputs(worse=(0, 1, 1, 0), better=(1, 1, 0, 0)).size
    2
    """
    return Template(counts)
