"""Cases beyond the sweep: a constraint's templates among random families of sets, and larger simple ones.

Some violations live only among dozens of items or with many copies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import Impossible, Spread, by_size
from axiometrics.tasks.clustering import chooser as clustering
from axiometrics.tasks.overlapping import Families, items_of
from axiometrics.tasks.overlapping.cases import (
    Library,
    case_of,
    case_of_template,
    every_part,
    joined,
    packed,
    templates,
    unpacked,
)
from axiometrics.tasks.overlapping.chooser import Chooser, Embedded, Family, Generator
from axiometrics.tasks.overlapping.enumeration import Block, Focus, fits, fitting, focus

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


Rest = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Further items, further categories, further clusters."""
MOST_LARGER = 60
"""Items of a case with one item to a bit."""


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return the structured cases of a generator as a batch."""
    made = list(templates(generator, _shaped(wide), None))
    blocks = [
        block
        for _, template in made
        if isinstance(template, Embedded)
        for block in _larger_blocks(template, wide)
    ]
    plain = [(sizes, template) for sizes, template in made if not isinstance(template, Embedded)]
    return joined([*blocks, *packed(plain, outputs)], outputs, None)


@lru_cache(maxsize=2)
def _shaped(wide: bool) -> Library:
    """Return families with a simple structure; beside each, those on as many items, with equal names."""
    known = list(_shapes(7, 3) if wide else _shapes(4, 1))
    flat = [family for family in known if sum(map(len, family)) == len(frozenset().union(*family))]

    def families(overlap: bool) -> list[Family]:
        return known if overlap else flat

    @lru_cache(maxsize=4096)
    def beside(family: Family, overlap: bool) -> list[Family]:
        items = frozenset().union(*family)
        return [other for other in families(overlap) if frozenset().union(*other) == items]

    return Library(families, beside, _parts, (0, 1, 2, 5, 9))


def _parts(family: Family) -> list[Family]:
    """Return the family without one of its sets, and its sets that no other one holds, where every item is in one."""
    items = frozenset().union(*family)
    found = [family[:place] + family[place + 1 :] for place in range(len(family))]
    found.append(tuple(part for part in dict.fromkeys(family) if not any(part < other for other in family)))
    return [
        part
        for part in dict.fromkeys(found)
        if part and len(part) < len(family) and frozenset().union(*part) == items
    ]


def _shapes(most: int, times: int) -> Iterator[Family]:
    """All pairs, chains, rings, windows, stars and nested sets, with and without singletons, and so many times."""
    for n in range(3, most + 1):
        every = frozenset(range(n))
        alone = tuple(frozenset({k}) for k in range(n))
        halves = (frozenset(range(n // 2)), frozenset(range(n // 2, n)))
        chain = tuple(frozenset({k, k + 1}) for k in range(n - 1))
        basic: list[Family] = [
            (every,),
            alone,
            halves,
            chain,
            (*chain, frozenset({0, n - 1})),
            tuple(frozenset({0, k}) for k in range(1, n)),
            tuple(frozenset(range(k)) for k in range(1, n + 1)),
            tuple(frozenset(pair) for pair in combinations(range(n), 2)),
            tuple(every - {k} for k in range(n)),
            (frozenset(range(2 * n // 3)), frozenset(range(n // 3, n))),
        ]
        yield from basic
        for family in basic:
            yield (every, *family)
            yield (*family, *alone)
            if times > 1:
                yield family * times


def _larger_blocks(embedded: Embedded, wide: bool) -> Iterator[Block]:
    """Yield the focal sets of a plain constraint, larger ones too, among copies of sets that hold all or some."""
    cap = 8 if wide else 3
    for sizes, template in by_size(embedded.generator, clustering.Chooser, MOST_LARGER, cap=cap):
        if len(sizes) > 1 and max(sizes.values()) > 4 and not set(sizes.values()) <= {1, 2, 5, 8}:
            continue
        plain = focus(template)
        for focal in _merges(plain) if embedded.merged else (plain,):
            rests: list[Rest] = list(_rests(focal)) if embedded.rest else [(0, (), ())]
            yield from _blocks(focal, rests, embedded.changed, dict(sizes))


def _merges(plain: Focus) -> Iterator[Focus]:
    """Yield the focus itself, and the one in which focal categories of equal size are one, where that can be."""
    yield plain
    by_size: dict[int, list[int]] = {}
    for mask in plain.categories:
        by_size.setdefault(mask.bit_count(), []).append(mask)
    names = list(range(plain.items))
    for masks in by_size.values():
        first = items_of(masks[0])
        for mask in masks[1:]:
            for item, name in zip(items_of(mask), first, strict=True):
                names[item] = name
    order = {name: k for k, name in enumerate(sorted(set(names)))}
    sets = {mask for group in (plain.categories, *plain.outputs.values()) for mask in group}
    held = [[names[k] for k in items_of(mask)] for mask in sets]
    if len(order) < plain.items and all(len(set(part)) == len(part) for part in held):
        yield plain.renamed(tuple(order[name] for name in names))


def _rests(focal: Focus) -> Iterator[Rest]:
    """Yield further items, further categories and further clusters: copies of sets around all or some focal items.

    Beside these sets, focal categories may be clusters several times, which makes their own items a small part.
    """
    by_size: dict[int, int] = {}
    for mask in focal.categories:
        by_size[mask.bit_count()] = by_size.get(mask.bit_count(), 0) | mask
    whole = (1 << focal.items) - 1
    kinds = sorted({whole, *by_size.values()})
    for extra in (0, 1, 5, 15):
        if focal.items + extra > MOST_LARGER:
            continue
        new = ((1 << extra) - 1) << focal.items
        for kind in kinds:
            for times in (0, 1, 2, 3, 5):
                if extra and not times:
                    continue
                around = (kind | new,) * times
                yield extra, around, around
                yield extra, around, (*around, *focal.categories * 5)
                yield extra, (*around, kind | new), (*around, kind | new, kind | new)
                yield extra, (*around, kind | new, kind | new), (*around, kind | new)


def _blocks(
    focal: Focus,
    rests: list[Rest],
    changed: str,
    sizes: dict[str, int],
) -> Iterator[Block]:
    width = max(max(len(rest[1]), len(rest[2])) for rest in rests)

    def table(own: tuple[int, ...], further: list[tuple[int, ...]]) -> NDArray[np.int64]:
        return np.array([[*own, *part, *[0] * (width - len(part))] for part in further], dtype=np.int64)

    categories, clusters = [rest[1] for rest in rests], [rest[2] for rest in rests]
    outputs = {name: table(masks, clusters) for name, masks in focal.outputs.items()}
    block = Block(sizes, table(focal.categories, categories), outputs)
    kept = fitting(block, changed)
    if len(kept.gold):
        yield kept
