from __future__ import annotations

from fractions import Fraction

from axiometrics.studies.unanimity.ratio import restrictions


def rows():
    return {row[0]: row[1:] for row in restrictions(6).table("restrictions").rows}


def test_the_ratio_meets_all_three_restrictions_and_is_not_alone():
    """Its third power and the ratio without equal cases meet them too: the restrictions do not characterise it."""
    holding = [name for name, found in rows().items() if set(found) == {"holds"}]
    assert holding == [
        "(better - worse) / cases: the ratio",
        "its third power",
        "(better - worse) / (cases - equal)",
    ]
    # three cases, one better, one equal, one biased: 1/3, 1/27 and 1/2 are three measures
    assert len({Fraction(1, 3), Fraction(1, 3) ** 3, Fraction(1, 2)}) == 3


def test_measures_that_do_not_see_biased_cases_break_at_the_smallest_outcome():
    """One better case and nothing else: with a biased one beside it the value stays 1."""
    found = rows()
    for name in ("(better - worse) / (better + worse)", "better - worse", "the sign of better - worse"):
        assert found[name][0] == "breaks at (0, 1, 0, 0)"
    # of three worse cases one turned better leaves the sign at -1; of two, it becomes 0
    assert found["the sign of better - worse"][2] == "breaks at (0, 3, 0, 0)"


def test_the_share_of_wins_breaks_the_balance():
    """One better and one worse case: 1/2 instead of 0."""
    assert rows()["better / cases"] == ("holds", "breaks at (1, 1, 0, 0)", "holds")
