"""The metrics of classification equal worked values, a second definition, scikit-learn, and each other where due."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from own_tests import in_tables

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.undefined import NO_VALUE
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import Metric
from axiometrics.parameters import split_key
from axiometrics.tasks.classification import ConfusionMatrix
from axiometrics.tasks.classification.task import TASK
from tests.naive_classification import NAIVE, OF_TWO, chance_symmetric, f1, items_of, macro, precision, recall

METRICS = {
    key: record
    for key, record in metrics("classification").items()
    if record.origin.startswith("axiometrics.")
}


def named(label: str) -> Metric:
    key, values = split_key(label)
    return METRICS[key].with_parameters(**values)


def drawn(number: int, seed: int, classes: tuple[int, ...] = (2, 3, 4, 5)) -> list[ConfusionMatrix]:
    draw = np.random.default_rng(seed)
    found = []
    while len(found) < number:
        k = int(draw.choice(classes))
        rows = draw.integers(0, 5, (k, k)) * (draw.random((k, k)) < 0.4)
        if rows.any():
            found.append(ConfusionMatrix.of_gold_rows(rows.tolist()))
    return found


SOME, TWO = drawn(60, 1), drawn(60, 2, (2,))

A, B = "[3 0 0; 0 1 2; 2 1 3]", "[28 23; 72 2680]"
C, C5 = "[1 1 0; 0 1 0; 0 0 1]", "[1 1 0 0 0; 0 1 0 0 0; 0 0 1 0 0; 0 0 0 0 0; 0 0 0 0 0]"
D = "[0 0; 1 5]"
WORKED = """
accuracy | 7/12 | 2708/2803 | 3/4 | 3/4 | 5/6
balanced_accuracy | 11/18 | 26717/35088 | 5/6 | 5/6 | 5/6
balanced_accuracy(absent=zero) | 11/18 | 26717/35088 | 5/6 | 1/2 | 5/12
adjusted_balanced_accuracy | 5/12 | 9173/17544 | 3/4 | 3/4 | -
k_measure | 5/12 | 9173/17544 | 3/4 | 3/4 | 2/3
macro_precision | 17/30 | 85921/135150 | 5/6 | 5/6 | 1/2
macro_recall | 11/18 | 26717/35088 | 5/6 | 5/6 | 5/12
macro_f | 373/660 | 111484/164741 | 7/9 | 7/9 | 5/11
macro_f(over=gold) | 373/660 | 111484/164741 | 7/9 | 7/9 | 10/11
macro_f(over=all) | 373/660 | 111484/164741 | 7/9 | 7/15 | 5/11
macro_f(over=all,zero_division=1) | 373/660 | 111484/164741 | 7/9 | 13/15 | 5/11
f_of_macro | 187/318 | 0.6929340264 | 5/6 | 5/6 | 5/11
weighted_precision | 23/40 | 0.9785455069 | 7/8 | 7/8 | 1
weighted_f | 493/880 | 0.9714545967 | 3/4 | 3/4 | 10/11
micro_f(without=1) | 1/2 | 1072/1091 | 4/5 | 4/5 | 10/11
macro_jaccard | 49/120 | 4526/7585 | 2/3 | 2/3 | 5/12
weighted_jaccard | 2/5 | 0.9523357629 | 5/8 | 5/8 | 5/6
macro_fowlkes_mallows | 0.5768558391 | 0.6873514257 | 0.8047378541 | 0.8047378541 | 0.4564354646
class_balance_accuracy | 43/90 | 10783/17200 | 2/3 | 2/3 | 5/12
g_mean | 0.5503212081 | 0.7312015610 | 0.7937005260 | 0.7937005260 | 0.8333333333
correlation_distance | 0.3804989541 | 0.3770368757 | 0.2531833111 | 0.2531833111 | -
mcc | 11/30 | 0.3767637014 | 7/10 | 7/10 | -
cohen_kappa | 11/31 | 146768/413053 | 7/11 | 7/11 | 0
scott_pi | 21/61 | 58227/164741 | 13/21 | 13/21 | -1/11
gwet_ac1 | 51/131 | 0.9642328333 | 27/43 | 75/107 | 49/61
bennett_s | 3/8 | 2613/2803 | 5/8 | 11/16 | 2/3
krippendorff_alpha | 68/183 | 58246/164741 | 2/3 | 2/3 | 0
informedness | 31/72 | 9173/17544 | 17/24 | 17/24 | -
markedness | 87/280 | 18346/67575 | 17/24 | 17/24 | 0
symmetric_balanced_accuracy | 53/90 | 0.6985869383 | 5/6 | 5/6 | 2/3
symmetric_balanced_accuracy(empty=chance) | 53/90 | 0.6985869383 | 5/6 | 5/6 | 1/2
confusion_entropy | 0.4638112995 | 0.1374179327 | 0.1981203126 | 0.1320802084 | 0.2882859682
nmi | 0.3514216078 | 0.1836885829 | 0.6666666667 | 0.6666666667 | 0
precision | | 7/25 | | | 0
recall | | 28/51 | | | 0
f | | 56/151 | | | 0
diagnostic_odds_ratio | | 9380/207 | | | -
p4 | | 15008/27871 | | | 0
gm | | 36692/102663 | | | -
"""
"""Of the matrices A to D; a bar alone is no value, and nothing is no metric of so many classes."""


def worked() -> list[tuple[str, str, str]]:
    lines = [[part.strip() for part in line.split("|")] for line in WORKED.strip().splitlines()]
    return [
        (label, matrix, value)
        for label, *values in lines
        for matrix, value in zip((A, B, C, C5, D), values, strict=True)
        if value
    ]


@pytest.mark.parametrize(("label", "matrix", "value"), worked())
def test_a_worked_value_is_found_in_fractions(label: str, matrix: str, value: str) -> None:
    found = named(label)(matrix)
    if value == "-":
        assert found is None
    elif "." in value:
        assert found == pytest.approx(float(value), abs=5e-11)
    else:
        output = ConfusionMatrix.from_notation(matrix)
        if label != "diagnostic_odds_ratio":  # which may be infinite, as no number of this arithmetic is
            assert str(TASK.value(named(label), output, exact_algebra(60))) == value
        assert found == pytest.approx(float(Fraction(value)), rel=1e-12)


def test_always_saying_no_tornado_is_more_accurate_than_the_forecasts_of_1884() -> None:
    """2752 of 2803 days had none; the forecasts were right on 28 + 2680."""
    assert METRICS["accuracy"]("[0 51; 0 2752]") > METRICS["accuracy"](B)  # type: ignore[operator]


def test_every_metric_has_a_second_definition_or_a_test_of_its_own() -> None:
    assert {*NAIVE, *OF_TWO} == set(in_tables(METRICS))


def same(found: float | None, wanted: Any) -> None:
    if wanted is None:
        assert found is None
    else:
        assert found == pytest.approx(float(wanted), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("key", NAIVE)
def test_values_equal_the_second_definition(key: str) -> None:
    batch = TASK.values(METRICS[key], TASK.batch(SOME))
    for place, output in enumerate(SOME):
        wanted = NAIVE[key](items_of(output.to_matrix()), output.classes)
        same(METRICS[key](output), wanted)
        same(None if math.isnan(batch[place]) else batch[place], wanted)


@pytest.mark.parametrize("key", OF_TWO)
def test_values_of_two_classes_equal_the_second_definition(key: str) -> None:
    for output in TWO:
        same(METRICS[key](output), OF_TWO[key](items_of(output.to_matrix())))


@pytest.mark.parametrize("over", ["union", "gold", "all"])
@pytest.mark.parametrize("zero", [0, 1, "skip"])
@pytest.mark.parametrize(
    ("key", "of"), [("macro_precision", precision), ("macro_recall", recall), ("macro_f", f1)]
)
def test_every_convention_of_a_macro_average(key: str, of: Callable[..., Any], over: str, zero: Any) -> None:
    metric = METRICS[key].with_parameters(over=over, zero_division=zero)
    for output in SOME[:30]:
        same(metric(output), macro(items_of(output.to_matrix()), output.classes, of, over, zero))


def test_the_balanced_accuracy_of_the_authors_code() -> None:
    for output in SOME:
        wanted = chance_symmetric(items_of(output.to_matrix()), output.classes)
        same(named("symmetric_balanced_accuracy(empty=chance)")(output), wanted)


@pytest.mark.parametrize(
    ("matrix", "limit"),
    [("[3 0; 0 0]", 1), ("[0 3; 0 0]", -1), ("[2 1; 0 0]", 0), ("[0 2; 0 1]", 0), ("[2 0; 0 1]", 1)],
)
def test_where_a_side_is_constant_the_limit_is_1_or_minus_1_only_if_both_are(matrix: str, limit: int) -> None:
    assert named("mcc(degenerate=limit)")(matrix) == limit
    assert named("mcc(degenerate=zero)")(matrix) == (1 if matrix == "[2 0; 0 1]" else 0)


SKLEARN: list[tuple[str, str, dict[str, Any]]] = [
    ("accuracy", "accuracy_score", {}),
    ("error_rate", "zero_one_loss", {}),
    ("balanced_accuracy", "balanced_accuracy_score", {}),
    ("mcc(degenerate=zero)", "matthews_corrcoef", {}),
    ("mutual_information", "mutual_info_score", {}),
    *(
        (f"{average}_{key}", f"{name}_score", {"average": average, "zero_division": 0})
        for average in ("macro", "weighted")
        for key, name in (
            ("precision", "precision"),
            ("recall", "recall"),
            ("f", "f1"),
            ("jaccard", "jaccard"),
        )
    ),
    *(
        (
            f"macro_f(over=all,zero_division={zero})",
            "f1_score",
            {"average": "macro", "zero_division": zero, "labels": "all"},
        )
        for zero in (0, 1)
    ),
    (
        "macro_precision(zero_division=skip)",
        "precision_score",
        {"average": "macro", "zero_division": math.nan},
    ),
    ("macro_recall(over=gold)", "recall_score", {"average": "macro", "labels": "gold", "zero_division": 0}),
    ("micro_f(without=1)", "f1_score", {"average": "micro", "labels": "others", "zero_division": 0}),
]


@pytest.mark.parametrize(("label", "function", "how"), SKLEARN)
def test_scikit_learn_computes_the_same(label: str, function: str, how: dict[str, Any]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    for output in SOME[:25]:
        gold, system = output.to_labels()
        every = range(1, output.classes + 1)
        labels = {"all": list(every), "gold": sorted(set(gold)), "others": list(every)[1:]}
        options = {**how, "labels": labels[how["labels"]]} if "labels" in how else how
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted = getattr(sklearn, function)(gold, system, **options)
        same(named(label)(output), wanted)


def test_the_identities_of_any_number_of_classes() -> None:
    """Accuracy is micro F and weighted recall; alpha is pi of few items; F of the averages is never the smaller."""
    for output in SOME:
        value = {key: METRICS[key](output) for key in NAIVE}
        same(value["micro_f"], value["accuracy"])
        same(value["weighted_recall"], value["accuracy"])
        same(value["bennett_s"], 1 - output.classes / (output.classes - 1) * value["error_rate"])  # type: ignore[operator]
        if value["scott_pi"] is not None:
            small = (2 * output.items - 1) / (2 * output.items)
            same(value["krippendorff_alpha"], 1 - (1 - value["scott_pi"]) * small)
        assert value["f_of_macro"] >= value["macro_f"] - 1e-12  # type: ignore[operator]
        assert value["class_balance_accuracy"] <= value["macro_precision"] + 1e-12  # type: ignore[operator]
        assert value["class_balance_accuracy"] <= value["macro_recall"] + 1e-12  # type: ignore[operator]


def test_the_identities_of_two_classes() -> None:
    """The correlation is the geometric mean of informedness and markedness, and all four are means of a kind."""
    both = [output for output in TWO if 0 not in (*output.gold, *output.system)]
    assert len(both) > 5
    for output in both:
        inf, mark = METRICS["informedness"](output), METRICS["markedness"](output)
        assert inf is not None
        assert mark is not None
        same(METRICS["mcc"](output) ** 2, inf * mark)  # type: ignore[operator]
        same(METRICS["balanced_accuracy"](output), (1 + inf) / 2)
        same(METRICS["symmetric_balanced_accuracy"](output), 1 / 2 + (inf + mark) / 4)
        same(named("gm(r=-1)")(output), (inf + mark) / 2)
        same(named("gm(r=0)")(output), METRICS["mcc"](output))
        same(
            METRICS["fowlkes_mallows"](output) ** 2, METRICS["precision"](output) * METRICS["recall"](output)
        )  # type: ignore[operator]


@pytest.mark.parametrize("key", ["precision", "recall", "f"])
def test_filtering_has_the_same_formula(key: str) -> None:
    """The task of two classes that both have items; there nothing selected has no precision."""
    filtering = metrics("filtering")[key]
    for output in TWO:
        tp, fp, fn, tn = output.to_counts()
        if tp + fn and fp + tn and tp + fp:
            same(METRICS[key](output), filtering(f"tp={tp} fp={fp} fn={fn} tn={tn}"))


def test_a_metric_of_two_classes_has_no_value_for_three() -> None:
    with pytest.raises(InputError, match="precision is of two classes, and the data have 3"):
        METRICS["precision"](A)
    exact = TASK.value(METRICS["precision"], ConfusionMatrix.from_notation(A), exact_algebra(30))
    assert exact is NO_VALUE
