"""The parametric cases of a constraint: one for each number of classes and each choice of class numbers.

Masses are generators that are never negative, and shares are masses divided by their sum; an amount that may not be
more than a mass splits it into the amount and the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Smaller
from axiometrics.formulas.normal import Normal
from axiometrics.tasks.choosing import Answers, GeneratorKey, Impossible, each_choice
from axiometrics.tasks.parametric import CasesOnDemand, ParametricCase, class_scope, measured
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.quantification.batch import MassTable
from axiometrics.tasks.quantification.chooser import Chooser, Generator, Masses, Template
from axiometrics.tasks.quantification.distances import Bound, Distances, is_root
from axiometrics.tasks.quantification.expanded import (
    alike,
    expanded,
    in_one_order,
    in_shares,
    is_there,
    told_of,
)

if TYPE_CHECKING:
    from sympy import Expr

CLASSES = (2, 3, 4, 5)
VALUE, SQUARE = sympy.symbols("value value_squared")
"""Stand for the whole formula, and its square, where it is written by its values."""

WHOLE = sympy.Symbol("t")
"""The mass of every distribution."""
NOTHING = ("zero", "negative", "nonpositive")
"""Signs of what no amount is taken of."""


class Symbols(Chooser):
    """Answers with symbols for masses; ``split`` has the masses of which an amount was taken: it and the rest.

    ``of_shares`` says that masses are shares: a mass that is more than another one is that and an excess, and other
    conditions are dropped, so that there are more cases than those that the generator makes. With ``summed`` the
    whole mass is what the masses of the first distribution add up to, and limits that are differences are dropped.
    """

    def __init__(
        self,
        answers: Answers,
        number: int,
        *,
        of_shares: bool = False,
        summed: bool = False,
    ) -> None:
        super().__init__(answers, number)
        self.summed, self.case = summed, ParametricCase()
        self.split: dict[Any, Any] = {}
        self.of_shares = of_shares
        self.apart: list[tuple[Masses, Masses]] = []
        self.totals: list[Any] = []

    def whole(self) -> Expr:
        """Return the symbol of the whole."""
        return self.case.generator("t", "positive", "the whole mass", None)

    def masses(
        self, name: str, *, full: bool = False, like: Masses | None = None, low: int = 1, high: int = 0
    ) -> Masses:
        """Return symbols, one for each class."""
        if like is not None:
            raise NotSymbolicError("distributions that agree in some classes are swept only")
        found = [
            self.case.generator(
                self.case.named_once(f"{name}_{k}"),
                "positive" if full else "nonnegative",
                f"{'part of the whole' if self.summed else 'mass'} of class {k} in {name}",
                None,
            )
            for k in range(1, self.number + 1)
        ]
        self.case.sums.append(tuple(found))
        self.totals.append(sympy.Add(*found))
        return Masses(found)

    def amount(self, name: str, *limits: object) -> Expr:
        """Return the symbol of an amount, by which masses that limit it are divided."""
        once = self.case.named_once(name)
        found = self.case.generator(once, "positive", f"the mass {name}", sympy.Symbol(name))
        for limit in limits or [WHOLE]:
            if limit in self.case.generators and limit not in self.split:
                self._divide(limit, found, "nonnegative", f"besides {name}")
            elif self.of_shares:
                self._solve(sympy.sympify(limit), found, name)
            else:
                raise NotSymbolicError("an amount up to a difference of masses is swept only")
        return found

    def _divide(self, mass: Any, part: Expr, sign: Any, meaning: str) -> None:
        """Write a mass as a part of it and the rest, whose symbol it becomes."""
        known = self.case.generators[mass]
        self.case.generators[mass] = self.case.known(sign, f"{known.meaning} {meaning}", None)
        self.case.sums = [group for group in self.case.sums if mass not in group]
        self.split[mass] = part + mass

    def _solve(self, limit: Expr, part: Expr, name: str) -> None:
        """Write a mass so that a difference is a part of it and the rest, whose symbol the mass becomes."""
        whole = sympy.expand(self.unsplit(limit))
        for total in (WHOLE, *self.totals):
            limited = sympy.expand(self.unsplit(limit.xreplace({WHOLE: total})))
            if rational_sign(limited, self.case.positive, self.case.nonnegative) in NOTHING:
                raise Impossible
        if self.summed:
            return
        for mass in sorted(whole.free_symbols, key=str)[::-1]:
            if whole.coeff(mass) == 1 and mass in self.case.generators and mass not in self.split:
                self._divide(
                    mass, sympy.expand(part - whole + mass), "nonnegative", f"less others and {name}"
                )
                return
        raise NotSymbolicError("an amount up to a sum of parts is swept only")

    def unsplit(self, mass: Any) -> Expr:
        """Write a mass by its parts."""
        found = sympy.sympify(mass)
        for symbol, value in self.split.items():
            found = found.xreplace({symbol: value})
        return found

    def require(self, condition: Expr) -> None:
        """Keep the cases that meet a condition, or more."""
        if condition is False or condition is sympy.false:
            raise Impossible
        if condition is not True and condition is not sympy.true:
            if not self.of_shares:
                raise NotSymbolicError("a condition on masses is swept only")
            self._ordered(condition)

    def _ordered(self, condition: Expr) -> None:
        """Write the larger of two masses as the smaller one and an excess."""
        if not isinstance(condition, sympy.Rel) or isinstance(condition, sympy.Eq | sympy.Ne):
            return
        low, high = self.unsplit(condition.lts), condition.gts
        strict = isinstance(condition, sympy.StrictLessThan | sympy.StrictGreaterThan)
        if high in self.case.generators and high not in self.split and high not in low.free_symbols:
            self._divide(high, low, "positive" if strict else "nonnegative", f"beyond {low}")

    @property
    def is_summed(self) -> bool:
        """Whether a whole mass can be written as what the masses of a distribution add up to."""
        return WHOLE in self.case.generators and WHOLE not in self.split and bool(self.totals)

    @property
    def total(self) -> Expr:
        """The whole mass in shares."""
        return sympy.expand(self.unsplit(self.totals[0])) if self.summed and self.totals else sympy.S.One

    def differ(self, one: Masses, other: Masses) -> None:
        """Keep two distributions."""
        self.apart.append((one, other))

    def same(self, one: Expr, other: Expr) -> None:
        """Refuse."""
        raise NotSymbolicError("masses that are equal are swept only")

    def is_whole(self, masses: Sequence[Any]) -> bool:
        """Whether masses, written by their parts, are those of all classes, which add up to the whole."""
        total = sympy.expand(sympy.Add(*masses))
        return any(total == sympy.expand(self.unsplit(each)) for each in (WHOLE, *self.totals))


def parametric_cases(generator: Generator, formula: Formula) -> Sequence[ParametricCase]:
    """Return one case for each choice of class numbers, written in several ways; raises NotSymbolicError."""
    key, found = GeneratorKey(generator), []
    if _is_beyond(formula):
        return CasesOnDemand(parts_of(key), partial(_alone, formula=formula))
    try:
        parts = parts_of(key)
        found.append(CasesOnDemand(parts, lambda part: _case(part, formula)))
    except NotSymbolicError:
        parts = ()
    if parts and len(parts[0].template.outputs) == 1:
        ways: tuple[Bound, ...] = ("one", "sum")
    else:
        parts, ways = parts_of(key, of_shares=True), ("detour",)
    found += [CasesOnDemand(parts, partial(_bounded, formula=formula, bound=way)) for way in ways]
    if any(part.chooser.is_summed for part in parts):
        summed = parts_of(key, of_shares=True, summed=True)
        found.append(CasesOnDemand(summed, partial(_bounded, formula=formula, bound="detour")))
    return CasesOnDemand(found[0].parts, found[0].made, found[1:])


def _is_beyond(formula: Formula) -> bool:
    """Whether a formula has what no signs of polynomials are about."""
    parts = (formula.normal.expression, *(atom.body for atom in formula.atoms))
    return any(part.has(sympy.oo, sympy.tanh) for part in parts)


class Part:
    """One choice of class numbers with its template; what all formulas' cases share is made with its first use."""

    def __init__(self, chooser: Symbols, template: Template, scope: str) -> None:
        self.chooser, self.template, self.scope = chooser, template, scope

    @cached_property
    def masses(self) -> Mapping[str, tuple[list[Any], list[Any]]]:
        """The system's and the gold masses of every output; raises NotSymbolicError."""
        case, unsplit = self.chooser.case, self.chooser.unsplit
        case.where = {"classes": self.chooser.number} | self.chooser.answers.made
        case.scope = self.scope
        masses = {
            name: ([*map(unsplit, system)], [*map(unsplit, gold)])
            for name, (system, gold) in self.template.outputs.items()
        }
        case.define(
            [
                (mass, measured(f"{side}_{k}", output))
                for output, pair in masses.items()
                for side, entries in zip("pq", pair, strict=True)
                for k, mass in enumerate(entries if self.chooser.is_whole(entries) else (), 1)
            ]
        )
        return masses

    @cached_property
    def shares(self) -> Mapping[str, tuple[list[Any], list[Any]]]:
        """The system's and the gold shares of every output; raises NotSymbolicError."""
        if self.chooser.of_shares:
            return {
                name: (self._of_whole(system), self._of_whole(gold))
                for name, (system, gold) in self.masses.items()
            }
        return {name: (_shares(system), _shares(gold)) for name, (system, gold) in self.masses.items()}

    def _of_whole(self, masses: Sequence[Any]) -> list[Any]:
        """Return shares: masses are that of the whole, and those of some classes are divided by what they add up to."""
        whole = {} if WHOLE in self.chooser.split else {WHOLE: self.chooser.total}
        shares, total = [part.xreplace(whole) for part in masses], sympy.expand(sympy.Add(*masses))
        if self.chooser.is_whole(masses):
            return shares
        return [share / total.xreplace(whole) for share in shares]

    @cached_property
    def apart(self) -> list[list[tuple[Any, Any]]]:
        """The shares, class by class, of pairs of distributions that are not the same."""
        return [
            [(self.chooser.unsplit(p), self.chooser.unsplit(q)) for p, q in zip(*pair, strict=True)]
            for pair in self.chooser.apart
        ]

    def told(self, formula: Formula) -> dict[str, Any]:
        """Return the outputs as data."""
        return told_of(formula, self.shares, self.masses, self.apart)

    @cached_property
    def example(self) -> MassTable:
        """The outputs of one concrete case: every generator is a prime number."""
        values = {symbol: sympy.prime(place) for place, symbol in enumerate(self.chooser.case.generators, 2)}
        return MassTable.from_tables(
            [
                Distributions.from_masses(*([int(mass.xreplace(values)) for mass in side] for side in pair))
                for pair in self.masses.values()
            ]
        )

    def differ(self, formula: Formula) -> bool:
        """Whether one case shows that a formula has not the same value in all outputs."""
        found = self.example.bounded(formula)
        known = np.isfinite(found.value) & np.isfinite(found.radius)
        return bool(np.all(known) and np.max(found.value - found.radius) > np.min(found.value + found.radius))


