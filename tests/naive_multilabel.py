"""Multi-label metrics and the conditions of constraints by their definitions: sets of names, no code of the package.

An output is a dict of parents, a list of gold sets and a list of system lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from math import log, log2, sqrt
from typing import Any

Parents = Mapping[str, Sequence[str]]
Gold = Sequence[frozenset[str]]
System = Sequence[Sequence[str]]


def parse(text: str) -> tuple[Parents, Gold, System]:
    found = re.fullmatch(r"(.*?)\s+gold (.*?)\s+system (.*)", text)
    assert found
    parents: dict[str, list[str]] = {}
    for part in found[1].split(";"):
        top, _, below = part.partition(">")
        parents.setdefault(top.strip(), [])
        for name in filter(None, below.replace(",", " ").split()):
            parents.setdefault(name, []).append(top.strip())
    sides = [[[] if part.strip() == "-" else part.split() for part in found[k].split("|")] for k in (2, 3)]
    return parents, [frozenset(labels) for labels in sides[0]], sides[1]


def ancestors(parents: Parents, label: str) -> frozenset[str]:
    return frozenset({label}).union(*(ancestors(parents, above) for above in parents[label]))


def closure(parents: Parents, labels: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(ancestors(parents, label) for label in labels))


def share(top: float, bottom: float, otherwise: float = 0.0) -> float:
    return top / bottom if bottom else otherwise


class Output:
    def __init__(self, parents: Parents, gold: Gold, system: System) -> None:
        self.parents, self.gold, self.lists = parents, gold, system
        self.system = [frozenset(labels) for labels in system]
        self.closed_gold = [closure(parents, labels) for labels in gold]
        self.closed_system = [closure(parents, labels) for labels in system]
        self.n, self.labels = len(gold), list(parents)
        self.count = {c: sum(c in labels for labels in self.closed_gold) for c in parents}
        self.raw = {c: sum(c in labels for labels in gold) for c in parents}

    def ic(self, label: str) -> float:
        return log2(self.n / max(self.count[label], 1))

    def ia(self, label: str) -> float:
        above = self.parents[label]
        whole = sum(all(parent in labels for parent in above) for labels in self.closed_gold)
        return log2(max(whole, 1) / max(self.count[label], 1))

    def information(self, labels: Iterable[str]) -> float:
        return sum(self.ia(label) for label in closure(self.parents, labels))

    def pairs(self, closed: bool = False) -> list[tuple[frozenset[str], frozenset[str]]]:
        sides = (self.closed_gold, self.closed_system) if closed else (self.gold, self.system)
        return list(zip(*sides, strict=True))

    def mean(self, of: Callable[[frozenset[str], frozenset[str]], float], closed: bool = False) -> float:
        return sum(of(g, s) for g, s in self.pairs(closed)) / self.n

    def total(self, of: Callable[[frozenset[str], frozenset[str]], float], closed: bool = False) -> float:
        return sum(of(g, s) for g, s in self.pairs(closed))

    def per_label(self) -> list[tuple[int, int, int]]:
        return [
            (
                sum(c in g and c in s for g, s in self.pairs()),
                self.raw[c],
                sum(c in s for s in self.system),
            )
            for c in self.labels
        ]

    def weight(self, label: str) -> float:
        return 1 + (log(self.n) - 1) * 2.5**0.55 * (self.raw[label] + 1.5) ** -0.55

    def edges(self, one: str, other: str) -> int:
        """In a forest: steps up to the nearest common label, or to the virtual root, and down again."""
        first, second = ancestors(self.parents, one), ancestors(self.parents, other)
        return len(first - second) + len(second - first)


def both(g: frozenset[str], s: frozenset[str]) -> int:
    return len(g & s)


def f1(t: float, g: float, s: float) -> float:
    return share(2 * t, g + s)


def h_loss(o: Output) -> float:
    return o.mean(lambda g, s: sum(not any(p in g ^ s for p in o.parents[c]) for c in g ^ s), closed=True)


def lca_graphs(o: Output, g: frozenset[str], s: frozenset[str]) -> tuple[set[str], set[str]]:
    def specific(labels: frozenset[str]) -> set[str]:
        return {c for c in labels if not any(c != d and c in ancestors(o.parents, d) for d in labels)}

    sides = specific(g), specific(s)
    graphs: tuple[set[str], set[str]] = (set(), set())
    for k in (0, 1):
        others = closure(o.parents, sides[1 - k])
        for c in sides[k]:
            path = [c]
            while path[-1] not in others and path[-1] != "(root)":
                path.append(next(iter(o.parents[path[-1]]), "(root)"))
            graphs[k].update(path)
            graphs[1 - k].add(path[-1])
    return graphs


def lca(o: Output, of: Callable[[int, int, int], float]) -> float:
    values = []
    for g, s in o.pairs():
        t, p = lca_graphs(o, g, s)
        values.append(of(len(t & p), len(t), len(p)) if g and s else 0.0)
    return sum(values) / o.n


def induced_item(o: Output, g: frozenset[str], s: frozenset[str], cap: int = 5) -> float:
    """Every set of pairs is tried."""
    apart = g ^ s
    if not apart:
        return 1.0
    pairs = [(a, b) for a, b in product(sorted(g), sorted(s)) if a != b]
    costs = []
    for count in range(min(len(pairs), len(apart)) + 1):
        for chosen in combinations(pairs, count):
            alone = apart - {label for pair in chosen for label in pair}
            costs.append(sum(min(o.edges(*pair), cap) for pair in chosen) + cap * len(alone))
    return 1 - min(costs) / (cap * len(apart))


def sim_gic(o: Output) -> float:
    def of(g: frozenset[str], s: frozenset[str]) -> float:
        whole = sum(map(o.ic, g | s))
        return sum(map(o.ic, g & s)) / whole if whole > 1e-12 else 0.0  # sums of logarithms, 0 or above 0.1

    return o.mean(of, closed=True)


def ru(o: Output) -> float:
    return o.mean(lambda g, s: sum(map(o.ia, g - s)), closed=True)


def mi(o: Output) -> float:
    return o.mean(lambda g, s: sum(map(o.ia, s - g)), closed=True)


def icm(o: Output, alpha1: float = 2, alpha2: float = 2, beta: float = 3) -> float:
    return o.mean(
        lambda g, s: alpha1 * o.information(s) + alpha2 * o.information(g) - beta * o.information(g | s)
    )


def icm_norm(o: Output) -> float | None:
    best = o.mean(lambda g, s: o.information(g))
    return None if best < 1e-12 else max((icm(o) + best) / (2 * best), 0.0)  # best is 0 or above 0.1


def psp_norm(o: Output) -> float | None:
    if o.n < 3 or not any(o.gold):
        return None
    hits = sum(o.weight(s[0]) for g, s in zip(o.gold, o.lists, strict=True) if s and s[0] in g)
    return hits / sum(max(map(o.weight, g)) for g in o.gold if g)


def psp(o: Output) -> float | None:
    if o.n < 3:
        return None
    return sum(o.weight(s[0]) for g, s in zip(o.gold, o.lists, strict=True) if s and s[0] in g) / o.n


NAIVE: dict[str, Callable[[Output], Any]] = {
    "hamming_loss": lambda o: o.total(lambda g, s: len(g ^ s)) / (o.n * len(o.labels)),
    "subset_accuracy": lambda o: o.mean(lambda g, s: float(g == s)),
    "example_precision": lambda o: o.mean(lambda g, s: share(both(g, s), len(s))),
    "example_recall": lambda o: o.mean(lambda g, s: share(both(g, s), len(g))),
    "example_f1": lambda o: o.mean(lambda g, s: f1(both(g, s), len(g), len(s))),
    "example_jaccard": lambda o: o.mean(lambda g, s: share(both(g, s), len(g | s))),
    "example_cosine": lambda o: o.mean(lambda g, s: share(both(g, s), sqrt(len(g) * len(s)))),
    "micro_precision": lambda o: share(o.total(both), o.total(lambda g, s: len(s))),
    "micro_recall": lambda o: share(o.total(both), o.total(lambda g, s: len(g))),
    "micro_f1": lambda o: f1(o.total(both), o.total(lambda g, s: len(g)), o.total(lambda g, s: len(s))),
    "micro_jaccard": lambda o: share(o.total(both), o.total(lambda g, s: len(g | s))),
    "macro_precision": lambda o: sum(share(t, s) for t, _, s in o.per_label()) / len(o.labels),
    "macro_recall": lambda o: sum(share(t, g) for t, g, _ in o.per_label()) / len(o.labels),
    "macro_f1": lambda o: sum(f1(*counts) for counts in o.per_label()) / len(o.labels),
    "weighted_f1": lambda o: share(
        sum(g * f1(t, g, s) for t, g, s in o.per_label()), sum(g for _, g, _ in o.per_label())
    ),
    "hierarchical_precision": lambda o: share(o.total(both, True), o.total(lambda g, s: len(s), True)),
    "hierarchical_recall": lambda o: share(o.total(both, True), o.total(lambda g, s: len(g), True)),
    "hierarchical_f1": lambda o: share(2 * o.total(both, True), o.total(lambda g, s: len(g) + len(s), True)),
    "closure_hamming": lambda o: o.total(lambda g, s: len(g ^ s), True) / (o.n * len(o.labels)),
    "h_loss": h_loss,
    "lca_precision": lambda o: lca(o, lambda b, t, p: b / p),
    "lca_recall": lambda o: lca(o, lambda b, t, p: b / t),
    "lca_f1": lambda o: lca(o, lambda b, t, p: 2 * b / (t + p)),
    "graph_induced_accuracy": lambda o: o.mean(lambda g, s: induced_item(o, g, s)),
    "sim_gic": sim_gic,
    "remaining_uncertainty": ru,
    "misinformation": mi,
    "semantic_distance": lambda o: sqrt(ru(o) ** 2 + mi(o) ** 2),
    "icm": icm,
    "icm_norm": icm_norm,
    "precision_at": lambda o: sum(bool(s) and s[0] in g for g, s in zip(o.gold, o.lists, strict=True)) / o.n,
    "psp_at": psp,
    "psp_norm_at": psp_norm,
}
"""All metrics at their default parameters but `icm_soft`, for which its own example stands."""
