"""Printed formulas with letters: equations decided as identities, inequalities for every number from a least one on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING

from axiometrics.claims.files import Compared, Tried

if TYPE_CHECKING:
    import sympy

__all__ = ["formulated"]

_RELATION = re.compile(r"\s(=|<|>|<=|>=)\s")
_REACH = 6
"""How many values of each letter are tried against a formula that is not proved."""


def formulated(text: str, *kinder: str, least: Mapping[str, int] | None = None) -> Compared:
    """Decide a formula for all positive values of its letters; those in ``least`` are whole and start there.

    An equation is proved as an identity; an inequality by coefficients of one sign, after the letters are counted from
    their least values. A formula that fails for some whole numbers is refuted by the smallest of them.

    >>> formulated("1 < 2*n/(n + 1)", least={"n": 2}).agrees, formulated("1 < 2*n/(n + 1)", least={"n": 1}).computed
    (True, 'false for n = 1: 1 < 1')
    >>> formulated("Sum(i, (i, 1, n)) = n*(n - 1)/2", "as a lower bound", "Sum(i, (i, 1, n)) >= n*(n - 1)/2").favours
    'as a lower bound'
    """
    proved, computed = _decided(text, least or {})
    if proved is None:
        return Compared(text, computed, False, undecided=computed)
    tried = []
    for name, other in zip(kinder[::2], kinder[1::2], strict=True) if not proved else ():
        holds, found = _decided(other, least or {})
        tried.append(Tried(name, found, bool(holds)))
    right = ", ".join(each.reading for each in tried if each.supports)
    return Compared(text, computed, proved, favours=right, tried=tuple(tried))


def _decided(text: str, least: Mapping[str, int]) -> tuple[bool | None, str]:
    """Return whether a formula is proved (True), refuted (False) or neither, and how."""
    import sympy

    left, relation, right = _RELATION.split(text, maxsplit=1)
    names = set(re.findall(r"\b[a-zA-Z]\b", text))
    letters = {name: sympy.Symbol(name, positive=True) for name in names}
    sides = [sympy.sympify(side, locals=letters).doit() for side in (left, right)]
    difference = sides[1] - sides[0] if relation.startswith("<") else sides[0] - sides[1]
    if relation == "=":
        if sympy.simplify(sympy.expand_log(sympy.together(difference), force=True)) == 0:
            return True, f"an identity: {text}"
    elif _is_positive(difference, least, strict="=" not in relation):
        start = ", ".join(f"{name} >= {number}" for name, number in least.items())
        return True, f"proved for all {start or 'positive values'}: {text}"
    return _against(sides, difference, relation, least, text)


def _is_positive(difference: sympy.Expr, least: Mapping[str, int], *, strict: bool) -> bool:
    """Whether numerator and denominator have coefficients of one sign, letters counted from their least values."""
    import sympy

    letters = sorted(difference.free_symbols, key=str)
    moved = {letter: letter + least.get(str(letter), 0) for letter in letters}
    numerator, denominator = sympy.fraction(sympy.together(difference.subs(moved, simultaneous=True)))
    if not letters:
        return bool(difference > 0 if strict else difference >= 0)
    if not (numerator.is_polynomial(*letters) and denominator.is_polynomial(*letters)):
        return False
    above, below = (sympy.Poly(sympy.expand(each), *letters) for each in (numerator, denominator))
    if all(each <= 0 for each in (*above.coeffs(), *below.coeffs())):
        above, below = -above, -below
    if not all(each >= 0 for each in (*above.coeffs(), *below.coeffs())):
        return False
    return not strict or any(
        each > 0
        and not any(power and str(letter) in least for power, letter in zip(powers, letters, strict=True))
        for powers, each in above.terms()
    )


def _against(
    sides: list[sympy.Expr], difference: sympy.Expr, relation: str, least: Mapping[str, int], text: str
) -> tuple[bool | None, str]:
    """Look for whole numbers for which the formula fails."""
    letters = sorted(difference.free_symbols, key=str)
    starts = [least.get(str(letter), 1) for letter in letters]
    for steps in sorted(product(range(_REACH), repeat=len(letters)), key=sum):
        values = {letter: start + step for letter, start, step in zip(letters, starts, steps, strict=True)}
        value = difference.subs(values)
        if value.is_number and value.is_finite and _fails(value, relation):
            where = ", ".join(f"{letter} = {number}" for letter, number in values.items())
            shown = [side.subs(values) for side in sides]
            return False, f"false{f' for {where}' if where else ''}: {shown[0]} {relation} {shown[1]}"
    return None, f"neither proved nor refuted by small numbers: {text}"


def _fails(value: sympy.Expr, relation: str) -> bool:
    """Whether a difference, turned so that it should not be negative, goes against the relation."""
    if relation == "=":
        return bool(value != 0)
    return bool(value < 0 if "=" in relation else value <= 0)
