"""One attempt at a proof: a formula on one parametric case, its branches, and the margin's sign in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, Literal

import sympy
from sympy import Expr

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import UNIT
from axiometrics.checker.prove.algebra import (
    LOG_TWO,
    SignedAlgebra,
    Split,
    State,
    Undecided,
    divided,
    excluded,
    left_of,
    meet,
    replaced,
    undivided,
)
from axiometrics.checker.prove.certificate import Branch, BranchSign, Certificate, PartSign
from axiometrics.checker.prove.comparing import margin_of
from axiometrics.checker.prove.lines import composite
from axiometrics.checker.scores import orientation_sign
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.budget import BudgetError, budget
from axiometrics.formulas.arithmetics.quotients import are_apart, equal
from axiometrics.formulas.arithmetics.roots import Root
from axiometrics.formulas.arithmetics.signs import Sign, product
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.nodes import Letter, Undefined
from axiometrics.formulas.undefined import Infinity, absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.parametric import ParametricCase, degree

DEEPEST = 9
"""Case distinctions inside each other, at most."""
FEW = 20_000
"""Products of terms that it may take to see that there is a value, where the sign is known without."""


@dataclass(frozen=True)
class Side:
    """A branch whose sign is known, and how to write it down: few of those that are tried become part of a proof."""

    sign: BranchSign
    write: Callable[[], Branch]
    squared: bool = False
    beyond: bool = False
    """Whether some value is infinite in it."""

    @classmethod
    def without_margin(cls, path: object, sign: Literal["undefined", "impossible"]) -> Side:
        """Return a branch in which there is no margin to look at."""
        return cls(sign, lambda: Branch.without_margin(path, sign))


@dataclass(frozen=True)
class Settled:
    """The sign of the margin in one parametric case, "undefined" where it has none, and the argument.

    Where ``total`` is wrong the argument speaks only of the outputs that have a value; ``scales`` says how many times
    every output has the same items, if that is the argument.
    """

    sign: PartSign
    tactic: str
    attempt: Attempt
    branches: Sequence[Side]
    note: str
    total: bool
    scales: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def certificate(self) -> Certificate:
        """The argument as data, written when it is asked for."""
        made = self.attempt
        branches = [side.write() for side in self.branches]
        return Certificate.build(made.case, made.constraint, branches, self.note, made.used, self.scales)


class Attempt:
    """One parametric case of one metric and margin: the branches of its proof."""

    def __init__(
        self,
        metric: Metric,
        constraint: Constraint,
        case: ParametricCase,
        *,
        even_roots: bool = False,
        reduced: bool = False,
    ) -> None:
        self.written = {"even_roots": even_roots, "reduced": reduced}
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

    def run(self) -> Settled | None:
        """Return the margin's sign, "undefined" where there is none, None where branches disagree; raises Undecided."""
        if self._equal() and ((defined := self._defined()) or self.metric.is_partial):
            note = "every reduction has the same value in all outputs"
            return Settled("zero", "equal reductions", self, [], note, defined or self._has_values())
        branches = list(self._branches(self._start()))
        signs = {branch.sign for branch in branches} - {"impossible"}
        sign: Any = "undefined" if signs == {"undefined"} else meet([*signs])
        if sign is None:
            return None
        tactic = "coefficient signs"
        if any(branch.squared for branch in branches):
            tactic = "coefficient signs of squares"
        if any(branch.beyond for branch in branches):
            tactic += " and infinite values"
        if len(branches) > 1:
            tactic += f" in {len(branches)} cases"
        note = "margin times its positive denominators"
        return Settled(sign, tactic, self, branches, note, all(side.sign != "undefined" for side in branches))

    def equal_values(self) -> Settled | None:
        """Return that every case ties where the formula is the same function of the same in all outputs, else None.

        What functions and conventions come to is not asked: they are equal where what they are of is.
        """
        plain = self.formula.normal.expression
        if plain.has(sympy.oo) or not self._ties_if_equal():  # infinity has no exact value to compare
            return None
        outputs = self.case.outputs.values()
        values = [{symbol: sympy.sympify(known[symbol]) for symbol in self.used} for known in outputs]
        if any(are_apart(plain, plain, values[0], other) for other in values[1:]):
            return None
        first, *others = map(plain.xreplace, values)
        same = all(equal(first, other) for other in others)
        defined = same and (self.formula.normal.safe or self._defined(by_sums=True) or self._is_evident())
        if not same or not (defined or self.metric.is_partial):
            return None
        note = "the formula has the same value in all outputs"
        return Settled("zero", "equal values", self, [], note, defined or self._has_values())

    def in_proportion(self) -> Settled | None:
        """Return that every case ties where outputs are multiples, and the formula is the same of all multiples."""
        case, defined = self.case, False
        if not case.scales or case.formula is not None or not self._ties_if_equal():
            return None
        with suppress(NotSymbolicError):
            if degree(self.formula.expression, case.degrees) not in (0, None):
                return None
            defined = self.formula.normal.safe or self._defined(by_sums=True) or self._is_evident()
            self.used = [symbol for symbol in self.used if symbol in self.formula.globals]
            if defined or self.metric.is_partial:
                note = "all counts are multiples, and the formula is the same of all of these"
                return Settled("zero", "proportional counts", self, [], note, defined, case.scales)
        return None

    def _is_evident(self) -> bool:
        """Whether evidently every output has a value; logarithms of numbers beyond 1 are any positive numbers."""
        first, *others = self.case.outputs.values()
        known = {
            symbol: first[symbol]
            for symbol in self.symbols
            if getattr(first.get(symbol), "is_Integer", False)
        }
        same = all(other[symbol] == value for other in others for symbol, value in known.items())
        if self.formula.normal.partial or not same:
            return False
        plain = self.formula.normal.expression.xreplace(known)
        logs = [part for part in plain.atoms(sympy.log) if part.args[0].is_Integer and part.args[0] > 1]
        names = {part: sympy.Symbol(f"log:{part.args[0]}") for part in logs}
        state = self._start()
        algebra = self._algebra(replace(state, positive=state.positive | {*names.values()}), by_sums=True)

        def values(expression: Any) -> list[Any]:
            value = compile_formula(expression, (*self.symbols, *names.values()), algebra)
            further = [algebra.element(name) for name in names.values()]
            return [value(*self._arguments(each, state, algebra), *further) for each in (first, *others)]

        with suppress(Undecided, Split, NotSymbolicError, BudgetError), budget(FEW):
            plain = plain.xreplace(names)
            for base in _denominators(plain):
                _require_nonzero(algebra, values(base))
            return not absent(*values(plain))
        return False

    def evaluated(self) -> tuple[dict[str, Any], SignedAlgebra]:
        """Return every output's value where no distinction is needed. Raises Split and Undecided."""
        state = self._start()
        algebra = self._algebra(state)
        self._require_denominators(algebra, state)
        return self._values(self.formula.normal.expression, state, algebra), algebra

    def _start(self) -> State:
        positive = frozenset([*self.case.positive, LOG_TWO])
        return State((), {}, positive, frozenset(self.case.nonnegative), sums=self.sums)

    def _equal(self) -> bool:
        first, *others = self.case.outputs.values()
        return self._ties_if_equal() and all(
            equal(first[symbol], other[symbol]) for other in others for symbol in self.used
        )

    def _ties_if_equal(self) -> bool:
        """Whether equal scores make the margin zero."""
        return sum(self.constraint.margin.values()) == 0 and UNIT not in self.constraint.margin

    def _defined(self, *, by_sums: bool = False) -> bool:
        """Whether there is a value in every output: no plain denominator vanishes, and all else has one."""
        normal = self.formula.normal
        if normal.expression.has(Undefined) or not normal.total:
            return False
        state = self._start()
        try:
            self._require_denominators(self._algebra(state, by_sums=by_sums), state)
        except (Undecided, Split, NotSymbolicError):
            return False
        return True

    def _has_values(self) -> bool:
        """Whether case distinctions show that every output has a value; whatever is in their way, it is not known."""
        try:
            with budget(FEW):
                return all(side.sign != "undefined" for side in self._branches(self._start()))
        except Exception:
            return False

    def _require_denominators(self, algebra: SignedAlgebra, state: State) -> None:
        for base in _denominators(self.formula.normal.expression):
            value = compile_formula(base, self.symbols, algebra)
            _require_nonzero(
                algebra,
                [value(*self._arguments(each, state, algebra)) for each in self.case.outputs.values()],
            )

    def _algebra(self, state: State, *, by_sums: bool = False) -> SignedAlgebra:
        generators = sorted(
            {*state.positive, *state.nonnegative, *self._unsigned()} - set(state.replaced),
            key=attrgetter("name"),
        )
        found = SignedAlgebra(generators, state.positive, state.nonnegative, **self.written)
        found.infinite = Infinity(1, found.turn)
        if by_sums:
            found.use(left_of(state))
        return found

    def _branches(self, state: State, depth: int = 0) -> Iterator[Side]:
        if depth > DEEPEST:
            raise Undecided("too many case distinctions")
        if excluded(state):
            yield Side.without_margin(state.path, "impossible")
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

    def _sides(self, state: State, split: Split, depth: int) -> Iterator[Side]:
        for side in divided(state, split):
            yield from self._branches(side, depth + 1)

    def _stricter(self, settled: Side, state: State, depth: int) -> list[Side]:
        """Divide a branch with a weak sign where that shows a strict one, or show it by a sum that is never zero."""
        further = undivided(state)
        if settled.sign not in ("nonnegative", "nonpositive") or further is None:
            return [settled]
        with suppress(Undecided):
            sides = list(self._sides(state, further, depth))
            if meet([side.sign for side in sides]) != settled.sign:
                return sides
        return [self._settle(state, by_sums=True)]

    def _settle(self, state: State, *, by_sums: bool = False) -> Side:
        algebra = self._algebra(state, by_sums=by_sums or self.case.by_sums)
        algebra.decisive = self.case.by_sums
        self._require_denominators(algebra, state)
        values = self._values(self.formula.normal.expression, state, algebra)
        try:
            return self._compared(values, state, algebra)
        except Undecided:
            if not any(isinstance(value, Root) for value in values.values()):
                raise
        return self._through_root(state, algebra)

    def _values(self, expression: Expr, state: State, algebra: SignedAlgebra) -> dict[str, Any]:
        formula = compile_formula(expression, self.symbols, algebra)
        found = {
            output: formula(*self._arguments(known, state, algebra))
            for output, known in self.case.outputs.items()
        }
        return {**found, UNIT: algebra.number(Fraction(1))} if UNIT in self.constraint.margin else found

    def _through_root(self, state: State, algebra: SignedAlgebra) -> Side:
        """Compare the roots inside a monotone function."""
        if UNIT in self.constraint.margin:
            raise Undecided("a function of a root is not compared with a number")
        found = composite(
            self.formula.normal.expression,
            lambda quantity: [
                algebra.nonzero(value) for value in self._values(quantity, state, algebra).values()
            ],
        )
        roots = self._values(sympy.sqrt(found.inner), state, algebra)
        turn = 1 if found.rising else -1
        weights = {
            name: weight * orientation_sign(self.metric) for name, weight in self.constraint.margin.items()
        }
        turned = {name: weight * turn for name, weight in weights.items()}
        top, bottom, _ = margin_of(roots, turned, algebra)
        return self._branch(state, algebra, (top, bottom), squared=True, outer=found.to_dict(weights))

    def _unsigned(self) -> list[Any]:
        return [symbol for symbol, known in self.case.generators.items() if known.sign == "real"]

    def _arguments(self, known: Mapping[Any, Any], state: State, algebra: SignedAlgebra) -> list[Any]:
        zero = algebra.number(Fraction(0))
        found = (known[symbol] if symbol in self.used else zero for symbol in self.symbols)
        return [
            value if value is zero else algebra.infinite if value is sympy.oo
            else algebra.element(replaced(value, state.replaced))
            for value in found
        ]  # fmt: skip

    def _compared(self, values: Mapping[str, Any], state: State, algebra: SignedAlgebra) -> Side:
        if absent(*(values[name] for name in self.constraint.margin)):
            return Side.without_margin(state.path, "undefined")
        if any(isinstance(values[name], Infinity) for name in self.constraint.margin):
            return self._beyond(values, state)
        top, bottom, squared = margin_of(values, self.constraint.margin, algebra)
        return self._branch(state, algebra, (orientation_sign(self.metric) * top, bottom), squared=squared)

    def _beyond(self, values: Mapping[str, Any], state: State) -> Side:
        """Compare values of which some are infinite, to one side; or both of two, where those of one sign tie."""
        weights, turn = self.constraint.margin, orientation_sign(self.metric)
        ends = {n: each.sign for n in weights if isinstance(each := values[n], Infinity)}
        total = turn * sum(weights[name] * sign for name, sign in ends.items())
        pair = sorted(weights.values()) == [-1, 1] and UNIT not in weights
        ties = pair and get_task(self.metric.task).infinite_ties
        if not ties and abs(total) != sum(abs(weights[name]) for name in ends):
            raise Undecided("infinity less infinity")
        sign: Sign = "positive" if total > 0 else "negative" if total else "zero"
        return Side(sign, lambda: Branch.beyond(state.path, sign, ends), beyond=True)

    def _branch(
        self,
        state: State,
        algebra: SignedAlgebra,
        margin: tuple[Any, Any],
        *,
        squared: bool,
        outer: dict[str, Any] | None = None,
    ) -> Side:
        sign = product(*map(algebra.polynomial, margin))
        if sign is None or algebra.polynomial(margin[1]) not in ("positive", "negative"):
            raise Undecided("the margin's coefficients have both signs")
        return Side(
            sign,
            lambda: replace(Branch.build(state.path, algebra, *margin, sign, squared), outer=outer),
            squared,
        )


@lru_cache(maxsize=1 << 10)
def _denominators(expression: Expr) -> tuple[Any, ...]:
    """Return what plain quotients divide by, which have no convention for zero."""
    powers = expression.atoms(sympy.Pow)
    return tuple(sorted({power.base for power in powers if power.exp.could_extract_minus_sign()}, key=str))


def _require_nonzero(algebra: SignedAlgebra, values: Sequence[Any]) -> None:
    """Require that what is divided by cannot vanish wherever there is a value. Raises Undecided."""
    for found in values:
        if not absent(found) and algebra.sign(found) not in ("positive", "negative"):
            raise Undecided("a denominator without convention may vanish")
