"""A certificate about all large n with one thing wrong in it is refused by the independent check."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.demands import build_cell
from axiometrics.checker.demands import sizes as quantified
from axiometrics.checker.demands.sizes import series_of
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.polynomials import constant, equal, sign
from axiometrics.checker.recheck.reading import quotient
from axiometrics.checker.selection import Options
from axiometrics.checker.series import prove_series
from axiometrics.checker.series.recheck import agrees, recheck_series
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.errors import EngineDisagreementError
from axiometrics.metrics import METRICS

Data = dict[str, Any]
RANKING = METRICS.view("ranking", plugins=False)
DEEPNESS = CONSTRAINTS.view("ranking")["deepness_threshold"]
N = tuple(range(1, 41))


@cache
def proved(key: str) -> tuple[Any, Concrete]:
    """The proof of a built-in metric, and its cases: what the checker hands to the re-check."""
    proof = prove_series(RANKING[key], DEEPNESS)
    assert proof is not None
    return proof, Concrete.of(RANKING[key], DEEPNESS.margin, series_of(DEEPNESS, N))


def submit(key: str, change: Callable[[Data], None] = lambda _: None) -> int:
    proof, tried = proved(key)
    data = copy.deepcopy(proof.certificate.to_dict())
    change(data)
    return recheck_series(data, tried)


CURVED, LOGARITHMIC, GEOMETRIC, WEIGHTED, TELESCOPING = (
    "average_precision",
    "dcg",
    "rbp",
    "err",
    "reliability",
)
SQUARED, PLAIN = "kendall_tau_b", "auc"


@pytest.mark.parametrize("key", [CURVED, LOGARITHMIC, GEOMETRIC, WEIGHTED, TELESCOPING, SQUARED, PLAIN])
def test_the_honest_certificate_passes(key: str) -> None:
    proof, _ = proved(key)
    assert submit(key) == 41 - proof.certificate.valid


def put(name: str, value: Any) -> Callable[[Data], None]:
    """Set an entry of the certificate."""

    def change(data: Data) -> None:
        assert data[name] != value
        data[name] = value

    change.__name__ = f"put {name}={value}"
    return change


def put_in_sum(name: str, value: Any, which: int = 0) -> Callable[[Data], None]:
    """Set an entry of one of the sums."""

    def change(data: Data) -> None:
        assert data["sums"][which][name] != value
        data["sums"][which][name] = value

    change.__name__ = f"put {name}={value} in sum {which}"
    return change


def swap_the_bounds(data: Data) -> None:
    known = data["sums"][0]
    known["lower"], known["upper"] = known["upper"], known["lower"]


def leave_out_the_bounds(data: Data) -> None:
    known = data["sums"][0]
    data["sums"][0] = {
        name: known[name] for name in known if name not in ("lower", "upper", "side", "levels")
    }
    data["sums"][0]["tactic"] = "none"


def claim_what_is_false(data: Data) -> None:
    data["claims"].append({"expression": "n - 7", "sign": "positive"})


def claim_too_strictly(data: Data) -> None:
    data["claims"].append({"expression": f"n - {data['start']}", "sign": "positive"})


def raise_a_level(data: Data) -> None:
    data["sums"][0]["levels"]["middle"] += 1


def state_another_value(data: Data) -> None:
    name = next(iter(data["values"]["worse"]))
    data["values"]["worse"][name] = f"2*({data['values']['worse'][name]})"


def forget_a_power(data: Data) -> None:
    data["powers"].clear()


def let_a_power_grow(data: Data) -> None:
    data["powers"]["x1"] = "5/4"


def call_n_by_one_less(data: Data) -> None:
    data["numerator"] = data["numerator"].replace("n", "(n - 1)")


WRONG = [
    (CURVED, put("start", 2)),  # at n = 2 the bound n (n + 3)/(4 (n + 1)) is 5/6, below 1
    (CURVED, put("sign", "positive")),
    (CURVED, put("sign", "zero")),
    (
        "precision_at",
        put("valid", 5),
    ),  # from 5 to 9 some of the relevant documents are among the first ten ranks
    (CURVED, put("valid", 35)),  # six values of n are too few
    (CURVED, put("squared", True)),
    (CURVED, put("numerator", "2*s1 - 2")),
    (CURVED, put("numerator", "0")),
    (CURVED, put("denominator", "n")),
    (CURVED, put("denominator", "0")),
    (CURVED, put_in_sum("tactic", "convex")),
    (CURVED, put_in_sum("tactic", "falling")),
    (CURVED, put_in_sum("tactic", "rising")),  # they do rise, but the stated bounds are others
    (CURVED, put_in_sum("tactic", "because")),
    (CURVED, put_in_sum("lower", "n/2")),
    (CURVED, put_in_sum("upper", "n/4")),
    (CURVED, put_in_sum("first", "n")),
    (CURVED, put_in_sum("last", "2*n + 1")),
    (CURVED, put_in_sum("first", "3*n")),  # a sum without terms
    (CURVED, put_in_sum("body", "(i - n)/(i + 1)")),
    (CURVED, put_in_sum("weight", "1/2")),
    (CURVED, put_in_sum("side", "middle")),
    (CURVED, swap_the_bounds),
    (CURVED, leave_out_the_bounds),
    (CURVED, claim_what_is_false),
    (CURVED, claim_too_strictly),
    (CURVED, state_another_value),
    (LOGARITHMIC, put("start", 2)),
    (LOGARITHMIC, raise_a_level),
    (LOGARITHMIC, put_in_sum("logged", "i")),
    (LOGARITHMIC, put_in_sum("logged", "7 - i")),
    (LOGARITHMIC, put_in_sum("body", "i")),
    (LOGARITHMIC, put_in_sum("tactic", "convex")),
    (LOGARITHMIC, put_in_sum("lower", "n/2")),
    (GEOMETRIC, put("start", 5)),  # 0.8^5 = 0.3277 is between the roots of x^2 - x + 1/5
    (GEOMETRIC, put_in_sum("value", "5 - 4*x1")),
    (GEOMETRIC, put_in_sum("weight", "9/10")),
    (GEOMETRIC, put_in_sum("last", "3*n")),
    (GEOMETRIC, forget_a_power),
    (GEOMETRIC, let_a_power_grow),
    (WEIGHTED, put_in_sum("tactic", "rising")),
    (WEIGHTED, swap_the_bounds),
    (TELESCOPING, put_in_sum("antidifference", "1/i", 0)),
    (TELESCOPING, put_in_sum("value", "1/n", 0)),
    (SQUARED, put("squared", False)),
    (PLAIN, put("start", 1)),
    (PLAIN, call_n_by_one_less),
]


def test_there_is_a_telescoping_sum_to_be_tampered_with() -> None:
    sums = proved(TELESCOPING)[0].certificate.sums
    assert sums[0]["tactic"] == "telescoping"


@pytest.mark.parametrize(("key", "change"), WRONG, ids=lambda part: getattr(part, "__name__", part))
def test_a_wrong_certificate_is_refused(key: str, change: Callable[[Data], None]) -> None:
    with pytest.raises(CertificateError):
        submit(key, change)


@pytest.mark.parametrize("key", [GEOMETRIC, WEIGHTED, TELESCOPING, CURVED, LOGARITHMIC])
@pytest.mark.parametrize("part", ["value", "lower", "upper"])
def test_what_is_so_for_every_tried_n_and_not_beyond_is_refused(key: str, part: str) -> None:
    """A product that is zero for each tried n is added to a closed form or a bound."""
    gone = "*".join(f"(n - {n})" for n in N)
    for place, known in enumerate(proved(key)[0].certificate.to_dict()["sums"]):
        if part in known:
            with pytest.raises(CertificateError):
                submit(key, put_in_sum(part, f"{known[part]} + {gone}", place))


@pytest.mark.parametrize("key", [CURVED, LOGARITHMIC, WEIGHTED])
@pytest.mark.parametrize(("part", "turn"), [("lower", 1), ("upper", -1)])
def test_a_bound_that_fails_for_the_first_n_alone_does_not_agree_with_the_cases(
    key: str, part: str, turn: int
) -> None:
    """A product is added that is zero for every other n that is tried."""
    proof, tried = proved(key)
    data = proof.certificate.to_dict()
    tried.compared(partial(agrees, data))
    others = [n for n in N if n > data["start"]]
    gone = "*".join([str(turn * (-1) ** len(others)), *(f"(n - {n})" for n in others)])
    for place, known in enumerate(data["sums"]):
        if part in known:
            changed = copy.deepcopy(data)
            put_in_sum(part, f"{known[part]} + {gone}", place)(changed)
            with pytest.raises(CertificateError):
                tried.compared(partial(agrees, changed))


def test_a_certificate_of_another_metric_is_refused() -> None:
    proof, _ = proved("dcg")
    _, tried = proved("dcg_jk")
    with pytest.raises(CertificateError):
        recheck_series(proof.certificate.to_dict(), tried)


def test_a_bound_is_used_in_its_own_direction_only() -> None:
    """s <= 2 does not show s - 1 > 0, and s >= 1/2 does not show 1 - s > 0; both together show 3 - s > 0."""
    proof, tried = proved(CURVED)
    data = proof.certificate.to_dict()
    for expression, shown in (("s1 - 1", "positive"), ("n - s1", "positive"), ("s1 - n", "negative")):
        recheck_series({**data, "claims": [{"expression": expression, "sign": shown}]}, tried)
    for expression, wrong in (
        ("2*s1 - n", "positive"),
        ("n - 3*s1", "positive"),
        ("4*s1 - n - 3", "positive"),
    ):
        with pytest.raises(CertificateError):
            recheck_series({**data, "claims": [{"expression": expression, "sign": wrong}]}, tried)


def flipped(proof: Any) -> Any:
    return replace(
        proof, sign={"positive": "negative", "negative": "positive", "zero": "positive"}[proof.sign]
    )


@pytest.mark.parametrize("key", ["average_precision", "rbp", "r_precision"])
def test_a_proof_that_a_tried_n_contradicts_stops_the_run(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the re-check let it pass."""
    monkeypatch.setattr(quantified, "prove_series", lambda *cell: flipped(prove_series(*cell)))
    monkeypatch.setattr(quantified, "confirm_series", lambda *_: 0)
    with pytest.raises(EngineDisagreementError, match=r"is \w+ for every n >= \d+, but not for n = "):
        build_cell(RANKING[key], DEEPNESS, TrustedSource(RANKING[key]), Options("quick"))


