"""The scores of one metric on batches of cases, and the signs of margins: by floats first, exactly where it matters."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import UNIT
from axiometrics.errors import AxiometricsError, UndecidedError, UnknownPrimeError
from axiometrics.foreign import ROUNDING
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, UNDECIDED, Bounded
from axiometrics.formulas.arithmetics.exact import most_knowing
from axiometrics.formulas.arithmetics.roots import sortable
from axiometrics.formulas.rows import different
from axiometrics.formulas.undefined import Infinity, absent
from axiometrics.metrics import Metric, metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import CaseBatch

Floats = NDArray[np.float64]
UNDEFINED = "undefined"
"""How the reason for a missing score begins when the metric just has none there; all others are failures."""
NO_MARGIN = 3
"""Stands for the sign of a margin that does not exist, since an output has no value."""
AND = " and "
"""Stands between the margins of a constraint with two linear forms."""
LONGEST = 1500
"""Characters of an exact number that are written out."""
HUGE = 2.0**1000
"""Scores beyond this size are made smaller before they are added."""


@dataclass(frozen=True)
class Scores:
    """Values of a batch of outputs; NaN where the metric has none, with the reason by index.

    The exact value lies within ``radius`` of the float; it is infinite where even that there is one is not known. Of a
    function that has no exact definition (``noisy``) equal floats are equal values, except where it returned no floats
    and they are ``cut``. A relation has no values: ``compare`` compares with the scores of another batch, 1 where these
    are better, -1, 0, or NaN.
    """

    values: Floats
    radius: Floats
    failures: Mapping[int, str] = field(default_factory=dict)
    noisy: bool = False
    cut: NDArray[np.bool_] | None = None
    compare: Callable[[Any], Floats] | None = None
    outputs: Any = None


class Source(Protocol):
    """Where the scores of a metric come from."""

    exact: bool
    sparing: bool
    """Whether it is asked for nothing that the outcome of a cell and its witness do not hang on."""

    def scores(self, outputs: object) -> Scores:
        """Return the scores of a batch of outputs."""

    def signs(
        self, constraint: Constraint, cases: CaseBatch, places: NDArray[Any], most: int | None = None
    ) -> NDArray[Any]:
        """Return exact signs of some cases of a batch: of the first ``most`` different ones, if that is given.

        `UNDECIDED` for the others, and where no way to decide is known; `NO_MARGIN` where there is none.
        """

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
    for name, other in other_scorers(metric, constraint).items():
        seen = outputs[name] if other.task == metric.task else outputs[name].seen_as(other.task)
        found[name] = (get_task(other.task), other, seen)
    return found


def other_scorers(metric: Metric, constraint: Constraint) -> dict[str, Metric]:
    """Return the metrics that score outputs in place of the judged one."""
    found = constraint.scorers(metric) or {}
    return {
        name: each if isinstance(each, Metric) else metrics(each[0])[each[1]] for name, each in found.items()
    }


def belongs(metric: Metric, missing: str) -> bool:
    """Whether the lack of a value belongs to the metric's definition: then the cases with a value decide."""
    return metric.is_partial and missing.startswith(UNDEFINED)


def totals_of(metric: Metric, constraint: Constraint, values: Mapping[str, Any]) -> list[Any]:
    """Return the value of every linear form, turned so that more is better."""
    known = {**values, UNIT: 1}
    return [
        sum(weight * known[name] for name, weight in form.items()) * _orientation(metric, constraint)
        for form in constraint.forms
    ]


def _orientation(metric: Metric, constraint: Constraint) -> int:
    """Return 1 when more is better, or when the values themselves are bounded; -1 when less is better."""
    return 1 if constraint.of_a_case.of_values else orientation_sign(metric)


def rounded_sign(
    metric: Metric, constraint: Constraint, values: Mapping[str, float]
) -> tuple[int, tuple[float, ...]]:
    """Return the sign of a case by the floats of a function, and every linear form.

    Equal floats are equal values; a difference below rounding is `UNDECIDED`. Where a demand is made of all values, one
    that does not exist goes against it.
    """
    if any(map(math.isnan, values.values())):
        return (-1 if constraint.of_a_case.total else NO_MARGIN), ()
    totals = tuple(map(float, totals_of(metric, constraint, values)))
    scores = {name: noisy(np.array([value])) for name, value in values.items()}
    return int(bounded_signs(metric, constraint, scores)[0]), totals


def certain(sign: int) -> int:
    """Return a sign that is known. Raises UndecidedError where it is not, or where there is no margin."""
    if sign in (UNDECIDED, NO_MARGIN):
        raise UndecidedError("there is no margin" if sign == NO_MARGIN else "the sign is not known")
    return sign


