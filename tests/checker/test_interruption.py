"""Ctrl-C ends a run cleanly, with what was finished."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.checker.api import Interrupted, matrix

ASK: dict[str, Any] = {
    "metrics": ["purity", "rand", "entropy"],
    "constraints": ["completeness", "rag_bag"],
    "effort": "quick",
}


class StopsAt:
    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, name: str, done: int, total: int) -> None:
        if name.startswith(self.name):
            raise KeyboardInterrupt


@pytest.mark.parametrize(("jobs", "at"), [(1, "rand x rag_bag"), (2, "rag_bag")])
def test_an_interrupt_carries_what_was_finished(jobs: int, at: str) -> None:
    whole = matrix("clustering", cache=False, jobs=1, **ASK)
    with pytest.raises(KeyboardInterrupt) as caught:
        matrix("clustering", cache=False, jobs=jobs, progress=StopsAt(at), **ASK)
    assert isinstance(caught.value, Interrupted)
    partial = caught.value.partial
    assert len(partial.cells) == len(partial.metrics) * len(partial.constraints) < len(whole.cells)
    if jobs == 1:
        assert [constraint.key for constraint in partial.constraints] == ["completeness"]
        assert [metric.key for metric in partial.metrics] == ["rand", "entropy", "purity"]
    for cell in partial.cells:
        assert cell == whole.cell(cell.metric, cell.constraint)
    assert partial.to_dict()["schema"] == "axiometrics.matrix/1"


def test_finished_cells_are_kept_for_the_next_run() -> None:
    with pytest.raises(Interrupted) as caught:
        matrix("clustering", jobs=1, progress=StopsAt("purity x rag_bag"), **ASK)
    heard: list[str] = []
    matrix("clustering", jobs=1, progress=lambda name, done, total: heard.append(name), **ASK)
    # two rows are four cells, one column is three
    assert [metric.key for metric in caught.value.partial.metrics] == ["rand", "entropy"]
    assert [name for name in heard if name] == ["purity x rag_bag"]


def test_an_interrupt_at_once_carries_an_empty_matrix() -> None:
    with pytest.raises(Interrupted) as caught:
        matrix("clustering", cache=False, jobs=1, progress=StopsAt(""), **ASK)
    assert caught.value.partial.metrics == caught.value.partial.cells == ()
