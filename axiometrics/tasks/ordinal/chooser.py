"""What an ordinal constraint is about: matrices that a generator makes from classes, counts and arbitrary contexts.

Entries are whole numbers, arrays of them (all matrices of a sweep at once) or symbols (proofs), so a generator may add
and multiply them, and choose by class numbers, which are always plain integers from 1 on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from axiometrics.errors import NotSymbolicError
from axiometrics.tasks import chooser
from axiometrics.tasks.chooser import Template, Untold, outputs
from axiometrics.tasks.choosing import Answers

__all__ = [
    "Chooser",
    "Generator",
    "Matrix",
    "Shown",
    "Template",
    "Wanted",
    "constant",
    "independent",
    "one_of_each",
    "outputs",
    "perfect",
    "right_cells",
    "stretch",
    "told",
]


@dataclass(frozen=True)
class Matrix:
    """Counts of items, rows assigned and columns true; ``values`` are those of the classes, None for 1, ..., K.

    One of symbols may be ``like`` another one: its gold is that one's, which its entries do not tell.
    """

    rows: tuple[tuple[Any, ...], ...]
    values: tuple[Any, ...] | None = None
    like: Matrix | None = None

    @property
    def classes(self) -> int:
        """Number of classes."""
        return len(self.rows)

    @cached_property
    def gold(self) -> list[Any]:
        """Items of each true class."""
        return [_sum(column) for column in zip(*self.rows, strict=True)]

    @cached_property
    def system(self) -> list[Any]:
        """Items assigned to each class."""
        return [_sum(row) for row in self.rows]

    @cached_property
    def items(self) -> Any:
        """All items."""
        return _sum(self.gold)

    @cached_property
    def right(self) -> Any:
        """Items that are assigned to their true class."""
        return _sum([row[place] for place, row in enumerate(self.rows)])

    def moved(self, *, true: int, start: int, to: int, count: object = 1) -> Matrix:
        """Return the matrix with items of one true class assigned to another class."""
        rows = [list(row) for row in self.rows]
        rows[start - 1][true - 1] = rows[start - 1][true - 1] - count
        rows[to - 1][true - 1] = rows[to - 1][true - 1] + count
        return _matrix(rows, self.values)

    def changed(self, by: Mapping[tuple[int, int], Any]) -> Matrix:
        """Return the matrix with more items, or fewer, in some cells (assigned, true).

        >>> perfect([2, 1]).changed({(1, 1): -1, (2, 1): 1}).rows
        ((1, 0), (1, 1))
        """
        places = range(1, self.classes + 1)
        return _matrix([self.rows[i - 1][j - 1] + by.get((i, j), 0) for j in places] for i in places)

    def times(self, factors: Mapping[int, Any]) -> Matrix:
        """Return the matrix with every item of some true classes so many times."""
        places = range(1, self.classes + 1)
        return _matrix([row[j - 1] * factors.get(j, 1) for j in places] for row in self.rows)

    def ordered(self, order: Sequence[int]) -> Matrix:
        """Return the matrix with the classes in another order."""
        return _matrix([self.rows[i - 1][j - 1] for j in order] for i in order)

    def exchanged(self, one: int, other: int) -> Matrix:
        """Return the matrix with two classes in each other's place."""
        order = list(range(1, self.classes + 1))
        order[one - 1], order[other - 1] = other, one
        return self.ordered(order)

    def merged(self, into: int, other: int) -> Matrix:
        """Return the matrix with one class made a part of another one."""
        kept = [place for place in range(1, self.classes + 1) if place != other]
        parts = [(place, other) if place == into else (place,) for place in kept]
        return _matrix(
            [_sum([self.rows[i - 1][j - 1] for i in one for j in two]) for two in parts] for one in parts
        )

    def corrected(self) -> Matrix:
        """Return the perfect output on the same gold."""
        return perfect(self.gold)

    def reversed(self) -> Matrix:
        """Return the matrix with the classes in the opposite order."""
        return _matrix([row[::-1] for row in self.rows[::-1]])

    def swapped(self) -> Matrix:
        """Return the matrix with gold and system exchanged."""
        return _matrix(zip(*self.rows, strict=True))

    def repeated(self, times: object) -> Matrix:
        """Return the matrix with every item so many times."""
        return _matrix([entry * times for entry in row] for row in self.rows)

    def with_class(self, below: int) -> Matrix:
        """Return the matrix with one more class, without items, above the first ``below`` classes."""
        rows = [(*row[:below], 0, *row[below:]) for row in self.rows]
        return _matrix([*rows[:below], (0,) * (self.classes + 1), *rows[below:]])

    def valued(self, values: Sequence[Any]) -> Matrix:
        """Return the matrix with other values of the classes."""
        return _matrix(self.rows, tuple(values))


