"""Cases of a constraint as one batch of organizations, smallest first: every tuple of small distributions.

Cases of simpler tasks are written as organizations. Random ones have up to 3 levels of 3 clusters a distribution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import count
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import before, lengths, numbered, owners
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import Answers, Impossible, Spread, each_choice, least, of_one_size
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.filtering import Counts
from axiometrics.tasks.filtering.cases import CountsBatch
from axiometrics.tasks.organization import ALONE, Chooser, Embedded, Generator, Organization
from axiometrics.tasks.organization.distribution import Distribution, Level, tuples
from axiometrics.tasks.organization.relations import Layout, Places
from axiometrics.tasks.organization.view import OrganizationBatch
from axiometrics.tasks.overlapping import Families
from axiometrics.tasks.overlapping.view import FamiliesBatch
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.batch import RankingBatch
from axiometrics.tasks.registry import get_task
from axiometrics.tasks.users_data import letters


def case_of(outputs: Mapping[str, Organization], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the occurrences of documents in the largest output and its gold."""
    return Case(outputs, sizes, max(each.size for each in outputs.values()))


def embedded_batch(template: Embedded, found: Any, outputs: Sequence[str]) -> CaseBatch:
    """Write a batch of cases of a simpler task as organizations, each output once."""
    if not len(found):
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, found.complete_up_to, simpler=found)
    batches = {name: _written(template, found.outputs[name]) for name in outputs}
    return CaseBatch(batches, found.size, found.sizes, found.complete_up_to, simpler=found)


def _written(template: Embedded, batch: Any) -> OrganizationBatch:
    write = partial(placed, template.task, bottom=template.bottom)
    return OrganizationBatch(_Written(write, batch), layout_of(batch, template.bottom))


class _Written(Sequence[Organization]):
    """Outputs of a simpler task, each written as an organization when it is asked for."""

    def __init__(self, write: Callable[[Any], Organization], batch: Any) -> None:
        self.write, self.batch = write, batch

    def __len__(self) -> int:
        return len(self.batch)

    def __getitem__(self, index: Any) -> Any:
        return self.write(self.batch.table(index))

    def __iter__(self) -> Iterator[Organization]:
        return map(self.write, self.batch.tables())


def embedded_case(template: Embedded, case: Any) -> Case:
    """Write one case of a simpler task as organizations."""
    write = partial(placed, template.task, bottom=template.bottom)
    return Case({name: write(output) for name, output in case.outputs.items()}, case.sizes, case.size)


def batch_of_cases(
    outputs: Sequence[str], given: Iterable[Case], complete_up_to: int | None = None
) -> CaseBatch:
    """Return given cases as a batch, smallest first. Raises InputError where an output is missing."""
    return cases.batch_of_cases(outputs, given, OrganizationBatch, complete_up_to)


FEWER, MOST = 2, 6
"""How many occurrences fewer than items of a simpler task all distributions are tried with, and how many at most."""
MORE = {"overlapping": 2}
"""By simpler task: how much larger its cases are; those of overlapping clusterings are counted on both sides."""
LARGEST_SIZE = 3
"""Up to how much above its least value a size of a generator is tried."""


def template_of(generator: Generator) -> Any:
    """Return what a generator makes of the least of everything it asks for.

    Raises InputError where one that hands on another generator chooses something itself: only the least would be tried.
    """
    answers, template = least(generator, Chooser)
    if isinstance(template, Embedded) and answers.made:
        raise InputError(
            "a generator that hands on a simpler task's generator leaves all choices to that one; "
            f"this one asks for {', '.join(answers.made)}"
        )
    return template


