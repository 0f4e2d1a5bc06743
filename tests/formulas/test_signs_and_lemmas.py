"""What the prover takes for evident is true on grids; what has no single sign is not called evident."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import log
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometrics.formulas.arithmetics.polynomials import Space
from axiometrics.formulas.arithmetics.signs import flip, polynomial_sign, rational_sign
from axiometrics.formulas.arithmetics.signs import product as product_sign
from axiometrics.formulas.lemmas import entropy_sign
from axiometrics.formulas.nodes import Guard, Larger, Ratio
from axiometrics.tasks.quantification.bounds import value_at

RULES = settings(max_examples=200, derandomize=True, deadline=None, database=None)
x, y = sympy.symbols("x y")
ZERO_UP = dict.fromkeys((x, y), 0)

HOLDS = {
    "positive": lambda value: value > 0,
    "nonnegative": lambda value: value >= 0,
    "zero": lambda value: value == 0,
    "nonpositive": lambda value: value <= 0,
    "negative": lambda value: value < 0,
}
VALUES = {
    "positive": (Fraction(1, 3), 1, 4),
    "nonnegative": (0, Fraction(1, 2), 3),
    "real": (-2, 0, Fraction(1, 2), 3),
}
KINDS = ("positive", "nonnegative", "real")

TERMS = st.dictionaries(st.tuples(*[st.integers(0, 2)] * 3), st.integers(-3, 3).filter(bool), max_size=4).map(
    lambda found: list(found.items())
)


def value_of(terms: Any, point: tuple[Any, ...]) -> Fraction:
    total = Fraction(0)
    for powers, coefficient in terms:
        term = Fraction(coefficient)
        for base, power in zip(point, powers, strict=True):
            term *= Fraction(base) ** power
        total += term
    return total


def places(kinds: tuple[str, ...]) -> tuple[list[int], list[int]]:
    positive = [place for place, kind in enumerate(kinds) if kind == "positive"]
    signed = [place for place, kind in enumerate(kinds) if kind != "real"]
    return positive, signed


@RULES
@given(terms=TERMS, kinds=st.tuples(*[st.sampled_from(KINDS)] * 3))
def test_an_evident_sign_of_a_polynomial_holds_on_a_grid(terms: Any, kinds: tuple[str, ...]) -> None:
    sign = polynomial_sign(Space("xyz").of(dict(terms)), *places(kinds))
    if sign is not None:
        for point in product(*(VALUES[kind] for kind in kinds)):
            assert HOLDS[sign](value_of(terms, point)), (sign, terms, kinds, point)


@pytest.mark.parametrize(
    ("terms", "kinds", "sign"),
    [
        ([], (), "zero"),
        ([((0,), 2)], ("real",), "positive"),
        ([((0,), -2)], ("real",), "negative"),
        ([((1,), 1)], ("positive",), "positive"),
        ([((1,), 1)], ("nonnegative",), "nonnegative"),
        ([((1,), -1)], ("nonnegative",), "nonpositive"),
        ([((1,), 1), ((0,), 1)], ("nonnegative",), "positive"),
        ([((1, 1), 1)], ("positive", "nonnegative"), "nonnegative"),
        ([((1, 1), 1), ((1, 0), 1)], ("positive", "nonnegative"), "positive"),
        ([((1, 0), -1), ((0, 1), -3)], ("positive", "nonnegative"), "negative"),
        ([((1,), 1), ((0,), -1)], ("positive",), None),
        ([((1, 0), 1), ((0, 1), -1)], ("positive", "positive"), None),
        ([((1,), 1)], ("real",), None),
        ([((1, 1), 1)], ("positive", "real"), None),
    ],
)
def test_the_sign_of_a_polynomial_is_read_off_its_coefficients(
    terms: Any, kinds: Any, sign: str | None
) -> None:
    assert polynomial_sign(Space("xyz"[: len(kinds)] or "x").of(dict(terms)), *places(kinds)) == sign


SIGNS = tuple(HOLDS)
SAMPLES = {
    "positive": (1, 2),
    "nonnegative": (0, 1),
    "zero": (0,),
    "nonpositive": (-1, 0),
    "negative": (-2, -1),
}


@pytest.mark.parametrize(("first", "second"), list(product(SIGNS, repeat=2)))
def test_the_sign_of_a_product_holds_for_every_sample(first: Any, second: Any) -> None:
    sign = product_sign(first, second)
    assert sign is not None
    assert all(HOLDS[sign](one * other) for one in SAMPLES[first] for other in SAMPLES[second])


@pytest.mark.parametrize("sign", SIGNS)
def test_flipping_a_sign_is_multiplying_with_minus_one(sign: Any) -> None:
    assert flip(sign) == product_sign(sign, "negative")
    assert flip(None) is None
    assert product_sign(None, sign) == ("zero" if sign == "zero" else None)


@pytest.mark.parametrize(
    ("expression", "positive", "nonnegative", "sign"),
    [
        (x / (1 + y), [], [x, y], "nonnegative"),
        (1 / (1 + y) - 1, [], [y], "nonpositive"),
        (x / y, [x, y], [], "positive"),
        (-x / (x + y), [x], [y], "negative"),
        (x - x, [x], [], "zero"),
        ((x**2 - y**2) / (x - y), [x], [y], "positive"),
        (x - y, [x, y], [], None),
        (x, [], [], None),
        (sympy.Rational(-3, 4), [], [], "negative"),
        ((x + 1) ** 2 - 4 * x, [], [x], None),
    ],
)
def test_the_sign_of_a_rational_expression(
    expression: Any, positive: Any, nonnegative: Any, sign: str | None
) -> None:
    assert rational_sign(expression, positive, nonnegative) == sign


# -- entropy lemmas -------------------------------------------------------------------------------------------


def entropy_form(form: Any, point: dict[Any, int]) -> float:
    """The sum of coefficient * t log t at a point, with 0 log 0 = 0."""
    total = 0.0
    for t, coefficient in form.items():
        size, times = (float(sympy.sympify(part).subs(point)) for part in (t, coefficient))
        total += times * (size * log(size) if size > 0 else 0.0)
    return total


def on_grid(form: Any, most: int = 5) -> list[float]:
    parts = [sympy.sympify(part) for pair in form.items() for part in pair]
    free = sorted(set().union(*(part.free_symbols for part in parts)), key=str)
    return [
        entropy_form(form, dict(zip(free, point, strict=True)))
        for point in product(range(most), repeat=len(free))
    ]


PROVED = {
    "splitting a pure cluster": ({x + y + 2: 1, x + 1: -1, y + 1: -1}, "positive"),
    "joining two clusters": ({x + y + 2: -1, x + 1: 1, y + 1: 1}, "negative"),
    "taking one item out": ({x + 3: 1, x + 2: -1}, "positive"),
    "two is more than nothing": ({sympy.Integer(2): 1}, "positive"),
    "moving an item from a larger cluster to a smaller one": (
        {x + y + 4: 1, x + 1: 1, x + y + 3: -1, x + 2: -1}, "positive"),
    "nothing changes": ({x + 1: 0}, "zero"),
    "the same part written in two ways with opposite signs": ({x * (x + 1) + 1: 1, x**2 + x + 1: -1}, "zero"),
    "ones weigh nothing": ({sympy.Integer(1): 5}, "zero"),
    "one big split against n pairs, n > 2": ({x + 4: -1, x + 3: 1, sympy.Integer(2): x + 3}, "positive"),
}  # fmt: skip


@pytest.mark.parametrize("claim", PROVED)
def test_a_lemma_says_what_the_grid_says(claim: str) -> None:
    form, sign = PROVED[claim]
    found = entropy_sign(form, ZERO_UP)
    assert found is not None
    assert found[0] == sign
    values = on_grid(form)
    assert all(HOLDS[sign](value) if sign != "zero" else abs(value) < 1e-12 for value in values)
    assert (found[1] is None) == (sign == "zero")


MIXED = {
    "one part grows, another shrinks": {x + 3: 1, y + 3: -1},
    "a large part against two that may be larger": {x + 5: 1, y + 2: -1, sympy.Integer(4): -1},
    "one pair against a big split, which ties at the least n": {x + 2: -1, x + 1: 1, sympy.Integer(2): 1},
    "an unequal exchange": {x + 3: 1, y + 1: 1, x + 1: -1, y + 3: -1},
}


@pytest.mark.parametrize("claim", MIXED)
def test_a_form_that_is_not_of_one_strict_sign_has_no_lemma(claim: str) -> None:
    form = MIXED[claim]
    values = on_grid(form, 12)
    assert min(values) < 1e-12
    assert max(values) > -1e-12
    assert entropy_sign(form, ZERO_UP) is None


@pytest.mark.parametrize(
    "form",
    [
        {x + 1: 1, x: -1},
        {x + y: 1, x: -1, y: -1},
        {x + 2: 1, x: -1, y: 0},
        {x: 1},
        {2 * x: 1, x: -2},
        {x + y + 1: 1, x: -1, y + 1: -1},
    ],
    ids=str,
)
def test_parts_that_may_be_empty_make_no_strict_lemma_false(form: Any) -> None:
    """At x = 0 the form may vanish: (0 + 1) log 1 - 0 log 0 = 0, so `positive` would be wrong there."""
    found = entropy_sign(form, ZERO_UP)
    if found is not None:
        assert all(HOLDS[found[0]](value) for value in on_grid(form)), found[0]


@pytest.mark.parametrize(
    ("expression", "point", "value"),
    [
        (x * sympy.log(x), {x: 0}, 0),
        (x * sympy.log(Ratio(x, y, 1)), {x: 1, y: 3}, -sympy.log(3)),
        (x * sympy.log(Guard(Ratio(x, y, 1), y, 1)), {x: 0, y: 3}, 0),
        (2 * Larger(x, y), {x: 5, y: 3}, 10),
        (y * sympy.log(1 + x) + 2 * x, {x: 1, y: 3}, 3 * sympy.log(2) + 2),
    ],
    ids=str,
)
def test_zero_times_a_logarithm_is_zero_at_a_corner(expression: Any, point: Any, value: Any) -> None:
    known = {symbol: sympy.Integer(number) for symbol, number in point.items()}
    assert sympy.simplify(value_at(expression, known) - value) == 0


PARTS = st.sampled_from(
    [1, 2, 3, 4, x + 1, x + 2, x + 3, y + 1, y + 2, x + y + 2, x + y + 3, x + y + 4, 2 * x + 2]
)


@RULES
@given(form=st.dictionaries(PARTS, st.integers(-2, 2), min_size=1, max_size=4))
def test_no_lemma_is_false_on_a_grid(form: Any) -> None:
    found = entropy_sign(form, ZERO_UP)
    if found is None:
        return
    sign, lemma = found
    values = on_grid(form)
    assert all(abs(value) < 1e-9 if sign == "zero" else HOLDS[sign](value) for value in values), sign
    if lemma is not None:
        points = [dict(zip((x, y), point, strict=True)) for point in product(range(4), repeat=2)]
        assert min(float(lemma.form.subs(point)) for point in points) > 0
