"""Clusterings drawn, as text and as SVG, from the papers' notation ``{a a b}{c}``."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.errors import InputError
from axiometrics.tasks.clustering.table import parse, write
from axiometrics.tasks.drawing import Panel, compared, named_lines, panels_svg, panels_text

MOST_ITEMS = 250
"""Items of a clustering that is drawn."""


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw a worse and a better clustering as two lines: clusters that differ first, each marked ``*``.

    Other outputs are written as they are.

    >>> print(outputs_text({"worse": "{c}{a a b}", "better": "{a a}{b}{c}"}))
    worse   *{a a b}     {c}
    better  *{a a}*{b}   {c}
    """
    if set(outputs) != {"worse", "better"}:
        return "\n".join(f"{name}: {text}" for name, text in outputs.items())
    panels = compared({name: parse(text) for name, text in outputs.items()})
    return named_lines(panels_text(panels, write))


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named clusterings side by side; of exactly two, the clusters that differ are outlined.

    Raises InputError for more items than a reader could count.

    >>> "<desc>worse: {a b}; better: {a}{b}</desc>" in outputs_svg({"worse": "{a b}", "better": "{a}{b}"})
    True
    """
    clusterings = {name: parse(text) for name, text in outputs.items()}
    most = max(sum(map(len, clusters)) for clusters in clusterings.values())
    if most > MOST_ITEMS:
        raise InputError(f"a clustering of {most} items is not drawn; at most {MOST_ITEMS} are")
    if len(clusterings) == 2:
        return panels_svg(compared(clusterings), outputs, title)
    return panels_svg([Panel(name, [], clusters) for name, clusters in clusterings.items()], outputs, title)
