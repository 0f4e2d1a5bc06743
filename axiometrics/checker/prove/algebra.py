"""Arithmetic over generators of known sign, in which formulas are evaluated symbolically.

Where the value of a ratio, an extreme or a root hangs on something the signs do not settle, a `Split` says which two
branches to look at instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr

from axiometrics.checker.prove.certificate import BranchSign
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.arithmetics.budget import remembered
from axiometrics.formulas.arithmetics.polynomials import (
    Space,
    factored,
    fraction_of,
    number,
    space_of,
    square_root,
)
from axiometrics.formulas.arithmetics.quotients import SHORT, Quotient, ends, quotient, quotient_of, shortened
from axiometrics.formulas.arithmetics.roots import Root, alone, root_of
from axiometrics.formulas.arithmetics.signs import Sign, polynomial_sign, product, symbols_of
from axiometrics.formulas.undefined import NO_VALUE, Infinity, absent

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    from axiometrics.formulas.compiled import Value


class Undecided(UndecidedError):
    """No tactic settles a sign; the cell stays without proof."""


class Split(Exception):
    """A case distinction: on one generator being zero, or on the order of two multiples of generators."""

    def __init__(self, kind: str, first: object, second: object = None, factor: Any = 1) -> None:
        self.kind = kind
        self.first = first
        self.second = second
        self.factor = factor
        super().__init__(kind)

    def divide(self, state: Any) -> Iterator[Any]:
        """Yield the two branches; only distinctions that bring their own way to divide have one."""
        raise NotImplementedError(self.kind)


class SignedAlgebra:
    """Quotients of polynomials in generators, each positive, non-negative, or of unknown sign.

    With ``even_roots`` the root of an even power is a polynomial. Short quotients are in lowest terms if ``reduced``.
    """

    undefined = NO_VALUE
    infinite: Infinity  # where values may be that

    def __init__(
        self,
        generators: Sequence[Any],
        positive: Collection[Any],
        nonnegative: Collection[Any],
        *,
        even_roots: bool = False,
        reduced: bool = False,
    ) -> None:
        self.symbols = tuple(generators)
        self.space = space_of(self.symbols)
        self.positive = {place for place, symbol in enumerate(self.symbols) if symbol in positive}
        self.signed = self.positive | {
            place for place, symbol in enumerate(self.symbols) if symbol in nonnegative
        }
        self.even_roots, self.longest = even_roots, SHORT if reduced else 0
        self.sums: Sequence[set[int]] = ()
        self.decisive = False  # whether distinctions are sought that decide at once
        known = self.space.polynomials.get(LOG_TWO)
        self.log_two = None if known is None else quotient_of(known)

    def turn(self, value: Value) -> int:
        """Return the sign of what is multiplied with infinity. Raises Undecided where it is open."""
        known = {"positive": 1, "negative": -1, "zero": 0}.get(self.sign(value) or "")
        if known is None:
            raise Undecided("infinity times what may be zero, or of either sign")
        return known

    def use(self, sums: Sequence[Collection[Any]]) -> None:
        """Know from now on that the generators in each of these are never all zero."""
        self.sums = [{self.symbols.index(symbol) for symbol in members} for members in sums]

    def number(self, value: Fraction) -> Value:
        """Return a rational constant."""
        return number(value)

    def element(self, expression: Expr) -> Value:
        """Return a rational SymPy expression in the generators."""
        return _element(self.space, sympy.sympify(expression))

    def fraction(self, value: Value) -> tuple[Any, Any]:
        """Return numerator and denominator of a value without roots. Raises Undecided for any other."""
        if isinstance(value, Root | Infinity):
            raise Undecided("a root, or infinity, where only quotients of polynomials have a reading")
        return ends(value, self.space)

    def sign(self, value: Value) -> Sign | None:
        """Return the evident sign of a value."""
        if isinstance(value, Root):
            rooted = (product(self.sign(factor), self.sign(radicand)) for factor, radicand in value.roots)
            return _sum_sign(self.sign(value.plain), *rooted)
        return product(*map(self.polynomial, self.fraction(value)))

    def polynomial(self, polynomial: fmpq_mpoly) -> Sign | None:
        """Return the evident sign of a polynomial, by coefficients or factor by factor."""
        found = self.evident(polynomial)
        if found is not None or self._has_unsigned(polynomial):
            return found
        parts = factored(polynomial)
        if parts is None:
            return None
        constant, factors = parts
        if len(factors) == 1 and factors[0][1] == 1:
            return None
        found = "positive" if constant > 0 else "negative"
        for factor, times in factors:
            for _ in range(times):
                found = product(found, self.evident(factor))
        return found

    def evident(self, polynomial: fmpq_mpoly) -> Sign | None:
        """Return the sign that coefficients alone show."""
        return polynomial_sign(polynomial, self.positive, self.signed, self.sums)

    def _has_unsigned(self, polynomial: fmpq_mpoly) -> bool:
        """Whether some generator of a polynomial may have any sign, so that factors cannot tell."""
        return any(power and place not in self.signed for place, power in enumerate(polynomial.degrees()))

    def ratio(self, numerator: Value, denominator: Value, otherwise: Value) -> Value:
        """Divide where the denominator cannot vanish; split where it may."""
        if absent(denominator):
            return NO_VALUE
        return shortened(numerator / denominator, self.longest) if self.nonzero(denominator) else otherwise

    def guard(self, value: Value, quantity: Value, otherwise: Value) -> Value:
        """Return the value where the quantity cannot vanish; split where it may."""
        if absent(quantity):
            return NO_VALUE
        return value if self.nonzero(quantity) else otherwise

    def nonzero(self, value: Value) -> bool:
        """Say whether a value never vanishes, or always does; split where both happen. Raises Undecided."""
        sign = self.sign(value)
        if sign in ("positive", "negative"):
            return True
        if sign == "zero":
            return False
        if sign is None:
            raise Undecided("cannot see whether a denominator vanishes")
        raise Split("zero", self._loose(value))

    def _loose(self, value: Value) -> Any:
        """Return a generator that may be zero and on which the value may vanish."""
        parts = [part for pair in value.roots for part in pair] if isinstance(value, Root) else [value]
        for part in parts:
            found = self.loose(self.fraction(part)[0])
            if found is not None:
                return found
        raise Undecided("cannot see where a denominator vanishes")

    def loose(self, polynomial: fmpq_mpoly) -> Any:
        """Return the first generator of a polynomial that may be zero; None where all are positive.

        A decisive one is a factor of a term without any other that may be zero, if there is such a one.
        """
        found = [
            [place for place, power in enumerate(powers) if power and place not in self.positive]
            for powers in polynomial.monoms()
        ]
        alone = [places for places in found if len(places) == 1] if self.decisive else []
        for places in (*alone, *found):
            if any(place in self.signed for place in places):
                return self.symbols[next(place for place in places if place in self.signed)]
        return None

    def larger(self, first: Value, second: Value) -> Value:
        """Return the larger value, splitting on the order where it is open."""
        if absent(first, second):
            return NO_VALUE
        return first if self._ordered(first, second) else second

    def smaller(self, first: Value, second: Value) -> Value:
        """Return the smaller value, splitting on the order where it is open."""
        if absent(first, second):
            return NO_VALUE
        return second if self._ordered(first, second) else first

    def _ordered(self, first: Value, second: Value) -> bool:
        difference = first - second
        sign = self.sign(difference)
        if sign is not None:
            return sign in ("positive", "nonnegative", "zero")
        plain, factor, _ = alone(difference)
        if not isinstance(difference, Root):
            raise self._order(self.fraction(plain)[0])
        if plain != 0:
            raise Undecided("cannot see which of two values with roots is larger")
        raise self._order(self.fraction(factor)[0])

    def _order(self, polynomial: fmpq_mpoly) -> Exception:
        """Compare one positive with one negative linear term of the factor whose sign is open."""
        parts = factored(polynomial)
        for factor, _ in parts[1] if parts else []:
            if self.evident(factor) is not None:
                continue
            linear = [(powers.index(1), value) for powers, value in factor.terms() if sum(powers) == 1]
            above = [(place, value) for place, value in linear if value > 0 and place in self.signed]
            below = [(place, value) for place, value in linear if value < 0 and place in self.signed]
            if above and below:
                (g, p), (h, q) = above[0], below[0]
                return Split("order", self.symbols[g], self.symbols[h], fraction_of(-q / p))
        return Undecided("cannot see which of two values is larger")

    def sqrt(self, value: Value) -> Value:
        """Return the root as a symbol of its own."""
        if absent(value):
            return NO_VALUE
        if self.sign(value) not in ("positive", "nonnegative", "zero"):
            raise Undecided("cannot see that a square root exists")
        if value == 0:
            return self.number(Fraction(0))
        if isinstance(value, Root):
            raise Undecided("a root of a root")
        return self._plain_root(*self.fraction(value)) or root_of(value)

    def _plain_root(self, top: Any, bottom: Any) -> Any:
        """Return the root of the square of a number, as can be seen by comparing terms, or of even powers."""
        numbers = top.leading_coefficient(), bottom.leading_coefficient()
        if len(top) == len(bottom) and top / numbers[0] == bottom / numbers[1]:
            return square_root(numbers[0] / numbers[1])
        roots = [self._even_root(part) for part in (top, bottom)] if self.even_roots else [None]
        return None if None in roots else quotient_of(*roots)

    def _even_root(self, polynomial: fmpq_mpoly) -> Any:
        """Return the root of a product of even powers of factors that are never negative."""
        found = factored(polynomial)
        constant = square_root(found[0]) if found else None
        if found is None or constant is None:
            return None
        root = self.space.constant(constant)
        for factor, times in found[1]:
            if times % 2 or self.evident(factor) not in ("positive", "nonnegative"):
                return None
            root = root * factor ** (times // 2)
        return root

    def log(self, value: Value) -> Value:
        """Return log 2, the only logarithm that is left in a normal form."""
        if absent(value):
            return NO_VALUE
        if self.log_two is not None and not isinstance(value, Quotient | Root) and value == 2:
            return self.log_two
        raise NotSymbolicError("a logarithm outside the reductions has no symbolic reading")

    def log_binomial(self, upper: Value, lower: Value) -> Value:
        """Refuse: binomials outside a reduction have no symbolic reading."""
        raise NotSymbolicError("a binomial coefficient outside the reductions has no symbolic reading")

    def inverse_log2(self, value: Value) -> Value:
        """Refuse: discounts outside a reduction have no symbolic reading."""
        raise NotSymbolicError("a logarithm outside the reductions has no symbolic reading")

    def power(self, base: Value, exponent: Value) -> Value:
        """Refuse: symbolic exponents outside a reduction have no symbolic reading."""
        raise NotSymbolicError("a symbolic exponent outside the reductions has no symbolic reading")


def _sum_sign(*signs: Sign | None) -> Sign | None:
    if set(signs) == {"zero"}:
        return "zero"
    for strict, weak in (("positive", "nonnegative"), ("negative", "nonpositive")):
        if set(signs) <= {strict, weak, "zero"}:
            return strict if strict in signs else weak  # type: ignore[return-value]
    return None


@remembered
def _element(space: Space, expression: Expr) -> Value:
    return quotient(expression, space.polynomials)


LOG_TWO = sympy.Symbol("l")
"""The generator that stands for log 2, the unit of information."""


# --- case distinctions: what is assumed in a branch, how it is divided, what branches show together


@dataclass(frozen=True)
class State:
    """One branch: what was assumed on the way, what replaces the generators, and the signs that hold here.

    The members of one of the ``sums`` are never all zero.
    """

    path: tuple[dict[str, Any], ...]
    replaced: Mapping[Any, Any]
    positive: frozenset[Any]
    nonnegative: frozenset[Any]
    fresh: int = 0
    sums: tuple[tuple[Any, ...], ...] = ()


def replaced(expression: Expr, by: Mapping[Any, Any]) -> Expr:
    """Write an expression without the generators that a branch has replaced."""
    return _replaced(sympy.sympify(expression), frozenset(by.items())) if by else expression


@lru_cache(maxsize=1 << 14)
def _replaced(found: Expr, by: frozenset[tuple[Any, Any]]) -> Expr:
    known = dict(by)
    return found if known.keys().isdisjoint(symbols_of(found)) else _replaced(found.xreplace(known), by)


def divided(state: State, split: Split) -> Iterator[State]:
    """The two branches of a case distinction; together they cover everything."""
    if split.kind == "sign":
        yield from split.divide(state)
        return
    if split.kind == "zero":
        g = split.first
        rest = state.nonnegative - {g}
        zero, positive = ({name: str(g)} for name in ("zero", "positive"))
        yield replace(
            state, path=(*state.path, zero), replaced={**state.replaced, g: sympy.S.Zero}, nonnegative=rest
        )
        yield replace(state, path=(*state.path, positive), positive=state.positive | {g}, nonnegative=rest)
        return
    g, h, factor = split.first, split.second, sympy.Rational(split.factor.numerator, split.factor.denominator)
    excess = sympy.Symbol(f"e{state.fresh or ''}")
    yield _ordered(state, g, h, factor, excess, strict=g in state.positive)
    yield _ordered(state, h, g, 1 / factor, excess, strict=h in state.positive and g not in state.positive)


def _ordered(state: State, larger: Expr, smaller: Expr, factor: Expr, excess: Expr, *, strict: bool) -> State:
    """Assume larger = factor * smaller + excess; a strict excess keeps what was known of the larger one."""
    step = {
        "larger": str(larger),
        "smaller": str(smaller),
        "factor": str(factor),
        "excess": str(excess),
        "strict": strict,
    }
    return replace(
        state,
        path=(*state.path, step),
        replaced={**state.replaced, larger: factor * smaller + excess},
        positive=(state.positive - {larger}) | ({excess} if strict else set()),
        nonnegative=(state.nonnegative - {larger}) | (set() if strict else {excess}),
        fresh=state.fresh + 1,
    )


def excluded(state: State) -> bool:
    """Say whether a branch assumes that all members of a positive sum are zero, which no case does."""
    return any(all(state.replaced.get(part) == 0 for part in members) for members in state.sums)


def left_of(state: State) -> list[set[Any]]:
    """Return of every positive sum the members that are not zero here; none of a sum with a member that is replaced."""
    found = [{part for part in members if state.replaced.get(part) != 0} for members in state.sums]
    return [members for members in found if members and not members & set(state.replaced)]


def undivided(state: State) -> Split | None:
    """Return the distinction that tells which member of a positive sum is not zero; None where that is known."""
    for members in state.sums:
        open_ = [part for part in members if part in state.nonnegative]
        if open_ and not any(part in state.positive for part in members):
            return Split("zero", open_[0])
    return None


def meet(signs: Sequence[BranchSign]) -> Sign | None:
    """Return the sign of the margin wherever there is one; None when there is none or the signs disagree."""
    found: set[Any] = set(signs) - {"undefined", "impossible"}
    if len(found) == 1:
        return next(iter(found))
    if found and found <= {"positive", "nonnegative", "zero"}:
        return "nonnegative"
    if found and found <= {"negative", "nonpositive", "zero"}:
        return "nonpositive"
    return None
