"""Which constraints and metrics a key or a glob means."""

from __future__ import annotations

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import check
from axiometrics.checker.selection import select_constraints, select_metrics, task_of_keys
from axiometrics.errors import InputError, UnknownKeyError


def labels(found):
    return [record.label for record in found]


def test_a_constraint_comes_before_its_variants():
    assert labels(select_constraints("clustering", ["rag_bag*"])) == [
        "rag_bag", "rag_bag(size=n-1)", "rag_bag(context=shared)",
    ]  # fmt: skip


def test_a_glob_with_values_means_all_that_have_the_parameter():
    """Which constraints take three components, their own parameters say."""
    wanted = [
        f"{key}(components=3)"
        for key, record in constraints("combination").items()
        if any(each.name == "components" for each in record.parameters)
    ]
    assert labels(select_constraints("combination", ["*(components=3)"])) == wanted
    assert 0 < len(wanted) < len(constraints("combination"))
    assert labels(select_metrics("combination", ["*(alpha=1/3)"])) == [
        "f(alpha=1/3)", "arithmetic_mean(alpha=1/3)",
    ]  # fmt: skip


def test_a_glob_with_values_that_mean_nothing_is_refused():
    with pytest.raises(InputError, match="components=4 is not possible; allowed: 2, 3"):
        select_constraints("combination", ["*(components=4)"])
    with pytest.raises(UnknownKeyError, match="no constraint of combination matches"):
        select_constraints("combination", ["*(parts=4)"])


def test_one_pattern_may_be_given_as_it_is():
    assert labels(select_constraints("clustering", "homogeneity")) == ["homogeneity"]
    assert labels(select_metrics("clustering", "bcubed_*")) == [
        "bcubed_f", "bcubed_precision", "bcubed_recall",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("metric", "asked", "task"),
    [
        ("purity", ["rag_bag"], "clustering"),
        ("purity", ["rag_bag(size=n-1)", "homogeneity"], "clustering"),
        ("purity", ["size_vs_quantity"], None),  # both tasks have it
        ("purity", ["*"], None),
        ("purity", ["h*", "rag_bag"], "clustering"),
        ("purity", ["priority"], None),  # a constraint of rankings
        ("bcubed_f", [], "clustering"),
        ("bcubed_g", [], None),
    ],
)
def test_keys_tell_the_task_together(metric: str, asked: list[str], task: str | None) -> None:
    assert task_of_keys(metric, asked) == task


def test_a_check_of_a_key_that_two_tasks_have_is_about_the_task_of_its_constraints() -> None:
    row = check("purity", constraints="rag_bag", effort="quick", cache=False)
    assert (row.task, [cell.constraint for cell in row.cells]) == ("clustering", ["rag_bag"])
    with pytest.raises(InputError, match="belongs to clustering and overlapping"):
        check("purity", constraints=["size_vs_quantity"], effort="quick", cache=False)
