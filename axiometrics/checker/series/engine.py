"""The prover for one growing size: a formula on runs of symbolic length, and the sign of its margin for large n.

The finitely many n before are left to the sweep. Whatever no tactic settles stays undecided.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import sympy

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.comparing import margin_of
from axiometrics.checker.scores import direction
from axiometrics.checker.series.algebra import GrowingAlgebra
from axiometrics.checker.series.certificate import SeriesCertificate
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.budget import BudgetError, budget
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.signs import Sign, product
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["SeriesProof", "prove_series"]

MOST_WORK = 2_000_000
"""Products of terms that one proof may take."""


@dataclass(frozen=True)
class SeriesProof:
    """The sign of the margin for every n from ``start`` on, with its certificate."""

    sign: Sign
    start: int
    certificate: SeriesCertificate
    margin_latex: str

    @property
    def tactic(self) -> str:
        """How the sign was found, in words."""
        tactics = {known["tactic"] for known in self.certificate.sums}
        if tactics - {"telescoping", "geometric", "none"}:
            return "bounds of sums"
        return "closed forms" if tactics - {"none"} else "coefficient signs"


def prove_series(metric: Metric, constraint: Constraint) -> SeriesProof | None:
    """Return a proof of the margin's sign for all large n, or None. Cost: some hundredths of a second."""
    if metric.reads is not None or constraint.quantifier == "every":
        return None
    sympy.core.random.seed(0)  # factorisation draws random evaluation points; proofs must not depend on them
    with suppress(BudgetError, NotSymbolicError, UndecidedError, ZeroDivisionError), budget(MOST_WORK):
        return _proved(metric, constraint)
    return None


def _proved(metric: Metric, constraint: Constraint) -> SeriesProof | None:
    formula = metric.formula
    growing = getattr(get_task(metric.task), "growing", None)
    if growing is None:
        return None
    case = growing(constraint.bound_generator, formula)
    algebra = GrowingAlgebra(case)
    symbols = (*formula.globals, *formula.normal.atoms)
    evaluate = compile_formula(formula.normal.expression, symbols, algebra)
    scores = {
        output: evaluate(*(algebra.value(values[symbol]) for symbol in symbols))
        for output, values in case.outputs.items()
    }
    if absent(*scores.values()):
        return None
    weights = {output: weight * direction(metric) for output, weight in constraint.margin.items()}
    top, bottom, squared = margin_of({name: scores[name] for name in weights}, weights, algebra)
    sign = product(*(algebra.polynomial(part) for part in (top, bottom)))
    if sign not in ("positive", "negative", "zero"):
        return None
    if not algebra.still_holds():
        return None
    used = [symbol for symbol in symbols if formula.normal.expression.has(symbol)]
    certificate = SeriesCertificate.build(algebra, used, (top, bottom), sign, squared=squared)
    return SeriesProof(sign, case.growth.start, certificate, algebra.latex(top, bottom))
