"""Functions of three component scores: notation, what combines how many, and values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from axiometrics.axioms import constraints
from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.combination import Scores
from axiometrics.tasks.combination.view import asked_of, of_components, suited

TASK = get_task("combination")
METRICS = metrics("combination")


@pytest.mark.parametrize("text", ["P=1/2 R=3/4 S=0", "1/3 * P=1 R=0 S=1/7"])
def test_three_scores_are_read_as_they_are_written(text: str) -> None:
    assert Scores.from_notation(text).notation() == text


@pytest.mark.parametrize("given", [(1, 0, 1, 0), (1,), ()])
def test_other_numbers_of_scores_are_refused(given: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="two or three numbers"):
        METRICS["product"](given)


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("product", Fraction(1, 16)),  # 1/2 * 1/2 * 1/4
        ("minimum", Fraction(1, 4)),
        ("maximum", Fraction(1, 2)),
        ("power_mean(r=1)", Fraction(5, 12)),  # (1/2 + 1/2 + 1/4) / 3
        ("power_mean(r=-1)", Fraction(3, 8)),  # 3 / (2 + 2 + 4)
        ("power_mean(r=inf)", Fraction(1, 2)),
    ],
)
def test_means_of_three_scores(label: str, value: Fraction) -> None:
    key, _, exponent = label.removesuffix(")").partition("(r=")
    metric = METRICS[key].with_parameters(r=exponent) if exponent else METRICS[key]
    assert metric(("1/2", "1/2", "1/4")) == pytest.approx(float(value), abs=1e-15)


def test_the_quadratic_mean_of_three_scores() -> None:
    # (4 + 4 + 1) / 36 = 1/4 is the mean square of 1/3, 1/3, 1/6 times 3: 9/36/3 = 1/12
    assert METRICS["quadratic_mean"](("1/3", "1/3", "1/6")) == pytest.approx((1 / 12) ** 0.5, abs=1e-15)


def test_the_harmonic_mean_of_three_scores_is_zero_where_one_is() -> None:
    harmonic = METRICS["power_mean"].with_parameters(r=-1)
    for scores in ((0, 0, 0), (0, 0, 1), (0, 1, 1)):
        assert harmonic(scores) == 0


@pytest.mark.parametrize("key", ["f", "arithmetic_mean", "geometric_mean", "jaccard_like", "area_under_f"])
def test_what_combines_two_scores_is_not_asked_for_three(key: str) -> None:
    assert suited(METRICS[key], 3) is None
    with pytest.raises(InputError, match="combines 2 scores, not 3"):
        of_components(METRICS[key], 3)


def test_a_constraint_is_asked_for_as_many_scores_as_a_function_takes() -> None:
    from axiometrics.metrics.registry import build

    def three(p: float, r: float, s: float) -> float:
        return p * r * s

    def any_number(*scores: float) -> float:
        return min(scores)

    monotonicity, thomsen = (constraints("combination")[key] for key in ("monotonicity", "thomsen"))
    built = {
        function: build(function, task="combination", reads="scores") for function in (three, any_number)
    }
    assert asked_of(built[three], monotonicity).label == "monotonicity(components=3)"
    assert asked_of(built[any_number], monotonicity) is monotonicity
    assert asked_of(built[three], thomsen) is thomsen
    assert suited(built[three], 2) is None
    assert suited(built[any_number], 3) is built[any_number]


def test_every_ordered_triple_is_a_case_of_boundedness_once() -> None:
    # of the 3 levels k/2: 3 triples with one level, 3 pairs of levels in 6 arrangements each, 6 with three levels; with
    # 0 and 1 alone 2 + 6. Both bounds, so twice; the 8 triples of 0 and 1 are on both grids
    wanted = constraints("combination")["boundedness"].with_parameters(components=3)
    cases = TASK.sweep(wanted.bound_generator, wanted.outputs, 2)
    halves = [case for place in range(len(cases)) if (case := cases.case(place)) and case.size <= 2]
    assert len({tuple(case.outputs.values()) for case in halves}) == len(halves) == 2 * 27


def test_each_component_is_changed_and_exchanged() -> None:
    monotonicity = constraints("combination")["monotonicity"].with_parameters(components=3)
    cases = TASK.sweep(monotonicity.bound_generator, monotonicity.outputs, 1)
    ends = {(Fraction(0), Fraction(1)), (Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))}
    seen = set()
    for place in range(len(cases)):
        case = cases.case(place)
        if case.size > 1:
            continue
        pairs = tuple(zip(case.outputs["worse"].components, case.outputs["better"].components, strict=True))
        assert set(pairs) <= ends
        seen.add(pairs)
    assert len(seen) == 3**3 - 2**3  # at least one of the three moves
