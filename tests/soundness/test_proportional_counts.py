"""Where every output is the first one with all items so many times, formulas of shares tie, and nothing else does.

The first formulas are the same of all multiples of counts, and are proved to be: logarithms and roots of shares, and
extremes. Each hostile one is nearly one of them, but has a part that grows otherwise than the rest.
"""

from __future__ import annotations

import pytest

from .attacks import attacked

SHARED = "matrix.cells(lambda cell: cell.items * log2(matrix.items * cell.items / (cell.gold * cell.system)))"
ENTROPY = "matrix.of_gold(lambda one: one.gold * log2(matrix.items / one.gold))"
ROOT = "sqrt(matrix.of_gold(lambda one: one.gold**2) * matrix.of_system(lambda one: one.system**2))"
MEAN = "matrix.of_gold(lambda one: sqrt(one.right / one.gold)) / matrix.gold_classes"
SAME = [
    ("classification", f"{SHARED} / matrix.items"),
    ("classification", f"ratio({SHARED}, {ENTROPY}, UNDEFINED)"),
    ("classification", f"ratio(matrix.right * matrix.items, {ROOT}, UNDEFINED)"),
    ("classification", "ratio(matrix.right, matrix.items - matrix.right, UNDEFINED)"),
    ("classification", f"{MEAN} + matrix.right / (matrix.items * log2(2 * matrix.classes))"),
    ("classification", "matrix.of_gold(lambda one: guarded(log2(matrix.items / one.gold), one.right, 1))"),
    ("classification", "log2(1 + matrix.right / matrix.items)"),
    ("ordinal", "ratio(matrix.items, sqrt(matrix.cells(lambda cell: cell.items * cell.system * cell.distance)), 0)"),
]  # fmt: skip
HOSTILE = [
    # one degree too many, or too few, with a weight of 1e-9 or less
    ("classification", SHARED),
    ("classification", f"{SHARED} / (matrix.items + Fraction(1, 10**9))"),
    ("classification", f"{SHARED} / matrix.items + log2(matrix.items) / 10**9"),
    ("classification", f"{SHARED} / (matrix.items + matrix.used / 10**9)"),
    ("classification", "log2(1 + matrix.items + matrix.right) - log2(matrix.items)"),
    ("classification", "log2(1 + matrix.right)"),
    ("classification", f"matrix.right / {ROOT}"),
    ("classification", "matrix.of_gold(lambda one: sqrt(one.right)) / matrix.items"),
    ("classification", "matrix.of_gold(lambda one: sqrt(one.right / (one.gold + Fraction(1, 10**9))))"),
    # the convention is another value, or hangs on what does not grow in proportion
    ("classification", f"ratio({SHARED}, {ENTROPY}, matrix.items)"),
    ("classification", f"guarded({SHARED}, {ENTROPY}, 0) / matrix.items + guarded(matrix.items, {ENTROPY}, 0) / 10**9"),
    ("classification", "guarded(1, matrix.items - 1, 0)"),
    ("classification", "guarded(log2(2), maximum(0, matrix.right - 2), 0)"),
    ("classification", "maximum(matrix.right / matrix.items, 1 / matrix.items)"),
    ("classification", "minimum(2, matrix.right)"),
    # other powers than those that make up for each other
    ("classification", "matrix.of_used(lambda one: ratio(one.right**2, one.gold * one.system, 0)) / matrix.items"),
    ("classification", "(matrix.items**2 - matrix.items) / matrix.items**2"),
    ("classification", "(matrix.right / matrix.items) ** 2 - matrix.right**2 / matrix.items"),
    ("ordinal", "matrix.cells(lambda cell: cell.items * cell.true_rank * cell.distance) / matrix.items**2"),
    ("ordinal", "matrix.cells(lambda cell: cell.items * log2(cell.near)) / matrix.items"),
    ("ordinal", "matrix.largest(lambda cell: cell.items * cell.distance / (cell.gold + Fraction(1, 10**6)))"),
]  # fmt: skip


@pytest.mark.parametrize(("task", "body"), SAME)
def test_a_formula_of_shares_ties_by_proof(task: str, body: str) -> None:
    found, wrong = attacked(task, "replication", body)
    assert not wrong, wrong
    assert found.kind == "holds (proof)", found.phrase


@pytest.mark.parametrize(("task", "body"), HOSTILE)
def test_a_formula_with_a_part_that_grows_has_no_wrong_proof(task: str, body: str) -> None:
    found, wrong = attacked(task, "replication", body)
    assert not wrong, wrong
    assert "holds" not in found.kind, found.phrase
