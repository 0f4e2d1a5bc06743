"""Any number of classes in a proof: those that a generator chooses one by one, and all others alike.

What a generator may ask of them has the same answer whatever their number, so that it makes the same of every number;
whatever else is asked of them, or of their matrices, is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.tasks.chooser import Untold
from axiometrics.tasks.ordinal.chooser import Matrix
from axiometrics.tasks.ordinal.quantities import SIDES, Quantities

Count = Any
"""A count of items, or a sum of such symbols."""
NEXT = "next"
"""Ends the name of the class after one that was chosen."""
ADDED = "last"
"""The name of a class that an output has after all others."""


def _of_pair(offered: Count, end: str) -> Count:
    """Return what the one class of a pair, or the other, offers."""
    known = {str(each): each for each in offered.free_symbols}
    of_one = [name for name in known if name.startswith("each:")]
    return offered.xreplace({known[name]: sympy.Symbol(f"{name}_{end}", nonnegative=True) for name in of_one})


@dataclass(frozen=True)
class ManyMatrix(Matrix):
    """Counts of the chosen classes alone, and of all others: what each one of these has, in symbols of its own.

    Of one of the others ``across`` has its items in each chosen class, ``down`` what it is assigned of each of those,
    ``same`` its right items; ``apart`` says how often those of one in another count, whose symbols have a ``letter``.
    ``totals`` says which count each symbol adds up to; ``turned`` that gold and system are exchanged; ``judged_on``
    another matrix whose gold it has, which its entries do not tell. No side that is ``full`` has an empty class. Where
    classes have an order, ``far`` says how far two chosen ones are apart, by their places.
    """

    across: tuple[Count, ...] = ()
    down: tuple[Count, ...] = ()
    same: Count = 0
    apart: Count = 0
    number: Count = 0
    names: tuple[str, ...] = ()
    totals: Mapping[Count, Count] = field(default_factory=dict)
    full: frozenset[str] = frozenset()
    turned: bool = False
    letter: str = "x"
    judged_on: ManyMatrix | None = None
    far: Mapping[frozenset[int], Count] | None = None

    @property
    def into(self) -> Count:
        """Items that one of the others is assigned of others like it."""
        return sympy.Symbol(f"each:{self.letter}:into", nonnegative=True)

    @property
    def out(self) -> Count:
        """Items of one of the others that are assigned to others like it."""
        return sympy.Symbol(f"each:{self.letter}:out", nonnegative=True)

    @property
    def pair(self) -> Count:
        """Items of one of the others that are assigned to another one."""
        return sympy.Symbol(f"each:{self.letter}:pair", nonnegative=True)

    @staticmethod
    def beyond(name: str) -> Count:
        """Return how far one of the others is from a chosen class, or from another one: of all classes at least 1."""
        return 1 + sympy.Symbol(f"each:far:{name}", nonnegative=True)

    def total(self, of_each: Count) -> Count:
        """Return what a sum of symbols of one of the others adds up to over all of them."""
        return sympy.expand(of_each).xreplace(dict(self.totals))

    def each(self, side: str) -> Count:
        """Return the gold or system items of one of the others, or its labels, which are both."""
        if side == "labels":
            return self.each("gold") + self.each("system")
        gold = side == "gold"
        if gold and self.judged_on is not None:
            return self.judged_on.each("gold")
        apart = self.apart * (self.into if gold == self.turned else self.out)
        return sympy.expand(sympy.Add(*(self.across if gold else self.down)) + self.same + apart)

    def is_full(self, side: str) -> bool:
        """Whether no class has no gold or system items, or labels."""
        return side in self.full or (side == "labels" and bool(self.full))

    def told(self) -> dict[str, Count]:
        """Return the counts and totals of the chosen classes by their names in certificates."""
        cells = {
            f"c_{i}_{j}": self.rows[k][n] for k, i in enumerate(self.names) for n, j in enumerate(self.names)
        }
        gold = {f"g_{i}": total for i, total in zip(self.names, self.gold, strict=True)}
        for pair, apart in (self.far or {}).items():
            gold["_".join(["d", *(self.names[k] for k in sorted(pair))])] = apart
        return {**cells, **gold, **{f"s_{i}": n for i, n in zip(self.names, self.system, strict=True)}}

    def of_others(
        self, domain: str, gold: Sequence[Count], system: Sequence[Count]
    ) -> Iterator[tuple[str, Count, dict[str, Count]]]:
        """Yield what one of the other classes, or of its cells, offers, and where it counts.

        The cells are those that it has with each chosen class, whose totals are given, and that of its right items;
        and, of a pair, the one that two other classes have.
        """
        of = self.each("gold"), self.each("system")
        if domain in SIDES:
            yield "one", self.each(SIDES[domain]), {"c": self.same, "g": of[0], "s": of[1]}
            return
        cells = [("one", self.same, sympy.S.Zero, of, of)]
        for k, own in enumerate(zip(gold, system, strict=True)):
            apart = self.beyond(self.names[k])
            cells.append(("one", self.across[k], apart, own, of))
            cells.append(("one", self.down[k], apart, of, own))
        ends = ("of", "in") if self.turned else ("in", "of")
        assigned, true = (tuple(_of_pair(each, end) for each in of) for end in ends)
        cells.append(
            (
                "two",
                self.apart * self.pair,
                self.beyond(OTHERS.name),
                assigned,
                true,
            )
        )
        for kind, items, apart, one, other in cells:
            offers = dict(zip("cedtls", (items, apart and sympy.S.One, apart, apart, *one), strict=True))
            offers |= {"g": other[0], "m": other[1], "a": sympy.Add(*one), "b": sympy.Add(*other)}
            yield kind, None if domain == "all_cells" else items, offers

    def rows_of_others(self, domain: str, asked: Collection[str]) -> Iterator[dict[str, Count]]:
        """Yield what one of the other classes, or of its cells, offers of what is asked for, as data."""
        for kind, condition, offers in self.of_others(domain, self.gold, self.system):
            there = {"each": kind} if condition is None else {"if": condition, "each": kind}
            if domain in ("largest", "smallest"):
                there["group"] = "system" if self.turned else "gold"
            if condition is None or condition != 0:
                yield {name: value for name, value in offers.items() if name in asked} | there

    @property
    def beside(self) -> Quantities:
        """The right items and totals of the chosen classes, and of one of the others as the last."""
        right = [*(row[k] for k, row in enumerate(self.rows)), self.same]
        places = range(len(right))
        found = Quantities(tuple(tuple(right[i] if i == j else 0 for j in places) for i in places))
        totals = {side: [*getattr(self, side), self.each(side)] for side in ("gold", "system")}
        found.__dict__ |= totals
        return found

    @cached_property
    def gold(self) -> list[Count]:
        """Items of each chosen class."""
        if self.judged_on is not None:
            return self.judged_on.gold
        columns = zip(*self.rows, self.down_totals, strict=True)
        return [sympy.Add(*column) for column in columns]

    @property
    def down_totals(self) -> list[Count]:
        """What all others together are assigned of each chosen class."""
        return [self.total(each) for each in self.down]

    @cached_property
    def system(self) -> list[Count]:
        """Items assigned to each chosen class."""
        return [sympy.Add(*row, self.total(each)) for row, each in zip(self.rows, self.across, strict=True)]

    @property
    def labels(self) -> list[Count]:
        """Gold and system labels of each chosen class."""
        return [gold + system for gold, system in zip(self.gold, self.system, strict=True)]

    @cached_property
    def items(self) -> Count:
        """All items."""
        if self.judged_on is not None:
            return self.judged_on.items
        return sympy.Add(*self.gold, self.total(self.each("gold")))

    @cached_property
    def right(self) -> Count:
        """Items that are assigned to their true class."""
        return sympy.Add(*(row[place] for place, row in enumerate(self.rows)), self.total(self.same))

    def place(self, of: Count) -> int:
        """Return where a class is among the chosen ones, counted from 0; raises NotSymbolicError."""
        if isinstance(of, int):
            raise NotSymbolicError("a class that is told by its number is swept only")
        found: int = of.among(self.names)
        return found

    def moved(self, *, true: Count, start: Count, to: Count, count: object = 1) -> Matrix:
        """Return the matrix with items of one true class assigned to another class."""
        return self.changed({(start, true): -sympy.sympify(count), (to, true): sympy.sympify(count)})

    def changed(self, by: Mapping[tuple[Count, Count], Count]) -> Matrix:
        """Return the matrix with more items, or fewer, in some cells (assigned, true)."""
        rows = [list(row) for row in self.rows]
        for (assigned, true), count in by.items():
            rows[self.place(assigned)][self.place(true)] += count
        return replace(self, rows=tuple(map(tuple, rows)))

    def exchanged(self, one: Count, other: Count) -> Matrix:
        """Return the matrix with two classes in each other's place."""
        if self.far is not None:
            self._refused()
        order = list(range(self.classes))
        first, second = self.place(one), self.place(other)
        order[first], order[second] = second, first
        rows = tuple(tuple(self.rows[i][j] for j in order) for i in order)
        across, down = (tuple(each[k] for k in order) for each in (self.across, self.down))
        return replace(self, rows=rows, across=across, down=down)

    def repeated(self, times: Count) -> Matrix:
        """Return the matrix with every item so many times."""
        across, down = (tuple(each * times for each in side) for side in (self.across, self.down))
        rows = tuple(tuple(each * times for each in row) for row in self.rows)
        same, apart = self.same * times, self.apart * times
        full = self.full if sympy.sympify(times).as_coeff_Add()[0] >= 1 else frozenset()
        return replace(self, rows=rows, across=across, down=down, same=same, apart=apart, full=full)

    def times(self, factors: Mapping[Count, Count]) -> Matrix:
        """Return the matrix with every item of some chosen classes so many times."""
        by = [sympy.S.One] * self.classes
        for of, factor in factors.items():
            by[self.place(of)] = factor
        rows = tuple(tuple(each * by[j] for j, each in enumerate(row)) for row in self.rows)
        return replace(self, rows=rows, down=tuple(each * by[j] for j, each in enumerate(self.down)))

    def swapped(self) -> Matrix:
        """Return the matrix with gold and system exchanged."""
        sides = {"gold": "system", "system": "gold"}
        return replace(
            self,
            rows=tuple(zip(*self.rows, strict=True)),
            across=self.down,
            down=self.across,
            full=frozenset(sides[side] for side in self.full),
            turned=not self.turned,
        )

    def with_class(self, below: Count) -> Matrix:
        """Return the matrix with one more class, without items, after all others."""
        if isinstance(below, int) or not below.is_last or ADDED in self.names or self.far is not None:
            raise NotSymbolicError("a class that is told by its number is swept only")
        rows = (*((*row, sympy.S.Zero) for row in self.rows), (sympy.S.Zero,) * (self.classes + 1))
        nothing = (sympy.S.Zero,)
        names, sides = (*self.names, ADDED), (self.across + nothing, self.down + nothing)
        return replace(self, rows=rows, across=sides[0], down=sides[1], names=names, number=self.number + 1)

    def corrected(self) -> Matrix:
        """Return the perfect output on the same gold."""
        gold, nothing = self.gold, (sympy.S.Zero,) * self.classes
        rows = [
            [each if i == j else sympy.S.Zero for j in range(self.classes)] for i, each in enumerate(gold)
        ]
        return replace(
            self,
            rows=tuple(map(tuple, rows)),
            across=nothing,
            down=nothing,
            same=self.each("gold"),
            apart=sympy.S.Zero,
            full=frozenset(SIDES.values()) if "gold" in self.full else frozenset(),
        )

    def _refused(self, *_: object, **__: object) -> Count:
        raise NotSymbolicError("what changes in each of any number of classes is swept only")

    ordered = merged = reversed = valued = _refused


