"""Two families of sets of items, the system's and the gold's; read from ``{a b}{a c} | {a b}{c}``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..numbers import Number, largest, total
from ..world import Reduction, World

Family = Sequence[frozenset[str]]


class Families:
    def __init__(self, system: Family, gold: Family) -> None:
        self._system, self._gold = system, gold
        self.clustered, self.categorised = (Number(len(frozenset().union(*side))) for side in (system, gold))
        self.cluster_occurrences = Number(sum(map(len, system)))
        self.category_occurrences = Number(sum(map(len, gold)))

    def items(self, body: Callable[..., Any]) -> Number:
        return _folded(
            body, ((self._x(e, e), self._g(e, e)) for e in frozenset().union(*self._system, *self._gold))
        )

    def companions(self, body: Callable[..., Any]) -> Number:
        return _folded(body, self._companions(self._system))

    def gold_companions(self, body: Callable[..., Any]) -> Number:
        return _folded(body, self._companions(self._gold))

    def _companions(self, side: Family) -> Iterable[tuple[int, int, int]]:
        for e in sorted(frozenset().union(*side)):
            fellows = frozenset().union(*(part for part in side if e in part))
            yield from ((self._x(e, f), self._g(e, f), len(fellows)) for f in fellows)

    def occurrence_pairs(self, body: Callable[..., Any]) -> Number:
        return _folded(body, self._pairs(self._system))

    def gold_occurrence_pairs(self, body: Callable[..., Any]) -> Number:
        return _folded(body, self._pairs(self._gold))

    def _pairs(self, side: Family) -> Iterable[tuple[int, int, int]]:
        return ((self._x(e, f), self._g(e, f), len(part)) for part in side for e in part for f in part)

    def best_in_cluster(self, body: Callable[..., Any]) -> Number:
        met = [[(len(c & k), len(c), len(k)) for k in self._gold if c & k] for c in self._system]
        return total(largest(body(*map(Number, kind)) for kind in kinds) for kinds in met if kinds)

    def best_in_category(self, body: Callable[..., Any]) -> Number:
        met = [[(len(c & k), len(c), len(k)) for c in self._system if c & k] for k in self._gold]
        return total(largest(body(*map(Number, kind)) for kind in kinds) for kinds in met if kinds)

    def _x(self, e: str, f: str) -> int:
        return sum(e in part and f in part for part in self._system)

    def _g(self, e: str, f: str) -> int:
        return sum(e in part and f in part for part in self._gold)


def _folded(body: Callable[..., Any], kinds: Iterable[tuple[int, ...]]) -> Number:
    return total(times * body(*map(Number, kind)) for kind, times in Counter(kinds).items())


def read(text: str) -> Families:
    system, _, gold = text.partition("|")
    return Families(_family(system), _family(gold))


def _family(text: str) -> Family:
    return [frozenset(part.split()) for part in re.findall(r"\{([^}]*)\}", text)]


_FIT = "minimum(x, g) / x"

WORLD = World(
    key="overlapping",
    view="families",
    read=read,
    quantities=("clustered", "categorised", "cluster_occurrences", "category_occurrences"),
    reductions=(
        Reduction("items", "x, g", ("x", "g", "minimum(x, g)")),
        Reduction("companions", "x, g, d", ("x", "g", "d", _FIT, "1 / d"), likely=2),
        Reduction("gold_companions", "x, g, h", ("x", "g", "h", "1 / h")),
        Reduction("occurrence_pairs", "x, g, a", ("x", "g", "a", _FIT, "1 / a"), likely=2),
        Reduction("gold_occurrence_pairs", "x, g, b", ("x", "g", "b", "1 / b")),
        Reduction("best_in_cluster", "n, a, b", ("n", "a", "b"), positive=True),
        Reduction("best_in_category", "n, a, b", ("n", "a", "b"), positive=True),
    ),
    known=(
        f"families.companions(lambda x, g, d: {_FIT} / d) / families.clustered",
        "families.gold_companions(lambda x, g, h: minimum(x, g) / g / h) / families.categorised",
        f"families.occurrence_pairs(lambda x, g, a: {_FIT} / a) / families.cluster_occurrences",
        "families.best_in_cluster(lambda n, a, b: n) / families.cluster_occurrences",
        "families.best_in_category(lambda n, a, b: n) / families.category_occurrences",
        "-families.items(lambda x, g: maximum(x - g, g - x))",
    ),
    size="families.clustered",
)
