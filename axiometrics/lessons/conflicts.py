"""Combinations of constraints that no metric of a matrix satisfies, and those that no metric at all could."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from axiometrics.lessons.impossible import Circle
from axiometrics.lessons.judgements import Judgements

__all__ = ["LARGEST", "Conflict", "conflicts"]

LARGEST = 4
"""Combinations of more constraints are not looked for."""


@dataclass(frozen=True)
class Conflict:
    """Constraints that every metric of the matrix fails one of, while any fewer of them leave a metric.

    ``proof`` is a circle of cases that no metric at all can satisfy, where one was found.
    """

    constraints: tuple[str, ...]
    proof: Circle | None = None


def conflicts(
    found: Judgements,
    *,
    largest: int = LARGEST,
    prove: Callable[[tuple[str, ...]], Circle | None] | None = None,
) -> tuple[Conflict, ...]:
    """Return the minimal combinations, small ones first; a metric that is undecided on one is no evidence.

    ``prove`` looks for a proof that no metric at all satisfies a combination.

    >>> answers = {("m", "c"): "holds", ("m", "d"): "fails", ("k", "c"): "fails", ("k", "d"): "holds"}
    >>> [each.constraints for each in conflicts(Judgements("toy", ("m", "k"), ("c", "d"), answers))]
    [('c', 'd')]
    """
    places = {name: place for place, name in enumerate(found.constraints)}
    failed = {frozenset(places[name] for name in found.failed(metric)) for metric in found.metrics}
    needed = [each for each in failed if not any(other < each for other in failed)]
    hitting = sorted(map(sorted, _transversals(needed, largest)), key=lambda each: (len(each), each))
    named = [tuple(found.constraints[place] for place in each) for each in hitting]
    return tuple(Conflict(names, prove(names) if prove else None) for names in named)


def _transversals(edges: Iterable[frozenset[int]], largest: int) -> set[frozenset[int]]:
    """Return the minimal sets of at most ``largest`` members that meet every edge (Berge's algorithm)."""
    found: set[frozenset[int]] = {frozenset()}
    for edge in sorted(edges, key=lambda each: (len(each), sorted(each))):
        meeting = {each for each in found if each & edge}
        grown = {each | {member} for each in found - meeting for member in edge if len(each) < largest}
        found = meeting | {each for each in grown if not any(other <= each for other in meeting)}
    return found
