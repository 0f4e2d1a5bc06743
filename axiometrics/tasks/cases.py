"""Cases, one and many: outputs by name, the choices that made them, and their size in the order of their task."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.budget import Latest
from axiometrics.formulas.rows import Integers, ratios

if TYPE_CHECKING:
    from axiometrics.metrics.registry import Metric


@dataclass(frozen=True)
class Case:
    """One case: what is judged by output name, what was chosen by name, and its size."""

    outputs: Mapping[str, Any]
    sizes: Mapping[str, Any]
    size: int


ASKED = 200
"""How many answers about all cases are kept."""


@dataclass(frozen=True)
class CaseBatch:
    """Many cases, smallest first: a batch of each output, the size of every case, and a column of each number chosen.

    They are all cases up to the size ``complete_up_to``, if that is a number; ``grid`` says in words what
    they are all cases of, where that is not the size. ``counted`` has further columns that certificates name.
    """

    outputs: Mapping[str, Any]
    size: Integers
    sizes: Mapping[str, Any]
    complete_up_to: int | None
    grid: str = ""
    counted: Mapping[str, Any] = field(default_factory=dict)
    finite: Collection[str] = ()
    """The names of what was chosen among a few numbers, all of which are there."""
    simpler: Any = None
    """The cases of a simpler task that they were made of."""
    known: Latest = field(default_factory=lambda: Latest(ASKED), compare=False, repr=False)
    """What was asked of all cases."""

    def __len__(self) -> int:
        return len(self.size)

    def case(self, index: int) -> Case:
        """Return one case."""
        tables = {name: batch.table(index) for name, batch in self.outputs.items()}
        return Case(tables, self.choices(index), int(self.size[index]))

    def choices(self, index: int) -> dict[str, Any]:
        """Return what was chosen for one case: whole numbers, and fractions as text."""
        chosen = ((name, values[index]) for name, values in self.sizes.items())
        return {name: str(v) if isinstance(v, Fraction) else int(v) for name, v in chosen if v >= 0}

    def once(self, place: Hashable, make: Callable[[], Any]) -> Any:
        """Return what is known under a place, made where it is not."""
        return self.known.get(place, make)

    def alone(self, places: Integers, together: Callable[[Sequence[str], Sequence[Case]], Any]) -> Subset:
        """Return some cases by themselves, in the order of their places, made once.

        ``together`` makes a batch of single ones, in the order of their sizes.
        """

        def made() -> Subset:
            cases = [replace(self.case(place), size=number) for number, place in enumerate(places.tolist())]
            return Subset(places, together(tuple(self.outputs), cases).outputs)

        found: Subset = self.once(("alone", places.tobytes()), made)
        return found


@dataclass(frozen=True)
class Blocks:
    """All cases of a constraint up to a size in pieces that follow each other in size order, each made by itself.

    ``counts`` are the cases of each, None where that is not known before they are made. With ``most`` no block has
    more cases, however large the size is.

    >>> len(Blocks((None,), lambda place: place)), Blocks((3, 2), lambda place: place).make(1)
    (1, 1)
    """

    counts: Sequence[int | None]
    make: Callable[[int], Any]
    most: int | None = None

    def __len__(self) -> int:
        return len(self.counts)


class Stretch(NamedTuple):
    """Some of the cases that the choices of a ``path`` make: of those with a key, ``cases`` from the ``first`` on."""

    path: tuple[int, ...]
    key: int
    first: int
    cases: int


class Numbering:
    """All cases of a generator in the order of their keys, then of the choices that make them, then as these do.

    Nothing but numbers is kept of them: a path of choices, as `axiometrics.tasks.choosing.InOrder` goes it, makes its
    cases again. A row stands for those of one path and one key.

    >>> numbers = Numbering()
    >>> numbers.add((0,), [2, 1], [1, 2])
    >>> numbers.add((1,), [1], [1])
    >>> blocks = numbers.blocks(lambda stretches: [each.path for each in stretches for _ in range(each.cases)], 2)
    >>> [blocks.make(place) for place in range(len(blocks))]
    [[(0,), (0,)], [(1,), (0,)]]
    """

    def __init__(self) -> None:
        self._paths, self._ends, self._rows = array("q"), array("q", [0]), array("q")

    def add(self, path: Sequence[int], keys: Sequence[int], counts: Sequence[int], weight: int = 1) -> None:
        """Number the cases of the next path: so many of each key, each with a weight of at least 1."""
        for key, count in zip(keys, counts, strict=True):
            self._rows.extend((key, len(self._ends) - 1, count, weight))
        self._paths.extend(path)
        self._ends.append(len(self._paths))

    def blocks(
        self, make: Callable[[Sequence[Stretch]], Any], most: int, highest: float = math.inf
    ) -> Blocks:
        """Return the cases whose keys are not above the ``highest`` in blocks, each of a weight of about ``most``."""
        rows = np.array(self._rows, dtype=np.int64).reshape(-1, 4)
        rows = rows[rows[:, 0] <= highest]
        rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
        start = np.concatenate([[0], np.cumsum(rows[:, 2])])
        weight = np.concatenate([[0], np.cumsum(rows[:, 2] * rows[:, 3])])
        count = max(1, -(-int(weight[-1]) // most))
        marks = weight[-1] * np.arange(1, count) // count
        at = np.searchsorted(weight, marks, side="right") - 1
        inner = start[at] + (marks - weight[at]) // rows[at, 3] if len(rows) else marks
        edges = np.unique(np.concatenate([[0], inner, start[-1:]])).tolist()
        cuts = list(pairwise(edges)) or [(0, 0)]
        return Blocks(
            [stop - first for first, stop in cuts],
            lambda place: make(list(self._stretches(rows, start, *cuts[place]))),
            most,
        )

    def _stretches(self, rows: Integers, start: Integers, first: int, stop: int) -> Iterator[Stretch]:
        low, high = np.searchsorted(start, first, side="right") - 1, np.searchsorted(start, stop, side="left")
        for row in range(low, high):
            key, choice, _, _ = rows[row].tolist()
            path = tuple(self._paths[self._ends[choice] : self._ends[choice + 1]])
            begin, end = max(first - int(start[row]), 0), min(stop, int(start[row + 1])) - int(start[row])
            yield Stretch(path, key, begin, end - begin)


class Fractions:
    """A column of fractions of whole numbers, made when they are asked for; one below zero stands for none."""

    def __init__(self, tops: Integers, bottoms: Integers) -> None:
        self.tops, self.bottoms = tops, bottoms

    def __getitem__(self, index: int) -> Fraction:
        return Fraction(int(self.tops[index]), int(self.bottoms[index]))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(list(map(Fraction, self.tops.tolist(), self.bottoms.tolist())), dtype=dtype or object)

    def lowest(self, places: Integers | slice = slice(None)) -> tuple[Integers, Integers]:
        """Return the tops and the bottoms of those at some places, in lowest terms."""
        tops, bottoms = self.tops[places], self.bottoms[places]
        shared = np.gcd(tops, bottoms)
        return tops // shared, bottoms // shared


def batch_of_cases(
    outputs: Sequence[str],
    cases: Iterable[Case],
    batch: Callable[[Sequence[Any]], Any],
    complete_up_to: int | None = None,
    order: Callable[[Case], Any] = attrgetter("size"),
) -> CaseBatch:
    """Return given cases as a batch, smallest first, equal ones in their order; ``batch`` makes one of single outputs.

    Raises InputError where an output is missing.
    """
    ordered = sorted(cases, key=order)
    for case in ordered:
        require_outputs(case.outputs, outputs)
    batches = {name: batch([case.outputs[name] for case in ordered]) for name in outputs} if ordered else {}
    size = np.array([case.size for case in ordered], dtype=np.int64)
    return CaseBatch(batches, size, columns([case.sizes for case in ordered]), complete_up_to)


def columns(chosen: Sequence[Mapping[str, Any]], counts: Sequence[int] | None = None) -> dict[str, Integers]:
    """Return what was chosen as one column a name, fractions as such; -1 where a case has nothing of that name.

    What was chosen alike for several cases has their number in ``counts``; it may then be one value for each of them.

    >>> columns([{"n": 2}, {"n": 3, "k": 1}])["k"].tolist(), columns([{"n": 2}, {"n": [3, 4]}], [1, 2])["n"].tolist()
    ([-1, 1], [2, 3, 4])
    """
    names = dict.fromkeys(name for each in chosen for name in each)
    if counts is None:
        return {name: _column([each.get(name, -1) for each in chosen]) for name in names}
    parts = list(zip(chosen, counts, strict=True))
    return {
        name: np.concatenate([np.broadcast_to(each.get(name, -1), count) for each, count in parts])
        for name in names
    }


def with_columns(batch: CaseBatch, names: Iterable[str]) -> CaseBatch:
    """Return a batch with a column for each name: of -1, where none of its cases has anything of that name."""
    none = np.full(len(batch), -1)
    return replace(batch, sizes={**batch.sizes, **{name: none for name in names if name not in batch.sizes}})


def _column(values: Sequence[Any]) -> NDArray[Any]:
    """Return whole numbers as such, and exact numbers, which may be text, as fractions."""
    if all(isinstance(value, int) for value in values):
        return np.array(values, dtype=np.int64)
    return np.array([Fraction(value) for value in values], dtype=object)


@lru_cache(maxsize=512)
def compositions(total: int, parts: int) -> Integers:
    """Return every way to share a whole number out to so many parts, shape (ways, parts), the last part full first.

    >>> compositions(2, 2).tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    if parts == 0:
        return np.zeros((int(total == 0), 0), dtype=np.int64)
    ways = list(combinations(range(total + parts - 1), parts - 1))
    bars = np.array(ways, dtype=np.int64).reshape(len(ways), parts - 1)
    edges = np.pad(bars, ((0, 0), (1, 1)), constant_values=-1)
    edges[:, -1] = total + parts - 1
    return np.diff(edges, axis=1) - 1


