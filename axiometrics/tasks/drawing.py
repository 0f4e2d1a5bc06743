"""What drawings of all tasks are made of: SVG elements, lines of text, bars for shares, and families of sets.

Of families, the sets that not all outputs have come first and are marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from math import ceil, cos, pi, sin, sqrt
from typing import Any

from axiometrics.escaping import html_text

MARGIN = 16
"""Pixels around and between the panels of a picture."""
CHANGED: Mapping[str, Any] = {"stroke": "#b3400a", "stroke_width": 3}
"""The outline of what differs between outputs."""
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")
"""Fills of parts that are told apart by their place."""
GRADES = ("#ffffff", "#56b4e9", "#0072b2", "#004b76")
"""Fills of documents by their grade, 3 for all from there on."""
_FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"


def element(tag: str, content: str | None = None, /, **attributes: object) -> str:
    """Write an element; its attributes have ``_`` for ``-``, and ``class_`` for ``class``.

    >>> element("rect", x=1, y=2, stroke_width=3), element("g", "...", class_="point")
    ('<rect x="1" y="2" stroke-width="3"/>', '<g class="point">...</g>')
    """
    given = "".join(f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f"<{tag}{given}/>" if content is None else f"<{tag}{given}>{content}</{tag}>"


def text(x: float | str, y: float, words: object, size: int, **attributes: object) -> str:
    """Write words in a font size.

    >>> text(1, 2, "P < R", 12, text_anchor="end")
    '<text x="1" y="2" font-size="12" text-anchor="end">P &lt; R</text>'
    """
    return element("text", html_text(str(words)), x=x, y=y, font_size=size, **attributes)


def heading(x: float, name: str, y: float = MARGIN + 12, **attributes: object) -> str:
    """Write the name of a panel."""
    return text(x, y, name, 14, font_weight=600, **attributes)


def edges(widths: Iterable[int], gap: int = MARGIN) -> list[int]:
    """Return the left edges of panels side by side, and where a further one would begin.

    >>> edges([30, 20])
    [16, 62, 98]
    """
    return list(accumulate((width + gap for width in widths), initial=MARGIN))


def svg_document(
    width: int, height: int, parts: Sequence[str], outputs: Mapping[str, str], title: str
) -> str:
    """Return a whole picture of so many pixels, with a title and a description of the outputs for screen readers.

    >>> print(svg_document(40, 20, [], {"worse": "{a}"}, "P < R").splitlines()[1])
    <title>P &lt; R</title>
    """
    description = "; ".join(f"{name}: {written}" for name, written in outputs.items())
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{_FONT}">',
            element("title", html_text(title or " and ".join(outputs))),
            element("desc", html_text(description)),
            element(
                "rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=8, fill="#ffffff", stroke="#d0d0d0"
            ),
            *parts,
            "</svg>\n",
        ]
    )  # fmt: skip


BAR = 12
"""Letters that a whole bar takes."""
_FULL, _PARTS = "█", ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")


def differing(lists: Sequence[Sequence[object]]) -> set[int]:
    """Return the places at which some of several sequences have not the same, or nothing.

    >>> differing(["abc", "adc", "adcd"])
    {1, 3}
    """
    longest = max(map(len, lists), default=0)
    return {at for at in range(longest) if len({tuple(each[at : at + 1]) for each in lists}) > 1}


def named_lines(drawn: Mapping[str, str]) -> str:
    """Write drawings one below the other, each after its name.

    >>> print(named_lines({"worse": "r -", "better": "- r"}))
    worse   r -
    better  - r
    """
    width = max(map(len, drawn)) + 2
    return "\n".join(f"{name:<{width}}{line}".rstrip() for name, line in drawn.items())


def bar(share: float) -> str:
    """Draw a share as a bar, at least a thin one if it is positive.

    >>> bar(0.5), bar(1e-9)
    ('██████', '▏')
    """
    eighths = round(share * BAR * len(_PARTS))
    whole, part = divmod(max(eighths, int(share > 0)), len(_PARTS))
    return _FULL * whole + _PARTS[part]


_PAD, _GAP, _HEAD = 6, 10, 26
_WIDEST = 380

Cluster = Sequence[str]


@dataclass(frozen=True)
class Panel:
    """One family of sets: its label, the sets that are special to it, and the others.

    One that stands ``apart`` is not lined up with the others.
    """

    label: str
    changed: Sequence[Cluster]
    unchanged: Sequence[Cluster]
    apart: bool = False


def compared(families: Mapping[str, Sequence[Cluster]]) -> list[Panel]:
    """Return a panel for each named family, with the sets that all have, as often as all have them, in one order."""
    counts = [Counter(map(_shape, family)) for family in families.values()]
    common = counts[0]
    for other in counts[1:]:
        common &= other
    return [Panel(name, *_split(family, common)) for name, family in families.items()]


def _split(
    family: Sequence[Cluster], common: Counter[tuple[str, ...]]
) -> tuple[list[Cluster], list[Cluster]]:
    """Split into the sets that are special to a family, and the common ones."""
    left, changed, unchanged = Counter(common), [], []
    for part in family:
        if left[_shape(part)]:
            left[_shape(part)] -= 1
            unchanged.append(part)
        else:
            changed.append(part)
    return changed, sorted(unchanged, key=lambda part: (-len(part), _shape(part)))


def _shape(part: Cluster) -> tuple[str, ...]:
    return tuple(sorted(part))


def panels_text(panels: Sequence[Panel], write: Callable[[Sequence[Cluster]], str]) -> dict[str, str]:
    """Return a line for each panel: its special sets, each marked ``*``, then the common ones below each other."""
    changed = ["".join("*" + write([part]) for part in panel.changed) for panel in panels]
    width = max(map(len, changed))
    lines = [f"{first:<{width}}   " if width else "" for first in changed]
    return {panel.label: first + write(panel.unchanged) for panel, first in zip(panels, lines, strict=True)}


@dataclass(frozen=True)
class _Box:
    """One laid-out cluster: where it is, how many items stand side by side."""

    cluster: Cluster
    x: int
    y: int
    columns: int

    @property
    def width(self) -> int:
        return self.columns * ITEM + 2 * _PAD

    @property
    def height(self) -> int:
        return ceil(len(self.cluster) / self.columns) * ITEM + 2 * _PAD


def panels_svg(panels: Sequence[Panel], outputs: Mapping[str, str], title: str) -> str:
    """Draw the panels side by side; items of one name look the same in all of them."""
    changed = [_flow(panel.changed) for panel in panels]
    fold = max((_bottom(boxes) for boxes in changed), default=0)
    unchanged = [_flow(panel.unchanged, top=0 if panel.apart else fold) for panel in panels]
    blocks = list(zip(changed, unchanged, strict=True))
    widths = [
        max(_right([*first, *rest]), 8 * len(panel.label))
        for panel, (first, rest) in zip(panels, blocks, strict=True)
    ]
    height = max(_bottom([*first, *rest]) for first, rest in blocks) - _GAP + _HEAD + 2 * MARGIN
    order = chain.from_iterable(chain.from_iterable([*panel.changed, *panel.unchanged]) for panel in panels)
    looks_of, (*lefts, right) = looks(order), edges(widths, 2 * MARGIN)
    drawn = [
        _panel_svg(panel.label, *block, looks_of, left)
        for panel, block, left in zip(panels, blocks, lefts, strict=True)
    ]
    lines = [_divider(left - MARGIN, height) for left in lefts[1:]]
    return svg_document(right - MARGIN, height, [*lines, *drawn], outputs, title)


def _flow(clusters: Sequence[Cluster], top: int = 0) -> list[_Box]:
    """Set the clusters in rows no wider than a panel."""
    boxes: list[_Box] = []
    x = y = row = 0
    for cluster in clusters:
        box = _Box(cluster, x, top + y, _columns(len(cluster)))
        if x and x + box.width > _WIDEST:
            x, y, row = 0, y + row + _GAP, 0
            box = _Box(cluster, x, top + y, box.columns)
        boxes.append(box)
        x, row = x + box.width + _GAP, max(row, box.height)
    return boxes


def _columns(items: int) -> int:
    return items if items <= 5 else min(12, ceil(sqrt(2 * items)))


def _right(boxes: Sequence[_Box]) -> int:
    return max((box.x + box.width for box in boxes), default=2 * ITEM)


def _bottom(boxes: Sequence[_Box]) -> int:
    return max((box.y + box.height + _GAP for box in boxes), default=0)


def _divider(x: int, height: int) -> str:
    return element("path", d=f"M{x} {MARGIN}V{height - MARGIN}", stroke="#d0d0d0", stroke_width=1)


def _panel_svg(
    label: str, changed: Sequence[_Box], unchanged: Sequence[_Box], looks_of: dict[str, Look], left: int
) -> str:
    groups = [_cluster_svg(box, looks_of, "changed") for box in changed]
    groups += [_cluster_svg(box, looks_of, "unchanged") for box in unchanged]
    place = f"translate({left} {MARGIN + _HEAD})"
    return heading(left, label, fill="#1b1b1b") + element("g", "".join(groups), transform=place)


def _cluster_svg(box: _Box, looks_of: dict[str, Look], kind: str) -> str:
    items = []
    for place, category in enumerate(box.cluster):
        row, column = divmod(place, box.columns)
        x, y = box.x + _PAD + ITEM * (column + 0.5), box.y + _PAD + ITEM * (row + 0.5)
        items.append(item_svg(category, looks_of[category], x, y))
    frame: dict[str, Any] = {
        "x": box.x,
        "y": box.y,
        "width": box.width,
        "height": box.height,
        "rx": 10,
        **_FRAMES[kind],
    }
    return element("g", element("rect", **frame) + "".join(items), class_=kind)


_FRAMES: Mapping[str, Mapping[str, Any]] = {
    "changed": {"fill": "#fff4ec", "stroke": "#b3400a", "stroke_width": 2.5},
    "unchanged": {"fill": "#f7f7f7", "stroke": "#9a9a9a"},
}


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
