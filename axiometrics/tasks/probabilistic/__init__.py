"""Probability forecasts: every item gets a probability for each of K classes, and one of them happens.

Here is one output, as users give it, and its pictures, `view` what metrics see, in many of them at once; `chooser` is
what constraints ask for, `cases` what it gives them, random ones too; `symbolic` has the parametric cases of proofs,
`forecast_order` in which order their probabilities are, `symbolic_tables` what tables in symbols add up to.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import read_exact
from axiometrics.tasks import drawing
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
        made = ((q if isinstance(q, Forecast) else Forecast(map(Fraction, q)), k) for q, k in items)
        return cls(tuple(made)).check()

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
        runs = [(len(list(run)), *item) for item, run in groupby(self.items)]
        return "; ".join(f"{n} x " * (n > 1) + f"{' '.join(map(str, q))}: {k}" for n, q, k in runs)


_WIDTH, _ROW, _HEAD = 220, 22, 34
Row = tuple[Forecast, tuple[int, ...]]


def _rows(written: str) -> list[Row]:
    """Return the different forecasts of a table, each with its outcome counts."""
    table = Forecasts.from_notation(written)
    found: dict[Forecast, list[int]] = {}
    for forecast, outcome in table.items:
        found.setdefault(forecast, [0] * table.classes)[outcome - 1] += 1
    return [(forecast, tuple(counts)) for forecast, counts in found.items()]


def _told(forecast: Forecast) -> str:
    return f"({', '.join(map(str, forecast))})"


def _happened(counts: tuple[int, ...]) -> str:
    names = ("no", "yes") if len(counts) == 2 else tuple(f"class {k}" for k in range(1, len(counts) + 1))
    return ", ".join(f"{n} x {name}" for n, name in zip(counts, names, strict=True) if n)


def _panels(outputs: Mapping[str, str]) -> dict[str, list[tuple[Row, bool]]]:
    """Return the rows of every output, and whether another output has not the same."""
    rows = {name: _rows(written) for name, written in outputs.items()}
    common = set.intersection(*(set(each) for each in rows.values())) if rows else set()
    return {name: [(row, row not in common) for row in each] for name, each in rows.items()}


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: each different forecast with the outcomes of its items; * marks rows that differ.

    >>> print(outputs_text({"worse": "1/2 1/2: 2; 1/2 1/2: 1", "better": "1/2 1/2: 2; 1 0: 1"}))
    worse   * forecast (1/2, 1/2) ██████       outcomes 1 x no, 1 x yes
    better  * forecast (1/2, 1/2) ██████       outcomes 1 x yes
            * forecast (1, 0)                  outcomes 1 x no
    """
    panels = _panels(outputs)
    words = {row: f"forecast {_told(row)}" for each in panels.values() for (row, _), _ in each}
    wide, names = max(map(len, words.values())), max(map(len, panels)) + 2
    lines = []
    for name, each in panels.items():
        for place, ((forecast, counts), changed) in enumerate(each):
            first = "" if place else name
            filled = drawing.bar(float(forecast[-1])) if len(forecast) == 2 else ""
            lines.append(
                f"{first:<{names}}{'*' if changed else ' '} {words[forecast]:<{wide}} {filled:<{drawing.BAR}} "
                f"outcomes {_happened(counts)}"
            )
    return "\n".join(lines)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side: a bar with the probabilities of each different forecast, and its outcomes.

    >>> outputs_svg({"worse": "1/2 1/2: 2; 1/4 3/4: 1"}).count('class="share"')
    4
    """
    panels = _panels(outputs)
    *lefts, right = drawing.edges([_WIDTH] * len(panels), 2 * drawing.MARGIN)
    parts, top = [], drawing.MARGIN + _HEAD
    for left, (name, each) in zip(lefts, panels.items(), strict=True):
        parts.append(drawing.heading(left, name))
        parts += [_row(row, changed, left, top + 2 * _ROW * at) for at, (row, changed) in enumerate(each)]
    height = top + 2 * _ROW * max(map(len, panels.values())) + drawing.MARGIN
    return drawing.svg_document(right, height, parts, outputs, title)


def _row(row: Row, changed: bool, left: int, top: int) -> str:
    forecast, counts = row
    found, x = [], float(left)
    for k, share in enumerate(forecast):
        wide, fill = float(share) * _WIDTH, drawing.COLOURS[k % len(drawing.COLOURS)]
        where = {"class_": "share", "x": f"{x:g}", "y": top, "width": f"{wide:g}", "height": 12, "fill": fill}
        found.append(drawing.element("rect", drawing.element("title", f"class {k + 1}: {share}"), **where))
        x += wide
    outline = drawing.CHANGED if changed else {"stroke": "#1b1b1b", "stroke_width": 1}
    frame = drawing.element("rect", x=left, y=top, width=_WIDTH, height=12, fill="none", **outline)
    words = f"{_told(forecast)}: {_happened(counts)}"
    return "".join(found) + frame + drawing.text(left, top + 26, words, 12)


ACCEPTED, TOLD = Fraction(1, 10**9), Fraction(1, 10**12)
"""By how much the rounded probabilities of a row may miss 1, and from where on that is told: files round them.

