"""Every form of an ordinal output is read as the same matrix; what is none is refused in one line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.metrics import metrics
from axiometrics.tasks.ordinal import Confusion, outputs_svg, outputs_text
from axiometrics.tasks.ordinal.reading import read
from axiometrics.tasks.ordinal.task import TASK
from axiometrics.tasks.users_data import LARGE

GOLD, SYSTEM = [1, 1, 2, 3], [1, 2, 2, 3]
EXPECTED = Confusion(((1, 0, 0), (1, 1, 0), (0, 0, 1)))
NAMES = ["low", "mid", "high"]


def named(labels: list[int]) -> list[str]:
    return [NAMES[label - 1] for label in labels]


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ((GOLD, SYSTEM), {"classes": 3}),
        ((GOLD, SYSTEM), {"classes": np.int64(3)}),
        ((np.array(GOLD), np.array(SYSTEM, dtype=float)), {"classes": 3}),
        (("1123", "1223"), {"classes": 3}),
        ((named(GOLD), named(SYSTEM)), {"classes": NAMES}),
        ((dict(enumerate(GOLD)), dict(enumerate(SYSTEM))), {"classes": 3}),
        (({"a": 1, "b": 1, "c": 2, "d": 3}, {"d": 3, "c": 2, "b": 2, "a": 1}), {"classes": 3}),
        (([10, 10, 20, 30], [10, 20, 20, 30]), {"classes": [10, 20, 30]}),
        (([[1, 0, 0], [1, 1, 0], [0, 0, 1]],), {}),
        ((np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1]]),), {"classes": 3}),
        (("[1 0 0; 1 1 0; 0 0 1]",), {}),
        ((EXPECTED,), {"values": [1, 2, 3]}),
    ],
)
def test_every_form_is_read_as_the_same_matrix(given: Any, options: Any) -> None:
    assert read(*given, **options) == EXPECTED


def test_rows_are_assigned_and_columns_true() -> None:
    """One item of true class 1 is assigned to 2: scikit-learn's matrix is the transpose."""
    assert read([1], [2], classes=2).rows == ((0, 0), (1, 0))


def test_classes_are_never_inferred_from_labels() -> None:
    assert read([1, 1], [1, 2], classes=5).classes == 5


@pytest.mark.parametrize("kind", [int, np.int8, str])
def test_long_vectors_are_counted_as_short_ones(kind: Any) -> None:
    times = LARGE // len(GOLD)
    gold, system = ([kind(label) for label in labels] * times for labels in (GOLD, SYSTEM))
    assert read(gold, system, classes=3).rows == tuple(
        tuple(count * times for count in row) for row in EXPECTED.rows
    )


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ((GOLD, SYSTEM), {}, "how many classes"),
        ((GOLD, SYSTEM), {"classes": 2}, "gold gives item 3 the label 3; the declared classes are 1, 2"),
        ((GOLD * LARGE, SYSTEM * LARGE), {"classes": 2}, "gold gives item 3 the label 3"),
        (
            (named(GOLD), ["low", "mid", "top", "high"]),
            {"classes": NAMES},
            "system gives item 2 the label 'top'",
        ),
        ((GOLD, SYSTEM), {"classes": 1}, "2 classes or more"),
        ((GOLD, SYSTEM), {"classes": 3.0}, "classes=3.0 is no number of classes"),
        ((GOLD, SYSTEM), {"classes": ["a"]}, "2 classes or more"),
        ((GOLD, SYSTEM), {"classes": ["a", "b", "a"]}, "names 'a' twice"),
        ((GOLD, SYSTEM[:3]), {"classes": 3}, "gold has 4 labels and system has 3"),
        (([], []), {"classes": 3}, "there are no items"),
        (({"a": 1}, {"b": 1}), {"classes": 3}, "system has no label for 'a'"),
        (({"a": 1}, [1]), {"classes": 3}, "different forms"),
        (({1, 2}, [1, 2]), {"classes": 3}, "a set"),
        (([[1, 0], [0]],), {}, "one row for each assigned class"),
        (([[3]],), {}, "2 classes or more"),
        (([[0, 0], [0, 0]],), {}, "no items"),
        (([[1, -1], [0, 0]],), {}, "entry of the matrix is -1"),
        (([[1, 0.5], [0, 0]],), {}, "entry of the matrix is 0.5"),
        (("[1 0; 0 x]",), {}, "no counts"),
        (("1 0; 0 1",), {}, "cannot read"),
        (([[1, 0], [0, 1]],), {"classes": 3}, "has 2 classes"),
        (([[1, 0], [0, 1]],), {"values": [2, 1]}, "ascending"),
        ((GOLD,), {}, "no system output"),
        ((GOLD, SYSTEM), {"classes": 3, "missing": "singleton"}, "missing='singleton'"),
    ],
)
def test_what_is_no_output_is_refused(given: Any, options: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        read(*given, **options)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["[2 0 0; 1 1 0; 0 0 3]", "[0 1; 0 0]", "[2 0; 1 3] at 1 5/2"])
def test_notation_is_read_back(text: str) -> None:
    assert Confusion.from_notation(text).notation() == text


def test_labels_are_read_back() -> None:
    gold, system = EXPECTED.to_labels()
    assert Confusion.from_labels(gold, system, 3) == EXPECTED


def test_black_boxes_read_labels_or_a_matrix() -> None:
    assert TASK.arguments("labels", EXPECTED) == ([1, 1, 2, 3], [1, 2, 2, 3])
    assert TASK.arguments("matrix", EXPECTED) == ([[1, 0, 0], [1, 1, 0], [0, 0, 1]],)
    with pytest.raises(UnknownKeyError, match="labels, matrix"):
        TASK.arguments("counts", EXPECTED)


def test_labels_may_come_in_any_order() -> None:
    moved = TASK.equivalent_forms("labels", EXPECTED, 3)["items"]
    assert Confusion.from_labels(*moved, 3) == EXPECTED
    assert not TASK.equivalent_forms("matrix", EXPECTED, 3)


def test_metrics_read_labels_with_declared_classes() -> None:
    assert metrics("ordinal")["mae_micro"](named(GOLD), named(SYSTEM), classes=NAMES) == 0.25


def test_drawings_mark_what_differs() -> None:
    outputs = {"worse": "[1 0; 1 2]", "better": "[2 0; 0 2]"}
    assert outputs_text(outputs).count("*") == 4
    assert outputs_svg(outputs).count('class="right changed"') == 2


def test_drawings_of_different_classes_mark_nothing() -> None:
    assert "*" not in outputs_text({"original": "[1 0; 1 2]", "changed": "[1 0 0; 0 0 0; 1 0 2]"})
