"""Scoring files with metrics of users' own files."""

from __future__ import annotations

import pytest

FILE = """
import axiometrics as ax


@ax.metric(task="clustering", family="mine")
def own_pieces(table):
    return table.cluster_count / table.items


@ax.metric(task="clustering", reads="labels", family="mine")
def own_alike(gold, system):
    return sum(one == other for one, other in zip(gold, system)) / len(gold)


@ax.metric(task="clustering", reads="labels", family="mine")
def own_failing(gold, system):
    raise ZeroDivisionError("no luck")


def plain(gold, system):
    return 0.5
"""


@pytest.fixture
def score(axiometrics_command, file, tmp_path):
    (tmp_path / "labels.csv").write_text("item,gold,system\n1,a,x\n2,a,y\n")
    files = ("--task", "clustering", "--gold", str(tmp_path / "labels.csv"), "--format", "csv")
    return lambda *names: axiometrics_command("score", *(f"{file}:{name}" for name in names), *files)


def test_several_metrics_of_one_file_score_files(score):
    ran = score("own_pieces", "own_alike")
    assert ran.out == "system,items,own_pieces,own_alike\nsystem,2,1.0,0.5\n"


def test_what_a_users_function_raises_is_told_as_its_error(score):
    ran = score("own_failing")
    assert ran.code == 2
    assert "own_failing([0, 0], [0, 1]) raised ZeroDivisionError: no luck" in ran.err


def test_a_plain_function_is_answered_with_what_makes_it_a_metric(score):
    ran = score("plain")
    assert ran.code == 2
    assert (
        """decorate it, to be scored with: @axiometrics.metric(task='clustering', reads="labels" or"""
        in ran.err
    )
