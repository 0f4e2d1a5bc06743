"""Random cases: a constraint's templates within random clusterings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from axiometrics.tasks.choosing import Drawn
from axiometrics.tasks.clustering.cases import Case, case_of
from axiometrics.tasks.clustering.chooser import Chooser, Generator, Template
from axiometrics.tasks.clustering.table import Table

__all__ = ["random_case"]

MOST_REST = 12
"""Items that do not belong to the focal clusters, at most."""


def random_case(generator: Generator, answers: Drawn) -> Case:
    """Draw a case: sizes up to 12 above their least values, and up to 12 items in the rest."""
    template = generator(Chooser(answers))
    families = template.families()
    names = [("rest", k) for k in range(4)] + [
        (name, k) for name in template.context.shared for k in range(families[name])
    ]
    places = [(("rest", cluster), category) for category in names for cluster in range(4)]
    items = answers.draw(st.lists(st.integers(0, len(places) - 1), max_size=MOST_REST))
    rest = Counter(places[item] for item in items)
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
