"""Lists of documents with aspects, by plain loops; read from ``a:2/3 b:1/3 | a ab - b2 | a``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from random import Random
from types import SimpleNamespace
from typing import Any

from ..numbers import Number, inverse_log2, largest, number, total
from ..world import Case, Reduction, World

MOST = 6
"""Relevant documents up to which every order is tried for the best list."""
Documents = Sequence[Sequence[int]]


class AspectList:
    def __init__(self, listed: Documents, missed: Documents, weights: Sequence[Fraction]) -> None:
        used = [at for at in range(len(weights)) if any(each[at] for each in (*listed, *missed))]
        self._listed, self._missed = (
            [[each[at] for at in used] for each in side] for side in (listed, missed)
        )
        self._weights = [weights[at] / sum(weights[other] for other in used) for at in used]
        self._every = [each for each in (*self._listed, *self._missed) if any(each)]
        self.aspects_number, self.listed = Number(len(used)), Number(len(self._listed))
        self.relevant, self.top_grade = (
            Number(len(self._every)),
            Number(max(map(max, self._every), default=0)),
        )

    @property
    def cover(self) -> Number:
        if len(self._every) > MOST:
            raise OverflowError("too many documents to cover by hand")
        return Number(
            next(
                (
                    count
                    for count in range(1, len(self._every) + 1)
                    for some in combinations(self._every, count)
                    if all(map(any, zip(*some, strict=True)))
                ),
                0,
            )
        )

    @cached_property
    def _aspects(self) -> list[dict[str, Any]]:
        return [self._aspect(at) for at in range(len(self._weights))]

    def _aspect(self, at: int) -> dict[str, Any]:
        grades = sorted((each[at] for each in self._every), reverse=True)
        discounts = [inverse_log2(Number(rank + 2)) for rank in range(len(grades))]
        gains = (lambda grade: grade), (lambda grade: 2**grade - 1)
        linear, exponential = (
            total(gain(x) * d for x, d in zip(grades, discounts, strict=True)) for gain in gains
        )
        return {
            "w": self._weights[at],
            "r": sum(map(bool, grades)),
            "h": grades[0],
            "q": linear,
            "e": exponential,
        }

    def _pairs(self, length: int) -> Iterator[list[dict[str, Any]]]:
        for at, known in enumerate(self._aspects):
            found, rows = 0, []
            for rank in range(length):
                grade = self._listed[rank][at] if rank < len(self._listed) else 0
                found += grade > 0
                rows.append({"x": grade, "b": int(grade > 0), "i": rank + 1, "c": found, **known})
            yield rows

    def _upto(self, upto: Any) -> int:
        return len(self._listed) if upto is None else min(len(self._listed), int(upto))

    def pairs(self, body: Callable[..., Any], upto: Any = None) -> Number:
        return total(body(_given(row)) for rows in self._pairs(self._upto(upto)) for row in rows)

    def padded(self, body: Callable[..., Any], upto: Any) -> Number:
        return total(body(_given(row)) for rows in self._pairs(int(upto)) for row in rows)

    def aspects(self, body: Callable[..., Any]) -> Number:
        return total(body(_given(known)) for known in self._aspects)

    def _gain(self, document: Sequence[int]) -> Fraction:
        return sum((w * x for w, x in zip(self._weights, document, strict=True)), Fraction(0))

    def _ranks(self, length: int) -> Iterator[SimpleNamespace]:
        useless = 0
        for rank in range(length):
            document = self._listed[rank] if rank < len(self._listed) else [0] * len(self._weights)
            useless += not any(document)
            full, before = (
                all(any(each[at] for each in self._listed[:end]) for at in range(len(self._weights)))
                for end in (rank + 1, rank)
            )
            yield _given(
                {"i": rank + 1, "g": self._gain(document), "u": useless, "o": int(full and not before)}
            )

    def ranks(self, body: Callable[..., Any], upto: Any = None) -> Number:
        return total(map(body, self._ranks(self._upto(upto))))

    def padded_ranks(self, body: Callable[..., Any], upto: Any) -> Number:
        return total(map(body, self._ranks(int(upto))))

    def ideal(self, body: Callable[..., Any], upto: Any = None) -> Number:
        gains = sorted(map(self._gain, self._every), reverse=True)[: None if upto is None else int(upto)]
        return total(body(_given({"i": rank, "g": gain})) for rank, gain in enumerate(gains, 1))

    def seen(self, value: Callable[..., Any], gmax: Any, stop: str) -> Number:
        found = Number(0)
        for rows in self._pairs(len(self._listed)):
            still = Fraction(1)
            for row in rows:
                chance = _chance(row["x"], row["h"] if gmax == "aspect" else int(gmax), stop)
                found, still = found + value(_given(row)) * chance * still, still * (1 - chance)
        return found

    def best(
        self, discount: Callable[..., Any], cover: Sequence[Any], *, ideal: str, upto: Any = None
    ) -> Number:
        if len(self._every) > MOST or ideal != "exact":
            raise OverflowError("too many documents to try all orders")
        kind, value, weighed = cover
        length = min(len(self._every), len(self._every) if upto is None else int(upto))
        weights = self._weights if weighed == "given" else [Fraction(1)] * len(self._weights)

        def gained(order: Documents) -> Number:
            left, found = [Fraction(1)] * len(weights), Number(0)
            for rank, document in enumerate(order, 1):
                for at, grade in enumerate(document):
                    got = Fraction(grade > 0) if kind == "alpha" else _chance(grade, int(value), kind)
                    lost = Fraction(value) * (grade > 0) if kind == "alpha" else got
                    found += discount(Number(rank)) * (weights[at] * left[at] * got)
                    left[at] *= 1 - lost
            return found

        return largest(map(gained, permutations(self._every, length)))


def _chance(grade: int, gmax: int, stop: str) -> Fraction:
    return Fraction(grade, gmax) if stop == "linear" else Fraction(2**grade - 1, 2**gmax)


def _given(row: dict[str, Any]) -> SimpleNamespace:
    return SimpleNamespace(**{name: number(value) for name, value in row.items()})


def read(text: str) -> AspectList:
    parts = text.split("|")
    weights = dict(each.split(":") for each in parts.pop(0).split()) if ":" in parts[0] else {}
    sides = [_documents(part) for part in (*parts, "")[:2]]
    used = {letter for side in sides for each in side for letter in each}
    letters = sorted(weights) or [chr(code) for code in range(97, 1 + max(map(ord, used), default=96))]
    rows = [[[each.get(letter, 0) for letter in letters] for each in side] for side in sides]
    return AspectList(*rows, [Fraction(weights.get(letter, 1)) for letter in letters])


def _documents(part: str) -> list[dict[str, int]]:
    found: list[dict[str, int]] = []
    for word in part.split():
        name, _, times = word.partition("^")
        grades = {letter: int(grade or 1) for letter, grade in re.findall(r"([a-z])(\d*)", name)}
        found += [grades] * int(times or 1)
    return found


def large(constraint: str, random: Random, items: int) -> Iterator[Case]:
    """Lists of that many documents with two or three aspects."""
    while constraint in _CHANGES:
        aspects = random.choice((2, 3))
        weights = [Fraction(random.choice((1, 1, 2, 5))) for _ in range(aspects)]
        often = random.choice((0.1, 0.5, 0.9))
        drawn = [[int(random.random() < often) for _ in range(aspects)] for _ in range(items)]
        lists = dict(zip(("worse", "better"), _CHANGES[constraint](random, drawn, aspects), strict=True))
        if not all(
            any(each[at] for each in (*lists["worse"][0], *lists["worse"][1])) for at in range(aspects)
        ):
            continue
        outputs = {name: AspectList(*both, weights) for name, both in lists.items()}
        yield Case(outputs, items, f"lists and missed documents: {lists}, weights {weights}")


def _two(random: Random, aspects: int) -> tuple[list[int], list[int]]:
    high = [1] * aspects if random.random() < 0.3 else [int(at == 0) for at in range(aspects)]
    low = [grade if random.random() < 0.5 and at else 0 for at, grade in enumerate(high)]
    return low, high


def _swapped(random: Random, drawn: list[list[int]], aspects: int) -> Any:
    low, high = _two(random, aspects)
    at = random.randrange(len(drawn) - 1)
    head, tail = drawn[:at], drawn[at + 2 :]
    return ([*head, low, high, *tail], []), ([*head, high, low, *tail], [])


def _exchanged(random: Random, drawn: list[list[int]], aspects: int) -> Any:
    low, high = _two(random, aspects)
    at = random.randrange(len(drawn))
    head, tail = drawn[:at], drawn[at + 1 :]
    return ([*head, low, *tail], [high]), ([*head, high, *tail], [low])


def _left_out(random: Random, drawn: list[list[int]], aspects: int) -> Any:
    nothing = [0] * aspects
    listed = [[1] * aspects, *drawn[2:]]
    return ([*listed, nothing], []), (listed, [nothing])


_CHANGES: dict[str, Any] = {
    "priority": _swapped, "query_aspect_diversity": _exchanged, "confidence": _left_out,
}  # fmt: skip

_AT = ("at.x", "at.b", "at.i", "at.c", "at.w", "at.r", "at.h")
_SHOWN = ("at.w * at.b", "at.b / at.i", "at.b * inverse_log2(1 + at.i)", "power(Fraction(1, 2), at.i)")
_NOVEL = "at.b * power(Fraction(1, 2), maximum(at.c - 1, 0))"

WORLD = World(
    key="diversity",
    view="listing",
    read=read,
    quantities=("aspects_number", "listed", "relevant", "top_grade", "cover"),
    reductions=(
        Reduction("pairs", "at", _AT + _SHOWN, likely=4),
        Reduction("ranks", "at", ("at.i", "at.g", "at.u", "at.o", "at.g / at.i"), likely=2),
        Reduction("ideal", "at", ("at.i", "at.g", "at.g / at.i")),
        Reduction("aspects", "at", ("at.w", "at.r", "at.h", "at.w / at.r")),
    ),
    known=(
        f"listing.pairs(lambda at: {_NOVEL} * inverse_log2(at.i + 1))",
        f"listing.pairs(lambda at: at.w * {_NOVEL} * power(Fraction(1, 2), at.i - 1))",
        "listing.pairs(lambda at: at.w * at.b * at.c / (at.i * at.r))",
        "listing.pairs(lambda at: at.w * at.b * maximum(2 - at.c, 0) / at.i)",
        "listing.pairs(lambda at: at.w * at.x * power(Fraction(4, 5), at.i - 1))",
        "listing.pairs(lambda at: at.w * at.b, 5) / 5",
        "ratio(listing.pairs(lambda at: at.b * maximum(2 - at.c, 0)), listing.aspects_number, UNDEFINED)",
        "ratio(listing.ranks(lambda at: at.g * inverse_log2(at.i + 1)),"
        " listing.ideal(lambda at: at.g * inverse_log2(at.i + 1)), UNDEFINED)",
        "listing.ranks(lambda at: at.o / at.i)",
        "listing.cover * listing.ranks(lambda at: at.o / at.i)",
        "listing.seen(lambda at: at.w / at.i, 2, 'exponential')",
        "listing.seen(lambda at: at.w * power(Fraction(4, 5), at.i - 1), 'aspect', 'exponential')"
        " - listing.ranks(lambda at: power(Fraction(4, 5), at.i - 1)) / 20",
        "listing.padded(lambda at: maximum(0, at.w - at.c / at.i) ** 2, 5)",
        f"ratio(listing.pairs(lambda at: {_NOVEL} / at.i),"
        " listing.best(lambda rank: 1 / rank, ('alpha', Fraction(1, 2), 'none'), ideal='exact'), UNDEFINED)",
    ),
    size="listing.listed",
    large=large,
)
