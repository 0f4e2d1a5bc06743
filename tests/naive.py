"""Clustering metrics by definition, from raw label lists: item by item, pair by pair, at 50 digits.

Written from the specification alone, with loops, sets and brute force, and without any part of axiometrics. Metrics
that are ratios of counts return fractions, the others numbers of 50 digits; `ZERO` is the zero test of the latter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Any

from mpmath import MPContext

mp = MPContext()
mp.dps = 50
ZERO = mp.mpf(10) ** -40

Labels = Sequence[Any]


def restricted_growth(items: int, highest: int = -1) -> Iterator[tuple[int, ...]]:
    """Yield every partition of the items as labels, each block numbered at its first item."""
    if items == 0:
        yield ()
        return
    for label in range(highest + 2):
        yield from ((label, *rest) for rest in restricted_growth(items - 1, max(highest, label)))


def labels_of(rows: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return (gold, system) label lists of a contingency table whose rows are clusters."""
    pairs = [(j, i) for i, row in enumerate(rows) for j, count in enumerate(row) for _ in range(count)]
    return [gold for gold, _ in pairs], [system for _, system in pairs]


def number(value: Any) -> Any:
    """Return any value of this module as a 50-digit number."""
    return mp.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mp.mpf(value)


def blocks(labels: Labels) -> list[set[int]]:
    """Return the sets of items that have the same label."""
    return [{item for item, other in enumerate(labels) if other == label} for label in dict.fromkeys(labels)]


def equal(gold: Labels, system: Labels) -> bool:
    """Say whether two label lists are the same partition."""
    return {frozenset(block) for block in blocks(gold)} == {frozenset(block) for block in blocks(system)}


# -- set matching ---------------------------------------------------------------------------------------------


def purity(gold: Labels, system: Labels) -> Fraction:
    return Fraction(sum(max(len(c & l) for l in blocks(gold)) for c in blocks(system)), len(gold))


def inverse_purity(gold: Labels, system: Labels) -> Fraction:
    return Fraction(sum(max(len(c & l) for c in blocks(system)) for l in blocks(gold)), len(gold))


def f_purity(gold: Labels, system: Labels) -> Fraction:
    return harmonic(purity(gold, system), inverse_purity(gold, system))


def harmonic(first: Fraction, second: Fraction) -> Fraction:
    return 2 / (1 / first + 1 / second)


def f_measure(gold: Labels, system: Labels) -> Fraction:
    def f1(c: set[int], l: set[int]) -> Fraction:
        shared = len(c & l)
        return harmonic(Fraction(shared, len(c)), Fraction(shared, len(l))) if shared else Fraction(0)

    return sum(Fraction(len(l), len(gold)) * max(f1(c, l) for c in blocks(system)) for l in blocks(gold))


def classification_accuracy(gold: Labels, system: Labels) -> Fraction:
    few, many = sorted((blocks(gold), blocks(system)), key=len)
    matchings = permutations(many, len(few))
    return Fraction(max(sum(len(x & y) for x, y in zip(few, m, strict=True)) for m in matchings), len(gold))


def van_dongen(gold: Labels, system: Labels) -> Fraction:
    pure = sum(max(len(c & l) for l in blocks(gold)) for c in blocks(system))
    whole = sum(max(len(c & l) for c in blocks(system)) for l in blocks(gold))
    return Fraction(2 * len(gold) - pure - whole)


# -- counting pairs -------------------------------------------------------------------------------------------


def pairs(gold: Labels, system: Labels) -> tuple[int, int, int, int]:
    """Count pairs of items: (SS, SD, DS, DD); the first letter is the system, the second the gold."""
    found = Counter(
        (system[i] == system[j], gold[i] == gold[j]) for i, j in combinations(range(len(gold)), 2)
    )
    return found[True, True], found[True, False], found[False, True], found[False, False]


def rand(gold: Labels, system: Labels) -> Fraction:
    ss, sd, ds, dd = pairs(gold, system)
    return Fraction(ss + dd, ss + sd + ds + dd) if len(gold) > 1 else Fraction(1)


def adjusted_rand(gold: Labels, system: Labels) -> Fraction:
    ss, sd, ds, dd = pairs(gold, system)
    if sd == ds == 0:
        return Fraction(1)
    chance = Fraction((ss + sd) * (ss + ds), ss + sd + ds + dd)
    return (ss - chance) / (Fraction(2 * ss + sd + ds, 2) - chance)


def jaccard(gold: Labels, system: Labels) -> Fraction:
    ss, sd, ds, _ = pairs(gold, system)
    return Fraction(ss, ss + sd + ds) if ss + sd + ds else Fraction(1)


