"""Of three labelings of the same items two are no farther apart than each is from the third, item by item.

Of a formula that reads how many items are right this shows the triangle inequality, where it rises slowly enough with
the wrong ones. Each hostile formula is nearly such a one, but rises faster, or reads what classes the items are of.
"""

from __future__ import annotations

import pytest
import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.ordinal.chooser import Chooser, Matrix, Template, outputs, perfect

from .attacks import attacked

WRONG = "(matrix.items - matrix.right)"
PROVED = [
    "matrix.right / matrix.items",
    f"-{WRONG} / (matrix.items + {WRONG})",
    f"1 - 3 * {WRONG} / matrix.items",
    f"matrix.classes * matrix.right / matrix.items - {WRONG}",
    f"guarded(matrix.right / matrix.items, {WRONG}, 1 + Fraction(1, 10**9))",
]
HOSTILE = [
    # faster than the wrong items
    f"-({WRONG} / matrix.items) ** 2",
    f"1 - {WRONG} / matrix.items - ({WRONG} / matrix.items) ** 2 / 10**9",
    "(matrix.right / matrix.items) ** 2",
    f"-ratio({WRONG}, matrix.right, matrix.items)",
    f"-ratio({WRONG}, matrix.items + matrix.right, 0)",
    "guarded(matrix.right / matrix.items, matrix.right, -1)",
    f"guarded(matrix.right / matrix.items, {WRONG}, 1 - Fraction(1, 10**9))",
    f"-maximum({WRONG} - 1, 0)",
    # what more is better of is worse
    f"{WRONG} / matrix.items",
    f"{WRONG} / (matrix.items + {WRONG})",
    # numbers of items that a perfect output of each class has not
    "matrix.right",
    "matrix.right / matrix.items + matrix.items / 10**9",
    f"matrix.right / matrix.items + {WRONG} * Fraction(1, 10**9)",
    "matrix.right / (matrix.items + matrix.classes)",
    # classes
    "matrix.of_gold(lambda one: one.right / one.gold) / matrix.gold_classes",
    "matrix.of_gold(lambda one: one.right / one.gold) / matrix.classes",
    "matrix.right / matrix.items + matrix.gold_classes / 10**9",
    "matrix.right / matrix.items - matrix.used / 10**9",
    "(matrix.tp + matrix.tn) / matrix.items + matrix.fp / 10**9",
    "ratio(2 * matrix.tp, 2 * matrix.tp + matrix.fp + matrix.fn, 1)",
]


@pytest.mark.parametrize("body", PROVED)
def test_what_rises_no_faster_than_errors_is_a_distance_by_proof(body: str) -> None:
    found, wrong = attacked("classification", "triangle_inequality", body)
    assert not wrong, wrong
    assert found.kind == "holds (proof)", found.phrase


@pytest.mark.parametrize("body", HOSTILE)
def test_what_rises_faster_has_no_wrong_proof(body: str) -> None:
    _, wrong = attacked("classification", "triangle_inequality", body)
    assert not wrong, wrong


# --- other outputs of three labelings


def of_pairs(*pairs: tuple[int, int]) -> list[Matrix]:
    """Matrices of two classes of two of three labelings each."""
    count = [
        [[sympy.Symbol(f"w_{x}_{y}_{z}", nonnegative=True) for z in (1, 2)] for y in (1, 2)] for x in (1, 2)
    ]
    found = []
    for one, other in pairs:
        rows = [[sympy.S.Zero] * 2 for _ in range(2)]
        for place in ((x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)):
            rows[place[other]][place[one]] += count[place[0]][place[1]][place[2]]
        found.append(Matrix(tuple(map(tuple, rows))))
    return found


def drawn(*pairs: tuple[int, int]) -> object:
    """A generator of outputs that compare these pairs of labelings."""

    def generator(choose: Chooser) -> Template:
        choose.labelings(choose.index("classes", 2, 2))
        near, middle, far = of_pairs(*pairs)
        return outputs(perfect=perfect([1, 1]), near=near, middle=middle, far=far)

    return generator


@pytest.mark.parametrize("pairs", [((0, 1), (1, 2), (0, 2)), ((2, 1), (2, 0), (0, 1))])
def test_any_three_pairs_are_distances(pairs: tuple[tuple[int, int], ...]) -> None:
    (case,) = get_task("classification").symbolic(
        drawn(*pairs), metrics("classification")["accuracy"].formula
    )
    assert sum(known.sign == "nonnegative" for known in case.generators.values()) >= 3


@pytest.mark.parametrize("pairs", [((0, 1), (0, 1), (0, 2)), ((0, 1), (1, 0), (1, 2))])
def test_one_pair_twice_is_no_detour(pairs: tuple[tuple[int, int], ...]) -> None:
    """The third output may have more wrong items than the two others, which are the same one, together."""
    made = get_task("classification").symbolic(drawn(*pairs), metrics("classification")["accuracy"].formula)
    with pytest.raises(NotSymbolicError, match="no distances"):
        list(made)
