"""The same families written differently: what an overlapping-clustering metric must not notice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from axiometrics.tasks.overlapping.families import Families

__all__ = ["reshuffled"]


def reshuffled(reads: str, output: Families, seed: int) -> Mapping[str, tuple[Any, ...]]:
    """Return the arguments of a black-box metric with other item names, and with the sets (labels) in another order."""
    shuffle = random.Random(seed)
    names = shuffle.sample(range(output.items), output.items)
    moved = Families(
        *(tuple(tuple(names[e] for e in part) for part in f) for f in (output.gold, output.system))
    )
    mixed = Families(*(tuple(shuffle.sample(f, len(f))) for f in (output.gold, output.system)))
    return {"items": _form(reads, moved, shuffle), "labels": _form(reads, mixed, None)}


def _form(reads: str, output: Families, shuffle: random.Random | None) -> tuple[Any, ...]:
    if reads == "sets":
        return output.to_sets()
    found = output.to_dicts()
    if shuffle is None:
        return found
    return tuple(dict(shuffle.sample(list(side.items()), len(side))) for side in found)
