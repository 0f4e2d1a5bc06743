"""Cases beyond the sweep: random ones of many items and labels, and larger ones with short gold sets."""

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

MOST_ITEMS, MOST_LABELS = 40, 9
"""How many there are in random cases."""
TRIES = 20
"""Outputs of which one is looked for that a change is possible of."""


class _Drawn(Chooser):
    """Answers with drawn outputs: few labels for each item, some of them right.

    Their sizes are drawn, and a number that all else hangs on, so that an output can be looked for.
    """

    answers: Spread

    def __init__(self, answers: Spread) -> None:
        super().__init__(answers)
        self.items, self.labels = 1 + answers.amount(MOST_ITEMS - 1), 1 + answers.amount(MOST_LABELS - 1)
        self.random = random.Random(answers.pick(1 << 16))

    def output(self, kind: str) -> Assignment:
        above = [self._parents(label, kind) for label in range(self.labels)]
        tree = Hierarchy.of(above)
        if kind == "dag" and tree.is_forest:
            raise Impossible
        gold = [self._labels() for _ in range(self.items)]
        system = tuple(tuple(sorted(own)) if self.random.random() < 0.3 else self._labels() for own in gold)
        return Assignment(tree, tuple(map(mask_of, gold)), system)

    def changed(self, change: Change, **asked: Any) -> Made:
        for _ in range(TRIES):
            try:
                return super().changed(change, **asked)
            except Impossible:
                continue
        raise Impossible

    def _parents(self, label: int, kind: str) -> tuple[int, ...]:
        draw = self.random
        if kind == "flat" or not label or draw.random() < 0.3:
            return ()
        two = kind == "dag" and label > 1 and draw.random() < 0.5
        return tuple(draw.sample(range(label), 2 if two else 1))

    def _labels(self) -> tuple[int, ...]:
        return tuple(
            self.random.sample(range(self.labels), min(self.random.choice((0, 1, 1, 2, 3)), self.labels))
        )


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
    """Return outputs of 5 or 6 labels with short gold sets, the same ones each time."""
    draw = random.Random(0)
    found: list[Assignment] = []
    while len(found) < count:
        items, labels = draw.randint(1, 4), draw.randint(4, 6)
        above = [draw.sample(range(label), min(label, draw.choice((0, 1, 1)))) for label in range(labels)]
        if kind == "dag":
            above[-1] = draw.sample(range(labels - 1), 2)
        tree = Hierarchy.of([() if kind == "flat" else tuple(each) for each in above])
        gold = [draw.sample(range(labels), draw.randint(0, 2)) for _ in range(items)]
        system = [draw.sample(range(labels), draw.randint(0, 2)) for _ in range(items)]
        found.append(Assignment(tree, tuple(map(mask_of, gold)), tuple(map(tuple, system))))
    return found


class _Large(Swept):
    """Answers with large outputs."""

    def output(self, kind: str) -> Assignment:
        return self.answers.one_of(_some_large(self.upto, kind))

    perfect = Chooser.perfect


MOST_LARGER = 1000


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return cases of 4 to 6 labels, at most some thousands; few of a metric that is called."""
    count = MOST_LARGER if wide else MOST_LARGER // 10
    made = _made(generator, 3000 if wide else 300)
    return gathered(list(islice(made, count)), outputs, None)


def _made(generator: Generator, size: int) -> Iterator[Made]:
    """Yield what a generator makes of large outputs, in their order."""
    whole = asked(generator)
    if whole is None or whole.information != "gold":
        yield from (template for _, template in each_choice(generator, partial(_Large, size=size)))
        return
    for output in _some_large(size, whole.hierarchy):
        yield from whole.change(output)
