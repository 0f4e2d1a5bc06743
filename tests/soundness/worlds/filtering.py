"""Filtered collections as four counts; read from ``tp=3 fp=1 fn=0 tn=2``, or made by the words of a constraint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..numbers import Number
from ..world import Case, World

Four = tuple[int, int, int, int]


class Counts:
    def __init__(self, tp: int, fp: int, fn: int, tn: int) -> None:
        self.tp, self.fp, self.fn, self.tn = map(Number, (tp, fp, fn, tn))
        self.relevant, self.irrelevant = Number(tp + fn), Number(fp + tn)
        self.selected, self.unselected = Number(tp + fp), Number(fn + tn)
        self.items = Number(tp + fp + fn + tn)


def read(text: str) -> Counts:
    return Counts(**{name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", text)})


def large(constraint: str, random: Random, items: int) -> Iterator[Case]:
    while True:
        worse, better = _pair(constraint, random, items)
        outputs = {"worse": Counts(*worse), "better": Counts(*better)}
        yield Case(outputs, sum(worse), f"(tp, fp, fn, tn): worse {worse}, better {better}")


def _pair(constraint: str, random: Random, items: int) -> tuple[Four, Four]:
    if constraint.startswith("non_informative"):
        unit = max(1, round((items / 3) ** 0.5))
        a, b, c = random.randrange(unit + 1), random.randrange(1, unit + 1), random.randrange(unit + 1)
        k, l = random.randrange(1, unit + 1), random.randrange(1, unit + 1)
        return (k * a, l * a, k * (b + c), l * (b + c)), (k * (a + b), l * (a + b), k * c, l * c)
    cuts = sorted(random.choice((0, random.randrange(items - 1), items - 2)) for _ in range(3))
    parts = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], items - 2 - cuts[2]]
    random.shuffle(parts)
    tp, fp, fn, tn = parts
    if constraint == "priority_relevant":
        tn += not fp + tn or random.random() < 0.5
        fn += items - tp - fp - fn - tn
        return (tp, fp, fn, tn), (tp + 1, fp, fn - 1, tn)
    fn += not tp + fn or random.random() < 0.5
    fp += items - tp - fp - fn - tn
    return (tp, fp, fn, tn), (tp, fp - 1, fn, tn + 1)


WORLD = World(
    key="filtering",
    view="counts",
    read=read,
    quantities=("tp", "fp", "fn", "tn", "relevant", "irrelevant", "selected", "unselected", "items"),
    reductions=(),
    known=(
        "(counts.tp + counts.tn) / counts.items",
        "ratio(counts.tp, counts.selected, 0)",
        "counts.tp / counts.relevant",
        "ratio(2 * counts.tp, 2 * counts.tp + counts.fp + counts.fn, 1)",
        "counts.tp / counts.relevant - counts.fp / counts.irrelevant",
        "3 * counts.tp - 2 * counts.fp",
        "ratio(counts.tp * counts.tn - counts.fp * counts.fn,"
        " sqrt(counts.relevant * counts.irrelevant * counts.selected * counts.unselected), 0)",
        "log2((counts.tp + Fraction(1, 2)) / (counts.fp + Fraction(1, 2)))",
    ),
    size="counts.items",
    large=large,
)
