"""What small cases decide of 2009 and 2011: every one is tried.

Of 2009 what figure 23 describes, the gold of a hierarchy, and how the cost of BCubed grows; of 2011 unanimous
improvement as a relation, and its ratio.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

from axiometrics.claims.files import Compared, Stated, Tried
from axiometrics.metrics.combination import dominance
from axiometrics.tasks.clustering.table import Table

_ITEMS = "123"
_SETS = tuple("".join(each) for size in (1, 2, 3) for each in combinations(_ITEMS, size))
_TIMES = 3

Sets = tuple[int, ...]
"""How often each non-empty set of the items is a cluster, or a category."""


def comparisons() -> Iterator[Stated]:
    """Look among all pairs of overlapping clusterings of three items, each in three clusters and three categories.

    >>> [each.about.agrees for each in comparisons()]
    [False]
    """
    pairs = list(permutations(_clusterings(), 2))
    tried = [
        Tried(f"{together}, {matched}", _shown(found), bool(found))
        for together, times in (
            ("pairs three times together", _TIMES),
            ("pairs together as often as one likes", 0),
        )
        for matched, exactly in (("F too", True), ("F left out", False))
        for found in [[p for p in pairs if _looks_perfect(*p, times=times, exactly=exactly)]]
    ]
    as_said, *kinder = tried
    right = ", ".join(each.reading for each in kinder if each.supports)
    about = Compared("such outputs", as_said.found, as_said.supports, favours=right, tried=tuple(kinder))
    yield Stated("three items three times, each pair three times together", about)


def _clusterings() -> list[Sets]:
    """Return every overlapping clustering in which each item occurs so many times."""
    counts = product(range(_TIMES + 1), repeat=len(_SETS))
    return [each for each in counts if all(_occurrences(each, item) == _TIMES for item in _ITEMS)]


def _occurrences(clusters: Sets, items: str) -> int:
    """Return in how many clusters these items are together."""
    return sum(n for n, each in zip(clusters, _SETS, strict=True) if set(items) <= set(each))


def _looks_perfect(system: Sets, gold: Sets, *, times: int, exactly: bool) -> bool:
    """Whether all the measures are 1: those of sets, if ``exactly`` F of these too, and those of pairs."""
    pairs = ["".join(each) for each in combinations(_ITEMS, 2)]
    alike = all(_occurrences(system, pair) == _occurrences(gold, pair) for pair in pairs)
    if not alike or (times and any(_occurrences(gold, pair) != times for pair in pairs)):
        return False
    clusters, categories = _present(system), _present(gold)
    pure = all(any(set(c) <= set(each) for each in categories) for c in clusters)
    whole = all(any(set(each) <= set(c) for c in clusters) for each in categories)
    return pure and whole and (not exactly or set(categories) <= set(clusters))


def _present(clusters: Sets) -> list[str]:
    return [each for n, each in zip(clusters, _SETS, strict=True) if n]


def _shown(found: list[tuple[Sets, Sets]]) -> str:
    if not found:
        return "none among all of three items"
    system, gold = (
        "".join(f"{{{' '.join(each)}}}" * n for n, each in zip(side, _SETS, strict=True)) for side in found[0]
    )
    return f"{system} | {gold}"


def hierarchies() -> Iterator[Stated]:
    """Look among all pairs of hierarchies of three items, with up to three copies of each cluster, for equal pairs.

    Both measures are 1 where any two items, and each item with itself, are together as often as in the gold.

    >>> [each.about.agrees for each in hierarchies()]
    [True]
    """
    pairs = [*_ITEMS, *("".join(each) for each in combinations(_ITEMS, 2))]
    found: dict[tuple[int, ...], Sets] = {}
    twice = []
    nested = [each for each in product(range(_TIMES + 1), repeat=len(_SETS)) if _is_hierarchy(each)]
    for each in nested:
        together = tuple(_occurrences(each, pair) for pair in pairs)
        if found.setdefault(together, each) != each:
            twice.append((each, found[together]))
    told = f"not of {_shown(twice)}" if twice else f"the gold only, of {len(nested)} hierarchies"
    yield Stated("hierarchies of three items", Compared("the gold only", told, not twice))


def _is_hierarchy(clusters: Sets) -> bool:
    """Whether any two clusters are nested or have no item in common."""
    present = [set(each) for each in _present(clusters)]
    return all(one <= other or other <= one or not one & other for one, other in combinations(present, 2))


def cost() -> Iterator[Stated]:
    """Count what BCubed precision adds up for n and 2n items: pairs, as it is defined, and cells of the table, at most.

    >>> [(each.about.agrees, each.about.favours) for each in cost()]
    [(False, 'item by item, as it is defined')]
    """
    few, many = (_worst(items) for items in (12, 24))
    cells, pairs = (many[place] / few[place] for place in (0, 1))
    sense = "item by item, as it is defined"
    tried = Tried(sense, f"{pairs} times as many pairs for twice as many items", pairs == 4)
    told = (
        f"a sum over cells of clusters and categories, at most {cells} times as many for twice as many items"
    )
    yield Stated(
        "growth", Compared("quadratic", told, cells == 4, favours=sense if pairs == 4 else "", tried=(tried,))
    )


def _worst(items: int) -> tuple[Fraction, Fraction]:
    """Return the largest numbers of cells, and of pairs in a cluster, of clusterings with blocks of one size."""
    sizes = [size for size in range(1, items + 1) if items % size == 0]
    tables = [Table.from_pairs(_counted(items, one, other)) for one, other in product(sizes, repeat=2)]
    assert all(_by_cells(table) == _by_pairs(table) for table in tables)
    return (
        Fraction(max(len(table.cells) for table in tables)),
        Fraction(max(sum(size**2 for size in table.cluster_sizes) for table in tables)),
    )


def _counted(items: int, one: int, other: int) -> dict[tuple[Hashable, Hashable], int]:
    counts: dict[tuple[Hashable, Hashable], int] = {}
    for item in range(items):
        place = item // one, item % other
        counts[place] = counts.get(place, 0) + 1
    return counts


def _by_cells(table: Table) -> Fraction:
    """Return BCubed precision from the cells."""
    return sum(Fraction(n * n, table.cluster_sizes[i]) for i, _, n in table.cells) / Fraction(table.items)


def _by_pairs(table: Table) -> Fraction:
    """Return BCubed precision from pairs of items."""
    items = [(i, j) for i, j, n in table.cells for _ in range(n)]
    shares = []
    for cluster, category in items:
        mates = [other for i, other in items if i == cluster]
        shares.append(Fraction(mates.count(category), len(mates)))
    return sum(shares, Fraction(0)) / len(items)


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
