"""A proof beside the sweep: its certificate is re-checked on every swept case before the proof counts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive, Zero
from axiometrics.checker.prove.certificate import Enclosure
from axiometrics.checker.prove.elimination import Elimination, Sum
from axiometrics.checker.prove.engine import Proof
from axiometrics.checker.prove.lines import OnLines
from axiometrics.checker.prove.parts import ByTerms, Forms, Parts, adds_up, plain_forms, same_forms
from axiometrics.checker.recheck import require
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.demands import (
    recheck_bound,
    recheck_elimination,
    recheck_enclosure,
    recheck_sum,
)
from axiometrics.checker.recheck.lines import Measured, recheck_lines
from axiometrics.checker.recheck.signs import recheck_parts
from axiometrics.checker.scores import orientation_sign
from axiometrics.formulas.arithmetics.intervals import INTERVALS
from axiometrics.formulas.compiled import source
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import CaseBatch


def confirm(
    proof: Proof,
    metric: Metric,
    constraint: Constraint,
    cases: CaseBatch,
    *larger: Any,
    named: Metric | None = None,
    given: Mapping[str, Fraction] | None = None,
) -> int:
    """Re-check a proof's certificate on concrete cases; return their number.

    Raises CertificateError, and UndecidedError where neither floats nor exact numbers tell. Whole certificates and
    those in parts are re-checked on ``larger`` cases, too. ``named`` is the metric whose reductions the certificate
    names, if it is another one, and ``given`` has the values of open parameters in it.
    """
    if not len(cases):
        return 0
    if isinstance(proof.certificate, Forms):
        return _forms(proof.certificate, metric, constraint, cases, *larger)
    if isinstance(proof.certificate, OnLines):
        return _on_lines(proof.certificate, metric, constraint, cases)
    if isinstance(proof.certificate, Elimination | Sum):
        return _under_premises(proof.certificate, metric, constraint, cases)
    if isinstance(proof.certificate, Parts):
        _about_terms(proof.certificate, metric, constraint)
    batches = [
        Concrete.of(metric, constraint.margin, batch, named=named, given=given)
        for batch in (cases, *larger)
        if len(batch)
    ]
    return recheck_parts(proof.certificate.to_dict(), proof.sign, *batches)


def _about_terms(certificate: Parts, metric: Metric, constraint: Constraint) -> None:
    """Require that what single terms show is about the constraint's linear forms."""
    forms = same_forms(constraint) or (constraint.margin,)
    turn = orientation_sign(metric)
    turned = [{name: weight * turn for name, weight in form.items()} for form in forms]
    for part in certificate.parts:
        told = part.certificate
        about = not isinstance(told, ByTerms) or [dict(form) for form in told.forms] == turned
        require(about, "single terms show something of other forms")


def spoken_of(proof: Proof, metric: Metric, constraint: Constraint, cases: CaseBatch) -> Any:
    """Return which cases a proof speaks of: of one in parts those with the sizes of some part, else all."""
    found = proof.certificate
    several = [found] if isinstance(found, Parts) else found.parts if isinstance(found, Forms) else []
    concrete = Concrete.of(metric, constraint.margin, cases)
    inside = np.ones(len(cases), dtype=bool)
    for each in several:
        inside &= np.any([concrete.inside(part.about) for part in each.parts], axis=0)
    return inside


def _forms(certificate: Forms, metric: Metric, constraint: Constraint, *batches: CaseBatch) -> int:
    """Re-check the proof of every linear form by itself."""
    wanted, shown = plain_forms(constraint), [dict(form.about) for form in certificate.forms]
    if certificate.same:
        require(list(certificate.same) == wanted == list(same_forms(constraint)), "two other forms")
        require(all(form.sign == "zero" for form in certificate.forms), "a form that is not zero")
        require(adds_up(shown, *wanted), "what is zero does not add up to the difference of the forms")
    else:
        require(shown == wanted, "a proof leaves out a linear form")
    require(all(form.sign != "undefined" for form in certificate.forms), "a form without a margin")
    if constraint.of_a_case.continuous:
        require(certificate.continuity is not None, "a proof leaves out the continuity")
        _on_lines(certificate.continuity, metric, constraint, batches[0])
    return sum(
        confirm(
            Proof(form.sign, form.tactic, form.certificate),
            metric,
            constraint.about(Positive(form.about)),
            *batches,
        )
        for form in certificate.forms
        if form.sign != "undefined"
    )


def _on_lines(certificate: OnLines, metric: Metric, constraint: Constraint, cases: CaseBatch) -> int:
    """Re-check a proof about all lines, against the source that is evaluated."""
    concrete = Concrete.of(metric, constraint.margin, cases)
    return recheck_lines(certificate.to_dict(), measured(metric), concrete, constraint.outputs)


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
    certificate: Elimination | Sum, metric: Metric, constraint: Constraint, cases: CaseBatch
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
    concrete = Concrete.of(metric, constraint.margin, cases)
    return recheck_elimination(written, concrete, forms)
