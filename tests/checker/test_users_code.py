"""Users' code runs where it can hurt nobody: in workers, serially and in parallel, and its cells say what happened."""

from __future__ import annotations

import os
import re
import signal
import stat
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.checker.api import check, matrix
from axiometrics.foreign import load
from axiometrics.metrics import METRICS
from axiometrics.metrics.registry import build

HERE = os.getpid()
ASK: dict[str, Any] = {"effort": "quick", "size": 4, "max_examples": 20, "cache": False, "timeout": 0.5}


def purity(gold: Any, system: Any) -> float:
    best: dict[Any, int] = {}
    for (cluster, _), n in Counter(zip(system, gold, strict=True)).items():
        best[cluster] = max(best.get(cluster, 0), n)
    return sum(best.values()) / len(gold)


def elsewhere(gold: Any, system: Any) -> float:
    if os.getpid() == HERE:
        os._exit(9)
    return purity(gold, system)


def loops(*_: Any) -> Any:
    while True:
        pass


def holds_the_lock(*_: Any) -> Any:
    return re.match("(a+)+$", "a" * 80 + "b")


def leaves(*_: Any) -> Any:
    sys.exit(0)


def ends(*_: Any) -> Any:
    os._exit(0)


def segfaults(*_: Any) -> Any:
    os.kill(os.getpid(), signal.SIGSEGV)


def interrupts(*_: Any) -> Any:
    raise KeyboardInterrupt


class Unusual(BaseException):
    pass


def raises_anything(*_: Any) -> Any:
    raise Unusual("not an Exception")


def stops_a_generator(*_: Any) -> Any:
    raise GeneratorExit


def speaks_in_halves(*_: Any) -> Any:
    raise ValueError("caf\udce9 \ud800")


