"""The tally of answers, against counts by hand and Table 1 of the 2009 paper."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from scipy.stats import binom

from axiometrics.assessors.sheets import interval
from axiometrics.cli.app import run

TABLE_1 = {
    "homogeneity": (37, 1, 2),
    "completeness": (36, 1, 3),
    "rag_bag": (38, 1, 1),
    "size_vs_quantity": (40, 0, 0),
}
"""Validated, contradicted, indifferent: 8 assessors, 5 instances per constraint."""


@pytest.fixture
def sheets(tmp_path: Path) -> tuple[Path, Path]:
    """A key with 20 questions, and answers whose counts are those of Table 1 (who said what is not printed)."""
    key, answers = tmp_path / "key.csv", tmp_path / "answers.csv"
    questions = [(name, "AB"[number % 2]) for name in TABLE_1 for number in range(5)]
    key.write_text(
        "questionnaire,question,constraint,better\n"
        + "".join(f"x,{place},{name},{better}\n" for place, (name, better) in enumerate(questions, 1))
    )
    lines = ["questionnaire,assessor,question,answer"]
    for block, counts in enumerate(TABLE_1.values()):
        kinds = [
            kind for kind, count in zip(("good", "bad", "equal"), counts, strict=True) for _ in range(count)
        ]
        for place, kind in enumerate(kinds):
            question = 5 * block + place % 5 + 1
            better = questions[question - 1][1]
            said = {"good": better, "bad": "AB".replace(better, ""), "equal": "equal"}[kind]
            lines.append(f"x,{place // 5},{question},{said}")
    answers.write_text("\n".join(lines) + "\n")
    return answers, key


def test_the_counts_of_table_1_are_reproduced(
    sheets: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tally", *map(str, sheets), "--format", "csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    kinds = ("validated", "contradicted", "indifferent")
    found = {row["constraint"]: tuple(int(row[kind]) for kind in kinds) for row in rows}
    total = tuple(sum(counts) for counts in zip(*TABLE_1.values(), strict=True))
    assert found == TABLE_1 | {"all": total}


@pytest.mark.parametrize(("successes", "trials"), [(37, 40), (1, 40), (0, 40), (40, 40), (3, 7)])
def test_the_ends_of_an_interval_are_where_the_tails_reach_half_of_the_rest(
    successes: int, trials: int
) -> None:
    low, high = interval(successes, trials, 0.9)
    if successes:
        assert binom.sf(successes - 1, trials, low) == pytest.approx(0.05)
    else:
        assert low == 0
    if successes < trials:
        assert binom.cdf(successes, trials, high) == pytest.approx(0.05)
    else:
        assert high == 1


def test_a_made_questionnaire_answered_by_its_key_validates_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = tmp_path / "texts.csv"
    rows = [f"story {k} {n},topic{k}" for k in range(6) for n in range(10)]
    texts.write_text("\n".join(["text,category", *rows]) + "\n")
    out = tmp_path / "out"
    assert run(["questionnaire", str(texts), "--out", str(out), "--instances", "2"]) == 0
    assert capsys.readouterr().out.strip() == str(out / "form.html")
    better = [row["better"] for row in csv.DictReader((out / "key.csv").read_text().splitlines())]
    sheet = (out / "answers.csv").read_text().splitlines()
    filled = [sheet[0], *(line + said for line, said in zip(sheet[1:], better, strict=True))]
    (out / "answers.csv").write_text("\n".join(filled) + "\n")
    assert run(["tally", str(out / "answers.csv"), str(out / "key.csv"), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["validated"] for row in found[:-1]} == {2}
    assert all(row["validated_share"] == 1 for row in found)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("x,9,21,A", "line 162: there is no question 21; .* has 1 to 20"),
        ("y,9,1,A", "an answer to questionnaire y, but .* is the key of x"),
        ("x,9,1,C", "the answer 'C' is none of A, B or equal"),
        ("x,0,1,A", "assessor 0 answers question 1 a second time"),
        ("x,9,one,A", "'one' is no number of a question; write one"),
        ("x,,1,A", "the column assessor is empty; give each assessor a name"),
    ],
)
def test_answers_that_do_not_fit_the_key_are_refused(
    sheets: tuple[Path, Path], capsys: pytest.CaptureFixture[str], line: str, complaint: str
) -> None:
    answers, _ = sheets
    answers.write_text(answers.read_text() + line + "\n")
    assert run(["tally", *map(str, sheets)]) == 2
    assert re.search(complaint, capsys.readouterr().err)


def test_an_answer_left_empty_is_left_out_and_told(
    sheets: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    answers, _ = sheets
    *lines, last = answers.read_text().splitlines()
    answers.write_text("\n".join([*lines, last.rpartition(",")[0] + ","]) + "\n")
    assert run(["tally", *map(str, sheets), "--format", "json"]) == 0
    told = capsys.readouterr()
    assert "1 of 160 answers are missing" in told.err
    assert json.loads(told.out)[-1]["answers"] == 159


def test_an_answer_sheet_is_no_key(sheets: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    answers, _ = sheets
    assert run(["tally", str(answers), str(answers)]) == 2
    assert "has no column 'constraint'" in (said := capsys.readouterr().err)
    assert "the sheet of answers comes first, then the key" in said
