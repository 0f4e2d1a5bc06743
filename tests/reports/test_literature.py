"""What publications say of cells, beside the claims that the audit judges."""

from __future__ import annotations

from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.claims.expanding import claims_of, disputed
from axiometrics.claims.files import Cells, publications
from axiometrics.reports.html import said_of

HOLDS, TIE = Verdict("holds", "proof"), Verdict("blind", "witness")


def test_every_claim_about_one_cell_is_told_with_its_place() -> None:
    for publication in publications():
        for claim in claims_of(publication):
            if isinstance(claim.about, Cells):
                reading = claim.about.readings[0]
                cell = Cell(reading.metric, reading.constraint, HOLDS, HOLDS)
                told = {said.key: (said.place, said.expects) for said in said_of(cell, reading.task)}
                assert told[claim.key] == (claim.place, claim.about.expects)


def test_claims_that_a_verdict_goes_against_are_among_them() -> None:
    """Set matching is said to fail rag bag as a family: the F-measure that held would go against that, too."""
    for cell in (Cell("f_measure", "rag_bag", HOLDS, HOLDS), Cell("jaccard", "homogeneity", TIE, HOLDS)):
        against = disputed(cell, "clustering").disagrees_with
        assert against
        assert set(against) <= {said.key for said in said_of(cell, "clustering")}


def test_nothing_is_said_of_what_no_publication_names() -> None:
    assert said_of(Cell("my_metric", "homogeneity", TIE, TIE), "clustering") == ()
