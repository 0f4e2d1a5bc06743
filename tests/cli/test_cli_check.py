from __future__ import annotations

import json

import pytest

from axiometrics import check
from axiometrics.errors import InputError

FILE = """
from axiometrics.metrics import metric

def agreement(gold, system):
    return 1.0

@metric(task="clustering", reads="labels")
def mine(gold, system):
    return 1.0
"""


def test_a_registered_key_tells_its_task(axiometrics_command, stub):
    ran = axiometrics_command("check", "v_measure(beta=2)", "--format", "json")
    assert ran.code == 0
    assert json.loads(ran.out)["tasks"][0]["metrics"][0]["key"] == "v_measure(beta=2)"
    assert stub.calls[0]["task"] == "clustering"


def test_the_counterexamples_are_shown_below_the_row(axiometrics_command, stub):
    out = axiometrics_command("check", "purity", "--task", "clustering").out
    assert "purity · rag_bag" in out
    assert "better  {a a} {b c}" in out
    assert "print('the snippet')" in out


def test_a_function_of_a_file_is_checked(axiometrics_command, stub, file):
    options = ["--task", "clustering", "--reads", "labels", "--error", "--format", "csv"]
    ran = axiometrics_command("check", f"{file}:agreement", *options)
    assert ran.code == 0
    assert ran.err.startswith("axiometrics: called as agreement(gold, system), for instance ")
    assert "clustering,user,agreement,homogeneity,holds" in ran.out
    assert (stub.calls[0]["reads"], stub.calls[0]["error"]) == ("labels", True)


def test_a_decorated_metric_of_a_file_needs_no_task(axiometrics_command, stub, file):
    ran = axiometrics_command("check", f"{file}:mine", "--format", "csv")
    assert (ran.code, stub.calls[0]["task"]) == (0, "clustering")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["purty"], "there is no metric 'purty'; did you mean 'purity'"),
        (["purity", "--task", "filterin"], "there is no task 'filterin'"),
        (["purity(alpha=1)", "--task", "clustering"], "has no parameter 'alpha'"),
        (["puritty", "--task", "filtering"], "filtering has no metric 'puritty'; allowed: accuracy"),
        (["rs_f"], "add one of them, as in --task filtering"),
        (["bcubed_f(alpha=2)"], "alpha=2 is out of range"),
        (["purity", "--task", "clustering", "--reads", "labels"], "purity is a registered metric"),
        (["math:hypot"], "math:hypot is a plain function; say of which task (--task clustering|"),
        (["math:hypot", "--task", "clustering", "--reads", "label"], "did you mean 'labels'"),
        (["math:hypott"], "did you mean 'hypot'?"),
        (["math.hypot"], "did you mean 'math:hypot'?"),
        (["nothing.py:f"], "there is no file nothing.py"),
        ([], "Missing argument 'TARGET'; for example: axiometrics check my_metrics.py:my_score"),
    ],
)
def test_a_target_that_cannot_be_checked_is_refused_in_one_line(
    axiometrics_command, stub, arguments, message
):
    ran = axiometrics_command("check", *arguments)
    assert (ran.code, ran.out, stub.calls) == (2, "", [])
    assert ran.err.startswith("axiometrics: error: ")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_an_interrupted_check_shows_what_is_finished(axiometrics_command, stub):
    ran = axiometrics_command("check", "rand", "--seed", "13", "--format", "csv")
    assert (ran.code, ran.out.count("\n")) == (130, 2)


@pytest.mark.parametrize("form", ["table", "markdown", "html", "json"])
def test_an_explanation_has_statement_verdict_and_counterexample(axiometrics_command, stub, form):
    ran = axiometrics_command(
        "explain", "purity", "rag_bag(size=n-1)", "--task", "clustering", "--format", form
    )
    assert (ran.code, ran.err) == (0, "")
    assert "rag_bag(size=n-1)" in ran.out
    assert "{a a} {b c}" in ran.out


