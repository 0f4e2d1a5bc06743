"""The notation of a judged ranking: the list, best rank first, then the judged documents that it misses.

``r - r | r`` lists a relevant, a non-relevant and a relevant document, and misses one relevant document. Grades are
written as numbers (``2 - 1 | 1``; in binary rankings 1 is ``r``), ``?`` is an unjudged document, ``-^12`` twelve
non-relevant ones in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from axiometrics.errors import InputError

__all__ = ["Grade", "parse", "symbol", "symbols", "write"]

Grade = int | None
"""A document's grade: 0 not relevant, more is more relevant, None not judged."""

SHORTEST = 5
"""Equal documents in a row from which on they are written with their number."""

_TOKEN = re.compile(r"(r|-|\?|\d+)(?:\^(\d+))?", re.ASCII)
_WORDS: dict[str, Grade] = {"r": 1, "-": 0, "?": None}


def parse(text: str) -> tuple[tuple[Grade, ...], tuple[int, ...]]:
    """Return the grades by rank, and the grades of the judged documents that are not listed.

    >>> parse("r -^3 r | r")
    ((1, 0, 0, 0, 1), (1,))
    >>> parse("2 ? 1")
    ((2, None, 1), ())
    """
    listed, _, rest = text.partition("|")
    missing = [grade for grade in _grades(rest, text) if grade is not None]
    if len(missing) < len(_grades(rest, text)):
        raise InputError(f"the ranking {text!r} misses an unjudged document; only judged ones can be missed")
    return tuple(_grades(listed, text)), tuple(missing)


def _grades(part: str, text: str) -> list[Grade]:
    found: list[Grade] = []
    for token in part.split():
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise InputError(
                f"cannot read {token!r} in the ranking {text!r}; "
                "write documents as r, -, ? or a grade, as in 'r - r | r'"
            )
        found += [_WORDS[match[1]] if match[1] in _WORDS else int(match[1])] * int(match[2] or 1)
    return found


def write(grades: Sequence[Grade], missing: Iterable[int] = (), *, graded: bool | None = None) -> str:
    """Write a judged ranking; with ``graded`` relevant documents are always written as numbers.

    >>> write((1, 0, 1), (1, 0))
    'r - r | r -'
    >>> write((2, 0, 1))
    '2 - 1'
    >>> write(())
    '|'
    """
    rest = sorted(missing, reverse=True)
    if not grades and not rest:
        return "|"
    numbers = any((grade or 0) > 1 for grade in (*grades, *rest)) if graded is None else graded
    listed = " ".join(_runs(grades, numbers))
    return " ".join(filter(None, [listed, "|" if rest else "", " ".join(_runs(rest, numbers))]))


def _runs(grades: Sequence[Grade], numbers: bool) -> list[str]:
    found = []
    for grade, group in groupby(grades):
        count, name = len(list(group)), symbol(grade, numbers)
        found += [f"{name}^{count}"] if count >= SHORTEST else [name] * count
    return found


def symbol(grade: Grade, numbers: bool = False) -> str:
    """Write one document.

    >>> [symbol(grade) for grade in (1, 0, None, 2)]
    ['r', '-', '?', '2']
    """
    if grade is None:
        return "?"
    return "-" if grade == 0 else "r" if grade == 1 and not numbers else str(grade)


def symbols(grades: Sequence[Grade]) -> list[str]:
    """Write documents one by one; numbers where any grade is above 1."""
    numbers = any((grade or 0) > 1 for grade in grades)
    return [symbol(grade, numbers) for grade in grades]
