"""Cases beyond the sweep: random ones of up to 20 items and 9 labels, and larger ones, the same each time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import AtRandom, GeneratorKey, Impossible, Spread, each_choice, tried
from axiometrics.tasks.multilabel.assignment import Assignment
from axiometrics.tasks.multilabel.cases import (
    Change,
    Chooser,
    Generator,
    Made,
    Swept,
    asked,
    case_of,
    gathered,
)
from axiometrics.tasks.multilabel.hierarchy import Hierarchy, mask_of

__all__ = ["larger", "many", "random_case"]

MOST_ITEMS, MOST_LABELS = 20, 9
"""How many there are in random cases."""
TRIES = 3
"""Outputs of which one is looked for that a change is possible of."""
SET_SIZES = 0, 1, 1, 2, 3
"""How many labels a drawn set has, as far as there are so many."""


class _Drawn(Chooser):
    """Answers with drawn outputs: few labels for each item, some of them right."""

    answers: Spread
    most = 200

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
        return self._some(range(label), 2 if two else 1)

    def _labels(self, labels: int) -> tuple[int, ...]:
        return self._some(range(labels), min(self.answers.one_of(SET_SIZES), labels))

    def _some(self, options: Sequence[int], count: int) -> tuple[int, ...]:
        """Return so many options in any order."""
        left = list(options)
        return tuple(left.pop(self.answers.pick(len(left))) for _ in range(count))


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case of items and labels whose numbers are of any magnitude."""
    return case_of(generator(_Drawn(answers)), {})


MOST_DRAWN = 200


def many(generator: Generator, outputs: Sequence[str], count: int, seed: int) -> CaseBatch:
    """Return random cases, at most some hundreds; the same ones are made once."""
    return _many(GeneratorKey(generator), tuple(outputs), min(count, MOST_DRAWN), seed)


@lru_cache(maxsize=4)
def _many(key: GeneratorKey, outputs: tuple[str, ...], count: int, seed: int) -> CaseBatch:
    draw = random.Random(seed)
    made = (tried(key.generator, _Drawn(AtRandom(draw.randrange))) for _ in range(count))
    return gathered([template for template in made if template is not None], outputs, None)


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
