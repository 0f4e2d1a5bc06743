"""The parametric cases of a constraint: those of the ordinal task, with the quantities that only classification has.

Of a constraint that changes a few classes, whatever the number of all, there are cases of any number of classes too:
the classes that its generator chooses are told one by one, all others alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Undefined, settled
from axiometrics.tasks.choosing import Answers, GeneratorKey, each_choice
from axiometrics.tasks.classification.cases import KIND
from axiometrics.tasks.classification.matrices import (
    ClassByClassShared,
    FoldedShared,
    FurtherClasses,
    ManyShared,
    Shared,
)
from axiometrics.tasks.classification.task import is_of_two
from axiometrics.tasks.classification.view import RIGHT
from axiometrics.tasks.ordinal import symbolic
from axiometrics.tasks.ordinal.chooser import Generator, Matrix, Template, Wanted
from axiometrics.tasks.ordinal.many_classes import (
    ADDED,
    INTO,
    NEXT,
    OTHERS,
    OUT_OF,
    FewerClassesError,
    ManyClasses,
    ManyMatrix,
    OneClass,
)
from axiometrics.tasks.ordinal.quantities import COUNTED, counted_from_one, larger, vanishing
from axiometrics.tasks.ordinal.used_classes import Folded, FoldedFacts
from axiometrics.tasks.ordinal.view import K, N
from axiometrics.tasks.parametric import CasesOnDemand, GeneratorSign, ParametricCase, measured

__all__ = ["parametric_cases"]

TWO = 2
NAME = attrgetter("name")
MOST_ASKED = 4
"""Up to which number of classes a generator may ask whether there are more."""


class WrittenOutShared(symbolic.WrittenOut, Shared):
    """Sums of products of counts, multiplied out, with the quantities that only classification has."""


KINDS = (Shared, FoldedShared, ClassByClassShared, WrittenOutShared)


def parametric_cases(generator: Generator, formula: Formula) -> CasesOnDemand:
    """Return one case for each choice of classes; raises NotSymbolicError.

    A formula of two classes that has no value for more has cases of two classes only: in others there is no margin.
    """
    if not is_of_two(formula):
        found = symbolic.parametric_cases(generator, formula, KINDS, KIND.classes)
        found.wider = of_any_number(generator, formula)
        return found
    if not all(_lacks_value(formula, number) for number in KIND.classes if number != TWO):
        raise NotSymbolicError("what a formula of two classes says of more of them is swept only")
    return symbolic.parametric_cases(generator, formula, KINDS, (TWO,))


def _lacks_value(formula: Formula, number: int) -> bool:
    """Whether a formula says that it has no value for so many classes."""
    whole = formula.normal.expression
    return (
        isinstance(whole, Guard)
        and settled(whole.args[1].subs(K, number)) == 0
        and isinstance(whole.args[2], Undefined)
    )


class AnyNumber(symbolic.Symbols):
    """Tells the classes that a generator chooses one by one, and all others, of any number, alike.

    A class without an order is one that was chosen before or another one. So cases are some of these that are made,
    which may be more: where a class is chosen among those from a number on, it is any.
    """

    def __init__(self, answers: Answers, least: int) -> None:
        super().__init__(answers, (least,))
        self.chosen: list[OneClass] = []
        self.least = least
        self.closed = False
        self.before: dict[OneClass, OneClass] = {}
        self.not_last: set[OneClass] = set()
        self.about: dict[str, int] = {}

    def classes(self, low: int = 2) -> Any:
        """Return the number of classes, K."""
        self.least = max(self.least, low)
        return ManyClasses(self)

    def index(self, name: str, low: Any, high: Any, *, avoid: Sequence[Any] = ()) -> Any:
        """Return a class that was chosen before, or another one; or one of a few numbers."""
        if isinstance(low, int) and isinstance(high, int):
            self.about[name] = found = super().index(name, low, high, avoid=avoid)
            return found
        to_last = isinstance(high, ManyClasses) and high.further in (0, -1)
        if not to_last or not isinstance(low, int | OneClass):
            raise NotSymbolicError("classes that are chosen by their order are swept only")
        below = [self.before[low]] if isinstance(low, OneClass) and low in self.before else []
        found = self._one_of(re.sub(r"[\W_]", "", name), [*avoid, *below])
        self.not_last |= {found} if high.further else set()
        return found

    def after(self, one: OneClass) -> OneClass:
        """Return the class after one: one that was chosen before, or another one."""
        if one not in self.not_last:
            raise NotSymbolicError("the class after one that may be the last is swept only")
        found = self._one_of(one.name + NEXT, [one])
        self.before[found] = one
        return found

    def _one_of(self, name: str, avoid: Sequence[OneClass]) -> OneClass:
        known = [each for each in self.chosen if each not in avoid]
        found = self.answers.one_of([*known, OneClass(name, self)])
        if name in (OTHERS.name, ADDED) or name.isdecimal() or name in map(NAME, self.chosen):
            raise NotSymbolicError(f"a class that is called {name} is swept only")
        self.about |= {f"{name}={each.name}": int(each is found) for each in self.chosen}
        if found.name == name:
            if self.closed:
                raise NotSymbolicError("a class that is chosen after a matrix is swept only")
            self.chosen.append(found)
        return found

    def matrix_of(self, classes: Any, wanted: Wanted, letter: str = "x") -> Matrix:
        """Return a matrix of counts of the chosen classes, and of all others together."""
        if not isinstance(classes, ManyClasses) or classes.further or wanted.above_chance or wanted.some:
            raise NotSymbolicError("matrices of some number of classes are swept only")
        self.closed = True
        names = [*map(NAME, self.chosen), OTHERS.name]
        cells = {(i, j) for i in names for j in names}
        meant = "further items of class {1} in {0}".format
        counts = {cell: self.count(f"{letter}_{cell[0]}_{cell[1]}", meant(*cell)) for cell in sorted(cells)}
        apart = self.count(f"{letter}_o_apart", "items of other classes in others")
        for cell in ((i.name, j.name) for i, j in wanted.zero):
            counts[cell] = sympy.S.Zero
        self._add_wanted(counts, apart, names, wanted)
        return self._filled(counts, apart, names, wanted)

    def _add_wanted(
        self, counts: dict[tuple[str, str], Any], apart: Any, names: Sequence[str], wanted: Wanted
    ) -> None:
        for (i, j), least in wanted.least.items():
            counts[i.name, j.name] += least
        if wanted.not_less is not None:
            large, small = (tuple(map(NAME, cell)) for cell in wanted.not_less)
            counts[large] = counts[small] + counts[large] - wanted.least.get(wanted.not_less[0], 0)
        if wanted.more is not None:
            first, second = map(NAME, wanted.more)
            counts[first, first] = larger(counts, first, second)
        columns = {j: [counts[i, j] for i in names] for j in names[:-1]}
        rows = {i: [counts[i, j] for j in names] for i in names[:-1]}
        groups = [[*counts.values(), apart], [counts[i.name, j.name] for i, j in wanted.any_of]]
        groups += [*columns.values()] if wanted.full else []
        groups += [*rows.values()] if wanted.full_system else []
        groups += (
            [[apart, *(counts[i, j] for i in names for j in names if i != j)]] if wanted.imperfect else []
        )
        self._some([[count for count in group if count != 0] for group in groups])
        for held, lines in ((wanted.held, columns), (wanted.held_system, rows)):
            for one, count in held.items():
                if one.name in lines:
                    self._held(lines[one.name], count)

    def _filled(
        self, counts: Mapping[tuple[str, str], Any], apart: Any, names: Sequence[str], wanted: Wanted
    ) -> Matrix:
        chosen = names[:-1]
        of_each = {
            cell: sympy.Symbol(f"each:{cell[0]}:{cell[1]}", nonnegative=True)
            for cell in counts
            if OTHERS.name in cell
        }
        own = {symbol: counts[cell] for cell, symbol in of_each.items()}
        told = {cell: symbol if counts[cell] != 0 else sympy.S.Zero for cell, symbol in of_each.items()}
        fewest = max(len(chosen), self.least)
        plain = self.case.generator("K'", "nonnegative", f"K - {fewest}", None)
        held = {"gold": (wanted.full, wanted.held), "system": (wanted.full_system, wanted.held_system)}
        return ManyMatrix(
            tuple(tuple(counts[i, j] for j in chosen) for i in chosen),
            across=tuple(told[i, OTHERS.name] for i in chosen),
            down=tuple(told[OTHERS.name, j] for j in chosen),
            same=told[OTHERS.name, OTHERS.name],
            apart=sympy.S.One,
            number=fewest + plain,
            names=tuple(chosen),
            totals={**own, INTO: apart, OUT_OF: apart},
            full=frozenset(side for side, (full, least) in held.items() if full or OTHERS in least),
        )

    def gold_of(self, classes: Any, wanted: Wanted) -> Sequence[Any]:
        """Refuse: counts of all true classes."""
        raise NotSymbolicError("what changes in each of any number of classes is swept only")

    labelings = gold_of  # type: ignore[assignment]

    def systems(self, classes: Any, *, full: bool = False, apart: bool = False) -> Any:
        """Refuse: two matrices at once."""
        raise NotSymbolicError("two outputs of any number of classes are swept only")

    def defined(self, template: Template) -> None:
        """Define every generator by counts of outputs."""
        entries = [
            (sympy.expand(entry), value)
            for output, matrix in template.outputs.items()
            for entry, value in _measured(output, matrix)
        ]
        there = set[Any]().union(*(entry.free_symbols for entry, _ in entries))
        known = self.case.generators.items()
        self.case.generators = {
            symbol: each for symbol, each in known if symbol in there or each.definition is not None
        }
        self.case.sums = [members for members in self.case.sums if there.issuperset(members)]
        self.case.define(entries)


def _measured(output: str, matrix: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what an output tells of generators, and how it is measured."""
    if not isinstance(matrix, ManyMatrix):
        raise NotSymbolicError("outputs of some number of classes are swept only")
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
    right = measured(RIGHT, output) - sum(cells[i, i] for i in names)
    yield matrix.total(matrix.same), right
    yield matrix.total(matrix.apart * OUT_OF), measured(N, output) - inner - right


