"""What a quantification metric sees: two distributions class by class, and the number of classes.

Metrics are traced over symbols; the same formula is then evaluated on one pair of distributions, on a batch, exactly,
or in a proof. At a class, ``p`` is the system's share, ``q`` the gold's, ``P`` and ``Q`` are the shares of this class
and all lower ones together, ``k`` is the class's number from 1 on. In a pair of classes these are of the one, and
``r``, ``s``, ``R``, ``S`` and ``l`` of the other.

Some formulas rise with a sum over the classes of terms of a known kind: `reading` says which terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.nodes import Guard, Larger, Ratio, over
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

if TYPE_CHECKING:
    from sympy import Expr

    from axiometrics.formulas.formula import Formula


class AtClass(NamedTuple):
    """What a class offers."""

    p: Quantity
    q: Quantity
    P: Quantity
    Q: Quantity
    k: Quantity


_AT_NAMES, _OTHER_NAMES = "pqPQk", "rsRSl"
AT, OTHER = (
    AtClass(*(sympy.Symbol(name, real=True) for name in names)) for names in (_AT_NAMES, _OTHER_NAMES)
)
VARIABLES = (*AT, *OTHER)
K, L = QUANTITIES = (sympy.Symbol("K", positive=True), sympy.Symbol("L", real=True))


RULES = Rules(
    QUANTITIES,
    VARIABLES,
    kept=frozenset({"classes", "class_pairs"}),
    signs=Signs(
        nonnegative=frozenset({*AT, *OTHER, L, K - 1}),
        positive={
            "": (K, *(over("classes", Guard(1, share, 0)) for share in AT[:2])),
            "classes": AT[4:],
            "class_pairs": (AT.k, OTHER.k),
        },
        filled=frozenset({"classes", "class_pairs"}),
    ),
)


class DistributionsView(View):
    """The two distributions as a metric author sees them."""

    fractional = frozenset("pqPQrsRSL")

    rules = RULES

    classes = QuantityOf("K", "Number of classes.")
    least_gold = QuantityOf("L", "The smallest gold share of any class.")

    sum = ReductionOver("classes", _AT_NAMES, "Sum over the classes.", AtClass)
    pairs = ReductionOver(
        "class_pairs",
        _AT_NAMES + _OTHER_NAMES,
        "Sum over all ordered pairs of classes, those of a class with itself included.",
        AtClass,
        AtClass,
    )


formula = DistributionsView.formula


# --- formulas that rise with sums over the classes

P, Q = AT[:2]


class Term(NamedTuple):
    """A term of every class: a log(a/b) of ``upper`` a and ``lower`` b, by their multiples of p and q, or a distance.

    A distance has a ``power``, and is ``divided`` by q or not. ``weight`` is a positive number.
    """

    weight: Any
    upper: tuple[Any, Any] = (0, 0)
    lower: tuple[Any, Any] = (0, 0)
    power: int = 0
    divided: bool = False

    @property
    def is_strict(self) -> bool:
        """Whether a term changes with p wherever q is not zero."""
        return bool(self.power) or self.upper != self.lower

    @property
    def degree(self) -> int:
        """By which power of a number a term grows where both shares are multiplied by it."""
        return self.power - self.divided if self.power else 1

    def is_infinite(self, at: int) -> bool:
        """Whether a term is infinite where only one share is not zero: the system's (0) or the gold's (1)."""
        return not self.power and self.upper[at] > 0 and self.lower[at] == 0


@dataclass(frozen=True)
class Reading:
    """What a formula is of the sum of its terms, with which it rises.

    ``guarded`` says that it is infinite where a gold class is empty, ``of_gold`` that it reads the smallest gold share;
    ``saturated`` that an infinite sum has a finite value; ``outer`` is the formula, in what stands for some ``parts``;
    that times -1 is what ``falls``. Its ``kind`` is "cumulative" where the terms are of the shares of a class and all
    lower ones, and "weighted" where each is taken as often as its class is far from those with a share, of the
    system's with ``of_system``, else of the gold.
    """

    terms: tuple[Term, ...]
    outer: Any
    parts: Mapping[Any, tuple[Term, ...]] = field(default_factory=dict)
    guarded: bool = False
    of_gold: bool = False
    saturated: bool = False
    roots: int = 0
    falls: bool = False
    kind: str = ""
    of_system: bool = False

    @property
    def is_infinite(self) -> bool:
        """Whether some term may be infinite."""
        return any(term.is_infinite(0) or term.is_infinite(1) for term in self.terms)

    @property
    def is_strict(self) -> bool:
        """Whether some term changes strictly, wherever the formula is finite."""
        return any(term.is_strict and (self.guarded or not term.divided) for term in self.terms)


@lru_cache(maxsize=256)
def reading(formula: Formula) -> Reading:
    """Read a formula as a rising function of sums over the classes. Raises NotSymbolicError."""
    kind, bodies, of_system = _bodies(formula)
    known = {symbol: tuple(_terms(body)) for symbol, body in bodies.items()}
    expression = formula.normal.expression
    counts = {symbol: NUMBERS[atom] for symbol, atom in formula.normal.atoms.items() if atom in NUMBERS}
    if kind == "weighted":
        expression = expression.xreplace(counts)
    for falls, outer in ((False, expression), (True, _turned(expression))):
        with suppress(NotSymbolicError):
            found = _rising(outer, known)
            if not ((found.guarded and found.saturated) or (kind and _is_of_single(found))):
                return replace(found, outer=outer, parts=known, falls=falls, kind=kind, of_system=of_system)
    raise _refuse(expression)


NUMBERS = {over("classes", Guard(1, share, 0)): sympy.Symbol(f"N_{share}", real=True) for share in AT[:2]}
"""How many classes have a share of the system's or of the gold: one or more."""


