"""Filtered collections as SVG: a box of selected items and the items left out, one panel for each output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from axiometrics.escaping import html_text
from axiometrics.tasks.card import card

__all__ = ["Group", "panels_svg"]

_STEP, _ROW, _MARGIN, _HEAD, _COLUMNS, _MOST = 24, 24, 16, 30, 10, 30


@dataclass(frozen=True)
class Group:
    """Equal items: relevant or not, and whether another output treats them otherwise."""

    relevant: bool
    number: int
    changed: bool


def panels_svg(
    panels: Mapping[str, tuple[Sequence[Group], Sequence[Group]]], *, title: str, description: str
) -> str:
    """Draw each output's selected items in a box, and the others below it."""
    heights = [max(_rows(panel[side]) for panel in panels.values()) * _ROW + 12 for side in (0, 1)]
    width, parts = _COLUMNS * _STEP + 12, []
    for place, (name, sides) in enumerate(panels.items()):
        left = _MARGIN + place * (width + _MARGIN)
        parts.append(_panel(name, sides, left, width, heights))
    whole = _MARGIN + len(panels) * (width + _MARGIN), 2 * _MARGIN + _HEAD + sum(heights)
    return card(*whole, parts, title, description)


def _rows(groups: Sequence[Group]) -> int:
    return max(1, -(-len(_items(groups)) // _COLUMNS))


def _items(groups: Sequence[Group]) -> list[tuple[Group, str]]:
    """Return one entry for each circle; a large group is one circle with its number beside it."""
    found = []
    for group in groups:
        if group.number > _MOST:
            found += [(group, f"×{group.number}"), (group, "")]
        else:
            found += [(group, "•")] * group.number
    return found


def _panel(
    name: str, sides: tuple[Sequence[Group], Sequence[Group]], left: int, width: int, heights: Sequence[int]
) -> str:
    top = _MARGIN + _HEAD
    head = f'<text x="{left}" y="{_MARGIN + 12}" font-size="14" font-weight="600">{html_text(name)}</text>'
    box = f'<rect x="{left}" y="{top}" width="{width}" height="{heights[0]}" rx="8" fill="#eef4fb" stroke="#4a6f9c"/>'
    drawn = [_dots(sides[0], left + 6, top + 6), _dots(sides[1], left + 6, top + heights[0] + 6)]
    return head + box + "".join(drawn)


def _dots(groups: Sequence[Group], left: int, top: int) -> str:
    found = []
    for place, (group, text) in enumerate(_items(groups)):
        row, column = divmod(place, _COLUMNS)
        x, y = left + _STEP * column + _STEP // 2, top + _ROW * row + _ROW // 2
        if text:
            found.append(_dot(group, x, y))
        if text.startswith("×"):
            found.append(f'<text x="{x + 14}" y="{y + 4}" font-size="12">{text}</text>')
    return "".join(found)


def _dot(group: Group, x: int, y: int) -> str:
    fill = "#0072b2" if group.relevant else "#ffffff"
    stroke = 'stroke="#b3400a" stroke-width="3"' if group.changed else 'stroke="#1b1b1b" stroke-width="1"'
    kind = ("relevant" if group.relevant else "irrelevant") + (" changed" if group.changed else "")
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="8" fill="{fill}" {stroke}/>'
