"""A plan says what a matrix would take, from what was measured, and runs nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from axiometrics import checker
from axiometrics.axioms import constraints
from axiometrics.checker import api, matrix, run
from axiometrics.checker.scheduling import planning, trials
from axiometrics.checker.scheduling.planning import Plan, PlannedCell, require_room
from axiometrics.checker.scheduling.trials import carried
from axiometrics.checker.selection import Options
from axiometrics.checker.sweep import sweep_cases
from axiometrics.errors import InputError
from axiometrics.metrics import metrics

ASKED: dict[str, Any] = {
    "metrics": ["purity", "rand"],
    "constraints": ["homogeneity", "rag_bag"],
    "effort": "quick",
    "max_examples": 5,
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("AXIOMETRICS_CACHE", str(tmp_path))
    trials._tried.cache_clear()
    yield
    trials._tried.cache_clear()


def test_what_was_never_measured_is_tried_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "build_cell", None)
    monkeypatch.setattr(trials, "TRIAL", 60.0)  # seconds, so that the trial reaches the size
    plan = checker.plan("clustering", **ASKED, size=5)
    assert {cell.basis for cell in plan.cells} == {"tried"}
    assert len(plan.open) == 4
    known = constraints("clustering")
    for cell in plan.cells:
        assert cell.cases == len(sweep_cases(known[cell.constraint], 5))
    assert plan.seconds is not None
    assert plan.memory


def test_what_was_measured_is_told_and_carried_over_and_what_is_stored_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = matrix("clustering", **ASKED, size=4, jobs=1)
    with monkeypatch.context() as patched:
        patched.setattr(run, "build_cell", None)
        one = matrix("clustering", **{**ASKED, "constraints": ["rag_bag"]}, size=4, jobs=1)
    assert one.cells == tuple(cell for cell in whole.cells if cell.constraint == "rag_bag")
    assert {cell.basis for cell in checker.plan("clustering", **ASKED, size=4).cells} == {"stored"}
    again = checker.plan("clustering", **ASKED, size=4, recompute=True)
    assert {cell.basis for cell in again.cells} == {"measured"}
    larger = checker.plan("clustering", **ASKED, size=6)
    assert {cell.basis for cell in larger.cells} == {"carried over"}
    assert larger.cases > again.cases
    assert larger.memory is not None
    wider = checker.plan("clustering", **{**ASKED, "metrics": ["purity", "f_measure"]}, size=4)
    assert {(cell.metric, cell.basis) for cell in wider.cells} == {
        ("purity", "stored"),
        ("f_measure", "tried"),
    }


def test_the_cases_of_a_constraint_are_counted_once_and_processes_share_the_time() -> None:
    cells = tuple(PlannedCell("t", metric, "c", "measured", 100, 3.0, 2.0, 10**8) for metric in "ab")
    plan = Plan("t", 5, 2, cells)
    assert (plan.cases, plan.seconds, plan.elapsed, plan.memory) == (100, 2 + 2 * 3, 2 + 6 / 2, 10**8)


def test_growth_goes_on_as_it_did() -> None:
    """2.0, 2.2 by a factor of 1.1 more: the next factors are above 2.2."""
    assert carried({1: 100, 2: 200, 3: 440}, 4) > 960
    assert carried({1: 100, 2: 200, 3: 440}, 2) == 200
    assert carried({}, 9) == 0


def test_a_size_that_needs_more_memory_than_there_is_is_refused_before_it_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan(
        "clustering", 14, 2, (PlannedCell("clustering", "m", "c", "tried", 10, 500.0, 0.0, 5 * 10**9),)
    )
    monkeypatch.setattr(planning, "free_memory", lambda: 2 * 10**9)
    with pytest.raises(InputError, match="would need about 5 GB and 4 minutes, and 2 GB are free"):
        require_room(plan)
    monkeypatch.setattr(planning, "free_memory", lambda: 8 * 10**9)
    require_room(plan)


def test_a_large_size_is_planned_before_it_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def refuse(plan: Plan) -> None:
        asked.append(plan.size)
        raise InputError("no room")

    monkeypatch.setattr(api, "require_room", refuse)
    with pytest.raises(InputError, match="no room"):
        matrix("clustering", **ASKED, size=14)
    assert asked == [14]


def test_of_many_constraints_each_process_holds_the_cases_of_another_one() -> None:
    cells = tuple(
        PlannedCell(
            "clustering",
            "rand",
            f"c{place}",
            "measured",
            cases=1,
            seconds=1.0,
            held=5 * 10**9,
            memory=5 * 10**9,
        )
        for place in range(10)
    )
    one, eight = (Plan("clustering", 9, jobs, cells) for jobs in (1, 8))
    assert (one.together, eight.together) == (5 * 10**9, 40 * 10**9)


def test_a_plan_refuses_what_a_matrix_refuses() -> None:
    with pytest.raises(InputError, match="jobs"):
        checker.plan("clustering", **ASKED, jobs=-3)


def test_a_slow_first_size_tells_nothing_of_the_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is loaded with the first cases may take longer than all others."""
    monkeypatch.setattr(trials, "TRIAL", 0.0)
    plan = checker.plan("clustering", **ASKED, size=9)
    assert all((cell.cases or 0) > 1000 for cell in plan.cells)


def test_where_the_cases_do_not_grow_a_case_costs_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Families of cases may be the same at every size: a check of one size says what all of them take."""
    monkeypatch.setattr(trials, "_seconds", lambda *_: next(taken))
    monkeypatch.setattr(trials, "CHECKED", 1000.0)
    purity = metrics("clustering")["purity"]
    for counts, expected in (({1: 900, 2: 900, 3: 900}, 0.0), ({1: 0, 2: 100, 3: 300}, 0.1 / 200)):
        taken = iter([8.0, 5.0, 5.1] * trials.TRIED)
        trial = trials.Trial(counts, 0.0, 0, 0.0)
        found = trials._checked(trial, constraints("clustering")["rag_bag"], [purity], Options())
        assert (found.fixed, found.each_case) == (8.0, pytest.approx(expected))
        assert found.sweeping == pytest.approx(expected * 300)


def test_constraints_beyond_a_budget_of_checks_cost_the_mean_of_those_within(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = [constraints("clustering")[key] for key in ("homogeneity", "completeness", "rag_bag")]
    asked: list[bool] = []

    def tried(_: Any, __: Any, ___: Any, checks: bool) -> trials.Trial:
        asked.append(checks)
        one = trials.Trial({1: 10}, 0.0, 0, 0.0)
        return (
            replace(one, fixed=len(asked) * 1.0, each_case=0.5, checked=trials.CHECKED / 2) if checks else one
        )

    with monkeypatch.context() as patched:
        patched.setattr(trials, "_tried", tried)
        found = trials.trials_of({each: (metrics("clustering")["purity"],) for each in known}, Options())
    assert asked == [True, True, False]
    assert [trial.fixed for trial in found.values()] == [1.0, 2.0, 1.5]
    assert found[known[2]].sweeping == 5.0
