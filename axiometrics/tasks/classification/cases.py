"""Many judged matrices at once, and the cases of a constraint: the ordinal task's, of their larger matrix, or means.

What a metric gives on average over all outputs with given class sizes is its expectation by chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import product
from math import factorial, prod
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.error_bounds import Bounded
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Part
from axiometrics.formulas.undefined import NO_VALUE, Infinity, absent
from axiometrics.tasks import cases as tasks_cases
from axiometrics.tasks.abilities import Composed
from axiometrics.tasks.cases import Blocks, Case, CaseBatch, compositions
from axiometrics.tasks.choosing import Answers, GeneratorKey, Given, Impossible, Spread, each_choice
from axiometrics.tasks.classification import ConfusionMatrix
from axiometrics.tasks.ordinal import cases, grids
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.cases import Kind
from axiometrics.tasks.ordinal.chooser import Chooser, Generator, Matrix, Wanted
from axiometrics.tasks.ordinal.grids import AllMatrices, allowed_matrices, grid_text, matrices
from axiometrics.tasks.ordinal.quantities import Single
from axiometrics.tasks.shared_tables import Means

_PART = re.compile(r"^(?P<weight>[0-9]+(?:/[1-9][0-9]*)?)\*(?P<matrix>\[[^\]]*\](?: reversed)?)$")
Sizes = tuple[int, ...]


def four(right: Any, gold: Any, system: Any, items: Any) -> dict[str, Any]:
    """Return what a class has of items that are and are not of it, and are and are not put into it.

    >>> four(3, 3, 4, 6)
    {'TP': 3, 'FN': 0, 'FP': 1, 'TN': 2}
    """
    return {"TP": right, "FN": gold - right, "FP": system - right, "TN": items - gold - system + right}


def golds(batch: MatrixBatch) -> Any:
    """Return a number for every matrix, the same for those with the same gold."""
    sizes = np.column_stack([batch.classes, batch.gold])
    return np.unique(sizes, axis=0, return_inverse=True)[1].reshape(-1)


class MatrixBatch(ConfusionBatch):
    """Confusion matrices of classes without an order."""

    output = ConfusionMatrix

    @cached_property
    def quantities(self) -> dict[str, Part]:
        """Items, classes, those that gold, system or either uses, and the four counts of class 1."""
        used = (self.system > 0).sum(axis=1)
        first = four(self.counts[:, 0, 0], self.gold[:, 0], self.system[:, 0], self.items)
        return {**super().quantities, "S": used, **first}


class Alone(Single):
    """One matrix of counts, which writes its rows as lists."""

    def quantity(self, name: str) -> int:
        """Return a quantity of the matrix."""
        if len(name) == 1:
            return super().quantity(name)
        return int(four(self.rows[0][0], self.gold[0], self.system[0], self.items)[name])


@dataclass(frozen=True)
class Mean(Composed):
    """Outputs with weights that sum to 1: the metric's value is the weighted mean of its values on them.

    >>> Mean.from_notation("1/2*[0 1; 1 0] + 1/2*[1 0; 0 1]") == arranged((1, 1), (1, 1))
    True
    """

    parts: tuple[tuple[Fraction, ConfusionMatrix], ...]

    @classmethod
    def from_notation(cls, text: str) -> Mean:
        """Read what `notation` writes; raises InputError."""
        found = [_PART.match(part.strip()) for part in text.split("+")]
        parts = [
            (Fraction(part["weight"]), ConfusionMatrix.from_notation(part["matrix"]))
            for part in found
            if part
        ]
        alike = {(matrix.classes, matrix.items) for _, matrix in parts}
        if len(parts) < len(found) or len(alike) != 1 or sum(weight for weight, _ in parts) != 1:
            raise InputError(
                f"cannot read the mean {text!r}; write weights that sum to 1, and matrices of one size, as in "
                "'1/2*[1 0; 0 1] + 1/2*[0 1; 1 0]'"
            )
        return cls(tuple(parts))

    @property
    def tables(self) -> tuple[ConfusionMatrix, ...]:
        """The outputs."""
        return tuple(matrix for _, matrix in self.parts)

    @property
    def gold(self) -> Any:
        """Items of each gold class, the same in every output."""
        return self.parts[0][1].gold

    @property
    def system(self) -> Any:
        """Items that the system puts into each class."""
        return self.parts[0][1].system

    @property
    def classes(self) -> int:
        """Number of classes."""
        return self.parts[0][1].classes

    @property
    def items(self) -> int:
        """Items of every output."""
        return self.parts[0][1].items

    def of(self, value: Callable[[ConfusionMatrix], Any], algebra: Any) -> Any:
        """Return the weighted mean of a value in any arithmetic; none where an output's is infinite or not there."""
        values = [value(matrix) for matrix in self.tables]
        if absent(*values) or any(isinstance(each, Infinity) for each in values):
            return NO_VALUE
        terms = [each * algebra.number(weight) for each, (weight, _) in zip(values, self.parts, strict=True)]
        return sum(terms[1:], terms[0])

    def call(self, score: str) -> str:
        """Write the sum of calls that gives the mean."""
        return " + ".join(f'{weight}*{score}("{matrix.notation()}")' for weight, matrix in self.parts)

    def notation(self) -> str:
        """Write every output with its weight."""
        return " + ".join(f"{weight}*{matrix.notation()}" for weight, matrix in self.parts)


