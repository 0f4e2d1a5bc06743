"""Which form of files the systems of a task are scored from."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from axiometrics.errors import InputError

__all__ = ["scorer"]

_SCORERS = {
    "distributions": "shares:scored_shares",
    "levels": "organizations:scored_organizations",
    "run": "runs:scored_runs",
    "labels": "scoring:scored",
    "dicts": "memberships:scored_memberships",
}
"""The function for each form; of a task that has several, the first."""


def scorer(task: str) -> Callable[..., Any]:
    """Return the function that scores metrics of a task from files."""
    from axiometrics.tasks import get_task

    for form, place in _SCORERS.items():
        if form in get_task(task).reads:
            module, _, name = place.partition(":")
            found: Callable[..., Any] = getattr(import_module(f"axiometrics.cli.{module}"), name)
            return found
    raise InputError(f"{task} has no form {', '.join(map(repr, _SCORERS))}; files cannot be scored there")
