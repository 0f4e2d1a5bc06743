"""What a generator chooses among any number of classes: those one by one, and all others alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations
from operator import attrgetter
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Larger, Smaller
from axiometrics.tasks.choosing import Answers, GeneratorKey, each_choice
from axiometrics.tasks.ordinal import symbolic
from axiometrics.tasks.ordinal.any_number_facts import ManyClassByClass, ManyFolded, ManyShared
from axiometrics.tasks.ordinal.chooser import Generator, Shown, Wanted, told
from axiometrics.tasks.ordinal.class_by_class import ClassByClass
from axiometrics.tasks.ordinal.many_classes import (
    ADDED,
    NEXT,
    OTHERS,
    RIGHT_CELLS,
    Count,
    FewerClassesError,
    ManyClasses,
    ManyMatrix,
    OneClass,
    OneOfEach,
    Stretch,
)
from axiometrics.tasks.ordinal.quantities import larger
from axiometrics.tasks.ordinal.used_classes import Folded, WithUsedClasses
from axiometrics.tasks.ordinal.view import RIGHT, K, N
from axiometrics.tasks.parametric import CasesOnDemand, measured

NAME = attrgetter("name")
MOST_ASKED = 4
"""Up to which number of classes a generator may ask whether there are more."""


class AnyNumber(symbolic.Symbols):
    """Tells the classes that a generator chooses one by one, and all others, of any number, alike.

    A class without an order is one that was chosen before or another one. So cases are some of these that are made,
    which may be more: where a class is chosen among those from a number on, it is any.
    """

    ordered = False
    distances: Mapping[frozenset[int], Count] | None = None

    def __init__(self, answers: Answers, least: int) -> None:
        super().__init__(answers, (least,))
        self.chosen: list[OneClass] = []
        self.least = least
        self.beyond: Any = None
        self.asked = self.closed = False
        self.before: dict[OneClass, OneClass] = {}
        self.not_last: set[OneClass] = set()
        self.about: dict[str, int] = {}

    def classes(self, low: int = 2) -> Any:
        """Return the number of classes, K."""
        if self.asked:
            raise NotSymbolicError("two numbers of classes are swept only")
        self.asked, self.least = True, max(self.least, low)
        return ManyClasses(self)

    def index(self, name: str, low: Any, high: Any, *, avoid: Sequence[Any] = ()) -> Any:
        """Return a class that was chosen before, or another one; or one of a few numbers."""
        if isinstance(low, int) and isinstance(high, int):
            self.about[name] = found = super().index(name, low, high, avoid=avoid)
            return found
        to_last = isinstance(high, ManyClasses) and high.further in (0, -1)
        if not to_last or not (isinstance(low, OneClass) or (isinstance(low, int) and low > 0)):
            raise NotSymbolicError("classes that are chosen by their order are swept only")
        below = [self.before[low]] if isinstance(low, OneClass) and low in self.before else []
        one = self._one_of(re.sub(r"[\W_]", "", name), [*avoid, *below])
        self.not_last |= {one} if high.further else set()
        return one

    def after(self, one: OneClass) -> OneClass:
        """Return the class after one: one that was chosen before, or another one."""
        if one not in self.not_last or self.ordered:
            raise NotSymbolicError("the class after one that may be the last is swept only")
        found = self._one_of(one.name + NEXT, [one])
        self.before[found] = one
        return found

    def _one_of(self, name: str, avoid: Sequence[OneClass]) -> OneClass:
        known = [each for each in self.chosen if each not in avoid]
        return self._chosen(name, self.answers.one_of([*known, OneClass(name, self)]))

    def _chosen(self, name: str, found: OneClass) -> OneClass:
        if name in (OTHERS.name, ADDED) or name.isdecimal() or name in map(NAME, self.chosen):
            raise NotSymbolicError(f"a class that is called {name} is swept only")
        self.about |= {f"{name}={each.name}": int(each is found) for each in self.chosen}
        if found.name == name:
            if self.closed:
                raise NotSymbolicError("a class that is chosen after a matrix is swept only")
            self.chosen.append(found)
        return found

    def matrix_of(self, classes: Any, wanted: Wanted, letter: str = "x") -> Any:
        """Return a matrix of counts of the chosen classes, and of all others together."""
        some = not isinstance(wanted.some, Stretch) and wanted.some
        if not isinstance(classes, ManyClasses) or classes.further or wanted.above_chance or some:
            raise NotSymbolicError("matrices of some number of classes are swept only")
        self.closed = True
        names = [*map(NAME, self.chosen), OTHERS.name]
        cells = sorted((i, j) for i in names for j in names)
        meant = "further items of class {1} in {0}".format
        counts = {cell: self.count(f"{letter}_{cell[0]}_{cell[1]}", meant(*cell)) for cell in cells}
        apart = self.count(f"{letter}_o_apart", "items of other classes in others")
        for cell in self._cells(wanted.zero):
            counts[cell] = sympy.S.Zero
        self._add_wanted(counts, apart, names, wanted)
        return self._filled(counts, apart, names, wanted, letter)

    def _cells(self, wanted: Any) -> list[tuple[str, str]]:
        """Return cells of chosen classes by names; or those of all right items."""
        if wanted is RIGHT_CELLS:
            return [(each.name, each.name) for each in (*self.chosen, OTHERS)]
        return [(self._named(i), self._named(j)) for i, j in wanted]

    def _named(self, one: Any) -> str:
        if not isinstance(one, OneClass) or one not in self.chosen:
            raise NotSymbolicError("classes that are not chosen one by one are swept only")
        return one.name

    def _add_wanted(
        self, counts: dict[tuple[str, str], Any], apart: Any, names: Sequence[str], wanted: Wanted
    ) -> None:
        least = dict(zip(self._cells(wanted.least), wanted.least.values(), strict=True))
        for cell, count in least.items():
            counts[cell] += count
        if wanted.not_less is not None:
            large, small = self._cells(wanted.not_less)
            counts[large] = counts[small] + counts[large] - least.get(large, 0)
        if wanted.more is not None:
            more: Any = [self._named(one) for one in wanted.more]
            counts[more[0], more[0]] = larger(counts, *more)  # type: ignore[arg-type]
        columns = {j: [counts[i, j] for i in names] for j in names[:-1]}
        rows = {i: [counts[i, j] for j in names] for i in names[:-1]}
        wrong = [apart, *(counts[i, j] for i in names for j in names if i != j)]
        groups = [[*counts.values(), apart], [counts[cell] for cell in self._cells(wanted.any_of)]]
        groups += [*columns.values()] if wanted.full else []
        groups += [*rows.values()] if wanted.full_system else []
        groups += [wrong] if wanted.imperfect else []
        self._some([[count for count in group if count != 0] for group in groups])
        for held, lines in ((wanted.held, columns), (wanted.held_system, rows)):
            least_of: Any = held.of(self.chosen) if isinstance(held, OneOfEach) else held
            for one, count in least_of.items():
                self._held(lines[self._named(one)], count)

    def _filled(
        self,
        counts: Mapping[tuple[str, str], Any],
        apart: Any,
        names: Sequence[str],
        wanted: Wanted,
        letter: str = "x",
    ) -> Shown:
        chosen = names[:-1]
        of_each = {
            cell: sympy.Symbol(f"each:{letter}_{cell[0]}:{cell[1]}", nonnegative=True)
            for cell in counts
            if OTHERS.name in cell
        }
        own = {symbol: counts[cell] for cell, symbol in of_each.items()}
        told = {cell: symbol if counts[cell] != 0 else sympy.S.Zero for cell, symbol in of_each.items()}
        fewest = max(len(chosen), self.least)
        self.beyond = self.beyond or self.count("K'", f"K - {fewest}")
        held = {"gold": (wanted.full, wanted.held), "system": (wanted.full_system, wanted.held_system)}
        found = ManyMatrix(
            tuple(tuple(counts[i, j] for j in chosen) for i in chosen),
            across=tuple(told[i, OTHERS.name] for i in chosen),
            down=tuple(told[OTHERS.name, j] for j in chosen),
            same=told[OTHERS.name, OTHERS.name],
            apart=sympy.S.One if apart != 0 else sympy.S.Zero,
            number=fewest + self.beyond,
            names=tuple(chosen),
            letter=letter,
            full=frozenset(side for side, (all_, of) in held.items() if all_ or isinstance(of, OneOfEach)),
            far=self.distances,
        )
        return Shown(replace(found, totals={**own, found.into: apart, found.out: apart, found.pair: apart}))

    def gold_of(self, classes: Any, wanted: Wanted) -> Any:
        """Return counts of the true classes, as the matrix in which all items are right."""
        if wanted.empty or not isinstance(classes, ManyClasses) or classes.further:
            raise NotSymbolicError("golds of some number of classes are swept only")
        self.closed = True
        names = [*map(NAME, self.chosen), OTHERS.name]
        counts = {(i, j): sympy.S.Zero for i in names for j in names}
        for name in names:
            counts[name, name] = self.count(f"x_{name}", f"further items of class {name}")
        for one, least in wanted.least.items():
            counts[self._named(one), self._named(one)] += least
        for one in self.chosen if wanted.full else ():
            counts[one.name, one.name] += int(not wanted.least.get(one, 0))
        if wanted.more is not None:
            large, small = map(self._named, wanted.more)
            counts[large, large] = counts[small, small] + 1 + sympy.Symbol(f"x_{large}")
        self._some([[count for count in counts.values() if count != 0]])
        return self._filled(counts, sympy.S.Zero, names, wanted)

    def labelings(self, classes: Any, full: int = 0) -> Any:
        """Refuse: three labelings of items."""
        raise NotSymbolicError("three labelings with any number of classes are swept only")

    def systems(self, classes: Any, *, apart: bool = False, **full: Any) -> Any:
        """Return two outputs on one gold, the first without a right item; entries of the first are any counts."""
        if not apart:
            raise NotSymbolicError("any two outputs of any number of classes are swept only")
        better: Any = self.matrix(classes, any_of=RIGHT_CELLS, **full)
        used = full.get("full_system", False)
        worse: Any = self.matrix_of(classes, Wanted(zero=RIGHT_CELLS, full_system=used), "w")  # type: ignore[arg-type]
        judged = replace(worse.matrix, judged_on=better.matrix, full=better.matrix.full)
        return Shown(judged), better

    def entries(self, output: str, matrix: Any) -> Iterator[tuple[Any, Any]]:
        """Yield what an output tells of generators, and how it is measured."""
        return _measured(output, matrix)


def _measured(output: str, matrix: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what an output tells of generators, and how it is measured."""
    yield matrix.number, measured(K, output)
    names, inner = matrix.names, sympy.S.Zero
    if ADDED in names:
        return
    cells = {(i, j): measured(f"c_{i}_{j}", output) for i in names for j in names}
    for (i, j), value in cells.items():
        yield matrix.rows[names.index(i)][names.index(j)], value
    for place, one in enumerate(names):
        into = measured(f"s_{one}", output) - sum(cells[one, j] for j in names)
        of = measured(f"g_{one}", output) - sum(cells[i, one] for i in names)
        yield matrix.total(matrix.across[place]), into
        yield matrix.total(matrix.down[place]), of
        inner += measured(f"g_{one}", output) + into
    for pair, apart in (matrix.far or {}).items():
        yield apart, measured("_".join(["d", *(names[place] for place in sorted(pair))]), output)
    right = measured(RIGHT, output) - sum(cells[i, i] for i in names)
    yield matrix.total(matrix.same), right
    yield matrix.total(matrix.apart * matrix.out), measured(N, output) - inner - right


