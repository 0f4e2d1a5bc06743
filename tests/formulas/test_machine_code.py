"""Machine code gives what Python's floats give, to the last bit, and leaves to them whatever it does not know."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from axiometrics.formulas import machine, single_output, sqrt
from axiometrics.formulas.single_output import mark_of, tape_of
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
    ([np.int8(100), np.int8(100), np.int8(1)], [np.uint8(200), np.uint8(200), np.uint8(3)]),
    ((1, 2, 2), (1, 1, 2)),
    ((1, 2, 2), [1, 1, 2]),
    ([2**63, 0, 1], [0, 0, 1]),
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


SWAPPED = """
import sys
from pathlib import Path
from types import ModuleType
import axiometrics.formulas as home

path = Path(home.__file__).with_name("single_output.py")
text = path.read_text()
other = text.replace("FOLD, ADD, SUB, MUL", "FOLD, MUL, SUB, ADD")
assert other != text
name = "axiometrics.formulas.single_output"
module = home.single_output = sys.modules[name] = ModuleType(name)
exec(compile(other if sys.argv[1] == "swapped" else text, path, "exec"), vars(module))
from axiometrics.formulas import machine
from axiometrics.metrics import metrics
machine.ENOUGH = 0
print(metrics("clustering")["rand"]([1, 1, 2, 2], [1, 2, 2, 2]), machine.started() is not None)
"""


def test_other_numbers_of_steps_are_other_machine_code(tmp_path: Path) -> None:
    """What was compiled and kept with some numbers of steps is not used with others."""
    pytest.importorskip("numba", reason=REASON)
    for numbers in ("as they are", "swapped"):
        done = subprocess.run(
            [sys.executable, "-c", SWAPPED, numbers],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split() == ["0.5", "True"]
    assert len(list(tmp_path.rglob("*.nbc"))) == 2


def test_the_mark_tells_all_numbers_that_are_frozen() -> None:
    codes = [part.__code__ for part in machine._PARTS]
    given = {**vars(single_output), **vars(machine)}
    mark = mark_of(codes, given)
    assert mark == mark_of(codes, dict(given))
    for name in ("ADD", "FEW", "EXACT", "STACK", "HEAD", "COUNT", "CELL_SQUARES", "USED", "CHOSEN", "SHORT"):
        assert mark_of(codes, {**given, name: 2 * given[name] + 1}) != mark, name
    assert mark_of(codes, {**given, "ENOUGH": 0}) == mark
    assert mark_of(codes[1:], given) != mark


def test_the_mark_is_the_same_in_every_process() -> None:
    code = (
        "from axiometrics.formulas import machine, single_output as steps\n"
        "codes = [part.__code__ for part in machine._PARTS]\n"
        "print(steps.mark_of(codes, {**vars(steps), **vars(machine)}))"
    )
    marks = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(marks) == 1


@pytest.mark.parametrize("heals", [True, False])
def test_machine_code_of_another_mark_is_not_used(heals: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba", reason=REASON)

    class Stale:
        """A machine that numba found on disk, and that has another mark; it may compile itself again."""

        def __init__(self, right: Callable[..., float]) -> None:
            self.right, self.healed = right, False

        def __call__(self, *given: Any) -> float:
            return self.right(*given) + (not self.healed)

        def recompile(self) -> None:
            self.healed = heals

    monkeypatch.setattr(numba, "njit", lambda *_, **__: Stale)
    found = machine._compiled()
    assert (found is not None) == heals


def test_a_bug_in_the_machine_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba", reason=REASON)

    def failing(error: Exception) -> Callable[..., Any]:
        def njit(*_: object, **__: object) -> Any:
            raise error

        return njit

    monkeypatch.setattr(numba, "njit", failing(RuntimeError("no locator available")))
    assert machine._compiled() is None
    monkeypatch.setattr(numba, "njit", failing(ValueError("a bug")))
    with pytest.raises(ValueError, match="a bug"):
        machine._compiled()


class Index:
    """Is no label, though it can be used as an int in more ways than one."""

    def __index__(self) -> int:
        return 1

    def __radd__(self, other: object) -> int:
        return 1

    __add__ = __radd__


class Whole(int):
    """An int of another type."""


def test_labels_are_ints_and_nothing_that_is_used_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "ENOUGH", 0)
    monkeypatch.setattr(machine, "_STARTED", [machine.value])
    quick = machine.quick_alone(metrics("clustering")["rand"].formula, OFFERS["clustering"])
    assert quick([1, 1, 2], (1, 2, 2)) == 1 / 3
    assert quick([True, 1, 2], [1, 2, 2]) == 1 / 3
    for strange in (Index(), Whole(1), np.int64(1), np.int8(1), np.bool_(True), 1.0, "1", None, 2**63):
        assert np.isnan(quick([1, 1, strange], [1, 2, 2])), strange
        assert np.isnan(quick([1, 1, 2], [1, strange, 2])), strange
    of_classes = machine.quick_alone(metrics("ordinal")["accuracy"].formula, OFFERS["ordinal"])
    assert of_classes([1, 1, 2], [1, 2, 2], 2) == 2 / 3
    assert np.isnan(of_classes([True, 1, 2], [1, 2, 2], 2))


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16])
def test_numbers_of_arrays_in_lists_do_not_overflow(kind: type, at_once: None) -> None:
    gold, system = list(np.arange(60, dtype=kind)), list(np.arange(60, dtype=kind) // 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = metrics("clustering")["rand"].with_parameters()(gold, system)
    assert found == metrics("clustering")["rand"](list(map(int, gold)), list(map(int, system)))


def test_formulas_of_numbers_beyond_floats_have_no_tape() -> None:
    def powers(table: Any) -> Any:
        """Quotient of two large powers."""
        return (10 * table.items + 1) ** 400 / (10 * table.items + 3) ** 400

    assert tape_of(build(powers, task="clustering").formula, OFFERS["clustering"]) is None


def test_a_formula_too_deep_to_be_read_has_no_tape() -> None:
    class Deep:
        @property
        def steps(self) -> Any:
            raise RecursionError

    deep: Any = Deep()
    assert tape_of(deep, OFFERS["clustering"]) is None


def test_zero_has_one_sign(monkeypatch: pytest.MonkeyPatch, at_once: None) -> None:
    def ordinal(v: Any) -> Any:
        """Zero times a negative number that is no whole one."""
        return -(sqrt(v.present**2 + 1) * v.present_classes(lambda at: at.system))

    gold, system = [4, 4, 3, 4, 2], [1] * 5
    found = build(ordinal, task="ordinal").with_parameters()(gold, system, classes=5)
    monkeypatch.setattr(machine, "ENOUGH", 10**9)
    others = build(ordinal, task="ordinal").with_parameters()(gold, system, classes=5)
    assert str(found) == str(others) == "0.0"


def test_only_calls_that_machine_code_may_take_start_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(machine, "ENOUGH", 0)
    monkeypatch.setattr(machine, "started", lambda: asked.append(1))
    rand, purity = (
        machine.quick_alone(metrics("clustering")[key].formula, OFFERS["clustering"])
        for key in ("rand", "purity")
    )
    calls = next(machine._CALLS)
    for pair in (
        ("ab", "xy"),
        (["a"], ["x"]),
        ([], []),
        ({1: 2}, {1: 2}),
        (np.ones(2), np.ones(2)),
        ([1], "a"),
    ):
        assert np.isnan(rand(*pair))
    assert next(machine._CALLS) == calls + 1
    assert np.isnan(purity([1, 2], [1, 1]))
    assert not asked
    assert np.isnan(rand([1, 2], [1, 1]))
    assert asked


def test_threads_start_the_machine_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def compiled() -> Any:
        time.sleep(0.05)
        made.append(1)
        return machine.value

    monkeypatch.setattr(machine, "_STARTED", [])
    monkeypatch.setattr(machine, "_compiled", compiled)
    threads = [threading.Thread(target=machine.started) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(made) == 1


def test_benchmarks_leave_the_machine_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    peers = pytest.importorskip("benchmarks.peers", reason="the benchmarks are not part of what is installed")
    seen: list[int] = []
    enough = machine.ENOUGH
    monkeypatch.setattr(
        peers, "import_module", lambda _: SimpleNamespace(PEERS=seen.append(machine.ENOUGH) or ())
    )
    assert peers.measure() == []
    assert set(seen) == {0}
    assert enough == machine.ENOUGH
