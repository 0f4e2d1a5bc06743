"""Rankings: a system lists documents, best first, and the gold grades them.

Here is one output, `batch` many of them; `orders` are those of tied documents, `ties` batches of lists with ties,
`tied_means` closed forms for large places. `view` is what metrics see, `reading` what users give; `chooser` is what
constraints ask for, `cases` and `random_cases` what they give. Proofs take parametric cases (`symbolic`), `facts` and
`discounts`, and for all large sizes `asymptotics` of `runs`.

``r - r | r`` lists a relevant, a non-relevant and a relevant document, and misses one relevant document. Grades are
written as numbers (``2 - 1 | 1``; in binary rankings 1 is ``r``), ``?`` is an unjudged document, ``-^12`` twelve
non-relevant ones in a row. In ``(r - -) r`` three documents are tied: they share ranks 1 to 3.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any

from axiometrics.errors import InputError
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.users_data import in_runs

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.reading import Topics

__all__ = ["Ranking", "Topics"]

Grade = int | None
"""A document's grade: 0 not relevant, more is more relevant, None not judged."""

_TOKEN = re.compile(r"(r|-|\?|\d+)(?:\^(\d+))?", re.ASCII)
_WORDS: dict[str, Grade] = {"r": 1, "-": 0, "?": None}


Places = tuple[int, ...]
"""How many documents share each place of a list, in order; none where no documents are tied."""


def parse_places(text: str) -> tuple[tuple[Grade, ...], Places, tuple[int, ...]]:
    """Return the grades by rank, how many documents share each place, and the grades that are not listed.

    >>> parse_places("(r - -) r | r"), parse_places("r -^3 2")
    (((1, 0, 0, 1), (3, 1), (1,)), ((1, 0, 0, 0, 2), (), ()))
    """
    listed, _, rest = text.partition("|")
    missing = [grade for grade in _grades(rest, text) if grade is not None]
    if len(missing) < len(_grades(rest, text)):
        raise InputError(f"the ranking {text!r} misses an unjudged document; only judged ones can be missed")
    parts = re.split(r"([()])", listed)
    if re.sub(r"[^()]", "", text).replace("()", "") or (len(parts) > 1 and {"(", ")"} & set(rest)):
        raise InputError(
            f"the ranking {text!r} has a place without end; write tied documents as in '(r - -) r | r'"
        )
    found: list[Grade] = []
    sizes: list[int] = []
    for before, part in zip(["", *parts[1::2]], parts[::2], strict=True):
        grades = _grades(part, text)
        found += grades
        sizes += [len(grades)] if before == "(" and grades else [1] * len(grades)
    return tuple(found), _places(sizes), tuple(missing)


def _places(sizes: Iterable[int]) -> Places:
    """Return the sizes of places, none where no documents are tied."""
    found = tuple(sizes)
    return found if max(found, default=1) > 1 else ()


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


def write(
    grades: Sequence[Grade], missing: Iterable[int] = (), *, graded: bool | None = None, places: Places = ()
) -> str:
    """Write a judged ranking; with ``graded`` relevant documents are always written as numbers.

    >>> write((1, 0, 1), (1, 0))
    'r - r | r -'
    >>> write((2, 0, 1))
    '2 - 1'
    >>> write((1, 0, 1), places=(2, 1))
    '(r -) r'
    >>> write(())
    '|'
    """
    rest = sorted(missing, reverse=True)
    if not grades and not rest:
        return "|"
    numbers = any((grade or 0) > 1 for grade in (*grades, *rest)) if graded is None else graded
    listed = " ".join(_tied_runs(grades, places, numbers) if places else _runs(grades, numbers))
    return " ".join(filter(None, [listed, "|" if rest else "", " ".join(_runs(rest, numbers))]))


