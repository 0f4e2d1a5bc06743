"""Ordinal outputs drawn, as text and as SVG, from the notation ``[2 0 0; 1 1 0; 0 0 3]``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from axiometrics.tasks.drawing import CHANGED, MARGIN, edges, element, svg_document, text
from axiometrics.tasks.ordinal.confusion import Confusion

Changed = Collection[tuple[int, int]]
_CELL, _HEAD, _SIDE = 34, 56, 30


def outputs_text(outputs: Mapping[str, str], *, down: str = "assigned", across: str = "true") -> str:
    """Draw named outputs one below the other: rows assigned, columns true; * marks what differs.

    ``down`` and ``across`` name what rows and columns are.

    >>> print(outputs_text({"worse": "[1 0; 1 1]", "better": "[2 0; 0 1]"}))
    worse     true  1  2
    assigned  1    *1  0
              2    *1  1
    better    true  1  2
    assigned  1    *2  0
              2    *0  1
    """
    tables, changed = _read(outputs)
    width = max(len(down), *map(len, outputs)) + 2
    lines: list[str] = []
    for name, table in tables.items():
        lines += _lines((name, down, across), table, changed, width)
    return "\n".join(line.rstrip() for line in lines)


def _read(outputs: Mapping[str, str]) -> tuple[dict[str, Confusion], Changed]:
    """Return the matrices, and the cells in which they differ; none where they have different classes."""
    tables = {name: Confusion.from_notation(written) for name, written in outputs.items()}
    first, *others = tables.values()
    if any(other.classes != first.classes for other in others):
        return tables, set()
    places = range(first.classes)
    changed = {
        (i, j)
        for i in places
        for j in places
        if any(other.rows[i][j] != first.rows[i][j] for other in others)
    }
    return tables, changed


def _lines(words: tuple[str, str, str], table: Confusion, changed: Changed, width: int) -> Sequence[str]:
    name, down, across = words
    names = [str(value) for value in table.numbers]
    counts = [
        [("*" if (i, j) in changed else " ") + str(count) for j, count in enumerate(row)]
        for i, row in enumerate(table.rows)
    ]
    wide = max(len(entry) for entry in [*names, *(entry for row in counts for entry in row)]) + 1
    head = max(len(across), *map(len, names))
    lines = [f"{name:<{width}}{across:<{head}}" + "".join(f"{entry:>{wide}}" for entry in names)]
    for place, (own, row) in enumerate(zip(names, counts, strict=True)):
        side = down if place == 0 else ""
        lines.append(f"{side:<{width}}{own:<{head}}" + "".join(f"{entry:>{wide}}" for entry in row))
    return lines


def outputs_svg(
    outputs: Mapping[str, str], *, title: str = "", down: str = "", across: str = "true class"
) -> str:
    """Draw named outputs side by side; a darker cell holds a larger share, and counts that differ are outlined.

    >>> outputs_svg({"worse": "[1 0; 1 1]", "better": "[2 0; 0 1]"}).count("changed")
    4
    """
    tables, changed = _read(outputs)
    *lefts, right = edges(max(_SIDE + table.classes * _CELL, 90) for table in tables.values())
    parts = [
        _panel((name, down, across), table, changed, left)
        for (name, table), left in zip(tables.items(), lefts, strict=True)
    ]
    rows = max(table.classes for table in tables.values())
    return svg_document(right, _HEAD + rows * _CELL + 2 * MARGIN, parts, outputs, title)


def _panel(words: tuple[str, str, str], table: Confusion, changed: Changed, left: int) -> str:
    name, down, across = words
    top = MARGIN + _HEAD
    drawn = [
        _text(left, MARGIN + 12, name, 14, "start", weight=600),
        _text(left + _SIDE, MARGIN + 32, across, 11, "start"),
    ]
    drawn += [_text(left, top - 6, down, 11, "start")] if down else []
    for place, value in enumerate(table.numbers):
        drawn.append(_text(left + _SIDE + place * _CELL + _CELL // 2, top - 6, value, 12, "middle"))
        drawn.append(_text(left + _SIDE - 8, top + place * _CELL + _CELL // 2 + 4, value, 12, "end"))
    for i, row in enumerate(table.rows):
        for j, count in enumerate(row):
            x, y = left + _SIDE + j * _CELL, top + i * _CELL
            drawn.append(_cell(x, y, count, count / table.items, right=i == j, changed=(i, j) in changed))
    return "".join(drawn)


def _cell(x: int, y: int, count: int, share: float, *, right: bool, changed: bool) -> str:
    box = element(
        "rect",
        class_=("right" if right else "wrong") + (" changed" if changed else ""),
        x=x + 2,
        y=y + 2,
        width=_CELL - 4,
        height=_CELL - 4,
        rx=4,
        fill="#0072b2" if right else "#d55e00",
        fill_opacity=f"{min(0.5, share) if count else 0:.2f}",
        **CHANGED if changed else {"stroke": "#c8c8c8", "stroke_width": 1},
    )
    return box + _text(x + _CELL // 2, y + _CELL // 2 + 5, count, 13, "middle")


def _text(x: int, y: int, words: object, size: int, anchor: str, *, weight: int = 400) -> str:
    return text(x, y, words, size, font_weight=weight, text_anchor=anchor)
