"""The parametric case of a constraint on whole clusterings: every output is read off one arbitrary table.

A changed clustering has cells, clusters and categories of its own, but each of its reductions is a reduction of the
original table with another body; in normal form, both are expressions in the same symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Over, over
from axiometrics.formulas.normal import normalise
from axiometrics.tasks.clustering.partitions.chooser import Judged
from axiometrics.tasks.clustering.view import QUANTITIES, RULES, K, N, R, a, b, n
from axiometrics.tasks.parametric import ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr, Symbol

__all__ = ["parametric_case"]

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

    @property
    def table(self) -> Expr:
        """Refuse to tell the cells."""
        raise NotSymbolicError("what a generator makes of single cells or sizes is swept only")

    items = is_perfect = is_pure = table

    def exchanged(self) -> _Reading:
        domain, (count, cluster, category) = self.cells
        return replace(
            self,
            cells=(domain, (count, category, cluster)),
            clusters=self.categories,
            categories=self.clusters,
            best=(self.best[1], self.best[0]),
        )

    def repeated(self, times: Expr) -> _Reading:
        domain, sizes = self.cells
        return replace(
            self,
            cells=(domain, tuple(times * size for size in sizes)),
            clusters=(self.clusters[0], times * self.clusters[1]),
            categories=(self.categories[0], times * self.categories[1]),
            factor=times * self.factor,
        )

    def refined(self) -> _Reading:
        domain, (count, _, category) = self.cells
        return replace(
            self,
            cells=(domain, (count, count, category)),
            clusters=(domain, count),
            best=(domain, self.best[1]),
            plain=False,
        )

    def perfect(self) -> _Reading:
        domain, size = self.categories
        return replace(
            self,
            cells=(domain, (size, size, size)),
            clusters=self.categories,
            best=(domain, domain),
            plain=False,
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


@dataclass
class _Chooser:
    """Answers with one arbitrary clustering and symbols for factors."""

    case: ParametricCase = field(default_factory=ParametricCase)
    logs: dict[Any, Any] = field(default_factory=dict)
    asked: int = 0

    def clustering(self, items: Expr | None = None) -> _Reading:
        self.asked += 1
        if self.asked > 1:
            raise NotSymbolicError("two arbitrary clusterings are swept only")
        return _Reading()

    def times(self, name: str) -> Expr:
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

    def _refuse(self, *_: object, **__: object) -> Any:
        raise NotSymbolicError("choices among the parts of a clustering are swept only")

    size = place = half = partitions = block_sizes = error_shares = require = _refuse


def parametric_case(generator: Callable[..., Judged], formula: Formula) -> ParametricCase:
    """Return the values of a formula's symbols in every output, in symbols of the original table."""
    chooser = _Chooser()
    template = generator(chooser)
    original = next((name for name, reading in template.outputs.items() if reading == _Reading()), None)
    if original is None:
        raise NotSymbolicError("no output is the clustering itself, so its reductions cannot be measured")
    case = chooser.case
    case.substituted = True
    for name, reading in template.outputs.items():
        values = {symbol: reading.quantity(symbol) for symbol in QUANTITIES}
        values |= {symbol: reading.reduction(atom) for symbol, atom in formula.normal.atoms.items()}
        case.outputs[name] = {
            symbol: _named(case, value, chooser.logs, original) for symbol, value in values.items()
        }
    return case


def _named(case: ParametricCase, value: Expr, logs: Mapping[Any, Any], original: str) -> Expr:
    """Write a value in generators: one for each quantity and for each reduction of the original table."""
    normal = normalise(sympy.expand(sympy.expand_log(value)), RULES)
    found = sympy.expand(sympy.expand_log(normal.expression))
    known = {N: _generator(case, "N_0", "positive", N, original)}
    known |= {R: _generator(case, "R_0", "positive", R, original)}
    known |= {K: _generator(case, "K_0", "positive", K, original)}
    for symbol, atom in normal.atoms.items():
        known[symbol] = _generator(case, f"v[{symbol}]", _sign(atom.body), symbol, original)
    written = found.xreplace(dict(logs)).xreplace(known)
    if written.has(sympy.log) or written.free_symbols - set(case.generators):
        raise NotSymbolicError(f"{value} is not written in reductions of the original table")
    return written


def _generator(case: ParametricCase, name: str, sign: Any, what: Any, output: str) -> Expr:
    return case.generator(name, sign, f"{what} of the original clustering", measured(what, output))


def _sign(body: Expr) -> Expr:
    """Return what is evident of a sum of terms with this body, of which there is at least one; sizes are at least 1."""
    more = {size: 1 + sympy.Symbol(f"more_{size}", nonnegative=True) for size in (n, a, b, N)}
    least = sympy.sympify(body).xreplace(more)
    if least.is_positive:
        return "positive"
    return "nonnegative" if least.is_nonnegative else "real"
