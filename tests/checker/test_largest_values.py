"""Largest values: the same for every gold or not, as far as cases were tried, and bounds that nothing exceeds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy

from axiometrics.checker import check
from axiometrics.checker.verdict import Cell
from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.formulas.nodes import Larger
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.reports.proof import proof_lines
from axiometrics.tasks import get_task
from axiometrics.tasks.quantification import Distributions, bounds
from axiometrics.tasks.quantification.bounds import is_convex, largest, value_at

METRICS = metrics("quantification")
TASK = get_task("quantification")
X, Y = sympy.symbols("x y", positive=True)


def cell(metric: Any, support: str = "any", **options: Any) -> Cell:
    label = "constant_maximum" if support == "any" else f"constant_maximum(support={support})"
    return check(
        metric, "quantification", constraints=[label], effort="quick", cache=False, jobs=1, **options
    ).cells[0]


def estimates(classes: int, whole: int) -> Iterator[tuple[Fraction, ...]]:
    for masses in product(range(whole + 1), repeat=classes):
        if sum(masses) == whole:
            yield tuple(Fraction(mass, whole) for mass in masses)


def absolute(p: Any, q: Any) -> Fraction:
    return sum((abs(one - other) for one, other in zip(p, q, strict=True)), Fraction(0)) / len(q)


def squared(p: Any, q: Any) -> Fraction:
    return sum(((one - other) ** 2 for one, other in zip(p, q, strict=True)), Fraction(0)) / len(q)


def moved(p: Any, q: Any) -> Fraction:
    return sum((abs(sum(p[:k]) - sum(q[:k])) for k in range(1, len(q))), Fraction(0))


@pytest.mark.parametrize(("key", "naive"), [("ae", absolute), ("se", squared), ("emd", moved)])
@pytest.mark.parametrize("gold", [(1, 1), (1, 2, 1), (0, 1, 2), (1, 0, 0, 3)])
def test_a_bound_is_the_largest_of_all_values_on_a_fine_grid(
    key: str, naive: Any, gold: tuple[int, ...]
) -> None:
    shares = tuple(Fraction(mass, sum(gold)) for mass in gold)
    bound = largest(METRICS[key].formula, shares)
    assert bound is not None
    assert bound.value == max(naive(p, shares) for p in estimates(len(gold), 12))


@pytest.mark.parametrize("key", ["od", "sod", "rnod", "rsnod", "jsd", "sqrt_jsd", "kld", "rae", "nae"])
def test_no_value_on_a_fine_grid_exceeds_a_bound(key: str) -> None:
    metric = METRICS[key]
    for gold in [(1, 1), (1, 2, 1), (3, 1, 2)]:
        shares = tuple(Fraction(mass, sum(gold)) for mass in gold)
        bound = largest(metric.formula, shares)
        assert bound is not None
        outputs = [Distributions(shares, p) for p in estimates(len(gold), 10)]
        values = [
            float(metric(list(map(float, shares)), list(map(float, output.system)))) for output in outputs
        ]
        assert max(values) <= float(bound.value) + 1e-12
        assert bound.exceeded(outputs, [value - 1e-12 for value in values]) is None
        assert bound.exceeded(outputs, [value + 9 for value in values]) is outputs[0]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (X + 2 * Y - 1, True),
        ((X - 2 * Y) ** 2, True),
        (X**2 + X * Y, False),  # second derivatives 2, 1, 0: eigenvalue 1 - sqrt(2)
        (-(X**2), False),
        (X**3, False),
        (Larger(X - Y, Y - X), True),
        (-Larger(X, Y), False),
        (Larger(-(X**2), Y), False),
        (X * sympy.log(X / Y), True),
        (-X * sympy.log(X), False),
        (-X * sympy.log(X / Y), False),
        (X * sympy.log(Y / X), False),
        (X * sympy.log(X / (Y - X)), False),
        (X * Larger(X, Y), False),
        (sympy.sqrt(X), False),
        (X / Y, False),
    ],
)
def test_the_rules_say_yes_to_convex_expressions_alone(expression: Any, expected: bool) -> None:
    assert is_convex(expression, (X, Y)) is expected


def test_every_expression_that_is_called_convex_is_at_most_the_mean_in_the_middle() -> None:
    """All pairs of points of a grid, for expressions of every rule."""
    points = [(Fraction(i, 4), Fraction(j, 4)) for i in range(5) for j in range(5)]
    for expression in ((X - 2 * Y) ** 2 + 3 * Larger(X - Y, 2 * Y), X * sympy.log(2 * X / (X + Y)) + X - Y):
        assert is_convex(expression, (X, Y))
        known = {point: float(value_at(expression, dict(zip((X, Y), map(sympy.Rational, point), strict=True))))
                 for point in points if point != (0, 0)}  # fmt: skip
        for one, other in product(known, repeat=2):
            middle = tuple((a + b) / 2 for a, b in zip(one, other, strict=True))
            if middle in known:
                assert known[middle] <= (known[one] + known[other]) / 2 + 1e-12


@pytest.mark.parametrize("key", ["nae", "nkld"])
def test_normalised_errors_have_the_same_largest_value(key: str) -> None:
    found = cell(key)
    assert (found.strict.outcome, found.strict.evidence) == ("holds", "sweep")
    assert found.strict.size is not None


def test_relative_error_has_one_where_no_gold_class_is_empty() -> None:
    assert cell("nrae").strict.outcome == "contradicted"
    assert cell("nrae", "full").strict.outcome == "holds"


def test_an_infinite_error_is_no_largest_one() -> None:
    found = cell("kld_gold", "full")
    assert (found.strict.outcome, found.strict.evidence) == ("contradicted", "witness")
    assert found.witness is not None
    assert found.witness.scores == {"judged": "oo"}


ANY = ("ae", "se", "emd", "nmd", "nvd", "rnss", "od", "sod", "rnod", "rsnod", "jsd", "sqrt_jsd")
BOUNDED = [*((key, "any") for key in ANY), *((key, "full") for key in (*ANY, "kld", "rae"))]
"""The errors that are finite and convex, or roots of such; two of them only where no gold class is empty."""


@pytest.mark.parametrize(("key", "support"), BOUNDED)
def test_a_bound_is_told_with_the_number_of_boxes_that_confirm_it(key: str, support: str) -> None:
    found = cell(key, support)
    assert (found.strict.outcome, found.strict.evidence) == ("contradicted", "proof")
    assert found.witness is not None
    assert found.proof is not None
    certificate = found.proof["certificate"]
    assert certificate["output"] == found.witness.outputs["higher"]
    assert certificate["lower"] == found.witness.outputs["lower"]
    assert f"{certificate['boxes']} box" in "\n".join(proof_lines(found.proof))


@pytest.mark.parametrize("key", ["ae", "rnod", "rsnod", "jsd"])
def test_a_smaller_largest_value_is_proved(key: str) -> None:
    """For gold 0 1 the estimate 1 0 has an error of 1; for gold 1/2 1/2 half the mass is always right."""
    found = cell(key)
    assert (found.strict.outcome, found.strict.evidence) == ("contradicted", "proof")
    assert found.witness is not None
    assert found.witness.scores["higher"] == "1"
    assert found.proof is not None
    told = "\n".join(proof_lines(found.proof))
    assert "not empty: at most" in told
    assert "gold=0 1 system=1 0 has 1" in told


def test_a_concave_error_has_no_bound_and_nothing_is_said_of_it() -> None:
    """p(1 - p) summed is largest in the middle; with a factor that depends on the gold the maxima differ."""
    metric = build(
        lambda view: view.sum(lambda at: at.p * (1 - at.p)) * (1 + view.least_gold),
        task="quantification",
        error=True,
    )
    found = cell(metric)
    assert (found.strict.outcome, found.proof) == ("error", None)
    assert "nothing shows that no other output reaches the higher one" in (found.error or "")


def test_largest_values_that_are_met_beside_the_cases_are_not_called_different() -> None:
    """The error is 0 for an estimate with a third of the gold's mean rank, which most denominators do not allow."""

    def missed(view: Any) -> Any:
        return -(
            (view.sum(lambda at: at.k * at.p) - view.sum(lambda at: at.k * at.q) / 3 - Fraction(2, 3)) ** 2
        )

    found = cell(build(missed, task="quantification", error=True))
    assert found.strict.outcome == "error"


