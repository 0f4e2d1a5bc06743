"""Where the published report keeps the page of each metric, constraint and cell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from axiometrics.checker.verdict import Cell, Matrix

__all__ = ["Paths", "slug"]


def slug(key: str) -> str:
    """Write a key as a file name and anchor.

    >>> slug("rbp(p=4/5)"), slug("utility(a=3,b=-2)")
    ('rbp-p-4-5', 'utility-a-3-b-minus2')
    """
    signed = re.sub(r"(?<=[=,(/])-", "minus", key)
    return re.sub(r"[^A-Za-z0-9_.]+", "-", signed).strip("-.") or "key"


@dataclass(frozen=True)
class Paths:
    """The links of one task's pages, as seen from a page; ``up`` leads from there to the task's folder."""

    matrix: Matrix
    up: str = ""

    def metric(self, key: str) -> str:
        """Return the page of a metric."""
        return f"{self.up}metrics/{self.metric_slug(key)}.md"

    def constraint(self, key: str) -> str:
        """Return the page of a constraint."""
        return f"{self.up}constraints/{self.constraint_slug(key)}.md"

    def cell(self, cell: Cell) -> str:
        """Return the place of a cell on the page of its metric."""
        return f"{self.metric(cell.metric)}#{self.constraint_slug(cell.constraint)}"

    def metric_slug(self, key: str) -> str:
        """Return the file name of a metric's page, without its ending."""
        return _unique(item.key for item in self.matrix.metrics)[key]

    def constraint_slug(self, key: str) -> str:
        """Return the file name of a constraint's page, without its ending, and the anchor of its cells."""
        return _unique(item.key for item in self.matrix.constraints)[key]


def _unique(keys: Iterable[str]) -> dict[str, str]:
    """Give every key a slug of its own, also where files are told apart without regard to case."""
    given: dict[str, str] = {}
    taken: set[str] = set()
    for key in keys:
        name, number = slug(key), 2
        while name.lower() in taken:
            name, number = f"{slug(key)}-{number}", number + 1
        taken.add(name.lower())
        given[key] = name
    return given
