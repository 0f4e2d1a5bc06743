"""Lists with aspects drawn as a matrix of ranks and aspects, as text and as SVG, from their notation."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.errors import InputError
from axiometrics.tasks import drawing
from axiometrics.tasks.diversity.documents import AspectList, symbol

MOST = 40
"""Ranks that are drawn."""
_CELL, _SIDE, _HEAD = 24, 50, 24


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw lists one a line, ranks at which they differ marked ``*``, with the weights of the aspects.

    >>> print(outputs_text({"worse": "a a | b", "better": "a b | a"}))
    worse    a *a  | b
    better   a *b  | a
    """
    read = {name: AspectList.from_notation(written) for name, written in outputs.items()}
    changed = drawing.differing([each.documents for each in read.values()])
    lines = {}
    for name, found in read.items():
        marked = (("*" if at in changed else " ") + symbol(each) for at, each in enumerate(found.documents))
        missed = "  | " + " ".join(map(symbol, found.missed)) if found.missed else ""
        weights = "  weights " + " ".join(map(str, found.weights)) if len(set(found.weights)) > 1 else ""
        lines[name] = " ".join(marked) + missed + weights
    return drawing.named_lines(lines)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named lists one below the other, a row for each aspect and a column for each rank.

    Raises InputError for lists that are too long.

    >>> outputs_svg({"worse": "a a | b", "better": "a b | a"}).count("<rect")
    13
    """
    read = {name: AspectList.from_notation(written) for name, written in outputs.items()}
    changed = drawing.differing([each.documents for each in read.values()])
    parts, top, right = [], drawing.MARGIN, 0
    for name, found in read.items():
        if found.size > MOST:
            raise InputError(f"a list of {found.size} documents is too long to be drawn; {MOST} are possible")
        parts.append(drawing.heading(drawing.MARGIN, name, top + 12))
        top += _HEAD
        for aspect, weight in enumerate(found.weights):
            letter = symbol(tuple(int(at == aspect) for at in range(found.aspects)))
            parts.append(drawing.text(drawing.MARGIN, top + 16, f"{letter} {weight}", 12))
            left = drawing.MARGIN + _SIDE
            for at, document in enumerate(found.documents):
                parts.append(_cell(document[aspect], left, top, outlined=at in changed))
                left += _CELL
            left += _CELL // 2
            for document in found.missed:
                parts.append(_cell(document[aspect], left, top, outlined=False, missed=True))
                left += _CELL
            right, top = max(right, left), top + _CELL
        top += drawing.MARGIN
    return drawing.svg_document(right + drawing.MARGIN, top, parts, outputs, title)


def _cell(grade: int, left: int, top: int, *, outlined: bool, missed: bool = False) -> str:
    dashed = {"stroke_dasharray": "3 2"} if missed else {}
    stroke = drawing.CHANGED if outlined else {"stroke": "#9a9a9a", **dashed}
    box = {"x": left + 1, "y": top + 1, "width": _CELL - 2, "height": _CELL - 2, "rx": 3}
    ink = "#ffffff" if grade > 1 else "#1b1b1b"
    written = drawing.text(
        left + _CELL // 2, top + 16, str(grade) if grade else "·", 12, fill=ink, text_anchor="middle"
    )
    return drawing.element("rect", **box, fill=drawing.GRADES[min(grade, 3)], **stroke) + written
