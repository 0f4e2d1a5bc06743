"""Where some item is wrong, a sum over all errors is not zero: what is no such sum is not taken for one.

The first formulas are proved in this way. Each hostile one has errors that add nothing, or items that are taken away
again, or takes more from the number of items than the one that there is.
"""

from __future__ import annotations

import pytest

from .attacks import attacked, settled

ERRORS = "matrix.cells(lambda cell: cell.items * cell.wrong)"
CHANCE = "matrix.all_cells(lambda cell: cell.wrong * cell.gold * cell.system)"
PROVED = [
    f"1 - ratio({ERRORS} * matrix.items, {CHANCE}, UNDEFINED)",
    f"-{ERRORS}",
    f"1 - ratio({ERRORS} * (2 * matrix.items - 1), {CHANCE}, UNDEFINED)",
    f"-{ERRORS} * (matrix.items + Fraction(-1, 2))",
    "-matrix.cells(lambda cell: cell.items**2 * cell.steps)",
]
HOSTILE = [
    # errors that add nothing
    "-matrix.cells(lambda cell: cell.items * (cell.steps - 1) * cell.wrong)",
    "-matrix.cells(lambda cell: cell.items * cell.wrong * (cell.steps - 1) ** 2)",
    "-matrix.cells(lambda cell: cell.items * (cell.items - 1) * cell.wrong)",
    "-matrix.cells(lambda cell: (cell.items - 1) ** 2 * cell.wrong)",
    "-matrix.cells(lambda cell: cell.items * (cell.gold - cell.items) * cell.wrong)",
    "-matrix.cells(lambda cell: cell.items * (cell.system - cell.items) * cell.wrong)",
    "-matrix.cells(lambda cell: maximum(0, cell.items - 1) * cell.wrong)",
    # more taken away than the item that there is
    f"1 - ratio({ERRORS} * (matrix.items - 1), {CHANCE}, UNDEFINED)",
    f"1 - ratio({ERRORS} * (matrix.items - 2), {CHANCE}, UNDEFINED)",
    f"1 - ratio({ERRORS} * (2 * matrix.items - 3), {CHANCE}, UNDEFINED)",
    f"-{ERRORS} * (matrix.items - Fraction(3, 2))",
    f"-{ERRORS} * (matrix.items - 7) ** 2",
    f"-{ERRORS} + {ERRORS} / matrix.items * (matrix.items - 1)",
    f"-{ERRORS} * matrix.items + {ERRORS} * (matrix.items - Fraction(1, 10**9))",
    f"{CHANCE} - {ERRORS} * (matrix.items - 1)",
]


@pytest.mark.parametrize("body", PROVED)
def test_where_some_item_is_wrong_all_errors_together_are_not_zero(body: str) -> None:
    found = settled("ordinal", "perfect_output", body)
    assert "strict" in found.proved


@pytest.mark.parametrize("body", HOSTILE)
@pytest.mark.parametrize("constraint", ["perfect_output", "correction"])
def test_errors_that_may_add_nothing_have_no_wrong_proof(constraint: str, body: str) -> None:
    _, wrong = attacked("ordinal", constraint, body)
    assert not wrong, wrong
