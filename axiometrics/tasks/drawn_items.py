"""One item of a drawn set: a shape, a colour and its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import Any

from axiometrics.escaping import html_text
from axiometrics.tasks.svg import element

__all__ = ["ITEM", "Look", "item_svg", "looks"]

ITEM = 26
"""Side of the square, in pixels, that one item takes."""

Look = tuple[str, str, str]
"""Shape, fill and colour of the letter."""

_DARK, _LIGHT = "#1b1b1b", "#ffffff"
_COLOURS = (
    ("#0072b2", _LIGHT),
    ("#e69f00", _DARK),
    ("#009e73", _LIGHT),
    ("#f0e442", _DARK),
    ("#56b4e9", _DARK),
    ("#d98cb3", _DARK),
    ("#595959", _LIGHT),
    ("#c9c9c9", _DARK),
)
_SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "pentagon", "wedge")
_CORNERS: Mapping[str, tuple[int, float]] = {
    "triangle": (3, -pi / 2),
    "diamond": (4, -pi / 2),
    "hexagon": (6, 0.0),
    "pentagon": (5, -pi / 2),
    "wedge": (3, pi / 2),
}
_RADIUS: Mapping[str, float] = {"triangle": 14, "wedge": 14, "diamond": 12.5, "hexagon": 12, "pentagon": 12}
_SHIFT: Mapping[str, float] = {"triangle": 3.5, "wedge": -3.5, "pentagon": 0.8}


def looks(categories: Iterable[str]) -> dict[str, Look]:
    """Give each category a shape and a colour, in the order of first appearance.

    The palette is Okabe and Ito's, safe for colour-blind readers; as there are 7 shapes and 8 colours, no
    combination comes back before the 57th category.

    >>> looks(["a", "b", "a"])["b"]
    ('square', '#e69f00', '#1b1b1b')
    """
    order = dict.fromkeys(categories)
    return {name: (_SHAPES[i % 7], *_COLOURS[i % 8]) for i, name in enumerate(order)}


def item_svg(category: str, look: Look, x: float, y: float) -> str:
    """Draw one item centred at (x, y)."""
    shape, fill, ink = look
    size = _letter_size(shape, len(category))
    foot = y + size * 0.35 + _SHIFT.get(shape, 0.0)
    tag, where = _outline(shape, x, y)
    letter = {"x": f"{x:g}", "y": f"{foot:.1f}", "font_size": size, "font_weight": 600, "fill": ink}
    drawn = element(tag, **where, fill=fill, stroke=_DARK, stroke_width=0.75)
    return drawn + element("text", html_text(category), **letter, text_anchor="middle")


def _letter_size(shape: str, length: int) -> int:
    if shape in ("triangle", "wedge"):
        return max(5, 12 - 2 * length)
    return 12 if length == 1 else max(6, 15 - 3 * length)


def _outline(shape: str, x: float, y: float) -> tuple[str, dict[str, Any]]:
    """Return the element and the attributes that place a shape."""
    if shape == "circle":
        return "circle", {"cx": f"{x:g}", "cy": f"{y:g}", "r": 11}
    if shape == "square":
        return "rect", {"x": f"{x - 10:g}", "y": f"{y - 10:g}", "width": 20, "height": 20, "rx": 1.5}
    corners, turn = _CORNERS[shape]
    radius, middle = _RADIUS[shape], y + _SHIFT.get(shape, 0.0)
    angles = (turn + 2 * pi * k / corners for k in range(corners))
    points = " ".join(f"{x + radius * cos(angle):.1f},{middle + radius * sin(angle):.1f}" for angle in angles)
    return "polygon", {"points": points}
