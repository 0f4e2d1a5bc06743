"""Progress where stderr is no terminal, and the names and short options that people type."""

from __future__ import annotations

import json
import time

import pytest

from axiometrics.cli import app
from axiometrics.cli import matrices as progress


def test_a_log_gets_lines_with_what_is_done_of_how_much_also_while_one_cell_takes_long(monkeypatch):
    told = []
    monkeypatch.setattr(app, "PAUSE", 0.01)
    monkeypatch.setattr(app, "say", told.append)
    with progress.progress_bar("clustering") as move:
        assert move is not None
        move("purity x homogeneity", 1, 4)
        told.clear()
        deadline = time.monotonic() + 20
        while len(told) < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert told[2].startswith("clustering: 1 of 4 done in ")
    told.clear()
    time.sleep(0.05)
    assert not told  # the lines end with the work


def test_no_progress_gives_no_callback():
    with progress.progress_bar("clustering", wanted=False) as move:
        assert move is None


@pytest.mark.parametrize("words", [(), ("matrix",), ("list",), ("score",)])
def test_h_is_short_for_help(axiometrics_command, words):
    assert axiometrics_command(*words, "-h") == axiometrics_command(*words, "--help")


def test_a_name_that_others_use_is_said_beside_the_key(axiometrics_command):
    ran = axiometrics_command(
        "check", "nDCG@10", "--constraint", "priority", "--effort", "quick", "--format", "csv"
    )
    assert ran.err.splitlines()[0] == "axiometrics: note: nDCG@10 is ndcg_at(k=10) here"
    assert "ndcg_at(k=10)" in ran.out


def test_a_matrix_of_several_tasks_takes_the_names_too(axiometrics_command, stub):
    axiometrics_command("matrix", "clustering", "ranking", "--metric", "map", "--metric", "ARI")
    assert [call["metrics"] for call in stub.calls] == [["adjusted_rand"], ["average_precision"]]


def test_aliases_are_listed_with_the_keys_that_they_stand_for(axiometrics_command):
    rows = json.loads(axiometrics_command("list", "aliases", "--task", "ranking", "--format", "json").out)
    assert {"alias": "P@k", "key": "precision_at(k=k)"}.items() <= rows[0].items()
