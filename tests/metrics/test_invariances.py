"""What no clustering metric may notice: the order of the items and the names of the groups."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.users_data import LARGE

TASK = get_task("clustering")
METRICS = metrics("clustering")
EVERY = pytest.mark.parametrize("key", METRICS)
RULES = settings(max_examples=12, derandomize=True, deadline=None, database=None)

ITEMS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=9)
NAMES = st.permutations(["w", "x", "y", "z"])


def _same(key: str, first: Table, second: Table) -> bool:
    arithmetic = TASK.algebra(first)
    values = [TASK.value(METRICS[key], table, arithmetic) for table in (first, second)]
    return arithmetic.compare(*values) == 0


@EVERY
@RULES
@given(data=st.data(), items=ITEMS)
def test_the_order_of_the_items_does_not_matter(key: str, data: Any, items: list[tuple[int, int]]) -> None:
    moved = data.draw(st.permutations(items))
    assert _same(
        key, Table.from_labels(*zip(*items, strict=True)), Table.from_labels(*zip(*moved, strict=True))
    )


@EVERY
@RULES
@given(items=ITEMS, gold_names=NAMES, system_names=NAMES)
def test_the_names_of_categories_and_clusters_do_not_matter(
    key: str, items: list[tuple[int, int]], gold_names: list[str], system_names: list[str]
) -> None:
    renamed = [(gold_names[gold], system_names[system]) for gold, system in items]
    assert METRICS[key](*zip(*renamed, strict=True)) == METRICS[key](*zip(*items, strict=True))


@EVERY
@settings(RULES, max_examples=4)
@given(items=ITEMS, offset=st.integers(-(10**12), 10**12), step=st.sampled_from([1, -1, 7, 10**9]))
def test_the_integers_that_label_a_large_clustering_do_not_matter(
    key: str, items: list[tuple[int, int]], offset: int, step: int
) -> None:
    if key.startswith("ami"):
        items = items[:3]
    gold, system = zip(*(items * (LARGE // len(items) + 1)), strict=True)
    renamed = [offset + step * label for label in system]
    assert METRICS[key](gold, renamed) == pytest.approx(METRICS[key](gold, system), rel=1e-11, abs=1e-11)
