"""Sums over items that may be infinite, of either sign, or with steps at one half: proofs against plain Python.

A sum is infinite where something happened that had no probability. Formulas try to be infinite elsewhere, to be finite
though a sum is not, to gain or to bend the other way, and to change sides at one half.
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.formulas import INFINITE, guarded, log, maximum, minimum
from axiometrics.metrics.registry import build
from axiometrics.recheck import NotCoveredError, check
from axiometrics.recheck.expressions import parsed
from axiometrics.recheck.facts.slopes import gain
from axiometrics.tasks import get_task

TASK = get_task("probabilistic")
ALL = (
    "propriety", "nearer_forecast", "raising_truth", "pair_swap", "averaging", "refinement", "recalibration",
    "miscalibrated_positive",
)  # fmt: skip
WORDS = {"guarded": guarded, "log": log, "maximum": maximum, "minimum": minimum, "INFINITE": INFINITE}
LOSS = "guarded(-log(t), t, INFINITE)"
INFINITE_SUMS = [
    f"at.items(lambda t, s, m, h, f, p, y: {body}) / at.count"
    for body in (
        LOSS,
        "guarded(log(t), t, INFINITE)",
        "guarded(1 - t, t, INFINITE)",
        "guarded(0, t, INFINITE)",
        "guarded(1, t, INFINITE)",
        "guarded(t, t, INFINITE)",
        "guarded(-log(t), 1 - t, INFINITE)",
        "guarded(-log(1 - t), t, INFINITE)",
        "guarded(-log(t), p, INFINITE)",
        "guarded(-log(t), y, INFINITE)",
        "guarded(-log(t), t * (1 - t), INFINITE)",
        "guarded(-log(p), p, INFINITE)",
        f"y * {LOSS}",
        f"-{LOSS}",
        f"minimum({LOSS}, 2)",
        f"{LOSS} - t",
        f"{LOSS} + (p - y) ** 2",
        "guarded(-log(t) + 2 * t, t, INFINITE)",
        "guarded(-log(t) - 2 * t, t, INFINITE)",
        "guarded(-log(t) - s, t, INFINITE)",
        "guarded(t * log(t), t, INFINITE)",
        "guarded(-t * log(t), t, INFINITE)",
        "guarded(log(t) ** 2, t, INFINITE)",
        "guarded(-log(t) ** 3 - 3 * log(t), t, INFINITE)",
        "guarded(-(1 - t) ** 2 * log(t), t, INFINITE)",
        "guarded(-t ** 2 * log(t), t, INFINITE)",
        "guarded(-log(t / 2), t, INFINITE)",
        "guarded(-log(2 * t), t, INFINITE)",
        "guarded(-log(t) * m, t, INFINITE)",
        "guarded(-log(t) * (1 + y), t, INFINITE)",
        "guarded(-(1 - y) * log(t), t, INFINITE)",
        "guarded(-log(t), t, 5)",
    )
]
AROUND = [
    text.replace("LOSS", f"at.items(lambda t, s, m, h, f, p, y: {LOSS})")
    for text in (
        "minimum(LOSS / at.count, 1)",
        "maximum(LOSS / at.count, 1)",
        "-LOSS / at.count",
        "LOSS * at.events",
        "LOSS * (at.events - at.count)",
        "LOSS / at.count + at.items(lambda t, *_: t)",
        "LOSS / at.count - 3 * at.items(lambda t, *_: t)",
        "LOSS - LOSS",
        "2 * LOSS / at.count",
        "LOSS - at.items(lambda t, *_: guarded(1 - t, t, INFINITE))",
        "LOSS + at.items(lambda t, *_: guarded(-log(t) / 2, t, INFINITE))",
        "1 / (1 + LOSS)",
        "guarded(1, LOSS, 0)",
    )
]
STEPS = [
    f"at.items(lambda t, s, m, h, f, p, y: {body}) / at.count"
    for body in (
        "1 - h / m", "1 - f", "1 - h", "h", "m", "m - 1", "f - h", "f * y", "h * (1 - y)", "(1 - h) * t", "h * (1 - t)",
        "1 - h + t", "2 - 2 * h - t", "(1 - h / m) * (p - y) ** 2", "(1 - f) * m", "1 - h / m ** 2", "(h - f) * y",
        "(1 - h / m) * (1 + y)",
    )
]  # fmt: skip
EITHER_SIGN = [
    text.replace("A", "at.items(lambda t, s, m, h, f, p, y: p - y)").replace("B", "at.items(lambda t, *_: t)")
    for text in (
        "maximum(A, -A) / at.count", "maximum(A, 0) / at.count", "minimum(A, -A)", "minimum(A, 0)", "maximum(A, 1)",
        "-maximum(A, -A)", "maximum(A, -A) - A", "maximum(A, at.count)", "maximum(2 * A, -A)", "maximum(A, B)",
        "maximum(A, -A) * at.events", "maximum(A, -A) + B", "maximum(A + B, -A)", "maximum(A, -A) ** 2",
        "maximum(A, -B)", "maximum(-A, 0) - maximum(A, 0)",
    )
]  # fmt: skip
MERGED = [
    f"at.groups(lambda p, n, e, A, B, c: {body}) / at.count"
    for body in (
        "n * (e / n - at.events / at.count) ** 2", "e * (n - e) / n", "e ** 2", "n ** 2 / at.count", "n / n",
        "e ** 2 / n", "(e - n * at.events / at.count) ** 2", "n * (e / n - at.events / at.count) ** 2 * p",
        "e * (n - e) / n + n * p", "n * (e / n) ** 3 - e", "(n * p - e) ** 2 / n + e ** 2 / n",
        "n * p - e + e ** 2 / n", "e * A / n", "n * (e / n - at.events / at.count) ** 2 - n * p ** 2",
        "maximum(n - 2 * e, 2 * e - n)", "n * (p - at.events / at.count)",
    )
]  # fmt: skip
ASKED = [
    *((constraint, text) for text in MERGED for constraint in ("recalibration", "miscalibrated_positive")),
    *((constraint, text) for text in EITHER_SIGN for constraint in (*ALL[2:5], *ALL[-2:])),
    *((constraint, text) for text in INFINITE_SUMS for constraint in ("raising_truth", "pair_swap", "averaging")),
    *((constraint, text) for text in INFINITE_SUMS for constraint in ("propriety", *ALL[-2:])),
    *((constraint, text) for text in AROUND for constraint in ("raising_truth", "nearer_forecast", "recalibration")),
    *((constraint, text) for text in STEPS for constraint in ALL if constraint != "averaging"),
]  # fmt: skip
PROVED = {
    *((constraint, INFINITE_SUMS[0], "positive") for constraint in ALL),
    *((constraint, AROUND[8], "positive") for constraint in ALL),
    ("raising_truth", INFINITE_SUMS[2], "positive"),
    *(("raising_truth", text, "positive") for text in (INFINITE_SUMS[22], INFINITE_SUMS[24], INFINITE_SUMS[26])),
    ("averaging", INFINITE_SUMS[22], "positive"), ("averaging", INFINITE_SUMS[24], "positive"),
    *((constraint, STEPS[0], "nonnegative") for constraint in ALL if constraint != "averaging"),
    *((constraint, EITHER_SIGN[0], "nonnegative") for constraint in ("averaging", *ALL[-2:])),
    ("pair_swap", EITHER_SIGN[0], "zero"), ("recalibration", MERGED[0], "zero"), ("recalibration", MERGED[1], "zero"),
    *((constraint, STEPS[1], "nonnegative") for constraint in ALL if constraint != "averaging"),
}  # fmt: skip


def function(text: str, words: dict[str, Any]) -> Callable[..., Any]:
    scope: dict[str, Any] = {"__name__": "somebodys_module", **words}
    exec(compile(f"def formula(at):\n    return {text}\n", "somebodys_module.py", "exec"), scope)
    found: Callable[..., Any] = scope["formula"]
    return found


def plain_log(value: float) -> float:
    return math.log(value) if value > 0 else math.nan


def product(one: float, other: float) -> float:
    return math.nan if math.isinf(one) and other == 0 else one * other


PLAIN = {
    "guarded": lambda value, quantity, otherwise: otherwise if quantity == 0 else value,
    "log": plain_log,
    "maximum": lambda one, other: math.nan if one != one or other != other else max(one, other),
    "minimum": lambda one, other: math.nan if one != one or other != other else min(one, other),
    "INFINITE": math.inf,
}


def seen(items: Any) -> SimpleNamespace:
    """What formulas read of a table."""
    columns, groups = list(columns_of(items)), list(groups_of(items))

    def total(body: Callable[..., float]) -> float:
        found = [body(*row) for row in columns]
        return math.fsum(found) if not any(map(math.isinf, found)) else sum(found)

    def grouped(body: Callable[..., float]) -> float:
        return math.fsum(body(*row) for row in groups)

    events = sum(outcome == 2 for _, outcome in items)
    return SimpleNamespace(items=total, groups=grouped, count=float(len(items)), events=float(events))


def columns_of(items: Any) -> Iterator[tuple[float, ...]]:
    for forecast, outcome in items:
        t, best = forecast[outcome - 1], max(forecast)
        columns = (
            t, sum(q * q for q in forecast), forecast.count(best), t == best, forecast.index(best) == outcome - 1,
            forecast[1], outcome == 2,
        )  # fmt: skip
        yield tuple(map(float, columns))


def groups_of(items: Any) -> Iterator[tuple[float, ...]]:
    for p in sorted({forecast[1] for forecast, _ in items}):
        own, above = ([y == 2 for q, y in items if keep(q[1], p)] for keep in (operator.eq, operator.ge))
        lacking = sum(q[1] - (y == 2) for q, y in items if q[1] <= p)
        yield tuple(map(float, (p, len(own), sum(own), len(above), sum(above), lacking)))


@cache
def batches(constraint: str) -> tuple[Any, Any]:
    asked = constraints("probabilistic")[constraint]
    return (
        TASK.sweep(asked.bound_generator, asked.outputs, 2),
        TASK.many(asked.bound_generator, asked.outputs, 6000, 1),
    )


@cache
def tables(constraint: str) -> list[dict[str, SimpleNamespace]]:
    found = []
    for batch in batches(constraint):
        for place in range(0, len(batch), 1 + len(batch) // 1500):
            outputs = batch.case(place).outputs
            found.append({
                name: seen([(tuple(map(Fraction, q)), y) for q, y in each.items])
                for name, each in outputs.items()
            })  # fmt: skip
    return found


def margins(constraint: str, text: str) -> Iterator[float]:
    """How much better the better output of an error is, in all small cases and some random ones; NaN for no margin."""
    form, score = constraints("probabilistic")[constraint].margin, function(text, PLAIN)
    for outputs in tables(constraint):
        try:
            values = {name: score(outputs[name]) for name in form}
        except ZeroDivisionError:
            continue
        yield -sum(weight * values[name] for name, weight in form.items())


ALLOWED: dict[str, Callable[[float], bool]] = {
    "positive": lambda value: value > 1e-12,
    "nonnegative": lambda value: value > -1e-9,
    "zero": lambda value: abs(value) < 1e-9,
    "nonpositive": lambda value: value < 1e-9,
    "negative": lambda value: value < -1e-12,
}


@cache
def proof_of(constraint: str, text: str) -> tuple[Any, Any]:
    metric = build(function(text, WORDS), task="probabilistic", error=True, key="attack")
    return metric, prove(metric, constraints("probabilistic")[constraint])


@pytest.mark.parametrize(("constraint", "text"), ASKED)
def test_no_proof_goes_against_a_case_and_none_is_refused_on_cases(constraint: str, text: str) -> None:
    """What is proved of these formulas is so; a wrong proof that cases refuse would be an error to its author."""
    metric, proof = proof_of(constraint, text)
    if proof is None:
        return
    asked = constraints("probabilistic")[constraint]
    confirm(proof, metric, asked, *batches(constraint))
    wrong = [
        value for value in margins(constraint, text) if not (value != value or ALLOWED[proof.sign](value))
    ]
    assert not wrong, (proof.sign, wrong[:5])
    with suppress(NotCoveredError):
        assert check(json.loads(json.dumps(standing_alone(metric, asked, proof.to_dict()))))


@pytest.mark.parametrize(("constraint", "text", "sign"), sorted(PROVED))
def test_what_holds_is_proved_and_stands_alone(constraint: str, text: str, sign: str) -> None:
    metric, proof = proof_of(constraint, text)
    asked = constraints("probabilistic")[constraint]
    assert proof is not None
    assert proof.sign == sign
    assert confirm(proof, metric, asked, *batches(constraint)) > 100
    assert "Q(" in check(json.loads(json.dumps(standing_alone(metric, asked, proof.to_dict()))))


SIGNS = {"a": "nonnegative", "b": "positive", "c": "nonnegative"}
INSIDE = {**SIGNS, "a": "positive"}
LOW, HIGH = "a/(a + b + c)", "(a + b)/(a + b + c)"


@pytest.mark.parametrize(
    ("terms", "signs", "bent", "sign"),
    [
        ("log(x)", SIGNS, False, ""),  # the lower place may be 0
        ("log(x)", INSIDE, False, "positive"),
        ("-log(x)", INSIDE, True, "positive"),
        ("log(x)", INSIDE, True, ""),
        ("-(1 - x)**2*log(x)", INSIDE, True, "positive"),
        ("x**2*log(x)", INSIDE, False, ""),  # 2 x log(x) + x has both signs
        ("x*log(x) - x", INSIDE, False, ""),  # it falls
        ("x - x*log(x)", INSIDE, False, "positive"),
        ("-log(1 - x)", INSIDE, False, ""),  # the upper place may be 1
        ("-log(1 - x)", {**INSIDE, "c": "positive"}, True, "positive"),
        ("log(2*x)", INSIDE, False, "positive"),
        ("log(2*x)*x", INSIDE, False, ""),  # whether 2x is above 1 is open
        ("x**2", SIGNS, True, "positive"),
        ("x", SIGNS, True, "zero"),
        ("x**3 - x**2", SIGNS, True, ""),
        ("x*(1 - x)", SIGNS, True, ""),
    ],
)
def test_the_stand_alone_rule_sees_logarithms_and_how_sums_bend(
    terms: str, signs: dict[str, str], bent: bool, sign: str
) -> None:
    assert gain(parsed(terms), parsed(LOW), parsed(HIGH), signs, bent=bent) == sign


def test_what_must_be_there_all_the_way_is_asked_for() -> None:
    place = parsed("x")
    assert gain(place, parsed(LOW), parsed(HIGH), SIGNS) == "positive"
    assert gain(place, parsed(LOW), parsed(HIGH), SIGNS, [place]) == ""
    assert gain(place, parsed(LOW), parsed(HIGH), INSIDE, [place]) == "positive"
