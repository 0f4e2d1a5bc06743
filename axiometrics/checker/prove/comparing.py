"""The margin of one branch: scores brought over a common denominator, roots compared through their squares.

A polynomial ``p = more - less`` whose sign is open (coefficients of one sign in either part) has two sides. Where it is
not negative, ``more = less + e`` with ``e >= 0``; if a generator x divides ``more`` once and is not in ``less``, then
``x = (less + e) x / more``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr

from axiometrics.checker.prove.algebra import SignedAlgebra, Split, State, Undecided
from axiometrics.formulas.arithmetics.polynomials import cancelled, factored
from axiometrics.formulas.arithmetics.quotients import quotient_of
from axiometrics.formulas.arithmetics.roots import Root, alone
from axiometrics.formulas.compiled import Value

if TYPE_CHECKING:
    from flint import fmpq_mpoly

MOST_TERMS = 8
"""Terms of a polynomial up to which its sign is a distinction: each one makes the margin much longer."""


class SignSplit(Split):
    """A distinction on the sign of ``more - less``; each side knows the generator to solve for and its factor."""

    def __init__(self, more: Expr, less: Expr, sides: tuple[tuple[Any, Any], tuple[Any, Any]]) -> None:
        super().__init__("sign", more, less)
        self.sides = sides

    def divide(self, state: State) -> Iterator[State]:
        """Yield the branch in which the difference is not negative, and the one in which it is."""
        yield self._side(state, self.first, self.second, *self.sides[0], strict=False)
        yield self._side(state, self.second, self.first, *self.sides[1], strict=True)

    def _side(
        self, state: State, more: Expr, less: Expr, solved: Expr, factor: Expr, *, strict: bool
    ) -> State:
        excess = sympy.Symbol(f"e{state.fresh or ''}")
        step = {
            "more": str(more),
            "less": str(less),
            "excess": str(excess),
            "strict": strict,
            "solved": str(solved),
        }
        return replace(
            state,
            path=(*state.path, step),
            replaced={**state.replaced, solved: (less + excess) / factor},
            positive=state.positive - {solved} | ({excess} if strict else set()),
            nonnegative=state.nonnegative - {solved} | (set() if strict else {excess}),
            fresh=state.fresh + 1,
            sums=(*state.sums, *_not_all_zero(state, solved, less, excess)),
        )


def _not_all_zero(state: State, solved: Expr, less: Expr, excess: Expr) -> Iterator[tuple[Any, ...]]:
    """A solved generator that was positive stays so: the excess and a loose factor of each term are not all zero."""
    if solved not in state.positive:
        return
    terms = [term.free_symbols & state.nonnegative for term in sympy.Add.make_args(less)]
    chosen: list[Any] = []
    while all(terms) and terms:
        often = sorted(
            {part for term in terms for part in term},
            key=lambda part: (-sum(part in t for t in terms), str(part)),
        )
        chosen.append(often[0])
        terms = [term for term in terms if often[0] not in term]
    if not terms:
        yield excess, *chosen


def open_sign(polynomial: fmpq_mpoly, algebra: SignedAlgebra) -> Split:
    """Return the distinction that settles the sign of a polynomial, or of a factor whose zero is in the way.

    Raises Undecided when no factor can be solved for a generator on both of its sides.
    """
    found = factored(polynomial) if len(polynomial) <= MOST_TERMS else None
    if found is None:
        raise Undecided("the sign of a long polynomial is open")
    for factor, _ in found[1]:
        if algebra.evident(factor) is not None:
            continue
        above = algebra.space.of({powers: value for powers, value in factor.terms() if value > 0})
        below = algebra.space.of({powers: -value for powers, value in factor.terms() if value < 0})
        first, second = _solved(above, below, algebra), _solved(below, above, algebra)
        for side in (first, second):
            if isinstance(side, Split):
                return side
        if isinstance(first, tuple) and isinstance(second, tuple):
            written = algebra.space.expression
            return SignSplit(written(above), written(below), (first, second))
    raise Undecided("cannot see the sign of a polynomial")


def _solved(more: fmpq_mpoly, less: fmpq_mpoly, algebra: SignedAlgebra) -> tuple[Any, Any] | Split | None:
    """Return a generator to solve ``more = less + e`` for, and its factor in ``more``, which must be positive."""
    later: Split | None = None
    for place, symbol in enumerate(algebra.symbols):
        linear = all(powers[place] == 1 for powers in more.monoms())
        if place not in algebra.signed or not linear or less.degrees()[place] > 0:
            continue
        factor = more / algebra.space.generators[place]
        sign = algebra.polynomial(factor)
        if sign == "positive":
            return symbol, algebra.space.expression(factor)
        loose = algebra.loose(factor)
        later = later or (Split("zero", loose) if sign == "nonnegative" and loose is not None else None)
    return later


MOST_GENERATORS = 5
"""Generators of a root up to which an open sign is a distinction."""
LONGEST = 1000
"""Terms of a polynomial in a root up to which its square is reduced: long ones take minutes."""


def margin_of(
    values: Mapping[str, Any], weights: Mapping[str, int], algebra: SignedAlgebra
) -> tuple[Any, Any, bool]:
    """Return numerator and denominator of the margin, and whether it is that of the signed squares."""
    squared = any(isinstance(value, Root) for value in values.values())
    first, *others = values.values()
    if squared and sum(weights.values()) == 0 and all(value == first for value in others):
        return algebra.space.zero, algebra.space.one, False
    if squared:
        margin = _square_margin(values, weights, algebra)
    else:
        parts = (quotient_of(*reduced(values[name], algebra)) * weight for name, weight in weights.items())
        margin = sum(parts, algebra.number(Fraction(0)))
    return (*reduced(margin, algebra), squared)


def _square_margin(values: Mapping[str, Any], weights: Mapping[str, int], algebra: SignedAlgebra) -> Value:
    """Compare two roots v, or one and 0, through v|v|, which grows with v; an open sign is a distinction of its own."""
    if sorted(weights.values()) not in ([-1, 1], [1], [-1]):
        raise Undecided("square roots are only compared in pairs")
    squares: Value = algebra.number(Fraction(0))
    for name in sorted(weights, key=lambda name: -weights[name]):
        plain, factor, radicand = alone(values[name])
        if plain != 0 and factor != 0:
            raise Undecided("a root beside another term")
        pure = (factor, radicand) if plain == 0 else (plain, algebra.number(Fraction(1)))
        if max(len(end) for part in pure for end in algebra.fraction(part)) > LONGEST:
            raise Undecided("a root of long polynomials")
        factor, radicand = (quotient_of(*reduced(part, algebra)) for part in pure)
        side = _side(factor, radicand, algebra)
        square = quotient_of(*reduced(factor * factor * radicand, algebra))
        squares = squares + square * (weights[name] * side)
    return squares


def _side(factor: Value, radicand: Value, algebra: SignedAlgebra) -> int:
    """Return 1 for a factor that is never negative, -1 for one that is never positive."""
    sign = algebra.sign(factor)
    if sign is None:
        top, bottom = algebra.fraction(factor)
        if algebra.polynomial(bottom) not in ("positive", "negative"):
            raise Undecided("a root with a part of unknown sign")
        used = {
            place
            for end in (top, bottom, *algebra.fraction(radicand))
            for place, power in enumerate(end.degrees())
            if power > 0
        }
        if len(used) > MOST_GENERATORS:
            raise Undecided("a root of unknown sign in many generators")
        raise open_sign(top, algebra)
    return -1 if sign in ("negative", "nonpositive") else 1


def reduced(margin: Value, algebra: SignedAlgebra) -> tuple[Any, Any]:
    """Cancel common factors, so that signs are not hidden by them."""
    top, bottom = algebra.fraction(margin)
    if not top:
        return algebra.space.zero, algebra.space.one
    found = cancelled(top, bottom)
    if found is None:
        raise Undecided(f"a fraction of {len(top)} and {len(bottom)} terms is too large to be reduced")
    return found
