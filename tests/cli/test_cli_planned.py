from __future__ import annotations

import pytest

from axiometrics.cli.matrices import Part, planned
from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.metrics.registry import METRICS, metric


@pytest.fixture
def two_tasks(monkeypatch):
    """A metric that only filtering has, ``fall_out``."""
    METRICS.load()
    monkeypatch.setattr(METRICS, "_records", dict(METRICS._records))

    @metric(task="filtering", reads="labels")
    def fall_out(gold, system):
        return 0.0


def test_a_task_alone_leaves_its_patterns_to_the_checker():
    assert planned(["clustering"], ["nonsense"], None, plugins=True) == [Part("clustering", ["nonsense"])]


def test_each_task_gets_the_patterns_it_knows(two_tasks):
    parts = planned(None, ["fall_*", "bcubed_f", "v_measure(beta=2)"], None, plugins=True)
    assert parts == [Part("clustering", ["bcubed_f", "v_measure(beta=2)"]), Part("filtering", ["fall_*"])]


def test_a_pattern_that_no_task_knows_is_refused(two_tasks):
    with pytest.raises(UnknownKeyError, match="no task has a metric 'purty'; did you mean 'purity'"):
        planned(None, ["purty"], None, plugins=True)


def test_a_metric_and_a_constraint_of_different_tasks_are_refused(two_tasks):
    with pytest.raises(InputError, match="no task has both"):
        planned(None, ["fall_out"], ["homogeneity"], plugins=True)


def test_a_task_named_twice_is_computed_once(two_tasks):
    assert len(planned(["clustering", "clustering"], None, None, plugins=True)) == 1


def test_a_glob_with_values_is_for_the_tasks_that_have_the_parameter():
    parts = planned(None, None, ["*(components=3)"], plugins=True)
    assert parts == [Part("combination", None, ["*(components=3)"])]
