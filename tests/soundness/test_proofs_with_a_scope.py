"""A proof speaks of two to five classes; a case with more that goes against it is a counterexample, no disagreement."""

from __future__ import annotations

import pytest

from .attacks import attacked

BODIES = {
    "turned round": "guarded({0}, {1} - 6, -1 * ({0}))",
    "flat": "guarded({0}, {1} - 6, 0)",
    "turned round from six on": "({0}) * (11 - 2 * {1})",
    "scaled, and turned round at seven": "guarded(({0}) / {1}, {1} - 7, -3 * ({0}))",
}
TASKS = {
    "quantification": ("-1 * shares.sum(lambda at: (at.P - at.Q) ** 2)", "shares.classes"),
    "ordinal": ("-1 * matrix.cells(lambda at: at.items * at.distance) / matrix.items", "matrix.classes"),
}
CELLS = [
    ("quantification", "nearer_class_one_hot"),
    ("quantification", "lump_one_hot"),
    ("ordinal", "nearer_class"),
]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(("task", "constraint"), CELLS)
def test_a_formula_that_is_another_one_for_six_classes_is_no_error(task, constraint, body):
    found, wrong = attacked(task, constraint, BODIES[body].format(*TASKS[task]))
    assert not wrong
    assert found.kind not in ("refused", "error cell", "crash"), found.error
