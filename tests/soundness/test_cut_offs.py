"""A discount up to a cut-off is never negative and never rises: what is no such discount is not taken for one.

The first formulas are proved in this way, weakly. Each hostile one is nearly one of them, but rises up to the cut-off,
looks beyond a document's own rank, has a cut-off of its own on either side, or a weight of another sign.
"""

from __future__ import annotations

import pytest

from .attacks import attacked, settled

CONSTRAINTS = ("priority", "replacement", "append_monotonicity")
PROVED = [
    "run.ranks(lambda at: at.b, 5) / 5",
    "run.ranks(lambda at: at.b * inverse_log2(at.i + 1), 5)",
    "run.ranks(lambda at: at.b * inverse_log2(at.i + 3), 4) / run.relevant",
    "run.ranks(lambda at: at.b * power(Fraction(1, 2), at.i - 1), 6)",
    "run.ranks(lambda at: at.b, run.relevant) / run.relevant",
    "run.ranks(lambda at: at.b, 3) + run.ranks(lambda at: at.b, 7)",
    "run.ranks(lambda at: at.b, 9) - run.ranks(lambda at: at.z, 9)",
]
HOSTILE = [
    # rises up to the cut-off, or between two of them
    "run.ranks(lambda at: at.b * at.i, 8)",
    "run.ranks(lambda at: at.b * power(2, at.i), 8)",
    "run.ranks(lambda at: at.b * power(Fraction(1, 2), -at.i), 8)",
    "run.ranks(lambda at: at.b * power(Fraction(1, 2), 20 - at.i), 8)",
    "run.ranks(lambda at: at.b, 10) - run.ranks(lambda at: at.b, 5)",
    "run.ranks(lambda at: at.b, 3) - 2 * run.ranks(lambda at: at.b, 8)",
    "run.ranks(lambda at: at.b, 40) - run.ranks(lambda at: at.b, 39)",
    "run.ranks(lambda at: at.b, run.relevant) - run.ranks(lambda at: at.b, 3)",
    "run.ranks(lambda at: at.b, 5) / 10**12 - run.ranks(lambda at: at.b, 4)",
    # another sign, or none
    "-run.ranks(lambda at: at.b, 5)",
    "run.ranks(lambda at: at.z, 5)",
    "run.ranks(lambda at: at.b - at.z / 10**9, 5) * (run.ranks(lambda at: at.b, 5) - 2)",
    "run.ranks(lambda at: at.b - Fraction(1, 2), 5) ** 2",
    "run.ranks(lambda at: at.b, 5) * (5 - run.ranks(lambda at: at.b, 7))",
    # more than the rank of the document itself
    "run.ranks(lambda at: at.b * at.c, 5)",
    "run.ranks(lambda at: at.b / at.c, 5)",
    "run.ranks(lambda at: at.b * at.d, 5)",
    "run.ranks(lambda at: at.b * at.h / at.i, 5)",
    "run.ranks(lambda at: at.b * inverse_log2(at.i + at.c), 5)",
    "run.ranks(lambda at: at.b * inverse_log2(run.listed + at.i), 5)",
    "run.ranks(lambda at: at.b * power(Fraction(1, 2), at.i * at.c), 5)",
    "run.ranks(lambda at: at.b * (run.listed - 30), 5)",
    # no discount at every rank, or only nearly one
    "run.ranks(lambda at: at.b * inverse_log2(at.i), 5)",
    "run.ranks(lambda at: at.b * inverse_log2(2 * at.i - 1), 5)",
    "run.ranks(lambda at: at.b * (inverse_log2(at.i + 1) - Fraction(1, 2)), 9)",
    "run.ranks(lambda at: at.b * inverse_log2(at.i + 1) * at.i, 9)",
    "run.ranks(lambda at: at.b * (1 - inverse_log2(at.i + 1)), 9)",
    "run.ranks(lambda at: at.b / (at.i - 6) ** 2, 5)",
    "run.ranks(lambda at: at.b * maximum(0, 3 - at.i) + at.z / 10**9, 6)",
    "run.ranks(lambda at: at.b * minimum(at.i, 3), 6)",
    # beside what has no cut-off
    "run.ranks(lambda at: at.b, 5) - run.ranks(lambda at: at.b / at.i) / 10**12",
    "run.ranks(lambda at: at.b, 5) / 10**9 - run.ranks(lambda at: at.b * inverse_log2(at.i + 1))",
    "ratio(run.ranks(lambda at: at.b, 5), run.ranks(lambda at: at.b * inverse_log2(at.i + 1)), 0)",
    "run.ranks(lambda at: at.b, 5) / (1 + run.ranks(lambda at: at.b, 9))",
]


@pytest.mark.parametrize("body", PROVED)
@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_what_never_rises_up_to_the_cut_off_is_proved(constraint: str, body: str) -> None:
    found = settled("ranking", constraint, body)
    if constraint != "append_monotonicity":  # where grades are open
        assert "weak" in found.proved


@pytest.mark.parametrize("body", HOSTILE)
@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_what_is_nearly_such_a_discount_has_no_wrong_proof(constraint: str, body: str) -> None:
    _, wrong = attacked("ranking", constraint, body)
    assert not wrong, wrong
