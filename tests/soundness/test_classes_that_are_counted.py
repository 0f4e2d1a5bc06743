"""What a generator sees of any number of classes is the same for every number; one that counts them has no such proof.

Most of these had one, which cases of 6 to 12 classes refute.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from dis import get_instructions
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.axioms import CONSTRAINTS
from axiometrics.axioms.registry import _OF_CHOOSERS
from axiometrics.checker.prove.engine import prove
from axiometrics.errors import NotSymbolicError
from axiometrics.metrics.registry import build
from axiometrics.tasks.chooser import Chooser
from axiometrics.tasks.classification.symbolic import of_any_number
from axiometrics.tasks.ordinal.chooser import one_of_each, outputs, perfect, right_cells

from .attacks import given

NAMES = {"one_of_each": one_of_each, "outputs": outputs, "perfect": perfect, "right_cells": right_cells}
ERROR = """number = choose.classes()
gold = choose.index("gold", 1, number)
system = choose.index("system", 1, number, avoid=(gold,))
worse = choose.matrix(number, least={(system, gold): 20})
"""
MOVED = ERROR + "return outputs(worse=worse, better=worse.moved(true=gold, start=system, to=TO, count=COUNT))"
ANY = "number = choose.classes()\nworse = choose.matrix(number, {})\nreturn outputs(worse=worse, better=worse.{})"
COUNTS = {
    "keys": "8 - len(one_of_each(number))",
    "keys in a loop": "8 - sum(1 for each in one_of_each(number))",
    "values": "8 - sum(one_of_each(number).values())",
    "values with more": "8 - sum(one_of_each(number, [gold]).values())",
    "items": "8 - len(list(one_of_each(number).items()))",
    "a list": "8 - len(list(one_of_each(number)))",
    "places": "8 - [place for place, one in enumerate(one_of_each(number))][-1]",
    "pairs": "8 - len(list(zip(one_of_each(number), range(99))))",
    "backwards": "8 - len(tuple(reversed(list(one_of_each(number)))))",
    "an index": "[1, 1, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1][len(one_of_each(number))]",
    "right cells": "8 - len(right_cells(number))",
    "classes of a matrix": "8 - worse.classes",
    "rows": "8 - len(worse.rows)",
    "a row": "8 - len(worse.rows[0])",
    "gold totals": "8 - len(worse.gold)",
    "system totals": "8 - len(worse.system)",
    "the sum of totals": "1 + worse.items - sum(worse.gold)",
    "classes, exchanged": "8 - worse.swapped().classes",
    "totals, corrected": "8 - len(worse.corrected().gold)",
    "an entry": "worse.rows[0][0] - worse.rows[1][1]",
    "a size that is called like the number": "choose.size('K')",
}
PLACES = {
    "the first": "list(one_of_each(number))[0]",
    "the first in a loop": "[one for one in one_of_each(number)][0]",
    "the last": "list(one_of_each(number))[-1]",
}
CLASSES = {
    "from 0": MOVED.replace("1, number", "0, number").replace("TO, count=COUNT", "gold"),
    "from below 0": MOVED.replace("1, number", "-1, number").replace("TO, count=COUNT", "gold"),
    "of another number": "other = choose.classes()\n"
    + MOVED.replace("1, number", "1, other").replace("TO, count=COUNT", "gold"),
    "after those of another number": "number, other = choose.classes(), choose.classes()\n"
    "worse = choose.matrix(number, imperfect=True)\n"
    "return outputs(worse=worse, better=worse.with_class(other).changed({(number + 1, number + 1): 1}))",
}
KEPT = {
    "numbers that are tried": "choose.numbers[-1] - choose.numbers[0] - 1",
    "how many there are": "9 - 2 * len(choose.numbers)",
    "what was chosen": "1 - 2 * len(choose.answers.made)",
    "what was chosen, by another name": "(lambda each: 1 - 2 * len(each.answers.made))(choose)",
}
FULL = {
    "full_system=True, imperfect=True": ("corrected()", "matrix.system_classes"),
    "full_system=True": ("corrected()", "matrix.system_classes - matrix.classes"),
    "held_system=one_of_each(number)": ("corrected()", "matrix.used"),
    "held_system=one_of_each(number), imperfect=True": (
        "swapped().swapped().corrected()",
        "matrix.system_classes",
    ),
    "full=True": ("swapped().corrected()", "matrix.gold_classes"),
    "held=one_of_each(number)": ("swapped().corrected()", "matrix.used"),
    "full=True, imperfect=True": ("repeated(choose.size('times', 0))", "matrix.gold_classes"),
    "full=True, full_system=True": ("repeated(choose.size('times', 0))", "matrix.system_classes"),
    "held=one_of_each(number), imperfect=True": ("repeated(choose.size('times', 0))", "matrix.used"),
    "held_system=one_of_each(number), full=True": ("repeated(0)", "matrix.used"),
}
"""What is said of every class of a matrix and not of what is made of it, and a formula that counts them."""


def made(source: str) -> Any:
    names = dict(NAMES) | {"__name__": "somebodys_axioms"}
    lines = "".join(f"    {line}\n" for line in source.splitlines())
    exec(
        compile(f"def generator(choose):\n    '''Something is better.'''\n{lines}", "axioms.py", "exec"),
        names,
    )
    return names["generator"]


def of_any(source: str) -> Any:
    return of_any_number(made(source), ax.metrics("classification")["accuracy"].formula)


def test_what_looks_at_nothing_is_of_any_number_of_classes() -> None:
    assert of_any(MOVED.replace("TO, count=COUNT", "gold"))
    assert of_any(ANY.format("full=True", "corrected()"))


@pytest.mark.parametrize("count", COUNTS)
def test_classes_are_not_counted(count: str) -> None:
    assert not of_any(MOVED.replace("TO", "gold").replace("COUNT", COUNTS[count]))


@pytest.mark.parametrize("place", PLACES)
def test_no_class_is_found_among_all(place: str) -> None:
    assert not of_any(MOVED.replace("TO, count=COUNT", PLACES[place]))


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_is_one_of_the_only_number(name: str) -> None:
    assert not of_any(CLASSES[name])


@pytest.mark.parametrize("name", KEPT)
def test_what_choosers_keep_is_not_read(name: str) -> None:
    record = CONSTRAINTS.get("correction", "classification")
    asked = replace(
        record,
        generator=made(MOVED.replace("TO", "gold").replace("COUNT", KEPT[name])),
        origin="somebodys_axioms",
    )
    with pytest.raises(NotSymbolicError):
        _ = asked.symbolic_generator


def test_all_that_choosers_of_tasks_keep_is_known() -> None:
    of_tasks = [kind for task in ax.tasks(plugins=False) if asks(task) for kind in choosers_of(task)]
    stored = {
        step.argval
        for kind in (Chooser, *of_tasks)
        for part in vars(kind).values()
        if isinstance(part, FunctionType)
        for step in get_instructions(part)
        if step.opname == "STORE_ATTR"
    }
    assert {"answers", "numbers"} <= stored <= _OF_CHOOSERS


STATED = ("rank_similarity",)
"""Tasks whose generators are never called with symbols: what their outputs are is stated beside them."""


def asks(task: str) -> bool:
    if task in STATED:
        return False
    matrix = Path(__file__).parents[2] / "reports" / task / "matrix.json"
    return any(cell["proof"] for cell in json.loads(matrix.read_text("utf-8"))["tasks"][0]["cells"])


def choosers_of(task: str) -> list[type]:
    for module in ("chooser", "cases"):
        with suppress(ModuleNotFoundError):
            found = import_module(f"axiometrics.tasks.{task}.{module}")
            if hasattr(found, "Chooser"):
                return [found.Chooser]
    return []


@pytest.mark.parametrize("wanted", FULL)
def test_what_is_full_is_not_full_in_whatever_is_made_of_it(wanted: str) -> None:
    change, body = FULL[wanted]
    record = CONSTRAINTS.get("label_permutation", "classification")
    asked = replace(
        record,
        key="somebodys",
        origin="somebodys_axioms",
        generator=made(
            ANY.format(wanted, change).replace("worse=", "original=").replace("better=", "changed=")
        ),
        parameters=(),
        values={},
        variants=(),
    )
    proof = prove(build(given("classification", body).function, task="classification"), asked)
    assert proof is None or proof.scope or proof.sign != "zero"
