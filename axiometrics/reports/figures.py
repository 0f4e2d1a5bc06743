"""Figures of witnesses and examples, drawn by their task where it draws."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec

from axiometrics.errors import InputError

__all__ = ["figure", "figure_name"]


def figure(task: str, outputs: Mapping[str, str], title: str) -> str | None:
    """Return the SVG of named outputs, or None where the task has no drawing for them.

    A task draws through ``outputs_svg(outputs, *, title)`` in its module ``draw``.

    >>> figure("no_such_task", {"worse": "{a b}", "better": "{a}{b}"}, "an example") is None
    True
    """
    name = f"axiometrics.tasks.{task}"
    if not task.isidentifier() or find_spec(name) is None:
        return None
    if find_spec(name).submodule_search_locations is None or find_spec(f"{name}.draw") is None:  # type: ignore[union-attr]
        return None
    draw = getattr(import_module(f"{name}.draw"), "outputs_svg", None)
    try:
        return str(draw(outputs, title=title)) if draw and outputs else None
    except InputError:
        return None


def figure_name(stem: str, svg: str) -> str:
    """Name a figure by its content, so that equal figures are stored once."""
    return f"{stem}-{sha256(svg.encode()).hexdigest()[:8]}.svg"
