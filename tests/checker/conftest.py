"""One matrix for all tests of cells: quick effort, all metrics, the primary constraints."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.checker.api import matrix as make_matrix


@pytest.fixture(scope="session")
def matrix() -> Any:
    return make_matrix("clustering", effort="quick", cache=False, jobs=1, plugins=False)


@pytest.fixture(autouse=True)
def _cache_of_its_own(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's cache."""
    monkeypatch.setenv("AXIOMETRICS_CACHE", str(tmp_path / "cache"))
