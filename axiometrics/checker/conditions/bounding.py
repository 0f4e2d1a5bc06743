"""The prover's case distinctions with another last step: where an output's score is beyond a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr

from axiometrics.axioms import Constraint
from axiometrics.checker.conditions.certificate import BoundBranch, BoundPart, BoundProof, plain_branch
from axiometrics.checker.conditions.recheck import recheck_bound
from axiometrics.checker.prove.algebra import SignedAlgebra, State, Undecided, replaced
from axiometrics.checker.prove.attempt import Attempt, Side
from axiometrics.checker.prove.certificate import Certificate
from axiometrics.checker.prove.comparing import margin_of
from axiometrics.checker.prove.engine import MOST_WORK, PART_WORK, too_high
from axiometrics.checker.recheck import giving_up
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.scores import orientation_sign
from axiometrics.errors import UndecidedError
from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.formulas.arithmetics.polynomials import fraction_of, number
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import CaseBatch
from axiometrics.tasks.parametric import ParametricCase

if TYPE_CHECKING:
    from flint import fmpq_mpoly


@dataclass(frozen=True)
class _Read:
    """One branch in every reading of the sizes that shows a bound."""

    by_reading: Mapping[int, BoundBranch]
    sign: str = "positive"


class Bounding(Attempt):
    """The prover on one parametric case, with a bound on the score of one output: below it (turn 1) or above (-1)."""

    def __init__(
        self, metric: Metric, constraint: Constraint, case: ParametricCase, output: str, turn: int
    ) -> None:
        super().__init__(metric, constraint, case)
        self.output = output
        self.turn = turn
        self.readings = list(readings(case))

    def part(self) -> BoundPart:
        """Return the branches with their bounds, in the best reading; raises Undecided."""
        branches: list[Any] = list(self._branches(self._start()))
        read = [branch.by_reading for branch in branches if isinstance(branch, _Read)]
        places = set(range(len(self.readings))).intersection(*read)
        if not places:
            raise Undecided("no reading of the sizes shows a bound in every branch")
        bounds = {place: [found[place].bound for found in read] for place in places}
        best = min(
            places, key=lambda place: (max([self.turn * bound for bound in bounds[place]], default=0), place)
        )
        told = tuple(
            branch.by_reading[best] if isinstance(branch, _Read) else branch.write() for branch in branches
        )
        case = written(self.case, self.readings[best])
        frame = Certificate.build(case, self.constraint, [], "margin and score", self.used)
        bound = max(bounds[best], key=lambda bound: self.turn * bound) if read else None
        return BoundPart(self.case.where, told, bound, frame)

    def _through_root(self, state: State, algebra: SignedAlgebra) -> Any:
        raise Undecided("a root has no bound here")

    def _compared(self, values: Mapping[str, Any], state: State, algebra: SignedAlgebra) -> Any:
        if absent(*(values[name] for name in self.constraint.margin)):
            return Side.without_margin(state.path, "undefined")
        top, bottom = _quotient(values, self.constraint.margin, algebra)
        score = _quotient(values, {self.output: 1}, algebra)
        sizes = dict.fromkeys(symbol for reading in self.readings for symbol in reading)
        margin = (*parted(orientation_sign(self.metric) * top, sizes, algebra), bottom)
        factors = list({str(factor): factor for factor in self._factors(values, state, algebra)}.values())
        found = {
            place: branch
            for place, reading in enumerate(self.readings)
            if (
                branch := joined(
                    self._told(reading, state), algebra, margin, score, factors, self.turn, state.path
                )
            )
        }
        if not found:
            raise Undecided("no multiplier leaves coefficients of one sign")
        return _Read(found)

    def _told(self, reading: Reading, state: State) -> Reading:
        return {symbol: replaced(value, state.replaced) for symbol, value in reading.items()}

    def _factors(self, values: Mapping[str, Any], state: State, algebra: SignedAlgebra) -> Iterator[Any]:
        """Yield what score and bound may be multiplied by, where it is positive: 1, sizes and denominators."""
        yield algebra.space.one
        for symbol in self.formula.globals:
            size = algebra.element(replaced(self.case.outputs[self.output][symbol], state.replaced))
            yield algebra.fraction(size)[0]
        for name in self.constraint.margin:
            yield algebra.fraction(values[name])[1]


def _quotient(
    values: Mapping[str, Any], weights: Mapping[str, int], algebra: SignedAlgebra
) -> tuple[Any, Any]:
    """Return numerator and denominator, the latter with positive coefficients."""
    top, bottom, squared = margin_of({name: values[name] for name in weights}, weights, algebra)
    sign = algebra.evident(bottom)
    if squared or sign not in ("positive", "negative"):
        raise Undecided("a root, or a denominator of unknown sign")
    return (top, bottom) if sign == "positive" else (-top, -bottom)


def proved_bound(
    metric: Metric,
    constraint: Constraint,
    output: str,
    *,
    more: bool,
    tells: Callable[[Fraction], bool] = lambda _: True,
) -> BoundProof | None:
    """Return a proof that the margin is positive wherever an output scores more (or less) than a bound, or None.

    The bound is the best that the certificate can show; the search ends at one that ``tells`` nothing. Cost as for a
    proof of the constraint itself.
    """
    if metric.reads is not None or constraint.forms != (constraint.margin,):
        return None
    with giving_up(), budget(2 * MOST_WORK):
        return _in_parts(metric, constraint, output, more, tells)
    return None


def _in_parts(
    metric: Metric, constraint: Constraint, output: str, more: bool, tells: Callable[[Fraction], bool]
) -> BoundProof | None:
    cases = get_task(metric.task).symbolic(constraint.symbolic_generator, metric.formula)
    turn = 1 if more else -1
    parts: list[BoundPart] = []
    for case in cases:
        if too_high(case.formula or metric.formula):
            return None
        try:
            with budget(2 * PART_WORK if case.where else MOST_WORK):
                part = Bounding(metric, constraint, case, output, turn).part()
        except UndecidedError:
            return None
        if part.bound is not None and not tells(part.bound):
            return None
        parts.append(part)
    bounds = [part.bound for part in parts if part.bound is not None]
    if not bounds:
        return None
    return BoundProof(output, more, max(bounds, key=lambda bound: turn * bound), tuple(parts), cases[0].scope)


def confirm_bound(proof: BoundProof, metric: Metric, constraint: Constraint, *batches: CaseBatch) -> int:
    """Re-check a proof on concrete cases; return their number. Raises CertificateError."""
    found = [Concrete.of(metric, constraint.margin, batch) for batch in batches if len(batch)]
    return recheck_bound(proof.to_dict(), proof.output, *found)


def joined(
    reading: Reading,
    algebra: SignedAlgebra,
    margin: tuple[Any, Any, Any],
    score: tuple[Any, Any],
    factors: Sequence[Any],
    turn: int,
    path: Any,
) -> BoundBranch | None:
    """Return the branch with the best bound in one reading, or None where none is shown.

    The margin comes as two factors of its numerator, of which the first must be positive and is left aside, and its
    denominator; score and bound may be multiplied by any positive one of the ``factors``.
    """
    shared, rest, bottom, over, under = (composed(part, reading, algebra) for part in (*margin, *score))
    if algebra.evident(shared) == "negative":
        shared, rest = -shared, -rest
    if not all(_positive(part, algebra) for part in (shared, bottom, under)):
        return None
    best = None
    for factor in {
        str(part): part for part in (composed(part, reading, algebra) for part in factors)
    }.values():
        if not _positive(factor, algebra):
            continue
        lines = _lines(algebra, rest, turn * over * factor, under * factor)
        found = least_bound(lines) if lines else None
        if found and (best is None or found[0] < best[0]):
            best = (*found, over * factor, under * factor)
    if best is None:
        return None
    bound, multiplier, over, under = best
    remainder = number(multiplier) * rest - turn * over + number(bound) * under
    return BoundBranch(
        plain_branch(path, algebra, (shared, rest), bottom, "positive"),
        plain_branch(path, algebra, (over,), under, "positive"),
        plain_branch(path, algebra, (remainder,), algebra.space.one, "nonnegative" if remainder else "zero"),
        multiplier,
        turn * bound,
    )


def _positive(polynomial: fmpq_mpoly, algebra: SignedAlgebra) -> bool:
    return bool(algebra.evident(polynomial) == "positive")


def _lines(algebra: SignedAlgebra, *parts: Any) -> list[Line] | None:
    """Return the coefficients of every monomial; None where a generator has no known sign."""
    if any(
        power > 0 and place not in algebra.signed
        for part in parts
        for place, power in enumerate(part.degrees())
    ):
        return None
    top, over, under = parts
    return [
        (fraction_of(top[powers]), fraction_of(over[powers]), fraction_of(under[powers]))
        for powers in dict.fromkeys(powers for part in parts for powers in part.monoms())
    ]


Line = tuple[Fraction, Fraction, Fraction]
"""The coefficients (m, a, b) of one monomial in the margin and in the score's numerator and denominator, b >= 0."""
Slope = tuple[Fraction, Fraction]
"""A line over s: its slope and its value at 0."""


