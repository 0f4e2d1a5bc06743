"""Names that others use for metrics: each means one metric of a task, and what libraries compute under it."""

from __future__ import annotations

import pytest

import axiometrics
from axiometrics.checker.selection import select_metrics, task_of_keys
from axiometrics.errors import InputError
from axiometrics.libraries.adapters import libraries
from axiometrics.metrics import key_of, metrics
from axiometrics.metrics.registry import Metric
from axiometrics.tasks import tasks

ALIASES = [
    (record, alias) for task in tasks() for record in metrics(task).values() for alias in record.aliases
]


@pytest.mark.parametrize(
    ("name", "task", "key"),
    [
        ("map", None, "average_precision"),
        ("AP", None, "average_precision"),
        ("MRR", None, "reciprocal_rank"),
        ("RR", None, "reciprocal_rank"),
        ("nDCG@10", None, "ndcg_at(k=10)"),
        ("ndcg_cut.10", "ranking", "ndcg_at(k=10)"),
        ("ndcg@5(gain=exponential)", "ranking", "ndcg_at(k=5,gain=exponential)"),
        ("P@10", "ranking", "precision_at(k=10)"),
        ("R-precision", "ranking", "r_precision"),
        ("RBP(p=0.8)", "ranking", "rbp(p=0.8)"),
        ("ari", None, "adjusted_rand"),
        ("nmi", "clustering", "nmi_arith"),
        ("nmi", "classification", "nmi"),
        ("balanced_accuracy_score", "classification", "balanced_accuracy"),
        ("ami", None, "ami_arith"),
        ("f1_score", "filtering", "f"),
    ],
)
def test_a_name_in_common_use_stands_for_a_key(name, task, key):
    assert key_of(name, task) == key


@pytest.mark.parametrize(
    ("name", "homes"),
    [
        ("nmi", "nmi_arith in clustering, nmi in classification"),
        ("balanced_accuracy", "macro_average_accuracy in filtering"),
    ],
)
def test_a_name_that_is_another_key_in_another_task_is_not_guessed(name, homes):
    with pytest.raises(InputError, match=f"{homes}.*name the task, as in --task"):
        key_of(name)


@pytest.mark.parametrize(
    ("name", "constraint", "task"),
    [
        ("nmi", "rag_bag", "clustering"),
        ("nmi", "label_permutation", "classification"),
        ("nmi", "symmetry", None),
        ("f1_score", "gold_class_scaling", "classification"),
    ],
)
def test_a_constraint_tells_which_task_a_name_is_of_where_only_one_has_both(name, constraint, task):
    assert task_of_keys(name, [constraint]) == task


@pytest.mark.parametrize("name", ["precision", "nmi_*", "purty", "P@", "P@ten", "module:map", "rbp(p=1/2)"])
def test_keys_globs_targets_and_mistakes_stay_as_they_are(name):
    assert key_of(name) == name


def test_a_name_is_not_taken_from_another_task():
    assert key_of("map", "clustering") == "map"


def test_a_name_of_different_metrics_in_two_tasks_is_refused_without_a_task():
    with pytest.raises(InputError, match="name the task"):
        key_of("balanced_accuracy_score")


@pytest.mark.parametrize(
    ("record", "alias"), ALIASES, ids=lambda each: each if isinstance(each, str) else each.key
)
def test_an_alias_means_one_metric_of_its_task(record: Metric, alias: str):
    values = dict.fromkeys((each.name for each in record.parameters), "7")
    assert key_of(alias.format(**values), record.task).partition("(")[0] == record.key


def test_names_of_library_functions_are_those_of_the_metrics_that_they_equal():
    equal: dict[tuple[str, str], set[str]] = {}
    for adapter in (each for library in libraries().values() for each in library.adapters):
        if adapter.equals and not (adapter.call and "average=" in adapter.call):
            place = (adapter.task, adapter.function.rpartition(":")[2])
            equal.setdefault(place, set()).add(adapter.equals.partition("(")[0])
    named = [(record, alias) for record, alias in ALIASES if (record.task, alias) in equal]
    assert len(named) > 10
    assert [alias for record, alias in named if record.key not in equal[record.task, alias]] == []


def test_metrics_are_selected_by_the_names_that_others_use():
    assert [each.label for each in select_metrics("ranking", ["MAP", "P@10"])] == [
        "average_precision",
        "precision_at",
    ]


def test_a_check_takes_the_names_that_others_use():
    row = axiometrics.check("ARI", constraints=["homogeneity"], effort="quick")
    assert row.cells[0].metric == "adjusted_rand"
