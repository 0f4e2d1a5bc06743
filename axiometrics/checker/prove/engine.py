"""The prover: evaluate a formula on the parametric case, and read the margin's sign off its coefficients.

Tactics, in order: all reductions equal (the metric cannot see the difference); coefficient signs of the margin over a
common denominator; the same for signed squares where roots are compared, also inside an increasing function of the
root; with case distinctions where a denominator may vanish, an extreme or the sign of a root is open, or a strict sign
needs to know which of some counts is not zero. Whatever none of them settles stays undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any, cast

import sympy

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.algebra import LOG_TWO, SignedAlgebra, Split, Undecided
from axiometrics.checker.prove.branching import State, divided, excluded, meet, replaced, undivided
from axiometrics.checker.prove.certificate import Branch, Certificate
from axiometrics.checker.prove.collapsing import collapsed
from axiometrics.checker.prove.comparing import margin_of
from axiometrics.checker.prove.composite import composite
from axiometrics.checker.prove.parts import Part, Parts
from axiometrics.checker.scores import direction
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.budget import BudgetError, budget
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Letter, Undefined
from axiometrics.formulas.rationals import degrees, equal
from axiometrics.formulas.roots import Root
from axiometrics.formulas.signs import Sign, product
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["MOST_WORK", "Proof", "only_case", "prove", "prove_case", "too_high"]

MOST_WORK = 4_000_000
"""Products of terms that one proof may take: some seconds, and more than any built-in metric needs."""
PART_WORK = 250_000
"""Those that one of several parts may take: more than any part of a built-in metric's proof needs."""
HIGHEST_DEGREE = 6
"""The highest degree of what a reduction folds, above and below the fraction bar."""
DEEPEST = 9
"""Case distinctions inside each other, at most."""


@dataclass(frozen=True)
class Proof:
    """The sign of the margin (better minus worse, oriented) in every case, with its certificate."""

    sign: Sign
    tactic: str
    certificate: Certificate | Parts

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "tactic": self.tactic,
            "margin_latex": self.certificate.margin_latex,
            "certificate": self.certificate.to_dict(),
        }


def prove(metric: Metric, constraint: Constraint) -> Proof | None:
    """Return a proof of the margin's sign for every size and context, or None.

    Cost: well under a second as a rule; the search ends where it would take more than `MOST_WORK`.
    """
    unfit = constraint.quantifier != "every" or constraint.forms != (constraint.margin,)
    if metric.reads is not None or unfit:
        return None
    sympy.core.random.seed(0)  # factorisation draws random evaluation points; proofs must not depend on them
    with suppress(BudgetError, NotSymbolicError, ZeroDivisionError), budget(MOST_WORK):
        return _proved(metric, constraint)
    return None


def _proved(metric: Metric, constraint: Constraint) -> Proof | None:
    """Prove every parametric case, until one is undecided or the signs disagree. Raises BudgetError."""
    cases = get_task(metric.task).symbolic(constraint.bound_generator, metric.formula)
    parts: list[Part] = []
    scope = ""
    for case in cases:
        if too_high(case.formula or metric.formula):
            return None
        with budget(PART_WORK if case.where else MOST_WORK):
            found = prove_case(metric, constraint, case)
        if found is None or meet([found.sign, *(part.sign for part in parts)]) is None:
            return None
        if not case.where:
            return found
        scope = case.scope
        parts.append(Part(case.where, found.sign, found.tactic, cast(Certificate, found.certificate)))
    sign = meet([part.sign for part in parts])
    whole = Parts(tuple(parts), scope) if parts else None
    return Proof(sign, whole.tactic, whole) if whole and sign else None


def only_case(metric: Metric, constraint: Constraint) -> Any:
    """Return the parametric case that stands for all cases; raises NotSymbolicError where it takes several."""
    found = get_task(metric.task).symbolic(constraint.bound_generator, metric.formula)
    if len(found) != 1:
        raise NotSymbolicError(f"{constraint.label} has {len(found)} parametric cases")
    return found[0]


def prove_case(metric: Metric, constraint: Constraint, case: Any) -> Proof | None:
    """Try the smaller view of a parametric case, then the whole one. Raises BudgetError."""
    smaller = collapsed(case)
    for view in (case,) if smaller == case else (smaller, case):
        try:
            return _Attempt(metric, constraint, view).run()
        except BudgetError:
            raise
        except (NotSymbolicError, UndecidedError, ZeroDivisionError):
            continue
    return None


def too_high(formula: Formula) -> bool:
    """Whether some reduction folds powers so high that its terms alone would be too many."""
    return any(max(degrees(atom.body)) > HIGHEST_DEGREE for atom in formula.atoms)


