"""Overlapping clusterings drawn, as text and as SVG, from the notation ``{a b}{a c} | {a b}{c}``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from axiometrics.tasks.clustering.draw_svg import Panel, panels_svg
from axiometrics.tasks.overlapping.notation import parse, write

__all__ = ["outputs_svg", "outputs_text"]

Sets = list[list[str]]


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs and their gold as lines: sets that not all outputs have come first, each marked ``*``.

    >>> print(outputs_text({"worse": "{a}{b}{c} | {a b}{c}", "better": "{a b}{c} | {a b}{c}"}))
    worse   *{a}*{b}   {c}
    better  *{a b}     {c}
    gold    {a b}{c}
    """
    families = {name: parse(text) for name, text in outputs.items()}
    common = _common_sets([system for system, _ in families.values()])
    parts = {name: _split(system, common) for name, (system, _) in families.items()}
    changed = {name: "".join("*" + write([part]) for part in first) for name, (first, _) in parts.items()}
    golds = {write(gold) for _, gold in families.values()}
    label = max(map(len, [*outputs, "gold"])) + 2
    width = max(map(len, changed.values()))
    lines = [f"{name:<{label}}{changed[name]:<{width}}   {write(rest)}" for name, (_, rest) in parts.items()]
    if width == 0:
        lines = [f"{name:<{label}}{write(rest)}" for name, (_, rest) in parts.items()]
    lines += [f"{'gold':<{label}}{gold}" for gold in sorted(golds)]
    return "\n".join(line.rstrip() for line in lines)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs and their gold side by side: a box for each set, an item looks the same in all of its boxes.

    The sets that not all outputs have come first and are outlined.

    >>> drawn = outputs_svg({"worse": "{a}{b} | {a b}", "better": "{a b} | {a b}"})
    >>> drawn.count('class="changed"'), drawn.count('class="unchanged"')
    (3, 1)
    """
    families = {name: parse(text) for name, text in outputs.items()}
    common = _common_sets([system for system, _ in families.values()])
    panels = [Panel(name, *_split(system, common)) for name, (system, _) in families.items()]
    golds = {write(gold): gold for _, gold in families.values()}
    panels += [Panel("gold", [], gold, apart=True) for gold in golds.values()]
    description = "; ".join(f"{name}: {text}" for name, text in outputs.items())
    return panels_svg(panels, title=title or " and ".join(outputs), description=description)


def _common_sets(families: list[Sets]) -> Counter[tuple[str, ...]]:
    """Return the sets that all families have, as often as all have them."""
    counts = [Counter(map(_shape, family)) for family in families]
    found = counts[0]
    for other in counts[1:]:
        found &= other
    return found


def _split(family: Sets, common: Counter[tuple[str, ...]]) -> tuple[Sets, Sets]:
    """Split into the sets that are special to a family, and the common ones."""
    left, changed, unchanged = Counter(common), [], []
    for part in family:
        if left[_shape(part)]:
            left[_shape(part)] -= 1
            unchanged.append(part)
        else:
            changed.append(part)
    return changed, sorted(unchanged, key=lambda part: (-len(part), _shape(part)))


def _shape(part: list[str]) -> tuple[str, ...]:
    return tuple(sorted(part))
