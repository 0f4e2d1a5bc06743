"""Clusterings as cells (cluster, category): how many items; read from ``{a a b}{c}``, or made around a constraint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import comb
from random import Random
from typing import Any

from ..numbers import Number, largest, total
from ..world import Case, Reduction, World

Cells = Mapping[tuple[Any, Any], int]
MOST_EXPECTED = 60
"""Items up to which an expectation over all permutations is worked out."""


class Table:
    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._a, self._b = Counter(), Counter()
        for (cluster, category), count in cells.items():
            self._a[cluster] += count
            self._b[category] += count
        self.items = Number(sum(cells.values()))
        self.cluster_count, self.category_count = Number(len(self._a)), Number(len(self._b))
        self.cell_count = Number(len(cells))

    def _kinds(self) -> Counter[tuple[int, int, int]]:
        return Counter((count, self._a[i], self._b[j]) for (i, j), count in self._cells.items())

    def cells(self, body: Callable[..., Any]) -> Number:
        return total(times * body(*map(Number, kind)) for kind, times in self._kinds().items())

    def clusters(self, body: Callable[..., Any]) -> Number:
        return total(times * body(Number(a)) for a, times in Counter(self._a.values()).items())

    def categories(self, body: Callable[..., Any]) -> Number:
        return total(times * body(Number(b)) for b, times in Counter(self._b.values()).items())

    def best_in_cluster(self, body: Callable[..., Any]) -> Number:
        return self._best(0, body)

    def best_in_category(self, body: Callable[..., Any]) -> Number:
        return self._best(1, body)

    def _best(self, side: int, body: Callable[..., Any]) -> Number:
        parts: dict[Any, set[tuple[int, int, int]]] = {}
        for (i, j), count in self._cells.items():
            parts.setdefault((i, j)[side], set()).add((count, self._a[i], self._b[j]))
        alike = Counter(frozenset(kinds) for kinds in parts.values())
        return total(
            times * largest(body(*map(Number, kind)) for kind in kinds) for kinds, times in alike.items()
        )

    def expected(self, body: Callable[..., Any]) -> Number:
        """Over all permutations: a cell of sizes a and b holds n items with chance C(b, n) C(N-b, a-n) / C(N, a)."""
        items = sum(self._cells.values())
        if items > MOST_EXPECTED:
            raise OverflowError("too many permutations to expect anything by hand")
        pairs = Counter((a, b) for a in self._a.values() for b in self._b.values())
        return total(
            times
            * Fraction(comb(b, n) * comb(items - b, a - n), comb(items, a))
            * body(*map(Number, (n, a, b)))
            for (a, b), times in pairs.items()
            for n in range(max(1, a + b - items), min(a, b) + 1)
        )


def read(text: str) -> Table:
    """``{a a b}{c^40}``: clusters in braces, the letters are categories, which may be of many items."""
    clusters = [part.split() for part in text.replace("}", "{").split("{") if part.strip()]
    found: Counter[tuple[int, str]] = Counter()
    for i, held in enumerate(clusters):
        for name, _, count in (word.partition("^") for word in held):
            found[i, name] += int(count or 1)
    return Table(found)


def large(constraint: str, random: Random, items: int) -> Iterator[Case]:
    """Cases with that many items where the constraint can be made of them, within a random rest if it has any."""
    while constraint in _WHOLE:
        made = _WHOLE[constraint](random, items)
        outputs = {name: Table(Counter(cells)) for name, cells in made.items()}
        yield Case(outputs, items, ", ".join(f"{name} {cells}" for name, cells in made.items()))
    maker = _FOCAL.get(constraint)
    while maker is not None:
        share = random.choice((1, 1, 2, 3))
        worse, better = maker(random, max(items // share, 2))
        focal, rest = sum(worse.values()), Counter()
        named = [name for name in _SHARED.get(constraint, ()) if random.random() < 0.3]
        left = items - focal
        while left > 0:
            cluster = f"rest {random.randrange(6)}"
            category = random.choice([*named, *(f"other {k}" for k in range(5))])
            count = min(left, _size(random, max(left, 1)))
            rest[cluster, category] += count
            left -= count
        outputs = {"worse": Table(worse + rest), "better": Table(better + rest)}
        yield Case(outputs, max(items, focal), f"worse {dict(worse + rest)}, better {dict(better + rest)}")


def _size(random: Random, most: int) -> int:
    """A size from 1 on, as likely small as large."""
    return max(1, min(most, int(most ** random.random())))


def _homogeneity(random: Random, items: int) -> tuple[Counter[Any], Counter[Any]]:
    x = _size(random, items - 1)
    y = items - x
    return Counter({("w", "A"): x, ("w", "B"): y}), Counter({("u", "A"): x, ("v", "B"): y})


def _completeness(random: Random, items: int) -> tuple[Counter[Any], Counter[Any]]:
    s = _size(random, items - 1)
    return Counter({("u", "L"): s, ("v", "L"): items - s}), Counter({("w", "L"): items})


def _rag_bag(random: Random, items: int) -> tuple[Counter[Any], Counter[Any]]:
    n = max(2, (items - 1) // 2)
    bag = {("bag", f"u{k}"): 1 for k in range(n)}
    return (
        Counter({("clean", "A"): n, ("clean", "z"): 1, **bag}),
        Counter({("clean", "A"): n, ("bag", "z"): 1, **bag}),
    )


def _size_vs_quantity(random: Random, items: int) -> tuple[Counter[Any], Counter[Any]]:
    n = max(3, (items - 1) // 3)
    apart = {(f"{half}{k}", f"p{k}"): 1 for k in range(n) for half in "ab"}
    together = {(f"c{k}", f"p{k}"): 2 for k in range(n)}
    return (
        Counter({("big", "L"): n + 1, **apart}),
        Counter({("big", "L"): n, ("one", "L"): 1, **together}),
    )


def _locality(random: Random, items: int) -> Mapping[str, Cells]:
    s, t, u, v = (_size(random, max(items // 4, 1)) for _ in range(4))
    whole, cut = {("1", "A"): s + t}, {("0", "A"): s, ("1", "A"): t}
    one, many = {("2", "B"): u + v}, {("2", "B"): u, ("3", "C"): v}
    return {
        "one_gold": whole | one,
        "many_gold": whole | many,
        "one_split": cut | one,
        "many_split": cut | many,
    }


def _merge_locality(outside: str, random: Random, items: int) -> Mapping[str, Cells]:
    p, q, r, u, v = (_size(random, max(items // 5, 1)) for _ in range(5))
    split = {("1", "A"): p, ("2", "A"): q, ("2", "B"): r}
    merged = {("1", "A"): p + q, ("1", "B"): r}
    here, elsewhere = {("3", outside): u + v}, {("3", outside): u, ("4", outside): v}
    return {
        "split": split | here,
        "merged": merged | here,
        "split_elsewhere": split | elsewhere,
        "merged_elsewhere": merged | elsewhere,
    }


def _smaller_change(change: str, random: Random, items: int) -> Mapping[str, Cells]:
    times = random.choice((2, 2, 3, 7, 40))
    f, s = (_size(random, max(items // (2 * times + 2), 1)) for _ in range(2))

    def changed(x: int, y: int, z: int, w: int) -> Cells:
        if change == "split":
            return {("0", "A"): x, ("1", "A"): y, ("2", "B"): z + w}
        return {("0", "A"): x, ("0", "B"): y, ("1", "C"): z, ("2", "D"): w}

    small, large = (f, s), (f * times, s * times)
    return {"better": changed(*small, *large), "worse": changed(*large, *small)}


_WHOLE: Mapping[str, Callable[[Random, int], Mapping[str, Cells]]] = {
    "locality": _locality,
    "merge_locality": partial(_merge_locality, "C"),
    "merge_locality(outside=same)": partial(_merge_locality, "A"),
    "smaller_change": partial(_smaller_change, "split"),
    "smaller_change(change=merge)": partial(_smaller_change, "merge"),
}
"""Constraints whose outputs have no rest."""
_FOCAL = {
    "homogeneity": _homogeneity,
    "completeness": _completeness,
    "rag_bag": _rag_bag,
    "size_vs_quantity": _size_vs_quantity,
}
_SHARED = {"homogeneity": ("A", "B"), "completeness": ("L",)}

WORLD = World(
    key="clustering",
    view="table",
    read=read,
    quantities=("items", "cluster_count", "category_count"),
    reductions=(
        Reduction("cells", "n, a, b", ("n", "a", "b"), likely=4),
        Reduction("clusters", "a", ("a",)),
        Reduction("categories", "b", ("b",)),
        Reduction("best_in_cluster", "n, a, b", ("n", "a", "b"), positive=True),
        Reduction("best_in_category", "n, a, b", ("n", "a", "b"), positive=True),
        Reduction("expected", "n, a, b", ("n", "a", "b"), likely=0),
    ),
    known=(
        "table.best_in_cluster(lambda n, a, b: n) / table.items",
        "table.best_in_category(lambda n, a, b: n) / table.items",
        "table.cells(lambda n, a, b: n**2 / a) / table.items",
        "table.cells(lambda n, a, b: n**2 / b) / table.items",
        "-table.cells(lambda n, a, b: n * log2(a / n)) / table.items",
        "-table.cells(lambda n, a, b: n * log2(b / n)) / table.items",
        "ratio(table.cells(lambda n, a, b: n**2), table.clusters(lambda a: a**2), 1)",
        "1 - table.cluster_count / table.items",
    ),
    size="table.items",
    readings=(
        "rag_bag(size=n-1)", "rag_bag(context=shared)", "size_vs_quantity(context=shared)",
        "smaller_change(change=merge)", "merge_locality(outside=same)",
    ),
    large=large,
)  # fmt: skip
