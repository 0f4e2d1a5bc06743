"""What 2011 says of unanimous improvement as a relation, and of its ratio, decided on every small case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from axiometrics.claims.files import Compared, Stated, Tried
from axiometrics.metrics.combination import dominance

__all__ = ["axioms", "ratio"]

Pair = tuple[Fraction, Fraction]
_LEVELS = tuple(Fraction(level, 4) for level in range(1, 5))
_PAIRS: tuple[Pair, ...] = tuple((first, second) for first, second in product(_LEVELS, repeat=2))
_CASES = 3


def axioms() -> Iterator[Stated]:
    """Try the axioms of conjoint measurement on all pairs of four levels of either score.

    >>> [each.subject for each in axioms() if not each.about.agrees]
    ['decreasing marginal effectiveness']
    """
    said = f"in all pairs of {len(_LEVELS)} levels"
    for name, holds in _AXIOMS.items():
        found = holds()
        yield Stated(name, Compared("holds", f"{'holds' if found else 'fails'} {said}", found))
    unlike = not _connected()
    yield Stated("connectedness", Compared("fails", f"{'fails' if unlike else 'holds'} {said}", unlike))
    yield Stated("decreasing marginal effectiveness", _marginal())


def _at_least(one: Pair, other: Pair) -> bool:
    return dominance(one, other) in (0, 1)


def _equal(one: Pair, other: Pair) -> bool:
    return dominance(one, other) == 0


def _connected() -> bool:
    return all(_at_least(a, b) or _at_least(b, a) for a, b in product(_PAIRS, repeat=2))


def _transitive() -> bool:
    above = {(a, b) for a, b in product(_PAIRS, repeat=2) if _at_least(a, b)}
    return all((a, c) in above for a, b in above for c in _PAIRS if (b, c) in above)


def _independent() -> bool:
    """Which of two levels is better does not depend on a common other score."""
    every = product(_LEVELS, repeat=4)
    return all(
        _at_least((a, c), (b, c)) == _at_least((a, d), (b, d))
        and _at_least((c, a), (c, b)) == _at_least((d, a), (d, b))
        for a, b, c, d in every
    )


def _thomsen() -> bool:
    every = product(_LEVELS, repeat=6)
    return all(
        _equal((r1, p1), (r2, p2))
        for r1, r2, r3, p1, p2, p3 in every
        if _equal((r1, p3), (r3, p2)) and _equal((r3, p1), (r2, p3))
    )


def _solvable() -> bool:
    every = product(_PAIRS, _LEVELS, _LEVELS, _LEVELS)
    return all(
        any(_equal((level, p), middle) for level in _LEVELS)
        for middle, high, low, p in every
        if _at_least((high, p), middle) and _at_least(middle, (low, p))
    )


def _essential() -> bool:
    low, high = _LEVELS[0], _LEVELS[-1]
    return not _equal((low, low), (high, low)) and not _equal((low, low), (low, high))


_AXIOMS: dict[str, Callable[[], bool]] = {
    "transitivity": _transitive,
    "independence": _independent,
    "Thomsen condition": _thomsen,
    "restricted solvability": _solvable,
    "essential components": _essential,
}


def _marginal() -> Compared:
    """A gain n in one score at the loss of n in the other must be worse for some n; here it is never comparable."""
    steps = [(a, b, n) for a, b in _PAIRS for n in _LEVELS if n < b]
    worse = [(a, b, n) for a, b, n in steps if dominance((a + n, b - n), (a, b)) == -1]
    never = all(not _at_least((a + n, b - n), (a, b)) for a, b, n in steps)
    sense = "no such exchange is an improvement"
    tried = (Tried(sense, f"{'none' if never else 'some'} of {len(steps)} exchanges is one", never),)
    told = f"{len(worse)} of {len(steps)} exchanges make it worse: the relation compares none of them"
    return Compared("holds", told, bool(worse), favours=sense if never else "", tried=tried)


def ratio() -> Iterator[Stated]:
    """Look at the ratio of all pairs of systems in a few cases: its range, systems exchanged, and chains.

    >>> [each.about.agrees for each in ratio()]
    [True, True, True]
    """
    found = [_ratios(cases) for cases in range(1, _CASES + 1)]
    values = [value for ratios in found for value in ratios.values()]
    told = f"{min(values)} to {max(values)} for all systems with up to {_CASES} cases"
    yield Stated("range", Compared("-1 to 1", told, min(values) == -1 and max(values) == 1))
    turned = sum(ratios[a, b] == -ratios[b, a] for ratios in found for a, b in ratios)
    told = f"in {turned} of {len(values)} pairs of systems"
    yield Stated("exchanged", Compared("the other sign", told, turned == len(values)))
    chain = next((told for ratios in found for told in _chains(ratios)), "")
    yield Stated("not transitive", Compared("fails", chain or "no chain found", bool(chain)))


System = tuple[Pair, ...]
"""Its two scores in every case."""


def _ratios(cases: int) -> dict[tuple[System, System], Fraction]:
    """Return for all pairs of systems the cases in which the first one is better less those in which it is worse."""
    points: list[Pair] = [(Fraction(x), Fraction(y)) for x in (0, 1) for y in (0, 1)]
    systems: list[System] = list(product(points, repeat=cases))
    return {
        (a, b): Fraction(sum(dominance(x, y) or 0 for x, y in zip(a, b, strict=True)), cases)
        for a, b in product(systems, repeat=2)
    }


def _chains(ratios: dict[tuple[System, System], Fraction]) -> Iterator[str]:
    """Yield three systems of which each improves the next in more cases than not, and the first not the last."""
    for a, b in ratios:
        for c in dict.fromkeys(other for _, other in ratios) if ratios[a, b] > 0 else ():
            if ratios[b, c] > 0 and ratios[a, c] <= 0:
                names = (str(tuple((int(x), int(y)) for x, y in system)) for system in (a, b, c))
                yield f"{', '.join(names)} of {len(a)} cases"