def simpler(template: Embedded) -> Any:
    """Return the task whose cases a generator hands on."""
    return get_task(template.task)


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator, smallest first.

    Up to ``size`` as the simpler task counts it, or `MORE`; else up to ``size - 2`` occurrences (6 at most) in all
    distributions together, and with sizes up to 3 above their least values.
    """
    template = template_of(generator)
    if isinstance(template, Embedded):
        found = simpler(template).sweep(template.generator, outputs, size + MORE.get(template.task, 0))
        return embedded_batch(template, found, outputs)
    largest_size = min(max(size - FEWER, 2), MOST)
    return batch_of_cases(outputs, _each_case(generator, largest_size), largest_size)


class _EachChooser(Chooser):
    """Answers with all distributions of up to so many occurrences together."""

    def __init__(self, answers: Answers, largest_size: int) -> None:
        super().__init__(answers)
        self.largest_size = largest_size

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        return self.answers.one_of(_tuples(len(names), self.largest_size))


def _each_case(generator: Generator, largest_size: int) -> Iterator[Case]:
    for chooser, template in each_choice(
        generator, partial(_EachChooser, largest_size=largest_size), range(LARGEST_SIZE + 1)
    ):
        if isinstance(template, Embedded):
            raise InputError("a generator hands on a simpler task's generator always or never")
        yield case_of(template.outputs, chooser.answers.made)


@lru_cache(maxsize=8)
def _tuples(number: int, largest_size: int) -> Sequence[tuple[Distribution, ...]]:
    return [each for size in range(number, largest_size + 1) for each in tuples(number, size)]


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return larger cases of the simpler task, if there is one."""
    template = template_of(generator)
    if isinstance(template, Embedded):
        found = simpler(template).larger(template.generator, outputs, wide=wide)
        return embedded_batch(template, found, outputs)
    return batch_of_cases(outputs, [])


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case for each value of a generator's one size, ascending."""
    template = template_of(generator)
    if isinstance(template, Embedded):
        return embedded_batch(
            template, simpler(template).series(template.generator, outputs, values), outputs
        )
    made = of_one_size(generator, Chooser, values)
    cases = [case_of(template.outputs, sizes) for sizes, template in made if template is not None]
    found = batch_of_cases(outputs, cases, max(values))
    order = np.argsort(next(iter(found.sizes.values()), np.zeros(0)), kind="stable")
    return batch_of_cases(outputs, [found.case(int(place)) for place in order], max(values))


def from_clustering(table: Table) -> Organization:
    """Write a clustering; the items of a category have its letter and a number.

    >>> from_clustering(Table.from_notation("{a a b}{b}")).notation()
    '[{a1 a2 b1} b2] | [{a1 a2} {b1 b2}]'
    """
    names = [
        letters(j) if len(letters(j)) == 1 else f"{letters(j)}." for j in range(len(table.category_sizes))
    ]
    items = [map(f"{name}{{}}".format, count(1)) for name in names]
    system = tuple(
        tuple(next(items[j]) for j in sorted(cluster) for _ in range(cluster[j]))
        for cluster in table.clusters()
    )
    sizes = zip(names, table.category_sizes, strict=True)
    gold = tuple(tuple(f"{name}{place}" for place in range(1, size + 1)) for name, size in sizes)
    return Organization((gold,), (system,))


def from_overlapping(families: Families) -> Organization:
    """Write an overlapping clustering; items have the letters of its notation.

    >>> from_overlapping(Families.from_notation("{a b}{a c} | {a b}{c}")).notation()
    '[{a b} {a c}] | [{a b} c]'
    """
    levels = (tuple(tuple(map(letters, part)) for part in side) for side in (families.gold, families.system))
    return Organization(*((level,) if level else () for level in levels))


def from_filtering(counts: Counts, bottom: str = "level") -> Organization:
    """Write a filtered collection; relevant items are r1, r2, ..., the others n1, n2, ...

    >>> from_filtering(Counts(1, 0, 1, 1)).notation()
    '[r1] [r2 n1] | [r1 r2] [n1]'
    >>> from_filtering(Counts(1, 0, 1, 1), bottom="tail").notation()
    '[r1] | [r1 r2]'
    """
    relevant, others = _named("r", counts.relevant), _named("n", counts.irrelevant)
    system = [relevant[: counts.tp] + others[: counts.fp], relevant[counts.tp :] + others[counts.fp :]]
    gold = [relevant, others]
    shown = 2 if bottom == "level" else 1
    return Organization(*(tuple(filter(None, side[:shown])) for side in (gold, system)))


