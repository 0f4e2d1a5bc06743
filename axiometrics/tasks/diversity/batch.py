"""Many judged lists with aspects as flat arrays, and what the reductions of formulas run over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np

from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Columns, Integers, Rows, ratios, repeated, take
from axiometrics.tasks.diversity import AspectList, Document
from axiometrics.tasks.diversity.view import Cover, best_lists, domain_of, greedy_list, smallest_cover
from axiometrics.tasks.shared_tables import Repeated


def batch_of(outputs: Sequence[AspectList]) -> Repeated:
    """Return outputs as a batch in which equal ones are evaluated once."""
    known: dict[AspectList, int] = {}
    which = [known.setdefault(output, len(known)) for output in outputs]
    return Repeated(AspectBatch(list(known)), np.array(which, dtype=np.int64))


class AspectBatch(Outputs):
    """Lists, evaluated without the aspects that have nothing relevant."""

    def __init__(self, outputs: Sequence[AspectList]) -> None:
        self.given = outputs
        self.lists = [output.used for output in outputs]

    def __len__(self) -> int:
        return len(self.given)

    def table(self, index: int) -> AspectList:
        """Return one output."""
        return self.given[index]

    def _column(self, of: Callable[[AspectList], int]) -> Integers:
        return np.fromiter(map(of, self.lists), np.int64, len(self))

    @cached_property
    def aspects(self) -> Integers:
        """Aspects of each list that have something relevant."""
        return self._column(lambda each: each.aspects)

    @cached_property
    def listed(self) -> Integers:
        """Listed documents of each list."""
        return self._column(lambda each: len(each.documents))

    @cached_property
    def has_empty_aspect(self) -> Any:
        """Whether each list has an aspect without any relevant document."""
        return np.array([each.used.aspects < each.aspects for each in self.given], dtype=bool)

    @cached_property
    def collections(self) -> list[tuple[Document, ...]]:
        """The documents of each list's collection, in order."""
        return [tuple(sorted((*each.documents, *each.missed), reverse=True)) for each in self.lists]

    @cached_property
    def quantities(self) -> Columns:
        """Aspects, listed and relevant documents, the highest grade, and the size of the smallest cover."""
        every = self.collections
        return Columns(
            {
                "m": lambda: self.aspects,
                "n": lambda: self.listed,
                "R": lambda: _whole(sum(map(any, each)) for each in every),
                "G": lambda: _whole(max(map(max, filter(None, each)), default=0) for each in every),
                "V": lambda: _whole(map(smallest_cover, every)),
            }
        )

    @cached_property
    def _of_aspects(self) -> Columns:
        """What every aspect of every list offers."""
        columns = [column for each in self.collections for column in zip(*each, strict=True)]
        weights = [weight for each in self.lists for weight in each.weights]
        return Columns(
            {
                "w": lambda: ratios(weights),
                "r": lambda: _whole(sum(grade > 0 for grade in column) for column in columns),
                "h": lambda: _whole(map(max, columns)),
                "q": lambda: Ideals.of(columns, lambda grade: grade),
                "e": lambda: Ideals.of(columns, lambda grade: 2**grade - 1),
            }
        )

    @cached_property
    def _grades(self) -> Integers:
        """The grades of all listed documents, list by list, aspect by aspect, rank by rank."""
        return _whole(
            grade for each in self.lists for column in zip(*each.documents, strict=True) for grade in column
        )

    def _pairs(self, lengths: Integers) -> tuple[Integers, Columns]:
        """Return list and columns of every rank and aspect, as far as lists of some lengths go."""
        first = np.cumsum(self.aspects) - self.aspects
        case, aspect = repeated(self.aspects)
        column, rank = repeated(lengths[case])
        there = rank < self.listed[case][column]
        starts = np.cumsum(self.listed[case]) - self.listed[case]
        grades = np.zeros(len(column), dtype=np.int64)
        grades[there] = self._grades[(starts[column] + rank)[there]]
        place = (first[case] + aspect)[column]
        found: dict[str, Callable[[], Any]] = {
            "x": lambda: grades,
            "b": lambda: (grades > 0).astype(np.int64),
            "i": lambda: rank + 1,
            "c": lambda: _so_far((grades > 0).astype(np.int64), lengths[case]),
        }
        found |= {name: (lambda name=name: take(self._of_aspects[name], place)) for name in self._of_aspects}  # type: ignore[misc]
        return case[column], Columns(found)

    def rows(self, domain: str) -> Rows:
        """Return what a domain runs over."""
        kind, choices, upto = domain_of(domain)
        if kind == "aspects":
            return Rows(repeated(self.aspects)[0], self._of_aspects)
        padded = kind.startswith("padded")
        lengths = self.listed if upto is None else np.minimum(self.listed, upto)
        if padded:
            lengths = np.full(len(self), upto)
        if kind in ("pairs", "padded"):
            return Rows(*self._pairs(lengths))
        if kind == "seen":
            return self._seen(*choices)
        if kind in ("ranks", "paddedranks"):
            return self._ranks(lengths)
        return self._ideal(upto) if kind == "ideal" else self._best(choices, upto)

    def _seen(self, stop: str, gmax: str) -> Rows:
        """Return ranks and aspects with the probabilities that a document satisfies, and that none did above."""
        case, columns = self._pairs(self.listed)
        parts = []
        for each, every in zip(self.lists, self.collections, strict=True):
            for at, grades in enumerate(zip(*each.documents, strict=True)):
                parts.append(
                    _chances(grades, max(row[at] for row in every) if gmax == "aspect" else int(gmax), stop)
                )
        found = [[value for part in parts for value in part[side]] for side in (0, 1)]
        return Rows(case, columns | Columns({"s": lambda: ratios(found[0]), "p": lambda: ratios(found[1])}))

    @cached_property
    def _of_documents(self) -> Columns:
        """The global gain of every listed document, the useless ones so far, and where the last aspect is covered."""
        known: dict[Any, Fraction] = {}
        gains: list[Fraction] = []
        useless: list[int] = []
        complete: list[int] = []
        for each in self.lists:
            nothing, missing = 0, set(range(each.aspects))
            for document in each.documents:
                key = id(each.weights), document
                if key not in known:
                    known[key] = _gain(each.weights, document)
                gains.append(known[key])
                nothing += not any(document)
                before = bool(missing)
                missing -= {at for at, grade in enumerate(document) if grade}
                useless.append(nothing)
                complete.append(int(before and not missing))
        columns = {"g": lambda: ratios([*gains, Fraction(0)]), "u": lambda: _whole([*useless, 0])}
        return Columns({**columns, "o": lambda: _whole([*complete, 0])})

    def _ranks(self, lengths: Integers) -> Rows:
        """Return ranks; those beyond the end of a list have documents that are relevant to nothing."""
        case, rank = repeated(lengths)
        first = np.cumsum(self.listed) - self.listed
        there = rank < self.listed[case]
        place = np.where(there, first[case] + rank, self.listed.sum())
        last = (first + self.listed - 1)[case]

        def useless() -> Integers:
            found = self._of_documents["u"]
            beyond = np.where(self.listed[case] > 0, found[last], 0) + rank + 1 - self.listed[case]
            return np.where(there, found[place], beyond)

        columns = {name: (lambda name=name: take(self._of_documents[name], place)) for name in "go"}
        return Rows(case, Columns({**columns, "i": lambda: rank + 1, "u": useless}))

    @cached_property
    def kinds(self) -> tuple[list[int], Integers]:
        """The place of one list of each different collection and weights, and which of these every list has."""
        known: dict[Any, int] = {}
        first: list[int] = []
        which = []
        for place, (each, every) in enumerate(zip(self.lists, self.collections, strict=True)):
            number = known.setdefault((every, id(each.weights)), len(known))
            if number == len(first):
                first.append(place)
            which.append(number)
        return first, _whole(which)

    def _shared(
        self, fold: str, gains: Callable[[AspectList, tuple[Document, ...]], Sequence[Sequence[Fraction]]]
    ) -> Rows:
        """Return the gains of one list or several for every collection, by rank."""
        first, which = self.kinds
        found = [gains(self.lists[place], self.collections[place]) for place in first]
        return _rows_of(found, fold, which)

    def _ideal(self, upto: int | None) -> Rows:
        def gains(each: AspectList, every: tuple[Document, ...]) -> Sequence[Sequence[Fraction]]:
            found = (_gain(each.weights, document) for document in every if any(document))
            return [sorted(found, reverse=True)[:upto]]

        return self._shared("sum", gains)

    def _best(self, choices: Sequence[str], upto: int | None) -> Rows:
        ideal, *rest = choices

        def gains(each: AspectList, every: tuple[Document, ...]) -> Sequence[Sequence[Fraction]]:
            cover = _cover(rest, each, max(map(max, filter(None, every)), default=0))
            if ideal == "exact":
                return best_lists(every, cover, upto)
            return [greedy_list(every, cover, upto)]

        return self._shared("largest" if ideal == "exact" else "sum", gains)


