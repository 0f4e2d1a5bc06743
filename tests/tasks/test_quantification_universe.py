"""Pairs of distributions are found among all pairs of a size, or not at all."""

from __future__ import annotations

import numpy as np

from axiometrics.axioms import constraints
from axiometrics.checker.sweep import sweep_cases
from axiometrics.formulas.arithmetics.scalars import elementwise
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.quantification.batch import MassTable
from axiometrics.tasks.quantification.cases import universe
from axiometrics.tasks.shared_tables import outputs_of_rows

SIZE = 6
DEMANDS = constraints("quantification")


def pairs(key: str, size: int = SIZE) -> list[list[Distributions]]:
    batch = sweep_cases(DEMANDS[key], size)
    return [list(output.tables()) for output in batch.outputs.values()]


def test_constraints_on_all_pairs_share_one_table() -> None:
    tables = {
        id(output.shared)
        for key in ("symmetry", "non_negativity", "monotonicity", "reversal")
        for output in sweep_cases(DEMANDS[key], SIZE).outputs.values()
    }
    assert len(tables) == 1


def test_cases_in_the_shared_table_are_those_that_the_constraint_makes() -> None:
    """Symmetry exchanges system and gold; every pair of a size is there once: for two classes of up to 2 parts
    each side is one of (1 0), (0 1), (1/2 1/2), where 1/2 stands only with denominator 2, so 9 pairs."""
    first, second = pairs("symmetry")
    assert [(one.system, one.gold) for one in first] == [(two.gold, two.system) for two in second]
    assert len(set(first)) == len(first)
    small = [pair for pair in first if pair.classes == 2 and pair.denominator <= 2]
    assert len(small) == 9


def test_an_output_with_a_pair_outside_the_size_has_a_table_of_its_own() -> None:
    among, rows = universe(SIZE).made()
    beyond = rows.copy()
    beyond[0, 1:3] = 97, 1
    inside, outside = outputs_of_rows(
        [rows, beyond], lambda some: MassTable(some, some, some[:, 0]), universe(SIZE)
    )
    assert inside.shared is among
    assert inside.which.tolist() == list(range(len(rows)))
    assert outside.shared.system[outside.which].tolist() == beyond.tolist()


def test_few_pairs_have_a_table_of_their_own() -> None:
    batch = sweep_cases(DEMANDS["nearer_class_one_hot"], 10)
    assert len(next(iter(batch.outputs.values())).shared) < 100


def test_exact_values_of_a_few_cases_are_those_among_all() -> None:
    batch = sweep_cases(DEMANDS["cdf"], 5).outputs["worse"]
    formula, task = metrics("quantification")["nvd"].formula, get_task("quantification")
    arithmetic = elementwise(task.algebra(batch.table(0)))
    few = np.arange(0, len(batch), max(len(batch) // 20, 1))
    assert batch.read(formula, arithmetic, few).tolist() == batch.read(formula, arithmetic)[few].tolist()
