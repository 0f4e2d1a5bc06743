"""Tables of many rows: plain lines are split together, and errors still name their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from axiometrics.errors import InputError
from axiometrics.files import Asked, read_labels
from axiometrics.files.delimited import open_table

ROWS = 5000


def table(path: Path, rows: list[str], end: str = "\n") -> Path:
    path.write_bytes(end.join(["gold,system", *rows, ""]).encode())
    return path


def plain() -> list[str]:
    return [f"{row % 7},w{row % 5}" for row in range(ROWS)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("quoted", [None, 0, 3000, ROWS - 1])
def test_a_quoted_cell_and_the_ends_of_lines_change_nothing(
    tmp_path: Path, end: str, quoted: int | None
) -> None:
    rows = plain()
    if quoted is not None:
        rows[quoted] = '"{}","{}"'.format(*rows[quoted].split(","))
    with open_table(table(tmp_path / "t.csv", rows, end)) as found:
        read = list(found.rows(["system", "gold"]))
    assert read == [(row + 2, (f"w{row % 5}", str(row % 7))) for row in range(ROWS)]


@pytest.mark.parametrize("bad", ["1,2,3", "1", "1,\0"])
def test_an_odd_line_after_many_plain_ones_is_named(tmp_path: Path, bad: str) -> None:
    rows = [*plain(), bad, *plain()]
    with (
        pytest.raises(InputError, match=f"line {ROWS + 2}: "),
        open_table(table(tmp_path / "t.csv", rows)) as found,
    ):
        list(found.rows(["gold"]))


def test_blank_lines_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [*plain(), "", "8,8"]
    with open_table(table(tmp_path / "t.csv", rows)) as found:
        assert list(found.rows(["gold"]))[-1] == (ROWS + 3, ("8",))
    path = tmp_path / "one.csv"
    path.write_text("gold\na\n\nb\n \n")
    with open_table(path) as found:
        assert list(found.rows(["gold"])) == [(2, ("a",)), (4, ("b",)), (5, (" ",))]


def test_labels_are_numbered_in_the_order_of_their_first_rows(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", ["b,x", "a,x", "b, ", "c,", "a,y"])
    labels = read_labels([path], Asked(), with_gold=True, with_systems=True)
    gold, system = labels.cells["gold"], labels.cells["system"]
    assert (list(gold), list(gold.numbers)) == (["b", "a", "b", "c", "a"], [0, 1, 0, 2, 1])  # type: ignore[union-attr]
    assert (list(system), system[2:4], "" in system, "" in gold) == (
        ["x", "x", "", "", "y"],
        ["", ""],
        True,
        False,
    )
    assert labels.place(3).endswith("line 5")
