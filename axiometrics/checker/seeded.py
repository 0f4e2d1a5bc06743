"""Draws that depend on their seed alone.

Hypothesis now and then draws a constant that it has read in the modules of the running program. What is loaded, and
from where, differs between a check, a report and an installed package, so the same seed would draw different cases.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any
from unittest.mock import patch

__all__ = ["seed_alone"]


def seed_alone() -> AbstractContextManager[object]:
    """Return a context in which Hypothesis draws no constants from loaded modules (older versions never do)."""
    from hypothesis.internal.conjecture.providers import HypothesisProvider

    if not hasattr(HypothesisProvider, "_maybe_draw_constant"):
        return nullcontext()
    return patch.object(HypothesisProvider, "_maybe_draw_constant", _no_constant)


def _no_constant(*_: Any, **__: Any) -> None:
    return None