def require_outputs(made: Collection[str], wanted: Sequence[str]) -> None:
    """Refuse what a generator makes where an output of its constraint is missing; raises InputError."""
    missing = [name for name in wanted if name not in made]
    if missing:
        raise InputError(f"the generator gives no {missing[0]}; its outputs must be {', '.join(wanted)}")


@dataclass(frozen=True)
class Subset:
    """Some cases of a batch: their places, and their outputs by themselves."""

    places: NDArray[np.int64]
    outputs: Mapping[str, Any]

    @property
    def nbytes(self) -> int:
        """About how much memory they take, with what will be known of them."""
        return len(self.places) << 14


def as_numbers(values: object, arithmetic: Any, subset: Subset | None) -> Any:
    """Return whole numbers or fractions, of all cases or of a subset, as values of an arithmetic."""
    places = slice(None) if subset is None else subset.places
    if isinstance(values, Fractions):
        return _fractions(*values.lowest(places), arithmetic)
    known = np.asarray(values)[places]
    if known.dtype == object:
        return _fractions(*ratios([Fraction(each) for each in known.tolist()]), arithmetic)
    return arithmetic.column(known)


def _fractions(tops: Integers, bottoms: Integers, arithmetic: Any) -> Any:
    return arithmetic.column(tops) if (bottoms == 1).all() else arithmetic.column(tops, bottoms)


def reduction(metric: Metric, cases: Any, name: str, arithmetic: object, subset: Subset | None) -> Any:
    """Return a quantity or a reduction of an output, such as ``cells[n**2]@better``."""
    what, _, output = name.rpartition("@")
    outputs = cases.outputs if subset is None else subset.outputs
    return outputs[output].measured(metric.formula, what, arithmetic)
