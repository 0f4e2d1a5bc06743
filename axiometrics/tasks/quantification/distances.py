"""Distances |x - y| of shares in a proof: symbols that are never negative, and what else is known of them.

A difference whose sign coefficients show needs no symbol. Any other one has a symbol of its own, or is what a bound of
it leaves: of x, y in [0, 1] it is x + y less a rest, and 1 less a rest; its square is the distance less a rest. By the
triangle inequality a distance is at most the sum of two others that add up to the same difference.

Whether a share is there is a symbol, too: 1 where it is not zero, and else 0. Of the shares of a distribution one is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import sympy

from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller
from axiometrics.tasks.parametric import text_of
from axiometrics.tasks.quantification.expanded import parts_of

if TYPE_CHECKING:
    from sympy import Expr

    from axiometrics.tasks.parametric import GeneratorSign, ParametricCase

Bound = Literal["none", "sum", "one", "detour"]
"""What a distance is written by: itself, x + y, 1, or the sum of two others."""


class Distances:
    """The distances of a case, whose generators are added to it."""

    def __init__(
        self, case: ParametricCase, bound: Bound = "none", whole: Sequence[Sequence[Any]] = ()
    ) -> None:
        self.case, self.bound = case, bound
        self.whole = [set(map(sympy.sympify, shares)) for shares in whole]
        """Shares that add up to 1, of which there are two or more."""
        self.known: dict[Any, Any] = {}
        self.least: dict[Any, Any] = {}
        self.squares: dict[Any, Any] = {}
        self.alone: dict[Any, Any] = {}
        """By difference: the symbol that is its distance."""
        self.there: dict[Any, Any] = {}
        """By what may be zero: the symbol that is 1 where it is not, and else 0."""
        self.some: list[tuple[Any, ...]] = []
        """Of such symbols, those of which one at least is 1."""

    def written(self, expression: Expr) -> Expr:
        """Write an expression with distances in place of extremes and even powers of differences."""
        if not expression.args:
            return expression
        if expression.func is Smaller and parts_of(expression) in self.whole:
            return 1 - self.more_than_least(expression)
        args = [self.written(part) for part in expression.args]
        if expression.func in (Ratio, Guard):
            return self._taken(expression.func, args)
        if expression.func in (Larger, Smaller):
            turn = 1 if expression.func is Larger else -1
            return (args[0] + args[1] + turn * self.distance(args[0] - args[1])) / 2
        if expression.is_Pow and expression.exp.is_Integer and expression.exp % 2 == 0 and args[0].is_Add:
            if self.bound in ("sum", "one") and expression.exp == 2:
                return self.square(args[0])
            return self.distance(args[0]) ** expression.exp
        return expression.func(*args)

    def more_than_least(self, least: Expr) -> Any:
        """Return 1 less the smallest of two shares or more, which is at most 1/2."""
        if least not in self.least:
            definition = 1 - self.case.measured(least)
            self.least[least] = self._symbol("f", f"1 - {least}", definition, "positive")
        return self.least[least]

    def _taken(self, kind: Any, args: Sequence[Any]) -> Expr:
        """Return a quotient, or a value, whose convention is never needed, or a value times whether it is there."""
        value, quantity, otherwise = args
        sign = rational_sign(sympy.expand(quantity), self.case.positive, self.case.nonnegative)
        if sign == "positive":
            return value / sympy.expand(quantity) if kind is Ratio else value
        if sign != "nonnegative" or kind is Ratio:
            return kind(*args)
        there = self.whether(quantity)
        return there * value + (1 - there) * otherwise

    def whether(self, quantity: Expr) -> Any:
        """Return what is 1 where something that is never negative is not zero, and else 0."""
        if quantity not in self.there:
            definition = Guard(sympy.S.One, self.case.measured(quantity), sympy.S.Zero)
            self.there[quantity] = self._symbol("h", f"1 where {quantity} is not 0, else 0", definition)
        return self.there[quantity]

    def never_all_zero(self, apart: Sequence[Sequence[Any]], sides: Sequence[Sequence[Any]]) -> None:
        """Say of distances that they are not all zero, where distributions that differ would be the same with them.

        Where it counts which classes of the ``sides`` are there, of each some is, and so it counts which classes are
        ``apart``; of all shares together no two distributions differ.
        """
        for pair in apart:
            errors = [sympy.expand(one - other) for one, other in pair]
            if self.alone and spanned(errors[:-1], list(self.alone)):
                self.case.sums.append(tuple(self.alone.values()))
            for left_out in self.alone if self.there else ():
                known = [each for each in self.alone if each != left_out]
                if spanned(errors, [*known, sympy.expand(sum(errors))]):
                    self.case.sums.append(tuple(self.alone[each] for each in known))
        self.some = list(dict.fromkeys(filter(None, map(self.some_there, sides))))
        self.case.sums[:0] = self.some

    def divides_by_some(self, value: Expr) -> bool:
        """Whether what says that something is there stands below a fraction bar in sums alone that are not zero."""
        there = set(self.there.values())
        below = {power.base for power in value.atoms(sympy.Pow) if power.exp.could_extract_minus_sign()}
        sums = {sympy.Add(*members) for members in self.some}
        return all(
            base in sums or rational_sign(base, self.case.positive, self.case.nonnegative) == "positive"
            for base in below
            if base.free_symbols & there
        )

    def some_there(self, shares: Sequence[Any]) -> tuple[Any, ...]:
        """Return the symbols of which one is 1, since shares add up to 1; none where not each share has one."""
        left = [share for share in shares if share != 0]
        return tuple(self.there[share] for share in left) if all(s in self.there for s in left) else ()

    def distance(self, difference: Expr) -> Expr:
        """Return |x - y| by the symbols of the case."""
        apart, factor = _primitive(difference)
        if apart.is_number:
            return abs(apart) * factor
        sign = rational_sign(apart, self.case.positive, self.case.nonnegative)
        if sign in ("positive", "nonnegative", "zero"):
            return apart * factor
        if sign in ("negative", "nonpositive"):
            return -apart * factor
        if apart not in self.known:
            self.known[apart] = self._bounded(apart)
        return self.known[apart] * factor

    def square(self, difference: Expr) -> Expr:
        """Return (x - y)^2 as the distance less a rest, which is |x - y| (1 - |x - y|)."""
        apart, factor = _primitive(difference)
        length = self.distance(apart)
        if factor != 1 or apart.is_number or not self._at_most_one(apart):
            return (length * factor) ** 2
        if apart not in self.squares:
            there = self.case.measured(apart)
            definition = Larger(there, -there) - there**2
            rest = self._symbol("w", f"|x| - |x|^2 of x = {text_of(apart)}", definition)
            self.squares[apart] = rest
        return length - self.squares[apart]

    def _bounded(self, apart: Expr) -> Expr:
        there = self.case.measured(apart)
        length = Larger(there, -there)
        if self.bound == "one" and self._at_most_one(apart):
            return 1 - self._symbol("v", f"1 - |{text_of(apart)}|", 1 - length)
        if self.bound == "sum" and (sides := _sides(apart)) and self._nonnegative(*sides):
            whole = sides[0] + sides[1]
            told = f"{text_of(whole)} - |{text_of(apart)}|"
            return whole - self._symbol("u", told, self.case.measured(whole) - length)
        if self.bound == "detour" and (ways := self._ways(apart)):
            total = ways[0] + ways[1]
            rest = self.case.measured(total) - length
            return total - self._symbol("s", f"{total} - |{text_of(apart)}|", rest)
        self.alone[apart] = self._symbol("a", f"|{text_of(apart)}|", length)
        return self.alone[apart]

    def _ways(self, apart: Expr) -> tuple[Any, Any] | None:
        """Return two distances whose differences add up to a difference, or take it away."""
        for (one, first), (other, second) in combinations(self.alone.items(), 2):
            if {one + other, one - other} & {apart, -apart}:
                return first, second
        return None

    def _nonnegative(self, *values: Expr) -> bool:
        found = (rational_sign(each, self.case.positive, self.case.nonnegative) for each in values)
        return all(sign in ("positive", "nonnegative", "zero") for sign in found)

    def _at_most_one(self, apart: Expr) -> bool:
        return self._nonnegative(1 - apart, 1 + apart)

    def _symbol(
        self, letter: str, meaning: str, definition: Expr, sign: GeneratorSign = "nonnegative"
    ) -> Any:
        name = f"{letter}{sum(str(each).startswith(letter) for each in self.case.generators) + 1}"
        while sympy.Symbol(name) in self.case.generators:
            name += "_"
        return self.case.generator(name, sign, meaning, definition)


def is_root(value: Expr) -> bool:
    """Whether a value is a root, or a positive multiple of one."""
    number, root = value.as_coeff_Mul()
    factors = [part for part in sympy.Mul.make_args(root) if not part.is_number]
    fixed = number * sympy.Mul(*(part for part in sympy.Mul.make_args(root) if part.is_number))
    return bool(
        fixed.is_positive and len(factors) == 1 and factors[0].is_Pow and factors[0].exp == sympy.S.Half
    )


@lru_cache(maxsize=1 << 12)
def _primitive(difference: Expr) -> tuple[Expr, Expr]:
    """Return a difference without a common number, of two opposite ones the same, and the number."""
    apart = sympy.cancel(difference)
    if apart.is_number:
        return apart, sympy.S.One
    (times, top), (below, bottom) = (part.as_content_primitive() for part in sympy.fraction(apart))
    return (-top if top.could_extract_minus_sign() else top) / bottom, abs(times / below)


@lru_cache(maxsize=1 << 12)
def _sides(apart: Expr) -> tuple[Any, Any] | None:
    """Return x and y of a difference x - y, by the signs of coefficients above the fraction bar."""
    top, bottom = sympy.fraction(sympy.together(apart))
    terms = sympy.Add.make_args(sympy.expand(top))
    above = [term for term in terms if not term.could_extract_minus_sign()]
    below = [-term for term in terms if term.could_extract_minus_sign()]
    if not above or not below:
        return None
    return sympy.Add(*above) / bottom, sympy.Add(*below) / bottom


def spanned(wanted: Sequence[Expr], known: Sequence[Expr]) -> bool:
    """Whether linear forms without constants are zero wherever some others are."""
    names = sorted({name for form in (*wanted, *known) for name in form.free_symbols}, key=str)
    try:
        rows = [
            [sympy.Poly(form, *names).coeff_monomial(name) for name in names] for form in (*known, *wanted)
        ]
    except sympy.PolynomialError:
        return False
    linear = all(
        sympy.expand(form - sum(a * n for a, n in zip(row, names, strict=True))) == 0
        for form, row in zip((*known, *wanted), rows, strict=True)
    )
    return bool(linear and sympy.Matrix(rows).rank() == sympy.Matrix(rows[: len(known)]).rank())
