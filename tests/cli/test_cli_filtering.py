"""The command line on the filtering task: scores of files, explanations, reports."""

from __future__ import annotations

import json

import pytest

GOLD = "id,label\nd1,1\nd2,0\nd3,1\nd4,0\n"
SYSTEM = "id,label\nd4,0\nd3,0\nd2,1\nd1,1\n"


@pytest.fixture
def files(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text)
        return path

    return {"gold": write("gold.csv", GOLD), "write": write}


@pytest.fixture
def score(axiometrics_command, files):
    def run(system, *options, metrics=("precision", "recall", "f")):
        path = files["write"]("system.tsv" if "\t" in system else "system.csv", system)
        shown = ["--task", "filtering", "--gold", files["gold"], "--system", path, "--format", "json"]
        ran = axiometrics_command("score", *metrics, *shown, *options)
        return json.loads(ran.out)[0] if ran.code == 0 else ran

    return run


def test_labels_of_files_mean_what_they_say(score):
    found = score(SYSTEM)
    assert found == {"system": "label", "items": 4, "precision": 0.5, "recall": 0.5, "f": 0.5}


def test_words_are_labels_too(score):
    assert score("id\tlabel\nd1\ttrue\nd2\tFalse\nd3\t1\nd4\tfalse\n")["f"] == 1.0


def test_a_metric_without_a_value_is_null_and_not_zero(score):
    found = score("id,label\nd1,0\nd2,0\nd3,0\nd4,0\n")
    assert found["precision"] is None
    assert found["recall"] == 0.0


def test_a_missing_item_is_refused_or_counts_as_not_selected(score):
    refused = score("id,label\nd1,1\n")
    assert refused.code == 2
    assert "system has no label for items 'd2', 'd3', 'd4' that gold contains" in refused.err
    assert "--missing unselected" in refused.err
    assert score("id,label\nd1,1\n", "--missing", "unselected")["recall"] == 0.5


def test_a_way_of_another_task_is_refused(score):
    refused = score(SYSTEM, "--missing", "singleton")
    assert refused.code == 2
    assert "--missing singleton is not possible in filtering; give error or unselected" in refused.err


def test_a_label_that_is_none_is_refused_naming_the_item(score):
    refused = score(SYSTEM.replace("d2,1", "d2,maybe"))
    assert refused.code == 2
    assert "system gives item 'd2' the label 'maybe'" in refused.err


def test_a_mean_over_groups_has_no_value_where_a_group_has_none(axiometrics_command, files):
    path = files["write"]("groups.csv", "topic,gold,system\nt1,1,1\nt1,0,0\nt2,1,0\nt2,0,0\n")
    options = [
        "--task",
        "filtering",
        "--gold",
        path,
        "--group-column",
        "topic",
        "--means",
        "--format",
        "json",
    ]
    (mean,) = json.loads(axiometrics_command("score", "precision", "recall", *options).out)
    assert mean["precision"] is None
    assert mean["recall"] == 0.5
