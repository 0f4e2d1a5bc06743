"""Scores of overlapping clusterings from files with one row per item and label."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from axiometrics.cli.app import run

GOLD = "item,label\na,1\na,2\nb,1\nc,2\n"


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Write the files and score them; return the exit code and all that was printed."""

    def scored(*arguments: str, **files: str) -> tuple[int, str]:
        for name, text in files.items():
            (tmp_path / f"{name}.csv").write_text(text)
        found = [str(tmp_path / part) if part.endswith(".csv") else part for part in arguments]
        code = run(["score", *found, "--task", "overlapping", "--format", "csv"])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return scored


def test_each_file_is_a_system_and_each_row_a_membership(score: Any) -> None:
    """One: {a b}{c} against {a b}{a c}. Precision 1; recall of a (1/2 + 1 + 0)/3, b 1, c 1/2: 2/3 in all."""
    code, text = score(
        "bcubed_extended_precision", "bcubed_extended_recall",
        "--gold", "gold.csv", "--system", "one.csv", "--system", "two.csv",
        gold=GOLD, one="item,label\na,x\nb,x\nc,y\n", two=GOLD,
    )  # fmt: skip
    assert code == 0, text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["system"] for row in rows] == ["one", "two"]
    assert [float(row["bcubed_extended_precision"]) for row in rows] == [1, 1]
    assert [float(row["bcubed_extended_recall"]) for row in rows] == [pytest.approx(2 / 3), 1]


@pytest.mark.parametrize(("means", "values"), [((), [1, 0.5]), (("--means",), [0.75])])
def test_groups_are_scored_apart_and_averaged(
    score: Any, means: tuple[str, ...], values: list[float]
) -> None:
    gold = "word,item,gold\nu,a,1\nu,b,1\nv,a,1\nv,b,2\n"
    system = "word,item,label\nu,a,1\nu,b,1\nv,a,1\nv,b,1\n"
    code, text = score(
        "bcubed_extended_precision", "--group-column", "word",
        "--gold", "gold.csv", "--system", "one.csv", *means, gold=gold, one=system,
    )  # fmt: skip
    assert code == 0, text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [float(row["bcubed_extended_precision"]) for row in rows] == values


@pytest.mark.parametrize(
    ("system", "more", "says"),
    [
        ("item,label\na,1\nb,1\n", (), "system has no cluster for item 'c'"),
        ("item,label\na,1\na,1\nb,1\nc,1\n", (), "line 3: item 'a' has the label '1' twice"),
        ("item,label\na,1\nb,\nc,1\n", (), "line 3: item 'b' has no label"),
        ("item,label\na,1\nb,1\nc,1\nd,1\n", (), "gold has no category for item 'd'"),
        ("item,label\nx,1\n", (), "gold has no category for item 'x'"),
        ("item,label\n,1\nb,1\nc,1\n", (), "line 2: a label has no item"),
        ("item,label\n", (), "there are no rows"),
        ("name,label\na,1\n", ("--system-column", "label"), "'item' or 'id'"),
        ("item,label\na,1\n", ("--missing", "unselected"), "error or excluded or singleton"),
        ("item,label\na,1\n", ("--gold-ignore", "1"), "--gold-ignore is not for files with one row"),
        ("item,label\na,1\n", ("--classes", "3"), "--classes is not for files with one row"),
    ],
)
def test_bad_files_are_refused_in_one_line(score: Any, system: str, more: tuple[str, ...], says: str) -> None:
    code, text = score("f_purity", "--gold", "gold.csv", "--system", "one.csv", *more, gold=GOLD, one=system)
    assert code == 2
    assert says in " ".join(text.split())


def test_missing_items_may_be_excluded(score: Any) -> None:
    code, text = score(
        "bcubed_extended_precision", "--missing", "excluded", "--gold", "gold.csv", "--system", "one.csv",
        gold=GOLD, one="item,label\na,1\nb,1\n",
    )  # fmt: skip
    assert code == 0, text
    assert text.strip().endswith("1.0")


def test_a_file_that_is_given_twice_is_no_two_systems(score: Any) -> None:
    code, text = score(
        "bcubed_extended_f", "--gold", "gold.csv", "--system", "one.csv", "--system", "one.csv",
        gold=GOLD, one=GOLD,
    )  # fmt: skip
    assert code == 2
    assert "one.csv is given twice; give each file once" in text


def test_what_is_no_number_takes_no_place_in_a_mean(score: Any) -> None:
    code, text = score(
        "bcubed_extended_f", "--gold", "gold.csv", "--system", "one.csv", "--undefined", "nan",
        gold=GOLD, one=GOLD,
    )  # fmt: skip
    assert code == 2
    assert "--undefined nan is not possible; give propagate, skip or a number" in text
