"""Matplotlib, which only the ``plot`` extra brings, and pictures, the same on every run."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from itertools import cycle
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import AxiometricsError

__all__ = ["PlotExtraError", "can_plot", "draw_curves", "draw_matrix", "draw_strips", "new_figure", "svg"]

BLUE, RED, GREY = "#1f5fa8", "#b3261e", "#777777"


class PlotExtraError(AxiometricsError, ImportError):
    """Matplotlib is needed for pictures and is not installed."""


def can_plot() -> bool:
    """Whether matplotlib is installed."""
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


Values = NDArray[np.float64]

_STYLES = ("-", "--", ":", "-.")


def draw_curves(
    named: Mapping[str, tuple[Values, Values]], x: str, y: str, *, bound: float | None = None
) -> Any:
    """Draw named curves in one frame; ``bound`` is a dotted line at that height."""
    figure, axes = new_figure(6.2, 4.2)
    for (name, (across, up)), style in zip(named.items(), cycle(_STYLES), strict=False):
        axes.plot(across, up, linestyle=style, linewidth=1.3, label=name)
    if bound is not None:
        axes.axhline(bound, color="black", linestyle=":", linewidth=0.8)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.legend(fontsize=7, frameon=False, ncols=1 + len(named) // 12)
    return figure


def draw_matrix(names: Sequence[str], values: Values, label: str, *, low: float = -1, high: float = 1) -> Any:
    """Draw a square matrix with its numbers."""
    side = 2.2 + 0.42 * len(names)
    figure, axes = new_figure(side + 0.8, side)
    image = axes.imshow(values, cmap="RdBu", vmin=low, vmax=high)
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
    axes.set_yticks(range(len(names)), names, fontsize=7)
    for row, column in np.ndindex(values.shape):
        if np.isfinite(values[row, column]):
            ink = "white" if abs(values[row, column]) > 0.6 * high else "black"
            axes.text(
                column, row, f"{values[row, column]:.2f}", ha="center", va="center", fontsize=6, color=ink
            )
    figure.colorbar(image, ax=axes, shrink=0.7, label=label)
    return figure


def draw_strips(names: Sequence[str], samples: Values, label: str) -> Any:
    """Draw one box per column of samples, names on the left."""
    figure, axes = new_figure(6.2, 0.8 + 0.28 * len(names))
    axes.boxplot(samples, orientation="horizontal", tick_labels=list(names), showfliers=False, widths=0.6)
    axes.invert_yaxis()
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel(label)
    return figure
