"""Cells say which claims go against them, and only those."""

from __future__ import annotations

import json

from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.claims.expanding import disputed

HOLDS, TIE = Verdict("holds", "proof"), Verdict("blind", "witness")


def against(metric: str, constraint: str, verdict: Verdict, task: str = "clustering") -> tuple[str, ...]:
    return disputed(Cell(metric, constraint, verdict, verdict), task).disagrees_with


def test_a_tie_goes_against_a_tick_and_not_against_a_cross():
    assert "amigo2009.figure11.homogeneity.jaccard" in against("jaccard", "homogeneity", TIE)
    assert against("f_measure", "homogeneity", TIE) == ()


def test_what_holds_goes_against_a_cross_and_not_against_a_tick():
    assert "amigo2009.figure11.rag-bag.f-measure" in against("f_measure", "rag_bag", HOLDS)
    assert against("purity", "homogeneity", HOLDS) == ()


def test_only_the_first_reading_of_a_claim_counts():
    """Handling ordinal classes is read as single_error first; nearer_class is a wider reading."""
    inversion = Verdict("contradicted", "witness")
    keys = against("kappa_linear", "single_error", inversion, "ordinal")
    assert keys == ("sakai2021.table4.ordinal-classes.kappa",)
    assert against("kappa_linear", "nearer_class", inversion, "ordinal") == ()


def test_what_is_claimed_of_some_metric_of_a_family_is_claimed_of_none_of_them():
    keys = against("entropy", "completeness", TIE)
    assert keys == ()


def test_the_command_marks_the_cells(axiometrics_command):
    options = ("--effort", "quick", "--jobs", "1", "--max-examples", "5", "--format", "json")
    ran = axiometrics_command(
        "matrix", "clustering", "--metric", "jaccard", "--constraint", "homogeneity", *options
    )
    (cell,) = json.loads(ran.out)["tasks"][0]["cells"]
    assert "amigo2009.section4.counting-pairs-and-homogeneity.jaccard" in cell["disagrees_with"]
    ran = axiometrics_command("explain", "jaccard", "homogeneity", *options[:-2])
    assert "The literature says otherwise: amigo2009.figure11.homogeneity.jaccard" in " ".join(
        ran.out.split()
    )
