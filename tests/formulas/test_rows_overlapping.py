"""Rows of overlapping clusterings: what the view says of them holds, and floats are as near as they say."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from naive_families import random_family
from rows import outside, unmet

from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.overlapping import Families, occurrences, view
from axiometrics.tasks.overlapping.occurrences import Side
from axiometrics.tasks.overlapping.view import RULES, FamiliesBatch

TASK = get_task("overlapping")
METRICS = metrics("overlapping")
DOMAINS = sorted(RULES.signs.filled)


def some_families(count: int) -> list[Families]:
    """Gold and system families; every item of the system is in the gold."""
    draw, found = random.Random(4), []
    while len(found) < count:
        gold, system = (random_family(draw, 3 + draw.randrange(5), 1 + draw.randrange(4)) for _ in range(2))
        if frozenset().union(*system) <= frozenset().union(*gold):
            found.append(Families.from_sets(gold, system))
    return found


FAMILIES = some_families(120)
MANY = FamiliesBatch.from_tables(FAMILIES)


@pytest.mark.parametrize("key", METRICS)
def test_exact_values_lie_within_the_error_bounds(key: str) -> None:
    assert not outside(METRICS[key], MANY, FAMILIES)


@pytest.mark.parametrize("domain", DOMAINS)
def test_rows_are_as_the_view_says(domain: str) -> None:
    assert not unmet(RULES, MANY, domain)


@pytest.mark.parametrize("domain", DOMAINS)
def test_sparse_products_have_the_rows_of_the_batch(domain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dense = [_counted(FamiliesBatch.from_tables([both]).rows(domain)) for both in FAMILIES]
    monkeypatch.setattr(view, "LARGE", 0)
    assert [_counted(FamiliesBatch.from_tables([both]).rows(domain)) for both in FAMILIES] == dense


def _counted(rows) -> Counter[tuple[int, ...]]:
    """How often each kind of row is there."""
    times = np.ones(len(rows.case), dtype=int) if rows.times is None else rows.times
    columns = zip(*(rows.columns[name].tolist() for name in sorted(rows.columns)), strict=True)
    found: Counter[tuple[int, ...]] = Counter()
    for kind, many in zip(columns, times.tolist(), strict=True):
        found[kind] += many
    return found


def test_pairs_are_those_of_the_definition() -> None:
    """{a b}{a c} | {a b c}: of the nine pairs, b c and c b share no cluster; a has three companions, b and c two."""
    rows = FamiliesBatch.from_tables([Families.from_notation("{a b}{a c} | {a b c}")]).rows("companions")
    # (d, g, x): a a; a b and a c; b b, b a, c c, c a
    assert _counted(rows) == {(3, 1, 2): 1, (3, 1, 1): 2, (2, 1, 1): 4}


@pytest.mark.parametrize("domain", DOMAINS)
def test_rows_of_many_sets_and_items_are_those_of_sparse_products(
    domain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More sets, and more items, than one number has bits for; beside small cases."""
    sides = ([[item, (step * item + 7) % 120] for item in range(120)] + [list(range(90))] for step in (3, 5))
    wide = Families.from_sets(*sides)
    rows = FamiliesBatch.from_tables([FAMILIES[0], wide, FAMILIES[1]]).rows(domain)
    alone = _counted(rows.taken(np.array([1]), 3))
    monkeypatch.setattr(view, "LARGE", 0)
    assert alone == _counted(FamiliesBatch.from_tables([wide]).rows(domain))


@pytest.mark.parametrize("domain", DOMAINS)
def test_rows_found_by_sets_are_those_found_by_pairs_of_items(
    domain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large families go by what their sets hold, small ones by all pairs: the rows are the same, in the same order."""
    wide = Families.from_sets(*([range(e, e + size) for e in range(0, 200, size - 1)] for size in (4, 6)))
    tables = [*FAMILIES[:40], wide, Families((), ((0,),)), *FAMILIES[40:], Families(((0, 1),), ())]

    def found(room: int) -> list[object]:
        for module in (view, occurrences):
            monkeypatch.setattr(module, "ROOM", room)
        rows = FamiliesBatch.from_tables(tables).rows(domain)
        parts = [rows.case, rows.group, rows.times, *rows.columns.values()]
        return [part if part is None else part.tolist() for part in parts]

    assert found(-(1 << 60)) == found(1 << 60)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("sides", [((), ()), (((0,),), ()), ((), ((0,),))])
def test_sides_without_sets_have_no_rows(sides: tuple, domain: str) -> None:
    """Only what one side alone has is there: its items, and the pairs of items in its sets."""
    gold, system = sides
    some = {"items": gold or system, "best_in_cluster": (), "best_in_category": ()}
    expected = some.get(domain, gold if domain.startswith("gold") else system)
    rows = FamiliesBatch.from_tables([Families(gold, system)] * 2).rows(domain)
    assert len(rows.case) == 2 * len(expected)


def test_sets_in_order_are_those_of_single_cases() -> None:
    draw = random.Random(5)
    for width in (3, 40, 5000):
        families = [
            [draw.sample(range(width), draw.randint(1, min(width, 60))) for _ in range(draw.randint(0, 6))]
            for _ in range(50)
        ]
        families[7] = [part[:end] for part in families[7] for end in (len(part), 1, len(part))]
        side = Side.from_families(families).in_order
        bounds = np.cumsum(side.size)[:-1]
        sets = [tuple(part.tolist()) for part in np.split(side.item, bounds)]
        assert sets == [tuple(part) for family in families for part in sorted(family)]