class ManyFolded(ManyShared, Folded):
    """The same, with one generator for what any two reductions have in common."""

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return how many classes are not empty, the same wherever the same totals are counted."""
        side, matrix = COUNTED[str(symbol)], self.matrices[output]
        totals = (self.plain(total) for total in getattr(self.found[output], side) if total != 0)
        key = frozenset(Counter(totals).items()), vanishing(matrix.each(side)), matrix.is_full(side)
        if key not in self.used:
            self.used[key] = self.case.unnamed("positive", str(symbol), measured(symbol, output))
        return self.used[key]

    def filled(self, formula: Formula) -> ParametricCase:
        """Return its case."""
        return counted_from_one(_ManyFoldedFacts(self, formula).case, formula)


class _ManyFoldedFacts(FurtherClasses, FoldedFacts):
    """Fills a case with one generator for each different sum of terms."""

    shared: ManyFolded  # type: ignore[assignment]

    def _folded(self, symbol: object, atom: Any, output: str) -> Any:
        self._require_covered(symbol, atom)
        terms = self._sorted(output, atom, self._places(output, atom))
        key = frozenset(terms.items()), frozenset(self._others(output, atom).items())
        if key not in self.known:
            sign: GeneratorSign = "nonnegative" if atom.body.is_nonnegative else "real"
            self.known[key] = self.case.unnamed(sign, f"{symbol}", measured(symbol, output))
        return self.known[key]


MANY: Sequence[tuple[type[ManyShared], type[Shared]]] = ((ManyShared, Shared), (ManyFolded, FoldedShared))
"""The totals of outputs of any number of classes, and those where a generator asks for few classes."""


def of_any_number(generator: Generator, formula: Formula) -> list[CasesOnDemand]:
    """Return the ways to write the cases of any number of classes, none where there is no such way."""
    key: Any = GeneratorKey(generator)
    try:
        every = [_parts_of_any(key, *totals) for totals in MANY]
    except (NotSymbolicError, TypeError, ValueError, AttributeError):
        return []
    return [CasesOnDemand(parts, lambda part: part.shared.filled(formula)) for parts in every]


@lru_cache(maxsize=64)
def _parts_of_any(key: GeneratorKey, totals: type[ManyShared], few_totals: type[Shared]) -> Sequence[Any]:
    """Return every choice of classes: of a few classes one by one, where a generator asks for that, and of more."""
    least, fewer = 2, range(0)
    while True:
        try:
            made = list(each_choice(key.generator, partial(AnyNumber, least=least)))
            break
        except FewerClassesError as error:
            least, fewer = error.number + 1, range(2, error.number + 1)
            if least > MOST_ASKED:
                raise
    for chooser, _ in made:
        few = {f"classes>={least}": 1} if fewer else {}
        chooser.answers.made = {**chooser.about, **few}
    few_parts = symbolic.parts_of(key, few_totals, tuple(fewer)) if fewer else ()
    parts = [symbolic.Part(chooser, template, "", totals) for chooser, template in made]
    return [*(symbolic.Part(each.chooser, each.template, "", each.totals) for each in few_parts), *parts]
