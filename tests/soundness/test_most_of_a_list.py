"""The most that a list can add up to: sums that may be more, if only of long lists, are not taken to be bounded.

The first formulas are proved. Each hostile one is nearly one of them, but has more ranks than its divisor, weights that
rise or are not those of the ideal list, readers who stop more than surely, or a series that ends above its bound.
"""

from __future__ import annotations

import pytest

import axiometrics as ax

from .attacks import SILENT, attacked, given

FURTHER = "at.x * inverse_log2(at.i + 2)"
PROVED = [
    "run.ranks(lambda at: at.b, 7) / 7",
    "run.ranks(lambda at: at.z, 7) / 7",
    "ratio(run.ranks(lambda at: at.b * at.c / at.i), run.relevant, 0)",
    "ratio(run.ranks(lambda at: at.b / (at.d + 1)), run.relevant, 0)",
    "run.ranks(lambda at: at.b * power(Fraction(1, 2), at.i - 1)) / 2",
    "ratio(run.ranks(lambda at: at.x / at.i), run.ideal(lambda at: at.x / at.i), 0)",
    f"ratio(run.ranks(lambda at: {FURTHER}, 6), run.ideal(lambda at: {FURTHER}, 6), 0)",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2)",
    "run.cascade(lambda at: 1 / at.i**2, lambda at: at.b / 3)",
]
HOSTILE = [
    "run.ranks(lambda at: at.b, 8) / 7",
    "run.ranks(lambda at: at.b, 40) / 39",
    "run.ranks(lambda at: at.b - at.z, 5) / 5",
    "run.ranks(lambda at: at.b + at.z / 10**6, 5) / 5 + run.ranks(lambda at: at.z, 5) / 10**3",
    "run.ranks(lambda at: 1, 5) / 4",
    "ratio(run.ranks(lambda at: at.b * at.i / at.c), run.relevant, 0)",
    "ratio(run.ranks(lambda at: at.b * (at.i + 1) / at.i), run.relevant, 0)",
    "ratio(run.ranks(lambda at: at.b * (2 - at.d) / 2), run.relevant, 0)",
    "ratio(run.ranks(lambda at: at.b + at.z / 10**9), run.relevant, 0)",
    "ratio(run.ranks(lambda at: at.b, 5), run.relevant - 1, 0)",
    "run.ranks(lambda at: at.b * power(Fraction(1, 2), at.i - 1)) * Fraction(501, 1000)",
    "run.ranks(lambda at: at.b * power(Fraction(1, 2), at.i)) * Fraction(1001, 1000)",
    "run.ranks(lambda at: at.b * power(Fraction(4, 5), at.i - 2)) / 5",
    "run.ranks(lambda at: at.b * power(Fraction(3, 2), at.i - 1)) / 5",
    "run.ranks(lambda at: (at.b - at.z) * power(Fraction(1, 2), at.i - 1)) / 2",
    "ratio(run.ranks(lambda at: at.x * at.i), run.ideal(lambda at: at.x * at.i), 0)",
    "ratio(run.ranks(lambda at: at.x / at.i, 6), run.ideal(lambda at: at.x / at.i, 5), 0)",
    "ratio(run.ranks(lambda at: at.x / at.i), run.ideal(lambda at: at.x / at.i, 9), 0)",
    f"ratio(run.ranks(lambda at: at.x * inverse_log2(at.i + 1)), run.ideal(lambda at: {FURTHER}), 0)",
    "ratio(run.ranks(lambda at: at.x / at.c), run.ideal(lambda at: at.x / at.i), 0)",
    "ratio(run.ranks(lambda at: at.x / at.i + at.z / 10), run.ideal(lambda at: at.x / at.i + at.z / 10), 0)",
    "run.cascade(lambda at: at.i, lambda at: at.b)",
    "run.cascade(lambda at: Fraction(11, 10) / at.i, lambda at: at.b)",
    "run.cascade(lambda at: 1 / at.i, lambda at: 2 * at.b)",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b - at.z / 2)",
    "run.cascade(lambda at: -1 / at.i, lambda at: at.b)",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b) + run.ranks(lambda at: at.b, 3) / 10**6",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b) * run.listed",
    "2 * run.ranks(lambda at: at.b, 7) / 7 - run.ranks(lambda at: at.b, 1)",
]


@pytest.mark.parametrize("body", PROVED)
def test_what_no_list_exceeds_is_proved(body: str) -> None:
    found, wrong = attacked("ranking", "boundedness", body)
    assert not wrong, wrong
    asked = {"constraints": ["boundedness"], "effort": "quick", "cache": False, "jobs": 1}
    (cell,) = ax.check(given("ranking", body).function, "ranking", **asked).cells
    assert (cell.weak.outcome, cell.weak.evidence) == ("holds", "proof"), found.phrase


@pytest.mark.parametrize("body", HOSTILE)
def test_what_some_list_exceeds_has_no_wrong_proof(body: str) -> None:
    found, wrong = attacked("ranking", "boundedness", body)
    assert not wrong, wrong
    assert found.kind not in SILENT, found.phrase
    asked = {"constraints": ["boundedness"], "effort": "quick", "cache": False, "jobs": 1}
    (cell,) = ax.check(given("ranking", body).function, "ranking", **asked).cells
    assert (cell.weak.outcome, cell.weak.evidence) != ("holds", "proof")


@pytest.mark.parametrize(
    "body",
    [
        "1 / run.relevant",
        "ratio(run.ranks(lambda at: at.b), run.relevant, UNDEFINED)",
        "run.ranks(lambda at: at.z / at.i) / run.ranks(lambda at: at.b)",
        "guarded(1, run.nonrelevant - 40, UNDEFINED)",
        "guarded(1, run.nonrelevant - run.listed, UNDEFINED)",
        "run.listed / (run.listed + run.relevant)",
    ],
)
def test_where_nothing_is_relevant_no_score_is_taken_for_granted(body: str) -> None:
    _, wrong = attacked("ranking", "completeness_at_zero", body)
    assert not wrong, wrong
