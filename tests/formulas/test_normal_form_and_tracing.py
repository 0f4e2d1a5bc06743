"""Formulas are traced once and normalised: equal definitions have equal normal forms, and refusals are clear."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import pytest
import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas import UNDEFINED, log2, sqrt
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.view import formula

METRICS = metrics("clustering")


def normal(definition: Callable[[Any], Any]) -> Any:
    return formula(definition, {}).normal.expression


SAME: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "the cells hold the items": (lambda t: t.cells(lambda n, a, b: n), lambda t: t.items),
    "the clusters hold the items": (lambda t: t.clusters(lambda a: a), lambda t: t.items),
    "the categories hold the items": (lambda t: t.categories(lambda b: b), lambda t: t.items),
    "the clusters are counted": (lambda t: t.clusters(lambda a: 1), lambda t: t.cluster_count),
    "the categories are counted": (lambda t: t.categories(lambda b: 1), lambda t: t.category_count),
    "constants leave a sum": (
        lambda t: t.cells(lambda n, a, b: 3 * n**2 / t.items), lambda t: 3 * t.cells(lambda n, a, b: n**2) / t.items),
    "sums are split": (
        lambda t: t.cells(lambda n, a, b: n**2 + 2 * n), lambda t: t.cells(lambda n, a, b: n**2) + 2 * t.items),
    "products are expanded": (
        lambda t: t.clusters(lambda a: a * (a - 1) / 2), lambda t: (t.clusters(lambda a: a**2) - t.items) / 2),
    "sums over the cells of a cluster are sums over clusters": (
        lambda t: t.cells(lambda n, a, b: n * a**2), lambda t: t.clusters(lambda a: a**3)),
    "sums over the cells of a category are sums over categories": (
        lambda t: t.cells(lambda n, a, b: n / b), lambda t: t.category_count),
    "logarithms of products are split": (
        lambda t: t.cells(lambda n, a, b: n * log2(n * t.items / (a * b))),
        lambda t: t.cells(lambda n, a, b: n * log2(n)) - t.clusters(lambda a: a * log2(a))
        - t.categories(lambda b: b * log2(b)) + t.items * log2(t.items)),
    "constants leave a maximum": (
        lambda t: t.best_in_cluster(lambda n, a, b: 2 * n / t.items),
        lambda t: 2 * t.best_in_cluster(lambda n, a, b: n) / t.items),
}  # fmt: skip


@pytest.mark.parametrize("claim", SAME)
def test_equal_definitions_have_equal_normal_forms(claim: str) -> None:
    first, second = SAME[claim]
    assert sympy.simplify(normal(first) - normal(second)) == 0


def test_definitions_that_differ_have_different_normal_forms() -> None:
    assert normal(lambda t: t.cells(lambda n, a, b: n**2 / a)) != normal(
        lambda t: t.cells(lambda n, a, b: n**2 / b)
    )


def test_v_measure_and_arithmetic_nmi_have_one_normal_form() -> None:
    one, other = (METRICS[key].formula.normal.expression for key in ("v_measure", "nmi_arith"))
    difference = (one - other).replace(lambda e: e.func.__name__ == "Ratio", lambda e: e.args[0] / e.args[1])
    assert sympy.simplify(difference) == 0


@pytest.mark.parametrize(
    ("definition", "by_hand"),
    [
        (lambda t: t.cells(lambda n, a, b: n**2 / (a * b)), 4 / 6 + 1 / 3 + 1 / 1),
        (lambda t: t.best_in_cluster(lambda n, a, b: n / a), 2 / 3 + 1 / 1),
        (lambda t: t.best_in_category(lambda n, a, b: n / (a * b)), 2 / 6 + 1 / 3 + 1 / 1),
        (lambda t: t.clusters(lambda a: sqrt(a)), math.sqrt(3) + 1),
        (lambda t: t.cell_count, 3),
        (lambda t: t.cells(lambda n, a, b: 1), 3),
        (lambda t: t.items * t.cluster_count - t.category_count, 4 * 2 - 3),
        (lambda t: 5, 5),
        (lambda t: 0, 0),
    ],
)
def test_a_formula_has_the_value_of_its_reductions(definition: Any, by_hand: float) -> None:
    """{a a b}{c}: cells (n, a, b) are (2, 3, 2), (1, 3, 1) and (1, 1, 1)."""
    table = Table.from_notation("{a a b}{c}")
    assert TableBatch.from_tables([table]).value(formula(definition, {}), SCALARS) == pytest.approx(by_hand)


def test_a_negative_best_value_is_a_best_value_or_refused() -> None:
    """max(-n) over the cells of {a a b} is -1, not -max(n) = -2."""
    table = Table.from_notation("{a a b}")
    try:
        traced = formula(lambda t: t.best_in_cluster(lambda n, a, b: -n), {})
    except NotSymbolicError:
        return
    assert TableBatch.from_tables([table]).value(traced, SCALARS) == -1


def compares(table: Any) -> Any:
    return 1 if table.items > 3 else 0


def loops(table: Any) -> Any:
    return sum(table)


def floats(table: Any) -> Any:
    return float(table.items)


def uses_math(table: Any) -> Any:
    return math.log(table.items)


def uses_numpy(table: Any) -> Any:
    return np.log(table.cells(lambda n, a, b: n))


def asks_for_more(table: Any) -> Any:
    return table.sizes.sum()


def forgets_to_return(table: Any) -> Any:
    table.cells(lambda n, a, b: n)


def returns_a_list(table: Any) -> Any:
    return [table.items]


def fails(table: Any) -> Any:
    raise RuntimeError("broken")


REFUSED = [
    compares,
    loops,
    floats,
    uses_math,
    uses_numpy,
    asks_for_more,
    forgets_to_return,
    returns_a_list,
    fails,
]


@pytest.mark.parametrize("function", REFUSED)
def test_what_is_no_formula_is_refused_naming_the_function_and_the_remedy(function: Any) -> None:
    message = rf"^'{function.__name__}' is not a formula \(.*\); mend that, or state how a function"
    with pytest.raises(NotSymbolicError, match=message) as caught:
        formula(function, {})
    assert "\n" not in str(caught.value)


def divides_by_zero(table: Any) -> Any:
    count = table.items
    return count / (count - count)


def of_a_high_degree(table: Any) -> Any:
    count = table.items
    return count**600 * count**600


def without_a_value(table: Any) -> Any:
    count = table.items
    return count + UNDEFINED


def of_many_steps(table: Any) -> Any:
    count = table.items
    return reduce(lambda found, _: found + found, range(40), count)


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (divides_by_zero, r"divides by zero in .*; write ratio"),
        (of_a_high_degree, "is of a degree above 1000: .*; take lower powers"),
        (without_a_value, "computes with UNDEFINED; write that as the last argument of ratio or guarded"),
        (of_many_steps, "has more than 20000 steps; add up a loop's terms by a reduction"),
    ],
)
def test_a_step_without_a_reading_is_refused_with_the_line_that_takes_it(function: Any, why: str) -> None:
    line = function.__code__.co_firstlineno + 2
    with pytest.raises(NotSymbolicError, match=rf"{__file__}:{line}: .*{why}"):
        formula(function, {})


def test_a_symbol_of_the_authors_own_is_refused_at_its_line() -> None:
    with pytest.raises(NotSymbolicError, match=r"py:\d+: a formula cannot use 'sympy', .*; use sqrt, log"):
        formula(lambda table: table.items * sympy.Symbol("z"), {})


def test_a_symbol_of_the_authors_own_inside_a_reduction_is_refused_at_its_line() -> None:
    with pytest.raises(NotSymbolicError, match=r"py:\d+: a formula cannot use 'sympy'"):
        formula(lambda table: table.cells(lambda n, a, b: n**2 * log2(a + sympy.Symbol("z"))), {})


@pytest.mark.parametrize(
    ("definition", "value"),
    [
        (lambda t: sqrt(t.clusters(lambda a: a - a)) - (t.category_count - t.category_count), 0),
        (lambda t: t.items + sqrt(t.cells(lambda n, a, b: t.items)) * 0, 4),
        (lambda t: t.clusters(lambda a: 1 / t.items) * 0 + 1 / t.items, 0.25),
    ],
    ids=["nothing in both", "a quantity in both", "a quotient in both"],
)
def test_what_stands_inside_and_outside_of_a_reduction_is_two_functions(
    definition: Callable[[Any], Any], value: float
) -> None:
    batch = get_task("clustering").batch([Table.from_notation("{a a}{b b}")])
    assert batch.evaluate(formula(definition, {})).tolist() == [value]


def misspells(table: Any) -> Any:
    return table.item


def takes_one_variable(table: Any) -> Any:
    return table.cells(lambda n: n) / table.items


def asks_a_variable_for_a_name(table: Any) -> Any:
    return table.cells(lambda n, a, b: n.foo) / table.items


def calls_a_method_of_a_variable(table: Any) -> Any:
    return table.cells(lambda n, a, b: n.sqrt()) / table.items


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (
            asks_a_variable_for_a_name,
            r"a quantity has no `foo`, only \+ - .*; allowed are guarded, .*, sqrt, tanh",
        ),
        (calls_a_method_of_a_variable, r"a quantity has no `sqrt`, .*; write sqrt\(x\)"),
        (misspells, r"there is no `item` in the table; did you mean 'items'\? It offers .*cells, .*items"),
        (
            takes_one_variable,
            r"what `cells` sums is called as body\(n, a, b\); yours is body\(n\)",
        ),
    ],
)
def test_a_mistake_is_told_at_the_authors_line_in_the_views_words(function: Any, words: str) -> None:
    line = function.__code__.co_firstlineno + 1
    with pytest.raises(NotSymbolicError, match=rf"{__file__}:{line}: .*{words}"):
        formula(function, {})
