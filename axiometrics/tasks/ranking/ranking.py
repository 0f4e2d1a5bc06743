"""One judged ranking: the grades of the listed documents by rank, and those of the judged documents it misses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.ranking.notation import Grade, parse, write

__all__ = ["Ranking"]


@dataclass(frozen=True)
class Ranking:
    """The listed documents' grades by rank (0 not relevant, None not judged), and the grades of the missed ones.

    Rank 1 is best. ``missing`` holds every judged document of the collection that is not listed, highest grades first;
    a metric sees them as below everything listed.

    >>> found = Ranking.from_notation("r - r | r")
    >>> found.ideal, found.relevant, found.nonrelevant
    ((1, 1, 1), 3, 1)
    """

    grades: tuple[Grade, ...]
    missing: tuple[int, ...] = ()

    @classmethod
    def of(cls, grades: Any, missing: Any = ()) -> Ranking:
        """Build a ranking with its missing documents in order."""
        return cls(tuple(grades), tuple(sorted(missing, reverse=True)))

    @classmethod
    def from_notation(cls, text: str) -> Ranking:
        """Read the notation, such as ``r - r | r``."""
        return cls.of(*parse(text))

    @classmethod
    def from_grades(cls, listed: Any, collection: Any) -> Ranking:
        """Build from grades by rank and the grades of the collection's documents, in any order.

        Non-relevant documents may be left out of the collection; relevant ones must all be there. Raises InputError.
        """
        grades = tuple(listed)
        left = Counter(collection)
        left.subtract(grade for grade in grades if grade is not None)
        short = [grade for grade, count in left.items() if count < 0 and grade > 0]
        if short:
            grade = max(short)
            raise InputError(
                f"the list has {grades.count(grade)} documents of grade {grade}, but the collection only "
                f"{grades.count(grade) + left[grade]}; give the grades of all relevant documents"
            )
        return cls.of(grades, [grade for grade, count in left.items() for _ in range(max(count, 0))])

    @cached_property
    def ideal(self) -> tuple[int, ...]:
        """The grades of all relevant documents, highest first: the best list there is."""
        return tuple(
            sorted((g for g in (*self.grades, *self.missing) if g is not None and g > 0), reverse=True)
        )

    @property
    def relevant(self) -> int:
        """Relevant documents of the collection (R)."""
        return len(self.ideal)

    @cached_property
    def nonrelevant(self) -> int:
        """Judged non-relevant documents of the collection (N)."""
        return self.grades.count(0) + self.missing.count(0)

    @property
    def judged(self) -> int:
        """Judged documents of the collection, and the unjudged ones of the list."""
        return len(self.grades) + len(self.missing)

    def notation(self) -> str:
        """Write the notation."""
        return write(self.grades, self.missing)

    def read_as(self, reads: str) -> tuple[Any, ...]:
        """Return the ranking in the form that a black-box metric reads: relevance or run."""
        from axiometrics.tasks.ranking.task import TASK

        return TASK.arguments(reads, self)

    def to_relevance(self) -> tuple[list[Grade], list[int]]:
        """Return (grades by rank, ideal grades)."""
        return list(self.grades), list(self.ideal)

    def to_run(self) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
        """Return (qrels, run) of one topic ``q``: grades and scores by document, scores falling with the rank."""
        listed = {f"d{rank}": grade for rank, grade in enumerate(self.grades, 1)}
        missed = {f"m{place}": grade for place, grade in enumerate(self.missing, 1)}
        qrels = {name: grade for name, grade in {**listed, **missed}.items() if grade is not None}
        count = len(self.grades)
        run = {name: float(count - place) for place, name in enumerate(listed)}
        return {"q": qrels}, {"q": run}
