"""Quotients of polynomials, reduced only where that is asked for: quick to add and multiply, compared crosswise.

A quotient of two numbers is a number, python-flint's ``fmpq``: so what has no generators in it costs next to nothing.
Rational SymPy expressions are written as such quotients, where arithmetic is far quicker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from hashlib import blake2b
from math import ceil
from operator import add, attrgetter, mul
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_mpoly

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.budget import uncounted
from axiometrics.formulas.arithmetics.polynomials import (
    Space,
    cancelled,
    lowest_terms,
    polynomial_power,
    polynomial_product,
    space_of,
)

if TYPE_CHECKING:
    from sympy import Expr

    from axiometrics.formulas.compiled import Value


def quotient_of(top: Any, bottom: Any = None) -> Quotient | fmpq:
    """Return ``top / bottom``, a number where it is seen to be one. Raises ZeroDivisionError.

    >>> from axiometrics.formulas.arithmetics.polynomials import Space
    >>> x, y = Space("xy").generators
    >>> quotient_of(x, y) * quotient_of(y), quotient_of(4 * x**0, 6 * x**0)
    ((x*y)/(y), 2/3)
    """
    if bottom is None:
        bottom = top.context().constant(1)
    if not bottom:
        raise ZeroDivisionError("a polynomial is divided by zero")
    if not top:
        return fmpq(0)
    if _is_number(bottom) and not bottom.is_one():
        constant = bottom.leading_coefficient()
        top, bottom = top / constant, bottom / constant
    return _over(top, bottom)


def _over(top: fmpq_mpoly, bottom: fmpq_mpoly) -> Quotient | fmpq:
    """Return ``top / bottom``, whose bottom is 1, or no number."""
    if not top:
        return fmpq(0)
    if _is_number(top) and bottom.is_one():
        number: fmpq = top.leading_coefficient()
        return number
    return Quotient(top, bottom)


def _is_number(polynomial: fmpq_mpoly) -> bool:
    """Whether a polynomial is a constant; of several terms python-flint goes through all generators."""
    return len(polynomial) < 2 and bool(polynomial.is_constant())


def ends(value: Value, space: Space) -> tuple[Any, Any]:
    """Return numerator and denominator of a quotient or number as polynomials."""
    if isinstance(value, Quotient):
        return value.top, value.bottom
    return space.constant(value), space.one


class Quotient:
    """``top / bottom``, not both of them numbers; reducing is left to whoever writes it out."""

    __slots__ = ("bottom", "top")

    def __init__(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> None:
        self.top = top
        self.bottom = bottom

    def __add__(self, other: Value) -> Quotient | fmpq:
        if isinstance(other, fmpq | int):
            return _over(self.top + other * self.bottom, self.bottom)
        if not isinstance(other, Quotient):
            return NotImplemented
        if self.bottom is other.bottom or self.bottom == other.bottom:
            return _over(self.top + other.top, self.bottom)
        return _over(
            polynomial_product(self.top, other.bottom) + polynomial_product(other.top, self.bottom),
            polynomial_product(self.bottom, other.bottom),
        )

    __radd__ = __add__

    def __neg__(self) -> Quotient:
        return Quotient(-self.top, self.bottom)

    def __sub__(self, other: Value) -> Quotient | fmpq:
        return self + (-other)

    def __rsub__(self, other: Value) -> Quotient | fmpq:
        return (-self) + other

    def __mul__(self, other: Value) -> Quotient | fmpq:
        if isinstance(other, fmpq | int):
            return _over(self.top * other, self.bottom)
        if not isinstance(other, Quotient):
            return NotImplemented
        return _over(polynomial_product(self.top, other.top), polynomial_product(self.bottom, other.bottom))

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Quotient | fmpq:
        if isinstance(other, fmpq | int):
            return self * (1 / fmpq(other))
        if not isinstance(other, Quotient):
            return NotImplemented
        return quotient_of(
            polynomial_product(self.top, other.bottom), polynomial_product(self.bottom, other.top)
        )

    def __rtruediv__(self, other: Value) -> Quotient | fmpq:
        if not isinstance(other, fmpq | int):
            return NotImplemented
        return quotient_of(other * self.bottom, self.top)

    def __pow__(self, exponent: int) -> Quotient | fmpq:
        return quotient_of(polynomial_power(self.top, exponent), polynomial_power(self.bottom, exponent))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, fmpq | int):
            return bool(self.top == other * self.bottom)
        return isinstance(other, Quotient) and bool(
            polynomial_product(self.top, other.bottom) == polynomial_product(other.top, self.bottom)
        )

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"({self.top})/({self.bottom})"


def quotient(expression: Expr, names: Mapping[Any, Any]) -> Quotient | fmpq:
    """Return an expression as a quotient, or a number; ``names`` gives the polynomial of every symbol.

    Raises NotSymbolicError for anything but sums, products and whole powers of the symbols.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> quotient(1 + x / y, dict(zip((x, y), Space((x, y)).generators)))
    (x + y)/(y)
    """
    if expression.is_Rational:
        return fmpq(int(expression.p), int(expression.q))
    if expression in names:
        return quotient_of(names[expression])
    if expression.is_Pow and expression.exp.is_Integer:
        base = quotient(expression.base, names)
        power = int(expression.exp)
        return base**power if power > 0 else 1 / base**-power
    if not (expression.is_Add or expression.is_Mul):
        raise NotSymbolicError(f"{expression} is not a rational function of the generators")
    parts = [quotient(part, names) for part in expression.args]
    return reduce(mul, parts) if expression.is_Mul else _added(parts)


def _added(parts: list[Any]) -> Any:
    """Add what has the same denominator first, so that denominators are multiplied as seldom as possible."""
    groups: dict[str, list[Any]] = {}
    for part in parts:
        groups.setdefault(str(part.bottom) if isinstance(part, Quotient) else "1", []).append(part)
    return reduce(add, (reduce(add, group) for group in groups.values()))


def equal(first: Expr, second: Expr) -> bool:
    """Return whether two expressions are the same, also where only rational arithmetic shows it.

    A function, or a root, counts as one unknown, the same where its arguments are. Equal expressions have equal
    values; different ones may still have equal values.

    >>> from sympy import log, symbols
    >>> x, y = symbols("x y")
    >>> equal(1 / x + 1 / y, (x + y) / (x * y)), equal(x, y)
    (True, False)
    >>> equal(log(x * (y + 1)) / (x + 1), log(x * y + x) / (x + 1))
    True
    """
    from sympy import sympify  # which takes long to import

    first, second = sympify(first), sympify(second)
    if first == second or are_apart(first, second):
        return bool(first == second)
    symbols = sorted(first.free_symbols | second.free_symbols, key=attrgetter("name"))
    unknowns = list(dict.fromkeys((*_unknowns(first), *_unknowns(second))))
    generators = iter(Space([*symbols, *(f"unknown {place}" for place in range(len(unknowns)))]).generators)
    names = {symbol: next(generators) for symbol in symbols}
    seen: dict[Any, Any] = {}
    try:
        for node in unknowns:
            inside = (node.func, *(_canonical(part, names) for part in node.args or (node,)))
            names[node] = seen.setdefault(inside, next(generators))
        return bool(quotient(first, names) == quotient(second, names))
    except ZeroDivisionError:
        return False


PRIME = 2**61 - 1
"""Residues are counted by this."""
Residue = int | None


def are_apart(first: Expr, second: Expr, *values: Mapping[Any, Expr]) -> bool:
    """Return whether two expressions certainly are not the same, each with its ``values`` of symbols if there are some.

    They are not where they have other residues at one place. Functions that SymPy might compute are not looked at.
    """
    one, other = (values[0], values[-1]) if values else ({}, {})
    found = _residue_with(first, one), _residue_with(second, other)
    return None not in found and found[0] != found[1]


def _residue_with(node: Expr, values: Mapping[Any, Expr]) -> Residue:
    """Return the residue of an expression, with other expressions in place of some symbols."""
    if node in values:
        return _residue(values[node])
    if not values or not node.args:
        return _residue(node)
    parts = [_residue_with(part, values) for part in node.args]
    return _combined(node, parts)


@lru_cache(maxsize=1 << 15)
def _residue(node: Expr) -> Residue:
    if node.is_Rational:
        return int(node.p) * pow(int(node.q), -1, PRIME) % PRIME if node.q % PRIME else None
    if not node.args:
        return _drawn(node.name) if node.is_Symbol else None
    parts = [_residue(part) for part in node.args]
    return _combined(node, parts)


def _combined(node: Expr, parts: Sequence[int | None]) -> Residue:
    """Return the residue of a sum, a product, a whole power or a step of a formula; None for any other, or without."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if node.is_Add:
        return sum(known) % PRIME
    if node.is_Mul:
        return reduce(lambda one, other: one * other % PRIME, known)
    if node.is_Pow:
        whole = node.exp.is_Integer and (known[0] or node.exp > 0)
        return pow(known[0], int(node.exp), PRIME) if whole else None
    return _drawn(f"{node.func.__name__}{parts}") if getattr(node, "is_step", False) else None


