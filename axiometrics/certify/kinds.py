"""Certificates of other kinds than parametric cases: lists for every n, continuity along lines, and eliminations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from axiometrics.axioms import Constraint
from axiometrics.certify.claims import vanishing
from axiometrics.certify.parametric import Writer
from axiometrics.checker.scores import orientation_sign
from axiometrics.metrics import Metric
from axiometrics.recheck import NotCoveredError
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import formula_of
from axiometrics.tasks import get_task

__all__ = ["elimination_of", "lines_of", "series_of"]


def series_of(metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lists for every n, and the sign of their margin from the start on."""
    turn = orientation_sign(metric)
    told = get_task(metric.task).asymptotic(constraint.symbolic_generator, metric.formula).told
    if not told:
        raise NotCoveredError("lists for every n are told with binary grades and one collection only")
    return {
        "size": certificate["size"],
        "start": certificate["start"],
        "sign": certificate["sign"],
        "form": {name: weight * turn for name, weight in constraint.margin.items()},
        **told,
    }


def lines_of(metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return what shares a formula is continuous in, or has a value for, and whether these may be 0 and 1."""
    every = get_task(metric.task).lines(constraint)
    (signs,) = {tuple(line.signs[symbol] for symbol in line.sums[0]) for line in every}
    ends = ("zero", "one")
    places = ["between", *(end for end, sign in zip(ends, signs, strict=True) if sign == "nonnegative")]
    return {
        "kind": certificate["kind"],
        "quantities": [str(symbol) for symbol in metric.formula.globals],
        "places": places,
    }


def elimination_of(
    metric: Metric, constraint: Constraint, certificate: Mapping[str, Any], document: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a margin that vanishes with its premises: these in factors, and how often each is taken."""
    (case,) = get_task(metric.task).symbolic(constraint.symbolic_generator, metric.formula)
    stated = {**certificate, "branches": [], "facts": [], "sign": "zero"}
    formula = formula_of(document["formula"])
    writer = Writer(case, stated, document)
    data = writer.part({}, certificate["conclusion"]["form"], formula)
    part = Part(document, data, formula)
    *premises, (conclusion, share) = (
        vanishing(part, each["form"], writer.renamed(each["numerator"]))
        for each in (*certificate["premises"], certificate["conclusion"])
    )
    names = {plain: sympy.Symbol(plain) for plain in writer.names.values()}
    factor, multipliers = sympy.Integer(1), [sympy.Integer(0) for _ in premises]
    for step in certificate["steps"]:  # divisions, one after another
        leading, quotient = (
            sympy.sympify(writer.renamed(step[name]), names) for name in ("leading", "quotient")
        )
        factor *= leading ** step["power"]
        multipliers = [each * leading ** step["power"] for each in multipliers]
        multipliers[step["premise"]] += quotient
    taken = zip(multipliers, premises, strict=True)
    return {
        "case": data,
        "premises": [told for told, _ in premises],
        "conclusion": conclusion,
        "factor": str(sympy.expand(factor * share)),
        "multipliers": [str(sympy.expand(each * own)) for each, (_, own) in taken],
    }
