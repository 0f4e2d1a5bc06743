"""The printed tables of the paper, recomputed; each difference is known, with its reason."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.studies import reproduction
from axiometrics.studies.reproduction import comparisons, compatible_cases, edges, intransitive, printed


def test_the_differences_are_these_and_each_has_an_explanation():
    against = [each for each in comparisons() if not each.agrees]
    assert [(each.table, each.what) for each in against] == [
        ("1", "F of System 3"),
        ("1", "F of OpHit"),
        ("1", "F of OpPageRank"),
        ("2", "F of B1 at 1/2 in the text"),
        ("2", "F of B100 at 1/2 in the text"),
        ("2", "F of B100 at 1/5, were it F of the mean scores"),
        ("5, 6", "mean of the ratios' size, table 5 and table 6"),
        ("7", "references of S2"),
        ("7", "systems whose reference is S3"),
    ]
    assert all(each.explanation for each in against)


def test_the_odd_f_values_of_table_1_are_above_what_macro_f_allows():
    """F is concave in (P, R): the mean over questions of F_1/2 is at most F_1/2 of the mean scores."""
    for row in printed()["table1"]:
        p, r, f = (Fraction(row[name]) for name in ("P", "R", "F"))
        above = f > 2 * p * r / (p + r) + Fraction(1, 10)
        assert above == (row["task"] == "Opinion Question Answering")


def test_the_means_of_tables_5_and_6_cannot_both_be_right():
    """0.53 of 28 and 0.14 of 125 pairs make 0.211; 0.42 of 53, 0.08 of 89 and 0.027 of 11 make 0.194."""
    five = (28 * Fraction("0.53") + 125 * Fraction("0.14")) / 153
    six = (53 * Fraction("0.42") + 89 * Fraction("0.08") + 11 * Fraction("0.027")) / 153
    slack = Fraction(1, 200) * 2
    assert five - six > slack


def test_only_31_cases_fit_all_ratios_of_table_7_below_60():
    assert [cases for cases in compatible_cases() if cases < 60] == [31]


def test_table_7_is_not_transitive_and_twice_against_f():
    assert len(intransitive()) == 5
    f_values = {row["system"]: Fraction(row["F"]) for row in printed()["table7"]}
    assert {pair for pair in edges() if f_values[pair[0]] < f_values[pair[1]]} == {("S6", "S4"), ("S9", "S4")}


def test_the_reference_of_s2_is_a_tie():
    """8/31 = 0.258 is the least ratio above 1/4, and 0.26 is printed as the largest: S1 and S3 both have it."""
    assert Fraction(7, 31) < Fraction(1, 4) < Fraction(8, 31)
    assert {one for one, other in edges() if other == "S2"} == {"S1", "S3"}


def test_every_difference_is_in_the_findings():
    found = reproduction()
    assert len(found.table("differences").rows) == 9
    assert all(row in found.table("all").rows for row in found.table("differences").rows)
