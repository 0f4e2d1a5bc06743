"""Many judged rankings as flat arrays, and what the reductions of formulas run over.

Sums over pairs of listed documents do not visit every pair where the formula allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import log2
from typing import Any

import numpy as np
import sympy

from axiometrics.formulas.arithmetics.bounded import EXACT, STEP, Bounded
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Columns, Integers, Rows, as_column, repeated, stretches, take
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.view import QUANTITIES, VARIABLES, At, Below, domain_limit

UNJUDGED = -1
"""The grade of an unjudged document in arrays."""
MANY = 200_000
"""Pairs of documents up to which each is a row; more are added up by running sums."""


class RankingBatch(Outputs):
    """``grades`` of the listed documents, list by list, and ``missing`` grades, both with the start of every case."""

    def __init__(
        self, grades: Integers, starts: Integers, missing: Integers, missing_starts: Integers
    ) -> None:
        self.grades = grades
        self.starts = starts
        self.missing = missing
        self.missing_starts = missing_starts

    @classmethod
    def from_rankings(cls, rankings: Sequence[Ranking]) -> RankingBatch:
        """Build from single rankings."""
        listed = chain.from_iterable(part.grades for part in rankings)
        return cls(
            _whole([UNJUDGED if grade is None else grade for grade in listed]),
            starts_of(len(part.grades) for part in rankings),
            _whole(list(chain.from_iterable(part.missing for part in rankings))),
            starts_of(len(part.missing) for part in rankings),
        )

    def taken(self, places: Integers) -> RankingBatch:
        """Return the rankings of some cases."""
        return RankingBatch(
            *_taken(self.grades, self.starts, places), *_taken(self.missing, self.missing_starts, places)
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def listed(self) -> Integers:
        """Listed documents of each case."""
        return np.diff(self.starts)

    @cached_property
    def case(self) -> Integers:
        """The case of each listed document."""
        return np.repeat(np.arange(len(self)), self.listed)

    @cached_property
    def _missing_case(self) -> Integers:
        return np.repeat(np.arange(len(self)), np.diff(self.missing_starts))

    @cached_property
    def relevant(self) -> Integers:
        """Relevant documents of each case's collection."""
        return self._counted(lambda grades: grades > 0)

    @cached_property
    def nonrelevant(self) -> Integers:
        """Judged non-relevant documents of each case's collection."""
        return self._counted(lambda grades: grades == 0)

    @property
    def judged(self) -> Integers:
        """Listed documents and judged ones that the list misses."""
        return self.listed + np.diff(self.missing_starts)

    def _counted(self, counts: Callable[[Integers], Any]) -> Integers:
        return self._tally(self.case[counts(self.grades)]) + self._tally(
            self._missing_case[counts(self.missing)]
        )

    def _tally(self, cases: Integers) -> Integers:
        return np.bincount(cases, minlength=len(self))

    @cached_property
    def quantities(self) -> Columns:
        """Listed, relevant and non-relevant documents, the highest grade, and the pairs of equal grades."""
        return Columns(
            {
                "m": lambda: self.listed,
                "R": lambda: self.relevant,
                "N": lambda: self.nonrelevant,
                "G": self._top_grades,
                "T": self._equal_pairs,
            }
        )

    def _top_grades(self) -> Integers:
        found = np.zeros(len(self), dtype=self.grades.dtype)
        np.maximum.at(found, self.case, self.grades)
        np.maximum.at(found, self._missing_case, self.missing)
        return found

    def _equal_pairs(self) -> Integers:
        found = np.zeros(len(self), dtype=np.int64)
        for grade in np.unique(np.concatenate([self.grades, self.missing])):
            if grade != UNJUDGED:
                count = self._counted(lambda grades, grade=grade: grades == grade)  # type: ignore[misc]
                found += count * (count - 1) // 2
        return found

    @cached_property
    def ideal(self) -> tuple[Integers, Integers]:
        """Each case's relevant grades, highest first, and where each case starts."""
        case, grade = (
            np.concatenate(parts) for parts in ((self.case, self._missing_case), (self.grades, self.missing))
        )
        case, grade = case[grade > 0], grade[grade > 0]
        order = np.lexsort((-grade, case))
        return grade[order], np.concatenate([[0], np.cumsum(self.relevant)])

    @cached_property
    def ranks(self) -> Columns:
        """What every listed document offers, as the view names it."""
        ranks = np.arange(len(self.grades)) - np.repeat(self.starts[:-1] - 1, self.listed)
        return Columns(
            {
                "x": lambda: grade_columns(self.grades)[0],
                "b": lambda: grade_columns(self.grades)[1],
                "z": lambda: grade_columns(self.grades)[2],
                "i": lambda: ranks,
                "c": lambda: self.so_far(self.ranks["b"]),
                "g": lambda: self.so_far(self.ranks["x"]),
                "h": lambda: self.ideal_gain(ranks, self.case),
                "d": lambda: self.so_far(self.ranks["z"]) - self.ranks["z"],
            }
        )

    def ideal_gain(self, ranks: object, case: Any = slice(None)) -> Integers:
        """Return the gain of the ideal list by a rank, of every case or of those named."""
        gain, start = self.ideal
        best = _running(gain)
        first, last = start[:-1][case], start[1:][case]
        found: Integers = best[np.minimum(first + np.asarray(ranks).astype(np.int64), last)] - best[first]
        return found

    def so_far(self, values: Integers) -> Integers:
        """Return the running sum of a column, within every list."""
        sums = _running(values)
        found: Integers = sums[1:] - np.repeat(sums[self.starts[:-1]], self.listed)
        return found

    def rows(self, domain: str) -> Rows:
        """Return the ranks of the lists or of the ideal lists, up to where they are cut off, or pairs of documents."""
        kind, limit = domain_limit(domain)
        if kind in ("pairs", "missed"):
            return self._pairs() if kind == "pairs" else self._missed()
        rows = self._ideal_ranks if kind == "ideal" else self._ranks
        if limit is not None:
            last = self.relevant[rows.case] if isinstance(limit, str) else limit
            kept = np.flatnonzero(rows.columns["i"] <= last)
            return Rows(rows.case[kept], Columns(_at(rows.columns, kept)))
        return Rows(rows.case, rows.columns, "cascade") if kind == "cascade" else rows

    @property
    def _ranks(self) -> Rows:
        return Rows(self.case, self.ranks)

    @property
    def _ideal_ranks(self) -> Rows:
        """All relevant documents, highest grades first, with nothing non-relevant above."""
        gain, start = self.ideal
        case = np.repeat(np.arange(len(self)), np.diff(start))
        ranks, sums = np.arange(len(gain)) - start[case] + 1, _running(gain)
        gains = sums[1:] - sums[start[case]]
        return Rows(case, {"x": gain, "b": 1, "z": 0, "i": ranks, "c": ranks, "g": gains, "h": gains, "d": 0})

    @property
    def pair_count(self) -> int:
        """Pairs of listed documents in all cases."""
        return int((self.listed * (self.listed - 1) // 2).sum())

    def _pairs(self) -> Rows:
        """Every document with every one below it."""
        upper, within = repeated(np.repeat(self.listed, self.listed) - self.ranks["i"])
        lower = upper + within + 1
        below = _at({name: self.ranks[at] for name, at in zip(Below._fields, "xbzi", strict=True)}, lower)
        return Rows(self.case[upper], Columns({**_at(self.ranks, upper), **below}))

    def _missed(self) -> Rows:
        """Every listed document with every grade among those that its list misses, and how many have it."""
        order = np.lexsort((self.missing, self._missing_case))
        case, grade = self._missing_case[order], self.missing[order]
        first = np.flatnonzero((np.diff(case, prepend=-1) != 0) | (np.diff(grade, prepend=-1) != 0))
        times, kinds = np.diff(first, append=len(case)), np.bincount(case[first], minlength=len(self))
        upper, within = repeated(kinds[self.case])
        place = (np.cumsum(kinds) - kinds)[self.case[upper]] + within
        below = _at(dict(zip(Below._fields, grade_columns(grade[first]), strict=False)), place)
        return Rows(self.case[upper], Columns({**_at(self.ranks, upper), **below}), times=times[place])

    def read(self, formula: Formula, arithmetic: object, places: Integers | None = None) -> Any:
        """Return the values in an arithmetic; the pairs of some cases need not those of all."""
        if places is None:
            return super().read(formula, arithmetic)
        return self.taken(places).read(formula, arithmetic)

    def atom(self, formula: Formula, atom: Any) -> Any:
        """Return one reduction's values with their error bounds; very many pairs are added up in another way."""
        if atom.domain != "pairs" or self.pair_count <= MANY:
            return super().atom(formula, atom)
        with np.errstate(all="ignore"):
            return self.kept(atom, lambda: pair_sums(self, formula, atom))

    def table(self, index: int) -> Ranking:
        """Return one case."""
        listed = self.grades[self.starts[index] : self.starts[index + 1]].tolist()
        missing = self.missing[self.missing_starts[index] : self.missing_starts[index + 1]].tolist()
        return Ranking.of([None if grade == UNJUDGED else grade for grade in listed], missing)


def starts_of(lengths: Iterable[int]) -> Integers:
    """Return where each case starts, and where the last one ends, from the cases' lengths."""
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, dtype=np.int64))]).astype(np.int64)