@lru_cache(maxsize=8192)
def arranged(gold: Sizes, system: Sizes) -> Mean:
    """Return the mean over all ways to give so many items of each gold class so many places in each class.

    A matrix n comes with probability prod a_i! prod b_j!/(N! prod n_ij!).

    >>> arranged((2, 1), (2, 1)).notation()
    '2/3*[1 1; 1 0] + 1/3*[2 0; 0 1]'
    """
    whole = Fraction(prod(map(factorial, (*gold, *system))), factorial(sum(gold)))
    found = []
    for rows in _filled(gold, system):
        weight = whole / prod(factorial(count) for row in rows for count in row)
        found.append((weight, ConfusionMatrix.of_gold_rows(rows)))
    return Mean(tuple(found))


def _filled(gold: Sizes, left: Sizes) -> Iterator[tuple[Sizes, ...]]:
    if len(gold) == 1:
        yield (left,)
        return
    for row in product(*(range(have + 1) for have in left)):
        if sum(row) == gold[0]:
            for others in _filled(gold[1:], tuple(have - used for have, used in zip(left, row, strict=True))):
                yield (row, *others)


class MeanBatch(Means):
    """Means over matrices, which have the same class sizes; where one has no finite value, there is no mean."""

    @staticmethod
    def parts(output: Any) -> Sequence[tuple[Fraction, Any]]:
        """Return the weights and the matrices of which one is made."""
        return output.parts if isinstance(output, Mean) else ((Fraction(1), output),)

    @staticmethod
    def batch(outputs: Sequence[Any]) -> MatrixBatch:
        """Return matrices as a batch."""
        return MatrixBatch.from_tables(outputs)  # type: ignore[return-value]

    def values_of_different(self, formula: Formula) -> Bounded:
        """Return the formula's values on the different matrices; none where they are infinite."""
        found = self.different.filled(formula)
        return Bounded(np.where(np.isinf(found.value), np.nan, found.value), found.radius)


class _MeansWanted(Exception):
    """A generator asks for class sizes alone: what it makes are means."""


class _Asked(Chooser):
    """Finds out whether a generator asks for class sizes."""

    def margins(self, side: str, classes: int, items: int | None = None, *, full: bool = False) -> Sizes:
        raise _MeansWanted

    def orders(self, classes: int, **full: Any) -> tuple[Mean, Mean]:
        raise _MeansWanted

    def matrix_of(self, classes: int, wanted: Wanted) -> Matrix:
        raise Impossible

    def gold_of(self, classes: int, wanted: Wanted) -> Sequence[Any]:
        raise Impossible

    def systems(self, classes: int, *, apart: bool = False, **full: Any) -> tuple[Matrix, Matrix]:
        raise Impossible

    def labelings(self, classes: int, full: int = 0) -> Sequence[Any]:
        raise Impossible


def judges_means(generator: Generator) -> bool:
    """Whether a generator makes means over outputs with the same class sizes."""
    return _judges_means(GeneratorKey(generator))


@lru_cache(maxsize=256)
def _judges_means(key: GeneratorKey) -> bool:
    try:
        key.generator(_Asked(Given(), (2, 3, 4)))
    except _MeansWanted:
        return True
    except Exception:  # whatever else somebody's generator does, it says when it makes cases
        return False
    return False


