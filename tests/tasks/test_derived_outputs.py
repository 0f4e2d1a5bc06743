"""Outputs that are made of clusterings: means over random systems, and the ways to write one clustering."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.sweep import sweep_cases
from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Labelled, Table
from axiometrics.tasks.clustering.cases import DerivedBatch, from_notation
from axiometrics.tasks.clustering.partitions.derived_outputs import (
    Mean,
    average,
    block_sizes,
    rewritings,
    with_labels,
)

TASK = get_task("clustering")
METRICS = metrics("clustering")


def dealt(sizes: tuple[int, ...]) -> list[int]:
    return [block for block, size in enumerate(sizes) for _ in range(size)]


@pytest.mark.parametrize("items", [1, 2, 3, 4, 5, 6])
def test_a_mean_is_that_over_all_permutations_of_the_labels(items: int) -> None:
    """Every order of the system's labels is equally likely; equal tables up to names are counted together."""
    for clusters in block_sizes(items):
        for gold in block_sizes(items):
            orders = Counter(permutations(dealt(clusters)))
            wanted: Counter[Any] = Counter()
            for order, times in orders.items():
                wanted[Table.from_labels(dealt(gold), order).canonical()] += times
            whole = sum(orders.values())
            found = {table.canonical(): weight for weight, table in average(clusters, gold).parts}
            assert found == {table: Fraction(count, whole) for table, count in wanted.items()}
            assert len(found) == len(average(clusters, gold).parts)


def test_every_part_of_a_mean_has_the_sizes_that_were_asked_for() -> None:
    mean = average((3, 2, 2), (4, 2, 1))
    for table in mean.tables:
        assert sorted(table.cluster_sizes) == [2, 2, 3]
        assert table.category_sizes == (4, 2, 1)


def test_the_value_of_a_mean_is_the_mean_of_the_values() -> None:
    """Purity of {a a}{b} is 1 and of {a b}{a} 2/3: 1/3 + 2/3 * 2/3 = 7/9."""
    mean = Mean.from_notation("1/3*{a a}{b} + 2/3*{a b}{a}")
    algebra = TASK.algebra(mean)
    assert algebra.text(TASK.value(METRICS["purity"], mean, algebra)) == "7/9"
    assert TASK.value(METRICS["purity"], mean, SCALARS) == pytest.approx(7 / 9)
    batch = DerivedBatch([mean, average((3,), (2, 1)), mean])
    assert TASK.values(METRICS["purity"], batch) == pytest.approx([7 / 9, 2 / 3, 7 / 9])
    assert TASK.values(METRICS["classification_accuracy"], batch) == pytest.approx([7 / 9, 2 / 3, 7 / 9])


def test_a_mean_has_no_value_where_one_of_its_outputs_has_none() -> None:
    batch = DerivedBatch([Mean.from_notation("1/2*{a a} + 1/2*{a}{a}")])
    from axiometrics.metrics.registry import build

    metric = build(
        lambda table: float("nan") if table.shape[0] > 1 else 1.0, task="clustering", reads="table"
    )
    assert np.isnan(TASK.values(metric, batch)).all()


@pytest.mark.parametrize("text", ["1/3*{a a}{b} + 2/3*{a b}{a}", "gold b a | system 1 -3", "{a a b}{c}"])
def test_every_output_is_read_back_from_its_notation(text: str) -> None:
    assert from_notation(text).notation() == text


@pytest.mark.parametrize(
    "text", ["1/3*{a} + 1/3*{a}", "1/0*{a}", "half*{a}", "gold a b | system 1", "gold a"]
)
def test_what_is_no_output_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="cannot read"):
        from_notation(text)


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("text", ["{a}", "{a b}{b}", "{a b c}{a}{b b}"])
def test_every_way_to_write_a_clustering_has_its_table(text: str, words: bool) -> None:
    table = Table.from_notation(text)
    for each in rewritings(table, words=words):
        assert each != with_labels(table)
        assert each.table.canonical() == table.canonical()
        for reads in ("labels", "table", "sets", "dicts"):
            assert _read_back(reads, TASK.arguments(reads, each)).canonical() == table.canonical()


def _read_back(reads: str, arguments: Any) -> Table:
    if reads == "table":
        return Table.from_array(arguments[0])
    if reads == "labels":
        return Table.from_labels(*arguments)
    gold, system = arguments
    if reads == "dicts":
        assert all(len(labels) == 1 for side in arguments for labels in side.values())
        return Table.from_labels(*([next(iter(side[item])) for item in sorted(side)] for side in arguments))
    return Table.from_pairs(
        {
            (i, j): len(one & other)
            for i, one in enumerate(system)
            for j, other in enumerate(gold)
            if one & other
        }
    )


def test_a_function_gets_the_labels_as_they_are_written() -> None:
    written = Labelled.from_notation("gold b a b | system 7 7 3")
    assert TASK.arguments("labels", written) == (["b", "a", "b"], [7, 7, 3])
    assert TASK.arguments("table", written)[0].tolist() == [[0, 1], [1, 1]]


def test_means_of_every_gold_and_every_two_sizes_are_compared() -> None:
    """Golds of N items with 1 < K < N: p(N) - 2; pairs of sizes: p(N)(p(N) - 1)/2, with p = 3, 5, 7 for 3, 4, 5."""
    cases = sweep_cases(constraints("clustering")["constant_baseline"], 7)
    assert Counter(cases.size.tolist()) == {3: 1 * 3, 4: 3 * 10, 5: 5 * 21}