def _named(letter: str, number: int) -> Level:
    """Return so many documents with a letter and numbers from 1 on, each alone in its cluster."""
    return _enough(letter, 1 << number.bit_length())[:number]


@lru_cache(maxsize=64)
def _enough(letter: str, number: int) -> Level:
    return tuple((f"{letter}{place}",) for place in range(1, number + 1))


def from_ranking(ranking: Ranking) -> Organization:
    """Write a ranking; relevant documents are r1, r2, ... by grade and rank, judged others n1, ..., unjudged u1, ...

    >>> from_ranking(Ranking.from_notation("- r ? | r")).notation()
    '[n1] [r1] [u1] | [r1 r2]'
    """
    grades = sorted(set(ranking.ideal), reverse=True)
    starts = {grade: 1 + sum(other > grade for other in ranking.ideal) for grade in grades}
    names = {grade: (f"r{place}" for place in count(start)) for grade, start in starts.items()}
    names |= {0: (f"n{place}" for place in count(1)), None: (f"u{place}" for place in count(1))}  # type: ignore[dict-item]
    system = [[next(names[grade])] for grade in ranking.grades]  # type: ignore[index]
    gold = [[f"r{starts[grade] + place}" for place in range(ranking.ideal.count(grade))] for grade in grades]
    return Organization(_alone(gold), _alone(system))


def _alone(levels: Iterable[Iterable[str]]) -> Distribution:
    """Levels of documents that are all alone in their clusters; empty levels are left out."""
    return tuple(level for each in levels if (level := tuple((document,) for document in each)))


def layout_of(batch: Any, bottom: str = "level") -> Layout | None:
    """Return where the documents are of the outputs of a simpler task, as these are written; None where not known."""
    for kind, made in _LAYOUTS.items():
        if isinstance(batch, kind):
            return made(batch, bottom)
    return None


def _of_clusterings(batch: TableBatch, bottom: str) -> Layout:
    case, cells = owners(lengths(batch.cell_start, len(batch.n))), np.arange(len(batch.n))
    sides = (
        Places(cells, np.zeros_like(cells), np.where(size[number] > 1, number - start[case], ALONE))
        for size, number, start in (
            (batch.a, batch.cluster, batch.cluster_start), (batch.b, batch.category, batch.category_start),
        )
    )  # fmt: skip
    return Layout(len(batch), case, batch.n, *sides)


