"""The parametric cases of a constraint: one for each number of classes and each choice of class numbers.

Masses are generators that are never negative, and shares are masses divided by their sum; an amount that may not be
more than a mass splits it into the amount and the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial, reduce
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.quotients import equal
from axiometrics.formulas.existence import Existence, Signs
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined
from axiometrics.formulas.normal import Normal
from axiometrics.tasks.choosing import Answers, GeneratorKey, Impossible, each_choice
from axiometrics.tasks.parametric import CasesOnDemand, ParametricCase, class_scope, measured
from axiometrics.tasks.quantification.batch import MassTable
from axiometrics.tasks.quantification.chooser import Chooser, Generator, Masses, Template
from axiometrics.tasks.quantification.distributions import Distributions
from axiometrics.tasks.quantification.view import QUANTITIES

if TYPE_CHECKING:
    from sympy import Expr

__all__ = ["CLASSES", "VALUE", "expanded", "parametric_cases"]


def expanded(formula: Formula, system: Sequence[Any], gold: Sequence[Any]) -> Expr:
    """Return the value of a formula as an expression in the shares of every class.

    >>> from axiometrics.metrics import metrics
    >>> a, b = sympy.symbols("a b", positive=True)
    >>> sympy.expand(expanded(metrics("quantification")["se"].formula, (a, 1 - a), (b, 1 - b)))
    a**2 - 2*a*b + b**2
    """
    at = _classes(system, gold)
    whole = {QUANTITIES[0]: sympy.Integer(len(at)), QUANTITIES[1]: folded(reduce(Smaller, gold))}
    existence = Existence(Signs()) if formula.normal.partial or not formula.normal.total else None
    atoms = {}
    for symbol, atom in formula.normal.atoms.items():
        pairs = [(one, other) for one in at for other in (at if atom.domain == "class_pairs" else [one])]
        terms = [
            folded(
                atom.body, {**whole, **dict(zip(formula.variables, (*one, *other), strict=True))}, existence
            )
            for one, other in pairs
        ]
        total = sympy.Add(*terms)
        atoms[symbol] = existence.kept(total, terms) if existence else total
    return folded(formula.normal.expression, {**whole, **atoms}, existence)


def _classes(system: Sequence[Any], gold: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return p, q, P, Q and k of every class; all classes together have the share 1."""
    sums = [[*list(accumulate(side))[:-1], sympy.S.One] for side in (system, gold)]
    return [
        tuple(map(sympy.sympify, row))
        for row in zip(system, gold, *sums, range(1, len(gold) + 1), strict=True)
    ]


def folded(
    expression: Expr, values: Mapping[Any, Any] | None = None, existence: Existence | None = None
) -> Expr:
    """Put in values, and compute extremes, ratios and guards where numbers decide them.

    With ``existence``, what may have no value stays.

    >>> x = sympy.Symbol("x")
    >>> folded(Larger(sympy.Integer(2), sympy.Integer(-2)) * Ratio(x, sympy.Integer(4), x))
    x/2
    """
    if not expression.args:
        return (values or {}).get(expression, expression)
    args = [folded(part, values, existence) for part in expression.args]
    if expression.func in (Ratio, Guard):
        return _chosen(expression.func, args)
    apart = sympy.sign(args[0] - args[1]) if expression.func in (Larger, Smaller) else None
    if apart in (-1, 0, 1):
        first = apart == 0 or (apart > 0) == (expression.func is Larger)
        found = args[0] if first else args[1]
    else:
        if expression.func in (Larger, Smaller):
            args.sort(key=sympy.default_sort_key)  # so that equal values are written alike
        found = expression.func(*args)
    return existence.kept(found, args) if existence else found


def _chosen(func: Any, args: list[Any]) -> Expr:
    """Return the side of a ratio or guard that a number decides; no value stays a node of its own."""
    value, quantity, otherwise = args
    if not quantity.is_number:
        return func(*args)
    if quantity == 0:
        return Guard(sympy.S.Zero, sympy.S.Zero, otherwise) if isinstance(otherwise, Undefined) else otherwise
    return value / quantity if func is Ratio else value


CLASSES = (2, 3, 4, 5)
VALUE = sympy.Symbol("value")
"""Stands for the whole formula where it is the same expression in both outputs."""


