"""Cases in blocks: the same cases and the same cells, to the last byte, however they are cut."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any
from weakref import ref

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker import matrix
from axiometrics.checker.demands import forget_cases
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import block_of, blocks_of, sweep, sweep_cases
from axiometrics.checker.tally import first_swept, joined, next_tally, swept_up_to
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import cases
from axiometrics.tasks.clustering.numbered_contexts import contexts_of
from axiometrics.tasks.clustering.partitions import cases as whole_cases
from axiometrics.tasks.ordinal import cases as matrix_cases

CONSTRAINTS, METRICS = constraints("clustering"), metrics("clustering")
SOME: dict[str, Any] = {
    "metrics": ["purity", "ami_max", "bcubed_f"],
    "constraints": ["homogeneity", "completeness"],
    "effort": "quick",
    "size": 5,
    "max_examples": 5,
    "hunt": 0,
    "cache": False,
}


WHOLES = [
    "symmetry",
    "consistent_improvement",
    "triangle_inequality",
    "constant_baseline",
    "label_invariance",
]


def cut(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Have blocks of at most so many cases."""
    forget_cases()
    for module in (cases, whole_cases, matrix_cases):
        monkeypatch.setattr(module, "MOST", most)


@pytest.fixture(autouse=True)
def _forgetting() -> Any:
    yield
    forget_cases()


@pytest.mark.parametrize("key", ["homogeneity", "perfect_split"])
@pytest.mark.parametrize("most", [1, 100])
def test_blocks_are_stretches_of_all_cases(key: str, most: int) -> None:
    record = CONSTRAINTS[key]
    whole = cases.gather(record.bound_generator, record.outputs, 5)
    blocks = cases.blocks(record.bound_generator, record.outputs, 5, most)
    made = [blocks.make(place) for place in reversed(range(len(blocks)))][::-1]
    assert [len(block) for block in made] == list(blocks.counts)
    assert max(map(len, made)) <= most
    found = [block.case(place) for block in made for place in range(len(block))]
    assert found == [whole.case(place) for place in range(len(whole))]
    for name, values in whole.counted.items():
        assert [int(value) for block in made for value in block.counted[name]] == values.tolist()


@pytest.mark.parametrize(
    ("task", "key", "size", "most"),
    [
        *(("clustering", key, 7, 40) for key in WHOLES),
        ("clustering", "dom_p4", 5, 10_000),
        ("ordinal", "rank_invariance", 4, 2_000),
        ("classification", "independence", 4, 2_000),
    ],
)
def test_blocks_of_choices_are_stretches_of_all_cases(
    monkeypatch: pytest.MonkeyPatch, task: str, key: str, size: int, most: int
) -> None:
    cut(monkeypatch, most)
    record = constraints(task)[key]
    whole = get_task(task).sweep(record.bound_generator, record.outputs, size)
    blocks = get_task(task).blocks(record.bound_generator, record.outputs, size)
    made = [blocks.make(place) for place in reversed(range(len(blocks)))][::-1]
    assert len(blocks) > 1
    assert [len(block) for block in made] == list(blocks.counts)
    assert max(map(len, made)) <= most
    found = [block.case(place) for block in made for place in range(len(block))]
    assert found == [whole.case(place) for place in range(len(whole))]
    told = {(block.complete_up_to, block.grid, frozenset(block.sizes)) for block in made}
    assert told == {(whole.complete_up_to, whole.grid, frozenset(whole.sizes))}


@pytest.mark.parametrize(
    ("task", "keys", "size", "most"),
    [
        ("clustering", WHOLES[:4], 6, 15),
        ("clustering", ["dom_p4"], 5, 10_000),
        ("ordinal", ["ordinal_invariance", "correction"], 4, 3_000),
    ],
)
def test_cells_of_many_small_blocks_are_those_of_one(
    monkeypatch: pytest.MonkeyPatch, task: str, keys: list[str], size: int, most: int
) -> None:
    options = SOME | {"metrics": [*metrics(task)][::9], "constraints": keys, "size": size}
    whole = matrix(task, **options, jobs=1).to_dict()
    cut(monkeypatch, most)
    assert matrix(task, **options, jobs=1).to_dict() == whole
    assert all(len(blocks_of(constraints(task)[key], size)) > 1 for key in keys)


def test_of_several_blocks_one_is_there_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, 10)
    record, metric = CONSTRAINTS["symmetry"], METRICS["purity"]
    made = []
    for place in range(3):
        block = block_of(record, 7, place)
        sweep(metric, record, TrustedSource(metric), block)
        made.append(ref(block.outputs["original"]))
        del block
    assert [batch() is None for batch in made] == [True, True, False]


def test_any_contexts_are_those_among_all_of_their_size() -> None:
    contexts = contexts_of((1, 2))
    every = contexts.block(5, np.arange(contexts.count(5)))
    some = np.array([3, 50, contexts.count(5) - 1])
    block = contexts.block(5, some)
    for place, number in enumerate(some.tolist()):
        mine = block.cells[block.start[place] : block.start[place + 1], 1:]
        assert mine.tolist() == every.cells[every.start[number] : every.start[number + 1], 1:].tolist()
        assert block.columns[place].tolist() == every.columns[number].tolist()


@pytest.mark.parametrize(("most", "jobs"), [(30, 1), (40, 2)])
def test_a_matrix_is_the_same_however_its_cases_are_cut(
    monkeypatch: pytest.MonkeyPatch, most: int, jobs: int
) -> None:
    whole = matrix("clustering", **SOME, jobs=1).to_dict()
    cut(monkeypatch, most)
    assert matrix("clustering", **SOME, jobs=jobs).to_dict() == whole
    assert len(blocks_of(CONSTRAINTS["homogeneity"], 5)) > 1


def test_the_numbers_of_a_single_sweep_are_those_of_its_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where an inversion is clear only in a later block: after it, fewer signs are decided."""
    found: dict[tuple[str, str], list[Any]] = {}
    for most in (10**6, 9):
        cut(monkeypatch, most)
        for metric in ("purity", "rand"):
            for key in ("homogeneity", "completeness", "rag_bag"):
                record = METRICS[metric]
                swept = swept_up_to(record, CONSTRAINTS[key], TrustedSource(record), 5)
                found.setdefault((metric, key), []).append(swept.first)
    for name, parts in found.items():
        assert all(one == other for one, other in pairwise(parts)), name


def test_a_proof_is_dropped_where_later_blocks_have_both_signs() -> None:
    """It would not have been looked for, had all cases been swept at once."""
    metric, record = METRICS["bcubed_precision"], CONSTRAINTS["homogeneity"]
    begun = first_swept(metric, record, TrustedSource(metric), 4)
    assert begun.proof is not None
    assert begun.first is not None
    both = [replace(begun.first, clear=frozenset({sign})) for sign in (1, -1)]
    assert joined(record, begun, both) is None
    assert joined(record, begun, both[:1]) is not None
    assert joined(record, replace(begun, proof=None), both) is not None


def test_a_block_that_is_missing_leaves_a_proof_unconfirmed() -> None:
    metric, record = METRICS["bcubed_precision"], CONSTRAINTS["homogeneity"]
    source = TrustedSource(metric)
    begun = first_swept(metric, record, source, 4)
    assert begun.proof is not None
    assert joined(record, begun, [begun.first, None]) is None
    assert next_tally(metric, record, source, 4, 0, begun) is not None
    assert len(sweep_cases(record, 4)) > 0