class FewerClassesError(NotSymbolicError):
    """Says that a generator asks whether there are more than so many classes, which may be so or not."""

    def __init__(self, number: int) -> None:
        super().__init__(f"cases of up to {number} classes are others")
        self.number = number


class Stretch(Untold):
    """Stands for all classes from one to another. That one of them has items is not used: so there are more cases."""


class OneOfEach(Untold):
    """Says that each class has an item, and those among ``more`` two."""

    def __init__(self, more: Collection[OneClass]) -> None:
        self.more = more

    def of(self, chosen: Sequence[OneClass]) -> dict[OneClass, int]:
        """Return how many items each class has that was chosen."""
        return {one: 1 + (one in self.more) for one in chosen}


class OneClass(Untold):
    """A class that a generator chose. Nothing is known of its number, which is not to be asked for."""

    def __init__(self, name: str, chooser: Count | None = None) -> None:
        self.name, self.chooser = name, chooser

    def __add__(self, further: int) -> OneClass:
        if further != 1 or self.chooser is None or self.name.endswith(NEXT):
            raise NotSymbolicError("a class that is told by its number is swept only")
        found: OneClass = self.chooser.after(self)
        return found

    def stretch(self, other: Count) -> Stretch:
        """Return the classes from this one to another."""
        if not isinstance(other, OneClass) or self.chooser is None or not self.chooser.ordered:
            raise NotSymbolicError("classes without an order are swept only")
        return Stretch()

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OneClass):
            raise NotSymbolicError("a class that is told by its number is swept only")
        return self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def among(self, names: Sequence[str]) -> int:
        """Return its place among others. Raises NotSymbolicError."""
        if self.name not in names:
            raise NotSymbolicError("what changes in each of any number of classes is swept only")
        return names.index(self.name)