def _whole(grades: Sequence[int]) -> Integers:
    """Return grades as an array, of Python's numbers where their sums may outgrow 64 bits."""
    return np.array(grades, dtype=np.int64 if max(grades, default=0) * len(grades) < 2**62 else object)


def _at(columns: Mapping[str, Any], places: Integers) -> dict[str, Callable[[], Any]]:
    """Return how columns are made at some places."""
    return {name: (lambda name=name: take(columns[name], places)) for name in columns}  # type: ignore[misc]


def _running(values: Integers) -> Integers:
    """Return the sums of the first values: of none, of one, ..., of all."""
    return np.concatenate([np.zeros(1, dtype=values.dtype), np.cumsum(values)])


def _taken(values: Integers, starts: Integers, places: Integers) -> tuple[Integers, Integers]:
    """Return some of the segments of a flat array, and where they start."""
    lengths = np.diff(starts)[places]
    owner, within = repeated(lengths)
    return values[starts[:-1][places][owner] + within], starts_of(lengths)


NOTHING = Bounded(0.0, 0.0, 1.0)
_OF_GRADE = "xbz"


def grade_columns(grades: Any) -> tuple[Any, Any, Any]:
    """Return x, b and z of grades, where a negative grade is no judgement.

    >>> grade_columns(np.array([-1, 0, 2]))[2]
    array([0, 1, 0])
    """
    return np.maximum(grades, 0), (grades > 0).astype(np.int64), (grades == 0).astype(np.int64)