@lru_cache(maxsize=64)
def parts_of(key: GeneratorKey, *, of_shares: bool = False, summed: bool = False) -> tuple[Part, ...]:
    """Return every choice of class numbers of a generator, for all formulas; raises NotSymbolicError."""
    made = [
        found
        for number in CLASSES
        for found in each_choice(
            key.generator,
            partial(Symbols, number=number, of_shares=of_shares, summed=summed),
        )
    ]
    scope = class_scope([chooser.number for chooser, _ in made])
    return tuple(Part(chooser, template, scope) for chooser, template in made)


@lru_cache(maxsize=256)
def _case(part: Part, formula: Formula) -> ParametricCase:
    """Return the case, with what its outputs are as data."""
    return replace(_valued(part, formula), told=lambda: part.told(formula))


def _valued(part: Part, formula: Formula) -> ParametricCase:
    """Write a case by the value alone where it is the same in every output, else by all shares."""
    if len(part.shares) == 1 and (found := _with_distances(part, formula)):
        return found
    classes = max(len(gold) for _, gold in part.shares.values())
    differ = part.differ(formula)
    if not differ or in_shares(formula, classes).normal.expression.has(Smaller):
        values = {name: expanded(formula, *pair) for name, pair in part.shares.items()}
        if not differ and (same := _same_value(part, formula, values)):
            return same
        if any(value.has(Smaller) for value in values.values()):
            raise NotSymbolicError("the smallest of many shares is swept only")
    return _with_shares(part.chooser.case, part.shares, formula)