def least_bound(lines: Sequence[Line]) -> tuple[Fraction, Fraction] | None:
    """Return the least t, with its s > 0, such that s m - a + t b >= 0 for every monomial; None where there is none.

    For one s the least t is the largest of the (a - s m)/b, a convex function of s, whose minimum is where a falling
    and a rising line meet.

    >>> half = Fraction(1, 2)
    >>> least_bound([(Fraction(1), Fraction(1), Fraction(1)), (Fraction(-1), Fraction(0), Fraction(1))])
    (Fraction(1, 2), Fraction(1, 2))
    """
    span = _allowed((m, a) for m, a, b in lines if b == 0)
    slopes = sorted({(-m / b, a / b) for m, a, b in lines if b})
    if span is None or not slopes:
        return None
    found = _last_lowest(slopes, *span)
    return (_value(_highest(slopes, found), found), found) if found else None


def _last_lowest(slopes: Sequence[Slope], low: Fraction, high: Fraction | None) -> Fraction | None:
    """Return the last place between two where the highest of the lines is lowest; None where it falls for ever."""
    falling = _highest(slopes, low)
    if falling[0] > 0:
        return low
    rising = slopes[-1] if high is None else _highest(slopes, high)
    if high is not None and rising[0] <= 0:
        return high
    if rising[0] < 0:
        return None
    if rising[0] == 0:  # level from the last crossing on
        return max([low + 1, *((rising[1] - line[1]) / line[0] for line in slopes if line[0] < 0)])
    while True:
        place = (rising[1] - falling[1]) / (falling[0] - rising[0])
        top = _highest(slopes, place)
        if _value(top, place) == _value(falling, place):
            return place
        falling, rising = (top, rising) if top[0] <= 0 else (falling, top)


