from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from axiometrics.checker.verdict import Matrix
from axiometrics.reports.words import detail


def printed(item: object, *, width: int = 120, encoding: str = "utf-8") -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    Console(file=out, width=width, force_terminal=False).print(item)
    out.flush()
    return out.buffer.getvalue().decode(encoding)


def test_a_wide_terminal_shows_mark_and_evidence(matrix: Matrix) -> None:
    line = next(line for line in printed(matrix).splitlines() if "mirkin" in line)
    assert line.split() == ["mirkin", "=†", "(≥", "proof)", "=", "(≥", "up", "to", "9)", "○", "500", "tried"]


def test_a_narrow_terminal_shows_marks_and_numbers_the_columns(matrix: Matrix) -> None:
    text = printed(matrix, width=60)
    assert "columns: 1 homogeneity  2 rag_bag(size=n-1)  3 symmetry" in text
    assert next(line for line in text.splitlines() if "mirkin" in line).split() == ["mirkin", "=†", "=", "○"]
    assert max(map(len, text.splitlines())) <= 60


def test_every_family_is_a_heading(matrix: Matrix) -> None:
    text = printed(matrix)
    assert all(
        any(line.strip() == family for line in text.splitlines()) for family in ("bcubed", "pairs", "yours")
    )


def test_a_terminal_without_unicode_gets_ascii(matrix: Matrix) -> None:
    assert "mirkin" in printed(matrix, encoding="ascii")
    assert "mirkin" in printed(matrix.cells[3], encoding="ascii")


def test_a_panel_tells_verdict_weak_form_counts_and_witness(matrix: Matrix) -> None:
    text = printed(matrix.cell("mirkin", "homogeneity"))
    for part in (
        "Blind: some case ties where a difference is required.",
        "weak form",
        "150 cases tried",
        "*{a a b}",
        "worse = 0.75 (3/4)",
        "margin = -0.25 (-1/4)",
        "print(",
    ):
        assert part in text


@pytest.mark.parametrize("place", range(12))
def test_every_outcome_has_a_panel(matrix: Matrix, place: int) -> None:
    cell = matrix.cells[place]
    assert cell.constraint in printed(cell)


def test_the_code_of_a_witness_stands_alone_on_unbroken_lines(matrix: Matrix) -> None:
    cell = matrix.cell("mirkin", "homogeneity")
    long = f"print('{'x' * 60}')"
    assert cell.witness
    witness = replace(cell.witness, python=f"import this\n{long}")
    lines = printed(replace(cell, witness=witness), width=80).splitlines()
    assert {"import this", long} <= set(lines)


def test_one_metric_and_one_constraint_are_counted_in_the_singular(matrix: Matrix) -> None:
    one = replace(
        matrix, metrics=matrix.metrics[:1], constraints=matrix.constraints[:1], cells=matrix.cells[:1]
    )
    assert "clustering: 1 metric, 1 constraint" in printed(one)


def test_metrics_stand_across_before_evidence_is_left_out(matrix: Matrix) -> None:
    few = matrix.metrics[:1]
    cells = tuple(cell for cell in matrix.cells if cell.metric == few[0].key)
    text = printed(replace(matrix, metrics=few, cells=cells), width=60)
    assert re.search(r"^ *constraint +" + re.escape(few[0].key), text, re.MULTILINE)
    assert all(detail(cell) in text for cell in cells)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_longer_than_the_console(matrix: Matrix, width: int) -> None:
    columns = tuple(replace(matrix.constraints[0], key=f"demand_{number}") for number in range(30))
    first = matrix.metrics[0].key
    cells = tuple(replace(matrix.cells[0], metric=first, constraint=column.key) for column in columns)
    text = printed(replace(matrix, constraints=columns, cells=cells), width=width)
    assert max(map(len, text.splitlines())) <= width
    assert all(re.search(rf"\bdemand_{number}\b", text) for number in range(30))
