"""Reading sets of labels, and the words with which what cannot be read is refused."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from axiometrics.errors import InputError
from axiometrics.tasks.multilabel import Assignment
from axiometrics.tasks.multilabel.reading import read

TREE = {"a": None, "b": "a"}


@pytest.mark.parametrize(
    ("gold", "system", "given"),
    [
        ([{"b"}, set()], [["a", "b"], []], {"parents": TREE}),
        ({"x": ["b"], "y": []}, {"y": [], "x": ["a", "b"]}, {"parents": TREE}),
        ("b | -", "a b | -", {"parents": TREE}),
        ({"x": ["b"], "y": []}, {"x": ["a", "b"]}, {"parents": TREE, "missing": "empty"}),
    ],
)
def test_all_forms_mean_the_same(gold: Any, system: Any, given: dict[str, Any]) -> None:
    assert read(gold, system, **given).notation() == "a > b   gold b | -   system a b | -"


def test_a_matrix_has_a_row_for_each_item_and_a_column_for_each_label() -> None:
    found = read(np.array([[1, 0], [0, 0]]), np.array([[True, True], [False, False]]))
    assert found.notation() == "a; b   gold a | -   system a b | -"


BAD = [
    ([{"b"}], [["c"]], {"parents": TREE}, "system has labels that the inventory has not: 'c'"),
    ([{"b"}], [["b", "b"]], {"parents": TREE}, "gives item 0 the label 'b' twice; write it once"),
    ([{"b"}], [["b"]], {}, "which labels there are is not known, and not inferred"),
    ([{"b"}], [["b"], []], {"parents": TREE}, "gold has labels of 1 items and system of 2"),
    (["b"], [["b"]], {"parents": TREE}, "gold gives item 0 the labels 'b'; give a set or list"),
    ([{"b"}], [["b"]], {"parents": {"a": "b", "b": "a"}}, "is above itself in the hierarchy; remove the cycle"),
    ([{"b"}], [["b"]], {"parents": {"b": "a"}}, "the parent 'a' has no entry of its own in parents"),
    ([{"b"}], [["b"]], {"parents": TREE, "labels": ["c"]}, "the label 'c' has no entry in parents"),
    ({"x": ["b"]}, {}, {"parents": TREE}, 'pass missing="empty"'),
    ([{"b": 2}], [{"b": 1}], {"parents": TREE}, "the weight 2; weights are from 0 to 1"),
    ([{"b"}], [["b"]], {"parents": TREE, "information": ({"b": 3}, 2)}, "are from 0 to the number of items"),
    ([{"b"}], [["b"]], {"parents": TREE, "information": 3}, "give a pair of a dict label -> frequency"),
    (np.array([[2, 0]]), np.array([[1, 0]]), {}, "gold has 2 in a matrix; its entries are 0 and 1"),
    (3, [["b"]], {"parents": TREE}, "gold is 3; give a list with the labels of every item"),
]  # fmt: skip


@pytest.mark.parametrize(("gold", "system", "given", "message"), BAD)
def test_what_cannot_be_read_is_refused_with_a_remedy(
    gold: Any, system: Any, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read(gold, system, **given)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a   system a", "cannot read the labels"),
        ("   gold -   system -", "there are no labels"),
        ("a b > c   gold c   system c", "cannot read 'a b > c' in the hierarchy"),
        ("a   gold b   system a", "gold has a label 'b' that the hierarchy has not"),
        ("a   gold a   system a a", "give each label once"),
        ("a   gold a | a   system a", "gold has 2 items and system 1"),
        ("a > b; b > a   gold a   system a", "is above itself"),
        ("a   gold a   system a   information 3 of 2", "cannot read the information"),
        (
            "a > b   gold b   system a   information 1 3 of 4",
            "3 items have b and 1 have a, which is above it",
        ),
    ],
)
def test_notation_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        Assignment.from_notation(text)
