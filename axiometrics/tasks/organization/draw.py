"""Organizations drawn, as text and as SVG, from the notation ``[d1 {d2 d3}] | [d1]``."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.tasks.drawing import MARGIN, edges, element, heading, svg_document, text
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.distribution import Cluster, Distribution, Level

_HEAD, _BAND, _GAP, _PAD, _LETTER = 28, 40, 6, 8, 8
_MOST = 14
"""Bands drawn of one panel; the levels between are counted."""
_WIDEST = 16
"""Clusters drawn of one level; the others are counted."""


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw the gold and named outputs side by side: a line for each level, the tail below.

    >>> print(outputs_text({"worse": "[d1 d2] | [{d1 d2}]", "better": "[d1] [d2] | [{d1 d2}]"}))
    level  gold     worse  better
    1      (d1 d2)  d1 d2  d1
    2      ...      ...    d2
    3                      ...
    """
    columns = {name: _lines(levels) for name, levels in _panels(outputs).items()}
    rows = max(len(lines) for lines in columns.values())
    table = [["level", *map(str, range(1, rows + 1))]]
    table += [[name, *lines, *[""] * (rows - len(lines))] for name, lines in columns.items()]
    widths = [max(map(len, column)) for column in table]
    lines = (
        [column[place].ljust(width) for column, width in zip(table, widths, strict=True)]
        for place in range(rows + 1)
    )
    return "\n".join("  ".join(line).rstrip() for line in lines)


def _lines(levels: Distribution) -> list[str]:
    return [
        " ".join(
            str(cluster[0]) if len(cluster) == 1 else f"({' '.join(map(str, cluster))})" for cluster in level
        )
        for level in levels
    ] + ["..."]


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw the gold and named outputs side by side: bands are levels, boxes clusters, the tail is dashed.

    >>> outputs_svg({"worse": "[d1 {d2 d3}] | [d1]"}).count('class="cluster"')
    3
    """
    panels = {name: _bands(levels) for name, levels in _panels(outputs).items()}
    widths = [max(_LETTER * len(name), 60, *map(_width, bands)) for name, bands in panels.items()]
    *lefts, right = edges(widths)
    each = zip(panels.items(), lefts, widths, strict=True)
    parts = [_panel(*panel, left, width) for panel, left, width in each]
    rows = max((len(bands) + 1 for bands in panels.values()), default=1)
    return svg_document(right, 2 * MARGIN + _HEAD + rows * (_BAND + _GAP), parts, outputs, title)


def _panels(outputs: Mapping[str, str]) -> dict[str, Distribution]:
    """Return the gold, once where all outputs have the same, and every output."""
    found = {name: Organization.from_notation(text) for name, text in outputs.items()}
    golds = {each.gold for each in found.values()}
    if len(golds) == 1:
        return {"gold": golds.pop(), **{name: each.system for name, each in found.items()}}
    panels: dict[str, Distribution] = {}
    for name, each in found.items():
        panels |= {f"gold of {name}": each.gold, name: each.system}
    return panels


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
    tops = [MARGIN + _HEAD + place * (_BAND + _GAP) for place in range(len(bands) + 1)]
    drawn = [_band(band, left, top, width) for band, top in zip(bands, tops, strict=False)]
    box = {"class_": "tail", "x": left, "y": tops[-1], "width": width, "height": _BAND, "rx": 8}
    tail = element("rect", **box, fill="none", stroke="#8a8a8a", stroke_dasharray="5 4")
    return "".join([heading(left, name), *drawn, tail, _note("tail", left, tops[-1])])


def _note(words: str, left: int, top: int) -> str:
    return text(left + _PAD, top + 25, words, 13, fill="#5a5a5a")


def _band(band: Level | str, left: int, top: int, width: int) -> str:
    if isinstance(band, str):
        return _note(band, left, top)
    box = {"class_": "level", "x": left, "y": top, "width": width, "height": _BAND, "rx": 8}
    found = [element("rect", **box, fill="#eef4fb", stroke="#4a6f9c")]
    x = left + _PAD
    for cluster in band:
        found.append(_cluster(cluster, x, top + 7))
        x += _box(cluster) + 4
    return "".join(found)


def _cluster(cluster: Cluster, x: int, y: int) -> str:
    box = {"class_": "cluster", "x": x, "y": y, "width": _box(cluster), "height": 26, "rx": 6}
    return element("rect", **box, fill="#ffffff", stroke="#1b1b1b") + text(
        x + 6, y + 18, " ".join(map(str, cluster)), 13
    )
