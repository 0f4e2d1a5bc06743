"""Two component scores, or a number to compare with; read from ``1/2 * P=3/4 R=1`` and ``5/12``."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ..numbers import Number
from ..world import World


class Scores:
    def __init__(self, p: Fraction, r: Fraction) -> None:
        self.p, self.r = Number(p), Number(r)
        self.each = (self.p, self.r)


class Scaled(NamedTuple):
    """A multiple of the function's value at two scores; without scores a number."""

    times: Fraction
    scores: Scores | None


def read(text: str) -> Scaled:
    found = dict(re.findall(r"([PR])=(\S+)", text))
    times = Fraction(text.split("*")[0].strip()) if "*" in text or not found else Fraction(1)
    return Scaled(times, Scores(Fraction(found["P"]), Fraction(found["R"])) if found else None)


def score(plain: Callable[[Any], Any], output: Scaled) -> Any:
    return output.times * plain(output.scores) if output.scores else Number(output.times)


WORLD = World(
    key="combination",
    view="scores",
    read=read,
    quantities=("p", "r"),
    reductions=(),
    known=(
        "(scores.p + scores.r) / 2",
        "ratio(2 * scores.p * scores.r, scores.p + scores.r, 0)",
        "sqrt(scores.p * scores.r)",
        "minimum(scores.p, scores.r)",
        "maximum(scores.p, scores.r)",
        "scores.p * scores.r",
        "sqrt((scores.p**2 + scores.r**2) / 2)",
        "ratio(scores.p * scores.r, scores.p + scores.r - scores.p * scores.r, 0)",
    ),
    size="10 * scores.p",
    by_size=False,
    score=score,
)