def pair_sums(batch: RankingBatch, formula: Formula, atom: Any) -> Bounded:
    """Return the sum over all pairs of every case, with its error bound."""
    used = frozenset(symbol.name for symbol in atom.body.free_symbols)
    halves = _halves(atom.body)
    if halves is not None:
        return _over_pairs(batch, *halves, used)
    body = formula.body(atom, BOUNDED)
    if used & set(At._fields) <= set(_OF_GRADE):
        return _by_grade(batch, body, used)
    return _by_distance(batch, body, used)


@lru_cache(maxsize=256)
def _halves(body: object) -> tuple[Callable[..., Any], Callable[..., Any]] | None:
    """Return f and g where the term is f(upper, sizes) g(lower, sizes); None where it is no such product."""
    upper: list[Any] = []
    lower: list[Any] = []
    for factor in sympy.Mul.make_args(sympy.factor(body)):
        names = set(map(str, factor.free_symbols))
        if names & set(At._fields) and names & set(Below._fields):
            return None
        (lower if names & set(Below._fields) else upper).append(factor)
    symbols = (*VARIABLES, *QUANTITIES)
    above, below = (compile_formula(sympy.Mul(*part), symbols, BOUNDED) for part in (upper, lower))
    return above, below


def _over_pairs(
    batch: RankingBatch, upper: Callable[..., Any], lower: Callable[..., Any], used: frozenset[str]
) -> Bounded:
    everywhere = np.arange(len(batch.grades))
    given = _given(batch, used, everywhere, everywhere)
    terms, below = (BOUNDED.filled(half(*given), len(everywhere)) for half in (upper, lower))
    ranks = batch.ranks["i"]
    return _added(batch, everywhere, (_above(terms, ranks) * below).where(ranks > 1, NOTHING))


