"""Notation and tables: what is written reads back, and every form of a table is the same table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.clustering.table import parse, write
from axiometrics.tasks.users_data import letters

RULES = settings(max_examples=60, derandomize=True, deadline=None, database=None)
WORDS = st.text(alphabet="abcxyz019_", min_size=1, max_size=3)
CLUSTERS = st.lists(st.lists(WORDS, min_size=1, max_size=5), min_size=1, max_size=5)
CELLS = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(1, 5), min_size=1, max_size=8
)


@RULES
@given(clusters=CLUSTERS)
def test_written_clusters_read_back(clusters: list[list[str]]) -> None:
    assert parse(write(clusters)) == clusters


@RULES
@given(cells=CELLS)
def test_a_table_reads_back_from_its_notation(cells: dict[tuple[int, int], int]) -> None:
    table = Table.from_pairs(cells)
    again = Table.from_notation(table.notation())
    assert again.items == table.items
    assert again.cluster_sizes == table.cluster_sizes
    assert sorted(again.category_sizes) == sorted(table.category_sizes)
    assert again.notation().count("{") == len(table.cluster_sizes)
    names = {letters(j): j for j in range(len(table.category_sizes))}
    read = [{names[word]: cluster.count(word) for word in cluster} for cluster in parse(table.notation())]
    assert read == table.clusters()


@RULES
@given(cells=CELLS)
def test_labels_array_and_sets_of_a_table_tell_the_same_counts(cells: dict[tuple[int, int], int]) -> None:
    table = Table.from_pairs(cells)
    gold, system = table.to_labels()
    categories, clusters = table.to_sets()
    array = table.to_array()
    assert array.sum() == table.items
    assert tuple(array.sum(axis=1)) == table.cluster_sizes
    assert tuple(array.sum(axis=0)) == table.category_sizes
    assert [len(part) for part in clusters] == list(table.cluster_sizes)
    assert [len(part) for part in categories] == list(table.category_sizes)
    assert [[len(c & l) for l in categories] for c in clusters] == array.tolist()
    assert Counter(zip(system, gold, strict=True)) == {(i, j): n for i, j, n in table.cells}


@RULES
@given(cells=CELLS)
def test_transposing_twice_changes_nothing(cells: dict[tuple[int, int], int]) -> None:
    table = Table.from_pairs(cells)
    assert table.transpose().transpose() == table
    assert (table.transpose().to_array() == table.to_array().T).all()


@pytest.mark.parametrize(
    "text", ["{a a b}{c}", "{a,a,b}{c}", " {a  a b} {c} ", "{a a b}{}{c}", "{a\ta\nb}{c}"]
)
def test_spaces_commas_and_empty_braces_do_not_matter(text: str) -> None:
    assert parse(text) == [["a", "a", "b"], ["c"]]


@pytest.mark.parametrize("text", ["a a b", "{a a b", "a}", "{a}{b}c", "{{a}}", "{a}}", "x{a}"])
def test_what_is_not_in_braces_is_refused_with_an_example(text: str) -> None:
    message = r"^cannot read the clustering .*; write clusters in braces, as in '\{a a b\}\{c\}'$"
    with pytest.raises(InputError, match=message):
        parse(text)


@pytest.mark.parametrize("text", ["", "{}", "{}{ }", " "])
def test_a_clustering_without_items_is_refused(text: str) -> None:
    with pytest.raises(
        InputError, match=r"^the clustering '.*' has no items; write at least one, as in '\{a\}'$"
    ):
        parse(text)


def test_letters_never_repeat() -> None:
    names = [letters(index) for index in range(200)]
    assert len(set(names)) == 200
    assert names[:3] + names[25:28] == ["a", "b", "c", "z", "a1", "b1"]


@pytest.mark.parametrize(
    ("reads", "arguments"),
    [
        ("labels", ([0, 1, 0], [0, 0, 1])),
        ("sets", ([{0, 2}, {1}], [{0, 1}, {2}])),
        ("dicts", ({0: {0}, 1: {1}, 2: {0}}, {0: {0}, 1: {0}, 2: {1}})),
    ],
)
def test_a_black_box_is_given_gold_then_system(reads: str, arguments: Any) -> None:
    """{a b}{a}: items 0 and 1 share a cluster, items 0 and 2 a category."""
    assert get_task("clustering").arguments(reads, Table.from_notation("{a b}{a}")) == arguments


def test_a_black_box_that_reads_tables_is_given_one_array_with_a_row_per_cluster() -> None:
    (array,) = get_task("clustering").arguments("table", Table.from_notation("{a b}{a}"))
    assert array.tolist() == [[1, 1], [1, 0]]


def test_an_unknown_form_is_refused_with_the_forms() -> None:
    with pytest.raises(UnknownKeyError, match=r"^clustering has no form 'label'; did you mean 'labels'"):
        get_task("clustering").arguments("label", Table.from_notation("{a}"))


def test_many_items_are_written_as_counts_and_read_back() -> None:
    table = Table(((0, 0, 120), (0, 1, 1), (1, 1, 7)))
    assert table.notation() == "{a^120 b}{b^7}"
    assert Table.from_notation(table.notation()) == table
