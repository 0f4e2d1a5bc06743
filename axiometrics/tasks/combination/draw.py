"""Pairs of scores drawn, as text and as SVG, from the notation ``P=1/2 R=1``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from axiometrics.tasks.combination.draw_svg import square_svg
from axiometrics.tasks.combination.scores import LETTERS, Scores

__all__ = ["outputs_svg", "outputs_text"]

_WIDTH = 12
_FULL, _PARTS = "█", ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: a bar for each component score.

    >>> print(outputs_text({"worse": "P=0 R=1/2", "better": "P=1/2 R=1/2"}))
    worse   P 0                 R 1/2 ██████
    better  P 1/2 ██████        R 1/2 ██████
    """
    width = max(map(len, outputs)) + 2
    return "\n".join(f"{name:<{width}}{_line(text)}".rstrip() for name, text in outputs.items())


def _line(text: str) -> str:
    found = Scores.from_notation(text)
    if found.components is None:
        return f"the number {found.times}"
    bars = (
        f"{name} {score!s:<3} {_bar(score):<{_WIDTH + 2}}"
        for name, score in zip(LETTERS, found.components, strict=False)
    )
    return ("" if found.times == 1 else f"{found.times} times ") + "".join(bars)


def _bar(score: Fraction) -> str:
    eighths = round(float(score) * _WIDTH * len(_PARTS))
    whole, part = divmod(max(eighths, int(score > 0)), len(_PARTS))
    return _FULL * whole + _PARTS[part]


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs as points of the unit square, R to the right and P up; a third score is written beside them.

    >>> outputs_svg({"worse": "P=0 R=1/2", "better": "P=1/2 R=1/2"}).count("<circle")
    2
    """
    judged = {name: Scores.from_notation(text) for name, text in outputs.items()}
    points = {name: one.components for name, one in judged.items() if one.components is not None}
    description = "; ".join(f"{name}: {text}" for name, text in outputs.items())
    return square_svg(points, title=title or " and ".join(outputs), description=description)
