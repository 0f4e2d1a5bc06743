"""A polynomial whose sign is open: its two sides, each with one generator solved for.

``p = more - less`` with coefficients of one sign in either part. Where ``p`` is not negative, ``more = less + e`` with
``e >= 0``; if a generator x divides ``more`` once and does not occur in ``less``, then ``x = (less + e) x / more``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy

from axiometrics.checker.prove.algebra import SignedAlgebra, Split, Undecided
from axiometrics.checker.prove.branching import State
from axiometrics.formulas.polynomials import factored

__all__ = ["SignSplit", "open_sign"]

MOST_TERMS = 8
"""Terms of a polynomial up to which its sign is a distinction: each one makes the margin much longer."""


class SignSplit(Split):
    """A distinction on the sign of ``more - less``; each side knows the generator to solve for and its factor."""

    def __init__(self, more: Any, less: Any, sides: tuple[tuple[Any, Any], tuple[Any, Any]]) -> None:
        super().__init__("sign", more, less)
        self.sides = sides

    def divide(self, state: State) -> Iterator[State]:
        """Yield the branch in which the difference is not negative, and the one in which it is."""
        yield self._side(state, self.first, self.second, *self.sides[0], strict=False)
        yield self._side(state, self.second, self.first, *self.sides[1], strict=True)

    def _side(self, state: State, more: Any, less: Any, solved: Any, factor: Any, *, strict: bool) -> State:
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


def _not_all_zero(state: State, solved: Any, less: Any, excess: Any) -> Iterator[tuple[Any, ...]]:
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


def open_sign(polynomial: Any, algebra: SignedAlgebra) -> Split:
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


def _solved(more: Any, less: Any, algebra: SignedAlgebra) -> tuple[Any, Any] | Split | None:
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
