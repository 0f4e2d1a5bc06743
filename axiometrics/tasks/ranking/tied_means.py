"""The mean of a metric over all orders of tied documents, in closed form: for places of any number of documents.

What stands at rank a + i of a place of s documents at ranks a + 1 to a + s is each of them with the same chance. Given
which one it is, the i - 1 documents above it are a sample of the s - 1 others: so the relevant ones, the gain and the
non-relevant ones above it have known means, and the number of the relevant ones is hypergeometric. A sum over ranks
whose terms are linear in these takes their means (discounted gain, average precision, Q-measure), another one takes all
their values (bpref); a reader who may stop takes the elementary symmetric polynomials of the chances to go on (McSherry
and Najork 2008). The mean is that of the metric where the formula is linear in what depends on the order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy

from axiometrics.formulas.arithmetics.bounded import Bounded
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Ratio
from axiometrics.formulas.outputs import folded
from axiometrics.formulas.rows import Columns, Rows
from axiometrics.tasks.ranking.batch import RankingBatch, grade_columns
from axiometrics.tasks.ranking.view import AT, BELOW, domain_limit

if TYPE_CHECKING:
    from sympy import Expr

    from axiometrics.tasks.ranking.ties import TiedBatch

COUNTED = (AT.c, AT.g, AT.d)
"""What the documents above decide."""
ORDERED = frozenset({*COUNTED, AT.i, AT.h, BELOW.j})
"""What the order of tied documents decides."""


def mean_value(batch: TiedBatch, formula: Formula) -> Bounded | None:
    """Return the mean over all orders of one list; None where this has no closed form here.

    Cost O(documents^2) for the largest place, O(documents^3) for counts that are no linear part of their term.
    """
    if not _is_linear(formula):
        return None
    with np.errstate(all="ignore"):
        atoms = [_mean_of(batch, formula, atom) for atom in formula.atoms]
        if any(atom is None for atom in atoms):
            return None
        known = zip(formula.globals, formula.used, strict=True)
        whole = [BOUNDED.column(batch.quantities[symbol.name] if use else 0) for symbol, use in known]
        found: Bounded = formula.compiled(BOUNDED)(*whole, *atoms)
    return BOUNDED.filled(found, 1)


def _depends(atom: Any) -> bool:
    """Whether a reduction depends on the order of tied documents."""
    kind, limit = domain_limit(atom.domain)
    if kind in ("ideal", "missed"):
        return bool(kind == "missed" and atom.body.free_symbols & ORDERED)
    return kind != "ranks" or limit is not None or bool(atom.body.free_symbols & ORDERED)


def _is_linear(formula: Formula) -> bool:
    """Whether a formula is linear in its reductions that depend on the order of tied documents."""
    varying = {symbol for symbol, atom in formula.normal.atoms.items() if _depends(atom)}
    return degree_in(sympy.sympify(formula.normal.expression), varying) <= 1


def degree_in(expression: Expr, varying: set[Any]) -> int:
    """Return 0 for what does not depend on some symbols, 1 for what is linear in them, 2 for anything else."""
    if not expression.free_symbols & varying:
        return 0
    if expression in varying:
        return 1
    degrees = [degree_in(part, varying) for part in expression.args]
    if expression.is_Add:
        return max(degrees)
    if expression.is_Mul:
        return min(sum(degrees), 2)
    if isinstance(expression, Ratio | Guard) and not degrees[1] and not degrees[2]:
        return degrees[0]
    return 2


def _mean_of(batch: TiedBatch, formula: Formula, atom: Any) -> Bounded | None:
    kind, limit = domain_limit(atom.domain)
    if not _depends(atom):
        known: Bounded = batch.strict.atom(formula, atom)
        return known
    if kind == "cascade":
        return _of_reader(batch, formula, atom)
    if kind == "pairs":
        return None if atom.body.free_symbols & ORDERED else _of_pairs(batch, formula, atom)
    if kind != "ranks":
        return None
    last = int(batch.relevant[0]) if limit == "R" else limit
    last = int(batch.listed[0]) if last is None else int(last)
    linear = _linear_in_counts(atom.body)
    counted = [symbol for symbol in COUNTED if symbol in atom.body.free_symbols]
    if linear:
        rows = _rows_of_means(batch, last)
    elif counted in ([AT.c], [AT.d]):
        rows = _rows_of_counts(batch, last, str(counted[0]))
    else:
        return None
    return _summed(batch, formula, atom, rows)


@lru_cache(maxsize=256)
def _linear_in_counts(body: Expr) -> bool:
    return degree_in(sympy.expand(body), set(COUNTED)) <= 1


def _places(batch: TiedBatch) -> list[tuple[int, np.ndarray[Any, Any], tuple[int, int, int]]]:
    """Return, for every place, the ranks above it, its grades, and the relevant ones, gain and others above."""
    found, above, counts = [], 0, np.zeros(3, dtype=np.int64)
    for grades in np.split(batch.grades, np.flatnonzero(np.diff(batch.places)) + 1):
        found.append((above, grades, tuple(counts.tolist())))
        x, b, z = grade_columns(grades)
        above, counts = above + len(grades), counts + np.array([b.sum(), x.sum(), z.sum()])
    return found if len(batch.grades) else []  # type: ignore[return-value]


_Fractions = dict[str, tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]


def _rows_of_means(batch: TiedBatch, last: int) -> list[tuple[_Fractions, Any, Any]]:
    """Return the columns of rows, and how often each row counts: numerators and denominators."""
    found = []
    for above, grades, counts in _places(batch):
        size = len(grades)
        ranks = np.arange(1, min(size, last - above) + 1)
        for grade in np.unique(grades) if len(ranks) else ():
            x, b, z = (int(part[0]) for part in grade_columns(np.array([grade])))
            held = [int(part.sum()) for part in grade_columns(grades)]
            others = held[1] - b, held[0] - x, held[2] - z
            own, bottom = (b, x, 0), np.full(len(ranks), max(size - 1, 1))
            tops = [
                (start + mine) * bottom + (ranks - 1) * rest
                for start, mine, rest in zip(counts, own, others, strict=True)
            ]
            columns = {name: (top, bottom) for name, top in zip("cgd", tops, strict=True)}
            columns |= _own_columns(batch, above + ranks, x, b, z)
            times = np.full(len(ranks), int((grades == grade).sum())), np.full(len(ranks), size)
            found.append((columns, *times))
    return found


def _own_columns(batch: TiedBatch, ranks: Any, x: int, b: int, z: int) -> _Fractions:
    one = np.ones(len(ranks), dtype=np.int64)
    own = {"x": x * one, "b": b * one, "z": z * one, "i": ranks}
    own["h"] = batch.strict.ideal_gain(ranks, np.zeros(len(ranks), dtype=np.int64))
    return {name: (column, one) for name, column in own.items()}


def _rows_of_counts(batch: TiedBatch, last: int, name: str) -> list[tuple[_Fractions, Any, Any]]:
    """Return rows for every number of counted documents above, with its chance as an exact quotient."""
    found = []
    for above, grades, counts in _places(batch):
        size = len(grades)
        _, b_all, z_all = grade_columns(grades)
        for grade in np.unique(grades):
            x, b, z = (int(part[0]) for part in grade_columns(np.array([grade])))
            kind, own = (b_all, b) if name == "c" else (z_all, z)
            marked, start = int(kind.sum()) - own, counts[0] + b if name == "c" else counts[2]
            for i in range(1, min(size, last - above) + 1):
                low, high = max(0, i - 1 - (size - 1 - marked)), min(i - 1, marked)
                numbers = np.arange(low, high + 1)
                chances = [
                    _choose(marked, j) * _choose(size - 1 - marked, i - 1 - j) for j in numbers.tolist()
                ]
                bottom = _choose(size - 1, i - 1) * size
                held = int((grades == grade).sum())
                times = np.array([held * chance for chance in chances], dtype=object)
                columns = _own_columns(batch, np.full(len(numbers), above + i), x, b, z)
                columns[name] = (start + numbers, np.ones(len(numbers), dtype=np.int64))
                found.append((columns, times, np.full(len(numbers), bottom, dtype=object)))
    return found


@lru_cache(maxsize=100_000)
def _choose(whole: int, part: int) -> int:
    return int(sympy.binomial(whole, part))


def _summed(
    batch: TiedBatch, formula: Formula, atom: Any, parts: list[tuple[_Fractions, Any, Any]]
) -> Bounded:
    """Return the sum of a body over rows that count by their chance."""
    if not parts:
        return BOUNDED.column(np.zeros(1, dtype=np.int64))
    names = parts[0][0]
    columns: dict[str, Any] = {}
    for name in names:
        top, bottom = (np.concatenate([each[0][name][side] for each in parts]) for side in (0, 1))
        columns[name] = top if name in "xbzih" else (top, bottom)
    times = tuple(np.concatenate([each[side] for each in parts]) for side in (1, 2))
    rows = Rows(np.zeros(len(times[0]), dtype=np.int64), columns, times=times)
    whole = {name: batch.quantities[name] for name in formula.needed(atom)[1]}
    found: Bounded = folded(formula, atom, rows, whole, 1, BOUNDED)
    return found


def _of_pairs(batch: TiedBatch, formula: Formula, atom: Any) -> Bounded:
    """Return the mean over pairs: a tied pair is as often in the one order as in the other, as in both directions."""
    lengths = np.bincount(batch.places)
    first = np.repeat(np.cumsum(lengths) - lengths, lengths)
    end = np.repeat(np.cumsum(lengths), lengths)
    turned = first + end - 1 - np.arange(len(batch.grades))
    other = RankingBatch(batch.grades[turned], batch.starts, batch.missing, batch.missing_starts)
    both: Bounded = batch.strict.atom(formula, atom) + other.atom(formula, atom)
    half: Bounded = both / BOUNDED.column(np.array([2]))
    return half


def _of_reader(batch: TiedBatch, formula: Formula, atom: Any) -> Bounded | None:
    """Return what a reader gets who may stop, where what is got depends on the rank, and stopping on the grade."""
    value, stop = atom.body.args
    if value.free_symbols & {*COUNTED, AT.x, AT.b, AT.z} or stop.free_symbols & ORDERED:
        return None
    rows = batch.strict.known_rows(atom.domain)
    got, stops = _terms(batch, formula, atom, rows)
    total, reach = BOUNDED.column(np.array([0])), BOUNDED.column(np.array([1]))
    for above, grades, _ in _places(batch):
        size = len(grades)
        ranks = slice(above, above + size)
        on = BOUNDED.column(np.ones(size, dtype=np.int64)) - _part(stops, ranks)
        means = _symmetric_means(on, size)
        falls = _part(means, slice(0, size)) - _part(means, slice(1, size + 1))
        stretch = np.array([0]), np.array([size])
        total = total + reach * BOUNDED.total(_part(got, ranks) * falls, *stretch)
        reach = reach * _part(means, slice(size, size + 1))
    return total


def _terms(batch: TiedBatch, formula: Formula, atom: Any, rows: Rows) -> tuple[Bounded, Bounded]:
    """Return what is got at every rank, and the chance to stop there."""
    count = len(rows.case)
    names, quantities = formula.needed(atom)
    columns = rows.columns if isinstance(rows.columns, Columns) else dict(rows.columns)
    known: dict[str, Any] = {name: columns[name] for name in names}
    known |= {name: np.repeat(batch.quantities[name], count) for name in quantities}
    symbols = (*formula.variables, *formula.globals)
    given = [BOUNDED.column(known[each.name]) if each.name in known else None for each in symbols]
    got, stop = formula.body(atom, BOUNDED)(*given)
    return BOUNDED.filled(got, count), BOUNDED.filled(stop, count)


def _part(values: Bounded, places: Any) -> Bounded:
    radius = values.radius[places] if np.ndim(values.radius) else values.radius
    return Bounded(values.value[places], radius, values.unit)


def _padded(values: Bounded, before: int, after: int) -> Bounded:
    """Return values with zeros before or after them."""
    sides = (before, after)
    radius = np.pad(values.radius, sides) if np.ndim(values.radius) else values.radius
    return Bounded(np.pad(values.value, sides), radius, values.unit)


def _symmetric_means(on: Bounded, size: int) -> Bounded:
    """Return, for t = 0 to s, the mean product of t of s numbers, each set of t equally likely."""
    found = BOUNDED.column(np.ones(1, dtype=np.int64))
    for known in range(size):
        number = np.arange(known + 2)
        kept = BOUNDED.column(known + 1 - number, known + 1)
        taken = BOUNDED.column(number, known + 1)
        without, with_it = _padded(found, 0, 1), _padded(found, 1, 0)
        found = without * kept + with_it * taken * _part(on, slice(known, known + 1))
    return found
