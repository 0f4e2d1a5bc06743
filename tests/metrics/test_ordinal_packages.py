"""Agreement with scikit-learn, krippendorff, dlordinal and SciPy, and where such packages compute something else."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from axiometrics.metrics import metrics
from axiometrics.tasks.ordinal import Confusion

METRICS = metrics("ordinal")


def drawn(number: int, seed: int) -> list[Confusion]:
    """Label pairs of 2 to 6 classes, some of which no item has."""
    draw = np.random.default_rng(seed)
    found = []
    for _ in range(number):
        classes, items = int(draw.integers(2, 7)), int(draw.integers(1, 25))
        gold, system = draw.integers(1, classes + 1, (2, items)).tolist()
        found.append(Confusion.from_labels(gold, system, classes))
    return found


INPUTS = drawn(120, 7)


def same(found: float | None, wanted: float) -> bool:
    if found is None or np.isnan(wanted):
        return found is None and bool(np.isnan(wanted))
    return found == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def sklearn_value(key: str, gold: list[int], system: list[int], classes: int) -> Any:
    from sklearn import metrics as sk

    labels, present = list(range(1, classes + 1)), sorted(set(gold))
    weights = {"kappa_nominal": None, "kappa_linear": "linear", "kappa_quadratic": "quadratic"}
    if key in weights:
        return sk.cohen_kappa_score(gold, system, labels=labels, weights=weights[key])
    precision = sk.precision_score(gold, system, labels=present, average="macro", zero_division=0)
    recall = sk.recall_score(gold, system, labels=present, average="macro", zero_division=0)
    return {
        "mae_micro": lambda: sk.mean_absolute_error(gold, system),
        "mse_micro": lambda: sk.mean_squared_error(gold, system),
        "accuracy": lambda: sk.accuracy_score(gold, system),
        "f1_macro": lambda: sk.f1_score(gold, system, labels=present, average="macro", zero_division=0),
        "f1_union": lambda: sk.f1_score(gold, system, average="macro", zero_division=0),
        "hmpr": lambda: 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        "macro_recall": lambda: sk.balanced_accuracy_score(gold, system),
    }[key]()


SKLEARN = "mae_micro mse_micro accuracy f1_macro f1_union hmpr macro_recall kappa_nominal kappa_linear kappa_quadratic"


@pytest.mark.parametrize("key", SKLEARN.split())
def test_values_equal_those_of_scikit_learn(key: str) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of classes without items, which are meant
        for output in INPUTS:
            gold, system = output.to_labels()
            assert same(METRICS[key](output), sklearn_value(key, gold, system, output.classes)), (
                output.notation()
            )


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_alphas_equal_those_of_krippendorff(level: str) -> None:
    package = pytest.importorskip("krippendorff", reason="krippendorff is not installed")
    for output in INPUTS:
        gold, system = output.to_labels()
        if len({*gold, *system}) > 1:  # else the package divides 0 by 0
            wanted = package.alpha(
                reliability_data=[gold, system],
                value_domain=list(range(1, output.classes + 1)),
                level_of_measurement=level,
            )
            assert same(METRICS[f"alpha_{level}"](output), wanted), output.notation()


@pytest.mark.parametrize(
    ("key", "name"), [("pearson", "pearsonr"), ("spearman", "spearmanr"), ("kendall_tau_b", "kendalltau")]
)
def test_correlations_equal_those_of_scipy(key: str, name: str) -> None:
    stats = pytest.importorskip("scipy.stats", reason="SciPy is not installed")
    for output in INPUTS:
        gold, system = output.to_labels()
        if len(set(gold)) > 1 and len(set(system)) > 1:
            assert same(METRICS[key](output), getattr(stats, name)(gold, system)[0]), output.notation()
        else:
            assert METRICS[key](output) is None


DLORDINAL = {
    "mae_macro": "amae",
    "mmae": "mmae",
    "off_by_one_accuracy": "accuracy_off1",
    "min_sensitivity": "minimum_sensitivity",
}


def dlordinal() -> Any:
    return pytest.importorskip("dlordinal.metrics", reason="dlordinal is not installed")


@pytest.mark.parametrize(("key", "name"), DLORDINAL.items())
def test_values_equal_those_of_dlordinal_where_every_class_has_items(key: str, name: str) -> None:
    tried = 0
    for output in INPUTS:
        gold, system = output.to_labels()
        if all(output.gold):
            zero_based = np.array(gold) - 1, np.array(system) - 1
            assert same(METRICS[key](output), getattr(dlordinal(), name)(*zero_based)), output.notation()
            tried += 1
    assert tried > 20


def test_scikit_learn_drops_absent_classes_from_weights_unless_they_are_named() -> None:
    """Gold 1 1 4 4 4, system 1 4 4 4 2 of four classes: without class 3 the error of 4 for 2 is one step, not two.

    Linear, of four classes: observed (3 + 2)/5, expected (9 + 2 + 6 + 18)/25, so 1 - 25/35. Of the three that occur:
    observed (2 + 1)/5, expected (6 + 2 + 3 + 12)/25, so 1 - 15/23.
    """
    sk = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    gold, system = [1, 1, 4, 4, 4], [1, 4, 4, 4, 2]
    own = METRICS["kappa_linear"](gold, system, classes=4)
    assert own == pytest.approx(1 - 25 / 35)
    assert own == pytest.approx(sk.cohen_kappa_score(gold, system, weights="linear", labels=[1, 2, 3, 4]))
    assert sk.cohen_kappa_score(gold, system, weights="linear") == pytest.approx(1 - 15 / 23)


def test_dlordinal_counts_no_steps_over_absent_classes() -> None:
    """Gold 1 1 3, system 3 3 3 of three classes: class 1 is 2 off on average, so the mean over classes is 1."""
    gold, system = np.array([0, 0, 2]), np.array([2, 2, 2])
    assert METRICS["mae_macro"](gold + 1, system + 1, classes=3) == 1
    assert dlordinal().amae(gold, system) == 0.5


def test_dlordinal_forgets_items_that_are_assigned_to_classes_without_gold() -> None:
    """Gold 1 1 1 2 2, system 1 1 4 2 4 of four classes: three of five items are at most one class off."""
    gold, system = np.array([0, 0, 0, 1, 1]), np.array([0, 0, 3, 1, 3])
    assert METRICS["off_by_one_accuracy"](gold + 1, system + 1, classes=4) == 0.6
    assert dlordinal().accuracy_off1(gold, system) != 0.6


def test_dlordinal_takes_a_class_that_only_the_system_uses_for_one_without_recall() -> None:
    """Gold 1 1 2, system 1 3 2: the recalls are 1/2 and 1."""
    gold, system = np.array([0, 0, 1]), np.array([0, 2, 1])
    assert METRICS["min_sensitivity"](gold + 1, system + 1, classes=3) == 0.5
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert dlordinal().minimum_sensitivity(gold, system) == 0
