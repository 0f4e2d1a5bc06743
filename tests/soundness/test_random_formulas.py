"""Three hundred random formulas of all tasks, each on one constraint; `python -m tests.soundness` tries more."""

from __future__ import annotations

from functools import cache
from math import ceil
from random import Random

import pytest

from .grammar import drawn
from .judge import Judged, judge
from .worlds import WORLDS

FORMULAS = ceil(300 / len(WORLDS))
"""Of each task."""


@cache
def judged(task: str) -> tuple[Judged, ...]:
    world, random = WORLDS[task], Random(0)
    return tuple(
        judge(world, formula, key, max_examples=10)
        for formula in drawn(world, FORMULAS, seed=0)
        for key in random.sample(world.constraints, 1)
    )


@pytest.mark.parametrize("task", WORLDS)
def test_random_formulas_get_no_wrong_verdict(task: str) -> None:
    wrong = [str(found) for each in judged(task) for found in each.wrong]
    assert not wrong, f"{len(wrong)} wrong:\n\n" + "\n".join(wrong)


@pytest.mark.parametrize("task", WORLDS)
def test_most_random_formulas_get_a_verdict(task: str) -> None:
    silent = [each.phrase for each in judged(task) if each.kind in ("refused", "error cell", "crash")]
    assert len(silent) < len(judged(task)) / 3, "\n".join(silent)
