"""Metrics with one planted error each, the constraint that the error breaks, and the engine that should find it.

``engine`` is the cheapest engine that must see the error: ``proof`` (the error shows in every case), ``sweep`` (in a
case of at most 7 items), ``families`` (only in larger structured cases), ``search`` (only in larger mixed ones),
``undefined`` (a case without a value). None of the others may ever be called "holds", and these only for the cases
that have a value, with one named that has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.formulas import log2, maximum, minimum, ratio
from axiometrics.metrics import Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import split_key

Engine = Literal["proof", "sweep", "families", "search", "undefined"]


@dataclass(frozen=True)
class Planted:
    metric: Metric
    violates: str
    engine: Engine

    @property
    def constraint(self) -> Constraint:
        key, given = split_key(self.violates)
        return CONSTRAINTS.get(key, "clustering").with_parameters(**given)


PLANTED: list[Planted] = []


def planted(
    violates: str, engine: Engine, *, error: bool = False, reads: str | None = None
) -> Callable[[Callable[..., Any]], Metric]:
    """Collect a metric with a planted error."""

    def collect(function: Callable[..., Any]) -> Metric:
        metric = build(function, task="clustering", error=error, reads=reads, trusted=reads is None)
        PLANTED.append(Planted(metric, violates, engine))
        return metric

    return collect


def together(table: Any) -> Any:
    return table.cells(lambda n, a, b: n * (n - 1) / 2)


def clustered(table: Any) -> Any:
    return table.clusters(lambda a: a * (a - 1) / 2)


def related(table: Any) -> Any:
    return table.categories(lambda b: b * (b - 1) / 2)


def everything(table: Any) -> Any:
    return (table.items**2 - table.items) / 2


def precision(table: Any) -> Any:
    return table.cells(lambda n, a, b: n**2 / a) / table.items


def recall(table: Any) -> Any:
    return table.cells(lambda n, a, b: n**2 / b) / table.items


def pure(table: Any) -> Any:
    return table.best_in_cluster(lambda n, a, b: n)


def whole(table: Any) -> Any:
    return table.best_in_category(lambda n, a, b: n)


def open_information(table: Any) -> Any:
    return table.cells(lambda n, a, b: n * log2(a / n)) / table.items


def scattered_information(table: Any) -> Any:
    return table.cells(lambda n, a, b: n * log2(b / n)) / table.items


def shared_information(table: Any) -> Any:
    return table.cells(lambda n, a, b: n * log2(n * table.items / (a * b))) / table.items


# The error shows in every case: a proof must say so.


@planted("homogeneity", "proof")
def bcubed_precision_with_the_wrong_sign(table: Any) -> Any:
    return 1 - precision(table)


@planted("homogeneity", "proof")
def entropy_taken_for_a_score(table: Any) -> Any:
    return open_information(table)


@planted("completeness", "proof", error=True)
def variation_of_information_with_one_minus(table: Any) -> Any:
    return open_information(table) - scattered_information(table)


@planted("completeness", "proof")
def rand_with_the_agreement_counted_once(table: Any) -> Any:
    return (everything(table) - clustered(table) - related(table) + together(table)) / (table.items**2)


@planted("completeness", "proof")
def mutual_information_over_the_number_of_items(table: Any) -> Any:
    return shared_information(table) / (table.items + 1)


@planted("completeness", "proof", error=True)
def van_dongen_with_one_direction_twice(table: Any) -> Any:
    return 2 * table.items - 2 * pure(table)


@planted("completeness", "proof")
def purity_with_a_tiny_bonus_for_clusters(table: Any) -> Any:
    return pure(table) / table.items + Fraction(1, 10**6) * table.cluster_count


@planted("rag_bag", "proof")
def bcubed_f_without_precision(table: Any) -> Any:
    return 2 * recall(table) / (1 + recall(table))


@planted("rag_bag", "proof")
def purity_with_cells_for_items(table: Any) -> Any:
    return table.cell_count / table.items


@planted("size_vs_quantity", "proof")
def inverse_purity_of_the_wrong_side(table: Any) -> Any:
    return pure(table) / (table.items + table.category_count)


@planted("homogeneity", "proof")
def always_one(table: Any) -> Any:
    return 1


# The error shows in small cases only here and there: the sweep must meet them.


@planted("homogeneity", "sweep")
def purity_over_the_number_of_clusters(table: Any) -> Any:
    return pure(table) / table.cluster_count


@planted("homogeneity", "sweep")
def bcubed_precision_off_by_one(table: Any) -> Any:
    return table.cells(lambda n, a, b: n * (n - 1) / a) / table.items


@planted("completeness", "sweep")
def bcubed_recall_with_the_best_cell_only(table: Any) -> Any:
    return table.best_in_category(lambda n, a, b: n**2 / b) / table.items


@planted("homogeneity", "sweep")
def jaccard_that_counts_the_overlap_twice(table: Any) -> Any:
    return ratio(together(table), clustered(table) + related(table), 1)


@planted("completeness", "sweep")
def pair_recall_with_the_clusters_as_denominator(table: Any) -> Any:
    return ratio(together(table), clustered(table), 1)


@planted("homogeneity", "sweep")
def homogeneity_score_over_the_wrong_entropy(table: Any) -> Any:
    system = table.clusters(lambda a: a * log2(table.items / a)) / table.items
    return ratio(shared_information(table), system, 1)


@planted("homogeneity", "sweep", error=True)
def edit_distance_with_merges_counted_twice(table: Any) -> Any:
    return 2 * table.cluster_count + table.items - pure(table)


@planted("homogeneity", "sweep")
def f_purity_with_the_minimum_for_the_mean(table: Any) -> Any:
    return minimum(pure(table), whole(table)) / table.items


@planted("homogeneity", "sweep")
def bcubed_f_with_the_maximum_for_the_mean(table: Any) -> Any:
    return maximum(precision(table), recall(table))


@planted("rag_bag", "proof")
def f_measure_without_weights(table: Any) -> Any:
    return table.best_in_category(lambda n, a, b: 2 * n / (a + b)) / table.category_count


@planted("completeness", "sweep")
def f_measure_with_a_bonus_below_floating_point(table: Any) -> Any:
    best = table.best_in_category(lambda n, a, b: 2 * n * b / (a + b)) / table.items
    return best + Fraction(1, 10**17) * table.cluster_count


@planted("rag_bag", "proof")
def bcubed_precision_with_items_of_large_clusters_weighted(table: Any) -> Any:
    return table.cells(lambda n, a, b: n**2) / table.clusters(lambda a: a**2)


@planted("size_vs_quantity", "proof")
def bcubed_recall_weighted_by_the_size_of_the_category(table: Any) -> Any:
    return table.cells(lambda n, a, b: n**2 * b) / table.categories(lambda b: b**3)


# Some case has no value at all.


@planted("homogeneity", "undefined")
def pair_precision_without_its_convention(table: Any) -> Any:
    return together(table) / clustered(table)


@planted("completeness", "undefined")
def homogeneity_score_without_its_convention(table: Any) -> Any:
    gold = table.categories(lambda b: b * log2(table.items / b)) / table.items
    return shared_information(table) / gold


@planted("completeness", "undefined")
def pairs_with_a_denominator_that_cancels(table: Any) -> Any:
    return (clustered(table) * together(table) + clustered(table)) / clustered(table)


# The error shows beyond the sweep only, in structured cases.


@planted("homogeneity", "families")
def bcubed_precision_that_turns_round_at_eight_items(table: Any) -> Any:
    return precision(table) * (Fraction(15, 2) - table.items)


@planted("homogeneity", "families")
def bcubed_precision_that_saturates(table: Any) -> Any:
    return minimum(precision(table), Fraction(88, 100))


@planted("completeness", "families", error=True)
def edit_distance_that_forgives_beyond_nine_items(table: Any) -> Any:
    return maximum(0, table.cluster_count - maximum(0, table.items - 9))


def counts_of(gold: Any, system: Any) -> Counter[Any]:
    return Counter(zip(system, gold, strict=True))


def precision_of_labels(gold: Any, system: Any) -> float:
    sizes = Counter(system)
    return sum(n * n / sizes[cluster] for (cluster, _), n in counts_of(gold, system).items()) / len(gold)


@planted("rag_bag", "families", reads="labels")
def punishes_pure_clusters_of_ten(gold: Any, system: Any) -> float:
    kinds: dict[Any, set[Any]] = {}
    for cluster, category in zip(system, gold, strict=True):
        kinds.setdefault(cluster, set()).add(category)
    sizes = Counter(system)
    large = any(len(kinds[cluster]) == 1 and size >= 10 for cluster, size in sizes.items())
    return precision_of_labels(gold, system) - large


@planted("size_vs_quantity", "families", reads="table")
def loses_sight_of_six_or_more_pairs(counts: Any) -> float:
    pairs = sum(1 for row in counts if sorted(row)[-1] == 2)
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    value = (counts.astype(float) ** 2 / columns[None, :]).sum() / counts.sum()
    return float(value - len(rows) / 100) if pairs < 6 else -1.0


# The error shows beyond the sweep only, and only where much is around.


@planted("homogeneity", "search", reads="labels")
def confused_by_five_clusters_of_twelve_items(gold: Any, system: Any) -> float:
    value = precision_of_labels(gold, system)
    return -value if len(gold) >= 12 and len(set(system)) >= 5 else value


@planted("completeness", "search", reads="labels")
def bcubed_recall_blind_in_a_crowd(gold: Any, system: Any) -> float:
    sizes = Counter(gold)
    value = sum(n * n / sizes[category] for (_, category), n in counts_of(gold, system).items()) / len(gold)
    return 0.5 if len(gold) >= 10 and len(set(system)) >= 4 else value


# Black boxes with small errors.


@planted("homogeneity", "search", reads="labels")
def purity_rounded_to_one_digit(gold: Any, system: Any) -> float:
    best: dict[Any, int] = {}
    for (cluster, _), n in counts_of(gold, system).items():
        best[cluster] = max(best.get(cluster, 0), n)
    return round(sum(best.values()) / len(gold), 1)


@planted("homogeneity", "sweep", reads="table")
def purity_of_the_transposed_table(counts: Any) -> float:
    return float(counts.max(axis=0).sum() / counts.sum())


@planted("homogeneity", "sweep", reads="sets")
def share_of_categories_found_exactly(gold: Any, system: Any) -> float:
    return sum(category in system for category in gold) / len(gold)


@planted("completeness", "sweep", reads="dicts")
def bcubed_precision_item_by_item(gold: Any, system: Any) -> float:
    shares = []
    for item, clusters in system.items():
        mates = [other for other, found in system.items() if found == clusters]
        shares.append(sum(gold[mate] == gold[item] for mate in mates) / len(mates))
    return sum(shares) / len(shares)


@planted("rag_bag", "sweep", reads="labels")
def pairs_without_the_pairs_of_an_item_with_itself(gold: Any, system: Any) -> float:
    n = len(gold)
    pairs = [(i, j) for i in range(n) for j in range(i)]
    return sum((gold[i] == gold[j]) == (system[i] == system[j]) for i, j in pairs) / max(len(pairs), 1)


@planted("homogeneity", "undefined", reads="labels")
def divides_by_the_number_of_divided_categories(gold: Any, system: Any) -> float:
    clusters: dict[Any, set[Any]] = {}
    for category, cluster in zip(gold, system, strict=True):
        clusters.setdefault(category, set()).add(cluster)
    return precision_of_labels(gold, system) / sum(len(found) > 1 for found in clusters.values())


@planted("homogeneity", "undefined", reads="labels")
def none_for_a_single_cluster(gold: Any, system: Any) -> float | None:
    return precision_of_labels(gold, system) if len(set(system)) > 1 else None
