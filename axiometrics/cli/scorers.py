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


def scorer(task: str, *, labelled: bool) -> Callable[..., Any]:
    """Return the function that scores metrics of a task from files.

    ``labelled`` says that the files have labels of declared classes: they are counted where a task reads distributions.
    """
    from axiometrics.tasks import get_task

    for form, place in _SCORERS.items():
        if form in get_task(task).reads:
            counted = labelled and form == "distributions"
            module, _, name = (_SCORERS["labels"] if counted else place).partition(":")
            found: Callable[..., Any] = getattr(import_module(f"axiometrics.cli.{module}"), name)
            return found
    raise InputError(f"{task} has no form {', '.join(map(repr, _SCORERS))}; files cannot be scored there")
