"""Many topics at once: grades and scores by topic become batches that all metrics share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from axiometrics.tasks.ranking.batch import RankingBatch
from axiometrics.tasks.ranking.joining import joined
from axiometrics.tasks.ranking.reading import Missing, Topic, matched, read_named

__all__ = ["Topics", "blocks"]

BLOCK = 1 << 17
"""Documents that are read together: arrays of this length stay near the processor."""


@dataclass(frozen=True)
class Topics:
    """A run on several topics, read once for many metrics.

    >>> from axiometrics.metrics import metrics
    >>> topics = Topics.read({"1": {"a": 1, "b": 0}, "2": {"a": 0, "b": 1}}, {"1": {"a": 2}, "2": {"a": 2, "b": 1}})
    >>> metrics("ranking")["average_precision"](topics), metrics("ranking")["precision"](topics)
    (0.75, 0.75)
    """

    names: tuple[Hashable, ...]
    batches: tuple[RankingBatch, ...]

    @classmethod
    def read(cls, gold: Any, system: Any, *, missing: Missing = "error") -> Topics:
        """Read dicts by topic; ``missing="empty"`` takes a topic that the system leaves out as an empty list.

        Raises InputError. Cost O(documents log documents).
        """
        return cls(tuple(gold), tuple(blocks(gold, system, missing=missing)))

    def values(self, score: Callable[[RankingBatch], Any]) -> list[float | None]:
        """Return what a function of batches gives for every topic, None for no value."""
        found = chain.from_iterable(np.asarray(score(batch)).tolist() for batch in self.batches)
        return [value if value == value else None for value in found]


def blocks(gold: Any, system: Any, *, missing: Missing = "error") -> Iterator[RankingBatch]:
    """Yield the topics of gold in order, many at a time; raises InputError."""
    block: list[Topic] = []
    documents = 0
    for topic in matched(gold, system, missing):
        block.append(topic)
        documents += len(topic.run) if isinstance(topic.run, Mapping) else 1
        if documents >= BLOCK:
            yield _batch(block)
            block, documents = [], 0
    if block:
        yield _batch(block)


def _batch(block: Sequence[Topic]) -> RankingBatch:
    gold, runs = [topic.grades for topic in block], [topic.run for topic in block]
    plain = all(type(each) is dict for each in chain(gold, runs))
    found = joined(gold, runs) if plain else None
    return found or RankingBatch.from_rankings([read_named(topic) for topic in block])
