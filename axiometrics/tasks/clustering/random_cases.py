"""Random cases: a constraint's templates within random clusterings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Impossible, Spread
from axiometrics.tasks.clustering.cases import case_of
from axiometrics.tasks.clustering.chooser import Chooser, Template
from axiometrics.tasks.clustering.partitions.cases import as_output
from axiometrics.tasks.clustering.partitions.chooser import (
    ErrorShares,
    Judged,
    Limits,
    Partitions,
    Quantity,
    Whole,
    WholeChooser,
    judges_wholes,
)
from axiometrics.tasks.clustering.partitions.derived_outputs import block_sizes
from axiometrics.tasks.clustering.table import Table

MOST_CELLS, MOST_REST = 6, 400
"""Cells that do not belong to the focal clusters, and items of one more than the first, at most."""
FEW = 4
"""Clusters and categories of the rest, and categories of a family that occur in it, at most."""


def random_case(generator: Callable[..., Any], answers: Spread) -> Case:
    """Draw a case, with up to 6 cells in the rest; or one of whole clusterings."""
    if judges_wholes(generator):
        return _random_whole_case(generator, answers)
    template: Template = generator(Chooser(answers))
    families = template.families()
    names = [("rest", k) for k in range(FEW)] + [
        (name, k) for name in template.context.shared for k in range(min(families[name], FEW))
    ]
    places = [(("rest", cluster), category) for category in names for cluster in range(FEW)]
    rest: Counter[tuple[Any, Any]] = Counter()
    for _ in range(answers.pick(MOST_CELLS + 1)):
        rest[answers.one_of(places)] += 1 + answers.amount(MOST_REST)
    return case_of({name: _table(template, name, rest) for name in template.outputs}, answers.made)


def _table(template: Template, output: str, rest: Mapping[tuple[Any, Any], int]) -> Table:
    """Number the categories alike in every output: focal ones first, in the order of the template."""
    focal = {
        (("focal", cluster), (name, member)): count for cluster, name, member, count in template.cells(output)
    }
    families = template.families()
    order = {
        (name, member): k
        for k, (name, member) in enumerate((name, m) for name in families for m in range(families[name]))
    }
    used = sorted(
        {category for _, category in {**focal, **rest}},
        key=lambda category: (order.get(category, len(order)), str(category)),
    )
    numbers = {category: k for k, category in enumerate(used)}
    clusters: dict[Any, int] = {}
    cells = {**focal, **rest}
    return Table(
        tuple(
            (clusters.setdefault(cluster, len(clusters)), numbers[category], count)
            for (cluster, category), count in cells.items()
        )
    )


_LABELS = 4
"""Clusters and categories of whole clusterings, at most."""
_MOST_KINDS = 12
"""Kinds of items of whole clusterings, at most: those of one kind are in the same parts."""
_MOST_AVERAGED = 8
"""Items of systems that a mean is taken over, at most."""
_MOST_SHARED = 50_000
"""Items that are shared out by kind of error, at most."""
_FINEST = 1000
"""The largest denominator of shares of errors."""


class _Random(WholeChooser):
    """Answers with drawn clusterings."""

    answers: Spread

    def _counts(self, parts: int, items: int | None = None) -> dict[tuple[int, ...], int]:
        """Return how many items are in the same part of each of so many partitions."""
        counts: Counter[tuple[int, ...]] = Counter()
        kinds = 1 + self.answers.pick(_MOST_KINDS)
        for kind in range(kinds):
            left = MOST_REST if items is None else items - counts.total()
            more = 1 + self.answers.amount(left) if items is None else self.answers.amount(left)
            more = left if items is not None and kind == kinds - 1 else more
            counts[tuple(self.answers.pick(_LABELS) for _ in range(parts))] += more
        return {kind: count for kind, count in counts.items() if count}

    def clustering(self, items: int | None = None) -> Whole:
        return Whole(Table.from_pairs(self._counts(2, items)))

    def half(self) -> Whole:
        return self.clustering()

    def partitions(self) -> Partitions:
        return Partitions(self._counts(3))

    def block_sizes(self, name: str, items: int | None = None) -> tuple[int, ...]:
        number = 1 + self.answers.pick(_MOST_AVERAGED) if items is None else items
        return self.answers.one_of(block_sizes(number))

    def error_shares(self, quantity: Quantity, limits: Limits) -> tuple[ErrorShares, ErrorShares]:
        """Draw numbers of any magnitude and shares of any denominator up to the limits."""
        draw = self.answers
        useful = draw.number("useful clusters", limits.least, limits.useful, reach=limits.useful)
        clusters, categories = (draw.amount(limits.noise, empty=1 / 3) for _ in range(2))
        bottom = 30 if draw.pick(2) else 2 + draw.amount(_FINEST - 2)
        e1, e2, e3 = (int(share * bottom) for share in (limits.e1, limits.e2, limits.e3))
        first = Fraction(draw.amount(e1), bottom)
        second, third = (
            Fraction(1 + draw.amount(top - 1) if there else 0, bottom)
            for top, there in ((e2, clusters), (e3, categories))
        )
        found = ErrorShares(useful, clusters, categories, first, second, third)
        step = Fraction(1 + draw.amount(bottom), bottom) if quantity in ("e1", "e2", "e3") else 1
        more = found.after(quantity, step)
        self.require(limits.admit(found) and limits.admit(more))
        draw.made |= found.sizes()
        return found, more


def _random_whole_case(generator: Callable[..., Judged], answers: Spread) -> Case:
    """Draw a case of clusterings; raises Impossible."""
    template = generator(_Random(answers))
    if template.size > _MOST_SHARED:
        raise Impossible
    return case_of({name: as_output(made) for name, made in template.outputs.items()}, answers.made)
