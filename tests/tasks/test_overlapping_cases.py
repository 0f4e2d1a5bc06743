"""The sweeps of overlapping constraints: counts derived by hand and by brute force, orders, larger cases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations_with_replacement, permutations, product
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.axioms.registry import Constraint
from axiometrics.checker.search import drawn_cases
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.errors import InputError
from axiometrics.tasks import get_task
from axiometrics.tasks.overlapping import Families
from axiometrics.tasks.overlapping.chooser import Chooser, Template, judged
from axiometrics.tasks.overlapping.enumeration import families as every_family
from axiometrics.tasks.overlapping.enumeration import fits

CONSTRAINTS = constraints("overlapping")
Family = tuple[frozenset[int], ...]


def labelled(items: int, occurrences: int) -> Iterator[Family]:
    """All multisets of sets that cover the items, by brute force."""
    sets = [frozenset(e for e in range(items) if mask >> e & 1) for mask in range(1, 1 << items)]
    for count in range(1, occurrences + 1):
        for family in combinations_with_replacement(sets, count):
            if sum(map(len, family)) == occurrences and frozenset().union(*family) == frozenset(range(items)):
                yield family


def shape(items: int, *parts: Family) -> Any:
    """The smallest way to name the items of several families."""
    return min(
        tuple(tuple(sorted(tuple(sorted(names[e] for e in part)) for part in family)) for family in parts)
        for names in permutations(range(items))
    )


def test_families_up_to_renaming_are_counted_as_binary_matrices_are() -> None:
    """Occurrences in sets are ones in a matrix without empty rows and columns: OEIS A049311."""
    counts = [sum(len(every_family(items, total)) for items in range(1, total + 1)) for total in range(1, 8)]
    assert counts == [1, 3, 6, 16, 34, 90, 211]


@pytest.mark.parametrize("total", [1, 2, 3, 4])
def test_families_up_to_renaming_are_those_of_brute_force(total: int) -> None:
    for items in range(1, total + 1):
        found = {shape(items, family) for family in labelled(items, total)}
        assert len(every_family(items, total)) == len(found)


def swept(key: str, size: int) -> list[dict[str, Families]]:
    cases = sweep_cases(CONSTRAINTS[key], size)
    assert cases.complete_up_to == size
    return [dict(cases.case(index).outputs) for index in range(len(cases))]


def named(outputs: dict[str, Families], *names: str) -> Any:
    first = next(iter(outputs.values()))
    parts = [first.gold, *(outputs[name].system for name in names)]
    return shape(first.items, *(tuple(map(frozenset, part)) for part in parts))


def test_maximal_agreement_has_every_pair_of_different_families_once() -> None:
    size = 7
    stated = set()
    for items in range(1, size):
        for a, b in product(range(items, size), repeat=2):
            # the case is as large as the gold and the larger output, which may be the gold
            if a + max(a, b) <= size:
                stated |= {
                    shape(items, gold, other)
                    for gold in labelled(items, a)
                    for other in labelled(items, b)
                    if sorted(map(sorted, gold)) != sorted(map(sorted, other))
                }
    found = [named(outputs, "worse") for outputs in swept("maximal_agreement", size)]
    assert len(found) == len(set(found))
    assert set(found) == stated


def test_without_overlap_there_are_as_many_cases_as_contingency_tables() -> None:
    """1 + 4 + 10 + 33 + 91 tables of up to 5 items, which are twice as many occurrences: OEIS A007716."""
    assert len(swept("reduces_to_bcubed", 10)) == 1 + 4 + 10 + 33 + 91


def test_the_smallest_cases_of_removing_an_occurrence_are_derived_by_hand() -> None:
    """Golds of 2 occurrences: {a}{a}. Of 3: {a}{a}{a}; {a b}{a} without a in either set; {a}{a}{b} without an a."""
    found = [outputs["worse"].notation() for outputs in swept("remove_occurrence", 6)]
    assert len(found) == 1 + 1 + 2 + 1


def test_the_smallest_cases_of_splitting_are_derived_by_hand() -> None:
    """Golds of up to 3 occurrences with a set of 2 or 3: {a b}; {a b c} splits in 3 ways; {a b}{a}; {a b}{c}."""
    assert len(swept("split_cluster", 6)) == 1 + 3 + 1 + 1


def test_the_smallest_cases_of_joining_are_derived_by_hand() -> None:
    """{a}{a}, {a}{b}; {a}{a}{a}; {a}{a}{b} joins a a or a b; {a}{b}{c} in 3 ways; {a b}{a}; {a b}{c}."""
    assert len(swept("join_clusters", 6)) == 2 + 1 + 2 + 3 + 1 + 1


def test_a_duplicate_is_made_of_every_set_and_every_number_of_copies() -> None:
    """Up to 5 occurrences: gold {a} with 1, 2 and 3 copies more; {a}{a}, {a b} ({a b} copied is 2 + 4), {a}{b}."""
    found = [(o["better"].system, o["worse"].system) for o in swept("duplicate_cluster", 5)]
    single, double = ((0,),), ((0,), (0,))
    assert found.count((single, double)) == 1
    assert len(found) == 3 + 1 + 0 + 2


def test_embedded_homogeneity_is_the_plain_pair_among_every_rest() -> None:
    """2 + 2 focal occurrences; one more is an item again in the gold or in the system; a new item needs both sides."""
    found = [named(outputs, "worse", "better") for outputs in swept_to("homogeneity", 5)]
    # size 4: {a b} -> {a}{b}; size 5: the same with a further {a} in the gold, or in the system (a and b are alike)
    assert len(found) == len(set(found)) == 1 + 2


def swept_to(key: str, size: int) -> list[dict[str, Families]]:
    cases = sweep_cases(CONSTRAINTS[key], size + 1)
    return [dict(cases.case(k).outputs) for k in range(len(cases)) if cases.size[k] <= size]


@pytest.mark.parametrize("size", [6])
def test_embedded_completeness_is_that_of_brute_force(size: int) -> None:
    """Join two clusters of items of one category, where no two of them are then together more often than wanted."""
    stated = set()
    for items in range(2, size):
        for a in range(items, size):
            for gold, worse in product(labelled(items, a), labelled(items, size - a)):
                stated |= {shape(items, gold, worse, better) for better in joined(gold, worse)}
    found = {
        named(outputs, "worse", "better")
        for outputs in swept_to("completeness", size)
        if outputs["worse"].occurrences == size
    }
    assert found == stated


def joined(gold: Family, worse: Family) -> Iterator[Family]:
    for i, j in permutations(range(len(worse)), 2):
        one, other = worse[i], worse[j]
        whole = one | other
        better = (whole, *(part for k, part in enumerate(worse) if k not in (i, j)))
        fits = all(
            sum({e, f} <= part for part in better) <= sum({e, f} <= part for part in gold)
            for e in one
            for f in other
        )
        if not one & other and any(whole <= part for part in gold) and fits:
            yield better


@pytest.mark.parametrize("key", CONSTRAINTS)
def test_cases_come_in_order_of_size_and_keep_their_items(key: str) -> None:
    cases = sweep_cases(CONSTRAINTS[key], 8)
    assert list(cases.size) == sorted(cases.size)
    for index in range(0, len(cases), max(1, len(cases) // 40)):
        case = cases.case(index)
        assert case.size == cases.size[index] <= cases.complete_up_to
        golds = {output.gold for output in case.outputs.values()}
        assert len(golds) == 1
        assert all(len(set(chain(*output.system))) == output.items for output in case.outputs.values())


@pytest.mark.parametrize("key", CONSTRAINTS)
def test_larger_and_drawn_cases_are_cases_too(key: str) -> None:
    for cases in (larger_cases(CONSTRAINTS[key], wide=False), drawn_cases(CONSTRAINTS[key], 20, 0)):
        assert len(cases)
        assert cases.complete_up_to is None
        for index in range(0, len(cases), max(1, len(cases) // 30)):
            outputs = cases.case(index).outputs
            assert all(len(set(part)) == len(part) for o in outputs.values() for part in (*o.gold, *o.system))
            assert len({output.gold for output in outputs.values()}) == 1


def test_size_vs_quantity_merges_the_pairs_and_surrounds_them() -> None:
    cases = sweep_cases(CONSTRAINTS["size_vs_quantity"], 8)
    golds = [cases.case(index).outputs["worse"].gold for index in range(len(cases))]
    assert min(map(len, golds)) == 4
    assert ((0, 1), (0, 1), (0, 1), (0, 1, 2, 3)) in golds
    assert any(len(gold) > 4 for gold in golds)
    plain = sweep_cases(CONSTRAINTS["size_vs_quantity"].with_parameters(overlap="rest"), 8)
    assert {plain.case(index).outputs["worse"].items for index in range(len(plain))} >= {10, 11}


def generator_of_strange_items(choose: Chooser) -> Template:
    gold = choose.family()
    return judged(gold, worse=(*gold, frozenset({99})), better=gold)


def generator_of_small_outputs(choose: Chooser) -> Template:
    gold = choose.family()
    kept = choose.part(gold)
    return judged(gold, worse=kept, better=kept)


def generator_of_one_output(choose: Chooser) -> Template:
    gold = choose.family()
    return judged(gold, worse=gold)


@pytest.mark.parametrize(
    ("generator", "says"),
    [
        (generator_of_strange_items, "items that its gold has not"),
        (generator_of_small_outputs, "fewer occurrences than the gold"),
        (generator_of_one_output, "gives no better"),
    ],
)
def test_a_wrong_generator_is_refused(generator: Any, says: str) -> None:
    made = Constraint(key="planted", task="overlapping", generator=generator)
    with pytest.raises(InputError, match=says):
        sweep_cases(made, 6)


def test_a_condition_marks_the_cases_that_meet_it() -> None:
    cases = sweep_cases(CONSTRAINTS["maximal_agreement"], 6)
    task = get_task("overlapping")
    found = task.condition("no_overlap_in_gold", cases)
    flat = [case.category_occurrences == case.items for case in cases.outputs["worse"].tables()]
    assert np.array_equal(found, flat)
    assert task.condition("one_category", cases).sum() == sum(
        len(case.gold) == 1 for case in cases.outputs["worse"].tables()
    )


@pytest.mark.parametrize(("key", "changed"), [("homogeneity", "wrong"), ("completeness", "needed")])
def test_a_drawn_case_fits_as_a_swept_one_does(key: str, changed: str) -> None:
    """The one-case test agrees with the one of whole blocks, also where a case does not fit."""
    cases = sweep_cases(CONSTRAINTS[key], 8)
    other = "needed" if changed == "wrong" else "wrong"
    for index in range(len(cases)):
        outputs = list(cases.case(index).outputs.values())
        gold, *judged_ = (
            [sum(1 << item for item in part) for part in family]
            for family in (outputs[0].gold, *(output.system for output in outputs))
        )
        assert fits(gold, judged_, changed)
        assert not fits(gold, judged_, other)


@pytest.mark.parametrize("key", ["homogeneity", "completeness", "remove_occurrence", "duplicate_cluster"])
def test_the_size_of_a_case_is_that_of_the_gold_and_the_largest_output(key: str) -> None:
    for batch in (sweep_cases(CONSTRAINTS[key], 7), drawn_cases(CONSTRAINTS[key], 20, 0)):
        for index in range(len(batch)):
            case = batch.case(index)
            outputs = list(case.outputs.values())
            gold = sum(map(len, outputs[0].gold))
            assert (
                case.size == batch.size[index] == gold + max(sum(map(len, each.system)) for each in outputs)
            )


@pytest.mark.parametrize("key", ["homogeneity", "completeness"])
def test_the_focal_part_of_a_drawn_case_is_told_by_no_other_set(key: str) -> None:
    batch = drawn_cases(CONSTRAINTS[key], 60, 0)
    for index in range(len(batch)):
        outputs = list(batch.case(index).outputs.values())
        gold, *judged_ = (
            [sum(1 << item for item in part) for part in family]
            for family in (outputs[0].gold, *(output.system for output in outputs))
        )
        assert fits(gold, judged_, "wrong" if key == "homogeneity" else "needed")
