"""Signs of sums of ``t log t``: the lemmas that name a change of entropy and say that it is positive.

A form is a dict from t (an expression in sizes) to its coefficient. Three arguments are known: majorisation (t log t
is strictly convex and vanishes at 0 and 1), and growth in one size from a positive start.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import sympy
from sympy import Expr

from axiometrics.formulas.arithmetics.budget import remembered
from axiometrics.formulas.arithmetics.signs import Sign, flip, product, rational_sign

__all__ = ["PLACE", "Lemma", "entropy_sign", "gain", "gained", "sign_with_logarithms"]


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


PLACE = sympy.Symbol("place", real=True)
_ROOT, _BEFORE, _AFTER = sympy.symbols("root before after")
"""A place, the one root in a body, and the two parts of the way to the place."""


def gain(
    body: Expr,
    low: Expr,
    high: Expr,
    signs: tuple[Collection[Any], Collection[Any]],
    *,
    there: Collection[Expr] = (),
    bent: bool = False,
) -> Sign | None:
    """Return the sign of what a body in `PLACE` gains from a lower place to a higher one, by its slope between them.

    It must have a slope all the way, and what is to be ``there`` must be positive; None where that, or the sign, is
    open. Where ``bent``, it is the sign of what both places have more than twice the one halfway between them.
    """
    roots = {
        power.base for power in body.atoms(sympy.Pow) if power.exp.is_Rational and not power.exp.is_Integer
    }
    square = roots.pop() if roots else sympy.S.One
    if roots or sympy.sympify(square).atoms(sympy.log) or (bent and square != 1):
        return None
    plain = body.replace(
        lambda part: part.is_Pow and part.base == square, lambda part: _ROOT ** (2 * part.exp)
    )
    slope = sympy.diff(plain, PLACE) + sympy.diff(plain, _ROOT) * sympy.diff(square, PLACE) / (2 * _ROOT)
    slope = sympy.diff(slope, PLACE) if bent else slope
    inside = [square, *there, *(part.args[0] for part in plain.atoms(sympy.log))]
    divisors = [part.base for part in plain.atoms(sympy.Pow) if part.exp.is_negative and part.base != _ROOT]
    between = (low * _AFTER + high * _BEFORE) / (_BEFORE + _AFTER)

    def sign(value: Expr, positive: Sequence[Any], loose: Sequence[Any] = ()) -> Sign | None:
        at = sympy.sympify(value).xreplace({PLACE: between})
        return sign_with_logarithms(at, ([*signs[0], *positive], [*signs[1], *loose]))

    for ways in ((_BEFORE, _AFTER), (_AFTER, _BEFORE)):
        if any(sign(value, ways[:1], ways[1:]) != "positive" for value in inside) or any(
            sign(value, ways[:1], ways[1:]) not in ("positive", "negative") for value in divisors
        ):
            return None
    ends = [_of_square(part, square) for part in sympy.fraction(sympy.together(slope))]
    if None in ends:
        return None
    return product(*(sign(end, (_BEFORE, _AFTER)) for end in ends))


def gained(
    body: Expr,
    start: Expr,
    end: Expr,
    signs: tuple[Collection[Any], Collection[Any]],
    *,
    there: Collection[Expr] = (),
    bent: bool = False,
) -> Sign | None:
    """Return the sign of what a body gains from one place to another, or where ``bent``; None where it is open."""
    order = rational_sign(end - start, *signs)
    if order == "zero":
        return "zero"
    if order not in ("positive", "negative"):
        return None
    ends = (start, end) if order == "positive" else (end, start)
    found = gain(body, *ends, signs, there=there, bent=bent)
    return found if bent or order == "positive" else flip(found)


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


def _of_square(value: Expr, square: Expr) -> Expr | None:
    """Return a polynomial in a root over the root, or its square, as one in what is below it; None of a mixed one."""
    terms = sympy.Poly(value, _ROOT).terms()
    if len({power % 2 for (power,), _ in terms}) > 1:
        return None
    return sympy.Add(*(factor * square ** (power // 2) for (power,), factor in terms))
