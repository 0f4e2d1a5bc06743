from __future__ import annotations

import csv
import io
import json

import pytest

from axiometrics.axioms import constraints
from axiometrics.cli.output import Output, Records
from axiometrics.metrics import metrics


def test_the_metrics_listed_are_the_registered_ones(axiometrics_command):
    ran = axiometrics_command("list", "metrics", "--task", "clustering", "--format", "json")
    assert ran.code == 0
    assert [row["key"] for row in json.loads(ran.out)] == list(metrics("clustering"))


def test_parameters_are_listed_with_their_defaults(axiometrics_command):
    rows = json.loads(axiometrics_command("list", "metrics", "--format", "json").out)
    assert next(row for row in rows if row["key"] == "bcubed_f")["parameters"] == {"alpha": "1/2"}


def test_the_constraints_listed_are_the_registered_ones(axiometrics_command):
    ran = axiometrics_command("list", "constraints", "--task", "clustering", "--format", "csv")
    assert [row["key"] for row in csv.DictReader(io.StringIO(ran.out))] == list(constraints("clustering"))


def test_tasks_are_counted(axiometrics_command):
    row = json.loads(axiometrics_command("list", "tasks", "--format", "json").out)[0]
    assert (row["task"], row["metrics"]) == ("clustering", len(metrics("clustering")))


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("table", "metrics"),
        ("markdown", "| task | family |"),
        ("html", "<!doctype html>"),
        ("latex", "% needs"),
        ("json", "["),
        ("csv", "task,family,key"),
    ],
)
def test_every_format_is_written(axiometrics_command, form, start):
    ran = axiometrics_command("list", "metrics", "--format", form)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(start)
    assert "purity" in ran.out


def test_the_ending_of_the_file_tells_the_format(axiometrics_command, tmp_path):
    ran = axiometrics_command("list", "metrics", "--out", tmp_path / "metrics.md")
    assert ran.out == ""
    assert (tmp_path / "metrics.md").read_text().startswith("| task |")


def test_an_unknown_task_is_refused_with_the_nearest_name(axiometrics_command):
    ran = axiometrics_command("list", "metrics", "--task", "clusterin")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "axiometrics: error: there is no task 'clusterin'; did you mean 'clustering'?\n"


def test_claims_about_a_task_that_no_publication_has_are_refused(axiometrics_command):
    ran = axiometrics_command("list", "claims", "--task", "rankng")
    assert ran.code == 2
    assert "there are no claims about 'rankng'; did you mean 'ranking'?" in ran.err


def test_a_title_that_is_wider_than_its_table_stays_in_one_line(capsys):
    Records("a title with more letters than its table", ("n",), [(1,)]).write(Output())
    assert capsys.readouterr().out.splitlines()[0] == "a title with more letters than its table"


def shown(records: Records, columns: int, monkeypatch, capsys) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    records.write(Output())
    return capsys.readouterr().out.splitlines()


PAIRS = Records(
    "pairs",
    ("first", "second", *(f"measure{place}" for place in range(8)), "note"),
    [("sys01", "sys02", *(place / 7 for place in range(8)), "concordant " * 4)],
)


@pytest.mark.parametrize("columns", [50, 80, 110, 200])
def test_no_table_is_wider_than_the_terminal_and_no_number_or_name_is_cut(columns, monkeypatch, capsys):
    lines = shown(PAIRS, columns, monkeypatch, capsys)
    assert max(map(len, lines)) <= columns
    words = " ".join(lines).split()
    assert {f"measure{place}" for place in range(8)} <= set(words)
    assert {"0.0000", "0.1429", "1.0000"} <= set(words)
    assert words.count("concordant") == 4


def test_a_table_in_parts_repeats_the_columns_that_say_what_a_row_is_of(monkeypatch, capsys):
    lines = shown(PAIRS, 60, monkeypatch, capsys)
    heads = [line.split()[:2] for line in lines if "measure" in line]
    assert len(heads) > 1
    assert all(head == ["first", "second"] for head in heads)


def test_a_table_that_fits_is_one(monkeypatch, capsys):
    assert sum("measure" in line for line in shown(PAIRS, 220, monkeypatch, capsys)) == 1


def test_libraries_are_listed_with_the_release_that_is_installed(axiometrics_command):
    listed = json.loads(
        axiometrics_command("list", "libraries", "--task", "overlapping", "--format", "json").out
    )
    rows = {row["library"]: row for row in listed}
    assert {"bcubed", "clusim"} <= rows.keys()
    assert rows["bcubed"]["tasks"] == ["overlapping"]
    assert rows["bcubed"]["installed"] != "not installed"
