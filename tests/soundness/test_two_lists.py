"""Two lists that change their places or names, share nothing, or are one: what is the same, zero or one, and what not.

The first formulas are proved. Each hostile one is nearly one of them, but counts what only one of the lists has, or is
something else where nothing is shared, by a convention or in few lists.
"""

from __future__ import annotations

import random

import pytest

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.prove import prove
from axiometrics.formulas import UNDEFINED, guarded, log, maximum, power, ratio, sqrt
from axiometrics.metrics import METRICS, Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import split_key
from axiometrics.tasks.rank_similarity import Lists

TASK = "rank_similarity"
NAMES = {"UNDEFINED": UNDEFINED} | {
    each.__name__: each for each in (guarded, log, maximum, power, ratio, sqrt)
}
PROVED = [
    ("symmetry(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: x / sqrt(g * h), 'b')"),
    ("symmetry(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: x * e / (g + h + d), 'w') - lists.full"),
    ("symmetry(lists=tied)", "lists.pairs(lambda t: t) + lists.beyond(lambda d, y: y / d)"),
    ("item_label_invariance(lists=tied)", "lists.items(lambda c: c * c)"),
    (
        "disjoint_is_zero(lists=tied)",
        "lists.shared_depths(lambda d, x, z, g, h, e: x / g, 'w') + lists.common",
    ),
    ("disjoint_is_zero(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: z / sqrt(g * h), 'b')"),
    ("self_similarity", "lists.shared_depths(lambda d, x, z, g, h, e: (x + e) / d, 'a') / lists.shorter"),
    ("self_similarity", "lists.depths(lambda d, x, z, g, h, e: z / h, 'a') / lists.full"),
]
HOSTILE = [
    # what one of the lists has
    ("symmetry(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: x / g, 'b')"),
    ("symmetry(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: x / (g + 2 * h), 'w')"),
    ("symmetry(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: x + (g - h) / 10**12, 'b')"),
    ("symmetry(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: x * sqrt(g) / h, 'b')"),
    ("symmetry(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: maximum(g - h, 0), 'b')"),
    ("symmetry", "lists.items(lambda c: c)"),
    ("symmetry", "lists.pairs(lambda t: t) + lists.items(lambda c: c) / 10**12"),
    # what is not zero where nothing is shared
    ("disjoint_is_zero", "lists.depths(lambda d, x, z, g, h, e: x + e, 'a')"),
    ("disjoint_is_zero", "lists.depths(lambda d, x, z, g, h, e: ratio(x, x, 1), 'a')"),
    ("disjoint_is_zero", "lists.depths(lambda d, x, z, g, h, e: x * ratio(1, x, UNDEFINED), 'a')"),
    ("disjoint_is_zero", "lists.depths(lambda d, x, z, g, h, e: guarded(0, x, 1), 'a')"),
    ("disjoint_is_zero", "lists.depths(lambda d, x, z, g, h, e: log(2 + x) - log(d + 1), 'a')"),
    ("disjoint_is_zero", "lists.beyond(lambda d, y: y / d)"),
    ("disjoint_is_zero", "lists.common + lists.full - 2 * lists.longer"),
    ("disjoint_is_zero(lists=tied)", "lists.depths(lambda d, x, z, g, h, e: x + g - h, 'b')"),
    # what is not one where a list is compared with itself
    ("self_similarity", "lists.depths(lambda d, x, z, g, h, e: x / (d + 1), 'a') / lists.longer"),
    ("self_similarity", "lists.depths(lambda d, x, z, g, h, e: power(2, d), 'a') / lists.longer"),
    ("self_similarity", "lists.end(lambda d, x, z, g, h, e: x, 'a')"),
    ("self_similarity", "lists.pairs(lambda t: t) - lists.longer + 3"),
    ("self_similarity", "lists.items(lambda c: c) / lists.longer"),
    ("self_similarity", "ratio(lists.items(lambda c: c), lists.items(lambda c: c), 0)"),
    (
        "self_similarity(lists=tied)",
        "lists.shared_depths(lambda d, x, z, g, h, e: x / d, 'a') / lists.shorter",
    ),
    ("self_similarity(lists=tied)", "lists.pairs(lambda t: t) * 2 / (lists.longer * lists.longer)"),
]


def formula_of(body: str) -> Metric:
    return build(eval(f"lambda lists: {body}", dict(NAMES)), task=TASK, key="hostile")


def proof_of(metric: Metric, constraint: str) -> object:
    base, given = split_key(constraint)
    return prove(metric, CONSTRAINTS.view(TASK)[base].with_parameters(**given))


def some_lists(draws: random.Random, *, tied: bool, pool: str) -> list[tuple[str, ...]]:
    items = draws.sample(pool, len(pool) if len(pool) < 8 else draws.randint(1, 7))
    groups: list[tuple[str, ...]] = []
    for item in items:
        if groups and tied and draws.random() < 0.4:
            groups[-1] = (*groups[-1], item)
        else:
            groups.append((item,))
    return groups


def fails(metric: Metric, constraint: str) -> bool:
    """Whether the demand fails in one of three hundred random cases."""
    draws, tied = random.Random(5), "tied" in constraint
    for _ in range(300):
        one = some_lists(draws, tied=tied, pool="abcdefghij")
        pool = "".join(map("".join, one)) if draws.random() < 0.4 else "abcdefghij"
        other = some_lists(draws, tied=tied, pool=pool)
        if constraint.startswith("self"):
            bad = differ(metric(Lists.of(one, one)), 1)
        elif constraint.startswith("disjoint"):
            apart = some_lists(draws, tied=tied, pool="klmnopqrst")
            bad = differ(metric(Lists.of(one, apart)), 0)
        else:
            pair = Lists.of(one, other)
            bad = differ(metric(pair), metric(pair.exchanged()))
        if bad:
            return True
    return False


def differ(one: float | None, other: float | None) -> bool:
    return (one is None) != (other is None) or (one is not None and abs(one - other) > 1e-14)


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_both_lists_have_alike_is_proved(constraint: str, body: str) -> None:
    metric = formula_of(body)
    assert proof_of(metric, constraint) is not None
    assert constraint.startswith("item") or not fails(metric, constraint)


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_one_list_has_alone_has_no_proof(constraint: str, body: str) -> None:
    metric = formula_of(body)
    assert fails(metric, constraint)
    found = proof_of(metric, constraint)
    assert found is None or found.sign != "zero" or not found.total


def test_every_proof_of_two_lists_holds_of_random_ones() -> None:
    """Of every metric and constraint there is; a proof that leaves some cases without a value says so."""
    proved = 0
    for constraint in (
        f"{key}{lists}" for key in ("symmetry", "self_similarity") for lists in ("", "(lists=tied)")
    ):
        for metric in METRICS.view(TASK).values():
            found = proof_of(metric, constraint)
            if found is not None and found.sign == "zero" and found.total:
                proved += 1
                assert not fails(metric, constraint), (metric.label, constraint)
    assert proved >= 5
