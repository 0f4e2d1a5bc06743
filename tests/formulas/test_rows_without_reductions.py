"""Filtering, combination, organization: what columns say of random outputs is so, to the last digit of a bound."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from sympy import lambdify

from axiometrics.errors import UnknownPrimeError
from axiometrics.formulas.arithmetics.scalars import FRACTIONS, elementwise
from axiometrics.formulas.rows import as_column
from axiometrics.formulas.undefined import NO_VALUE
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.combination import Scores
from axiometrics.tasks.combination.view import ScoresView
from axiometrics.tasks.filtering import Counts
from axiometrics.tasks.filtering.view import CountsView
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.view import RULES
from axiometrics.tasks.shared_tables import Repeated

TASKS = ("filtering", "combination", "organization")
STATED = {"filtering": CountsView.rules, "combination": ScoresView.rules, "organization": RULES}
NUMBER = {"filtering": 50, "combination": 50, "organization": 15}
METRIC = {task: metrics(task)["rs_f" if task == "organization" else "f"] for task in TASKS}
METRICS = [(task, key) for task in TASKS for key, each in metrics(task).items() if each.reads is None]


def counts(random: Random) -> Counts:
    """Each count nothing, a few, or up to millions."""
    return Counts(
        1, *(random.choice([0, random.randint(1, 9), int(10 ** (7 * random.random()))]) for _ in range(3))
    )


def fraction(random: Random) -> Fraction:
    return Fraction(random.randint(0, most := random.choice([1, 2, 7, 1000, 10**12])), most)


def scores(random: Random) -> Scores:
    if random.random() < 0.1:
        return Scores.number(fraction(random))
    times = fraction(random) if random.random() < 0.3 else 1
    return Scores.of(fraction(random), fraction(random), times=times)


def organization(random: Random) -> Organization:
    def cluster() -> list[int]:
        return random.sample(range(9), random.randint(1, 3))

    def side(least: int) -> list[list[list[int]]]:
        return [[cluster() for _ in range(random.randint(1, 3))] for _ in range(random.randint(least, 4))]

    return Organization.of(side(1), side(0))


MAKE = {"filtering": counts, "combination": scores, "organization": organization}


@cache
def outputs(task: str) -> list[Any]:
    random = Random(7)
    return [MAKE[task](random) for _ in range(NUMBER[task])]


@cache
def batch(task: str) -> Any:
    return get_task(task).batch(outputs(task))


def exact_columns(task: str) -> dict[str, list[Fraction]]:
    made = batch(task)
    different = made.different(METRIC[task].formula) if isinstance(made, Repeated) else made
    return {
        name: as_column(part, elementwise(FRACTIONS)).tolist() for name, part in different.quantities.items()
    }


def exact_value(task: str, metric: Any, output: Any) -> tuple[Any, Any]:
    algebra = get_task(task).algebra(output)
    while True:
        try:
            return get_task(task).value(metric, output, algebra), algebra
        except UnknownPrimeError as error:
            algebra = algebra.knowing(error.primes)


def settings(task: str, key: str) -> list[Any]:
    """The metric as it is, and with every reading of the tail or an uneven constant, where it has one."""
    metric = metrics(task)[key]
    uneven = [{"n": 1, "w": Fraction(999, 1000), "tail": "closed"}, {"n": 10**15, "w": Fraction(1, 10**15)}]
    given = [{"tail": "none"}, *uneven]
    return [metric, *(metric.with_parameters(**each) for each in given if task == "organization")]


@pytest.mark.parametrize(("task", "key"), METRICS)
def test_the_exact_value_lies_within_the_error_bound(task: str, key: str) -> None:
    for metric in settings(task, key):
        found = batch(task).bounded(metric.formula)
        value, radius = (np.broadcast_to(part, len(outputs(task))) for part in (found.value, found.radius))
        for place, output in enumerate(outputs(task)):
            exact, algebra = exact_value(task, metric, output)
            if exact is NO_VALUE or np.isnan(value[place]):
                assert np.isinf(radius[place]) or (exact is NO_VALUE and np.isnan(value[place])), output
                continue
            assert radius[place] <= 1e-9 * max(1.0, abs(value[place])), output
            near, spread = Fraction(float(value[place])), Fraction(float(radius[place]))
            low, high = (algebra.number(near + turn * spread) for turn in (-1, 1))
            assert algebra.compare(exact, low) >= 0 >= algebra.compare(exact, high), output


@pytest.mark.parametrize("task", TASKS)
def test_the_signs_that_a_view_states_are_those_of_its_quantities(task: str) -> None:
    columns, stated = exact_columns(task), STATED[task].signs
    symbols = {symbol for symbol in stated.nonnegative if str(symbol) in columns}
    assert len(symbols) >= 2
    assert all(min(columns[str(symbol)]) >= 0 for symbol in symbols)
    for expression in stated.positive.get("", ()):
        compute = lambdify(list(symbols), expression)
        assert min(map(compute, *(columns[str(symbol)] for symbol in symbols))) > 0


@pytest.mark.parametrize("task", TASKS)
def test_what_a_view_calls_whole_has_whole_values(task: str) -> None:
    whole = {
        each.value[0]
        for each in METRIC[task].formula.graph.walk()
        if each.kind == "quantity" and each.value[1]
    }
    columns = exact_columns(task)
    assert (whole == set()) == (task == "combination")
    assert all(value.denominator == 1 for name in whole for value in columns[name])


@pytest.mark.parametrize("task", TASKS)
def test_equal_signatures_are_those_of_equal_quantities(task: str) -> None:
    made, formula = batch(task), METRIC[task].formula
    places = np.arange(len(made))
    signature = list(zip(*made.signature(formula, places).tolist(), strict=True))
    exact = [str(exact_value(task, METRIC[task], output)[0]) for output in outputs(task)]
    assert len(set(zip(signature, exact, strict=True))) == len(set(signature))
