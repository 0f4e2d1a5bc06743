"""Values of a parameter that are said to be shown in, or out, are so in plain arithmetic, at the ends too."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.checker.regions.bounds import Span
from axiometrics.checker.regions.curves import letter_algebra
from axiometrics.checker.regions.engine import regions_of
from axiometrics.checker.regions.proving import letter_of
from axiometrics.checker.regions.region import JointRegion, Region
from axiometrics.checker.regions.sets import ValueSet
from axiometrics.errors import UndecidedError
from axiometrics.metrics import Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import Parameter

from .grammar import Formula
from .judge import cases, outcome, record
from .worlds import WORLDS

ABOVE, FROM, SHARE, ALL = {"above": 0}, {"least": 0}, {"above": 0, "below": 1}, dict[str, int]()
BELOW_ZERO, FROM_ONE = {"least": -2}, {"least": 1}

ATTACKS = [
    # branches that hang on the parameter: a comparison must not take it for any one number
    ("combination", "idempotence", "sqrt(maximum((1 - x) * scores.r - scores.p * scores.r, 0))", BELOW_ZERO),
    ("combination", "monotonicity", "maximum(x * scores.p, 2 * scores.p) + scores.r", ABOVE),
    ("combination", "monotonicity", "minimum((3 - x) * scores.p, scores.p) + scores.r", ABOVE),
    ("combination", "symmetry", "maximum(scores.p, x * scores.r)", ABOVE),
    ("combination", "boundedness", "maximum(scores.p * x, scores.r * x)", SHARE),
    ("filtering", "priority_relevant", "maximum((x - 2) * counts.tp, (2 - x) * counts.tp)", ABOVE),
    ("filtering", "priority_relevant", "counts.tp * maximum(x - 5, 0) * maximum(7 - x, 0)", FROM),
    ("filtering", "priority_irrelevant", "-counts.fp * minimum(x, 1) - counts.tn * maximum(1 - x, 0)", ABOVE),
    ("clustering", "smaller_change", "maximum(x * table.cluster_count, table.cells(lambda n, a, b: n**2))", FROM_ONE),
    # nothing is met where it is sampled, and something between the samples
    ("combination", "symmetry", "ratio((1 - x) * scores.p, (x**2 - 2) * scores.p, 0)", {"above": -1}),
    ("combination", "symmetry", "(x - 1)**2 * scores.p + scores.r * (7 * x - 5) * (x - 1)", ABOVE),
    ("combination", "independence", "ratio((2 - x) * (scores.p + scores.r), scores.p - 1, 0)", {"above": -1}),
    ("filtering", "non_informative_constant", "(x - 7) * counts.tp * maximum(x, 1)", ABOVE),
    ("filtering", "non_informative_constant", "log2(1 + x) * counts.tp - counts.tp", ABOVE),
    # conventions that switch at single values
    ("filtering", "priority_relevant", "guarded(counts.tp, x - 7, -counts.tp)", ABOVE),
    ("filtering", "priority_relevant", "ratio((x - 7) * counts.tp, x - 7, -counts.tp)", ABOVE),
    ("filtering", "priority_relevant", "guarded(counts.tp, x, -counts.tp)", FROM),
    ("filtering", "priority_relevant", "guarded(counts.tp, x, -counts.tp)", ALL),
    ("filtering", "priority_relevant", "guarded(counts.tp, x**2 - 2, counts.fn)", ABOVE),
    # quotients that cancel, and have no value at one number
    ("filtering", "priority_relevant", "(x - 7) * counts.tp / (x - 7)", ABOVE),
    ("filtering", "priority_relevant", "x * counts.tp / x", FROM),
    ("filtering", "priority_relevant", "x * counts.tp / x", ALL),
    ("filtering", "priority_relevant", "counts.tp * sqrt(x) / sqrt(x)", FROM),
    ("filtering", "priority_relevant", "counts.tp * log2(x) / log2(x)", ABOVE),
    # roots of the margin, double ones, and ends that are open or closed
    ("filtering", "priority_relevant", "counts.tp * (x**2 - 2)**2", ABOVE),
    ("filtering", "priority_relevant", "counts.tp * (x - 3)**2", FROM),
    ("filtering", "priority_relevant", "counts.tp * x", FROM),
    ("filtering", "priority_relevant", "counts.tp * (1 - x)", SHARE),
    ("filtering", "priority_relevant", "counts.tp * (x**3 + x - 1) / (x + 1)", ABOVE),
    ("filtering", "priority_irrelevant", "-counts.fp * (x - 1) * (x - 2) * (x - 3)", ABOVE),
    ("filtering", "priority_relevant", "counts.tp * sqrt(x) - counts.tp", ABOVE),
    ("filtering", "priority_relevant", "counts.tp * log2(x)", ABOVE),
    # what only large cases or values show
    ("filtering", "priority_irrelevant", "counts.fp * x / 10**12 - counts.fp**2", ABOVE),
    ("filtering", "priority_relevant", "counts.tp - x * counts.tp**2 / 10**9", FROM),
    ("filtering", "non_informative_growing", "x * counts.tp - counts.fp", ABOVE),
    ("filtering", "priority_relevant", "ratio(counts.tp, counts.tp + counts.fn + x * counts.fp, 0)", ALL),
]  # fmt: skip


def made(task: str, body: str, names: str, span: dict[str, int]) -> Metric:
    view = WORLDS[task].view
    function = Formula(f"def formula({view}, {names}):\n    return {body}\n").function
    low, high = span.get("above", span.get("least", 0)), span.get("below")
    default = Fraction(1, 2) if high else low + Fraction(3, 2)
    return build(
        function, task=task, parameters=[Parameter(n, default=default, **span) for n in names.split(", ")]
    )


def probes(region: Region, span: dict[str, int]) -> Iterator[Fraction]:
    """Numbers at and around the bounds, near the ends and far away."""
    assert isinstance(region.values, ValueSet)
    low = Fraction(span.get("above", span.get("least", -3)))
    near = [0, *(sign * Fraction(1, 10**power) for power in (0, 3, 9) for sign in (1, -1))]
    wanted = {(bound.low + bound.high) / 2 + step for bound in region.values.bounds for step in near}
    wanted |= {Fraction(n, d) for n in range(-6, 15) for d in (1, 2, 3)}
    wanted |= {low, low + Fraction(1, 10**12), low + Fraction(1, 64), low + 10**6, Fraction(10**13)}
    for value in sorted(wanted):
        inside = value < span.get("below", value + 1) and value >= low - (0 if span else 10)
        blurred = any(
            not bound.is_rational and bound.low <= value <= bound.high for bound in region.values.bounds
        )
        if inside and not blurred and (value > low or "above" not in span):
            yield value


def deeds(task: str, constraint: str, body: str, given: dict[str, Fraction]) -> set[Any]:
    """What some cases do at values of the parameters, in plain arithmetic."""
    world = WORLDS[task]
    arguments = ", ".join(
        f"{name}=Fraction({value.numerator}, {value.denominator})" for name, value in given.items()
    )
    formula = Formula(f"def formula({world.view}, {arguments}):\n    return {body}\n")
    return {
        outcome(world, record(world, constraint), formula, case) for case in cases(world, constraint, body)
    }


@pytest.mark.parametrize(("task", "constraint", "body", "span"), ATTACKS)
def test_a_region_that_is_shown_is_right_at_every_value(
    task: str, constraint: str, body: str, span: dict[str, int]
) -> None:
    metric = made(task, body, "x", span)
    for region in regions_of(metric, record(WORLDS[task], constraint)):
        assert isinstance(region, Region)
        if not (region.inside or region.outside):
            continue
        for value in probes(region, span):
            least = value == span.get("least")
            held = region.at_low if least else region.values.contains(value)
            found = deeds(task, constraint, body, {"x": value})
            if held and region.inside and (not least or region.low_shown):
                assert not found & {"breaks", "ties", "undefined"}, f"{region.text}, but not x = {value}"
            if (
                not held
                and region.outside
                and (not least or region.low_shown)
                and found <= {"meets", "outside"}
            ):
                asked = {"constraints": [constraint], "effort": "quick", "cache": False, "plugins": False}
                (cell,) = ax.check(metric.with_parameters(x=value), task, **asked).cells
                assert (cell.strict.outcome, cell.strict.evidence) != ("holds", "proof"), (
                    f"{region.text}, but x = {value}"
                )


JOINT = [
    ("filtering", "priority_relevant", "x * counts.tp - y * counts.fn"),
    ("filtering", "priority_relevant", "x * y * counts.tp + counts.fn"),
    ("filtering", "priority_irrelevant", "(x - y) * counts.fp + x**2 * counts.tn"),
    ("filtering", "priority_relevant", "maximum(x, y) * counts.tp"),
    ("filtering", "priority_relevant", "ratio(x * counts.tp, y, counts.tp)"),
    ("filtering", "priority_relevant", "guarded(counts.tp, x - y, -counts.tp)"),
    ("filtering", "priority_relevant", "(x - y) * counts.tp / (x - y)"),
    ("filtering", "priority_irrelevant", "-x * counts.fp - y * counts.fp**2"),
    ("filtering", "priority_relevant", "(x * counts.tp - y * counts.fn) * (counts.fp - 7)"),
    ("filtering", "priority_relevant", "(x - y) * counts.tp * (counts.items - 1)"),
    ("combination", "monotonicity", "x * scores.p + y * scores.r"),
    ("combination", "monotonicity", "x * y * (scores.p + scores.r)"),
    ("clustering", "homogeneity", "table.cells(lambda n, a, b: (x - y) * n**2 / a)"),
    ("clustering", "homogeneity", "(x - y) * table.cells(lambda n, a, b: n**2 / a)"),
    ("clustering", "completeness", "x * table.cells(lambda n, a, b: n**2) - y * table.clusters(lambda a: a**2)"),
]  # fmt: skip


@pytest.mark.parametrize(("task", "constraint", "body"), JOINT)
def test_a_condition_on_several_parameters_is_right(task: str, constraint: str, body: str) -> None:
    for region in regions_of(made(task, body, "x, y", ALL), record(WORLDS[task], constraint)):
        if not isinstance(region, JointRegion):
            continue
        for x in map(Fraction, (-3, -1, 0, Fraction(1, 3), 1, 2)):
            for y in map(Fraction, (-2, -1, 0, Fraction(1, 3), 1, 5)):
                held = eval(region.text.replace("^", "**"), {"x": x, "y": y})
                found = deeds(task, constraint, body, {"x": x, "y": y})
                bad = found & {"breaks", "ties", "undefined"}
                assert bool(bad) != held, f"{region.text}, but x = {x}, y = {y}: {found}"


@pytest.mark.parametrize("other", [0, 2, 3, Fraction(1, 2), -1])
def test_a_comparison_with_a_letter_is_decided_for_all_of_its_values_or_not_at_all(other: Fraction) -> None:
    span = Span(Fraction(-2), None, closed=True)
    letter = letter_of("x", span)
    for bound in (0, 3):
        algebra = letter_algebra(letter, span, bound)
        with pytest.raises(UndecidedError):
            algebra.compare(algebra.letters[letter], algebra.number(other))
    algebra = letter_algebra(letter, span, 0)
    assert algebra.compare(algebra.letters[letter] + 5, algebra.number(1)) == 1
