"""Proofs on probability forecasts: they agree with all small cases and with random ones, and wrong ones are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck import CertificateError
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas import maximum
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.recheck import check
from axiometrics.tasks import get_task
from axiometrics.tasks.probabilistic.chooser import group, shares, tables
from axiometrics.tasks.probabilistic.symbolic import _Symbols, parametric_cases

TASK = get_task("probabilistic")
ADDITIVE = ("brier", "brier_multiclass", "rps")
INFINITE = ("log_loss", "focal_loss")
ONE_GROUP = (
    *ADDITIVE, "brier_skill", "calibration_in_the_large", "ece", "ece_classwise", "ece_exact", "ece_top",
    "ks_calibration", "mce", "pav_calibration_loss", "reliability", "reliability_multiclass", "rmsce",
)  # fmt: skip
POSITIVE = {
    "propriety": (*ONE_GROUP, "spherical", "log_loss"),
    "nearer_forecast": (*ONE_GROUP, "spherical", "log_loss"),
    "refinement": (
        *ADDITIVE, "absolute_error", "auc", "average_precision", "brier_skill", "ks", "pav_refinement_loss",
        "resolution", "resolution_multiclass", "spherical", "log_loss",
    ),
    "raising_truth": (*ADDITIVE, *INFINITE, "absolute_error", "brier_skill", "spherical"),
    "pair_swap": (*ADDITIVE, *INFINITE, "absolute_error", "brier_skill", "spherical"),
    "averaging": (*ADDITIVE, *INFINITE, "brier_skill"),
    "recalibration": (
        *ADDITIVE, "brier_skill", "ece_exact", "reliability", "reliability_multiclass", "spherical", "log_loss",
        "ks_calibration",
    ),
    "miscalibrated_positive": (
        *ADDITIVE, *INFINITE, "absolute_error", "ece_exact", "reliability", "reliability_multiclass",
        "ks_calibration",
    ),
    "propriety(context=any)": (*ADDITIVE, "log_loss"),
    "nearer_forecast(context=any)": (*ADDITIVE, "log_loss"),
    "refinement(context=any)": (*ADDITIVE, "absolute_error", "log_loss"),
    "refinement(context=calibrated)": ("brier", "log_loss"),
}  # fmt: skip
ZERO = {
    "calibrated_zero": [name for name in ONE_GROUP if name not in (*ADDITIVE, "brier_skill")],
    "pair_swap": ["calibration_in_the_large"],
    "propriety": ["pav_refinement_loss", "resolution", "auc"],
    "refinement": [
        "reliability", "ece_exact", "pav_calibration_loss", "ece", "ece_classwise", "ece_top", "mce", "rmsce",
    ],
}  # fmt: skip
BINNED = ("ece", "ece_classwise", "ece_top", "mce", "rmsce")
NOT_LESS = {
    "recalibration": (*BINNED, "zero_one", "calibration_in_the_large"),
    "miscalibrated_positive": (*BINNED, "ace", "ece_mass", "zero_one", "calibration_in_the_large"),
    "averaging": ["calibration_in_the_large"],
    **{
        key: ["zero_one"]
        for key in ("propriety", "nearer_forecast", "raising_truth", "pair_swap", "refinement")
    },
    "refinement(context=any)": ["zero_one"],
}
CELLS = [
    (metric, constraint, sign)
    for known, sign in ((POSITIVE, "positive"), (ZERO, "zero"), (NOT_LESS, "nonnegative"))
    for constraint, names in known.items()
    for metric in names
]
ALONE = [
    ("brier", "propriety"),
    ("rmsce", "nearer_forecast"),
    ("auc", "refinement"),
    ("rps", "raising_truth"),
    ("absolute_error", "pair_swap"),
    ("brier_skill", "averaging"),
    ("log_loss", "nearer_forecast"),
]


def asked(label: str) -> Any:
    key, _, given = label.rstrip(")").partition("(")
    return constraints("probabilistic")[key].with_parameters(
        **dict(part.split("=") for part in given.split(",") if part)
    )


def cases_of(constraint: Any) -> tuple[Any, Any]:
    return (
        TASK.sweep(constraint.bound_generator, constraint.outputs, 2),
        TASK.many(constraint.bound_generator, constraint.outputs, 10_000, 1),
    )


@cache
def cases(label: str) -> tuple[Any, Any]:
    """All small cases of a constraint, and random ones."""
    return cases_of(asked(label))


@pytest.mark.parametrize(("metric", "constraint", "sign"), CELLS)
def test_a_proof_agrees_with_all_cases(metric: str, constraint: str, sign: str) -> None:
    judged, demanded = metrics("probabilistic")[metric], asked(constraint)
    proof = prove(judged, demanded)
    assert proof is not None
    assert proof.sign == sign
    assert confirm(proof, judged, demanded, *cases(constraint)) > 100


@pytest.mark.parametrize(("metric", "constraint"), ALONE)
def test_proofs_on_few_forecasts_stand_alone(metric: str, constraint: str) -> None:
    judged, demanded = metrics("probabilistic")[metric], asked(constraint)
    proof = prove(judged, demanded)
    assert proof is not None
    document = json.loads(json.dumps(standing_alone(judged, demanded, proof.to_dict())))
    assert document["stands_alone"], document["reasons"]
    assert "is positive" in check(document)


def same_forecast(choose: Any, **_: Any) -> Any:
    """What is called another forecast may be the shares themselves."""
    counts = choose.counts(2)
    goal = shares(counts)
    forecast = choose.other(goal) if isinstance(choose, _Symbols) else choose.forecast(2)
    return tables(worse=group(forecast, counts), better=group(goal, counts))


def beyond(choose: Any, **_: Any) -> Any:
    """What is called nearer is farther away."""
    counts = choose.counts(2)
    far, near = choose.towards(shares(counts))
    symbols = isinstance(choose, _Symbols)
    return tables(
        worse=group(far if symbols else near, counts), better=group(near if symbols else far, counts)
    )


def any_order(choose: Any, **_: Any) -> Any:
    """The event has the larger forecast as often as the smaller one."""
    one, two = choose.forecast(2), choose.forecast(2)
    if isinstance(choose, _Symbols):
        choose.require(one[1] < two[1])
    return tables(worse=[(one, 2, 1), (two, 1, 1)], better=[(two, 2, 1), (one, 1, 1)])


def any_table(choose: Any, **_: Any) -> Any:
    """Some tables are not calibrated."""
    return tables(judged=choose.calibrated(2) if isinstance(choose, _Symbols) else choose.table(2))


def all_tables(choose: Any, **_: Any) -> Any:
    """Some tables are calibrated."""
    return tables(judged=choose.uncalibrated(2) if isinstance(choose, _Symbols) else choose.table(2))


def not_recalibrated(choose: Any, **_: Any) -> Any:
    """Some tables are calibrated from the start."""
    table = choose.uncalibrated(2) if isinstance(choose, _Symbols) else choose.table(2)
    return tables(worse=table, better=choose.recalibrated(table))


WRONG = {
    "equal forecasts": ("brier", "propriety", same_forecast),
    "a forecast that is farther": ("rps", "nearer_forecast", beyond),
    "forecasts in any order": ("absolute_error", "pair_swap", any_order),
    "tables that are not calibrated": ("reliability", "calibrated_zero", any_table),
    "bins that are not": ("ece", "calibrated_zero", any_table),
    "tables that are calibrated": ("ece_exact", "miscalibrated_positive", all_tables),
    "nothing to recalibrate": ("brier", "recalibration", not_recalibrated),
}


@pytest.mark.usefixtures("taken_for_ours")
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_statement_is_refused_on_concrete_cases(name: str) -> None:
    metric, constraint, generator = WRONG[name]
    judged = metrics("probabilistic")[metric]
    planted = replace(asked(constraint), generator=generator)
    proof = prove(judged, planted)
    assert proof is not None
    with pytest.raises(CertificateError):
        confirm(proof, judged, planted, *cases_of(planted))


def unlike(worse: Any, better: Any) -> Callable[..., Any]:
    """Return a generator whose outputs show a larger forecast of an event beside what these make of other items."""

    def generator(choose: Any, **_: Any) -> Any:
        one, two = choose.forecast(2), choose.forecast(2)
        choose.require(one[1] < two[1])
        rest, more = choose.context(2, 2), choose.context(2, 2)
        return tables(worse=[(one, 2, 1), *worse(rest, more)], better=[(two, 2, 1), *better(rest, more)])

    return generator


def mean_of_any(choose: Any, **_: Any) -> Any:
    """Return two forecasts that may be equal, and their mean."""
    one, two = choose.forecast(2), choose.forecast(2)
    mean = tuple((a + b) / 2 for a, b in zip(one, two, strict=True))
    return tables(**{
        name: [(q, 2, 1)] for name, q in {"first": one, "second": two, "mean": mean}.items()
    })  # fmt: skip


def pooled(choose: Any, **_: Any) -> Any:
    """Return a calibrated table with another one, or twice, which may join their groups."""
    return tables(judged=choose.calibrated(2) + choose.calibrated(2))


UNREAD: dict[str, Callable[..., Any]] = {
    "in one output alone": unlike(lambda rest, more: rest, lambda rest, more: []),
    "twice": unlike(lambda rest, more: rest, lambda rest, more: rest + rest),
    "other ones": unlike(lambda rest, more: rest, lambda rest, more: more),
    "turned round": unlike(
        lambda rest, more: rest, lambda rest, more: [(q[::-1], 3 - y, n) for q, y, n in rest]
    ),
    "each kind once": unlike(lambda rest, more: rest, lambda rest, more: list(dict.fromkeys(rest))),
    "all but one": unlike(lambda rest, more: rest, lambda rest, more: rest[1:]),
    "multiplied": unlike(lambda rest, more: rest, lambda rest, more: rest * 2),
    "counted": unlike(lambda rest, more: rest, lambda rest, more: rest if len(rest) else more),
    "asked for": unlike(lambda rest, more: rest, lambda rest, more: rest if rest else more),
    "compared": unlike(lambda rest, more: rest, lambda rest, more: rest if rest == more else more),
    "equal forecasts": mean_of_any,
    "two tables as one": pooled,
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_other_items_are_or_whether_forecasts_differ_is_not_guessed(name: str) -> None:
    with pytest.raises(NotSymbolicError, match="swept only"):
        parametric_cases(UNREAD[name], metrics("probabilistic")["brier"].formula)


@pytest.mark.usefixtures("taken_for_ours")
def test_two_contexts_are_the_other_items_where_each_output_has_both_in_any_order() -> None:
    generator = unlike(lambda rest, more: rest + more, lambda rest, more: more + rest)
    assert (
        prove(metrics("probabilistic")["brier"], replace(asked("pair_swap"), generator=generator)).sign
        == "positive"
    )


SIZES: dict[str, Callable[[Any], Any]] = {
    "events": lambda at: at.items(lambda t, s, m, h, f, p, y: (p - y) ** 2 / (at.events + 1)),
    "others": lambda at: at.entries(lambda q, o, *_: (q - o) ** 2 * (at.count - at.events + 1)),
}


@pytest.mark.parametrize("name", SIZES)
def test_terms_may_read_a_size_that_is_the_same_in_every_output(name: str) -> None:
    judged = build(SIZES[name], task="probabilistic", error=True, key="sized")
    proof = prove(judged, asked("pair_swap"))
    assert proof is not None
    assert proof.sign == "positive"
    assert confirm(proof, judged, asked("pair_swap"), *cases("pair_swap")) > 100


@pytest.mark.parametrize("name", SIZES)
def test_terms_of_other_items_may_not_read_a_size_that_changes(name: str) -> None:
    def repeated(choose: Any, **_: Any) -> Any:
        q, rest = choose.forecast(2), choose.context(2, 2)
        worse, better = ([(q, y, times) for y in (1, 2)] for times in (1, 2))
        return tables(worse=worse + rest, better=better + rest)

    with pytest.raises(NotSymbolicError, match="not the same in every output"):
        parametric_cases(repeated, build(SIZES[name], task="probabilistic", key="sized").formula)


NEARLY: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "a bonus for certainty": ("propriety", lambda at: at.items(lambda t, s, *_: (1 - t) ** 2 - s / 2) / at.count),
    "one side counts less": ("propriety", lambda at: at.items(lambda t, s, m, h, f, p, y: (p - y) ** 2 * (1 + y))),
    "only what is too high": (
        "miscalibrated_positive", lambda at: at.groups(lambda p, n, e, *_: maximum(n * p - e, 0)) / at.count
    ),
    "what is too low makes good": ("miscalibrated_positive", lambda at: at.groups(lambda p, n, e, *_: n * p - e)),
    "what is certain costs": ("calibrated_zero", lambda at: at.groups(lambda p, n, e, *_: (n * p - e) + n * p)),
    "bins that are counted": (
        "calibrated_zero",
        lambda at: at.bins("width", "event", 2, lambda n, d, r: d + (n - r)) / at.count,
    ),
    "a concave cost": ("averaging", lambda at: at.items(lambda t, *_: t - t**2) / at.count),
}  # fmt: skip


@pytest.mark.parametrize("name", NEARLY)
def test_what_does_not_hold_is_not_proved(name: str) -> None:
    constraint, formula = NEARLY[name]
    judged = build(formula, task="probabilistic", error=True, key="nearly")
    proof = prove(judged, asked(constraint))
    if proof is not None:
        assert confirm(proof, judged, asked(constraint), *cases(constraint)) > 100
        assert proof.sign not in ("positive", "zero")