def noisy(values: Floats, failures: Mapping[int, str] | None = None) -> Scores:
    """Return the floats of a function without an exact definition as scores."""
    radius = ROUNDING * np.maximum(1.0, np.abs(np.nan_to_num(values, posinf=0.0, neginf=0.0)))
    return Scores(values, radius, failures or {}, noisy=True)


def orientation_sign(metric: Metric) -> int:
    """Return 1 when more is better, -1 when less is."""
    return -1 if metric.orientation == "error" else 1


def exact_sign(
    metric: Metric, constraint: Constraint, outputs: Mapping[str, Any]
) -> tuple[int, Any, dict[str, Any]]:
    """Return a case's exact sign, the arithmetic and the values; UndecidedError when equality cannot be settled."""
    arithmetic, values = _exact_values(metric, constraint, outputs)
    if constraint.of_a_case.total and absent(*values.values()):
        return -1, arithmetic, values
    if absent(*values.values()):
        return NO_MARGIN, arithmetic, values
    turned = _orientation(metric, constraint)
    signs = [_form_sign(metric, form, values, arithmetic) * turned for form in constraint.forms]
    return int(constraint.of_a_case.case_sign(signs)), arithmetic, values


Numbered = tuple[Sequence[Any], NDArray[np.int64]]
"""Different values, and which of them each case has."""


def exact_signs(
    metric: Metric, constraint: Constraint, values: Mapping[str, Numbered], arithmetic: object
) -> NDArray[Any]:
    """Return the signs of cases from the exact values of every output.

    `NO_MARGIN` where a value is absent, `UNDECIDED` where a linear form has no exact sign.
    """
    there = np.all(
        [np.array([not absent(value) for value in known])[place] for known, place in values.values()], axis=0
    )
    found = []
    for form in constraint.forms:
        signs = np.zeros(len(there), dtype=int)
        some = {name: (known, place[there]) for name, (known, place) in values.items()}
        signs[there] = _signs_of_form(form, some, arithmetic)
        found.append(np.where(signs == UNDECIDED, signs, signs * _orientation(metric, constraint)))
    return np.where(there, constraint.of_a_case.case_sign(found), NO_MARGIN)


def _signs_of_form(
    form: Mapping[str, int], values: Mapping[str, Numbered], arithmetic: Any
) -> NDArray[np.int64]:
    """Return the signs of a linear form; those of a difference of numbers that can be sorted are in their order."""
    names = sorted(form)
    size = len(next(iter(values.values()))[1])
    parts = [
        values[name] if name != UNIT else ([arithmetic.one], np.zeros(size, dtype=np.int64)) for name in names
    ]
    if sorted(form.values()) == [-1, 1]:
        ranks = _ranks([known for known, _ in parts])
        if ranks is not None:
            one, other = (rank[place] for rank, (_, place) in zip(ranks, parts, strict=True))
            found: NDArray[np.int64] = np.sign(one - other) * form[names[0]]
            return found

    def sign(row: Sequence[int]) -> int:
        terms = [
            (form[name], known[place]) for name, (known, _), place in zip(names, parts, row, strict=True)
        ]
        try:
            return int(arithmetic.sign_of_sum(terms))
        except (AxiometricsError, ArithmeticError):
            return UNDECIDED

    places = np.stack([place for _, place in parts])
    first, group = different(list(places)) if size else (places[0], places[0])
    return np.array([sign(row) for row in places[:, first].T.tolist()], dtype=int)[group]


def _ranks(columns: Sequence[Sequence[Any]]) -> list[NDArray[np.int64]] | None:
    """Return the rank of every value of some columns among all of them; None where one cannot be sorted."""
    keys = sortable([value for column in columns for value in column])
    if keys is None:
        return None
    order = sorted(range(len(keys)), key=keys.__getitem__)
    larger = [keys[one] != keys[other] for one, other in pairwise(order)]
    ranks = np.empty(len(keys), dtype=np.int64)
    ranks[order] = np.cumsum([0, *larger])
    return np.split(ranks, np.cumsum([len(column) for column in columns])[:-1])


