"""Polynomials over the rational numbers in named generators, and their products, factors and common factors.

They are python-flint's, whose arithmetic is many times quicker than Python's. What may take long is only done within
stated limits, and counted where work is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from math import comb, gcd, lcm
from operator import add, mul
from typing import TYPE_CHECKING, Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from flint.utils.flint_exceptions import DomainError

from axiometrics.errors import UndecidedError
from axiometrics.formulas.arithmetics.budget import counting, spend

if TYPE_CHECKING:
    from sympy import Expr

MOST_FACTORED = 80
"""Terms of a polynomial up to which its factors are sought."""
MOST_CANCELLED = 2000
"""Terms of two polynomials together up to which their common factors are sought."""
MOST_RAISED = 1_000_000
"""Terms of a power, at most: memory that is used up ends the process."""
HIGHEST = 40
"""The highest total degree of either."""
COST = 25
"""Products of terms that one term costs, about: measured on products of linear forms."""
MOST_VARIABLES = 6
"""Variables of a polynomial up to which its factors are sought inside `few_variables`."""
_FEW: ContextVar[bool] = ContextVar("few", default=False)


class Space:
    """The polynomials in some generators; ``symbols`` is what they stand for, written in the order of their powers."""

    def __init__(self, symbols: Sequence[Any]) -> None:
        self.symbols = tuple(symbols)
        self.names = tuple(getattr(symbol, "name", None) or str(symbol) for symbol in self.symbols)
        self.context = fmpq_mpoly_ctx.get(self.names or ("unit",), Ordering.lex)
        self.generators = tuple(self.context.gens())
        self.zero, self.one = self.constant(0), self.constant(1)
        self._known: dict[Any, Any] = {}

    def constant(self, value: Any) -> fmpq_mpoly:
        """Return a number as a polynomial."""
        return self.context.constant(value)

    def of(self, terms: Mapping[tuple[int, ...], Any]) -> fmpq_mpoly:
        """Return the polynomial with these coefficients of products of powers."""
        return self.context.from_dict(dict(terms))

    def expression(self, polynomial: fmpq_mpoly) -> Expr:
        """Return a polynomial as a SymPy expression.

        >>> space = Space("xy")
        >>> x, y = space.generators
        >>> space.expression((x + y) * (x - y) * number(Fraction(1, 2)))
        x**2/2 - y**2/2
        """
        from sympy import Add  # which takes long to import

        return Add(*(self._term(powers, int(value.p), int(value.q)) for powers, value in polynomial.terms()))

    def _term(self, powers: tuple[int, ...], above: int, below: int) -> Expr:
        """Return a term as a SymPy expression; polynomials have many in common."""
        from sympy import Mul, Pow, Rational

        place = powers, above, below
        if place not in self._known:
            factors = (Pow(self._named[at], power) for at, power in enumerate(powers) if power)
            self._known[place] = Mul(Rational(above, below), *factors)
        return self._known[place]

    @cached_property
    def polynomials(self) -> Mapping[Any, fmpq_mpoly]:
        """The generators as polynomials, by what they stand for."""
        return dict(zip(self.symbols, self.generators, strict=False))

    @cached_property
    def _named(self) -> list[Expr]:
        from sympy import Symbol

        return [each if hasattr(each, "free_symbols") else Symbol(str(each)) for each in self.symbols]


@lru_cache(maxsize=1 << 10)
def space_of(symbols: tuple[Any, ...]) -> Space:
    """Return the polynomials in some generators, the same object every time."""
    return Space(symbols)


def multiplied_out(expression: Expr) -> Expr:
    """Return a polynomial as SymPy expands it, several times as fast where its coefficients are rational.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> multiplied_out((x + 1) * (x - y))
    x**2 - x*y + x - y
    """
    space = space_of(tuple(sorted(expression.free_symbols, key=str)))
    try:
        return space.expression(polynomial_of(expression, space))
    except AttributeError:  # some coefficient is a root, or a function of numbers
        return expression.expand()


def polynomial_of(
    expression: Expr, space: Space, given: Mapping[Any, fmpq_mpoly] | None = None
) -> fmpq_mpoly:
    """Return an expression as a polynomial in the generators, or with the polynomials that are ``given`` for symbols.

    Raises AttributeError where some coefficient is no rational number.
    """
    names = space.polynomials if given is None else given

    def read(node: Any) -> fmpq_mpoly:
        if node.is_Pow and node.exp.is_Integer and node.exp >= 0:
            return read(node.base) ** int(node.exp)
        if node.is_Add or node.is_Mul:
            return reduce(add if node.is_Add else mul, map(read, node.args))
        return names[node] if node in names else space.constant(fmpq(int(node.p), int(node.q)))

    return read(expression)


def number(value: Fraction | int) -> fmpq:
    """Return a fraction as the arithmetic's own number."""
    return fmpq(value.numerator, value.denominator)


