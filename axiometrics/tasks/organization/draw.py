"""Organizations drawn, as text and as SVG, from the notation ``[d1 {d2 d3}] | [d1]``."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.draw_svg import panels_svg
from axiometrics.tasks.organization.organization import Organization

__all__ = ["outputs_svg", "outputs_text"]


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
    description = "; ".join(f"{name}: {text}" for name, text in outputs.items())
    return panels_svg(_panels(outputs), title=title or " and ".join(outputs), description=description)


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
