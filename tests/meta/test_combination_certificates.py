"""Certificates of combining functions are refused when a part of them is not so."""

from __future__ import annotations

import copy
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.prove.elimination import Sum
from axiometrics.checker.prove.lines import continuity, definedness
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.demands import recheck_elimination, recheck_sum, zero_with
from axiometrics.checker.recheck.lines import Demand, Measured, recheck_lines
from axiometrics.checker.recheck.reading import polynomial
from axiometrics.checker.sweep import sweep_cases
from axiometrics.formulas import UNDEFINED, guarded, log2, ratio, sqrt, tanh
from axiometrics.formulas.compiled import source
from axiometrics.metrics import Metric, metrics
from axiometrics.metrics.registry import build

METRICS = metrics("combination")
THOMSEN = constraints("combination")["thomsen"]
OPEN = THOMSEN.with_parameters(domain="open")


def eliminated() -> dict[str, Any]:
    proof = prove(METRICS["f"], OPEN)
    assert proof is not None
    return copy.deepcopy(proof.to_dict()["certificate"])


def checked(certificate: dict[str, Any]) -> int:
    cases = sweep_cases(OPEN, 8)
    forms = [*(form for form, _ in OPEN.premises), OPEN.margin]
    return recheck_elimination(certificate, Concrete.of(METRICS["f"], OPEN.margin, cases), forms)


def test_a_proof_by_elimination_stands() -> None:
    assert checked(eliminated()) > 100


@pytest.mark.parametrize("part", ["numerator", "denominator", "times"])
def test_a_premise_that_is_not_the_metrics_is_refused(part: str) -> None:
    certificate = eliminated()
    certificate["premises"][0][part] = f"3*({certificate['premises'][0][part]})"
    with pytest.raises(CertificateError):
        checked(certificate)


def test_a_division_with_a_remainder_is_refused() -> None:
    certificate = eliminated()
    certificate["steps"][0]["quotient"] += " + 1"
    with pytest.raises(CertificateError, match="remainder"):
        checked(certificate)


def test_a_leading_coefficient_that_may_vanish_is_refused() -> None:
    certificate = eliminated()
    certificate["steps"][0]["rest"] = None
    with pytest.raises(CertificateError, match="may vanish"):
        checked(certificate)


def test_a_factor_that_is_zero_only_with_the_numerator_may_be_left_out() -> None:
    # (a + b)^2 - (c + d)^2 = (a + b - c - d)(a + b + c + d), and the sum is zero only where all roots of scores are
    proof = prove(METRICS["power_mean"], THOMSEN)
    assert proof is not None
    assert confirm(proof, METRICS["power_mean"], THOMSEN, sweep_cases(THOMSEN, 8)) > 4000


def test_a_factor_that_may_be_zero_elsewhere_is_refused() -> None:
    signs = {"x": "nonnegative", "y": "nonnegative", "z": "positive"}
    for times, numerator, sound in (
        ("x + y", "x - y", True),
        ("x*z + y", "x**2 - 3*x*y", True),
        ("z", "x + 1", True),
        ("x", "x - y", False),  # x = 0 and y = 1
        ("x*y", "x - y", False),
        ("x - y", "x - y", False),
        ("x + y", "x - y + z", False),
    ):
        assert zero_with(polynomial(times), polynomial(numerator), signs) == sound


def test_with_zero_among_the_scores_there_is_no_proof() -> None:
    assert prove(METRICS["f"], THOMSEN) is None
    assert prove(METRICS["product"], THOMSEN) is None


def test_what_has_no_additive_order_is_not_proved_to_have_one() -> None:
    def bent(scores: Any) -> Any:
        """P + R + P R^2: monotone, and not additive."""
        return scores.p + scores.r + scores.p * scores.r**2

    for domain in ("closed", "open", "interior"):
        made = build(bent, task="combination")
        assert prove(made, THOMSEN.with_parameters(domain=domain)) is None


