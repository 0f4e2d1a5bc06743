"""What is told as an exception stands among cases that are far larger than those that suggest it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiometrics import tasks
from axiometrics.checker.api import explain, matrix
from axiometrics.checker.search import drawn_cases
from axiometrics.checker.selection import select_constraints, select_metrics
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import sweep
from axiometrics.checker.tally import tally_of
from axiometrics.checker.verdict import Cell
from axiometrics.formulas import minimum, ratio
from axiometrics.metrics.registry import build
from axiometrics.reports.tables import load

OTHER_SEED, EXAMPLES = 20_000, 300
REPORTS = Path(__file__).parents[2] / "reports"


def tried(task: str, label: str, constraint: str, seed: int) -> Any:
    """Return what a metric does on random cases, as sets of conditions that these meet."""
    (metric,), (asked,) = (
        select_metrics(task, [label], plugins=False),
        select_constraints(task, [constraint], plugins=False),
    )
    cases = drawn_cases(asked, EXAMPLES, seed)
    return tally_of(sweep(metric, asked, TrustedSource(metric), cases), metric, asked, None)


def outside(cell: Cell, names: Collection[str], kinds: Collection[int]) -> list[int]:
    chosen = sum(1 << list(names).index(name) for name in cell.except_when)
    return [kind for kind in kinds if not kind & chosen]


@pytest.mark.parametrize("task", tasks(plugins=False))
def test_no_published_exception_is_refuted_by_random_cases_of_another_seed(task: str) -> None:
    (published,) = load(json.loads((REPORTS / task / "matrix.json").read_text("utf-8")))
    told = 0
    for cell in published.cells:
        if not cell.except_when or not select_metrics(task, [cell.metric], plugins=False)[0].trusted:
            continue
        told += 1
        (asked,) = select_constraints(task, [cell.constraint], plugins=False)
        found = tried(task, cell.metric, cell.constraint, OTHER_SEED)
        fails = cell.strict.outcome != "holds" and not cell.strict.always
        kinds = found.failing if fails else found.missing
        assert not outside(cell, asked.preconditions, kinds), (cell.metric, cell.constraint, cell.except_when)
    assert told or task in ("ranking", "organization", "overlapping"), "the check is vacuous"


FLAT: dict[str, Callable[[Any], Any]] = {
    "beyond_40": lambda cells: ratio(cells.tp, cells.tp + minimum(cells.fp, 40), 0),
    "beyond_300": lambda cells: ratio(cells.tp, cells.tp + minimum(cells.fp, 300), 0),
}


@pytest.mark.parametrize("name", ["beyond_40", "beyond_300"])
def test_a_formula_that_is_flat_beyond_a_size_is_not_excused_by_what_small_cases_have_in_common(
    name: str,
) -> None:
    found = explain(build(FLAT[name], task="filtering", key=name), "priority_irrelevant", "filtering")
    assert found.strict.outcome == "blind"
    assert found.except_when == ()


def test_the_same_formula_without_that_branch_is_excused() -> None:
    plain = build(lambda cells: ratio(cells.tp, cells.tp + cells.fp, 0), task="filtering", key="plain")
    assert explain(plain, "priority_irrelevant", "filtering").except_when == ("no_relevant_selected",)


def test_what_only_an_optimiser_finds_outside_takes_the_exception_away() -> None:
    found = matrix("classification", metrics=["mcc"], constraints=["correction"], recompute=True).cells[0]
    assert (found.strict.outcome, found.except_when) == ("contradicted", ())
    kinds = tried("classification", "mcc", "correction", 0).failing
    assert np.all([kind & 0b11 for kind in kinds]), "random cases would do: give another cell"
