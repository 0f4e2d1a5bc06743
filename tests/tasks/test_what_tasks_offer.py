"""Every task states what a task has to, and says only that it can do what it can."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.tasks import Task, tasks
from axiometrics.tasks.abilities import Abilities

PARTS = {
    "view": ["formula"],
    "reading": ["read"],
    "cases": ["Case", "batch_of_cases"],
    "random_cases": ["drawn"],
    "draw": ["outputs_svg", "outputs_text"],
}


def required() -> list[str]:
    """The methods that `Task` leaves to its tasks, and the attributes that it gives no value."""
    methods = [
        name
        for name, each in vars(Task).items()
        if inspect.isfunction(each) and "raise NotImplementedError" in inspect.getsource(each)
    ]
    return methods + [name for name in Task.__annotations__ if not hasattr(Task, name)]


@pytest.mark.parametrize("key", tasks())
def test_a_task_states_all_that_is_left_to_it(key: str) -> None:
    stated = type(tasks()[key])
    missing = [name for name in required() if getattr(stated, name, None) is getattr(Task, name, None)]
    assert not missing
    assert {"batch", "sweep", "gold_notation", "samples", "words"} <= set(required())


@pytest.mark.parametrize("key", tasks())
@pytest.mark.parametrize("part", PARTS)
def test_a_task_has_the_modules_that_its_base_loads(key: str, part: str) -> None:
    module = tasks()[key].part(part)
    overridden = {"formula": "formula", "read": "score"}
    assert [name for name in PARTS[part] if not hasattr(module, name)] in (
        [],
        [name for name in PARTS[part] if overridden.get(name) in vars(type(tasks()[key]))],
    )


@pytest.mark.parametrize("key", tasks())
def test_a_sample_is_read_and_drawn(key: str) -> None:
    task = tasks()[key]
    for text in task.samples:
        (written,) = task.texts({"output": task.from_notation(text)}).values()
        assert task.texts({"output": task.from_notation(written)}) == {"output": written}
        assert task.drawing({"output": text})
        assert str(task.picture({"output": text}, "a sample")).startswith("<svg ")


def test_a_task_that_lists_its_outputs_has_some_of_each_size() -> None:
    for task in tasks().values():
        if task.enumeration is not None:
            assert len(list(task.enumeration.outputs(1))) < len(list(task.enumeration.outputs(2)))


class Plain(Task):
    """A task that can do nothing besides."""

    key = "plain"


@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [
        ("suited", ("metric", "constraint"), "metric"),
        ("asked_of", ("metric", "constraint"), "constraint"),
        ("inner", (None, None), None),
        ("last_size", (None,), None),
        ("given", (None, {}), None),
        ("lines", (None,), ()),
        ("draws", (None, 3), (None, (), ())),
        ("largest", (None, None), None),
    ],
)
def test_what_a_task_cannot_do_has_a_clear_default(
    name: str, arguments: tuple[Any, ...], answer: Any
) -> None:
    assert getattr(Plain(), name)(*arguments) == answer


@pytest.mark.parametrize(
    ("name", "count", "error"),
    [
        ("asymptotic", 2, NotSymbolicError),
        ("geometric", 2, NotSymbolicError),
        ("between", 3, InputError),
        ("placed", 3, InputError),
        ("judged_against", 1, InputError),
        ("estimates", 2, InputError),
        ("by_topic", 3, InputError),
    ],
)
def test_what_has_no_default_value_says_so(name: str, count: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        getattr(Plain(), name)(*[None] * count)


def test_every_ability_is_one_of_some_task_and_not_of_all() -> None:
    abilities = [name for name in vars(Abilities) if not name.startswith("_") and name != "key"]
    able = {
        name: [
            task.key for task in tasks().values() if getattr(type(task), name) is not getattr(Abilities, name)
        ]
        for name in abilities
    }
    assert all(0 < len(found) < len(tasks()) for found in able.values()), able
