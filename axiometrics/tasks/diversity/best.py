"""The best lists of a collection: those that may have the highest value, the greedy one, and the smallest cover.

What a list of documents has gained by a rank depends on which documents they are, not on their order. A measure that
adds up gains with weights that fall by rank is therefore highest at a list that no other one is ahead of at every rank:
all of these are found, in fractions, and no weight is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
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

    def gain(self, left: Sequence[Fraction], document: Document) -> Fraction:
        """Return what a document adds."""
        parts = zip(self.weights, left, document, strict=True)
        return sum((weight * rest * self.first[grade] for weight, rest, grade in parts if grade), Fraction(0))

    def after(self, left: Sequence[Fraction], document: Document) -> tuple[Fraction, ...]:
        """Return what is left of every aspect."""
        return tuple(rest * self.left[grade] for rest, grade in zip(left, document, strict=True))


@lru_cache(maxsize=4096)
def greedy_list(documents: tuple[Document, ...], cover: Cover, length: int | None) -> Gains:
    """Return the gains of the list that takes the document of highest gain at each rank.

    Of several the one whose grades are greatest in dictionary order. ``length`` cuts it.
    """
    rest = Counter(document for document in documents if any(document))
    left: tuple[Fraction, ...] = (Fraction(1),) * len(cover.weights)
    found = []
    for _ in range(rest.total() if length is None else min(length, rest.total())):
        gain, chosen = max((cover.gain(left, document), document) for document in rest)
        found.append(gain)
        left = cover.after(left, chosen)
        rest[chosen] -= 1
        rest += Counter()
    return tuple(found)


@lru_cache(maxsize=4096)
def best_lists(documents: tuple[Document, ...], cover: Cover, length: int | None) -> tuple[Gains, ...]:
    """Return the gains of the lists of up to ``length`` documents of which none is behind another at every rank.

    Raises InputError where there are too many documents.
    """
    tally = Counter(document for document in documents if any(document))
    single, several = _apart(tally)
    ahead = sorted((cover.gain((Fraction(1),) * len(cover.weights), each) for each in single), reverse=True)
    kinds = sorted(several)
    room = tuple(several[kind] for kind in kinds)
    most = tally.total() if length is None else min(length, tally.total())
    everything: tuple[Fraction, ...] = (Fraction(1),) * len(cover.weights)
    states = {(0,) * (len(kinds) + 1): _State(everything, {()})}
    looked = 0
    for _ in range(most):
        following: dict[tuple[int, ...], _State] = {}
        for taken, state in states.items():
            for place in range(len(kinds) + 1):
                if taken[place] >= (room[place] if place < len(kinds) else len(ahead)):
                    continue
                kind = kinds[place] if place < len(kinds) else None
                gain = cover.gain(state.left, kind) if kind else ahead[taken[-1]]
                more = (*taken[:place], taken[place] + 1, *taken[place + 1 :])
                if more not in following:
                    following[more] = _State(cover.after(state.left, kind) if kind else state.left, set())
                following[more].lists.update((*each, gain) for each in state.lists)
        states = {taken: _State(state.left, _foremost(state.lists)) for taken, state in following.items()}
        looked += len(states)
        if looked > MOST_STATES:
            raise InputError(
                f"the best list of {tally.total()} relevant documents of {len(tally)} kinds is not found among more "
                f"than {MOST_STATES} sets of documents; choose ideal=greedy"
            )
    found = {each for state in states.values() for each in state.lists}
    return tuple(sorted(_foremost(found), reverse=True))


class _State(NamedTuple):
    """What a set of documents leaves of every aspect, and the gains of its orders that none is ahead of."""

    left: tuple[Fraction, ...]
    lists: set[Gains]


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


def _foremost(lists: set[Gains]) -> set[Gains]:
    """Keep the lists of one length of which none has at every rank as much as another."""
    if len(lists) < 2:
        return lists
    sums = {each: _sums(each) for each in lists}
    kept: list[Gains] = []
    for each in sorted(lists, reverse=True):
        if not any(
            all(one >= two for one, two in zip(sums[other], sums[each], strict=True)) for other in kept
        ):
            kept.append(each)
    return set(kept)


def _sums(gains: Gains) -> list[Fraction]:
    found, total = [], Fraction(0)
    for gain in gains:
        total += gain
        found.append(total)
    return found


@lru_cache(maxsize=4096)
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