class AnyOrdered(AnyNumber):
    """The same of classes with an order: how far two are apart is unknown, and the same in every output."""

    ordered = True
    compared = False

    def __init__(self, answers: Answers, least: int) -> None:
        super().__init__(answers, least)
        self.far: dict[frozenset[int], Count] = {}

    @property
    def distances(self) -> Mapping[frozenset[int], Count]:  # type: ignore[override]
        """How far chosen classes are apart, by their places."""
        pairs = combinations(self.chosen, 2)
        return self.far | {
            self._pair(*two): self._apart(*two) for two in pairs if self._pair(*two) not in self.far
        }

    def between(self, name: str, one: Count, other: Count) -> Count:
        """Return a class strictly between the two that were chosen: it is nearer to either than they are."""
        found = self._another(name, one, other)
        first, second = (self._apart(found, end) for end in (one, other))
        self.far[self._pair(one, other)] = first + second
        return found

    def beside(self, name: str, one: Count, classes: Count, furthest: int | None = None) -> Count:
        """Return another class than the only one that was chosen, of any distance or next to it."""
        if furthest not in (None, 1):
            raise NotSymbolicError("classes that are some classes off are swept only")
        found = self._another(name, one)
        self.far[self._pair(one, found)] = sympy.S.One if furthest else self._apart(found, one)
        return found

    def opposite(self, name: str, one: Count, middle: Count, classes: Count) -> Count:
        """Return a class as far from the middle one as another, on its other side."""
        found = self._another(name, middle, one)
        apart = self.far.get(self._pair(one, middle)) or self._apart(one, middle)
        self.far |= {self._pair(found, middle): apart, self._pair(found, one): 2 * apart}
        return found

    def _another(self, name: str, *known: Count) -> OneClass:
        """Return a class beside all that were chosen, which are these."""
        if not all(isinstance(one, OneClass) for one in known) or len({*known}) < len(known):
            raise NotSymbolicError("classes between a class and itself, or numbers, are swept only")
        if {*known} != {*self.chosen}:
            raise NotSymbolicError("classes between others, or beside them, are told of few classes only")
        plain = re.sub(r"[\W_]", "", name)
        return self._chosen(plain, OneClass(plain, self))

    def _pair(self, one: OneClass, other: OneClass) -> frozenset[int]:
        return frozenset((self.chosen.index(one), self.chosen.index(other)))

    def _apart(self, one: OneClass, other: OneClass) -> Count:
        """Return how far two classes are apart, which is 1 at least, and all that is known of it."""
        both, found = f"{one.name}_{other.name}", sympy.S.One
        more = self.answers.one_of((0, 1)) if self.compared else 0
        self.about |= {f"d_{both}>=2": more} if self.compared else {}
        if more or not self.compared:
            found += more + self.count(f"far_{both}", f"further classes from {one.name} to {other.name}")
        self.far[self._pair(one, other)] = found
        return found


