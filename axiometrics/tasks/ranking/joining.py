"""Grades and runs of many topics, joined in passes over arrays instead of loops over documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Any

import numpy as np

from axiometrics.tasks.ranking.batch import UNJUDGED, Floats, Integers, RankingBatch, starts_of

__all__ = ["joined"]

_GRADES = frozenset({int, bool, np.int64, np.int32})
_WHOLE = frozenset({int, np.int64, np.int32})
_SCORES = _WHOLE | {float, np.float64, np.float32}
_EXACT = 2.0**53
"""Whole numbers up to this one are floats."""
_ROOM = 16
"""Entries of a table of grades by topic for each document; more different grades are read one by one."""

Dicts = Sequence[dict[Any, Any]]


def joined(gold: Dicts, runs: Dicts) -> RankingBatch | None:
    """Return a batch of topics, or None where a value is no plain number, so that it needs a closer look."""
    scores, grades = _scores(runs), _grades(gold)
    if scores is None or grades is None:
        return None
    found = chain.from_iterable(
        map(each.get, run, repeat(UNJUDGED)) for each, run in zip(gold, runs, strict=True)
    )
    listed = np.maximum(np.fromiter(found, np.int64, len(scores)), UNJUDGED)
    starts, known_starts = starts_of(map(len, runs)), starts_of(map(len, gold))
    listed = listed[_order(scores, starts, runs)]
    missing = _missing(listed, starts, grades, known_starts)
    return None if missing is None else RankingBatch(listed, starts, *missing)


def _values(dicts: Dicts) -> Iterable[Any]:
    return chain.from_iterable(each.values() for each in dicts)


def _scores(runs: Dicts) -> Floats | None:
    types = set(map(type, _values(runs)))
    if not types <= _SCORES:
        return None
    try:
        scores = np.fromiter(_values(runs), float, sum(map(len, runs)))
    except OverflowError:
        return None
    rounded = bool(types & _WHOLE) and np.abs(scores).max(initial=0.0) > _EXACT
    return None if rounded or not np.isfinite(scores).all() else scores


def _grades(gold: Dicts) -> Integers | None:
    if not set(map(type, _values(gold))) <= _GRADES:
        return None
    try:
        return np.maximum(np.fromiter(_values(gold), np.int64, sum(map(len, gold))), UNJUDGED)
    except OverflowError:
        return None


def _order(scores: Floats, starts: Integers, runs: Dicts) -> Integers:
    """Sort every topic's documents by score, high to low, and equal scores by document, last first."""
    parts = np.split(-scores, starts[1:-1])
    order = np.concatenate([np.argsort(part, kind="stable") for part in parts])
    order += np.repeat(starts[:-1], np.diff(starts))
    same = np.diff(scores[order]) == 0
    between = starts[1:-1]
    same[between[(between > 0) & (between < len(scores))] - 1] = False
    tied = np.flatnonzero(same)
    if len(tied):
        names = list(chain.from_iterable(runs))
        for group in np.split(tied, np.flatnonzero(np.diff(tied) > 1) + 1):
            places = slice(group[0], group[-1] + 2)
            order[places] = sorted(order[places].tolist(), key=lambda place: str(names[place]), reverse=True)
    return order


def _missing(
    listed: Integers, starts: Integers, known: Integers, known_starts: Integers
) -> tuple[Integers, Integers] | None:
    """Return the judged grades that no listed document has, topic by topic, and the start of each topic."""
    cases, width = len(starts) - 1, int(known.max(initial=0)) + 1
    if cases * width > _ROOM * (len(known) + cases):
        return None
    left = _tally(known, known_starts, width) - _tally(listed, starts, width)
    grades = np.tile(np.arange(width), cases)
    return np.repeat(grades, left.ravel()), starts_of(left.sum(axis=1))


def _tally(grades: Integers, starts: Integers, width: int) -> Integers:
    """Count the documents of each grade in each topic, shape (topics, grades)."""
    case = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    judged = grades != UNJUDGED
    places = case[judged] * width + grades[judged]
    return np.bincount(places, minlength=(len(starts) - 1) * width).reshape(-1, width)
