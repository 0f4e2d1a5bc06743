"""Outputs of cases as rows of whole numbers, or means over others: each different one is kept, and evaluated, once.

Where all are among a universe, such as all outputs up to a size, that is their table, and all constraints share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Integers, as_column, different, numbered, ratios

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Algebra

SPARE = 6
"""How many times as many outputs as are needed may be in a universe for it to be used."""


class Repeated(Outputs):
    """Outputs many of which are equal: ``which`` says which ``shared`` one each is; these are evaluated once."""

    def __init__(self, shared: Any, which: Integers) -> None:
        self.shared, self.which = shared, which

    def different(self, formula: Formula) -> Outputs:
        """Return the different outputs, as a formula sees them."""
        found: Outputs = self.shared
        return found

    def __len__(self) -> int:
        return len(self.which)

    def table(self, index: int) -> Any:
        """Return one output."""
        return self.shared.table(int(self.which[index]))

    def tables(self) -> Iterator[Any]:
        """Yield every output."""
        known = {row: self.shared.table(row) for row in np.unique(self.which).tolist()}
        return (known[row] for row in self.which.tolist())

    def numbered(self, places: Integers) -> Integers:
        """Return a number for every output at some places, equal for equal ones."""
        some, which = numbered(self.which[places])
        return np.asarray(self.shared.numbered(some)[which])

    def each(self, of: Callable[[Any], Any]) -> Any:
        """Return what a function of many outputs gives for each of these."""
        return self.shared.each(of)[self.which]

    def bounded(self, formula: Formula) -> Bounded:
        """Return the formula's values with their error bounds, computed once for all that share the different ones."""
        return self.different(formula).filled(formula)[self.which]

    def read(self, formula: Formula, arithmetic: Any, places: Integers | None = None) -> Any:
        """Return the values in an arithmetic, of all outputs or of those at some places."""
        some, place = numbered(self.which if places is None else self.which[places])
        found = self.different(formula).read_once(formula, arithmetic, some)
        return arithmetic.filled(found, len(some))[place]

    def value(self, formula: Formula, algebra: Algebra, place: int = 0) -> Any:
        """Return one output's value in an arithmetic on single numbers; floats are Python's."""
        return self.different(formula).value(formula, algebra, int(self.which[place]))

    def home(self, formula: Formula, place: int) -> tuple[Outputs, int]:
        """Return the outputs that have the quantities and the rows of one, and its place among them."""
        return self.different(formula).home(formula, int(self.which[place]))

    def measured(self, formula: Formula, name: str, arithmetic: object = BOUNDED) -> Any:
        """Return one quantity or reduction by its name in certificates."""
        return self.different(formula).measured(formula, name, arithmetic)[self.which]

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return numbers, equal where everything is equal that the formula's value depends on."""
        return self.different(formula).signature(formula, self.which[places])


