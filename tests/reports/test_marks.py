from __future__ import annotations

import pytest

from axiometrics.checker.verdict import Cell, Matrix, Verdict
from axiometrics.reports.marks import ALWAYS, MARKS, NOTES, ascii_text, detail, legend, mark_of, symbol
from axiometrics.reports.words import counts, sentences


@pytest.mark.parametrize("form", ["symbol", "ascii", "latex", "meaning"])
def test_every_kind_of_verdict_has_a_mark_of_its_own_without_colour(form: str) -> None:
    forms = [getattr(mark, form) for mark in MARKS.values()]
    assert len(set(forms)) == len(forms)


def test_notes_and_always_are_told_apart_from_every_mark() -> None:
    signs = [mark.symbol for mark in MARKS.values()] + [ALWAYS[0], *NOTES]
    assert len(set(signs)) == len(signs)


def test_the_fixture_shows_every_mark_and_every_note(matrix: Matrix) -> None:
    assert {mark_of(cell.strict).name for cell in matrix.cells} == set(MARKS)
    assert {sign for sign, _ in legend(matrix.cells)} >= {ALWAYS[0], *NOTES}


def test_the_legend_explains_only_what_is_shown(matrix: Matrix) -> None:
    assert legend([matrix.cell("mirkin", "symmetry")]) == [("○", "none found in sampled cases")]


def test_a_sampled_verdict_is_never_said_to_hold_by_its_mark() -> None:
    assert "holds" not in MARKS["search"].meaning


def test_a_tie_shows_the_evidence_for_the_weak_form(matrix: Matrix) -> None:
    shown = [detail(matrix.cell(*keys)) for keys in [("mirkin", "homogeneity"), ("black|box", "symmetry")]]
    assert shown == ["(≥ proof)", "(≥ 500 tried)"]


def test_an_uncertified_witness_gives_only_a_bound_on_the_size(matrix: Matrix) -> None:
    witness = matrix.cell("mirkin", "rag_bag(size=n-1)").witness
    inverted = Verdict("contradicted", "witness")
    assert detail(Cell("m", "c", inverted, inverted, witness)) == "size ≤ 40"


def test_exceptions_are_marked_and_named(matrix: Matrix) -> None:
    cell = matrix.cell("bcubed_f(alpha=1/3)", "homogeneity")
    assert symbol(cell) == "●*"
    assert sentences(cell)[-1] == "Except when one class."
    assert sentences(cell, {"one_class": "gold has one category"})[-1] == "Except when gold has one category."


def test_an_always_blind_cell_does_not_dwell_on_its_weak_form(matrix: Matrix) -> None:
    said = sentences(matrix.cell("rand_index", "homogeneity"))
    assert said == ["Blind: a proof shows that every case that has a value ties."]


def test_counts_separate_tried_from_applicable_cases() -> None:
    assert (
        counts(Verdict("holds", "search", cases=520, applicable=500)) == "520 cases tried; 500 have a margin"
    )
    assert counts(Verdict("not_applicable")) == "no cases tried"


def test_every_mark_and_detail_has_an_ascii_form(matrix: Matrix) -> None:
    assert all(ascii_text(f"{symbol(cell)} {detail(cell)}").isascii() for cell in matrix.cells)
