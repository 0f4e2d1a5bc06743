"""What a constraint on forecasts is about: tables that a generator builds from forecasts, outcomes and other items.

A generator asks a chooser for outcome counts, forecasts and a context, and returns a `Template` of named tables. A
table is a list of entries: a forecast, the class that happened, from 1 on, and how many such items there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import gcd
from typing import Any

from axiometrics.tasks import chooser
from axiometrics.tasks.cases import compositions
from axiometrics.tasks.chooser import Template, outputs
from axiometrics.tasks.choosing import Answers, Spread
from axiometrics.tasks.probabilistic import Forecast

__all__ = [
    "Chooser",
    "Counts",
    "Entry",
    "Fine",
    "Generator",
    "Random",
    "Swept",
    "Table",
    "Template",
    "group",
    "is_calibrated",
    "multisets",
    "rows",
    "shares",
    "tables",
]

Shares = tuple[Any, ...]
"""The probability of every class."""
Entry = tuple[Shares, int, Any]
Table = list[Entry]
Generator = Callable[..., Template]
tables = outputs


class Counts(tuple[Any, ...]):
    """Outcome counts of a group that are symbols, and their shares."""

    shares: Shares

    def __new__(cls, counts: Iterable[Any], shares: Shares) -> Counts:
        """Keep both."""
        found = super().__new__(cls, counts)
        found.shares = shares
        return found


def shares(counts: Sequence[Any]) -> Shares:
    """Return outcome counts as shares.

    >>> shares((1, 3))
    (Fraction(1, 4), Fraction(3, 4))
    """
    if isinstance(counts, Counts):
        return counts.shares
    total = sum(counts)
    if not isinstance(total, int):
        return tuple(n / total for n in counts)
    return Forecast(Fraction(n, total) for n in counts)


def group(forecast: Shares, counts: Sequence[Any]) -> Table:
    """Return items with one forecast and so many of each outcome."""
    return [(forecast, k, n) for k, n in enumerate(counts, 1) if n != 0]


def rows(table: Table) -> Iterator[tuple[Shares, list[int]]]:
    """Yield every different forecast of a table with its outcome counts."""
    found: dict[Shares, list[int]] = {}
    for forecast, outcome, times in table:
        found.setdefault(forecast, [0] * len(forecast))[outcome - 1] += times
    yield from found.items()


def is_calibrated(table: Table, notion: str = "rows") -> bool:
    """Whether forecasts are the outcome shares of their items: whole ones, each class's, or the largest."""
    kept = list(rows(table))
    if notion == "rows":
        return all(q == shares(n) for q, n in kept)
    if notion == "top":
        best = [q.index(max(q)) for q, _ in kept]
        pooled = [[(q[k], n[k], sum(n)) for (q, n), k in zip(kept, best, strict=True)]]
    else:
        pooled = [[(q[k], n[k], sum(n)) for q, n in kept] for k in range(len(kept[0][0]))]
    return all(
        value * sum(every for q, _, every in series if q == value)
        == sum(hit for q, hit, _ in series if q == value)
        for series in pooled
        for value, _, _ in series
    )


