"""One fold for every task and arithmetic: a reduction's terms, one for each row, become one value for each output."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.budget import Kept, Latest, budget
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
from axiometrics.formulas.arithmetics.scalars import FLOATS, SCALARS, Elementwise, elementwise
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import named_reduction
from axiometrics.formulas.rows import (
    Floats,
    Integers,
    Part,
    Rows,
    as_column,
    before,
    changes,
    digits,
    flat,
    kinds_of,
    marks,
    numbers_of,
    stretches,
    take,
)
from axiometrics.formulas.single_output import FEW, Made, PlainRows, value_alone

if TYPE_CHECKING:
    from sympy import Expr

    from axiometrics.formulas.compiled import Algebra


class Outputs:
    """Many outputs of a task: the task gives `quantities` and `rows`; values are kept by reduction, for all metrics."""

    remembered = 40
    """Values of formulas and reductions that are kept, those that were asked for last."""
    lasting = True
    """Whether rows are kept, which take more memory than all else."""
    sums: frozenset[str] = frozenset()
    """Domains over which every reduction is a sum, of which a single output's `columns` has the rows."""

    def __len__(self) -> int:
        raise NotImplementedError

    @property
    def quantities(self) -> Mapping[str, Part]:
        """The named quantities of every output."""
        raise NotImplementedError

    def rows(self, domain: str) -> Rows:
        """Return what a domain runs over."""
        raise NotImplementedError

    def table(self, index: int) -> Any:
        """Return one output."""
        raise NotImplementedError

    def tables(self) -> Iterator[Any]:
        """Yield every output."""
        return (self.table(index) for index in range(len(self)))

    def numbered(self, places: Integers) -> Integers:
        """Return a number for every output at some places, equal for equal ones."""
        known: dict[Any, int] = {}
        return np.array([known.setdefault(self.table(place), len(known)) for place in places.tolist()])

    def each(self, of: Callable[[Any], Any]) -> Any:
        """Return what a function of many outputs gives for each of these."""
        return of(self)

    @cached_property
    def _values(self) -> Latest:
        return Latest(self.remembered)

    def kept(self, place: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return what is known under a place, made where it is not."""
        return self._values.get(place, make)

    @cached_property
    def _rows(self) -> Latest:
        return Latest(self.remembered)

    def known_rows(self, domain: str) -> Rows:
        """Return what a domain runs over, made once where it is `lasting`."""
        return self._rows.get(domain, lambda: self.rows(domain)) if self.lasting else self.rows(domain)

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every output, NaN where it has none, shape (outputs,)."""
        return np.broadcast_to(np.asarray(self.bounded(formula).value, dtype=float), (len(self),))

    def bounded(self, formula: Formula) -> Bounded:
        """Return the formula's values with their error bounds. Cost O(rows) for each new reduction."""
        with np.errstate(all="ignore"):
            atoms = [self.atom(formula, atom) for atom in formula.atoms]
            whole = [as_column(part, BOUNDED) for part in self._outside(formula)]
            found: Bounded = formula.compiled(BOUNDED)(*whole, *atoms)
        return found

    def filled(self, formula: Formula) -> Bounded:
        """Return `bounded`, with an entry for every output, computed once."""
        return self.kept(formula, lambda: BOUNDED.filled(self.bounded(formula), len(self)))

    def atom(self, formula: Formula, atom: Expr) -> Bounded:
        """Return one reduction's values with their error bounds, computed once."""
        with np.errstate(all="ignore"):
            found: Bounded = self.kept(
                atom, lambda: self._folded(formula, atom, self.known_rows(atom.domain), None, BOUNDED)
            )
        return found

    def read(self, formula: Formula, arithmetic: Any, places: Integers | None = None) -> Any:
        """Return the values in an arithmetic, of all outputs or of those at some places."""
        known = self._outside(formula)
        whole = [as_column(part if places is None else take(part, places), arithmetic) for part in known]
        atoms = [
            self._folded(formula, atom, self._taken(atom.domain, places), places, arithmetic)
            for atom in formula.atoms
        ]
        return formula.compiled(arithmetic)(*whole, *atoms)

    def read_once(self, formula: Formula, arithmetic: object, places: Integers) -> Any:
        """Return the values at some places; exact ones are kept, unless they took algebra."""
        if not isinstance(arithmetic, Elementwise):
            return self.read(formula, arithmetic, places)
        values, known = self.kept(
            (formula, arithmetic), lambda: (np.empty(len(self), dtype=object), np.zeros(len(self), bool))
        )
        if len(new := places[~known[places]]):
            with budget(math.inf) as meter:
                values[new] = arithmetic.filled(self.read(formula, arithmetic, new), len(new))
            known[new] = not meter.spent  # so that no budget hangs on what came before
        return values[places]

    def value(self, formula: Formula, algebra: Algebra, place: int = 0) -> Any:
        """Return one output's value in an arithmetic on single numbers; floats are Python's."""
        if algebra is SCALARS:
            try:
                return self._float(formula) if len(self) == 1 else float(self.evaluate(formula)[place])
            except OverflowError as error:
                raise InputError(
                    "a number in the data is beyond all floats; give numbers below 1e300"
                ) from error
        return self.read(formula, elementwise(algebra), None if len(self) == 1 else np.array([place]))[0]

    def _float(self, formula: Formula) -> float:
        """Return a single output's value in Python's floats, and where these fail that of the error bounds."""
        found = value_alone(formula, self)
        return float(np.ravel(self.bounded(formula).value)[0]) if found is None else found

    def scores(self, formula: Formula) -> Floats | None:
        """Return the values of outputs whose quantities are about 1 in plain floats; None where these cannot tell."""
        with suppress(ArithmeticError), FLOATS.strict():
            return np.asarray(FLOATS.filled(self.read(formula, FLOATS), len(self)))
        return None

    @cached_property
    def columns(self) -> dict[Any, Any]:
        """The named quantities of a single output, and what rows of the `sums` offer, in Python's numbers."""
        return Made(lambda name: numbers_of(self.quantities[name], 1)[0])

    def plain_rows(self, domain: str) -> PlainRows | None:
        """Return what a domain runs over in a single output, in Python's numbers."""
        rows = self.known_rows(domain)
        count = len(rows.case)
        if count > FEW:
            return PlainRows(count, rows.numbers)
        group = None if rows.group is None else rows.group.tolist()
        times = None if rows.times is None else numbers_of(rows.times, count)
        return PlainRows(count, rows.numbers, rows.fold, group, times)

    def at_once(self, formula: Formula, place: int) -> float | int | None:
        """Return a reduction of a single output, as a whole number where it is one for certain; None for no value."""
        atom, columns = formula.atoms[place], self.columns
        if (found := columns.get(atom)) is None:
            found = (self._summed if atom.domain in self.sums else self._weighted)(formula, place)
            if found is None:
                known = self.atom(formula, atom)
                if np.any(np.isinf(known.radius)):
                    return None
                value = float(np.ravel(known.value)[0])
                found = int(value) if known.unit >= 1 else value
            columns[atom] = found
        return found

    def _summed(self, formula: Formula, place: int) -> float | int | None:
        """Return the sum of a body over arrays of whole numbers from 0 on; None where floats cannot tell."""
        names, body, whole = formula.at_once(place)
        given = [self.columns[name] for name in names]
        size = len(given[0])
        if whole is not None and whole[1] * self.largest ** whole[0] * size < EXACT:
            return int(np.add.reduce(body(*given)))
        with suppress(ArithmeticError), FLOATS.strict():
            terms = body(*(np.asarray(each, dtype=float) for each in given))
            return float(np.add.reduce(FLOATS.filled(terms, size)))
        return None

    def _weighted(self, formula: Formula, place: int) -> float | None:
        """Return a sum of rows that count more or less than once, which is no whole number; None for others."""
        rows = self.known_rows((atom := formula.atoms[place]).domain)
        if rows.times is None or rows.fold != "sum":
            return None
        with suppress(ArithmeticError), FLOATS.strict():
            return float(self._folded(formula, atom, rows, None, FLOATS)[0])
        return None

    @property
    def largest(self) -> int:
        """A number that none of a single output's `columns` exceeds."""
        raise NotImplementedError

    def home(self, formula: Formula, place: int) -> tuple[Outputs, int]:
        """Return the outputs that have the quantities and the rows of one, and its place among them."""
        return self, place

    def _outside(self, formula: Formula) -> list[Part]:
        """Return the quantities that a formula uses outside of reductions, 0 in place of the others."""
        known = zip(formula.globals, formula.used, strict=True)
        return [self.quantities[symbol.name] if use else 0 for symbol, use in known]

    def _taken(self, domain: str, places: Integers | None) -> Rows:
        rows = self.known_rows(domain)
        return rows if places is None else rows.taken(places, len(self))

    def _folded(
        self, formula: Formula, atom: Expr, rows: Rows, places: Integers | None, arithmetic: object
    ) -> Any:
        """Return the values of a reduction for the outputs that the rows belong to."""
        if rows.shared is not None:
            places = np.unique(rows.shared, return_index=True)[1]
        whole = {name: self.quantities[name] for name in formula.needed(atom)[1]}
        if places is not None:
            whole = {name: take(part, places) for name, part in whole.items()}
        count = len(self) if places is None else len(places)
        found = folded(formula, atom, rows, whole, count, arithmetic)
        return found if rows.shared is None else found[rows.shared]

    def measured(self, formula: Formula, name: str, arithmetic: object = BOUNDED) -> Any:
        """Return one quantity or reduction by its name in certificates, such as ``N`` or ``cells[n**2/a]``."""
        if name in self.quantities:
            return as_column(self.quantities[name], arithmetic)
        atoms = {symbol.name: atom for symbol, atom in formula.normal.atoms.items()}
        atom = atoms[name] if name in atoms else named_reduction(name, (*formula.variables, *formula.globals))
        if arithmetic is BOUNDED:
            return self.atom(formula, atom)
        return self._folded(formula, atom, self.known_rows(atom.domain), None, arithmetic)

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return numbers, equal where everything is equal that the formula's value depends on.

        One column for each quantity that it uses and two for each reduction: its value where floats are exact, else
        sums of pseudo-random numbers of 64 bits by kind of row, equal for different rows with a chance of 2^-128.
        """
        used = [part for part, use in zip(self._outside(formula), formula.used, strict=True) if use]
        columns = [np.broadcast_to(part, (len(self),))[places] for part in flat(used)]
        for atom in formula.atoms:
            columns += self._known(formula, atom, places) or self._marks(formula, atom, places)
        return np.stack([digits(part) for part in columns] or [np.zeros(len(places), dtype=np.int64)])

    def _known(self, formula: Formula, atom: Expr, places: Integers) -> list[Integers]:
        """Return the bits of a reduction's values where floats are exact, and no others."""
        found = BOUNDED.filled(self.atom(formula, atom), len(self))
        bits = (found.value[places] + 0.0).view(np.int64)
        return [bits, np.zeros_like(bits)] if found.unit else []

    def _marks(self, formula: Formula, atom: Expr, places: Integers) -> list[Integers]:
        """Return the pseudo-random numbers of some outputs' rows; each output's are made once."""
        names, whole = formula.needed(atom)
        empty = (np.empty((2, len(self)), dtype=np.int64), np.zeros(len(self), dtype=bool))
        found, known = self.kept(("marks", atom.domain, names, whole), lambda: empty)
        new = np.unique(places[~known[places]])
        if len(new):
            several = self.lasting and self.known_rows(atom.domain).shared is not None
            new = np.arange(len(self)) if several or len(new) * 2 > len(self) else new
            found[:, new], known[new] = self._marked(atom.domain, names, whole, new), True
        return list(found[:, places])

    def _marked(self, domain: str, names: Sequence[str], whole: Sequence[str], places: Integers) -> Any:
        rows, count = self._taken(domain, None if len(places) == len(self) else places), len(places)
        home = places if rows.shared is None else np.unique(rows.shared, return_index=True)[1]
        parts = [take(self.quantities[name], home[rows.case]) for name in whole]
        parts += [rows.columns[name] for name in names] + ([] if rows.times is None else [rows.times])
        return [marks(flat(parts), rows, count, seed) for seed in (1, 2)]


EXACT = 2**53
"""Below this, sums of whole numbers are exact in floats, too."""
MERGED = 32
"""Rows that are evaluated one by one, since looking for equal ones would take longer."""
NEAR = 1 << 14
"""Rows that are evaluated in floats together."""


def folded(
    formula: Formula, atom: Expr, rows: Rows, whole: Mapping[str, Part], count: int, arithmetic: Any
) -> Any:
    """Return the values of a reduction for each of so many outputs, with the quantities of these outputs."""
    return _FOLDS[rows.fold](_terms(formula, atom, rows, whole, arithmetic), rows, count, arithmetic)


def _terms(formula: Formula, atom: Expr, rows: Rows, whole: Mapping[str, Part], arithmetic: Any) -> Any:
    """Return a body's value for every row: evaluated once for all rows that it cannot tell apart."""
    names, quantities = formula.needed(atom)
    parts = {name: rows.columns[name] for name in names} | {
        name: take(whole[name], rows.case) for name in quantities
    }
    kinds = None
    quick = arithmetic is FLOATS or (arithmetic is BOUNDED and formula.is_polynomial(atom))
    if len(rows.case) > MERGED and not quick:
        hashed = arithmetic is not BOUNDED  # floats are quicker than hashes
        held = flat(list(parts.values())) if quantities else []
        kinds = (
            kinds_of(held, len(rows.case), hashed=hashed) if quantities else rows.kinds(names, hashed=hashed)
        )
    if kinds is not None:
        parts = {name: take(part, kinds[0]) for name, part in parts.items()}
    given = [parts.get(symbol.name) for symbol in (*formula.variables, *formula.globals)]
    size = len(rows.case) if kinds is None else len(kinds[0])
    several = _evaluated(formula.body(atom, arithmetic), given, size, arithmetic)
    found = several if len(several) > 1 else several[0]
    return found if kinds is None else take(found, kinds[1])


def _evaluated(
    body: Callable[..., Any], given: Sequence[Part], size: int, arithmetic: Any
) -> tuple[Any, ...]:
    """Return what a body comes to in so many rows; floats a few at a time, which are then near the processor."""
    plain = not any(hasattr(part, "column_in") for part in given)
    if plain and arithmetic is BOUNDED and size > NEAR:
        ends = [slice(first, min(first + NEAR, size)) for first in range(0, size, NEAR)]
        pieces = [
            _evaluated(body, [take(part, some) for part in given], some.stop - some.start, arithmetic)
            for some in ends
        ]
        return tuple(map(arithmetic.joined, zip(*pieces, strict=True)))
    found = body(*(None if part is None else as_column(part, arithmetic) for part in given))
    return tuple(arithmetic.filled(part, size) for part in (found if isinstance(found, tuple) else (found,)))


def _counted(terms: Any, rows: Rows, arithmetic: Any) -> Any:
    return terms if rows.times is None else terms * as_column(rows.times, arithmetic)


def _sum(terms: Any, rows: Rows, count: int, arithmetic: Any) -> Any:
    return arithmetic.total(_counted(terms, rows, arithmetic), *rows.stretches(count))


def _best(terms: Any, rows: Rows, count: int, arithmetic: Any) -> Any:
    starts = changes(rows.group)
    return arithmetic.total(arithmetic.best(terms, starts, least=False), *stretches(rows.case[starts], count))


def _extreme(least: bool) -> Callable[..., Any]:
    def fold(terms: Any, rows: Rows, count: int, arithmetic: Any) -> Any:
        starts = changes(rows.group)
        counted = _counted(terms, rows, arithmetic)
        sums = arithmetic.total(counted, starts, np.diff(starts, append=len(rows.case)))
        return arithmetic.best(sums, stretches(rows.case[starts], count)[0], least=least)

    return fold


def _cascade(terms: Any, rows: Rows, count: int, arithmetic: Any) -> Any:
    """What readers get who may stop: a row is what is got there, and the chance to go on; two after another are one."""
    value, stop = terms
    got, on = value * stop, arithmetic.filled(arithmetic.column(1) - stop, len(rows.case))
    starts, lengths = rows.stretches(count)
    while lengths.max(initial=0) > 1:
        halves = (lengths + 1) // 2
        after = before(halves)
        first = np.arange(int(halves.sum())) * 2 + np.repeat(starts - 2 * after, halves)
        last = np.zeros(len(first), dtype=bool)
        last[(after + halves - 1)[lengths % 2 == 1]] = True
        both = np.flatnonzero(~last)
        upper, lower = first[both], first[both] + 1
        got, on = (
            arithmetic.placed(part[first], both, joint)
            for part, joint in ((got, got[upper] + on[upper] * got[lower]), (on, on[upper] * on[lower]))
        )
        starts, lengths = after, halves
    return arithmetic.total(got, starts, lengths)


_FOLDS: dict[str, Callable[..., Any]] = {
    "sum": _sum,
    "best": _best,
    "largest": _extreme(least=False),
    "smallest": _extreme(least=True),
    "cascade": _cascade,
}
