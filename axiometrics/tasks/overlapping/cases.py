"""All cases of a constraint as one batch of families, smallest first, and the families that a sweep chooses from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Integers
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.choosing import Answers, each_choice, of_one_size
from axiometrics.tasks.overlapping import Families, enumeration, items_of, mask_of
from axiometrics.tasks.overlapping.chooser import (
    Change,
    Chooser,
    Embedded,
    Family,
    Generator,
    Template,
    occurrences,
)
from axiometrics.tasks.overlapping.enumeration import Block, blocks, reach
from axiometrics.tasks.overlapping.occurrences import Side
from axiometrics.tasks.overlapping.view import FamiliesBatch
from axiometrics.tasks.shared_tables import padded


def case_of(outputs: Mapping[str, Families], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the occurrences in the gold and in the largest output."""
    gold = next(iter(outputs.values())).category_occurrences
    return Case(outputs, sizes, gold + max(output.cluster_occurrences for output in outputs.values()))


def gather(
    made: Iterable[tuple[dict[str, int], Template | Embedded]], outputs: Sequence[str], largest_size: int
) -> CaseBatch:
    """Return the cases of templates up to a bound: embedded ones in every rest that fits."""
    found: list[Block] = []
    plain: list[tuple[dict[str, int], Template]] = []
    for sizes, template in made:
        if isinstance(template, Embedded):
            found += blocks(template, largest_size)
        else:
            plain.append((sizes, template))
    return joined([*found, *packed(plain, outputs)], outputs, largest_size)


def packed(made: Sequence[tuple[dict[str, int], Template]], outputs: Sequence[str]) -> list[Block]:
    """Pack templates that chose the same sizes by name."""
    groups: dict[tuple[tuple[str, int], ...], list[Template]] = {}
    for sizes, template in made:
        _check(template, outputs)
        groups.setdefault(tuple(sizes.items()), []).append(template)
    return [
        Block(
            dict(sizes),
            _table([template.gold for template in group]),
            {name: _table([template.outputs[name] for template in group]) for name in outputs},
        )
        for sizes, group in groups.items()
    ]


def _check(template: Template, outputs: Sequence[str]) -> None:
    require_outputs(template.outputs, outputs)
    items = frozenset().union(*template.gold)
    for name in outputs:
        family = template.outputs[name]
        if not family or not all((*family, *template.gold)):
            raise InputError(f"the generator makes an empty set in {name} or in its gold; leave it out")
        strange = frozenset().union(*family) - items
        if strange:
            raise InputError(f"the generator's {name} has items that its gold has not: {sorted(strange)[:3]}")


def _table(families: Sequence[Family]) -> Integers:
    table = np.zeros((len(families), max(map(len, families))), dtype=np.int64)
    for place, family in enumerate(families):
        table[place, : len(family)] = [_mask(part) for part in family]
    return table


_mask = lru_cache(maxsize=65536)(mask_of)
_set = lru_cache(maxsize=65536)(lambda mask: frozenset(items_of(mask)))


def joined(found: Sequence[Block], outputs: Sequence[str], complete_up_to: int | None) -> CaseBatch:
    """Return the cases of blocks as one batch, smallest first."""
    if not found:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, complete_up_to)
    gold = _stacked([block.gold for block in found])
    judged = {name: _stacked([block.outputs[name] for block in found]) for name in outputs}
    occurrences = {
        name: np.bitwise_count(table).sum(axis=1).astype(np.int64) for name, table in judged.items()
    }
    size = np.bitwise_count(gold).sum(axis=1).astype(np.int64) + np.max(list(occurrences.values()), axis=0)
    items = np.bitwise_count(np.bitwise_or.reduce(gold, axis=1))
    sets = np.sum([(table > 0).sum(axis=1) for table in (gold, *judged.values())], axis=0)
    order = np.lexsort((np.arange(len(size)), sets, items, size))
    side = _side(gold[order])
    batches = {name: FamiliesBatch(len(order), side, _side(judged[name][order])) for name in outputs}
    chosen = columns([block.sizes for block in found], [len(block.gold) for block in found])
    return CaseBatch(
        batches, size[order], {name: values[order] for name, values in chosen.items()}, complete_up_to
    )


def _stacked(tables: Sequence[Integers]) -> Integers:
    width = max(table.shape[1] for table in tables)
    return np.concatenate([padded(table, width) for table in tables])


def _side(table: Integers) -> Side:
    case, place = np.nonzero(table)
    return Side.from_masks(case.astype(np.int64), table[case, place])


