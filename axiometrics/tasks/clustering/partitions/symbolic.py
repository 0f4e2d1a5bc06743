"""The parametric case of a constraint on whole clusterings: outputs are read off one arbitrary table, or written out.

A changed clustering has cells, clusters and categories of its own, but each of its reductions is a reduction of the
original table with another body; in normal form, both are expressions in the same symbols.

Where a generator writes the cells of its outputs, with symbols for their sizes, every reduction is a sum of few terms.
A logarithm log t is T/t there, where T stands for t log t: that of a sum is more than those of its parts, each at least
1, by what has a symbol of its own. The largest of some terms, too, is told by what it is less than that of one cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.lemmas import Lemma
from axiometrics.formulas.nodes import Larger, Over, over
from axiometrics.formulas.normal import normalise
from axiometrics.tasks.clustering.convexity_facts import table_values
from axiometrics.tasks.clustering.facts import Cells, Row
from axiometrics.tasks.clustering.partitions.chooser import Judged, Whole
from axiometrics.tasks.clustering.symbolic import rational_at_least, undominated
from axiometrics.tasks.clustering.view import QUANTITIES, RULES, K, N, R, a, b, n
from axiometrics.tasks.parametric import ParametricCase

if TYPE_CHECKING:
    from sympy import Expr, Symbol

Sizes = tuple[Any, Any, Any]


@dataclass(frozen=True)
class _Reading:
    """How the reductions of a changed clustering are those of the original one.

    ``cells`` says what to sum over instead of cells, and what stands for n, a and b there; likewise ``clusters`` for a
    and ``categories`` for b. ``best`` are the domains in which a best cell of a cluster and of a category is found.
    """

    cells: tuple[str, Sizes] = ("cells", (n, a, b))
    clusters: tuple[str, Any] = ("clusters", a)
    categories: tuple[str, Any] = ("categories", b)
    best: tuple[str, str] = ("best_in_cluster", "best_in_category")
    factor: Expr = sympy.S.One
    plain: bool = True
    made: tuple[str, ...] = field(default=(), compare=False)
    """What was done to the original one, in this order."""

    @property
    def table(self) -> Expr:
        """Refuse to tell the cells."""
        raise NotSymbolicError("what a generator makes of single cells or sizes is swept only")

    items = is_perfect = is_pure = table

    @property
    def differs(self) -> _Required:
        """What can be required: that some cell is no whole cluster, or no whole category."""
        return _Required(self, ("a", "b"))

    @property
    def mixes(self) -> _Required:
        """What can be required: that some cell is no whole cluster."""
        return _Required(self, ("a",))

    def exchanged(self) -> _Reading:
        domain, (count, cluster, category) = self.cells
        return replace(
            self,
            cells=(domain, (count, category, cluster)),
            clusters=self.categories,
            categories=self.clusters,
            best=(self.best[1], self.best[0]),
            made=(*self.made, "exchanged"),
        )

    def repeated(self, times: Expr) -> _Reading:
        domain, sizes = self.cells
        return replace(
            self,
            cells=(domain, tuple(times * size for size in sizes)),
            clusters=(self.clusters[0], times * self.clusters[1]),
            categories=(self.categories[0], times * self.categories[1]),
            factor=times * self.factor,
            made=(*self.made, "repeated"),
        )

    def refined(self) -> _Reading:
        domain, (count, _, category) = self.cells
        return replace(
            self,
            cells=(domain, (count, count, category)),
            clusters=(domain, count),
            best=(domain, self.best[1]),
            plain=False,
            made=(*self.made, "refined"),
        )

    def perfect(self) -> _Reading:
        domain, size = self.categories
        return replace(
            self,
            cells=(domain, (size, size, size)),
            clusters=self.categories,
            best=(domain, domain),
            plain=False,
            made=(*self.made, "perfect"),
        )

    def beside(self, other: Expr) -> Expr:
        raise NotSymbolicError("two clusterings beside each other are swept only")

    split = merged = beside

    def quantity(self, symbol: Symbol) -> Expr:
        """Return N, R or K."""
        if symbol == N:
            return self.factor * N
        return over(self.clusters[0] if symbol == R else self.categories[0], sympy.S.One)

    def reduction(self, atom: Over) -> Expr:
        """Return a reduction of the changed clustering."""
        known: Mapping[Any, Any] = {N: self.factor * N}
        if atom.body.has(R, K) and self != _Reading():
            raise NotSymbolicError("a reduction over parts depends on the number of clusters, which changes")
        if atom.domain == "whole":
            return atom.body.xreplace(known)
        if atom.domain == "clusters":
            return over(self.clusters[0], atom.body.xreplace({a: self.clusters[1], **known}))
        if atom.domain == "categories":
            return over(self.categories[0], atom.body.xreplace({b: self.categories[1], **known}))
        count, cluster, category = self.cells[1]
        body = atom.body.xreplace({n: count, a: cluster, b: category, **known})
        return over(self._domain(atom.domain), body)

    def _domain(self, domain: str) -> str:
        if domain == "cells":
            return self.cells[0]
        if domain == "expected":
            if not self.plain or self.factor != 1:
                raise NotSymbolicError("an expected value over other sizes is no reduction of the table")
            return domain
        return self.best[domain == "best_in_category"]


@dataclass(frozen=True)
class _Required:
    """That in some cell of a clustering one of some sizes is more than n: nothing that a generator may ask."""

    of: _Reading
    above: tuple[str, ...]

    def __bool__(self) -> bool:
        raise NotSymbolicError("a generator that asks what a clustering is like is swept only")


@dataclass
class _Chooser:
    """Answers with one arbitrary clustering, and symbols for sizes and factors."""

    case: ParametricCase = field(default_factory=ParametricCase)
    logs: dict[Any, Any] = field(default_factory=dict)
    asked: int = 0
    above: tuple[str, ...] = ()

    def clustering(self, items: Expr | None = None) -> _Reading:
        self.asked += 1
        if self.asked > 1:
            raise NotSymbolicError("two arbitrary clusterings are swept only")
        return _Reading()

    def size(self, name: str, low: int = 1) -> Expr:
        """Return a number of items."""
        self._once(name)
        return self.case.raised(name, low)

    def _once(self, name: str) -> None:
        """Refuse two numbers of one name, of which a case tells one."""
        if sympy.Symbol(f"{name}'") in self.case.generators:
            raise NotSymbolicError(f"two numbers have the name {name}")

    def times(self, name: str) -> Expr:
        self._once(name)
        more = self.case.generator(f"{name}'", "nonnegative", f"{name} - 2", sympy.Symbol(name) - 2)
        log = self.case.generator(
            f"log_{name}", "positive", f"the logarithm of {name}", sympy.log(sympy.Symbol(name))
        )
        symbol = sympy.Symbol(f"_{name}", positive=True)
        self.logs |= {sympy.log(symbol): log, symbol: 2 + more}
        return symbol

    def rewritten(self, *, words: bool) -> tuple[_Reading, _Reading]:
        """Return the clustering twice: no name and no order of items occurs in its table."""
        return self.clustering(), _Reading()

    def require(self, condition: object) -> None:
        """Keep the clusterings that differ from their gold, or mix categories; refuse any other condition."""
        if self.above or not isinstance(condition, _Required) or condition.of != _Reading():
            self._refuse()
        self.above = condition.above

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise NotSymbolicError("choices among the parts of a clustering are swept only")

    place = half = partitions = block_sizes = error_shares = _refuse


def parametric_case(generator: Callable[..., Judged], formula: Formula) -> ParametricCase:
    """Return the values of a formula's symbols in every output, in symbols of the original table."""
    chooser = _Chooser()
    template = generator(chooser)
    if all(isinstance(made, Whole) for made in template.outputs.values()):
        return _written_out(template, formula, chooser)
    if not all(isinstance(made, _Reading) for made in template.outputs.values()):
        raise NotSymbolicError("a clustering beside one that is written out is swept only")
    original = next((name for name, reading in template.outputs.items() if reading == _Reading()), None)
    if original is None:
        raise NotSymbolicError("no output is the clustering itself, so its reductions cannot be measured")
    case = chooser.case
    case.substituted = True
    normal = {
        name: {symbol: _normal(value) for symbol, value in _values(reading, formula).items()}
        for name, reading in template.outputs.items()
    }
    atoms = dict(pair for each in normal.values() for found, _ in each.values() for pair in found.items())
    known = table_values(case, atoms, original, chooser.above) | chooser.logs
    for name, values in normal.items():
        case.outputs[name] = {symbol: _named(case, value, known) for symbol, (_, value) in values.items()}
    if all(reading.factor == 1 for reading in template.outputs.values()):
        made = {name: {"partition": list(reading.made)} for name, reading in template.outputs.items()}
        case.told = lambda: {"above": list(chooser.above), "outputs": made}
    return case


