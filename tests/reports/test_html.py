from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import axiometrics as ax
from axiometrics.checker.verdict import Matrix
from axiometrics.reports.html import cell_html, matrix_html, page

VOID = {"meta", "input", "br", "img", "hr", "link"}


class Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def parsed(text: str) -> Balance:
    parser = Balance()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    return parser


def test_the_page_is_well_formed(matrix: Matrix) -> None:
    assert parsed(page([matrix])).seen.count("td") == len(matrix.cells)


def test_fragments_are_well_formed(matrix: Matrix) -> None:
    parsed(matrix_html(matrix))
    for cell in matrix.cells:
        parsed(cell_html(cell, task="clustering"))


def test_the_page_needs_no_network(matrix: Matrix) -> None:
    text = page([matrix]).replace("http://www.w3.org/2000/svg", "").replace('<a href="https://', "<a ")
    assert not re.search(r"https?://|src=|@import|url\(", text)


def test_foreign_text_is_escaped(matrix: Matrix) -> None:
    text = page([matrix])
    assert "A <black> box" not in text
    assert "&lt;5 s&gt;" in text


def test_a_witness_is_drawn_where_its_task_draws(matrix: Matrix) -> None:
    cell = matrix.cell("mirkin", "homogeneity")
    assert "<svg" in cell_html(cell, task="clustering")
    assert "<svg" not in cell_html(cell)


def test_a_cell_of_a_matrix_draws_its_witness_in_a_notebook(matrix: Matrix) -> None:
    assert "<svg" in matrix.cell("mirkin", "homogeneity")._repr_html_()


def test_proofs_are_shown_as_mathematics(matrix: Matrix) -> None:
    text = cell_html(matrix.cell("bcubed_f(alpha=1/3)", "homogeneity"))
    assert "<mfrac>" in text
    assert r"\frac" not in text


def test_rows_carry_what_the_filter_reads(matrix: Matrix) -> None:
    assert 'data-words="mirkin Mirkin distance pairs" data-outcomes="blind search"' in page([matrix])


@pytest.mark.parametrize("write", [lambda m: page([m]), matrix_html])
def test_the_same_matrix_gives_the_same_bytes(matrix: Matrix, write: object) -> None:
    assert callable(write)
    assert write(matrix) == write(matrix)


def test_scores_are_mathematics_with_their_decimals(matrix: Matrix) -> None:
    """log 3 - 2 log 2 is log(3/4), about -0.28768; -1/4 has finitely many digits."""
    text = cell_html(matrix.cells[2], task="clustering")
    assert "<mo>≈</mo><mn>−0.28768</mn></math>" in text
    assert "<mo>−</mo><mfrac><mn>1</mn><mn>4</mn></mfrac><mo>=</mo><mn>−0.25</mn></math>" in text


def test_a_proof_says_who_confirmed_it(matrix: Matrix) -> None:
    """Nobody was asked about the proof of these tests."""
    text = page([matrix])
    assert "No other program has confirmed this proof yet." in text
    assert "axiometrics certify &#39;bcubed_f(alpha=1/3)&#39; &#39;homogeneity&#39; --task clustering" in text


def test_a_published_proof_names_its_checkers() -> None:
    cell = ax.explain("precision", "priority_relevant", "filtering", plugins=False)
    assert "The proof was confirmed by axiometrics.recheck" in cell_html(cell, task="filtering")


def test_a_cell_tells_what_publications_say_of_it_and_where() -> None:
    """Amigó et al. (2009) give Jaccard a tick for homogeneity; it ties on singletons."""
    cell = ax.explain("jaccard", "homogeneity", "clustering", plugins=False)
    disputed = replace(cell, disagrees_with=("amigo2009.figure11.homogeneity.jaccard",))
    text = cell_html(disputed, task="clustering")
    assert re.search(
        r"Amigó et al\. \(2009\).*, Figure 11, .* Jaccard satisfies it; <strong>the verdict", text
    )
    assert "goes against it" not in cell_html(cell, task="clustering")
