"""What is told to somebody who meets the commands for the first time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from axiometrics.axioms import constraints
from axiometrics.cli import app
from axiometrics.cli.commands import study
from axiometrics.cli.commands.explain import statement


def test_choose_without_requirements_shows_what_can_be_required(axiometrics_command):
    ran = axiometrics_command("choose", "--task", "clustering")
    assert ran.code == 0
    assert "rag_bag" in ran.out
    assert "--require homogeneity,completeness" in ran.err


def test_a_function_without_values_is_warned_of_though_the_exit_code_is_0(axiometrics_command, tmp_path):
    path = tmp_path / "nan.py"
    path.write_text("def lost(gold, system):\n    return float('nan')\n", encoding="utf-8")
    line = "check {}:lost --task clustering --reads labels --effort quick --constraint rag_bag,homogeneity"
    ran = axiometrics_command(*line.format(path).split())
    assert ran.code == 0
    assert "warning: lost has no value in any case of 2 of 2 constraints" in ran.err
    assert "--expect FILE" in ran.err


def test_who_states_expectations_is_not_told_to_state_them(axiometrics_command, tmp_path):
    (tmp_path / "nan.py").write_text("def lost(gold, system):\n    return float('nan')\n", encoding="utf-8")
    line = f"check {tmp_path / 'nan.py'}:lost --task clustering --reads labels --effort quick --constraint rag_bag"
    axiometrics_command(*line.split(), "--write-expect", tmp_path / "expected.json")
    ran = axiometrics_command(*line.split(), "--expect", tmp_path / "expected.json")
    assert ran.code == 0
    assert "warning: lost has no value" in ran.err
    assert "--expect FILE" not in ran.err


def test_a_ratio_that_takes_long_says_that_it_is_at_work(axiometrics_command, tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    rows = [f"{s},{c},{m},{v}" for s, v in (("x", 0.8), ("y", 0.2)) for c in range(12) for m in "pr"]
    path.write_text("\n".join(["system,case,metric,value", *rows]) + "\n", encoding="utf-8")
    compare = study.compare

    def slowly(*given, **options):
        app.Event().wait(0.1)
        return compare(*given, **options)

    monkeypatch.setattr(app, "PAUSE", 0.01)
    monkeypatch.setattr(study, "compare", slowly)
    ran = axiometrics_command("uir", path, "--metrics", "p,r")
    assert "at work for" in ran.err


@pytest.mark.parametrize(
    "command",
    [
        "check f --constraint",
        "explain f",
        "matrix filtering --constraint",
        "choose --task filtering --require",
    ],
)
def test_a_constraint_in_a_file_is_told_how_it_is_checked(axiometrics_command, command):
    ran = axiometrics_command(*command.split(), "ownc.py:more_found")
    assert ran.code == 2
    assert "from ownc import more_found; ax.check(METRIC, TASK, constraints=[more_found])" in ran.err


def test_a_colon_without_a_name_is_an_unknown_key(axiometrics_command):
    ran = axiometrics_command("explain", "f", "rag_bag:")
    assert ran.code == 2
    assert "import" not in ran.err


def test_a_constraint_without_a_docstring_says_where_its_statement_would_come_from():
    silent = replace(constraints("clustering")["rag_bag"], generator=lambda choose: None)
    assert "docstring" in statement(silent)[0]
