"""Many judged matrices at once, and means over them.

What a metric gives on average over all outputs with given class sizes is its expectation by chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from hashlib import blake2b
from itertools import product
from math import factorial, prod
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Integers, Part, as_column, ratios
from axiometrics.formulas.undefined import NO_VALUE, Infinity, absent
from axiometrics.tasks.abilities import Composed
from axiometrics.tasks.cases import Case, CaseBatch, batch_of_cases, compositions
from axiometrics.tasks.choosing import Answers, GeneratorKey, Given, Impossible, Spread, each_choice
from axiometrics.tasks.classification.confusion import ConfusionMatrix
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.chooser import Chooser, Generator, Matrix, Wanted
from axiometrics.tasks.ordinal.grids import allowed_matrices, grid_text, matrices
from axiometrics.tasks.ordinal.quantities import Single

__all__ = [
    "Alone",
    "MatrixBatch",
    "Mean",
    "MeanBatch",
    "arranged",
    "batch_of_cases",
    "four",
    "golds",
    "judges_means",
    "random_case",
    "sweep",
    "text",
]

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


class MeanBatch(Outputs):
    """Means as weighted rows of a batch of their different matrices; ``places`` holds those of each."""

    def __init__(self, outputs: Sequence[Any]) -> None:
        self.outputs = tuple(outputs)
        parts = [
            output.parts if isinstance(output, Mean) else ((Fraction(1), output),) for output in self.outputs
        ]
        known: dict[Any, int] = {}
        self.places: Integers = np.array(
            [known.setdefault(matrix, len(known)) for each in parts for _, matrix in each], dtype=np.int64
        )
        self.weights = ratios([weight for each in parts for weight, _ in each])
        self.lengths: Integers = np.array([len(each) for each in parts], dtype=np.int64)
        self.starts: Integers = np.cumsum(self.lengths) - self.lengths
        self.different = MatrixBatch.from_tables(list(known))

    def __len__(self) -> int:
        return len(self.outputs)

    def table(self, index: int) -> Any:
        """Return one output."""
        return self.outputs[index]

    def each(self, of: Callable[[Any], Any]) -> Any:
        """Return what a function of many matrices gives for the first one of each mean, which has its class sizes."""
        return of(self.different)[self.places[self.starts]]

    def bounded(self, formula: Formula) -> Any:
        """Return the means of the formula's values over the matrices, with their error bounds."""
        with np.errstate(all="ignore"):
            found = self.different.filled(formula)
            finite = Bounded(np.where(np.isinf(found.value), np.nan, found.value), found.radius)
            return self._mean(finite[self.places], BOUNDED)

    def read(self, formula: Formula, arithmetic: Any, places: Integers | None = None) -> Any:
        """Return the means in an arithmetic; each different matrix is evaluated once."""
        if places is not None:
            return MeanBatch([self.outputs[place] for place in places.tolist()]).read(formula, arithmetic)
        values = arithmetic.filled(self.different.read(formula, arithmetic), len(self.different))
        return self._mean(values[self.places], arithmetic)

    def _mean(self, values: Any, arithmetic: Any) -> Any:
        weights = as_column(self.weights, arithmetic)
        found = arithmetic.filled(weights * values, len(self.places))
        return arithmetic.total(found, self.starts, self.lengths)

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return numbers for every output, the same for equal ones in every batch."""
        texts = [self.outputs[place].notation().encode() for place in places.tolist()]
        digests = [blake2b(each, digest_size=16).digest() for each in texts]
        return np.frombuffer(b"".join(digests), dtype=np.int64).reshape(-1, 2).T


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


def _cases(generator: Generator, outputs: Sequence[str], most: Mapping[int, int]) -> CaseBatch:
    found = [
        _case({name: template.outputs[name] for name in outputs}, chooser.answers.made)
        for chooser, template in each_choice(generator, partial(_Margins, most=most))
    ]
    return batch_of_cases(outputs, found, MeanBatch)


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case up to a size, smallest first: fewer items for more classes."""
    most = {2: max(size - 1, 3), 3: max(size - 3, 3), 4: max(size - 4, 2)}
    found = _cases(generator, outputs, most)
    return CaseBatch(found.outputs, found.size, found.sizes, most[2], grid_text(most))


MOST_DRAWN = {2: 12, 3: 7, 4: 5}


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case, of up to 12 items."""
    template = generator(_Margins(answers, MOST_DRAWN))
    return _case(template.outputs, answers.made)


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
