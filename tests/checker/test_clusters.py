"""A dask cluster of two processes gives what one process gives, also when one of them is lost in the middle."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS, constraints
from axiometrics.checker import check, matrix
from axiometrics.checker.demands import forget_cases
from axiometrics.checker.isolation import described
from axiometrics.checker.scheduling.crews import Done, ForkedCrew, Work, computed_by
from axiometrics.checker.selection import Options
from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.errors import InputError
from axiometrics.metrics import METRICS, metrics
from axiometrics.tasks.clustering import cases

FEW: dict[str, Any] = {
    "metrics": ["purity", "f_measure", "rand"],
    "constraints": ["homogeneity", "rag_bag"],
    "effort": "quick",
    "size": 4,
    "max_examples": 5,
}


def _small_blocks(patched: pytest.MonkeyPatch) -> Any:
    forget_cases()
    patched.setattr(cases, "MOST", 5)
    return nullcontext()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="needs the extra dask")
    dask = pytest.importorskip("dask")
    with (
        pytest.MonkeyPatch.context() as patched,  # of which the workers are forked, so that theirs are small, too
        dask.config.set(
            {"distributed.worker.multiprocessing-method": "fork"}
        ),  # others import everything again
        _small_blocks(patched),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as made,
        distributed.Client(made, set_as_default=False) as client,
    ):
        yield client


def test_every_metric_and_constraint_pickles_as_its_task_and_label() -> None:
    for record in (*METRICS.view().values(), *CONSTRAINTS.view().values()):
        told = pickle.dumps(record)
        assert pickle.loads(told) == record
        assert len(told) < 200
    other = metrics("ranking")["rbp"].with_parameters(p="1/3")
    assert pickle.loads(pickle.dumps(other)).label == "rbp(p=1/3)"
    for values in constraints("clustering")["rag_bag"].variants:
        reading = constraints("clustering")["rag_bag"].with_parameters(**values)
        assert pickle.loads(pickle.dumps(reading)) == reading


def test_a_cluster_gives_the_same_bytes_when_a_worker_is_killed_in_the_middle(cluster: Any) -> None:
    seen: list[tuple[int, int]] = []

    def kill_one(name: str, done: int, total: int) -> None:
        if not any(count for count, _ in seen) and done:
            os.kill(next(iter(cluster.run(os.getpid).values())), signal.SIGKILL)
        seen.append((done, total))

    there = matrix("clustering", **FEW, cache=False, dask=cluster, progress=kill_one)
    assert there.to_dict() == matrix("clustering", **FEW, cache=False, jobs=1).to_dict()
    assert seen == sorted(seen)
    assert seen[-1] == (6, 6)


def test_a_function_of_somebody_is_shipped_with_its_file_and_the_modules_beside_it(
    cluster: Any, tmp_path: Path
) -> None:
    (tmp_path / "helper_of_mine.py").write_text("def share(hits, all):\n    return hits / all\n")
    (tmp_path / "mine.py").write_text(
        "from pathlib import Path\nfrom helper_of_mine import share\n"
        f"with open({str(tmp_path / 'places')!r}, 'a') as told:\n    print(Path(__file__).parent, file=told)\n"
        "def hits(gold, system):\n"
        "    return share(sum(one == other for one, other in zip(gold, system)), len(gold))\n"
    )
    target: Any = described(f"{tmp_path / 'mine.py'}:hits", 10.0).found
    how: dict[str, Any] = {
        "task": "filtering",
        "reads": "labels",
        "effort": "quick",
        "size": 3,
        "max_examples": 5,
    }
    here = check(target, **how, jobs=1)
    assert set((tmp_path / "places").read_text().split()) == {str(tmp_path)}
    there = check(target, **how, dask=cluster)
    assert set((tmp_path / "places").read_text().split()) > {str(tmp_path)}
    assert there.to_dict() == here.to_dict()
    assert "error" not in {cell.strict.outcome for cell in there.cells}


def test_an_address_where_no_scheduler_answers_is_refused() -> None:
    pytest.importorskip("distributed", reason="needs the extra dask")
    with pytest.raises(InputError, match="no dask scheduler answers at 'nowhere'"):
        matrix("clustering", **FEW, cache=False, dask="nowhere")


def test_without_the_extra_a_cluster_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"install axiometrics\[dask\]"):
        matrix("clustering", **FEW, cache=False, dask="tcp://127.0.0.1:1")


def _ending(work: Work) -> Done:
    """Compute nothing, and end the process where rand is asked for."""
    if any(metric.key == "rand" for metric, _ in work.piece):
        os._exit(3)
    held = Verdict("holds", "sweep", cases=1, applicable=1)
    return [Cell(metric.label, constraint.label, held, held) for metric, constraint in work.piece], []


def test_the_cell_that_ends_its_process_is_an_error_and_the_others_are_finished() -> None:
    known, asked = metrics("clustering"), constraints("clustering")["rag_bag"]
    pieces = [
        tuple((known[key], asked) for key in keys)
        for keys in (("purity", "rand"), ("f_measure",), ("jaccard",))
    ]
    works = [Work(piece, {}, Options()) for piece in pieces]
    found = {
        cell.metric: cell for _, done in computed_by(ForkedCrew(works, _ending, 2), works) for cell in done[0]
    }
    assert {key for key, cell in found.items() if cell.strict.outcome == "holds"} == {
        "purity",
        "f_measure",
        "jaccard",
    }
    assert found["rand"].error == "crashed: the process that computed the cell has ended"
