"""Certificates of bounds on largest values are refused when a part of them is not so, whoever made them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from axiometrics.checker import check
from axiometrics.checker.prove.confirmation import confirm_largest
from axiometrics.checker.recheck import CertificateError, demands
from axiometrics.checker.verdict import Cell
from axiometrics.errors import EngineDisagreementError, UndecidedError
from axiometrics.formulas import UNDEFINED, guarded, maximum
from axiometrics.formulas.arithmetics.intervals import between
from axiometrics.metrics import Metric, metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.quantification import Distributions, bounds

METRICS = metrics("quantification")
TASK: Any = get_task("quantification")
HIGHER, LOWER = "gold=0 1 system=1 0", "gold=1/2 1/2 system=1 0"


def error(function: Any) -> Metric:
    return build(function, task="quantification", error=True)


def certificate(metric: Metric, higher: str = HIGHER, lower: str = LOWER) -> dict[str, Any]:
    output, other = map(Distributions.from_notation, (higher, lower))
    algebra = TASK.algebra(output)
    value = algebra.expression(TASK.value(metric, output, algebra))
    found = TASK.largest(metric, other).certificate()
    return {"kind": "largest value", "output": higher, "lower": lower, "value": str(value), **found}


def cell(metric: Any) -> Cell:
    return check(
        metric, "quantification", constraints=["constant_maximum"], effort="quick", cache=False, jobs=1
    ).cells[0]


@pytest.fixture
def everything_is_called_convex(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(bounds, "is_convex", lambda *_: True)
    yield
    bounds.largest.cache_clear()


@pytest.mark.parametrize("key", ["ae", "se", "emd", "od", "sod", "rnod", "rsnod", "jsd", "sqrt_jsd", "rnss"])
def test_a_bound_with_room_above_it_stands(key: str) -> None:
    """For gold 0 1 the error of 1 0 is 1; for 1/2 1/2 at least half the mass is right in any estimate."""
    assert confirm_largest(certificate(METRICS[key]), METRICS[key]) >= 1


@pytest.mark.parametrize(
    ("lower", "key"),
    [
        ("gold=1/3 1/3 1/3 system=1 0 0", "rsnod"),
        ("gold=1/4 1/4 1/4 1/4 system=1 0 0 0", "jsd"),
        ("gold=1/4 1/4 1/4 1/4 system=1 0 0 0", "sod"),
    ],
)
def test_a_bound_for_more_classes_stands(lower: str, key: str) -> None:
    """Everything in the first class and all gold in the last is an error of 1, or K - 1 if it is not normalised."""
    classes = len(lower.split()) // 2
    zeros = " ".join("0" * (classes - 1))
    found = certificate(METRICS[key], f"gold={zeros} 1 system=1 {zeros}", lower)
    assert confirm_largest(found, METRICS[key]) > 1


@pytest.mark.parametrize("bound", ["0", "1/4", "49/100"])
def test_a_bound_that_is_stated_too_low_is_a_disagreement(bound: str) -> None:
    """The absolute error of 1 0 for gold 1/2 1/2 is 1/2."""
    found = certificate(METRICS["ae"]) | {"bound": bound, "faces": []}
    with pytest.raises(EngineDisagreementError, match="not for gold=1/2 1/2"):
        confirm_largest(found, METRICS["ae"])


@pytest.mark.parametrize("bound", ["1", "2", "3/2"])
def test_a_bound_that_is_not_below_the_value_is_refused(bound: str) -> None:
    with pytest.raises(CertificateError, match="not below"):
        confirm_largest(certificate(METRICS["ae"]) | {"bound": bound}, METRICS["ae"])


@pytest.mark.parametrize("value", ["2", "2/3", "99/100"])
def test_a_value_that_the_output_does_not_have_is_refused(value: str) -> None:
    with pytest.raises(CertificateError, match="another value"):
        confirm_largest(certificate(METRICS["ae"]) | {"value": value}, METRICS["ae"])


def test_a_bound_below_one_of_its_faces_is_refused() -> None:
    found = certificate(METRICS["ae"])
    found["faces"][1]["value"] = "3/4"
    with pytest.raises(CertificateError, match="the largest of"):
        confirm_largest(found, METRICS["ae"])


@pytest.mark.parametrize("text", ["oo", "pi/4", "exp(-1)", "1/0"])
def test_a_stated_number_without_an_interval_confirms_nothing(text: str) -> None:
    for part in ("value", "bound"):
        with pytest.raises(UndecidedError, match="no interval"):
            confirm_largest(certificate(METRICS["ae"]) | {part: text}, METRICS["ae"])


@pytest.mark.parametrize(("one", "other"), [("se", "ae"), ("ae", "se"), ("jsd", "ae"), ("emd", "rae")])
def test_the_certificate_of_another_metric_is_refused_or_true(one: str, other: str) -> None:
    """The bounds are 1/4 for se, 1/2 for ae and emd, log2(4/3)/2 + log2(2/3)/4 + 1/4 = 0.31 for jsd, the value is 1.

    So that of ae holds for se, too; for rae the output of the certificate has an infinite error.
    """
    found = certificate(METRICS[one])
    if (one, other) == ("ae", "se"):
        assert confirm_largest(found, METRICS[other]) == 1
        return
    with pytest.raises((CertificateError, EngineDisagreementError)):
        confirm_largest(found, METRICS[other])


def test_a_bound_for_another_gold_is_refused() -> None:
    """For gold 0 1 the error of 1 is reached; for gold 1/4 3/4 that of 3/4."""
    for gold in ("0 1", "1/4 3/4"):
        found = certificate(METRICS["ae"]) | {"lower": f"gold={gold} system=0 1"}
        with pytest.raises(EngineDisagreementError, match=f"not for gold={gold}"):
            confirm_largest(found, METRICS["ae"])


def test_golds_with_other_numbers_of_classes_are_not_compared() -> None:
    found = certificate(METRICS["ae"]) | {"lower": "gold=1/3 1/3 1/3 system=1 0 0"}
    with pytest.raises(CertificateError, match="different kinds"):
        confirm_largest(found, METRICS["ae"])


def test_a_lower_output_without_a_value_is_refused() -> None:
    """Where no estimate for the lower gold has a value, no largest one is smaller than another."""
    metric = error(lambda view: guarded(view.sum(lambda at: at.p**2), view.classes - 2, UNDEFINED))
    said = {"output": HIGHER, "lower": LOWER, "value": "1", "bound": "0", "faces": []}
    with pytest.raises(CertificateError, match="no value"):
        confirm_largest(said, metric)


def concave(view: Any) -> Any:
    """p(1 - p) summed is largest in the middle: 1/2 for two classes, and 0 at vertices; twice that for gold 1/2 1/2."""
    return view.sum(lambda at: at.p * (1 - at.p)) * (1 + 2 * view.least_gold) + view.sum(
        lambda at: maximum(at.p - at.q, at.q - at.p)
    )


@pytest.mark.usefixtures("everything_is_called_convex")
def test_a_concave_error_that_is_called_convex_is_found_by_the_check_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For gold 1/2 1/2 vertices have 1 and the middle has 1; between them is more: 15/16 + 1/4 at 5/8, say."""
    monkeypatch.setattr(bounds.Bound, "exceeded", lambda *_: None)
    with pytest.raises(EngineDisagreementError, match="not for gold=1/2 1/2"):
        confirm_largest(certificate(error(concave)), error(concave))
    found = cell(error(concave))
    assert found.strict.outcome == "error"
    assert "not for gold=" in (found.error or "")


