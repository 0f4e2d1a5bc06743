"""Demands of some case: one that meets them is enough, and is shown; one for each choice of what is given; or a value
that must be met on the way from one output to another.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, islice
from typing import Any, TypeVar

import numpy as np
from flint import fmpq

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive
from axiometrics.checker.cells import counts_of, no_verdict, undecided_cell, witness
from axiometrics.checker.prove import Proof, prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.regions.bounds import Span
from axiometrics.checker.regions.curves import letter_algebra
from axiometrics.checker.regions.proving import letter_of
from axiometrics.checker.scores import UNDEFINED, Source, orientation_sign
from axiometrics.checker.selection import Options
from axiometrics.checker.sweep import Sweep, larger_cases, sweep, sweep_cases
from axiometrics.checker.verdict import Cell, Outcome, Verdict
from axiometrics.errors import AxiometricsError, UndecidedError
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case

T = TypeVar("T")


def some_case_cell(metric: Metric, constraint: Constraint, source: Source, options: Options) -> Cell:
    """Check one metric against a constraint that is demanded of some case.

    It holds on the evidence of the smallest case that meets it, which is shown. Where none does, the metric is blind
    if some case ties, else it contradicts, as far as cases were swept; nothing is said where some sign is not known.
    """
    size = options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes)
    batches = (sweep_cases(constraint, size), larger_cases(constraint, wide=metric.trusted))
    sweeps = [sweep(metric, constraint, source, batch, every=True) for batch in batches if len(batch)]
    tried, applicable = sum(part.tried for part in sweeps), sum(part.applicable for part in sweeps)
    counts = counts_of(sweeps[0].cases if sweeps else None, tried, applicable)
    reasons = [part.undefined[1] for part in sweeps if part.undefined]
    reason = min(reasons, key=lambda each: each.startswith(UNDEFINED), default=None)
    unknown = sum(int(part.unknown.sum()) for part in sweeps)
    if (without := no_verdict(metric, constraint, counts, reason, unknown)) is not None:
        return without
    if constraint.demand.given:
        return each_given_cell(metric, constraint, source, sweeps, counts)
    for part in sweeps:
        met = np.flatnonzero(part.defined & ~part.ties & ~part.inversions)
        if len(met):
            return _cell(metric, constraint, source, part, int(met[0]), Verdict("holds", "witness", **counts))
    if unknown:
        return undecided_cell(metric, constraint, counts, unknown)
    tied = next(((part, place) for part in sweeps if (place := part.first(part.ties)) is not None), None)
    part, place = tied or (sweeps[0], int(np.flatnonzero(sweeps[0].inversions)[0]))
    fails: Outcome = "blind" if tied else "contradicted"
    return _cell(metric, constraint, source, part, place, Verdict(fails, "sweep", **counts))


def _cell(
    metric: Metric, constraint: Constraint, source: Source, part: Sweep, place: int, strict: Verdict
) -> Cell:
    shown = witness(
        metric, constraint, source, part.cases.case(place), minimal=part.cases.complete_up_to is not None
    )
    weak = Verdict(
        "contradicted" if strict.outcome == "contradicted" else "holds",
        strict.evidence,
        cases=strict.cases,
        applicable=strict.applicable,
        size=strict.size,
        grid=strict.grid,
    )
    return Cell(metric.label, constraint.label, strict, weak, witness=shown)


@dataclass(frozen=True)
class _Group:
    """The cases of one choice: the best of their signs, 2 where one is not known, and the first that has it."""

    part: Sweep
    places: Any
    best: int
    shown: int

    @property
    def is_open(self) -> bool:
        """Whether no case is known to meet the demand, and of some it is not known."""
        return self.best == UNDECIDED


def each_given_cell(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    sweeps: Sequence[Sweep],
    counts: Mapping[str, Any],
) -> Cell:
    """Check the groups of all swept cases, smallest first.

    It holds on the evidence of a case for each choice: of all choices where these are finitely many, else of those that
    were swept. It is shown by the last group that holds; where one fails, by that one. There is no verdict where none
    certainly fails, and of some it is not known.
    """
    given = constraint.demand.given
    groups = [
        group for part in sweeps if part.cases.complete_up_to is not None for group in _groups(given, part)
    ]
    failing = sorted((group for group in groups if group.best <= 0), key=lambda group: group.best == 0)
    if not failing and (open_ := sum(group.is_open for group in groups)):
        return undecided_cell(metric, constraint, counts, open_)
    if not failing:
        finite = set(given) <= set(groups[-1].part.cases.finite)
        strict = Verdict("holds", "witness" if finite else "sweep", **counts)
        return _group_cell(metric, constraint, source, groups[-1], strict, None)
    proofs = ((group, _refuted(metric, constraint, group)) for group in failing[:MOST_PROVED])
    group, proof = next((found for found in proofs if found[1]), (failing[0], None))
    outcome: Outcome = "blind" if all(each.best == 0 for each in failing) else "contradicted"
    strict = Verdict(outcome, "proof" if proof else "sweep", **counts)
    return _group_cell(metric, constraint, source, group, strict, proof)


MOST_PROVED = 6
"""Groups that fail for which a proof is tried."""


def _groups(given: Sequence[str], part: Sweep) -> list[_Group]:
    """Return the groups of cases, in the order of their first ones."""
    columns = [np.asarray(part.cases.sizes[name], dtype=float) for name in given]
    _, number = np.unique(np.stack(columns), axis=1, return_inverse=True)
    number = number.reshape(-1)
    signs = np.where(part.inversions, -1, np.where(part.ties, 0, np.where(part.unknown, UNDECIDED, 3)))
    there, found = part.defined | part.unknown, []
    for each in dict.fromkeys(number[there].tolist()):
        places = np.flatnonzero((number == each) & there)
        best = int(signs[places].max())
        found.append(_Group(part, places, best, int(places[np.argmax(signs[places])])))
    return found


def _refuted(metric: Metric, constraint: Constraint, group: _Group) -> Proof | None:
    """Prove, for one choice, that no case meets the demand."""
    if metric.reads is not None:
        return None
    case = group.part.cases.case(group.shown)
    chosen = {name: case.sizes[name] for name in constraint.demand.given}
    generator = get_task(metric.task).with_choices(constraint.bound_generator, chosen)
    if generator is None:
        return None
    fixed = replace(constraint.about(Positive(constraint.margin)), generator=generator, values={})
    proof = prove(metric, fixed)
    if proof is None or proof.sign not in ("zero", "negative", "nonpositive"):
        return None
    cases = [group.part.cases.case(int(place)) for place in group.places]
    batch = get_task(metric.task).batch_of_cases(constraint.outputs, cases)
    confirm(proof, metric, fixed, batch)
    return proof


def _group_cell(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    group: _Group,
    strict: Verdict,
    proof: Proof | None,
) -> Cell:
    shown = witness(metric, constraint, source, group.part.cases.case(group.shown), minimal=True)
    weak = strict
    if strict.outcome == "blind":  # a proof is about one choice, the weak form about all of them
        weak = replace(strict, outcome="holds", evidence="sweep")
    return Cell(
        metric.label, constraint.label, strict, weak, witness=shown, proof=proof.to_dict() if proof else None
    )


SHOWN = 36
"""How often the way is halved that is shown, though it is halved until no number lies between."""
MOST_CASES, MOST_OPEN, MOST_PARTS = 150, 5, 400
"""Cases on which the way is halved, and of which it may be open; parts of a line on which a value is looked for."""
LINE = Span(Fraction(0), Fraction(1))
"""The values of a score between its ends."""


def between_cell(metric: Metric, constraint: Constraint, source: Source, options: Options) -> Cell:
    """Check one metric against a constraint that demands a value between; the premises say where one is wanted."""
    task = get_task(metric.task)
    cases = sweep_cases(constraint, options.sweep_size(metric.trusted, task.sweep_sizes))
    part = sweep(metric, constraint, source, cases)
    counts = counts_of(cases, part.tried, part.applicable)
    reason = part.undefined[1] if part.undefined else None
    if (without := no_verdict(metric, constraint, counts, reason, int(part.unknown.sum()))) is not None:
        return without
    proof = prove(metric, constraint)
    if proof is not None:
        confirm(proof, metric, constraint, cases)
        found = Verdict("holds", "proof", **counts)
        return Cell(metric.label, constraint.label, found, found, proof=proof.to_dict())
    places = np.flatnonzero(part.defined)
    chosen = places[np.linspace(0, len(places) - 1, min(MOST_CASES, len(places))).astype(int)]
    open_ = 0
    for way in _judged(
        [cases.case(place) for place in dict.fromkeys(chosen.tolist())], metric, constraint, source
    ):
        case, how = way.case, way.missed()
        open_ += how == "open"
        if how in ("witness", "search"):
            shown = replace(case, outputs={**case.outputs, "low": way.shown[0], "high": way.shown[1]})
            bad = Verdict("contradicted", how, **counts)  # type: ignore[arg-type]
            seen = witness(metric, constraint, source, shown, minimal=False)
            return Cell(metric.label, constraint.label, bad, bad, witness=seen)
        if open_ == MOST_OPEN:
            break
    if open_:
        why = f"undecided: whether the value between is met somewhere is not known in {open_} cases"
        return undecided_cell(metric, constraint, counts, open_, why)
    found = Verdict(
        "holds", "search", **{**counts, "size": None, "cases": len(chosen), "applicable": len(chosen)}
    )
    return Cell(metric.label, constraint.label, found, found)


TOGETHER = 50
"""Ways that are halved at once, of formulas: their scores come in batches."""
Asked = Generator[Sequence[Any], Sequence[tuple[float, float]], T]
"""Asks for scores of outputs, and how far off these may be, until it knows what it returns."""


def _judged(cases: Sequence[Case], metric: Metric, constraint: Constraint, source: Source) -> Iterator[_Way]:
    """Yield the ways of cases, each halved to its end."""
    together = TOGETHER if metric.reads is None else 1
    for first in range(0, len(cases), together):
        ways = [_Way(metric, case) for case in cases[first : first + together]]
        halving = {way: way.halved() for way in ways}
        asked = {way: next(each) for way, each in halving.items()}
        while asked:
            outputs = [output for each in asked.values() for output in each]
            found = source.scores(get_task(metric.task).batch(outputs))
            values = (found.values * orientation_sign(metric)).tolist()
            scores = iter(zip(values, np.broadcast_to(found.radius, len(values)).tolist(), strict=True))
            answers = {way: list(islice(scores, len(each))) for way, each in asked.items()}
            asked = {}
            for way, known in answers.items():
                try:
                    asked[way] = halving[way].send(known)
                except StopIteration as end:
                    way.jumps = end.value
        yield from ways


class _Way:
    """The way from one output to the other, which is halved towards where the value jumps over the wanted one."""

    def __init__(self, metric: Metric, case: Case) -> None:
        self.metric, self.case = metric, case
        self.task = get_task(metric.task)
        self.jumps = False
        """Whether the value is on either side of the wanted one however small a way is left."""
        self.shown = case.outputs["low"], case.outputs["high"]
        """What lies at the ends of what is left of the way, in numbers that can be read."""

    def missed(self) -> str | None:
        """Return how it is known that the value is met nowhere: by exact numbers or intervals, or as far as tried.

        None where it is met, or as good as met; ``open`` where neither show of a formula that it is not.
        """
        if not self.jumps:
            return None
        if self.metric.reads is not None:
            return "search"
        return "witness" if self._is_never_met() or self._is_missed() else "open"

    def halved(self) -> Asked[bool]:
        """Halve the way to its end; return whether it `jumps`."""
        ends = list(self.shown)
        ((wanted, off),) = yield [self.case.outputs["judged"]]
        for halvings in count(1):
            found = yield from self._inside(*ends)
            if found is None:
                break
            middle, value, spread = found
            if abs(value - wanted) <= off + spread:
                return False
            ends[int(value > wanted)] = middle
            if halvings <= SHOWN:
                self.shown = ends[0], ends[1]
        (below, one), (above, two) = yield ends
        return wanted - below > off + one and above - wanted > off + two

    def _inside(self, low: Any, high: Any) -> Asked[tuple[Any, float, float] | None]:
        """Return what lies halfway, its score and how far off that may be, or what lies before or after that.

        None where no number lies between, or floats know the score of none.
        """
        middle = self.task.middle(low, high)
        if middle is None:
            return None
        for ends in (None, (low, middle), (middle, high)):
            each = middle if ends is None else self.task.middle(*ends)
            if each is not None:
                ((value, spread),) = yield [each]
                if np.isfinite(value) and np.isfinite(spread):
                    return each, value, spread
        return None

    def _is_never_met(self) -> bool:
        """Whether exact numbers show that a formula takes the wanted value nowhere on the whole line.

        It does not at the ends, and in between it is one quotient of polynomials, no convention and no maximum switches
        there, and what it has more than the wanted value has no zero.
        """
        first, last = self.task.ends(*self.shown)
        try:
            wanted, *ends = map(self._fraction, (self.case.outputs["judged"], first, last))
            algebra = letter_algebra(letter_of("t", LINE), LINE, 0)
            value = self.task.along(self.metric, first, last, algebra)
            if absent(wanted, value) or any(not absent(each) and each == wanted for each in ends):
                return False
            return algebra.sign(value - wanted) != 0
        except (AxiometricsError, ArithmeticError):  # a sign that changes, a root, a logarithm
            return False

    def _fraction(self, output: Any) -> Any:
        """Return the value of an output, a fraction or none; raises UndecidedError where it is another number."""
        value = self.task.value(self.metric, output, self.task.algebra(output))
        if absent(value) or isinstance(value, fmpq):
            return value
        raise UndecidedError("the value is no fraction")

    def _is_missed(self) -> bool:
        """Whether intervals show that a formula takes the wanted value nowhere on the whole line."""
        judged = self.case.outputs["judged"]
        (wanted, *more) = self.task.enclosed(self.metric, judged, judged)
        left, tried = [self.task.ends(*self.shown)], 0
        while left and not more and not absent(wanted):
            part, tried = left.pop(), tried + 1
            found = self.task.enclosed(self.metric, *part)
            if any(not absent(each) and not (each.b < wanted.a or each.a > wanted.b) for each in found):
                middle = self.task.middle(*part)
                if middle is None or tried >= MOST_PARTS:
                    return False
                left += [(part[0], middle), (middle, part[1])]
        return not more and not absent(wanted)
