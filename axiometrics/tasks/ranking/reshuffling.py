"""The same ranking written differently: what a ranking metric must not notice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from axiometrics.tasks.ranking.ranking import Ranking

__all__ = ["reshuffled"]


def reshuffled(reads: str, output: Ranking, seed: int) -> Mapping[str, tuple[Any, ...]]:
    """Return a black-box metric's arguments with the dicts in another order, and with other names of documents.

    The order of documents is that of their scores alone. Grades by rank have no other form.
    """
    if reads == "relevance":
        return {"items": output.to_relevance(), "labels": output.to_relevance()}
    shuffle = random.Random(seed)
    sides = [side["q"] for side in output.to_run()]
    names = sorted({name for side in sides for name in side})
    renamed = dict(
        zip(names, shuffle.sample([f"x{number}" for number in range(len(names))], len(names)), strict=True)
    )
    moved = [{name: side[name] for name in shuffle.sample(sorted(side), len(side))} for side in sides]
    named = [{renamed[name]: value for name, value in side.items()} for side in sides]
    return {"items": tuple({"q": side} for side in moved), "labels": tuple({"q": side} for side in named)}