def peaked(view: Any) -> Any:
    """Half the sum of |p - q|, and for gold 1/2 1/2 a peak of 2 within 1/1024 of the estimate 11/64 53/64."""
    place = Fraction(11, 64)
    away = view.sum(lambda at: guarded((at.p - place) ** 2, at.k - 2, 0))
    mass = view.sum(lambda at: maximum(at.p - at.q, at.q - at.p)) / 2
    return mass + maximum(0, 4 * view.least_gold * (1 - 1024**2 * away))


@pytest.mark.usefixtures("everything_is_called_convex")
def test_a_peak_that_no_case_meets_is_found() -> None:
    """No share with a denominator up to 10 is within 1/1024 of 11/64; the nearest is 1/6, and 11/64 - 1/6 = 1/192."""
    found = cell(error(peaked))
    assert found.strict.outcome == "error"
    assert "not for gold=1/2 1/2 system=11/64 53/64" in (found.error or "")


def test_without_a_word_on_convexity_there_is_no_bound_for_a_peak() -> None:
    found = cell(error(peaked))
    assert (found.strict.outcome, found.strict.evidence, found.proof) == ("error", None, None)


@pytest.mark.parametrize("key", ["jsd", "rsnod"])
def test_where_boxes_run_out_the_evidence_is_no_proof(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both need several boxes, see `test_a_bound_with_room_above_it_stands`; with none at all nothing is confirmed."""
    assert cell(METRICS[key]).strict.evidence == "proof"
    monkeypatch.setattr(demands, "MOST_BOXES", 1)
    with pytest.raises(UndecidedError, match="1 boxes do not tell"):
        confirm_largest(certificate(METRICS[key]), METRICS[key])
    found = cell(METRICS[key])
    assert (found.strict.outcome, found.strict.evidence, found.proof) == ("error", None, None)


def test_beside_a_jump_narrow_boxes_do_not_tell() -> None:
    """Where p1 is small or zero, the classes of the system are one or two, and no box tells which."""
    found = certificate(METRICS["rsnod"], lower="gold=1/8 7/8 system=1 0")
    assert found["bound"] == "7/8"
    with pytest.raises(UndecidedError, match="a narrow box"):
        confirm_largest(found, METRICS["rsnod"])


class Square:
    """A square whose boxes are known to have values from 0 to three times their wider side."""

    whole = ((Fraction(0), Fraction(1)),) * 2
    vertices = ()

    def inside(self, box: Any) -> Any:
        return box

    def values(self, box: Any) -> Any:
        return between(Fraction(0), 3 * max(high - low for low, high in box))


def test_boxes_cover_everything_without_overlap() -> None:
    """Below 1 are boxes with sides below 1/3, so 1/4 by halving: 16 of them, which have the area of the square."""
    boxes = list(demands._settled(Square(), 1, lambda _: None))
    assert all(high - low == Fraction(1, 4) for box in boxes for low, high in box)
    assert len(set(boxes)) == len(boxes) == 16
