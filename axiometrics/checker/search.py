"""The search: Hypothesis draws larger cases and shrinks what it finds."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import Source
from axiometrics.errors import AxiometricsError
from axiometrics.tasks import get_task

__all__ = ["Search", "search"]


@dataclass(frozen=True)
class Search:
    """How many cases were tried, how many had scores, and a shrunken failing one, if any."""

    cases: int
    applicable: int
    found: Any | None


def search(
    constraint: Constraint, source: Source, fails: Callable[[int], bool], examples: int, seed: int
) -> Search:
    """Draw cases until a margin's sign ``fails``; the same seed draws the same cases."""
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis.errors import NoSuchExample

    if examples == 0:
        return Search(0, 0, None)
    counts = {"cases": 0, "applicable": 0}

    def failing(case: Any) -> bool:
        counts["cases"] += 1
        try:
            sign = source.quick(constraint, case.outputs)
        except (AxiometricsError, ArithmeticError):
            return False
        counts["applicable"] += 1
        return fails(sign)

    rules = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    try:
        found = find(
            get_task(constraint.task).strategy(constraint.bound_generator),
            failing,
            settings=rules,
            random=random.Random(seed),
        )
    except NoSuchExample:
        return Search(counts["cases"], counts["applicable"], None)
    return Search(counts["cases"], counts["applicable"], found)
