"""Clusterings as SVG: one panel for each, clusters as rounded groups of items, the changed ones outlined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, sqrt

from axiometrics.escaping import html_text
from axiometrics.tasks.card import card
from axiometrics.tasks.clustering.draw_shapes import ITEM, Look, item_svg, looks

__all__ = ["Panel", "panels_svg"]

_PAD, _GAP, _MARGIN, _HEAD = 6, 10, 16, 26
_WIDEST = 380

Cluster = Sequence[str]


@dataclass(frozen=True)
class Panel:
    """One clustering: its label, the clusters that are special to it, and the others.

    One that stands ``apart`` is not lined up with the others.
    """

    label: str
    changed: Sequence[Cluster]
    unchanged: Sequence[Cluster]
    apart: bool = False


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


def panels_svg(panels: Sequence[Panel], *, title: str, description: str) -> str:
    """Draw the panels side by side on a white card; the same categories look the same in all of them."""
    changed = [_flow(panel.changed) for panel in panels]
    fold = max((_bottom(boxes) for boxes in changed), default=0)
    unchanged = [_flow(panel.unchanged, top=0 if panel.apart else fold) for panel in panels]
    blocks = list(zip(changed, unchanged, strict=True))
    widths = [
        max(_right([*first, *rest]), 8 * len(panel.label))
        for panel, (first, rest) in zip(panels, blocks, strict=True)
    ]
    height = max(_bottom([*first, *rest]) for first, rest in blocks) - _GAP + _HEAD + 2 * _MARGIN
    order = chain.from_iterable(chain.from_iterable([*panel.changed, *panel.unchanged]) for panel in panels)
    appearance, drawn, left = looks(order), [], _MARGIN
    for panel, (first, rest), width in zip(panels, blocks, widths, strict=True):
        drawn.append(_panel_svg(panel.label, first, rest, appearance, left))
        left += width + 2 * _MARGIN
    lines = [_divider(x, height) for x in _between(widths)]
    return card(left - _MARGIN, height, [*lines, *drawn], title, description)


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


def _between(widths: Sequence[int]) -> list[int]:
    edges, left = [], _MARGIN
    for width in widths[:-1]:
        left += width + 2 * _MARGIN
        edges.append(left - _MARGIN)
    return edges


def _divider(x: int, height: int) -> str:
    return f'<path d="M{x} {_MARGIN}V{height - _MARGIN}" stroke="#d0d0d0" stroke-width="1"/>'


def _panel_svg(
    label: str, changed: Sequence[_Box], unchanged: Sequence[_Box], looks_of: dict[str, Look], left: int
) -> str:
    style = 'font-size="14" font-weight="600" fill="#1b1b1b"'
    head = f'<text x="{left}" y="{_MARGIN + 12}" {style}>{html_text(label)}</text>'
    groups = [_cluster_svg(box, looks_of, "changed") for box in changed]
    groups += [_cluster_svg(box, looks_of, "unchanged") for box in unchanged]
    return f'{head}<g transform="translate({left} {_MARGIN + _HEAD})">' + "".join(groups) + "</g>"


def _cluster_svg(box: _Box, looks_of: dict[str, Look], kind: str) -> str:
    stroke = (
        'fill="#fff4ec" stroke="#b3400a" stroke-width="2.5"'
        if kind == "changed"
        else 'fill="#f7f7f7" stroke="#9a9a9a"'
    )
    frame = f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="10" {stroke}/>'
    items = []
    for place, category in enumerate(box.cluster):
        row, column = divmod(place, box.columns)
        x, y = box.x + _PAD + ITEM * (column + 0.5), box.y + _PAD + ITEM * (row + 0.5)
        items.append(item_svg(category, looks_of[category], x, y))
    return f'<g class="{kind}">{frame}{"".join(items)}</g>'
