"""Random cases: a constraint's templates among random families of sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Drawn
from axiometrics.tasks.clustering import chooser as clustering
from axiometrics.tasks.overlapping.cases import case_of, case_of_template
from axiometrics.tasks.overlapping.chooser import Chooser, Embedded, Family, Generator
from axiometrics.tasks.overlapping.embedded.embedding import Focus, fits, focus
from axiometrics.tasks.overlapping.enumeration import items_of
from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.overlapping.sweeping import every_part, unpacked

__all__ = ["random_case"]

MOST_ITEMS = 6
MOST_SETS = 6


class _Chooser(Chooser):
    """Answers with drawn families."""

    answers: Drawn

    def family(self, *, overlap: bool = True) -> Family:
        return self._over(self.answers.draw(st.integers(1, MOST_ITEMS)), overlap)

    def beside(self, family: Family, *, overlap: bool = True) -> Family:
        return self._over(len(frozenset().union(*family)), overlap)

    def part(self, family: Family) -> Family:
        return self.answers.one_of(every_part(family))

    def _over(self, items: int, overlap: bool) -> Family:
        """Sets of items; an item that is in none gets one of its own."""
        if not overlap:
            places = self.answers.draw(st.lists(st.integers(0, items - 1), min_size=items, max_size=items))
            return tuple(
                frozenset(k for k, at in enumerate(places) if at == place) for place in sorted(set(places))
            )
        masks = self.answers.draw(st.lists(st.integers(1, (1 << items) - 1), max_size=MOST_SETS))
        held = unpacked(masks)
        left = frozenset(range(items)).difference(*held)
        return (*held, *(frozenset({item}) for item in sorted(left)))


class _PlainChooser(clustering.Chooser):
    """Answers with small drawn sizes: the rest is large enough."""

    def size(self, name: str, low: int = 1) -> int:
        return self.answers.number(name, low, reach=6)


def random_case(generator: Generator, answers: Drawn) -> Case:
    """Draw a case: up to 6 items and 6 sets in a family, numbers up to 6 above their least values."""
    template = generator(_Chooser(answers))
    if isinstance(template, Embedded):
        focal = focus(template.generator(_PlainChooser(answers)))
        return _embedded(answers.draw, template, focal, answers.made)
    return case_of_template(template, tuple(template.outputs), answers.made)


def _embedded(draw: Any, template: Embedded, focal: Focus, made: dict[str, int]) -> Case:
    """Put the focal sets among drawn ones, with some focal items made one."""
    if template.merged:
        names = draw(st.lists(st.integers(0, focal.items - 1), max_size=3))
        focal = _merged(focal, names)
    extra = draw(st.integers(0, 4)) if template.rest else 0
    whole = (1 << (focal.items + extra)) - 1
    opened = {place: draw(st.integers(0, (1 << extra) - 1)) << focal.items for place in focal.open}
    categories = [mask | opened.get(place, 0) for place, mask in enumerate(focal.categories)]
    rest = st.lists(st.integers(1, whole), max_size=4 if template.rest else 0)
    gold, clusters = [*categories, *draw(rest)], draw(rest)
    needed = range(focal.items, focal.items + extra)
    gold += [1 << item for item in needed if not any(mask >> item & 1 for mask in gold)]
    clusters += [1 << item for item in needed if not any(mask >> item & 1 for mask in clusters)]
    outputs = {name: [*masks, *clusters] for name, masks in focal.outputs.items()}
    assume(fits(gold, list(outputs.values()), template.changed))
    sets = {name: _sets(masks) for name, masks in outputs.items()}
    return case_of({name: Families(_sets(gold), family) for name, family in sets.items()}, made)


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