def fowlkes_mallows(gold: Labels, system: Labels) -> Any:
    ss, sd, ds, _ = pairs(gold, system)
    x, y = ss + sd, ss + ds
    if x * y == 0:
        return Fraction(int(x == y))
    return ss / mp.sqrt(x * y)


def pair_precision(gold: Labels, system: Labels) -> Fraction:
    ss, sd, _, _ = pairs(gold, system)
    return Fraction(ss, ss + sd) if ss + sd else Fraction(1)


def pair_recall(gold: Labels, system: Labels) -> Fraction:
    ss, _, ds, _ = pairs(gold, system)
    return Fraction(ss, ss + ds) if ss + ds else Fraction(1)


def pair_f1(gold: Labels, system: Labels) -> Fraction:
    ss, sd, ds, _ = pairs(gold, system)
    return Fraction(2 * ss, 2 * ss + sd + ds) if 2 * ss + sd + ds else Fraction(1)


def hubert_gamma(gold: Labels, system: Labels) -> Any:
    """Pearson correlation of two 0/1 vectors with one entry per pair of items."""
    together = list(combinations(range(len(gold)), 2))
    x = [int(system[i] == system[j]) for i, j in together]
    y = [int(gold[i] == gold[j]) for i, j in together]
    if len(set(x)) < 2 or len(set(y)) < 2:
        return Fraction(int(equal(gold, system)))
    mean_x, mean_y = Fraction(sum(x), len(x)), Fraction(sum(y), len(y))
    covariance = sum((p - mean_x) * (q - mean_y) for p, q in zip(x, y, strict=True))
    variances = sum((p - mean_x) ** 2 for p in x) * sum((q - mean_y) ** 2 for q in y)
    return number(covariance) / mp.sqrt(number(variances))


def mirkin(gold: Labels, system: Labels) -> Fraction:
    every = range(len(gold))
    return Fraction(sum((system[i] == system[j]) != (gold[i] == gold[j]) for i in every for j in every))


# -- entropy --------------------------------------------------------------------------------------------------


def information(labels: Labels) -> Any:
    """Entropy in bits: the mean over items of -log2 of the label's share."""
    return -sum(log2(Fraction(labels.count(label), len(labels))) for label in labels) / len(labels)


def conditional(labels: Labels, given: Labels) -> Any:
    """H(labels | given) in bits: the mean over items of -log2 of the label's share among items of its group."""
    both = list(zip(labels, given, strict=True))
    shares = (Fraction(both.count(pair), given.count(pair[1])) for pair in both)
    return -sum(log2(share) for share in shares) / len(labels)


@cache
def log2(value: Fraction) -> Any:
    return mp.log(number(Fraction(value)), 2)


def entropy(gold: Labels, system: Labels) -> Any:
    return conditional(gold, system)


def class_entropy(gold: Labels, system: Labels) -> Any:
    return conditional(system, gold)


def mutual_information(gold: Labels, system: Labels) -> Any:
    shared = information(gold) - conditional(gold, system)
    return shared if abs(shared) > ZERO else mp.mpf(0)


def variation_of_information(gold: Labels, system: Labels) -> Any:
    return conditional(gold, system) + conditional(system, gold)


def homogeneity_score(gold: Labels, system: Labels) -> Any:
    return 1 - conditional(gold, system) / information(gold) if len(set(gold)) > 1 else mp.mpf(1)


def completeness_score(gold: Labels, system: Labels) -> Any:
    return 1 - conditional(system, gold) / information(system) if len(set(system)) > 1 else mp.mpf(1)


def v_measure(gold: Labels, system: Labels, beta: Any = 1) -> Any:
    h, c = homogeneity_score(gold, system), completeness_score(gold, system)
    return (1 + number(beta)) * h * c / (number(beta) * h + c) if h + c > ZERO else mp.mpf(0)


def normalised(mean: Callable[[Any, Any], Any]) -> Callable[[Labels, Labels], Any]:
    def nmi(gold: Labels, system: Labels) -> Any:
        if len(set(gold)) == len(set(system)) == 1:
            return mp.mpf(1)
        shared = mutual_information(gold, system)
        return shared / mean(information(gold), information(system)) if shared else mp.mpf(0)

    return nmi


def nmi_joint(gold: Labels, system: Labels) -> Any:
    if len(set(gold)) == len(set(system)) == 1:
        return mp.mpf(1)
    return mutual_information(gold, system) / information(list(zip(gold, system, strict=True)))


def average(first: Any, second: Any) -> Any:
    return (first + second) / 2


