"""The parametric cases of an ordinal constraint: one for each number of classes and each choice of classes.

Counts are their least value plus a generator that is never negative, so a part speaks of matrices of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.polynomials import polynomial_of, space_of
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.choosing import Answers, GeneratorKey, Impossible, each_choice
from axiometrics.tasks.ordinal.chooser import Chooser, Generator, Matrix, Template, Wanted
from axiometrics.tasks.ordinal.class_by_class import ClassByClass, written_out
from axiometrics.tasks.ordinal.facts import Shared
from axiometrics.tasks.ordinal.grids import CLASSES
from axiometrics.tasks.ordinal.quantities import COUNTED, SIDES, Quantities, condition_of, larger, told
from axiometrics.tasks.ordinal.used_classes import Folded, WithUsedClasses
from axiometrics.tasks.ordinal.view import VARIABLES, K, N
from axiometrics.tasks.parametric import (
    CasesOnDemand,
    GeneratorSign,
    ParametricCase,
    class_scope,
    measured,
)

if TYPE_CHECKING:
    from flint import fmpq_mpoly


class Symbols(Chooser):
    """Tries every choice of classes, and fills a template with symbols; its case collects them."""

    def __init__(self, answers: Answers, numbers: Sequence[int]) -> None:
        super().__init__(answers, numbers)
        self.case = ParametricCase()
        self.labels: dict[Any, str] = {}

    def count(self, name: str, meaning: str) -> sympy.Expr:
        """Return a new count from 0 on."""
        return self.case.generator(self.case.named_once(name), "nonnegative", meaning, None)

    def matrix_of(self, classes: int, wanted: Wanted, letter: str = "x") -> Matrix:
        """Return a matrix of counts."""
        if wanted.above_chance:
            raise NotSymbolicError("a system above chance is swept only")
        places = range(1, classes + 1)
        counts = {
            (i, j): sympy.S.Zero
            if (i, j) in wanted.zero
            else wanted.least.get((i, j), 0)
            + self.count(f"{letter}_{i}_{j}", f"further items of class {j} in {i}")
            for i in places
            for j in places
        }
        if wanted.not_less is not None:
            large, small = wanted.not_less
            counts[large] = counts[small] + counts[large] - wanted.least.get(large, 0)
        if wanted.more is not None:
            counts[(wanted.more[0],) * 2] = larger(counts, *wanted.more)
        columns = [[counts[i, j] for i in places] for j in places]
        rows = [[counts[i, j] for j in places] for i in places]
        groups = [list(counts.values()), [count for j in wanted.some for count in columns[j - 1]]]
        groups += columns if wanted.full else []
        groups += rows if wanted.full_system else []
        groups += [[counts[i, j] for i in places for j in places if i != j]] if wanted.imperfect else []
        groups += [[counts[cell] for cell in wanted.any_of]]
        self._some([[count for count in group if count != 0] for group in groups])
        for held, lines in ((wanted.held, columns), (wanted.held_system, rows)):
            for k, count in held.items():
                self._held(lines[k - 1], count)
        return Matrix(tuple(map(tuple, rows)))

    def _held(self, entries: Sequence[Any], count: int) -> None:
        """Say that some entries are so many items together."""
        known = sum(entry.as_coeff_Add()[0] for entry in map(sympy.sympify, entries))
        if known >= count:
            return
        free = tuple(entry - entry.as_coeff_Add()[0] for entry in map(sympy.sympify, entries) if entry != 0)
        if count - known > 1 or not all(entry.is_Symbol for entry in free):
            raise NotSymbolicError("classes with several items of any kind are swept only")
        if not free:
            raise Impossible
        self.case.sums.append(free)

    def _some(self, groups: Sequence[Sequence[Any]]) -> None:
        """Say that the members of each group are not all zero, where that is not plain."""
        for group in groups:
            if group and all(member.is_Symbol for member in group):
                self.case.sums.append(tuple(group))

    def gold_of(self, classes: int, wanted: Wanted) -> Sequence[Any]:
        """Return counts of the true classes."""
        if wanted.full and len(wanted.empty):
            raise Impossible
        found = [
            sympy.S.Zero
            if j in wanted.empty
            else max(wanted.least.get(j, 0), int(wanted.full))
            + self.count(f"x_{j}", f"further items of class {j}")
            for j in range(1, classes + 1)
        ]
        if wanted.more is not None:
            large, small = wanted.more
            found[large - 1] = found[small - 1] + 1 + sympy.Symbol(f"x_{large}")
        self._some([[count for count in found if count != 0]])
        return found

    def labelings(self, classes: int, full: int = 0) -> Sequence[Any]:
        """Return counts of items by their classes in three labelings, which no output shows.

        That labelings use every class is not used: what holds of all holds of these.
        """
        for each in product(range(1, classes + 1), repeat=3):
            self.labels[sympy.Symbol("w_{}_{}_{}".format(*each), nonnegative=True)] = (
                f"items of classes {each}"
            )
        self.case.sums.append(tuple(self.labels))
        return list(self.labels)

    def vectors(self, classes: int, others: int, keep: object) -> Sequence[Sequence[Any]]:
        """Refuse: products of vectors have no parametric case."""
        raise NotSymbolicError("independent gold and system are swept only")

    def systems(self, classes: int, *, apart: bool = False, **full: Any) -> tuple[Matrix, Matrix]:
        """Return two outputs on one gold, the first without a right item, or any two outputs.

        Of more than two classes, and of any two, entries are any counts: that they add up to one gold is not used.
        """
        if not apart:
            return self.matrix(classes, **full), self.matrix_of(classes, Wanted(**full), "y")
        places = range(1, classes + 1)
        better = self.matrix(classes, any_of=[(j, j) for j in places], **full)
        if classes == 2:
            first, second = better.gold
            return Matrix(((0, second), (first, 0)), like=better), better
        cells = ((i, j) for i in places for j in places if i != j)
        wrong = {(i, j): self.count(f"w_{i}_{j}", f"items of class {j} in {i}") for i, j in cells}
        rows = [[wrong.get((i, j), sympy.S.Zero) for j in places] for i in places]
        self._some([[each for each in row if each != 0] for row in rows] if full.get("full_system") else [])
        return Matrix(tuple(map(tuple, rows)), like=better), better

    def size(self, name: str, low: int = 1) -> sympy.Expr:
        """Return a whole number from ``low`` on."""
        plain = self.case.named_once(f"{name.replace(' ', '_')}'")
        return low + self.case.generator(plain, "nonnegative", f"{name} - {low}", sympy.Symbol(name) - low)

    def defined(self, template: Template) -> None:
        """Define every generator by counts of outputs; leave those out that are in none."""
        entries = [
            (sympy.expand(entry), value)
            for output, matrix in template.outputs.items()
            for entry, value in self.entries(output, matrix)
        ]
        there = self.case.define_read(entries)
        self.case.sums = [members for members in self.case.sums if there.issuperset(members)]

    def entries(self, output: str, matrix: Any) -> Iterator[tuple[Any, Any]]:
        """Yield what an output tells of generators, and how it is measured."""
        for i, row in enumerate(matrix.rows, 1):
            for j, entry in enumerate(row, 1):
                yield entry, measured(f"c_{i}_{j}", output)


LONGEST = 500
"""Products of counts that a sum is multiplied out into, at most: a certificate of more is too long to be read."""


class WrittenOut(WithUsedClasses):
    """Sums of products of counts, multiplied out in the counts of all cells; the items are known to be 1 at least.

    Terms of classes and cells that may be empty are 0 where these are, so that it does not matter whether they count.
    """

    def __init__(self, case: ParametricCase, template: Template) -> None:
        self.case, self.matrices = case, template.outputs
        self.first = next(iter(template.outputs))
        self.found = {name: written_out(matrix) for name, matrix in template.outputs.items()}
        self.sums: dict[Any, Any] = {}
        self.offers: dict[Any, fmpq_mpoly] = {}
        self.read: dict[Any, fmpq_mpoly] = {}
        self.space = space_of(tuple(case.generators))
        case.outputs = {
            name: self.further(found) | {N: sympy.expand(self._items(name)), K: sympy.Integer(found.classes)}
            for name, found in self.found.items()
        }
        case.by_sums = True

    def _items(self, output: str) -> Any:
        matrix = self.matrices[output]
        return (matrix if matrix.like is None else matrix.like).items

    @classmethod
    def suits(cls, formula: Formula) -> bool:
        """Whether all reductions of a formula are sums of products of counts, beside which no classes are counted."""
        atoms = formula.normal.atoms.values()
        plain = all(
            (atom.domain in SIDES or atom.domain in ("cells", "all_cells"))
            and {*VARIABLES} >= atom.body.free_symbols
            and atom.body.is_polynomial()
            for atom in atoms
        )
        counted = {str(symbol) for symbol in formula.normal.expression.free_symbols} & {*COUNTED}
        return bool(atoms) and plain and not counted

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula; raises NotSymbolicError."""
        case = self.copied()
        counts = {str(symbol): known.meaning for symbol, known in case.generators.items()}
        case.told = lambda: {**told(self, formula), "counts": counts}
        for name, found in self.found.items():
            own = {symbol: self._sum(name, found, atom) for symbol, atom in formula.normal.atoms.items()}
            read = formula.normal.expression.free_symbols
            case.outputs[name] = {
                symbol: value for symbol, value in (case.outputs[name] | own).items() if symbol in read
            }
        return _together(case)

    def _sum(self, output: str, found: Quantities, atom: Any) -> Any:
        """Return a reduction in counts: the same for all formulas that have it. Raises NotSymbolicError."""
        key = output, atom.domain, atom.body
        if key not in self.sums:
            self.sums[key] = self._multiplied_out(output, found, atom)
        return self.sums[key]

    def _multiplied_out(self, output: str, found: Quantities, atom: Any) -> Any:
        """Return a sum over cells or classes in counts; raises NotSymbolicError where an empty one may add to it."""
        places, total = range(found.classes), self.space.zero
        read = [(place, each) for place, each in enumerate(VARIABLES) if atom.body.has(each)]
        for i, j in product(places, places) if atom.domain not in SIDES else ((k, k) for k in places):
            known = {each: self._in_counts(output, found, place, i, j) for place, each in read}
            term = polynomial_of(atom.body, self.space, known)
            condition = condition_of(found, atom.domain, i, j)
            if condition is not None and not _adds_nothing_empty(term, self._read(condition)):
                raise NotSymbolicError(f"a class without items may add to {atom.domain}")
            total += term
        if len(total) > LONGEST:
            raise NotSymbolicError(f"a sum of more than {LONGEST} products of counts is swept only")
        return self.space.expression(total)

    def _in_counts(self, output: str, found: Quantities, place: int, i: int, j: int) -> fmpq_mpoly:
        """Return what a cell offers as a polynomial in counts: the same for all reductions."""
        key = output, place, i, j
        if key not in self.offers:
            self.offers[key] = self._read(found.offer(place, i, j))
        return self.offers[key]

    def _read(self, value: Any) -> fmpq_mpoly:
        if value not in self.read:
            self.read[value] = polynomial_of(sympy.sympify(value), self.space)
        return self.read[value]


