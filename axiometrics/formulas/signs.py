"""Signs of polynomials whose generators are known to be positive or non-negative: by their coefficients alone."""

from __future__ import annotations

from collections.abc import Collection
from operator import attrgetter
from typing import Any, Literal

import sympy

from axiometrics.formulas.budget import remembered
from axiometrics.formulas.polynomials import cancelled, space_of
from axiometrics.formulas.quotients import ends
from axiometrics.formulas.rationals import quotient

__all__ = ["Sign", "flip", "polynomial_sign", "product", "rational_sign"]

Sign = Literal["positive", "nonnegative", "zero", "nonpositive", "negative"]

_FLIP: dict[Sign, Sign] = {
    "positive": "negative",
    "nonnegative": "nonpositive",
    "zero": "zero",
    "nonpositive": "nonnegative",
    "negative": "positive",
}


def flip(sign: Sign | None) -> Sign | None:
    """Return the sign of the negated value."""
    return _FLIP[sign] if sign else None


def product(first: Sign | None, second: Sign | None) -> Sign | None:
    """Return the sign of a product, None when a factor's sign is unknown.

    >>> product("negative", "nonnegative")
    'nonpositive'
    """
    if "zero" in (first, second):
        return "zero"
    if first is None or second is None:
        return None
    strict = {first, second} <= {"positive", "negative"}
    same = (first in ("positive", "nonnegative")) == (second in ("positive", "nonnegative"))
    if same:
        return "positive" if strict else "nonnegative"
    return "negative" if strict else "nonpositive"


def polynomial_sign(polynomial: Any, positive: Collection[int], signed: Collection[int]) -> Sign | None:
    """Return the sign of a polynomial, or None when it is not evident.

    ``signed`` are the places of generators that are never negative, ``positive`` those that are never zero.
    Coefficients of one sign make the polynomial weakly of that sign; it is strictly so when one monomial is made of
    positive generators only (a constant is).

    >>> from axiometrics.formulas.polynomials import Space
    >>> x, y = Space("xy").generators
    >>> polynomial_sign(2 * x + 1, positive=[], signed=[0, 1]), polynomial_sign(2 * x, positive=[], signed=[0, 1])
    ('positive', 'nonnegative')
    """
    if not polynomial:
        return "zero"
    if any(power and place not in signed for place, power in enumerate(polynomial.degrees())):
        return None
    signs = {bool(coefficient > 0) for coefficient in polynomial.coeffs()}
    if len(signs) > 1:
        return None
    strict = any(
        all(place in positive for place, power in enumerate(powers) if power)
        for powers in polynomial.monoms()
    )
    if signs == {True}:
        return "positive" if strict else "nonnegative"
    return "negative" if strict else "nonpositive"


def rational_sign(expression: Any, positive: Collection[Any], nonnegative: Collection[Any]) -> Sign | None:
    """Return the evident sign of a rational SymPy expression in generators of known signs, else None."""
    return _rational_sign(sympy.sympify(expression), frozenset(positive), frozenset(nonnegative))


@remembered
def _rational_sign(expression: Any, positive: frozenset[Any], nonnegative: frozenset[Any]) -> Sign | None:
    generators = sorted({*positive, *nonnegative}, key=attrgetter("name"))
    if expression.free_symbols - set(generators):
        return None
    space = space_of(tuple(generators))
    strict = frozenset(place for place, generator in enumerate(generators) if generator in positive)
    value = quotient(expression, dict(zip(generators, space.generators, strict=False)))
    top, bottom = ends(value, space)
    found = _fraction_sign(top, bottom, strict)
    if found is not None or not top:
        return found
    reduced = cancelled(top, bottom)
    return _fraction_sign(*reduced, strict) if reduced else None


def _fraction_sign(top: Any, bottom: Any, strict: frozenset[int]) -> Sign | None:
    places = range(len(top.degrees()))
    return product(*(polynomial_sign(part, strict, places) for part in (top, bottom)))
