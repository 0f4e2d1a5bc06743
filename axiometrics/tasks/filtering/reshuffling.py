"""The same selection written differently: what a filtering metric must not notice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from axiometrics.tasks.filtering.counts import Counts

__all__ = ["reshuffled"]


def reshuffled(reads: str, output: Counts, seed: int) -> Mapping[str, tuple[Any, ...]]:
    """Return label vectors with the items in another order; counts have no other form, and labels mean something."""
    if reads != "labels":
        return {}
    gold, system = output.to_labels()
    order = random.Random(seed).sample(range(len(gold)), len(gold))
    return {"items": ([gold[item] for item in order], [system[item] for item in order])}
