"""Values agree with scikit-learn to 1e-12 on random labels wherever it has the measure; its traps are claims too."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import bcubed
import numpy as np
import pytest
from sklearn import metrics as sklearn
from sklearn.metrics.cluster import contingency_matrix, pair_confusion_matrix

from axiometrics.metrics import metrics

METRICS = metrics("clustering")
METHODS = {"max": "max", "min": "min", "arith": "arithmetic", "sqrt": "geometric"}


def _random(seed: int) -> tuple[list[int], list[int]]:
    draw = random.Random(seed)
    items = draw.choice([2, 3, 5, 8, 20, 60, 200])
    kinds = [draw.randint(1, draw.choice([2, 4, items])) for _ in "LC"]
    gold = [draw.randrange(kinds[0]) for _ in range(items)]
    noise = draw.choice([0.0, 0.2, 1.0])
    return gold, [draw.randrange(kinds[1]) if draw.random() < noise else label for label in gold]


def _large(seed: int) -> tuple[list[int], list[int]]:
    draw = random.Random(seed)
    gold = [draw.randrange(40) for _ in range(5000)]
    return gold, [label if draw.random() < 0.5 else draw.randrange(60) for label in gold]


DATA = [_random(seed) for seed in range(90)] + [_large(0)]
SMALL = [_random(seed) for seed in range(1000, 1025)]


def _pairs(read: Callable[[Any, Any, Any, Any], float]) -> Callable[[Any, Any], float]:
    """A measure of scikit-learn's ordered pair counts; pairs apart in gold come first."""

    def measure(gold: Any, system: Any) -> float:
        (apart, together_in_system), (together_in_gold, together) = pair_confusion_matrix(
            gold, system
        ).tolist()
        return read(together, together_in_system, together_in_gold, apart)

    return measure


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 1.0


def _majorities(axis: int) -> Callable[[Any, Any], float]:
    def measure(gold: Any, system: Any) -> float:
        return float(contingency_matrix(gold, system).max(axis=axis).sum() / len(gold))

    return measure


THEIRS: dict[str, Callable[[Any, Any], float]] = {
    "rand": sklearn.rand_score,
    "adjusted_rand": sklearn.adjusted_rand_score,
    "homogeneity_score": sklearn.homogeneity_score,
    "completeness_score": sklearn.completeness_score,
    "v_measure": sklearn.v_measure_score,
    "mutual_information": lambda gold, system: sklearn.mutual_info_score(gold, system) / math.log(2),
    "jaccard": _pairs(lambda ss, sd, ds, dd: _share(ss, ss + sd + ds)),
    "pair_precision": _pairs(lambda ss, sd, ds, dd: _share(ss, ss + sd)),
    "pair_recall": _pairs(lambda ss, sd, ds, dd: _share(ss, ss + ds)),
    "pair_f1": _pairs(lambda ss, sd, ds, dd: _share(2 * ss, 2 * ss + sd + ds)),
    "mirkin": _pairs(lambda ss, sd, ds, dd: sd + ds),
    "purity": _majorities(axis=0),
    "inverse_purity": _majorities(axis=1),
}

pytestmark = pytest.mark.filterwarnings("ignore:The number of unique classes is greater than 50%:UserWarning")


@pytest.mark.parametrize("key", THEIRS)
def test_the_value_is_scikit_learns(key: str) -> None:
    for gold, system in DATA:
        assert METRICS[key](gold, system) == pytest.approx(THEIRS[key](gold, system), rel=1e-12, abs=1e-12)


def test_fowlkes_mallows_is_scikit_learns_wherever_some_pair_agrees() -> None:
    compared = 0
    for gold, system in DATA:
        theirs = sklearn.fowlkes_mallows_score(gold, system)
        if theirs > 0:
            compared += 1
            assert METRICS["fowlkes_mallows"](gold, system) == pytest.approx(theirs, rel=1e-12)
    assert compared > 30


def test_fowlkes_mallows_of_equal_singletons_is_1_where_scikit_learn_says_0() -> None:
    assert sklearn.fowlkes_mallows_score([0, 1, 2], [0, 1, 2]) == 0.0
    assert METRICS["fowlkes_mallows"]([0, 1, 2], [0, 1, 2]) == 1.0


@pytest.mark.parametrize("beta", ["1/4", "1/2", 2, 5])
def test_v_measure_with_beta_is_scikit_learns(beta: Any) -> None:
    ours = METRICS["v_measure"].with_parameters(beta=beta)
    for gold, system in DATA:
        theirs = sklearn.v_measure_score(gold, system, beta=float(Fraction(beta)))
        assert ours(gold, system) == pytest.approx(theirs, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", METHODS)
def test_nmi_is_scikit_learns(name: str) -> None:
    for gold, system in DATA:
        theirs = sklearn.normalized_mutual_info_score(gold, system, average_method=METHODS[name])
        assert METRICS[f"nmi_{name}"](gold, system) == pytest.approx(theirs, rel=1e-12, abs=1e-12)


def _trapped(gold: Any, system: Any) -> bool:
    """Where I = E[I] for every permutation: a side of one block or of singletons. There we say 0, or 1 if equal."""
    return any(len(set(labels)) in (1, len(labels)) for labels in (gold, system))


@pytest.mark.parametrize("name", METHODS)
def test_ami_is_scikit_learns(name: str) -> None:
    compared = 0
    for gold, system in DATA:
        if _trapped(gold, system):
            continue
        compared += 1
        theirs = sklearn.adjusted_mutual_info_score(gold, system, average_method=METHODS[name])
        tolerance = 1e-12 if len(gold) < 1000 else 1e-10  # thousands of gamma functions, in both
        assert METRICS[f"ami_{name}"](gold, system) == pytest.approx(theirs, rel=tolerance, abs=tolerance)
    assert compared > 30


@pytest.mark.parametrize("name", ["max", "arith", "sqrt"])
def test_ami_where_chance_decides_everything_is_scikit_learns_up_to_its_rounding(name: str) -> None:
    for gold, system in DATA:
        if _trapped(gold, system):
            theirs = sklearn.adjusted_mutual_info_score(gold, system, average_method=METHODS[name])
            assert METRICS[f"ami_{name}"](gold, system) == pytest.approx(theirs, abs=1e-9)


def test_ami_min_against_singletons_is_0_where_scikit_learn_says_1() -> None:
    gold, system = [0, 0, 1], [0, 1, 2]
    assert sklearn.adjusted_mutual_info_score(gold, system, average_method="min") == 1.0
    assert METRICS["ami_min"](gold, system) == 0.0


@pytest.mark.parametrize("key", ["bcubed_precision", "bcubed_recall", "bcubed_f"])
def test_bcubed_is_the_bcubed_packages(key: str) -> None:
    for gold, system in SMALL:
        ours = {item: {label} for item, label in enumerate(system)}
        theirs = {item: {label} for item, label in enumerate(gold)}
        precision, recall = bcubed.precision(ours, theirs), bcubed.recall(ours, theirs)
        value = {
            "bcubed_precision": precision,
            "bcubed_recall": recall,
            "bcubed_f": bcubed.fscore(precision, recall),
        }
        assert METRICS[key](gold, system) == pytest.approx(value[key], rel=1e-12)


def test_numpy_arrays_and_lists_score_alike() -> None:
    for gold, system in [DATA[0], DATA[-1]]:
        for record in METRICS.values():
            assert record(np.array(gold), np.array(system)) == record(gold, system)
