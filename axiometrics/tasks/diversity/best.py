"""The best lists of a collection: those that may have the highest value, the greedy one, and the smallest cover.

What a list of documents has gained by a rank depends on which documents they are, not on their order. A measure that
adds up gains with weights that fall by rank is therefore highest at a list that no other one is ahead of at every rank:
all of these are found, in fractions, and no weight is asked for.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from axiometrics.errors import InputError
from axiometrics.tasks.diversity.documents import Document

__all__ = ["Cover", "Gains", "best_lists", "greedy_list", "smallest_cover"]

MOST_STATES = 20_000
"""Sets of documents that are looked at for the best lists."""

Gains = tuple[Fraction, ...]
"""What a list gains at every rank."""


class Cover(NamedTuple):
    """How documents cover aspects: what is left of an aspect after a document of each grade, and what aspects weigh."""

    left: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]
    first: tuple[Fraction, ...]
    """What a document of each grade gets of an aspect of which everything is left."""


def _whole_numbers(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return values as whole numbers of a unit, and how many units are 1."""
    unit = math.lcm(*(value.denominator for value in values))
    return [int(value * unit) for value in values], unit


class _Covering:
    """A cover in whole numbers, for lists of so many documents at most."""

    def __init__(self, cover: Cover, length: int) -> None:
        self.left, self.part = _whole_numbers(cover.left)
        self.weights, weights = _whole_numbers(cover.weights)
        self.first, first = _whole_numbers(cover.first)
        self.everything = (self.part**length,) * len(cover.weights)
        self.unit = weights * first * self.part**length

    def gain(self, left: Sequence[int], document: Document) -> int:
        """Return what a document adds."""
        parts = zip(self.weights, left, document, strict=True)
        return sum(weight * rest * self.first[grade] for weight, rest, grade in parts if grade)

    def after(self, left: Sequence[int], document: Document) -> tuple[int, ...]:
        """Return what is left of every aspect."""
        return tuple(rest * self.left[grade] // self.part for rest, grade in zip(left, document, strict=True))

    def gains(self, sums: Sequence[int]) -> Gains:
        """Return the gain at every rank of a list whose sums are given."""
        return tuple(Fraction(two - one, self.unit) for one, two in pairwise((0, *sums)))


KEPT = 1 << 14
"""Collections whose best lists are kept."""


@lru_cache(maxsize=KEPT)
def greedy_list(documents: tuple[Document, ...], cover: Cover, length: int | None) -> Gains:
    """Return the gains of the list that takes the document of highest gain at each rank.

    Of several the one whose grades are greatest in dictionary order. ``length`` cuts it.
    """
    rest = Counter(document for document in documents if any(document))
    most = rest.total() if length is None else min(length, rest.total())
    covering = _Covering(cover, most)
    left, sums = covering.everything, [0]
    for _ in range(most):
        gain, chosen = max((covering.gain(left, document), document) for document in rest)
        sums.append(sums[-1] + gain)
        left = covering.after(left, chosen)
        rest[chosen] -= 1
        rest += Counter()
    return covering.gains(sums[1:])


def best_lists(documents: tuple[Document, ...], cover: Cover, length: int | None) -> tuple[Gains, ...]:
    """Return the gains of the lists of up to ``length`` documents of which none is behind another at every rank.

    Raises InputError where there are too many documents.
    """
    relevant = tuple(document for document in documents if any(document))
    return _best_lists(relevant, cover, len(relevant) if length is None else min(length, len(relevant)))


@lru_cache(maxsize=KEPT)
def _best_lists(documents: tuple[Document, ...], cover: Cover, most: int) -> tuple[Gains, ...]:
    tally, covering = Counter(documents), _Covering(cover, most)
    single, several = _apart(tally)
    ahead = sorted((covering.gain(covering.everything, each) for each in single), reverse=True)
    kinds = sorted(several)
    room = (*(several[kind] for kind in kinds), len(ahead))
    states = {(0,) * len(room): _State(covering.everything, {(0,)})}
    looked = 0
    for _ in range(most):
        following: dict[tuple[int, ...], _State] = {}
        for taken, state in states.items():
            for place, free in enumerate(room):
                if taken[place] >= free:
                    continue
                kind = kinds[place] if place < len(kinds) else None
                gain = covering.gain(state.left, kind) if kind else ahead[taken[-1]]
                more = (*taken[:place], taken[place] + 1, *taken[place + 1 :])
                if more not in following:
                    following[more] = _State(covering.after(state.left, kind) if kind else state.left, set())
                following[more].lists.update((*each, each[-1] + gain) for each in state.lists)
        states = {taken: _State(state.left, _foremost(state.lists)) for taken, state in following.items()}
        looked += len(states)
        if looked > MOST_STATES:
            raise InputError(
                f"the best list of {tally.total()} relevant documents of {len(tally)} kinds is not found among more "
                f"than {MOST_STATES} sets of documents; choose ideal=greedy"
            )
    found = {each for state in states.values() for each in state.lists}
    return tuple(covering.gains(each[1:]) for each in sorted(_foremost(found), reverse=True))


Sums = tuple[int, ...]
"""What a list has gained down to every rank."""


class _State(NamedTuple):
    """What a set of documents leaves of every aspect, and the sums of its orders that none is ahead of."""

    left: tuple[int, ...]
    lists: set[Sums]


def _apart(tally: Counter[Document]) -> tuple[list[Document], Counter[Document]]:
    """Return the documents that share no aspect with any other, whose gain is always the same, and all others."""
    held = Counter(
        at
        for document, count in tally.items()
        for at, grade in enumerate(document)
        if grade
        for _ in range(count)
    )
    alone = [
        document
        for document, count in tally.items()
        if count == 1 and all(held[at] == 1 for at, grade in enumerate(document) if grade)
    ]
    return alone, Counter(
        {document: count for document, count in tally.items() if document not in set(alone)}
    )


def _foremost(lists: set[Sums]) -> set[Sums]:
    """Keep the lists of one length of which none has at every rank as much as another."""
    if len(lists) < 2:
        return lists
    kept: list[Sums] = []
    for each in sorted(lists, reverse=True):
        if not any(all(map(operator.ge, other, each)) for other in kept):
            kept.append(each)
    return set(kept)


@lru_cache(maxsize=KEPT)
def smallest_cover(documents: tuple[Document, ...]) -> int:
    """Return the least number of documents that together are relevant to every aspect; 0 where there is none.

    >>> smallest_cover(((1, 0), (0, 1), (1, 1)))
    1
    """
    sets = {frozenset(at for at, grade in enumerate(document) if grade) for document in documents} - {
        frozenset()
    }
    largest = [each for each in sets if not any(each < other for other in sets)]
    everything = frozenset().union(*largest)
    if len(everything) < len(documents[0] if documents else ()) or not everything:
        return 0
    for count in range(1, len(everything) + 1):
        for chosen in combinations(largest, count):
            if frozenset().union(*chosen) == everything:
                return count
    return 0
