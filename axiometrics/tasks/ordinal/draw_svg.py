"""Ordinal outputs as SVG: one shaded table for each output, rows assigned and columns true."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from axiometrics.escaping import html_text
from axiometrics.tasks.card import card
from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["panels_svg"]

_CELL, _MARGIN, _HEAD, _SIDE = 34, 16, 56, 30


def panels_svg(
    tables: Mapping[str, Confusion], changed: Collection[tuple[int, int]], *, title: str, description: str
) -> str:
    """Draw the matrices side by side; a darker cell holds a larger share of the items."""
    parts, left = [], _MARGIN
    for name, table in tables.items():
        parts.append(_panel(name, table, changed, left))
        left += max(_SIDE + table.classes * _CELL, 90) + _MARGIN
    rows = max(table.classes for table in tables.values())
    return card(left, _HEAD + rows * _CELL + 2 * _MARGIN, parts, title, description)


def _panel(name: str, table: Confusion, changed: Collection[tuple[int, int]], left: int) -> str:
    top = _MARGIN + _HEAD
    drawn = [
        _text(left, _MARGIN + 12, name, 14, "start", weight=600),
        _text(left + _SIDE, _MARGIN + 32, "true class", 11, "start"),
    ]
    for place, value in enumerate(table.numbers):
        drawn.append(_text(left + _SIDE + place * _CELL + _CELL // 2, top - 6, str(value), 12, "middle"))
        drawn.append(_text(left + _SIDE - 8, top + place * _CELL + _CELL // 2 + 4, str(value), 12, "end"))
    for i, row in enumerate(table.rows):
        for j, count in enumerate(row):
            x, y = left + _SIDE + j * _CELL, top + i * _CELL
            drawn.append(_cell(x, y, count, count / table.items, right=i == j, changed=(i, j) in changed))
    return "".join(drawn)


def _cell(x: int, y: int, count: int, share: float, *, right: bool, changed: bool) -> str:
    kind = ("right" if right else "wrong") + (" changed" if changed else "")
    fill = "#0072b2" if right else "#d55e00"
    stroke = 'stroke="#b3400a" stroke-width="3"' if changed else 'stroke="#c8c8c8" stroke-width="1"'
    box = (
        f'<rect class="{kind}" x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="4" '
        f'fill="{fill}" fill-opacity="{min(0.5, share) if count else 0:.2f}" {stroke}/>'
    )
    return box + _text(x + _CELL // 2, y + _CELL // 2 + 5, str(count), 13, "middle")


def _text(x: int, y: int, text: str, size: int, anchor: str, *, weight: int = 400) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{html_text(text)}</text>"
    )
