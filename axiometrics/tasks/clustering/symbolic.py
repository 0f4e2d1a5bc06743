"""The parametric case of a clustering constraint: every reduction as focal part plus one symbol for the rest.

Sizes become ``least + x`` with x >= 0. The rest of the clustering is the same in every output, so each reduction of it
is one symbol; what is known about these symbols are facts about all tables, stated in `facts`. Best cells are compared
by dominance: the rest offers the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.tasks.clustering.chooser import Chooser, Template
from axiometrics.tasks.clustering.view import QUANTITIES, a, b, n
from axiometrics.tasks.parametric import ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from axiometrics.formulas.nodes import Over


class SymbolicChooser(Chooser):
    """Answers with symbols: a size is its least value plus a generator that is never negative."""

    def __init__(self) -> None:
        self.case = ParametricCase()

    def size(self, name: str, low: int = 1) -> Expr:
        """Return the symbolic size."""
        return self.case.raised(name, low)

    def structure(self, name: str, low: int = 1) -> int:
        """Refuse: a number of parts shapes the case."""
        raise NotSymbolicError(
            f"the number of {name} shapes the case, so it cannot be a symbol; such constraints are swept only"
        )


def template_of(generator: Callable[..., Template]) -> tuple[Template, ParametricCase]:
    """Run a generator over symbols."""
    chooser = SymbolicChooser()
    return generator(chooser), chooser.case


@dataclass(frozen=True)
class Cell:
    """``times`` focal cells alike: counts, size of the cluster, size of the category (None when it differs), name."""

    n: Expr
    a: Expr
    b: Expr
    category: str
    times: Expr


class Focus:
    """The focal parts of every output over symbols."""

    def __init__(self, template: Template, case: ParametricCase) -> None:
        self.template = template
        self.case = case
        self.members = {name: sympy.sympify(members) for name, members in template.families().items()}
        self.held = {
            name: sympy.cancel(total) for name, total in template.totals(next(iter(template.outputs))).items()
        }
        self._check()
        self.sizes = {name: self._size(name) for name in self.members}

    def _check(self) -> None:
        for output, groups in self.template.outputs.items():
            totals = self.template.totals(output)
            for name in {*totals, *self.held}:
                if sympy.cancel(totals.get(name, 0) - self.held.get(name, 0)) != 0:
                    raise NotSymbolicError(
                        f"the generator changes the gold: category {name} has other sizes in {output}"
                    )
            for group in groups:
                for part in group.parts:
                    if sympy.cancel(group.times * part.members - self.members[part.category]) != 0:
                        raise NotSymbolicError(
                            f"category {part.category} has other members in one cluster than in another of {output}, "
                            "so its sizes are not evident over symbols"
                        )

    def _size(self, name: str) -> Expr:
        """Size of a focal category; one that may occur elsewhere has some more items there."""
        if name not in self.template.context.shared:
            return self.held[name]
        if self.members[name] != 1:
            return None
        meaning = f"items of {name} outside the focal clusters"
        more = self.case.generator(
            f"r_{name}",
            "nonnegative",
            meaning,
            sympy.Symbol(f"size of {name}") - self.case.measured(self.held[name]),
        )
        return self.held[name] + more

    def size_of(self, category: str) -> Any:
        """Return the size of a focal category; raises NotSymbolicError where its members may have different ones."""
        if self.sizes[category] is None:
            raise NotSymbolicError(f"the members of category family {category} may have different sizes")
        return self.sizes[category]

    def groups(self, output: str) -> list[tuple[list[Cell], Any]]:
        """Return, for each group of equal clusters, the cells of one of them and the number of clusters."""
        return [
            (
                [
                    Cell(
                        sympy.sympify(part.count),
                        sympy.sympify(group.size),
                        self.sizes[part.category],
                        part.category,
                        part.members,
                    )
                    for part in group.parts
                ],
                group.times,
            )
            for group in self.template.outputs[output]
        ]

    def cells(self, output: str) -> list[Cell]:
        """Return the focal cells of all clusters."""
        return [
            replace(cell, times=cell.times * times) for cells, times in self.groups(output) for cell in cells
        ]

    def clusters(self, output: str) -> list[tuple[Any, Any]]:
        """Return (size, number of such clusters)."""
        return [(sympy.sympify(group.size), group.times) for group in self.template.outputs[output]]

    def cluster_sizes(self, output: str) -> dict[Any, Any]:
        """Return the number of focal clusters of each size."""
        found: dict[Any, Any] = {}
        for size, times in self.clusters(output):
            place = sympy.expand(size)
            found[place] = sympy.expand(found.get(place, 0) + times)
        return found

    def told(self) -> dict[str, Any]:
        """Return the focal clusters of every output as data, with the categories that they have items of."""
        shared = self.template.context.shared
        categories = {
            name: {"size": self.sizes[name], "members": members, "shared": name in shared}
            for name, members in self.members.items()
        }
        return {
            "categories": categories,
            "outputs": {
                output: {
                    "clusters": [
                        {
                            "times": times,
                            "parts": [
                                {"count": cell.n, "category": cell.category, "members": cell.times}
                                for cell in cells
                            ],
                        }
                        for cells, times in self.groups(output)
                    ]
                }
                for output in self.template.outputs
            },
        }

    def linked(self, output: str) -> int:
        """Return a lower bound on the unconnected pieces: clusters linked by categories, shared ones by the rest."""
        import networkx as nx

        graph = nx.Graph()
        for number, group in enumerate(self.template.outputs[output]):
            copies = ("0", "1") if rational_at_least(group.times, 2, self.case) else ("0",)
            for copy in copies:
                for part in group.parts:
                    shared = part.category in self.template.context.shared
                    node = "rest" if shared else f"{part.category}{copy if len(copies) > 1 else ''}"
                    graph.add_edge(f"cluster {number}.{copy}", node)
        return int(nx.number_connected_components(graph))


def rational_at_least(expression: Expr, low: int, case: ParametricCase) -> bool:
    """Say whether an expression in generators is evidently at least ``low``."""
    sign = rational_sign(sympy.sympify(expression) - low, case.positive, case.nonnegative)
    return sign in ("positive", "nonnegative", "zero")


# --- best cells


def best_values(focus: Focus, symbol: Symbol, atom: Over) -> dict[str, Any]:
    """Return a sum of best cells in every output; raises NotSymbolicError when the outputs cannot be compared."""
    case = focus.case
    if not atom.body.is_positive:
        raise NotSymbolicError(f"the terms of {symbol} have no evident sign")
    choices = {output: _choices(focus, atom, output) for output in case.outputs}
    first, second = choices
    if all(len(found) == 1 for found in choices.values()):
        (start,), (end,) = choices[first], choices[second]
        rest = case.rest_of(symbol, start, first, "nonnegative", f"{symbol} over the rest")
        return {first: rest + start, second: rest + end}
    for small, large in ((first, second), (second, first)):
        least = _dominance(choices[small], choices[large], case)
        if least is not None:
            return _bounded(focus, symbol, small, large, least, equal=choices[small] == choices[large])
    raise NotSymbolicError(f"the best parts in {symbol} cannot be compared")


def _bounded(
    focus: Focus, symbol: Symbol, small: str, large: str, least: tuple[Any, bool], equal: bool
) -> dict[str, Any]:
    case = focus.case
    base = case.unnamed("positive", f"{symbol} in {small}", measured(symbol, small))
    if equal:
        return {small: base, large: base}
    amount, strict = least
    definition = measured(symbol, large) - measured(symbol, small) - amount
    more = case.unnamed(
        "positive" if strict and amount == 0 else "nonnegative",
        f"gain of {symbol} from {small} to {large}" + (f", beyond {amount}" if amount != 0 else ""),
        definition,
    )
    return {small: base, large: base + amount + more}


def _choices(focus: Focus, atom: Over, output: str) -> list[Any]:
    """The candidates for a sum of maxima: one value for each way to pick a part in every focal group."""
    groups: list[tuple[list[Any], Any]] = []
    if atom.domain == "best_in_cluster":
        for cells, times in focus.groups(output):
            groups.append(([_value(focus, atom, cell, output) for cell in cells], times))
    else:
        for name, members in focus.members.items():
            values = [
                _value(focus, atom, cell, output) for cell in focus.cells(output) if cell.category == name
            ]
            if name in focus.template.context.shared:
                values.append(sympy.Symbol(f"best of {name} elsewhere"))
                members = sympy.S.One
            groups.append((values, members))
    pruned = [(undominated(values, focus.case), times) for values, times in groups]
    picks = product(*(values for values, _ in pruned))
    sums = [
        sympy.cancel(sum(value * times for value, (_, times) in zip(pick, pruned, strict=True)))
        for pick in picks
    ]
    return sorted(set(sums), key=str)


def _value(focus: Focus, atom: Over, cell: Expr, output: str) -> Expr:
    size = focus.size_of(cell.category) if atom.body.has(b) else b
    values = {symbol: focus.case.outputs[output][symbol] for symbol in QUANTITIES}
    return sympy.cancel(atom.body.xreplace({n: cell.n, a: cell.a, b: size, **values}))


def undominated(values: list[Any], case: ParametricCase) -> list[Any]:
    """Return values without those that evidently are no larger than another one."""
    kept: list[Any] = []
    for value in dict.fromkeys(values):
        if any(_at_least(other, value, case) for other in kept):
            continue
        kept = [other for other in kept if not _at_least(value, other, case)] + [value]
    return kept


def _at_least(larger: Expr, smaller: Expr, case: ParametricCase) -> bool:
    return rational_sign(
        larger - smaller, case.positive, [*case.nonnegative, *_elsewhere(larger - smaller)]
    ) in ("positive", "nonnegative", "zero")


def _elsewhere(expression: Expr) -> list[Any]:
    return [symbol for symbol in expression.free_symbols if str(symbol).startswith("best of ")]


def _dominance(small: list[Any], large: list[Any], case: ParametricCase) -> tuple[Any, bool] | None:
    """Return a constant by which the larger maximum exceeds the smaller one, and whether it does so strictly."""
    excesses: list[tuple[Any, bool]] = []
    for value in small:
        better = [_excess(other - value, case) for other in large]
        found = [excess for excess in better if excess is not None]
        if not found:
            return None
        excesses.append(max(found))
    return min(excesses)


def _excess(difference: Expr, case: ParametricCase) -> tuple[Any, bool] | None:
    signs = case.positive, [*case.nonnegative, *_elsewhere(difference)]
    sign = rational_sign(difference, *signs)
    if sign not in ("positive", "nonnegative", "zero"):
        return None
    constant = (
        sympy.sympify(difference).subs(dict.fromkeys(difference.free_symbols, 0))
        if sympy.sympify(difference).is_polynomial()
        else sympy.S.Zero
    )
    if constant > 0 and rational_sign(difference - constant, *signs) in ("positive", "nonnegative", "zero"):
        return constant, True
    return sympy.S.Zero, sign == "positive"
