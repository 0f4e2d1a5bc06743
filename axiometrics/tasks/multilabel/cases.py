"""What constraints ask for and get: an output and every change of it, and all small ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice, permutations
from operator import attrgetter
from typing import Any, NoReturn, TypeVar

import numpy as np

from axiometrics.tasks import cases, chooser
from axiometrics.tasks.cases import Case, CaseBatch, require_outputs
from axiometrics.tasks.choosing import (
    Answers,
    Given,
    Impossible,
    each_choice,
    tried,
)
from axiometrics.tasks.multilabel.assignment import Assignment
from axiometrics.tasks.multilabel.enumeration import bases, grid_text, small_outputs
from axiometrics.tasks.multilabel.hierarchy import Hierarchy
from axiometrics.tasks.multilabel.rows import Batch
from axiometrics.tasks.shared_tables import Repeated

__all__ = [
    "Change",
    "Chooser",
    "Effect",
    "Generator",
    "Made",
    "Swept",
    "Texts",
    "asked",
    "batch_of_cases",
    "case_of",
    "gathered",
    "states",
    "sweep",
]

Made = Mapping[str, Assignment]
"""The outputs of a case by name."""
Change = Callable[[Assignment], Iterable[Made]]
"""Returns all cases that an output makes."""
Generator = Callable[["Chooser"], Made]


Stated = TypeVar("Stated", bound=Callable[..., Any])
Texts = tuple[str, ...]
"""Of every output in words of three: what is in common, missed and extra."""


@dataclass(frozen=True)
class Effect:
    """What the outputs of a constraint do to items and labels; None for what is not known.

    ``raw`` and ``closed`` have the changed items, that with most gold labels first, ``labels`` the changed labels, the
    one first that the last output gives more often; each has a text for every output, an empty one where it is not
    there. ``c m x`` are what all outputs share of one, k and l are at least 1, e and h at least 0. ``information`` is
    that of all items together, with a and b at least 0, and a above 0 where that is ``sure`` or each label tells
    something; ``totals`` are all sums together.
    """

    outputs: tuple[str, ...] = ("worse", "better")
    raw: tuple[Texts, ...] | None = ()
    closed: tuple[Texts, ...] | None = ()
    labels: tuple[Texts, ...] | None = ()
    information: Texts | None = ()
    paths: tuple[Texts, ...] | None = None
    """The same of the nodes that lead to nearest common ancestors, in forests; beside ``totals`` of one item alone, if
    ``each``, that has gold labels: any other has no nodes in any output."""
    topmost: tuple[Texts, ...] | None = None
    """The same of topmost mistakes, all of them as missed; beside ``totals`` of all items together."""
    totals: Texts = ()
    each: bool = False
    """Whether every item, and every label, has of its own what ``totals`` say of all together."""
    sure: bool = False
    wrong: bool = False
    """Whether something is missed or extra in the first output."""
    forests: bool = False
    """Whether this is known where no label has two parents alone."""
    some_gold: bool = False
    """Whether the first changed item certainly has a gold label."""
    hits: str = ""
    """What is the same of the right labels in the lists: places i, or these with frequencies n."""
    ahead: str = ""
    """What is known of right labels of which the last output has all that the first has, or as many, at places that are
    no later, and perhaps more of them: places i, or these with frequencies n."""
    everything: bool = False
    """Whether every other sum is the same, too."""
    doubled: bool = False
    """Whether the last output has twice as many items."""
    where: Mapping[str, int] = field(default_factory=dict)
    """In which cases the outputs do this and not another thing."""
    added: tuple[Any, ...] = ()
    """The quantities that are 1 more in the last output."""


def states(*effects: Effect) -> Callable[[Stated], Stated]:
    """State what the outputs of a generator do: one thing, or several, each ``where`` it says."""

    def stated(generator: Stated) -> Stated:
        generator.__dict__["effects"] = effects
        return generator

    return stated


class Chooser(chooser.Chooser):
    """Where a generator gets an output from, and one of the changes that it makes of it."""

    less = 0
    """By how much the outputs are smaller than the sweep's size, since there are many changes of each."""
    most: int | None = None
    """Of how many changes of an output one is chosen, at most: of all."""

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
        made = self.answers.one_of(_options(change, found, self.most))
        self.require(information != "positive" or all(map(self.informative, made.values())))
        return made

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
def _options(change: Change, output: Assignment, most: int | None) -> Sequence[Made]:
    return list(islice(change(output), most))


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
