"""The parametric cases of a constraint: those of the ordinal task, with the quantities that only classification has."""

from __future__ import annotations

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Undefined, settled
from axiometrics.tasks.classification.cases import KIND
from axiometrics.tasks.classification.matrices import (
    ClassByClassShared,
    FoldedShared,
    Shared,
)
from axiometrics.tasks.classification.task import is_of_two
from axiometrics.tasks.ordinal import symbolic
from axiometrics.tasks.ordinal.chooser import Generator
from axiometrics.tasks.ordinal.view import K
from axiometrics.tasks.parametric import CasesOnDemand

__all__ = ["parametric_cases"]

TWO = 2


class WrittenOutShared(symbolic.WrittenOut, Shared):
    """Sums of products of counts, multiplied out, with the quantities that only classification has."""


KINDS = (Shared, FoldedShared, ClassByClassShared, WrittenOutShared)


def parametric_cases(generator: Generator, formula: Formula) -> CasesOnDemand:
    """Return one case for each choice of classes; raises NotSymbolicError.

    A formula of two classes that has no value for more has cases of two classes only: in others there is no margin.
    """
    if not is_of_two(formula):
        return symbolic.parametric_cases(generator, formula, KINDS, KIND.classes)
    if not all(_lacks_value(formula, number) for number in KIND.classes if number != TWO):
        raise NotSymbolicError("what a formula of two classes says of more of them is swept only")
    return symbolic.parametric_cases(generator, formula, KINDS, (TWO,))


def _lacks_value(formula: Formula, number: int) -> bool:
    """Whether a formula says that it has no value for so many classes."""
    whole = formula.normal.expression
    return (
        isinstance(whole, Guard)
        and settled(whole.args[1].subs(K, number)) == 0
        and isinstance(whole.args[2], Undefined)
    )