def _rows_of(found: Sequence[Sequence[Sequence[Fraction]]], fold: str, which: Integers) -> Rows:
    """Return the gains of one list or several of each kind, by rank; where one is chosen, all have a rank at least."""
    case, group, ranks, gains = [], [], [], []
    number = 0
    nothing = () if fold == "sum" else (Fraction(0),)
    for place, lists in enumerate(found):
        for each in lists:
            for rank, gain in enumerate(each or nothing, 1):
                case.append(place)
                group.append(number)
                ranks.append(rank)
                gains.append(gain)
            number += 1
    columns = Columns({"i": lambda: _whole(ranks), "g": lambda: ratios(gains)})
    return Rows(_whole(case), columns, fold, None if fold == "sum" else _whole(group), shared=which)


def _gain(weights: Sequence[Fraction], document: Document) -> Fraction:
    return sum(
        (weight * grade for weight, grade in zip(weights, document, strict=True) if grade), Fraction(0)
    )


@lru_cache(maxsize=1 << 14)
def _chances(grades: tuple[int, ...], gmax: int, stop: str) -> tuple[list[Fraction], list[Fraction]]:
    """Return the probabilities that the documents satisfy a reader, and that none did above."""
    chances = [_stop(grade, gmax, stop) for grade in grades]
    return chances, [*accumulate((1 - chance for chance in chances[:-1]), mul, initial=Fraction(1))][
        : len(grades)
    ]


