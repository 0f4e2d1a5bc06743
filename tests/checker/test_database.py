"""A folder keeps the random cases that fail: later runs draw them again, whatever their seed and effort."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.errors import InputError


def right_but_for_seven_classes(matrix: Sequence[Sequence[int]]) -> float:
    """The right items, which count against an output of seven classes: only random cases have so many."""
    right = sum(row[place] for place, row in enumerate(matrix))
    return right * (6.5 - len(matrix))


def correction(**options: Any) -> Any:
    row = ax.check(
        right_but_for_seven_classes,
        "ordinal",
        reads="matrix",
        constraints=["correction"],
        jobs=1,
        size=2,
        **options,
    )
    return row.cells[0]


def test_a_case_that_was_kept_fails_again_in_a_run_too_short_to_find_it(tmp_path: Path) -> None:
    found = correction(max_examples=60, database=str(tmp_path))
    assert found.strict.outcome == "contradicted"
    assert any(tmp_path.iterdir())
    assert correction(max_examples=1, seed=5).strict.outcome == "holds"
    again = correction(max_examples=1, seed=5, database=str(tmp_path))
    assert again.strict.outcome == "contradicted"
    assert again.witness.outputs == found.witness.outputs


def test_nothing_is_kept_unless_a_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    correction(max_examples=60)
    assert not any(tmp_path.iterdir())


def test_what_is_no_path_is_refused() -> None:
    with pytest.raises(InputError, match="give the path of a folder"):
        correction(database=3)
