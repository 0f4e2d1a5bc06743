"""Functions of three scores on the command line."""

from __future__ import annotations


def test_the_command_reads_the_number_of_scores_from_the_function(axiometrics_command, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def volume(p, r, s):\n    return p * r * s\n", encoding="utf-8")
    ran = axiometrics_command(
        "check", f"{path}:volume", "--task", "combination", "--reads", "scores", "--constraint", "idempotence",
        "--constraint", "symmetry", "--effort", "quick", "--no-progress", "--format", "csv",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "idempotence(components=3),contradicted" in ran.out
    assert "symmetry(components=3),holds" in ran.out
