"""Certificates: what a proof rests on, as plain data that other code can check.

Generators with their signs, meanings and definitions; the lemmas that name positive changes; and for every branch of
the case distinction the margin's numerator and denominator as integer polynomials.

An enclosure refutes a demand under premises of equality whose solutions are no fractions. The unknowns are only known
to lie in brackets; each premise has opposite signs at the ends of the bracket of its unknown and the formula is
continuous on it, so it is zero somewhere inside. The margin's interval over all brackets does not contain zero, so the
demand fails wherever the solutions are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

import sympy
from flint import fmpq, fmpq_mpoly
from sympy import Expr

from axiometrics.axioms import Constraint
from axiometrics.formulas.arithmetics.polynomials import Space, factored, space_of
from axiometrics.formulas.arithmetics.signs import Sign
from axiometrics.formulas.latex import in_reductions_latex, sum_over
from axiometrics.formulas.lemmas import Lemma
from axiometrics.tasks import get_task
from axiometrics.tasks.parametric import ParametricCase, text_of

if TYPE_CHECKING:
    from axiometrics.checker.prove.algebra import SignedAlgebra

MOST_SHOWN = 100
"""Terms of a margin up to which its LaTeX is written."""
MOST_FACTORED = 10
"""Terms of a polynomial up to which it is factored for display."""

PartSign = Sign | Literal["undefined"]
"""What a part shows: the margin's sign, or that no case of it has a margin."""
BranchSign = PartSign | Literal["impossible"]
"""What a branch shows: the margin's sign, that some output has no value there, or that no case is there."""

Factor = tuple[tuple[tuple[str, tuple[int, ...]], ...], int]
"""A polynomial as (coefficient, exponents) terms, and how often it occurs as a factor."""


@dataclass(frozen=True)
class Branch:
    """One branch: the steps that lead to it, its generators, and the factors of the margin above and below."""

    path: tuple[dict[str, Any], ...]
    generators: tuple[str, ...]
    positive: tuple[str, ...]
    nonnegative: tuple[str, ...]
    numerator: tuple[Factor, ...]
    denominator: tuple[Factor, ...]
    sign: BranchSign
    squared: bool
    outer: dict[str, Any] | None = None
    shown: bool = True
    """Whether the margin is written in LaTeX, too."""
    task: str = ""
    """The task that says how its reductions are written; "" where there are none."""
    infinite: Mapping[str, int] | None = None
    """Which outputs have an infinite value, and its sign; these, and no coefficients, show that of the margin."""

    @classmethod
    def build(
        cls, path: Any, algebra: SignedAlgebra, top: fmpq_mpoly, bottom: fmpq_mpoly, sign: Sign, squared: bool
    ) -> Branch:
        """Write polynomials as terms with integer coefficients; the denominator is made positive."""
        if any(algebra.polynomial(bottom) == name for name in ("negative", "nonpositive")):
            top, bottom = -top, -bottom
        used = [
            place
            for place, powers in enumerate(zip(top.degrees(), bottom.degrees(), strict=True))
            if max(powers) > 0
        ]
        names = algebra.space.names
        return cls(
            tuple(path),
            tuple(names[place] for place in used),
            tuple(names[place] for place in used if place in algebra.positive),
            tuple(names[place] for place in used if place in algebra.signed - algebra.positive),
            _factors(top, algebra, used),
            _factors(bottom, algebra, used),
            sign,
            squared,
        )

    @classmethod
    def without_margin(cls, path: Any, sign: Literal["undefined", "impossible"]) -> Branch:
        """Return a branch in which there is no margin to look at."""
        return cls(tuple(path), (), (), (), (), (), sign, squared=False, shown=False)

    @classmethod
    def beyond(cls, path: Any, sign: Sign, infinite: Mapping[str, int]) -> Branch:
        """Return a branch in which some value is infinite."""
        return cls(tuple(path), (), (), (), (), (), sign, squared=False, shown=False, infinite=infinite)

    @cached_property
    def factored(self) -> str:
        """The margin's LaTeX, written when it is asked for."""
        return _latex(self.task, self.generators, self.numerator, self.denominator) if self.shown else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "assumptions": [_step_text(step) for step in self.path],
            "path": [dict(step) for step in self.path],
            "generators": list(self.generators),
            "positive": list(self.positive),
            "nonnegative": list(self.nonnegative),
            "numerator": _plain(self.numerator),
            "denominator": _plain(self.denominator),
            "margin": self.factored,
            "squared": self.squared,
            **({"outer": self.outer} if self.outer else {}),
            **({"infinite": dict(self.infinite)} if self.infinite else {}),
            "sign": self.sign,
        }


