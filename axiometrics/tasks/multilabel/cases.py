"""What constraints ask for and get: an output and every change of it, and all small ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice, permutations
from operator import attrgetter
from typing import Any, NoReturn

import numpy as np

from axiometrics.tasks import cases, chooser
from axiometrics.tasks.cases import Case, CaseBatch, require_outputs
from axiometrics.tasks.choosing import (
    Answers,
    GeneratorKey,
    Given,
    Impossible,
    Spread,
    each_choice,
    many_tried,
    tried,
)
from axiometrics.tasks.multilabel import Assignment
from axiometrics.tasks.multilabel.enumeration import bases, grid_text, small_outputs
from axiometrics.tasks.multilabel.hierarchy import Hierarchy, mask_of
from axiometrics.tasks.multilabel.rows import Batch
from axiometrics.tasks.shared_tables import Repeated

Made = Mapping[str, Assignment]
"""The outputs of a case by name."""
Change = Callable[[Assignment], Iterable[Made]]
"""Returns all cases that an output makes."""
Generator = Callable[["Chooser"], Made]


class Chooser(chooser.Chooser):
    """Where a generator gets an output from, and one of the changes that it makes of it."""

    less = 0
    """By how much the outputs are smaller than the sweep's size, since there are many changes of each."""

    def output(self, kind: str) -> Assignment:
        """Return an output; of a ``kind`` of hierarchy ``any`` is a forest, ``flat`` one without edges, ``dag`` a graph
        in which a label has two parents."""
        raise NotImplementedError

    def perfect(self, kind: str) -> Assignment:
        """Return an output that is the gold."""
        return self.output(kind).perfect()

    def start(
        self, hierarchy: str, information: str = "gold", *, less: int = 0, perfect: bool = False
    ) -> Assignment:
        """Return an output whose ``information`` is that of the gold, ``positive`` for every label, or ``given``."""
        self.less = less
        found = self.perfect(hierarchy) if perfect else self.output(hierarchy)
        if information == "given":
            found = self.informed(found)
        self.require(information != "positive" or self.informative(found))
        return found

    def changed(
        self, change: Change, *, hierarchy: str = "any", information: str = "gold", less: int = 0
    ) -> Made:
        """Return what a change makes of an output.

        In a sweep there are ``less`` items and labels where there are many changes of each output.
        """
        found = self.start(hierarchy, information, less=less)
        made = self.answers.one_of(self.options(change, found))
        self.require(information != "positive" or all(map(self.informative, made.values())))
        return made

    def options(self, change: Change, output: Assignment) -> Sequence[Made]:
        """Return the changes of an output of which one is chosen: all."""
        return _options(change, output)

    def sets(self, output: Assignment) -> tuple[int, ...]:
        """Return other sets of labels of the same items."""
        every = range(1 << output.hierarchy.labels)
        return tuple(self.answers.one_of(every) for _ in output.gold)

    def reordered(self, output: Assignment) -> Assignment:
        """Return an output whose lists are in any order."""
        for item, labels in enumerate(output.system):
            output = output.changed(item, self.answers.one_of(list(permutations(labels))))
        return output

    @staticmethod
    def informative(output: Assignment) -> bool:
        """Whether every label tells something: fewer items have it than have all of its parents."""
        counts, _ = output.frequencies
        return all(max(own, 1) < above for own, above in zip(counts, output.above, strict=True))

    def informed(self, output: Assignment) -> Assignment:
        """Return the output with given frequencies: those of one of some collections."""
        tree = output.hierarchy
        counts = self.answers.one_of(_given(tree))
        return Assignment(tree, output.gold, output.system, (counts, max(4, *counts)))


@lru_cache(maxsize=1 << 12)
def _options(change: Change, output: Assignment) -> Sequence[Made]:
    return list(change(output))


@lru_cache(maxsize=1 << 8)
def _given(tree: Hierarchy) -> Sequence[tuple[int, ...]]:
    """Return frequencies of labels in other collections: alike for all of one depth, and falling label by label."""
    deep = tuple(max(1, 4 >> depth) for depth in tree.depth)
    falling = tuple(max(1, 5 - place - depth) for place, depth in enumerate(tree.depth))
    return list(dict.fromkeys((deep, falling)))


