"""Filtered collections drawn, as text and as SVG, from the notation ``tp=3 fp=1 fn=0 tn=2``."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.tasks.filtering.counts import Counts
from axiometrics.tasks.filtering.draw_svg import Group, panels_svg

__all__ = ["outputs_svg", "outputs_text"]

RELEVANT, IRRELEVANT = "●", "○"
MOST_DOTS = 8


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: relevant items ●, others ○, the selected ones in brackets; * marks what differs.

    >>> print(outputs_text({"worse": "tp=1 fp=0 fn=1 tn=1", "better": "tp=2 fp=0 fn=0 tn=1"}))
    worse   [●]*● ○
    better  [●*●] ○
    """
    width = max(map(len, outputs)) + 2
    return "\n".join(
        f"{name:<{width}}[{_dots(selected)}]{_dots(left, lead=' ')}".rstrip()
        for name, (selected, left) in _groups(outputs).items()
    )


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side; items that differ are outlined.

    >>> outputs_svg({"worse": "tp=1 fp=0 fn=1 tn=1", "better": "tp=2 fp=0 fn=0 tn=1"}).count("<circle")
    6
    """
    description = "; ".join(f"{name}: {text}" for name, text in outputs.items())
    return panels_svg(_groups(outputs), title=title or " and ".join(outputs), description=description)


def _groups(outputs: Mapping[str, str]) -> dict[str, tuple[list[Group], list[Group]]]:
    """Return the selected and the left-out items of every output, those that differ apart."""
    counts = {name: Counts.from_notation(text) for name, text in outputs.items()}
    least = Counts(*map(min, zip(*(each.to_tuple() for each in counts.values()), strict=True)))
    found = {}
    for name, each in counts.items():
        sides = (("tp", True), ("fp", False)), (("fn", True), ("tn", False))
        found[name] = tuple(
            [
                Group(relevant, number, changed)
                for kind, relevant in side
                for number, changed in (
                    (getattr(least, kind), False),
                    (getattr(each, kind) - getattr(least, kind), True),
                )
                if number
            ]
            for side in sides
        )
    return found  # type: ignore[return-value]


def _dots(groups: list[Group], lead: str = "") -> str:
    """Write groups of equal items, each item after a space, or after a star where it differs."""
    tokens = []
    for group in groups:
        sign, before = RELEVANT if group.relevant else IRRELEVANT, "*" if group.changed else " "
        many = group.number > MOST_DOTS
        tokens += [f"{before}{sign}×{group.number}"] if many else [before + sign] * group.number
    text = "".join(tokens)
    return text if lead else text.removeprefix(" ")
