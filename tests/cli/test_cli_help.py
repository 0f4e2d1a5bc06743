"""The help fits a terminal of 80 columns, its examples are command lines, and shells complete what is registered."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import pytest

from axiometrics.cli.app import COMMANDS, loaded
from axiometrics.cli.options import FORMS
from axiometrics.tasks import tasks


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_not_cut_at_80_columns(axiometrics_command, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    ran = axiometrics_command(command, "--help")
    assert ran.code == 0
    assert "…" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out.count("axiometrics " + command + " ") >= 2  # usage, and the examples


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_a_command_are_command_lines(command):
    for line in (COMMANDS[command].first, COMMANDS[command].second):
        name, *arguments = shlex.split(line)
        assert name == command
        loaded(name).make_context(name, arguments, resilient_parsing=True)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_summary_of_a_command_is_the_first_line_of_its_own_help(command):
    assert loaded(command).help.startswith(COMMANDS[command].summary)


@pytest.mark.parametrize(
    ("command", "panels"), [("matrix", "Target Output Effort"), ("score", "Target Files Output")]
)
def test_options_stand_in_panels(axiometrics_command, command, panels):
    shown = axiometrics_command(command, "--help").out
    assert all(f"─ {panel} ─" in shown for panel in panels.split())


def test_the_help_names_the_forms_that_tasks_read():
    stated = dict(each.split(": ") for each in FORMS.split("; "))
    assert stated == {key: ", ".join(task.reads) for key, task in tasks(plugins=False).items()}


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("axiometrics che", "check"),
        ("axiometrics matrix cl", "clustering"),
        ("axiometrics explain ami_ma", "ami_max"),
        ("axiometrics explain ami_max rag", "rag_bag"),
        ("axiometrics matrix --metric ndcg,err", "ndcg,err"),
        ("axiometrics choose --task clustering --require homogeneity,compl", "homogeneity,completeness"),
    ],
)
def test_a_shell_completes_commands_tasks_metrics_and_constraints(typed, offered):
    words = typed.split()
    found = subprocess.run(
        [sys.executable, "-m", "axiometrics"],
        env=os.environ
        | {"_AXIOMETRICS_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert offered in found.stdout.split()


def test_names_are_repeated_or_separated_by_commas(axiometrics_command):
    command = (
        "matrix",
        "filtering",
        "--constraint",
        "priority_relevant",
        "--format",
        "csv",
        "--effort",
        "quick",
    )
    commas = axiometrics_command(*command, "--metric", "precision,recall")
    repeated = axiometrics_command(*command, "--metric", "precision", "--metric", "recall")
    assert commas.code == repeated.code == 0
    assert commas.out == repeated.out