def geometric(first: Any, second: Any) -> Any:
    return mp.sqrt(first * second)


@cache
def expected_information(categories: tuple[int, ...], clusters: tuple[int, ...]) -> Any:
    """E[I] over permutations: every cell is hypergeometric, P(n) = C(b, n) C(N - b, a - n) / C(N, a)."""
    items = sum(clusters)
    total = mp.mpf(0)
    for a in clusters:
        for b in categories:
            for n in range(1, min(a, b) + 1):
                chance = Fraction(comb(b, n) * comb(items - b, a - n), comb(items, a))
                if chance:
                    total += number(chance * Fraction(n, items)) * log2(Fraction(n * items, a * b))
    return total


def expected_by_permuting(gold: Labels, system: Labels) -> Any:
    """E[I] as what it means: the mean over all orders of the gold labels."""
    kinds = Counter(
        tuple(sorted(Counter(zip(order, system, strict=True)).items())) for order in permutations(gold)
    )
    total = mp.mpf(0)
    for cells, times in kinds.items():
        flat = [pair for pair, count in cells for _ in range(count)]
        total += times * mutual_information([x for x, _ in flat], [y for _, y in flat])
    return total / sum(kinds.values())


def adjusted(mean: Callable[[Any, Any], Any]) -> Callable[[Labels, Labels], Any]:
    def ami(gold: Labels, system: Labels) -> Any:
        if equal(gold, system):
            return mp.mpf(1)
        sizes = (tuple(sorted(Counter(labels).values())) for labels in (gold, system))
        chance = expected_information(*sizes)
        room = mean(information(gold), information(system)) - chance
        gain = mutual_information(gold, system) - chance
        if abs(room) < ZERO:
            assert abs(gain) < ZERO, "only 0/0 can occur"
            return mp.mpf(0)
        return gain / room

    return ami


def dom_q0(gold: Labels, system: Labels) -> Any:
    """H(L|C), and log2 of the number of ways in which each cluster can be divided among the K categories."""
    kinds = range(len(set(gold)))
    ways = (sum(1 for _ in combinations_with_replacement(kinds, len(c))) for c in blocks(system))
    return conditional(gold, system) + sum(log2(Fraction(count)) for count in ways) / len(gold)


# -- edit distance and BCubed ---------------------------------------------------------------------------------


def edit_distance(gold: Labels, system: Labels) -> Fraction:
    """Carry the procedure out: merge every cluster into its majority's set, then move every wrong item."""
    rebuilt: dict[Any, list[int]] = {category: [] for category in gold}
    merges = 0
    for cluster in blocks(system):
        majority = max(rebuilt, key=lambda category: sum(gold[item] == category for item in cluster))
        rebuilt[majority] += sorted(cluster)
        merges += 1
    moves = sum(gold[item] != category for category, held in rebuilt.items() for item in held)
    return Fraction(merges + moves)


def bcubed_precision(gold: Labels, system: Labels) -> Fraction:
    return item_average(gold, system)


def bcubed_recall(gold: Labels, system: Labels) -> Fraction:
    return item_average(system, gold)


def item_average(labels: Labels, within: Labels) -> Fraction:
    """Avg over e of Avg over the e' with e's group of [e' has e's label]; e itself is one of the e'."""
    every = range(len(labels))
    mates = [[f for f in every if within[f] == within[e]] for e in every]
    return sum(Fraction(sum(labels[f] == labels[e] for f in mates[e]), len(mates[e])) for e in every) / len(
        labels
    )


def bcubed_f(gold: Labels, system: Labels, alpha: Any = Fraction(1, 2)) -> Fraction:
    return 1 / (alpha / bcubed_precision(gold, system) + (1 - alpha) / bcubed_recall(gold, system))


NAIVE: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        purity, inverse_purity, f_purity, f_measure, classification_accuracy, van_dongen,
        rand, adjusted_rand, jaccard, fowlkes_mallows, pair_precision, pair_recall, pair_f1, hubert_gamma, mirkin,
        entropy, class_entropy, mutual_information, variation_of_information, homogeneity_score, completeness_score,
        v_measure, nmi_joint, dom_q0, edit_distance, bcubed_precision, bcubed_recall, bcubed_f,
    )
} | {
    "nmi_max": normalised(max), "nmi_min": normalised(min),
    "nmi_arith": normalised(average), "nmi_sqrt": normalised(geometric),
    "ami_max": adjusted(max), "ami_min": adjusted(min),
    "ami_arith": adjusted(average), "ami_sqrt": adjusted(geometric),
}  # fmt: skip
"""Every metric of the clustering task by key."""
