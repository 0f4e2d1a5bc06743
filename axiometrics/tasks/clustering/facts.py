"""The values of all reductions of a formula in a parametric case: what the focal parts show, and symbols for the rest.

Sums of t log t and t^2 come from facts about all tables (`convexity_facts`), best values from `best_cells`; of any
other sum only the focal part is known, or that it is the same in every output. Where all cells are told, there is no
rest, and every reduction runs over few rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.lemmas import Lemma
from axiometrics.formulas.nodes import LogBinomial, Over
from axiometrics.tasks.clustering.convexity_facts import FAMILIES, family_of, set_gaps
from axiometrics.tasks.clustering.symbolic import Focus, best_values, template_of
from axiometrics.tasks.clustering.view import QUANTITIES, K, N, R, a, b, n
from axiometrics.tasks.parametric import ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from axiometrics.tasks.abilities import Generator


def parametric_case(generator: Generator, formula: Formula) -> ParametricCase:
    """Return the values of all of a formula's symbols in every output; raises NotSymbolicError."""
    template, case = template_of(generator)
    focus = Focus(template, case)
    case.told = focus.told
    case.outputs = {output: {} for output in template.outputs}
    _quantities(focus)
    families: dict[Any, dict[str, Any]] = {}
    for symbol, atom in formula.normal.atoms.items():
        family = family_of(atom)
        if family is not None:
            families.setdefault(family, {})[atom.domain] = symbol
        else:
            _single(focus, symbol, atom)
    for shape, members in families.items():
        set_gaps(focus, shape, members, suffix="" if len(families) == 1 else f"_{FAMILIES[shape]}")
    for symbol, atom in formula.normal.atoms.items():
        if atom.domain == "clusters" and atom.body == COUNTS_COST:
            set_counts_cost(focus, symbol)
    return case


def _set(case: ParametricCase, symbol: Symbol, values: dict[str, Any]) -> None:
    for output, value in values.items():
        case.outputs[output][symbol] = value


def _quantities(focus: Focus) -> None:
    case = focus.case
    counted: dict[Any, tuple[str, Callable[[str], Any]]] = {
        N: ("items", lambda output: sum(cell.n * cell.times for cell in focus.cells(output))),
        R: ("clusters", lambda output: sum(times for _, times in focus.clusters(output))),
        K: ("categories", lambda output: sum(focus.members.values())),
    }
    for symbol, (name, focal) in counted.items():
        first = next(iter(case.outputs))
        meaning = f"{name} outside the focal parts"
        rest = case.rest_of(symbol, focal(first), first, "nonnegative", meaning, name=f"{symbol}_0")
        _set(case, symbol, {output: rest + sympy.expand(focal(output)) for output in case.outputs})


def _single(focus: Focus, symbol: Symbol, atom: Over) -> None:
    """An atom without facts of its own: the focal part, and a symbol for the rest."""
    if atom.domain in ("best_in_cluster", "best_in_category"):
        _set(focus.case, symbol, best_values(focus, symbol, atom))
    elif atom.domain == "expected":
        _set(
            focus.case,
            symbol,
            _unchanged(focus, symbol, {output: focus.cluster_sizes(output) for output in focus.case.outputs}),
        )
    elif atom.domain == "clusters" and atom.body == COUNTS_COST:
        return  # set after the gaps, whose change it is compared with
    elif atom.body.has(sympy.Function) or atom.body.has(sympy.log):
        forms = {output: _multiset(focus, atom, output) for output in focus.case.outputs}
        _set(focus.case, symbol, _unchanged(focus, symbol, forms))
    else:
        _set(focus.case, symbol, _sum(focus, symbol, atom))


def _bodies(focus: Focus, atom: Over, output: str) -> list[tuple[Any, Any]]:
    """The focal terms of a sum: (value, number of such terms)."""
    values = {symbol: focus.case.outputs[output][symbol] for symbol in QUANTITIES}
    if atom.body.has(R) and len({str(focus.case.outputs[name][R]) for name in focus.case.outputs}) > 1:
        raise NotSymbolicError("a reduction over parts depends on the number of clusters, which changes")
    if atom.domain == "clusters":
        return [(atom.body.xreplace({a: size, **values}), times) for size, times in focus.clusters(output)]
    if atom.domain == "categories":
        return [
            (atom.body.xreplace({b: focus.size_of(name), **values}), members)
            for name, members in focus.members.items()
        ]
    if atom.domain == "whole":
        return [(atom.body.xreplace(values), sympy.S.One)]
    return [
        (
            atom.body.xreplace(
                {n: cell.n, a: cell.a, b: focus.size_of(cell.category) if atom.body.has(b) else b, **values}
            ),
            cell.times,
        )
        for cell in focus.cells(output)
    ]


