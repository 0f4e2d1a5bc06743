"""A value that a function jumps over is told from one that it takes elsewhere on the line, at an end, or in between.

The first functions jump at a score of 0, and take no value inside the jump. The hostile ones jump too, but take the
value where the score is larger: falling back to it, at the other end, or by another branch.
"""

from __future__ import annotations

import pytest

import axiometrics as ax

from .attacks import given

JUMPS = [
    "ratio(scores.p, scores.p, 0) * (1 + scores.r)",
    "(scores.p + scores.r + ratio(scores.p, scores.p, 0)) / 3",
    "(scores.p + scores.r) / 2 + ratio(scores.p * scores.r, scores.p * scores.r, 0)",
]
HOSTILE = [
    "ratio(scores.p, scores.p, 0) + 0 * scores.r",
    "ratio(scores.p, scores.p, 0) * (1 - scores.p) * (1 + scores.r)",
    "ratio(scores.p, scores.p, 0) * (2 * scores.p - 1) ** 2 * (1 + scores.r)",
    "maximum(scores.p, ratio(scores.p, scores.p, 0) * (1 - 2 * scores.p)) + 0 * scores.r",
]


def asked(body: str) -> ax.Cell:
    function = given("combination", body).function
    how = {"effort": "quick", "cache": False, "plugins": False, "jobs": 1}
    return ax.check(function, "combination", constraints=["restricted_solvability"], **how).cells[0]


@pytest.mark.parametrize("body", JUMPS)
def test_a_value_inside_a_jump_at_a_convention_is_shown_to_be_missed(body: str) -> None:
    cell = asked(body)
    assert (cell.strict.outcome, cell.strict.evidence) == ("contradicted", "witness")


@pytest.mark.parametrize("body", HOSTILE)
def test_a_value_that_is_taken_behind_the_jump_is_not_missed(body: str) -> None:
    assert asked(body).strict.outcome != "contradicted"