class _Symbols(Chooser):
    """Answers with symbols for masses; ``split`` has the masses of which an amount was taken: it and the rest."""

    def __init__(self, answers: Answers, number: int) -> None:
        super().__init__(answers, number)
        self.case = ParametricCase()
        self.split: dict[Any, Any] = {}

    def whole(self) -> Expr:
        return self.case.generator("t", "positive", "the whole mass", None)

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

    def amount(self, name: str, *limits: object) -> Expr:
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

    def require(self, condition: Expr) -> None:
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
    return CasesOnDemand(_parts(GeneratorKey(generator)), lambda part: _case(part, formula))


class _Part:
    """One choice of class numbers with its template; what all formulas' cases share is made with its first use."""

    def __init__(self, chooser: _Symbols, template: Template, scope: str) -> None:
        self.chooser, self.template, self.scope = chooser, template, scope

    @cached_property
    def masses(self) -> Mapping[str, tuple[list[Any], list[Any]]]:
        """The system's and the gold masses of every output; raises NotSymbolicError."""
        case, split = self.chooser.case, self.chooser.split
        case.where = {"classes": self.chooser.number} | self.chooser.answers.made
        case.scope = self.scope
        masses = {
            name: (_unsplit(system, split), _unsplit(gold, split))
            for name, (system, gold) in self.template.outputs.items()
        }
        case.define(
            [
                (mass, measured(f"{side}_{k}", output))
                for output, pair in masses.items()
                for side, entries in zip("pq", pair, strict=True)
                for k, mass in enumerate(entries, 1)
            ]
        )
        return masses

    @cached_property
    def shares(self) -> Mapping[str, tuple[list[Any], list[Any]]]:
        """The system's and the gold shares of every output; raises NotSymbolicError."""
        return {name: (_shares(system), _shares(gold)) for name, (system, gold) in self.masses.items()}

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


def _unsplit(masses: Masses, split: Mapping[Any, Any]) -> list[Any]:
    """Write masses of which an amount was taken as the amount and the rest."""
    return [sympy.sympify(part).xreplace(split) for part in masses]


@lru_cache(maxsize=64)
def _parts(key: GeneratorKey) -> tuple[_Part, ...]:
    """Return every choice of class numbers of a generator, for all formulas; raises NotSymbolicError."""
    made = [
        found for number in CLASSES for found in each_choice(key.generator, partial(_Symbols, number=number))
    ]
    scope = class_scope([chooser.number for chooser, _ in made])
    return tuple(_Part(chooser, template, scope) for chooser, template in made)


def _case(part: _Part, formula: Formula) -> ParametricCase:
    """Return the case, with what its outputs are as data."""
    return replace(_valued(part, formula), told=lambda: _told(part, formula))


def _told(part: _Part, formula: Formula) -> dict[str, Any]:
    """Return what every class, or pair of classes, of each output offers of what the formula asks for."""
    domains = sorted({atom.domain for atom in formula.atoms})
    names = [str(name) for name in formula.variables]
    asked = {str(name) for atom in formula.atoms for name in atom.body.free_symbols}
    found = {}
    for output, pair in part.shares.items():
        at = _classes(*pair)
        rows = {
            domain: [
                {name: value for name, value in zip(names, (*one, *other), strict=False) if name in asked}
                for one in at
                for other in (at if domain == "class_pairs" else [()])
            ]
            for domain in domains
        }
        masses = {
            f"{side}_{k}": mass
            for side, entries in zip("pq", part.masses[output], strict=True)
            for k, mass in enumerate(entries, 1)
        }
        quantities = {"K": len(at), "L": reduce(Smaller, pair[1]), **masses}
        found[output] = {"quantities": quantities, "rows": rows, "complete": True}
    return {"outputs": found}


def _valued(part: _Part, formula: Formula) -> ParametricCase:
    """Write a case by the value alone where it is the same in every output, else by all shares."""
    if len(part.shares) == 1 and (found := _with_distances(part.chooser.case, part.shares, formula)):
        return found
    classes = max(len(gold) for _, gold in part.shares.values())
    differ = part.differ(formula)
    if not differ or _written(formula, classes).normal.expression.has(Smaller):
        values = {name: expanded(formula, *pair) for name, pair in part.shares.items()}
        first, *others = values.values()
        same = others and not differ and not first.has(Undefined)
        if same and all(_same(first, other) for other in others):
            whole = _formula(VALUE, [VALUE], formula)
            return replace(
                part.chooser.case, formula=whole, outputs={name: {VALUE: first} for name in values}
            )
        if any(value.has(Smaller) for value in values.values()):
            raise NotSymbolicError("the smallest of many shares is swept only")
    return _with_shares(part.chooser.case, part.shares, formula)


