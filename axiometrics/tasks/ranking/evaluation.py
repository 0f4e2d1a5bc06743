"""The value of a formula on one ranking, in any arithmetic. Cost O(list) per reduction; O(list^2) over pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import comb
from typing import Any, NamedTuple

from axiometrics.formulas.compiled import Algebra
from axiometrics.formulas.floats import SCALARS
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.ranking.notation import Grade
from axiometrics.tasks.ranking.ranking import Ranking
from axiometrics.tasks.ranking.rational import RATIONALS, is_rational
from axiometrics.tasks.ranking.view import domain_limit

__all__ = ["evaluate", "quantities"]

Row = tuple[int | None, ...]
NOTHING_BELOW: Row = (None,) * 4


def evaluate(traced: Formula, ranking: Ranking, algebra: Algebra) -> Any:
    """Return the value of a formula for one ranking."""
    whole = quantities(ranking)
    inner = RATIONALS if algebra is not SCALARS and _all_rational(traced) else algebra
    found = [_fold(part, ranking, whole) for part in _parts(traced, inner)]
    if algebra is SCALARS:
        return traced.compiled(algebra)(*whole, *found)
    value = traced.compiled(inner)(*(inner.number(Fraction(value)) for value in whole), *found)
    return _lifted(algebra, value)


@lru_cache(maxsize=256)
def _all_rational(traced: Formula) -> bool:
    """Whether the whole formula has fractions as values."""
    return is_rational(traced.normal.expression) and all(is_rational(atom.body) for atom in traced.atoms)


def quantities(ranking: Ranking) -> tuple[int, int, int, int, int]:
    """Return listed, relevant and non-relevant documents, the highest grade, and the pairs of equal grades."""
    judged = Counter(grade for grade in (*ranking.grades, *ranking.missing) if grade is not None)
    pairs = sum(comb(count, 2) for count in judged.values())
    return len(ranking.grades), ranking.relevant, ranking.nonrelevant, max([*judged, 0]), pairs


class _Part(NamedTuple):
    """One reduction of a formula: its domain, its body over whole numbers, and what its sum becomes."""

    kind: str
    limit: int | str | None
    needed: tuple[bool, ...]
    body: Callable[..., Any]
    lift: Callable[[Any], Any]


@lru_cache(maxsize=256)
def _parts(traced: Formula, algebra: Algebra) -> tuple[_Part, ...]:
    symbols = traced.variables + traced.globals
    found = []
    for atom in traced.atoms:
        needed = tuple(symbol in atom.body.free_symbols for symbol in symbols)
        if algebra is SCALARS:
            found.append(_Part(*domain_limit(atom.domain), needed, traced.body(atom, algebra), float))
            continue
        inner = RATIONALS if is_rational(atom.body) else algebra
        body = _remembered(traced.body(atom, inner), inner)
        found.append(_Part(*domain_limit(atom.domain), needed, body, partial(_lifted, algebra)))
    return tuple(found)


def _lifted(algebra: Algebra, value: Any) -> Any:
    """Write a fraction, or the sum of nothing, as a number of the arithmetic."""
    return algebra.number(Fraction(value)) if isinstance(value, int | Fraction) else value


def _remembered(body: Callable[..., Any], algebra: Algebra) -> Callable[..., Any]:
    """Return a body over whole numbers that computes each value once; lists repeat themselves."""

    @lru_cache(maxsize=1 << 16)
    def known(*values: int | None) -> Any:
        return body(*(None if value is None else algebra.number(Fraction(value)) for value in values))

    return known


def _rows(grades: Sequence[Grade], ideal: Sequence[int]) -> Iterator[Row]:
    """Yield x, b, z, i, c, g, h, d of every rank."""
    found = gain = best = above = 0
    for rank, grade in enumerate(grades, 1):
        x, b, z = grade or 0, int((grade or 0) > 0), int(grade == 0)
        found, gain = found + b, gain + x
        best += ideal[rank - 1] if rank <= len(ideal) else 0
        yield x, b, z, rank, found, gain, best, above
        above += z


def _fold(part: _Part, ranking: Ranking, whole: tuple[int, ...]) -> Any:
    grades = ranking.ideal if part.kind == "ideal" else ranking.grades
    stop = ranking.relevant if isinstance(part.limit, str) else part.limit
    rows = list(_rows(grades[:stop], ranking.ideal))
    if part.kind == "pairs":
        return part.lift(_pairs(part, rows, whole))
    if part.kind == "missed":
        counts = Counter(ranking.missing).items()
        below = [((grade, int(grade > 0), int(grade == 0), None), times) for grade, times in sorted(counts)]
        return part.lift(
            _total(part.body(*_used(part, row, low, whole)) * times for low, times in below for row in rows)
        )
    found = [part.body(*_used(part, row, NOTHING_BELOW, whole)) for row in rows]
    return part.lift(_cascade(found) if part.kind == "cascade" else _total(found))


def _pairs(part: _Part, rows: Sequence[Row], whole: tuple[int, ...]) -> Any:
    """Sum over pairs; upper documents that the body cannot tell apart are counted."""
    above: Counter[Row] = Counter()
    total: Any = 0
    for row in rows:
        for upper, times in above.items():
            total = part.body(*_used(part, upper, row[:4], whole)) * times + total
        above[tuple(value if used else None for value, used in zip(row, part.needed, strict=False))] += 1
    return total


def _used(part: _Part, row: Row, below: Row, whole: Row) -> Iterator[int | None]:
    """Give a body what it needs, and nothing else, so that what it remembers serves other lists too."""
    return (value if used else None for value, used in zip((*row, *below, *whole), part.needed, strict=True))


def _total(values: Any) -> Any:
    found: Any = 0
    for value in values:
        found = value + found if found else value
    return found


def _cascade(steps: Sequence[tuple[Any, Any]]) -> Any:
    total: Any = 0
    reading: Any = 1
    for value, stop in steps:
        total = reading * value * stop + total
        reading = reading * (1 - stop)
    return total
