"""Sums and extremes over bins of tables: no bin adds less than 0, and none anything where shares are forecasts."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove import prove
from axiometrics.formulas import maximum, minimum, sqrt
from axiometrics.metrics.registry import build
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import formula_of

Items = list[tuple[Fraction, int]]
ALLOWED: dict[str, Callable[[float], bool]] = {
    "positive": lambda value: value > 1e-9,
    "nonnegative": lambda value: value > -1e-9,
    "zero": lambda value: abs(value) < 1e-9,
    "nonpositive": lambda value: value < 1e-9,
    "negative": lambda value: value < -1e-9,
}
ATTACKS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "the sign of a gap": ("miscalibrated_positive", lambda at: at.bins("width", "event", 3, lambda n, d, r: d)),
    "gaps taken away": (
        "miscalibrated_positive",
        lambda at: -at.bins("width", "event", 3, lambda n, d, r: maximum(d, -d)),
    ),
    "the smaller of a gap and its opposite": (
        "miscalibrated_positive",
        lambda at: at.bins("widest", "event", 3, lambda n, d, r: minimum(d, -d)),
    ),
    "a gap less the items": (
        "miscalibrated_positive",
        lambda at: at.bins("width", "event", 3, lambda n, d, r: maximum(d, -d) - n / 10),
    ),
    "gaps against bins": (
        "miscalibrated_positive",
        lambda at: at.bins("mass", "event", 3, lambda n, d, r: d**2 * (n - r)),
    ),
    "only what is too high": (
        "miscalibrated_positive",
        lambda at: at.bins("width", "event", 3, lambda n, d, r: maximum(d, 0)),
    ),
    "odd powers": ("miscalibrated_positive", lambda at: at.bins("width", "event", 3, lambda n, d, r: d**3 / n)),
    "a root of a gap": (
        "miscalibrated_positive",
        lambda at: at.bins("width", "event", 3, lambda n, d, r: sqrt(maximum(d, -d)) - d),
    ),
    "runs of equally many items": (
        "recalibration",
        lambda at: at.bins("mass", "event", 2, lambda n, d, r: maximum(d, -d)),
    ),
    "bins that are counted": (
        "recalibration",
        lambda at: at.bins("width", "event", 3, lambda n, d, r: maximum(d, -d) + 1),
    ),
    "items against bins": (
        "recalibration",
        lambda at: at.bins("width", "event", 3, lambda n, d, r: maximum(d, -d) + (n - r)),
    ),
    "large gaps are good": (
        "recalibration",
        lambda at: at.bins("width", "event", 3, lambda n, d, r: d**2 * (1 - d**2)),
    ),
    "forecasts up to a threshold": ("recalibration", lambda at: at.largest_group(lambda p, n, e, A, B, c: c * p)),
    "only sums that are too high": (
        "miscalibrated_positive",
        lambda at: at.largest_group(lambda p, n, e, A, B, c: maximum(c, 0)),
    ),
    "sums of groups of several": (
        "miscalibrated_positive",
        lambda at: at.largest_group(lambda p, n, e, A, B, c: c**2 * (n - 1)),
    ),
    "sums less items": (
        "recalibration",
        lambda at: at.largest_group(lambda p, n, e, A, B, c: maximum(c, -c) - n / 20),
    ),
    "sums of one sign": ("recalibration", lambda at: at.largest_group(lambda p, n, e, A, B, c: c)),
    "squares of items": ("refinement", lambda at: at.bins("width", "event", 3, lambda n, d, r: d + n**2)),
    "the largest bin": ("refinement", lambda at: at.bins("widest", "classes", 3, lambda n, d, r: n - d)),
    "runs of two groups": (
        "refinement",
        lambda at: at.bins("mass", "classes", 2, lambda n, d, r: maximum(d, -d) / n),
    ),
    "a share of each bin": ("refinement", lambda at: at.bins("width", "top", 2, lambda n, d, r: (d + n) / n)),
}  # fmt: skip
KEPT: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "fourth powers": (
        "recalibration",
        lambda at: at.bins("width", "classes", 4, lambda n, d, r: d**4 / n),
        "nonnegative",
    ),
    "the larger of two": (
        "miscalibrated_positive",
        lambda at: at.bins("widest", "top", 2, lambda n, d, r: maximum(2 * d, -d) / (n + r)),
        "nonnegative",
    ),
    "squares of sums up to a forecast": (
        "recalibration",
        lambda at: at.largest_group(lambda p, n, e, A, B, c: c**2 / n),
        "positive",
    ),
    "odd powers of nothing": (
        "refinement",
        lambda at: at.bins("width", "event", 5, lambda n, d, r: d**3 / n),
        "zero",
    ),
}


def recalibrated(items: Items) -> Items:
    own = defaultdict(list)
    for forecast, happened in items:
        own[forecast].append(happened)
    return [(Fraction(sum(own[p]), len(own[p])), y) for p, y in items]


def cases(constraint: str) -> Iterator[dict[str, Items]]:
    """Random tables that the constraint speaks about, by the outputs that it names."""
    random = Random(3)
    while True:
        if constraint == "refinement":
            groups = [[int(random.random() < 0.5) for _ in range(random.randint(1, 5))] for _ in range(2)]
            one, two = (Fraction(sum(each), len(each)) for each in groups)
            both = Fraction(sum(map(sum, groups)), sum(map(len, groups)))
            if one != two:
                own = [(share, y) for share, each in zip((one, two), groups, strict=True) for y in each]
                yield {"worse": [(both, y) for _, y in own], "better": own}
            continue
        count, grid = random.randint(1, 7), random.choice((2, 3, 4, 6, 10))
        items = [(Fraction(random.randint(0, grid), grid), random.randint(0, 1)) for _ in range(count)]
        if recalibrated(items) != items:
            outputs = {"worse": items, "better": recalibrated(items)}
            yield outputs if constraint == "recalibration" else {"judged": items}


def margins(judged: Any, constraint: str, count: int = 400) -> list[float]:
    """The margins of random cases, oriented as the proof's: an error is to fall."""
    found = []
    for _, outputs in zip(range(count), cases(constraint), strict=False):
        score = {
            name: judged(gold=[y for _, y in items], system=[float(p) for p, _ in items])
            for name, items in outputs.items()
        }
        found.append(score["judged"] if "judged" in score else score["worse"] - score["better"])
    return found


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_has_a_wrong_proof(name: str) -> None:
    constraint, formula = ATTACKS[name]
    judged = build(formula, task="probabilistic", error=True, key="attack")
    proof = prove(judged, constraints("probabilistic")[constraint])
    if proof is not None:
        assert all(map(ALLOWED[proof.sign], margins(judged, constraint)))


