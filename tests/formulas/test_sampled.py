"""A polynomial that takes both signs at sampled points has no factors that show one sign."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import QQ
from sympy.polys.rings import ring

from axiometrics.formulas.sampled import takes_both_signs

SPACE, X, Y, Z = ring("x, y, z", QQ)


@pytest.mark.parametrize(
    "polynomial", [X - Y, X**2 - Y * Z, (X - Y) * (X + Z), (X**2 - Y**2 - Z**2) * (X**2 - Z**2 - 2 * Y * Z)]
)
def test_polynomials_of_both_signs_are_seen(polynomial: Any) -> None:
    assert takes_both_signs(polynomial)


@given(st.lists(st.tuples(*[st.integers(-5, 5)] * 4), min_size=1, max_size=3))
def test_squares_times_what_is_positive_never_are(forms: list[tuple[int, ...]]) -> None:
    """(a x + b y + c z + d)^2 has one sign wherever it does not vanish."""
    found = X + 2 * Y + Z**3
    for a, b, c, d in forms:
        found = found * (a * X + b * Y + c * Z + d) ** 2
    assert not (found and takes_both_signs(found))


def test_large_coefficients_are_no_trouble() -> None:
    assert takes_both_signs(10**400 * X - 10**400 * Y)
    assert not takes_both_signs(10**400 * X + Y)
