"""Sums of a body over several places of the same cases: all places behind each other, added half by half.

One evaluation of long columns costs less than many of short ones; so does it not to take too many cases at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import add
from typing import Any

import numpy as np

from axiometrics.errors import UndecidedError
from axiometrics.formulas.columns import Column, column, where
from axiometrics.formulas.log_columns import LogColumn, alike
from axiometrics.formulas.root_columns import RootColumn
from axiometrics.formulas.tanh_columns import TanhColumn

__all__ = ["added", "chunks", "cut", "joined", "stacked"]

MOST = 60_000
"""Entries of a column, about; longer ones do not stay in a processor's memory."""


def chunks(cases: int, places: int) -> Iterator[slice]:
    """Yield the cases in parts that are small enough to be evaluated at all places together.

    >>> [(part.start, part.stop) for part in chunks(10_000, places=9)]
    [(0, 6666), (6666, 10000)]
    """
    step = max(1, MOST // places)
    yield from (slice(start, min(start + step, cases)) for start in range(0, cases, step))


def stacked(values: Sequence[Any], cases: int) -> Column:
    """Return the values at all places behind each other: each an array of all cases, or a number.

    >>> stacked([np.array([1, 2]), np.array([3, 4])], 2).top.tolist()
    [1, 2, 3, 4]
    >>> found = stacked([Fraction(1, 2), 3], 2)
    >>> found.top.tolist(), int(found.bottom)
    ([1, 1, 6, 6], 2)
    """
    if any(np.ndim(value) for value in values):
        whole = [value if np.ndim(value) else np.broadcast_to(value, (cases,)) for value in values]
        return column(np.concatenate(whole))
    numbers = [Fraction(value) for value in values]
    common = lcm(*(number.denominator for number in numbers))
    top = np.repeat(np.array([int(number * common) for number in numbers], dtype=np.int64), cases)
    return Column(top, None if common == 1 else np.asarray(common))


def added(
    body: Callable[..., Any], given: Sequence[Any], mask: Any, *, places: int, cases: int, groups: int = 1
) -> Any:
    """Return the sum of a body's values over the places, 0 outside the mask (None for everywhere).

    What is given, and the mask, are stacked, or the same for all, or None where the body does not use it. With
    ``groups`` there is one sum for each of so many groups, behind each other: place k belongs to group k modulo groups.
    Raises UndecidedError.

    >>> x, y = stacked([np.array([1, 3]), np.array([5, 7])], 2), column(2)
    >>> added(lambda x, y: x * y, [x, y], None, places=2, cases=2).top.tolist()
    [12, 20]
    """
    with suppress(UndecidedError):  # a single place may need less
        return _halved(_masked(body(*given), mask), places // groups, groups * cases)
    found: list[Any] = [column(0)] * groups
    for place in range(places):
        here = slice(place * cases, (place + 1) * cases)
        counts = None if mask is None else mask[here]
        if counts is None or counts.any():
            value = body(*(None if part is None else cut(part, here) for part in given))
            found[place % groups] = found[place % groups] + _masked(value, counts)
    return found[0] if groups == 1 else joined(found, [cases] * groups)


def _masked(value: Any, mask: Any) -> Any:
    return value if mask is None else where(mask, value, column(0))


def _halved(value: Any, parts: int, unit: int) -> Any:
    """Add the parts of a column, each of so many entries."""
    aside = []
    while parts > 1:
        half = parts // 2
        if parts % 2:
            aside.append(cut(value, slice(2 * half * unit, parts * unit)))
        value = cut(value, slice(0, half * unit)) + cut(value, slice(half * unit, 2 * half * unit))
        parts = half
    return reduce(add, aside, value)


def cut(value: Any, here: slice) -> Any:
    """Return some entries of a column; one that has the same for all stays as it is."""
    if isinstance(value, RootColumn):
        return RootColumn(cut(value.factor, here), cut(value.radicand, here))
    if isinstance(value, Column):
        whole: tuple[Any, ...] = (value.top, value.bottom, value.lost)
        top, bottom, lost = (part[here] if np.ndim(part) else part for part in whole)
        return Column(top, bottom, lost)
    if isinstance(value, TanhColumn):
        return TanhColumn(cut(value.inner, here))
    top, bottom = (part if len(part) == 1 else part[here] for part in (value.top, value.bottom))
    return LogColumn(top, bottom, value.primes, value.lost[here] if np.ndim(value.lost) else value.lost)


def joined(parts: Sequence[Any], cases: Sequence[int]) -> Any:
    """Return columns behind each other, each with so many cases.

    >>> joined([column(np.array([1, 2])), column(3)], [2, 1]).top.tolist()
    [1, 2, 3]
    """
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(part, TanhColumn) for part in parts):
        return TanhColumn(joined([part.inner for part in parts], cases))
    if any(isinstance(part, LogColumn) for part in parts):
        return _joined_logs(alike(*parts), cases)
    if any(isinstance(part, RootColumn) for part in parts):
        roots = [part if isinstance(part, RootColumn) else RootColumn(part, column(1)) for part in parts]
        factors, radicands = ([getattr(root, name) for root in roots] for name in RootColumn.__slots__)
        return RootColumn(joined(factors, cases), joined(radicands, cases))
    return Column(_chained([part.top for part in parts], cases), _bottom(parts, cases), _lost(parts, cases))


def _bottom(parts: Sequence[Column], cases: Sequence[int]) -> Any:
    """Return the bottoms of all parts, a single one where all parts have the same."""
    found = [part.bottom for part in parts]
    if all(bottom is None for bottom in found):
        return None
    if all(bottom is not None and bottom.ndim == 0 and bottom == found[0] for bottom in found):
        return found[0]
    return _chained([part.bottoms for part in parts], cases)


def _joined_logs(parts: Sequence[LogColumn], cases: Sequence[int]) -> LogColumn:
    tops, bottoms = (
        np.concatenate(
            [
                np.broadcast_to(getattr(part, side), (count, len(part.primes) + 1))
                for part, count in zip(parts, cases, strict=True)
            ]
        )
        for side in ("top", "bottom")
    )
    same = bool((bottoms == bottoms[0]).all())
    return LogColumn(tops, bottoms[:1] if same else bottoms, parts[0].primes, _lost(parts, cases))


def _lost(parts: Sequence[Any], cases: Sequence[int]) -> Any:
    known = all(part.lost is False for part in parts)
    return False if known else _chained([part.lost for part in parts], cases)


def _chained(parts: Sequence[Any], cases: Sequence[int]) -> Any:
    return np.concatenate([np.broadcast_to(part, (count,)) for part, count in zip(parts, cases, strict=True)])
