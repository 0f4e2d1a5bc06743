"""One matrix for all tests of cells: quick effort, metrics of every family and kind, the primary constraints."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.checker.api import matrix as make_matrix

METRICS = [
    "purity", "inverse_purity", "classification_accuracy", "rand", "jaccard", "mirkin", "fowlkes_mallows",
    "v_measure", "nmi_max", "entropy", "ami_max", "edit_distance", "bcubed_precision", "bcubed_recall", "bcubed_f",
]  # fmt: skip


@pytest.fixture(scope="session")
def matrix() -> Any:
    return make_matrix("clustering", metrics=METRICS, effort="quick", cache=False, jobs=1, plugins=False)


@pytest.fixture(autouse=True)
def _cache_of_its_own(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's cache."""
    monkeypatch.setenv("AXIOMETRICS_CACHE", str(tmp_path / "cache"))
