"""A generator with a planted error is found: refused, unprovable, at odds with its statement, or by known metrics."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import permutations
from typing import Any

import planted_generators as wrong
import pytest
from engines import METRICS, signs
from planted_generators import ARE_NO_CASES, CHANGE_THE_GOLD, Generator, constraint_of, honest
from raw_cases import raw_cases

from axiometrics.axioms import Constraint
from axiometrics.checker.prove import prove
from axiometrics.checker.sweep import sweep_cases
from axiometrics.errors import InputError

ITEMS = 4


@contextmanager
def seconds(limit: int) -> Iterator[None]:
    """Fail instead of waiting for ever."""

    def late(number: int, frame: Any) -> None:
        raise TimeoutError(f"not done after {limit} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(limit)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def canonical(worse: dict[tuple[int, int], int], better: dict[tuple[int, int], int]) -> Any:
    """A pair of clusterings up to the names of clusters and categories: the least form over all namings."""
    categories = sorted({category for _, category in worse})
    forms = []
    for names in permutations(range(len(categories))):
        name = dict(zip(categories, names, strict=True))
        form = []
        for table in (worse, better):
            clusters: dict[int, list[tuple[int, int]]] = {}
            for (cluster, category), count in table.items():
                clusters.setdefault(cluster, []).append((name[category], count))
            form.append(tuple(sorted(tuple(sorted(cluster)) for cluster in clusters.values())))
        forms.append(tuple(form))
    return min(forms)


def table_of(gold: tuple[int, ...], system: tuple[int, ...]) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for category, cluster in zip(gold, system, strict=True):
        found[cluster, category] = found.get((cluster, category), 0) + 1
    return found


@cache
def stated(kind: str, items: int) -> frozenset[Any]:
    """Every pair of raw label vectors that the statement of a constraint speaks of, by brute force."""
    cases = (case for case in raw_cases(kind, items) if len(case.gold) == items)
    return frozenset(
        canonical(*(table_of(case.gold, system) for system in (case.worse, case.better))) for case in cases
    )


def generated(constraint: Constraint, items: int) -> set[Any]:
    cases = sweep_cases(constraint, items)
    tables = [cases.case(index).outputs for index in range(len(cases)) if cases.size[index] == items]
    return {
        canonical(*({(i, j): n for i, j, n in outputs[name].cells} for name in ("worse", "better")))
        for outputs in tables
    }


@pytest.mark.parametrize("kind", ["homogeneity", "completeness"])
@pytest.mark.parametrize("items", [2, 3, 4, 5])
def test_the_honest_generator_makes_exactly_what_its_statement_says(kind: str, items: int) -> None:
    assert generated(honest(kind), items) == stated(kind, items)


@pytest.mark.parametrize(
    "generator",
    [
        wrong.homogeneity_without_context_of_its_categories,
        wrong.homogeneity_of_equal_parts,
        wrong.homogeneity_from_two_items_on,
    ],
)
def test_a_generator_that_is_too_special_misses_cases_of_its_statement(generator: Generator) -> None:
    made, meant = generated(constraint_of(generator), ITEMS), stated("homogeneity", ITEMS)
    assert made < meant


@pytest.mark.parametrize(
    ("generator", "kind"),
    [
        (wrong.homogeneity_with_swapped_outputs, "homogeneity"),
        (wrong.homogeneity_with_one_output_twice, "homogeneity"),
        (wrong.completeness_of_mixed_clusters, "completeness"),
    ],
)
def test_a_generator_with_other_outputs_makes_cases_that_nobody_stated(
    generator: Generator, kind: str
) -> None:
    assert not generated(constraint_of(generator), ITEMS) <= stated(kind, ITEMS)


KNOWN = {
    "homogeneity": {
        "purity": "positive",
        "bcubed_f": "positive",
        "rand": "positive",
        "inverse_purity": "zero",
    },
    "completeness": {"bcubed_f": "positive", "rand": "positive", "purity": "zero"},
    "rag_bag": {"bcubed_f": "positive", "rand": "zero", "fowlkes_mallows": "zero", "purity": "zero"},
    "size_vs_quantity": {"bcubed_f": "positive", "rand": "zero", "mirkin": "zero", "jaccard": "zero"},
}
"""What the four constraints are known for (section 4 of amigo2009), with proofs."""

BETRAYED = [
    (wrong.homogeneity_with_swapped_outputs, "homogeneity", "purity", "negative"),
    (wrong.homogeneity_with_swapped_outputs, "homogeneity", "bcubed_f", "negative"),
    (wrong.homogeneity_with_one_output_twice, "homogeneity", "bcubed_f", "zero"),
    (wrong.completeness_of_mixed_clusters, "completeness", "purity", "nonnegative"),
    (wrong.rag_bag_with_one_item_less, "rag_bag", "rand", "positive"),
    (wrong.rag_bag_with_one_item_less, "rag_bag", "fowlkes_mallows", "positive"),
    (wrong.rag_bag_with_a_pure_bag, "rag_bag", "bcubed_f", "zero"),
    (wrong.size_vs_quantity_of_n_members, "size_vs_quantity", "rand", "positive"),
    (wrong.size_vs_quantity_of_n_members, "size_vs_quantity", "jaccard", "positive"),
]


@pytest.mark.parametrize(("kind", "metric"), [(kind, metric) for kind in KNOWN for metric in KNOWN[kind]])
def test_the_honest_generators_tell_the_known_metrics_apart(kind: str, metric: str) -> None:
    proof = prove(METRICS[metric], honest(kind))
    assert proof is not None
    assert proof.sign == KNOWN[kind][metric]


@pytest.mark.parametrize(("generator", "kind", "metric", "instead"), BETRAYED)
def test_a_known_metric_changes_sides_under_a_wrong_generator(
    generator: Generator, kind: str, metric: str, instead: str
) -> None:
    assert KNOWN[kind][metric] != instead
    constraint = constraint_of(generator)
    found = signs(METRICS[metric], constraint, sweep_cases(constraint, 7))
    meant = {"positive": {1}, "zero": {0}, "negative": {-1}}
    if instead in meant:
        assert set(found) == meant[instead]
    else:
        assert set(found) > meant[KNOWN[kind][metric]]
    proof = prove(METRICS[metric], constraint)
    assert proof is None or proof.sign != KNOWN[kind][metric]


@pytest.mark.parametrize("generator", CHANGE_THE_GOLD)
def test_a_generator_that_changes_the_gold_is_refused_and_nothing_is_proved(generator: Generator) -> None:
    constraint = constraint_of(generator)
    with pytest.raises(InputError, match="changes the gold"):
        sweep_cases(constraint, 5)
    for metric in METRICS.values():
        assert prove(metric, constraint) is None


@pytest.mark.parametrize("generator", ARE_NO_CASES)
def test_a_generator_that_makes_no_proper_cases_is_refused(generator: Generator) -> None:
    with seconds(3), pytest.raises(InputError):
        sweep_cases(constraint_of(generator), 5)
