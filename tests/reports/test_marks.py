from __future__ import annotations

import pytest

from axiometrics.checker.verdict import Cell, Matrix, Verdict
from axiometrics.reports.words import (
    ALWAYS,
    MARKS,
    NOTES,
    ascii_text,
    counts,
    detail,
    legend,
    mark_of,
    sentences,
    symbol,
)


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
    assert sentences(cell)[-1] == "Except when one class, as far as tried."
    assert (
        sentences(cell, {"one_class": "gold has one category"})[-1]
        == "Except when gold has one category, as far as tried."
    )


def test_an_always_blind_cell_does_not_dwell_on_its_weak_form(matrix: Matrix) -> None:
    said = sentences(matrix.cell("rand_index", "homogeneity"))
    assert said == ["Blind: a proof shows that every case that has a value ties."]


def test_counts_separate_tried_from_applicable_cases() -> None:
    drawn, none = Verdict("holds", "search", cases=520, applicable=500), Verdict("not_applicable")
    assert counts(Cell("m", "c", drawn, drawn)) == "520 cases tried; 500 have a margin"
    assert counts(Cell("m", "c", none, none)) == "no cases tried"


def test_a_constraint_on_n_is_told_by_the_n_for_which_it_holds() -> None:
    tried = {"cases": 63, "applicable": 63, "size": 60}
    shown, swept, failed = (
        Verdict("holds", "witness", **tried),
        Verdict("holds", "sweep", **tried),
        Verdict("contradicted", "witness", **tried),
    )
    some = Cell("m", "c", shown, shown, threshold={"holds_for": "n = 2..5"})
    every = Cell("m", "c", swept, swept, threshold={"holds_for": "n >= 3"})
    none = Cell("m", "c", failed, failed, threshold={"holds_for": "no n"})
    assert [symbol(cell) + " " + detail(cell) for cell in (some, every, none)] == [
        "● n = 2..5 tried",
        "◐ n >= 3",
        "✗ no n tried",
    ]
    assert sentences(some) == ["Holds for some n: n = 2..5, of those tried."]
    assert sentences(every) == ["Holds for n >= 3, as far as tried: every n up to 60, and larger ones."]
    assert sentences(none) == ["Contradicted; the margin is positive for no n of those tried."]
    assert counts(some) == "63 values of n tried, every one up to 60 among them"


def test_every_mark_and_detail_has_an_ascii_form(matrix: Matrix) -> None:
    assert all(ascii_text(f"{symbol(cell)} {detail(cell)}").isascii() for cell in matrix.cells)
