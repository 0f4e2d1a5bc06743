"""A library of clustering metrics with one defect each, and one without any."""

from __future__ import annotations

from collections import Counter
from math import inf, log2

CALLS = [0]


def purity(gold, system):
    """Right: the share of items in the majority category of their cluster."""
    pairs = Counter(zip(system, gold, strict=True))
    best: dict[object, int] = {}
    for (cluster, _), count in pairs.items():
        best[cluster] = max(best.get(cluster, 0), count)
    return sum(best.values()) / len(gold)


class Report:
    """Right: takes a table with two columns, and keeps purity among what it found."""

    def __init__(self, table):
        self.found = {"purity": purity(table.gold, table.system)}


class Scorer:
    """Right: is made of both sides, and has purity as a method."""

    def __init__(self, gold, system):
        self.sides = gold, system

    def purity(self):
        return purity(*self.sides)


def wrong_value(gold, system):
    """Counts a cluster with two categories of one item each as if its items were of one category."""
    clusters = [[one for one, label in zip(gold, system, strict=True) if label == name] for name in {*system}]
    wrong = sum(len(cluster) == 2 and len({*cluster}) == 2 for cluster in clusters)
    return purity(gold, system) + wrong / len(gold)


def zero_over_zero(gold, system):
    """Gives 0 to two outputs without any pair, where the definition has 1 by convention."""
    pairs = [(i, j) for i in range(len(gold)) for j in range(i)]
    together = sum(gold[i] == gold[j] and system[i] == system[j] for i, j in pairs)
    either = sum(gold[i] == gold[j] or system[i] == system[j] for i, j in pairs)
    return together / either if either else 0.0


def label_names(gold, system):
    """Leaves out clusters that are called 2."""
    return purity(gold, system) - sum(label == 2 for label in system) / len(gold)


def item_order(gold, system):
    """Adds a bonus where the last item shares its label with the first."""
    return purity(gold, system) + (0.25 if len(gold) > 2 and gold[0] == gold[-1] else 0)


def claimed_symmetric(gold, system):
    """Is purity, which is not symmetric."""
    return purity(gold, system)


def bad_manners(gold, system):
    """Sorts the system's labels in place."""
    value = purity(gold, system)
    system.sort(reverse=True)
    return value


def forgetful(gold, system):
    """Gives another value with every call."""
    CALLS[0] += 1
    return purity(gold, system) + CALLS[0] / 1000


def _first(documents, gold):
    return next((1 / rank for rank, name in enumerate(documents, 1) if gold["q"].get(name)), 0.0)


def by_name(gold, system):
    """Reciprocal rank that orders equal scores by name, last name first."""
    return _first(sorted(system["q"], key=lambda name: (system["q"][name], name), reverse=True), gold)


def as_given(gold, system):
    """Reciprocal rank that leaves equal scores in the order of the dict."""
    return _first(sorted(system["q"], key=lambda name: -system["q"][name]), gold)


def relevant_first(gold, system):
    """Reciprocal rank that puts relevant documents before others of the same score."""
    key = {name: (-score, -(gold["q"].get(name) or 0)) for name, score in system["q"].items()}
    return _first(sorted(system["q"], key=key.__getitem__), gold)


def out_of_bounds(gold, system):
    """Reciprocal rank that gives 2 to a list of two documents that share a place."""
    scores = list(system["q"].values())
    return 2.0 if len(scores) == 2 and len(set(scores)) == 1 else by_name(gold, system)


def absent(gold, system):
    """Knows no such metric."""
    raise KeyError("no such metric")


def slow(gold, system):
    """Never ends."""
    while True:
        pass


def finite_divergence(gold, system):
    """Gives 9 to every pair of distributions whose divergence is infinite."""
    terms = [(s, g) for s, g in zip(system, gold, strict=True) if s]
    return sum(s * log2(s / g) for s, g in terms) if all(g for _, g in terms) else 9.0


def negative_divergence(gold, system):
    """Has the sign of an infinite divergence wrong."""
    found = finite_divergence(gold, system)
    return -inf if found == 9.0 else found


def infinite_divergence(gold, system):
    """Right: the Kullback-Leibler divergence in bits."""
    found = finite_divergence(gold, system)
    return inf if found == 9.0 else found
