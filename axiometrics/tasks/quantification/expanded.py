"""The value of a formula as an expression in the shares of every class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, reduce
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.quotients import equal
from axiometrics.formulas.arithmetics.signs import ABOVE, Sign, rational_sign
from axiometrics.formulas.existence import NOWHERE, Existence, Signs
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined
from axiometrics.formulas.normal import Normal
from axiometrics.tasks.parametric import ParametricCase
from axiometrics.tasks.quantification.view import QUANTITIES

MOST_OPERATIONS = 120
"""What is brought to lowest terms may have so many: for a few hundred, with logarithms, SymPy takes many minutes."""

if TYPE_CHECKING:
    from sympy import Expr


def expanded(formula: Formula, system: Sequence[Any], gold: Sequence[Any]) -> Expr:
    """Return the value of a formula as an expression in the shares of every class; the last ones are kept.

    >>> from axiometrics.metrics import metrics
    >>> a, b = sympy.symbols("a b", positive=True)
    >>> sympy.expand(expanded(metrics("quantification")["se"].formula, (a, 1 - a), (b, 1 - b)))
    a**2 - 2*a*b + b**2
    """
    return _expanded(formula, tuple(system), tuple(gold))


@lru_cache(maxsize=1024)
def _expanded(formula: Formula, system: tuple[Any, ...], gold: tuple[Any, ...]) -> Expr:
    at = classes_of(system, gold)
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


@lru_cache(maxsize=256)
def in_shares(formula: Formula, classes: int) -> Formula:
    """Return a formula for a number of classes as a function of the system's and the gold shares."""
    system, gold = ([sympy.Symbol(f"{side}_{k}") for k in range(1, classes + 1)] for side in "pq")
    value = expanded(formula, system, gold)
    normal = Normal(value, {}, total=formula.normal.stated, stated=formula.normal.stated)
    return Formula(formula.graph, value, normal, (*system, *gold), formula.variables)


