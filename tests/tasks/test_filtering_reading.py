"""Every form of a filtered collection is read as the same counts; what is none is refused in one line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.metrics import metrics
from axiometrics.tasks.filtering import Counts, outputs_svg, outputs_text, read
from axiometrics.tasks.filtering.task import TASK
from axiometrics.tasks.users_data import LARGE

EXPECTED = Counts(tp=2, fp=1, fn=0, tn=1)
GOLD, SYSTEM = [1, 1, 0, 0], [1, 1, 1, 0]


@pytest.mark.parametrize(
    "given",
    [
        (GOLD, SYSTEM),
        (tuple(GOLD), iter(SYSTEM)),
        ("1100", "1110"),
        (np.array(GOLD), np.array(SYSTEM, dtype=bool)),
        ([1.0, 1.0, 0.0, 0.0], [True, True, True, False]),
        (["true", "TRUE", "false", "0"], ["1", "1", "true", "False"]),
        (dict(enumerate(GOLD)), dict(enumerate(SYSTEM))),
        ({"a": 1, "b": 1, "c": 0, "d": 0}, {"d": 0, "c": 1, "b": 1, "a": 1}),
        ("tp=2 fp=1 fn=0 tn=1",),
        ("tn=1, fn=0, fp=1, tp=2",),
        ({"tp": 2, "fp": 1, "fn": 0, "tn": 1},),
        ((2, 1, 0, 1),),
        (np.array([2, 1, 0, 1]),),
        (EXPECTED,),
    ],
)
def test_every_form_is_read_as_the_same_counts(given: Any) -> None:
    assert read(*given) == EXPECTED


def test_long_vectors_are_counted_alike() -> None:
    draw = np.random.default_rng(0)
    gold, system = draw.integers(0, 2, (2, LARGE + 5))
    assert read(gold, system) == read(gold.tolist(), system.tolist()) == Counts.from_labels(gold, system)


def test_an_item_that_a_system_leaves_out_may_count_as_not_selected() -> None:
    assert read({"a": 1, "b": 0}, {"b": 1}, missing="unselected") == Counts(0, 1, 1, 0)


def test_counts_come_back_from_every_form() -> None:
    assert Counts.from_notation(EXPECTED.notation()) == EXPECTED
    assert Counts.from_labels(*EXPECTED.read_as("labels")) == EXPECTED
    assert Counts(*EXPECTED.read_as("counts")) == EXPECTED
    with pytest.raises(UnknownKeyError, match="filtering has no form 'label'; did you mean 'labels'"):
        EXPECTED.read_as("label")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([1, 0], [1]), r"gold has 2 labels and system has 1; give one label per item"),
        (([1, 2], [1, 0]), r"gold gives item 1 the label 2; .* 0 or 1, a boolean"),
        (([1, 0], [1, None]), r"system gives item 1 the label None"),
        (([1, 0], [1, float("nan")]), r"system gives item 1 the label nan"),
        ((["yes", "no"], ["1", "0"]), r"gold gives item 0 the label 'yes'"),
        (([], []), r"there are no items; give at least one"),
        (({}, {}), r"there are no items"),
        (({"a": 1}, [1]), r"different forms; give both as dicts"),
        (({"a": 1}, {}), r"system has no label for item 'a' .* missing=\"unselected\""),
        (({"a": 1}, {"a": 1, "z": 0}), r"gold has no label for item 'z'"),
        (({1, 0}, {1}), r"gold is a set, which has no order"),
        ((np.ones((2, 2)), [1, 1]), r"gold has 2 dimensions"),
        (("tp=1 fp=0",), r"cannot read the counts 'tp=1 fp=0'; write all four, as in"),
        (("tp=-1 fp=0 fn=0 tn=1",), r"tp is '-1'; counts are whole numbers from 0 on"),
        (({"tp": 1, "fp": 2},), r"counts are given by tp, fp; give tp, fp, fn and tn"),
        (((1, 2, 3),), r"3 values were given without a system"),
        (((1, 2, 3, 0.5),), r"tn is 0.5; counts are whole numbers"),
        (((0, 0, 0, 0),), r"there are no items"),
        ((7,), r"cannot read 7; give gold and system labels, or four counts"),
    ],
)
def test_what_is_no_collection_is_refused_in_one_line(given: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as refused:
        metrics("filtering")["f"](*given)
    assert "\n" not in str(refused.value)


def test_a_drawing_marks_what_differs() -> None:
    drawn = outputs_text({"worse": "tp=1 fp=2 fn=1 tn=0", "better": "tp=1 fp=1 fn=1 tn=1"})
    assert drawn.splitlines() == ["worse   [● ○*○] ●", "better  [● ○] ●*○"]
    svg = outputs_svg({"worse": "tp=1 fp=2 fn=1 tn=0", "better": "tp=1 fp=1 fn=1 tn=1"})
    assert (svg.count("<circle"), svg.count(" changed")) == (8, 2)
    assert "<desc>worse: tp=1 fp=2 fn=1 tn=0; better: tp=1 fp=1 fn=1 tn=1</desc>" in svg


def test_many_equal_items_are_drawn_as_a_number() -> None:
    assert outputs_text({"output": "tp=25 fp=0 fn=1 tn=400"}) == "output  [●×25] ● ○×400"
    assert outputs_svg({"output": "tp=25 fp=0 fn=1 tn=400"}).count("<circle") == 27


def test_a_black_box_sees_the_items_in_other_orders_and_no_other_labels() -> None:
    changed = TASK.equivalent_forms("labels", Counts(3, 2, 1, 2), seed=1)
    assert list(changed) == ["items"]
    assert Counts.from_labels(*changed["items"]) == Counts(3, 2, 1, 2)
    assert TASK.equivalent_forms("counts", Counts(3, 2, 1, 2), seed=1) == {}


@pytest.mark.parametrize("given", [([1, 0], [1, 1]), ({"a": 1}, {"a": 1}), (Counts(1, 0, 0, 1),)])
def test_a_way_with_missing_labels_that_is_none_is_refused_also_where_none_is_missing(given: Any) -> None:
    with pytest.raises(InputError, match="missing='skip'"):
        read(*given, missing="skip")
