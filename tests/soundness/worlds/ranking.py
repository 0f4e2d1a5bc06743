"""Rankings as grades by rank, and the grades of the judged documents that are missed; read from ``2 - 1 | 1``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb
from random import Random
from types import SimpleNamespace
from typing import Any

from ..numbers import Number, total
from ..world import Case, Reduction, World

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
        found = gain = best = above = 0
        for k, grade in enumerate(grades[:stop]):
            found, gain = found + bool(grade), gain + (grade or 0)
            best += self._best[k] if k < len(self._best) else 0
            row = {
                "x": grade or 0, "b": int(bool(grade)), "z": int(grade == 0), "i": k + 1,
                "c": found, "g": gain, "h": best, "d": above,
            }  # fmt: skip
            above += grade == 0
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


def large(constraint: str, random: Random, items: int) -> Iterator[Case]:
    """Lists of that many documents, or of one less where one is added."""
    while constraint in _CHANGES:
        names, change, highest = _CHANGES[constraint]
        likely = random.choice(([0, 1], [0, 0, 0, 0, 0, 1], [1, 1, 1, 0], [1], [0, 1, 2, 3][: highest + 1]))
        worse = random.choices(likely, k=items - random.randrange(2))
        missing = random.choices(likely, k=random.randrange(4))
        lists = dict(zip(names, change(random, worse, missing), strict=True))
        outputs = {name: Ranking(*both) for name, both in lists.items()}
        size = max(len(listed) + len(missed) for listed, missed in lists.values())
        yield Case(outputs, size, f"lists and missed documents: {lists}")


Both = tuple[list[int], list[int]]


def _swapped(random: Random, listed: list[int], missing: list[int]) -> tuple[Both, Both]:
    k = random.randrange(len(listed) - 1)
    head, tail = listed[:k], listed[k + 2 :]
    return ([*head, 0, 1, *tail], missing), ([*head, 1, 0, *tail], missing)


def _replaced(random: Random, listed: list[int], missing: list[int]) -> tuple[Both, Both]:
    k = random.randrange(len(listed))
    head, tail = listed[:k], listed[k + 1 :]
    return ([*head, 0, *tail], [1, *missing]), ([*head, 1, *tail], [0, *missing])


def _appended(random: Random, listed: list[int], missing: list[int]) -> tuple[Both, Both]:
    grade = random.randrange(3)
    return (listed, [grade, *missing]), ([*listed, grade], missing)


_PAIR_NAMES = ("worse", "better")
_CHANGES: dict[str, Any] = {
    "priority": (_PAIR_NAMES, _swapped, 1),
    "document_order_invariance": (("one_order", "other_order"), _swapped, 1),
    "replacement": (_PAIR_NAMES, _replaced, 1),
    "append_monotonicity": (_PAIR_NAMES, _appended, 3),
}

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
    large=large,
)