class _Attempt:
    def __init__(self, metric: Metric, constraint: Constraint, case: Any) -> None:
        self.metric = metric
        self.constraint = constraint
        self.case = case
        self.formula = case.formula or metric.formula
        letters = sorted(self.formula.normal.expression.atoms(Letter), key=str)
        self.symbols = (*self.formula.globals, *self.formula.normal.atoms, *letters)
        self.used = [symbol for symbol in self.symbols if self.formula.normal.expression.has(symbol)]
        inside = {
            part
            for known in case.outputs.values()
            for symbol in self.used
            for part in sympy.sympify(known[symbol]).free_symbols
        }
        self.sums = tuple(members for members in case.sums if inside.issuperset(members))

    def run(self) -> Proof | None:
        if self._equal() and self._defined():
            certificate = Certificate.build(
                self.case, self.constraint, [], "every reduction has the same value in all outputs", self.used
            )
            return Proof("zero", "equal reductions", certificate)
        branches = list(self._branches(self._start()))
        sign = meet([branch.sign for branch in branches])
        if sign is None:
            return None
        tactic = "coefficient signs"
        if any(branch.squared for branch in branches):
            tactic = "coefficient signs of squares"
        if len(branches) > 1:
            tactic += f" in {len(branches)} cases"
        note = "margin times its positive denominators"
        return Proof(sign, tactic, Certificate.build(self.case, self.constraint, branches, note, self.used))

    def _start(self) -> State:
        positive = frozenset([*self.case.positive, LOG_TWO])
        return State((), {}, positive, frozenset(self.case.nonnegative), sums=self.sums)

    def _equal(self) -> bool:
        first, *others = self.case.outputs.values()
        weights = sum(self.constraint.margin.values())
        return weights == 0 and all(
            equal(first[symbol], other[symbol]) for other in others for symbol in self.used
        )

    def _defined(self) -> bool:
        """Whether there is a value in every output: no plain denominator vanishes, and no convention lacks a value."""
        if self.formula.normal.expression.has(Undefined):
            return False
        state = self._start()
        try:
            self._require_denominators(self._algebra(state), state)
        except (Undecided, Split):
            return False
        return True

    def _require_denominators(self, algebra: SignedAlgebra, state: State) -> None:
        """A quotient that is not guarded by a convention must have a denominator that cannot vanish."""
        powers = self.formula.normal.expression.atoms(sympy.Pow)
        for base in sorted({power.base for power in powers if power.exp.could_extract_minus_sign()}, key=str):
            value = compile_formula(base, self.symbols, algebra)
            for known in self.case.outputs.values():
                found = value(*self._arguments(known, state, algebra))
                if not absent(found) and algebra.sign(found) not in ("positive", "negative"):
                    raise Undecided("a denominator without convention may vanish")

    def _algebra(self, state: State) -> SignedAlgebra:
        generators = sorted(
            {*state.positive, *state.nonnegative, *self._unsigned()} - set(state.replaced),
            key=attrgetter("name"),
        )
        return SignedAlgebra(generators, state.positive, state.nonnegative)

    def _branches(self, state: State, depth: int = 0) -> Iterator[Branch]:
        if depth > DEEPEST:
            raise Undecided("too many case distinctions")
        if excluded(state):
            yield Branch.without_margin(state.path, "impossible")
            return
        try:
            settled = self._settle(state)
        except Split as split:
            yield from self._sides(state, split, depth)
        except Undecided:
            further = undivided(state)
            if further is None:
                raise
            yield from self._sides(state, further, depth)
        else:
            yield from self._stricter(settled, state, depth)

    def _sides(self, state: State, split: Split, depth: int) -> Iterator[Branch]:
        for side in divided(state, split):
            yield from self._branches(side, depth + 1)

    def _stricter(self, settled: Branch, state: State, depth: int) -> list[Branch]:
        """Divide a branch with a weak sign where that shows a strict one."""
        further = undivided(state)
        if settled.sign not in ("nonnegative", "nonpositive") or further is None:
            return [settled]
        try:
            sides = list(self._sides(state, further, depth))
        except Undecided:
            return [settled]
        return sides if meet([side.sign for side in sides]) != settled.sign else [settled]

    def _settle(self, state: State) -> Branch:
        algebra = self._algebra(state)
        self._require_denominators(algebra, state)
        values = self._values(self.formula.normal.expression, state, algebra)
        try:
            return self._compared(values, state, algebra)
        except Undecided:
            if not any(isinstance(value, Root) for value in values.values()):
                raise
        return self._through_root(state, algebra)

    def _values(self, expression: Any, state: State, algebra: SignedAlgebra) -> dict[str, Any]:
        formula = compile_formula(expression, self.symbols, algebra)
        return {
            output: formula(*self._arguments(known, state, algebra))
            for output, known in self.case.outputs.items()
        }

    def _through_root(self, state: State, algebra: SignedAlgebra) -> Branch:
        """Compare the roots inside a monotone function."""
        found = composite(
            self.formula.normal.expression,
            lambda quantity: [
                algebra.nonzero(value) for value in self._values(quantity, state, algebra).values()
            ],
        )
        roots = self._values(sympy.sqrt(found.inner), state, algebra)
        turn = 1 if found.rising else -1
        weights = {name: weight * direction(self.metric) for name, weight in self.constraint.margin.items()}
        turned = {name: weight * turn for name, weight in weights.items()}
        top, bottom, _ = margin_of(roots, turned, algebra)
        return self._branch(state, algebra, (top, bottom), squared=True, outer=found.to_dict(weights))

    def _unsigned(self) -> list[Any]:
        return [symbol for symbol, known in self.case.generators.items() if known.sign == "real"]

    def _arguments(self, known: Mapping[Any, Any], state: State, algebra: SignedAlgebra) -> list[Any]:
        zero = algebra.number(Fraction(0))
        return [
            algebra.element(replaced(known[symbol], state.replaced)) if symbol in self.used else zero
            for symbol in self.symbols
        ]

    def _compared(self, values: Mapping[str, Any], state: State, algebra: SignedAlgebra) -> Branch:
        if absent(*(values[name] for name in self.constraint.margin)):
            return Branch.without_margin(state.path, "undefined")
        top, bottom, squared = margin_of(values, self.constraint.margin, algebra)
        return self._branch(state, algebra, (direction(self.metric) * top, bottom), squared=squared)

    def _branch(
        self,
        state: State,
        algebra: SignedAlgebra,
        margin: tuple[Any, Any],
        *,
        squared: bool,
        outer: dict[str, Any] | None = None,
    ) -> Branch:
        sign = product(*map(algebra.polynomial, margin))
        if sign is None or algebra.polynomial(margin[1]) not in ("positive", "negative"):
            raise Undecided("the margin's coefficients have both signs")
        return replace(Branch.build(state.path, algebra, *margin, sign, squared), outer=outer)
