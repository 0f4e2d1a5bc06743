"""Printed numbers that follow from other printed numbers by a calculation."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.claims.claim import Compared

__all__ = ["calculated"]


def calculated(printed: str, expression: str) -> Compared:
    """Compare a printed number, or ``true``, with an expression in printed numbers, to the printed digits.

    >>> calculated("3.40", "(0.962 - 0.806)/sqrt(0.00211)").agrees, calculated("true", "1/3 < 0.3").agrees
    (True, False)
    """
    from sympy import Abs, Rational, nsimplify, sympify

    found = sympify(expression, rational=True)
    if found.is_Boolean:
        told = str(bool(found)).lower()
        return Compared(printed, f"{told}: {expression}", told == printed)
    digits = len(printed.partition(".")[2])
    unit = Rational(1, 10**digits) if digits else Rational(0)
    agrees = bool(Abs(found - nsimplify(Fraction(printed))) <= unit / 2)
    value = str(found) if found.is_Integer else f"{float(found):.{digits + 2}f}"
    return Compared(printed, expression if _is_number(expression) else f"{value} = {expression}", agrees)


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