def _bodies(formula: Formula) -> tuple[str, dict[Any, Any], bool]:
    """Return of which kind terms are, their bodies in p and q, and whether weights are the system's."""
    atoms = {symbol: atom for symbol, atom in formula.normal.atoms.items() if atom not in NUMBERS}
    if atoms and all(atom.domain == "class_pairs" for atom in atoms.values()):
        found = {symbol: _unweighted(atom.body) for symbol, atom in atoms.items()}
        of_system = any(atom.has(P) for atom in formula.normal.atoms.values())
        return "weighted", found, of_system
    bodies = {symbol: atom.body for symbol, atom in formula.normal.atoms.items() if atom.domain == "classes"}
    if all(body.free_symbols and body.free_symbols <= {AT.P, AT.Q} for body in bodies.values()):
        return (
            "cumulative",
            {symbol: body.xreplace({AT.P: P, AT.Q: Q}) for symbol, body in bodies.items()},
            False,
        )
    return "", bodies, False


def _unweighted(body: Expr) -> Any:
    """Return the term of the second class of a pair without its distance to the first, which has some share."""
    if body.func is Guard and body.args[1] in (P, Q) and body.args[2] == 0:
        body = body.args[0]
    far, rest = body.as_independent(OTHER.p, OTHER.q, as_Add=False)
    apart = Larger(AT.k - OTHER.k, OTHER.k - AT.k)
    plain = any(weight.is_number and weight.is_positive for weight in (far, far / apart))
    if not plain or not rest.free_symbols <= {OTHER.p, OTHER.q}:
        raise _refuse(body)
    return rest.xreplace({OTHER.p: P, OTHER.q: Q})


def _is_of_single(found: Reading) -> bool:
    """Whether what is read holds of the shares of single classes alone, which add up to 1, or reads one of them."""
    return found.of_gold or not all(term.power for term in found.terms)


def _turned(expression: Expr) -> Any:
    """Return an expression times -1; where a quotient has a convention, that is never needed below."""
    if expression.func is Ratio:
        return Ratio(_turned(expression.args[0]), *expression.args[1:])
    return -expression


def _refuse(expression: object) -> NotSymbolicError:
    return NotSymbolicError(f"{expression} is no rising function of divergences or distances")


def _rising(expression: Expr, known: Mapping[Any, tuple[Term, ...]]) -> Reading:
    """Read a part of a formula that is 0 where the sum of its terms is, and rises with it."""
    if expression in known:
        return Reading(known[expression], expression)
    inside = [part for part in expression.args if part.free_symbols & set(known)]
    others = [part for part in expression.args if not part.free_symbols & set(known)]
    if expression.is_Add and not others:
        return _added([_rising(part, known) for part in inside])
    if len(inside) != 1 or expression.is_Add:
        raise _refuse(expression)
    found = _rising(inside[0], known)
    of_gold = found.of_gold or any(part.has(L) for part in others)
    if expression.is_Mul and _is_product_positive(others):
        return replace(found, of_gold=of_gold)
    if expression.func is Ratio and inside[0] is expression.args[0] and _is_positive(expression.args[1]):
        return replace(found, of_gold=of_gold)
    if expression.func is Guard and inside[0] is expression.args[0] and _is_guard(expression):
        return replace(found, guarded=True, of_gold=True)
    if expression.is_Pow and expression.exp == sympy.S.Half:
        return replace(found, roots=found.roots + 1)
    if expression.func is Larger and others == [sympy.S.Zero]:
        return found
    if expression.func is sympy.tanh:
        return replace(found, saturated=True)
    raise _refuse(expression)


def _added(parts: Sequence[Reading]) -> Reading:
    """Add sums that are multiples by numbers, which all parts of a sum must be."""
    if any(each.guarded or each.of_gold or each.saturated or each.roots for each in parts):
        raise NotSymbolicError("a sum of other functions of divergences or distances")
    return Reading(tuple(term for each in parts for term in each.terms), None)


def _is_guard(expression: Expr) -> bool:
    quantity, otherwise = expression.args[1:]
    return otherwise is sympy.oo and bool((quantity / L).is_number and (quantity / L).is_positive)


def _is_positive(value: Expr) -> bool:
    """Whether a value is positive for two classes or more, the smallest of whose gold shares is not zero."""
    if value.is_Mul and all(map(_is_positive, value.args)):
        return True
    if value.is_Pow and value.exp == -1:
        return _is_positive(value.base)
    least = range_of(value)[0]
    return least is not None and bool(least > 0)


