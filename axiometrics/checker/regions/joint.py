"""Several parameters at once: where the margin is a condition on them times what is positive in every case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Expr

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive
from axiometrics.checker.prove.engine import only_case
from axiometrics.checker.regions.letters import open_parameters, opened
from axiometrics.checker.scores import orientation_sign
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.nodes import Letter
from axiometrics.metrics import Metric

__all__ = ["JointRegion", "condition_text", "joint_region"]

_CLOSED = (sympy.Add, sympy.Mul, sympy.Pow)


@dataclass(frozen=True)
class JointRegion:
    """The condition on several parameters for which, and only for which, a constraint holds."""

    parameter: str
    text: str
    argument: tuple[str, ...]
    is_whole: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "parameter": self.parameter, "text": self.text, "proved": True, "splits": not self.is_whole, "bounds": [],
            "argument": list(self.argument),
        }  # fmt: skip


def joint_region(metric: Metric, constraint: Constraint) -> JointRegion | None:
    """Return the condition, proved for every case; None where the margin does not split into one and the rest."""
    names = tuple(open_parameters(metric))
    if len(names) < 2 or not isinstance(constraint.demand, Positive):
        return None
    try:
        symbolic = opened(metric, names)
        expression = symbolic.formula.normal.expression
        if not _is_polynomial(expression):
            return None
        case = only_case(symbolic, constraint)
    except NotSymbolicError:
        return None
    margin = orientation_sign(metric) * sum(
        weight * expression.xreplace(case.outputs[name]) for name, weight in constraint.margin.items()
    )
    return _split(sympy.factor(margin), case)


def _is_polynomial(expression: Expr) -> bool:
    return all(
        part.is_Atom or (isinstance(part, _CLOSED) and (not part.is_Pow or part.exp.is_Integer))
        for part in sympy.preorder_traversal(expression)
    ) and not any(part.is_Pow and part.exp.is_negative for part in sympy.preorder_traversal(expression))


def _split(margin: Any, case: Any) -> JointRegion | None:
    """Tell the factor in the letters from the others, which must be positive in every case."""
    letters = margin.atoms(Letter)
    condition, rest = sympy.S.One, sympy.S.One
    for factor in sympy.Mul.make_args(margin):
        if factor.atoms(Letter):
            condition *= factor
        else:
            rest *= factor
    sign = rational_sign(rest, case.positive, case.nonnegative)
    if not letters or condition.free_symbols != letters or sign not in ("positive", "negative"):
        return None
    condition = sympy.expand(condition if sign == "positive" else -condition)
    times = (
        "" if abs(rest) == 1 else f" times {sympy.Abs(rest) if rest.is_number else rest}, which is positive"
    )
    said = f"In every case the margin is {condition}{times}."
    return JointRegion(", ".join(sorted(map(str, letters))), condition_text(condition), (said,))


def condition_text(condition: object) -> str:
    """Write that a polynomial is positive.

    >>> a, c = sympy.symbols("a c")
    >>> condition_text(a - c), condition_text(a + c)
    ('a > c', 'a + c > 0')
    """
    above, below = sympy.S.Zero, sympy.S.Zero
    for term in sympy.Add.make_args(condition):
        if term.could_extract_minus_sign():
            below -= term
        else:
            above += term
    return f"{above} > {below}".replace("**", "^")
