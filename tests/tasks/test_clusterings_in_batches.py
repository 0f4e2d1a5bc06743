"""Many clusterings at once: what is told apart, and what random labels share, beside the plain definitions."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.scalars import FLOATS, elementwise
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering.batch import Chances, TableBatch
from axiometrics.tasks.clustering.table import Table


def random_tables(count: int, seed: int = 0) -> list[Table]:
    random = np.random.default_rng(seed)
    return [Table.from_array(random.integers(0, 3, (2, 2)) + np.eye(2, dtype=int)) for _ in range(count)]


def test_equal_tables_have_one_number() -> None:
    batch = TableBatch.from_tables(random_tables(300))
    first, number = batch.different
    tables = list(batch.tables())
    assert len(first) < len(tables)
    assert [tables[place] for place in first[number]] == tables
    assert len({tables[place] for place in first}) == len(first)
    places = np.arange(0, len(batch), 7)
    assert np.array_equal(first[batch.numbered(places)], first[number][places])


def test_dense_arrays_are_those_of_single_tables() -> None:
    batch = TableBatch.from_tables(random_tables(40))
    for place, array in enumerate(batch.contingencies(np.arange(len(batch)))):
        assert np.array_equal(array, batch.table(place).to_array())


def test_a_function_of_tables_is_asked_once_for_each_different_one() -> None:
    metric, batch = (
        metrics("clustering")["classification_accuracy"],
        TableBatch.from_tables(random_tables(60)),
    )
    alone = [float(metric.function(table.to_array())) for table in batch.tables()]
    assert get_task("clustering").values(metric, batch).tolist() == alone


@pytest.mark.parametrize("items", [12, 1500])
def test_chances_are_what_counting_gives(items: int) -> None:
    kinds = [(3, 5, items, 2), (items - 4, 7, items, 1), (1, 1, items, 6)]
    chances = Chances.of_kinds(kinds)
    n, a, b, total, pairs = (part.tolist() for part in chances.parts)
    exact = [
        p * comb(j, k) * comb(whole - j, i - k) / comb(whole, i)
        for k, i, j, whole, p in zip(n, a, b, total, pairs, strict=True)
    ]
    bounded = chances.column_in(BOUNDED)
    assert (np.abs(bounded.value - exact) <= bounded.radius).all()
    assert np.array_equal(chances.column_in(FLOATS), bounded.value)
    assert [float(each) for each in chances.column_in(elementwise(exact_algebra(4)))] == exact
    some = np.array([4, 0])
    assert np.array_equal(chances[some].column_in(BOUNDED).value, bounded.value[some])


def test_logarithms_of_factorials_looked_up_are_those_computed() -> None:
    few = Chances.of_kinds([(40, 70, 1200, 1)])
    many = Chances.of_kinds([(40, 70, 1200, 1), *[(600, 600, 1200, 1)] * 4])
    assert few.n.size < 1200 < many.n.size
    one, other = (each.column_in(BOUNDED) for each in (few, many))
    assert np.array_equal(one.value, other.value[: few.n.size])
    assert np.array_equal(one.radius, other.radius[: few.n.size])
