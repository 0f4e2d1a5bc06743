"""The shares of all organizations of a chunk in floating point: `relations` written for arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.organization.chunk import Chunk, Side
from axiometrics.tasks.organization.kinds import ALONE
from axiometrics.tasks.organization.relations import Shares
from axiometrics.tasks.organization.weighting import Weighting

__all__ = ["chunk_shares"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class _Weights:
    """What an occurrence weighs in each level, what is left outside the level, and each output's tail."""

    level: Floats
    rest: Floats
    tail: Floats


def chunk_shares(chunk: Chunk, weights: Weighting) -> Shares:
    """Return the shares of every organization of a chunk, one array each."""
    with np.errstate(divide="ignore", invalid="ignore"):
        both = ((chunk.system, chunk.gold), (chunk.gold, chunk.system))
        weighed = [_weights(own, weights) for own, _ in both]
        priority = [
            _priority(chunk, *sides, each, weights.tail) for sides, each in zip(both, weighed, strict=True)
        ]
        clustering = [_clustering(chunk, *sides, each) for sides, each in zip(both, weighed, strict=True)]
    levels = [np.bincount(own.level_output, minlength=chunk.outputs) for own, _ in both]
    steps = [np.maximum(each - (weights.tail == "none"), 0) for each in levels]
    return Shares(*priority, *clustering, *steps, *(_totals(own) for own, _ in both))


def _totals(side: Side) -> Integers:
    return np.bincount(side.level_output, side.level_sizes, minlength=side.outputs).astype(np.int64)


def _weights(side: Side, weights: Weighting) -> _Weights:
    total, size = _totals(side), side.level_sizes
    if weights.tail == "none":
        level: Floats = 1.0 / total[side.level_output].astype(float)
        return _Weights(level, 1 - level * size, np.zeros(side.outputs))
    c = float(weights.c)
    before = np.cumsum(size) - size
    above = before - (np.cumsum(total) - total)[side.level_output]
    level = c / ((c + above) * (c + above + size))
    return _Weights(level, 1 - level * size, np.asarray(c / (c + total), dtype=float))


def _priority(chunk: Chunk, own: Side, other: Side, weighed: _Weights, tail: str) -> Floats:
    one, below = (own.level[place] for place in own.steps)
    link = weighed.level[one] * weighed.level[below] * (1 / weighed.rest[one] + 1 / weighed.rest[below])
    linked = np.bincount(own.pair(own.steps), link, minlength=chunk.pairs)
    pairs = np.flatnonzero(own.step_counts)
    first, second = _kinds_of(chunk, pairs)
    stated, known = own.step_counts[pairs], other.step_counts[pairs]
    if tail == "open":
        known = np.where(other.places[second] == 0, other.places[first], known)
    value = linked[pairs] * np.minimum(stated, known) / stated * chunk.count[first] * chunk.count[second]
    inside = np.bincount(chunk.output[first], value, minlength=chunk.outputs)
    if tail == "none":
        return np.asarray(inside)
    over = weighed.tail[chunk.output[own.kind]]
    ends = weighed.level[own.level] * (over / weighed.rest[own.level] + over / (1 - over))
    return np.asarray(inside + _by_output(chunk, own, ends * _right(own, other)))


def _right(own: Side, other: Side) -> Floats:
    """How probably the other side has an occurrence of a document, for every place."""
    there = own.places[own.kind]
    return np.asarray(np.minimum(there, other.places[own.kind]) / there)


def _by_output(chunk: Chunk, own: Side, values: Floats) -> Floats:
    """Add up what the places of each organization hold, times the documents there."""
    counted = values * chunk.count[own.kind]
    return np.asarray(np.bincount(chunk.output[own.kind], counted, minlength=chunk.outputs))


def _kinds_of(chunk: Chunk, pairs: Integers) -> tuple[Integers, Integers]:
    """Return the two kinds of pairs."""
    first = np.searchsorted(chunk.row, pairs, side="right") - 1
    start = first - chunk.place[first]
    return first, start + pairs - chunk.row[first]


def _clustering(chunk: Chunk, own: Side, other: Side, weighed: _Weights) -> Floats:
    size = np.where(own.cluster == ALONE, 1, np.append(own.cluster_sizes, 1)[own.cluster])
    share = weighed.level[own.level] / size
    alone = _by_output(chunk, own, share * _right(own, other))
    weight = np.bincount(own.pair(own.fellows), share[own.fellows[0]], minlength=chunk.pairs)
    pairs = np.flatnonzero(own.fellow_counts)
    first, second = _kinds_of(chunk, pairs)
    shared, known = own.fellow_counts[pairs], other.fellow_counts[pairs]
    number = chunk.count[first] * (chunk.count[second] - (first == second))
    value = weight[pairs] * np.minimum(shared, known) / shared * number
    return np.asarray(weighed.tail + alone + np.bincount(chunk.output[first], value, minlength=chunk.outputs))
