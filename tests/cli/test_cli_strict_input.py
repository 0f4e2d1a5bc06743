"""What only looks like a number, a name or a text is refused wherever it is read, with its place and a remedy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiometrics.errors import InputError
from axiometrics.files import open_table
from axiometrics.metrics import metrics
from axiometrics.numerals import read_exact, read_real, read_whole, whole_value
from axiometrics.parameters import exact, split_key
from axiometrics.studies.score_files import score_table
from axiometrics.studies.unanimity import fraction_in
from axiometrics.tasks import get_task

ARABIC = "\u0663"
STRANGE = ("1_0", ARABIC, "\uff11", "\u00b2", "0x10", "1,5", "", " ", "one", "1 0", "--1", "\u22121")


def reads(read: Callable[[Any], Any], value: Any) -> bool:
    try:
        read(value)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("text", STRANGE)
@pytest.mark.parametrize("read", [read_whole, read_real, read_exact])
def test_what_only_looks_like_a_number_is_none(read: Any, text: str) -> None:
    assert not reads(read, text)


@pytest.mark.parametrize(
    "value", [True, np.True_, 1.5, float("nan"), float("inf"), None, "1/2", "true", [1], 1j]
)
def test_what_is_no_whole_number_stands_for_none(value: Any) -> None:
    assert not reads(whole_value, value)


def test_plain_numbers_are_read_in_every_usual_form() -> None:
    assert (read_whole("+7"), read_real("1e-2"), read_exact("-2/4")) == (7, 0.01, Fraction(-1, 2))
    assert [whole_value(each) for each in (3, 3.0, "3", "3.0", np.int8(3), Fraction(3))] == [3] * 6


@pytest.mark.parametrize("text", ["1_0/2_1", f"{ARABIC}/4", "1_0", True])
def test_a_strange_value_of_a_parameter_is_a_word(text: Any) -> None:
    assert isinstance(exact(text), str)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("rbp(p=1/2,p=1/3)", "p is given twice"),
        ("rbp(p=1/2, p=1/2)", "p is given twice"),
        ("rbp(,)", "cannot read ''"),
        ("rbp(p=1/2,)", "cannot read ''"),
        ("rbp(p=)", "cannot read 'p='"),
        ("rbp(=1/2)", "cannot read '=1/2'"),
    ],
)
def test_a_key_gives_every_parameter_one_value(key: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        split_key(key)


@pytest.mark.parametrize("level", [0, -1, 1.5, True, "1_0", ARABIC, "top", None, float("nan"), "", 2**70])
def test_levels_are_whole_numbers_from_1_on(level: Any) -> None:
    gold = {"document": ["a", "b"], "level": [1, level]}
    with pytest.raises(InputError, match=r"level.* in row 2"):
        metrics("organization")["rs_f"](gold, [["a"]])


@pytest.mark.parametrize(
    ("task", "output"),
    [
        ("filtering", (f"tp={ARABIC} fp=1 fn=1 tn=1",)),
        ("filtering", ("tp=1_0 fp=1 fn=1 tn=1",)),
        ("filtering", ("tp=1 tp=2 fp=1 fn=1 tn=1",)),
        ("filtering", ([True, 1, 1, 1],)),
        ("ordinal", (f"[{ARABIC} 0; 0 1]",)),
        ("ordinal", ("[1 0; 0 1] at 1 1_0",)),
        ("ranking", (f"r^{ARABIC} -",)),
        ("ranking", (f"{ARABIC} - r",)),
        ("quantification", ("1_0/2_0 1/2", "1/2 1/2")),
        ("quantification", (["0.5", f"0.{ARABIC}"], [0.5, 0.5])),
        ("combination", ("1_0/2_0", "1")),
        ("combination", (f"P=1/{ARABIC} R=1",)),
        ("organization", ([["a\0"]], [["a"]])),
    ],
)
def test_strange_numbers_and_names_are_refused_by_every_task(task: str, output: tuple[Any, ...]) -> None:
    metric = next(iter(get_task_metrics(task)))
    with pytest.raises(InputError):
        metric(*output)


def get_task_metrics(task: str) -> list[Any]:
    assert get_task(task).key == task
    return list(metrics(task).values())


@pytest.mark.parametrize("value", ["1_0", ARABIC, "0.2_5"])
def test_thresholds_are_plain_numbers(value: str) -> None:
    with pytest.raises(InputError, match="is no number"):
        fraction_in("threshold", value, -1)


@pytest.mark.parametrize(
    "row", [("", 1, "p", 1), ("a", None, "p", 1), ("a", 1, " ", 1), ("a", float("nan"), "p", 1)]
)
def test_rows_of_scores_have_names(row: tuple[Any, ...]) -> None:
    with pytest.raises(InputError, match="with an empty name"):
        score_table([row])


LABELS = "g,item,gold,one\n1,a,x,1\n1,b,y,2\n"
FILES: dict[str, tuple[str, str, str]] = {
    "a NUL in a label": ("clustering", LABELS.replace("y", "y\0"), "line 3: there is a NUL character"),
    "a NUL in the header": ("clustering", LABELS.replace("one", "o\0ne"), "line 1: there is a NUL character"),
    "an item without name": ("clustering", LABELS.replace(",b,", ",,"), "line 3: the item has no name"),
    "a blank item": ("clustering", LABELS.replace(",b,", ", ,"), "line 3: the item has no name"),
    "a group without name": ("clustering", LABELS.replace("1,b", ",b"), "line 3: the group has no name"),
    "a blank label": ("clustering", LABELS.replace(",2\n", ", \n"), "has no label for item 'b'"),
    "a system without name": ("clustering", LABELS.replace("one", ""), "column 4 has no name in the header"),
    "an underscore in a grade": (
        "ranking",
        "g,item,gold,one\n1,a,1_0,1\n",
        "the grade '1_0' is not a whole number",
    ),
    "a grade in other digits": ("ranking", f"g,item,gold,one\n1,a,{ARABIC},1\n", "is not a whole number"),
    "an underscore in a score": (
        "ranking",
        "g,item,gold,one\n1,a,1,1_0\n",
        "the score '1_0' is not a finite number",
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_table_is_refused_by_its_line(axiometrics_command: Any, tmp_path: Path, kind: str) -> None:
    task, text, message = FILES[kind]
    path = tmp_path / "table.csv"
    path.write_text(text, "utf-8")
    columns = ["--gold-column", "gold", "--system-column", "*", "--group-column", "g"]
    metric = {"clustering": "purity", "ranking": "precision"}[task]
    ran = axiometrics_command("score", metric, "--task", task, "--gold", path, *columns)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


TREC = {
    "qrels": ("1 0 a 1_0", "1 Q0 a 1 1 r", "the grade '1_0' is not a whole number"),
    "digits": (f"1 0 a {ARABIC}", "1 Q0 a 1 1 r", "is not a whole number"),
    "score": ("1 0 a 1", "1 Q0 a 1 1_0 r", "the score '1_0' is not a finite number"),
    "rank": ("1 0 a 1", "1 Q0 a 1_0 1 r", "the rank '1_0' is not a finite number"),
    "NUL": ("1 0 a\0 1", "1 Q0 a 1 1 r", "line 1: there is a NUL character"),
}


@pytest.mark.parametrize("kind", TREC)
def test_a_trec_file_is_refused_by_its_line(axiometrics_command: Any, tmp_path: Path, kind: str) -> None:
    gold, run, message = TREC[kind]
    (tmp_path / "gold").write_text(gold + "\n", "utf-8")
    (tmp_path / "run").write_text(run + "\n", "utf-8")
    files = ["--gold", tmp_path / "gold", "--system", tmp_path / "run"]
    ran = axiometrics_command("score", "precision", "--task", "ranking", *files)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


SCORES = "system,case,metric,value\na,1,p,0.5\nb,1,p,0.25\n"
LONG = {
    "system": (SCORES.replace("b,1", ",1"), "line 3: the system has no name"),
    "case": (SCORES.replace("b,1", "b, "), "line 3: the case has no name"),
    "metric": (SCORES.replace("1,p,0.25", "1,,0.25"), "line 3: the metric has no name"),
    "value": (
        SCORES.replace("0.25", "0.2_5"),
        "line 3: '0.2_5' (p of system 'b' on case '1') is not a finite number",
    ),
    "digits": (SCORES.replace("0.25", ARABIC), "is not a finite number"),
}


@pytest.mark.parametrize("kind", LONG)
def test_a_table_of_scores_is_refused_by_its_line(
    axiometrics_command: Any, tmp_path: Path, kind: str
) -> None:
    text, message = LONG[kind]
    (tmp_path / "scores.csv").write_text(text, "utf-8")
    ran = axiometrics_command("uir", tmp_path / "scores.csv")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.parametrize("value", ["1_0", ARABIC, "1.5", "", "nan", "0"])
@pytest.mark.parametrize("option", ["--size", "--max-examples", "--jobs"])
def test_options_that_count_take_plain_whole_numbers(
    axiometrics_command: Any, option: str, value: str
) -> None:
    ran = axiometrics_command("matrix", "clustering", "--metric", "purity", option, value)
    assert (ran.code, ran.out) == (2, "")
    assert f"{option}" in ran.err
    assert "give a whole number, 1 or more" in ran.err


def test_a_file_called_by_its_ending_names_a_system(axiometrics_command: Any, tmp_path: Path) -> None:
    (tmp_path / "gold.csv").write_text("item,gold\na,x\n")
    (tmp_path / ".csv").write_text("item,label\na,x\n")
    files = ["--gold", tmp_path / "gold.csv", "--system", tmp_path / ".csv", "--format", "csv"]
    ran = axiometrics_command("score", "purity", "--task", "overlapping", *files)
    assert ran.out.splitlines()[1].startswith(".csv,")


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (["a"] * 700 + ["b,c"], 702),
        (["a"] * 700 + [""] * 3 + ["b,c"], 705),
        (['"two\nlines"'] * 400 + ["b,c"], 802),
        (['"two\r\nlines"'] * 400 + [""] + ["b,c"], 803),
        (["a"] * 700 + ["b\0"], 702),
        (['"two\rlines"'] * 3 + ["", "b\0"], 9),
    ],
)
def test_a_wrong_row_far_down_is_named_by_its_line(tmp_path: Path, rows: list[str], line: int) -> None:
    """Tables are read many rows at a time; blank lines and cells of several lines count as lines of the file."""
    file = tmp_path / "table.csv"
    file.write_text("\n".join(["label", *rows, "d"]), newline="")
    with pytest.raises(InputError, match=f"line {line}: "), open_table(file) as table:
        list(table.rows(["label"]))


def test_blocks_of_rows_keep_order_and_line_numbers(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("item,label\n" + "".join(f"{k},{k % 7}\n\n" for k in range(3000)))
    with open_table(file) as table:
        found = list(table.rows(["label", "item"]))
    assert found == [(2 * k + 2, (str(k % 7), str(k))) for k in range(3000)]