def _tied_runs(grades: Sequence[Grade], places: Places, numbers: bool) -> list[str]:
    """Write tied documents in brackets, and what stands between them as runs."""
    found, first = [], 0
    for tied, sizes in groupby(places, key=lambda size: size if size > 1 else 0):
        for size in sizes if tied else [len(list(sizes))]:
            text = " ".join(_runs(grades[first : first + size], numbers))
            found.append(f"({text})" if tied else text)
            first += size
    return found


def _runs(grades: Sequence[Grade], numbers: bool) -> list[str]:
    return in_runs(symbol(grade, numbers) for grade in grades)


def symbol(grade: Grade, numbers: bool = False) -> str:
    """Write one document.

    >>> [symbol(grade) for grade in (1, 0, None, 2)]
    ['r', '-', '?', '2']
    """
    if grade is None:
        return "?"
    return "-" if grade == 0 else "r" if grade == 1 and not numbers else str(grade)


@dataclass(frozen=True)
class Ranking(Output):
    """The listed documents' grades by rank (0 not relevant, None not judged), and the grades of the missed ones.

    Rank 1 is best. ``missing`` holds every judged document of the collection that is not listed, highest grades first;
    a metric sees them as below everything listed. Where documents are tied, ``places`` says how many share each place,
    and the grades are in the order in which they happen to stand.

    >>> found = Ranking.from_notation("r - r | r")
    >>> found.ideal, found.relevant, found.nonrelevant
    ((1, 1, 1), 3, 1)
    """

    grades: tuple[Grade, ...]
    missing: tuple[int, ...] = ()
    places: Places = ()

    @classmethod
    def of(cls, grades: Any, missing: Any = (), places: Iterable[int] = ()) -> Ranking:
        """Build a ranking with its missing documents in order."""
        return cls(tuple(grades), tuple(sorted(missing, reverse=True)), _places(places))

    @classmethod
    def from_notation(cls, text: str) -> Ranking:
        """Read the notation, such as ``r - r | r`` or ``(r - -) r``."""
        grades, places, missing = parse_places(text)
        return cls.of(grades, missing, places)

    @property
    def strict(self) -> Ranking:
        """The list in the order in which its documents happen to stand."""
        return replace(self, places=()) if self.places else self

    def cut_points(self) -> list[tuple[int, int]]:
        """Return, for every relevant document, the relevant ones down to the end of its place, and that rank.

        >>> Ranking.from_notation("(- r -) r").cut_points()
        [(1, 3), (2, 4)]
        """
        found: list[tuple[int, int]] = []
        relevant = end = 0
        for size in self.places or (1,) * len(self.grades):
            held = sum((grade or 0) > 0 for grade in self.grades[end : end + size])
            relevant, end = relevant + held, end + size
            found += [(relevant, end)] * held
        return found

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
        return write(self.grades, self.missing, places=self.places)

    def to_relevance(self) -> tuple[list[Grade], list[int]]:
        """Return (grades by rank, ideal grades)."""
        return list(self.grades), list(self.ideal)

    def to_run(self) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
        """Return (qrels, run) of one topic ``q``: grades and scores by document, scores falling with the rank.

        Tied documents have equal scores; they stand in their order both in the run and by names, last name first.
        """
        count = len(self.grades)
        names = [f"d{rank}" for rank in range(1, count + 1)]
        if self.places:
            names = [f"d{count - place:0{len(str(count))}}" for place in range(count)]
        listed = dict(zip(names, self.grades, strict=True))
        missed = {f"m{place}": grade for place, grade in enumerate(self.missing, 1)}
        qrels = {name: grade for name, grade in {**listed, **missed}.items() if grade is not None}
        place_of = [place for place, size in enumerate(self.places) for _ in range(size)] or range(count)
        run = {name: float(count - place) for name, place in zip(names, place_of, strict=True)}
        return {"q": qrels}, {"q": run}


def __getattr__(name: str) -> Any:
    """Load `Topics` with its first use: it takes NumPy and SymPy."""
    if name != "Topics":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("axiometrics.tasks.ranking.reading").Topics
