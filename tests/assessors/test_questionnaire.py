"""Questionnaires: every question is an instance of its constraint, and nothing in the form tells the answer."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from axiometrics.assessors import Texts, instance, questionnaire, read_texts
from axiometrics.assessors.sheets import html_form, markdown_form
from axiometrics.axioms import constraints
from axiometrics.errors import InputError

TEXTS = Texts({f"topic{k}": tuple(f"story {k}.{number}" for number in range(10)) for k in range(6)})
FOUR = [
    constraints("clustering")[key] for key in ("homogeneity", "completeness", "rag_bag", "size_vs_quantity")
]


def topics(cluster: tuple[str, ...]) -> list[str]:
    return sorted(text.split()[1].partition(".")[0] for text in cluster)


@pytest.mark.parametrize("record", FOUR, ids=lambda record: record.key)
@pytest.mark.parametrize("seed", range(10))
def test_both_options_group_the_same_texts_each_once(record: object, seed: int) -> None:
    found = instance(record, TEXTS, random.Random(seed))  # type: ignore[arg-type]
    worse, better = ([text for cluster in side for text in cluster] for side in (found.worse, found.better))
    assert Counter(worse) == Counter(better)
    assert max(Counter(worse).values()) == 1


@pytest.mark.parametrize("seed", range(10))
def test_homogeneity_splits_one_cluster_of_two_topics_into_pure_ones(seed: int) -> None:
    found = instance(constraints("clustering")["homogeneity"], TEXTS, random.Random(seed))
    (mixed,) = set(found.worse) - set(found.better)
    pure = set(found.better) - set(found.worse)
    assert len(set(topics(mixed))) == 2
    assert sorted(len(set(topics(cluster))) for cluster in pure) == [1, 1]


@pytest.mark.parametrize("seed", range(10))
def test_rag_bag_moves_the_stranger_from_the_clean_cluster_to_the_disordered_one(seed: int) -> None:
    found = instance(constraints("clustering")["rag_bag"], TEXTS, random.Random(seed))
    clean = next(cluster for cluster in found.better if len(set(topics(cluster))) == 1)
    spoilt = next(cluster for cluster in found.worse if set(clean) < set(cluster))
    (stranger,) = set(spoilt) - set(clean)
    assert topics((stranger,))[0] not in topics(clean)
    bag = next(cluster for cluster in found.better if stranger in cluster)
    assert len(set(topics(bag))) == len(bag) == len(clean) + 1


def test_texts_that_do_not_suffice_are_refused_with_what_is_needed() -> None:
    few = Texts({"a": ("x", "y"), "b": ("z",)})
    with pytest.raises(InputError, match=r"needs 5 texts in 4 categories .*2, .*3 texts in 2 categories"):
        instance(constraints("clustering")["rag_bag"], few, random.Random(0))


@pytest.mark.parametrize(
    "record",
    [
        constraints("ranking")["priority"],
        constraints("clustering")["locality"],
        constraints("clustering")["maximal_agreement"],
    ],
    ids=lambda record: record.key,
)
def test_a_constraint_that_makes_no_pair_of_clusterings_is_refused(record: object) -> None:
    with pytest.raises(InputError, match="does not compare two clusterings"):
        instance(record, TEXTS, random.Random(0))  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_questionnaire_and_another_one_another() -> None:
    first, again, other = (questionnaire(TEXTS, FOUR, seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert first.mark != other.mark


def test_the_better_option_is_on_either_side() -> None:
    found = questionnaire(TEXTS, FOUR, instances=20)
    sides = Counter(question.better for question in found.questions)
    # 80 fair draws: fewer than 20 on one side has a probability below 1e-5
    assert min(sides["A"], sides["B"]) >= 20


def test_the_forms_tell_neither_constraint_nor_category() -> None:
    found = questionnaire(TEXTS, FOUR)
    for form in (markdown_form(found), html_form(found)):
        assert form.count("Question ") == 20
        assert not any(name in form for name in ("topic1", "rag_bag", "homogeneity", "worse"))


def test_texts_are_escaped_in_both_forms() -> None:
    odd = Texts({f"t{k}": tuple(f"<b>{k}.{n}</b> *x*" for n in range(6)) for k in range(6)})
    found = questionnaire(odd, FOUR[:1], instances=1)
    assert "<b>" not in html_form(found)
    assert "&lt;b&gt;" in html_form(found)
    assert r"\*x\*" in markdown_form(found)


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title,category\nx,a\n", "has no column 'text'"),
        ("text,category\nx,a\nx,b\n", "line 3: the text of line 2 has category 'a' there and 'b' here"),
        ("text,category\n,a\n", "line 2: an empty text"),
        ("text,category\n", "no texts"),
    ],
)
def test_bad_tables_of_texts_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_texts(write(tmp_path / "texts.csv", text))


def test_a_repeated_text_counts_once(tmp_path: Path) -> None:
    found = read_texts(write(tmp_path / "texts.csv", "text,category\nx,a\nx,a\ny,a\n"))
    assert found.by_category == {"a": ("x", "y")}
