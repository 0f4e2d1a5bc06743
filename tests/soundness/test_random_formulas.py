"""Three hundred random formulas of all tasks, each on one constraint; `python -m tests.soundness` tries more."""

from __future__ import annotations

from math import ceil
from random import Random

import pytest

from .attacks import SILENT
from .grammar import drawn
from .judge import judge
from .worlds import WORLDS

FORMULAS = ceil(300 / len(WORLDS))
"""Of each task."""


@pytest.mark.parametrize("task", WORLDS)
def test_most_random_formulas_get_a_verdict_and_none_a_wrong_one(task: str) -> None:
    world, random = WORLDS[task], Random(0)
    judged = [
        judge(world, formula, *random.sample(world.constraints, 1), max_examples=10)
        for formula in drawn(world, FORMULAS, seed=0)
    ]
    wrong = [str(found) for each in judged for found in each.wrong]
    assert not wrong, f"{len(wrong)} wrong:\n\n" + "\n".join(wrong)
    silent = [each.phrase for each in judged if each.kind in SILENT]
    assert len(silent) < len(judged) / 3, "\n".join(silent)
