"""Repairs: small changes of a metric that satisfy required constraints, with what shows it.

Formulas are made of the metric, its parameters' other values, and other registered metrics of the task. Every formula
is evaluated on all small cases of the constraints, with error bounds, and dropped where one of them clearly goes
against it. Constraints that no single case can go against, such as "for all n from some n0 on", are then asked one
formula after another; what is left is checked like any metric. Only what is checked has a verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase, Positive, Zero
from axiometrics.checker.api import matrix
from axiometrics.checker.scores import NO_MARGIN, Scores, bounded_signs
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import signs, sweep_cases
from axiometrics.checker.verdict import Cell
from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.escaping import Told, code, markdown_table
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
from axiometrics.metrics import Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import whole
from axiometrics.patterns.judgements import RANKS, Formula, formulas
from axiometrics.tasks import get_task

LARGEST = 3
"""Metrics that one formula may be made of."""
MOST_TRIED = 20_000
MOST_ASKED = 20
"""Formulas, for each that is to be checked, of which constraints are asked that no single case decides."""


@dataclass(frozen=True)
class Candidate:
    """A formula that no small case goes against; its ``cells`` for the required constraints, none if not checked."""

    formula: Formula
    cells: tuple[Cell, ...] = ()
    lacking: tuple[str, ...] = ()

    @property
    def suits(self) -> bool:
        """Whether it is checked, and every constraint holds, on the evidence of its cells."""
        return bool(self.cells) and not self.lacking


@dataclass(frozen=True, repr=False)
class Repair(Told):
    """What was tried for a metric: ``candidates`` are checked, those that suit first, small ones before large ones."""

    metric: Metric
    required: tuple[Constraint, ...]
    tried: int
    dropped: int
    left: int
    candidates: tuple[Candidate, ...]
    weak: bool = False
    blocked: Mapping[str, int] = field(default_factory=dict)
    """By constraint, how many formulas it drops; a formula may be dropped by several."""
    later: tuple[str, ...] = ()
    """The constraints that no single case decides: asked only of formulas that all others leave, smallest first."""
    asked: int = 0
    """Of how many formulas those were asked."""

    @property
    def suiting(self) -> tuple[Candidate, ...]:
        """The formulas that satisfy all constraints, as far as their evidence goes."""
        return tuple(each for each in self.candidates if each.suits)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: what was tried, and of each formula that was checked its verdicts in words."""
        return {
            "metric": self.metric.label,
            "required": [constraint.label for constraint in self.required],
            "weak": self.weak,
            **{name: getattr(self, name) for name in ("tried", "dropped", "left")},
            "dropped_by": dict(self.blocked),
            "asked_later": {"constraints": list(self.later), "formulas": self.asked},
            "formulas": [
                {
                    "formula": each.formula.text,
                    "size": each.formula.size,
                    "suits": each.suits,
                    "lacking": list(each.lacking),
                    "verdicts": self._phrases(each),
                }
                for each in self.candidates
            ],
        }

    def _phrases(self, candidate: Candidate) -> dict[str, str]:
        return {cell.constraint: (cell.weak if self.weak else cell.strict).phrase for cell in candidate.cells}

    def to_markdown(self) -> str:
        """Return the summary, and a table of the formulas that were checked."""
        names = [constraint.label for constraint in self.required]
        rows = [
            [str(each.formula.size), code(each.formula.text), *(phrases[name] for name in names)]
            for each in self.candidates
            for phrases in [self._phrases(each)]
        ]
        told = "; ".join(filter(None, (self.summary, self.advice)))
        return f"{told}.\n\n{markdown_table(['size', 'formula', *map(code, names)], rows)}\n"

    @property
    def summary(self) -> str:
        """What was tried and what is known of it, in words."""
        checked = len(self.candidates)
        open_ = self.left - checked
        rest = f"; {open_} more were not checked" if open_ else ""
        cases = "by a small case"
        if self.later:
            cases += f", or by {' or '.join(self.later)}, asked of {self.asked} that no case drops"
        return (
            f"{self.tried} formulas tried, {self.dropped} dropped {cases}; of the {self.left} others {checked} "
            f"were checked, and {len(self.suiting)} satisfy all constraints as far as the evidence goes{rest}"
        )

    @property
    def advice(self) -> str:
        """Where nothing suits: what goes against most formulas, and how to ask whether any function can do it."""
        if self.suiting:
            return ""
        most = max(self.blocked, key=lambda name: self.blocked[name], default="")
        told = ["no formula that was checked satisfies all constraints"]
        told += [f"{most} drops {self.blocked[most]} of {self.tried}"] if self.blocked.get(most) else []
        ask = f"axiometrics lessons {self.metric.task} --impossible '{','.join(self.to_dict()['required'])}'"
        return "; ".join(told if self.weak else [*told, f"`{ask}` looks for a proof that no metric can"])


