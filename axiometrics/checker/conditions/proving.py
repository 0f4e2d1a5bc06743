"""Proofs that hold on one side of a bound on a score: part by part, each with the best bound that it can show."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from axiometrics.axioms import Constraint
from axiometrics.checker.conditions.bounding import Bounding
from axiometrics.checker.conditions.certificate import BoundPart, BoundProof
from axiometrics.checker.prove.engine import MOST_WORK, PART_WORK, too_high
from axiometrics.checker.prove.refusal import giving_up
from axiometrics.errors import UndecidedError
from axiometrics.formulas.budget import budget
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["proved_bound"]


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
