"""Outputs that differ in the order of classes, in which side is gold, or in a factor tie where nothing else differs.

Reductions of the same terms are one symbol there, whichever formula and output they are of. Each hostile formula is
nearly one of the others, but reads what does change, most of them with a weight of 1e-9 or less.
"""

from __future__ import annotations

import pytest

from .attacks import attacked

BALANCED = "matrix.of_used(lambda one: ratio(one.right, maximum(one.gold, one.system), 0))"
MEAN = "matrix.of_gold(lambda one: one.right / one.gold) / matrix.gold_classes"
OTHER = "matrix.of_system(lambda one: one.right / one.system) / matrix.system_classes"
SHARED = "matrix.cells(lambda cell: cell.items * log2(cell.items / (cell.gold * cell.system)))"
BESIDE = "matrix.of_gold(lambda one: one.gold * ratio(one.gold - one.right, matrix.items - one.system, 0))"
LEAST = "matrix.smallest(lambda cell: (cell.items - cell.wrong * cell.items) / cell.gold)"
SAME = [
    ("symmetry", f"{MEAN} + {OTHER}"),
    ("symmetry", f"ratio(2 * {MEAN} * {OTHER}, {MEAN} + {OTHER}, 0)"),
    ("symmetry", f"log2(matrix.items) + {SHARED} / matrix.items"),
    ("label_permutation", f"{BALANCED} / matrix.used"),
    ("label_permutation", f"log2(matrix.items) + {SHARED} / matrix.items"),
    ("unused_class", f"{BALANCED} / matrix.used"),
    ("gold_class_scaling", MEAN),
    ("gold_class_scaling", "matrix.smallest(lambda cell: cell.items * (1 - cell.wrong) / cell.gold)"),
    ("replication", f"{BESIDE} / matrix.items"),
]
HOSTILE = [
    # a class with items and no right one has a value, which is 0
    ("added_perfect_class", "matrix.smallest(lambda cell: cell.items * (1 - cell.wrong) / cell.gold)"),
    ("symmetry", f"{MEAN} + {OTHER} * Fraction(10**9 + 1, 10**9)"),
    ("symmetry", f"ratio(2 * {MEAN} * {OTHER}, {MEAN} + {OTHER}, 0) + matrix.gold_classes / 10**9"),
    ("symmetry", f"maximum({MEAN}, {OTHER} / 2) + {BALANCED}"),
    (
        "symmetry",
        f"log2(matrix.items) + {SHARED} / (matrix.items + Fraction(1, 10**9) * matrix.gold_classes)",
    ),
    ("symmetry", "matrix.of_used(lambda one: ratio(one.right, maximum(one.gold, 2 * one.system), 0))"),
    ("symmetry", "matrix.of_used(lambda one: ratio(one.right, sqrt(one.gold) * one.system, 0))"),
    ("label_permutation", f"{BALANCED} / matrix.used + matrix.of_used(lambda one: one.number) / 10**9"),
    ("label_permutation", "matrix.cells(lambda cell: cell.items * log2(cell.items / cell.gold)) * matrix.tp"),
    ("unused_class", f"{BALANCED} / (matrix.used + matrix.classes / 10**9)"),
    ("unused_class", f"{BALANCED} + matrix.all_cells(lambda cell: 1 / (10**9 + cell.gold_labels))"),
    ("gold_class_scaling", f"{MEAN} + {OTHER} / 10**9"),
    ("gold_class_scaling", "matrix.of_gold(lambda one: one.right / (one.gold + Fraction(1, 10**9)))"),
    ("gold_class_scaling", f"{LEAST} + matrix.items / 10**9"),
    ("gold_class_scaling", "matrix.smallest(lambda cell: cell.items / (cell.gold + Fraction(1, 10**6)))"),
    ("replication", f"{BESIDE} / (matrix.items + Fraction(1, 10**9))"),
    ("replication", BESIDE),
    ("replication", f"{BESIDE} / matrix.items + matrix.used / (10**9 + matrix.items)"),
]


@pytest.mark.parametrize(("constraint", "body"), SAME)
def test_outputs_of_the_same_terms_tie_by_proof(constraint: str, body: str) -> None:
    found, wrong = attacked("classification", constraint, body)
    assert not wrong, wrong
    assert found.kind == "holds (proof)", found.phrase


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_a_small_share_of_what_differs_is_no_tie(constraint: str, body: str) -> None:
    found, wrong = attacked("classification", constraint, body)
    assert not wrong, wrong
    assert "holds" not in found.phrase
