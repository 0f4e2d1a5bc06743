"""Every fact that a task states of its cases is so on random cases, whether or not a proof uses it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove.certificate import Certificate
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import OPEN, Cases, Concrete, Places
from axiometrics.checker.recheck.on_cases import facts_hold
from axiometrics.checker.selection import select_constraints
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.errors import NotSymbolicError
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task, tasks
from tests.soundness.grammar import Formula, readings
from tests.soundness.worlds import WORLDS

DRAWN = 30
"""Random cases of a batch on which the facts about a constraint are tried, at most."""


def stated(metric: Any, constraint: Any) -> Iterator[Any]:
    """The parametric cases of a metric and a constraint."""
    try:
        yield from get_task(metric.task).symbolic(constraint.bound_generator, metric.formula)
    except (NotSymbolicError, TypeError):
        return


def written(case: Any, metric: Any, constraint: Any) -> dict[str, Any]:
    formula = case.formula or metric.formula
    used = [
        symbol
        for symbol in (*formula.globals, *formula.normal.atoms)
        if formula.normal.expression.has(symbol)
    ]
    return Certificate.build(case, constraint, [], "", used).to_dict()


def tried(certificate: dict[str, Any], cases: Cases) -> Places:
    _, doubtful = facts_hold(certificate, cases)
    return np.where(doubtful, OPEN, 0)


def compared(case: Any, metric: Any, constraint: Any) -> int:
    """Try the facts of a parametric case on random cases that it speaks of; return how many these are."""
    count, certificate = 0, written(case, metric, constraint)
    for batch in batches_of(constraint):
        concrete = Concrete.of(metric, {}, batch)
        places = np.flatnonzero(concrete.inside(case.where))
        drawn = np.random.default_rng(len(places)).permutation(len(places))[:DRAWN]
        if len(places):
            chosen = concrete.restricted(places[np.sort(drawn)])
            count += chosen.compared(partial(tried, certificate))
    return count


def batches_of(constraint: Any) -> list[Any]:
    """Small cases, all of them up to a size that has some, and some large ones."""
    sizes = get_task(constraint.task).sweep_sizes
    small = sweep_cases(constraint, sizes["quick"][1])
    if not len(small):
        small = sweep_cases(constraint, sizes["normal"][0])
    return [batch for batch in (small, larger_cases(constraint, wide=False)) if len(batch)]


def some_metrics(task: str) -> list[Any]:
    """A few formulas from all over a task."""
    found = [metric for metric in metrics(task).values() if metric.reads is None]
    return found[:: max(1, len(found) // 3)]


PLAIN = [
    (task, key)
    for task in tasks(plugins=False)
    for key, constraint in constraints(task).items()
    if task != "organization" and not constraint.scored_by
]


@pytest.mark.parametrize(("task", "key"), PLAIN, ids=map("-".join, PLAIN))
def test_every_fact_of_a_task_is_so_on_random_cases(task: str, key: str) -> None:
    """A fact is about a parametric case: its generators, which are the hypotheses, and what is said of them."""
    constraint = constraints(task)[key]
    made = [(case, metric) for metric in some_metrics(task) for case in stated(metric, constraint)]
    count = sum(compared(case, metric, constraint) for case, metric in made)
    assert count > 0 or not made


PLACED = [
    *(
        (metric, constraint)
        for constraint in ("raising_truth", "pair_swap")
        for metric in ("log_loss", "zero_one")
    ),
    *(
        (metric, constraint)
        for constraint in ("propriety", "nearer_forecast")
        for metric in ("log_loss", "zero_one")
    ),
    *(
        (metric, constraint)
        for constraint in ("refinement", "recalibration")
        for metric in ("log_loss", "zero_one")
    ),
    *(("focal_loss", constraint) for constraint in ("averaging", "raising_truth", "miscalibrated_positive")),
]


@pytest.mark.parametrize(("metric", "constraint"), PLACED)
def test_every_case_has_the_places_of_its_forecasts_and_is_in_one_part(metric: str, constraint: str) -> None:
    """Sides of one half and ends, what is infinite, and what sums gain; only cases without a margin have no part."""
    judged, asked = metrics("probabilistic")[metric], constraints("probabilistic")[constraint]
    cases = list(stated(judged, asked))
    drawn = [case for case in cases if compared(case, judged, asked)]
    assert len(drawn) >= min(len(cases), 2)
    for batch in batches_of(asked):
        concrete = Concrete.of(judged, {}, batch)
        times = np.sum([concrete.inside(case.where) for case in cases], axis=0)
        endless = np.sum(
            [np.isinf(outputs.bounded(judged.formula).value) for outputs in batch.outputs.values()], axis=0
        )
        assert np.all((times == 1) | ((times == 0) & (endless == len(batch.outputs))))


READ = [
    (key, place, body)
    for key, world in WORLDS.items()
    if key != "organization"
    for bodies in readings(world).values()
    for place, body in enumerate(bodies)
]
FEW = 2
"""Constraints with parametric cases that a formula is tried on, and cases of each."""


@pytest.mark.parametrize(("task", "place", "body"), READ, ids=[f"{key}-{body}" for key, _, body in READ])
def test_every_quantity_of_a_view_is_what_facts_say_it_is(task: str, place: int, body: str) -> None:
    metric = build(Formula.of(WORLDS[task].view, body).function, task=task)
    asked = [constraint for constraint in constraints(task).values() if not constraint.scored_by]
    turned = asked[place % len(asked) :] + asked[: place % len(asked)]
    known = ([(case, each) for case in islice(stated(metric, each), FEW)] for each in turned)
    for cases in islice(filter(None, known), FEW):
        assert sum(compared(case, metric, constraint) for case, constraint in cases) > 0


SIZES = [
    (key, world.quantities[first : first + 3])
    for key, world in WORLDS.items()
    if key not in ("organization", "quantification")
    for first in range(0, len(world.quantities), 3)
]


@pytest.mark.parametrize(("task", "names"), SIZES, ids=[f"{key}-{names[0]}" for key, names in SIZES])
def test_the_sizes_of_an_output_are_what_every_constraint_says_they_are(
    task: str, names: tuple[str, ...]
) -> None:
    """Of the constraints that have parametric cases at all; a formula may read any of these sizes in each."""
    view = WORLDS[task].view
    read = " + ".join(f"{1 + place} * {view}.{name}" for place, name in enumerate(names))
    metric = build(Formula.of(view, read).function, task=task)
    asked = select_constraints(task, variants=True, plugins=False)
    made = [
        (case, each) for each in asked if not each.scored_by for case in islice(stated(metric, each), FEW)
    ]
    assert sum(compared(case, metric, each) for case, each in made) > 0 or not made


def bent(case: Any, change: Any) -> Any:
    """Return a parametric case in which one generator is another one."""
    name = next(name for name, known in case.generators.items() if known.sign != "real")
    return replace(case, generators={**case.generators, name: change(case.generators[name])})


def one(task: str, metric: str, constraint: str) -> tuple[Any, Any, Any]:
    cell = metrics(task)[metric], constraints(task)[constraint]
    return (next(stated(*cell)), *cell)


CELLS = [
    ("clustering", "bcubed_f", "homogeneity"),
    ("clustering", "v_measure", "completeness"),
    ("clustering", "f_measure", "smaller_change"),
    ("ranking", "average_precision", "priority"),
    ("filtering", "f", "priority_relevant"),
    ("ordinal", "kappa_linear", "single_error"),
]


@pytest.mark.parametrize("cell", CELLS, ids=str)
@pytest.mark.parametrize(
    "change",
    [
        lambda known: replace(known, definition=-known.definition - 1),
        lambda known: replace(known, definition=known.definition + 1),
        lambda known: replace(known, definition=2 * known.definition + 1),
    ],
    ids=["of another sign", "off by one", "twice as large"],
)
def test_a_false_fact_is_found(cell: tuple[str, str, str], change: Any) -> None:
    case, metric, constraint = one(*cell)
    assert compared(case, metric, constraint) > 0
    with pytest.raises(CertificateError):
        compared(bent(case, change), metric, constraint)


def test_a_value_of_a_reduction_that_is_not_so_is_found() -> None:
    case, metric, constraint = one("clustering", "bcubed_f", "homogeneity")
    output, known = next(iter(case.outputs.items()))
    symbol = next(symbol for symbol in metric.formula.normal.atoms)
    outputs = {**case.outputs, output: {**known, symbol: known[symbol] + 1}}
    with pytest.raises(CertificateError, match="is not what the certificate says"):
        compared(replace(case, outputs=outputs), metric, constraint)


def test_generators_that_may_all_be_zero_are_found() -> None:
    case, metric, constraint = one("filtering", "f", "priority_relevant")
    loose = next(name for name, known in case.generators.items() if known.sign == "nonnegative")
    with pytest.raises(CertificateError, match="all zero"):
        compared(replace(case, sums=[(loose,)]), metric, constraint)


@pytest.mark.parametrize(
    ("constraint", "places"),
    [("homogeneity", {"s": "better", "m": "worse"}), ("completeness", {"c": "worse", "t": "better"})],
)
@pytest.mark.parametrize("metric", ["v_measure", "rand"])
def test_a_gap_that_changes_is_named_after_the_output_where_it_is_smaller(
    metric: str, constraint: str, places: dict[str, str]
) -> None:
    """Splitting a mixed cluster takes what it adds to its cells; joining takes what a category adds to its cells."""
    case, *_ = one("clustering", metric, constraint)
    told = {str(name): known.meaning for name, known in case.generators.items()}
    for gap in "cstm":
        assert told[gap].partition(", in ")[2] == places.get(gap, "")
