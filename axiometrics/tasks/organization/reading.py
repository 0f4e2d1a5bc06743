"""Reading users' organizations: lists of levels, rows of occurrences, notation; clear refusals."""

from __future__ import annotations

from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.organization.distribution import Distribution, distribution, parse
from axiometrics.tasks.organization.organization import Organization

__all__ = ["read"]


def read(gold: Any, system: Any = None) -> Organization:
    """Read a gold and a system output, each as a list of levels or in notation; or both in one text.

    >>> read([["d1", ["d2", "d3"]]], "[d1] [d2]").notation()
    '[d1] [d2] | [d1 {d2 d3}]'
    """
    if system is None:
        if isinstance(gold, Organization):
            return gold.check()
        if isinstance(gold, str):
            return Organization.from_notation(gold).check()
        raise InputError("there is no system output; give gold and system, or both in one notation")
    return Organization(_side(gold), _side(system)).check()


def _side(levels: Any) -> Distribution:
    return parse(levels) if isinstance(levels, str) else distribution(levels)