class Chooser(chooser.Chooser):
    """Where a generator gets its parts from; ``given`` are the items that its own parts have so far."""

    most = 6
    """The most items of a group."""

    def __init__(self, answers: Answers, size: int) -> None:
        super().__init__(answers)
        self.size_limit = size

    def counts(self, classes: int, taken: int = 0, least: int = 1) -> tuple[Any, ...]:
        """Return outcome counts of a group with one item or more, beside so many items that are taken already."""
        raise NotImplementedError

    def forecast(self, classes: int) -> Shares:
        """Return any forecast."""
        raise NotImplementedError

    def other(self, forecast: Shares) -> Shares:
        """Return a forecast that is not the given one."""
        found = self.forecast(len(forecast))
        self.apart(found, forecast)
        return found

    def apart(self, first: Shares, second: Shares) -> None:
        """Keep the cases in which two forecasts, or outcome shares, are not the same."""
        self.require(first != second)

    def towards(self, goal: Shares) -> tuple[Shares, Shares]:
        """Return a forecast that is not the goal, and one between the two."""
        found = self.other(goal)
        share = self.part()
        return found, Forecast(q + share * (p - q) for q, p in zip(found, goal, strict=True))

    def part(self) -> Any:
        """Return a share between 0 and 1."""
        raise NotImplementedError

    def moved(self, source: Shares, origin: int, target: int, *, all_of_it: bool = False) -> Shares:
        """Move some mass, or all of it, from one class to another, both by number."""
        available = source[origin - 1]
        self.require(available > 0)
        amount = available * (1 if all_of_it else self.answers.one_of((1, self.part())))
        found = list(source)
        found[origin - 1], found[target - 1] = available - amount, found[target - 1] + amount
        return Forecast(found)

    def items(self, classes: int, least: int, most: int) -> Table:
        """Return from ``least`` to ``most`` items of any kind, in any fixed order."""
        raise NotImplementedError

    def table(self, classes: int, least: int = 1) -> Table:
        """Return a whole table."""
        return self.items(classes, least, self.size_limit)

    def calibrated(self, classes: int, notion: str = "rows") -> Table:
        """Return a table whose forecasts are the outcome shares of their items: two groups, or any table."""
        if notion == "rows" and self.index("groups", 0, 1):
            one = self.counts(classes)
            two = self.counts(classes, sum(one))
            return group(shares(one), one) + group(shares(two), two)
        found = self.table(classes)
        self.require(is_calibrated(found, notion))
        return found

    def uncalibrated(self, classes: int) -> Table:
        """Return a table in which some forecast is not the outcome share of its items."""
        found = self.table(classes)
        self.require(not is_calibrated(found))
        return found

    def recalibrated(self, table: Table) -> Table:
        """Return the same items with outcome shares as forecasts."""
        known = {forecast: shares(counts) for forecast, counts in rows(table)}
        return [(known[forecast], happened, times) for forecast, happened, times in table]

    def context(self, classes: int, taken: int, kind: str = "any") -> Table:
        """Return the other items beside so many own ones: ``none``, ``any``, or a ``calibrated`` table."""
        if kind == "none":
            return []
        found = self.items(classes, 0, max(self.size_limit - taken, 1))
        self.require(kind == "any" or is_calibrated(found))
        return found


@lru_cache(maxsize=64)
def forecasts(classes: int, finest: int) -> tuple[Forecast, ...]:
    """Return all forecasts with denominators up to one, coarse ones first; of three classes also finer ones of two.

    >>> len(forecasts(2, 4)), forecasts(2, 1)
    (7, ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1))))
    """
    found: dict[Forecast, None] = {}
    for bottom in range(1, finest + 1):
        for way in compositions(bottom, classes)[::-1].tolist():
            if gcd(*way, bottom) == 1:
                found[Forecast(Fraction(part, bottom) for part in way)] = None
    if classes > 2:
        flat = (*forecasts(2, finest + 1), *(() if classes == 3 else forecasts(classes - 1, finest)))
        found |= dict.fromkeys(Forecast((*q, *[Fraction(0)] * (classes - len(q)))) for q in flat)
    return tuple(found)


FINEST = {2: (6, 6, 5, 4, 3, 2), 3: (4, 3, 2, 1, 1, 1)}
"""The largest denominator of tables of up to 1, 2, ... items."""


def finest(classes: int, items: int) -> int:
    """Return the largest denominator of tables of so many free items."""
    known = FINEST.get(classes, (2, 1))
    return known[min(max(items, 1), len(known)) - 1]


@lru_cache(maxsize=64)
def multisets(classes: int, items: int, beside: int = 0) -> tuple[Table, ...]:
    """Return all tables of so many items on their grid, coarser where they stand ``beside`` so many others."""
    bottom = finest(classes, items + beside)
    types = [(q, k, 1) for q in forecasts(classes, bottom) for k in range(1, classes + 1)]
    return tuple(list(chosen) for chosen in combinations_with_replacement(types, items))


FREE = 4
"""The largest denominator of a single forecast of two classes; shares of groups have their own."""


class Swept(Chooser):
    """Answers with all parts on small grids, one after the other."""

    def counts(self, classes: int, taken: int = 0, least: int = 1) -> tuple[Any, ...]:
        """Return outcome counts of a group."""
        most = max(self.most - taken, least)
        return self.answers.one_of(_counts(classes, least, most))

    def forecast(self, classes: int) -> Forecast:
        """Return a forecast."""
        return self.answers.one_of(forecasts(classes, FREE if classes == 2 else FREE - 1))

    def part(self) -> Fraction:
        """Return a share between 0 and 1."""
        return self.answers.one_of((Fraction(1, 2), Fraction(1, 3), Fraction(2, 3)))

    def items(self, classes: int, least: int, most: int) -> Table:
        """Return items in a fixed order."""
        number = self.answers.one_of(range(least, max(most, least) + 1))
        beside = (
            0 if least else number + 1
        )  # other items are on a coarser grid, as what they stand beside is free too
        return self.answers.one_of(multisets(classes, number, beside))


