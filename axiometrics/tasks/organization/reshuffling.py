"""The same organization written differently: what a metric of organizations must not notice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.organization import Organization

__all__ = ["reshuffled"]


def reshuffled(reads: str, output: Organization, seed: int) -> Mapping[str, tuple[Any, ...]]:
    """Return the organization with clusters and documents in another order, or with other names of documents."""
    draw = random.Random(seed)
    documents = {name: None for side in (output.gold, output.system) for name in _names(side)}
    names = [f"x{number}" for number in range(len(documents))]
    draw.shuffle(names)
    new = dict(zip(documents, names, strict=True))
    moved = Organization(_shuffled(output.gold, draw), _shuffled(output.system, draw))
    renamed = Organization(_renamed(output.gold, new), _renamed(output.system, new))
    return {"items": moved.read_as(reads), "labels": renamed.read_as(reads)}


def _names(levels: Distribution) -> list[Any]:
    return [name for level in levels for cluster in level for name in cluster]


def _shuffled(levels: Distribution, draw: random.Random) -> Distribution:
    """Give clusters and documents another order; that of the levels means something."""
    return tuple(
        tuple(tuple(draw.sample(cluster, len(cluster))) for cluster in draw.sample(level, len(level)))
        for level in levels
    )


def _renamed(levels: Distribution, new: Mapping[Any, str]) -> Distribution:
    return tuple(tuple(tuple(new[name] for name in cluster) for cluster in level) for level in levels)
