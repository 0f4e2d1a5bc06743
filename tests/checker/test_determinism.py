"""The same arguments give the same bytes: again, with more processes, and whatever Python hashes strings to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis.internal.conjecture import providers

from axiometrics.axioms import constraints
from axiometrics.checker.api import check, matrix
from axiometrics.checker.search import drawn_cases, search
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.metrics import metrics
from axiometrics.reports.tables import document, dumps, load

METRICS = ["purity", "nmi_max", "classification_accuracy"]
"""Plain proofs, proofs by cases, and random searches."""


def written(jobs: int, **options: Any) -> str:
    found = matrix("clustering", metrics=METRICS, effort="quick", cache=False, jobs=jobs, **options)
    return dumps(document([found]))


@pytest.fixture(scope="module")
def first() -> str:
    return written(jobs=1)


def test_two_processes_give_the_same_bytes_as_one(first: str) -> None:
    assert written(jobs=2) == first


def test_a_second_run_in_another_order_gives_the_same_bytes(first: str) -> None:
    found = matrix("clustering", metrics=METRICS[::-1], effort="quick", cache=False, jobs=1)
    assert dumps(document([found])) == first


def test_a_single_row_has_the_cells_of_the_matrix(first: str) -> None:
    row = check("nmi_max", "clustering", effort="quick", cache=False)
    (whole,) = load(json.loads(first))
    assert row.cells == whole.row("nmi_max")


def test_other_hashes_of_strings_give_the_same_bytes(first: str) -> None:
    code = (
        "import sys\n"
        "from axiometrics.checker.api import matrix\n"
        "from axiometrics.reports.tables import document, dumps\n"
        f"found = matrix('clustering', metrics={METRICS}, effort='quick', cache=False, jobs=1)\n"
        "sys.stdout.write(dumps(document([found])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=120, check=True,
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.stdout.decode("utf-8") == first


def test_another_seed_is_written_down_and_changes_no_proved_cell() -> None:
    one, other = (
        matrix("clustering", metrics=["purity"], effort="quick", cache=False, jobs=1, seed=seed)
        for seed in (0, 7)
    )
    assert (one.seed, other.seed) == (0, 7)
    assert one.cells == other.cells


def test_no_draw_asks_which_modules_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise AssertionError("constants of loaded modules were read")

    constraint = constraints("clustering")["homogeneity"]
    monkeypatch.setattr(providers, "_get_local_constants", refuse)
    assert len(drawn_cases.__wrapped__(constraint, 200, 7))
    source = TrustedSource(metrics("clustering")["purity"])
    assert search(metrics("clustering")["purity"], constraint, source, lambda sign: False, 200, 7).cases
