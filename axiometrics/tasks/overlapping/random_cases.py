"""Random cases: a constraint's templates among random families of sets."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Impossible, Spread
from axiometrics.tasks.clustering import chooser as clustering
from axiometrics.tasks.overlapping.cases import case_of, case_of_template, every_part, unpacked
from axiometrics.tasks.overlapping.chooser import Chooser, Embedded, Family, Generator
from axiometrics.tasks.overlapping.embedded.embedding import Focus, fits, focus
from axiometrics.tasks.overlapping.enumeration import items_of
from axiometrics.tasks.overlapping.families import Families

__all__ = ["random_case"]

MOST_ITEMS = 9
MOST_SETS = 8
MOST_REST = 4
"""Further items, and sets of a rest on either side."""


class _Chooser(Chooser):
    """Answers with drawn families."""

    answers: Spread

    def family(self, *, overlap: bool = True) -> Family:
        return self._over(1 + self.answers.pick(MOST_ITEMS), overlap)

    def beside(self, family: Family, *, overlap: bool = True) -> Family:
        return self._over(len(frozenset().union(*family)), overlap)

    def part(self, family: Family) -> Family:
        return self.answers.one_of(every_part(family))

    def _over(self, items: int, overlap: bool) -> Family:
        """Sets of items; an item that is in none gets one of its own."""
        if not overlap:
            places = [self.answers.pick(items) for _ in range(items)]
            return tuple(
                frozenset(k for k, at in enumerate(places) if at == place) for place in sorted(set(places))
            )
        held = unpacked(_masks(self.answers, MOST_SETS, items))
        left = frozenset(range(items)).difference(*held)
        return (*held, *(frozenset({item}) for item in sorted(left)))


class _PlainChooser(clustering.Chooser):
    """Answers with small drawn sizes: the rest is large enough."""

    reach = 6


def _masks(answers: Spread, most: int, items: int) -> list[int]:
    """Draw up to so many sets of items."""
    return [1 + answers.pick((1 << items) - 1) for _ in range(answers.pick(most + 1))]


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case: up to 9 items and 8 sets in a family, numbers up to 6 above their least values."""
    template = generator(_Chooser(answers))
    if isinstance(template, Embedded):
        focal = focus(template.generator(_PlainChooser(answers)))
        return _embedded(answers, template, focal)
    return case_of_template(template, tuple(template.outputs), answers.made)


def _embedded(answers: Spread, template: Embedded, focal: Focus) -> Case:
    """Put the focal sets among drawn ones, with some focal items made one."""
    if template.merged:
        focal = _merged(focal, [answers.pick(focal.items) for _ in range(answers.pick(MOST_REST))])
    extra = answers.pick(MOST_REST + 1) if template.rest else 0
    opened = {place: answers.pick(1 << extra) << focal.items for place in focal.open}
    categories = [mask | opened.get(place, 0) for place, mask in enumerate(focal.categories)]
    sets, items = MOST_REST if template.rest else 0, focal.items + extra
    gold, clusters = [*categories, *_masks(answers, sets, items)], _masks(answers, sets, items)
    needed = range(focal.items, focal.items + extra)
    gold += [1 << item for item in needed if not any(mask >> item & 1 for mask in gold)]
    clusters += [1 << item for item in needed if not any(mask >> item & 1 for mask in clusters)]
    outputs = {name: [*masks, *clusters] for name, masks in focal.outputs.items()}
    if not fits(gold, list(outputs.values()), template.changed):
        raise Impossible
    tables = {name: Families(_sets(gold), _sets(masks)) for name, masks in outputs.items()}
    return case_of(tables, answers.made)


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
