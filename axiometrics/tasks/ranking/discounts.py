"""Discounts by rank, and the ideal gain by rank, as generators: what is known of them is their order.

1/log2(i + 1) and p^(i - 1) for 0 < p < 1 are positive, strictly decreasing and strictly convex in the rank: the first
because the derivative -1/(t log^2 t) of 1/log t is negative and increasing for t > 1, here t = i + 1; the second as an
exponential function. A rational function of the rank is a discount too, such as a weight c/((c + i - 1)(c + i)), if the
coefficients of itself, its first and its second difference at the rank 1 + t show it for t >= 0.

So the discount at a focal rank is the one at the next focal rank plus something positive, and of two steps from a rank
to the next one the upper step is larger. The ideal gain never falls with the rank. Up to a cut-off a discount, or a
number that is positive, is never negative and never rises: below the cut-off it is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key, lru_cache
from itertools import pairwise
from math import gcd, prod
from typing import TYPE_CHECKING, Any

import flint
import sympy
from flint import arb, fmpq, fmpz

from axiometrics.errors import NotSymbolicError, UnknownPrimeError
from axiometrics.formulas.arithmetics.exact import prime_powers, primes_up_to
from axiometrics.formulas.arithmetics.extended import Extended
from axiometrics.formulas.arithmetics.quotients import quotient_of
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.lemmas import Lemma
from axiometrics.formulas.nodes import InverseLog, Larger, Letter, Power, Smaller
from axiometrics.tasks.parametric import measured
from axiometrics.tasks.ranking.symbolic import Focus
from axiometrics.tasks.ranking.view import AT

if TYPE_CHECKING:
    from sympy import Expr

STEP = 32
"""Bounds are rounded up to multiples of this, so that few arithmetics serve many lists."""
LARGEST = 2048
"""Up to which rank a discount is a number of its own wherever it is needed, also below the end of a list."""


class Discounted(Extended):
    """Rationals, logarithms of the primes and discounts 1/log2(k) up to a bound, and logarithms of further primes."""

    def __init__(self, bound: int, further: Sequence[int] = ()) -> None:
        self.bound = bound
        self.bases = [k for k in range(3, bound + 1) if not fmpz(k).is_perfect_power()]
        super().__init__(sorted({*primes_up_to(bound), *further}))
        discounts = map(quotient_of, self.space.generators[len(self.primes) :])
        self._discounts = {2: self.one, **dict(zip(self.bases, discounts, strict=True))}

    def knowing(self, primes: Sequence[int]) -> Discounted:
        """Return the arithmetic that knows the logarithms of these primes, too; what is no prime is a new bound."""
        bound = max([self.bound, *(known for known in primes if known % STEP == 0)])
        return _algebra(bound, tuple(sorted(known for known in {*self.primes, *primes} if known % STEP)))

    def inverse_log2(self, value: Expr) -> Expr:
        """Return the discount of a whole number from 2 on: that of its root, divided by the exponent."""
        if not isinstance(value, fmpq) or value.q != 1 or value < 2:
            return super().inverse_log2(value)
        k = int(value)
        if k not in self._discounts:
            base, exponent = _without_exponent(k)
            if base not in self._discounts:
                if (
                    base <= LARGEST
                ):  # a sum of many others has a common denominator too long to be written out
                    raise UnknownPrimeError((-(-max(base, 2 * self.bound) // STEP) * STEP,))
                return super().inverse_log2(value)
            self._discounts[k] = self._discounts[base] / exponent
        return self._discounts[k]

    def _names(self) -> list[str]:
        return [*super()._names(), *(f"discount{k}" for k in self.bases)]

    def _meanings(self) -> list[Any]:
        from sympy import Integer, log

        return [*super()._meanings(), *(log(Integer(2)) / log(Integer(k)) for k in self.bases)]

    def _balls(self, bits: int) -> Sequence[Any]:
        return _discount_balls(self.primes, tuple(self.bases), bits)


def _without_exponent(k: int) -> tuple[int, int]:
    """Return b and the largest e with k = b to the power e."""
    powers = prime_powers(fmpz(k))
    exponent = gcd(*(times for _, times in powers))
    return prod(prime ** (times // exponent) for prime, times in powers), exponent


@lru_cache(maxsize=256)
def _discount_balls(primes: tuple[int, ...], bases: tuple[int, ...], bits: int) -> tuple[Any, ...]:
    with flint.ctx.workprec(bits):
        two = arb(2).log()
        return (*(arb(prime).log() for prime in primes), *(two / arb(k).log() for k in bases))


@lru_cache(maxsize=64)
def _algebra(bound: int, further: tuple[int, ...] = ()) -> Discounted:
    return Discounted(bound, further)


def discounted_algebra(bound: int) -> Discounted:
    """Return an arithmetic whose logarithms and discounts cover the whole numbers up to a bound.

    >>> arithmetic = discounted_algebra(9)
    >>> arithmetic.text(arithmetic.inverse_log2(arithmetic.number(9)))
    'log(2)/(2*log(3))'
    """
    return _algebra(-(-max(bound, 4) // STEP) * STEP)


RANK = sympy.Symbol("rank", positive=True)


class Discounts:
    """The generators of one parametric case, by the function of the rank that they stand for."""

    def __init__(self, focus: Focus) -> None:
        self.focus = focus
        ranks = {
            sympy.expand(document.above.documents + 1)
            for output in focus.outputs
            for document in focus.changed(output)
        }
        self.ranks = ranks
        self.runs = list(
            dict.fromkeys(run[:2] for output in focus.outputs for run in focus.changed_runs(output))
        )
        self._values: dict[Any, dict[Any, Any]] = {}
        self._gains: dict[Any, Any] = {}

    def replaced(self, expression: Expr) -> Expr:
        """Write the discounts of an expression at focal ranks in generators."""
        found = sympy.sympify(expression)
        for node in sorted(found.atoms(InverseLog, Power), key=str):
            shape, rank = _shape(node)
            found = found.xreplace({node: self._at(shape, rank)})
        return found

    def weight(self, term: Expr, rank: Expr) -> Expr:
        """Return a term that depends on the rank alone as a discount, or None where it is none."""
        shape = term.xreplace({AT.i: RANK})
        return self._at(shape, rank) if shape.has(RANK) and _is_discount(shape) else None

    def _at(self, shape: Expr, rank: Expr) -> Expr:
        if shape not in self._values:
            geometric = self.runs and isinstance(shape, Power)
            self._values[shape] = self._geometric(shape) if geometric else self._decreasing(shape)
        if rank not in self._values[shape]:
            raise NotSymbolicError(f"the discount at rank {rank} is none of a focal document")
        return self._values[shape][rank]

    def up_to(self, limit: Expr, term: Expr, rank: Expr) -> Expr | None:
        """Return a term that depends on the rank alone, and is 0 after a cut-off; None where it is no discount."""
        weight, rest = term.as_independent(AT.i, as_Add=False)
        shape = rest.xreplace({AT.i: RANK})
        if shape != 1 and not _falls(shape):
            return None
        if (shape, limit) not in self._values:
            self._values[shape, limit] = self._cut(shape, limit)
        return weight * self._values[shape, limit][rank]

    def _cut(self, shape: Expr, limit: Expr) -> dict[Any, Any]:
        """Return a discount up to a cut-off at every focal rank: no less at one than at the next."""
        case = self.focus.case
        found: dict[Any, Any] = {}
        below, total = sympy.S.Zero, sympy.S.Zero
        for rank in self._ordered():
            inside = Smaller(1, Larger(0, case.measured(limit - rank + 1)))
            value = shape.xreplace({RANK: case.measured(rank)}) * inside
            meaning = "the fall of a discount up to the cut-off" if found else "a discount up to the cut-off"
            total += case.unnamed("nonnegative", meaning, value - below)
            found[rank], below = total, value
        return found

    def over_run(self, term: Expr, first: Expr, after: Expr) -> Expr:
        """Return the sum of a term over the ranks from one to before another one: of powers (W - W')/(1 - p)."""
        weight, rest = term.as_independent(AT.i, as_Add=False)
        if term == 0:
            return sympy.S.Zero
        if not isinstance(rest, Power) or weight.free_symbols - weight.atoms(Letter):
            raise NotSymbolicError(f"the sum of {term} over any number of ranks has no closed form here")
        shape, rank = _shape(rest)
        moved = rank - AT.i
        if moved.free_symbols:
            raise NotSymbolicError(f"the exponent of {rest} is not the rank")
        base = shape.args[0]
        ends = [self._at(shape, place) for place in (first, after)]
        return weight * base**moved * (ends[0] - ends[1]) / (1 - base)

    def _geometric(self, shape: Expr) -> dict[Any, Any]:
        """Return the power of a number between 0 and 1 at all ranks: known where one is a known number of ranks away.

        The first rank of a run has that of the rank after the run and something that is not negative more.
        """
        found: dict[Any, Any] = {}

        def known(rank: Expr) -> Any:
            steps = ((value, sympy.expand(rank - other)) for other, value in found.items())
            near = [value * shape.args[0] ** step for value, step in steps if step.is_Integer]
            return near[0] if near else None

        for first, after in self.runs:
            if known(after) is None:
                found[after] = self._power(shape, after)
            if known(first) is None:
                found[first] = known(after) + self._power(shape, first, after)
        for rank in sorted({*self.ranks, *(rank for run in self.runs for rank in run)}, key=str):
            value = known(rank)
            found[rank] = self._power(shape, rank) if value is None else value
        return found

    def _power(self, shape: Expr, rank: Expr, after: Expr | None = None) -> Expr:
        """Return the generator of a discount, or of how much it falls up to a rank that is not before."""
        case = self.focus.case
        value = self._defined(shape, rank) - (0 if after is None else self._defined(shape, after))
        symbol = case.generator(
            f"w{len(case.generators)}",
            "positive" if after is None else "nonnegative",
            "the discount at a rank" if after is None else "the fall of the discount over a run of documents",
            value,
        )
        if after is None:
            case.lemmas[symbol] = Lemma(_call(shape, rank), "discount", "a discount is positive")
        return symbol

    def _ordered(self) -> list[Any]:
        """Return the focal ranks, last first; raises NotSymbolicError where their order is open."""

        def compared(one: Expr, other: Expr) -> int:
            if one == other:
                return 0
            sign = self.focus.evident(one - other)
            if sign not in ("positive", "negative"):
                raise NotSymbolicError(f"the order of the ranks {one} and {other} is open")
            return -1 if sign == "positive" else 1

        return sorted(self.ranks, key=cmp_to_key(compared))

    def _decreasing(self, shape: Expr) -> dict[Any, Any]:
        """Return the discount at every focal rank: positive at the last one, and more at each before."""
        ranks, case = self._ordered(), self.focus.case
        base = case.generator(
            f"w{len(self._values) or ''}",
            "positive",
            "the discount at the last focal rank",
            self._defined(shape, ranks[0]),
        )
        case.lemmas[base] = Lemma(shape, "discount", "a discount is positive")
        found, step = {ranks[0]: base}, None
        for low, high in pairwise(ranks):
            found[high] = found[low] + self._step(shape, low, high, step)
            if low - high == 1:
                step = found[high] - found[low]
        return found

    def _step(self, shape: Expr, low: Expr, high: Expr, before: Expr) -> Expr:
        """Return how much the discount falls from one focal rank to the next; more than in a later single step."""
        case = self.focus.case
        change = self._defined(shape, high) - self._defined(shape, low)
        form = _call(shape, high) - _call(shape, low)
        name = f"d{len(case.lemmas)}"
        if before is None or low - high != 1:
            symbol = case.generator(name, "positive", "a fall of the discount", change)
            case.lemmas[symbol] = Lemma(form, "discount", "a discount falls with the rank")
            return symbol
        more = case.generator(
            name,
            "positive",
            "what an upper step falls more than a lower one",
            change - self.focus.case.measured(before),
        )
        case.lemmas[more] = Lemma(form - before, "convexity", "a discount falls more at the top")
        return before + more

    def _defined(self, shape: Expr, rank: Expr) -> Expr:
        """Write the discount at a rank in terms of a concrete case."""
        place = self.focus.case.measured(rank)
        if isinstance(shape, InverseLog):
            return sympy.log(2) / sympy.log(shape.args[0].xreplace({RANK: place}))
        if isinstance(shape, Power):
            base, exponent = shape.args
            return base ** exponent.xreplace({RANK: place})
        return shape.xreplace({RANK: place})

    def ideal_gain(self, rank: Expr) -> Expr:
        """Return the ideal gain by a focal rank, which never falls with the rank."""
        if not self._gains:
            case, before = self.focus.case, sympy.S.Zero
            for number, place in enumerate(reversed(self._ordered())):
                gain = measured(f"ideal_gain[{self.focus.case.measured(place)}]", self.focus.outputs[0])
                before += case.generator(
                    f"h{number or ''}",
                    "nonnegative",
                    "what the ideal list gains more by the next focal rank"
                    if number
                    else "the ideal gain by a focal rank",
                    gain - self.focus.case.measured(before),
                )
                self._gains[place] = before
        return self._gains[rank]


def _shape(node: Expr) -> tuple[Any, Any]:
    """Return a discount as a function of the rank, and the rank it is taken at."""
    if isinstance(node, InverseLog):
        rank = sympy.expand(node.args[0] - 1)
        return InverseLog(RANK + 1), rank
    base, exponent = node.args
    if not _is_share(base):
        raise NotSymbolicError(f"{node} is no discount by rank")
    return Power(base, RANK - 1), sympy.expand(exponent + 1)


def _falls(shape: Expr) -> bool:
    """Whether a function of the rank is one of those that are discounts at every rank."""
    if isinstance(shape, InverseLog):
        later = shape.args[0] - RANK
        return bool(later.is_Integer and later > 0)
    return bool(isinstance(shape, Power) and _is_share(shape.args[0]) and (shape.args[1] - RANK).is_Integer)


def _is_share(base: Expr) -> bool:
    """Whether a base is evidently between 0 and 1, also where it has letters."""
    if base.is_Rational:
        return bool(0 < base < 1)
    return all(rational_sign(each, *_signed(base)) == "positive" for each in (base, 1 - base))


def _signed(expression: Expr) -> tuple[set[Any], set[Any]]:
    """Return the letters that are positive, and those that are never negative but may be zero."""
    letters = expression.atoms(Letter)
    positive = {letter for letter in letters if letter.is_positive}
    return positive, {letter for letter in letters - positive if letter.is_nonnegative}


@lru_cache(maxsize=256)
def _is_discount(shape: Expr) -> bool:
    """Whether a rational function of the rank is evidently positive, strictly decreasing and strictly convex."""
    excess = sympy.Symbol("t")
    try:
        first, second, third = (shape.xreplace({RANK: excess + k}) for k in (1, 2, 3))
        differences = (first, first - second, first - 2 * second + third)
        positive, nonnegative = _signed(shape)
        return all(
            rational_sign(each, positive, {*nonnegative, excess}) == "positive" for each in differences
        )
    except NotSymbolicError:
        return False


def _call(shape: Expr, rank: Expr) -> Expr:
    return shape.xreplace({RANK: rank})
