"""The parametric cases of a constraint: those of the ordinal task, with the quantities that only classification has."""

from __future__ import annotations

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.classification.cases import KIND
from axiometrics.tasks.classification.matrices import Shared
from axiometrics.tasks.classification.task import is_of_two
from axiometrics.tasks.ordinal import symbolic
from axiometrics.tasks.ordinal.chooser import Generator
from axiometrics.tasks.parametric import CasesOnDemand

__all__ = ["parametric_cases"]


def parametric_cases(generator: Generator, formula: Formula) -> CasesOnDemand:
    """Return one case for each choice of classes; raises NotSymbolicError.

    A formula of two classes has no value for more: nothing is proved of it where there are.
    """
    found = symbolic.parametric_cases(generator, formula, Shared, KIND.classes)
    numbers = {part.chooser.answers.made["classes"] for part in found.parts}
    if is_of_two(formula) and numbers != {2}:
        raise NotSymbolicError("the formula has no value for more than two classes")
    return found
