"""`--with`: keyword arguments for a plain function."""

from __future__ import annotations

import pytest

FILE = """
def f(gold, system, beta):
    return beta * sum(one == other for one, other in zip(gold, system)) / len(gold)


def g(gold, system, *, beta):
    return f(gold, system, beta)
"""


@pytest.mark.parametrize("name", ["f", "g"])
def test_a_required_argument_can_be_given(axiometrics_command, tmp_path, name):
    file = tmp_path / "mine.py"
    file.write_text(FILE, encoding="utf-8")
    asked = [
        "check",
        f"{file}:{name}",
        "--task",
        "classification",
        "--reads",
        "labels",
        "--constraint",
        "correction",
    ]
    asked += ["--effort", "quick", "--size", "3", "--max-examples", "5", "--format", "csv"]
    ran = axiometrics_command(*asked, "--with", "beta=2")
    assert ran.code == 0, ran.err
    assert f"{name}(beta=2)" in ran.out
    for given, said in (
        ("gold=2", "multiple values for argument 'gold'"),
        ("bta=2", "did you mean 'beta'"),
        ("beta", "--with average=macro"),
    ):
        refused = axiometrics_command(*asked, "--with", given)
        assert refused.code == 2
        assert said in refused.err