def _alone(part: Part, formula: Formula) -> ParametricCase:
    """Return the case of a formula of which nothing is known but where its value is the same in every output."""
    values = {name: expanded(formula, *pair) for name, pair in part.shares.items()}
    found = None if part.differ(formula) else _same_value(part, formula, values)
    if found is None:
        raise NotSymbolicError("what may be infinite, and hyperbolic tangents, are swept only")
    return replace(found, told=lambda: part.told(formula))


def _same_value(part: Part, formula: Formula, values: Mapping[str, Expr]) -> ParametricCase | None:
    """Write a case by the value alone; None where it is not evidently there and the same, or there is one output."""
    (first, *others), case = values.values(), part.chooser.case
    if not others or not is_there(first, case) or not all(alike(first, other) for other in others):
        return None
    whole = _formula(VALUE, [VALUE], formula)
    return replace(case, formula=whole, outputs={name: {VALUE: first} for name in values})


@lru_cache(maxsize=256)
def _bounded(part: Part, formula: Formula, bound: Bound) -> ParametricCase:
    """Write a case with distances and what bounds them; raises NotSymbolicError."""
    found = _with_distances(part, formula, bound)
    if found is None:
        raise NotSymbolicError("what is no quotient of polynomials in distances is swept only")
    return replace(found, told=lambda: part.told(formula))


