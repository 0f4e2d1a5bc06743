"""A constraint's sweep has exactly the pairs that its statement defines: brute force over raw label vectors.

The statements of the specification are written here a second time, on label vectors: `moves` yields, for one gold and
one worse system, every better system. Pairs are compared up to the names of items, clusters and categories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axiometrics.axioms import constraints
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task

CONSTRAINTS = constraints("clustering")
Labels = tuple[int, ...]
Matrix = tuple[tuple[int, ...], ...]


def canonical(worse: Matrix, better: Matrix) -> tuple[Any, ...]:
    """The least form over permutations of the common columns; columns of unlike contents are never exchanged."""
    columns = list(zip(zip(*worse, strict=True), zip(*better, strict=True), strict=True))
    groups: dict[Any, list[Any]] = {}
    for column in sorted(columns):
        groups.setdefault(tuple(tuple(sorted(side)) for side in column), []).append(column)
    orders = [sorted(set(permutations(groups[sign]))) for sign in sorted(groups)]
    forms = []
    for arrangement in product(*orders):
        flat = [column for group in arrangement for column in group]
        sides = (tuple(sorted(zip(*(column[side] for column in flat), strict=True))) for side in (0, 1))
        forms.append(tuple(sides))
    return min(forms)


def pair_of_labels(gold: Labels, worse: Labels, better: Labels) -> tuple[Any, ...]:
    kinds = sorted(set(gold))

    def matrix(system: Labels) -> Matrix:
        counts = Counter(zip(system, gold, strict=True))
        return tuple(tuple(counts[i, j] for j in kinds) for i in sorted(set(system)))

    return canonical(matrix(worse), matrix(better))


def pair_of_case(case: Any) -> tuple[Any, ...]:
    sides = [tuple(map(tuple, case.outputs[name].to_array().tolist())) for name in ("worse", "better")]
    return canonical(*sides)


# -- the statements on raw labels -----------------------------------------------------------------------------

Move = Callable[[Labels, Labels], Iterator[Labels]]


def members(labels: Labels) -> dict[int, list[int]]:
    return {
        label: [item for item, other in enumerate(labels) if other == label] for label in sorted(set(labels))
    }


def moved(system: Labels, items: Sequence[int], target: int) -> Labels:
    return tuple(target if item in items else label for item, label in enumerate(system))


def homogeneity(gold: Labels, system: Labels) -> Iterator[Labels]:
    """A cluster of exactly two categories is replaced by its two parts."""
    for cluster in members(system).values():
        kinds = sorted({gold[item] for item in cluster})
        if len(kinds) == 2:
            yield moved(system, [item for item in cluster if gold[item] == kinds[0]], len(system))


def perfect_split(gold: Labels, system: Labels) -> Iterator[Labels]:
    """A cluster is split in two without dividing a category."""
    for cluster in members(system).values():
        kinds = sorted({gold[item] for item in cluster})
        for chosen in product([False, True], repeat=len(kinds)):
            side = {kind for kind, taken in zip(kinds, chosen, strict=True) if taken}
            if 0 < len(side) < len(kinds):
                yield moved(system, [item for item in cluster if gold[item] in side], len(system))


def completeness(gold: Labels, system: Labels) -> Iterator[Labels]:
    """Two clusters that hold only items of the same one category are joined."""
    clusters = members(system)
    for one, other in product(clusters, repeat=2):
        kinds = {gold[item] for item in clusters[one] + clusters[other]}
        if one < other and len(kinds) == 1:
            yield moved(system, clusters[one], other)


SIZES: dict[str, Callable[[int, int], bool]] = {
    "n": lambda n, m: m == n,
    "n-1": lambda n, m: m == n - 1,
    "n+1": lambda n, m: m == n + 1,
    "below": lambda n, m: m < n,
    "above": lambda n, m: m > n,
}


def rag_bag(
    size: str = "n", context: str = "disjoint", newcomer: str = "alone", noise: str = "unary"
) -> Move:
    def moves(gold: Labels, system: Labels) -> Iterator[Labels]:
        """A new item goes from a cluster that is otherwise clean to one of items of different categories."""
        clusters = members(system)
        held = Counter(gold)
        for clean, rag in permutations(clusters, 2):
            for z in clusters[clean]:
                rest = [gold[item] for item in clusters[clean] if item != z]
                bag = [gold[item] for item in clusters[rag]]
                if (
                    len(rest) >= 2
                    and len(set(rest)) == 1
                    and gold[z] != rest[0]
                    and len(set(bag)) == len(bag)
                    and not {gold[z], rest[0]} & set(bag)
                    and SIZES[size](len(rest), len(bag))
                    and (context == "shared" or held[rest[0]] == len(rest))
                    and (newcomer == "shared" or held[gold[z]] == 1)
                    and (noise == "shared" or all(held[kind] == 1 for kind in bag))
                ):
                    yield moved(system, [z], rag)

    return moves


def raw_pairs(moves: Move, bound: int) -> dict[int, set[tuple[Any, ...]]]:
    """Every pair by number of items: all golds up to the order of items, all systems, all moves."""
    found: dict[int, set[tuple[Any, ...]]] = {}
    for items in range(1, bound + 1):
        golds = {tuple(sorted(gold)) for gold in naive.restricted_growth(items)}
        for gold in (gold for gold in golds if descending(gold)):
            for system in naive.restricted_growth(items):
                for better in moves(gold, system):
                    found.setdefault(items, set()).add(pair_of_labels(gold, system, better))
    return found


def descending(gold: Labels) -> bool:
    sizes = list(Counter(gold).values())
    return sizes == sorted(sizes, reverse=True)


def size_vs_quantity_pairs(bound: int, shared: bool) -> dict[int, set[tuple[Any, ...]]]:
    """n + 1 items of L together and n split pairs; then one item of L alone and the pairs joined; n > 2.

    The other items are in clusters of their own, with new categories, or any of L and the pairs where those are shared.
    """
    found: dict[int, set[tuple[Any, ...]]] = {}
    for n in range(3, bound):
        pairs = [kind for kind in range(1, n + 1) for _ in "pp"]
        gold = [0] * (n + 1) + pairs
        worse = [0] * (n + 1) + list(range(1, 2 * n + 1))
        better = [0] * n + [3 * n] + pairs
        for more in range(bound - len(gold) + 1):
            new = range(100, 100 + more)
            kinds = [*range(n + 1), *new] if shared else [*new]
            for other_gold in product(kinds, repeat=more):
                for clusters in naive.restricted_growth(more):
                    others = [1000 + cluster for cluster in clusters]
                    key = pair_of_labels((*gold, *other_gold), (*worse, *others), (*better, *others))
                    found.setdefault(len(gold) + more, set()).add(key)
    return found


SWEEPS: dict[str, tuple[int, int, Callable[[int], dict[int, set[tuple[Any, ...]]]]]] = {
    "homogeneity": (5, 5, lambda bound: raw_pairs(homogeneity, bound)),
    "completeness": (5, 5, lambda bound: raw_pairs(completeness, bound)),
    "perfect_split": (5, 5, lambda bound: raw_pairs(perfect_split, bound)),
    "rag_bag": (5, 7, lambda bound: raw_pairs(rag_bag(), bound)),
    "rag_bag(size=n-1)": (6, 7, lambda bound: raw_pairs(rag_bag(size="n-1"), bound)),
    "rag_bag(size=n+1)": (4, 7, lambda bound: raw_pairs(rag_bag(size="n+1"), bound)),
    "rag_bag(size=below)": (5, 6, lambda bound: raw_pairs(rag_bag(size="below"), bound)),
    "rag_bag(size=above)": (4, 7, lambda bound: raw_pairs(rag_bag(size="above"), bound)),
    "rag_bag(context=shared)": (5, 7, lambda bound: raw_pairs(rag_bag(context="shared"), bound)),
    "rag_bag(newcomer=shared)": (4, 6, lambda bound: raw_pairs(rag_bag(newcomer="shared"), bound)),
    "rag_bag(noise=shared)": (4, 6, lambda bound: raw_pairs(rag_bag(noise="shared"), bound)),
    "size_vs_quantity": (6, 13, lambda bound: size_vs_quantity_pairs(bound, shared=False)),
    "size_vs_quantity(context=shared)": (5, 12, lambda bound: size_vs_quantity_pairs(bound, shared=True)),
}
"""For each constraint the size asked for, the number of items this reaches, and the pairs by brute force."""


def instance(label: str) -> Any:
    key, given_values = split_key(label)
    return CONSTRAINTS[key].with_parameters(**given_values)


@pytest.mark.parametrize("label", SWEEPS)
def test_the_sweep_has_exactly_the_pairs_of_the_statement(label: str) -> None:
    size, bound, brute_force = SWEEPS[label]
    cases = sweep_cases(instance(label), size)
    found: dict[int, set[tuple[Any, ...]]] = {}
    for index in range(len(cases)):
        found.setdefault(int(cases.size[index]), set()).add(pair_of_case(cases.case(index)))
    assert cases.complete_up_to == bound
    expected = brute_force(bound)
    assert expected
    assert {items: len(pairs) for items, pairs in found.items()} == {
        items: len(p) for items, p in expected.items()
    }
    assert found == expected


def test_the_smallest_pairs_are_those_of_the_paper() -> None:
    """{a b} -> {a}{b}; {a}{a} -> {a a}; {a a z}{u v} -> {a a}{u v z}; four of L and three pairs."""
    primary = [key for key, record in CONSTRAINTS.items() if record.primary]
    smallest = {label: sweep_cases(instance(label), 4).case(0) for label in primary}
    sides = ("worse", "better")
    texts = {key: tuple(case.outputs[name].notation() for name in sides) for key, case in smallest.items()}
    assert texts["homogeneity"] == ("{a b}", "{a}{b}")
    assert texts["completeness"] == ("{a}{a}", "{a a}")
    assert texts["rag_bag"] == ("{a a b}{c d}", "{a a}{b c d}")
    assert texts["size_vs_quantity"] == ("{a a a a}{b}{c}{d}{b}{c}{d}", "{a a a}{a}{b b}{c c}{d d}")


@pytest.mark.parametrize("label", SWEEPS)
def test_cases_come_in_size_order_and_both_outputs_have_the_same_gold(label: str) -> None:
    constraint = instance(label)
    for cases in (sweep_cases(constraint, 6), larger_cases(constraint, wide=False)):
        worse, better = cases.outputs["worse"], cases.outputs["better"]
        assert (np.diff(cases.size) >= 0).all()
        assert (worse.items == cases.size).all()
        assert (better.items == cases.size).all()
        assert (worse.categories == better.categories).all()
        assert (worse.b == better.b).all()
        some = range(0, len(cases), max(1, len(cases) // 50))
        assert all(worse.table(index) != better.table(index) for index in some)


@pytest.mark.parametrize("label", SWEEPS)
def test_a_batch_of_cases_scores_like_its_cases_one_by_one(label: str) -> None:
    cases = sweep_cases(instance(label), 4)
    for name, batch in cases.outputs.items():
        assert [batch.table(index) for index in range(len(cases))] == [
            cases.case(index).outputs[name] for index in range(len(cases))
        ]


# -- drawn cases ----------------------------------------------------------------------------------------------

Cluster = frozenset[tuple[int, int]]


def changed(case: Any) -> tuple[list[dict[int, int]], list[dict[int, int]], Counter[Cluster]]:
    """The clusters that only the worse and only the better output has, and the clusters of both."""
    worse, better = (
        Counter(frozenset(cluster.items()) for cluster in case.outputs[name].clusters())
        for name in ("worse", "better")
    )
    only_worse, only_better = (
        [dict(c) for c in side.elements()] for side in (worse - better, better - worse)
    )
    return only_worse, only_better, worse & better


def held_by(rest: Counter[Cluster], category: int) -> int:
    return sum(times * dict(cluster).get(category, 0) for cluster, times in rest.items())


def is_homogeneity(worse: Any, better: Any, rest: Any) -> bool:
    (mixed,) = worse
    return (
        len(mixed) == 2 and sorted(map(sorted, better)) == sorted([k] for k in mixed) and _same(worse, better)
    )


def is_completeness(worse: Any, better: Any, rest: Any) -> bool:
    return len(worse) == 2 and len(better) == 1 and len(better[0]) == 1 and _same(worse, better)


def is_rag_bag(worse: Any, better: Any, rest: Any) -> bool:
    clean, bag = sorted(better, key=len)
    ((a, n),) = clean.items()
    dirty = next(cluster for cluster in worse if a in cluster)
    (old,) = [cluster for cluster in worse if cluster != dirty]
    (z,) = set(dirty) - {a}
    unary = all(count == 1 for count in bag.values()) and not any(held_by(rest, kind) for kind in [a, *bag])
    return (
        len(worse) == 2
        and set(bag) - set(old) == {z}
        and dirty == {a: n, z: 1}
        and len(old) == n >= 2
        and unary
    )


def is_size_vs_quantity(worse: Any, better: Any, rest: Any) -> bool:
    big = max(worse, key=lambda cluster: max(cluster.values()))
    ((l, size),) = big.items()
    pairs = [next(iter(cluster)) for cluster in better if cluster not in ({l: size - 1}, {l: 1})]
    singles = sorted(kind for cluster in worse if cluster != big for kind in cluster)
    alone = not any(held_by(rest, kind) for kind in [l, *pairs])
    return len(pairs) == size - 1 >= 3 and singles == sorted(pairs * 2) and alone and _same(worse, better)


def _same(worse: Any, better: Any) -> bool:
    totals = [sum((Counter(cluster) for cluster in side), Counter()) for side in (worse, better)]
    return totals[0] == totals[1]


VALID = {
    "homogeneity": is_homogeneity,
    "completeness": is_completeness,
    "rag_bag": is_rag_bag,
    "size_vs_quantity": is_size_vs_quantity,
}


@pytest.mark.parametrize("key", VALID)
@settings(
    max_examples=80, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_every_drawn_case_is_an_instance_of_the_statement(key: str, data: Any) -> None:
    constraint = CONSTRAINTS[key]
    case = data.draw(get_task("clustering").strategy(constraint.bound_generator))
    assert case.outputs["worse"].category_sizes == case.outputs["better"].category_sizes
    assert VALID[key](*changed(case))


@pytest.mark.parametrize("key", VALID)
def test_every_larger_case_of_the_families_is_an_instance_of_the_statement(key: str) -> None:
    cases = larger_cases(CONSTRAINTS[key], wide=False)
    for index in range(0, len(cases), max(1, len(cases) // 200)):
        assert VALID[key](*changed(cases.case(index))), cases.case(index)
