"""What the commands answer is there in Python, and shows itself as the commands do."""

from __future__ import annotations

import json
from dataclasses import fields
from inspect import signature

import pytest

import axiometrics as ax
from axiometrics.cli.options import Files
from axiometrics.errors import UnknownKeyError

TABLE = "item,gold,x,y\n1,a,p,p\n2,a,p,q\n3,b,q,q\n"


@pytest.fixture
def labels(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text(TABLE)
    return path


def test_scores_are_those_of_the_command(axiometrics_command, labels):
    command = (
        "score",
        "ari",
        "--task",
        "clustering",
        "--gold",
        labels,
        "--system-column",
        "*",
        "--format",
        "json",
    )
    found = ax.score("ari", task="clustering", gold=labels, system_column="*")
    assert found.to_dict() == json.loads(axiometrics_command(*command).out)


def test_a_data_frame_is_read_as_its_csv_would_be(labels):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(labels)
    given = {"task": "clustering", "system_column": ["x", "y"]}
    found = ax.score(["purity", "ari"], gold=frame, **given)
    assert found.to_dict() == ax.score(["purity", "ari"], gold=labels, **given).to_dict()
    assert list(found.to_frame().columns) == ["system", "items", "purity", "adjusted_rand"]


def test_every_option_of_the_command_is_there_in_python():
    options = {each.name for each in fields(Files)} | {"means", "ties"}
    assert options <= set(signature(ax.score).parameters)


def test_a_rule_of_ties_is_that_of_the_command(axiometrics_command, tmp_path):
    gold, run = tmp_path / "qrels", tmp_path / "run"
    gold.write_text("1 0 a 1\n1 0 b 0\n")
    run.write_text("1 Q0 a 1 0.5 mine\n1 Q0 b 2 0.5 mine\n")
    files = {"task": "ranking", "gold": gold, "system": run}
    for rule in ("names", "input", "expected"):
        told = axiometrics_command(
            *("score", "ap", "--task", "ranking", "--gold", gold, "--system", run),
            *("--ties", rule, "--means", "--format", "json"),
        )
        assert ax.score("ap", **files, ties=rule, means=True).to_dict() == json.loads(told.out)


def test_a_system_that_is_left_out_is_warned_of(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("item,gold,x,y\n1,0,0,\n2,1,1,1\n")
    with pytest.warns(UserWarning, match="'y'.*; this system is left out"):
        found = ax.score("accuracy", task="filtering", gold=path, system_column=["x", "y"])
    assert [row["system"] for row in found.to_dict()] == ["x"]


def test_what_is_cited_is_what_the_command_writes(axiometrics_command):
    assert (
        ax.cite("bcubed_f", "rag_bag") == axiometrics_command("cite", "bcubed_f", "rag_bag", "--bibtex").out
    )
    with pytest.raises(UnknownKeyError, match="did you mean 'bcubed_f'"):
        ax.cite("bcubd_f")


def test_a_wrong_file_is_named(labels):
    with pytest.raises(UnknownKeyError, match=r"labels.csv has no column 'z'"):
        ax.score("purity", task="clustering", gold=labels, system_column="z")


def test_choices_are_those_of_the_command(axiometrics_command):
    command = (
        "choose",
        "--task",
        "filtering",
        "--require",
        "priority_relevant",
        "--effort",
        "quick",
        "--format",
        "json",
    )
    found = ax.choose("filtering", "priority_relevant", effort="quick")
    assert found.to_dict() == json.loads(axiometrics_command(*command).out)


def test_lessons_show_the_page_and_have_its_data(axiometrics_command):
    command = (
        "lessons",
        "combination",
        "--metric",
        "minimum,product",
        "--constraint",
        "symmetry",
        "--effort",
        "quick",
    )
    found = ax.lessons("combination", metrics=["minimum", "product"], constraints="symmetry", effort="quick")
    assert repr(found).strip() == axiometrics_command(*command).out.strip()
    assert found.to_dict() == json.loads(axiometrics_command(*command, "--format", "json").out)


def test_an_audit_counts_its_findings():
    assert (
        repr(ax.audit("sakai2021", claims="*section7.recommendations"))
        == "<claims of sakai2021: 1 not checkable>"
    )


def test_results_show_themselves_as_tables_that_are_capped(labels):
    row = ax.check("precision", task="filtering", effort="quick")
    assert "priority_relevant" in repr(row)
    assert repr(row.cells[0]).startswith("precision · priority_relevant")
    assert len(repr(ax.check("rbp", effort="quick")).splitlines()) <= 61
    rows = "".join(f"{number},a,p\n" for number in range(60))
    labels.write_text("group,gold,system\n" + rows)
    found = ax.score("purity", task="clustering", gold=labels, group_column="group")
    assert repr(found).splitlines()[-1] == "... and 20 rows more"
    assert "<table>" in found._repr_html_()


def test_a_matrix_is_a_picture(tmp_path):
    picture = ax.check("precision", task="filtering", effort="quick").plot()
    picture.save(tmp_path / "row.svg")
    assert (tmp_path / "row.svg").read_text() == picture._repr_svg_()
    assert picture.svg.startswith("<svg")


def test_a_cell_that_is_not_there_has_a_suggestion():
    with pytest.raises(UnknownKeyError, match="did you mean 'priority_relevant'"):
        ax.check("precision", task="filtering", effort="quick").cell("precision", "priority_relevent")


def test_records_show_what_they_are():
    found = ax.metrics("ranking")["rbp"]
    assert repr(found).startswith("<metric rbp of ranking: Rank-biased precision")
    demand = ax.constraints("ranking")["priority"]
    assert repr(demand).startswith("<constraint priority of ranking: Swapping")
    assert demand.__doc__.startswith(demand.summary)
    assert repr(ax.metrics("ranking")).count("\n") == len(ax.metrics("ranking")) - 1


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: ax.metrics("ranking")["rbq"], "did you mean 'rbp'"),
        (lambda: ax.constraints("ranking")["priorty"], "did you mean 'priority'"),
        (lambda: ax.metrics("rankin"), "did you mean 'ranking'"),
    ],
)
def test_a_key_that_is_not_there_has_a_suggestion(ask, told):
    with pytest.raises(KeyError) as raised:
        ask()
    assert told in str(raised.value)


def test_a_wide_data_frame_is_read_as_its_csv_would_be(tmp_path):
    pandas = pytest.importorskip("pandas")
    wide = pandas.DataFrame(
        {"case": [1, 2, 3], "system": ["a"] * 3, "p": [0.1, 0.2, 0.3], "r": [0.3, 0.1, 0.2]}
    )
    other = wide.assign(system="b", p=0.2)
    frame = pandas.concat([wide, other])
    frame.to_csv(tmp_path / "scores.csv", index=False)
    assert ax.uir(frame).to_dict() == ax.uir([tmp_path / "scores.csv"]).to_dict()
    columns = {name: frame.pivot(index="case", columns="system", values=name) for name in ("p", "r")}
    by_metric = ax.uir(columns)
    assert by_metric.table.systems == ("a", "b")
    assert by_metric.of("a", "b") == ax.uir(frame).of("a", "b")


def test_long_texts_are_capped_in_a_console_and_whole_in_a_notebook():
    scores = {name: [[0.1 * (s + c) % 1 for s in range(14)] for c in range(5)] for name in ("p", "r")}
    found = ax.uir(scores)
    assert len(repr(found).splitlines()) == 61
    assert "<table>" in found._repr_html_()
    assert "s14" in found._repr_html_()
