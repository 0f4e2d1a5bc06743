"""Small outputs and cases that travel with the page: a typed formula is tried on them, and metrics told apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from axiometrics.axioms.demands import OfACase
from axiometrics.axioms.registry import Constraint, constraints
from axiometrics.checker.verdict import Matrix
from axiometrics.errors import AxiometricsError
from axiometrics.tasks.registry import find_task

__all__ = ["stored"]

CASES = 60
"""The smallest cases of each constraint that are kept."""
OUTPUTS = 150
"""Outputs of one size more are kept until there are so many."""
LARGEST = 6
"""The size up to which cases are looked for."""
TIED = "("
"""What begins documents that share a rank in notation: the page scores lists without ties."""


def stored(matrix: Matrix) -> dict[str, Any]:
    """Return the outputs in notation, smallest first, and for each constraint of two outputs its cases as places.

    Each case is the place of the output that must be worse and of the one that must be better, whose ``names`` in the
    constraint are given; ``demand`` says what their difference must be.
    """
    numbers: dict[str, int] = {}
    for text in _small(matrix.task):
        numbers.setdefault(text, len(numbers))
    listed = constraints(matrix.task).values() if find_task(matrix.task) else ()
    known = {each.label: each for each in listed}
    found = {}
    for item in matrix.constraints:
        pairs = _cases(known[item.key]) if item.key in known else ()
        if pairs:
            places = [[numbers.setdefault(text, len(numbers)) for text in pair] for pair in pairs]
            record = known[item.key]
            found[item.key] = {"demand": record.of_a_case.word, "names": record.compared, "pairs": places}
    return {"outputs": list(numbers), "cases": found}


@lru_cache(maxsize=32)
def _small(task: str) -> tuple[str, ...]:
    """Return every output of some smallest sizes, where the task lists them."""
    home = find_task(task)
    listing = home.enumeration if home else None
    found: tuple[str, ...] = ()
    for size in range(1, LARGEST + 1):
        if listing is None or len(found) > OUTPUTS:
            break
        texts = (output.notation() for output in listing.outputs(size))
        found = tuple(text for text in texts if TIED not in text)
    return found


@lru_cache(maxsize=512)
def _cases(constraint: Constraint) -> tuple[tuple[str, str], ...]:
    """Return the smallest cases of a constraint that compares two outputs of its task; none of others."""
    compared = constraint.compared
    if compared is None or constraint.judging != "outputs" or not isinstance(constraint.demand, OfACase):
        return ()
    try:
        return tuple(islice(_pairs(constraint, *compared), CASES))
    except AxiometricsError:  # a plug-in's generator
        return ()


def _pairs(constraint: Constraint, worse: str, better: str) -> Iterator[tuple[str, str]]:
    home = find_task(constraint.task)
    if home is None:
        return
    for size in range(2, LARGEST + 1):
        cases = home.sweep(constraint.bound_generator, constraint.outputs, size)
        if len(cases) >= CASES or size == LARGEST:
            for place in range(min(len(cases), CASES)):
                outputs = cases.case(place).outputs
                yield outputs[worse].notation(), outputs[better].notation()
            return