def _is_product_positive(factors: Sequence[Expr]) -> bool:
    """Whether an even number of factors are negative, and all others positive."""
    negative = [part for part in factors if not _is_positive(part)]
    turned = (1 / -(1 / part) if part.is_Pow else -part for part in negative)
    return len(negative) % 2 == 0 and all(map(_is_positive, turned))


def range_of(value: Expr) -> tuple[Any, Any]:
    """Return between what a value lies, for K from 2 on and L up to 1/2; None where that is not known."""
    if value.is_number:
        return (value, value) if value.is_finite and value.is_real else (None, None)
    if value in (K, L):
        return (sympy.Integer(2), sympy.oo) if value == K else (sympy.S.Zero, sympy.S.Half)
    if value in NUMBERS.values():
        return sympy.S.One, sympy.oo
    ends = [range_of(part) for part in value.args]
    if any(None in end for end in ends):
        return None, None
    if value.is_Add:
        return sympy.Add(*(low for low, _ in ends)), sympy.Add(*(high for _, high in ends))
    if value.is_Mul:
        number, rest = value.as_coeff_Mul()
        if number != 1 and (within := range_of(rest)) != (None, None):
            first, last = (number * end for end in within)
            return (first, last) if number > 0 else (last, first)
        if all(low >= 0 for low, _ in ends):
            return sympy.Mul(*(low for low, _ in ends)), sympy.Mul(*(high for _, high in ends))
        return None, None
    if value.is_Pow and value.exp == -1 and ends[0][0] > 0:
        return 1 / ends[0][1], 1 / ends[0][0]
    if value.func is Ratio and ends[0][0] >= 0 and ends[1][0] >= 0 and ends[2][0] >= 0:
        return sympy.S.Zero, sympy.oo
    return None, None


# --- terms


def _terms(body: Expr) -> Iterator[Term]:
    """Yield the terms of a body; none are there where it has any other one."""
    for part in sympy.Add.make_args(body):
        weight, rest = part.as_independent(P, Q, as_Add=False)
        if not weight.is_number or not weight.is_positive:
            raise _refuse(body)
        found = _distance(rest) or _divergence(rest)
        if found is None:
            raise _refuse(body)
        yield found._replace(weight=found.weight * weight)


def _form(expression: Expr) -> tuple[Any, Any] | None:
    """Return the multiples of p and q that add up to an expression; None for any other one."""
    found = sympy.expand(expression)
    multiples = found.coeff(P), found.coeff(Q)
    rest = sympy.expand(found - multiples[0] * P - multiples[1] * Q)
    return multiples if rest == 0 and all(each.is_rational for each in multiples) else None


def _distance(expression: Expr) -> Term | None:
    if expression.func is Ratio:
        value, quantity, otherwise = expression.args
        found, below = _distance(value), _form(quantity)
        if (
            found is None
            or found.divided
            or below is None
            or below[0] != 0
            or below[1] <= 0
            or otherwise != 0
        ):
            return None
        return found._replace(weight=found.weight / below[1], divided=True)
    if expression.func is Larger and sympy.expand(sum(expression.args)) == 0:
        inside, power = expression.args[0], 1
    elif expression.is_Pow and expression.exp == 2:
        inside, power = expression.base, 2
    else:
        return None
    multiples = _form(inside)
    if multiples is None or multiples[0] == 0 or sum(multiples) != 0:
        return None
    return Term(abs(multiples[0]) ** power, power=power)


def _divergence(expression: Expr) -> Term | None:
    """Read a log(a/b), which is 0 where a is, and infinite where only b is 0."""
    logs = [part for part in sympy.Mul.make_args(expression) if part.func is sympy.log]
    upper = _form(sympy.Mul(*(part for part in sympy.Mul.make_args(expression) if part not in logs)))
    if len(logs) != 1 or upper is None or logs[0].args[0].func is not Guard:
        return None
    quotient, quantity, otherwise = logs[0].args[0].args
    if quotient.func is not Ratio or otherwise != 1 or not _is_multiple(_form(quantity), upper):
        return None
    above, below = _form(quotient.args[0]), _form(quotient.args[1])
    if above is None or below is None or not _is_multiple(above, upper) or min(*below, *upper) < 0:
        return None
    times = next(one / other for one, other in zip(upper, above, strict=True) if other != 0)
    lower = below[0] * times, below[1] * times
    covered = all(mine == 0 or yours > 0 for mine, yours in zip(upper, lower, strict=True))
    if sum(lower) != sum(upper) or not (covered or quotient.args[2] is sympy.oo):
        return None
    return Term(sympy.S.One, upper, lower)


def _is_multiple(form: tuple[Any, Any] | None, other: tuple[Any, Any]) -> bool:
    """Whether a sum is a positive multiple of another one, and neither is zero."""
    if form is None or not any(form) or form[0] * other[1] != form[1] * other[0]:
        return False
    return any(mine * yours > 0 for mine, yours in zip(form, other, strict=True))
