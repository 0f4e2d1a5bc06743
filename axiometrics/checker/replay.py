"""Replay: cases that told metrics apart before, tried first on metrics whose sweep is small."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.tasks import get_task

__all__ = ["replay_cases", "stored"]


@lru_cache(maxsize=8)
def stored(task: str) -> dict[str, list[dict[str, str]]]:
    """Return the stored cases of a task: for each constraint, outputs in the task's notation."""
    place = files("axiometrics.checker").joinpath("corpus", f"{task}.json")
    found: dict[str, list[dict[str, str]]] = json.loads(place.read_text("utf-8")) if place.is_file() else {}
    return found


@lru_cache(maxsize=64)
def replay_cases(constraint: Constraint) -> Any:
    """Return the stored cases of a constraint as a batch, smallest first; empty when there are none."""
    return get_task(constraint.task).batch_of(
        constraint.outputs, stored(constraint.task).get(constraint.label, [])
    )
