"""The code below a witness runs in a new interpreter and prints the scores that the witness states."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import sympy

FILE = """
import axiometrics as ax


def clusters(gold, system):
    return len(set(system)) / len(gold)


def majority(table):
    return table.best_in_cluster(lambda n, a, b: n) / table.items


@ax.metric(task="clustering", key="of_a_file", parameters=[ax.Parameter("charge", default=1, above=0)])
def charged(table, *, charge):
    return (table.best_in_cluster(lambda n, a, b: n) - charge * table.cluster_count) / table.items


class Counter:
    def score(self, gold, system):
        return clusters(gold, system)


counter = Counter()
half = charged.with_parameters(charge="1/2")
"""


def witness(target, folder, *options):
    command = [sys.executable, "-m", "axiometrics", "check", target, "--task", "clustering", *options]
    settings = ["--constraint", "rag_bag", "--effort", "quick", "--format", "json", "--no-cache"]
    done = subprocess.run([*command, *settings], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["tasks"][0]["cells"][0]["witness"]


@pytest.mark.parametrize(
    ("target", "reads"),
    [
        ("own.py:clusters", ["--reads", "labels"]),
        ("own.py:counter.score", ["--reads", "labels"]),
        ("own.py:majority", []),
        ("own.py:charged", []),
        ("own.py:half", []),
        ("own:clusters", ["--reads", "labels"]),
        ("own:charged", []),
        ("sklearn.metrics:fowlkes_mallows_score", ["--reads", "labels"]),
        ("v_measure(beta=2)", []),
    ],
)
def test_the_code_of_a_witness_prints_its_scores_in_a_new_interpreter(target, reads, tmp_path):
    (tmp_path / "own.py").write_text(FILE)
    found = witness(target, tmp_path, *reads)
    command = [sys.executable, "-c", found["python"]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == ""
    printed = dict(line.split() for line in done.stdout.splitlines())
    assert printed.keys() == found["scores"].keys()
    for name, value in printed.items():
        assert float(value) == pytest.approx(float(sympy.sympify(found["scores"][name])))


def test_the_code_for_a_file_names_the_file(tmp_path):
    (tmp_path / "own.py").write_text(FILE)
    code = witness("own.py:charged", tmp_path)["python"]
    assert f"ax.load('{tmp_path / 'own.py'}:charged')" in code
    assert "axiometrics_target" not in code
