"""The metrics of ordinal classification a second time: from pairs (assigned, true), item by item, one root or log each.

None means that there is no value. Everything is in fractions but the roots and logarithms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import log2, sqrt
from typing import Any

Items = Sequence[tuple[int, int]]
"""(assigned, true) of every item, classes from 1 on."""


def items_of(rows: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    return [(i, j) for i, row in enumerate(rows, 1) for j, count in enumerate(row, 1) for _ in range(count)]


def by_class(items: Items) -> dict[int, list[int]]:
    """The assigned classes of the items of each true class."""
    found: dict[int, list[int]] = {}
    for assigned, true in items:
        found.setdefault(true, []).append(assigned)
    return found


def mean(values: Sequence[Any]) -> Any:
    return sum(values) * Fraction(1, len(values))


def class_errors(items: Items, power: int) -> list[Any]:
    return [mean([abs(i - j) ** power for i in found]) for j, found in by_class(items).items()]


def cem_ord(items: Items, classes: int) -> float:
    gold = Counter(true for _, true in items)

    def closeness(i: int, j: int) -> float:
        between = range(i + 1, j + 1) if i <= j else range(j, i)
        return -log2((gold[i] / 2 + sum(gold[l] for l in between)) / len(items))

    return sum(closeness(i, j) for i, j in items) / sum(closeness(j, j) for _, j in items)


def kappa(items: Items, weight: Callable[[int, int], int]) -> Fraction | None:
    observed = mean([weight(i, j) for i, j in items])
    expected = mean([weight(i, j) for (i, _), (_, j) in product(items, items)])
    return None if expected == 0 else 1 - observed / expected


def alpha(items: Items, squared: Callable[[Counter[int], int, int], Fraction]) -> Fraction | None:
    """Of all 2N labels: the disagreement within items, per that of any two labels."""
    labels = [label for pair in items for label in pair]
    counts = Counter(labels)
    observed = mean([squared(counts, i, j) for i, j in items])
    places = range(len(labels))
    pairs = [squared(counts, labels[u], labels[v]) for u in places for v in places if u != v]
    return None if sum(pairs) == 0 else 1 - observed / mean(pairs)


def ordinal_distance(counts: Counter[int], i: int, j: int) -> Fraction:
    low, high = min(i, j), max(i, j)
    inside = sum(counts[label] for label in range(low, high + 1))
    return (Fraction(inside) - Fraction(counts[low] + counts[high], 2)) ** 2


def rates(items: Items, label: int) -> tuple[Fraction, Fraction]:
    """Precision and recall of a class, 0 where they would divide by 0."""
    right = sum(i == j == label for i, j in items)
    assigned, true = sum(i == label for i, _ in items), sum(j == label for _, j in items)
    return Fraction(right, assigned or 1), Fraction(right, true or 1)


def f1(precision: Fraction, recall: Fraction) -> Fraction:
    return 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def correlation(one: Sequence[Any], other: Sequence[Any]) -> float | None:
    a, b = mean(one), mean(other)
    spread = sum((x - a) ** 2 for x in one) * sum((y - b) ** 2 for y in other)
    if spread == 0:
        return None
    return float(sum((x - a) * (y - b) for x, y in zip(one, other, strict=True))) / sqrt(spread)


def ranks(values: Sequence[int]) -> list[Fraction]:
    return [
        Fraction(sum(other < value for other in values) * 2 + values.count(value) + 1, 2) for value in values
    ]


def kendall_tau_b(items: Items) -> float | None:
    def sign(value: int) -> int:
        return (value > 0) - (value < 0)

    pairs = [(sign(a[0] - b[0]), sign(a[1] - b[1])) for k, a in enumerate(items) for b in items[:k]]
    spread = sum(x != 0 for x, _ in pairs) * sum(y != 0 for _, y in pairs)
    return None if spread == 0 else sum(x * y for x, y in pairs) / sqrt(spread)


def union_f1(items: Items) -> Fraction:
    return Fraction(mean([f1(*rates(items, label)) for label in {label for pair in items for label in pair}]))


def hmpr(items: Items) -> Fraction:
    found = [rates(items, label) for label in by_class(items)]
    return f1(mean([p for p, _ in found]), mean([r for _, r in found]))


NAIVE: dict[str, Callable[[Items, int], Any]] = {
    "mae_micro": lambda items, k: mean([abs(i - j) for i, j in items]),
    "mae_macro": lambda items, k: mean(class_errors(items, 1)),
    "mmae": lambda items, k: max(class_errors(items, 1)),
    "mse_micro": lambda items, k: mean([(i - j) ** 2 for i, j in items]),
    "mse_macro": lambda items, k: mean(class_errors(items, 2)),
    "rmse_micro": lambda items, k: sqrt(mean([(i - j) ** 2 for i, j in items])),
    "rmse_macro": lambda items, k: sqrt(mean(class_errors(items, 2))),
    "cem_ord": cem_ord,
    "kappa_nominal": lambda items, k: kappa(items, lambda i, j: int(i != j)),
    "kappa_linear": lambda items, k: kappa(items, lambda i, j: abs(i - j)),
    "kappa_quadratic": lambda items, k: kappa(items, lambda i, j: (i - j) ** 2),
    "alpha_nominal": lambda items, k: alpha(items, lambda counts, i, j: Fraction(i != j)),
    "alpha_interval": lambda items, k: alpha(items, lambda counts, i, j: Fraction((i - j) ** 2)),
    "alpha_ordinal": lambda items, k: alpha(
        items, lambda counts, i, j: ordinal_distance(counts, i, j) if i != j else Fraction(0)
    ),
    "accuracy": lambda items, k: mean([i == j for i, j in items]),
    "off_by_one_accuracy": lambda items, k: mean([abs(i - j) <= 1 for i, j in items]),
    "f1_macro": lambda items, k: mean([f1(*rates(items, label)) for label in by_class(items)]),
    "f1_union": lambda items, k: union_f1(items),
    "hmpr": lambda items, k: hmpr(items),
    "macro_recall": lambda items, k: mean([rates(items, label)[1] for label in by_class(items)]),
    "min_sensitivity": lambda items, k: min(rates(items, label)[1] for label in by_class(items)),
    "pearson": lambda items, k: correlation([i for i, _ in items], [j for _, j in items]),
    "spearman": lambda items, k: correlation(ranks([i for i, _ in items]), ranks([j for _, j in items])),
    "kendall_tau_b": lambda items, k: kendall_tau_b(items),
}
