"""Organizations: levels of clusters of documents; read from ``[{a b} c] [d] | [{a b c d}]``."""

from __future__ import annotations

import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from tests.naive_organizations import Levels, all_four

from ..numbers import Number
from ..world import World

MOST = 9
"""Occurrences up to which all relations are looked at."""


class Organization:
    def __init__(self, system: Levels, gold: Levels) -> None:
        self._system, self._gold = system, gold
        self._known: dict[Fraction, tuple[Fraction, ...]] = {}
        self._sizes = [sum(len(part) for level in side for part in level) for side in (system, gold)]
        self.listed, self.organized = map(Number, self._sizes)

    def _shares(self, c: Fraction) -> tuple[Fraction, ...]:
        if max(self._sizes) > MOST:
            raise OverflowError("too many relations to look at by hand")
        if c not in self._known:
            self._known[c] = all_four(self._system, self._gold, c, "open")
        return self._known[c]

    def priorities(self, *, n: int = 10, w: Fraction = Fraction(4, 5)) -> SimpleNamespace:
        found = self._shares(n * (1 - w) / w)[:2]
        return self._relations(*found, len(self._system), len(self._gold))

    def groupings(self, *, n: int = 10, w: Fraction = Fraction(4, 5)) -> SimpleNamespace:
        found = self._shares(n * (1 - w) / w)[2:]
        return self._relations(*found, self._sizes[0] + 1, self._sizes[1] + 1)

    def _relations(self, *found: Any) -> SimpleNamespace:
        names = ("reliability", "sensitivity", "stated", "demanded")
        return SimpleNamespace(**dict(zip(names, map(Number, found), strict=True)))


def read(text: str) -> Organization:
    system, _, gold = text.partition("|")
    return Organization(_levels(system), _levels(gold))


def _levels(text: str) -> Levels:
    return [
        [list(part.strip("{}").split()) for part in re.findall(r"\{[^}]*\}|[^\s{}]+", level)]
        for level in re.findall(r"\[([^\]]*)\]", text)
    ]


def _f(kind: str) -> str:
    r, s = f"view.{kind}().reliability", f"view.{kind}().sensitivity"
    return f"ratio(2 * {r} * {s}, {r} + {s}, 0)"


_SHARES = tuple(
    f"{kind}().{name}" for kind in ("priorities", "groupings") for name in ("reliability", "sensitivity")
)

_product = " * ".join(f"view.{share}" for share in _SHARES)
WORLD = World(
    key="organization",
    view="view",
    read=read,
    quantities=("listed", "organized", *_SHARES, *_SHARES),
    reductions=(),
    known=(*(f"view.{share}" for share in _SHARES), _f("priorities"), _f("groupings"), _product),
    size="view.listed",
)  # fmt: skip