def _together(case: ParametricCase) -> ParametricCase:
    """Return a case in which counts that the values are only the sum of are one generator."""
    if not case.generators:
        raise NotSymbolicError("counts that are no symbols")
    told = {value for known in case.outputs.values() for value in known.values()}
    space = space_of(tuple(case.generators))
    values = [polynomial_of(sympy.sympify(value), space) for value in told]
    alike: dict[Any, list[Any]] = {}
    for place, symbol in enumerate(case.generators):
        slopes = tuple(str(value.derivative(place)) for value in values)
        alike.setdefault(slopes, []).append(symbol)
    by: dict[Any, Any] = {}
    for first, *others in alike.values():
        if others and all(case.generators[each].sign == "nonnegative" for each in (first, *others)):
            meant = sum(case.generators[each].definition for each in (first, *others))
            some = any({first, *others} >= {*members} for members in case.sums)
            sign: GeneratorSign = "positive" if some else "nonnegative"
            made = case.unnamed(sign, " + ".join(map(str, (first, *others))), meant)
            by |= {first: made, **dict.fromkeys(others, sympy.S.Zero)}
            left = {first: made, **dict.fromkeys(others, made)}
            both = [tuple(dict.fromkeys(left.get(each, each) for each in members)) for members in case.sums]
            case.sums += [
                members for members in both if members not in case.sums and (made not in members or not some)
            ]
    case.outputs = {
        output: {symbol: sympy.sympify(value).xreplace(by) for symbol, value in known.items()}
        for output, known in case.outputs.items()
    }
    written = [value for known in case.outputs.values() for value in known.values()]
    used = set[Any]().union(*(value.free_symbols for value in written))
    case.generators = {symbol: known for symbol, known in case.generators.items() if symbol in used}
    return case


