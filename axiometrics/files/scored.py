"""Rankings in tables: a column of grades, and a column of scores for each system."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from axiometrics.errors import InputError
from axiometrics.files.labels import Labels
from axiometrics.files.trec import Qrels, Run
from axiometrics.numerals import read_real, read_whole

__all__ = ["graded", "scored"]

Number = TypeVar("Number", int, float)


def graded(gold: Labels) -> Qrels:
    """Return the grades by topic (the group) and document (the item); an empty cell is no judgement.

    Raises InputError for a document that occurs twice in a topic and for what is no whole number.
    """
    column = gold.columns.gold or ""
    return _numbers(gold, column, read_whole, "grade", "a whole number; 0 is not relevant, empty not judged")


def scored(system: Labels) -> list[Run]:
    """Return every system's scores by topic and document; a document with an empty cell is not listed.

    A topic in which all cells of a system are empty is missing. Raises InputError as `graded` does.
    """
    found = []
    for name in system.columns.systems:
        scores = _numbers(system, name, read_real, "score", "a finite number; empty is not listed")
        found.append(Run(name, {topic: known for topic, known in scores.items() if known}, ()))
    return found


def _numbers(
    labels: Labels, column: str, read: Callable[[str], Number], what: str, form: str
) -> dict[str, dict[str, Number]]:
    cells = labels.cells[column]
    found: dict[str, dict[str, Number]] = {}
    for topic, rows in labels.groups().items():
        known = found.setdefault(topic, {})
        for item, row in labels.items(rows).items():
            if not (text := cells[row].strip()):
                continue
            try:
                known[str(item)] = read(text)
            except ValueError:
                place = f"{labels.place(row)}, column {column!r}"
                raise InputError(f"{place}: the {what} {text!r} is not {form}") from None
    return found
