"""Premises of equality are solved for, so that no failure hides between the points of a grid."""

from __future__ import annotations

import copy
import math
from fractions import Fraction
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import check, explain
from axiometrics.checker.demands.solved_premises import _systems, _tried, equalities, solved
from axiometrics.checker.prove.confirmation import measured
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.demands import recheck_enclosure
from axiometrics.checker.recheck.reading import IntervalReading, UnreadableError
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.verdict import Cell
from axiometrics.formulas.arithmetics.intervals import between
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task

METRICS = metrics("combination")


def bent(scores: Any) -> Any:
    """P + R + P R^2: increasing in both scores, and ordered by no sum of functions of them."""
    return scores.p + scores.r + scores.p * scores.r**2


def cell(metric: Any, domain: str, **options: Any) -> Cell:
    given = {"effort": "quick", "cache": False, "constraints": [f"thomsen(domain={domain})"], **options}
    return check(metric, "combination", **given).cells[0]


def read(text: str) -> tuple[Fraction, Fraction]:
    p, r = (Fraction(part.partition("=")[2]) for part in text.split())
    return p, r


@pytest.mark.parametrize("domain", ["closed", "open"])
def test_a_failure_between_the_points_of_all_small_grids_is_found_with_exact_solutions(domain: str) -> None:
    made = cell(build(bent, task="combination"), domain)
    assert (made.strict.outcome, made.strict.evidence) == ("contradicted", "witness")
    values = {name: p + r + p * r**2 for name, (p, r) in _pairs(made).items()}
    assert values["p3r1"] == values["p2r3"]
    assert values["p1r3"] == values["p3r2"]
    assert values["p1r1"] != values["p2r2"]


def _pairs(made: Cell) -> dict[str, tuple[Fraction, Fraction]]:
    assert made.witness is not None
    return {name: read(text) for name, text in made.witness.outputs.items()}


def test_a_black_box_is_solved_as_well() -> None:
    made = cell(lambda p, r: p + r + p * r * r, "open", reads="scores")
    assert made.strict.outcome == "contradicted"
    values = {name: float(p + r + p * r**2) for name, (p, r) in _pairs(made).items()}
    assert values["p3r1"] == pytest.approx(values["p2r3"], abs=1e-11)
    assert abs(values["p1r1"] - values["p2r2"]) > 1e-4


def test_a_black_box_that_is_additive_stays_without_a_failure() -> None:
    assert cell(lambda p, r: math.sqrt(p) + r * r, "open", reads="scores").strict.outcome == "holds"


def test_both_ends_of_an_interval_of_solutions_are_kept() -> None:
    constraint = constraints("combination")["thomsen"]
    source = TrustedSource(METRICS["minimum"])
    found = solved(METRICS["minimum"], constraint, source)
    widths = [
        max(b.middle for b in brackets) - min(b.middle for b in brackets)
        for one in found
        for _, brackets in one.brackets
    ]
    assert max(widths) > Fraction(1, 8)  # min(t, 1/2) = 1/2 for all t from 1/2 to 1


@pytest.mark.parametrize("domain", ["open", "interior"])
def test_the_area_under_f_is_proved_to_break_the_condition(domain: str) -> None:
    made = explain("area_under_f", f"thomsen(domain={domain})", effort="quick", cache=False)
    assert (made.strict.outcome, made.strict.evidence, made.witness) == ("contradicted", "proof", None)
    assert made.proof is not None
    certificate = made.proof["certificate"]
    # the same by other means: 40 digits, and roots by mpmath
    from mpmath import findroot, log, mp, mpf

    def area(p: Any, r: Any) -> Any:
        return p if p == r else p * r * log(r / p) / (r - p)

    levels = {name: mpf(Fraction(value).numerator) / Fraction(value).denominator
              for name, value in certificate["chosen"].items()}  # fmt: skip
    with mp.workdps(40):
        for each in certificate["unknowns"]:
            start = mpf(float(Fraction(each["low"])))

            def premise(value: Any, each: Any = each) -> Any:
                inside = {**levels, each["name"]: value}
                return sum(
                    weight * area(inside[name[:2]], inside[name[2:]]) for name, weight in each["form"].items()
                )

            levels[each["name"]] = findroot(premise, start)
            assert Fraction(each["low"]) <= Fraction(float(levels[each["name"]])) <= Fraction(each["high"])
        gap = area(levels["p1"], levels["r1"]) - area(levels["p2"], levels["r2"])
    low, high = (float(Fraction(bound)) for bound in certificate["margin"])
    assert low <= gap <= high
    assert low * high > 0


def certificate_of(domain: str = "open") -> tuple[dict[str, Any], Any]:
    made = explain("area_under_f", f"thomsen(domain={domain})", effort="quick", cache=False)
    assert made.proof is not None
    return copy.deepcopy(made.proof["certificate"]), constraints("combination")["thomsen"].with_parameters(
        domain=domain
    )