def fraction_of(value: fmpq) -> Fraction:
    """Return the arithmetic's own number as a fraction."""
    return Fraction(int(value.p), int(value.q))


@contextmanager
def few_variables() -> Iterator[None]:
    """Seek no factors of polynomials in many variables: with a letter among them that can take for ever."""
    token = _FEW.set(True)
    try:
        yield
    finally:
        _FEW.reset(token)


def polynomial_product(first: fmpq_mpoly, second: fmpq_mpoly) -> fmpq_mpoly:
    """Multiply; where work is counted, every product of two terms is."""
    if counting():
        spend(len(first) * len(second))
    return first * second


def polynomial_power(base: fmpq_mpoly, exponent: int) -> fmpq_mpoly:
    """Raise to a power, by squaring where work is counted. Raises UndecidedError where it has too many terms."""
    if comb(max(len(base), 1) + exponent - 1, exponent) > MOST_RAISED:
        raise UndecidedError(f"a sum of {len(base)} terms to the power of {exponent} is not carried out")
    if exponent <= 1 or not counting():
        return base**exponent
    half = polynomial_power(base, exponent // 2)
    square = polynomial_product(half, half)
    return polynomial_product(square, base) if exponent % 2 else square


def factored(polynomial: fmpq_mpoly) -> tuple[Any, list[tuple[Any, int]]] | None:
    """Return the constant and the factors with their multiplicities, or None for a polynomial that is too large.

    Every factor is irreducible and has whole coefficients without a common divisor, the first one positive.

    >>> x, y = Space("xy").generators
    >>> factored(-2 * (x + y) ** 2 * (3 * x * y + 1) * y)
    (-2, [(y, 1), (3*x*y + 1, 1), (x + y, 2)])
    """
    if _FEW.get() and sum(map(bool, polynomial.degrees())) > MOST_VARIABLES:
        return None
    if not _within(MOST_FACTORED, polynomial):
        return None
    constant, found = polynomial.factor()
    factors = []
    for factor, times in found:
        content = _content(factor)
        constant = constant * content**times
        factors.append((factor / content, int(times)))
    return constant, sorted(factors, key=_order)


def cancelled(top: fmpq_mpoly, bottom: fmpq_mpoly) -> tuple[Any, Any] | None:
    """Return a fraction in lowest terms, or None where it is too large; a constant divides everything."""
    if not _within(MOST_CANCELLED, top, bottom, cost=1 if bottom.is_constant() else COST):
        return None
    return lowest_terms(top, bottom)


def lowest_terms(top: fmpq_mpoly, bottom: fmpq_mpoly) -> tuple[Any, Any]:
    """Return a fraction without common factors; both parts have whole coefficients without a divisor in common.

    >>> x, y = Space("xy").generators
    >>> lowest_terms(x**2 - y**2, 2 * (x + y) * y)
    (x - y, 2*y)
    """
    shared = top.gcd(bottom)
    above, below = top / shared, bottom / shared
    content = _content(below)
    above, below = above / content, below / content
    rest = abs(_content(above)) if above else fmpq(1)
    return above * (rest.p / rest), below * rest.q


def square_root(value: Any) -> Any:
    """Return a polynomial, or number, whose square is the given one; None where there is none.

    Of two, it is the one that is positive, or whose first coefficient is.

    >>> square_root(number(Fraction(4, 9))), square_root(number(2))
    (2/3, None)
    """
    try:
        return value.sqrt()
    except DomainError:
        return None


def _content(polynomial: fmpq_mpoly) -> Any:
    """Return the number by which whole coefficients without a common divisor are left, the first one positive."""
    values = polynomial.coeffs()
    content = fmpq(gcd(*(int(value.p) for value in values)), lcm(*(int(value.q) for value in values)))
    return content if values and values[0] > 0 else -content


def _within(most: int, *polynomials: fmpq_mpoly, cost: int = COST) -> bool:
    """Whether the work may be done; it is counted then."""
    terms = sum(map(len, polynomials))
    if terms > most or any(polynomial.total_degree() > HIGHEST for polynomial in polynomials):
        return False
    spend(cost * terms)
    return True


def _order(factor: tuple[Any, int]) -> tuple[Any, ...]:
    """Order by the degree in the first generator, the multiplicity, and the terms."""
    polynomial, times = factor
    return polynomial.degrees()[0], times, list(polynomial.terms())
