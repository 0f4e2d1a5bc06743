"""Signs of sums of ``t log t``: the lemmas that name a change of entropy and say that it is positive.

A form is a dict from t (an expression in sizes) to its coefficient. Three arguments are known: majorisation (t log t
is strictly convex and vanishes at 0 and 1), and growth in one size from a positive start.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import sympy
from sympy import Expr

from axiometrics.formulas.arithmetics.budget import remembered
from axiometrics.formulas.arithmetics.signs import Sign, rational_sign


@dataclass(frozen=True)
class Lemma:
    """``form`` is positive, for every admissible choice of the sizes, by the argument named in ``tactic``."""

    form: Expr
    tactic: str
    reason: str


def entropy_sign(form: Mapping[Any, Any], sizes: Collection[Any]) -> tuple[Sign, Lemma | None] | None:
    """Return the sign of the sum of coefficient * t log t with the lemma that proves it; None when undecided.

    ``sizes`` are the free symbols, each standing for a non-negative number (the excess over its least value).
    """
    return _entropy_sign(frozenset(form.items()), frozenset(sizes))


@remembered
def _entropy_sign(pairs: frozenset[Any], names: frozenset[Any]) -> tuple[Sign, Lemma | None] | None:
    form, sizes = dict(pairs), sorted(names, key=attrgetter("name"))
    clean = {t: value for t, value in _collected(form).items() if value != 0 and t not in (0, 1)}
    if not clean:
        return "zero", None
    for sign, direction in (("positive", 1), ("negative", -1)):
        lemma = _majorised(clean, direction, sizes) or _growing(clean, direction, sizes)
        if lemma is not None:
            return sign, lemma  # type: ignore[return-value]
    return None


def _collected(form: Mapping[Any, Any]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for t, value in form.items():
        place = sympy.expand(t)
        found[place] = sympy.expand(found.get(place, 0) + value)
    return found


def _written(form: Mapping[Any, Any], direction: int) -> Expr:
    return sympy.Add(*(direction * value * t * sympy.log(t) for t, value in form.items()))


def _majorised(form: Mapping[Any, Any], direction: int, sizes: Collection[Any]) -> Lemma | None:
    """One or two parts against any that are all smaller and have the same sum; ones and zeros count nothing."""
    if any(not sympy.sympify(value).is_Integer or abs(value) > 4 for value in form.values()):
        return None
    more = [t for t, value in form.items() for _ in range(max(0, direction * int(value)))]
    less = [t for t, value in form.items() for _ in range(max(0, -direction * int(value)))]
    if not 1 <= len(more) <= 2 or not all(_is_filled(part, sizes) for part in (*more, *less)):
        return None
    spare = sympy.expand(sum(more) - sum(less))
    if (
        len(more) == 1 and spare.is_Integer and spare >= (0 if less else 2)
    ):  # what is left over is a sum of ones
        return Lemma(
            _written(form, direction),
            "superadditivity",
            "t log t of a sum exceeds the sum over its parts, each at least 1",
        )
    if len(more) == 2 and len(less) == 2 and spare == 0:
        for big in more:
            if all(_sign(big - part, sizes) == "positive" for part in less):
                return Lemma(
                    _written(form, direction),
                    "majorisation",
                    "t log t is strictly convex, and the parts lie inside",
                )
    return None


def _is_filled(part: Expr, sizes: Collection[Any]) -> bool:
    """Whether a part has at least one item, whatever the sizes; t log t of no items would be no smaller one."""
    return _sign(part - 1, sizes) in ("positive", "nonnegative", "zero")


def _growing(form: Mapping[Any, Any], direction: int, sizes: Collection[Any]) -> Lemma | None:
    """Positive where the one size is least, and a derivative that is the logarithm of something above 1."""
    free = set().union(*(sympy.sympify(part).free_symbols for pair in form.items() for part in pair))
    if len(free) != 1:
        return None
    (size,) = free
    total = _written(form, direction)
    start = total.subs(size, 0)
    if not _exceeds_zero(start):
        return None
    inside, constant = sympy.S.One, sympy.S.Zero
    for t, value in form.items():
        constant += direction * value * sympy.diff(t, size)
        times = sympy.expand(direction * sympy.diff(value * t, size))
        if not times.is_Integer:
            return None
        inside *= t**times
    if sympy.expand(constant) != 0 or _sign(inside - 1, sizes) not in ("positive", "nonnegative"):
        return None
    return Lemma(
        total,
        "growth",
        f"positive at the least size, and the derivative is the logarithm of {sympy.cancel(inside)}, which is above 1",
    )


def _exceeds_zero(number: Expr) -> bool:
    """Decide a sum of integer multiples of integer logarithms exactly, through products of integers."""
    top, bottom = 1, 1
    for term in sympy.Add.make_args(sympy.expand(number)):
        factor, logarithm = term.as_independent(sympy.log, as_Add=False)
        if term == 0:
            continue
        if logarithm.func != sympy.log or not factor.is_Integer or not logarithm.args[0].is_Integer:
            return False
        if factor > 0:
            top *= int(logarithm.args[0]) ** int(factor)
        else:
            bottom *= int(logarithm.args[0]) ** int(-factor)
    return top > bottom


def _sign(expression: Expr, sizes: Collection[Any]) -> Sign | None:
    return rational_sign(expression, (), tuple(sizes))


def sign_with_logarithms(value: Expr, signs: tuple[Collection[Any], Collection[Any]]) -> Sign | None:
    """Return the sign of a sum of quotients and logarithms, of numbers that are all above 1, or all below, each.

    >>> a, b = sympy.symbols("a b")
    >>> sign_with_logarithms(a - sympy.log(a / (a + b)), ([a, b], []))
    'positive'
    """
    known: dict[Any, Any] = {}
    more: list[list[Any]] = [[], []]
    for number, part in enumerate(sorted(value.atoms(sympy.log), key=str)):
        order = rational_sign(part.args[0] - 1, *signs)
        turn = {"positive": 1, "nonnegative": 1, "negative": -1, "nonpositive": -1}.get(order or "")
        if turn is None:
            return None
        size = sympy.Symbol(f"size of logarithm {number}")
        known[part] = turn * size
        more[order in ("nonnegative", "nonpositive")].append(size)
    return rational_sign(value.xreplace(known), [*signs[0], *more[0]], [*signs[1], *more[1]])