def _values(reading: _Reading, formula: Formula) -> dict[Any, Expr]:
    """Return quantities and reductions of a clustering in those of the original one."""
    values = {symbol: reading.quantity(symbol) for symbol in QUANTITIES}
    return values | {symbol: reading.reduction(atom) for symbol, atom in formula.normal.atoms.items()}


def _normal(value: Expr) -> tuple[Mapping[Any, Over], Expr]:
    """Return the reductions that a value is written in, and the value."""
    normal = normalise(sympy.expand(sympy.expand_log(value)), RULES)
    return normal.atoms, sympy.expand(sympy.expand_log(normal.expression))


def _named(case: ParametricCase, value: Expr, known: Mapping[Any, Any]) -> Expr:
    """Write a value in generators."""
    written = value.xreplace(known)
    if written.has(sympy.log) or written.free_symbols - set(case.generators):
        raise NotSymbolicError(f"{value} is not written in reductions of the original table")
    return sympy.expand(written)


# --- clusterings that are written out


_SIDES = {"best_in_cluster": 0, "best_in_category": 1}


class _Terms:
    """Writes terms of sizes in generators: logarithms, and the largest of some terms."""

    def __init__(self, chooser: _Chooser) -> None:
        self.case = chooser.case
        self.factors = {each: log for each, log in chooser.logs.items() if each.func == sympy.log}
        self.plain = {each: value for each, value in chooser.logs.items() if each.is_Symbol}
        self.joined: dict[Expr, tuple[Expr, ...]] = {}
        self.named: dict[Expr, Expr] = {}
        self.largest: dict[frozenset[Any], tuple[Expr, Expr]] = {}

    def in_sizes(self, value: Expr) -> Expr:
        """Return an expression without the symbols that stand for factors."""
        return sympy.sympify(value).xreplace(self.plain)

    def at_least_one(self, size: Expr) -> bool:
        """Whether a size evidently is not below 1."""
        return rational_at_least(sympy.expand(self.in_sizes(size)), 1, self.case)

    def split(self, size: Expr) -> tuple[dict[Any, int], Expr]:
        """Return which factors a size is a multiple of, how often, and the rest of it."""
        found = {}
        for log in self.factors:
            (symbol,) = log.args
            times = min(int(term.as_coeff_exponent(symbol)[1]) for term in sympy.Add.make_args(size))
            found[log], size = times, sympy.expand(size / symbol**times)
        return found, size

    def join(self, whole: Expr, parts: list[Expr]) -> None:
        """Remember that a size is the sum of others, all of them so many times as large."""
        known = [self.split(sympy.expand(size)) for size in (whole, *parts)]
        same = all(one[0] == other[0] for one, other in pairwise(known))
        if len(parts) > 1 and same and all(self.at_least_one(size) for _, size in known):
            self.joined.setdefault(known[0][1], tuple(size for _, size in known[1:]))

    def body(self, body: Expr, row: Row) -> Expr:
        """Return the value of a term; raises NotSymbolicError where it is no quotient with logarithms."""
        logs = {log: self.logarithm(sympy.expand(log.args[0].xreplace(row))) for log in body.atoms(sympy.log)}
        value = self.in_sizes(body.xreplace(logs).xreplace(row))
        if value.atoms(sympy.Function) or value.free_symbols - set(self.case.generators):
            raise NotSymbolicError(f"{body} has no value in the sizes of a clustering that is written out")
        return value

    def logarithm(self, size: Expr) -> Expr:
        """Return the logarithm of a size."""
        if size == 1:
            return sympy.S.Zero
        if not size.is_polynomial() or not self.at_least_one(size):
            raise NotSymbolicError(f"a logarithm of {size}, which may be no size")
        factors, rest = self.split(size)
        whole = sympy.Add(*(times * self.factors[log] for log, times in factors.items()))
        return whole if rest == 1 else whole + self.entropy(rest) / self.in_sizes(rest)

    def entropy(self, size: Expr) -> Expr:
        """Return t log t of a size: what it is more than that of its parts has a symbol, if it has parts."""
        if size not in self.named:
            parts = self.joined.get(size, ())
            form = size * sympy.log(size) - sympy.Add(*(part * sympy.log(part) for part in parts))
            form, definition = self.in_sizes(form), self.case.measured(self.in_sizes(form))
            if parts:
                reason = "t log t of a sum exceeds the sum over its parts, each at least 1"
                symbol = self.case.unnamed("positive", f"{definition} (superadditivity)", definition)
                self.case.lemmas[symbol] = Lemma(form, "superadditivity", reason)
            else:
                symbol = self.case.unnamed("real", f"{definition}", definition)
            self.named[size] = symbol + sympy.Add(*map(self.entropy, parts))
        return self.named[size]

    def best(self, body: Expr, rows: list[Row], size: Expr) -> Expr:
        """Return the largest term of the cells of a cluster, or of a category, of so many items.

        It is told by what it is less than a cell of all these items would have.
        """
        if not body.is_positive:
            raise NotSymbolicError(f"the terms of {body} have no evident sign")
        values = undominated([sympy.cancel(self.body(body, row)) for row in rows], self.case)
        if len(values) == 1:
            return values[0]
        total = sympy.Add(*values)
        place = frozenset(sympy.cancel(value / total) for value in values)
        if place not in self.largest:
            whole = sympy.cancel(self.body(body, {**rows[0], n: size, a: size, b: size}))
            self.largest[place] = self._largest(values, whole), total
        value, before = self.largest[place]
        return value * sympy.cancel(total / before)

    def _largest(self, values: list[Expr], whole: Expr) -> Expr:
        definition = self.case.measured(reduce(Larger, values))
        signs = self.case.positive, self.case.nonnegative
        if any(rational_sign(sympy.cancel(whole - value), *signs) != "positive" for value in values):
            return self.case.unnamed("real", f"{definition}", definition)
        definition = self.case.measured(whole) - definition
        return whole - self.case.unnamed("positive", f"{definition}", definition)


