"""Counting pairs of whole-number labels: block by block, with whatever range the labels turn out to have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from axiometrics.metrics import metrics
from axiometrics.tasks import users_data
from axiometrics.tasks.users_data import cross_counts


def counted_one_by_one(gold: Any, system: Any, found: tuple[Any, int, int]) -> Any:
    counts, low, least = found
    expected = np.zeros_like(counts)
    for one, other in zip(gold.tolist(), system.tolist(), strict=True):
        expected[other - low, one - least] += 1
    return expected


@pytest.mark.parametrize("kind", [np.int64, np.int8, np.uint8, np.uint64, bool])
@pytest.mark.parametrize("block", [7, 64, 1000])
def test_every_pair_is_counted_once(kind: type, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users_data, "BLOCK", block)
    gold, system = (np.random.default_rng(0).integers(0, 2, (2, 500)) * [[3], [5]]).astype(kind)
    found = cross_counts(gold, system)
    assert found is not None
    assert (found[0] == counted_one_by_one(gold.astype(int), system.astype(int), found)).all()
    assert found[0].sum() == 500


def test_labels_beyond_the_first_block_widen_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users_data, "BLOCK", 8)
    gold = np.array([-2] * 50 + [9])
    system = np.array([1] * 40 + [-7] + [1] * 10)
    found = cross_counts(gold, system)
    assert found is not None
    assert found[1:] == (-7, -2)
    assert (found[0] == counted_one_by_one(gold, system, found)).all()


@pytest.mark.parametrize("far", [10**6, 2**62, -(2**63)])
@pytest.mark.parametrize("where", [0, -1])
def test_labels_far_apart_are_left_to_a_sort(far: int, where: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users_data, "BLOCK", 16)
    gold, system = np.arange(100) % 3, np.arange(100) % 4
    gold[where] = far
    assert cross_counts(gold, system) is None
    rand = metrics("clustering")["adjusted_rand"]
    assert rand(gold, system) == pytest.approx(rand(gold.tolist()[:], [str(label) for label in system]))


def test_clusters_that_no_item_has_are_none() -> None:
    gold, system = np.arange(200) % 2 * 9, np.arange(200) % 3 * 7
    v_measure = metrics("clustering")["v_measure"]
    assert v_measure(gold, system) == pytest.approx(v_measure(gold // 9, system // 7), abs=1e-15)