def repair(
    metric: Metric,
    required: Sequence[Constraint],
    others: Sequence[Metric],
    *,
    largest: int = 2,
    most: int = 10,
    weak: bool = False,
    effort: str = "quick",
    **computing: Any,
) -> Repair:
    """Return formulas near a metric that satisfy the required constraints, with the evidence for each.

    ``others`` are the metrics that it may be put together with, ``largest`` of them in one formula, itself included;
    ``most`` formulas are checked, small ones first. With ``weak`` ties are allowed. ``computing`` goes to `matrix`.
    Raises InputError for a metric that is no formula.
    """
    whole("largest", largest, 1, LARGEST)
    whole("most", most, 1, 1000)
    if metric.kind != "formula":
        raise InputError(f"{metric.label} is code and no formula; repair needs one over the task's view")
    companions = [other for other in others if _goes_with(other, metric)]
    tried = sorted(formulas(metric, companions, largest), key=lambda each: each.size)[:MOST_TRIED]
    check = _Checker(required, weak, {"effort": effort, **computing})
    judge = _Filter(required, weak=weak)
    blocked = dict.fromkeys((each.label for each in required), 0)
    kept = [formula for formula in tried if not _counted(blocked, judge.failed(formula))]
    dropped, asked = len(tried) - len(kept), 0
    candidates: list[Candidate] = []
    for formula in kept[: MOST_ASKED * most]:
        if len(candidates) == most:
            break
        asked += bool(judge.later)
        if _counted(blocked, check.failed(formula, judge.later)):
            dropped += 1
        else:
            candidates.append(check.candidate(formula))
    candidates.sort(
        key=lambda each: (not each.suits, each.formula.size, len(each.lacking), -_weakest(each, weak))
    )
    later, left = tuple(each.label for each in judge.later), len(tried) - dropped
    return Repair(
        metric, tuple(required), len(tried), dropped, left, tuple(candidates), weak, blocked, later, asked
    )


def _counted(blocked: dict[str, int], against: Sequence[str]) -> bool:
    """Count what goes against a formula, and say whether anything does."""
    for name in against:
        blocked[name] += 1
    return bool(against)


def as_metric(subject: Metric | Callable[..., Any], task: str) -> Metric:
    """Return a metric as it is, and a function as a formula over the view of a task; raises NotSymbolicError."""
    made = subject if isinstance(subject, Metric) else build(subject, task=task, trusted=True)
    try:
        if made.kind == "formula":
            _ = made.formula
    except NotSymbolicError as error:
        why = str(error).partition("; mend that, or ")[0]
        raise NotSymbolicError(f"{why}; repair needs a formula over the view of {task}: mend that") from error
    return made


def _goes_with(other: Metric, metric: Metric) -> bool:
    alike = other.kind == "formula" and other.orientation == metric.orientation and other.key != metric.key
    return alike and not other.is_unbounded


def _weakest(candidate: Candidate, weak: bool) -> int:
    return min(
        (RANKS[(cell.weak if weak else cell.strict).evidence or ""] for cell in candidate.cells), default=0
    )


