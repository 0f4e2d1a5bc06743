"""The scores of one metric on batches of cases, and the signs of margins: by floats first, exactly where it matters."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms.registry import UNIT, Constraint
from axiometrics.errors import UnknownPrimeError
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric, metrics
from axiometrics.tasks import get_task

__all__ = [
    "CLOSE",
    "UNDECIDED",
    "UNDEFINED",
    "Judged",
    "Scores",
    "Source",
    "agreement",
    "belongs",
    "direction",
    "exact_judged",
    "exact_sign",
    "first_failure",
    "margins",
    "rounded_judged",
    "rounded_sign",
    "scorers",
    "totals_of",
    "turn",
]

Floats = NDArray[np.float64]
CLOSE = 1e-9
"""Margins below this share of the scores are decided exactly, never by their float."""
UNDEFINED = "undefined"
"""How the reason for a missing score begins when the metric just has none there; all others are failures."""
UNDECIDED = 2
"""Stands for the sign of a margin that is not decided."""
AND = " and "
"""Stands between the margins of a constraint with two linear forms."""
LONGEST = 1500
"""Characters of an exact number that are written out."""
ROUNDING = 1e-12
"""Scores of functions without an exact definition are equal when they differ by less than this share."""
HUGE = 2.0**1000
"""Scores beyond this size are made smaller before they are added."""


@dataclass(frozen=True)
class Scores:
    """Values of a batch of outputs; NaN where the metric has none, with the reason by index.

    A relation has no values: ``against`` compares with the scores of another batch, 1 where these are better, -1, 0, or
    NaN.
    """

    values: Floats
    failures: Mapping[int, str] = field(default_factory=dict)
    against: Callable[[Any], Floats] | None = None
    outputs: Any = None


class Source(Protocol):
    """Where the scores of a metric come from."""

    exact: bool

    def scores(self, outputs: Any) -> Scores:
        """Return the scores of a batch of outputs."""

    def signs(self, constraint: Constraint, cases: Any, places: NDArray[Any]) -> NDArray[Any]:
        """Return exact signs of some cases of a batch, `UNDECIDED` for those that are to be decided one by one."""

    def sign(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the sign of one case's margin: exact, or for functions without exact definition up to rounding."""

    def quick(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the same sign, decided by floats where they are clear."""

    def judge(self, constraint: Constraint, outputs: Mapping[str, Any]) -> Judged:
        """Return the margin of one case in full."""


@dataclass(frozen=True)
class Judged:
    """The margin of one case: its sign, and the scores and the margin as text."""

    sign: int
    scores: Mapping[str, str]
    margin: str


def scorers(
    metric: Metric, constraint: Constraint, outputs: Mapping[str, Any]
) -> dict[str, tuple[Any, Metric, Any]]:
    """Return, for every output, who scores it: the task, the metric, and the output as that task sees it.

    The outputs may be single ones or batches; they are scored by the judged metric, except those that the constraint
    gives to another one.
    """
    found = {name: (get_task(metric.task), metric, output) for name, output in outputs.items()}
    for name, (task, key) in constraint.scored_by.items():
        found[name] = (get_task(task), metrics(task)[key], outputs[name].seen_as(task))
    return found


def belongs(metric: Metric, missing: str) -> bool:
    """Whether the lack of a value belongs to the metric's definition: then the cases with a value decide."""
    return metric.is_partial and missing.startswith(UNDEFINED)


def agreement(constraint: Constraint, signs: Sequence[Any]) -> Any:
    """Return the sign of a case from those of the constraint's linear forms, numbers or arrays.

    That of the one form; of two that must have the same sign 1 where they are equal, -1 where they are opposite, and 0
    where only one is zero; inside bounds, or where it must not be negative and is not, 1, else -1.
    """
    first, *others = signs
    if constraint.allows_ties:
        return 2 * np.all(np.asarray(signs) >= 0, axis=0) - 1
    for other in others:
        first = first * other + (abs(first) + abs(other) == 0)
    return 2 * (np.asarray(first) > 0) - 1 if constraint.demand == "definite" else first


def totals_of(metric: Metric, constraint: Constraint, values: Mapping[str, Any]) -> list[Any]:
    """Return the value of every linear form, turned so that more is better."""
    known = {**values, UNIT: 1}
    return [
        sum(weight * known[name] for name, weight in form.items()) * turn(metric, constraint)
        for form in constraint.forms
    ]


def turn(metric: Metric, constraint: Constraint) -> int:
    """Return 1 when more is better, or when the values themselves are bounded; -1 when less is better."""
    bounded = constraint.within is not None and not constraint.of_quality
    return 1 if bounded else direction(metric)


def rounded_sign(
    metric: Metric, constraint: Constraint, values: Mapping[str, float]
) -> tuple[int, tuple[float, ...]]:
    """Return the sign of a case by floats, where differences below rounding are ties, and every linear form.

    Where a demand is made of all values, one that does not exist goes against it.
    """
    if constraint.total and any(map(math.isnan, values.values())):
        return -1, ()
    totals = tuple(map(float, totals_of(metric, constraint, values)))
    shrunk = float(shrinking(max(map(abs, values.values()))))
    scale = max(1.0, *(abs(value) * shrunk for value in values.values()))
    sums = totals_of(metric, constraint, {name: value * shrunk for name, value in values.items()})
    signs = [0 if abs(total) <= ROUNDING * scale else 1 if total > 0 else -1 for total in sums]
    return int(agreement(constraint, signs)), totals


def shrinking(largest: Any) -> Floats:
    """Return by which power of two scores are multiplied before they are added: 1 unless the sum could overflow.

    >>> shrinking([0.5, 1e308]).tolist()
    [1.0, 5.421010862427522e-20]
    """
    return np.where(np.asarray(largest) > HUGE, 2.0**-64, 1.0)


def rounded_judged(metric: Metric, constraint: Constraint, values: Mapping[str, float]) -> Judged:
    """Return a margin of floats as Python writes them."""
    sign, totals = rounded_sign(metric, constraint, values)
    if not totals:
        shown = {name: UNDEFINED if math.isnan(value) else repr(value) for name, value in values.items()}
        return Judged(sign, shown, UNDEFINED)
    scale = max(1.0, *(abs(value) for value in values.values()))
    texts = [
        f"0 (floating point: {total!r})"
        if total and abs(total) <= ROUNDING * scale
        else f"{total!r} (floating point)"
        for total in totals
    ]
    return Judged(sign, {name: repr(value) for name, value in values.items()}, AND.join(texts))


def direction(metric: Metric) -> int:
    """Return 1 when more is better, -1 when less is."""
    return -1 if metric.orientation == "error" else 1


def exact_sign(
    metric: Metric, constraint: Constraint, outputs: Mapping[str, Any]
) -> tuple[int, Any, dict[str, Any]]:
    """Return a case's exact sign, the arithmetic and the values; UndecidedError when equality cannot be settled."""
    arithmetic, values = _exact_values(metric, constraint, outputs)
    if constraint.total and absent(*values.values()):
        return -1, arithmetic, values
    turned = turn(metric, constraint)
    signs = [_form_sign(form, values, arithmetic) * turned for form in constraint.forms]
    return int(agreement(constraint, signs)), arithmetic, values


def _exact_values(
    metric: Metric, constraint: Constraint, outputs: Mapping[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """Return the values and an arithmetic that knows every prime they need."""
    found = scorers(metric, constraint, outputs)
    algebras = [task.algebra(output) for task, _, output in found.values()]
    arithmetic = max(algebras, key=lambda each: getattr(each, "bound", 0))
    while True:
        try:
            return arithmetic, {
                name: task.value(scorer, output, arithmetic) for name, (task, scorer, output) in found.items()
            }
        except UnknownPrimeError as error:
            arithmetic = arithmetic.knowing(error.primes)


def _form_sign(form: Mapping[str, int], values: Mapping[str, Any], arithmetic: Any) -> int:
    known = {**values, UNIT: arithmetic.one}
    return int(arithmetic.sign_of_sum([(weight, known[name]) for name, weight in sorted(form.items())]))


def exact_judged(metric: Metric, constraint: Constraint, outputs: Mapping[str, Any]) -> Judged:
    """Evaluate a case exactly and write everything out."""
    sign, arithmetic, values = exact_sign(metric, constraint, outputs)
    if absent(*values.values()):
        shown = {
            name: UNDEFINED if absent(value) else arithmetic.text(value) for name, value in values.items()
        }
        return Judged(sign, shown, UNDEFINED)
    scores = {name: _brief(arithmetic.text(value), value, arithmetic) for name, value in values.items()}
    totals = totals_of(
        metric, constraint, {name: arithmetic.expression(value) for name, value in values.items()}
    )
    texts = [
        _brief(str(total), total) if _form_sign(form, values, arithmetic) else "0"
        for form, total in zip(constraint.forms, totals, strict=True)
    ]
    return Judged(sign, scores, AND.join(texts))


def _brief(text: str, value: Any, arithmetic: Any = None) -> str:
    """Return an exact number as text, or about what it is where that would be too long to read."""
    if len(text) <= LONGEST:
        return text
    expression = arithmetic.expression(value) if arithmetic else value
    return f"about {expression.evalf(20).evalf(12)} (its exact form has {len(text)} characters)"


def margins(
    metric: Metric,
    constraint: Constraint,
    scores: Mapping[str, Scores],
    form: Mapping[str, int] | None = None,
) -> tuple[Floats, Floats]:
    """Return the margins (NaN where a score is undefined) and the scale below which they need exact decision.

    Of the constraint's margin, unless another linear form is given.
    """
    used = form or constraint.margin
    against = next(iter(scores.values())).against
    if against is not None:
        return compared(used, scores)
    known = {name: part.values for name, part in scores.items()} | {UNIT: np.array(1.0)}
    largest = np.max([np.abs(known[name]) for name in used if name != UNIT], axis=0)
    shrunk = shrinking(largest)
    with np.errstate(invalid="ignore"):  # infinity less infinity is no margin
        total = sum(weight * (known[name] * shrunk) for name, weight in used.items())
    return np.asarray(total * turn(metric, constraint), dtype=float), np.maximum(1.0, largest * shrunk)


def compared(form: Mapping[str, int], scores: Mapping[str, Scores]) -> tuple[Floats, Floats]:
    """Return what a relation says of a difference of two outputs: a margin of 1, 0 or -1, NaN for everything else."""
    names = sorted(form, key=lambda name: form[name])
    size = len(next(iter(scores.values())).values)
    if sorted(form.values()) != [-1, 1] or UNIT in form:
        return np.full(size, np.nan), np.ones(size)
    compare = scores[names[1]].against
    return (np.full(size, np.nan) if compare is None else compare(scores[names[0]])), np.ones(size)


def first_failure(scores: Mapping[str, Scores]) -> tuple[int, str] | None:
    """Return the first case in which an output has no score, with the reason; failures before missing values."""
    found = [item for part in scores.values() for item in part.failures.items()]
    return min(found, key=lambda item: (item[1].startswith(UNDEFINED), *item), default=None)
