"""Ordinal outputs drawn, as text and as SVG, from the notation ``[2 0 0; 1 1 0; 0 0 3]``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.draw_svg import panels_svg

__all__ = ["outputs_svg", "outputs_text"]


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs one below the other: rows assigned, columns true; * marks what differs.

    >>> print(outputs_text({"worse": "[1 0; 1 1]", "better": "[2 0; 0 1]"}))
    worse     true  1  2
    assigned  1    *1  0
              2    *1  1
    better    true  1  2
    assigned  1    *2  0
              2    *0  1
    """
    tables, changed = _read(outputs)
    width = max(len("assigned"), *map(len, outputs)) + 2
    lines: list[str] = []
    for name, table in tables.items():
        lines += _lines(name, table, changed, width)
    return "\n".join(line.rstrip() for line in lines)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side; counts that differ are outlined.

    >>> outputs_svg({"worse": "[1 0; 1 1]", "better": "[2 0; 0 1]"}).count("changed")
    4
    """
    tables, changed = _read(outputs)
    description = "; ".join(f"{name}: {text}" for name, text in outputs.items())
    return panels_svg(tables, changed, title=title or " and ".join(outputs), description=description)


def _read(outputs: Mapping[str, str]) -> tuple[dict[str, Confusion], set[tuple[int, int]]]:
    """Return the matrices, and the cells in which they differ; none where they have different classes."""
    tables = {name: Confusion.from_notation(text) for name, text in outputs.items()}
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


def _lines(name: str, table: Confusion, changed: set[tuple[int, int]], width: int) -> Sequence[str]:
    names = [str(value) for value in table.numbers]
    counts = [
        [("*" if (i, j) in changed else " ") + str(count) for j, count in enumerate(row)]
        for i, row in enumerate(table.rows)
    ]
    wide = max(len(text) for text in [*names, *(entry for row in counts for entry in row)]) + 1
    head = max(4, *map(len, names))
    lines = [f"{name:<{width}}{'true':<{head}}" + "".join(f"{text:>{wide}}" for text in names)]
    for place, (own, row) in enumerate(zip(names, counts, strict=True)):
        side = "assigned" if place == 0 else ""
        lines.append(f"{side:<{width}}{own:<{head}}" + "".join(f"{text:>{wide}}" for text in row))
    return lines