class Means(Outputs):
    """Outputs that are weighted means over others: rows of a batch of the ``different`` ones, which have ``places``.

    A task says what one is made of, and what is a batch of others.
    """

    @staticmethod
    def parts(output: Any) -> Sequence[tuple[Fraction, Any]]:
        """Return the weights and the outputs of which one is made."""
        raise NotImplementedError

    @staticmethod
    def batch(outputs: Sequence[Any]) -> Any:
        """Return other outputs as a batch."""
        raise NotImplementedError

    def __init__(self, outputs: Sequence[Any]) -> None:
        self.outputs = tuple(outputs)
        parts = [self.parts(output) for output in self.outputs]
        known: dict[Any, int] = {}
        self.places: Integers = np.array(
            [known.setdefault(table, len(known)) for each in parts for _, table in each], dtype=np.int64
        )
        self.weights = ratios([weight for each in parts for weight, _ in each])
        self.lengths: Integers = np.array([len(each) for each in parts], dtype=np.int64)
        self.starts: Integers = np.cumsum(self.lengths) - self.lengths
        self.different = self.batch(list(known))

    def __len__(self) -> int:
        return len(self.outputs)

    def table(self, index: int) -> Any:
        """Return one output."""
        return self.outputs[index]

    def each(self, of: Callable[[Any], Any]) -> Any:
        """Return what a function of many outputs gives for the first one of each mean."""
        return of(self.different)[self.places[self.starts]]

    def bounded(self, formula: Formula) -> Any:
        """Return the means of the formula's values, with their error bounds."""
        with np.errstate(all="ignore"):
            return self.mean(self.values_of_different(formula)[self.places], BOUNDED)

    def values_of_different(self, formula: Formula) -> Bounded:
        """Return the formula's values on the different outputs, with their error bounds."""
        found: Bounded = self.different.bounded(formula)
        return found

    def read(self, formula: Formula, arithmetic: Any, places: Integers | None = None) -> Any:
        """Return the means in an arithmetic; each different output is evaluated once."""
        if places is not None:
            return type(self)([self.outputs[place] for place in places.tolist()]).read(formula, arithmetic)
        values = arithmetic.filled(self.different.read(formula, arithmetic), len(self.different))
        return self.mean(values[self.places], arithmetic)

    def mean(self, values: Any, arithmetic: Any) -> Any:
        """Return the weighted means of values of all parts."""
        weights = as_column(self.weights, arithmetic)
        found = arithmetic.filled(weights * values, len(self.places))
        return arithmetic.total(found, self.starts, self.lengths)

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return numbers for every output, the same for equal ones in every batch."""
        texts = [self.outputs[place].notation().encode() for place in places.tolist()]
        digests = [blake2b(text, digest_size=16).digest() for text in texts]
        return np.frombuffer(b"".join(digests), dtype=np.int64).reshape(-1, 2).T


@dataclass(frozen=True)
class Universe:
    """So many different outputs: ``made`` returns them as rows; whoever makes the same ones twice keeps them."""

    size: int
    made: Callable[[], tuple[Outputs, Integers]]


def places_of(mask: NDArray[np.bool_]) -> tuple[Integers, ...]:
    """Return where a mask of several dimensions is true, as `numpy.nonzero` does, which takes several times as long.

    >>> [part.tolist() for part in places_of(np.array([[False, True], [True, True]]))]
    [[0, 1, 1], [1, 0, 1]]
    """
    left, found = np.flatnonzero(mask), []
    for size in mask.shape[:0:-1]:
        left, last = np.divmod(left, size)
        found.append(last)
    return left, *found[::-1]


def padded(rows: Integers, width: int) -> Integers:
    """Return rows with zeros up to a width."""
    found = np.zeros(
        (len(rows), width), dtype=rows.dtype
    )  # many are few rows, of which `numpy.pad` takes long
    found[:, : rows.shape[1]] = rows
    return found


def outputs_of_rows(
    rows: Sequence[Integers], table: Callable[[Integers], Outputs], universe: Universe | None = None
) -> list[Repeated]:
    """Return a batch for the rows of each output, equally many of one width; ``table`` makes one of different rows.

    Cost O(rows), and O(size) of the universe where it is used.
    """
    whole = np.concatenate(rows)
    first, which = different(list(whole.T))
    some, which = whole[first], which.reshape(len(rows), -1)
    places, shared = _places(some, universe)
    among = [bool((places[each] >= 0).all()) for each in which]
    own = np.unique(which[np.logical_not(among)])
    rest = table(some[own]) if len(own) else None
    return [
        Repeated(shared, places[each]) if there else Repeated(rest, np.searchsorted(own, each))
        for each, there in zip(which, among, strict=True)
    ]


def _places(rows: Integers, universe: Universe | None) -> tuple[Integers, Outputs | None]:
    """Return where different rows are in a universe, -1 for nowhere, and its table."""
    nowhere = np.full(len(rows), -1)
    if universe is None or universe.size > SPARE * len(rows):
        return nowhere, None
    table, known = universe.made()
    if known.shape[1] != rows.shape[1]:
        return nowhere, None
    _, place = different(list(np.concatenate([known, rows]).T))
    found = place[len(known) :]
    return np.where(found < len(known), found, -1), table