def _of_families(batch: FamiliesBatch, bottom: str) -> Layout:
    """Sets are in order of their items, and items in order of first mention, as in what is written of them."""
    width = max(batch.system.width, batch.gold.width)
    sides = [side.in_order for side in (batch.system, batch.gold)]
    keys = [side.case * width + side.item for side in sides]
    items, kinds = numbered(np.concatenate(keys))
    first = np.zeros_like(items)
    first[kinds[::-1]] = np.arange(len(kinds))[::-1]
    order = np.lexsort((first, items // width))
    items, kinds = items[order], np.argsort(order)[kinds]
    places = []
    for side, kind in zip(sides, np.split(kinds, [len(keys[0])]), strict=True):
        number = side.set_number - before(np.bincount(side.set_case, minlength=len(batch)))[side.case]
        cluster = np.where(side.size[side.set_number] > 1, number, ALONE)
        order = np.argsort(kind, kind="stable")
        places.append(Places(kind[order], np.zeros_like(kind), cluster[order]))
    return Layout(len(batch), items // width, np.ones_like(items), *places)


def _of_counts(batch: CountsBatch, bottom: str) -> Layout | None:
    counts = batch.counts.T.ravel()
    if counts.dtype == object:
        return None
    place = np.flatnonzero(counts if bottom == "level" else counts * np.tile([1, 1, 1, 0], len(batch)))
    case, kind = np.divmod(place, 4)
    sides, (tp, fp, fn, _) = [], batch.counts
    for lower, above in ((kind >= 2, tp + fp), (kind % 2 == 1, tp + fn)):
        there = np.flatnonzero(~lower | (bottom == "level"))
        level = (lower & (above[case] > 0))[there].astype(np.int64)
        sides.append(Places(there, level, np.full(len(there), ALONE)))
    return Layout(len(batch), case, counts[place], *sides)


def _of_rankings(batch: RankingBatch, bottom: str) -> Layout | None:
    if batch.grades.dtype == object or batch.missing.dtype == object:
        return None
    missed = np.repeat(np.arange(len(batch)), np.diff(batch.missing_starts))[batch.missing > 0]
    case = np.concatenate([batch.case, missed])
    grade = np.concatenate([batch.grades, batch.missing[batch.missing > 0]])
    order = np.argsort(case, kind="stable")
    case, grade, listed = case[order], grade[order], order < len(batch.grades)
    width = int(grade.max(initial=0)) + 1
    relevant, own = np.flatnonzero(grade > 0), np.flatnonzero(listed)
    levels, level = np.unique((case * width + width - 1 - grade)[relevant], return_inverse=True)
    above = before(np.bincount(levels // width, minlength=len(batch)))[case[relevant]]
    system = Places(own, batch.ranks["i"].astype(np.int64) - 1, np.full(len(own), ALONE))
    gold = Places(relevant, level - above, np.full(len(relevant), ALONE))
    return Layout(len(batch), case, np.ones_like(case), system, gold)


_LAYOUTS: Mapping[type, Callable[[Any, str], Layout | None]] = {
    TableBatch: _of_clusterings,
    FamiliesBatch: _of_families,
    CountsBatch: _of_counts,
    RankingBatch: _of_rankings,
}
"""By what holds many outputs of a simpler task: how these are laid out."""


_WRITERS: Mapping[str, Callable[..., Organization]] = {
    "clustering": from_clustering,
    "overlapping": from_overlapping,
    "filtering": from_filtering,
    "ranking": from_ranking,
}
"""By task: how its outputs are written."""

SIMPLER = tuple(_WRITERS)
"""The tasks whose outputs are organizations, in the order of the reports."""


def placed(task: str, output: Any, *, bottom: str = "level") -> Organization:
    """Write an output of a simpler task as an organization; raises InputError for a task that has no such form.

    ``bottom`` says where the lower of two levels goes, for filtered collections.
    """
    if task not in SIMPLER:
        raise InputError(f"outputs of {task} are no organizations; those of {', '.join(SIMPLER)} are")
    return _WRITERS[task](output, **({"bottom": bottom} if task == "filtering" else {}))


# --- random cases

MOST_LEVELS = 3
MOST_CLUSTERS = 3
MOST_DOCUMENTS = 4
DOCUMENTS = tuple(f"d{number}" for number in range(1, 8))
FURTHEST = 12
"""How far above its least value a number of a simpler task is: formulas run over pairs of documents."""


class _Drawn(Chooser):
    """Answers with drawn distributions."""

    answers: Spread

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        return tuple(self._levels() for _ in names)

    def _levels(self) -> Distribution:
        levels = range(1 + self.answers.pick(MOST_LEVELS))
        return tuple(
            tuple(self._cluster() for _ in range(1 + self.answers.pick(MOST_CLUSTERS))) for _ in levels
        )

    def _cluster(self) -> tuple[str, ...]:
        documents = range(1 + self.answers.pick(MOST_DOCUMENTS))
        return tuple(sorted({DOCUMENTS[self.answers.pick(len(DOCUMENTS))] for _ in documents}))


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case: of the simpler task that a generator hands on, or up to 3 levels of 3 clusters a distribution."""
    answers.furthest = min(answers.furthest, FURTHEST)
    template = generator(_Drawn(answers))
    if isinstance(template, Embedded):
        return embedded_case(template, simpler(template).random_case(template.generator, answers))
    if template is None:
        raise Impossible
    return case_of(template.outputs, answers.made)
