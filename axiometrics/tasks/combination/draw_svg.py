"""Points of the unit square as SVG: recall to the right, precision up."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from axiometrics.escaping import html_text
from axiometrics.tasks.card import card

__all__ = ["square_svg"]

_SIDE, _LEFT, _TOP = 180, 44, 20
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")


def square_svg(points: Mapping[str, tuple[Fraction, ...]], *, title: str, description: str) -> str:
    """Draw every named point (P, R), or (P, R, S) seen along S, with a list of them beside the square."""
    parts = [_axes()]
    for place, (name, point) in enumerate(points.items()):
        parts.append(_point(name, point, place))
    longest = max([len(name) for name in points] or [0])
    width = (
        _LEFT + _SIDE + 70 + 7 * (longest + 14 * max([len(point) - 1 for point in points.values()] or [1]))
    )
    return card(width, _TOP + max(_SIDE, 20 * len(points)) + 44, parts, title, description)


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
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="#f7f9fc" stroke="#1b1b1b"/>',
        f'<line x1="{_LEFT}" y1="{bottom}" x2="{right}" y2="{_TOP}" stroke="#d0d0d0"/>',
    ]
    drawn += [
        f'<text x="{x}" y="{y}" font-size="12" text-anchor="middle">{text}</text>' for x, y, text in labels
    ]
    return "".join(drawn)


def _point(name: str, point: tuple[Fraction, ...], place: int) -> str:
    p, r, *others = point
    x, y = _LEFT + round(float(r) * _SIDE, 2), _TOP + round((1 - float(p)) * _SIDE, 2)
    colour = _COLOURS[place % len(_COLOURS)]
    left, top = _LEFT + _SIDE + 24, _TOP + 12 + 20 * place
    text = html_text(f"{name}: P={p} R={r}" + "".join(f" S={other}" for other in others))
    return (
        f'<circle class="point" cx="{x:g}" cy="{y:g}" r="6" fill="{colour}" fill-opacity="0.75" stroke="#1b1b1b">'
        f"<title>{text}</title></circle>"
        f'<rect x="{left}" y="{top - 9}" width="10" height="10" fill="{colour}"/>'
        f'<text x="{left + 16}" y="{top}" font-size="12">{text}</text>'
    )
