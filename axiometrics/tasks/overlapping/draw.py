"""Overlapping clusterings drawn, as text and as SVG, from the notation ``{a b}{a c} | {a b}{c}``."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.tasks.drawing import Panel, compared, named_lines, panels_svg, panels_text
from axiometrics.tasks.overlapping.families import parse
from axiometrics.tasks.users_data import in_braces


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs and their gold as lines: sets that not all outputs have come first, each marked ``*``.

    >>> print(outputs_text({"worse": "{a}{b}{c} | {a b}{c}", "better": "{a b}{c} | {a b}{c}"}))
    worse   *{a}*{b}   {c}
    better  *{a b}     {c}
    gold    {a b}{c}
    """
    panels, golds = _panels(outputs)
    lines = [named_lines(panels_text(panels, in_braces) | {"gold": gold}) for gold in sorted(golds)]
    return "\n".join([lines[0], *(line.splitlines()[-1] for line in lines[1:])])


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs and their gold side by side: a box for each set, an item looks the same in all of its boxes.

    The sets that not all outputs have come first and are outlined.

    >>> drawn = outputs_svg({"worse": "{a}{b} | {a b}", "better": "{a b} | {a b}"})
    >>> drawn.count('class="changed"'), drawn.count('class="unchanged"')
    (3, 1)
    """
    panels, golds = _panels(outputs)
    panels += [Panel("gold", [], gold, apart=True) for gold in golds.values()]
    return panels_svg(panels, outputs, title)


def _panels(outputs: Mapping[str, str]) -> tuple[list[Panel], dict[str, list[list[str]]]]:
    """Return the systems' clusters compared, and the different golds in notation and as sets."""
    families = {name: parse(text) for name, text in outputs.items()}
    golds = {in_braces(gold): gold for _, gold in families.values()}
    return compared({name: system for name, (system, _) in families.items()}), golds
