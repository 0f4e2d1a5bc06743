"""Repairs: small changes of a metric that satisfy required constraints, with what shows it.

Formulas are made of the metric, its parameters' other values, and other registered metrics of the task. Every formula
is evaluated on all small cases of the constraints, with error bounds, and dropped where one of them clearly goes
against it; what is left is checked like any metric. Only what is checked has a verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import add, mul
from typing import Any, Literal

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive, Zero
from axiometrics.checker.api import matrix
from axiometrics.checker.scores import NO_MARGIN, Scores, bounded_signs
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import signs, sweep_cases
from axiometrics.checker.verdict import Cell
from axiometrics.errors import AxiometricsError, InputError, NotSymbolicError
from axiometrics.escaping import Told, code, markdown_table
from axiometrics.formulas import ratio
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
from axiometrics.formulas.graph import Node, Quantity, as_node
from axiometrics.metrics import Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import Parameter, whole
from axiometrics.patterns.judgements import RANKS
from axiometrics.tasks import get_task

LARGEST = 3
"""Metrics that one formula may be made of."""
MOST_TRIED = 20_000

How = Literal["itself", "convention", "product", "mean", "harmonic mean"]


@dataclass(frozen=True)
class Formula:
    """Metrics put together: their product with ``weights`` as powers, or their mean with these weights.

    A ``convention`` is one metric that states another value than it did wherever something is 0/0.

    >>> from axiometrics.metrics import metrics
    >>> known = metrics("clustering")
    >>> found = Formula("mean", (known["purity"], known["rand"]), (3, 1))
    >>> found.text, found.size
    ('(3 purity + rand)/4', 3)
    """

    how: How
    metrics: tuple[Metric, ...]
    weights: tuple[int, ...] = (1,)

    @property
    def size(self) -> int:
        """How many metrics it has, and 1 for each weight that is not 1."""
        return len(self.metrics) + sum(weight != 1 for weight in self.weights)

    @property
    def text(self) -> str:
        """The formula in the metrics' keys."""
        names = [metric.label for metric in self.metrics]
        if self.how == "harmonic mean":
            return f"harmonic mean of {' and '.join(names)}"
        if self.how == "mean":
            terms = [
                name if weight == 1 else f"{weight} {name}"
                for name, weight in zip(names, self.weights, strict=True)
            ]
            return f"({' + '.join(terms)})/{sum(self.weights)}"
        factors = zip(names, self.weights, strict=True)
        return " * ".join(name if weight == 1 else f"{name}^{weight}" for name, weight in factors)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """What the number means."""
        return f"{self.text[0].upper()}{self.text[1:]}, a formula that was put together."

    def __call__(self, view: Any) -> Any:
        """Return the value over a task's view, as the metrics' own formulas have theirs."""
        parts = [metric.function(view, **metric.arguments) for metric in self.metrics]
        return self.of(parts, lambda top, bottom: ratio(top, bottom, 0), lambda number: number)

    def of(self, parts: Sequence[Any], quotient: Callable[..., Any], number: Callable[..., Any]) -> Any:
        """Return the value from those of the metrics, in any arithmetic; 0/0 is 0."""
        if self.how == "harmonic mean":
            return quotient(number(Fraction(2)) * reduce(mul, parts), reduce(add, parts))
        if self.how == "mean":
            whole = sum(self.weights)
            weighted = zip(parts, self.weights, strict=True)
            return reduce(add, (part * number(Fraction(weight, whole)) for part, weight in weighted))
        powers = [part for part, power in zip(parts, self.weights, strict=True) for _ in range(power)]
        return reduce(mul, powers)

    def as_metric(self) -> Metric:
        """Return the formula as a metric, which can be checked, scored and written as LaTeX."""
        first = self.metrics[0]
        if self.how in ("itself", "convention"):
            return first
        made = build(
            self, task=first.task, family="repair", error=first.orientation == "error", key=self.text
        )
        return replace(made, trusted=True)


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
    """By constraint, how many formulas its cases drop; a formula may be dropped by several."""

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
        return (
            f"{self.tried} formulas tried, {self.dropped} dropped by a small case; of the {self.left} others {checked} "
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
    judge = _Filter(required, weak=weak)
    kept, blocked = [], dict.fromkeys((each.label for each in required), 0)
    for formula in tried:
        against = judge.against(formula)
        for name in against:
            blocked[name] += 1
        kept += [] if against else [formula]
    candidates = [
        _checked(formula, required, weak=weak, effort=effort, computing=computing) for formula in kept[:most]
    ]
    ordered = sorted(
        candidates,
        key=lambda each: (not each.suits, each.formula.size, len(each.lacking), -_weakest(each, weak)),
    )
    return Repair(
        metric, tuple(required), len(tried), len(tried) - len(kept), len(kept), tuple(ordered), weak, blocked
    )


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


def formulas(metric: Metric, others: Sequence[Metric], largest: int) -> Iterator[Formula]:
    """Yield the metric, its parameters' other values, and what it makes with up to ``largest - 1`` other metrics."""
    for own in (metric, *_other_values(metric)):
        yield Formula("itself", (own,))
    for stated in (Fraction(0), Fraction(1)):
        yield from (Formula("convention", (own,)) for own in _other_convention(metric, stated))
    if largest > 1:
        for other in others:
            yield from (Formula("product", (metric, other), powers) for powers in ((1, 1), (1, 2), (2, 1)))
            yield from (Formula("mean", (metric, other), weights) for weights in ((1, 1), (1, 3), (3, 1)))
            yield Formula("harmonic mean", (metric, other), (1, 1))
    if largest > 2:
        for pair in combinations(others, 2):
            yield Formula("product", (metric, *pair), (1, 1, 1))
            yield Formula("mean", (metric, *pair), (1, 1, 1))


def _other_convention(metric: Metric, stated: Fraction) -> Iterator[Metric]:
    """Yield the metric with a number wherever it states one, or no value, for 0/0, if that is another formula."""

    def change(before: Node) -> Node:
        return as_node(stated) if before.kind in ("number", "undefined", "infinite") else before

    def other(view: Any, **values: Any) -> Any:
        return Quantity(as_node(metric.function(view, **values)).restated(change))

    if metric.formula.graph.restated(change) is not metric.formula.graph:
        yield replace(metric, function=other, key=f"{metric.key} with 0/0 = {stated}")


def _other_values(metric: Metric) -> Iterator[Metric]:
    """Yield the metric with one parameter changed: to each other word, or to some numbers inside its range."""
    for parameter in (each for each in metric.parameters if not each.of_reading):
        for value in parameter.choices or _numbers(parameter):
            try:
                changed = metric.with_parameters(**{parameter.name: value})
            except AxiometricsError:
                continue
            if changed.label != metric.label:
                yield changed


def _numbers(parameter: Parameter) -> Iterable[Fraction]:
    default = Fraction(parameter.default)
    if parameter.whole:
        return [default + step for step in (-1, 1)] + [2 * default]
    return [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(1), Fraction(2)]


class _Filter:
    """Knows the values of metrics on all small cases of some constraints, and which formulas these go against."""

    def __init__(self, required: Sequence[Constraint], *, weak: bool) -> None:
        self.weak = weak
        self.parts = []
        for constraint in required:
            plain = constraint.demand is constraint.of_a_case and not constraint.scored_by
            if plain and constraint.judging == "outputs" and not constraint.premises:
                size = get_task(constraint.task).sweep_sizes["quick"][1]
                self.parts.append((constraint, sweep_cases(constraint, size)))
        self.known: dict[tuple[str, str, str], Bounded] = {}
        self.tied: dict[tuple[str, str], Any] = {}

    def against(self, formula: Formula) -> list[str]:
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
        found = found[(found != UNDECIDED) & (found != NO_MARGIN)]
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


def _checked(
    formula: Formula,
    required: Sequence[Constraint],
    *,
    weak: bool,
    effort: str,
    computing: Mapping[str, Any],
) -> Candidate:
    """Return the formula with its verdicts, which are computed for it alone and not kept."""
    made = formula.as_metric()
    known = {} if formula.how == "itself" else {"cache": False}
    found = matrix(
        made.task, metrics=[made], constraints=list(required), effort=effort, **{**computing, **known}
    )
    cells = tuple(found.cells)
    verdicts = [(cell, cell.weak if weak else cell.strict) for cell in cells]
    return Candidate(
        formula, cells, tuple(cell.constraint for cell, verdict in verdicts if verdict.outcome != "holds")
    )