@lru_cache(maxsize=64)
def _counts(classes: int, least: int, most: int) -> tuple[tuple[int, ...], ...]:
    found = product(range(most + 1), repeat=classes)
    return tuple(
        sorted((each for each in found if least <= sum(each) <= most), key=lambda each: (sum(each), each))
    )


class Random(Chooser):
    """Answers with drawn parts: denominators of any magnitude, and grids of tenths, hundredths and inside one bin."""

    def __init__(self, answers: Spread, size: int) -> None:
        super().__init__(answers, size)
        self.spread = answers
        self.bottom = answers.one_of((10, 100, 50, 7, 0))
        self.narrow = answers.pick(3) == 0

    def counts(self, classes: int, taken: int = 0, least: int = 1) -> tuple[Any, ...]:
        """Return outcome counts of a group."""
        found = tuple(self.spread.amount(20, empty=0.2) for _ in range(classes))
        self.require(sum(found) >= least)
        return found

    def forecast(self, classes: int) -> Forecast:
        """Return a forecast."""
        bottom = self.bottom or 1 + self.spread.amount(10**6)
        left, masses = bottom, []
        for _ in range(classes - 1):
            mass = min(left, self._near(bottom) if self.narrow else self._mass(left))
            masses.append(mass)
            left -= mass
        turned = (*masses, left)[:: self.answers.one_of((1, -1))]
        return Forecast(Fraction(mass, bottom) for mass in turned)

    def _mass(self, left: int) -> int:
        """Return a numerator of any magnitude, or what one leaves, or any."""
        kind = self.spread.pick(4)
        if kind < 2:
            return self.spread.pick(left + 1)
        small = self.spread.amount(left)
        return small if kind == 2 else left - small

    def _near(self, bottom: int) -> int:
        """Return a numerator within one of ten bins."""
        return 3 * bottom // 10 + self.spread.pick(max(bottom // 10, 1) + 1)

    def part(self) -> Fraction:
        """Return a share between 0 and 1."""
        bottom = 2 + self.spread.amount(1000)
        return Fraction(1 + self.spread.pick(bottom - 1), bottom)

    def items(self, classes: int, least: int, most: int) -> Table:
        """Return items in a fixed order."""
        number = least + self.spread.amount(max(most, 2 * self.size_limit) - least)
        kinds = [self.forecast(classes) for _ in range(1 + self.spread.amount(4))]
        entries = [(kind, k, 1) for kind in kinds for k in range(1, classes + 1)]
        return [self.answers.one_of(entries) for _ in range(number)]


INSIDE = (
    ("8/25", "17/50", "17/50"),
    ("6/25", "1/4", "13/50", "1/4"),
    ("33/50", "67/100", "67/100"),
    ("1/10", "9/100"),
    ("1/2", "51/100"),
)
"""Forecasts of the event within one of ten bins, at the edge of a bin and just beside it.

The first are the least in one bin whose errors add up to nothing: those of one event of three.
"""


def _of_event(share: str, classes: int) -> Forecast:
    """Return a forecast of which only the first two classes have a part."""
    event = Fraction(share)
    return Forecast((1 - event, event, *[Fraction(0)] * (classes - 2)))


@lru_cache(maxsize=4)
def inside(classes: int) -> tuple[Table, ...]:
    """Return tables of some forecasts, with events among the first or among the last of their items."""
    found: list[Table] = []
    for shares_ in INSIDE:
        items = [_of_event(share, classes) for share in shares_]
        for events, order in product(range(len(items) + 1), (1, -1)):
            table: Table = [(q, 1 + (place < events), 1) for place, q in enumerate(items[::order])]
            found += [table] if table not in found else []
    return tuple(found)


class Fine(Swept):
    """Answers with a few forecasts on a fine grid and with tables inside one bin, one after the other."""

    most = 2

    def forecast(self, classes: int) -> Forecast:
        """Return a forecast."""
        return self.answers.one_of([_of_event(share, classes) for share in ("1/10", "9/100", "1/2", "17/50")])

    def items(self, classes: int, least: int, most: int) -> Table:
        """Return a table inside one bin; few of them are contexts."""
        return self.answers.one_of(inside(classes)[:: 1 if least else 3])
