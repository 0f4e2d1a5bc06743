from __future__ import annotations

import csv
import io
import json
import re
import sys
from dataclasses import replace

import pytest

from axiometrics.checker.verdict import Matrix
from axiometrics.reports.markdown import matrix_table as markdown_table
from axiometrics.reports.tables import (
    COLUMNS,
    MissingExtraError,
    compact,
    document,
    dumps,
    matrix_csv,
    matrix_frame,
)
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
    assert "BCubed F (alpha=1/3)" in table
    assert not re.search(r"(?<!\\)_", re.sub(r"\$[^$]*\$", "", table))
    assert table.isascii()


def test_the_latex_table_is_balanced_and_ruled(matrix: Matrix) -> None:
    table = latex_table(matrix)
    assert table.count(r"\begin{") == table.count(r"\end{") == 3
    assert all(table.count(rule) == 1 for rule in (r"\toprule", r"\bottomrule"))
    body = [line for line in table.splitlines() if line.startswith(r"\quad")]
    assert [line.count(" & ") for line in body] == [len(matrix.constraints)] * len(matrix.metrics)


def test_the_longer_side_of_a_latex_table_goes_down_the_page(matrix: Matrix) -> None:
    few = matrix.metrics[:2]
    cells = tuple(cell for cell in matrix.cells if cell.metric in {metric.key for metric in few})
    table = latex_table(replace(matrix, metrics=few, cells=cells))
    body = table.partition(r"\midrule")[2].partition(r"\bottomrule")[0].strip().splitlines()
    assert len(body) == len(matrix.constraints)
    assert "constraint & " in table


def test_the_heads_of_many_columns_are_turned(matrix: Matrix) -> None:
    assert r"\rotatebox" not in latex_table(matrix)
    keys = [f"demand_{number}" for number in range(6)]
    wide = replace(
        matrix, constraints=tuple(replace(matrix.constraints[0], key=key) for key in keys), cells=()
    )
    wide = replace(wide, metrics=matrix.metrics * 2)
    assert latex_table(wide).count(r"\rotatebox{60}") == 6


def test_the_caption_cites_what_the_bibliography_has(matrix: Matrix) -> None:
    known = replace(matrix, metrics=tuple(replace(each, cites="amigo2009") for each in matrix.metrics))
    assert r"Metrics: \cite{amigo2009}." in latex_table(known)
    unknown = replace(matrix, metrics=tuple(replace(each, cites="nobody1900") for each in matrix.metrics))
    assert "nobody1900" not in latex_table(unknown)


def test_a_compact_document_says_the_same(matrix: Matrix) -> None:
    whole = document([matrix, replace(matrix, metrics=(), constraints=(), cells=())])
    text = compact(whole)
    assert json.loads(text) == json.loads(dumps(whole))
    assert len(text) < 0.9 * len(dumps(whole))


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