def _multiset(focus: Focus, atom: Over, output: str) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for value, times in _bodies(focus, atom, output):
        place = value.func(*(sympy.expand(part) for part in value.args)) if value.args else value
        found[place] = sympy.expand(found.get(place, 0) + times)
    return {value: times for value, times in found.items() if times != 0}


def _unchanged(focus: Focus, symbol: Symbol, forms: dict[str, dict[Any, Any]]) -> dict[str, Any]:
    """A reduction whose focal terms are the same in every output has one value."""
    first = next(iter(forms.values()))
    if any(form != first for form in forms.values()):
        raise NotSymbolicError(f"{symbol} changes in a way that no fact describes")
    output = next(iter(forms))
    value = focus.case.unnamed("real", f"{symbol}, the same in every output", measured(symbol, output))
    return dict.fromkeys(forms, value)


def _sum(focus: Focus, symbol: Symbol, atom: Over) -> dict[str, Any]:
    if not atom.body.is_positive and atom.body != 1:
        raise NotSymbolicError(f"the terms of {symbol} have no evident sign")
    focal = {
        output: sum(value * times for value, times in _bodies(focus, atom, output))
        for output in focus.case.outputs
    }
    first = next(iter(focal))
    rest = focus.case.rest_of(symbol, focal[first], first, "nonnegative", f"{symbol} over the rest")
    return {output: rest + value for output, value in focal.items()}


COUNTS_COST = LogBinomial(a + K - 1, K - 1)
"""The cost g(a) of stating the category counts of a cluster of a items.

A multiset of x + y things of K kinds is the union of one of x and one of y things, in at most binom(x + y, x) ways. So
with u = g(x) + g(y) - g(x + y), first u >= 0, and second u <= log binom(x + y, x), which is less than
d = (x + y) log (x + y) - x log x - y log y because binom(x + y, x) x^x y^y is one of several terms of (x + y)^(x + y).
"""


def set_counts_cost(focus: Focus, symbol: Symbol) -> None:
    """Set the sum of g over clusters in every output: unchanged sizes, or one cluster split in two."""
    case = focus.case
    first, second = case.outputs
    change = _change(focus, first, second)
    if not change:
        whole = case.generator("g", "real", f"{symbol}, the same in every output", measured(symbol, first))
        case.outputs[first][symbol] = case.outputs[second][symbol] = whole
        return
    split = _split(change)
    joined, parts = (first, second) if split > 0 else (second, first)
    base = case.generator("g", "real", f"{symbol} in {joined}", measured(symbol, joined))
    cost = case.generator(
        "u",
        "nonnegative",
        "what the split adds to the cost of counts",
        measured(symbol, parts) - measured(symbol, joined),
    )
    case.lemmas[cost] = Lemma(
        sympy.Symbol("g(x)") + sympy.Symbol("g(y)") - sympy.Symbol("g(x + y)"),
        "counting",
        "a multiset of x + y is a union of one of x and one of y; it may be zero",
    )
    case.outputs[joined][symbol], case.outputs[parts][symbol] = base, base + cost
    _exceed(focus, change, split, cost)


def _change(focus: Focus, first: str, second: str) -> dict[Any, Any]:
    before, after = focus.cluster_sizes(first), focus.cluster_sizes(second)
    found = {size: after.get(size, 0) - before.get(size, 0) for size in {**before, **after}}
    return {size: times for size, times in found.items() if times != 0}


def _split(change: dict[Any, Any]) -> int:
    """Return 1 when the second output splits one cluster of the first in two, -1 when it joins two."""
    for sign in (1, -1):
        parts = [
            size
            for size, times in change.items()
            if _count(times) * sign > 0
            for _ in range(abs(_count(times)))
        ]
        wholes = [
            size
            for size, times in change.items()
            if _count(times) * sign < 0
            for _ in range(abs(_count(times)))
        ]
        if len(parts) == 2 and len(wholes) == 1 and sympy.expand(sum(parts) - wholes[0]) == 0:
            return sign
    raise NotSymbolicError("clusters change in more than one split or union")


