"""The parametric case of a clustering constraint: every reduction as focal part plus one symbol for the rest.

Sizes become ``least + x`` with x >= 0. The rest of the clustering is the same in every output, so each reduction of it
is one symbol; what is known about these symbols are facts about all tables, stated in `facts`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.tasks.clustering.chooser import Chooser, Template
from axiometrics.tasks.parametric import ParametricCase

if TYPE_CHECKING:
    from sympy import Expr

__all__ = ["Cell", "Focus", "SymbolicChooser", "template_of"]


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