The row is divided by its sum, so that what is computed is of exact forecasts. No verdict rests on this.
"""


def read(gold: object, system: object = None, *, classes: Sequence[Hashable] | None = None) -> Forecasts:
    """Read outcomes and probabilities; raises InputError.

    ``system`` has a row of probabilities for each item, or, for two classes, the probability of the event alone.
    ``gold`` has what happened: a number from 0 on that counts the columns, 1 for the event, or one of the ``classes``,
    which name the columns in order. Numbers are read as they are written, so that 0.3 is 3/10.

    >>> read([1, 0], [0.3, 0.4]).notation()
    '7/10 3/10: 2; 3/5 2/5: 1'
    >>> read(["b", "a"], [[0.5, 0.5], [1, 0]], classes=["a", "b"]).notation()
    '1/2 1/2: 2; 1 0: 1'
    """
    if system is None:
        if isinstance(gold, Forecasts):
            return gold
        if isinstance(gold, str):
            return Forecasts.from_notation(gold)
        raise InputError("there are no forecasts; give the outcomes and the probabilities")
    outcomes, given = _listed(gold, "gold"), _listed(system, "system")
    if len(outcomes) != len(given):
        raise InputError(
            f"gold has {len(outcomes)} outcomes and system has {len(given)} forecasts; give one for each item"
        )
    forecasts = [_forecast(row, number) for number, row in enumerate(given, 1)]
    names = list(classes) if classes is not None else list(range(len(forecasts[0]))) if forecasts else []
    if forecasts and len(names) != len(forecasts[0]):
        raise InputError(
            f"{len(names)} classes are named and forecasts have {len(forecasts[0])}; name every column"
        )
    places = {name: number for number, name in enumerate(names, 1)}
    return Forecasts.of(
        (forecast, _place(outcome, places, row))
        for row, (forecast, outcome) in enumerate(zip(forecasts, outcomes, strict=True), 1)
    )


def _listed(given: Any, side: str) -> list[Any]:
    if hasattr(given, "tolist") and str(getattr(given, "dtype", "")) == "float64":
        given = given.tolist()
    try:
        if isinstance(given, str | bytes):
            raise TypeError
        return list(given)
    except TypeError:
        raise InputError(
            f"{side} is {given!r}; give a list or an array with an entry for each item"
        ) from None


def _place(outcome: Any, places: dict[Hashable, int], row: int) -> int:
    try:
        return places[outcome]
    except (KeyError, TypeError):
        known = ", ".join(map(str, places))
        raise InputError(
            f"row {row} has the outcome {outcome!r}; it must be one of the classes {known}, or name them in the order "
            "of their columns with classes="
        ) from None


def _forecast(given: Any, row: int) -> tuple[Fraction, ...]:
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        event = _share(given, row)
        return 1 - event, event
    found = tuple(_share(each, row) for each in given)
    total = sum(found, Fraction(0))
    miss = abs(total - 1)
    if miss > ACCEPTED or not found:
        raise InputError(
            f"the probabilities of row {row} sum to {float(total)}; they must sum to 1, up to 1e-9"
        )
    if miss > TOLD:
        warnings.warn(
            f"the probabilities of row {row} sum to {float(total)}; they are divided by that",
            stacklevel=4,
        )
    return tuple(share / total for share in found)


def _share(value: Any, row: int) -> Fraction:
    try:
        found = value if isinstance(value, Fraction) else read_exact(str(value))
    except ValueError:
        raise InputError(f"row {row} has the probability {value!r}; give a number from 0 to 1") from None
    if not 0 <= found <= 1:
        raise InputError(f"row {row} has the probability {value}; probabilities are from 0 to 1")
    return found
