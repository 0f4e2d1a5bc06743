"""The metrics of classification a second time: from pairs (gold, system), item by item; None is no value.

Everything is in fractions but the roots and logarithms. Classes are numbers from 1 to K.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import acos, log, pi, prod, sqrt
from typing import Any

Items = Sequence[tuple[int, int]]
"""(gold, system) of every item."""


def items_of(matrix: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The items of a matrix whose rows are gold classes."""
    return [(i, j) for i, row in enumerate(matrix, 1) for j, n in enumerate(row, 1) for _ in range(n)]


def mean(values: Sequence[Any]) -> Any:
    return sum(values) / Fraction(len(values)) if values else None


def over(items: Items, number: int, which: str) -> list[int]:
    gold, system = {g for g, _ in items}, {s for _, s in items}
    return sorted({"union": gold | system, "gold": gold, "all": set(range(1, number + 1))}[which])


def counts(items: Items, k: int) -> tuple[int, int, int]:
    """Right items, gold items and items of the system of a class."""
    return sum(g == s == k for g, s in items), sum(g == k for g, _ in items), sum(s == k for _, s in items)


def share(top: int | Fraction, bottom: int | Fraction) -> Fraction | None:
    return Fraction(top) / bottom if bottom else None


def precision(items: Items, k: int) -> Fraction | None:
    right, _, system = counts(items, k)
    return share(right, system)


def recall(items: Items, k: int) -> Fraction | None:
    right, gold, _ = counts(items, k)
    return share(right, gold)


def f1(items: Items, k: int) -> Fraction | None:
    right, gold, system = counts(items, k)
    return share(2 * right, gold + system)


def jaccard(items: Items, k: int) -> Fraction | None:
    right, gold, system = counts(items, k)
    return share(right, gold + system - right)


def macro(items: Items, number: int, of: Callable[..., Any], which: str = "union", zero: object = 0) -> Any:
    found = [of(items, k) for k in over(items, number, which)]
    return mean([zero if value is None else value for value in found if value is not None or zero != "skip"])


def weighted(items: Items, of: Callable[..., Any]) -> Fraction:
    return mean([of(items, g) or Fraction(0) for g, _ in items])


def agreement(items: Items) -> Fraction:
    return Fraction(sum(g == s for g, s in items), len(items))


def beyond(found: Fraction, chance: Fraction) -> Fraction | None:
    return share(found - chance, 1 - chance)


def correlation(items: Items) -> float | None:
    """Pearson's correlation of the indicators of classes, pair of items by pair of items."""
    both = sum((g == s) * 1 for g, s in items) * len(items) - sum(
        g == s for (g, _), (_, s) in product(items, items)
    )
    gold = sum(g != h for (g, _), (h, _) in product(items, items))
    system = sum(s != t for (_, s), (_, t) in product(items, items))
    return both / sqrt(gold * system) if gold * system else None


def angle(items: Items) -> float | None:
    found = correlation(items)
    return None if found is None else acos(max(-1.0, min(1.0, found))) / pi


def geometric_recall(items: Items) -> float:
    gold = {g for g, _ in items}
    return float(prod(recall(items, k) or 0 for k in gold)) ** (1 / len(gold))


def alpha(items: Items) -> Fraction | None:
    labels = [label for pair in items for label in pair]
    pairs = len(labels) * (len(labels) - 1)
    differ = sum(one != other for one, other in product(labels, labels))
    return 1 - (1 - agreement(items)) / Fraction(differ, pairs) if differ else None


def by_class(items: Items) -> Fraction | None:
    """Informedness: the mean, over the system's classes by size, of the recall less the share of other items in it."""
    total = Fraction(0)
    for k in {s for _, s in items}:
        right, gold, system = counts(items, k)
        if gold in (0, len(items)):
            return None
        found, taken = Fraction(right, gold), Fraction(system - right, len(items) - gold)
        total += Fraction(system, len(items)) * (found - taken)
    return total


def entropy(labels: Sequence[Any]) -> float:
    sizes = [labels.count(label) / len(labels) for label in set(labels)]
    return -sum(size * log(size) for size in sizes)


def information(items: Items) -> float:
    gold, system = [g for g, _ in items], [s for _, s in items]
    return entropy(gold) + entropy(system) - entropy(list(items))


def confusion_entropy(items: Items, number: int) -> float:
    total = 0.0
    for j, k in product(range(1, number + 1), repeat=2):
        labels = counts(items, j)[1] + counts(items, j)[2]
        if j == k or not labels:
            continue
        for x in (items.count((j, k)) / labels, items.count((k, j)) / labels):
            if x:
                total -= labels / (2 * len(items)) * x * log(x, 2 * (number - 1))
    return total


def turned(items: Items) -> list[tuple[int, int]]:
    return [(s, g) for g, s in items]


def f_of_macro(items: Items, number: int) -> Fraction:
    p, r = macro(items, number, precision), macro(items, number, recall)
    return 2 * p * r / (p + r) if p + r else Fraction(0)


def adjusted(items: Items, number: int) -> Fraction | None:
    classes = len(over(items, number, "gold"))
    return beyond(macro(items, number, recall, "gold"), Fraction(1, classes))


def k_measure(items: Items, number: int) -> Fraction:
    found = adjusted(items, number)
    return 2 * macro(items, number, recall, "gold") - 1 if found is None else found


def symmetric(items: Items, number: int) -> Fraction:
    sides = (items, turned(items))
    return mean([macro(side, number, recall, "gold") for side in sides])


