"""Ctrl-C ends a run cleanly, with the rows that were finished."""

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


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_carries_the_finished_rows(jobs: int) -> None:
    whole = matrix("clustering", cache=False, jobs=1, **ASK)
    last = [metric.key for metric in whole.metrics][-1]
    with pytest.raises(KeyboardInterrupt) as caught:
        matrix("clustering", cache=False, jobs=jobs, progress=StopsAt(last), **ASK)
    assert isinstance(caught.value, Interrupted)
    partial = caught.value.partial
    finished = [metric.key for metric in partial.metrics]
    assert last not in finished
    assert set(finished) <= {metric.key for metric in whole.metrics}
    if jobs == 1:
        assert finished == [metric.key for metric in whole.metrics][:-1] == ["rand", "entropy"]
    assert partial.constraints == whole.constraints
    for key in finished:
        assert partial.row(key) == whole.row(key)
    assert partial.to_dict()["schema"] == "axiometrics.matrix/1"


def test_finished_rows_are_kept_for_the_next_run(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Interrupted) as caught:
        matrix("clustering", jobs=1, progress=StopsAt("purity x"), **ASK)
    kept = [metric.key for metric in caught.value.partial.metrics]
    heard: list[str] = []
    matrix("clustering", jobs=1, progress=lambda name, done, total: heard.append(name), **ASK)
    assert kept == ["rand", "entropy"]
    assert not [name for name in heard if name.split(" x ")[0] in kept]


def test_an_interrupt_at_once_carries_an_empty_matrix() -> None:
    with pytest.raises(Interrupted) as caught:
        matrix("clustering", cache=False, jobs=1, progress=StopsAt(""), **ASK)
    assert caught.value.partial.metrics == caught.value.partial.cells == ()
