"""Matplotlib, which only the ``plot`` extra brings, and pictures that are the same on every run."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from axiometrics.errors import AxiometricsError

__all__ = ["PlotExtraError", "can_plot", "new_figure", "svg"]

BLUE, RED, GREY = "#1f5fa8", "#b3261e", "#777777"


class PlotExtraError(AxiometricsError, ImportError):
    """Matplotlib is needed for pictures and is not installed."""


def can_plot() -> bool:
    """Whether matplotlib is installed."""
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def new_figure(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Any, Any]:
    """Return a figure without a window, and its axes; raises PlotExtraError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PlotExtraError("pictures need matplotlib; run: pip install 'axiometrics[plot]'") from error
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(rows, columns)


def svg(draw: Callable[[], Any]) -> bytes:
    """Draw a figure and return it as SVG without date and random names, so that equal pictures are equal files."""
    import matplotlib

    drawn = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "axiometrics", "svg.fonttype": "none", "font.size": 9}):
        draw().savefig(drawn, format="svg", metadata={"Date": None}, bbox_inches="tight", pad_inches=0.2)
    return drawn.getvalue()
