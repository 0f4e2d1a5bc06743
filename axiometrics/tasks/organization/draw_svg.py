"""Organizations as SVG: one panel for each distribution, a band for each level, a box for each cluster."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.escaping import html_text
from axiometrics.tasks.card import card
from axiometrics.tasks.organization.distribution import Cluster, Distribution, Level

__all__ = ["panels_svg"]

_MARGIN, _HEAD, _BAND, _GAP, _PAD, _LETTER = 16, 28, 40, 6, 8, 8
_MOST = 14
"""Bands drawn of one panel; the levels between are counted."""
_WIDEST = 16
"""Clusters drawn of one level; the others are counted."""


def panels_svg(panels: Mapping[str, Distribution], *, title: str, description: str) -> str:
    """Draw each distribution's levels from top to bottom, and the tail below them."""
    parts, left, rows = [], _MARGIN, 1
    for name, levels in panels.items():
        bands = _bands(levels)
        width = max(_LETTER * len(name), 60, *(_width(band) for band in bands), 0)
        parts.append(_panel(name, bands, left, width))
        left += width + _MARGIN
        rows = max(rows, len(bands) + 1)
    return card(left, 2 * _MARGIN + _HEAD + rows * (_BAND + _GAP), parts, title, description)


def _bands(levels: Distribution) -> list[Level | str]:
    """Return the levels to draw; what is left out of many is a line of text."""
    shown: list[Level | str] = [
        level if len(level) <= _WIDEST else (*level[:_WIDEST], (f"and {len(level) - _WIDEST} more",))
        for level in levels
    ]
    if len(shown) <= _MOST:
        return shown
    return [*shown[: _MOST - 2], f"{len(shown) - _MOST + 1} levels", shown[-1]]


def _width(band: Level | str) -> int:
    return 2 * _PAD + (len(band) * _LETTER if isinstance(band, str) else sum(_box(each) + 4 for each in band))


def _box(cluster: Cluster) -> int:
    return 12 + _LETTER * len(" ".join(map(str, cluster)))


def _panel(name: str, bands: list[Level | str], left: int, width: int) -> str:
    top = _MARGIN + _HEAD
    found = [f'<text x="{left}" y="{_MARGIN + 12}" font-size="14" font-weight="600">{html_text(name)}</text>']
    for place, band in enumerate(bands):
        found.append(_band(band, left, top + place * (_BAND + _GAP), width))
    y = top + len(bands) * (_BAND + _GAP)
    found.append(
        f'<rect class="tail" x="{left}" y="{y}" width="{width}" height="{_BAND}" rx="8" fill="none" '
        f'stroke="#8a8a8a" stroke-dasharray="5 4"/><text x="{left + _PAD}" y="{y + 25}" font-size="13" '
        'fill="#5a5a5a">tail</text>'
    )
    return "".join(found)


def _band(band: Level | str, left: int, top: int, width: int) -> str:
    if isinstance(band, str):
        return (
            f'<text x="{left + _PAD}" y="{top + 25}" font-size="13" fill="#5a5a5a">{html_text(band)}</text>'
        )
    found = [
        f'<rect class="level" x="{left}" y="{top}" width="{width}" height="{_BAND}" rx="8" fill="#eef4fb" '
        'stroke="#4a6f9c"/>'
    ]
    x = left + _PAD
    for cluster in band:
        found.append(_cluster(cluster, x, top + 7))
        x += _box(cluster) + 4
    return "".join(found)


def _cluster(cluster: Cluster, x: int, y: int) -> str:
    text = html_text(" ".join(map(str, cluster)))
    return (
        f'<rect class="cluster" x="{x}" y="{y}" width="{_box(cluster)}" height="26" rx="6" fill="#ffffff" '
        f'stroke="#1b1b1b"/><text x="{x + 6}" y="{y + 18}" font-size="13">{text}</text>'
    )
