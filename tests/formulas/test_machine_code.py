"""Machine code gives what Python's floats give, to the last bit, and leaves to them whatever it does not know."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from axiometrics.formulas import machine
from axiometrics.formulas.single_output import tape_of
from axiometrics.metrics import Metric, metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import reading as of_clusterings
from axiometrics.tasks.ordinal import reading as of_classes
from axiometrics.tasks.users_data import LARGE

OFFERS = {"clustering": of_clusterings._OFFERS, "ordinal": of_classes._OFFERS}
REASON = "numba is not installed: pip install 'axiometrics[fast]'"


@pytest.fixture(params=["python", "numba"])
def run(request: pytest.FixtureRequest) -> Callable[..., float]:
    """The machine as Python, and as numba compiles it."""
    if request.param == "python":
        return machine.value
    pytest.importorskip("numba", reason=REASON)
    found = machine.started()
    assert found is not None, "numba is installed, and does not compile the machine"
    return found


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that ask for machine code from the first one on: without numba by the same steps in Python."""
    monkeypatch.setattr(machine, "ENOUGH", 0)
    monkeypatch.setattr(machine, "_STARTED", [machine.started() or machine.value])


def formulas(task: str) -> list[Metric]:
    return [metric for metric in metrics(task).values() if metric.reads is None]


def labels(items: int, classes: int, seed: int) -> tuple[Any, Any]:
    drawn = np.random.default_rng(seed)
    gold, other = drawn.integers(1, classes + 1, (2, items))
    return gold, np.where(drawn.random(items) < 0.5, gold, other)


def told(metric: Metric, gold: Any, system: Any, classes: int) -> float | None:
    """Return what others than the machine say of a metric."""
    options = {"classes": classes} if metric.task == "ordinal" else {}
    home = get_task(metric.task)
    return home.of_output(metric, home.read(gold, system, **options))


@pytest.mark.parametrize("task", OFFERS)
def test_machine_code_and_python_give_the_same_floats(task: str, run: Callable[..., float]) -> None:
    compared = 0
    sizes = (1, 2, 5, 8, 20, 63, 64, 300) if run is machine.value else (*range(1, 66), 1000, 5000, 100_000)
    for metric in formulas(task):
        for seed, items in enumerate(sizes):
            classes = (2, 3, 5, 12)[seed % 4]
            known = tape_of(metric.formula, OFFERS[task], classes if task == "ordinal" else 0)
            if known is None or items > known[1]:
                continue
            both = labels(items, classes, seed)
            found = run(*both, np.array(known, dtype=float))
            compared += found == found
            assert found != found or found == told(metric, *both, classes), (metric.key, items, seed)
    assert compared > (80 if run is machine.value else 500)


@pytest.mark.parametrize("task", OFFERS)
def test_most_formulas_are_tapes(task: str) -> None:
    known = [tape_of(metric.formula, OFFERS[task], 5 * (task == "ordinal")) for metric in formulas(task)]
    assert sum(tape is not None for tape in known) >= len(known) / 3


def test_a_sum_of_distances_is_not_one_of_counts(run: Callable[..., float]) -> None:
    def distance(confusion: Any) -> Any:
        """Sum of the distances of all cells with items."""
        return confusion.cells(lambda at: at.distance + at.distance**2)

    metric = build(distance, task="ordinal")
    tape = tape_of(metric.formula, OFFERS["ordinal"], 3)
    assert tape is not None
    gold, system = np.array([1, 1, 3, 3]), np.array([1, 2, 1, 1])
    assert run(gold, system, np.array(tape, dtype=float)) == (1 + 1) + (2 + 4)


def test_formulas_of_the_largest_term_are_left_to_others() -> None:
    assert tape_of(metrics("clustering")["purity"].formula, OFFERS["clustering"]) is None


def test_whole_numbers_beyond_floats_are_left_to_others() -> None:
    def cubes(table: Any) -> Any:
        """Sum of cubes."""
        return table.cells(lambda n, a, b: n**3) / table.items

    tape = tape_of(build(cubes, task="clustering").formula, OFFERS["clustering"])
    assert tape is not None
    assert tape[1] < 2**18
    assert 2 * tape[1] ** 4 <= 2**53