def case_of(outputs: Mapping[str, Assignment], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the number of items and labels of its smallest output."""
    return Case(outputs, sizes, min(map(_size, outputs.values())))


_order = attrgetter("order")


def _size(output: Assignment) -> int:
    return output.items + output.hierarchy.labels


# The cases of a constraint


MOST_SHARED = 5
"""Items and labels up to which all outputs are in one table."""


@lru_cache(maxsize=MOST_SHARED)
def _universe(size: int) -> tuple[Batch, dict[Assignment, int]]:
    outputs = list(small_outputs(size))
    return Batch(outputs), {output: place for place, output in enumerate(outputs)}


class Swept(Chooser):
    """Answers with all outputs of a size, or with those of a list."""

    def __init__(self, answers: Answers, size: int, some: Sequence[Assignment] | None = None) -> None:
        super().__init__(answers)
        self.upto, self.some = size, some

    def output(self, kind: str) -> Assignment:
        """Return one of the outputs."""
        return self.answers.one_of(bases(self.upto - self.less, kind) if self.some is None else self.some)

    def perfect(self, kind: str) -> Assignment:
        """Return one of the outputs that are the gold."""
        known = bases(self.upto - self.less, kind, perfect=True) if self.some is None else self.some
        return self.answers.one_of(known).perfect()


@dataclass(frozen=True)
class Whole(Mapping[str, Assignment]):
    """All that a change makes of outputs of a kind, before anything is chosen; it refuses to be looked into."""

    change: Change
    hierarchy: str
    information: str
    less: int

    def _refuse(self, *_: object) -> NoReturn:
        raise Impossible

    __getitem__ = __iter__ = __len__ = _refuse


class _Asking(Chooser):
    """Answers with what is asked."""

    def output(self, kind: str) -> Assignment:
        raise Impossible

    def changed(
        self, change: Change, *, hierarchy: str = "any", information: str = "gold", less: int = 0
    ) -> Made:
        return Whole(change, hierarchy, information, less)


def asked(generator: Generator) -> Whole | None:
    """Return the change of which a generator returns the cases as they are; None where it does anything else."""
    found = tried(generator, _Asking(Given()))
    return found if isinstance(found, Whole) else None


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator with up to so many items and labels, smallest first; see `grid_text`."""
    made: list[Made] = []
    whole = asked(generator)
    less = 0 if whole is None else whole.less
    if whole is not None and whole.information == "gold":
        for output in bases(size - less, whole.hierarchy):
            made += whole.change(output)
    else:
        for chosen, template in each_choice(generator, partial(Swept, size=size)):
            made.append(template)
            less = chosen.less
    shared = _universe(size) if size <= MOST_SHARED else None
    grid = grid_text(size - less)
    return replace(gathered(made, outputs, size - less - bool(grid), shared), grid=grid)


def gathered(
    made: Sequence[Made],
    outputs: Sequence[str],
    complete_up_to: int | None,
    shared: tuple[Batch, dict[Assignment, int]] | None = None,
) -> CaseBatch:
    """Return cases as a batch, smallest first, equal outputs once."""
    for template in made[:1]:
        require_outputs(template, outputs)
    made = list({tuple(template.values()): template for template in made}.values())
    made.sort(key=lambda template: min(map(_order, template.values())))
    batches = {}
    for name in outputs if made else ():
        column = [template[name] for template in made]
        table, places = shared or (None, {})
        which = [places.get(output, -1) for output in column]
        if table is None or -1 in which:
            places = {output: place for place, output in enumerate(dict.fromkeys(column))}
            table, which = Batch(list(places)), [places[output] for output in column]
        batches[name] = Repeated(table, np.array(which, dtype=np.int64))
    sizes = np.array([min(map(_size, template.values())) for template in made], dtype=np.int64)
    return CaseBatch(batches, sizes, {}, complete_up_to)


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(
        outputs, given, Batch, order=lambda case: min(map(_order, case.outputs.values()))
    )


# Cases beyond the sweep: random ones of up to 20 items and 9 labels, and larger ones, the same each time


MOST_ITEMS, MOST_LABELS = 20, 9
"""How many there are in random cases."""
TRIES = 3
"""Outputs of which one is looked for that a change is possible of."""
SET_SIZES = 0, 1, 1, 2, 3
"""How many labels a drawn set has, as far as there are so many."""
MOST_OPTIONS = 200
"""Of how many changes of a drawn output one is chosen, at most."""


class _Drawn(Chooser):
    """Answers with drawn outputs: few labels for each item, some of them right."""

    answers: Spread

    def options(self, change: Change, output: Assignment) -> Sequence[Made]:
        """Return the first changes of an output, which hardly ever is drawn again."""
        return list(islice(change(output), MOST_OPTIONS))

    def output(self, kind: str) -> Assignment:
        draw = self.answers
        items, labels = 1 + draw.amount(MOST_ITEMS - 1), 1 + draw.amount(MOST_LABELS - 1)
        tree = Hierarchy.of([self._parents(label, kind) for label in range(labels)])
        if kind == "dag" and tree.is_forest:
            raise Impossible
        gold, system = [], []
        for _ in range(items):
            own = self._labels(labels)
            gold.append(mask_of(own))
            system.append(tuple(sorted(own)) if draw.pick(10) < 3 else self._labels(labels))
        return Assignment(tree, tuple(gold), tuple(system))

    def changed(self, change: Change, **asked: Any) -> Made:
        for _ in range(TRIES):
            try:
                return super().changed(change, **asked)
            except Impossible:
                continue
        raise Impossible

    def _parents(self, label: int, kind: str) -> tuple[int, ...]:
        if kind == "flat" or not label or self.answers.pick(10) < 3:
            return ()
        two = kind == "dag" and label > 1 and self.answers.pick(2) == 1
        return self._some(label, 2 if two else 1)

    def _labels(self, labels: int) -> tuple[int, ...]:
        pick = self.answers.pick
        count = SET_SIZES[pick(len(SET_SIZES))]
        if count < 2:
            return (pick(labels),) if count else ()
        return self._some(labels, min(count, labels))

    def _some(self, labels: int, count: int) -> tuple[int, ...]:
        """Return so many labels in any order."""
        pick = self.answers.pick
        if count < 2:
            return (pick(labels),) if count else ()
        left = list(range(labels))
        return tuple([left.pop(pick(place)) for place in range(labels, labels - count, -1)])


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case of items and labels whose numbers are of any magnitude."""
    return case_of(generator(_Drawn(answers)), {})


MOST_DRAWN = 200


def many(generator: Generator, outputs: Sequence[str], count: int, seed: int) -> CaseBatch:
    """Return random cases, at most some hundreds; the same ones are made once."""
    return _many(GeneratorKey(generator), tuple(outputs), min(count, MOST_DRAWN), seed)


@lru_cache(maxsize=4)
def _many(key: GeneratorKey, outputs: tuple[str, ...], count: int, seed: int) -> CaseBatch:
    return gathered(many_tried(lambda answers: key.generator(_Drawn(answers)), count, seed), outputs, None)


@lru_cache(maxsize=8)
def _some_large(count: int, kind: str) -> list[Assignment]:
    """Return outputs of 4 to 8 labels, deep hierarchies among them, the same ones each time."""
    draw = random.Random(0)
    found: list[Assignment] = []
    while len(found) < count:
        items, labels = draw.choice((1, 1, 2, 3, 4)), draw.randint(4, 8)
        above = [draw.sample(range(label), min(label, draw.choice((0, 1, 1)))) for label in range(labels)]
        if kind == "dag":
            above[-1] = draw.sample(range(labels - 1), 2)
        tree = Hierarchy.of([() if kind == "flat" else tuple(each) for each in above])
        gold = [draw.sample(range(labels), draw.randint(0, 4)) for _ in range(items)]
        system = [draw.sample(range(labels), draw.randint(0, 4)) for _ in range(items)]
        found.append(Assignment(tree, tuple(map(mask_of, gold)), tuple(map(tuple, system))))
    return found


class _Large(Swept):
    """Answers with large outputs."""

    def output(self, kind: str) -> Assignment:
        return self.answers.one_of(_some_large(self.upto, kind))

    perfect = Chooser.perfect


MOST_LARGER = 3000


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return cases of 4 to 8 labels, at most some thousands; few of a metric that is called."""
    count = MOST_LARGER if wide else MOST_LARGER // 10
    made = _made(generator, 9000 if wide else 300)
    return gathered(list(islice(made, count)), outputs, None)


def _made(generator: Generator, size: int) -> Iterator[Made]:
    """Yield what a generator makes of large outputs, in their order."""
    whole = asked(generator)
    if whole is None or whole.information != "gold":
        yield from (template for _, template in each_choice(generator, partial(_Large, size=size)))
        return
    for output in _some_large(size, whole.hierarchy):
        yield from whole.change(output)