class Shown(Untold):
    """A matrix as a generator sees it: what it can be made into, and its items; not its entries, which are few."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix

    @property
    def items(self) -> Any:
        """All items."""
        return self.matrix.items

    @property
    def right(self) -> Any:
        """Items that are assigned to their true class."""
        return self.matrix.right

    def _made(name: str) -> Callable[..., Shown]:  # type: ignore[misc]
        def made(self: Shown, *given: Any, **named: Any) -> Shown:
            return Shown(getattr(self.matrix, name)(*given, **named))

        return made

    changed, corrected, exchanged, moved = map(_made, ("changed", "corrected", "exchanged", "moved"))
    repeated, swapped, times, with_class = map(_made, ("repeated", "swapped", "times", "with_class"))


def told(template: Template) -> Template:
    """Return a template with the matrices that its generator has seen; raises NotSymbolicError for any others."""
    if not all(isinstance(each, Shown) for each in template.outputs.values()):
        raise NotSymbolicError("outputs of some number of classes are swept only")
    return Template({name: each.matrix for name, each in template.outputs.items()})


def _sum(values: Sequence[Any]) -> Any:
    first, *rest = values
    return sum(rest, first)


def _matrix(rows: Any, values: tuple[Any, ...] | None = None) -> Matrix:
    return Matrix(tuple(map(tuple, rows)), values)


def one_of_each(classes: Any, more: Collection[Any] = (), first: Collection[Any] = ()) -> Any:
    """Return that each class has an item, and two that are among ``more``; of a number that is open, all others alike.

    >>> one_of_each(3, [2])
    {1: 1, 2: 2, 3: 1}
    """
    if not isinstance(classes, int):
        return classes.one_of_each(more)
    return {one: 1 + (one in more) for one in dict.fromkeys([*first, *range(1, classes + 1)])}


def stretch(one: Any, other: Any) -> Any:
    """Return the classes from one to another, both included.

    >>> stretch(4, 2)
    range(2, 5)
    """
    if not isinstance(one, int):
        return one.stretch(other)
    return range(min(one, other), max(one, other) + 1)


def right_cells(classes: Any) -> Any:
    """Return the cells of right items.

    >>> right_cells(2)
    [(1, 1), (2, 2)]
    """
    return [(k, k) for k in range(1, classes + 1)] if isinstance(classes, int) else classes.right_cells


def perfect(gold: Any) -> Matrix:
    """Return the output that assigns every item right.

    >>> perfect([2, 1]).rows
    ((2, 0), (0, 1))
    """
    if not isinstance(gold, Sequence):  # of classes whose number is open, of which all items are right
        found: Matrix = gold
        return found
    places = range(len(gold))
    return _matrix([gold[j] if i == j else 0 for j in places] for i in places)


def constant(gold: Sequence[Any], assigned: int) -> Matrix:
    """Return the output that assigns every item to one class.

    >>> constant([2, 1], 2).rows
    ((0, 0), (2, 1))
    """
    return _matrix([list(gold) if i == assigned - 1 else [0] * len(gold) for i in range(len(gold))])


def independent(gold: Sequence[Any], system: Sequence[Any]) -> Matrix:
    """Return the matrix of independent gold and system: each entry is the product of two counts.

    >>> independent([2, 1], [1, 3]).rows
    ((2, 1), (6, 3))
    """
    return _matrix([have * into for have in gold] for into in system)


@dataclass(frozen=True)
class Wanted:
    """What a generator wants of a matrix, or of the counts of the true classes, that may be any otherwise.

    ``least`` gives the least count of cells (assigned, true), or of true classes. The first of the true classes
    ``more`` has more items than the second, one of the true classes ``some`` has items, none of the ``empty`` ones
    has. In a ``full`` matrix every true class has items, with ``full_system`` every assigned class; in an
    ``imperfect`` one some item is assigned wrong. ``held`` and ``held_system`` give the least items of true and of
    assigned classes; the cells ``zero`` hold none, one of the cells ``any_of`` holds some, and the first of the two
    cells ``not_less`` no fewer than the second. In one ``above_chance`` no class has fewer right items than if gold
    and system were independent, and some class has more.
    """

    least: Mapping[Any, int] = field(default_factory=dict)
    more: tuple[int, int] | None = None
    some: Sequence[int] = ()
    empty: Sequence[int] = ()
    full: bool = False
    full_system: bool = False
    imperfect: bool = False
    held: Mapping[int, int] = field(default_factory=dict)
    held_system: Mapping[int, int] = field(default_factory=dict)
    zero: Sequence[tuple[int, int]] = ()
    any_of: Sequence[tuple[int, int]] = ()
    not_less: tuple[tuple[int, int], tuple[int, int]] | None = None
    above_chance: bool = False


class Chooser(chooser.Chooser):
    """Where a generator gets its classes, counts and matrices from; ``numbers`` of classes are tried.

    Whoever makes cases fills the matrices: with arrays, drawn numbers or symbols.
    """

    def __init__(self, answers: Answers, numbers: Sequence[int]) -> None:
        super().__init__(answers)
        self.numbers = numbers

    def classes(self, low: int = 2) -> int:
        """Return the number of classes, K."""
        return self.index("classes", max(low, self.numbers[0]), self.numbers[-1])

    def size(self, name: str, low: int = 1) -> Any:
        """Return a whole number from ``low`` on: that one or the next, or both at once in a proof."""
        return self.index(name, low, low + 1)

    def between(self, name: str, one: int, other: int) -> int:
        """Return a class strictly between two others."""
        return self.index(name, min(one, other) + 1, max(one, other) - 1)

    def beside(self, name: str, one: int, classes: int, furthest: int | None = None) -> int:
        """Return another class, at most so many classes off."""
        reach = classes if furthest is None else furthest
        return self.index(name, max(one - reach, 1), min(one + reach, classes), avoid=(one,))

    def opposite(self, name: str, one: int, middle: int, classes: int) -> int:
        """Return the class as far from the middle one as another class is, on its other side."""
        place = 2 * middle - one
        return self.index(name, max(place, 1), min(place, classes))

    def matrix(self, classes: int, **wanted: Any) -> Matrix:
        """Return any matrix with items that meets the conditions of `Wanted`."""
        return self.matrix_of(classes, Wanted(**wanted))

    def gold(self, classes: int, **wanted: Any) -> Sequence[Any]:
        """Return any counts of the true classes, with items, that meet the conditions of `Wanted`."""
        return self.gold_of(classes, Wanted(**wanted))

    def matrix_of(self, classes: int, wanted: Wanted) -> Matrix:
        """Return any matrix that meets conditions."""
        raise NotImplementedError

    def gold_of(self, classes: int, wanted: Wanted) -> Sequence[Any]:
        """Return any counts of the true classes that meet conditions."""
        raise NotImplementedError

    def systems(self, classes: int, *, apart: bool = False, **full: Any) -> tuple[Matrix, Matrix]:
        """Return two different outputs on the same gold, whichever comes first.

        If ``apart``, the first has no item right, and the second has some. Both are ``full``, or ``full_system`` too,
        as `Wanted` says it.
        """
        raise NotImplementedError

    def vectors(self, classes: int, others: int, keep: Callable[..., Any]) -> Sequence[Sequence[Any]]:
        """Return vectors of counts, with items: one, and one or two others, these of as many items.

        Of those, the ones for which ``keep`` says so: a function of them.
        """
        raise NotImplementedError

    def labelings(self, classes: int, full: int = 0) -> Sequence[Any]:
        """Return how many items have each three classes in three labelings, those of the third changing fastest.

        So many of the labelings, from the first on, use every class.
        """
        raise NotImplementedError


Generator = Callable[..., Template]
