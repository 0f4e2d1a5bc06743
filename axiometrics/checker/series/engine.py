"""The prover for one growing size: a formula on runs of symbolic length, and the sign of its margin for large n.

The finitely many n before are left to the sweep. Whatever no tactic settles stays undecided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sympy

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.comparing import margin_of
from axiometrics.checker.prove.refusal import giving_up
from axiometrics.checker.scores import direction
from axiometrics.checker.series.algebra import GrowingAlgebra
from axiometrics.checker.series.certificate import SeriesCertificate
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.budget import budget
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.eventual import SIZE
from axiometrics.formulas.rationals import degrees
from axiometrics.formulas.signs import Sign, product
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.asymptotics import AsymptoticCase

__all__ = ["SeriesProof", "prove_series"]

MOST_WORK = 500_000
"""Products of terms that one proof may take."""
HIGHEST_DEGREE = 10
"""The highest degree of what a reduction folds, above and below the fraction bar."""


@dataclass(frozen=True)
class SeriesProof:
    """The sign of the margin for every n from ``start`` on, with its certificate."""

    sign: Sign
    start: int
    certificate: SeriesCertificate
    margin_latex: str
    items: Any

    def effort(self, values: Iterable[int]) -> int:
        """Return how many items the cases of some n have."""
        return sum(int(self.items.xreplace({SIZE: sympy.Integer(n)})) for n in values)

    @property
    def tactic(self) -> str:
        """How the sign was found, in words."""
        tactics = {known["tactic"] for known in self.certificate.sums}
        if tactics - {"telescoping", "geometric", "none"}:
            return "bounds of sums"
        return "closed forms" if tactics - {"none"} else "coefficient signs"


def prove_series(metric: Metric, constraint: Constraint) -> SeriesProof | None:
    """Return a proof of the margin's sign for all large n, or None. Cost: some hundredths of a second."""
    if metric.reads is not None or not constraint.demand.by_size:
        return None
    with giving_up(), budget(MOST_WORK):
        return _proved(metric, constraint)
    return None


def _proved(metric: Metric, constraint: Constraint) -> SeriesProof | None:
    formula = metric.formula
    if any(max(degrees(atom.body)) > HIGHEST_DEGREE for atom in formula.atoms):
        return None
    case = get_task(metric.task).asymptotic(constraint.bound_generator, formula)
    expression, constants = _without_logarithms(formula.normal.expression, case)
    algebra = GrowingAlgebra(case)
    symbols = (*formula.globals, *formula.normal.atoms)
    evaluate = compile_formula(expression, (*symbols, *constants), algebra)
    scores = {
        output: evaluate(
            *(algebra.value(values[symbol]) for symbol in symbols), *map(algebra.value, constants.values())
        )
        for output, values in case.outputs.items()
    }
    if absent(*scores.values()):
        return None
    weights = {output: weight * direction(metric) for output, weight in constraint.margin.items()}
    top, bottom, squared = margin_of({name: scores[name] for name in weights}, weights, algebra)
    valid = case.growth.start
    sign = product(*(algebra.polynomial(part) for part in (top, bottom)))
    if sign not in ("positive", "negative", "zero"):
        return None
    if not algebra.still_holds():
        return None
    used = [symbol for symbol in symbols if formula.normal.expression.has(symbol)]
    certificate = SeriesCertificate.build(algebra, used, (top, bottom), sign, valid=valid, squared=squared)
    return SeriesProof(sign, case.growth.start, certificate, algebra.latex(top, bottom), case.items)


def _without_logarithms(expression: Any, case: AsymptoticCase) -> tuple[Any, dict[Any, Any]]:
    """Write the logarithms of numbers in units of log 2, as symbols; return also what these are in terms of sums."""
    found = sorted(expression.atoms(sympy.log), key=str)
    inside = [node.args[0] for node in found]
    if not all(value.is_Integer and value >= 2 for value in inside):
        raise NotSymbolicError("a logarithm outside the reductions has no symbolic reading")
    known = {node: sympy.Symbol(f"log2({node.args[0]})") for node in found if node.args[0] != 2}
    replaced = expression.xreplace({node: symbol * sympy.log(2) for node, symbol in known.items()})
    if replaced.has(sympy.log):
        raise NotSymbolicError("the natural logarithm of 2 has no symbolic reading")
    return replaced, {symbol: 1 / case.inverse_log2(node.args[0]) for node, symbol in known.items()}