def test_sums_of_floats_are_taken_of_as_many_items_as_lists_are() -> None:
    assert machine.SHORT == LARGE
    tape = tape_of(metrics("clustering")["nmi_arith"].formula, OFFERS["clustering"])
    assert tape is not None
    assert tape[1] == LARGE - 1


DATA: list[tuple[Any, Any]] = [
    ([], []),
    ([0, 1], [0]),
    ([0, 1], [0, None]),
    ([0, 1], [0, float("nan")]),
    ([0, "a"], [0, 1]),
    ([0, 1.5, 2], [0, 0, 1]),
    ([True, False, True], [0, 1, 1]),
    ([True, 2, 2], [1, 2, 1]),
    ([1, 2, 2], [1, 2, True]),
    ([1, 2, 3], [1, 2, 2]),
    ([0, -5, -5], [7, 7, 8]),
    ([2**70, 0, 1], [0, 0, 1]),
    ([2**62, 0, -(2**62)], [0, 0, 1]),
    ([np.int64(1), np.int64(2)], [1, 1]),
    (np.array([0.0, np.nan]), np.array([0, 1])),
    (np.array([0, 1, None]), np.array([0, 1, 1])),
    (np.array([[0, 1], [1, 0]]), np.array([0, 1])),
    (np.array([]), np.array([])),
    (np.array([3, 4, 4]), [3, 4, 4]),
    (np.arange(12)[::3], np.arange(12)[::-3]),
    (np.array([1, 2, 2], dtype=np.uint64), np.array([1, 2, 2], dtype=np.int32)),
    (np.array([0, 1]), np.array([0, 1, 1])),
    (np.array([1, 2, 6]), np.array([1, 2, 2])),
    (np.array([0, 2, 1]), np.array([1, 2, 2])),
    (np.array([2**63 - 1, -(2**63)]), np.array([0, 1])),
]


def outcome(metric: Metric, gold: Any, system: Any, options: dict[str, Any]) -> object:
    try:
        return metric(gold, system, **options)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("key", ["adjusted_rand", "nmi_arith", "ami_arith", "mae_macro"])
@pytest.mark.parametrize("place", range(len(DATA)))
def test_what_is_no_label_is_refused_as_ever(key: str, place: int, at_once: None) -> None:
    task, (gold, system) = "ordinal" if key == "mae_macro" else "clustering", DATA[place]
    options = {"classes": 5} if task == "ordinal" else {}
    metric = metrics(task)[key].with_parameters()
    home = get_task(task)

    def slow() -> object:
        try:
            return home.of_output(metric, home.read(gold, system, **options))
        except Exception as error:
            return type(error), str(error)

    expected = slow()
    found = outcome(metric, gold, system, options)
    assert found == expected or (found is None and expected != expected)


def test_arrays_that_cannot_be_written_are_read(at_once: None) -> None:
    gold, system = labels(1000, 5, 0)
    expected = told(metrics("clustering")["rand"], gold, system, 5)
    gold.flags.writeable = system.flags.writeable = False
    assert metrics("clustering")["rand"].with_parameters()(gold, system) == expected


def test_a_program_of_few_calls_does_not_import_numba() -> None:
    code = (
        "import sys; from axiometrics.metrics import metrics; rand = metrics('clustering')['rand']\n"
        "for _ in range(1000): rand([0, 0, 1], [0, 1, 1])\n"
        "assert 'numba' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_after_many_calls_the_machine_is_asked() -> None:
    pytest.importorskip("numba", reason=REASON)
    code = (
        "import sys; from axiometrics.metrics import metrics; rand = metrics('clustering')['rand']\n"
        "from axiometrics.formulas.machine import ENOUGH\n"
        "found = {rand([0, 0, 1], [0, 1, 1]) for _ in range(ENOUGH + 5)}\n"
        "assert 'numba' in sys.modules and len(found) == 1"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