def test_a_wrong_certificate_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def forged(*cell: Any) -> Any:
        proof = prove_series(*cell)
        assert proof is not None
        return replace(proof, certificate=replace(proof.certificate, start=proof.start - 1))

    monkeypatch.setattr(quantified, "prove_series", forged)
    with pytest.raises(CertificateError):
        build_cell(RANKING["rbp"], DEEPNESS, TrustedSource(RANKING["rbp"]), Options("quick"))


def test_the_arithmetic_of_the_check() -> None:
    """(n + 1)^2/(n + 1) and n + 1 are the same function; its derivative is 1; x = 1/(1 + t) turns x^2 + x - 2 round."""
    one, other = quotient("(n + 1)**2/(n + 1)"), quotient("n + 1")
    assert equal(one, other)
    assert equal(one.derivative("n"), constant(1))
    found = quotient("x**2 + x - 2").substituted({"x": quotient("1/(1 + t)")})
    # (1 + (1 + t) - 2 (1 + t)^2)/(1 + t)^2 = (-3 t - 2 t^2)/(1 + t)^2
    assert equal(found, quotient("(-3*t - 2*t**2)/(1 + t)**2"))
    assert sign(found.top, strict=False) == -1
    with pytest.raises(CertificateError, match="may be zero"):
        sign(found.top, strict=True)
    with pytest.raises(CertificateError, match="both signs"):
        sign(quotient("n - 1").top, strict=False)
    for text in ("n +", "log(n)", "ratio(n, x, t)", "n/(x - x)", "n**t", "n if x else t", "y"):
        with pytest.raises(CertificateError):
            quotient(text, "nxt")