class _Filter:
    """Knows the values of metrics on all small cases of some constraints, and which formulas these go against."""

    def __init__(self, required: Sequence[Constraint], *, weak: bool) -> None:
        self.weak = weak
        self.parts = []
        self.later = []
        for constraint in required:
            of_cases = isinstance(constraint.demand, OfACase | Implies) and not constraint.scored_by
            if of_cases and constraint.judging == "outputs":
                size = get_task(constraint.task).sweep_sizes["quick"][1]
                self.parts.append((constraint, sweep_cases(constraint, size)))
            if not of_cases or constraint.judging != "outputs" or constraint.premises:
                self.later.append(constraint)
        self.known: dict[tuple[str, str, str], Bounded] = {}
        self.tied: dict[tuple[str, str], Any] = {}

    def failed(self, formula: Formula) -> list[str]:
        """Return the constraints of which some case clearly goes against a formula."""
        return [
            constraint.label for constraint, cases in self.parts if self._fails(formula, constraint, cases)
        ]

    def _fails(self, formula: Formula, constraint: Constraint, cases: Any) -> bool:
        if not len(cases):
            return False
        if not self.weak and constraint.compared and isinstance(constraint.of_a_case, Positive):
            ties = [self._ties(metric, constraint, cases) for metric in formula.metrics]
            if np.logical_and.reduce(ties).any():
                return True  # equal values of all metrics give equal values of the formula
        scores = {}
        for name in constraint.outputs:
            parts = [self._value(metric, constraint, name, cases) for metric in formula.metrics]
            with np.errstate(all="ignore"):
                alone = len(formula.metrics) == 1
                value = parts[0] if alone else formula.of(parts, _quotient, BOUNDED.number)
            radius = np.broadcast_to(value.radius, np.shape(value.value))
            scores[name] = Scores(value.value, np.where(np.isfinite(value.value), radius, np.inf), {})
        found = bounded_signs(formula.metrics[0], constraint, scores)
        known = (found != UNDECIDED) & (found != NO_MARGIN)
        for form, kind in constraint.premises:
            sign = bounded_signs(formula.metrics[0], constraint.about(Positive(form)), scores)
            known &= (sign == 0) | ((sign == 1) & (kind == "nonnegative"))
        found = found[known]
        if isinstance(constraint.of_a_case, Zero):
            return bool((found != 0).any())
        return bool((found < 0 if self.weak else found <= 0).any())

    def _ties(self, metric: Metric, constraint: Constraint, cases: Any) -> Any:
        """Return in which cases a metric scores both outputs the same, exactly."""
        place = metric.label, constraint.label
        if place not in self.tied:
            self.tied[place] = signs(metric, constraint, TrustedSource(metric), cases) == 0
        return self.tied[place]

    def _value(self, metric: Metric, constraint: Constraint, name: str, cases: Any) -> Bounded:
        place = metric.label, constraint.label, name
        if place not in self.known:
            found = TrustedSource(metric).scores(cases.outputs[name])
            self.known[place] = Bounded(np.asarray(found.values), np.asarray(found.radius))
        return self.known[place]


def _quotient(top: Bounded, bottom: Bounded) -> Bounded:
    found: Bounded = (top / bottom).where(~bottom.is_zero, Bounded(0.0, 0.0))
    return found


@dataclass(frozen=True)
class _Checker:
    """Asks the checker for cells of formulas; what is put together is computed for it alone and not kept."""

    required: Sequence[Constraint]
    weak: bool
    computing: Mapping[str, Any]
    known: dict[tuple[str, str], Cell] = field(default_factory=dict)

    def cells(self, formula: Formula, constraints: Sequence[Constraint]) -> list[Cell]:
        """Return the cells of some constraints, each computed once."""
        new = [each for each in constraints if (formula.text, each.label) not in self.known]
        if new:
            made = formula.as_metric()
            cached = {} if formula.how == "itself" else {"cache": False}
            found = matrix(made.task, metrics=[made], constraints=new, **{**self.computing, **cached})
            self.known.update(((formula.text, cell.constraint), cell) for cell in found.cells)
        return [self.known[formula.text, each.label] for each in constraints]

    def failed(self, formula: Formula, constraints: Sequence[Constraint]) -> list[str]:
        """Return which of some constraints the formula fails, as it is checked."""
        failing = ("contradicted",) if self.weak else ("blind", "contradicted")
        return [
            cell.constraint for cell in self.cells(formula, constraints) if self._outcome(cell) in failing
        ]

    def candidate(self, formula: Formula) -> Candidate:
        """Return the formula with its verdicts."""
        cells = tuple(self.cells(formula, self.required))
        return Candidate(
            formula, cells, tuple(cell.constraint for cell in cells if self._outcome(cell) != "holds")
        )

    def _outcome(self, cell: Cell) -> str:
        return (cell.weak if self.weak else cell.strict).outcome
