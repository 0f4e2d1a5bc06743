"""Filtering metrics: derived values, identities, scikit-learn's numbers, and averages over pairs of items."""

from __future__ import annotations

import math
import random
import warnings
from fractions import Fraction
from itertools import product

import pytest
from own_tests import in_tables

from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.filtering import Counts

METRICS = {
    key: record for key, record in metrics("filtering").items() if record.origin.startswith("axiometrics.")
}
TASK = get_task("filtering")
TABLES = [Counts(*counts) for counts in product(range(8), repeat=4) if 0 < sum(counts) <= 7]
BOTH_CLASSES = [counts for counts in TABLES if counts.relevant and counts.irrelevant]

EXAMPLE = "tp=3 fp=1 fn=2 tn=4"
"""10 items, 5 relevant, 4 selected."""


def exact(key: str, counts: Counts) -> str:
    algebra = TASK.algebra(counts)
    return str(algebra.text(TASK.value(METRICS[key], counts, algebra)))


VALUES = {
    "accuracy": Fraction(7, 10),
    "error_rate": Fraction(3, 10),
    "utility": 3 * 3 - 2 * 1,
    "precision": Fraction(3, 4),
    "recall": Fraction(3, 5),
    "f": Fraction(2 * 3, 4 + 5),  # 2 TP / (selected + relevant)
    "macro_average_accuracy": (Fraction(3, 5) + Fraction(4, 5)) / 2,
    "youden": Fraction(3, 5) + Fraction(4, 5) - 1,
    "kappa": (Fraction(7, 10) - Fraction(1, 2)) / (1 - Fraction(1, 2)),  # chance: .4*.5 + .6*.5
    "mcc": (3 * 4 - 1 * 2) / math.sqrt(4 * 5 * 5 * 6),
    "lam": math.sqrt(1.5 * 2.5) / (math.sqrt(1.5 * 2.5) + math.sqrt(4.5 * 3.5)),
    "reliability": Fraction(3, 4) * Fraction(4, 6),
    "sensitivity": Fraction(3, 5) * Fraction(4, 5),
    "rs_f": 2 / (1 / Fraction(1, 2) + 1 / Fraction(12, 25)),
}


@pytest.mark.parametrize(("key", "value"), VALUES.items())
def test_the_value_is_what_the_definition_gives(key: str, value: Fraction | float) -> None:
    assert METRICS[key](EXAMPLE) == pytest.approx(float(value), rel=1e-14)
    if isinstance(value, Fraction | int):
        assert exact(key, Counts.from_notation(EXAMPLE)) == str(value)


def test_every_metric_has_a_derived_value_or_a_test_of_its_own() -> None:
    assert set(VALUES) == set(in_tables(METRICS))


@pytest.mark.parametrize(
    ("key", "output", "value"),
    [
        ("precision", "tp=0 fp=0 fn=2 tn=1", None),
        ("precision", "tp=0 fp=1 fn=2 tn=1", 0.0),
        ("recall", "tp=0 fp=1 fn=0 tn=1", None),
        ("f", "tp=0 fp=0 fn=2 tn=1", 0.0),
        ("f", "tp=0 fp=0 fn=0 tn=3", 0.0),
        ("macro_average_accuracy", "tp=2 fp=0 fn=0 tn=0", None),
        ("youden", "tp=0 fp=2 fn=0 tn=0", None),
        ("kappa", "tp=2 fp=0 fn=0 tn=0", None),
        ("kappa", "tp=0 fp=0 fn=1 tn=1", 0.0),
        ("mcc", "tp=0 fp=0 fn=1 tn=1", 0.0),
        ("mcc", "tp=2 fp=0 fn=0 tn=0", 0.0),
        ("reliability", "tp=0 fp=0 fn=1 tn=1", 0.0),
        ("reliability", "tp=1 fp=1 fn=0 tn=0", 0.0),
        ("sensitivity", "tp=0 fp=1 fn=0 tn=1", None),
        ("rs_f", "tp=0 fp=0 fn=1 tn=1", 0.0),
        ("rs_f", "tp=2 fp=0 fn=0 tn=0", None),
        ("accuracy", "tp=0 fp=0 fn=0 tn=1", 1.0),
        ("lam", "tp=0 fp=0 fn=1 tn=1", 0.5),
    ],
)
def test_a_degenerate_output_has_the_stated_value_or_none(key: str, output: str, value: float | None) -> None:
    found = METRICS[key](output)
    assert found == value
    assert found is None or isinstance(found, float)