def _written_out(template: Judged, formula: Formula, chooser: _Chooser) -> ParametricCase:
    """Return the values of a formula's symbols in outputs whose cells are written out."""
    terms, case = _Terms(chooser), chooser.case
    for log in terms.factors.values():  # whose sign is needed for nothing
        case.generators[log] = replace(case.generators[log], sign="real")
    outputs = {
        name: Cells.of(whole.table.cells, terms.at_least_one) for name, whole in template.outputs.items()
    }
    for cells in outputs.values():
        for side in (0, 1):
            for whole, parts in cells.parts(side):
                terms.join(whole, parts)
    if formula.normal.partial:
        raise NotSymbolicError("some term may have no value")
    for name, cells in outputs.items():
        values = {symbol: terms.in_sizes(value) for symbol, value in cells.whole().items()}
        values |= {symbol: _reduced(cells, atom, terms) for symbol, atom in formula.normal.atoms.items()}
        case.outputs[name] = values
    case.substituted = True
    case.told = lambda: {"outputs": {name: cells.told(terms.in_sizes) for name, cells in outputs.items()}}
    return case


def _reduced(cells: Cells, atom: Over, terms: _Terms) -> Expr:
    """Return the value of a reduction."""
    whole, body = cells.whole(), sympy.expand_log(atom.body)
    if atom.domain not in _SIDES:
        return sympy.Add(*(terms.body(body, {**row, **whole}) for row in cells.rows_of(atom.domain)))
    side, total = _SIDES[atom.domain], sympy.S.Zero
    for place, size in cells.sizes(side).items():
        total += terms.best(body, [{**row, **whole} for row in cells.rows_in(side, place)], size)
    return total
