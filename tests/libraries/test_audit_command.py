"""The command: a table with the differences, markdown with code to paste, JSON; refusals of what is unknown."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from textwrap import dedent

import pytest
from fake_adapters import adapters

from axiometrics import __version__
from axiometrics.cli.app import run


@pytest.fixture
def audit(tmp_path, capsys):
    path = adapters(tmp_path, ["purity", "wrong_value", "zero_over_zero"])

    def call(*options):
        code = run(["audit", "--library", str(path), "--inputs", "3", "--no-verdicts", *options])
        return code, capsys.readouterr()

    return call


def test_the_table_shows_outcomes_and_smallest_inputs(audit):
    code, said = audit()
    assert code == 0
    assert "fake without a version" in said.out
    assert "defect: on {a b} it gives 1.0, the definition gives 0.5" in said.out
    assert "convention (our definition is 0/0 there, so a convention decides): on {a}" in said.out


def test_the_code_in_the_report_shows_the_other_value_when_it_is_run(audit):
    """The first code of the report is that of wrong_value on {a b}."""
    _, said = audit("--format", "markdown")
    code = said.out.split("```python\n")[1].partition("```")[0]
    done = subprocess.run(
        [sys.executable, "-c", dedent(code).strip()], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "1.0", done.stderr


def test_json_holds_every_function_with_its_outcome(audit):
    _, said = audit("--format", "json")
    (library,) = json.loads(said.out)["libraries"]
    assert [each["outcome"] for each in library["functions"]] == ["equal", "defect", "convention"]


def test_a_folder_gets_an_issue_for_a_defect_whose_code_shows_it(audit, tmp_path):
    """wrong_value gives 1 on {a b}; equal functions and conventions get no issue."""
    code, _ = audit("--out", str(tmp_path / "found"))
    assert code == 0
    (issue,) = (tmp_path / "found" / "upstream").iterdir()
    text = issue.read_text("utf-8")
    assert issue.name == "fake-wrong-value.md"
    assert re.search(r"^Severity: (high|medium|low)\.$", text, re.MULTILINE)
    assert re.search(r"Versions: fake .*, Python 3\.\d+\.\d+, NumPy \d", text)
    assert re.search(r"`\S+fake_library\.py:wrong_value` \(\S*fake_library\S*\.py, line \d+\)", text)
    assert "Share of items that belong to the majority category of their cluster." in text
    run = subprocess.run(
        [sys.executable, "-c", text.split("```python\n")[1].partition("```")[0]],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.stdout.strip() == "1.0", run.stderr


def test_a_folder_gets_both_documents_which_say_how_they_were_made(audit, tmp_path):
    folder = tmp_path / "found"
    folder.mkdir()
    code, said = audit("--out", str(folder), "--function", "purity")
    assert code == 0
    assert said.out.split() == [str(folder / "libraries.md"), str(folder / "libraries.json")]
    text = (folder / "libraries.md").read_text("utf-8")
    assert re.search(
        r"Written by `axiometrics audit --library \S+ --function purity --inputs 3 --no-verdicts`", text
    )
    found = json.loads((folder / "libraries.json").read_text("utf-8"))
    assert (found["schema"], found["versions"]["axiometrics"]) == ("axiometrics.libraries/1", __version__)


def test_a_path_without_a_suffix_is_a_folder_that_is_made(audit, tmp_path):
    code, said = audit("--out", str(tmp_path / "new" / "found"), "--function", "purity")
    assert code == 0, said.err
    assert sorted(path.name for path in (tmp_path / "new" / "found").iterdir()) == [
        "libraries.json",
        "libraries.md",
    ]


def test_a_path_without_a_suffix_is_a_file_where_a_format_is_given(audit, tmp_path):
    code, _ = audit("--out", str(tmp_path / "found"), "--format", "json", "--function", "purity")
    assert (code, json.loads((tmp_path / "found").read_text("utf-8"))["schema"]) == (
        0,
        "axiometrics.libraries/1",
    )


def test_a_folder_cannot_be_made_inside_a_file(audit, tmp_path):
    (tmp_path / "file").write_text("text")
    code, said = audit("--out", str(tmp_path / "file" / "found"))
    assert code == 2
    assert f"{tmp_path / 'file'} is a file; give a folder" in said.err


@pytest.mark.parametrize("option", ["--size", "--max-examples", "--seed", "--timeout"])
def test_options_that_would_do_nothing_are_refused(audit, option):
    code, said = audit(option, "3")
    assert code == 2
    assert f"{option} is not for libraries; --inputs sets" in said.err


def test_a_file_beside_all_libraries_is_audited_too(tmp_path, capsys):
    """Only the file's library has a function of this name."""
    path = adapters(tmp_path, ["wrong_value"])
    options = ["--library", "all", "--library", str(path), "--function", "wrong_value"]
    assert run(["audit", *options, "--inputs", "2", "--no-verdicts"]) == 0
    assert "defect: on {a b}" in capsys.readouterr().out


def test_a_limit_that_was_given_is_among_what_the_report_says_it_was_written_by(audit):
    _, said = audit("--limit", "5", "--function", "purity", "--format", "markdown")
    assert "--inputs 3 --limit 5 --no-verdicts`" in said.out


def test_a_folder_takes_no_format(audit, tmp_path):
    code, said = audit("--out", str(tmp_path), "--format", "json")
    assert code == 2
    assert "is a folder, which gets markdown and JSON" in said.err


def test_only_the_functions_that_are_asked_for_are_audited(audit):
    _, said = audit("--function", "purity")
    assert "wrong_value" not in said.out
    code, said = audit("--function", "purty")
    assert code == 2
    assert "there is no function 'purty' in fake; did you mean 'purity'?" in said.err


def test_an_unknown_library_and_a_format_that_is_not_there_are_refused(capsys):
    assert run(["audit", "--library", "scikit"]) == 2
    assert "there is no library 'scikit'; did you mean 'scikit-learn'?" in capsys.readouterr().err
    assert run(["audit", "--library", "bcubed", "--format", "html"]) == 2
    assert "give table, markdown or json" in capsys.readouterr().err
