"""Every task states what a task has to, and says only that it can do what it can."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.errors import AxiometricsError, InputError, NotSymbolicError
from axiometrics.tasks import Task, get_task, register, tasks
from axiometrics.tasks.abilities import Abilities
from axiometrics.tasks.task import _module

PARTS = {
    "view": ["formula"],
    "reading": ["read"],
    "cases": ["case_of", "batch_of_cases", "sweep"],
    "random_cases": ["random_case"],
    "draw": ["outputs_svg", "outputs_text"],
}


def required() -> list[str]:
    """The methods that `Task` leaves to its tasks, and the attributes that it gives no value."""
    return [*Task.__abstractmethods__, *(name for name in Task.__annotations__ if not hasattr(Task, name))]


@pytest.mark.parametrize("key", tasks(plugins=False))
def test_a_task_states_all_that_is_left_to_it(key: str) -> None:
    stated = type(tasks(plugins=False)[key])
    missing = [name for name in required() if getattr(stated, name, None) is getattr(Task, name, None)]
    assert not missing
    assert {"batch", "gold_notation", "samples", "words"} <= set(required())


@pytest.mark.parametrize("key", tasks(plugins=False))
@pytest.mark.parametrize("part", PARTS)
def test_a_task_has_the_modules_that_its_base_loads(key: str, part: str) -> None:
    task = tasks(plugins=False)[key]
    own = vars(type(task))
    if part == "random_cases" and "random_case" in own:
        return  # its base loads no such module then
    named = {"random_cases": task.random_cases, "reading": task.reading, "draw": task.draw}
    module = task.part(named.get(part, part))
    overridden = {"formula": "formula", "read": "score", "sweep": "sweep", "case_of": "case"}
    assert [name for name in PARTS[part] if not hasattr(module, name)] in (
        [],
        [name for name in PARTS[part] if overridden.get(name) in own],
    )


TOO_LONG = 100
"""Letters of an output from which on a task may draw no picture of it."""


@pytest.mark.parametrize("key", tasks(plugins=False))
def test_a_sample_is_read_and_drawn(key: str) -> None:
    task = tasks(plugins=False)[key]
    for text in task.samples:
        (written,) = task.texts({"output": task.from_notation(text)}).values()
        assert task.texts({"output": task.from_notation(written)}) == {"output": written}
        assert task.drawing({"output": text})
        picture = task.picture({"output": text}, "a sample")
        assert (picture is None and len(text) > TOO_LONG) or str(picture).startswith("<svg ")


@pytest.mark.parametrize("key", tasks(plugins=False))
def test_every_condition_of_a_constraint_is_told_in_words(key: str) -> None:
    names = {name for constraint in constraints(key).values() for name in constraint.preconditions}
    for name in names:
        text = get_task(key).condition_text(name)
        assert isinstance(text, str)
        assert " " in text


def test_a_task_that_lists_its_outputs_has_some_of_each_size() -> None:
    for task in tasks(plugins=False).values():
        if task.enumeration is not None:
            assert len(list(task.enumeration.outputs(1))) < len(list(task.enumeration.outputs(2)))
    for task in tasks().values():
        if task.enumeration is not None:
            assert len(list(task.enumeration.outputs(1))) < len(list(task.enumeration.outputs(2)))


@pytest.mark.parametrize("key", [key for key, task in tasks().items() if task.enumeration])
def test_parts_of_a_form_after_gold_and_system_have_the_names_that_metrics_give_them(key: str) -> None:
    task = tasks()[key]
    form, further = task.enumeration.form, task.enumeration.further
    parts = task.arguments(form, next(iter(task.enumeration.outputs(2))))
    if form not in task.form_arguments:
        assert len(parts) == 2 + len(further)
        assert set(further) <= set(task.signature.parameters)


@pytest.mark.parametrize("key", tasks())
def test_a_formula_may_be_infinite_in_exact_numbers_too(key: str) -> None:
    """An author's ``INFINITE`` is a value that exact arithmetic orders, whatever the task."""
    task = tasks()[key]
    exact = task.algebra(task.from_notation(task.samples[0]))
    assert exact.compare(exact.infinite, exact.number(Fraction(10**9))) == 1
    assert exact.compare(exact.tanh(exact.infinite), exact.one) == 0


class Whole(type(tasks(plugins=False)["filtering"])):  # type: ignore[misc]
    """A task of another key."""

    key = "whole"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"key": "two words"},
            "the task Changed has the key 'two words'; give letters, digits and underscores",
        ),
        ({"sweep_sizes": {"quick": (1, 1)}}, "no two sizes for normal, thorough; give each effort the size"),
        (
            {"key": "clustering"},
            "task 'clustering' is already registered by axiometrics.tasks.clustering.task",
        ),
    ],
)
def test_a_task_that_says_something_impossible_is_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(AxiometricsError, match=re.escape(message)):
        register(type("Changed", (Whole,), changed)())
    assert "whole" not in tasks()


def test_a_task_that_does_not_state_all_is_refused_with_what_it_lacks() -> None:
    class Bare(Task):
        batch = sweep = gold_notation = lambda self, *_: None

    with pytest.raises(InputError, match=r"the task Bare does not state key, name, summary, output, forms"):
        register(Bare())
    with pytest.raises(
        InputError, match=r"is no task; give an instance of a subclass of axiometrics\.tasks\.Task"
    ):
        register(Bare)  # type: ignore[arg-type]


def test_a_task_without_one_of_its_modules_says_which() -> None:
    class Bare(Task):
        batch = sweep = gold_notation = lambda self, *_: None

    with pytest.raises(
        InputError, match=r"there is no module 'draw' in a package; write it, or override what"
    ):
        Bare().drawing({})


class Plain(Abilities):
    """A task that can do nothing besides."""

    key = "plain"


@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [
        ("suited", ("metric", "constraint"), "metric"),
        ("asked_of", ("metric", "constraint"), "constraint"),
        ("in_simpler_task", (None, None), None),
        ("last_size", (None,), None),
        ("with_choices", (None, {}), None),
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
        ("middle", 2, InputError),
        ("ends", 2, InputError),
        ("enclosed", 3, InputError),
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
            task.key
            for task in tasks(plugins=False).values()
            if getattr(type(task), name) is not getattr(Abilities, name)
        ]
        for name in abilities
    }
    assert all(0 < len(found) < len(tasks(plugins=False)) for found in able.values()), able


def test_a_module_of_a_task_that_lacks_another_one_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task's own module that is not there is told in words; what a module misses itself is its author's error."""
    (tmp_path / "knitting").mkdir()
    (tmp_path / "knitting" / "__init__.py").write_text("")
    (tmp_path / "knitting" / "draw.py").write_text("import no_such_package")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"beside knitting\.task there is no module 'view'"):
        _module("knitting.task", "view")
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        _module("knitting.task", "draw")
