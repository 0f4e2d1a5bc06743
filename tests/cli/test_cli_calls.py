"""A function that does not take what a form gives is refused at once, with the call and what it takes."""

from __future__ import annotations

import pytest

FUNCTIONS = """
def none(): return 0
def one(ranks): return 0
def two(gold, system): return 0
def three(gold, system, weight): return 0
def optional(gold, system, weight=1): return 0
def any_number(*given): return 0
def keyword(gold, *, system): return 0
def in_words(gold, system, *, weight): return 0
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "functions.py"
    path.write_text(FUNCTIONS)
    return path


@pytest.mark.parametrize(
    ("name", "task", "form", "told"),
    [
        ("none", "clustering", "labels", "none(gold, system) does not fit: too many positional"),
        ("one", "ranking", "relevance", "it takes (ranks)"),
        ("three", "clustering", "sets", "missing a required argument: 'weight'"),
        ("keyword", "ordinal", "labels", "it takes (gold, *, system)"),
        ("in_words", "filtering", "labels", "missing a required argument: 'weight'"),
        ("two", "filtering", "counts", "two(tp, fp, fn, tn) does not fit"),
        ("two", "clustering", "table", "two(table) does not fit"),
    ],
)
def test_a_call_that_does_not_fit_is_told_before_any_case(name, task, form, told, file, axiometrics_command):
    ran = axiometrics_command("check", f"{file}:{name}", "--task", task, "--reads", form)
    assert ran.code == 2
    assert told in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("name", ["two", "optional", "any_number"])
def test_a_call_that_fits_is_checked(name, file, axiometrics_command):
    command = (
        "check",
        f"{file}:{name}",
        "--task",
        "clustering",
        "--reads",
        "labels",
        "--constraint",
        "rag_bag",
    )
    assert axiometrics_command(*command, "--effort", "quick").code == 0


def test_a_formula_with_too_many_arguments_names_no_file_of_ours(file, axiometrics_command):
    ran = axiometrics_command("check", f"{file}:two", "--task", "clustering")
    assert ran.code == 2
    assert "two() missing 1 required positional argument: 'system'" in ran.err
    assert "formula.py" not in ran.err
