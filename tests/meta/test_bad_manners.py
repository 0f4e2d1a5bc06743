"""Functions that cannot be judged: the probe says why, in one line that names a case, before any cell is made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from axiometrics.checker.api import check
from axiometrics.checker.demands import every_case
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.foreign import Worker, probe
from axiometrics.tasks import get_task

TASK = get_task("clustering")
TEXTS = ("{a}", "{a b}", "{a}{b}", "{a a b}{c}", "{a a}{b}", "{a b}{a c c}")


def purity(gold: Any, system: Any) -> float:
    best: dict[Any, int] = {}
    for (cluster, _), n in Counter(zip(system, gold, strict=True)).items():
        best[cluster] = max(best.get(cluster, 0), n)
    return sum(best.values()) / len(gold)


def depends_on_the_first_item(gold: Any, system: Any) -> float:
    return purity(gold, system) + 1e-6 * (system[0] == system[-1])


def depends_on_the_names_of_the_labels(gold: Any, system: Any) -> float:
    return purity(gold, system) + 1e-6 * system.count(0)


def random_noise(gold: Any, system: Any) -> float:
    return purity(gold, system) + 1e-9 * random.random()


def counts_its_calls() -> Callable[[Any, Any], float]:
    calls = count()
    return lambda gold, system: purity(gold, system) - 1e-9 * next(calls)


def remembers_the_last_case() -> Callable[[Any, Any], float]:
    last: list[float] = [0.0]

    def metric(gold: Any, system: Any) -> float:
        value, last[0] = purity(gold, system) + last[0] / 10**6, purity(gold, system)
        return value

    return metric


def sorts_its_labels(gold: Any, system: Any) -> float:
    value = purity(gold, system)
    gold.sort(reverse=True)
    return value


def forgets_an_item(gold: Any, system: Any) -> float:
    value = purity(gold, system)
    system.pop()
    return value


@pytest.mark.parametrize(
    ("function", "complaint"),
    [
        (depends_on_the_first_item, "DependsOnItemOrder"),
        (depends_on_the_names_of_the_labels, "DependsOnLabelNames"),
        (random_noise, "NonDeterministic"),
        (counts_its_calls(), "NonDeterministic"),
        (remembers_the_last_case(), "NonDeterministic"),
        (sorts_its_labels, "MutatesInput"),
        (forgets_an_item, "MutatesInput"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
class TestABadlyBehavedFunction:
    def test_is_found_by_the_probe(self, function: Any, complaint: str) -> None:
        tables = [TASK.batch_of(["one"], [{"one": text}]).outputs["one"].table(0) for text in TEXTS]
        known = {repr(TASK.arguments("labels", table)): table for table in tables}

        def rewriting(kind: str) -> Any:
            return lambda case, seed: TASK.equivalent_forms("labels", known[repr(case)], seed)[kind]

        with Worker(function) as worker:
            cases = [TASK.arguments("labels", table) for table in tables]
            found = probe(worker, cases, rewriting("items"), rewriting("labels"))
        assert found is not None
        assert found.startswith(complaint)

    def test_gives_error_cells_and_never_holds(self, function: Any, complaint: str) -> None:
        row = check(
            function, "clustering", reads="labels", effort="quick", constraints=["homogeneity", "rag_bag"]
        )
        assert [cell.strict.outcome for cell in row.cells] == ["error", "error"]
        assert all(cell.error and cell.error.startswith(complaint) for cell in row.cells)
        assert all("on ([" in str(cell.error) for cell in row.cells), "no case is named"


def test_a_stored_case_finds_what_the_small_sweep_of_a_function_cannot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The corpus is replayed on functions only: it holds cases that told metrics apart before."""
    from axiometrics.axioms import CONSTRAINTS

    constraint = CONSTRAINTS.get("homogeneity", "clustering")
    worse, better = "{a a a a a a a a b}{c c}{d d}{e e}", "{a a a a a a a a}{b}{c c}{d d}{e e}"

    def blind_to_this_one(gold: Any, system: Any) -> float:
        sizes = tuple(sorted(Counter(system).values()))
        return 0.5 if sizes in ((2, 2, 2, 9), (1, 2, 2, 2, 8)) else purity(gold, system)

    monkeypatch.setattr(
        every_case, "stored", lambda task: {constraint.label: [{"worse": worse, "better": better}]}
    )
    every_case.replay_cases.cache_clear()
    try:
        cell = check(
            blind_to_this_one,
            "clustering",
            reads="labels",
            constraints=["homogeneity"],
            size=4,
            max_examples=0,
        ).cells[0]
    finally:
        every_case.replay_cases.cache_clear()
    assert (
        len(sweep_cases(constraint, 4)) + len(larger_cases(constraint, wide=False)) + 1 == cell.strict.cases
    )
    assert cell.strict.outcome == "blind"
    assert cell.witness is not None
    assert cell.witness.outputs == {"worse": worse, "better": better}
    assert not cell.witness.minimal
