"""The condition of one cell: for a metric that fails a demand, the score of an output beyond which it meets it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive
from axiometrics.checker.conditions.bounding import confirm_bound, proved_bound
from axiometrics.checker.conditions.condition import Condition, Side, Tried, beyond, side_of, tried, within
from axiometrics.checker.options import Options
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.scores import Source
from axiometrics.checker.search import drawn_cases, furthest_for
from axiometrics.checker.sweep import families, sweep_cases
from axiometrics.checker.verdict import Cell
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import CaseBatch

__all__ = ["condition_of", "proved_outside", "with_condition"]


ENOUGH = 0.5
"""The share of the tried cases that a bound without a proof must leave to be told."""


def with_condition(
    cell: Cell, metric: Metric, constraint: Constraint, source: Source, options: Options
) -> Cell:
    """Return a failing cell with the conditions under which the demand is met, where some are found."""
    strict = cell.strict
    if strict.outcome not in ("blind", "contradicted") or strict.always or not metric.trusted:
        return cell
    outside = proved_outside(metric, constraint, cell.except_when, options)
    bounded = condition_of(metric, constraint, source, options, _witnessed(cell, constraint))
    told = [*filter(None, [outside]), *([bounded.to_dict()] if bounded else [])]
    if not told:
        return cell
    texts = [*filter(None, [cell.region]), *(each["text"] for each in told)]
    if bounded and len(texts) > 1:
        texts[-1] = f"in cases with {texts[-1]}"
    return replace(cell, region="; ".join(texts), regions=(*cell.regions, *told))


def _witnessed(cell: Cell, constraint: Constraint) -> tuple[Any, ...]:
    """Return the case that a cell shows, where no sweep of all small cases has it and it is one of the constraint's."""
    if (
        cell.witness is None
        or cell.witness.minimal
        or not set(constraint.outputs) <= set(cell.witness.outputs)
    ):
        return ()
    record = {"gold": cell.witness.gold, **cell.witness.outputs}
    return (get_task(constraint.task).batch_of(constraint.outputs, [record]),)


def condition_of(
    metric: Metric, constraint: Constraint, source: Source, options: Options, further: tuple[Any, ...] = ()
) -> Condition | None:
    """Return the bound beyond which no case fails: a proved one, else one that leaves enough of the tried cases.

    ``further`` cases are tried beside those of the sweeps and some that are drawn.
    """
    if not isinstance(constraint.demand, Positive):
        return None
    size = options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes)
    batches = sweep_cases(constraint, size), families(constraint, wide=metric.trusted)
    drawn = drawn_cases(constraint, options.examples, options.seed, furthest_for(metric))
    found = tried(metric, constraint, source, (*batches, drawn, *further))
    sides = [
        side_of(constraint, source, found, output, turn) for output in constraint.outputs for turn in (1, -1)
    ]
    known = sorted((side for side in sides if side and side.met), key=attrgetter("share"), reverse=True)
    for side in known:
        if (proved := _proved(metric, constraint, source, found, side, batches)) is not None:
            return proved
    return _told(metric, constraint, source, known[0]) if known and known[0].share >= ENOUGH else None


def _proved(
    metric: Metric, constraint: Constraint, source: Source, found: list[Tried], side: Side, batches: Any
) -> Condition | None:
    """Return the condition with a proof that is confirmed on the tried cases, some of which are beyond the bound."""

    def tells(bound: Fraction) -> bool:
        return beyond(found, side.output, side.turn, float(bound)) > 0

    proof = proved_bound(metric, constraint, side.output, more=side.turn > 0, tells=tells)
    if proof is None:
        return None
    confirm_bound(proof, metric, constraint, *batches)
    covered = within(metric, found, [part.where for part in proof.parts])
    nearest = side_of(constraint, source, covered, side.output, side.turn)
    met = beyond(covered, side.output, side.turn, float(proof.bound))
    return (
        replace(_told(metric, constraint, source, nearest), proof=proof, met=met) if nearest and met else None
    )


def _told(metric: Metric, constraint: Constraint, source: Source, side: Side) -> Condition:
    outputs = side.case.outputs
    exact = source.judge(constraint, outputs).scores[side.output]
    shown = get_task(metric.task).notation(outputs)[1]
    notation = "; ".join(f"{name} {text}" for name, text in shown.items())
    return Condition(side, exact, notation, side.met)


def proved_outside(
    metric: Metric, constraint: Constraint, names: tuple[str, ...], options: Options
) -> dict[str, Any] | None:
    """Return the variant of a constraint that has no case of the named conditions but all others, if it is proved.

    That its cases are those is compared on the sweeps: none of the named ones, and as many as there are others.
    """
    size = options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes)
    cases = sweep_cases(constraint, size)
    others = int((~_named(cases, constraint, names)).sum()) if names and len(cases) else 0
    for values in constraint.variants:
        variant = constraint.with_parameters(**values)
        swept = sweep_cases(variant, size)
        if not others or len(swept) != others or _named(swept, constraint, names).any():
            continue
        proof = prove(metric, variant)
        if proof is None or proof.sign != variant.of_a_case.sign:
            continue
        confirm(proof, metric, variant, swept, families(variant, wide=metric.trusted))
        scope = str(proof.certificate.to_dict().get("scope", ""))
        changed = ", ".join(f"{name} = {value}" for name, value in values.items())
        return _told_outside(variant, changed, names, f"{others} of the {len(cases)}", scope)
    return None


def _named(cases: CaseBatch, constraint: Constraint, names: tuple[str, ...]) -> Any:
    task = get_task(constraint.task)
    return np.any([task.condition(name, cases) for name in names], axis=0)


def _told_outside(
    variant: Constraint, changed: str, names: tuple[str, ...], share: str, scope: str
) -> dict[str, Any]:
    """Return plain data, in the form of a parameter's region."""
    left = " or ".join(name.replace("_", " ") for name in names)
    return {
        "parameter": changed,
        "text": f"{changed} with {scope}" if scope else changed,
        "proved": True,
        "splits": True,
        "condition": True,
        "bounds": [],
        "argument": [
            f"Proof: {variant.label} holds. Its cases are those without {left}: {share} that were swept."
        ],
    }