def _stop(grade: int, gmax: int, stop: str) -> Fraction:
    """Return the probability that a document of a grade satisfies a reader."""
    if stop == "linear":
        return Fraction(grade, gmax) if grade else Fraction(0)
    return Fraction(2**grade - 1, 2**gmax)


def _cover(choices: Sequence[str], each: AspectList, top: int) -> Cover:
    """Return how documents cover aspects, by the words of a domain's name."""
    kind, number, weights = choices
    value = Fraction(number.replace("d", "/"))
    grades = range(top + 1)
    weighed = (Fraction(1),) * each.aspects if weights == "none" else each.weights
    if kind == "alpha":
        left = tuple(1 - value if grade else Fraction(1) for grade in grades)
        return Cover(left, weighed, tuple(Fraction(grade > 0) for grade in grades))
    first = tuple(_stop(grade, int(value), kind) for grade in grades)
    return Cover(tuple(1 - each for each in first), weighed, first)


def _so_far(values: Integers, lengths: Integers) -> Integers:
    """Return the running sums within consecutive stretches of some lengths."""
    sums = np.concatenate([[0], np.cumsum(values)])
    starts = np.cumsum(lengths) - lengths
    found: Integers = sums[1:] - np.repeat(sums[starts], lengths)
    return found


def _whole(values: Iterable[int]) -> Integers:
    return np.array(list(values), dtype=np.int64)


@dataclass(frozen=True)
class Ideals:
    """A column of the discounted gains of ideal lists: the different ``lists`` of gains, and ``which`` a row has."""

    lists: tuple[tuple[int, ...], ...]
    which: Integers

    @classmethod
    def of(cls, columns: Sequence[Sequence[int]], gain: Callable[[int], int]) -> Ideals:
        """Return the gains of the relevant grades of each column, highest first."""
        known: dict[tuple[int, ...], int] = {}
        ordered = (tuple(sorted((gain(each) for each in column if each), reverse=True)) for column in columns)
        which = [known.setdefault(each, len(known)) for each in ordered]
        return cls(tuple(known), np.array(which, dtype=np.int64))

    @property
    def ndim(self) -> int:
        """As of an array."""
        return 1

    @property
    def parts(self) -> tuple[Integers]:
        """What tells rows apart."""
        return (self.which,)

    def __getitem__(self, places: Any) -> Ideals:
        return Ideals(self.lists, self.which[places])

    def column_in(self, arithmetic: Any) -> Any:
        """Return the sums of gain / log2(rank + 1) in an arithmetic."""
        lengths = _whole(map(len, self.lists))
        case, rank = repeated(lengths)
        gains = arithmetic.column(_whole(gain for each in self.lists for gain in each))
        terms = gains * arithmetic.inverse_log2(arithmetic.column(rank + 2))
        sums = arithmetic.total(arithmetic.filled(terms, len(case)), np.cumsum(lengths) - lengths, lengths)
        return arithmetic.filled(sums, len(self.lists))[self.which]
