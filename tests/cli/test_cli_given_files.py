"""Files by path, by a glob, or from the pipe; TREC's files with a line of names."""

from __future__ import annotations

import io
import sys

import pytest

QRELS = "1 0 a 1\n1 0 b 0\n2 0 c 1\n"
RUN = "1 Q0 a 1 2.0 {0}\n1 Q0 b 2 1.0 {0}\n2 Q0 c 1 1.0 {0}\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "qrels.txt").write_text(QRELS)
    for name in "AB":
        (tmp_path / f"run.{name}").write_text(RUN.format(name))
    return tmp_path


def score(command, folder, *arguments):
    return command("score", "map", "--task", "ranking", "--format", "csv", "--means", *arguments)


def test_a_glob_stands_for_the_files_that_fit_in_order(axiometrics_command, folder):
    ran = score(axiometrics_command, folder, "--gold", folder / "qrels.txt", "--system", folder / "run.*")
    assert [line.split(",")[0] for line in ran.out.splitlines()] == ["system", "A", "B"]


def test_a_glob_that_fits_no_file_is_an_error(axiometrics_command, folder):
    ran = score(axiometrics_command, folder, "--gold", folder / "qrels.txt", "--system", folder / "nix*")
    assert ran.code == 2
    assert "no file fits" in ran.err


def test_a_file_whose_name_has_a_star_is_itself(axiometrics_command, folder):
    (folder / "run.*").write_text(RUN.format("star"))
    ran = score(axiometrics_command, folder, "--gold", folder / "qrels.txt", "--system", folder / "run.*")
    assert [line.split(",")[0] for line in ran.out.splitlines()] == ["system", "star"]


def pipe(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_dash_reads_the_pipe(axiometrics_command, monkeypatch, folder):
    pipe(monkeypatch, RUN.format("piped"))
    ran = score(axiometrics_command, folder, "--gold", folder / "qrels.txt", "--system", "-")
    assert [line.split(",")[0] for line in ran.out.splitlines()] == ["system", "piped"]


def test_a_piped_table_is_gold_and_systems(axiometrics_command, monkeypatch):
    pipe(monkeypatch, "item,gold,system\n1,a,x\n2,a,x\n3,b,y\n")
    ran = axiometrics_command("score", "ari", "--task", "clustering", "--gold", "-", "--format", "csv")
    assert ran.out.splitlines() == ["system,items,adjusted_rand", "system,3,1.0"]


def test_the_pipe_is_read_for_one_option_only(axiometrics_command, monkeypatch):
    pipe(monkeypatch, RUN)
    ran = axiometrics_command("score", "map", "--task", "ranking", "--gold", "-", "--system", "-")
    assert ran.code == 2
    assert "--gold and --system both read the pipe" in ran.err


@pytest.mark.parametrize(
    "names", ["topic iter docno rel", "qid Q0 doc_id relevance", "query_id iteration document grade"]
)
def test_a_line_of_names_in_qrels_is_left_out(axiometrics_command, folder, names):
    (folder / "named.txt").write_text(f"{names}\n{QRELS}")
    found = [
        score(axiometrics_command, folder, "--gold", folder / gold, "--system", folder / "run.A").out
        for gold in ("qrels.txt", "named.txt")
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("first", ["topic Q0 docno rank wrong tag", "1 Q0 docno rank score tag"])
def test_a_first_line_that_is_no_line_of_names_is_an_error(axiometrics_command, folder, first):
    (folder / "run.C").write_text(f"{first}\n{RUN.format('C')}")
    ran = score(axiometrics_command, folder, "--gold", folder / "qrels.txt", "--system", folder / "run.C")
    assert ran.code == 2
    assert "line 1" in ran.err
