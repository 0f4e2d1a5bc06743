"""Rankings as grades by rank, and the grades of the judged documents that are missed; read from ``2 - 1 | 1``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb
from types import SimpleNamespace
from typing import Any

from ..numbers import Number, total
from ..world import Reduction, World

MOST_PAIRS = 30
"""Documents up to which all pairs are looked at."""


class Ranking:
    def __init__(self, grades: Sequence[int | None], missing: Sequence[int]) -> None:
        self._grades, self._missing = list(grades), list(missing)
        judged = [grade for grade in (*grades, *missing) if grade is not None]
        self._best = sorted((grade for grade in judged if grade), reverse=True)
        self.listed, self.relevant = Number(len(self._grades)), Number(len(self._best))
        self.nonrelevant, self.top_grade = Number(judged.count(0)), Number(max([*judged, 0]))
        self.equal_pairs = Number(sum(comb(times, 2) for times in Counter(judged).values()))

    def _rows(self, grades: Sequence[int | None], upto: Any = None) -> Iterator[SimpleNamespace]:
        stop = len(grades) if upto is None else int(upto)
        for k, grade in enumerate(grades[:stop]):
            here = grades[: k + 1]
            row = {
                "x": grade or 0, "b": int(bool(grade)), "z": int(grade == 0), "i": k + 1,
                "c": sum(bool(each) for each in here), "g": sum(each or 0 for each in here),
                "h": sum(self._best[: k + 1]), "d": grades[:k].count(0),
            }  # fmt: skip
            yield SimpleNamespace(**{name: Number(value) for name, value in row.items()})

    def ranks(self, body: Callable[..., Any], upto: Any = None) -> Number:
        return total(map(body, self._rows(self._grades, upto)))

    def ideal(self, body: Callable[..., Any], upto: Any = None) -> Number:
        return total(map(body, self._rows(self._best, upto)))

    def cascade(self, value: Callable[..., Any], stop: Callable[..., Any]) -> Number:
        found, reading = Number(0), Number(1)
        for row in self._rows(self._grades):
            found, reading = found + reading * value(row) * stop(row), reading * (1 - stop(row))
        return found

    def pairs(self, body: Callable[..., Any]) -> Number:
        rows = list(self._rows(self._few(self._grades)))
        return total(
            body(upper, _below(lower.x, lower.b, lower.z, lower.i))
            for k, lower in enumerate(rows)
            for upper in rows[:k]
        )

    def missed(self, body: Callable[..., Any]) -> Number:
        lower = [_below(*map(Number, (y, int(y > 0), int(y == 0))), None) for y in self._few(self._missing)]
        return total(body(row, low) for row in self._rows(self._few(self._grades)) for low in lower)

    def _few(self, grades: Sequence[Any]) -> Sequence[Any]:
        if len(grades) > MOST_PAIRS:
            raise OverflowError("too many pairs to look at by hand")
        return grades


def _below(y: Any, e: Any, f: Any, j: Any) -> SimpleNamespace:
    return SimpleNamespace(y=y, e=e, f=f, j=j)


def read(text: str) -> Ranking:
    listed, _, missing = text.partition("|")
    return Ranking(_grades(listed), [grade for grade in _grades(missing) if grade is not None])


def _grades(text: str) -> list[int | None]:
    found: list[int | None] = []
    for word, times in re.findall(r"(r|-|\?|\d+)(?:\^(\d+))?", text):
        grade = {"r": 1, "-": 0, "?": None}[word] if word in "r-?" else int(word)
        found += [grade] * int(times or 1)
    return found


_AT = ("at.x", "at.b", "at.z", "at.i", "at.c", "at.g", "at.d")
_SHOWN = (
    "at.x",
    "at.b",
    "at.b / at.i",
    "at.i",
    "at.c",
    "power(Fraction(1, 2), at.i)",
    "at.b * inverse_log2(1 + at.i)",
)
_PAIR = ("at.x", "at.b", "at.z", "at.i", "below.e", "below.f", "below.y")

WORLD = World(
    key="ranking",
    view="run",
    read=read,
    quantities=("listed", "relevant", "nonrelevant", "top_grade", "equal_pairs"),
    reductions=(
        Reduction("ranks", "at", _AT + _SHOWN, likely=4),
        Reduction("ideal", "at", (*_SHOWN, "at.h")),
        Reduction("cascade", "at", ("at.x", "at.b", "1 / at.i", "at.b / 2"), bodies=2),
        Reduction("pairs", "at, below", (*_PAIR, "below.j")),
        Reduction("missed", "at, below", _PAIR),
    ),
    known=(
        "run.ranks(lambda at: at.b / at.i)",
        "ratio(run.ranks(lambda at: at.b * at.c / at.i), run.relevant, UNDEFINED)",
        "ratio(run.ranks(lambda at: at.b), run.listed, UNDEFINED)",
        "ratio(run.ranks(lambda at: at.b), run.relevant, 0)",
        "run.ranks(lambda at: at.b, upto=5) / 5",
        "run.ranks(lambda at: at.x * power(Fraction(1, 2), at.i))",
        "run.ranks(lambda at: at.x * power(Fraction(4, 5), at.i - 1)) / 5",
        "run.ranks(lambda at: at.x * inverse_log2(at.i + 1))",
        "ratio(run.ranks(lambda at: at.x * inverse_log2(at.i + 1)),"
        " run.ideal(lambda at: at.x * inverse_log2(at.i + 1)), UNDEFINED)",
        "ratio(run.ranks(lambda at: at.b * (at.c + at.g) / (at.i + at.h)), run.relevant, UNDEFINED)",
    ),
    size="run.listed",
)
