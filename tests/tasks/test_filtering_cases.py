"""The sweep of a filtering constraint is what its statement says, found by brute force over label vectors."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.errors import InputError
from axiometrics.tasks.filtering import Counts

CONSTRAINTS = constraints("filtering")
Pair = tuple[Counts, Counts]


def labellings(items: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for gold in product((0, 1), repeat=items):
        if 0 < sum(gold) < items:
            for system in product((0, 1), repeat=items):
                yield gold, system


def selecting_one_more(gold: Any, system: Any) -> Iterator[Pair]:
    for place, (relevant, selected) in enumerate(zip(gold, system, strict=True)):
        if relevant and not selected:
            better = (*system[:place], 1, *system[place + 1 :])
            yield Counts.from_labels(gold, system), Counts.from_labels(gold, better)


def leaving_out_one_more(gold: Any, system: Any) -> Iterator[Pair]:
    for place, (relevant, selected) in enumerate(zip(gold, system, strict=True)):
        if selected and not relevant:
            better = (*system[:place], 0, *system[place + 1 :])
            yield Counts.from_labels(gold, system), Counts.from_labels(gold, better)


def non_informative(relevant: int, irrelevant: int) -> Iterator[Pair]:
    shares = [Fraction(k, relevant) for k in range(relevant + 1)]
    counts = [
        Counts(int(s * relevant), int(s * irrelevant), int((1 - s) * relevant), int((1 - s) * irrelevant))
        for s in shares
        if (s * irrelevant).denominator == 1
    ]
    yield from ((one, other) for place, one in enumerate(counts) for other in counts[place + 1 :])


def stated(key: str, size: int) -> set[Pair]:
    if key.startswith("non_informative"):
        return {
            pair for p in range(1, size) for n in range(1, size - p + 1) for pair in non_informative(p, n)
        }
    step = selecting_one_more if key == "priority_relevant" else leaving_out_one_more
    return {pair for n in range(2, size + 1) for labels in labellings(n) for pair in step(*labels)}


@pytest.mark.parametrize("key", CONSTRAINTS)
def test_the_sweep_has_every_case_that_the_statement_speaks_of_once(key: str) -> None:
    cases = sweep_cases(CONSTRAINTS[key], 6)
    found = [
        tuple(cases.case(index).outputs[name] for name in ("worse", "better")) for index in range(len(cases))
    ]
    assert len(found) == len(set(found))
    assert set(found) == stated(key, 6)


@pytest.mark.parametrize("key", CONSTRAINTS)
def test_cases_come_in_order_of_size_and_their_sizes_make_them(key: str) -> None:
    cases = sweep_cases(CONSTRAINTS[key], 12)
    assert cases.complete_up_to == 12
    assert list(cases.size) == sorted(cases.size)
    for index in range(0, len(cases), 37):
        case = cases.case(index)
        assert {output.items for output in case.outputs.values()} == {int(cases.size[index])}
        assert all(value >= 0 for value in case.sizes.values())


def test_the_sweep_of_one_more_relevant_item_has_all_tables_with_one_to_find() -> None:
    """Tables of n items with fn >= 1 and an irrelevant item: C(n + 2, 3) - 1 - C(n + 1, 2) + ... counted directly."""
    wanted = sum(
        1
        for tp, fp, fn, tn in product(range(13), repeat=4)
        if tp + fp + fn + tn <= 12 and fn >= 1 and fp + tn >= 1
    )
    assert len(sweep_cases(CONSTRAINTS["priority_relevant"], 12)) == wanted


def test_families_hold_larger_cases_that_judge_one_collection() -> None:
    for constraint in CONSTRAINTS.values():
        cases = larger_cases(constraint, wide=True)
        assert cases.complete_up_to is None
        assert cases.size.max() > 100
        assert larger_cases(constraint, wide=False).size.max() < 500


def test_a_generator_that_changes_the_gold_or_leaves_a_class_empty_is_refused() -> None:
    from axiometrics.tasks.choosing import by_size
    from axiometrics.tasks.filtering.cases import gather
    from axiometrics.tasks.filtering.chooser import Chooser, outputs

    wrong = {
        "changes the gold": lambda choose: outputs(worse=(choose.size("a"), 0, 1, 1), better=(0, 0, 1, 1)),
        "both classes": lambda choose: outputs(worse=(choose.size("a", 1), 0, 0, 0), better=(1, 0, 0, 0)),
        "gives no better": lambda choose: outputs(worse=(choose.size("a"), 0, 1, 1)),
        "negative count": lambda choose: outputs(worse=(choose.size("a") - 1, 0, 1, 1), better=(0, 0, 1, 1)),
        "must count items": lambda choose: outputs(
            worse=(0 * choose.size("a"), 1, 1, 0), better=(1, 1, 0, 0)
        ),
    }
    for message, generator in wrong.items():
        with pytest.raises(InputError, match=message):
            gather(by_size(generator, Chooser, 4), ("worse", "better"), 4)
