"""Random cases: a Hypothesis strategy of a constraint's scenes within random clusterings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from axiometrics.tasks.clustering.cases import Case
from axiometrics.tasks.clustering.scene import Context, Scene
from axiometrics.tasks.clustering.table import Table

__all__ = ["cases"]

LARGEST_EXCESS = 12
MOST_REST = 12


@dataclass
class _Drawer:
    """Answers with drawn sizes."""

    draw: Callable[[Any], Any]
    made: dict[str, int] = field(default_factory=dict)

    def size(self, name: str, low: int = 1) -> int:
        self.made[name] = self.draw(st.integers(low, low + LARGEST_EXCESS))
        return self.made[name]

    def structure(self, name: str, low: int = 1) -> int:
        self.made[name] = self.draw(st.integers(low, low + 2))
        return self.made[name]

    def context(self, *shared: str) -> Context:
        return Context(shared)


@st.composite
def cases(draw: Any, generator: Callable[..., Scene]) -> Case:
    """Draw a case: sizes up to 12 above their least values, and up to 12 items in the rest."""
    drawer = _Drawer(draw)
    scene = generator(drawer)
    families = scene.families()
    names = [("rest", k) for k in range(4)] + [
        (name, k) for name in scene.context.shared for k in range(families[name])
    ]
    places = [(("rest", cluster), category) for category in names for cluster in range(4)]
    items = draw(st.lists(st.integers(0, len(places) - 1), max_size=MOST_REST))
    rest = Counter(places[item] for item in items)
    return Case({name: _table(scene, name, rest) for name in scene.outputs}, drawer.made, {})


def _table(scene: Scene, output: str, rest: Mapping[tuple[Any, Any], int]) -> Table:
    """Number the categories alike in every output: focal ones first, in the order of the scene."""
    focal = {
        (("focal", cluster), (name, member)): count for cluster, name, member, count in scene.cells(output)
    }
    families = scene.families()
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