def _with_distances(
    case: ParametricCase, shares: Mapping[str, Any], formula: Formula
) -> ParametricCase | None:
    """Write the value of the one output with distances, which are never negative: |x - y|, and its even powers.

    The larger of two is half their sum and half their distance, the smaller half their sum less half their distance.
    None where that does not make it a quotient of polynomials.
    """
    generators = dict(case.generators)
    known: dict[Any, Any] = {}

    def distance(difference: Expr) -> Expr:
        apart = sympy.cancel(difference)
        apart = -apart if apart.could_extract_minus_sign() else apart
        if apart.is_number:
            return abs(apart)
        if apart not in known:
            known[apart] = symbol = sympy.Symbol(f"a{len(known) + 1}")
            there = case.measured(apart)
            generators[symbol] = case.known("nonnegative", f"|{apart}|", Larger(there, -there))
        return known[apart]

    def written(expression: Expr) -> Expr:
        if not expression.args:
            return expression
        args = [written(part) for part in expression.args]
        if expression.func in (Larger, Smaller):
            turn = 1 if expression.func is Larger else -1
            return (args[0] + args[1] + turn * distance(args[0] - args[1])) / 2
        if expression.is_Pow and expression.exp.is_Integer and expression.exp % 2 == 0 and args[0].is_Add:
            return distance(args[0]) ** expression.exp
        return expression.func(*args)

    values = {name: {VALUE: written(expanded(formula, *pair))} for name, pair in shares.items()}
    plain = all(part.is_rational_function(*generators) for each in values.values() for part in each.values())
    if not known or not plain:
        return None
    whole = _formula(VALUE, [VALUE], formula)
    return replace(case, formula=whole, outputs=values, generators=generators)


def _same(first: Expr, other: Expr) -> bool:
    """Whether two expressions are written alike, at the latest once they are multiplied out."""
    if first == other or equal(first, other):
        return True
    if sympy.expand(first) == sympy.expand(other):
        return True
    one, two = map(_ordered, (first, other))
    return bool(one == two or sympy.expand(one - two) == 0)


def _ordered(expression: Expr) -> Expr:
    """Write what extremes are taken of as quotients in lowest terms, in one order, so that equal extremes are alike."""
    if not expression.args:
        return expression
    args = [_ordered(part) for part in expression.args]
    if expression.func in (Larger, Smaller):
        args = sorted(map(sympy.cancel, args), key=sympy.default_sort_key)
        if args[0] == args[1]:
            return args[0]
    return expression.func(*args)


def _with_shares(case: ParametricCase, shares: Mapping[str, Any], formula: Formula) -> ParametricCase:
    """Write the formula in the shares of the classes, the same for every output."""
    (classes, *others) = {len(gold) for _, gold in shares.values()}
    if others:
        raise NotSymbolicError("formulas with different numbers of classes are swept only")
    written = _written(formula, classes)
    outputs = {
        name: dict(zip(written.globals, (*system, *gold), strict=True))
        for name, (system, gold) in shares.items()
    }
    return replace(case, formula=written, outputs=outputs)


@lru_cache(maxsize=256)
def _written(formula: Formula, classes: int) -> Formula:
    """Return a formula for a number of classes as a function of the system's and the gold shares."""
    system, gold = ([sympy.Symbol(f"{side}_{k}") for k in range(1, classes + 1)] for side in "pq")
    return _formula(expanded(formula, system, gold), [*system, *gold], formula)


def _formula(expression: Expr, symbols: Sequence[Any], formula: Formula) -> Formula:
    normal = Normal(expression, {}, total=formula.normal.stated, stated=formula.normal.stated)
    return Formula(formula.graph, expression, normal, tuple(symbols), formula.variables)


def _shares(masses: Sequence[Any]) -> list[Any]:
    total = sympy.Add(*masses)
    return [mass / total for mass in masses]