def _count(times: Expr) -> int:
    if not sympy.sympify(times).is_Integer:
        raise NotSymbolicError("a symbolic number of clusters changes")
    return int(times)


def _exceed(focus: Focus, change: dict[Any, Any], split: int, cost: Expr) -> None:
    """Where the entropy changes by d for the same split, write d = u + w with w > 0."""
    case = focus.case
    form = sympy.Add(*(-split * times * size * sympy.log(size) for size, times in change.items()))
    named = next(
        (symbol for symbol, lemma in case.lemmas.items() if sympy.expand(lemma.form - form) == 0), None
    )
    if named is None:
        return
    excess = case.generator(
        "w",
        "positive",
        f"{named} less u",
        case.generators[named].definition - case.generators[cost].definition,
    )
    case.lemmas[excess] = Lemma(
        named - cost, "counting", "u is at most log binom(x + y, x), which is less than the change of entropy"
    )
    for known in case.outputs.values():
        for symbol, value in known.items():
            known[symbol] = sympy.sympify(value).xreplace({named: cost + excess})


# --- where there is no rest


Row = dict[Any, Any]
"""The sizes that a term reads, by their symbols."""


@dataclass(frozen=True)
class Cells:
    """The cells of an output, (cluster, category, items) in symbols, none of which is empty."""

    cells: tuple[tuple[int, int, Expr], ...]

    def sizes(self, side: int) -> dict[int, Expr]:
        """Return the items of every cluster (0), or of every category (1)."""
        found: dict[int, Expr] = {}
        for cell in self.cells:
            found[cell[side]] = sympy.expand(found.get(cell[side], 0) + cell[2])
        return found

    def parts(self, side: int) -> Iterator[tuple[Expr, list[Expr]]]:
        """Yield the items of every cluster, or category, and those of its cells."""
        for place, size in self.sizes(side).items():
            yield size, [cell[2] for cell in self.cells if cell[side] == place]

    def whole(self) -> Row:
        """Return N, R and K."""
        clusters, categories = self.sizes(0), self.sizes(1)
        return {
            N: sympy.expand(sum(clusters.values())),
            R: sympy.Integer(len(clusters)),
            K: sympy.Integer(len(categories)),
        }

    def rows(self) -> list[Row]:
        """Return the sizes of every cell, of its cluster and of its category."""
        clusters, categories = self.sizes(0), self.sizes(1)
        return [{n: count, a: clusters[i], b: categories[j]} for i, j, count in self.cells]

    def rows_of(self, domain: str) -> list[Row]:
        """Return what a sum runs over."""
        sides: dict[str, Callable[[], list[Row]]] = {
            "cells": self.rows,
            "clusters": lambda: [{a: size} for size in self.sizes(0).values()],
            "categories": lambda: [{b: size} for size in self.sizes(1).values()],
            "whole": lambda: [{}],
        }
        if domain not in sides:
            raise NotSymbolicError(f"{domain} of clusterings that are written out are swept only")
        return sides[domain]()

    @classmethod
    def of(cls, written: Sequence[tuple[Any, Any, Expr]], at_least_one: Callable[[Expr], bool]) -> Cells:
        """Return the cells of an output. Raises NotSymbolicError where one may be empty, or a number is left out."""
        cells = tuple((i, j, sympy.expand(count)) for i, j, count in written)
        for side in (0, 1):
            numbers = {cell[side] for cell in cells}
            if any(type(number) is not int for number in numbers) or numbers != {*range(len(numbers))}:
                raise NotSymbolicError("clusters or categories without a number of their own")
        if len({cell[:2] for cell in cells}) < len(cells):
            raise NotSymbolicError("a cell is written twice")
        if not all(cell[2].is_polynomial() and at_least_one(cell[2]) for cell in cells):
            raise NotSymbolicError("a cell may be empty")
        return cls(cells)

    def rows_in(self, side: int, place: int) -> list[Row]:
        """Return the rows of the cells of one cluster, or of one category."""
        return [row for row, cell in zip(self.rows(), self.cells, strict=True) if cell[side] == place]

    def told(self, in_sizes: Callable[[Expr], Expr]) -> dict[str, Any]:
        """Return the cells as data."""
        written = [
            {"cluster": f"{i}", "category": f"{j}", "n": sympy.expand(in_sizes(count))}
            for i, j, count in self.cells
        ]
        return {"complete": True, "cells": written}