def classes_of(system: Sequence[Any], gold: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return p, q, P, Q and k of every class; all classes together have the share 1."""
    sums = [[*list(accumulate(side))[:-1], sympy.S.One] for side in (system, gold)]
    return [
        tuple(map(sympy.sympify, row))
        for row in zip(system, gold, *sums, range(1, len(gold) + 1), strict=True)
    ]


Sides = tuple[list[Any], list[Any]]
"""The system's and the gold's shares, or masses, class by class."""


def told_of(
    formula: Formula,
    shares: Mapping[str, Sides],
    masses: Mapping[str, Sides],
    apart: Sequence[Sequence[tuple[Any, Any]]],
) -> dict[str, Any]:
    """Return what every class, or pair of classes, of each output offers of what the formula asks for."""
    domains = sorted({atom.domain for atom in formula.atoms})
    names = [str(name) for name in formula.variables]
    asked = {str(name) for atom in formula.atoms for name in atom.body.free_symbols}
    found = {}
    for output, pair in shares.items():
        at = classes_of(*pair)
        rows = {
            domain: [
                {name: value for name, value in zip(names, (*one, *other), strict=False) if name in asked}
                for one in at
                for other in (at if domain == "class_pairs" else [()])
            ]
            for domain in domains
        }
        known = {
            f"{side}_{k}": mass
            for side, entries in zip("pq", masses[output], strict=True)
            for k, mass in enumerate(entries, 1)
        }
        quantities = {"K": len(at), "L": reduce(Smaller, pair[1]), **known}
        found[output] = {"quantities": quantities, "rows": rows, "complete": True}
    return {"outputs": found, **({"differ": apart} if apart else {})}


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
    apart = _order(*args) if expression.func in (Larger, Smaller) else None
    if apart in (-1, 0, 1):
        first = apart == 0 or (apart > 0) == (expression.func is Larger)
        found = args[0] if first else args[1]
    else:
        if expression.func in (Larger, Smaller):
            args.sort(key=sympy.default_sort_key)  # so that equal values are written alike
        found = expression.func(*args)
    if found.is_number and found.is_extended_real is False and found is not sympy.zoo:
        return NOWHERE  # SymPy has imaginary roots and logarithms
    return existence.kept(found, args) if existence else found


def _order(one: Expr, other: Expr) -> Any:
    """Return the sign of a difference, as far as it is seen; of what SymPy would look at for very long, none."""
    apart = one - other
    return None if apart.free_symbols and apart.has(sympy.tanh) else sympy.sign(apart)


def _chosen(func: Any, args: list[Any]) -> Expr:
    """Return the side of a ratio or guard that a number decides; no value stays a node of its own."""
    value, quantity, otherwise = args
    if not quantity.is_number:
        return func(*args)
    if quantity == 0:
        return Guard(sympy.S.Zero, sympy.S.Zero, otherwise) if isinstance(otherwise, Undefined) else otherwise
    return value / quantity if func is Ratio else value


@lru_cache(maxsize=1024)
def alike(first: Expr, other: Expr) -> bool:
    """Whether two expressions are written alike, at the latest once they are multiplied out."""
    if first == other or equal(first, other):
        return True
    if sympy.expand(first) == sympy.expand(other):
        return True
    one, two = (in_one_order(_ordered(each)) for each in (first, other))
    return bool(one == two or sympy.expand(one - two) == 0)


def is_there(value: Expr, case: ParametricCase) -> bool:
    """Whether a value is there, or infinite as it is stated, whatever the shares: nothing else is divided by zero."""
    asked = [part.args[1] for part in value.atoms(Ratio, Guard) if isinstance(part.args[2], Undefined)]
    with suppress(NotSymbolicError):
        return not value.has(sympy.nan, sympy.zoo) and all(_sign(each, case) == "positive" for each in asked)
    return False


def _sign(value: Expr, case: ParametricCase) -> Sign | None:
    """Return whether a value is positive, or not negative, as far as it or its parts show it."""
    if isinstance(value, Ratio | Guard | Smaller):
        signs = {_sign(part, case) for part in value.args if not isinstance(part, Undefined)}
        every: Sign = "positive" if signs == {"positive"} else "nonnegative"
        return None if None in signs else every
    parts = sympy.Add.make_args(value)
    least = next((part for part in parts if isinstance(-part, Smaller)), None)
    if least is not None:  # what is taken away is no more than either of two
        return _strictest(_sign(value - least - each, case) for each in (-least).args)
    found = [_sign(part, case) for part in parts] if len(parts) > 1 else [None]
    whole = None if value.has(Ratio, Guard, Larger) else rational_sign(value, case.positive, case.nonnegative)
    return _strictest((whole, None if None in found else _strictest(found)))


def _strictest(signs: Iterable[Sign | None]) -> Sign | None:
    found = {*signs} & ABOVE
    return "positive" if "positive" in found else "nonnegative" if found else None


def _ordered(expression: Expr) -> Expr:
    """Write what extremes are taken of as quotients in lowest terms, in one order, so that equal extremes are alike."""
    if not expression.args:
        return expression
    args = [_ordered(part) for part in expression.args]
    if expression.func is Guard and args[0] == args[2]:
        return args[0]
    if expression.func in (Larger, Smaller):
        if max(map(sympy.count_ops, args)) > MOST_OPERATIONS:
            raise NotSymbolicError(f"an extreme of more than {MOST_OPERATIONS} operations is swept only")
        args = sorted(map(sympy.cancel, args), key=sympy.default_sort_key)
        if args[0] == args[1]:
            return args[0]
    return expression.func(*args)


def in_one_order(expression: Expr) -> Expr:
    """Write extremes of extremes as one, with their parts in one order, so that the same extremes are alike.

    >>> a, b, c = sympy.symbols("a b c")
    >>> in_one_order(Smaller(Smaller(a, b), c)) == in_one_order(Smaller(Smaller(c, b), a))
    True
    """
    if not expression.args:
        return expression
    if expression.func not in (Larger, Smaller):
        return expression.func(*map(in_one_order, expression.args))
    first, *others = sorted(map(in_one_order, parts_of(expression)), key=sympy.default_sort_key)
    for other in others:
        first = expression.func(first, other)
    return first


def parts_of(extreme: Expr) -> set[Any]:
    """Return what an extreme, and those of its kind inside it, is taken of."""
    return set().union(*(parts_of(part) if part.func is extreme.func else {part} for part in extreme.args))
