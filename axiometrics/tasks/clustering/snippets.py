"""Code that a reader can paste to see a witness for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.tasks.clustering.table import Table

__all__ = ["snippet"]


def snippet(metric: Any, outputs: Mapping[str, Table]) -> str:
    """Return Python code that prints the score of every output."""
    head = (
        _registered(metric)
        if metric.registered
        else _formula(metric)
        if metric.reads is None
        else _foreign(metric)
    )
    lines = [f'print("{name}", score("{table.notation()}"))' for name, table in outputs.items()]
    return "\n".join([*head, "", *lines])


def _registered(metric: Any) -> list[str]:
    changed = metric.label != metric.key
    given = ", ".join(f"{name}={str(value)!r}" for name, value in metric.values.items())
    bound = f".with_parameters({given})" if changed else ""
    return ["import axiometrics as ax", "", f'score = ax.metrics("clustering")["{metric.key}"]{bound}']


def _formula(metric: Any) -> list[str]:
    head = ["from axiometrics.metrics.registry import build"]
    return [*head, *_imported(metric), "", 'score = build(function, task="clustering")']


def _foreign(metric: Any) -> list[str]:
    """A function reads its own form, which the table hands out."""
    head = ["from axiometrics.tasks.clustering import Table", *_imported(metric)]
    return [
        *head,
        "",
        "def score(text):",
        f"    return function(*Table.from_notation(text).read_as({metric.reads!r}))",
    ]


def _imported(metric: Any) -> list[str]:
    """Lines that define ``function``."""
    name = getattr(metric.function, "__qualname__", "")
    if metric.origin == "__main__" or not name.isidentifier():
        return ["", f"function = {metric.key}  # your function"]
    return ["", f"from {metric.origin} import {name} as function"]