HOSTILE: dict[Callable[..., Any], str] = {
    loops: "timed_out|took longer than",
    holds_the_lock: "timed_out|took longer than",
    leaves: "asked the process to exit",
    ends: "exit code 0",
    segfaults: "SIGSEGV",
    interrupts: "KeyboardInterrupt",
    raises_anything: "Unusual: not an Exception",
    stops_a_generator: "GeneratorExit",
    speaks_in_halves: r"caf\\udce9 \\ud800",
}


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Register what a plug-in would."""
    METRICS.load(plugins=False)
    CONSTRAINTS.load(plugins=False)

    def register(record: Any) -> None:
        records = METRICS._records if hasattr(record, "orientation") else CONSTRAINTS._records
        monkeypatch.setitem(records, (record.task, record.key), record)

    return register


@pytest.mark.parametrize("jobs", [1, 2])
def test_registered_functions_cost_their_own_cells_only(registered: Any, jobs: int) -> None:
    for function in (elsewhere, *HOSTILE):
        registered(build(function, task="clustering", reads="labels"))
    names = ["purity", "elsewhere", *(function.__name__ for function in HOSTILE)]
    found = matrix("clustering", metrics=names, constraints=["homogeneity"], jobs=jobs, **ASK)
    assert found.cell("purity", "homogeneity").strict.evidence == "proof"
    assert found.cell("elsewhere", "homogeneity").strict.outcome == "holds"
    for function, words in HOSTILE.items():
        cell = found.cell(function.__name__, "homogeneity")
        assert cell.strict.outcome == "error"
        assert re.search(words, cell.error or ""), cell.error
    found.to_markdown().encode()


REFUSED = {
    leaves: "a formula cannot use 'sys'",
    ends: "a formula cannot use '(os|posix)'",
    segfaults: "a formula cannot use '(os|posix|signal)'",
}
"""What is never called as a formula, since its code uses more than arithmetic."""


@pytest.mark.parametrize("function", [leaves, ends, segfaults, interrupts, raises_anything, speaks_in_halves])
def test_a_formula_costs_its_own_cells_only(registered: Any, function: Any) -> None:
    registered(build(function, task="clustering"))
    names = ["purity", function.__name__]
    found = matrix("clustering", metrics=names, constraints=["homogeneity"], jobs=1, **ASK)
    cell = found.cell(function.__name__, "homogeneity")
    assert found.cell("purity", "homogeneity").strict.evidence == "proof"
    assert cell.strict.outcome == "error"
    assert re.search(REFUSED.get(function, HOSTILE[function]), cell.error or ""), cell.error
    found.to_markdown().encode()


def test_a_formula_that_does_not_end_is_given_up(registered: Any) -> None:
    registered(build(loops, task="clustering"))
    found = matrix("clustering", metrics=["loops"], constraints=["homogeneity"], jobs=1, **ASK)
    assert "took longer than 10 s" in (found.cells[0].error or "")


@pytest.mark.parametrize("function", [leaves, ends, segfaults, interrupts, raises_anything])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_generator_costs_its_own_cells_only(registered: Any, function: Any, jobs: int) -> None:
    registered(Constraint(key="odd", task="clustering", generator=function, origin="somebody"))
    found = matrix(
        "clustering", metrics=["purity", "rand"], constraints=["odd", "homogeneity"], jobs=jobs, **ASK
    )
    assert {cell.strict.outcome for cell in found.column("odd")} == {"error"}
    assert all(re.search(HOSTILE[function], cell.error or "") for cell in found.column("odd"))
    assert {cell.strict.outcome for cell in found.column("homogeneity")} == {"holds"}


class Loops:
    """A chooser that never gives a size for which it loops."""

    def __init__(self, choose: Any, on: Callable[[Any], bool]) -> None:
        self.choose, self.on = choose, on

    def __getattr__(self, name: str) -> Any:
        return getattr(self.choose, name)

    def size(self, *arguments: Any, **options: Any) -> Any:
        found = self.choose.size(*arguments, **options)
        while self.on(found):
            pass
        return found


def loops_for_large_sizes(choose: Any) -> Any:
    odd = Loops(choose, lambda size: isinstance(size, int) and size > 5)
    return CONSTRAINTS.get("homogeneity", "clustering").bound_generator(odd)


def loops_over_symbols(choose: Any) -> Any:
    odd = Loops(choose, lambda size: not isinstance(size, int))
    return CONSTRAINTS.get("homogeneity", "clustering").bound_generator(odd)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_generator_that_loops_for_some_sizes_costs_its_own_cells_only(registered: Any, jobs: int) -> None:
    odd = Constraint(key="odd", task="clustering", generator=loops_for_large_sizes, origin="somebody")
    registered(odd)
    asked = {**ASK, "size": 8, "timeout": 1.0}
    found = matrix(
        "clustering", metrics=["purity", "rand"], constraints=["odd", "homogeneity"], jobs=jobs, **asked
    )
    assert {cell.strict.outcome for cell in found.column("homogeneity")} == {"holds"}
    for cell in found.column("odd"):
        assert cell.strict.outcome == "error"
        assert "took longer than 1 s to make one case" in (cell.error or "")


def test_a_generator_that_loops_over_symbols_is_swept_only(registered: Any) -> None:
    registered(Constraint(key="odd", task="clustering", generator=loops_over_symbols, origin="somebody"))
    found = matrix("clustering", metrics=["purity"], constraints=["odd"], jobs=1, **ASK)
    assert found.cells[0].strict.evidence == "sweep"


def test_relations_are_called_in_a_worker_too() -> None:
    def dominates(one: Any, other: Any) -> int | None:
        if os.getpid() == HERE:
            os._exit(9)
        signs = {(x > y) - (x < y) for x, y in zip(one, other, strict=True)} - {0}
        return None if len(signs) == 2 else signs.pop() if signs else 0

    row = check(dominates, "combination", reads="relation", constraints=["monotonicity_weak"], **ASK)
    assert row.cells[0].strict.outcome == "holds"


@pytest.mark.parametrize("function", [leaves, ends, segfaults, raises_anything])
def test_a_relation_costs_its_own_cells_only(function: Any) -> None:
    row = check(function, "combination", reads="relation", constraints=["monotonicity_weak"], **ASK)
    assert row.cells[0].strict.outcome == "error"
    assert re.search(HOSTILE[function], row.cells[0].error or "")


def writes_numbers(descriptor: int) -> None:
    os.write(descriptor, b"0.5\n0.5\n0.5\n")


def writes_anything(descriptor: int) -> None:
    os.write(descriptor, b"\x80\x04garbage without end")


def closes(descriptor: int) -> None:
    os.close(descriptor)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("deed", [writes_numbers, writes_anything, closes])
def test_a_metric_that_meddles_with_descriptors_costs_its_own_cells_only(
    registered: Any, deed: Any, jobs: int
) -> None:
    def meddles(gold: Any, system: Any) -> float:
        for descriptor in range(3, 64):
            try:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # which may be this test run's own files
                    deed(descriptor)
            except OSError:
                continue
        return purity(gold, system)

    for function in (meddles, elsewhere):
        registered(build(function, task="clustering", reads="labels"))
    names = ["purity", "elsewhere", "meddles"]
    found = matrix("clustering", metrics=names, constraints=["homogeneity"], jobs=jobs, **ASK)
    outcomes = {cell.metric: cell.strict.outcome for cell in found.cells}
    assert outcomes == {"purity": "holds", "elsewhere": "holds", "meddles": "error"}


def remembers_by_length() -> Any:
    seen: dict[int, float] = {}
    return lambda gold, system: seen.setdefault(len(gold), purity(gold, system))


def says_the_first_for_ever() -> Any:
    said: list[float] = []
    return lambda gold, system: said.append(purity(gold, system)) or said[0]


def is_wrong_now_and_then(every: int) -> Any:
    calls: list[int] = []

    def metric(gold: Any, system: Any) -> float:
        calls.append(1)
        return 0.0 if len(calls) % every == 0 else purity(gold, system)

    return metric


def grows() -> Any:
    calls: list[int] = []
    return lambda gold, system: purity(gold, system) + len(calls + (calls.append(1) or [])) * 1e-9


def forgets_after(count: int) -> Any:
    calls: list[int] = []
    return lambda gold, system: calls.append(1) or (purity(gold, system) if len(calls) < count else 1.0)


STATEFUL = {
    "a value for each length": remembers_by_length,
    "the first value for ever": says_the_first_for_ever,
    "wrong on every 500th call": lambda: is_wrong_now_and_then(500),
    "wrong on every 97th call": lambda: is_wrong_now_and_then(97),
    "a little more each time": grows,
    "a constant after 300 calls": lambda: forgets_after(300),
}


@pytest.mark.parametrize("constraints", [["homogeneity", "completeness"], ["rag_bag", "size_vs_quantity"]])
@pytest.mark.parametrize("kind", STATEFUL)
def test_a_metric_that_remembers_has_no_verdict(kind: str, constraints: list[str]) -> None:
    asked = {**ASK, "size": 7, "max_examples": 200, "timeout": 60}
    row = check(STATEFUL[kind](), "clustering", reads="labels", constraints=constraints, **asked)
    assert {cell.strict.outcome for cell in row.cells} == {"error"}
    assert all((cell.error or "").startswith(("NonDeterministic: ", "DependsOn")) for cell in row.cells)


def test_a_metric_that_remembers_nothing_keeps_its_verdicts() -> None:
    asked = {**ASK, "timeout": 60}
    row = check(purity, "clustering", reads="labels", constraints=["homogeneity", "rag_bag"], **asked)
    assert [cell.strict.outcome for cell in row.cells] == ["holds", "blind"]


def test_what_wraps_one_of_our_metrics_is_not_ours() -> None:
    from functools import wraps

    from axiometrics.metrics import metrics

    ours = metrics("clustering")["purity"].function

    @wraps(ours)
    def mine(gold: Any, system: Any) -> float:
        return purity(gold, system)

    record = build(mine, task="clustering", reads="labels")
    assert not record.built_in
    assert not record.trusted


def test_an_import_may_raise_anything_but_ctrl_c(tmp_path: Any) -> None:
    from axiometrics.errors import TargetError

    file = tmp_path / "odd.py"
    file.write_text("class Odd(BaseException): pass\nraise Odd('x')\n")
    with pytest.raises(TargetError, match="its import raised Odd: x"):
        load(f"{file}:f")


def test_a_process_of_the_pool_that_dies_costs_its_own_cells_only(registered: Any) -> None:
    def dies_there(choose: Any) -> Any:
        if os.getpid() != HERE:
            os.kill(os.getpid(), 9)
        return CONSTRAINTS.get("homogeneity", "clustering").bound_generator(choose)

    registered(Constraint(key="odd", task="clustering", generator=dies_there, origin="axiometrics.not"))
    asked = ["odd", "homogeneity", "completeness"]
    found = matrix("clustering", metrics=["purity", "rand"], constraints=asked, jobs=2, **ASK)
    assert {cell.strict.outcome for cell in found.column("odd")} == {"error"}
    assert {(cell.strict.evidence) for cell in found.column("homogeneity")} == {"proof"}
    assert not any(cell.error for key in asked[1:] for cell in found.column(key))
