"""Cases of distributions: grids are complete, in order, and without repetition; conditions and drawings."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Fractions, compositions
from axiometrics.tasks.choosing import At, Impossible
from axiometrics.tasks.quantification import Distributions, outputs_svg, outputs_text
from axiometrics.tasks.quantification.grids import Alone, Sample, block_of, denominators

TASK = get_task("quantification")
CONSTRAINTS = constraints("quantification")
EVERY = pytest.mark.parametrize("key", CONSTRAINTS)


def swept(key: str, size: int, **given: Any) -> Any:
    found = CONSTRAINTS[key].with_parameters(**given)
    return TASK.sweep(found.bound_generator, found.outputs, size)


def shares(classes: int, denominator: int) -> set[tuple[Fraction, ...]]:
    whole = range(denominator + 1)
    return {
        tuple(Fraction(mass, denominator) for mass in masses)
        for masses in product(whole, repeat=classes)
        if sum(masses) == denominator
    }


@pytest.mark.parametrize(("total", "classes"), [(0, 3), (1, 2), (4, 3), (5, 5)])
def test_compositions_are_all_ways_to_share_a_whole(total: int, classes: int) -> None:
    found = [tuple(row) for row in compositions(total, classes).tolist()]
    expected = {row for row in product(range(total + 1), repeat=classes) if sum(row) == total}
    assert len(found) == len(expected)
    assert set(found) == expected


def test_the_sweep_of_pairs_has_every_pair_of_its_grid_once() -> None:
    cases = swept("non_negativity", 6)
    found = [cases.case(k).outputs["judged"] for k in range(len(cases))]
    expected = {
        pair
        for classes, most in denominators(6, 2).items()
        for whole in range(1, most + 1)
        for pair in product(shares(classes, whole), repeat=2)
    }
    assert len(found) == len(expected)
    assert {(pair.system, pair.gold) for pair in found} == expected


def test_lumps_are_those_that_loops_find() -> None:
    expected = set()
    for classes, most in denominators(7, 1).items():
        for whole in range(1, most + 1):
            for q in shares(classes, whole):
                for j, b, a in product(range(classes), repeat=3):
                    if not (j < b < a or a < b < j):
                        continue
                    for mass in range(1, int(q[j] * whole) + 1):
                        m = Fraction(mass, whole)
                        far, near = list(q), list(q)
                        far[j], far[a] = far[j] - m, far[a] + m
                        near[j], near[b] = near[j] - m, near[b] + m
                        expected.add((tuple(far), tuple(near), q))
    cases = swept("lump", 7)
    found = {
        (case.outputs["worse"].system, case.outputs["better"].system, case.outputs["worse"].gold)
        for case in map(cases.case, range(len(cases)))
    }
    assert found == expected
    assert len(cases) == len(expected)


@EVERY
def test_cases_come_by_classes_and_denominator(key: str) -> None:
    cases = swept(key, 5)
    first = next(iter(cases.outputs.values()))
    order = list(zip(cases.sizes["classes"].tolist(), cases.size.tolist(), strict=True))
    assert order == sorted(order)
    assert len(first) == len(cases)


@EVERY
def test_full_support_leaves_no_gold_class_of_the_original_empty(key: str) -> None:
    cases = swept(key, 6, support="full")
    changed = {"changed", "first_changed", "second_changed"}
    for name, batch in cases.outputs.items():
        assert name in changed or all(batch.table(k).full for k in range(0, len(batch), 97))


@EVERY
def test_every_case_meets_the_demand_that_shares_add_up(key: str) -> None:
    found = CONSTRAINTS[key]
    for batch in (swept(key, 4), TASK.larger(found.bound_generator, found.outputs, wide=False)):
        for outputs in batch.outputs.values():
            assert all(sum(pair.gold) == sum(pair.system) == 1 for pair in outputs.tables())


def test_moving_towards_the_gold_never_overshoots() -> None:
    cases = swept("cdf", 6)
    for k in range(0, len(cases), 7):
        outputs = cases.case(k).outputs
        worse, better = (np.cumsum([float(x) for x in outputs[name].system]) for name in ("worse", "better"))
        gold = np.cumsum([float(x) for x in outputs["worse"].gold])
        moved = np.abs(worse - better) > 1e-9
        assert moved.sum() == 1
        assert ((np.abs(better - gold) < np.abs(worse - gold)) == moved).all()
        assert ((better - gold) * (worse - gold) >= -1e-12)[moved].all()


CONDITIONS = [
    ("empty_gold_class", "gold=1 0 system=1/2 1/2", "gold=1/2 1/2 system=1 0"),
    ("empty_system_class", "gold=1/2 1/2 system=1 0", "gold=1 0 system=1/2 1/2"),
    ("one_hot_gold", "gold=1 0 0 system=1/2 1/2 0", "gold=1/2 1/2 0 system=1 0 0"),
    ("one_hot_system", "gold=1/2 1/2 0 system=1 0 0", "gold=1 0 0 system=1/2 1/2 0"),
    ("mass_outside_gold", "gold=1 0 system=1/2 1/2", "gold=1/2 1/2 system=1 0"),
    ("gold_outside_system", "gold=1/2 1/2 system=1 0", "gold=1 0 system=1/2 1/2"),
    ("equal_distributions", "gold=1/2 1/2 system=1/2 1/2", "gold=1/2 1/2 system=1 0"),
    ("two_classes", "gold=1/2 1/2 system=1 0", "gold=1/2 1/2 0 system=1 0 0"),
]


@pytest.mark.parametrize(("name", "inside", "outside"), CONDITIONS)
def test_conditions_are_met_where_they_say(name: str, inside: str, outside: str) -> None:
    cases = TASK.batch_of(["judged"], [{"judged": inside}, {"judged": outside}])
    met = dict(zip(cases.outputs["judged"].tables(), TASK.condition(name, cases).tolist(), strict=True))
    assert met == {Distributions.from_notation(inside): True, Distributions.from_notation(outside): False}
    assert TASK.condition_text(name)


def test_the_drawings_show_both_distributions() -> None:
    outputs = {"worse": "gold=1/2 1/4 1/4 system=1 0 0", "better": "gold=1/2 1/4 1/4 system=3/4 1/4 0"}
    text = outputs_text(outputs)
    assert text.count("█" * 12) == 1  # the one share that is 1
    assert "3/4" in text
    svg = outputs_svg(outputs)
    assert (svg.count('class="system"'), svg.count('class="gold"')) == (6, 6)


def _of_one_case(answers: At, count: int) -> Any:
    return np.array([[answers.share()] for _ in range(count)])


@EVERY
def test_a_case_alone_is_what_arrays_of_a_single_case_make_of_the_same_point(key: str) -> None:
    generator, random = CONSTRAINTS[key].bound_generator, np.random.default_rng(0)
    for point in (random.random((30, 80)) * (random.random((30, 80)) > 1 / 3)).tolist():
        answers = At(point)
        chosen = Sample(answers, 5, 1000, points=partial(_of_one_case, answers))
        alone = Alone(At(point), 5, 1000)
        try:
            template, own = generator(chosen), generator(alone)
        except Impossible:
            continue
        block = block_of(chosen, template, list(template.outputs))
        assert (block is not None) == all(alone.conditions)
        if block is not None:
            arrays = {name: [side[0].tolist() for side in pair] for name, pair in block.outputs.items()}
            assert arrays == {
                name: [list(map(int, side)) for side in pair] for name, pair in own.outputs.items()
            }


def test_a_column_of_fractions_is_told_in_lowest_terms() -> None:
    tops, bottoms = np.array([2, 0, 3, 6, -4]), np.array([4, 5, 1, 9, 6])
    column = Fractions(tops, bottoms)
    found = list(zip(*(part.tolist() for part in column.lowest()), strict=True))
    assert found == [
        (each.numerator, each.denominator) for each in map(Fraction, tops.tolist(), bottoms.tolist())
    ]
    assert [part.tolist() for part in column.lowest(np.array([3, 1]))] == [[2, 0], [3, 1]]