class AnyNext(AnyOrdered):
    """The same, with cases of classes that are next to each other, and of others, where a formula asks for that."""

    compared = True


Ways = Sequence[tuple[Any, Any]]
"""The totals of outputs of any number of classes, and those where a generator asks for few classes."""
ORDERED: Ways = ((ManyShared, WithUsedClasses), (ManyFolded, Folded), (ManyClassByClass, ClassByClass))


def of_any_number(
    generator: Generator, formula: Formula, ways: Ways = ORDERED, chooser: type[AnyNumber] | None = None
) -> list[CasesOnDemand]:
    """Return the ways to write the cases of any number of classes, none where there is no such way."""
    key: Any = GeneratorKey(generator)
    compared = any(atom.body.has(Larger, Smaller) for atom in formula.normal.atoms.values())
    kind: Any = chooser or (AnyNext if compared else AnyOrdered)
    try:
        every = [_parts_of_any(key, kind, *totals) for totals in ways if totals[0].suits(formula)]
    except NotSymbolicError:
        return []
    found = [CasesOnDemand(parts, lambda part: part.shared.filled(formula)) for parts in every]
    for each in found:
        each.last = bool(each.parts) and each.parts[0].totals.last
    return found


@lru_cache(maxsize=64)
def _parts_of_any(key: GeneratorKey, kind: type[AnyNumber], totals: Any, few_totals: Any) -> Sequence[Any]:
    """Return every choice of classes: of a few classes one by one, where a generator asks for that, and of more."""
    least, fewer = 2, range(0)
    while True:
        try:
            made = list(each_choice(key.generator, partial(kind, least=least)))
            break
        except FewerClassesError as error:
            least, fewer = error.number + 1, range(2, error.number + 1)
            if least > MOST_ASKED:
                raise
    for chooser, _ in made:
        few = {f"classes>={least}": 1} if fewer else {}
        chooser.answers.made = {**chooser.about, **few}
    few_parts = symbolic.parts_of(key, few_totals, tuple(fewer)) if fewer else ()
    parts = [symbolic.Part(chooser, told(template), "", totals) for chooser, template in made]
    return [*(symbolic.Part(each.chooser, each.template, "", each.totals) for each in few_parts), *parts]
