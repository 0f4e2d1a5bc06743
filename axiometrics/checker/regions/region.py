"""What is found about parameters: the values of one for which a constraint holds, on what grounds, and the argument.

Of several at once, where the margin is a condition on them times what is positive in every case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy
from sympy import Expr

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive
from axiometrics.checker.demands.sizes import ranges
from axiometrics.checker.prove.engine import only_case
from axiometrics.checker.regions.proving import open_parameters, opened
from axiometrics.checker.regions.sets import ValueSet, bound_text, set_text
from axiometrics.checker.scores import orientation_sign
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.nodes import Letter
from axiometrics.metrics import Metric


@dataclass(frozen=True)
class WholeValues:
    """Which of the tried whole numbers are in."""

    tried: Mapping[int, bool]

    @property
    def is_whole(self) -> bool:
        """Whether all of them are in."""
        return all(self.tried.values())

    @property
    def is_empty(self) -> bool:
        """Whether none of them is in."""
        return not any(self.tried.values())

    def text(self, letter: str) -> str:
        """Write the numbers that are in, of those that were tried.

        >>> WholeValues({1: False, 2: False, 3: True, 4: True}).text("k")
        'k = 3..4 of 1..4'
        """
        tried = ranges(sorted(self.tried))
        if self.is_empty:
            return f"no {letter} of {tried}"
        if self.is_whole:
            return f"every {letter} of {tried}"
        return f"{letter} = {ranges([n for n, held in sorted(self.tried.items()) if held])} of {tried}"


@dataclass(frozen=True)
class Region:
    """``inside`` and ``outside`` say whether it is shown that the constraint holds, or fails, there.

    What is not shown is so for every value and case that was tried: ``reach`` says how far that is. ``at_low`` says
    whether the least value that is allowed is in, where there is one, and ``low_shown`` that this is shown; ``own``
    says whether the metric's own value is in, as far as tried. ``argument`` are sentences, ``plot`` is what a plot
    shows, ``meaning`` how the parameter is made of the metric's own, where it is not one of these.
    """

    parameter: str
    values: ValueSet | WholeValues
    inside: bool
    outside: bool
    at_low: bool | None = None
    low_shown: bool = False
    argument: tuple[str, ...] = ()
    plot: Mapping[str, Any] = field(default_factory=dict)
    meaning: str = ""
    reach: str = ""
    every: bool = True
    own: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether every value is in."""
        return self.values.is_whole and self.at_low is not False

    @property
    def proved(self) -> bool:
        """Whether it is shown that these values, and no others, are in."""
        least = self.at_low is None or self.low_shown
        return least and (self.inside or self.values.is_empty) and (self.outside or self.values.is_whole)

    @property
    def text(self) -> str:
        """The values in words that never overstate."""
        if isinstance(self.values, WholeValues):
            told = self.values.text(self.parameter)
            return told if self.proved else f"{told} ({self.reach})"
        meaning = f" ({self.parameter} = {self.meaning})" if self.meaning else ""
        if self.proved:
            return self._told(self.values, self.at_low) + meaning
        return f"{self._tried(self.values)} ({self.reach}){meaning}"

    def _tried(self, values: ValueSet) -> str:
        """Write what is shown, and that nothing is known of the rest: a bound that is shown on one side is none."""
        told = self._told(values, self.at_low)
        unknown = f", and nothing is known of other {self.parameter}"
        if self.is_whole or (values.is_whole and self.every):
            return f"{told} that was tried" if told.startswith("every ") else f"every {told} that was tried"
        if values.is_empty and not self.at_low:
            return f"{told} that was tried"
        if not self.every:
            return told + unknown if self.inside else f"{told}, of those tried"
        fails = ValueSet.whole(values.span).without(values)
        tried = "" if self.outside else " that was tried"
        return f"no {self._told(fails, None if self.at_low is None else not self.at_low)}{tried}{unknown}"

    @property
    def splits(self) -> bool:
        """Whether the constraint is known to hold for some values only: shown, or the verdict of the metric's own."""
        some = not (self.is_whole or (self.values.is_empty and not self.at_low))
        return some and (self.inside or self.own)

    def _told(self, values: ValueSet, at_low: bool | None) -> str:
        """Write the values, with the least one told apart where it differs from those just above it."""
        said = set_text(values, self.parameter)
        if at_low is None or at_low == values.held[0]:
            return said
        least = f"{self.parameter} = {values.span.low}"
        if at_low:
            return least if values.is_empty else f"{least} or {said}"
        if values.is_whole:
            return f"{self.parameter} > {values.span.low}"
        return (
            f"{values.span.low} < {said}"
            if said.startswith(f"{self.parameter} <")
            else f"{said}, not {least}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        exact = [] if isinstance(self.values, WholeValues) else self.values.bounds
        return {
            "parameter": self.parameter,
            "text": self.text,
            "proved": self.proved,
            "splits": self.splits,
            "bounds": [{**bound.to_dict(), "text": bound_text(bound, self.parameter)} for bound in exact],
            "argument": list(self.argument),
            **self.plot,
        }


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
