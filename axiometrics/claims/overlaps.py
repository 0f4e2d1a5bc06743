"""What small clusterings decide of 2009: what figure 23 describes, and how the cost of BCubed grows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

from axiometrics.claims.files import Compared, Stated, Tried
from axiometrics.tasks.clustering.table import Table

__all__ = ["comparisons", "cost"]

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
