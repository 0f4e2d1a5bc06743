"""The same output written differently: what an ordinal metric must not notice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["reshuffled"]


def reshuffled(reads: str, output: Confusion, seed: int) -> Mapping[str, tuple[Any, ...]]:
    """Return label vectors with the items in another order; a matrix has no other form, and classes have an order."""
    if reads != "labels":
        return {}
    gold, system = output.to_labels()
    order = random.Random(seed).sample(range(len(gold)), len(gold))
    return {"items": ([gold[item] for item in order], [system[item] for item in order])}