class _Margins(Chooser):
    """Answers with class sizes of up to ``most[K]`` items, or with drawn ones, of two classes with items or more."""

    def __init__(self, answers: Answers, most: Mapping[int, int]) -> None:
        super().__init__(answers, sorted(most))
        self.most = most

    def margins(self, side: str, classes: int, items: int | None = None, *, full: bool = False) -> Sizes:
        """Return class sizes; all classes have items in ``full`` ones."""
        known = _sizes(classes, items, self.most[classes], full)
        return self.answers.one_of(known)

    def orders(self, classes: int, **full: Any) -> tuple[Mean, Mean]:
        """Return a matrix with its items in two orders, each as a mean over it alone."""
        known = matrices(classes, self.most[classes])
        known = known[allowed_matrices(known, Wanted(**full))]
        self.require(len(known) > 0)
        matrix = ConfusionMatrix(tuple(map(tuple, known[self.answers.pick(len(known))].tolist())))
        return Mean(((Fraction(1), matrix),)), Mean(((Fraction(1), matrix.relisted()),))


@lru_cache(maxsize=256)
def _sizes(classes: int, items: int | None, most: int, full: bool) -> tuple[Sizes, ...]:
    numbers = range(2, most + 1) if items is None else (items,)
    ways = [tuple(way) for number in numbers for way in compositions(number, classes)[::-1].tolist()]
    least = classes if full else 2
    return tuple(way for way in ways if sum(count > 0 for count in way) >= least)


def _case(means: Mapping[str, Mean], made: Mapping[str, Any]) -> Case:
    return Case(dict(means), dict(made), max(mean.items for mean in means.values()))


def text(outputs: Mapping[str, str]) -> str:
    """Say of every mean over which outputs it is: their class sizes, and how many there are.

    >>> print(text({"first": arranged((2, 1), (1, 2)).notation()}))
    first: gold 2 1, system 1 2; 2 arrangements
    """
    lines = []
    for name, written in outputs.items():
        found = Mean.from_notation(written)
        gold, system = (" ".join(map(str, side)) for side in (found.gold, found.system))
        if len(found.parts) == 1:
            lines.append(f"{name}: {found.tables[0].notation()}")
            continue
        lines.append(f"{name}: gold {gold}, system {system}; {len(found.parts)} arrangements")
    return "\n".join(lines)


KIND = Kind(MatrixBatch, np.maximum.reduce, (2, 3, 4))
case_of = KIND.case_of
counted = grids.counted
MOST_DRAWN = {2: 12, 3: 7, 4: 5}


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case up to a size, smallest first; of means those of fewer items for more classes."""
    if not judges_means(generator):
        return cases.sweep(generator, outputs, size, kind=KIND)
    most = {2: max(size - 1, 3), 3: max(size - 3, 3), 4: max(size - 4, 2)}
    made = [
        _case({name: template.outputs[name] for name in outputs}, chooser.answers.made)
        for chooser, template in each_choice(generator, partial(_Margins, most=most))
    ]
    found = tasks_cases.batch_of_cases(outputs, made, MeanBatch)
    return CaseBatch(found.outputs, found.size, found.sizes, most[2], grid_text(most))


def blocks(generator: Generator, outputs: Sequence[str], size: int) -> Blocks:
    """Return the same cases in blocks; those of means in one."""
    if judges_means(generator):
        return Blocks((None,), lambda _: sweep(generator, outputs, size))
    return cases.blocks(generator, outputs, size, kind=KIND)


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case; a mean of up to 12 items."""
    if not judges_means(generator):
        return cases.random_case(generator, answers, kind=KIND)
    template = generator(_Margins(answers, MOST_DRAWN))
    return _case(template.outputs, answers.made)


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return larger cases, of up to 6 classes and hundreds of items; none of means."""
    if judges_means(generator):
        return batch_of_cases(outputs, [])
    return cases.larger(generator, outputs, wide=wide, kind=KIND)


def batch_of(outputs: Sequence[Any]) -> Outputs:
    """Return single outputs as a batch, of means where one is a mean."""
    means = any(isinstance(output, Mean) for output in outputs)
    return MeanBatch(outputs) if means else MatrixBatch.from_tables(outputs)


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return single cases as a batch, smallest first."""
    return tasks_cases.batch_of_cases(outputs, given, batch_of)


def has_two(generator: Generator) -> bool:
    """Whether a generator has cases in which all outputs are of two classes."""
    return _has_two(GeneratorKey(generator))


@lru_cache(maxsize=256)
def _has_two(key: GeneratorKey) -> bool:
    if judges_means(key.generator):
        return True
    some = partial(AllMatrices, most={2: 4}, pairs={2: 3})
    made = (template.outputs.values() for _, template in each_choice(key.generator, some))
    return any(all(matrix.classes == 2 for matrix in matrices) for matrices in made)
