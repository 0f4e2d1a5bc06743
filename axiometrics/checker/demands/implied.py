"""Cells of constraints with premises of equality: what no grid refutes is tried on cases that are solved for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.cells import witness
from axiometrics.checker.demands.solved_premises import (
    LEAST_MARGIN,
    Solved,
    cases_of,
    enclosures,
    equalities,
    solved,
)
from axiometrics.checker.prove import Proof
from axiometrics.checker.prove.confirmation import confirm_enclosure
from axiometrics.checker.recheck.refusal import CertificateError
from axiometrics.checker.scores import Source, totals_of
from axiometrics.checker.sweep import sweep
from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.metrics import Metric

__all__ = ["with_solutions"]


def with_solutions(cell: Cell, metric: Metric, constraint: Constraint, source: Source) -> Cell:
    """Return a cell that was neither proved nor refuted with what cases say that meet its premises by solving them.

    A case with simple fractions is a witness. Else intervals around solutions may prove that there is a case that
    contradicts the demand, though none can be written down.
    """
    open_ = cell.strict.outcome in ("holds", "not_applicable") and cell.strict.evidence != "proof"
    if not open_ or not equalities(constraint):
        return cell
    found = solved(metric, constraint, source)
    assigned = [each for one in found for each in one.assignments(exact=source.exact)]
    if assigned:
        cell = _tried(cell, metric, constraint, source, cases_of(constraint, assigned))
    if cell.strict.outcome != "contradicted" and metric.reads is None and found:
        cell = _enclosed(cell, metric, constraint, source, found)
    return cell


def _tried(cell: Cell, metric: Metric, constraint: Constraint, source: Source, cases: Any) -> Cell:
    """Return the cell with the cases counted; contradicted where one of them does."""
    part = sweep(metric, constraint, source, cases)
    failing = part.inversions
    if not source.exact:  # solutions are rounded, and so are margins
        scores = {name: source.scores(cases.outputs[name]).values for name in constraint.margin}
        failing = failing & (np.abs(totals_of(metric, constraint, scores)[0]) > LEAST_MARGIN)
    verdict = replace(
        cell.strict,
        cases=cell.strict.cases + part.tried,
        applicable=cell.strict.applicable + part.applicable,
    )
    if not failing.any():
        if verdict.outcome == "not_applicable" and part.applicable:
            verdict = replace(verdict, outcome="holds", evidence="search", size=None)
        return replace(cell, strict=verdict, weak=verdict)
    bad = replace(verdict, outcome="contradicted", evidence="witness")
    shown = witness(metric, constraint, source, cases.case(int(np.flatnonzero(failing)[0])), minimal=False)
    return replace(cell, strict=bad, weak=bad, witness=shown)


def _enclosed(
    cell: Cell, metric: Metric, constraint: Constraint, source: Source, found: list[Solved]
) -> Cell:
    """Return the cell as refuted by the first argument with intervals that stands its check."""
    for each in enclosures(metric, constraint, source, found):
        try:
            confirm_enclosure(each, metric, constraint)
        except CertificateError:  # floats had suggested it
            continue
        bad: Verdict = replace(cell.strict, outcome="contradicted", evidence="proof")
        proof = Proof("negative", "intervals around solutions", each)
        return replace(cell, strict=bad, weak=bad, proof=proof.to_dict())
    return cell