def _allowed(free: Iterable[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction | None] | None:
    """Return the s >= 0 with s m >= a for every pair, as an interval; None where there are none."""
    low, high = Fraction(0), None
    for m, a in free:
        if m > 0:
            low = max(low, a / m)
        elif m < 0:
            high = a / m if high is None else min(high, a / m)
        elif a > 0:
            return None
    return None if high is not None and high < low else (low, high)


def _value(line: Slope, place: Fraction) -> Fraction:
    return line[0] * place + line[1]


def _highest(slopes: Sequence[Slope], place: Fraction) -> Slope:
    return max(slopes, key=lambda line: (_value(line, place), line[0]))


Reading = Mapping[Any, Any]
"""What is written for generators, as expressions in others."""


def readings(case: ParametricCase) -> Iterator[Reading]:
    """Yield the readings of the sizes that the case's equations speak of; nothing replaced where there are none."""
    sums: dict[Any, list[Any]] = {}
    for symbol, value in case.equations:
        if value not in sums.setdefault(symbol, []):
            sums[symbol].append(value)
    count = min(map(len, sums.values()), default=0)
    if not count:
        yield {}
    for place in range(count):
        yield {symbol: values[place] for symbol, values in sums.items()}
    if count > 1:
        yield {symbol: sum(values) / len(values) for symbol, values in sums.items()}


def written(case: ParametricCase, reading: Reading) -> Expr:
    """Return the case in one reading."""
    outputs = {
        output: {symbol: sympy.sympify(value).xreplace(reading) for symbol, value in values.items()}
        for output, values in case.outputs.items()
    }
    return replace(case, outputs=outputs)


def composed(polynomial: fmpq_mpoly, reading: Reading, algebra: SignedAlgebra) -> fmpq_mpoly:
    """Return a polynomial in one reading."""
    for symbol, value in reading.items():
        if symbol in algebra.symbols:
            inside = list(algebra.space.generators)
            inside[algebra.symbols.index(symbol)] = algebra.fraction(algebra.element(value))[0]
            polynomial = polynomial.compose(*inside, ctx=algebra.space.context)
    return polynomial


def parted(polynomial: fmpq_mpoly, symbols: Iterable[Any], algebra: SignedAlgebra) -> tuple[Any, Any]:
    """Return the product of the factors in one of the generators alone, and what is left."""
    shared = algebra.space.one
    for symbol in symbols:
        inside = _content(polynomial, symbol, algebra)
        if not inside.is_constant():
            polynomial = polynomial / inside
            shared = shared * inside
    return shared, polynomial


def _content(polynomial: fmpq_mpoly, symbol: Expr, algebra: SignedAlgebra) -> fmpq_mpoly:
    """Return the greatest factor in one generator alone: what the coefficients of all monomials in others share."""
    if symbol not in algebra.symbols or not polynomial:
        return algebra.space.one
    place = algebra.symbols.index(symbol)
    parts: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for powers, value in polynomial.terms():
        rest, alone = (
            (*powers[:place], 0, *powers[place + 1 :]),
            tuple(power if each == place else 0 for each, power in enumerate(powers)),
        )
        parts.setdefault(rest, {})[alone] = value
    found = algebra.space.zero
    for part in sorted(parts.values(), key=len):
        found = found.gcd(algebra.space.of(part))
    return found