@pytest.mark.parametrize(
    ("output", "value"),
    [
        ("tp=0 fp=0 fn=1 tn=1", None),  # nothing selected: log odds of -infinity and +infinity
        ("tp=1 fp=1 fn=0 tn=0", None),
        ("tp=1 fp=0 fn=1 tn=1", 0.0),  # no irrelevant item is selected
        ("tp=0 fp=1 fn=1 tn=1", 1.0),  # no relevant item is selected
        ("tp=1 fp=1 fn=1 tn=1", 0.5),
    ],
)
def test_lam_without_smoothing_has_values_where_its_odds_do(output: str, value: float | None) -> None:
    assert METRICS["lam"].with_parameters(smoothing=0)(output) == value


def test_exact_arithmetic_and_batches_agree_with_single_values() -> None:
    from axiometrics.tasks.filtering.cases import CountsBatch

    batch = CountsBatch.from_tables(TABLES)
    for key, metric in METRICS.items():
        many = TASK.values(metric, batch)
        for counts, value in zip(TABLES, many, strict=True):
            single = metric(counts)
            assert (single is None) == math.isnan(value)
            assert single is None or value == pytest.approx(single, abs=1e-15)
            if single is None:
                assert repr(TASK.value(metric, counts, TASK.algebra(counts))) == "undefined", key


@pytest.mark.parametrize("counts", BOTH_CLASSES[::5], ids=str)
def test_identities(counts: Counts) -> None:
    value = {key: metric(counts) for key, metric in METRICS.items()}
    assert value["error_rate"] == pytest.approx(1 - value["accuracy"])
    assert value["youden"] == pytest.approx(2 * value["macro_average_accuracy"] - 1)
    if value["precision"] and value["recall"]:
        assert value["f"] == pytest.approx(2 / (1 / value["precision"] + 1 / value["recall"]))
    if value["reliability"] and value["sensitivity"]:
        assert value["rs_f"] == pytest.approx(2 / (1 / value["reliability"] + 1 / value["sensitivity"]))
    assert value["utility"] == 3 * counts.tp - 2 * counts.fp


def pair_average(own: list[int], other: list[int]) -> Fraction:
    """Mean, over items, of the share of the items on the item's other side that ``other`` orders the same way."""
    shares = []
    for item, side in enumerate(own):
        rest = [mate for mate, place in enumerate(own) if place != side]
        agreeing = sum(other[item] - other[mate] == side - own[mate] for mate in rest)
        shares.append(Fraction(agreeing, len(rest)))
    return sum(shares, Fraction(0)) / len(shares)


def test_reliability_and_sensitivity_are_averages_over_pairs_of_items() -> None:
    checked = 0
    for counts in BOTH_CLASSES:
        gold, system = counts.to_labels()
        assert exact("sensitivity", counts) == str(pair_average(gold, system))
        if 0 < counts.selected < counts.items:
            assert exact("reliability", counts) == str(pair_average(system, gold))
            checked += 1
    assert checked > 100


def test_scikit_learn_gives_the_same_numbers() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    draw = random.Random(0)
    functions = {
        "accuracy": sklearn.accuracy_score,
        "macro_average_accuracy": sklearn.balanced_accuracy_score,
        "youden": lambda gold, system: sklearn.balanced_accuracy_score(gold, system, adjusted=True),
        "kappa": sklearn.cohen_kappa_score,
        "mcc": sklearn.matthews_corrcoef,
        "precision": sklearn.precision_score,
        "recall": sklearn.recall_score,
        "f": sklearn.f1_score,
        "f(alpha=1/5)": lambda gold, system: sklearn.fbeta_score(gold, system, beta=2),
    }
    for _ in range(150):
        items = draw.randint(2, 60)
        gold = [1, 0, *(draw.randint(0, 1) for _ in range(items))]
        system = [draw.randint(0, 1) for _ in gold]
        for key, function in functions.items():
            base, _, rest = key.partition("(")
            metric = METRICS[base].with_parameters(alpha="1/5") if rest else METRICS[base]
            found = metric(gold, system)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                wanted = function(gold, system)
            if found is None:
                assert wanted in (0.0, None) or math.isnan(wanted)
            else:
                assert found == pytest.approx(wanted, abs=1e-12), key


@pytest.mark.parametrize(
    ("key", "given", "message"),
    [
        ("f", {"alpha": 1}, r"alpha=1 is out of range; give a number with 0 < alpha < 1"),
        ("lam", {"smoothing": -1}, r"smoothing=-1 is out of range; give a number with smoothing >= 0"),
        ("utility", {"a": "much"}, r"a='much' is not a number"),
    ],
)
def test_a_parameter_out_of_range_is_refused(key: str, given: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        METRICS[key].with_parameters(**given)
