"""What users may give as overlapping clusterings, and what they are told about what they may not."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.overlapping import Families, outputs_svg, outputs_text, read

SCORE = metrics("overlapping")["rs_clustering_f"]
GOLD, SYSTEM = [{"a", "b"}, {"a", "c"}], [{"a", "b", "c"}]


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        (GOLD, SYSTEM),
        ([["a", "b"], ("a", "c")], [frozenset("abc")]),
        ({"a": {1, 2}, "b": {1}, "c": {2}}, {"a": "x", "b": ["x"], "c": ("x",)}),
        ({"a": [1, 2], "b": 1, "c": 2}, {"c": 0, "b": 0, "a": 0}),
        ("{a b c} | {a b}{a c}", None),
        (Families(((0, 1), (0, 2)), ((0, 1, 2),)), None),
    ],
)
def test_every_form_gives_the_same_value(gold: Any, system: Any) -> None:
    """Reliability: a with itself 1/1, all pairs but b c are right: (3 + 2 + 2)/9; sensitivity as for {a b}{a c}."""
    assert read(gold, system).items == 3
    reliability, sensitivity = 7 / 9, (2 * (1 / 2 + 1) / 2 + 2 * 1) / 4
    expected = 2 * reliability * sensitivity / (reliability + sensitivity)
    assert SCORE(gold, system) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("gold", "system", "says"),
    [
        (GOLD, [{"a", "b"}], "system has no cluster for item 'c' that gold contains; .*missing=\"excluded\""),
        (GOLD, [*SYSTEM, {"d", "e"}], "gold has no category for items '[de]', '[de]' that system contains"),
        (GOLD, [{"a", "b", "c"}, set()], "set 1 of system is empty"),
        ([["a", "b", "a"]], [["a", "b"]], "item 'a' is twice in set 0 of gold"),
        ({"a": [1, 1]}, {"a": 1}, "gold gives item 'a' the label 1 twice"),
        ({"a": [1]}, {"a": []}, "system puts item 'a' into no cluster"),
        ({"a": []}, {"a": 1}, "gold puts item 'a' into no category"),
        ({"a": None}, {"a": 1}, "gold gives item 'a' the label None"),
        ({"a": float("nan")}, {"a": 1}, "the label nan"),
        ([], [], "gold has no sets"),
        ({}, {}, "gold has no sets"),
        ([{"a"}], {"a": 1}, "different forms"),
        ({"a", "b"}, [{"a"}], "give a list of sets"),
        ("ab", "ab", "give a list of sets"),
        (["ab"], ["ab"], "set 0 of gold is 'ab'"),
        (3, 4, "gold is 3; give a list of sets"),
        ([{"a"}], None, "without a system"),
        ("{a b}", None, "a bar"),
        ("{a b} | {a {b}", None, "in braces"),
        ("{a b}{} | {a b}", None, "an empty set"),
        ("{a b a} | {a b}", None, "twice in one set: {a b a}"),
        (" | {a b}", None, "system of .* has no set"),
        ("{a} | {b}", None, "gold has no category for item 'a'"),
        ("{a} | {a}{b c}", None, "system has no cluster for items 'b', 'c'"),
        ([{"a"}], [{"b"}], "gold has no category for item 'b'"),
        ([{"a"}, set()], [{"a"}], "set 1 of gold is empty"),
        ([{"a"}], [], "system has no sets"),
        ([{None}], [{None}], "gold has None for an item"),
        ({"a": 1}, {"a": 1, float("nan"): 1}, "system has nan for an item"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_clear_line(gold: Any, system: Any, says: str) -> None:
    with pytest.raises(InputError, match=says) as refused:
        SCORE(gold, system)
    assert "\n" not in str(refused.value)


def test_an_unknown_way_with_missing_items_is_refused() -> None:
    with pytest.raises(InputError, match="'error', 'excluded' or 'singleton'"):
        SCORE(GOLD, SYSTEM, missing="drop")


def test_missing_items_are_excluded_or_alone() -> None:
    assert read(GOLD, [{"a", "b"}], missing="excluded").notation().count("{") == 3
    assert read(GOLD, [{"a", "b"}], missing="singleton").notation().count("{") == 4


@pytest.mark.parametrize("text", ["{a b}{a c} | {a b}{c}", "{a}{a} | {a}", "{a b c d e} | {a b}{a b}{c d e}"])
def test_notation_is_read_as_it_is_written(text: str) -> None:
    assert Families.from_notation(text).notation() == text


def test_names_are_numbered_naturally() -> None:
    assert Families.from_notation("{1 2 10} | {10}{2 1}").notation() == "{a b c} | {c}{a b}"


@pytest.mark.parametrize("reads", ["sets", "dicts"])
def test_the_forms_that_a_black_box_reads_are_read_back(reads: str) -> None:
    both = Families.from_notation("{a b}{a c} | {a b}{c}{c}")
    gold, system = both.read_as(reads)
    assert read(gold, system).notation() == both.notation()
    for changed in get_task("overlapping").equivalent_forms(reads, both, 3).values():
        assert SCORE(*changed) == pytest.approx(SCORE(both))


def test_a_drawing_marks_what_differs_and_shows_the_gold() -> None:
    outputs = {"worse": "{a b}{c}{c} | {a b}{c}", "better": "{a b}{c} | {a b}{c}"}
    assert outputs_text(outputs).splitlines() == [
        "worse   *{c}   {a b}{c}",
        "better         {a b}{c}",
        "gold    {a b}{c}",
    ]
    drawn = outputs_svg(outputs)
    # 1 set is special to worse; 2 are common, in two panels; the gold has 2
    assert (drawn.count('class="changed"'), drawn.count('class="unchanged"')) == (1, 2 + 2 + 2)
    assert "worse: {a b}{c}{c} | {a b}{c}" in drawn
