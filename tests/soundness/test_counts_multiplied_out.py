"""Sums of products of counts are multiplied out: what has coefficients of both signs, or an empty class, is not proved.

The first formulas are proved in this way, or tie by it. Each hostile one is nearly one of them, but has a term that
turns for some counts, a denominator that may be zero, or a class that adds something where it is empty.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove.certificate import Certificate
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.on_cases import facts_hold
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task

from .attacks import attacked, given

WRONG = "(matrix.items - matrix.right)"
CHANCE = "matrix.all_cells(lambda cell: cell.gold_labels * cell.system_labels * cell.wrong)"
APART = "matrix.all_cells(lambda cell: cell.gold * cell.system * cell.wrong)"
ALONE = "matrix.of_system(lambda one: (one.system - 1) ** 2)"
OF_CELLS = "matrix.cells(lambda cell: cell.items ** 2 * cell.wrong) + matrix.of_gold(lambda one: one.right * one.gold)"
SPREAD = "matrix.of_used(lambda one: (one.gold + one.system) ** 2)"
PROVED = [
    ("added_success", f"-ratio(4 * matrix.items * {WRONG}, {CHANCE}, UNDEFINED)"),
    ("perfect_output", f"-ratio({WRONG}, {SPREAD}, 0)"),
    ("correction", f"-ratio(4 * matrix.items * {WRONG}, {CHANCE}, UNDEFINED)"),
]
HOSTILE = [
    ("added_success", f"-ratio(4 * matrix.items * {WRONG}, {CHANCE}, UNDEFINED) - matrix.items / 10**9"),
    ("added_success", f"-ratio({WRONG}, {CHANCE}, 0)"),
    ("added_success", f"ratio(4 * matrix.items * {WRONG}, {CHANCE}, UNDEFINED)"),
    ("added_success", f"-ratio(matrix.items ** 2 * {WRONG}, {CHANCE}, UNDEFINED)"),
    ("added_success", f"-ratio(matrix.items * {WRONG}, {CHANCE} - 4, 0)"),
    ("correction", f"-ratio({WRONG} ** 2, {CHANCE}, 1)"),
    ("correction", f"-ratio(matrix.items * {WRONG}, {CHANCE}, -1)"),
    ("correction", f"-ratio({WRONG} + 1, {CHANCE}, UNDEFINED)"),
    ("correction", f"-{APART}"),
    ("correction", f"-ratio(matrix.items * {WRONG}, {APART}, 0)"),
    ("correction", "matrix.cells(lambda cell: cell.items * (cell.items - cell.wrong))"),
    ("correction", "matrix.of_used(lambda one: one.right * one.right - one.gold)"),
    ("correction", "-matrix.of_system(lambda one: one.system * (one.gold - one.right) + 1)"),
    ("correction", f"matrix.of_gold(lambda one: one.right * one.gold) - {ALONE}"),
    ("perfect_output", f"{SPREAD} / 10**9 - {WRONG}"),
    ("perfect_output", f"-ratio({WRONG}, {SPREAD} - 8, 0)"),
    ("worst_output", f"-ratio({WRONG}, {SPREAD}, 0)"),
    ("worst_output", "matrix.right - matrix.of_system(lambda one: one.system ** 2) / 10**9"),
    ("added_error", f"-ratio(matrix.items * {WRONG}, {CHANCE}, UNDEFINED)"),
    ("rare_class_error", f"-ratio(matrix.items * {WRONG}, {CHANCE}, UNDEFINED)"),
]  # fmt: skip


DISTANT = "matrix.all_cells(lambda cell: cell.system * cell.gold * cell.distance)"
FAR = "matrix.cells(lambda cell: cell.items * cell.distance)"
APART_LABELS = "matrix.all_cells(lambda cell: cell.assigned_labels * cell.true_labels * cell.wrong)"
ERRORS = "matrix.cells(lambda cell: cell.items * cell.wrong)"
ORDINAL_PROVED = [
    ("constant_dominance", f"1 - ratio(matrix.items * {FAR}, {DISTANT}, UNDEFINED)"),
    ("constant_is_zero", f"1 - ratio(matrix.items * {FAR}, {DISTANT}, UNDEFINED)"),
    ("imbalance", f"-ratio(matrix.items**2 * {ERRORS}, {APART_LABELS}, UNDEFINED)"),
]
ORDINAL_HOSTILE = [
    # parts without a margin beside parts that turn, or that have one for some counts
    ("constant_dominance", f"ratio(matrix.items, {DISTANT}, UNDEFINED)"),
    ("constant_dominance", f"-ratio(matrix.items * {FAR}, {DISTANT}, UNDEFINED) - {FAR} / 10**9"),
    ("constant_dominance", f"1 - ratio((matrix.items + 1) * {FAR}, {DISTANT}, UNDEFINED)"),
    ("constant_dominance", f"ratio(matrix.items * {FAR}, {DISTANT}, 0)"),
    ("constant_dominance", f"ratio({FAR}, {FAR}, UNDEFINED) * {FAR}"),
    ("constant_is_zero", f"1 - ratio(matrix.items * {FAR}, {DISTANT}, 0)"),
    ("constant_is_zero", f"1 - ratio(matrix.items * {FAR}, {DISTANT} + 1, UNDEFINED)"),
    ("constant_is_zero", f"ratio({FAR}, {DISTANT} * 0, UNDEFINED)"),
    ("imbalance", f"ratio(matrix.items * {ERRORS}, {APART_LABELS}, UNDEFINED)"),
    ("imbalance", f"-ratio(matrix.items * {ERRORS}, {APART_LABELS} - 40 * matrix.items, 0)"),
    ("imbalance", f"{APART_LABELS} - matrix.items**2 / 10**9 * {FAR} * {APART_LABELS}"),
    ("single_error", f"-ratio(matrix.items * {FAR}, {DISTANT} * {DISTANT}, UNDEFINED)"),
    ("reversal", "matrix.cells(lambda cell: cell.items * cell.assigned_value * cell.true_rank)"),
    ("unused_end_class", f"{DISTANT} + matrix.cells(lambda cell: cell.items * cell.assigned) / 10**9"),
]  # fmt: skip


@pytest.mark.parametrize(("constraint", "body"), ORDINAL_PROVED)
def test_distances_that_are_multiplied_out_are_proved(constraint: str, body: str) -> None:
    """Where constant outputs have a value, they tie: by a proof, parts without a margin included."""
    found, wrong = attacked("ordinal", constraint, body)
    assert not wrong, wrong
    assert found.kind in ("holds (proof)", "blind (always)"), found.phrase


@pytest.mark.parametrize(("constraint", "body"), ORDINAL_HOSTILE)
def test_distances_that_turn_for_some_counts_have_no_wrong_proof(constraint: str, body: str) -> None:
    _, wrong = attacked("ordinal", constraint, body)
    assert not wrong, wrong


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_has_coefficients_of_one_sign_is_proved(constraint: str, body: str) -> None:
    found, wrong = attacked("classification", constraint, body)
    assert not wrong, wrong
    assert found.kind == "holds (proof)", found.phrase


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_turns_for_some_counts_has_no_wrong_proof(constraint: str, body: str) -> None:
    _, wrong = attacked("classification", constraint, body)
    assert not wrong, wrong


# --- the facts of these cases, on concrete ones

STATED = [
    ("classification", "added_success", metrics("classification")["scott_pi"]),
    ("classification", "correction", metrics("classification")["cohen_kappa"]),
    ("classification", "perfect_output", metrics("classification")["gwet_ac1"]),
    ("classification", "worst_output", metrics("classification")["krippendorff_alpha"]),
    ("classification", "rare_class_error", metrics("classification")["gwet_ac1"]),
    ("classification", "symmetry", metrics("classification")["cohen_kappa"]),
    ("classification", "gold_class_scaling", metrics("classification")["cohen_kappa"]),
    ("classification", "error_direction", metrics("classification")["scott_pi"]),
    ("classification", "constant_outputs", metrics("classification")["cohen_kappa"]),
    ("classification", "correction", build(given("classification", OF_CELLS).function, task="classification")),
    ("ordinal", "constant_dominance", metrics("ordinal")["kappa_linear"]),
    ("ordinal", "imbalance", metrics("ordinal")["alpha_nominal"]),
    ("ordinal", "reversal", metrics("ordinal")["pearson"]),
    ("ordinal", "single_error", metrics("ordinal")["alpha_interval"]),
]  # fmt: skip


def tried(certificate: dict[str, Any], cases: Any) -> Any:
    _, doubtful = facts_hold(certificate, cases)
    return np.where(doubtful, -1, 0)


@pytest.mark.parametrize(("task", "key", "metric"), STATED)
def test_what_is_multiplied_out_is_so_on_concrete_cases(task: str, key: str, metric: Any) -> None:
    """Signs of symbols, sums that are never zero, and values of reductions, on small cases and on large ones."""
    constraint = constraints(task)[key]
    made = get_task(task).symbolic(constraint.symbolic_generator, metric.formula)
    *_, last = made.others
    used = (*metric.formula.globals, *metric.formula.normal.atoms)
    read = [symbol for symbol in used if metric.formula.normal.expression.has(symbol)]
    count = 0
    for case in (last[place] for place in range(min(len(last), 8))):
        certificate = Certificate.build(case, constraint, [], "", read).to_dict()
        assert case.by_sums
        for batch in (sweep_cases(constraint, 4), larger_cases(constraint, wide=False)):
            concrete = Concrete.of(metric, {}, batch)
            places = np.flatnonzero(concrete.inside(case.where))
            if len(places):
                chosen = np.random.default_rng(len(places)).permutation(places)[:30]
                count += concrete.restricted(np.sort(chosen)).compared(partial(tried, certificate))
    assert count > 0
