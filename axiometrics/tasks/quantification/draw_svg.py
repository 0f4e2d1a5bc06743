"""Distributions as SVG: one panel for each output, and in it two bars for every class."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.escaping import html_text
from axiometrics.tasks.card import card
from axiometrics.tasks.quantification.distributions import Distributions, Share

__all__ = ["panels_svg"]

_BAR, _GAP, _HEIGHT, _MARGIN, _HEAD, _FOOT = 14, 14, 110, 16, 44, 22
_COLOURS = {"system": "#0072b2", "gold": "#e69f00"}


def panels_svg(pairs: Mapping[str, Distributions], *, title: str, description: str) -> str:
    """Draw the system's share of every class beside the gold's, from the lowest class to the highest."""
    left, parts = _MARGIN, [_legend()]
    for name, pair in pairs.items():
        width = max(pair.classes * (2 * _BAR + _GAP), 90)
        parts.append(_panel(name, pair, left, width))
        left += width + 2 * _MARGIN
    return card(max(left, 180), _MARGIN + _HEAD + _HEIGHT + _FOOT + 24, parts, title, description)


def _legend() -> str:
    found = []
    for place, (side, colour) in enumerate(_COLOURS.items()):
        x = _MARGIN + 70 * place
        found.append(
            f'<rect x="{x}" y="10" width="10" height="10" fill="{colour}"/>'
            f'<text x="{x + 14}" y="19" font-size="12">{side}</text>'
        )
    return "".join(found)


def _panel(name: str, pair: Distributions, left: int, width: int) -> str:
    floor = _MARGIN + _HEAD + _HEIGHT
    found = [
        f'<text x="{left}" y="{_MARGIN + 24}" font-size="14" font-weight="600">{html_text(name)}</text>',
        f'<line x1="{left}" y1="{floor}" x2="{left + width}" y2="{floor}" stroke="#1b1b1b"/>',
    ]
    for place, shares in enumerate(zip(pair.system, pair.gold, strict=True)):
        x = left + place * (2 * _BAR + _GAP) + _GAP // 2
        for offset, (side, share) in enumerate(zip(_COLOURS, shares, strict=True)):
            found.append(_bar(side, share, x + offset * _BAR, floor))
        found.append(
            f'<text x="{x + _BAR}" y="{floor + 16}" font-size="12" text-anchor="middle">{place + 1}</text>'
        )
    return "".join(found)


def _bar(side: str, share: Share, x: int, floor: int) -> str:
    height = round(float(share) * _HEIGHT, 2)
    return (
        f'<rect class="{side}" x="{x}" y="{floor - height:g}" width="{_BAR - 2}" height="{height:g}" '
        f'fill="{_COLOURS[side]}"><title>{side}: {share}</title></rect>'
    )
