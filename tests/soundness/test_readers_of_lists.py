"""What readers of a list gain: values that rise, or fall faster further down, or stops beyond 1, prove nothing.

The first formulas are proved. Each hostile one is nearly one of them.
"""

from __future__ import annotations

import pytest

import axiometrics as ax

from .attacks import SILENT, attacked, given

CONSTRAINTS = ("priority", "replacement", "deepness", "priority(distance=any)")
PROVED = [
    ("priority", "run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2)"),
    ("priority", "run.cascade(lambda at: 1 / at.i**2, lambda at: at.b * Fraction(9, 10))"),
    ("deepness", "run.cascade(lambda at: 1 / at.i, lambda at: at.b / 3)"),
    ("deepness", "run.cascade(lambda at: 1 / at.i**3, lambda at: at.b / 2)"),
    ("replacement", "run.cascade(lambda at: 1 / at.i, lambda at: at.b / 5)"),
    ("replacement", "2 + 3 * run.cascade(lambda at: 1 / at.i, lambda at: at.b / 5)"),
]
HOSTILE = [
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b)",
    "-run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2)",
    "run.cascade(lambda at: at.i, lambda at: at.b / 2)",
    "run.cascade(lambda at: 2 - 1 / at.i, lambda at: at.b / 2)",
    "run.cascade(lambda at: maximum(9 - at.i, 0), lambda at: at.b / 2)",
    "run.cascade(lambda at: 1, lambda at: at.b / 2)",
    "run.cascade(lambda at: -1 / at.i, lambda at: at.b / 2)",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.z / 2)",
    "run.cascade(lambda at: 1 / at.i, lambda at: 2 * at.b)",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b - Fraction(1, 2))",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b / at.i)",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2 + at.c / 100)",
    "run.cascade(lambda at: 1 / at.i - 1 / (at.i + 1)**3, lambda at: at.b / 2)",
    "run.cascade(lambda at: 1 / (1 + (at.i - 3)**2), lambda at: at.b / 2)",
    "run.cascade(lambda at: power(Fraction(1, 2), at.i), lambda at: at.b / 2)",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2)**2",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2) - run.cascade(lambda at: 1 / at.i**2, lambda at: at.b / 2)",
    "run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2) - run.ranks(lambda at: at.b / at.i) / 10**6",
    "(run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2) - Fraction(1, 3))**2",
    "maximum(run.cascade(lambda at: 1 / at.i, lambda at: at.b / 2), Fraction(1, 100))",
    "run.cascade(lambda at: inverse_log2(at.i + 1), lambda at: at.b / 2)",
]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_readers_gain_is_proved(constraint: str, body: str) -> None:
    found, wrong = attacked("ranking", constraint, body)
    assert not wrong, wrong
    asked = {"constraints": [constraint], "effort": "quick", "cache": False, "jobs": 1}
    (cell,) = ax.check(given("ranking", body).function, "ranking", **asked).cells
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof"), found.phrase


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@pytest.mark.parametrize("body", HOSTILE)
def test_what_readers_may_lose_has_no_wrong_proof(constraint: str, body: str) -> None:
    found, wrong = attacked("ranking", constraint, body)
    assert not wrong, wrong
    assert found.kind not in SILENT, found.phrase
