"""Random cases: a constraint's templates within random clusterings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.tasks.choosing import Spread
from axiometrics.tasks.clustering.cases import Case, case_of
from axiometrics.tasks.clustering.chooser import Chooser, Template
from axiometrics.tasks.clustering.partitions.cases import as_output
from axiometrics.tasks.clustering.partitions.chooser import (
    Judged,
    Partitions,
    Whole,
    WholeChooser,
    judges_wholes,
)
from axiometrics.tasks.clustering.partitions.derived_outputs import block_sizes
from axiometrics.tasks.clustering.table import Table

__all__ = ["random_case"]

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
_MOST_AVERAGED = 8
"""Items of systems that a mean is taken over, at most."""


class _Random(WholeChooser):
    """Answers with drawn clusterings."""

    answers: Spread

    def _labels(self, count: int, items: int | None = None) -> list[tuple[int, ...]]:
        number = 1 + self.answers.pick(self.reach) if items is None else items
        return [tuple(self.answers.pick(_LABELS) for _ in range(count)) for _ in range(number)]

    def clustering(self, items: int | None = None) -> Whole:
        labels = self._labels(2, items)
        return Whole(Table.from_labels(*zip(*labels, strict=True)))

    def half(self) -> Whole:
        return self.clustering()

    def partitions(self) -> Partitions:
        counts: dict[tuple[int, ...], int] = {}
        for parts in self._labels(3):
            counts[parts] = counts.get(parts, 0) + 1
        return Partitions(counts)

    def block_sizes(self, name: str, items: int | None = None) -> tuple[int, ...]:
        number = 1 + self.answers.pick(_MOST_AVERAGED) if items is None else items
        return self.answers.one_of(block_sizes(number))


def _random_whole_case(generator: Callable[..., Judged], answers: Spread) -> Case:
    """Draw a case: clusterings of up to 16 items."""
    template = generator(_Random(answers))
    return case_of({name: as_output(made) for name, made in template.outputs.items()}, answers.made)
