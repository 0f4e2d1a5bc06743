"""Two outputs keep their order where each keeps its score, and a class may have more items than another one.

The first formulas are proved in these ways. Each hostile one is nearly one of them, but one of its scores moves, by
little, or for few outputs, or it takes for granted what is not known of the right items of the larger class.
"""

from __future__ import annotations

import pytest

from .attacks import settled

RECALL = "matrix.present_classes(lambda one: one.right / one.gold)"
ACCURACY = "matrix.used_classes(lambda one: one.right) / matrix.items"
ERRORS = "matrix.cells(lambda cell: cell.items * cell.steps / cell.gold)"
PROVED = [
    ("rank_invariance", RECALL),
    ("rank_invariance", f"{RECALL} / matrix.present"),
    ("rank_invariance", ACCURACY),
    (
        "rank_invariance",
        "matrix.used_classes(lambda one: ratio(one.right, maximum(one.gold, one.system), 0))",
    ),
    ("imbalance_in_context", f"-{ERRORS}"),
    ("imbalance_in_context", RECALL),
    ("imbalance_in_context", ACCURACY),
]
HOSTILE = [
    # a score that moves, of both outputs alike or not
    ("rank_invariance", f"{RECALL} / matrix.classes"),
    ("rank_invariance", f"{RECALL} + matrix.classes / 10**9"),
    ("rank_invariance", f"{RECALL} - {ERRORS} / 10**9"),
    ("rank_invariance", f"-{ERRORS}"),
    ("rank_invariance", f"{ACCURACY} * (matrix.classes - 3)"),
    ("rank_invariance", f"({ACCURACY} - Fraction(1, 2)) * guarded(1, maximum(0, 4 - matrix.classes), 2)"),
    ("rank_invariance", f"{ACCURACY} - {ERRORS} * guarded(0, maximum(0, matrix.items - 3), 1)"),
    ("rank_invariance", "-matrix.cells(lambda cell: cell.items * minimum(cell.steps, 1))"),
    ("rank_invariance", "-matrix.cells(lambda cell: cell.items * minimum(cell.steps, 2))"),
    ("rank_invariance", "matrix.largest(lambda cell: cell.items * cell.steps / cell.gold)"),
    ("rank_invariance", f"ratio({RECALL}, matrix.classes - matrix.used, 0)"),
    ("rank_invariance", "matrix.used_classes(lambda one: one.right * (matrix.classes - 2))"),
    # more items of one class than of another one: of which kind is not known
    ("imbalance_in_context", ERRORS),
    ("imbalance_in_context", f"-{RECALL}"),
    ("imbalance_in_context", "matrix.present_classes(lambda one: one.right * one.right)"),
    ("imbalance_in_context", "-matrix.present_classes(lambda one: one.right * one.right)"),
    ("imbalance_in_context", "matrix.present_classes(lambda one: one.right * one.gold)"),
    ("imbalance_in_context", "matrix.present_classes(lambda one: one.right / (one.gold * one.gold))"),
    ("imbalance_in_context", "matrix.used_classes(lambda one: ratio(one.right, one.system, 0))"),
    ("imbalance_in_context", "matrix.used_classes(lambda one: one.right / (one.gold + one.system))"),
    ("imbalance_in_context", "matrix.used_classes(lambda one: one.gold * one.system)"),
    ("imbalance_in_context", "-matrix.used_classes(lambda one: one.gold * one.system)"),
    ("imbalance_in_context", "matrix.used_classes(lambda one: one.system * one.system)"),
    ("imbalance_in_context", "matrix.present_classes(lambda one: sqrt(one.right / one.gold))"),
    ("imbalance_in_context", "matrix.smallest(lambda cell: cell.items * (1 - cell.wrong) / cell.gold)"),
    ("imbalance_in_context", "matrix.cells(lambda cell: cell.items * cell.items)"),
    (
        "imbalance_in_context",
        "matrix.used_classes(lambda one: ratio(one.right, maximum(one.gold, one.system), 0))",
    ),
    ("imbalance_in_context", f"{RECALL} / matrix.used"),
    ("imbalance_in_context", f"{RECALL} - matrix.used / 10**9"),
    ("imbalance_in_context", f"-{ERRORS} - matrix.used / 10**9"),
    ("imbalance_in_context", "matrix.present_classes(lambda one: guarded(1 / one.gold, one.right - 1, 0))"),
]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_keeps_its_score_or_weighs_classes_by_their_items_is_proved(constraint: str, body: str) -> None:
    found = settled("ordinal", constraint, body)
    assert "weak" in found.proved


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_moves_for_some_output_has_no_wrong_proof(constraint: str, body: str) -> None:
    settled("ordinal", constraint, body)
