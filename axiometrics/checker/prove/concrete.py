"""A proof beside the sweep: its certificate is re-checked on every swept case before the proof counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive, Zero
from axiometrics.checker.prove.agreement import Measure, measure_of
from axiometrics.checker.prove.continuity import Continuity
from axiometrics.checker.prove.definedness import Definedness
from axiometrics.checker.prove.elimination import Elimination, Sum
from axiometrics.checker.prove.enclosure import Enclosure
from axiometrics.checker.prove.engine import Proof
from axiometrics.checker.prove.forms import Forms, plain_forms
from axiometrics.checker.prove.identity import identical
from axiometrics.checker.prove.parted import Concrete, recheck_parts
from axiometrics.checker.prove.recheck_bound import recheck_bound
from axiometrics.checker.prove.recheck_elimination import recheck_elimination, recheck_sum
from axiometrics.checker.prove.recheck_enclosure import recheck_enclosure
from axiometrics.checker.prove.recheck_lines import Measured, recheck_lines
from axiometrics.checker.prove.refusal import CertificateError, require
from axiometrics.checker.scores import direction
from axiometrics.formulas.compiled import source
from axiometrics.formulas.intervals import INTERVALS
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["confirm", "confirm_enclosure", "confirm_largest", "measured"]


def confirm(
    proof: Proof,
    metric: Metric,
    constraint: Constraint,
    cases: Any,
    *larger: Any,
    measure: Measure | None = None,
) -> int:
    """Re-check a proof's certificate on concrete cases; return their number. Raises CertificateError.

    Parts of a proof that have none among the ``cases`` are re-checked on ``larger`` ones. ``measure`` gives named
    quantities of the cases, where the task's own are not what the certificate names.
    """
    if not len(cases):
        return 0
    if isinstance(proof.certificate, Forms):
        return _forms(proof.certificate, metric, constraint, cases, *larger, measure=measure)
    if isinstance(proof.certificate, Continuity | Definedness):
        return _on_lines(proof.certificate, metric, constraint, cases)
    if isinstance(proof.certificate, Elimination | Sum):
        return _under_premises(proof.certificate, metric, constraint, cases)
    if measure is None:
        identical(proof.certificate.to_dict(), metric, constraint, (cases, *larger))
    batches = [_concrete(metric, constraint, batch, measure) for batch in (cases, *larger) if len(batch)]
    return recheck_parts(proof.certificate.to_dict(), proof.sign, batches, constraint.outputs)


def _forms(
    certificate: Forms, metric: Metric, constraint: Constraint, *batches: Any, measure: Measure | None
) -> int:
    """Re-check the proof of every linear form by itself."""
    wanted = plain_forms(constraint)
    require([dict(form.weights) for form in certificate.forms] == wanted, "a proof leaves out a linear form")
    if constraint.of_a_case.continuous:
        require(certificate.continuity is not None, "a proof leaves out the continuity")
        _on_lines(certificate.continuity, metric, constraint, batches[0])
    return sum(
        confirm(
            Proof(form.sign, form.tactic, form.certificate),
            metric,
            constraint.about(Positive(form.weights)),
            *batches,
            measure=measure,
        )
        for form in certificate.forms
    )


def _on_lines(
    certificate: Continuity | Definedness, metric: Metric, constraint: Constraint, cases: Any
) -> int:
    """Re-check a proof about all lines, against the source that is evaluated."""
    recheck_lines(
        certificate.to_dict(),
        measured(metric),
        measure_of(metric, cases),
        constraint.outputs,
    )
    return len(cases)


def measured(metric: Metric) -> Measured:
    """Return the source of a formula as it is evaluated. Raises CertificateError where it has open parameters."""
    formula = metric.formula
    text, constants, letters = source(formula.normal.expression, tuple(formula.globals))
    require(not letters, "a parameter of the metric is open")
    return Measured(text, dict(constants), tuple(map(str, formula.globals)))


def confirm_enclosure(certificate: Enclosure, metric: Metric, constraint: Constraint) -> None:
    """Re-check a refutation by intervals, whose forms must be those of the constraint. Raises CertificateError."""
    written, task = certificate.to_dict(), get_task(metric.task)
    forms = [dict(form) for form, kind in constraint.premises if kind == "zero"]
    require([each["form"] for each in written["unknowns"]] == forms, "premises are left out")
    require(len(forms) == len(constraint.premises), "a premise is of another kind")
    require(
        written["form"] == dict(constraint.margin) and isinstance(constraint.of_a_case, Zero),
        "another demand",
    )

    def placed(chosen: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
        case = task.placed(constraint.bound_generator, constraint.outputs, chosen)
        require(all(output.plain for output in case.outputs.values()), "an output is no pair of scores")
        return {name: output.to_fractions() for name, output in case.outputs.items()}

    recheck_enclosure(written, measured(metric), placed)


def confirm_largest(certificate: Mapping[str, Any], metric: Metric) -> int:
    """Re-check a bound on largest values by intervals; return the number of boxes. Raises what `recheck_bound` does."""
    task = get_task(metric.task)
    named = {"higher": certificate["output"], "lower": certificate["lower"]}
    batches = task.batch_of(tuple(named), [named]).outputs
    kinds = {int(task.judged_against(batch)[0][0]) for batch in batches.values()}
    require(len(kinds) == 1, "the outputs have golds of different kinds")
    outputs = {name: batch.table(0) for name, batch in batches.items()}
    judged = task.estimates(metric, outputs["lower"])
    return recheck_bound(certificate, outputs, judged, lambda output: task.value(metric, output, INTERVALS))


def _under_premises(
    certificate: Elimination | Sum, metric: Metric, constraint: Constraint, cases: Any
) -> int:
    """Re-check a proof under premises, whose forms must be those of the constraint."""
    written = certificate.to_dict()
    if isinstance(certificate, Sum):
        require(written["form"] == dict(constraint.margin), "a proof is about another margin")
        require(written["premises"] == [dict(form) for form, _ in constraint.premises], "other premises")
        recheck_sum(written)
        return len(cases)
    forms = [*(form for form, _ in constraint.premises), constraint.margin]
    stated = [*(each["form"] for each in written["premises"]), written["conclusion"]["form"]]
    require(stated == [dict(form) for form in forms], "a proof is about other linear forms")
    found = [_concrete(metric, constraint.about(Positive(form)), cases) for form in forms]
    return recheck_elimination(written, found[0][0], [(margins, squares) for _, margins, squares in found])


def _concrete(metric: Metric, constraint: Constraint, cases: Any, measure: Measure | None = None) -> Concrete:
    """Return the margins, and those of signed squares, of a batch of cases, and how to measure it."""
    task = get_task(metric.task)
    with np.errstate(all="ignore"):
        values = {name: np.asarray(task.values(metric, batch)) for name, batch in cases.outputs.items()}
    if any(np.isinf(part).any() for part in values.values()):
        raise CertificateError(f"{metric.label} is infinite in some case, so nothing can be proved about it")
    turn = direction(metric)
    margins = sum(weight * values[name] for name, weight in constraint.margin.items()) * turn
    signed = {name: part * np.abs(part) for name, part in values.items()}
    squares = sum(weight * signed[name] for name, weight in constraint.margin.items()) * turn
    return measure or measure_of(metric, cases), margins, squares