def _above(terms: Bounded, ranks: Integers) -> Bounded:
    """Return the sum of the terms above each document of its list, with its error bound."""
    value = _summed(terms.value, ranks)
    size = value if np.min(terms.value) >= 0 else _summed(np.abs(terms.value), ranks)
    if terms.unit and np.max(size) < EXACT * terms.unit:
        return Bounded(value, 0.0, terms.unit)
    radius = _summed(terms.radius, ranks) if np.any(terms.radius) else 0.0
    return Bounded.rounded(value, radius + size * STEP * (log2(np.max(ranks)) + 2))


def _summed(terms: Any, ranks: Integers) -> Any:
    """Return the sum of the terms above each document; in pairs of halves, so that rounding stays small."""
    sums, here, step = np.array(terms), np.flatnonzero(ranks > 1), 1
    while len(here):
        sums[here] += sums[here - step]
        step *= 2
        here = here[ranks[here] > step]
    above = np.zeros(len(sums))
    above[1:] = np.where(ranks[1:] > 1, sums[:-1], 0.0)
    return above


def _by_grade(batch: RankingBatch, body: Callable[..., Any], used: frozenset[str]) -> Bounded:
    total, everywhere = NOTHING, np.arange(len(batch.grades))
    for grade in np.unique(batch.grades):
        here = (batch.grades == grade).astype(np.int64)
        above = batch.so_far(here) - here
        fixed = dict(zip(_OF_GRADE, grade_columns(grade), strict=True))
        terms = body(*_given(batch, used, everywhere, everywhere, fixed))
        total = total + _added(batch, everywhere, (BOUNDED.column(above) * terms).where(above > 0, NOTHING))
    return total


def _by_distance(batch: RankingBatch, body: Callable[..., Any], used: frozenset[str]) -> Bounded:
    length = np.repeat(batch.listed, batch.listed)
    total, upper = NOTHING, np.arange(len(batch.grades))
    for distance in range(1, int(batch.listed.max(initial=0))):
        upper = upper[batch.ranks["i"][upper] + distance <= length[upper]]
        total = total + _added(batch, upper, body(*_given(batch, used, upper, upper + distance)))
    return total


def _added(batch: RankingBatch, documents: Integers, terms: Any) -> Bounded:
    """Return the sum of terms, one of each of some documents, in every case."""
    return BOUNDED.total(BOUNDED.filled(terms, len(documents)), *stretches(batch.case[documents], len(batch)))


def _given(
    batch: RankingBatch, used: frozenset[str], upper: Integers, lower: Integers, fixed: Any = None
) -> list[Any]:
    """Return what a body is given of pairs of documents: only what it uses."""
    names = dict(zip(Below._fields, "xbzi", strict=True))

    def part(name: str) -> Any:
        if fixed and name in fixed:
            return fixed[name]
        if name in names:
            return batch.ranks[names[name]][lower]
        return batch.ranks[name][upper] if name in At._fields else batch.quantities[name][batch.case[upper]]

    symbols = [symbol.name for symbol in (*VARIABLES, *QUANTITIES)]
    return [as_column(part(name), BOUNDED) if name in used else None for name in symbols]