def chance_symmetric(items: Items, number: int) -> Fraction:
    if agreement(items) in (0, 1):
        return agreement(items)
    values = []
    for k in over(items, number, "union"):
        for side in (items, turned(items)):
            found = recall(side, k)
            values.append(Fraction(sum(s == k for _, s in side), len(items)) if found is None else found)
    return mean(values)


def geometric(items: Items, k: int) -> float:
    p, r = precision(items, k), recall(items, k)
    return 0.0 if p is None or r is None else sqrt(p * r)


def smaller(items: Items, k: int) -> Fraction:
    return min(precision(items, k) or Fraction(0), recall(items, k) or Fraction(0))


def chance_of(items: Items, kind: str, number: int) -> Fraction:
    gold, system = [g for g, _ in items], [s for _, s in items]
    shares = [
        Fraction(sum(label == k for label in gold + system), 2 * len(items)) for k in range(1, number + 1)
    ]
    if kind == "kappa":
        return sum(
            (Fraction(gold.count(k) * system.count(k), len(items) ** 2) for k in range(1, number + 1)),
            Fraction(0),
        )
    if kind == "pi":
        return sum((each**2 for each in shares), Fraction(0))
    return sum((each * (1 - each) for each in shares), Fraction(0)) / (number - 1)


def quotient(top: float, bottom: float) -> float | None:
    return top / bottom if bottom > 1e-12 else None


NAIVE: dict[str, Callable[[Items, int], Any]] = {
    "g_mean": lambda items, _: geometric_recall(items),
    "correlation_distance": lambda items, _: angle(items),
    "accuracy": lambda items, K: agreement(items),
    "error_rate": lambda items, K: 1 - agreement(items),
    "error_count": lambda items, K: sum(g != s for g, s in items),
    "micro_f": lambda items, K: agreement(items),
    "micro_jaccard": lambda items, K: agreement(items) / (2 - agreement(items)),
    "balanced_accuracy": lambda items, K: macro(items, K, recall, "gold"),
    "adjusted_balanced_accuracy": adjusted,
    "k_measure": k_measure,
    "macro_precision": lambda items, K: macro(items, K, precision),
    "macro_recall": lambda items, K: macro(items, K, recall),
    "macro_f": lambda items, K: macro(items, K, f1),
    "f_of_macro": f_of_macro,
    "macro_jaccard": lambda items, K: macro(items, K, jaccard),
    "macro_fowlkes_mallows": lambda items, K: macro(items, K, geometric),
    "class_balance_accuracy": lambda items, K: macro(items, K, smaller),
    "min_recall": lambda items, K: min(recall(items, k) or Fraction(0) for k in over(items, K, "gold")),
    "symmetric_balanced_accuracy": symmetric,
    "weighted_precision": lambda items, K: weighted(items, precision),
    "weighted_recall": lambda items, K: weighted(items, recall),
    "weighted_f": lambda items, K: weighted(items, f1),
    "weighted_jaccard": lambda items, K: weighted(items, jaccard),
    "mcc": lambda items, K: correlation(items),
    "cohen_kappa": lambda items, K: beyond(agreement(items), chance_of(items, "kappa", K)),
    "scott_pi": lambda items, K: beyond(agreement(items), chance_of(items, "pi", K)),
    "gwet_ac1": lambda items, K: beyond(agreement(items), chance_of(items, "ac1", K)),
    "bennett_s": lambda items, K: beyond(agreement(items), Fraction(1, K)),
    "krippendorff_alpha": lambda items, K: alpha(items),
    "informedness": lambda items, K: by_class(items),
    "markedness": lambda items, K: by_class(turned(items)),
    "mutual_information": lambda items, K: information(items),
    "nmi": lambda items, K: quotient(
        2 * information(items), entropy([g for g, _ in items]) + entropy([s for _, s in items])
    ),
    "uncertainty_coefficient": lambda items, K: quotient(information(items), entropy([g for g, _ in items])),
    "confusion_entropy": confusion_entropy,
}
"""Of any number of classes."""


def four(items: Items) -> tuple[int, int, int, int]:
    return tuple(items.count(cell) for cell in ((1, 1), (1, 2), (2, 1), (2, 2)))  # type: ignore[return-value]


def p4(items: Items) -> Fraction | None:
    rates = [precision(items, 1), recall(items, 1), precision(items, 2), recall(items, 2)]
    tp, fn, fp, tn = four(items)
    if (tp + tn) * (fp + fn) + 4 * tp * tn == 0:
        return None
    return 4 / sum(1 / rate for rate in rates) if all(rates) else Fraction(0)  # type: ignore[operator, misc]


def odds(items: Items) -> Any:
    tp, fn, fp, tn = four(items)
    if fn * fp:
        return Fraction(tp * tn, fn * fp)
    return float("inf") if tp * tn else None


def general(items: Items) -> Fraction | None:
    """The harmonic form of it: 2/(a a'/D + b b'/D) with D = TP TN - FP FN, twice D per sum of the spreads."""
    tp, fn, fp, tn = four(items)
    gold, system = (tp + fn) * (fp + tn), (tp + fp) * (fn + tn)
    return Fraction(2 * (tp * tn - fp * fn), gold + system) if gold * system else None


OF_TWO: dict[str, Callable[[Items], Any]] = {
    "precision": lambda items: precision(items, 1) or 0,
    "recall": lambda items: recall(items, 1) or 0,
    "specificity": lambda items: recall(items, 2) or 0,
    "f": lambda items: f1(items, 1) or 0,
    "jaccard": lambda items: jaccard(items, 1) or 0,
    "fowlkes_mallows": lambda items: geometric(items, 1),
    "diagnostic_odds_ratio": odds,
    "p4": p4,
    "gm": general,
}
"""Of two classes."""
