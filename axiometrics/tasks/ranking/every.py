"""Every short list: of grades 0 and 1, and shorter ones with unjudged documents and grade 2."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations_with_replacement, product

from axiometrics.tasks.ranking.notation import Grade
from axiometrics.tasks.ranking.ranking import Ranking

__all__ = ["CHECKED", "FORM", "SIZE", "SWAPS", "gold", "identity", "outputs", "perfect", "swapped"]

SIZE = 5
CHECKED = 4
SWAPS = False
FORM = "run"


def outputs(size: int) -> Iterator[Ranking]:
    """Yield all lists of at least one document, with what they miss: up to ``size`` documents of grades 0 and 1.

    With grade 2 or unjudged documents, up to two documents less.

    >>> [found.notation() for found in outputs(1)]
    ['r', '-']
    """
    for documents in range(1, size + 1):
        yield from _lists(documents, (1, 0), (1, 0))
        if documents <= size - 2:
            yield from (
                found
                for found in _lists(documents, (2, 1, 0, None), (2, 1, 0))
                if 2 in (*found.grades, *found.missing) or None in found.grades
            )


def _lists(documents: int, listed: tuple[Grade, ...], missed: tuple[int, ...]) -> Iterator[Ranking]:
    for length in range(documents, 0, -1):
        for grades in product(listed, repeat=length):
            for missing in combinations_with_replacement(missed, documents - length):
                yield Ranking.of(grades, missing)


def swapped(output: Ranking) -> Ranking:
    """Return the output as it is: documents in order and their grades are different things."""
    return output


def identity(output: Ranking) -> Hashable:
    """Return the output itself: it names nothing."""
    return output


def gold(output: Ranking) -> Hashable:
    """Return the grades of the judged documents, and how many documents are listed without a grade."""
    judged = sorted(grade for grade in (*output.grades, *output.missing) if grade is not None)
    return tuple(judged), output.grades.count(None)


def perfect(output: Ranking) -> bool:
    """Say whether all relevant documents are listed first, in order of their grades."""
    values = [grade or 0 for grade in output.grades]
    return not any(output.missing) and values == sorted(values, reverse=True)