def _drawn(text: str) -> int:
    """Return a number that is the same for the same text in every process."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") % PRIME


def _unknowns(node: Expr) -> Iterator[Any]:
    """Yield what is no sum, product or whole power, what is inside before what it is in."""
    if node.is_Rational or node.is_Symbol:
        return
    whole = node.is_Add or node.is_Mul or (node.is_Pow and node.exp.is_Integer)
    for part in (node.base,) if whole and node.is_Pow else node.args:
        yield from _unknowns(part)
    if not whole:
        yield node


def _canonical(expression: Expr, names: Mapping[Any, Any]) -> Expr:
    """Return text that two expressions share only where they are the same."""
    if not expression.args and not expression.is_Rational and expression not in names:
        return expression
    found = quotient(expression, names)
    parts = cancelled(found.top, found.bottom) if isinstance(found, Quotient) else None
    return str(found if parts is None else Quotient(*parts))


SHORT = 400
"""Terms above and below the bar of a quotient that is reduced on the way, before more is computed with it."""


def shortened(value: Value, most: int = SHORT) -> Value:
    """Return a quotient of so many terms at most in lowest terms, and any other value as it is.

    >>> from axiometrics.formulas.arithmetics.polynomials import Space
    >>> x, y = map(quotient_of, Space("xy").generators)
    >>> shortened(x * y / (x * x)), shortened(x / x)
    ((y)/(x), 1)
    """
    if not isinstance(value, Quotient) or len(value.top) + len(value.bottom) > most:
        return value
    found = cancelled(value.top, value.bottom)
    return quotient_of(*found) if found else value


@lru_cache(maxsize=1 << 14)
def in_lowest_terms(expression: Expr) -> Expr:
    """Return a rational function as SymPy's ``cancel`` writes it, many times as fast; no work is counted.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> in_lowest_terms(x * y / (2 * x * y + 4 * x))
    y/(2*y + 4)
    """
    from sympy import cancel, sympify  # which takes long to import

    expression = sympify(expression)
    space = space_of(_in_order(frozenset(expression.free_symbols)))
    try:
        with uncounted():
            top, bottom = lowest_terms(*ends(quotient(expression, space.polynomials), space))
    except (NotSymbolicError, ZeroDivisionError):  # some coefficient is no rational number
        return cancel(expression)
    return space.expression(top) / space.expression(bottom)


@lru_cache(maxsize=1 << 10)
def _in_order(symbols: frozenset[Any]) -> tuple[Any, ...]:
    """Return symbols as SymPy orders them, whose first term below the bar has no minus."""
    from sympy import Add, Poly  # which takes long to import

    return tuple(Poly(Add(*symbols)).gens) if symbols else ()


def degrees(expression: Expr) -> tuple[int, int]:
    """Return bounds of the total degrees above and below the fraction bar; a function counts as its arguments.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> degrees(x**3 / (x + y) + y)
    (3, 1)
    """
    if expression.is_Pow and expression.exp.is_Rational:
        above, below = degrees(expression.base)
        power = ceil(abs(expression.exp))
        return (above * power, below * power) if expression.exp > 0 else (below * power, above * power)
    parts = [degrees(part) for part in expression.args]
    if not parts:
        return (0 if expression.is_number else 1), 0
    if expression.is_Mul or expression.is_Add:
        bottom = sum(below for _, below in parts)
        if expression.is_Mul:
            return sum(above for above, _ in parts), bottom
        return max(above + bottom - below for above, below in parts), bottom
    return max(above for above, _ in parts), max(below for _, below in parts)
