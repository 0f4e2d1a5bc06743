"""Figures of witnesses and examples, drawn by their task where it draws."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from axiometrics.tasks.registry import find_task

__all__ = ["figure", "figure_name"]


def figure(task: str, outputs: Mapping[str, str], title: str) -> str | None:
    """Return the SVG of named outputs, or None where there is no such task or drawing.

    >>> figure("no_such_task", {"worse": "{a b}", "better": "{a}{b}"}, "an example") is None
    True
    """
    found = find_task(task)
    return found.picture(outputs, title) if found else None


def figure_name(stem: str, svg: str) -> str:
    """Name a figure by its content, so that equal figures are stored once."""
    return f"{stem}-{sha256(svg.encode()).hexdigest()[:8]}.svg"