def test_a_verbose_explanation_says_what_was_drawn_beside_its_data(axiometrics_command, stub):
    ran = axiometrics_command(
        "explain", "purity", "homogeneity", "--task", "clustering", "--format", "json", "--verbose",
        "--max-examples", "40",
    )  # fmt: skip
    assert ran.code == 0
    assert "axiometrics: random cases of this constraint: 40\naxiometrics: of size " in ran.err
    assert "random cases of" not in ran.out


def test_an_explanation_has_no_csv(axiometrics_command, stub):
    ran = axiometrics_command("explain", "purity", "rag_bag", "--task", "clustering", "--format", "csv")
    assert ran.code == 2
    assert "no csv form; give one of table, markdown, html, json" in ran.err


def test_a_metric_of_another_task_is_refused_with_that_of_its_name(axiometrics_command):
    ran = axiometrics_command("check", "kappa", "--task", "classification")
    assert ran.code == 2
    assert "belongs to filtering, not to classification; did you mean 'cohen_kappa'?" in ran.err


def test_an_unknown_constraint_is_refused_with_the_nearest(axiometrics_command, stub):
    ran = axiometrics_command("explain", "purity", "ragbag", "--task", "clustering")
    assert ran.code == 2
    assert "clustering has no constraint 'ragbag'; did you mean 'rag_bag'?" in ran.err


def test_a_function_that_sounds_like_an_error_is_noted(axiometrics_command, stub, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def hamming_loss(gold, system):\n    return 0.0\n")
    how = ["--task", "clustering", "--reads", "labels", "--format", "csv"]
    assert "add --error if lower ones are" in axiometrics_command("check", f"{file}:hamming_loss", *how).err
    assert "--error" not in axiometrics_command("check", f"{file}:hamming_loss", *how, "--error").err


def test_a_function_of_two_arguments_is_told_first_how_to_say_what_it_reads():
    with pytest.raises(
        InputError, match=r"^'?theirs'?\(gold, system\) looks like a function of data; say how"
    ):
        check(theirs, "clustering")


def test_a_function_that_returns_no_number_at_all_is_told_before_any_sweep():
    cells = check(pair, "clustering", reads="labels", effort="quick").cells
    assert len(cells) > 1
    assert all("and no number on any of" in (cell.error or "") for cell in cells)


def theirs(gold, system):
    return len(gold) if gold == system else 0


def pair(gold, system):
    return 1.0, 0.5


def test_a_file_alone_is_answered_with_the_functions_that_it_has(axiometrics_command, stub, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("raise SystemExit\n\ndef one(): ...\n\ndef _hidden(): ...\n\ndef two(): ...\n")
    ran = axiometrics_command("check", str(path))
    assert (ran.code, stub.calls) == (2, [])
    assert f"which function of {path} is meant? write {path}:one; it also has two" in ran.err


def test_a_counterexample_comes_with_what_the_constraint_demands(axiometrics_command, stub):
    out = axiometrics_command("check", "purity", "--task", "clustering").out
    assert "An item of a category of its own does less harm" in out


@pytest.mark.parametrize(
    ("given", "hint"),
    [("--qrel", "did you mean '--qrels'?"), ("--sytem", "did you mean '--system'?"), ("--zzz", "--zzz (see")],
)
def test_an_option_that_is_none_is_answered_with_the_one_that_is_meant(axiometrics_command, given, hint):
    ran = axiometrics_command("score", "ndcg", "--task", "ranking", given, "x")
    assert ran.code == 2
    assert f"there is no option {given}" in ran.err
    assert hint in ran.err


def test_a_task_is_named_in_the_same_way_in_every_command(axiometrics_command, stub):
    axiometrics_command("matrix", "clustering", "--task", "ranking,clustering")
    assert [call["task"] for call in stub.calls] == ["clustering", "ranking"]
