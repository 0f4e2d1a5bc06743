"""All cases of a constraint as one batch of families, smallest first: shared by every metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.overlapping.batch import FamiliesBatch
from axiometrics.tasks.overlapping.chooser import Embedded, Family, Template
from axiometrics.tasks.overlapping.embedded.embedding import Block, blocks
from axiometrics.tasks.overlapping.enumeration import mask_of
from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.overlapping.occurrences import Side

__all__ = ["batch_of_cases", "case_of", "case_of_template", "gather", "joined", "packed"]

Integers = NDArray[np.int64]


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
    return np.concatenate([np.pad(table, ((0, 0), (0, width - table.shape[1]))) for table in tables])


def _side(table: Integers) -> Side:
    case, place = np.nonzero(table)
    return Side.from_masks(case.astype(np.int64), table[case, place])


def case_of_template(template: Template, outputs: Sequence[str], sizes: Mapping[str, int]) -> Case:
    """Return a template as a case."""
    _check(template, outputs)
    gold = tuple(tuple(sorted(part)) for part in template.gold)
    families = {name: tuple(tuple(sorted(part)) for part in template.outputs[name]) for name in outputs}
    return case_of({name: Families(gold, family) for name, family in families.items()}, sizes)


def batch_of_cases(
    outputs: Sequence[str], given: Sequence[Case], complete_up_to: int | None = None
) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, FamiliesBatch.from_tables, complete_up_to)
