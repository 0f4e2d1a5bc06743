"""A proof takes a bounded amount of work, counted in products of terms and not in seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import check
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.engine import MOST_WORK
from axiometrics.formulas import sqrt
from axiometrics.formulas.arithmetics import budget as budgets
from axiometrics.formulas.arithmetics.budget import BudgetError, budget, remembered, spend
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build

PRIMARY = ["homogeneity", "completeness", "rag_bag", "size_vs_quantity"]


def high_power(table: Any) -> Any:
    best = table.best_in_cluster(lambda n, a, b: n)
    shares = table.cells(lambda n, a, b: n * n / a) + table.cells(lambda n, a, b: n * n / b)
    return (best + shares) ** 40 / (table.items + best) ** 40


def powers_of_products(table: Any) -> Any:
    one, other = table.best_in_cluster(lambda n, a, b: n), table.best_in_category(lambda n, a, b: n)
    base = one + other + table.items + table.cluster_count + table.category_count
    return base**12 / (base**12 + (one * other + 1) ** 9)


def nested_products(table: Any) -> Any:
    found = table.best_in_cluster(lambda n, a, b: n) * table.best_in_category(lambda n, a, b: n)
    found = found / table.items**2
    for _ in range(6):
        found = found * found * (1 + found) / (2 + found)
    return found


def high_powers_inside(table: Any) -> Any:
    return table.best_in_cluster(lambda n, a, b: (n + a + b) ** 7 / (a + 2 * b) ** 6) / table.items


def power_of_a_root(table: Any) -> Any:
    best = sqrt(table.clusters(lambda a: a**3) + table.items)
    return best**60 / (best + 1) ** 61


NASTY = [high_power, powers_of_products, nested_products, high_powers_inside, power_of_a_root]


@pytest.mark.parametrize("constraint", ["completeness", "size_vs_quantity"])
@pytest.mark.parametrize("formula", NASTY)
def test_a_formula_whose_margin_explodes_is_given_up(formula: Callable[..., Any], constraint: str) -> None:
    metric = build(formula, task="clustering")
    with budget(10 * MOST_WORK) as meter:
        assert prove(metric, constraints("clustering")[constraint]) is None
    assert meter.spent <= MOST_WORK


def test_a_formula_that_is_given_up_is_still_judged_on_cases() -> None:
    row = check(high_power, "clustering", constraints=["homogeneity"], effort="quick", cache=False)
    assert row.cells[0].error is None
    assert row.cells[0].proof is None
    assert row.cells[0].strict.applicable > 0


def test_no_built_in_metric_is_stopped_by_the_budget() -> None:
    for metric in metrics("clustering").values():
        for key in PRIMARY:
            with budget(10 * MOST_WORK) as meter:
                prove(metric, constraints("clustering")[key])
            assert meter.spent < MOST_WORK, f"{metric.key} x {key}"


def test_the_work_of_a_proof_does_not_hang_on_what_was_proved_before() -> None:
    spent = []
    for _ in range(2):
        with budget(10 * MOST_WORK) as meter:
            prove(metrics("clustering")["bcubed_f"], constraints("clustering")["homogeneity"])
        spent.append(meter.spent)
    assert spent[0] == spent[1] > 0


def test_with_a_smaller_budget_around_it_nothing_is_proved() -> None:
    bcubed, homogeneity = metrics("clustering")["bcubed_f"], constraints("clustering")["homogeneity"]
    assert prove(bcubed, homogeneity) is not None
    with budget(100) as meter:
        assert prove(bcubed, homogeneity) is None
    assert meter.spent <= 100


def test_work_is_refused_before_it_is_done() -> None:
    with budget(10) as meter:
        spend(10)
        with pytest.raises(BudgetError, match=r"^a step of 1 products is more than the 0 that are left"):
            spend(1)
    assert meter.spent == 10
    spend(10**9)  # without a budget nothing is counted
    assert not budgets.counting()


def test_a_remembered_result_costs_what_it_cost() -> None:
    calls = []

    @remembered
    def work(amount: int) -> int:
        calls.append(amount)
        spend(amount)
        return amount

    for _ in range(2):
        with budget(10) as meter:
            assert work(7) == 7
            with pytest.raises(BudgetError):
                work(7)
        assert meter.spent == 7
    assert calls == [7]
