"""Wrong filtering metrics and wrong generators are found by the engine that should find them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from plain_margins import margins

from axiometrics.axioms import Constraint, constraints
from axiometrics.axioms.demands import MORE, Zero
from axiometrics.checker.api import check, matrix
from axiometrics.checker.demands import build_cell
from axiometrics.checker.prove import prove
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.formulas import UNDEFINED, guarded, maximum, minimum, ratio, sqrt
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks.filtering.chooser import Chooser, Template, outputs

METRICS, CONSTRAINTS = metrics("filtering"), constraints("filtering")


def accuracy_with_false_positives_as_hits(counts: Any) -> Any:
    return (counts.tp + counts.fp) / counts.items


def accuracy_without_the_left_out(counts: Any) -> Any:
    return (counts.tp - counts.fp) / counts.items


def precision_over_all_items(counts: Any) -> Any:
    return ratio(counts.tp, counts.selected + counts.tn, UNDEFINED)


def f_with_its_weights_on_the_hits(counts: Any) -> Any:
    return ratio(counts.tp + counts.fp, counts.tp + counts.fp + counts.fn, 0)


def mcc_without_its_sign(counts: Any) -> Any:
    surplus = counts.tp * counts.tn - counts.fp * counts.fn
    spread = counts.selected * counts.relevant * counts.irrelevant * counts.unselected
    return ratio(maximum(surplus, -surplus), sqrt(spread), 0)


def mcc_of_exchanged_errors(counts: Any) -> Any:
    surplus = counts.tp * counts.fp - counts.tn * counts.fn
    spread = counts.selected * counts.relevant * counts.irrelevant * counts.unselected
    return ratio(surplus, sqrt(spread), 0)


def kappa_with_a_constant_where_nothing_is_selected(counts: Any) -> Any:
    chance = counts.selected * counts.irrelevant + counts.relevant * counts.unselected
    surplus = counts.tp * counts.tn - counts.fp * counts.fn
    return guarded(ratio(2 * surplus, chance, 0), counts.selected, 1)


def youden_that_saturates(counts: Any) -> Any:
    return minimum(counts.tp / counts.relevant + counts.tn / counts.irrelevant, 1)


def lam_as_a_score(counts: Any) -> Any:
    odds = sqrt((2 * counts.fp + 1) * (2 * counts.fn + 1) / ((2 * counts.tn + 1) * (2 * counts.tp + 1)))
    return odds / (1 + odds)


def recall_that_turns_at_thirty_items(counts: Any) -> Any:
    return ratio(counts.tp, counts.relevant, UNDEFINED) * (30 - counts.items)


def smoothed_balance(counts: Any) -> Any:
    return counts.tp / (counts.relevant + 1) + counts.tn / (counts.irrelevant + 1)


def undefined_wherever_it_would_fail(counts: Any) -> Any:
    """Blind to irrelevant items where any is left out, and without a value elsewhere."""
    return guarded(ratio(counts.tp, counts.relevant, UNDEFINED), counts.tn, UNDEFINED)


PLANTED: list[tuple[Callable[..., Any], str, str, str]] = [
    (accuracy_with_false_positives_as_hits, "priority_irrelevant", "proof", "contradicted"),
    (accuracy_without_the_left_out, "non_informative_constant", "sweep", "contradicted"),
    (precision_over_all_items, "priority_irrelevant", "proof", "blind"),
    (f_with_its_weights_on_the_hits, "priority_irrelevant", "sweep", "contradicted"),
    (mcc_without_its_sign, "priority_relevant", "sweep", "contradicted"),
    (mcc_of_exchanged_errors, "priority_irrelevant", "sweep", "contradicted"),
    (kappa_with_a_constant_where_nothing_is_selected, "non_informative_constant", "sweep", "contradicted"),
    (youden_that_saturates, "priority_relevant", "sweep", "blind"),
    (lam_as_a_score, "priority_relevant", "proof", "contradicted"),
    (recall_that_turns_at_thirty_items, "priority_relevant", "families", "contradicted"),
    (smoothed_balance, "non_informative_constant", "sweep", "contradicted"),
    (undefined_wherever_it_would_fail, "priority_irrelevant", "proof", "blind"),
]


def planted(function: Callable[..., Any]) -> Any:
    return build(function, task="filtering")


@pytest.mark.parametrize(
    ("function", "key", "engine", "outcome"), PLANTED, ids=[p[0].__name__ for p in PLANTED]
)
def test_a_wrong_metric_is_found_by_the_cheapest_engine_and_never_called_holds(
    function: Callable[..., Any], key: str, engine: str, outcome: str
) -> None:
    metric = planted(function)
    cell = check(metric, constraints=[key], cache=False, jobs=1).cells[0]
    assert cell.strict.outcome == outcome
    assert cell.witness is not None
    proof = prove(metric, CONSTRAINTS[key])
    assert cell.strict.always == (engine == "proof")
    shown = ("zero", "negative") if engine == "proof" else ("nonnegative", "nonpositive")
    assert proof is None or proof.sign in shown
    assert cell.witness.minimal == (engine != "families")


def signs(metric: Any, constraint: Constraint, cases: Any) -> Any:
    source = TrustedSource(metric)
    found, scale = margins(
        metric, constraint, {name: source.scores(part) for name, part in cases.outputs.items()}
    )
    return np.where(np.abs(found) <= 1e-9 * scale, 0.0, np.sign(found))


@pytest.mark.parametrize("key", CONSTRAINTS)
@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.key)
def test_no_case_beyond_the_sweep_contradicts_a_proof(metric: Any, key: str) -> None:
    constraint = CONSTRAINTS[key]
    proof = prove(metric, constraint)
    if proof is None:
        assert key.startswith("non_informative"), "a priority cell has lost its proof"
        return
    allowed = {"positive": {1}, "zero": {0}, "nonnegative": {0, 1}, "negative": {-1}, "nonpositive": {0, -1}}
    small = signs(metric, constraint, sweep_cases(constraint, 16))
    large = signs(metric, constraint, larger_cases(constraint, wide=True))
    assert set(small[~np.isnan(small)]) <= allowed[proof.sign]
    assert set(large[~np.isnan(large)]) <= allowed[proof.sign] | {0}, "0 is a margin too small for floats"


def priority_with_swapped_outputs(choose: Chooser) -> Template:
    tp, fn, fp, tn = choose.size("tp"), choose.size("fn", 1), choose.size("fp"), choose.size("tn", 1)
    return outputs(worse=(tp + 1, fp, fn - 1, tn), better=(tp, fp, fn, tn))


def priority_with_one_output_twice(choose: Chooser) -> Template:
    tp, fn, fp, tn = choose.size("tp"), choose.size("fn", 1), choose.size("fp"), choose.size("tn", 1)
    return outputs(worse=(tp, fp, fn, tn), better=(tp, fp, fn, tn))


def priority_that_adds_an_item(choose: Chooser) -> Template:
    tp, fn, fp, tn = choose.size("tp"), choose.size("fn"), choose.size("fp", 1), choose.size("tn")
    return outputs(worse=(tp, fp, fn, tn), better=(tp + 1, fp, fn, tn))


def priority_in_an_empty_class(choose: Chooser) -> Template:
    tp, fn, fp, tn = choose.size("tp"), choose.size("fn", 1), choose.size("fp"), choose.size("tn")
    return outputs(worse=(tp, fp, fn, tn), better=(tp + 1, fp, fn - 1, tn))


def non_informative_with_other_shares(choose: Chooser) -> Template:
    a, b, k, l = choose.size("a", 1), choose.size("b", 1), choose.size("k", 1), choose.size("l", 1)
    return outputs(worse=(k * a, l * b, k * b, l * a), better=(k * b, l * a, k * a, l * b))


def non_informative_that_selects_more_irrelevant(choose: Chooser) -> Template:
    a, b, k, l = choose.size("a", 1), choose.size("b", 1), choose.size("k", 1), choose.size("l", 1)
    return outputs(worse=(k * a, l * a, k * b, l * b), better=(k * a, l * (a + b), k * b, 0 * l))


def of(generator: Callable[..., Any], demand: Any = MORE) -> Constraint:
    return Constraint(key=generator.__name__, task="filtering", generator=generator, demand=demand)


@pytest.mark.parametrize(
    ("generator", "demand", "key", "found"),
    [
        (priority_with_swapped_outputs, MORE, "accuracy", "negative"),
        (priority_with_one_output_twice, MORE, "accuracy", "zero"),
        (non_informative_with_other_shares, Zero(), "youden", None),
        (non_informative_that_selects_more_irrelevant, MORE, "recall", "zero"),
    ],
    ids=lambda part: getattr(part, "__name__", str(part)),
)
def test_a_wrong_generator_is_told_by_a_metric_that_satisfies_the_right_one(
    generator: Callable[..., Any], demand: Any, key: str, found: str | None
) -> None:
    constraint = of(generator, demand)
    proof = prove(METRICS[key], constraint)
    assert (proof.sign if proof else None) == found
    cell = build_cell(METRICS[key], constraint, TrustedSource(METRICS[key]), Options(effort="quick"))
    assert cell.strict.outcome in ("blind", "contradicted")


@pytest.mark.parametrize("generator", [priority_that_adds_an_item, priority_in_an_empty_class])
def test_a_generator_of_no_cases_is_refused(generator: Callable[..., Any]) -> None:
    found = matrix_with(of(generator))
    assert found.strict.outcome == "error"
    assert "the generator" in str(found.error)


def matrix_with(constraint: Constraint) -> Any:
    from axiometrics.checker.cache import Stored
    from axiometrics.checker.run import computed_cells

    [(_, cell)] = computed_cells(
        [METRICS["accuracy"]], [constraint], Options(effort="quick"), Stored(), jobs=1
    )
    return cell


def test_the_matrix_is_the_same_in_every_run() -> None:
    ask: dict[str, Any] = {"effort": "quick", "cache": False}
    one, other = matrix("filtering", jobs=1, **ask), matrix("filtering", jobs=2, **ask)
    assert one.to_dict() == other.to_dict()
