"""The cases that a generator makes of a chooser's answers, all small ones and random ones; and many lists at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Rows, ratios, whole
from axiometrics.tasks import cases
from axiometrics.tasks import chooser as choosers
from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import Answers, Impossible, each_choice
from axiometrics.tasks.rank_similarity.lists import Groups, Lists

Template = Mapping[str, Lists]
"""The outputs by name."""
LONGEST = 12
"""Items of a list in random cases."""
FRACTIONAL = frozenset("xzghc")


class Chooser(choosers.Chooser):
    """Where a generator gets its lists from; ``most`` is the length of the longest one."""

    def __init__(self, answers: Answers, most: int) -> None:
        super().__init__(answers)
        self.most = self.covers = most
        """How many items the longest list has, and up to which number all lists are made."""

    def length(self, name: str, low: int = 1, more: int = 0) -> int:
        """Return the length of a list, up to the longest one and some more, or less."""
        self.covers = min(self.covers, self.most + more)
        return self.answers.named(name, range(low, max(low, self.most + more) + 1))

    def first(self, length: int) -> tuple[str, ...]:
        """Return the first list of a case: which items it has does not matter."""
        return tuple(f"i{place}" for place in range(1, length + 1))

    def another(self, length: int, known: Sequence[str], *, new: int | None = None) -> tuple[str, ...]:
        """Return any list of some known items and of new ones, of which there are so many in all, or any number."""
        found: list[str] = []
        for _ in range(length):
            left = [item for item in known if item not in found]
            fresh = f"i{len(known) + 1 + sum(item not in known for item in found)}"
            allowed = new is None or sum(item not in known for item in found) < new
            found.append(self.answers.one_of([*left, *([fresh] if allowed else [])]))
        return tuple(found)

    def tied(self, items: Sequence[str], lists: str) -> Groups:
        """Return a list as groups of one, or with any ties."""
        if lists == "strict" or not items:
            return tuple((item,) for item in items)
        found = [[items[0]]]
        for item in items[1:]:
            together = self.answers.pick(2)
            if together and found[-1][-1] > item:
                raise Impossible  # the order of tied items says nothing: they stand by their names
            found[-1:] = [[*found[-1], item]] if together else [found[-1], [item]]
        return tuple(map(tuple, found))


class ListsBatch(Outputs):
    """Pairs of lists, whose depths, pairs of items and items are rows."""

    def __init__(self, lists: Sequence[Lists]) -> None:
        self.lists = lists

    def __len__(self) -> int:
        return len(self.lists)

    def table(self, index: int) -> Lists:
        """Return one pair of lists."""
        return self.lists[index]

    def tables(self) -> Iterator[Lists]:
        """Yield every pair of lists."""
        return iter(self.lists)

    @cached_property
    def quantities(self) -> dict[str, Any]:
        """The lengths, shared items, the depth from which all may be shared, and whether the items are the same."""
        made = [(*sorted(lists.lengths), lists.common) for lists in self.lists]
        columns = [(s, l, x, s + l - x, int(s == l == x)) for s, l, x in made]
        return dict(zip("slXFq", np.array(columns, dtype=np.int64).reshape(-1, 5).T, strict=True))

    def rows(self, domain: str) -> Rows:
        """Return what a domain runs over."""
        if domain == "whole":
            return Rows(np.arange(len(self)), {})
        kind, _, ties = domain.partition("_")
        made = [_ROWS[kind](lists, ties) for lists in self.lists]
        names = {"beyond": "dy", "pairs": "t", "items": "c"}.get(kind, "dxzghe")
        table = [*zip(*chain.from_iterable(made), strict=True)] or [()] * len(names)
        columns = {
            name: ratios(column) if name in FRACTIONAL else whole(column)
            for name, column in zip(names, table, strict=True)
        }
        return Rows(np.repeat(np.arange(len(made)), [*map(len, made)]), columns)


def _beyond(lists: Lists, _: str) -> list[tuple[int, int]]:
    shorter, longer = sorted(lists.lengths)
    last = shorter + longer - lists.common
    return [(depth, lists.common - shorter - longer + 2 * depth) for depth in range(longer + 1, last + 1)]


_ROWS: dict[str, Callable[[Lists, Any], list[Any]]] = {
    "depths": lambda lists, ties: lists.depth_rows(ties),
    "end": lambda lists, ties: lists.depth_rows(ties)[-1:],
    "shared": lambda lists, ties: lists.depth_rows(ties)[: min(lists.lengths)],
    "beyond": _beyond,
    "pairs": lambda lists, _: lists.pair_rows(),
    "items": lambda lists, _: lists.item_rows(),
}


def case_of(outputs: Mapping[str, Lists], chosen: Mapping[str, int]) -> Case:
    """Return a case; its size is the number of items of the longest list."""
    return Case(outputs, chosen, max(max(lists.lengths) for lists in outputs.values()))


def batch_of_cases(
    outputs: Sequence[str], given: Sequence[Case], complete_up_to: int | None = None
) -> CaseBatch:
    """Return cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, ListsBatch, complete_up_to, _order)


def _order(case: Case) -> tuple[Any, ...]:
    known = [each.canonical() for each in case.outputs.values()]
    return case.size, sum(sum(each.lengths) for each in case.outputs.values()), str(known)


def sweep(generator: Callable[..., Template], outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of lists of up to so many items."""
    made = each_choice(generator, lambda answers: Chooser(answers, size))
    known: dict[Any, Case] = {}
    for chooser, template in made:
        size = min(size, chooser.covers)
        case = case_of(template, chooser.answers.made)
        known.setdefault(tuple(template[name].notation() for name in outputs), case)
    return batch_of_cases(outputs, [*known.values()], size)


def random_case(generator: Callable[..., Template], answers: Answers) -> Case:
    """Return the case that answers make."""
    return case_of(generator(Chooser(answers, LONGEST)), answers.made)
