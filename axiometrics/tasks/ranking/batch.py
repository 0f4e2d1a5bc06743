"""Many judged rankings as flat arrays, and the reductions of formulas over all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from axiometrics.formulas.floats import ARRAYS
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Beside, InverseLog, Larger, Power, Smaller, over
from axiometrics.tasks.ranking.columns import Columns, grade_columns
from axiometrics.tasks.ranking.pairs import pair_sums
from axiometrics.tasks.ranking.ranking import Ranking
from axiometrics.tasks.ranking.view import QUANTITIES, domain_limit

__all__ = ["UNJUDGED", "Floats", "Integers", "RankingBatch", "starts_of"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Body = Callable[..., Any]
Names = frozenset[str]

NO_RANK = (None,) * 4
"""What a body gets of a document below where it asks for none."""

UNJUDGED = -1
"""The grade of an unjudged document in arrays."""


class RankingBatch:
    """``grades`` of the listed documents, list by list, and ``missing`` grades, both with the start of every case.

    Every reduction is computed once and kept, so metrics share the work. A reduction costs O(listed documents), one
    over pairs O(pairs).
    """

    def __init__(
        self, grades: Integers, starts: Integers, missing: Integers, missing_starts: Integers
    ) -> None:
        self.grades = grades
        self.starts = starts
        self.missing = missing
        self.missing_starts = missing_starts
        self._values: dict[Any, Floats] = {}

    @classmethod
    def from_rankings(cls, rankings: Sequence[Ranking]) -> RankingBatch:
        """Build from single rankings."""
        listed = chain.from_iterable(part.grades for part in rankings)
        grades = np.array([UNJUDGED if grade is None else grade for grade in listed], dtype=np.int64)
        missing = np.array(list(chain.from_iterable(part.missing for part in rankings)), dtype=np.int64)
        return cls(
            grades, starts_of(len(part.grades) for part in rankings),
            missing, starts_of(len(part.missing) for part in rankings),
        )  # fmt: skip

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

    def _counted(self, chosen: Callable[[Integers], Any]) -> Integers:
        return self._tally(self.case[chosen(self.grades)]) + self._tally(
            self._missing_case[chosen(self.missing)]
        )

    def _tally(self, cases: Integers) -> Integers:
        return np.bincount(cases, minlength=len(self))

    @cached_property
    def quantities(self) -> tuple[Floats, ...]:
        """Listed, relevant and non-relevant documents, the highest grade, and the pairs of equal grades."""
        top, equal = np.zeros(len(self)), np.zeros(len(self))
        for grade in np.unique(np.concatenate([self.grades, self.missing])):
            if grade != UNJUDGED:
                count = self._counted(lambda grades, grade=grade: grades == grade)  # type: ignore[misc]
                equal += count * (count - 1) / 2
                top = np.where(count > 0, np.maximum(top, grade), top)
        return (*(part.astype(float) for part in (self.listed, self.relevant, self.nonrelevant)), top, equal)

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
        """Columns of every listed document."""
        return Columns(
            {
                "x": lambda at: grade_columns(self.grades)[0],
                "b": lambda at: grade_columns(self.grades)[1],
                "z": lambda at: grade_columns(self.grades)[2],
                "i": lambda at: np.arange(len(self.grades)) - np.repeat(self.starts[:-1] - 1.0, self.listed),
                "c": lambda at: self.so_far(at["b"]),
                "g": lambda at: self.so_far(at["x"]),
                "h": lambda at: self.ideal_gain(at["i"], self.case),
                "d": lambda at: self.so_far(at["z"]) - at["z"],
            }
        )

    def ideal_gain(self, ranks: Any, case: Any = slice(None)) -> Floats:
        """Return the gain of the ideal list by a rank, of every case or of those named."""
        gain, start = self.ideal
        best = np.concatenate([[0.0], np.cumsum(gain)])
        first, last = start[:-1][case], start[1:][case]
        found: Floats = best[np.minimum(first + np.asarray(ranks).astype(np.int64), last)] - best[first]
        return found

    def so_far(self, values: Floats) -> Floats:
        """Return the running sum of a column, within every list."""
        sums = np.cumsum(values)
        before = np.concatenate([[0.0], sums])[self.starts[:-1]]
        found: Floats = sums - np.repeat(before, self.listed)
        return found

    @cached_property
    def ideal_ranks(self) -> Columns:
        """The same of the documents of the ideal lists: all relevant, with nothing non-relevant above."""
        gain, start = self.ideal

        def gains(at: Columns) -> Floats:
            sums = np.cumsum(at["x"])
            found: Floats = sums - np.repeat(np.concatenate([[0.0], sums])[start[:-1]], np.diff(start))
            return found

        nothing, ones = np.zeros(len(gain)), np.ones(len(gain))
        ranks = np.arange(len(gain)) - np.repeat(start[:-1], np.diff(start)) + 1.0
        known = {"b": ones, "z": nothing, "i": ranks, "c": ranks, "d": nothing}
        return Columns(
            {"x": lambda at: gain.astype(float), "g": gains, "h": gains}
            | {name: lambda at, values=values: values for name, values in known.items()}  # type: ignore[misc]
        )

    def table(self, index: int) -> Ranking:
        """Return one case."""
        listed = self.grades[self.starts[index] : self.starts[index + 1]].tolist()
        missing = self.missing[self.missing_starts[index] : self.missing_starts[index + 1]].tolist()
        return Ranking.of([None if grade == UNJUDGED else grade for grade in listed], missing)

    def tables(self) -> Iterator[Ranking]:
        """Yield every case."""
        return (self.table(index) for index in range(len(self)))

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every case, shape (cases,)."""
        found = formula.compiled(ARRAYS)(*self.signature(formula))
        return np.broadcast_to(np.asarray(found, dtype=float), (len(self),))

    def signature(self, formula: Formula) -> list[Floats]:
        """Return everything a formula's value depends on: quantities and reductions, each of shape (cases,)."""
        return [*self.quantities, *(self._atom(formula, atom) for atom in formula.atoms)]

    def measured(self, formula: Formula, name: str) -> Floats:
        """Return one quantity or reduction by its name in certificates, such as ``R`` or ``ranks[b*c/i]``."""
        known = dict(zip(map(str, formula.globals), self.quantities, strict=True))
        atoms = {str(symbol): atom for symbol, atom in formula.normal.atoms.items()}
        if name in known or name in atoms:
            return known[name] if name in known else self._atom(formula, atoms[name])
        domain, _, body = name.partition("[")
        words = {str(symbol): symbol for symbol in formula.variables + formula.globals}
        words |= {node.__name__: node for node in (Beside, InverseLog, Larger, Power, Smaller)}
        return self._atom(formula, over(domain, sympy.sympify(body[:-1], locals=words)))

    def _atom(self, formula: Formula, atom: Any) -> Floats:
        if atom not in self._values:
            self._values[atom] = self._folded(formula, atom)
        return self._values[atom]

    def _folded(self, formula: Formula, atom: Any) -> Floats:
        kind, limit = domain_limit(atom.domain)
        if kind == "pairs":
            return pair_sums(self, formula, atom)
        body, used = formula.body(atom, ARRAYS), frozenset(map(str, atom.body.free_symbols))
        fold = {"cascade": self._cascade, "missed": self._missed}.get(kind)
        return fold(body, used) if fold else self._sum(kind, limit, body, used)

    def spread(self, case: Integers, used: Names) -> list[Floats | None]:
        """Repeat the quantities that a body needs for each of its terms."""
        named = zip(map(str, QUANTITIES), self.quantities, strict=True)
        return [part[case] if name in used else None for name, part in named]

    def added(self, case: Integers, values: Any) -> Floats:
        """Return the sum of terms of each case."""
        weights = np.broadcast_to(np.asarray(values, dtype=float), case.shape)
        found: Floats = np.bincount(case, weights=weights, minlength=len(self)).astype(float)
        return found

    def _sum(self, kind: str, limit: int | str | None, body: Body, used: Names) -> Floats:
        columns, case = self.ranks, self.case
        if kind == "ideal":
            columns, case = self.ideal_ranks, np.repeat(np.arange(len(self)), self.relevant)
        kept: Any = slice(None)
        if limit is not None:
            kept = np.flatnonzero(columns["i"] <= (self.relevant[case] if isinstance(limit, str) else limit))
        case = case[kept]
        return self.added(case, body(*columns.used(used, kept), *NO_RANK, *self.spread(case, used)))

    def _cascade(self, body: Body, used: Names) -> Floats:
        value, stop = (
            np.broadcast_to(part, self.case.shape)
            for part in body(*self.ranks.used(used), *NO_RANK, *self.spread(self.case, used))
        )
        total, reading = np.zeros(len(self)), np.ones(len(self))
        open_ = np.arange(len(self))
        for rank in range(int(self.listed.max(initial=0))):
            open_ = open_[(self.listed[open_] > rank) & (reading[open_] != 0)]
            here = self.starts[open_] + rank
            total[open_] += reading[open_] * value[here] * stop[here]
            reading[open_] *= 1 - stop[here]
        return total

    def _missed(self, body: Body, used: Names) -> Floats:
        total = np.zeros(len(self))
        ranks, quantities = self.ranks.used(used), self.spread(self.case, used)
        for grade in np.unique(self.missing):
            times = self._tally(self._missing_case[self.missing == grade])[self.case]
            below = (float(grade), float(grade > 0), float(grade == 0), None)
            total += self.added(self.case, times * body(*ranks, *below, *quantities))
        return total


def starts_of(lengths: Iterable[int]) -> Integers:
    """Return where each case starts, and where the last one ends, from the cases' lengths."""
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, dtype=np.int64))]).astype(np.int64)
