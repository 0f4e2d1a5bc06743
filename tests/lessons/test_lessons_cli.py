"""The commands ``choose`` and ``lessons``."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from axiometrics.cli.app import run

QUICK = ["--effort", "quick", "--no-progress", "--jobs", "1"]


def chosen(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["choose", "--task", "clustering", *QUICK, "--format", "csv", *arguments]) == 0
    return [line.split(",")[1] for line in capsys.readouterr().out.splitlines()[1:]]


def test_only_metrics_that_satisfy_every_requirement_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    some = ["--metric", "bcubed_*", "--metric", "purity", "--metric", "rand"]
    assert chosen(capsys, "--require", "homogeneity,rag_bag", *some) == ["bcubed_f", "bcubed_precision"]


def test_a_tie_is_enough_for_the_weak_form(capsys: pytest.CaptureFixture[str]) -> None:
    some = ["--metric", "purity", "--metric", "rand"]
    assert chosen(capsys, "--require", "rag_bag", "--weak", *some) == ["rand", "purity"]


def test_where_nothing_suits_the_closest_metrics_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    some = ["--metric", "purity", "--metric", "bcubed_recall"]
    arguments = ["choose", "--task", "clustering", *QUICK, "--require", "homogeneity,rag_bag", *some]
    assert run([*arguments, "--format", "csv"]) == 0
    told = capsys.readouterr()
    assert "no metric satisfies all of these" in told.err
    assert "purity" in told.out
    assert "bcubed_recall" not in told.out


def test_a_demand_for_proofs_leaves_out_what_was_only_swept(capsys: pytest.CaptureFixture[str]) -> None:
    some = ["--metric", "rand", "--metric", "bcubed_precision"]
    arguments = ["choose", "--task", "clustering", *QUICK, "--require", "perfect_split", *some]
    assert run([*arguments, "--format", "csv"]) == 0
    assert "no metric" not in capsys.readouterr().err
    assert run([*arguments, "--format", "csv", "--evidence", "proof"]) == 0
    assert "no metric satisfies all of these" in capsys.readouterr().err


def test_an_unknown_requirement_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["choose", "--task", "clustering", "--require", "homogenity"]) == 2
    assert "did you mean 'homogeneity'?" in capsys.readouterr().err


def test_lessons_are_a_page_with_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some = ["--metric", "bcubed_*", "--metric", "purity"]
    assert run(["lessons", "clustering", *QUICK, *some, "--out", str(tmp_path / "new")]) == 0
    page = tmp_path / "new" / "README.md"
    assert capsys.readouterr().out.strip() == str(page)
    text = page.read_text("utf-8")
    figures = sorted(page.parent.glob("*.svg"))
    assert len(figures) > 1
    for figure in figures:
        ElementTree.parse(figure)
        assert f"({figure.name})" in text