@dataclass(frozen=True)
class Certificate:
    """The whole argument; ``values`` are the formula's symbols in each output, in terms of the generators.

    A generator's definition says what it is in a concrete case, in placeholders that ``measured`` explains. ``scales``
    says how many times every output has the same items, where that is what the argument rests on.
    """

    generators: tuple[dict[str, str], ...]
    lemmas: tuple[dict[str, str], ...]
    facts: tuple[tuple[str, ...], ...]
    values: dict[str, dict[str, str]]
    measured: dict[str, str]
    branches: tuple[Branch, ...]
    note: str
    words: dict[str, str]
    scales: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def build(
        cls,
        case: ParametricCase,
        constraint: Constraint,
        branches: Sequence[Branch],
        note: str,
        used: Sequence[Any],
        scales: Mapping[str, Any] | None = None,
    ) -> Certificate:
        """Collect the parts that the branches use."""
        told = [known[name] for known in case.outputs.values() for name in used] + [*(scales or {}).values()]
        needed = {symbol for value in told for symbol in sympy.sympify(value).free_symbols}
        places: dict[str, str] = {}
        generators = tuple(
            {
                "name": str(symbol),
                "sign": known.sign,
                "meaning": known.meaning,
                "definition": _placed(known.definition, places),
            }
            for symbol, known in case.generators.items()
            if symbol in needed
        )
        return cls(
            generators,
            tuple(_lemma(symbol, lemma) for symbol, lemma in case.lemmas.items() if symbol in needed),
            tuple(tuple(map(str, members)) for members in case.sums if set(members) <= needed),
            {
                output: {str(symbol): text_of(known[symbol]) for symbol in used}
                for output, known in case.outputs.items()
            },
            {place: name for name, place in places.items()},
            tuple(replace(branch, task=constraint.task) for branch in branches),
            note,
            _words(constraint.task, [*used, *needed]),
            {output: text_of(sympy.sympify(value)) for output, value in (scales or {}).items()},
        )

    @cached_property
    def margin_latex(self) -> str:
        """The different margins of the branches."""
        shown = dict.fromkeys(filter(None, (branch.factored for branch in self.branches)))
        return r"\quad\text{or}\quad ".join(shown) or "0"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "generators": list(self.generators),
            "lemmas": list(self.lemmas),
            "facts": [list(members) for members in self.facts],
            "values": self.values,
            "measured": self.measured,
            "branches": [branch.to_dict() for branch in self.branches],
            "note": self.note,
            "words": self.words,
            **({"scales": dict(self.scales)} if self.scales else {}),
        }


def _words(task: str, used: Sequence[Any]) -> dict[str, str]:
    """Return what the task calls things, as far as the proof speaks of them."""
    known = get_task(task).words
    names = set(map(str, used))
    needed = {"arbitrary", *names} | ({"reductions"} if any("[" in name for name in names) else set())
    inside = {part for name in names for part in re.findall(r"\b[A-Z]+\b", name)}
    return {name: text for name, text in known.items() if name in needed | inside}


def _lemma(symbol: Expr, lemma: Lemma) -> dict[str, str]:
    return {
        "name": str(symbol),
        "statement": f"{lemma.form} > 0",
        "tactic": lemma.tactic,
        "reason": lemma.reason,
    }


@lru_cache(maxsize=1 << 12)
def _latex(task: str, names: tuple[str, ...], *margin: tuple[Factor, ...]) -> str:
    """Return the margin's LaTeX, dots where it would fill pages: the polynomials are there in any case."""
    space = space_of(names)
    top, bottom = (_multiplied(factors, space) for factors in margin)
    if len(top) + len(bottom) > MOST_SHOWN:
        return r"\ldots"
    shown = _named(_shown(top, space) / _shown(bottom, space))
    return in_reductions_latex(shown, get_task(task).reduction_latex if task else sum_over)


