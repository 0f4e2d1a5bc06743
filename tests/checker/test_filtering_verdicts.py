"""What the filtering matrix must say, and how it speaks of cases without a value."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from axiometrics.checker.api import check, explain, matrix
from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.errors import InputError
from axiometrics.formulas import INFINITE, UNDEFINED, guarded, ratio
from axiometrics.metrics.registry import build
from axiometrics.reports.words import sentences

PRIORITY = ("priority_relevant", "priority_irrelevant")
CONSTANT, GROWING = "non_informative_constant", "non_informative_growing"


@cache
def whole() -> Matrix:
    return matrix("filtering", effort="quick", cache=False, jobs=1)


def cell(metric: str, constraint: str) -> Cell:
    return whole().cell(metric, constraint)


@pytest.mark.parametrize("metric", ["macro_average_accuracy", "youden", "kappa", "mcc"])
def test_what_averages_the_classes_or_corrects_for_chance_is_proved_constant_on_outputs_that_say_nothing(
    metric: str,
) -> None:
    assert cell(metric, CONSTANT).strict.evidence == "proof"
    assert cell(metric, CONSTANT).strict.outcome == "holds"
    assert cell(metric, GROWING).strict.always


@pytest.mark.parametrize("metric", ["f", "recall"])
def test_f_and_recall_are_proved_to_grow_with_the_output(metric: str) -> None:
    assert (cell(metric, GROWING).strict.outcome, cell(metric, GROWING).strict.evidence) == ("holds", "proof")
    assert (cell(metric, CONSTANT).strict.outcome, cell(metric, CONSTANT).strict.always) == (
        "contradicted",
        True,
    )


@pytest.mark.parametrize("metric", ["accuracy", "utility", "rs_f", "lam"])
def test_the_others_are_neither_constant_nor_growing(metric: str) -> None:
    for constraint in (CONSTANT, GROWING):
        assert cell(metric, constraint).strict.outcome == "contradicted"


def test_smoothing_moves_lam_out_of_the_constant_metrics() -> None:
    plain = explain("lam(smoothing=0)", CONSTANT, "filtering", effort="quick", cache=False)
    assert plain.strict.outcome == "holds"
    assert plain.except_when == ("nothing_selected", "everything_selected")
    assert cell("lam", CONSTANT).strict.outcome == "contradicted"


def test_every_metric_has_its_priorities_decided_by_a_proof() -> None:
    for found in whole().cells:
        if found.constraint in PRIORITY:
            assert "proof" in (found.strict.evidence, found.weak.evidence), found.metric


def test_precision_is_constant_wherever_it_has_a_value_and_says_where_it_has_none() -> None:
    found = cell("precision", CONSTANT)
    assert (found.strict.outcome, found.strict.evidence) == ("holds", "proof")
    assert found.except_when == ("nothing_selected",)
    assert found.strict.applicable < found.strict.cases
    missing = found.strict.cases - found.strict.applicable
    assert found.error == (
        f"undefined: no value on tp=0 fp=0 fn=1 tn=1 ({missing} of {found.strict.cases} cases)"
    )
    told = sentences(found, {"nothing_selected": "one output selects nothing"})
    assert told[0] == "Holds in every case that has a value (proof)."
    assert told[1] == "Except when one output selects nothing, as far as tried."
    assert told[2].startswith("Undefined: no value on tp=0 fp=0 fn=1 tn=1 (")


def test_exceptions_cover_ties_and_missing_values_together_where_they_can() -> None:
    found = cell("precision", "priority_irrelevant")
    assert found.strict.outcome == "blind"
    assert found.except_when == ("no_relevant_selected",)


def test_a_metric_without_any_value_is_undefined() -> None:
    def nowhere(counts: Any) -> Any:
        return guarded(1, counts.tp * 0, UNDEFINED)

    found = check(nowhere, "filtering", effort="quick", cache=False).cells
    assert {one.strict.outcome for one in found} == {"undefined"}
    assert all(one.error is not None and one.error.startswith("undefined: no value on tp=") for one in found)


def test_a_metric_that_is_undefined_where_it_fails_is_judged_elsewhere_and_says_so() -> None:
    def shy(counts: Any) -> Any:
        return guarded(ratio(counts.tn, counts.irrelevant, 0), counts.tn, UNDEFINED)

    found = explain(shy, "priority_irrelevant", "filtering", effort="quick", cache=False)
    assert found.strict.phrase == "holds in every case that has a value (proof)"
    assert found.except_when == ("all_irrelevant_selected",)
    assert "undefined" in str(found.error)


def precision_or_none(tp: int, fp: int, fn: int, tn: int) -> float | None:
    return tp / (tp + fp) if tp + fp else None


def test_a_function_that_returns_none_sometimes_is_undefined() -> None:
    row = check(precision_or_none, "filtering", reads="counts", effort="quick", cache=False)
    constant = row.cell("precision_or_none", CONSTANT)
    assert constant.strict.outcome == "undefined"
    assert str(constant.error).startswith("undefined: returned None on tp=0 fp=0 fn=1 tn=1 (")


def test_a_function_that_declares_to_have_no_value_somewhere_is_judged_elsewhere() -> None:
    declared = build(precision_or_none, task="filtering", reads="counts", undefined_somewhere=True)
    row = check(declared, "filtering", effort="quick", cache=False)
    constant = row.cell("precision_or_none", CONSTANT)
    assert constant.strict.outcome == "holds"
    assert constant.strict.evidence == "sweep"
    assert constant.except_when == ("nothing_selected",)


def test_a_function_that_fails_sometimes_is_an_error_and_does_not_hold() -> None:
    def of_counts(tp: int, fp: int, fn: int, tn: int) -> float:
        return tp / (tp + fp)

    row = check(of_counts, "filtering", reads="counts", effort="quick", cache=False)
    constant = row.cell("of_counts", CONSTANT)
    assert constant.strict.outcome == "error"
    assert "ZeroDivisionError" in str(constant.error)


def test_scikit_learn_agrees_with_the_formula() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    row = check(sklearn.matthews_corrcoef, "filtering", reads="labels", effort="quick", cache=False)
    ours = [cell("mcc", constraint.key).strict.outcome for constraint in whole().constraints]
    assert [one.strict.outcome for one in row.cells] == ours


def test_a_key_of_one_task_is_not_taken_for_another() -> None:
    from axiometrics.errors import UnknownKeyError
    from axiometrics.metrics import METRICS

    assert {"filtering", "ranking"} <= set(METRICS.tasks_of("precision"))
    with pytest.raises(UnknownKeyError, match="metric 'lam' belongs to task filtering, not to clustering"):
        METRICS.get("lam", "clustering")
    with pytest.raises(InputError, match="belongs to task filtering"):
        check(METRICS.get("precision", "filtering"), "clustering")


def test_infinity_is_a_score_beyond_all_others() -> None:
    """1/TP falls when the first relevant item is selected, from infinity to 1."""

    def one_over_selected(counts: Any) -> Any:
        """One over the relevant items that are selected."""
        return ratio(1, counts.tp, INFINITE)

    metric = build(one_over_selected, task="filtering")
    (found,) = check(metric, constraints=["priority_relevant"], effort="quick", cache=False).cells
    assert (found.strict.outcome, found.error) == ("contradicted", None)
    assert found.witness is not None
    assert found.witness.scores == {"worse": "oo", "better": "1"}
