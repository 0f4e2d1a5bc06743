"""Rows and conditions of many outputs together are those of each output by itself."""

from __future__ import annotations

import random

import numpy as np
import pytest

from axiometrics.tasks import get_task
from axiometrics.tasks.multilabel import Assignment, rows
from axiometrics.tasks.multilabel.hierarchy import Hierarchy, mask_of
from axiometrics.tasks.multilabel.view import COLUMNS, ROWS_OF_ONE


def drawn(draw: random.Random) -> Assignment:
    """Return an output whose labels have several parents now and then, with information of its own now and then."""
    labels, items = draw.randint(1, 9), draw.randint(1, 12)
    tree = Hierarchy.of(
        [draw.sample(range(label), min(label, draw.choice((0, 1, 1, 2)))) for label in range(labels)]
    )
    gold, system = (
        [tuple(draw.sample(range(labels), draw.randint(0, min(4, labels)))) for _ in range(items)]
        for _ in range(2)
    )
    given = (tuple(draw.randint(0, 6) for _ in range(labels)), 8) if draw.random() < 0.2 else None
    return Assignment(tree, tuple(map(mask_of, gold)), tuple(system), given)


@pytest.fixture(scope="module")
def outputs() -> list[Assignment]:
    draw = random.Random(5)
    found = [drawn(draw) for _ in range(120)]
    turned = [Assignment(o.hierarchy, o.gold[::-1], o.system[::-1], o.information) for o in found[:20]]
    return [*found, *turned]


@pytest.mark.parametrize("domain", sorted(COLUMNS))
def test_rows_of_many_are_those_of_each(domain: str, outputs: list[Assignment]) -> None:
    many = rows.Batch(outputs).rows(domain)
    which = np.arange(len(outputs)) if many.shared is None else many.shared
    for place in range(len(outputs) - 20):  # the others have their items in another order
        own = np.array(ROWS_OF_ONE[domain](outputs[place]), dtype=np.int64).reshape(-1, len(COLUMNS[domain]))
        here = many.case == which[place]
        assert np.array_equal(np.stack([many.columns[name][here] for name in COLUMNS[domain]], axis=1), own)


def test_outputs_with_their_items_in_another_order_share_rows(outputs: list[Assignment]) -> None:
    shared = rows.Batch(outputs).rows("items").shared
    assert shared is not None
    assert np.array_equal(shared[-20:], shared[:20])


@pytest.mark.parametrize("name", sorted(get_task("multilabel").conditions))
def test_conditions_of_many_are_those_of_each(name: str, outputs: list[Assignment]) -> None:
    test = get_task("multilabel").conditions[name][1]
    alone = [bool(test(rows.Batch([output]))[0]) for output in outputs]
    assert test(rows.Batch(outputs)).tolist() == alone
