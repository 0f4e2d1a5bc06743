"""The parametric cases of a constraint: those of the ordinal task, with the quantities that only classification has."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.classification.cases import KIND
from axiometrics.tasks.classification.matrices import Shared
from axiometrics.tasks.classification.task import is_of_two
from axiometrics.tasks.ordinal import symbolic
from axiometrics.tasks.ordinal.chooser import Generator
from axiometrics.tasks.parametric import ParametricCase

__all__ = ["parametric_cases"]


def parametric_cases(generator: Generator, formula: Formula) -> Sequence[ParametricCase]:
    """Return one case for each choice of classes, of two alone where a formula has no value for more.

    Raises NotSymbolicError.
    """
    found = symbolic.parametric_cases(
        generator, formula, Shared, (2,) if is_of_two(formula) else KIND.classes
    )
    if not len(found):
        raise NotSymbolicError("there is no case of two classes")
    return found
