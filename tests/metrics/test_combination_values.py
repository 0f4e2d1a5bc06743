"""Combining functions: derived values, what they are at zero, and how they are ordered among each other."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest

from axiometrics.errors import InputError
from axiometrics.metrics import metrics

METRICS = metrics("combination")
LEVELS = [0.0, 0.1, 0.25, 0.5, 0.8, 1.0]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("f", 2 * 0.25 * 1 / 1.25),
        ("arithmetic_mean", 0.625),
        ("geometric_mean", 0.5),
        ("quadratic_mean", math.sqrt((0.0625 + 1) / 2)),
        ("power_mean", ((0.5 + 1) / 2) ** 2),
        ("minimum", 0.25),
        ("maximum", 1.0),
        ("product", 0.25),
        ("jaccard_like", 0.25),  # 0.25 / (0.25 + 1 - 0.25)
        ("area_under_f", 0.25 * math.log(4) / 0.75),
    ],
)
def test_values_at_a_quarter_and_one(key: str, value: float) -> None:
    assert METRICS[key](0.25, 1) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("key", "one"), [("arithmetic_mean", 0.5), ("maximum", 1), ("quadratic_mean", 0.5**0.5)]
)
def test_some_see_the_other_score_beside_a_zero(key: str, one: float) -> None:
    assert METRICS[key](0, 1) == pytest.approx(one)


@pytest.mark.parametrize("key", ["f", "geometric_mean", "minimum", "product", "jaccard_like", "area_under_f"])
@pytest.mark.parametrize("pair", [(0, 0), (0, 1), (1, 0)])
def test_the_others_are_zero_there(key: str, pair: tuple[int, int]) -> None:
    assert METRICS[key](*pair) == 0


@pytest.mark.parametrize(("p", "r"), list(product(LEVELS, repeat=2)))
def test_the_power_means_grow_with_their_exponent(p: float, r: float) -> None:
    exponents = ("-inf", "-1", "-1/2", "0", "1/2", "1", "2", "inf")
    values = [METRICS["power_mean"].with_parameters(r=each)(p, r) for each in exponents]
    assert all(one <= other + 1e-15 for one, other in pairwise(values))  # type: ignore[operator]


@pytest.mark.parametrize(("p", "r"), list(product(LEVELS[1:], repeat=2)))
def test_the_area_under_f_is_the_mean_of_f_over_alpha(p: float, r: float) -> None:
    steps = 4000
    total = sum(1 / ((k + 0.5) / steps / p + (1 - (k + 0.5) / steps) / r) for k in range(steps)) / steps
    assert METRICS["area_under_f"](p, r) == pytest.approx(total, abs=1e-7)
    assert (
        METRICS["f"](p, r) - 1e-12 <= METRICS["area_under_f"](p, r) <= METRICS["geometric_mean"](p, r) + 1e-12
    )


@pytest.mark.parametrize(("p", "r"), list(product(LEVELS, repeat=2)))
def test_jaccard_is_f_over_two_minus_f(p: float, r: float) -> None:
    found = METRICS["f"](p, r)
    assert METRICS["jaccard_like"](p, r) == pytest.approx(found / (2 - found))


def test_beta_is_the_other_way_to_write_alpha() -> None:
    # F_2 with alpha = 1/(1 + 4): 5 P R / (4 P + R)
    assert METRICS["f"].with_parameters(alpha="1/5")(0.5, 1) == pytest.approx(2.5 / 3)


def test_an_exponent_that_cannot_be_decided_exactly_is_refused_with_those_that_can() -> None:
    with pytest.raises(InputError, match="r=1/3 is not possible"):
        METRICS["power_mean"].with_parameters(r="1/3")
