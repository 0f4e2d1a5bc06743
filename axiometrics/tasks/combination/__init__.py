"""Metric combination: a system has a score from each of two component metrics, and a function makes one of them.

Here is one output, as users give it, and its pictures, `view` what functions see; `chooser` is what constraints ask
for, `cases` what they give, `symbolic` the parametric ones of proofs.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.errors import InputError
from axiometrics.escaping import html_text
from axiometrics.numerals import read_exact
from axiometrics.tasks.abilities import Scaled
from axiometrics.tasks.drawing import BAR, COLOURS, bar, element, named_lines, svg_document, text

LETTERS = "PRS"
"""The names of the component scores, in their order; there are two, or three."""
_SCORES = re.compile(r"^(?:(?P<times>\S+)\s*\*\s*)?P=(?P<p>\S+)\s+R=(?P<r>\S+)(?:\s+S=(?P<s>\S+))?$")


@dataclass(frozen=True)
class Scores(Scaled):
    """The component scores P and R (and S), and what the function's value at them is multiplied by.

    Without scores it stands for a number, ``times`` itself: what a value is compared with.

    >>> Scores.from_notation("1/2 * P=3/4 R=1")
    Scores(components=(Fraction(3, 4), Fraction(1, 1)), times=Fraction(1, 2))
    >>> Scores.of("3/4", 1).notation(), Scores.number("1/2").notation()
    ('P=3/4 R=1', '1/2')
    """

    components: tuple[Fraction, ...] | None
    times: Fraction = Fraction(1)

    @classmethod
    def of(cls, *scores: object, times: object = 1) -> Scores:
        """Return two or three scores, given as anything that makes a fraction."""
        return cls(tuple(map(_exact, scores)), _exact(times))

    @classmethod
    def number(cls, value: Any) -> Scores:
        """Return what stands for a number."""
        return cls(None, _exact(value))

    @classmethod
    def from_notation(cls, text: str) -> Scores:
        """Read ``P=3/4 R=1``, the same times a number (``1/2 * P=3/4 R=1``), or a number; raises InputError."""
        found = _SCORES.match(text.strip())
        try:
            if found is None:
                return cls.number(text.strip())
            given = [found[name] for name in "prs" if found[name]]
            return cls.of(*given, times=found["times"] or 1)._within()
        except ValueError as error:
            raise InputError(
                f"cannot read the scores {text!r}; write two numbers from 0 to 1, as in 'P=3/4 R=1'"
            ) from error

    def _within(self) -> Scores:
        if self.components is not None and not all(0 <= score <= 1 for score in self.components):
            raise InputError(f"the scores {self.notation()} are out of range; give numbers from 0 to 1")
        return self

    @property
    def denominator(self) -> int:
        """The largest numerator or denominator in it."""
        parts = (*(self.components or ()), self.times)
        found: int = max(max(part.numerator, part.denominator) for part in parts)
        return found

    @property
    def is_number(self) -> bool:
        """Whether it stands for a number."""
        return self.components is None

    @property
    def plain(self) -> bool:
        """Whether it is scores and nothing else, as every function can judge them."""
        return self.components is not None and self.times == 1

    def to_floats(self) -> tuple[float, ...]:
        """Return the scores as a function of so many numbers reads them."""
        if self.components is None:
            raise InputError(f"{self.notation()} is a number, not a pair of scores")
        return tuple(map(float, self.components))

    def to_fractions(self) -> tuple[Fraction, ...]:
        """Return the scores exactly, as a relation reads them."""
        if self.components is None:
            raise InputError(f"{self.notation()} is a number, not a pair of scores")
        return self.components

    def notation(self) -> str:
        """Write the scores.

        >>> Scores.of(1, "1/3", times="1/2").notation()
        '1/2 * P=1 R=1/3'
        """
        if self.components is None:
            return str(self.times)
        shown = " ".join(f"{name}={score}" for name, score in zip(LETTERS, self.components, strict=False))
        return shown if self.times == 1 else f"{self.times} * {shown}"


def _exact(value: Any) -> Fraction:
    return read_exact(value) if isinstance(value, str) else Fraction(value)


def read(p: object, r: object = None) -> Scores:
    """Read two scores as numbers or texts, two or three of them as one tuple, or in notation. Raises InputError.

    >>> read(0.5, "3/4").notation(), read((1, 0, 0.5)).notation(), read("P=1/2 R=1").notation()
    ('P=1/2 R=3/4', 'P=1 R=0 S=1/2', 'P=1/2 R=1')
    """
    if r is None:
        if isinstance(p, Scores):
            return p
        if isinstance(p, str):
            return Scores.from_notation(p)
        return _scores(_several(p))
    return _scores((p, r))


def _scores(given: Sequence[Any]) -> Scores:
    return Scores(tuple(_score(value, f"the {which}") for value, which in zip(given, _WHICH, strict=False)))


_WHICH = ("first", "second", "third")


def _several(given: Any) -> tuple[Any, ...]:
    try:
        found = tuple(given)
    except TypeError:
        found = ()
    if not 2 <= len(found) <= len(_WHICH):
        raise InputError(f"{given!r} is no pair of scores; give two or three numbers from 0 to 1")
    return found


def _score(value: object, which: str) -> Fraction:
    """Return one score exactly: a float is the number that it stands for."""
    if isinstance(value, str):
        try:
            return _within(read_exact(value), value, which)
        except ValueError:
            raise _refusal(value, which) from None
    if isinstance(value, numbers.Rational) and not isinstance(value, bool):
        return _within(Fraction(value), value, which)
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise _refusal(value, which)
    return _within(Fraction(float(value)), value, which)


def _within(found: Fraction, value: object, which: str) -> Fraction:
    if not 0 <= found <= 1:
        raise _refusal(value, which)
    return found


def _refusal(value: object, which: str) -> InputError:
    return InputError(f"{which} score is {value!r}; scores are numbers from 0 to 1, such as 0.25 or '1/4'")


_SIDE, _LEFT, _TOP = 180, 44, 20


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
    colour = COLOURS[place % len(COLOURS)]
    left, top = _LEFT + _SIDE + 24, _TOP + 12 + 20 * place
    words = f"{name}: P={p} R={r}" + "".join(f" S={other}" for other in others)
    where = {"class_": "point", "cx": f"{x:g}", "cy": f"{y:g}", "r": 6}
    return (
        element("circle", element("title", html_text(words)), **where, fill=colour, fill_opacity=0.75, stroke="#1b1b1b")
        + element("rect", x=left, y=top - 9, width=10, height=10, fill=colour)
        + text(left + 16, top, words, 12)
    )  # fmt: skip
