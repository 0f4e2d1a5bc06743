"""The same clustering written differently: what a clustering metric must not notice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from axiometrics.tasks.clustering.table import Table

__all__ = ["reshuffled"]


def reshuffled(reads: str, output: Table, seed: int) -> Mapping[str, tuple[Any, ...]]:
    """Return the arguments of a black-box metric with the items in another order, and with other label names."""
    shuffle = random.Random(seed)
    gold, system = output.to_labels()
    if reads == "table":
        array = output.to_array()
        rows, columns = (shuffle.sample(range(size), size) for size in array.shape)
        return {"items": (array,), "labels": (array[rows][:, columns],)}
    order = shuffle.sample(range(len(gold)), len(gold))
    names = [
        shuffle.sample(range(size), size) for size in (len(output.category_sizes), len(output.cluster_sizes))
    ]
    moved = [gold[item] for item in order], [system[item] for item in order]
    renamed = [names[0][label] for label in gold], [names[1][label] for label in system]
    return {"items": _form(reads, *moved), "labels": _form(reads, *renamed)}


def _form(reads: str, gold: list[int], system: list[int]) -> tuple[Any, ...]:
    if reads == "labels":
        return gold, system
    if reads == "sets":
        return tuple(
            [{item for item, label in enumerate(labels) if label == value} for value in sorted(set(labels))]
            for labels in (gold, system)
        )
    return tuple({item: {label} for item, label in enumerate(labels)} for labels in (gold, system))
