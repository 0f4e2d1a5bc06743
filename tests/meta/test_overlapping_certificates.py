"""Proofs on overlapping families: what they rest on holds for every small family, and what is false is not proved."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import product
from typing import Any

import naive_families as naive
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
from axiometrics.recheck.facts.proportions import _gain
from axiometrics.tasks.clustering.chooser import cluster, copies
from axiometrics.tasks.overlapping import chooser, symbolic
from axiometrics.tasks.overlapping.cases import every_part, unpacked
from axiometrics.tasks.overlapping.chooser import Beside, Change, Comparison, Family, judged, unlike
from axiometrics.tasks.overlapping.enumeration import families
from axiometrics.tasks.parametric import ParametricCase

METRICS, CONSTRAINTS = metrics("overlapping"), constraints("overlapping")
EVERY = [
    unpacked(row) for total in range(1, 7) for items in range(1, total + 1) for row in families(items, total)
]
"""Every family of up to 6 occurrences."""
SHOWN = {"positive": {1}, "nonnegative": {0, 1}, "zero": {0}, "nonpositive": {-1, 0}, "negative": {-1}}
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


GAINING = {
    "companions": lambda gold, family: naive.by_items(family, gold) * len(frozenset().union(*family)),
    "gold_companions": lambda gold, family: naive.by_items(gold, family) * len(frozenset().union(*gold)),
    "occurrence_pairs": lambda gold, family: naive.by_occurrences(family, gold) * chooser.occurrences(family),
    "gold_occurrence_pairs": lambda gold, family: (
        naive.by_occurrences(gold, family) * chooser.occurrences(gold)
    ),
    "best_in_cluster": lambda gold, family: naive.pure(family, gold) * chooser.occurrences(family),
    "best_in_category": lambda gold, family: naive.pure(gold, family) * chooser.occurrences(gold),
}
"""The sums of shares and of best cells, from the definitions of the metrics that they are divided for."""


def beside(gold: Family, one: Family, other: Family) -> Beside | None:
    """All that can be said of a family beside another one; nothing where it has items together less often."""
    wanted, more, fewer = counts(gold), counts(one), counts(other)
    apart = [pair for pair in more if more[pair] != fewer[pair]]
    changed = [*(Counter(one) - Counter(other)), *(Counter(other) - Counter(one))]
    same = all(pair[0] != pair[1] for pair in apart) and fewer <= more
    pure = same and all(any(part <= category for category in gold) for part in changed)
    if not (fewer <= more and apart):
        return Beside(pure=True) if pure else None
    gone, made = Counter(other) - Counter(one), [*(Counter(one) - Counter(other)).elements()]
    parts = [*gone.elements()]
    joined = len(made) == 1 and len(parts) == 2 and not parts[0] & parts[1] and made[0] == parts[0] | parts[1]
    needed, wrong = (
        all(wanted[pair] >= more[pair] for pair in apart),
        all(wanted[pair] <= fewer[pair] for pair in apart),
    )
    return Beside(
        "needed" if needed else "wrong" if wrong else "any",
        "same" if same else "more",
        sure=any(wanted[pair] for pair in apart),
        joined=joined,
        pure=pure,
    )


def drawn_pairs(draw: random.Random) -> Iterator[tuple[Family, Family, Family]]:
    """Yield gold with two families over its items; in one of these sets are joined or added, some as in gold."""
    for _ in range(6000):
        items = range(draw.randint(2, 6))

        def sets(most: int, items: range = items) -> list[frozenset[int]]:
            return [
                frozenset(draw.sample(items, draw.randint(1, len(items))))
                for _ in range(draw.randint(0, most))
            ]

        alone = [frozenset({item}) for item in items]
        other = [*sets(4), *alone]
        one = [*other, *sets(2)] if draw.random() < 0.3 else list(other)
        parts = draw.sample([part for part in one if part in other], 2)
        if not parts[0] & parts[1] and draw.random() < 0.8:
            for part in parts:
                one.remove(part)
            one.append(parts[0] | parts[1])
        gold = [*draw.sample(one, draw.randint(0, len(one))), *sets(draw.randint(0, 3))]
        gold += [part for part in alone if not any(part <= each for each in gold)]
        yield tuple(gold), tuple(one), tuple(other)


def test_what_a_family_has_more_than_another_one_is_as_it_is_said() -> None:
    tried: Counter[tuple[Any, ...]] = Counter()
    for gold, one, other in drawn_pairs(random.Random(7)):
        known = beside(gold, one, other)
        for domain, value in GAINING.items() if known else ():
            sign = known.gain(domain)
            if sign is not None:
                gained = value(gold, one) - value(gold, other)
                assert (gained > 0) - (gained < 0) in SHOWN[sign], (domain, known, gold, one, other)
                tried[domain, "any" if domain.startswith("best") else known.pairs, sign] += 1
    assert set(tried) >= {
        ("companions", "needed", "nonnegative"),
        ("companions", "wrong", "nonpositive"),
        ("companions", "wrong", "negative"),
        ("gold_companions", "needed", "positive"),
        ("gold_companions", "wrong", "zero"),
        ("gold_occurrence_pairs", "needed", "positive"),
        ("gold_occurrence_pairs", "wrong", "zero"),
        ("occurrence_pairs", "needed", "nonnegative"),
    }
    assert {domain for domain, *_ in tried} == GAINING.keys()
    assert {sign for domain, _, sign in tried if domain == "best_in_cluster"} == {"zero", "nonpositive"}
    assert min(tried.values()) > 10, tried


def test_the_stand_alone_checker_knows_the_same_of_two_families() -> None:
    signs = {(1, True): "positive", (1, False): "nonnegative", (0, True): "zero", (-1, False): "nonpositive"}
    signs |= {(-1, True): "negative"}
    for pairs, sure, joined, pure in product(("any", "needed", "wrong"), *[(False, True)] * 3):
        known = Beside(pairs, sure=sure, joined=joined, pure=pure)  # type: ignore[arg-type]
        for domain in GAINING:
            found = _gain(domain, asdict(known))
            assert (signs[found] if found else None) == known.gain(domain)


@pytest.mark.parametrize(("change", "than"), chooser.BESIDE)
def test_what_one_change_makes_compares_with_what_another_makes_as_it_is_said(
    change: Change, than: Change
) -> None:
    stated, tried = chooser.BESIDE[change, than], 0
    for gold in EVERY:
        if change.flat and max(Counter(item for part in gold for item in part).values()) > 1:
            continue
        made = list(product(change.options(gold), than.options(gold)))
        if change is than:
            found = [
                (one(times + more), one(times))
                for one in change.options(gold)
                for times in (0, 2)
                for more in (1, 3)
            ]
            made = found
        for one, other in made:
            known = beside(gold, one, other)
            assert known is not None
            assert (known.pairs, known.items, known.sure) == (stated.pairs, stated.items, stated.sure)
            tried += 1
    assert tried > 10
    assert not stated.joined
    assert not stated.pure


def test_two_clusters_as_one_are_seen_where_all_others_stand_in_the_same_places() -> None:
    """Items are taken in turn: after another cluster of the category, the joined one would hold other items."""
    whole, parts, before = cluster(A=5, B=1), [cluster(A=2, B=1), cluster(A=3)], cluster(A=1)
    case = ParametricCase()
    assert symbolic._is_joined([before, whole], [before, *parts], case)
    assert symbolic._is_joined([whole, before], [*parts, before], case)
    assert not symbolic._is_joined([before, whole], [*parts, before], case)
    assert not symbolic._is_joined([whole], [parts[0], before, parts[1]], case)
    assert not symbolic._is_joined([whole, before], [parts[0], before], case)
    assert not symbolic._is_joined([copies(2, p=2)], [copies(2, p=1), copies(2, p=1)], case)


def test_all_stated_comparisons_are_tested() -> None:
    stated = {name for name, value in vars(chooser).items() if isinstance(value, Change | Comparison)}
    assert {name for name in stated if not name.startswith("_")} == {
        name.partition(" ")[0] for name in MADE
    } | {"SAME", "ANYTHING"}


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


@pytest.mark.parametrize(("task", "size", "least"), [("overlapping", 9, 80), ("organization", 7, 65)])
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


@pytest.mark.usefixtures("taken_for_ours")
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
