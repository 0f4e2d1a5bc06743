"""A certificate says of which task, metric and constraint it is: nothing is confirmed of what has no name."""

from __future__ import annotations

import pytest

from axiometrics.recheck import TASKS, check
from axiometrics.tasks import get_task

NAMES = {"schema": "axiometrics.certificate/1", "task": "filtering", "metric": "f", "constraint": "c"}


@pytest.mark.parametrize("name", ["task", "metric", "constraint"])
@pytest.mark.parametrize("told", [None, "", [], {}, 1, True])
def test_what_has_no_name_is_refused(name: str, told: object) -> None:
    with pytest.raises(Exception, match=f"the {name} has no name"):
        check(NAMES | {name: told, "stands_alone": True})


@pytest.mark.parametrize("task", ["n", "Filtering", "filtering ", "quotient"])
def test_a_task_that_is_not_known_is_refused(task: str) -> None:
    with pytest.raises(Exception, match="the task is none of"):
        check(NAMES | {"task": task, "stands_alone": True})


@pytest.mark.parametrize("task", TASKS)
def test_the_tasks_are_those_there_are(task: str) -> None:
    assert get_task(task).key == task