def test_premises_that_do_not_add_up_are_refused() -> None:
    sound = Sum((1, 1), ({"x": 1, "y": -1}, {"y": 1, "z": -1}), {"x": 1, "z": -1})
    recheck_sum(sound.to_dict())
    for false in (
        Sum((1, 2), sound.premises, sound.weights),
        Sum((-1, -1), sound.premises, {"x": -1, "z": 1}),
    ):
        with pytest.raises(CertificateError):
            recheck_sum(false.to_dict())


def test_a_jump_has_no_proof_of_continuity() -> None:
    def jump(scores: Any) -> Any:
        return scores.r + guarded(1, scores.p, 0)

    def pole(scores: Any) -> Any:
        return ratio(scores.p, scores.p - scores.r, 0)

    constraint = constraints("combination")["restricted_solvability"]
    for function in (jump, pole):
        assert continuity(build(function, task="combination"), constraint) is None


CONTINUOUS = ("f", "geometric_mean", "jaccard_like", "power_mean(r=-1/2)", "quadratic_mean")
SOLVABLE = constraints("combination")["restricted_solvability"]
CONNECTED = constraints("combination")["connectedness"]


def instance(label: str) -> Metric:
    key, _, exponent = label.removesuffix(")").partition("(r=")
    return METRICS[key].with_parameters(r=exponent) if exponent else METRICS[key]


def recheck(metric: Metric, certificate: Any, constraint: Any = SOLVABLE) -> None:
    text, constants, _ = source(metric.formula.normal.expression, tuple(metric.formula.globals))
    cases = sweep_cases(constraint, 6)
    formula = Measured(text, dict(constants), ("P", "R"))
    recheck_lines(certificate, formula, Concrete.of(metric, {}, cases), constraint.outputs)


def stated(label: str, constraint: Any = SOLVABLE) -> dict[str, Any]:
    proof = prove(instance(label), constraint)
    assert proof is not None
    return copy.deepcopy(proof.to_dict()["certificate"])


