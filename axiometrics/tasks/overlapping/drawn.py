"""Random cases: a Hypothesis strategy of a constraint's scenes among random families of sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from axiometrics.tasks.clustering.scene import Context
from axiometrics.tasks.overlapping.cases import Case, case_of
from axiometrics.tasks.overlapping.changes import Change
from axiometrics.tasks.overlapping.choosers import every_part, unpacked
from axiometrics.tasks.overlapping.embedding import fits
from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.overlapping.focus import Focus, focus
from axiometrics.tasks.overlapping.masks import items_of
from axiometrics.tasks.overlapping.scene import Embedded, Family, Generator

__all__ = ["cases"]

MOST_ITEMS = 6
MOST_SETS = 6
LARGEST_EXCESS = 6
T = TypeVar("T")


@dataclass
class _Drawer:
    """Answers with drawn parts."""

    draw: Callable[[Any], Any]
    made: dict[str, int] = field(default_factory=dict)

    def family(self, *, overlap: bool = True) -> Family:
        items = self.draw(st.integers(1, MOST_ITEMS))
        return self._over(items, overlap)

    def beside(self, family: Family, *, overlap: bool = True) -> Family:
        return self._over(len(frozenset().union(*family)), overlap)

    def _over(self, items: int, overlap: bool) -> Family:
        """Sets of items; an item that is in none gets one of its own."""
        if not overlap:
            places = self.draw(st.lists(st.integers(0, items - 1), min_size=items, max_size=items))
            return tuple(
                frozenset(k for k, at in enumerate(places) if at == place) for place in sorted(set(places))
            )
        masks = self.draw(st.lists(st.integers(1, (1 << items) - 1), max_size=MOST_SETS))
        held = unpacked(masks)
        left = frozenset(range(items)).difference(*held)
        return (*held, *(frozenset({item}) for item in sorted(left)))

    def part(self, family: Family) -> Family:
        return self.one_of("part", every_part(family))

    def changed(self, family: Family, change: Change) -> Any:
        return self.one_of("changed", change.options(family))

    def one_of(self, name: str, options: Sequence[T]) -> T:
        assume(options)
        chosen: T = self.draw(st.sampled_from(list(options)))
        return chosen

    def size(self, name: str, low: int = 1) -> int:
        self.made[name] = self.draw(st.integers(low, low + LARGEST_EXCESS))
        return self.made[name]

    def context(self, *shared: str) -> Context:
        return Context(shared)


@st.composite
def cases(draw: Any, generator: Generator) -> Case:
    """Draw a case: up to 6 items and 6 sets in a family, numbers up to 6 above their least values."""
    drawer = _Drawer(draw)
    scene = generator(drawer)
    if isinstance(scene, Embedded):
        focal = focus(scene.generator(drawer))
        return _embedded(draw, scene, focal, drawer.made)
    return case_of(scene, tuple(scene.outputs), drawer.made)


def _embedded(draw: Any, scene: Embedded, focal: Focus, made: dict[str, int]) -> Case:
    """Put the focal sets among drawn ones, with some focal items made one."""
    if scene.merged:
        names = draw(st.lists(st.integers(0, focal.items - 1), max_size=3))
        focal = _merged(focal, names)
    extra = draw(st.integers(0, 4)) if scene.rest else 0
    whole = (1 << (focal.items + extra)) - 1
    opened = {place: draw(st.integers(0, (1 << extra) - 1)) << focal.items for place in focal.open}
    categories = [mask | opened.get(place, 0) for place, mask in enumerate(focal.categories)]
    rest = st.lists(st.integers(1, whole), max_size=4 if scene.rest else 0)
    gold, clusters = [*categories, *draw(rest)], draw(rest)
    needed = range(focal.items, focal.items + extra)
    gold += [1 << item for item in needed if not any(mask >> item & 1 for mask in gold)]
    clusters += [1 << item for item in needed if not any(mask >> item & 1 for mask in clusters)]
    outputs = {name: [*masks, *clusters] for name, masks in focal.outputs.items()}
    assume(fits(gold, list(outputs.values()), scene.changed))
    sets = {name: _sets(masks) for name, masks in outputs.items()}
    return Case({name: Families(_sets(gold), family) for name, family in sets.items()}, made)


def _merged(focal: Focus, names: list[int]) -> Focus:
    """Make neighbouring items one where no focal set holds both."""
    found = focal
    for name in names:
        masks = [mask for group in (found.categories, *found.outputs.values()) for mask in group]
        one = name % found.items
        other = next(
            (k for k in range(one + 1, found.items) if not any(m >> one & 1 and m >> k & 1 for m in masks)),
            None,
        )
        if other is not None:
            found = found.renamed(tuple(one if k == other else k - (k > other) for k in range(found.items)))
    return found


def _sets(masks: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(items_of, masks))