def _exact_values(
    metric: Metric, constraint: Constraint, outputs: Mapping[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """Return the values and an arithmetic that knows every prime they need."""
    found = scorers(metric, constraint, outputs)
    arithmetic = most_knowing(task.algebra(output) for task, _, output in found.values())
    while True:
        try:
            return arithmetic, {
                name: task.value(scorer, output, arithmetic) for name, (task, scorer, output) in found.items()
            }
        except UnknownPrimeError as error:
            arithmetic = arithmetic.knowing(error.primes)


def _form_sign(metric: Metric, form: Mapping[str, int], values: Mapping[str, Any], arithmetic: Any) -> int:
    known = {**values, UNIT: arithmetic.one}
    ties = get_task(metric.task).infinite_ties and sorted(form.values()) == [-1, 1]
    ends = [known[name].sign for name in form if isinstance(known[name], Infinity)]
    if ties and ends in ([1, 1], [-1, -1]):
        return 0
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
    written = {name: arithmetic.expression(value) for name, value in values.items()}
    totals = totals_of(metric, constraint, written)
    texts = [
        _brief(str(total), total) if _form_sign(metric, form, values, arithmetic) else "0"
        for form, total in zip(constraint.forms, totals, strict=True)
    ]
    return Judged(sign, scores, AND.join(texts))


def _brief(text: str, value: Any, arithmetic: Any = None) -> str:
    """Return an exact number as text, or about what it is where that would be too long to read."""
    if len(text) <= LONGEST:
        return text
    expression = arithmetic.expression(value) if arithmetic else value
    return f"about {expression.evalf(20).evalf(12)} (its exact form has {len(text)} characters)"


def bounded_signs(metric: Metric, constraint: Constraint, scores: Mapping[str, Scores]) -> NDArray[Any]:
    """Return the signs of all cases as far as floats and their error bounds tell: else `UNDECIDED`, or `NO_MARGIN`."""
    forms = [form_signs(metric, constraint, scores, form) for form in constraint.forms]
    missing = np.any([found == NO_MARGIN for found in forms], axis=0)
    found = constraint.of_a_case.case_sign([np.where(found == NO_MARGIN, 0, found) for found in forms])
    open_ = np.any(
        [~np.isfinite(each.radius) for each in scores.values()], axis=0
    )  # whether there is a value
    return np.where(missing, NO_MARGIN, np.where(open_, UNDECIDED, found))


def form_signs(
    metric: Metric, constraint: Constraint, scores: Mapping[str, Scores], form: Mapping[str, int]
) -> NDArray[Any]:
    """Return the signs of a linear form, turned so that more is better."""
    if next(iter(scores.values())).compare is not None:
        found, _ = compared(form, scores)
        return np.where(np.isnan(found), NO_MARGIN, np.sign(np.nan_to_num(found))).astype(int)
    values = {name: Bounded(scores[name].values, scores[name].radius) for name in form if name != UNIT}
    one = Bounded(1.0, 0.0)
    if any(np.any(np.abs(part.value) > HUGE) for part in values.values()):
        largest = np.max([np.abs(part.value) for part in values.values()], axis=0)
        shrunk = np.where(largest > HUGE, 2.0**-64, 1.0)
        one, *parts = (Bounded(part.value * shrunk, part.radius * shrunk) for part in (one, *values.values()))
        values = dict(zip(values, parts, strict=True))
    with np.errstate(all="ignore"):
        total = reduce(add, (_weighted(weight, values.get(name, one)) for name, weight in form.items()))
    signs = total.signs
    turned = _orientation(metric, constraint)
    found = signs if turned == 1 else np.where(signs == UNDECIDED, signs, signs * turned)
    if any(scores[name].noisy for name in form if name != UNIT):
        found = np.where((found == UNDECIDED) & _cancels(form, scores), 0, found)
    missing, pair = np.isnan(total.value), sorted(form.values()) == [-1, 1] and UNIT not in form
    if pair and get_task(metric.task).infinite_ties:
        first, second = (scores[name].values for name in form)
        tied = np.isinf(first) & (first == second)
        missing, found = missing & ~tied, np.where(tied, 0, found)
    return np.where(missing, NO_MARGIN, found).astype(int, copy=False)


def _weighted(weight: int, part: Bounded) -> Bounded:
    if abs(weight) == 1 and np.isfinite(part.value).all():
        return part if weight == 1 else -part
    found: Bounded = BOUNDED.number(Fraction(weight)) * part
    return found


def _cancels(form: Mapping[str, int], scores: Mapping[str, Scores]) -> NDArray[np.bool_]:
    """Where the values with positive weights are those with negative ones, to the last bit."""
    if UNIT in form or sum(form.values()) != 0:
        return np.zeros(1, dtype=bool)
    one, other = (
        [scores[name].values for name, weight in form.items() for _ in range(turned * weight)]
        for turned in (1, -1)
    )
    cut = [part for name in form if (part := scores[name].cut) is not None]
    equal = np.all(np.sort(one, axis=0) == np.sort(other, axis=0), axis=0)
    return np.asarray(equal & ~np.any(cut, axis=0) if cut else equal)


def compared(form: Mapping[str, int], scores: Mapping[str, Scores]) -> tuple[Floats, Floats]:
    """Return what a relation says of a difference of two outputs: a margin of 1, 0 or -1, NaN for everything else."""
    names = sorted(form, key=lambda name: form[name])
    size = len(next(iter(scores.values())).values)
    if sorted(form.values()) != [-1, 1] or UNIT in form:
        return np.full(size, np.nan), np.ones(size)
    compare = scores[names[1]].compare
    return (np.full(size, np.nan) if compare is None else compare(scores[names[0]])), np.ones(size)