def case_of_template(template: Template, outputs: Sequence[str], sizes: Mapping[str, int]) -> Case:
    """Return a template as a case."""
    _check(template, outputs)
    gold = tuple(tuple(sorted(part)) for part in template.gold)
    families = {name: tuple(tuple(sorted(part)) for part in template.outputs[name]) for name in outputs}
    return case_of({name: Families(gold, family) for name, family in families.items()}, sizes)


batch_of_cases = partial(cases.batch_of_cases, batch=FamiliesBatch.from_tables)
"""Returns given cases as a batch, smallest first."""


@dataclass(frozen=True)
class Library:
    """The families to choose from: all of them, those beside one, the parts of one, and how far a number may go."""

    families: Callable[[bool], Sequence[Family]]
    beside: Callable[[Family, bool], Sequence[Family]]
    parts: Callable[[Family], Sequence[Family]]
    steps: Sequence[int]


class LibraryChooser(Chooser):
    """Answers with families of a library."""

    def __init__(self, answers: Answers, library: Library) -> None:
        super().__init__(answers)
        self.library = library

    def family(self, *, overlap: bool = True) -> Family:
        """Return a family of the library."""
        return self.answers.one_of(self.library.families(overlap))

    def beside(self, family: Family, *, overlap: bool = True) -> Family:
        """Return a family over the same items."""
        return self.answers.one_of(self.library.beside(family, overlap))

    def part(self, family: Family) -> Family:
        """Return a part of a family."""
        return self.answers.one_of(self.library.parts(family))

    def changed(self, family: Family, change: Change) -> Any:
        """Return what a change makes of a family."""
        return self.answers.one_of(_options(change, family))


_options = lru_cache(maxsize=256)(lambda change, family: change.options(family))
"""Returns all that a change makes; a family's paths follow one another."""


def templates(
    generator: Generator, library: Library, largest_size: int | None
) -> Iterator[tuple[dict[str, int], Template | Embedded]]:
    """Yield every template with the chosen numbers; those that are larger than the bound are left out."""
    for chooser, made in each_choice(
        generator, lambda answers: LibraryChooser(answers, library), library.steps
    ):
        if isinstance(made, Embedded) or largest_size is None or _checked(made).size <= largest_size:
            yield dict(chooser.answers.made), made


def _checked(template: Template) -> Template:
    if occurrences(template.gold) > max(map(occurrences, template.outputs.values())):
        raise InputError(
            "every output of the generator has fewer occurrences than the gold; one must have as many, so that all "
            "cases up to a size can be made"
        )
    return template


@lru_cache(maxsize=8)
def every_family(largest_size: int) -> Library:
    """Return all families of up to half of the bound's occurrences, and beside each what the bound leaves room for."""

    @lru_cache(maxsize=4)
    def families(overlap: bool) -> list[Family]:
        return [
            unpacked(row)
            for total in range(1, largest_size // 2 + 1)
            for items in range(1, total + 1)
            for row in enumeration.families(items, total, overlap=overlap)
        ]

    @lru_cache(maxsize=65536)
    def beside(family: Family, overlap: bool) -> list[Family]:
        items = len(frozenset().union(*family))
        room = range(items, largest_size - occurrences(family) + 1) if overlap else (items,)
        packed = tuple(sorted(map(mask_of, family), reverse=True))
        return [unpacked(row) for total in room for row in enumeration.beside(packed, total, overlap=overlap)]

    return Library(families, beside, every_part, range(largest_size))


@lru_cache(maxsize=65536)
def every_part(family: Family) -> list[Family]:
    """Return the proper parts of a family in which every item occurs, large ones first, equal ones once."""
    items = frozenset().union(*family)
    parts = (part for count in range(len(family) - 1, 0, -1) for part in combinations(family, count))
    return list(dict.fromkeys(part for part in parts if frozenset().union(*part) == items))


def unpacked(row: Sequence[int]) -> Family:
    """Return the sets that masks stand for."""
    return tuple(map(_set, row))


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator up to a size, embedded ones in every rest that fits."""
    made = list(templates(generator, every_family(size), size))
    return gather(made, outputs, max([reach(template, size) for _, template in made], default=size))


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case for each value of a generator's one size, ascending."""
    made = of_one_size(generator, lambda answers: LibraryChooser(answers, every_family(8)), values)
    cases = [case_of_template(template, outputs, sizes) for sizes, template in made]
    return batch_of_cases(outputs, cases, complete_up_to=max(values))
