"""Our values are those of SciPy and quapy where these compute the same metrics."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from axiometrics.metrics import metrics

METRICS = metrics("quantification")
RANDOM = np.random.default_rng(3)
CASES = [RANDOM.dirichlet(np.full(classes, 0.7), size=2) for classes in (2, 3, 4, 5, 6) for _ in range(60)]


def agrees(key: str, reference: Callable[[Any, Any], float], **given: Any) -> None:
    metric = METRICS[key].with_parameters(**given)
    for gold, system in CASES:
        assert metric(gold, system) == pytest.approx(reference(gold, system), rel=1e-12, abs=1e-12)


def test_scipy_has_the_same_earth_movers_distance() -> None:
    stats = pytest.importorskip("scipy.stats")

    def distance(gold: Any, system: Any) -> float:
        places = np.arange(len(gold))
        return float(stats.wasserstein_distance(places, places, gold, system))

    agrees("emd", distance)


def test_scipy_has_the_same_divergences() -> None:
    stats = pytest.importorskip("scipy.stats")
    distance = pytest.importorskip("scipy.spatial.distance")
    agrees("kld", lambda gold, system: float(stats.entropy(system, gold, base=2)))
    agrees("kld_gold", lambda gold, system: float(stats.entropy(gold, system)))
    agrees("jsd", lambda gold, system: float(distance.jensenshannon(system, gold, base=2)) ** 2)
    agrees("sqrt_jsd", lambda gold, system: float(distance.jensenshannon(system, gold, base=2)))


@pytest.fixture(scope="module")
def quapy_error() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("quapy.error")


@pytest.mark.parametrize("key", ["ae", "nae", "se", "nmd"])
def test_quapy_has_the_same_errors(quapy_error: Any, key: str) -> None:
    agrees(key, lambda gold, system: float(getattr(quapy_error, key)(gold, system)))


@pytest.mark.parametrize(
    ("key", "theirs"), [("rae", "rae"), ("nrae", "nrae"), ("kld_gold", "kld"), ("nkld", "nkld")]
)
def test_quapy_has_the_same_smoothed_errors(quapy_error: Any, key: str, theirs: str) -> None:
    agrees(
        key, lambda gold, system: float(getattr(quapy_error, theirs)(gold, system, eps=0.005)), eps="0.005"
    )


def test_quapy_has_the_same_match_distance(quapy_error: Any) -> None:
    agrees("emd", lambda gold, system: float(quapy_error.match_distance(gold, system)))


def test_quapy_gives_one_mean_for_a_batch(quapy_error: Any) -> None:
    gold, system = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 1.0]])
    each = [METRICS["nmd"](*pair) for pair in zip(gold, system, strict=True)]
    assert each == [0.0, 1.0]
    assert quapy_error.nmd(gold, system) == pytest.approx(0.5)  # the mean, where others give one value a row