RIGHT_CELLS = Untold()
"""Stands for the cells of right items of any number of classes."""
OTHERS = OneClass("o")
"""Stands for each of the classes that no generator chose."""


class ManyClasses(Untold):
    """Count number of classes, or a few more: what a generator may ask of it is the same for every number."""

    def __init__(self, chooser: Count, further: int = 0) -> None:
        self.chooser, self.further = chooser, further

    def __add__(self, further: int) -> ManyClasses:
        if not isinstance(further, int):
            self._refused()
        return ManyClasses(self.chooser, self.further + further)

    def __sub__(self, fewer: int) -> ManyClasses:
        return self + -fewer

    def __rmul__(self, times: int) -> ManyClasses | int:
        if not isinstance(times, int) or times not in (0, 1):
            raise NotSymbolicError("what depends on the number of classes is swept only")
        return self if times else 0

    def __gt__(self, other: int) -> bool:
        if not isinstance(other, int):
            self._refused()
        least = other - self.further
        if self.chooser.least <= least:
            raise FewerClassesError(least)
        return True

    @property
    def is_last(self) -> bool:
        """Whether it is the number of the last class."""
        return not self.further

    def among(self, names: Sequence[str]) -> int:
        """Return the place of a class that an output has after all others. Raises NotSymbolicError."""
        if self.further != 1 or ADDED not in names:
            raise NotSymbolicError("a class that is told by its number is swept only")
        return names.index(ADDED)

    right_cells = RIGHT_CELLS
    one_of_each = OneOfEach
