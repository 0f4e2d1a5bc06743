"""Filtered collections drawn, as text and as SVG, from the notation ``tp=3 fp=1 fn=0 tn=2``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from axiometrics.tasks.drawing import (
    CHANGED,
    MARGIN,
    edges,
    element,
    heading,
    named_lines,
    svg_document,
    text,
)
from axiometrics.tasks.filtering.counts import Counts

RELEVANT, IRRELEVANT = "●", "○"
MOST_DOTS = 8
_STEP, _ROW, _HEAD, _COLUMNS, _MOST = 24, 24, 30, 10, 30


@dataclass(frozen=True)
class _Group:
    """Equal items: relevant or not, and whether another output treats them otherwise."""

    relevant: bool
    number: int
    changed: bool


_Sides = tuple[list[_Group], list[_Group]]
"""The items that are selected, and those that are left out."""


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: relevant items ●, others ○, the selected ones in brackets; * marks what differs.

    >>> print(outputs_text({"worse": "tp=1 fp=0 fn=1 tn=1", "better": "tp=2 fp=0 fn=0 tn=1"}))
    worse   [●]*● ○
    better  [●*●] ○
    """
    return named_lines(
        {
            name: f"[{_signs(selected).removeprefix(' ')}]{_signs(left)}"
            for name, (selected, left) in _groups(outputs).items()
        }
    )


def _groups(outputs: Mapping[str, str]) -> dict[str, _Sides]:
    """Return the selected and the left-out items of every output, those that differ apart."""
    counts = {name: Counts.from_notation(text) for name, text in outputs.items()}
    least = Counts(*map(min, zip(*(each.to_tuple() for each in counts.values()), strict=True)))
    found = {}
    for name, each in counts.items():
        sides = (("tp", True), ("fp", False)), (("fn", True), ("tn", False))
        found[name] = tuple(
            [
                _Group(relevant, number, changed)
                for kind, relevant in side
                for number, changed in (
                    (getattr(least, kind), False),
                    (getattr(each, kind) - getattr(least, kind), True),
                )
                if number
            ]
            for side in sides
        )
    return found  # type: ignore[return-value]


def _signs(groups: Sequence[_Group]) -> str:
    """Write groups of equal items, each item after a space, or after a star where it differs."""
    tokens = []
    for group in groups:
        sign, before = RELEVANT if group.relevant else IRRELEVANT, "*" if group.changed else " "
        many = group.number > MOST_DOTS
        tokens += [f"{before}{sign}×{group.number}"] if many else [before + sign] * group.number
    return "".join(tokens)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side, the selected items in a box; items that differ are outlined.

    >>> outputs_svg({"worse": "tp=1 fp=0 fn=1 tn=1", "better": "tp=2 fp=0 fn=0 tn=1"}).count("<circle")
    6
    """
    panels = _groups(outputs)
    heights = [max(_rows(panel[side]) for panel in panels.values()) * _ROW + 12 for side in (0, 1)]
    width = _COLUMNS * _STEP + 12
    *lefts, right = edges([width] * len(panels))
    parts = [_panel(*panel, left, width, heights) for panel, left in zip(panels.items(), lefts, strict=True)]
    return svg_document(right, 2 * MARGIN + _HEAD + sum(heights), parts, outputs, title)


def _rows(groups: Sequence[_Group]) -> int:
    return max(1, -(-len(_items(groups)) // _COLUMNS))


def _items(groups: Sequence[_Group]) -> list[tuple[_Group, str]]:
    """Return one entry for each circle; a large group is one circle with its number beside it."""
    found = []
    for group in groups:
        if group.number > _MOST:
            found += [(group, f"×{group.number}"), (group, "")]
        else:
            found += [(group, "•")] * group.number
    return found


def _panel(name: str, sides: _Sides, left: int, width: int, heights: Sequence[int]) -> str:
    top = MARGIN + _HEAD
    box = {"x": left, "y": top, "width": width, "height": heights[0], "rx": 8}
    return (
        heading(left, name)
        + element("rect", **box, fill="#eef4fb", stroke="#4a6f9c")
        + _dots(sides[0], left + 6, top + 6)
        + _dots(sides[1], left + 6, top + heights[0] + 6)
    )


def _dots(groups: Sequence[_Group], left: int, top: int) -> str:
    found = []
    for place, (group, words) in enumerate(_items(groups)):
        row, column = divmod(place, _COLUMNS)
        x, y = left + _STEP * column + _STEP // 2, top + _ROW * row + _ROW // 2
        if words:
            found.append(_dot(group, x, y))
        if words.startswith("×"):
            found.append(text(x + 14, y + 4, words, 12))
    return "".join(found)


def _dot(group: _Group, x: int, y: int) -> str:
    fill = "#0072b2" if group.relevant else "#ffffff"
    kind = ("relevant" if group.relevant else "irrelevant") + (" changed" if group.changed else "")
    stroke = CHANGED if group.changed else {"stroke": "#1b1b1b", "stroke_width": 1}
    return element("circle", class_=kind, cx=x, cy=y, r=8, fill=fill, **stroke)