def _adds_nothing_empty(term: fmpq_mpoly, items: fmpq_mpoly) -> bool:
    """Whether a term counts always, or is 0 where it does not: where all counts that its condition adds up are 0."""
    if any(value < 0 for value in items.coeffs()):
        return False
    degrees = items.degrees()
    return bool(items[(0,) * len(degrees)] > 0) or not term.subs(
        {at: 0 for at, power in enumerate(degrees) if power}
    )


def parametric_cases(
    generator: Generator,
    formula: Formula,
    totals: Sequence[type[Shared]] = (Shared, WithUsedClasses, Folded, ClassByClass, WrittenOut),
    numbers: tuple[int, ...] = CLASSES,
) -> CasesOnDemand:
    """Return a case for each choice of classes; its others have the other totals. Raises NotSymbolicError."""
    key: Any = GeneratorKey(generator)
    suited = [kind for kind in totals if kind.suits(formula)]
    made = [parts_of(key, kind, numbers) for kind in suited]  # type: ignore[arg-type]
    first, *others = (CasesOnDemand(parts, lambda part: part.shared.filled(formula)) for parts in made)
    first.others = others
    for kind, each in zip(suited[1:], others, strict=True):
        each.last = kind.last
    return first


class Part:
    """One choice of classes with its template: what all formulas' cases share is made when it is first asked for."""

    def __init__(self, chooser: Symbols, template: Template, scope: str, totals: type[Shared]) -> None:
        self.chooser, self.template, self.scope, self.totals = chooser, template, scope, totals

    @cached_property
    def shared(self) -> Shared:
        """The totals of every output; raises NotSymbolicError."""
        if any(matrix.values is not None for matrix in self.template.outputs.values()):
            raise NotSymbolicError("other values of the classes are swept only")
        case, labels = self.chooser.case, self.chooser.labels
        case.where, case.scope = dict(self.chooser.answers.made), self.scope
        if labels:
            return self.totals.of_labels(case, self.template, labels)
        self.chooser.defined(self.template)
        return self.totals(case, self.template)


@lru_cache(maxsize=64)
def parts_of(key: GeneratorKey, totals: type[Shared], numbers: tuple[int, ...]) -> tuple[Part, ...]:
    """Return every choice of classes of a generator, for all formulas; raises NotSymbolicError."""
    made = list(each_choice(key.generator, partial(Symbols, numbers=numbers)))
    scope = class_scope([chooser.answers.made["classes"] for chooser, _ in made])
    return tuple(Part(chooser, template, scope, totals) for chooser, template in made)
