"""The enumerator yields every table of a size once up to permutation: counted by OEIS A007716, and by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product

import naive
import pytest

from axiometrics.tasks.clustering.canonical_tables import marked_tables, tables

Columns = Sequence[tuple[int, ...]]


def canonical(rows: Sequence[Sequence[int]], marks: Sequence[int]) -> tuple[object, ...]:
    """The least of all permutations of columns (with their marks), rows sorted: brute force."""
    columns = list(zip(marks, *rows, strict=True))
    forms = []
    for order in permutations(columns):
        moved = list(zip(*order, strict=True))
        forms.append((moved[0], tuple(sorted(moved[1:]))))
    return min(forms)


def raw_tables(items: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The table of every pair of label vectors, each class of tables many times."""
    for gold, system in product(naive.restricted_growth(items), repeat=2):
        counts = Counter(zip(system, gold, strict=True))
        width, height = max(gold, default=-1) + 1, max(system, default=-1) + 1
        yield tuple(tuple(counts[i, j] for j in range(width)) for i in range(height))


def unmarked(found: Iterable[Sequence[Sequence[int]]]) -> list[tuple[object, ...]]:
    return [canonical(rows, (0,) * len(rows[0])) for rows in found]


A007716 = {1: 1, 2: 4, 3: 10, 4: 33, 5: 91, 6: 298, 7: 910, 8: 3017, 9: 9945}


@pytest.mark.parametrize(("items", "count"), list(A007716.items()))
def test_the_number_of_tables_is_that_of_oeis_a007716(items: int, count: int) -> None:
    assert len(tables(items)) == count


def test_there_are_34207_tables_of_10_items() -> None:
    """About 7 s, nearly all of it spent on the 34207 tables."""
    assert len(tables(10)) == 34207


@pytest.mark.parametrize("items", [1, 2, 3, 4, 5])
def test_the_tables_are_exactly_those_of_all_pairs_of_label_vectors(items: int) -> None:
    found = unmarked(tables(items))
    assert set(found) == set(unmarked(set(raw_tables(items))))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("items", list(range(1, 9)))
def test_every_table_has_the_right_number_of_items_and_no_empty_row_or_column(items: int) -> None:
    for rows in tables(items):
        assert sum(map(sum, rows)) == items
        assert all(any(row) for row in rows)
        assert all(any(column) for column in zip(*rows, strict=True))


def test_the_298_tables_of_6_items_are_of_298_classes() -> None:
    """With the count of OEIS this is completeness too."""
    assert len(set(unmarked(tables(6)))) == 298


def test_tables_come_with_few_clusters_first_then_few_categories() -> None:
    for items in range(1, 8):
        shapes = [(len(rows), len(rows[0])) for rows in tables(items)]
        assert shapes == sorted(shapes)


def test_the_order_of_the_tables_is_the_same_every_time() -> None:
    assert tables(6) == tables(6)


def raw_contexts(items: int, capacities: Sequence[int]) -> set[tuple[object, ...]]:
    """Every raw table with every assignment of marks to its columns that the capacities allow."""
    found = set()
    for rows in set(raw_tables(items)):
        width = len(rows[0]) if rows else 0
        for marks in product(range(len(capacities) + 1), repeat=width):
            if all(marks.count(mark) <= most for mark, most in enumerate(capacities, start=1)):
                found.add(canonical(rows, marks) if rows else ())
    return found


@pytest.mark.parametrize("items", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("capacities", [(), (1,), (1, 1), (2,), (3, 1), (1, 2), (1, 1, 1)])
def test_marked_contexts_are_exactly_those_of_brute_force(items: int, capacities: tuple[int, ...]) -> None:
    found = [canonical(rows, marks) if rows else () for rows, marks in marked_tables(items, capacities)]
    assert set(found) == raw_contexts(items, capacities)
    assert len(set(found)) == len(found)


def test_no_items_have_one_context_the_empty_one() -> None:
    assert marked_tables(0, (1, 1)) == (((), ()),)