def _with_distances(part: Part, formula: Formula, bound: Bound = "none") -> ParametricCase | None:
    """Write the values of the outputs with distances, which are never negative: |x - y|, and its even powers.

    The larger of two is half their sum and half their distance, the smaller half their sum less half their distance.
    A root of such a value is compared through its square. None where no quotient of polynomials is left.
    """
    shares, case = part.shares, part.chooser.case
    case = replace(case, generators=dict(case.generators), sums=list(case.sums))
    distances = Distances(case, bound, [gold for _, gold in shares.values()])
    values = dict(_values(part, formula))
    rooted = all(value == 0 or is_root(value) for value in values.values()) and any(values.values())
    if rooted:
        values = {name: value**2 for name, value in values.items()}
    written = {name: distances.written(value) for name, value in values.items()}
    plain = [is_there(v, case) and v.is_rational_function(*case.generators) for v in written.values()]
    if not all(plain) or not (distances.known or len(shares) > 1):
        return None
    sides = dict.fromkeys(tuple(side) for pair in shares.values() for side in pair)
    distances.never_all_zero(part.apart, list(sides))
    if not all(map(distances.divides_by_some, written.values())):
        return None
    symbol = SQUARE if rooted else VALUE
    whole = _formula(sympy.sqrt(symbol) if rooted else symbol, [symbol], formula)
    return replace(case, formula=whole, outputs={name: {symbol: value} for name, value in written.items()})


@lru_cache(maxsize=256)
def _values(part: Part, formula: Formula) -> Mapping[str, Expr]:
    """Return the values of the outputs in shares, with extremes in one order."""
    return {name: in_one_order(expanded(formula, *pair)) for name, pair in part.shares.items()}


def _with_shares(case: ParametricCase, shares: Mapping[str, Any], formula: Formula) -> ParametricCase:
    """Write the formula in the shares of the classes, the same for every output."""
    (classes, *others) = {len(gold) for _, gold in shares.values()}
    if others:
        raise NotSymbolicError("formulas with different numbers of classes are swept only")
    written = in_shares(formula, classes)
    outputs = {
        name: dict(zip(written.globals, (*system, *gold), strict=True))
        for name, (system, gold) in shares.items()
    }
    return replace(case, formula=written, outputs=outputs)


def _formula(expression: Expr, symbols: Sequence[Any], formula: Formula) -> Formula:
    stated = formula.normal.stated if expression != VALUE else formula.normal.beyond
    normal = Normal(expression, {}, total=stated, stated=stated)
    return Formula(formula.graph, expression, normal, tuple(symbols), formula.variables)


def _shares(masses: Sequence[Any]) -> list[Any]:
    total = sympy.Add(*masses)
    return [mass / total for mass in masses]
