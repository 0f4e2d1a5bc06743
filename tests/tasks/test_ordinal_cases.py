"""The sweep has every case of its grid once, its conditions hold, and larger and drawn cases are cases too."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings

from axiometrics.axioms import constraints
from axiometrics.checker.search import drawn_cases
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.errors import InputError
from axiometrics.tasks.choosing import Given
from axiometrics.tasks.ordinal import Confusion
from axiometrics.tasks.ordinal.cases import sweep
from axiometrics.tasks.ordinal.chooser import Chooser, Matrix, outputs, perfect
from axiometrics.tasks.ordinal.grids import grid, matrices, pairs_grid
from axiometrics.tasks.ordinal.task import TASK

CONSTRAINTS = constraints("ordinal")


@pytest.mark.parametrize(("classes", "most"), [(2, 5), (3, 3), (4, 2)])
def test_the_universe_has_every_matrix_once(classes: int, most: int) -> None:
    """N items in K^2 cells: N + K^2 - 1 choose K^2 - 1."""
    counts = matrices(classes, most).reshape(-1, classes**2)
    wanted = sum(comb(items + classes**2 - 1, classes**2 - 1) for items in range(1, most + 1))
    assert len(counts) == len(np.unique(counts, axis=0)) == wanted


def every_pair_of_nearer_class(classes: int, most: int) -> set[tuple[Confusion, Confusion]]:
    """All matrices by brute force, and all moves of one item to a class strictly between."""
    found = set()
    for flat in product(range(most + 1), repeat=classes**2):
        if not 0 < sum(flat) <= most:
            continue
        rows = [list(flat[k * classes : (k + 1) * classes]) for k in range(classes)]
        for far, true, near in product(range(classes), repeat=3):
            if (far < near < true or far > near > true) and rows[far][true]:
                moved = [list(row) for row in rows]
                moved[far][true] -= 1
                moved[near][true] += 1
                found.add((Confusion.of(rows), Confusion.of(moved)))
    return found


def test_the_sweep_has_every_move_to_a_nearer_class() -> None:
    batch = sweep_cases(CONSTRAINTS["nearer_class"], 3)
    found = [
        (case.outputs["worse"], case.outputs["better"])
        for case in map(batch.case, range(len(batch)))
        if case.outputs["worse"].classes == 3
    ]
    assert set(found) == every_pair_of_nearer_class(3, 3)
    assert len(found) == len(set(found))


def test_two_systems_on_one_gold_are_paired_once() -> None:
    batch = sweep_cases(CONSTRAINTS["rank_invariance"], 5)
    found = set()
    for case in map(batch.case, range(len(batch))):
        first, second = case.outputs["first"], case.outputs["second"]
        assert first.gold == second.gold
        assert first != second
        found.add((frozenset((first, second)), case.sizes["below"]))
    assert len(found) == len(batch)


@pytest.mark.parametrize("key", CONSTRAINTS)
@pytest.mark.parametrize("support", ["any", "full"])
def test_cases_grow_and_full_golds_have_every_class(key: str, support: str) -> None:
    batch = sweep_cases(CONSTRAINTS[key].with_parameters(support=support), 5)
    assert (np.diff(batch.size) >= 0).all()
    assert len(batch) or (key, support) == ("constant_dominance", "full")
    for case in map(batch.case, range(0, len(batch), 137)):
        first = min(case.outputs.values(), key=lambda output: output.classes)
        assert support == "any" or all(first.gold)


@pytest.mark.parametrize(
    "key", [key for key in CONSTRAINTS if not {"changed", "first"} & {*CONSTRAINTS[key].outputs}]
)
@pytest.mark.parametrize("kind", ["sweep", "families", "drawn"])
def test_pairs_of_outputs_have_one_gold(key: str, kind: str) -> None:
    record = CONSTRAINTS[key]
    made: Any = {
        "sweep": lambda: sweep_cases(record, 4),
        "families": lambda: larger_cases(record, wide=False),
        "drawn": lambda: drawn_cases(record, 30, 0),
    }[kind]()
    assert len(made)
    for case in map(made.case, range(0, len(made), 17)):
        assert len({output.gold for output in case.outputs.values()}) == 1


def test_more_classes_are_swept_with_fewer_items() -> None:
    batch = sweep_cases(CONSTRAINTS["correction"], 4)
    for classes, most in grid(4).items():
        assert batch.size[batch.sizes["classes"] == classes].max() == most
    assert batch.grid == "K 2/3/4/5, N ≤ 4/3/3/3"
    assert sweep_cases(CONSTRAINTS["single_error"], 4).grid == "K 3/4/5, N ≤ 3/3/3"
    assert pairs_grid(8)[3] == 5


def test_a_size_is_its_least_value_or_the_next() -> None:
    cases = sweep_cases(CONSTRAINTS["replication"], 4)
    assert set(cases.sizes["times"].tolist()) == {2, 3}
    gaps = sweep_cases(CONSTRAINTS["ordinal_invariance"].with_parameters(form="values"), 2)
    assert set(gaps.sizes["gap 2"].tolist()) == {1, 2}


CONDITIONS = {
    "empty_gold_class": "[1 0; 1 0]",
    "constant_gold": "[1 0; 1 0]",
    "constant_system": "[1 1; 0 0]",
    "perfect_output": "[1 0; 0 1]",
    "nothing_right": "[0 1; 1 0]",
    "two_classes": "[1 1; 1 1]",
}


@pytest.mark.parametrize(("name", "text"), CONDITIONS.items())
def test_conditions_are_met_where_they_say(name: str, text: str) -> None:
    batch = TASK.batch_of(["output"], [{"output": text}, {"output": "[1 1 0; 1 1 0; 0 1 1]"}])
    assert TASK.condition(name, batch).tolist() == [True, False]
    assert TASK.condition_text(name)


def drawn_outputs(key: str, number: int, **given: Any) -> list[Confusion]:
    batch = drawn_cases(CONSTRAINTS[key].with_parameters(**given), number, 0)
    return [output for place in range(len(batch)) for output in batch.case(place).outputs.values()]


def test_random_matrices_have_empty_and_filled_cells_of_every_kind() -> None:
    for places in ("diagonal", "beside"):
        counts = [
            count
            for output in drawn_outputs("nearer_class", 60)
            for i, row in enumerate(output.rows)
            for j, count in enumerate(row)
            if (i == j) == (places == "diagonal")
        ]
        assert {0, 1, 2} <= set(counts)
        assert max(counts) > 3


def test_a_random_class_is_larger_than_another_where_it_must_be() -> None:
    """The items that make it so are added after the draw: where it is no larger, one more than the other has."""
    found = drawn_outputs("constant_discrimination", 80)
    apart = sorted(abs(one - other) for output in found for one in output.gold for other in output.gold)
    assert 1 in apart


def test_random_matrices_are_of_every_order_of_magnitude() -> None:
    items = [output.items for output in drawn_outputs("constant_discrimination", 80)]
    assert min(items) < 50
    assert max(items) > 1000


def test_a_generator_that_makes_negative_counts_is_refused() -> None:
    def broken(choose: Any) -> Any:
        right = perfect(choose.gold(choose.classes()))
        return outputs(worse=right.moved(true=1, start=2, to=1), better=right)

    with pytest.raises(InputError, match="negative count in worse"):
        sweep(broken, ["worse", "better"], 3)


def test_a_generator_without_an_output_is_refused() -> None:
    def broken(choose: Any) -> Any:
        return outputs(better=choose.matrix(choose.classes()))

    with pytest.raises(InputError, match="gives no worse"):
        sweep(broken, ["worse", "better"], 3)


def test_matrices_of_templates_change_as_they_say() -> None:
    matrix = Matrix(((1, 2), (3, 4)))
    assert matrix.reversed().rows == ((4, 3), (2, 1))
    assert matrix.swapped().rows == ((1, 3), (2, 4))
    assert matrix.repeated(2).rows == ((2, 4), (6, 8))
    assert matrix.with_class(1).rows == ((1, 0, 2), (0, 0, 0), (3, 0, 4))
    assert matrix.corrected().rows == ((4, 0), (0, 6))
    assert matrix.moved(true=1, start=2, to=1).rows == ((2, 2), (2, 4))


DEMANDED: dict[str, tuple[Any, Any]] = {
    "least": (lambda c, k: c.matrix(k, least={(2, 3): 4}), lambda rows, gold: rows[1][2] >= 4),
    "full": (lambda c, k: c.matrix(k, full=True), lambda rows, gold: all(gold)),
    "full system": (lambda c, k: c.matrix(k, full_system=True), lambda rows, gold: all(map(any, rows))),
    "some": (lambda c, k: c.matrix(k, some=(2, 3)), lambda rows, gold: gold[1] + gold[2] > 0),
    "more": (lambda c, k: c.matrix(k, more=(3, 1)), lambda rows, gold: gold[2] > gold[0]),
    "imperfect": (
        lambda c, k: c.matrix(k, imperfect=True),
        lambda rows, gold: any(count for i, row in enumerate(rows) for j, count in enumerate(row) if i != j)),
    "gold, least": (lambda c, k: perfect(c.gold(k, least={2: 3})), lambda rows, gold: gold[1] >= 3),
    "gold, full": (lambda c, k: perfect(c.gold(k, full=True)), lambda rows, gold: all(gold)),
    "gold, empty": (lambda c, k: perfect(c.gold(k, empty=(1,))), lambda rows, gold: not gold[0] and sum(gold)),
    "gold, more": (lambda c, k: perfect(c.gold(k, more=(1, 2))), lambda rows, gold: gold[0] > gold[1]),
}  # fmt: skip


@pytest.mark.parametrize("demand", DEMANDED)
def test_matrices_and_golds_are_as_a_generator_demands(demand: str) -> None:
    make, met = DEMANDED[demand]

    def generator(choose: Any) -> Any:
        made = make(choose, choose.classes(3))
        return outputs(worse=made, better=made)

    @settings(max_examples=60, derandomize=True, database=None, deadline=None, phases=[Phase.generate])
    @given(TASK.strategy(generator))
    def every_drawn_case_meets_it(case: Any) -> None:
        output = case.outputs["worse"]
        assert output.items
        assert met(output.rows, output.gold)

    every_drawn_case_meets_it()
    swept = sweep(generator, ["worse", "better"], 5)
    for case in map(swept.case, range(len(swept))):
        assert met(case.outputs["worse"].rows, case.outputs["worse"].gold)


def test_the_least_number_of_classes_is_the_first_unless_more_are_asked_for() -> None:
    assert Chooser(Given(), range(2, 7)).classes() == 2
    assert Chooser(Given(), range(3, 7)).classes() == 3
    assert Chooser(Given(), range(2, 7)).classes(4) == 4


PLAIN_CONDITIONS = {
    "empty_gold_class": lambda output: 0 in output.gold,
    "constant_gold": lambda output: sum(count > 0 for count in output.gold) == 1,
    "constant_system": lambda output: sum(any(row) for row in output.rows) == 1,
    "perfect_output": TASK.enumeration.perfect,
    "nothing_right": lambda output: not any(output.rows[place][place] for place in range(output.classes)),
    "two_classes": lambda output: output.classes == 2,
}


@pytest.mark.parametrize("name", PLAIN_CONDITIONS)
def test_a_named_condition_is_met_where_some_output_meets_it(name: str) -> None:
    seen: set[bool] = set()
    for key in ("nearer_class", "single_error", "rank_invariance"):
        cases = sweep_cases(constraints("ordinal")[key], 4)
        outputs = [cases.case(place).outputs.values() for place in range(len(cases))]
        wanted = [any(map(PLAIN_CONDITIONS[name], each)) for each in outputs]
        assert TASK.condition(name, cases).tolist() == wanted
        seen |= set(wanted)
    assert seen == {True, False}
