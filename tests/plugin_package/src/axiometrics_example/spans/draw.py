"""Lines of tokens drawn, as text and as SVG: spans are brackets, or boxes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from axiometrics.errors import InputError
from axiometrics.tasks.drawing import CHANGED, MARGIN, element, heading, named_lines, svg_document, text
from axiometrics_example.spans.line import Line, spans_of

MOST_TOKENS = 40
_STEP, _ROW, _SIDE, _HEAD = 26, 30, 60, 26


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: tokens are dots, those that are marked otherwise in another output stars.

    >>> print(outputs_text({"worse": "gold=BIB system=BII", "better": "gold=BIB system=BIO"}))
    worse   gold  [·  ·][·]    system  [·  ·  *]
    better  gold  [·  ·][·]    system  [·  ·] *
    """
    lines, changed = _read(outputs)
    return named_lines(
        {
            name: f"gold {_text(line.gold, changed[0])}   system {_text(line.system, changed[1])}"
            for name, line in lines.items()
        }
    )


def _read(outputs: Mapping[str, str]) -> tuple[dict[str, Line], tuple[Collection[int], Collection[int]]]:
    """Return the lines, and which tokens of the gold and of the system are not marked alike in all of them."""
    lines = {name: Line.from_notation(written) for name, written in outputs.items()}
    gold, system = (
        {place for place, tags in enumerate(zip(*side, strict=False)) if len(set(tags)) > 1}
        for side in ([line.gold for line in lines.values()], [line.system for line in lines.values()])
    )
    return lines, (gold, system)


def _text(tags: str, changed: Collection[int]) -> str:
    gaps = [
        ("]" if one != "O" and other != "I" else " ") + ("[" if other == "B" else " ")
        for one, other in pairwise(f"O{tags}O")
    ]
    dots = ["*" if place in changed else "·" for place in range(len(tags))]
    return "".join(gap + dot for gap, dot in zip(gaps, [*dots, ""], strict=True))


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs one below the other; raises InputError for lines that are too long.

    >>> outputs_svg({"worse": "gold=BIO system=BII"}).count("<rect")
    3
    """
    lines, changed = _read(outputs)
    most = max(line.tokens for line in lines.values())
    if most > MOST_TOKENS:
        raise InputError(f"a line of {most} tokens is too long to be drawn; {MOST_TOKENS} are possible")
    parts, top = [], MARGIN
    for name, line in lines.items():
        parts.append(heading(MARGIN, name, top + 12))
        for row, (side, tags) in enumerate((("gold", line.gold), ("system", line.system))):
            parts.append(_side(side, tags, changed[row], top + _HEAD + row * _ROW))
        top += _HEAD + 2 * _ROW + MARGIN
    return svg_document(2 * MARGIN + _SIDE + most * _STEP, top, parts, outputs, title)


def _side(side: str, tags: str, changed: Collection[int], top: int) -> str:
    left, middle = MARGIN + _SIDE, top + _ROW // 2
    found = [text(MARGIN, middle + 4, side, 12)]
    for first, last in spans_of(tags):
        stroke = {"stroke": "#4a6f9c"} if changed.isdisjoint(range(first, last)) else CHANGED
        box = {
            "x": left + first * _STEP + 2,
            "y": top + 3,
            "width": (last - first) * _STEP - 4,
            "height": _ROW - 6,
        }
        found.append(element("rect", **box, rx=6, fill="#eef4fb", **stroke))
    dots = (left + place * _STEP + _STEP // 2 for place in range(len(tags)))
    return "".join([*found, *(element("circle", cx=x, cy=middle, r=3, fill="#1b1b1b") for x in dots)])
