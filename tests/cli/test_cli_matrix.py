from __future__ import annotations

import json

import pytest


def test_the_matrix_has_every_metric_by_default(axiometrics_command, stub):
    ran = axiometrics_command("matrix", "--format", "json")
    part = json.loads(ran.out)["tasks"][0]
    assert (ran.code, part["task"]) == (0, "clustering")
    assert len(part["cells"]) == len(part["metrics"]) * len(part["constraints"]) > 100


def test_options_reach_the_checker(axiometrics_command, stub):
    options = ["--effort", "quick", "--size", "5", "--max-examples", "7", "--seed", "3", "--jobs", "2"]
    flags = [
        "--timeout",
        "1.5",
        "--hunt",
        "4",
        "--no-cache",
        "--recompute",
        "--no-plugins",
        "--all",
        "--metric",
        "purity",
        "--metric",
        "b*",
    ]
    axiometrics_command("matrix", "clustering", *options, *flags, "--constraint", "rag_bag(size=n-1)")
    expected = {
        "effort": "quick",
        "size": 5,
        "max_examples": 7,
        "seed": 3,
        "jobs": 2,
        "timeout": 1.5,
        "hunt": 4,
    }
    chosen = {"metrics": ["purity", "b*"], "constraints": ["rag_bag(size=n-1)"], "variants": True}
    switches = {"cache": False, "recompute": True, "plugins": False}
    assert stub.calls == [{"task": "clustering", **switches, **expected, **chosen}]


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (("matrix", "clustering"), False),
        (("matrix", "clustering", "--regions"), True),
        (("report", "clustering"), True),
        (("report", "clustering", "--no-regions"), False),
    ],
)
def test_regions_are_asked_for_by_reports_and_on_demand(axiometrics_command, stub, tmp_path, command, asked):
    to = ["--out", tmp_path] if command[0] == "report" else []
    assert axiometrics_command(*command, "--metric", "purity", *to).code == 0
    assert [call.get("regions", False) for call in stub.calls] == [asked]


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("table", "clustering: 1"),
        ("markdown", "| family | metric |"),
        ("html", "<!doctype html>"),
        ("latex", "% needs"),
        ("json", "{"),
        ("csv", "task,family,metric"),
    ],
)
def test_every_format_is_written(axiometrics_command, stub, form, start):
    ran = axiometrics_command("matrix", "clustering", "--metric", "purity", "--format", form)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.lower().startswith(start)
    assert ran.out.endswith("\n")


def test_a_pipe_sees_no_colours_and_no_progress(axiometrics_command, stub):
    ran = axiometrics_command("matrix", "clustering", "--metric", "purity")
    assert "\x1b" not in ran.out + ran.err


def test_the_result_goes_to_the_file(axiometrics_command, stub, tmp_path):
    ran = axiometrics_command("matrix", "clustering", "--metric", "purity", "--out", tmp_path / "matrix.json")
    assert (ran.code, ran.out) == (0, "")
    assert json.loads((tmp_path / "matrix.json").read_text())["schema"] == "axiometrics.matrix/1"


def test_a_file_that_cannot_be_written_is_refused_before_computing(axiometrics_command, stub, tmp_path):
    ran = axiometrics_command("matrix", "--out", tmp_path / "none" / "matrix.md")
    assert (ran.code, stub.calls) == (2, [])
    assert "there is no directory" in ran.err


def test_after_an_interrupt_the_finished_cells_are_shown(axiometrics_command, stub):
    ran = axiometrics_command("matrix", "--metric", "rand", "--seed", "13", "--format", "csv")
    assert ran.code == 130
    assert ran.out.count("\n") == 2
    assert ran.err == "axiometrics: interrupted; 1 cell is finished\n"


@pytest.mark.parametrize(
    ("form", "mark"),
    [
        ("table", "Partial: the run was interrupted"),
        ("markdown", "Partial: the run was interrupted"),
        ("html", "Partial: the run was interrupted"),
        ("latex", "Partial: the run was interrupted"),
        ("json", '"complete": false'),
        ("csv", ",complete\n"),
    ],
)
@pytest.mark.parametrize("command", ["matrix", "choose"])
def test_what_an_interrupted_run_writes_says_so_in_every_form(
    axiometrics_command, stub, command, form, mark
) -> None:
    options = (
        ["--metric", "rand"] if command == "matrix" else ["--task", "clustering", "--require", "completeness"]
    )
    cut, whole = (
        axiometrics_command(command, *options, "--seed", seed, "--format", form) for seed in (13, 1)
    )
    assert (cut.code, whole.code) == (130, 0)
    assert mark in cut.out
    assert mark not in whole.out


def test_an_interrupt_before_the_first_cell_shows_nothing(axiometrics_command, stub):
    options = ["--constraint", "completeness", "--seed", "13"]
    ran = axiometrics_command("matrix", "--metric", "rand", *options)
    assert (ran.code, ran.out) == (130, "")


def test_the_report_is_written_and_its_index_named(axiometrics_command, stub, tmp_path):
    ran = axiometrics_command("report", "clustering", "--metric", "purity", "--out", tmp_path / "report")
    assert (ran.code, ran.out) == (0, f"{tmp_path / 'report' / 'README.md'}\n")
    assert (tmp_path / "report" / "clustering" / "metrics" / "purity.md").is_file()


def test_a_report_needs_a_directory(axiometrics_command, stub, tmp_path):
    (tmp_path / "file").write_text("")
    ran = axiometrics_command("report", "--out", tmp_path / "file")
    assert (ran.code, stub.calls) == (2, [])
    assert "is a file; give a folder" in ran.err


@pytest.mark.parametrize(
    ("flags", "columns"),
    [
        (
            (),
            [
                "task",
                "size",
                "cells",
                "open",
                "cases",
                "seconds",
                "elapsed",
                "memory_mb",
                "worker_mb",
                "basis",
            ],
        ),
        (
            ("--verbose",),
            ["task", "metric", "constraint", "basis", "cases", "seconds", "making", "memory_mb"],
        ),
    ],
)
def test_a_plan_is_written_and_nothing_is_run(
    axiometrics_command, stub, tmp_path, monkeypatch, flags, columns
):
    monkeypatch.setenv("AXIOMETRICS_CACHE", str(tmp_path))
    chosen = ["--metric", "purity,rand", "--constraint", "completeness", "--size", "4"]
    ran = axiometrics_command("matrix", "clustering", *chosen, "--plan", *flags, "--format", "json")
    rows = json.loads(ran.out)
    assert (ran.code, stub.calls) == (0, [])
    assert list(rows[0]) == columns
    assert len(rows) == (2 if flags else 1)
    assert flags or (rows[0]["cells"], rows[0]["open"]) == (2, 2)


def test_the_address_of_a_cluster_reaches_the_checker(axiometrics_command, stub):
    axiometrics_command("matrix", "clustering", "--metric", "purity", "--dask", "tcp://127.0.0.1:8786")
    assert stub.calls[0]["dask"] == "tcp://127.0.0.1:8786"