def _multiplied(factors: tuple[Factor, ...], space: Space) -> fmpq_mpoly:
    found = space.one
    for terms, times in factors:
        found = found * space.of({powers or (0,): fmpq(value) for value, powers in terms}) ** times
    return found


def _shown(polynomial: fmpq_mpoly, space: Space) -> Any:
    """Return a polynomial to print: factored where that is quick."""
    if not polynomial:
        return sympy.S.Zero
    if len(polynomial) > MOST_FACTORED:
        shared = polynomial.term_content()
        return space.expression(shared) * space.expression(polynomial / shared)
    constant, factors = _factored(polynomial)
    shown = [space.expression(factor) ** times for factor, times in factors]
    return sympy.Mul(sympy.Rational(str(constant)), *shown)


def _factored(polynomial: fmpq_mpoly) -> tuple[Any, list[tuple[Any, int]]]:
    """Return constant and factors, the whole where they are not sought."""
    return factored(polynomial) or (fmpq(1), [(polynomial, 1)])


def _factors(polynomial: fmpq_mpoly, algebra: SignedAlgebra, used: Sequence[int]) -> tuple[Factor, ...]:
    """Write a polynomial whole where its coefficients have one sign, else as factors that have."""
    if len({value > 0 for value in polynomial.coeffs()}) <= 1:
        return ((terms_of(polynomial, used), 1),)
    constant, factors = _factored(polynomial)
    whole = terms_of(algebra.space.constant(constant), used), 1
    return (whole, *((terms_of(factor, used), times) for factor, times in factors))


def terms_of(polynomial: fmpq_mpoly, used: Sequence[int]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Write a polynomial as coefficients and powers of the generators that are used."""
    return tuple(
        (str(value), tuple(int(powers[place]) for place in used)) for powers, value in polynomial.terms()
    )


def _plain(factors: tuple[Factor, ...]) -> list[dict[str, Any]]:
    return [
        {"terms": [[value, list(powers)] for value, powers in terms], "times": times}
        for terms, times in factors
    ]


def _placed(expression: Expr, places: dict[str, str]) -> str:
    """Write a definition with a placeholder for every measured quantity."""
    names = {}
    for symbol in sorted(sympy.sympify(expression).free_symbols, key=attrgetter("name")):
        names[symbol] = sympy.Symbol(places.setdefault(symbol.name, f"q{len(places)}"))
    return text_of(sympy.sympify(expression).xreplace(names))


def _named(expression: Expr) -> Expr:
    return expression.xreplace({sympy.Symbol("l"): sympy.log(2)})


def _step_text(step: dict[str, Any]) -> str:
    if "zero" in step:
        return f"{step['zero']} = 0"
    if "positive" in step:
        return f"{step['positive']} > 0"
    if "more" in step:
        order = ">" if step["strict"] else ">="
        return f"{step['more']} = {step['less']} + {step['excess']}, {step['excess']} {order} 0"
    times = "" if step["factor"] == "1" else f"{step['factor']} "
    order = ">" if step["strict"] else ">="
    return f"{step['larger']} = {times}{step['smaller']} + {step['excess']}, {step['excess']} {order} 0"


@dataclass(frozen=True)
class Unknown:
    """A level that a premise is solved for: its name, the premise's linear form, and the ends of its bracket."""

    name: str
    form: Mapping[str, int]
    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Enclosure:
    """Chosen levels, unknowns in their brackets, and the margin, which keeps away from zero by this at least."""

    chosen: Mapping[str, Any]
    unknowns: tuple[Unknown, ...]
    form: Mapping[str, int]
    margin: tuple[str, str]

    @property
    def margin_latex(self) -> str:
        """The interval of the margin."""
        return r"\left[{}, {}\right]".format(*self.margin)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; fractions are text."""
        return {
            "kind": "enclosure",
            "chosen": {name: str(value) for name, value in self.chosen.items()},
            "unknowns": [
                {"name": each.name, "form": dict(each.form), "low": str(each.low), "high": str(each.high)}
                for each in self.unknowns
            ],
            "form": dict(self.form),
            "margin": list(self.margin),
        }
