"""Two lists that change their places or names, share nothing, or are one: what is the same, zero or one, and what not.

Then other lists, detours, neighbours that are exchanged and lists that go on: what is less, and what not. The first
formulas are proved. Each hostile one is nearly one of them, but counts what only one of the lists has, or is something
else where nothing is shared, by a convention or in few lists; or it rises with what is shared in places only.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.prove import prove
from axiometrics.formulas import UNDEFINED, guarded, log, maximum, power, ratio, sqrt
from axiometrics.metrics import METRICS, Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task
from axiometrics.tasks.rank_similarity import Lists

TASK = "rank_similarity"
NAMES = {"UNDEFINED": UNDEFINED, "Fraction": Fraction} | {
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


OTHER, DETOUR, SWAPS, MORE = (
    "self_is_most_similar",
    "triangle_inequality",
    "top_weightedness_of_swaps",
    "prefix_monotonicity",
)
DEPTHS = "lists.depths(lambda d, x, z, g, h, e: {}, '{}')"
LESS = [
    (OTHER, DEPTHS.format("x * x / d / d", "a")),
    (OTHER, DEPTHS.format("power(Fraction(1, 3), d - 1) * z / sqrt(g * h)", "b")),
    (OTHER, DEPTHS.format("(x + z - e) / (g + h)", "w") + " / lists.full"),
    (OTHER, "ratio(lists.same_items * lists.items(lambda c: c ** 3), lists.same_items, UNDEFINED)"),
    (OTHER, "ratio(lists.same_items * lists.pairs(lambda t: t - 2), lists.same_items, UNDEFINED)"),
    (DETOUR, DEPTHS.format("x / d", "a") + " / lists.longer"),
    (DETOUR, "lists.end(lambda d, x, z, g, h, e: x / d, 'a')"),
    (SWAPS, DEPTHS.format("x / d", "a")),
    (SWAPS, DEPTHS.format("x * x / d / d", "a")),
    (SWAPS, DEPTHS.format("power(Fraction(1, 3), d - 1) * x / d", "a")),
    (SWAPS, "lists.items(lambda c: c) / lists.longer"),
    (MORE, "ratio(lists.same_items * lists.items(lambda c: c), lists.same_items, UNDEFINED)"),
]
NOT_LESS = [
    (OTHER, DEPTHS.format("-x / d", "a")),
    (OTHER, DEPTHS.format("(d - x) / d", "a")),
    (OTHER, DEPTHS.format("x * (d - x) / d / d", "a")),
    (OTHER, DEPTHS.format("(x - 1) * (x - 2) * (x - 3) / d / d / d", "a")),
    (OTHER, DEPTHS.format("guarded(x, d - 2, 0) / d", "a")),
    (OTHER, DEPTHS.format("ratio(x, x, 0)", "a")),
    (OTHER, DEPTHS.format("(x - d) ** 2 / d", "a")),
    (OTHER, DEPTHS.format("x / d - z / d", "a")),
    (OTHER, DEPTHS.format("(x * lists.common - d * d) * x / d", "a") + " - lists.common ** 2"),
    (OTHER, "lists.pairs(lambda t: t * t)"),
    (OTHER, "lists.pairs(lambda t: t)"),
    (OTHER, "lists.items(lambda c: c)"),
    (OTHER, "lists.items(lambda c: c - c * c)"),
    (OTHER, "lists.end(lambda d, x, z, g, h, e: x / d, 'a')"),
    (DETOUR, DEPTHS.format("x / d", "a")),
    (DETOUR, "lists.pairs(lambda t: t)"),
    (
        DETOUR,
        "ratio(lists.items(lambda c: c) * lists.same_items, (lists.longer - 1) * lists.same_items, UNDEFINED)",
    ),
    (SWAPS, DEPTHS.format("x", "a")),
    (SWAPS, DEPTHS.format("x * d", "a")),
    (SWAPS, DEPTHS.format("power(3, d - 1) * x", "a")),
    (SWAPS, "lists.pairs(lambda t: t)"),
    (SWAPS, "lists.items(lambda c: -c)"),
    (MORE, "ratio(lists.same_items * lists.items(lambda c: -c), lists.same_items, UNDEFINED)"),
    (MORE, "lists.pairs(lambda t: t)"),
    (MORE, DEPTHS.format("x / d", "a") + " / lists.longer"),
]


def least(metric: Metric, constraint: str) -> float:
    """The least margin in all cases of up to four items, or three, that have one."""
    record = CONSTRAINTS.view(TASK)[constraint]
    batch = get_task(TASK).sweep(record.symbolic_generator, record.outputs, 3 if constraint == DETOUR else 4)
    found = []
    for place in range(len(batch)):
        scores = {name: metric(lists) for name, lists in batch.case(place).outputs.items()} | {"": 1.0}
        if None not in scores.values():
            forms = [sum(weight * scores[name] for name, weight in form.items()) for form in record.forms]
            found.append(min(forms))
    return min(found)


@pytest.mark.parametrize(("constraint", "body"), LESS)
def test_what_rises_with_what_is_shared_is_proved(constraint: str, body: str) -> None:
    metric = formula_of(body)
    found = proof_of(metric, constraint)
    assert found is not None
    assert found.sign == "positive"
    assert least(metric, constraint) > (0 if constraint in (OTHER, SWAPS) else -1e-12)


@pytest.mark.parametrize(("constraint", "body"), NOT_LESS)
def test_what_rises_in_places_only_has_no_proof(constraint: str, body: str) -> None:
    metric = formula_of(body)
    assert least(metric, constraint) <= (1e-12 if constraint in (OTHER, SWAPS) else -1e-12)
    found = proof_of(metric, constraint)
    assert found is None or found.sign != "positive"


@pytest.mark.parametrize("metric", ["rbo(ties=b)", "average_overlap(ties=b)", "rank_tau"])
def test_nothing_is_proved_of_other_lists_with_ties(metric: str) -> None:
    base, given = split_key(metric)
    assert proof_of(METRICS.view(TASK)[base].with_parameters(**given), f"{OTHER}(lists=tied)") is None