def rechecked(certificate: dict[str, Any], constraint: Any, metric: str = "area_under_f") -> None:
    def placed(chosen: Any) -> Any:
        case = get_task("combination").placed(constraint.bound_generator, constraint.outputs, chosen)  # type: ignore[attr-defined]
        return {name: output.to_fractions() for name, output in case.outputs.items()}

    recheck_enclosure(certificate, measured(METRICS[metric]), placed)


def test_an_argument_by_intervals_is_refused_when_a_step_is_wrong() -> None:
    certificate, constraint = certificate_of()
    rechecked(certificate, constraint)
    changes: list[Any] = [
        lambda c: c["unknowns"][0].update(low=c["unknowns"][0]["high"]),
        lambda c: c["unknowns"][0].update(low=c["unknowns"][0]["high"], high=c["unknowns"][0]["low"]),
        lambda c: c["unknowns"][0].update(low="9/10", high="91/100"),  # no solution there
        lambda c: c.update(margin=["-1/1000", "1/1000"]),
        lambda c: c.update(margin=["1/1000", "1/500"]),
        lambda c: c["unknowns"].pop(),  # then a level is as it was drawn
    ]
    for change in changes:
        wrong = copy.deepcopy(certificate)
        change(wrong)
        with pytest.raises(CertificateError):
            rechecked(wrong, constraint)
    for other in ("f", "geometric_mean", "minimum"):
        with pytest.raises(CertificateError):
            rechecked(certificate, constraint, other)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("x**0 + y**0", 2, 2),
        ("x**1 * y**2", 4, 27),
        ("-x + y", -1, 2),
        ("y / x", Fraction(2, 3), 3),
        ("ratio(y, x, 7) + ratio(y, x - x, 7)", None, None),
        ("ratio(y, z, 7) + guard(y, z, 7)", 14, 14),
        ("guard(y, x, 7)", 2, 3),
        ("larger(x, y) - smaller(x, y)", -1, 2),
        ("sqrt(x**2)", 1, 3),
        ("sqrt(z)", 0, 0),
        ("sqrt(-x)", None, None),
        ("log(z)", None, None),
        ("y / z", None, None),
        ("x**-1", None, None),
        ("log(x, y)", None, None),
    ],
)
def test_a_formula_is_read_on_intervals(text: str, low: Any, high: Any) -> None:
    """x from 1 to 3 and y from 2 to 3, each time anew; z is 0."""
    reading = IntervalReading(
        {
            "x": between(Fraction(1), Fraction(3)),
            "y": between(Fraction(2), Fraction(3)),
            "z": between(Fraction(0), Fraction(0)),
        }
    )
    if low is None:
        with pytest.raises(UnreadableError):
            reading.text(text)
        return
    found = reading.text(text)
    assert (float(found.a), float(found.b)) == pytest.approx((float(low), float(high)))


@pytest.mark.parametrize("metric", ["f", "geometric_mean", "jaccard_like", "quadratic_mean", "power_mean"])
def test_additive_functions_have_no_solutions_that_contradict(metric: str) -> None:
    from axiometrics.checker.demands.solved_premises import with_solutions
    from axiometrics.checker.verdict import Verdict

    constraint = constraints("combination")["thomsen"].with_parameters(domain="open")
    swept = Verdict("holds", "sweep")
    left = Cell(metric, constraint.label, swept, swept)  # as if there were no proof
    found = with_solutions(left, METRICS[metric], constraint, TrustedSource(METRICS[metric]))
    assert (found.strict.outcome, found.strict.evidence) == ("holds", "sweep")
    assert found.strict.applicable > 5


@pytest.mark.parametrize("level", [Fraction(0), Fraction(2, 7), Fraction(1, 3), Fraction(2, 3), Fraction(1)])
def test_each_premise_is_solved_for_a_level_that_it_alone_depends_on_wherever_the_levels_are(
    level: Fraction,
) -> None:
    """(p3, r1) ~ (p2, r3) and (p1, r3) ~ (p3, r2): p3 and r3 are in both."""
    thomsen = constraints("combination")["thomsen"]
    single = ["p1", "p2", "p3", "r1", "r2", "r3"]
    found = _systems(thomsen, equalities(thomsen), single, dict.fromkeys(single, level))
    assert set(found) == {("p2", "p1"), ("p2", "r2"), ("r1", "p1"), ("r1", "r2")}


def test_the_only_solution_that_fails_is_the_one_that_is_shown() -> None:
    metric, asked = build(bent, task="combination"), constraints("combination")["thomsen"]
    made = cell(metric, "closed")
    assert made.witness is not None
    record = {"gold": made.witness.gold, **made.witness.outputs}
    alone = get_task("combination").batch_of(asked.outputs, [record])
    again = _tried(made, metric, asked, TrustedSource(metric), alone)
    assert again.strict.outcome == "contradicted"
    assert again.witness is not None
    assert again.witness.outputs == made.witness.outputs
