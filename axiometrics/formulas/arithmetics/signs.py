"""Signs of polynomials whose generators are known to be positive or non-negative: by their coefficients alone.

Also of a rational function of n, and of a distance k that is never negative, for every n >= n1: with n = n1 + m the
coefficients of numerator and denominator in m and k must have one sign each. Every such sign is a claim that other code
can check again, so `Growth` keeps a list of them.

A sum of few terms may have conventions, extremes and square roots (`sum_sign`): then every case is looked at in which
these are settled, and of two terms with roots the squares are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.budget import remembered
from axiometrics.formulas.arithmetics.polynomials import cancelled, space_of
from axiometrics.formulas.arithmetics.quotients import ends, quotient
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined

if TYPE_CHECKING:
    from flint import fmpq_mpoly

Sign = Literal["positive", "nonnegative", "zero", "nonpositive", "negative"]

_FLIP: dict[Sign, Sign] = {
    "positive": "negative",
    "nonnegative": "nonpositive",
    "zero": "zero",
    "nonpositive": "nonnegative",
    "negative": "positive",
}


def flip(sign: Sign | None) -> Sign | None:
    """Return the sign of the negated value."""
    return _FLIP[sign] if sign else None


def product(first: Sign | None, second: Sign | None) -> Sign | None:
    """Return the sign of a product, None when a factor's sign is unknown.

    >>> product("negative", "nonnegative")
    'nonpositive'
    """
    if "zero" in (first, second):
        return "zero"
    if first is None or second is None:
        return None
    strict = {first, second} <= {"positive", "negative"}
    same = (first in ("positive", "nonnegative")) == (second in ("positive", "nonnegative"))
    if same:
        return "positive" if strict else "nonnegative"
    return "negative" if strict else "nonpositive"


def polynomial_sign(
    polynomial: fmpq_mpoly,
    positive: Collection[int],
    signed: Collection[int],
    sums: Sequence[Collection[int]] = (),
) -> Sign | None:
    """Return the sign of a polynomial, or None when it is not evident.

    ``signed`` are the places of generators that are never negative, ``positive`` those that are never zero; the members
    of one of the ``sums`` are never all zero. Coefficients of one sign make the polynomial weakly of that sign; it is
    strictly so when one monomial is made of positive generators only (a constant is), or each member of a sum has a
    monomial that is made of it and of positive generators.

    >>> from axiometrics.formulas.arithmetics.polynomials import Space
    >>> x, y = Space("xy").generators
    >>> polynomial_sign(2 * x + 1, positive=[], signed=[0, 1]), polynomial_sign(2 * x, positive=[], signed=[0, 1])
    ('positive', 'nonnegative')
    >>> polynomial_sign(2 * x + y, positive=[], signed=[0, 1], sums=[{0, 1}])
    'positive'
    """
    if not polynomial or polynomial.is_one():
        return "positive" if polynomial else "zero"
    degrees = polynomial.degrees()
    if len(signed) < len(degrees) and any(
        power and place not in signed for place, power in enumerate(degrees)
    ):
        return None
    count, above = (
        len(polynomial),
        polynomial.coefficient(0).p > 0,
    )  # which is quicker than the sign of a fraction
    if any((polynomial.coefficient(place).p > 0) is not above for place in range(1, count)):
        return None
    strict = any(
        all(generator in positive for generator, power in enumerate(polynomial.monomial(place)) if power)
        for place in reversed(range(count))  # a constant is the last
    )
    if not strict and sums:
        open_ = [
            {place for place, power in enumerate(powers) if power and place not in positive}
            for powers in polynomial.monoms()
        ]
        alone = {place for each in open_ if len(each) == 1 for place in each}
        strict = any(alone.issuperset(members) for members in sums)
    if above:
        return "positive" if strict else "nonnegative"
    return "negative" if strict else "nonpositive"


def rational_sign(expression: Expr, positive: Collection[Any], nonnegative: Collection[Any]) -> Sign | None:
    """Return the evident sign of a rational SymPy expression in generators of known signs, else None."""
    return _rational_sign(sympy.sympify(expression), frozenset(positive), frozenset(nonnegative))


@lru_cache(maxsize=1 << 14)
def symbols_of(expression: Expr) -> frozenset[Any]:
    """Return the symbols of an expression, of which SymPy walks all of it each time."""
    return frozenset(expression.free_symbols)


@remembered
def _rational_sign(expression: Expr, positive: frozenset[Any], nonnegative: frozenset[Any]) -> Sign | None:
    generators = sorted({*positive, *nonnegative}, key=attrgetter("name"))
    if expression.free_symbols - set(generators):
        return None
    space = space_of(tuple(generators))
    strict = frozenset(place for place, generator in enumerate(generators) if generator in positive)
    value = quotient(expression, space.polynomials)
    top, bottom = ends(value, space)
    found = _fraction_sign(top, bottom, strict)
    if found is not None or not top:
        return found
    reduced = cancelled(top, bottom)
    return _fraction_sign(*reduced, strict) if reduced else None


def _fraction_sign(top: fmpq_mpoly, bottom: fmpq_mpoly, strict: frozenset[int]) -> Sign | None:
    places = range(len(top.degrees()))
    return product(*(polynomial_sign(part, strict, places) for part in (top, bottom)))


Terms = tuple[tuple[Any, Any, Any], ...]
"""Terms of a sum: a factor, what must not be zero for the term to count, and the term."""
ABOVE = frozenset({"positive", "nonnegative", "zero"})
FARTHEST = 20
"""The largest whole number with which one count is compared, one after another."""
_BEYOND = (sympy.zoo, sympy.nan, sympy.oo)
WEAK: dict[Sign | None, Sign] = {"positive": "nonnegative", "negative": "nonpositive"}


@lru_cache(maxsize=1 << 14)
def sum_sign(
    terms: Terms, nonnegative: frozenset[Any], positive: frozenset[Any] = frozenset()
) -> Sign | None:
    """Return the sign of a sum in counts, some of which are positive, or are not zero; None where none is evident.

    >>> c, g, s = sympy.symbols("c g s", nonnegative=True)
    >>> known = frozenset({c, g, s})
    >>> sum_sign(((1, s + c, 1), (-1, s + c, Ratio(c, Larger(c + g, c + s), 0))), known)
    'nonnegative'
    >>> sum_sign(((1, s + c, 1), (-1, s + c, c / (s + c))), known, frozenset({s}))
    'positive'
    """
    whole = sympy.S.Zero
    for factor, there, term in terms:
        sign = rational_sign(there, positive, nonnegative)
        if sign == "nonnegative":
            return _by_cases(terms, there, nonnegative, positive)
        if sign not in ("positive", "zero"):
            return None
        whole += factor * term if sign == "positive" else 0
    if not whole.has(Ratio, Guard, Larger, Smaller, Undefined, *_BEYOND):
        return _plain(whole, nonnegative, positive)
    whole = whole.replace(
        Ratio, lambda top, there, zero: zero if top == zero == 0 else Ratio(top, there, zero)
    )
    for extreme in sorted(whole.atoms(Larger, Smaller), key=sympy.default_sort_key):
        if not any(part.has(Larger, Smaller, Ratio, Guard) for part in extreme.args):
            return _ordered(terms, whole, extreme, nonnegative, positive)
    for step in sorted(whole.atoms(Ratio, Guard), key=sympy.default_sort_key):
        value, there, otherwise = step.args
        if not there.has(Ratio, Guard):
            sign = rational_sign(there**2, positive, nonnegative) if _is_rational(there**2) else None
            if sign == "nonnegative":
                return _by_cases(terms, there, nonnegative, positive)
            if sign not in ("positive", "zero"):
                return None
            taken = value / (there if isinstance(step, Ratio) else 1) if sign == "positive" else otherwise
            return sum_sign(((1, sympy.S.One, whole.xreplace({step: taken})),), nonnegative, positive)
    return None if whole.has(Undefined, *_BEYOND) else _plain(whole, nonnegative, positive)


def _by_cases(
    terms: Terms, open_: Expr, nonnegative: frozenset[Any], positive: frozenset[Any]
) -> Sign | None:
    """Return the sign in both cases, in which one of the symbols of what may be zero is zero, or is not."""
    first = min(open_.free_symbols - positive, key=str)
    left = []
    for factor, there, term in terms:
        condition = sympy.sympify(there).xreplace({first: sympy.S.Zero})
        if condition != 0:
            left.append((factor, condition, sympy.sympify(term).xreplace({first: sympy.S.Zero})))
    return _both(
        sum_sign(tuple(left), nonnegative, positive), sum_sign(terms, nonnegative, positive | {first})
    )


def _both(one: Sign | None, other: Sign | None) -> Sign | None:
    """Return the sign that holds in both of two cases."""
    if one == other:
        return one
    weak = {WEAK.get(sign, sign) for sign in (one, other)} - {"zero"}
    return weak.pop() if len(weak) == 1 else None


def _ordered(
    terms: Terms, whole: Expr, extreme: Expr, nonnegative: frozenset[Any], positive: frozenset[Any]
) -> Sign | None:
    """Return the sign whichever side of an extreme it is; where that is open, one symbol is told by another one."""
    first, second = extreme.args
    sign = rational_sign(first - second, positive, nonnegative)
    if sign is not None:
        taken = whole.xreplace({extreme: first if (sign in ABOVE) == isinstance(extreme, Larger) else second})
        return sum_sign(((1, sympy.S.One, taken),), nonnegative, positive)
    constant, parts = sympy.expand(first - second).as_coeff_add()
    told = [part.as_coeff_Mul() for part in parts]
    far = len(told) == 1 and told[0][1].is_Symbol and told[0][0] in (1, -1) and constant.is_Integer
    if far and abs(constant) <= FARTHEST:  # is it 0, or more?
        zero, more = ({told[0][1]: by} for by in (sympy.S.Zero, told[0][1] + 1))
        rest = positive - {told[0][1]}
        found = sum_sign(_put(terms, more), nonnegative, rest)
        return found if rest < positive else _both(sum_sign(_put(terms, zero), nonnegative, rest), found)
    above, below = ([each for each in told if (each[0] > 0) == side] for side in (True, False))
    if len(above) != 1 or len(below) != 1 or not above[0][1].is_Symbol or not below[0][1].is_Symbol:
        return None
    (p, x), (q, y) = above[0], below[0]
    if (p, q) != (1, -1) or abs(constant) > 1 or not constant.is_Integer:
        return None
    cases = []
    for large, small, least in ((x, y, -constant), (y, x, constant)):
        lost = least <= 0 and large in positive and small not in positive  # small or what is beyond is not 0
        for more in (large, sympy.S.Zero) if lost else (large + max(least, 0),):  # these are whole numbers
            by = {large: small + more}  # what the larger one has beyond the other takes its name
            sure = {more or small} if lost else set()
            cases.append(sum_sign(_put(terms, by), nonnegative, positive - {large} | sure))
    return reduce(_both, cases)


def _put(terms: Terms, by: dict[Any, Any]) -> Terms:
    return tuple((f, *(sympy.sympify(part).xreplace(by) for part in pair)) for f, *pair in terms)


def _is_rational(value: Expr) -> bool:
    whole = all(power.exp.is_Integer for power in value.atoms(sympy.Pow))  # which the root of 2 is not
    return whole and bool(value.is_rational_function())


def _plain(whole: Expr, nonnegative: frozenset[Any], positive: frozenset[Any]) -> Sign | None:
    """Return the sign of a sum with no more than square roots; of two terms that of their squares decides."""
    parts = sympy.Add.make_args(whole)
    rooted = [part for part in parts if not _is_rational(part)]
    rest = sympy.Add(*(part for part in parts if part not in rooted)) if rooted else whole
    sign = rational_sign(rest, positive, nonnegative)
    if not rooted or len(rooted) > 2 or not all(_is_rational(part**2) for part in rooted):
        return None if rooted else sign
    two = rooted if sign == "zero" else [*rooted, rest]
    signs = [_rooted(part, nonnegative, positive) for part in rooted] + ([] if sign == "zero" else [sign])
    if len(two) == 1:
        return signs[0]
    if len(two) > 2 or None in signs:
        return None
    if (signs[0] in ABOVE) == (signs[1] in ABOVE):
        return _both(*signs)
    found = rational_sign(two[0] ** 2 - two[1] ** 2, positive, nonnegative)
    return found if signs[0] in ABOVE else flip(found)


def _rooted(term: Expr, nonnegative: frozenset[Any], positive: frozenset[Any]) -> Sign | None:
    """Return the sign of a product with square roots of what is never negative."""
    inside = [part.base for part in term.atoms(sympy.Pow) if not part.exp.is_Integer]
    if any(rational_sign(base, positive, nonnegative) not in ABOVE for base in inside):
        return None
    plain = sympy.Mul(*(part for part in sympy.Mul.make_args(term) if _is_rational(part)))
    side = rational_sign(plain, positive, nonnegative)
    square = rational_sign(term**2, positive, nonnegative)
    return None if square not in ABOVE or side is None else product(square, side)


SIZE = sympy.Symbol("n")
"""The growing size."""
INDEX = sympy.Symbol("i")
"""The summation index."""
OFFSET = sympy.Symbol("k")
"""How far an index is from one end of its range; never negative."""
EXCESS = sympy.Symbol("m")
LATEST = 10_000
"""The largest n1 that is tried."""


@dataclass(frozen=True)
class Claim:
    """An expression in n and k that has the sign for every n from the start on and every k >= 0."""

    expression: Expr
    sign: Sign


@dataclass
class Growth:
    """From which n on everything holds that was claimed so far."""

    start: int
    claims: list[Claim] = field(default_factory=list)

    def candidates(self) -> Iterator[int]:
        """Yield the n1 that are tried: the start, and ever larger ones."""
        step = 0
        while self.start + step <= max(LATEST, self.start):
            yield self.start + step
            step = 2 * step or 1

    def sign(self, expression: Expr) -> Sign | None:
        """Return the sign that an expression has from some n on, which becomes the start; None where it is open.

        >>> growth = Growth(1)
        >>> growth.sign(SIZE**2 - 2 * SIZE), growth.start
        ('positive', 3)
        """
        wanted = sympy.sympify(expression)
        before, found = self.start - 1, None
        for start in self.candidates():
            found = _sign(wanted, start)
            if found is not None:
                self.start = _first(wanted, before, start)
                found = _sign(wanted, self.start) or found
                self.claims.append(Claim(wanted, found))
                break
            before = start
        return found

    def along(self, expression: Expr, first: Expr, last: Expr) -> Sign | None:
        """Return the sign of an expression for every index of a range, seen from its first or its last."""
        if not expression.has(INDEX):
            return self.sign(expression)
        for place in (first + OFFSET, last - OFFSET):
            found = self.sign(sympy.expand(expression.xreplace({INDEX: place})))
            if found is not None:
                return found
        return None

    def least(self, first: Expr, second: Expr) -> Expr:
        """Return the smaller of two expressions in n; raises NotSymbolicError where it is open."""
        return first if self._ordered(first, second) else second

    def most(self, first: Expr, second: Expr) -> Expr:
        """Return the larger of two expressions in n."""
        return second if self._ordered(first, second) else first

    def _ordered(self, first: Expr, second: Expr) -> bool:
        """Whether the first is at most the second."""
        sign = self.sign(sympy.expand(sympy.sympify(second) - first))
        if sign is None:
            raise NotSymbolicError(f"which of {first} and {second} is less is open")
        return sign in ("positive", "zero")


def _sign(expression: Expr, start: int) -> Sign | None:
    """Return the sign for n from a start on, strict where there is no distance."""
    try:
        found = rational_sign(expression.xreplace({SIZE: start + EXCESS}), (), (EXCESS, OFFSET))
    except (NotSymbolicError, ZeroDivisionError):
        return None
    weak = found in ("nonnegative", "nonpositive") and not expression.has(OFFSET)
    return None if weak else found


def _first(expression: Expr, before: int, start: int) -> int:
    """Return the least start between one without a sign and one with it."""
    while start - before > 1:
        middle = (before + start) // 2
        before, start = (before, middle) if _sign(expression, middle) is not None else (middle, start)
    return start