def test_a_concave_error_that_is_called_convex_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    metric = build(
        lambda view: view.sum(lambda at: at.p * (1 - at.p)) * (1 + view.least_gold),
        task="quantification",
        error=True,
    )
    monkeypatch.setattr(bounds, "is_convex", lambda *_: True)
    found = cell(metric)
    assert found.strict.outcome == "error"
    assert "not for gold=" in (found.error or "")
    largest.cache_clear()


def test_a_function_with_one_gold_that_is_off_is_found() -> None:
    def planted(gold: list[float], system: list[float]) -> float:
        return 2.0 if gold == [0.25, 0.75] and system[0] == 1 else METRICS["nae"](gold, system)

    found = cell(planted, reads="distributions", error=True)
    assert (found.strict.outcome, found.strict.evidence) == ("contradicted", "search")
    assert found.witness is not None
    assert found.witness.outputs["higher"] == "gold=1/4 3/4 system=1 0"


def test_golds_of_different_numbers_of_classes_are_not_compared() -> None:
    metric = build(
        lambda view: view.classes + 0 * view.sum(lambda at: at.p), task="quantification", error=True
    )
    assert cell(metric).strict.outcome == "holds"


def test_equal_golds_have_the_same_number() -> None:
    outputs = [
        Distributions.from_notation(f"gold={gold} system=1 0") for gold in ("1/2 1/2", "2/4 2/4", "1 0")
    ]
    batch = TASK.batch_of(["one"], [{"one": output.notation()} for output in outputs]).outputs["one"]
    kinds, golds = TASK.judged_against(batch)
    assert kinds.tolist() == [2, 2, 2]
    assert sorted(golds.tolist()).count(golds.tolist()[0]) in (1, 2)
    assert len(set(golds.tolist())) == 2


def test_a_witness_is_as_large_as_the_larger_of_its_two_outputs() -> None:
    found = cell("ae")
    assert found.witness is not None
    assert found.witness.outputs == {"higher": "gold=0 1 system=1 0", "lower": "gold=1/2 1/2 system=0 1"}
    assert found.witness.size == 2


def test_parameter_regions_leave_the_cell_as_it_is() -> None:
    """The outputs of the witness are not those of a case, so no case can be made of it."""
    assert cell("rae", "full", regions=True) == cell("rae", "full")
    assert cell("rnod", regions=True) == cell("rnod")


def test_of_a_metric_without_values_no_largest_one_is_compared() -> None:
    found = cell(
        build(
            lambda view: ratio(view.classes, 0 * view.classes, UNDEFINED), task="quantification", error=True
        )
    )
    assert found.strict.outcome == "undefined"
    assert found.strict.applicable == 0
