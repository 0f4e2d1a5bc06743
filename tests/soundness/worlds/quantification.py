"""Two distributions over ordered classes; read from ``gold=1/2 1/2 system=1 0``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from ..numbers import Number, total
from ..world import Reduction, World


class Distributions:
    def __init__(self, gold: Sequence[Fraction], system: Sequence[Fraction]) -> None:
        self.classes, self.least_gold = Number(len(gold)), Number(min(gold))
        self._at = [
            SimpleNamespace(
                p=Number(system[k]),
                q=Number(gold[k]),
                P=Number(sum(system[: k + 1])),
                Q=Number(sum(gold[: k + 1])),
                k=Number(k + 1),
            )
            for k in range(len(gold))
        ]

    def sum(self, body: Callable[..., Any]) -> Number:
        return total(map(body, self._at))

    def pairs(self, body: Callable[..., Any]) -> Number:
        return total(body(one, other) for one in self._at for other in self._at)


def read(text: str) -> Distributions:
    found = {
        name: [Fraction(share) for share in shares.split()]
        for name, shares in re.findall(r"(gold|system)=([\d/ ]+)", text)
    }
    return Distributions(found["gold"], found["system"])


_AT = ("at.p", "at.q", "at.P", "at.Q", "at.k", "(at.p - at.q)", "(at.P - at.Q)", "(at.p - at.q)**2")
_APART = "maximum(at.p - at.q, at.q - at.p)"
_FAR = "maximum(at.k - to.k, to.k - at.k)"

WORLD = World(
    key="quantification",
    view="shares",
    read=read,
    quantities=("classes", "least_gold"),
    reductions=(
        Reduction("sum", "at", _AT, likely=3),
        Reduction("pairs", "at, to", ("at.p", "at.q", "to.p", "to.q", "(to.p - to.q)", "at.k", "to.k", _FAR)),
    ),
    known=(
        f"-shares.sum(lambda at: {_APART})",
        f"-shares.sum(lambda at: {_APART}) / shares.classes",
        "-shares.sum(lambda at: (at.p - at.q)**2) / shares.classes",
        "-shares.sum(lambda at: maximum(at.P - at.Q, at.Q - at.P))",
        "-shares.sum(lambda at: maximum(at.P - at.Q, at.Q - at.P)) / (shares.classes - 1)",
        "-sqrt(shares.sum(lambda at: (at.p - at.q)**2) / 2)",
        f"-shares.pairs(lambda at, to: {_FAR} * (to.p - to.q)**2)",
        f"-ratio(shares.sum(lambda at: {_APART}), 2 * (1 - shares.least_gold), UNDEFINED)",
    ),
    size="shares.classes",
    by_size=False,
)
