"""Terms of scripts of SMT-LIB, and of theorems in Coq: sums, products and quotients, with values at a random point."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import Any

from axiometrics.recheck.expressions import NotCoveredError
from axiometrics.recheck.values import PRIME, Point, Root

COMPARED = {"minimum": "<=", "maximum": ">="}
STANDS_FOR = "; instead of values of functions there are any numbers: "
"""How a script begins the line of the numbers for which a model may choose what no function has."""
RELATION = {"positive": ">", "nonnegative": ">=", "zero": "=", "nonpositive": "<=", "negative": "<"}


@dataclass(frozen=True)
class Term:
    """A quotient of two terms of a script, and its value at a random point, by which equal terms are known."""

    top: str
    bottom: str
    value: int

    def __eq__(self, other: object) -> bool:
        return self.value == (other.value if isinstance(other, Term) else other)

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return str(self.value)


class Script(Point):
    """A script that grows: every sum and product is defined once; ``symbols`` are declared with their signs."""

    def __init__(self, symbols: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.declared: dict[str, str] = {}
        self.lines: list[str] = []
        self.short: dict[str, str] = {}
        self.linear: dict[str, Mapping[str, Fraction]] = {}
        """Of texts that are sums of symbols with numbers: these, so that an order or a bracket makes no other text."""
        self.random = Point()
        self.divisors: dict[str, tuple[str, ...]] = {"1": (), "1.0": ()}
        self.functions: dict[str, tuple[Any, ...]] = {}
        self.assumed: dict[str, str] = {}
        """What is assumed of numbers that stand for something else."""
        for name, sign in (symbols or {}).items():
            self.declare(name, sign)

    def term(self, top: str, bottom: str, value: int) -> Term:
        """Return a term, defined where it is long."""
        return Term(self._short(top), bottom, value % PRIME)

    def product(self, divisors: Iterable[str]) -> str:
        """Return a product of divisors, in one order, by which it is known again."""
        listed = tuple(sorted(divisors))
        text = self._short(reduce(times_text, listed, "1"))
        self.divisors[text] = listed
        return text

    def lifted(self, one: Term, other: Term) -> tuple[str, str, str]:
        """Return what two terms have above their least common denominator, and that one."""
        parts = [Counter(self.divisors.get(each.bottom, (each.bottom,))) for each in (one, other)]
        common = parts[0] | parts[1]
        tops = [
            times_text(each.top, self.product((common - own).elements()))
            for each, own in zip((one, other), parts, strict=True)
        ]
        return tops[0], tops[1], self.product(common.elements())

    def same(self, one: Term, other: Term) -> str:
        """Say that two quotients are equal."""
        first, second, _ = self.lifted(one, other)
        return f"(= {first} {second})"

    def _short(self, text: str) -> str:
        if len(text) < 40:
            return text
        if text not in self.short:
            self.short[text] = f"t{len(self.lines)}"
            self.lines.append(f"(define-fun {self.short[text]} () Real {text})")
        return self.short[text]

    def forget_terms(self) -> None:
        """Leave out what was defined so far, but not what is assumed."""
        self.lines, self.short = [line for line in self.lines if line.startswith("(assert")], {}
        self.linear = {name: form for name, form in self.linear.items() if name in self.declared}

    def drawn(self, *place: Any) -> Any:
        """Return an unknown number for a function of some values, one for the same; extremes are written out."""
        value = self.random.drawn(*place)
        kind, *parts = place
        if kind in COMPARED and all(map(_plain, parts)):
            return Term(self._extreme(COMPARED[kind], list(map(as_term, parts))), "1", value)
        name = self.declare(f"u{value % 10**12}", "real")
        self.functions[name] = place
        return Term(name, "1", value)

    def some(self, known: Any) -> Term:
        """Return what is zero where nothing is there: a term, or a sum of products of what is never negative."""
        if isinstance(known, Term):
            return known
        products = (reduce(self.multiplied, map(self.named, each)) for each in known)
        return as_term(reduce(self.added, products))

    def congruences(self) -> Iterator[str]:
        """Say of every two numbers that stand for values of one function: equal arguments, equal values."""
        for (one, own), (other, its) in combinations(self.functions.items(), 2):
            if len(own) == len(its):
                apart = [pair for pair in zip(own, its, strict=True) if pair[0] != pair[1]]
                if all(_plain(part) for pair in apart for part in pair):
                    equal = " ".join(self.same(as_term(first), as_term(second)) for first, second in apart)
                    yield f"(=> (and {equal}) (= {one} {other}))"

    def _extreme(self, relation: str, parts: Sequence[Term]) -> str:
        tops = [self._short(part.top) for part in parts]
        return reduce(lambda one, other: self._short(f"(ite ({relation} {one} {other}) {one} {other})"), tops)

    def declare(self, name: str, sign: str) -> str:
        """Return a symbol, which is declared with its sign."""
        self.declared.setdefault(name, sign)
        self.linear[name] = {name: Fraction(1)}
        return name

    def named(self, name: str) -> Any:
        """Return a symbol; the logarithm of 2 is one."""
        name = "l" if name == "log:2" else name
        if name not in self.values:
            safe = name if name.isidentifier() else f"u{self.random.drawn('name', name) % 10**12}"
            self.values[name] = Term(self.declare(safe, "real"), "1", self.random.named(name))
        return self.values[name]

    def log(self, value: Any) -> Any:
        """Return a logarithm: that of 2, or an unknown number."""
        if value == 1:
            return self.number(Fraction(0))
        return self.named("l") if value == 2 else self.drawn("log", value)

    def small(self, value: Any) -> int | None:
        """Return a small whole number."""
        return super().small(value.value if isinstance(value, Term) else value)

    def number(self, value: Fraction) -> Term:
        """Return a fraction."""
        return Term(number_text(value), "1", self.random.number(value))

    def added(self, one: Term, other: Term) -> Term:
        """Add; a zero adds nothing."""
        one, other = as_term(one), as_term(other)
        if nothing := [each for each in (one, other) if each.top == "0.0"]:
            return one if nothing[0] is other else other
        first, second, bottom = self.lifted(one, other)
        return self.term(self._sum(first, second), bottom, one.value + other.value)

    def _sum(self, first: str, second: str) -> str:
        found: dict[str, Fraction] = {}
        for text in (first, second):
            form = self.linear.get(text) or number_form(text)
            if form is None:
                return f"(+ {first} {second})"
            found |= {name: found.get(name, Fraction(0)) + value for name, value in form.items()}
        return self._linear_text({name: value for name, value in sorted(found.items()) if value})

    def _linear_text(self, form: Mapping[str, Fraction]) -> str:
        terms = [
            times_text(number_text(value), name) if name else number_text(value)
            for name, value in form.items()
        ]
        text = self._short(f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0.0")
        self.linear[text] = form
        return text

    def multiplied(self, one: Term, other: Term) -> Term:
        """Multiply."""
        one, other = as_term(one), as_term(other)
        if 0 in (one.value, other.value):
            return self.number(Fraction(0))
        divisors = [d for each in (one, other) for d in self.divisors.get(each.bottom, (each.bottom,))]
        return self.term(times_text(one.top, other.top), self.product(divisors), one.value * other.value)

    def inverted(self, value: Term) -> Term:
        """Divide one by it."""
        return Term(value.bottom, value.top, self.random.inverted(value.value))

    def claim(self, claim: Mapping[str, Any]) -> Term:
        """Return a quotient of polynomials."""
        top, bottom = (self.factors(claim[end], claim["symbols"]) for end in ("numerator", "denominator"))
        return Term(top, bottom, 0)

    def factors(self, factors: Sequence[Mapping[str, Any]], symbols: Sequence[str]) -> str:
        """Return a product of polynomials."""
        found = "1"
        for factor in factors:
            terms = [
                _product(
                    [
                        number_text(Fraction(value)),
                        *(s for s, p in zip(symbols, powers, strict=True) for _ in range(p)),
                    ]
                )
                for value, powers in factor["terms"]
            ]
            total = self._short(f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0")
            for _ in range(int(factor["times"])):
                found = times_text(found, total)
        return self._short(found)

    def text(self, goals: Sequence[str], about: str, assumed: Sequence[str] = ()) -> str:
        """Return the script that asks whether one of the goals may fail."""
        head = [f"; {about}", "(set-logic QF_NRA)"]
        declared = [f"(declare-const {name} Real)" for name in self.declared]
        signs = [
            f"(assert ({RELATION[sign]} {name} 0))" for name, sign in self.declared.items() if sign != "real"
        ]
        claims = [f"(not {goal})" for goal in goals]
        asked = f"(assert (or {' '.join(claims)}))" if len(claims) > 1 else f"(assert {claims[0]})"
        told = [f"(assert {each})" for each in (*assumed, *self.assumed.values())]
        body = [*self.lines, *told, asked]
        used = set(re.findall(r"\w+", " ".join(body))) & set(self.functions)
        free = [STANDS_FOR + " ".join(sorted(used))] if used else []
        return "\n".join([*head, *free, *declared, *signs, *body, "(check-sat)", ""])


def _plain(value: Any) -> bool:
    """Whether this is a number that is no quotient."""
    return isinstance(value, int) or (isinstance(value, Term) and value.bottom == "1")


def as_term(value: Any) -> Term:
    """Return a whole number as a term; a term as it is."""
    return value if isinstance(value, Term) else Term(number_text(Fraction(value)), "1", value % PRIME)


def number_text(value: Fraction) -> str:
    """Return the text of a fraction.

    >>> number_text(Fraction(-2, 3))
    '(- (/ 2.0 3.0))'
    """
    whole = (
        f"{abs(value.numerator)}.0"
        if value.denominator == 1
        else f"(/ {abs(value.numerator)}.0 {value.denominator}.0)"
    )
    return f"(- {whole})" if value < 0 else whole


def number_form(text: str) -> Mapping[str, Fraction] | None:
    """Return the text of a number as a sum without symbols; None of any other text.

    >>> number_form("(- (/ 2.0 3.0))"), number_form("x")
    ({'': Fraction(-2, 3)}, None)
    """
    found = re.fullmatch(r"(\(- )?(?:\(/ )?(\d+)(?:\.0)?(?: (\d+)\.0\))?\)?", text)
    if not found:
        return None
    value = Fraction(int(found[2]), int(found[3] or 1))
    return {"": -value if found[1] else value}


def times_text(one: str, other: str) -> str:
    """Return the text of a product.

    >>> times_text("x", "y"), times_text("x", "1")
    ('(* x y)', 'x')
    """
    return other if one in ("1", "1.0") else one if other in ("1", "1.0") else f"(* {one} {other})"


def _product(parts: Sequence[str]) -> str:
    kept = [part for part in parts if part != "1.0"]
    return f"(* {' '.join(kept)})" if len(kept) > 1 else kept[0] if kept else "1.0"


@dataclass(frozen=True)
class Rooted(Root):
    """A root as the definition has it, and what the square roots in it are of."""

    text: str
    roots: tuple[str, ...]


def shown(value: Any) -> str:
    """Return a value as the definition has it."""
    return value.text if isinstance(value, Rooted) else value.top if isinstance(value, Term) else str(value)


class Terms(Script):
    """Coq's terms for values, in real numbers; ``sums`` are of symbols that are not all zero."""

    sums: Sequence[Sequence[str]] = ()

    def drawn(self, *place: Any) -> Any:
        """Return whether something is there as a function of its own, by what is not all zero then."""
        kind, *parts = place
        if kind != "present":
            return super().drawn(*place)
        return Term(f"(present {self.some(*parts).top})", "1", self.random.drawn(*place))

    def number(self, value: Fraction) -> Term:
        """Return a fraction."""
        text = (
            f"{abs(value.numerator)}"
            if value.denominator == 1
            else f"({abs(value.numerator)} / {value.denominator})"
        )
        return Term(f"(- {text})" if value < 0 else text, "1", self.random.number(value))

    def added(self, one: Term, other: Term) -> Term:
        """Add."""
        one, other = self.term_of(one), self.term_of(other)
        if 0 in (one.value, other.value):
            return other if one.value == 0 else one
        return Term(f"({one.top} + {other.top})", "1", (one.value + other.value) % PRIME)

    def multiplied(self, one: Term, other: Term) -> Term:
        """Multiply."""
        one, other = self.term_of(one), self.term_of(other)
        if 1 in (one.value, other.value):
            return other if one.value == 1 else one
        if 0 in (one.value, other.value):
            return self.number(Fraction(0))
        return Term(f"({one.top} * {other.top})", "1", one.value * other.value % PRIME)

    def _extreme(self, relation: str, parts: Sequence[Term]) -> str:
        name = "Rmin" if relation == "<=" else "Rmax"
        return reduce(lambda one, other: f"({name} {one} {other})", (part.top for part in parts))

    def term_of(self, value: Any) -> Term:
        """Return a number as a term."""
        return value if isinstance(value, Term) else self.number(Fraction(value))

    def inverted(self, value: Term) -> Term:
        """Divide one by it."""
        return Term(f"(/ {value.top})", "1", self.random.inverted(value.value))

    def plus(self, one: Any, other: Any) -> Any:
        """Add; a root may only be added to nothing."""
        return self._rooted(super().plus(one, other), f"({shown(one)} + {shown(other)})", one, other)

    def times(self, one: Any, other: Any) -> Any:
        """Multiply; square roots that are not taken stay what they are."""
        return self._rooted(super().times(one, other), f"({shown(one)} * {shown(other)})", one, other)

    def inverse(self, value: Any) -> Any:
        """Divide one by it."""
        return self._rooted(super().inverse(value), f"(/ {shown(value)})", value)

    def _rooted(self, found: Any, text: str, *parts: Any) -> Any:
        roots = [each for part in parts if isinstance(part, Rooted) for each in part.roots]
        if isinstance(found, Rooted) or not roots or (isinstance(found, Term) and found.value == 0):
            return found
        if not isinstance(found, Root) or len(set(roots)) < len(roots):
            raise NotCoveredError("theorems on products of one square root with itself are not written")
        return Rooted(found.factor, found.radicand, text, tuple(roots))

    def polynomials(self, claim: Mapping[str, Any], end: str) -> str:
        """Return a product of polynomials, a monomial of positive symbols first."""
        factors = []
        for factor in claim[end]:
            terms = []
            for value, powers in factor["terms"]:
                names = [
                    name for name, power in zip(claim["symbols"], powers, strict=True) for _ in range(power)
                ]
                sure = all(self.declared.get(name) == "positive" for name in names)
                number = [] if Fraction(value) == 1 and names else [self.number(Fraction(value)).top]
                terms.append((not sure, " * ".join([*number, *names])))
            total = " + ".join(text for _, text in sorted(terms)) or "0"
            factors += [f"({total})"] * int(factor["times"])
        return " * ".join(factors) or "1"
