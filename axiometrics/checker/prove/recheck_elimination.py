"""The independent check of proofs under premises: the identity of polynomials, the signs, and the concrete cases."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.checker.prove.agreement import Measure, close, generators, values_hold
from axiometrics.checker.prove.arithmetic import arithmetic
from axiometrics.checker.prove.refusal import require

__all__ = ["Polynomial", "polynomial", "recheck_elimination", "recheck_sum", "strict"]

Polynomial = dict[tuple[tuple[str, int], ...], Fraction]
"""Coefficients by monomial; a monomial is the sorted pairs of a name and its power."""

Compared = Sequence[tuple[Any, Any]]
"""The margins, and those of signed squares, of every premise and then of the conclusion."""


def recheck_sum(certificate: Mapping[str, Any]) -> None:
    """The linear forms of the premises, so many times each, must add up to the margin."""
    total: dict[str, int] = {}
    for times, form in zip(certificate["times"], certificate["premises"], strict=True):
        require(times >= 0, "a premise is taken away")
        for name, weight in form.items():
            total[name] = total.get(name, 0) + times * weight
    found = {name: weight for name, weight in total.items() if weight}
    require(found == certificate["form"], "the premises do not add up to the margin")


def recheck_elimination(certificate: Mapping[str, Any], measure: Measure, compared: Compared) -> int:
    """Check the certificate against its claim and concrete cases; return how many were compared."""
    signs = {known["name"]: known["sign"] for known in certificate["generators"]}
    _identity(certificate)
    for step in certificate["steps"]:
        _leading(step, certificate["premises"][step["premise"]]["numerator"], signs)
    count = len(compared[0][0])
    values = generators(certificate, measure, count)
    values_hold(certificate["values"], values, measure)
    stated = [*certificate["premises"], certificate["conclusion"]]
    for form, (margins, squares) in zip(stated, compared, strict=True):
        for part in ("denominator", "times"):
            require(strict(polynomial(form[part]), signs), f"a {part} is not evidently strict")
        top, times, bottom = (
            np.broadcast_to(arithmetic(form[part], values), (count,))
            for part in ("numerator", "times", "denominator")
        )
        close(squares if form["squared"] else margins, top * times / bottom, "linear form")
    return count


def _identity(certificate: Mapping[str, Any]) -> None:
    """The conclusion times the leading coefficients must be the sum of the premises times the quotients."""
    left = polynomial(certificate["conclusion"]["numerator"])
    for step in certificate["steps"]:
        divisor = polynomial(certificate["premises"][step["premise"]]["numerator"])
        for _ in range(int(step["power"])):
            left = _times(left, polynomial(step["leading"]))
        left = _plus(left, _times(polynomial(step["quotient"]), divisor), -1)
    require(not left, "the divisions leave a remainder")


def _leading(step: Mapping[str, Any], numerator: str, signs: Mapping[str, str]) -> None:
    """A leading coefficient must not vanish where its premise does."""
    leading = polynomial(step["leading"])
    require(bool(leading), "a leading coefficient is zero")
    if strict(leading, signs):
        return
    require(step["rest"] is not None, "a leading coefficient may vanish")
    rest = polynomial(step["rest"])
    whole = _plus(_times(leading, {((step["variable"], 1),): Fraction(1)}), rest, 1)
    require(whole == polynomial(numerator), "a premise is not what its coefficients say")
    require(strict(rest, signs), "a leading coefficient may vanish")


def strict(found: Polynomial, signs: Mapping[str, str]) -> bool:
    """Whether coefficients of one sign, and a monomial that cannot vanish, show a strict sign."""
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
            return _plus({}, _read(inner), -1)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _plus(_read(left), _read(right), 1)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _plus(_read(left), _read(right), -1)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _times(_read(left), _read(right))
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int() as number)):
            return {powers: value / number for powers, value in _read(left).items()}
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as power)):
            found: Polynomial = {(): Fraction(1)}
            for _ in range(power):
                found = _times(found, _read(base))
            return found
    raise ValueError(f"{ast.unparse(node)} is no polynomial")


def _plus(one: Polynomial, other: Polynomial, times: int) -> Polynomial:
    found = dict(one)
    for powers, value in other.items():
        found[powers] = found.get(powers, Fraction(0)) + times * value
    return {powers: value for powers, value in found.items() if value}


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for first, value in one.items():
        for second, factor in other.items():
            powers = dict(first)
            for name, power in second:
                powers[name] = powers.get(name, 0) + power
            place = tuple(sorted(powers.items()))
            found[place] = found.get(place, Fraction(0)) + value * factor
    return {powers: value for powers, value in found.items() if value}
