"""A table of forecasts with what happened, and every form it is given in or handed out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import read_exact
from axiometrics.tasks.abilities import Output


class Forecast(tuple[Fraction, ...]):
    """The probability of every class; ``top`` and ``bottom`` are these as whole numbers over the least denominator.

    >>> Forecast([Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)]).top
    (3, 1, 2)
    """

    @cached_property
    def bottom(self) -> int:
        """The least common denominator."""
        return lcm(*(share.denominator for share in self))

    @cached_property
    def top(self) -> tuple[int, ...]:
        """The numerators."""
        return tuple(share.numerator * (self.bottom // share.denominator) for share in self)

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash


Item = tuple[Forecast, int]

_ITEM = re.compile(r"(?:([1-9][0-9]*)\s*x\s+)?([^:]*):\s*([1-9][0-9]*)")
_EXAMPLE = "'1/2 1/2: 2; 3 x 1/4 3/4: 1', with the number of the class that happened after the colon"


@dataclass(frozen=True)
class Forecasts(Output):
    """Items in their order, each with the probability of every class and the number, from 1 on, of that which happened.

    >>> table = Forecasts.from_notation("1/2 1/2: 2; 2 x 1/4 3/4: 1")
    >>> len(table.items), table.classes, table.denominator, table.notation()
    (3, 2, 4, '1/2 1/2: 2; 2 x 1/4 3/4: 1')
    """

    items: tuple[Item, ...]

    @classmethod
    def of(cls, items: Iterable[tuple[Sequence[Any], int]]) -> Forecasts:
        """Build from exact probabilities and outcomes; raises InputError for what is no forecast."""
        return cls(
            tuple(
                (q if isinstance(q, Forecast) else Forecast(map(Fraction, q)), outcome)
                for q, outcome in items
            )
        ).check()

    @classmethod
    def from_notation(cls, text: str) -> Forecasts:
        """Read ``1/2 1/2: 2; 2 x 1/4 3/4: 1``; raises InputError."""
        items: list[tuple[list[Any], int]] = []
        for part in text.split(";"):
            found = _ITEM.fullmatch(part.strip())
            try:
                if found is None:
                    raise ValueError(part)
                items += [(list(map(read_exact, found[2].split())), int(found[3]))] * int(found[1] or 1)
            except ValueError:
                raise InputError(f"cannot read the forecasts {text!r}; write them as in {_EXAMPLE}") from None
        return cls.of(items)

    def check(self) -> Forecasts:
        """Return the table itself; raise InputError where an item is no forecast with an outcome."""
        if not self.items:
            raise InputError("there are no items; give at least one forecast with its outcome")
        known: set[int] = set()
        for row, (forecast, outcome) in enumerate(self.items, 1):
            if id(forecast) not in known:
                self._check(forecast, row)
                known.add(id(forecast))
            if not 1 <= outcome <= self.classes:
                raise InputError(
                    f"row {row} has the outcome {outcome}; classes are numbered 1 to {self.classes}"
                )
        return self

    def _check(self, forecast: Forecast, row: int) -> None:
        if len(forecast) != self.classes or self.classes < 2:
            raise InputError(
                f"row {row} has {len(forecast)} probabilities and row 1 has {self.classes}; give every row one for "
                "each of the classes, at least two"
            )
        if min(forecast.top) < 0 or max(forecast.top) > forecast.bottom:
            odd = next(share for share in forecast if not 0 <= share <= 1)
            raise InputError(f"row {row} has the probability {odd}; probabilities are from 0 to 1")
        if sum(forecast.top) != forecast.bottom:
            raise InputError(f"the probabilities of row {row} sum to {sum(forecast)}; they must sum to 1")

    @property
    def classes(self) -> int:
        """Number of classes, K."""
        return len(self.items[0][0])

    @cached_property
    def denominator(self) -> int:
        """The least common denominator of all probabilities."""
        return lcm(*{forecast.bottom for forecast, _ in self.items})

    @cached_property
    def numerators(self) -> Sequence[Sequence[int]]:
        """The numerators of every item's probabilities, over one denominator."""
        scaled = {
            forecast: tuple(part * (self.denominator // forecast.bottom) for part in forecast.top)
            for forecast, _ in self.items
        }
        return [scaled[forecast] for forecast, _ in self.items]

    @cached_property
    def order(self) -> tuple[object, ...]:
        """What tables are ordered by: items, denominator, distinct forecasts, numerators, and then the items."""
        # Numerators of a table of K classes sum to N D; what tells tables apart is the event's part of them.
        event = sum(each[-1] for each in self.numerators)
        rows = tuple(zip(self.numerators, self.outcomes, strict=True))
        return len(rows), self.denominator, len(set(self.numerators)), event, rows

    @property
    def outcomes(self) -> tuple[int, ...]:
        """The classes that happened, from 1 on."""
        return tuple(outcome for _, outcome in self.items)

    def to_probabilities(self) -> tuple[list[int], list[list[float]]]:
        """Return (outcomes counted from 0, a row of probabilities for each item), as libraries take them."""
        return [outcome - 1 for outcome in self.outcomes], [list(map(float, q)) for q, _ in self.items]

    def to_binary(self) -> tuple[list[int], list[float]]:
        """Return (outcomes, with 1 for the event, and the event's probability); refuses more."""
        if self.classes != 2:
            raise InputError(
                f"there are {self.classes} classes; the form 'binary' is for two, 'probabilities' for any"
            )
        return [outcome - 1 for outcome in self.outcomes], [float(q[1]) for q, _ in self.items]

    def notation(self) -> str:
        """Write the items in their order, equal neighbours once."""
        return "; ".join(_written(item, len(list(run))) for item, run in groupby(self.items))


def _written(item: Item, times: int) -> str:
    forecast, outcome = item
    return (f"{times} x " if times > 1 else "") + f"{' '.join(map(str, forecast))}: {outcome}"
