"""Polynomials as plain dictionaries: the arithmetic of independent checks, which share nothing with the prover."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction

__all__ = ["Polynomial", "plus", "polynomial", "strict", "times"]

Polynomial = dict[tuple[tuple[str, int], ...], Fraction]
"""Coefficients by monomial; a monomial is the sorted pairs of a name and its power."""


def strict(found: Polynomial, signs: Mapping[str, str], sign: int = 0) -> bool:
    """Whether coefficients of one sign, the given one if any, and a monomial that cannot vanish show a strict one."""
    if sign and any(value * sign < 0 for value in found.values()):
        return False
    kinds = {signs.get(name, "real") for powers in found for name, _ in powers}
    sure = any(all(signs.get(name) == "positive" for name, _ in powers) for powers in found)
    return kinds <= {"positive", "nonnegative"} and len({value > 0 for value in found.values()}) == 1 and sure


def polynomial(text: str) -> Polynomial:
    """Read a polynomial with rational coefficients; names may end in primes.

    >>> polynomial("2*x'*(x' + 1)") == {(("x'", 2),): 2, (("x'", 1),): 2}
    True
    """
    return _read(ast.parse(text.replace("'", "_prime"), mode="eval").body)


def _read(node: ast.expr) -> Polynomial:
    match node:
        case ast.Constant(value=int() as number):
            return {(): Fraction(number)} if number else {}
        case ast.Name(id=name):
            return {((name.replace("_prime", "'"), 1),): Fraction(1)}
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return plus({}, _read(inner), -1)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return plus(_read(left), _read(right), 1)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return plus(_read(left), _read(right), -1)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return times(_read(left), _read(right))
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int() as number)):
            return {powers: value / number for powers, value in _read(left).items()}
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as power)):
            found: Polynomial = {(): Fraction(1)}
            for _ in range(power):
                found = times(found, _read(base))
            return found
    raise ValueError(f"{ast.unparse(node)} is no polynomial")


def plus(one: Polynomial, other: Polynomial, weight: int = 1) -> Polynomial:
    """Add so many times the other polynomial."""
    found = dict(one)
    for powers, value in other.items():
        found[powers] = found.get(powers, Fraction(0)) + weight * value
    return {powers: value for powers, value in found.items() if value}


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """Multiply two polynomials."""
    found: Polynomial = {}
    for first, value in one.items():
        for second, factor in other.items():
            powers = dict(first)
            for name, power in second:
                powers[name] = powers.get(name, 0) + power
            place = tuple(sorted(powers.items()))
            found[place] = found.get(place, Fraction(0)) + value * factor
    return {powers: value for powers, value in found.items() if value}
