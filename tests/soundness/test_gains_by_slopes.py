"""What roots and logarithms of forecasts gain where these move: by slopes, and only where there is one all the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.formulas import log, log2, maximum, sqrt
from axiometrics.metrics.registry import build
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.recheck.expressions import parsed
from axiometrics.recheck.facts.slopes import gain
from axiometrics.tasks import get_task

TASK = get_task("probabilistic")
Body = Callable[..., Any]
ATTACKS: dict[str, tuple[str, Body]] = {
    "the sign turned": ("propriety", lambda t, s, m, h, f, p, y: -t / sqrt(s)),
    "the length alone": ("propriety", lambda t, s, *_: 1 / sqrt(s)),
    "times the length": ("propriety", lambda t, s, *_: t * sqrt(s)),
    "another root": ("propriety", lambda t, s, m, h, f, p, y: t / sqrt(1 + p)),
    "a root that is no score": ("propriety", lambda t, *_: sqrt(1 + t)),
    "one class counts twice": ("propriety", lambda t, s, m, h, f, p, y: (1 + y) * t / sqrt(s)),
    "a logarithm beyond one": ("propriety", lambda t, *_: log(1 + t)),
    "another base": ("nearer_forecast", lambda t, *_: log2(1 + t)),
    "a tangent at the wrong place": ("propriety", lambda t, s, *_: log(1 + t) - t / sqrt(s) / 2),
    "slopes of both signs": ("raising_truth", lambda t, *_: sqrt(1 + t) - t),
    "up and down": ("raising_truth", lambda t, s, *_: sqrt(s)),
    "a logarithm of what may be 0": ("raising_truth", lambda t, *_: log(maximum(t, 0)) / 1),
    "a pole on the way": ("raising_truth", lambda t, s, *_: sqrt(s) / (2 * t - 1)),
    "a root that ends inside": ("raising_truth", lambda t, *_: sqrt(t - t**2) + t),
    "a step": ("raising_truth", lambda t, s, *_: sqrt((t - 1) ** 2) + t),
    "a root of a root": ("pair_swap", lambda t, s, *_: sqrt(1 + sqrt(s)) - t),
    "the wrong way for one class": ("pair_swap", lambda t, s, m, h, f, p, y: p / sqrt(s)),
    "pooled is as good": ("refinement", lambda t, s, m, h, f, p, y: sqrt(1 + p)),
    "pooled is better": ("refinement", lambda t, s, *_: -t / sqrt(s)),
    "shares lose": ("recalibration", lambda t, s, *_: t * sqrt(s)),
    "shares gain on one side": ("recalibration", lambda t, s, m, h, f, p, y: sqrt(1 + p) * (1 + y)),
    "as many classes as decide": ("recalibration", lambda t, s, m, *_: t / sqrt(m)),
}  # fmt: skip
KEPT: dict[str, tuple[str, Body]] = {
    "twice the spherical score": ("propriety", lambda t, s, *_: 2 * t / sqrt(s) + 1),
    "three times that": ("nearer_forecast", lambda t, s, *_: 3 * t / sqrt(s)),
    "a concave gain": ("raising_truth", lambda t, *_: log(1 + t)),
    "a root of more than nothing": ("pair_swap", lambda t, *_: sqrt(2 + t)),
}


def judged(body: Body) -> Any:
    return build(lambda at: at.items(body) / at.count, task="probabilistic", key="attack")


def asked(constraint: str) -> Any:
    return constraints("probabilistic")[constraint]


def is_right(proof: Any, metric: Any, constraint: Any) -> bool:
    """Whether all small cases, and random ones, have the sign that is proved."""
    drawn = TASK.many(constraint.bound_generator, constraint.outputs, 10_000, 1)
    small = TASK.sweep(constraint.bound_generator, constraint.outputs, 3)
    return confirm(proof, metric, constraint, small, drawn) > 100


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_has_a_wrong_proof(name: str) -> None:
    constraint, body = ATTACKS[name]
    metric = judged(body)
    proof = prove(metric, asked(constraint))
    if proof is not None:
        assert is_right(proof, metric, asked(constraint))
        with suppress(NotCoveredError):
            check(json.loads(json.dumps(standing_alone(metric, asked(constraint), proof.to_dict()))))


FAILING = (
    "the sign turned", "the length alone", "times the length", "a root that is no score", "pooled is better",
    "shares lose", "one class counts twice", "up and down", "slopes of both signs",
)  # fmt: skip


def test_what_fails_somewhere_is_never_proved() -> None:
    """Of those attacks on propriety and recalibration that are no proper scores no strict gain is proved."""
    for name in FAILING:
        constraint, body = ATTACKS[name]
        proof = prove(judged(body), asked(constraint))
        assert proof is None or proof.sign == "negative", name


@pytest.mark.parametrize("name", KEPT)
def test_other_scores_of_the_same_kind_are_proved_and_stand_alone(name: str) -> None:
    constraint, body = KEPT[name]
    metric = judged(body)
    proof = prove(metric, asked(constraint))
    assert proof is not None
    assert proof.sign == "positive"
    assert is_right(proof, metric, asked(constraint))
    document = json.loads(json.dumps(standing_alone(metric, asked(constraint), proof.to_dict())))
    assert "is positive" in check(document)


SIGNS = {"a": "nonnegative", "b": "positive", "c": "nonnegative"}
LOW, HIGH = "a/(a + b + c)", "(a + b)/(a + b + c)"


@pytest.mark.parametrize(
    ("terms", "sign"),
    [
        ("x", "positive"),
        ("2", "zero"),
        ("log(1 + x)", "positive"),
        ("sqrt(1 + x)", "positive"),
        ("x**3 + x/sqrt(1 + x**2)", ""),  # what is beside a root is not compared with it
        ("-x", ""),
        ("log(x)", ""),  # the lower place may be 0
        ("log(2*x - 1)", ""),
        ("1/x", ""),
        ("-1/x", ""),
        ("-1/(2*x - 1)", ""),  # it falls to both sides of a pole
        ("sqrt(x)", ""),
        ("x*(1 - x)", ""),
        ("x - sqrt(x**2)", ""),
        ("d*x", ""),  # nothing is known of d
        ("u*x", ""),
    ],
)
def test_the_stand_alone_rule_sees_what_it_may(terms: str, sign: str) -> None:
    assert gain(parsed(terms), parsed(LOW), parsed(HIGH), SIGNS) == sign
    assert gain(parsed(terms), parsed(HIGH), parsed(LOW), SIGNS) == ""
    assert gain(parsed(terms), parsed(LOW), parsed(LOW), SIGNS) == ""
    assert gain(parsed(terms), parsed(LOW), parsed(HIGH), SIGNS | {"x": "positive"}) == ""


def spherical(constraint: str) -> dict[str, Any]:
    metric = judged(KEPT["twice the spherical score"][1])
    proof = prove(metric, asked(constraint))
    assert proof is not None
    found: dict[str, Any] = json.loads(json.dumps(standing_alone(metric, asked(constraint), proof.to_dict())))
    return found


def more(part: dict[str, Any]) -> dict[str, Any]:
    return next(
        each for each in part["symbols"] if "gains" in each["meaning"] or "group adds" in each["meaning"]
    )


def rows(part: dict[str, Any], output: str = "worse") -> list[dict[str, str]]:
    found: list[dict[str, str]] = part["outputs"][output]["rows"]["items"]
    return found


PLANTED: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "turned": ("propriety", lambda part: more(part).update(definition=f"-({more(part)['definition']})")),
    "of one output": ("propriety", lambda part: more(part).update(definition="A0__better")),
    "another body": ("propriety", lambda part: part["reductions"]["A0"].update(body="t*sqrt(s)")),
    "a pole": ("propriety", lambda part: part["reductions"]["A0"].update(body="t/sqrt(s)/(p - y)")),
    "the root of what may be 0": ("propriety", lambda part: part["reductions"]["A0"].update(body="sqrt(t)")),
    "another column": ("propriety", lambda part: part["reductions"]["A0"].update(body="t/sqrt(m)")),
    "another share": ("propriety", lambda part: rows(part)[0].update(p="1/2")),
    "another length": ("propriety", lambda part: rows(part)[0].update(s="1")),
    "another class": ("propriety", lambda part: rows(part)[0].update(y="1")),
    "what happened is open": ("propriety", lambda part: rows(part)[0].update(y="gap_0")),
    "more items": ("propriety", lambda part: rows(part)[0].update(times="2*group_1")),
    "a place for a size": (
        "propriety",
        lambda part: [rows(part, name)[0].update(times="x") for name in part["outputs"]],
    ),
    "fewer rows": ("propriety", lambda part: rows(part).pop()),
    "equal forecasts": (
        "propriety",
        lambda part: next(each for each in part["symbols"] if each["name"] == "gap_1").update(sign="nonnegative"),
    ),
    "three classes": ("propriety", lambda part: part["outputs"]["worse"]["quantities"].update(K="3")),
    "tables that are calibrated": ("recalibration", lambda part: part["outputs"]["worse"].update(table="calibrated")),
    "both ways": ("recalibration", lambda part: more(part).update(definition=f"-({more(part)['definition']})")),
    "another table's body": ("recalibration", lambda part: part["reductions"]["A0"].update(body="t*sqrt(s)")),
    "a table's logarithm": ("recalibration", lambda part: part["reductions"]["A0"].update(body="log(t)")),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_gain_is_refused(name: str) -> None:
    constraint, plant = PLANTED[name]
    document = spherical(constraint)
    assert "is positive" in check(document)
    for part in document["parts"]:
        plant(part)
    with pytest.raises((RefusedError, NotCoveredError)):
        check(document)


def test_a_branch_that_is_missing_is_refused() -> None:
    document = spherical("propriety")
    document["parts"].pop()
    with pytest.raises((RefusedError, NotCoveredError)):
        check(document)
