"""The prover's case distinctions with another last step: where an output's score is beyond a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.conditions.certificate import BoundBranch, BoundPart, BoundProof
from axiometrics.checker.conditions.multiplier import Reading, joined, parted, readings, written
from axiometrics.checker.conditions.recheck import recheck_bound
from axiometrics.checker.prove.algebra import SignedAlgebra, Undecided
from axiometrics.checker.prove.attempt import Attempt, Side
from axiometrics.checker.prove.branching import State, replaced
from axiometrics.checker.prove.certificate import Certificate
from axiometrics.checker.prove.comparing import margin_of
from axiometrics.checker.prove.engine import MOST_WORK, PART_WORK, too_high
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.refusal import giving_up
from axiometrics.checker.scores import orientation_sign
from axiometrics.errors import UndecidedError
from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import CaseBatch
from axiometrics.tasks.parametric import ParametricCase

__all__ = ["Bounding", "confirm_bound", "proved_bound"]


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
    cases = get_task(metric.task).symbolic(constraint.bound_generator, metric.formula)
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
