"""Terms of sums: of lists for every n as multiples of quotients of polynomials, of classes as fractions with a root.

What a list has at a rank of one of its pieces is `Evaluated`; what classes have hangs on signs of counts (`Counted`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from axiometrics.recheck.eventual_signs import (
    Growing,
    Quotient,
    degree,
    divided,
    plain,
    plus,
    replaced,
    times,
)
from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    multiplied,
    require,
    sign_of,
)

MINUS = Fraction(-1)
Kind = tuple[Any, ...]
"""Of a value: (), or that it is a multiple of 1/log2, of a power, or of a root."""
Value = dict[Kind, Quotient]
"""A sum of multiples of what is no quotient of polynomials."""
PLAIN: Kind = ()


def frozen(flat: Flat) -> tuple[Any, ...]:
    """Return a polynomial as what may be part of a key."""
    return tuple(sorted(flat.items()))


def number(value: Fraction | int) -> Flat:
    """Return a number."""
    return {(): Fraction(value)} if value else {}


def minus(one: Flat, other: Flat) -> Flat:
    """Return a difference."""
    return added(one, other, MINUS)


@dataclass(frozen=True)
class Piece:
    """Documents of one grade at the ranks from ``first`` to ``last``, and how many of each kind are above them."""

    grade: int
    first: Flat
    last: Flat
    relevant: Flat
    nonrelevant: Flat

    @property
    def count(self) -> Flat:
        """The number of documents."""
        return added(minus(self.last, self.first), ONE)

    def within(self, first: Flat, last: Flat) -> Piece:
        """Return the documents at some of the ranks."""
        passed, grade = minus(first, self.first), Fraction(self.grade)
        above = added(self.relevant, passed, grade), added(self.nonrelevant, passed, 1 - grade)
        return Piece(self.grade, first, last, *above)


def total(values: list[Value]) -> Value:
    """Add values."""
    found: Value = {}
    for value in values:
        for kind, one in value.items():
            found[kind] = plus(found[kind], one) if kind in found else one
    return {kind: one for kind, one in found.items() if one[0]}


def scaled(value: Value, factor: Quotient) -> Value:
    """Multiply a value by a quotient."""
    return {kind: times(one, factor) for kind, one in value.items() if factor[0]}


def product_of(one: Value, other: Value, known: Growing | None = None, piece: Piece | None = None) -> Value:
    """Multiply two values: what is no quotient with a quotient; along a piece also powers with one another."""
    found = []
    for (kind, left), (with_, right) in product(one.items(), other.items()):
        both, factor = kind or with_, times(left, right)
        if kind and with_:
            if known is None or piece is None or {kind[0], with_[0]} != {"power"}:
                raise NotCoveredError("a product of two values that are no quotients")
            both, start = _one_power((kind, with_), known, piece)
            factor = times(factor, plain(start))
        found.append({both: factor})
    return total(found)


def _one_power(kinds: Sequence[Kind], known: Growing, piece: Piece) -> tuple[Kind, Flat]:
    """Return p^s q^t as a power along a piece, (p^a q^b)^(i - first), and what it is at the first rank.

    The exponents s and t rise by a and b with the rank, which are whole and not negative.
    """
    base, start = Fraction(1), ONE
    for _, share, frozen_exponent in kinds:
        exponent = dict(frozen_exponent)
        slope = exponent.get((("i", 1),), Fraction(0))
        if degree(exponent, "i") > 1 or slope.denominator > 1 or slope < 0:
            raise NotCoveredError("a power whose exponent does not rise by a whole number")
        base *= share ** int(slope)
        start = multiplied(start, known.power(share, replaced(exponent, "i", plain(piece.first))))
    if base == 1:
        return PLAIN, start
    return ("power", base, frozen(minus({(("i", 1),): Fraction(1)}, piece.first))), start


class Evaluated:
    """Evaluates steps at the rank i of a piece; without a piece, at the score."""

    def __init__(
        self,
        known: Growing,
        names: Mapping[str, Flat],
        piece: Piece | None = None,
        reduction: Callable[[Step], Value] | None = None,
    ) -> None:
        self.known, self.names, self.piece, self.reduction = known, names, piece, reduction

    def value(self, step: Step) -> Value:
        """Return the value of a step."""
        match step.kind:
            case "number":
                return {PLAIN: plain(number(step.value))} if step.value else {}
            case "name" if step.value in self.names:
                return {PLAIN: plain(self.names[step.value])} if self.names[step.value] else {}
            case "sum":
                return total([self.value(part) for part in step.parts])
            case "product":
                one, other = map(self.value, step.parts)
                return product_of(one, other, self.known, self.piece)
            case "quotient":
                return self._quotient(step.parts[0], self.value(step.parts[1]))
            case "maximum" | "minimum":
                one, other = map(self.value, step.parts)
                least = self.sign(total([one, scaled(other, plain(number(-1)))]))[0] >= 0
                return one if least == (step.kind == "maximum") else other
            case "ratio" | "guard":
                return self._guarded(step)
            case "power":
                return self._power(*step.parts)
            case "inverse_log2":
                return {("log", frozen(self._polynomial(step.parts[0]))): plain(ONE)}
            case "log" if self._polynomial(step.parts[0]) == number(2):
                return {PLAIN: plain({(("l", 1),): Fraction(1)})}
            case "root" if self.piece is None:
                inside = self._plain(self.value(step.parts[0]))
                if self.known.sign_of(inside) != (1, True):
                    raise NotCoveredError("the root of what may be zero")
                return {("root", *map(frozen, inside)): plain(ONE)}
            case "reduction" if self.reduction:
                return self.reduction(step)
        raise NotCoveredError(f"a {step.kind} for every n")

    def sign(self, value: Value) -> tuple[int, bool]:
        """Return the sign of a value, which must be evident."""
        if set(value) and next(iter(value))[:1] == ("root",):
            (found,) = value.values()
        else:
            found = self._plain(value)
        piece = self.piece
        sign = self.known.along(found, piece.first, piece.last) if piece else self.known.sign_of(found)
        if sign is None:
            raise NotCoveredError("a sign that coefficients do not show for every n")
        return sign

    def _plain(self, value: Value) -> Quotient:
        if set(value) - {PLAIN}:
            raise NotCoveredError("a value that is no quotient of polynomials")
        return value.get(PLAIN, plain(Flat()))

    def _polynomial(self, step: Step) -> Flat:
        found = self._plain(self.value(step))
        require(set(found[1]) <= {()}, "a logarithm of a quotient")
        return {powers: value / found[1][()] for powers, value in found[0].items()}

    def _quotient(self, step: Step, bottom: Value) -> Value:
        if not bottom or not self.sign(bottom)[1]:
            raise NotCoveredError("a division by what may be zero")
        if set(bottom) == {PLAIN}:
            return scaled(self.value(step), divided(plain(ONE), bottom[PLAIN]))
        ((kind, factor),) = bottom.items()
        radicand = dict(kind[1]), dict(kind[2])
        root: Value = {kind: divided(plain(ONE), times(factor, radicand))}
        return product_of(self.value(step), root)

    def _guarded(self, step: Step) -> Value:
        quantity = self.value(step.parts[1])
        if not quantity:
            return self.value(step.parts[2])
        if not self.sign(quantity)[1]:
            raise NotCoveredError("a convention that is open")
        return self._quotient(step.parts[0], quantity) if step.kind == "ratio" else self.value(step.parts[0])

    def _power(self, base: Step, exponent: Step) -> Value:
        power = self._polynomial(exponent)
        if set(power) <= {()}:
            whole = power.get((), Fraction(0))
            require(whole.denominator == 1 and whole >= 0, "a power that is not whole")
            found: Value = {PLAIN: plain(ONE)}
            for _ in range(int(whole)):
                found = product_of(found, self.value(base))
            return found
        share = self._polynomial(base)
        require(set(share) == {()}, "a power with a base that changes")
        return {("power", share[()], frozen(power)): plain(ONE)}


class OpenSignError(Exception):
    """A value hangs on whether some counts are all zero, or on which of two is larger, the first with a number."""

    def __init__(self, members: frozenset[str], order: tuple[str, str, int] | None = None) -> None:
        super().__init__()
        self.members, self.order = members, order


Rooted = tuple[Flat, Flat, Flat]
"""What is above and below a fraction bar, below it positive, and what the fraction is times the square root of."""


@dataclass(frozen=True)
class Counted:
    """Counts with their signs, and sets of them that are not all zero. All raise RefusedError and OpenSignError."""

    signs: Mapping[str, str]
    never: Sequence[set[str]]

    def sign(self, flat: Flat) -> tuple[int, bool]:
        """Return the sign that coefficients show, and whether it is strict."""
        direction, strict = sign_of(flat, self.signs)
        names = [{name for name, _ in powers} for powers in flat]
        return direction, direction != 0 and (strict or never_zero(names, self.never, self.signs))

    def is_zero(self, flat: Flat) -> bool:
        """Whether something is zero, where that does not hang on the counts."""
        direction, strict = self.sign(flat)
        if direction and not strict:
            names = [name for powers in flat for name, _ in powers if self.signs[name] != "positive"]
            raise OpenSignError(frozenset(names if all(len(powers) == 1 for powers in flat) else names[:1]))
        return not direction

    def total(self, terms: Sequence[tuple[Fraction, Sequence[Step], Step]]) -> tuple[int, bool]:
        """Return the sign of a sum of terms, with what must not be zero for each; of two with roots by squares."""
        plain: Rooted = {}, ONE, ONE
        parts: list[Rooted] = []
        for often, there, step in terms:
            if not any(self.is_zero(self.plain(each)[0]) for each in there):
                top, bottom, root = self.value(step)
                if root == ONE:
                    plain = *self._sum(plain, (multiplied(top, {(): often}), bottom, ONE)), ONE
                elif top:
                    parts.append((multiplied(top, {(): often}), bottom, root))
        parts += [plain] if plain[0] or not parts else []
        signs = [[self.sign(top), self.sign(root)] for top, _, root in parts]
        found = [(one[0] * other[0], one[1] and other[1]) for one, other in signs]
        require(len(parts) <= 2, "a sum of several roots")
        if len(parts) == 1 or found[0][0] * found[1][0] >= 0:
            return next((side for side, _ in found if side), 0), any(strict for _, strict in found)
        squares = [(multiplied(multiplied(t, t), r), multiplied(b, b), ONE) for t, b, r in parts]
        (above, below, _), less = squares[0], squares[1]
        top, _ = self._sum((above, below, ONE), (multiplied(less[0], {(): Fraction(-1)}), less[1], ONE))
        direction, strict = self.sign(top)
        return direction * found[0][0], strict

    def plain(self, step: Step) -> tuple[Flat, Flat]:
        """Return the value of a step without roots."""
        top, bottom, root = self.value(step)
        require(root == ONE or not top, "a root where there is none known")
        return top, bottom

    def _sum(self, one: Rooted, other: Rooted) -> tuple[Flat, Flat]:
        if one[1] == other[1]:
            return added(one[0], other[0]), one[1]
        tops = multiplied(one[0], other[1]), multiplied(other[0], one[1])
        return added(*tops), multiplied(one[1], other[1])

    def value(self, step: Step) -> Rooted:
        """Return the value of a step."""
        match step.kind:
            case "number":
                return ({(): step.value} if step.value else {}), ONE, ONE
            case "name":
                return {((step.value, 1),): Fraction(1)}, ONE, ONE
            case "sum":
                return *self._sum(*((*self.plain(part), ONE) for part in step.parts)), ONE
            case "product":
                return self._product(*map(self.value, step.parts))
            case "quotient":
                return self._product(self.value(step.parts[0]), self._inverse(self.value(step.parts[1])))
            case "ratio" | "guard":
                value, asked, otherwise = step.parts
                if (
                    step.kind == "ratio"
                    and _is_plain(asked)
                    and not any(self.value(each)[0] for each in step.parts[::2])
                ):
                    return {}, ONE, ONE
                top, bottom, root = self.value(asked)
                if self.is_zero(multiplied(top, root)):
                    return self.value(otherwise)
                below = self._inverse((top, bottom, root)) if step.kind == "ratio" else (ONE, ONE, ONE)
                return self._product(self.value(value), below)
            case "maximum" | "minimum":
                (top, bottom), (less, under) = map(self.plain, step.parts)
                apart, _ = self._sum((top, bottom, ONE), (multiplied(less, {(): Fraction(-1)}), under, ONE))
                first = self._order(apart) >= 0
                return (top, bottom, ONE) if first == (step.kind == "maximum") else (less, under, ONE)
            case "root":
                top, bottom = self.plain(step.parts[0])
                require(self.sign(top)[0] >= 0, "the root of what may be negative")
                return (ONE, bottom, multiplied(top, bottom)) if top else (top, ONE, ONE)
        raise RefusedError(f"a {step.kind} in a class")

    def _product(self, one: Rooted, other: Rooted) -> Rooted:
        top, bottom = multiplied(one[0], other[0]), multiplied(one[1], other[1])
        if one[2] == other[2]:
            return multiplied(top, one[2]), bottom, ONE
        return top, bottom, multiplied(one[2], other[2])

    def _inverse(self, value: Rooted) -> Rooted:
        top, bottom, root = value
        side, sure = self.sign(top)
        require(sure and self.sign(root) == (1, True), "a division by what may be zero")
        turn: Flat = {(): Fraction(side)}
        return multiplied(bottom, turn), multiplied(multiplied(top, turn), root), root

    def _order(self, apart: Flat) -> int:
        """Return the sign of a difference; where that is open, it hangs on two counts, and a number up to 1."""
        with suppress(RefusedError):
            return self.sign(apart)[0]
        beyond = apart.get((), Fraction(0))
        places = {value: powers for powers, value in apart.items() if powers}
        require(len(apart) == len(places) + bool(beyond) and beyond.denominator == 1, "an open order")
        require(
            all(len(powers) == 1 and powers[0][1] == 1 for powers in places.values()), "an order of no counts"
        )
        x, y = (places[value][0][0] if value in places else "" for value in map(Fraction, (1, -1)))
        require(len(places) == bool(x) + bool(y), "an order of multiples")
        require(beyond in (-1, 0, 1) or not (x and y), "an order of counts that are far from each other")
        raise OpenSignError(frozenset(), (x, y, int(beyond)))


def _is_plain(step: Step) -> bool:
    """Whether something has a value wherever names have one."""
    return step.kind in ("name", "number", "sum", "product", "maximum", "minimum") and all(
        map(_is_plain, step.parts)
    )


MOST_SUMS = 2
"""Sums that are never zero, of which so many are looked at together."""


def never_zero(terms: Sequence[set[str]], sums: Sequence[set[str]], known: Mapping[str, str]) -> bool:
    """Whether one of some products is positive, whichever symbol is of a sum that is never zero, or of two.

    >>> signs = dict.fromkeys("xyz", "nonnegative")
    >>> never_zero([{"x"}, {"y", "x"}, {"y"}], [{"x", "y"}], signs), never_zero([{"x"}], [{"x", "y"}], signs)
    (True, False)
    """
    open_ = [{name for name in names if known[name] != "positive"} for names in terms]
    used = [members for members in sums if any(members & names for names in open_)]
    return any(
        all(any(names <= {*pick} for names in open_) for pick in product(*some))
        for count in range(1, MOST_SUMS + 1)
        for some in combinations(used, count)
    )
