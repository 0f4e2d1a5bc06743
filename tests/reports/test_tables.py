from __future__ import annotations

import csv
import io
import re
import sys
from dataclasses import replace

import pytest

from axiometrics.checker.verdict import Matrix
from axiometrics.reports.markdown import matrix_table as markdown_table
from axiometrics.reports.tables import COLUMNS, MissingExtraError, matrix_csv, matrix_frame
from axiometrics.reports.tables import matrix_latex as latex_table


def test_the_markdown_table_has_one_row_per_metric_and_equal_columns(matrix: Matrix) -> None:
    rows = [line for line in markdown_table(matrix).splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(matrix.metrics)
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in rows} == {len(matrix.constraints) + 3}


def test_the_markdown_table_names_each_family_once(matrix: Matrix) -> None:
    assert markdown_table(matrix).count("| pairs |") == 1


def test_the_markdown_table_shows_mark_and_evidence(matrix: Matrix) -> None:
    assert r"| `bcubed_f(alpha=1/3)` | ●\* proof | ◐ n >= 6 |" in markdown_table(matrix)


def test_the_legend_is_one_line(matrix: Matrix) -> None:
    lines = markdown_table(matrix).rstrip().splitlines()
    assert lines[-2] == ""
    assert lines[-1].startswith("● holds: proof · ")


def test_latex_special_characters_are_escaped(matrix: Matrix) -> None:
    table = latex_table(matrix)
    assert r"bcubed\_f(alpha=1/3)" in table
    assert not re.search(r"(?<!\\)_", re.sub(r"\$[^$]*\$", "", table))
    assert table.isascii()


def test_the_latex_table_is_balanced_and_ruled(matrix: Matrix) -> None:
    table = latex_table(matrix)
    assert table.count(r"\begin{") == table.count(r"\end{") == 2
    assert all(table.count(rule) == 1 for rule in (r"\toprule", r"\bottomrule"))
    body = [line for line in table.splitlines() if line.startswith(r"\quad")]
    assert [line.count(" & ") for line in body] == [len(matrix.constraints)] * len(matrix.metrics)


def test_csv_has_one_line_per_cell(matrix: Matrix) -> None:
    lines = list(csv.DictReader(io.StringIO(matrix_csv([matrix]))))
    assert len(lines) == len(matrix.cells)
    assert tuple(lines[0]) == COLUMNS
    assert [line["outcome"] for line in lines] == [cell.strict.outcome for cell in matrix.cells]


def test_csv_of_an_interrupted_run_says_so_in_every_line(matrix: Matrix) -> None:
    lines = list(csv.DictReader(io.StringIO(matrix_csv([matrix, replace(matrix, complete=False)]))))
    assert tuple(lines[0]) == (*COLUMNS, "complete")
    assert {line["complete"] for line in lines} == {"false"}


def test_csv_keeps_the_witness(matrix: Matrix) -> None:
    line = list(csv.DictReader(io.StringIO(matrix_csv([matrix]))))[2]
    assert line["witness_outputs"] == "worse={a a b}{c};better={a a}{b}{c}"
    assert (line["margin"], line["witness_minimal"]) == ("-1/4", "true")


def test_the_frame_has_strict_outcomes_by_family_and_key(matrix: Matrix) -> None:
    frame = matrix_frame(matrix)
    assert frame.loc[("pairs", "mirkin"), "homogeneity"] == "blind"
    assert frame.shape == (len(matrix.metrics), len(matrix.constraints))


def test_a_frame_without_pandas_names_the_extra(matrix: Matrix, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r"axiometrics\[pandas\]") as caught:
        matrix_frame(matrix)
    assert "\n" not in str(caught.value)
