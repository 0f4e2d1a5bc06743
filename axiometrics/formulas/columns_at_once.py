"""A body at several places of the same cases: one evaluation of all of them, where arrays are so short that it pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from axiometrics.errors import UndecidedError
from axiometrics.formulas.columns import Column, RootColumn, column, where

__all__ = ["at_places"]

MOST = 60_000
"""Entries of a column up to which places are put together; longer ones are quicker one by one."""


def at_places(
    body: Callable[..., Any], places: Sequence[Sequence[Any]], masks: Sequence[Any], cases: int
) -> list[Any]:
    """Return a body's value at every place, 0 outside the place's mask (None for everywhere).

    A place gives a column, or None, for each argument. Raises UndecidedError.

    >>> places = [[column(2), column(np.array([1, 3]))], [column(5), column(7)]]
    >>> found = at_places(lambda x, y: x * y, places, [None, None], 2)
    >>> [part.top.tolist() for part in found]
    [[2, 6], [35, 35]]
    """
    if len(places) > 1 and cases * len(places) <= MOST and not _unbounded(places):
        with suppress(UndecidedError):  # a single place may need less
            return _together(body, places, masks, cases)
    return [_masked(body(*given), mask) for given, mask in zip(places, masks, strict=True)]


def _masked(value: Any, mask: Any) -> Any:
    return value if mask is None else where(mask, value, column(0))


def _unbounded(places: Sequence[Sequence[Any]]) -> bool:
    return any(part is not None and part.top.dtype == object for given in places for part in given)


def _together(
    body: Callable[..., Any], places: Sequence[Sequence[Any]], masks: Sequence[Any], cases: int
) -> list[Any]:
    value = body(*(_joined(parts, cases) for parts in zip(*places, strict=True)))
    if any(mask is not None for mask in masks):
        whole = [np.broadcast_to(True if mask is None else mask, (cases,)) for mask in masks]
        value = _masked(value, np.concatenate(whole))
    return [_cut(value, slice(start, start + cases)) for start in range(0, cases * len(places), cases)]


def _joined(parts: Sequence[Any], cases: int) -> Any:
    """Put the columns of all places behind each other; what no place needs is None."""
    if parts[0] is None:
        return None
    first, *others = parts
    if first.top.ndim == 0 and all(other is first for other in others):
        return first
    known = all(part.lost is False for part in parts)
    return Column(
        _chained([part.top for part in parts], cases),
        _bottom(parts, cases),
        False if known else _chained([part.lost for part in parts], cases),
    )


def _bottom(parts: Sequence[Any], cases: int) -> Any:
    """Return the bottoms of all places, a single one where all places have the same."""
    found = [part.bottom for part in parts]
    if all(bottom is None for bottom in found):
        return None
    if all(bottom is not None and bottom.ndim == 0 and bottom == found[0] for bottom in found):
        return found[0]
    return _chained([part.bottoms for part in parts], cases)


def _chained(parts: Sequence[Any], cases: int) -> Any:
    return np.concatenate([np.broadcast_to(part, (cases,)) for part in parts])


def _cut(value: Any, here: slice) -> Any:
    """Return one place's values."""
    if isinstance(value, RootColumn):
        return RootColumn(_cut(value.factor, here), _cut(value.radicand, here))
    if isinstance(value, Column):
        whole: tuple[Any, ...] = (value.top, value.bottom, value.lost)
        top, bottom, lost = (part[here] if np.ndim(part) else part for part in whole)
        return Column(top, bottom, lost)
    top, bottom = (part if len(part) == 1 else part[here] for part in (value.top, value.bottom))
    return type(value)(top, bottom, value.primes)
