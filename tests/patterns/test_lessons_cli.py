"""The commands ``choose`` and ``lessons``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
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


@pytest.mark.parametrize("given", ["", ",", " "])
def test_no_requirement_at_all_is_refused(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["choose", "--task", "clustering", "--require", given]) == 2
    assert (
        "--require names nothing; give names separated by commas, or leave it out\n"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("name", ["page.md", "found.json", "file/sub"])
def test_results_are_not_written_to_what_is_no_folder(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert run(["lessons", "clustering", "--out", str(tmp_path / name)]) == 2
    assert "give a folder" in capsys.readouterr().err


def lessons_document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["lessons", "clustering", *QUICK, "--format", "json", *arguments]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_document_says_what_the_lessons_say(capsys: pytest.CaptureFixture[str]) -> None:
    """Purity satisfies homogeneity alone of the four constraints, BCubed's F all of them, its recall the others but
    rag bag: so rag bag implies homogeneity here, and completeness and size against quantity hold together."""
    some = ["--metric", "bcubed_f", "--metric", "bcubed_recall", "--metric", "purity"]
    for name in ("homogeneity", "completeness", "rag_bag", "size_vs_quantity"):
        some += ["--constraint", name]
    found = lessons_document(capsys, *some)
    assert found["schema"] == "axiometrics.lessons/1"
    assert (found["task"], found["effort"], found["weak"]) == ("clustering", "quick", False)
    assert [group["metrics"] for group in found["families"]["groups"]] == [
        ["bcubed_f"],
        ["bcubed_recall"],
        ["purity"],
    ]
    classes = [each["constraints"] for each in found["implications"]["classes"]]
    assert classes == [["homogeneity"], ["completeness", "size_vs_quantity"], ["rag_bag"]]
    assert found["implications"]["covers"] == [[2, 0], [2, 1]]
    assert {"pair": [0, 1], "metric": "purity"} in found["implications"]["refuted"]
    assert found["conflicts"] == []
    assert json.dumps(lessons_document(capsys, *some)) == json.dumps(found)


def test_cases_and_circles_are_written_in_notation(capsys: pytest.CaptureFixture[str]) -> None:
    """Between purity and inverse purity, {a b} -> {a}{b} is a rise for the one and a tie for the other."""
    some = [
        "--metric",
        "purity",
        "--metric",
        "inverse_purity",
        "--constraint",
        "homogeneity",
        "--case-size",
        "2",
    ]
    separation = lessons_document(capsys, *some)["separation"]
    (case,) = separation["cases"]
    assert case["outputs"] == {"worse": "{a b}", "better": "{a}{b}"}
    assert case["second_scores"] == {"inverse_purity": "tie", "purity": "more"}
    assert (separation["tried"], separation["is_smallest"], separation["together"]) == (1, True, [])


def test_lessons_are_a_page_with_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some = ["--metric", "bcubed_*", "--metric", "purity"]
    assert run(["lessons", "clustering", *QUICK, *some, "--out", str(tmp_path / "new")]) == 0
    page = tmp_path / "new" / "README.md"
    assert capsys.readouterr().out.strip() == str(page)
    text = page.read_text("utf-8")
    figures = sorted(page.parent.glob("*.svg"))
    assert json.loads((page.parent / "lessons.json").read_text("utf-8"))["task"] == "clustering"
    assert len(figures) > 1
    for figure in figures:
        ElementTree.parse(figure)
        assert f"({figure.name})" in text


def test_what_is_printed_leads_to_no_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lessons", "clustering", *QUICK, "--metric", "purity", "--constraint", "homogeneity"]) == 0
    assert ".svg" not in capsys.readouterr().out
