"""A metric that fails gets an error that names the case, whatever the task and whatever it reads."""

import pytest

import axiometrics as ax
from axiometrics.tasks import get_task, tasks


def _first_of_each_kind(task):
    """One constraint of every simpler task whose constraints a task has, and its own first one."""
    found = {}
    for key in ax.constraints(task):
        found.setdefault(key.rpartition(".")[0], key)
    return list(found.values())


def _raises(*_):
    raise RuntimeError("out of ideas")


@pytest.mark.parametrize("task", tasks(plugins=False))
def test_a_metric_that_raises_is_reported_with_the_case(task):
    form = get_task(task).reads[0]
    row = ax.check(
        _raises,
        task,
        reads=form,
        constraints=_first_of_each_kind(task),
        effort="quick",
        size=3,
        cache=False,
        jobs=1,
    )
    for cell in row.cells:
        assert cell.strict.outcome == "error", cell.constraint
        assert cell.error.startswith("raised: RuntimeError: out of ideas on "), cell.constraint
