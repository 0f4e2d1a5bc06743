"""The parametric cases of a constraint: one for each number of classes and each choice of class numbers.

Masses are generators that are never negative, and shares are masses divided by their sum; an amount that may not be
more than a mass splits it into the amount and the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Smaller, Undefined
from axiometrics.formulas.normal import Normal
from axiometrics.tasks.parametric import ParametricCase, measured
from axiometrics.tasks.quantification.choosers import following
from axiometrics.tasks.quantification.expansion import expanded
from axiometrics.tasks.quantification.scene import Generator, Impossible, Masses, Scene

__all__ = ["CLASSES", "VALUE", "parametric_cases"]

CLASSES = (2, 3, 4, 5)
VALUE = sympy.Symbol("value")
"""Stands for the whole formula where it is the same expression in both outputs."""


@dataclass
class _Symbols:
    """Answers with given class numbers, and with symbols for masses."""

    number: int
    given: tuple[int, ...]
    case: ParametricCase = field(default_factory=ParametricCase)
    made: list[tuple[str, int, int]] = field(default_factory=list)
    split: dict[Any, Any] = field(default_factory=dict)
    """Masses of which an amount was taken: the amount and the rest."""

    def classes(self, low: int = 2) -> int:
        if self.number < low:
            raise Impossible
        return self.number

    def index(self, name: str, low: int, high: int) -> int:
        if low > high:
            raise Impossible
        place = len(self.made)
        value = self.given[place] if place < len(self.given) else low
        self.made.append((name, value, high))
        return value

    def one_hot(self, number: int) -> Masses:
        whole = self.case.generator("t", "positive", "the whole mass", None)
        return Masses([whole if k == number else sympy.S.Zero for k in range(1, self.number + 1)])

    def masses(
        self, name: str, *, full: bool = False, like: Masses | None = None, low: int = 1, high: int = 0
    ) -> Masses:
        if like is not None:
            raise NotSymbolicError("distributions that agree in some classes are swept only")
        found = [
            self.case.generator(
                f"{name}_{k}", "positive" if full else "nonnegative", f"mass of class {k} in {name}", None
            )
            for k in range(1, self.number + 1)
        ]
        self.case.sums.append(tuple(found))
        return Masses(found)

    def amount(self, name: str, *limits: Any) -> Any:
        found = self.case.generator(name, "positive", f"the mass {name}", sympy.Symbol(name))
        for limit in limits or [sympy.Symbol("t")]:
            if limit not in self.case.generators or limit in self.split:
                raise NotSymbolicError("an amount up to a difference of masses is swept only")
            known = self.case.generators[limit]
            self.case.generators[limit] = self.case.known(
                "nonnegative", f"{known.meaning} besides {name}", None
            )
            self.case.sums = [group for group in self.case.sums if limit not in group]
            self.split[limit] = found + limit
        return found

    def require(self, condition: Any) -> None:
        if condition is False or condition is sympy.false:
            raise Impossible
        if condition is not True and condition is not sympy.true:
            raise NotSymbolicError("a condition on masses is swept only")


def parametric_cases(generator: Generator, formula: Formula) -> Sequence[ParametricCase]:
    """Return one case for each choice of class numbers; raises NotSymbolicError."""
    if formula.normal.expression.has(sympy.oo, sympy.tanh) or any(
        atom.body.has(sympy.oo, sympy.tanh) for atom in formula.atoms
    ):
        raise NotSymbolicError("what may be infinite, and hyperbolic tangents, are swept only")
    made = [(chooser, scene) for number in CLASSES for chooser, scene in _scenes(generator, number)]
    numbers = sorted({chooser.number for chooser, _ in made})
    scope = f"{numbers[0]} to {numbers[-1]} classes" if made else ""
    return [_case(chooser, scene, formula, scope) for chooser, scene in made]


def _scenes(generator: Generator, number: int) -> list[tuple[_Symbols, Scene]]:
    found = []
    given: tuple[int, ...] | None = ()
    while given is not None:
        chooser = _Symbols(number, given)
        try:
            scene = generator(chooser)
        except Impossible:
            pass
        else:
            found.append((chooser, scene))
        given = following(chooser.made)
    return found


def _case(chooser: _Symbols, scene: Scene, formula: Formula, scope: str) -> ParametricCase:
    case = chooser.case
    case.where = {"classes": chooser.number} | {name: value for name, value, _ in chooser.made}
    case.scope = scope
    masses = {
        name: tuple([sympy.sympify(part).xreplace(chooser.split) for part in side] for side in pair)
        for name, pair in scene.outputs.items()
    }
    _define(case, masses)
    shares = {name: tuple(map(_shares, pair)) for name, pair in masses.items()}
    values = {name: expanded(formula, *pair) for name, pair in shares.items()}
    first, *others = values.values()
    if others and not first.has(Undefined) and all(_same(first, other) for other in others):
        case.formula = _formula(VALUE, [VALUE], formula)
        case.outputs = {name: {VALUE: first} for name in values}
        return case
    if any(value.has(Smaller) for value in values.values()):
        raise NotSymbolicError("the smallest of many shares is swept only")
    return _with_shares(case, shares, formula)


def _same(first: Any, other: Any) -> bool:
    """Whether two expressions are written alike, at the latest once they are multiplied out."""
    return bool(first == other or sympy.expand(first) == sympy.expand(other))


def _with_shares(case: ParametricCase, shares: Mapping[str, Any], formula: Formula) -> ParametricCase:
    """Write the formula in the shares of the classes, the same for every output."""
    (classes, *others) = {len(gold) for _, gold in shares.values()}
    if others:
        raise NotSymbolicError("formulas with different numbers of classes are swept only")
    system, gold = ([sympy.Symbol(f"{side}_{k}") for k in range(1, classes + 1)] for side in "pq")
    case.formula = _formula(expanded(formula, system, gold), [*system, *gold], formula)
    case.outputs = {
        name: dict(zip((*system, *gold), (*pair[0], *pair[1]), strict=True)) for name, pair in shares.items()
    }
    return case


def _formula(expression: Any, symbols: Sequence[Any], formula: Formula) -> Formula:
    return Formula(expression, Normal(expression, {}), tuple(symbols), formula.variables)


def _shares(masses: Sequence[Any]) -> list[Any]:
    total = sympy.Add(*masses)
    return [mass / total for mass in masses]


def _define(case: ParametricCase, masses: Mapping[str, Any]) -> None:
    """Define every mass by a share of an output that shows it alone, beside amounts."""
    for output, pair in masses.items():
        for side, entries in zip("pq", pair, strict=True):
            for k, entry in enumerate(entries, 1):
                open_ = [
                    symbol for symbol in entry.free_symbols if case.generators[symbol].definition is None
                ]
                if len(open_) == 1 and entry.coeff(open_[0]) == 1:
                    known = case.generators[open_[0]]
                    definition = measured(f"{side}_{k}", output) - (entry - open_[0])
                    case.generators[open_[0]] = case.known(known.sign, known.meaning, definition)
    if any(known.definition is None for known in case.generators.values()):
        raise NotSymbolicError("no output shows some mass alone")