@pytest.mark.parametrize("label", CONTINUOUS)
@pytest.mark.parametrize("constraint", [SOLVABLE, CONNECTED], ids=lambda each: each.key)
def test_a_certificate_that_leaves_a_demand_out_is_refused(label: str, constraint: Any) -> None:
    certificate = stated(label, constraint)
    recheck(instance(label), certificate, constraint)
    for line in certificate["lines"]:
        whole = line["places"]
        for place in whole:
            line["places"] = [other for other in whole if not same(place, other)]
            with pytest.raises(CertificateError, match="left out"):
                recheck(instance(label), certificate, constraint)
        line["places"] = whole


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two places demand the same of the same value, such as 0 and P R where P = 0."""
    values = ([(each["vanish"], each["top"]) for each in place["pieces"]] for place in (one, other))
    return one["must"] == other["must"] and next(values) == next(values)


def test_the_certificate_of_another_formula_is_refused() -> None:
    for one, other in (("f", "jaccard_like"), ("geometric_mean", "power_mean(r=-1/2)"), ("product", "f")):
        with pytest.raises(CertificateError):
            recheck(instance(other), stated(one))


def test_a_demand_that_the_formula_does_not_make_is_refused() -> None:
    certificate = stated("product")
    certificate["lines"][0]["places"] = stated("f")["lines"][0]["places"]
    with pytest.raises(CertificateError, match="none of the formula's"):
        recheck(METRICS["product"], certificate)


def test_a_piece_that_says_something_else_or_is_missing_is_refused() -> None:
    for change in ({"top": "u - x"}, {"vanish": ["x"]}, {"top": "log(u)"}):
        certificate = stated("f")
        certificate["lines"][0]["places"][0]["pieces"][0].update(change)
        with pytest.raises(CertificateError):
            recheck(METRICS["f"], certificate)
    certificate = stated("f")
    certificate["lines"][0]["places"][0]["pieces"].pop()
    with pytest.raises(CertificateError, match="left out"):
        recheck(METRICS["f"], certificate)


def test_lines_that_are_not_all_there_are_are_refused() -> None:
    for line in range(4):  # each score moves, the other is zero or positive
        certificate = stated("f")
        del certificate["lines"][line]
        with pytest.raises(CertificateError, match="no line of some kind passes"):
            recheck(METRICS["f"], certificate)
    certificate = stated("f")
    certificate["lines"][0]["signs"]["u"] = "positive"
    with pytest.raises(CertificateError):
        recheck(METRICS["f"], certificate)


BROKEN = {
    "root of what may be negative": lambda s: sqrt(s.p - s.r),
    "pole": lambda s: s.p / s.r,
    "pole beside a zero": lambda s: guarded(s.p / s.r, s.p - s.r, 0),
    "root beside a zero": lambda s: guarded(s.p * sqrt(s.r - s.p), s.p - s.r, 0),
    "logarithm of zero": lambda s: log2(s.p + s.r),
    "no value under a zero": lambda s: ratio(s.p * s.r, ratio(1, s.p, UNDEFINED), 0),
}
"""What has no value somewhere with scores from 0 to 1."""


@pytest.mark.parametrize("name", BROKEN)
def test_what_has_no_value_somewhere_is_proved_neither_continuous_nor_connected(name: str) -> None:
    made = build(BROKEN[name], task="combination", key="broken")
    assert prove(made, SOLVABLE) is None
    assert prove(made, CONNECTED) is None
    for kind in ("continuity", "definedness"):  # nor does the check believe a certificate that claims nothing
        empty = stated("arithmetic_mean") | {"kind": kind}
        assert not any(line["places"] for line in empty["lines"])
        with pytest.raises(CertificateError):
            recheck(made, empty)


def test_a_hyperbolic_tangent_is_continuous_and_has_a_value_everywhere() -> None:
    """Inside it a denominator keeps from zero, or does not: P + R + 1 > 0, and P + R = 0 for two scores of zero."""
    made = build(lambda s: tanh(s.p / (s.p + s.r + 1)), task="combination", key="bent")
    for kind, constraint in ((continuity, SOLVABLE), (definedness, CONNECTED)):
        found = kind(made, constraint)
        assert found is not None
        recheck(made, found.to_dict(), constraint)
        pole = build(lambda s: tanh(s.p / (s.p + s.r)), task="combination", key="pole")
        assert kind(pole, constraint) is None
        with pytest.raises(CertificateError):
            recheck(pole, found.to_dict(), constraint)


def test_where_the_domain_keeps_denominators_from_zero_there_is_a_value() -> None:
    made = build(BROKEN["pole"], task="combination", key="quotient")
    for constraint in (SOLVABLE, CONNECTED):
        inside = constraint.with_parameters(domain="open")
        proof = prove(made, inside)
        assert proof is not None
        assert confirm(proof, made, inside, sweep_cases(inside, 6)) > 0


def test_polynomials_are_multiplied_out() -> None:
    assert polynomial("(x' - y)**2 + 2*x'*y") == polynomial("x'**2 + y**2")


def test_a_proof_about_other_forms_is_refused() -> None:
    proof = prove(METRICS["f"], OPEN)
    assert proof is not None
    other = constraints("combination")["transitivity"]
    with pytest.raises(CertificateError):
        confirm(proof, METRICS["f"], other, sweep_cases(other, 8))


MET = {"not zero": {1, -1}, "not negative": {0, 1}, "positive": {1}, "zero": {0}}


@pytest.mark.parametrize("must", MET)
def test_a_demand_is_met_where_every_value_has_such_a_sign(must: str) -> None:
    for signs in product((-1, 0, 1, None), repeat=2):
        values: Any = {frozenset(str(k)): SimpleNamespace(sign=sign) for k, sign in enumerate(signs)}
        assert Demand(must, values).is_met == (set(signs) <= MET[must])


@pytest.mark.parametrize("least", [1, -2])
def test_the_side_of_a_convention_that_is_never_taken_demands_nothing(least: int) -> None:
    """1 + R is never 0, and neither is R - 2: that 1/(P - R) has no value at P = R breaks nothing."""

    def covered(scores: Any) -> Any:
        return ratio(scores.p, scores.r + least, 1 / (scores.p - scores.r))

    metric = build(covered, task="combination")
    proof = prove(metric, SOLVABLE)
    assert proof is not None
    confirm(proof, metric, SOLVABLE, sweep_cases(SOLVABLE, 4))
