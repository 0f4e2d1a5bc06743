"""Pairs of scores drawn, as text and as SVG, from the notation ``P=1/2 R=1``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from axiometrics.escaping import html_text
from axiometrics.tasks.combination.scores import LETTERS, Scores
from axiometrics.tasks.drawing import BAR, bar, element, named_lines, svg_document, text

_SIDE, _LEFT, _TOP = 180, 44, 20
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: a bar for each component score.

    >>> print(outputs_text({"worse": "P=0 R=1/2", "better": "P=1/2 R=1/2"}))
    worse   P 0                 R 1/2 ██████
    better  P 1/2 ██████        R 1/2 ██████
    """
    return named_lines({name: _line(written) for name, written in outputs.items()})


def _line(written: str) -> str:
    found = Scores.from_notation(written)
    if found.components is None:
        return f"the number {found.times}"
    bars = (
        f"{name} {score!s:<3} {bar(float(score)):<{BAR + 2}}"
        for name, score in zip(LETTERS, found.components, strict=False)
    )
    return ("" if found.times == 1 else f"{found.times} times ") + "".join(bars)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs as points of the unit square, R to the right and P up; a third score is written beside them.

    >>> outputs_svg({"worse": "P=0 R=1/2", "better": "P=1/2 R=1/2"}).count("<circle")
    2
    """
    judged = {name: Scores.from_notation(written) for name, written in outputs.items()}
    points = {name: one.components for name, one in judged.items() if one.components is not None}
    drawn = [_point(name, point, place) for place, (name, point) in enumerate(points.items())]
    longest = max(map(len, points), default=0)
    most = max((len(point) - 1 for point in points.values()), default=1)
    width = _LEFT + _SIDE + 70 + 7 * (longest + 14 * most)
    return svg_document(width, _TOP + max(_SIDE, 20 * len(points)) + 44, [_axes(), *drawn], outputs, title)


def _axes() -> str:
    bottom, right = _TOP + _SIDE, _LEFT + _SIDE
    labels = (
        (_LEFT, bottom + 16, "0"),
        (right, bottom + 16, "1"),
        (_LEFT + _SIDE // 2, bottom + 30, "R"),
        (_LEFT - 12, bottom + 4, "0"),
        (_LEFT - 12, _TOP + 4, "1"),
        (_LEFT - 26, _TOP + _SIDE // 2, "P"),
    )
    drawn = [
        element("rect", x=_LEFT, y=_TOP, width=_SIDE, height=_SIDE, fill="#f7f9fc", stroke="#1b1b1b"),
        element("line", x1=_LEFT, y1=bottom, x2=right, y2=_TOP, stroke="#d0d0d0"),
    ]
    return "".join([*drawn, *(text(x, y, words, 12, text_anchor="middle") for x, y, words in labels)])


def _point(name: str, point: tuple[Fraction, ...], place: int) -> str:
    p, r, *others = point
    x, y = _LEFT + round(float(r) * _SIDE, 2), _TOP + round((1 - float(p)) * _SIDE, 2)
    colour = _COLOURS[place % len(_COLOURS)]
    left, top = _LEFT + _SIDE + 24, _TOP + 12 + 20 * place
    words = f"{name}: P={p} R={r}" + "".join(f" S={other}" for other in others)
    where = {"class_": "point", "cx": f"{x:g}", "cy": f"{y:g}", "r": 6}
    return (
        element("circle", element("title", html_text(words)), **where, fill=colour, fill_opacity=0.75, stroke="#1b1b1b")
        + element("rect", x=left, y=top - 9, width=10, height=10, fill=colour)
        + text(left + 16, top, words, 12)
    )  # fmt: skip