def test_the_attacks_on_what_holds_are_real_ones() -> None:
    """For most of them some table has a margin below zero, so that any proof of the demand would be wrong."""
    broken = [
        name
        for name, (constraint, formula) in ATTACKS.items()
        if min(margins(build(formula, task="probabilistic", error=True, key="attack"), constraint)) < -1e-9
    ]
    assert len(broken) >= 10


@pytest.mark.parametrize("name", KEPT)
def test_other_formulas_of_the_same_kind_are_proved_and_stand_alone(name: str) -> None:
    constraint, formula, sign = KEPT[name]
    assert f"is {sign}" in check(kept(name)[0])
    judged = build(formula, task="probabilistic", error=True, key="kept")
    assert all(map(ALLOWED[sign], margins(judged, constraint)))


WRONG = {
    "runs part items with one forecast": {"domain": "mass_4_right_classes"},
    "bins of something else": {"domain": "width_4_right_other"},
    "bins of no width": {"domain": "width_classes"},
    "any rows": {"domain": "rows"},
    "odd powers": {"body": "d**3/n"},
    "taken away": {"body": "-d**4/n"},
    "above zero where nothing is": {"body": "d**4/n + n"},
    "items and bins are not the same number": {"body": "d**4/n + n - r"},
    "a division by zero": {"body": "d**4/d"},
    "a division by a difference": {"body": "d**4/(n - r)"},
    "another column": {"body": "d**4*p"},
    "a root of what may be negative": {"body": "sqrt(d)"},
    "the smaller of two": {"body": "Smaller(d, -d)"},
}


def kept(name: str = "fourth powers") -> tuple[dict[str, Any], dict[str, Any]]:
    """The certificate of what is proved, and its first case."""
    constraint, formula, _ = KEPT[name]
    judged, demanded = (
        build(formula, task="probabilistic", error=True, key="kept"),
        constraints("probabilistic")[constraint],
    )
    proof = prove(judged, demanded)
    assert proof is not None
    document = json.loads(json.dumps(standing_alone(judged, demanded, proof.to_dict())))
    return document, document["parts"][0]


def case_holds(document: dict[str, Any], part: dict[str, Any]) -> None:
    """Ask whether values and signs are those of what is told, whatever formula the certificate is of."""
    case = Part(document, part, formula_of(document["formula"]))
    case.values_hold()
    case.signs_hold()


@pytest.mark.parametrize("name", WRONG)
def test_the_fact_is_refused_outside_its_hypotheses(name: str) -> None:
    document, part = kept()
    case_holds(document, part)
    part["reductions"]["A0"] |= WRONG[name]
    with pytest.raises((RefusedError, NotCoveredError)):
        case_holds(document, part)


def test_it_shows_no_strict_sign() -> None:
    document, part = kept()
    part["symbols"][0]["sign"] = "positive"
    with pytest.raises(NotCoveredError, match="no rule shows"):
        case_holds(document, part)


GROUPS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a forecast that is no share": lambda told: told["rows"]["groups"][0].update(p="1/2"),
    "other events": lambda told: told["rows"]["groups"][1].update(e="0"),
    "more items than are told": lambda told: told.update(complete=False),
    "a group that counts twice": lambda told: told["rows"]["groups"][0].update(times="2"),
    "no groups": lambda told: told["rows"].update(groups=[]),
    "more classes": lambda told: told["quantities"].update(K="3"),
    "no number of classes": lambda told: told["quantities"].pop("K"),
}


@pytest.mark.parametrize("name", GROUPS)
def test_nothing_in_bins_rests_on_groups_that_are_all_items_with_their_shares(name: str) -> None:
    document, part = kept("odd powers of nothing")
    case_holds(document, part)
    GROUPS[name](part["outputs"]["better"])
    with pytest.raises((RefusedError, NotCoveredError)):
        case_holds(document, part)
