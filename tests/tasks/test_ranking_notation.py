"""Judged rankings: their notation comes back, their parts are what they say, their drawings show what changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometrics.errors import InputError
from axiometrics.tasks.ranking import Ranking, write
from axiometrics.tasks.ranking.orders import outputs_svg, outputs_text

GRADES = st.lists(st.one_of(st.none(), st.integers(0, 3)), max_size=40)


@given(GRADES, st.lists(st.integers(0, 3), max_size=20))
def test_what_is_written_is_read_back(grades: list[int | None], missing: list[int]) -> None:
    ranking = Ranking.of(grades, missing)
    assert Ranking.from_notation(ranking.notation()) == ranking
    assert Ranking.from_notation(write(ranking.grades, ranking.missing, graded=True)) == ranking


def test_the_collection_is_what_is_listed_and_what_is_missed() -> None:
    ranking = Ranking.from_notation("2 - ? 1 | 1 -")
    assert ranking.ideal == (2, 1, 1)
    assert (ranking.relevant, ranking.nonrelevant, ranking.judged) == (3, 2, 6)


def test_long_runs_are_written_with_their_number() -> None:
    assert Ranking((0,) * 30 + (1,) * 4).notation() == "-^30 r r r r"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r x -", r"cannot read 'x' in the ranking 'r x -'; write documents as r, -, \? or a grade"),
        ("r | ?", r"'r \| \?' misses an unjudged document; only judged ones can be missed"),
    ],
)
def test_what_is_no_ranking_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Ranking.from_notation(text)


def test_a_list_with_more_relevant_documents_than_the_collection_is_refused() -> None:
    with pytest.raises(InputError, match="has 2 documents of grade 1, but the collection only 1"):
        Ranking.from_grades([1, 1], [1, 0])


def test_the_drawing_marks_the_ranks_that_differ() -> None:
    text = outputs_text({"worse": "r - r | r", "better": "r r - | r"})
    assert [line.count("*") for line in text.splitlines()] == [2, 2]


def test_figures_outline_the_ranks_that_differ_and_say_what_they_show() -> None:
    svg = outputs_svg({"worse": "- r 2 | 1", "better": "r - 2 | 1"}, title="an example")
    assert svg.count('stroke="#b3400a"') == 4
    assert "<desc>worse: - r 2 | 1; better: r - 2 | 1</desc>" in svg
    assert outputs_svg({"worse": "-^200", "better": "r^200"}).count("<rect") == 81


def test_arguments_of_functions() -> None:
    ranking = Ranking.from_notation("r - ? | r -")
    assert ranking.read_as("relevance") == ([1, 0, None], [1, 1])
    qrels, run = ranking.read_as("run")
    assert qrels == {"q": {"d1": 1, "d2": 0, "m1": 1, "m2": 0}}
    assert run == {"q": {"d1": 3.0, "d2": 2.0, "d3": 1.0}}
