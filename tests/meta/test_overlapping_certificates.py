"""Proofs on overlapping families: what they rest on holds for every small family, and what is false is not proved."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.axioms.registry import Constraint
from axiometrics.checker.cells import equivalent_cases, equivalent_cell, prove_equivalent
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import signs, sweep_cases
from axiometrics.formulas import minimum
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build as metric_of
from axiometrics.tasks.overlapping import chooser
from axiometrics.tasks.overlapping.cases import every_part, unpacked
from axiometrics.tasks.overlapping.chooser import Change, Comparison, Family, judged, unlike
from axiometrics.tasks.overlapping.enumeration import families

METRICS, CONSTRAINTS = metrics("overlapping"), constraints("overlapping")
EVERY = [
    unpacked(row) for total in range(1, 7) for items in range(1, total + 1) for row in families(items, total)
]
"""Every family of up to 6 occurrences."""
SHOWN = {"positive": {1}, "nonnegative": {0, 1}, "zero": {0}}
"""Signs that a proof allows."""
MADE: dict[str, tuple[Any, Comparison, bool]] = {
    name: (getattr(chooser, name).options, getattr(chooser, name).comparison, getattr(chooser, name).flat)
    for name in ("SHRUNK", "REMOVED", "SPLIT", "JOINED", "WHOLE", "CHEAT")
}
MADE["PART"] = every_part, chooser.PART, False
for _times in (0, 1, 3):
    MADE[f"REPEATED {_times}"] = (
        lambda family, times=_times: [made(times) for made in chooser.REPEATED.options(family)],
        chooser.REPEATED.comparison(_times),
        False,
    )


def counts(family: Family) -> Counter[tuple[int, int]]:
    return Counter((e, f) for part in family for e, f in product(part, repeat=2))


def is_ordered(found: Counter[Any], wanted: Counter[Any], order: str) -> bool:
    return {
        "same": found == wanted,
        "fewer": found <= wanted,
        "more": found >= wanted,
        "any": True,
    }[order]


@pytest.mark.parametrize("name", MADE)
def test_a_change_compares_with_the_family_as_it_says(name: str) -> None:
    make, known, flat = MADE[name]
    tried = 0
    for family in EVERY:
        if flat and max(Counter(item for part in family for item in part).values()) > 1:
            continue
        wanted = counts(family)
        alone = Counter({pair: count for pair, count in wanted.items() if pair[0] == pair[1]})
        for made in make(family):
            found = counts(made)
            items = Counter({pair: count for pair, count in found.items() if pair[0] == pair[1]})
            assert made
            assert items.keys() <= alone.keys()
            assert is_ordered(items, alone, known.items), (family, made)
            assert is_ordered(found, wanted, known.pairs), (family, made)
            assert ("items" not in known.differs) or items != alone
            assert ("pairs" not in known.differs) or found != wanted
            assert not known.contained or all(any(part <= other for other in family) for part in made)
            assert not known.containing or all(any(part <= other for other in made) for part in family)
            tried += 1
    assert tried > 10


def test_all_stated_comparisons_are_tested() -> None:
    stated = {name for name in chooser.__all__ if isinstance(getattr(chooser, name), Change | Comparison)}
    assert stated == {name.partition(" ")[0] for name in MADE} | {"SAME", "ANYTHING"}


def cells(task: str) -> list[tuple[Any, Constraint, Any]]:
    """Every cell of the task that is proved, with the proof."""
    demands = [
        each
        for key, one in constraints(task).items()
        if task == "overlapping" or key.startswith("overlapping.")
        for each in (one, *(one.with_parameters(**variant) for variant in one.variants))
    ]
    found = (
        (one, demand, prove_equivalent(one, demand)) for one in metrics(task).values() for demand in demands
    )
    return [cell for cell in found if cell[2] is not None]


@pytest.mark.parametrize(("task", "size", "least"), [("overlapping", 9, 50), ("organization", 7, 35)])
def test_proved_signs_are_those_of_every_small_case(task: str, size: int, least: int) -> None:
    proved = cells(task)
    assert len(proved) >= least
    for metric, demand, proof in proved:
        cases = sweep_cases(demand, size)
        found = signs(metric, demand, TrustedSource(metric), cases)
        assert set(found.tolist()) <= SHOWN[proof.sign], (metric.label, demand.label)
        assert confirm(proof, *equivalent_cell(metric, demand), equivalent_cases(cases)) == len(cases)


@pytest.mark.parametrize(
    ("metric", "constraint", "sign"),
    [
        ("bcubed_extended_precision", "remove_occurrence", "zero"),
        ("bcubed_extended_f", "item_multiplicity", "positive"),
        ("rs_clustering_f", "split_cluster", "positive"),
        ("sensitivity_clustering", "duplicate_cluster", "zero"),
        ("purity", "split_cluster", "zero"),
        (
            "inverse_purity",
            "split_cluster",
            "nonnegative",
        ),  # {a b}{a b} split once: the other one is still whole
        ("rs_clustering_f", "maximal_agreement", "nonnegative"),
        ("f_purity", "maximal_agreement", "nonnegative"),
        ("sensitivity_clustering", "cheat_system", "zero"),
    ],
)
def test_what_is_compared_with_the_gold_itself_is_proved(metric: str, constraint: str, sign: str) -> None:
    proof = prove(METRICS[metric], CONSTRAINTS[constraint])
    assert proof is not None
    assert proof.sign == sign


def worse_by_a_hundredth(families: Any) -> Any:
    """Recall without the sets, of which each costs a hundredth: false only where removing loses little."""
    recall = families.gold_companions(lambda x, g, h: minimum(x, g) / (g * h)) / families.categorised
    return recall - families.cluster_occurrences / 100


def common_pairs(families: Any) -> Any:
    return families.companions(lambda x, g, d: minimum(x, g))


def of_the_larger_count(families: Any) -> Any:
    return families.companions(lambda x, g, d: minimum(x, g) / (g * d)) / families.clustered


def twice_the_common_occurrences(families: Any) -> Any:
    return families.items(lambda x, g: 2 * minimum(x, g)) / families.category_occurrences


@pytest.mark.parametrize(
    ("constraint", "sign"),
    [("maximal_agreement", "nonnegative"), ("remove_occurrence", "positive"), ("split_cluster", "zero")],
)
def test_numbers_beside_a_sum_change_no_sign(constraint: str, sign: str) -> None:
    metric, demand = metric_of(twice_the_common_occurrences, task="overlapping"), CONSTRAINTS[constraint]
    proof = prove(metric, demand)
    assert proof is not None
    assert proof.sign == sign
    assert confirm(proof, metric, demand, sweep_cases(demand, 8)) > 10


@pytest.mark.parametrize("function", [worse_by_a_hundredth, common_pairs, of_the_larger_count])
@pytest.mark.parametrize("constraint", ["remove_occurrence", "split_cluster", "maximal_agreement"])
def test_what_the_facts_do_not_cover_is_not_proved(function: Any, constraint: str) -> None:
    assert prove(metric_of(function, task="overlapping"), CONSTRAINTS[constraint]) is None


def own(generator: Any) -> Constraint:
    return replace(CONSTRAINTS["split_cluster"], key="own", generator=generator)


def test_a_generator_that_looks_into_families_is_swept_only() -> None:
    def first_set(choose: Any) -> Any:
        gold = choose.family()
        return judged(gold, worse=gold[:1], better=gold)

    def by_size(choose: Any) -> Any:
        gold = choose.family()
        return judged(gold, worse=choose.beside(gold) if len(gold) > 1 else gold, better=gold)

    def equal(choose: Any) -> Any:
        gold = choose.family()
        other = choose.beside(gold)
        return judged(gold, worse=other if other != gold else gold, better=gold)

    def another_gold(choose: Any) -> Any:
        gold, other = choose.family(), choose.family()
        return judged(gold, worse=choose.changed(other, chooser.SPLIT), better=gold)

    def overlapping_whole(choose: Any) -> Any:
        gold = choose.family()
        return judged(gold, worse=choose.changed(gold, chooser.WHOLE), better=gold)

    for generator in (first_set, by_size, equal, another_gold, overlapping_whole):
        assert prove(METRICS["bcubed_extended_f"], own(generator)) is None, generator.__name__


def test_of_a_change_of_a_changed_family_nothing_is_known() -> None:
    """Splitting what was joined may give the gold again, so precision may tie or not: only at most 1 is known."""

    def twice(choose: Any) -> Any:
        gold = choose.family()
        joined = choose.changed(gold, chooser.JOINED)
        return judged(gold, worse=choose.changed(joined, chooser.SPLIT), better=gold)

    proof = prove(METRICS["bcubed_extended_recall"], own(twice))
    assert proof is not None
    assert proof.sign == "nonnegative"


def test_a_wrong_comparison_is_refused_on_concrete_cases() -> None:
    """A union is said to hold no pair more often than the gold: then precision would be 1."""
    lie = Change(chooser.JOINED.options, Comparison("fewer", "fewer"))

    def joined(choose: Any) -> Any:
        gold = choose.family()
        return judged(gold, worse=choose.changed(gold, lie), better=gold)

    wrong, metric = own(joined), METRICS["bcubed_extended_precision"]
    proof = prove(metric, wrong)
    assert proof is not None
    with pytest.raises(CertificateError):
        confirm(proof, metric, wrong, sweep_cases(wrong, 8))


def test_a_family_is_unlike_itself_in_no_order_of_its_sets() -> None:
    one, other = frozenset({0}), frozenset({0, 1})
    assert unlike((one, other)).options((other, one)) == []
    assert unlike((one, other)).options((one, one, other)) == [(one, one, other)]
