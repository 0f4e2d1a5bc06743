"""The signs that a branch of a proof hangs on, written down: each as a quotient of polynomials with its coefficients.

The formula's own graph is evaluated step by step, in the arithmetic of polynomials; wherever a sign decides what
happens (a denominator, an extreme, a root), the value and its sign become a claim, which stands by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import sympy

from axiometrics.checker.prove.algebra import SignedAlgebra
from axiometrics.checker.prove.certificate import terms_of
from axiometrics.formulas.arithmetics.polynomials import cancelled, factored, number
from axiometrics.formulas.arithmetics.quotients import ends, quotient_of
from axiometrics.recheck.branches import beyond, monotone, replayed
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import NotCoveredError, RefusedError, Step, flattened, parsed
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.values import INFINITE, ROOTED, Outer, Point, Root, plain


class Polynomials(Point):
    """The values of symbols as quotients of polynomials, in the place of random numbers."""

    def __init__(self, algebra: SignedAlgebra) -> None:
        super().__init__()
        self.algebra = algebra
        self.values = {
            str(symbol): quotient_of(own)
            for symbol, own in zip(algebra.symbols, algebra.space.generators, strict=False)
        }

    def drawn(self, *place: object) -> int:
        """Refuse: nothing is unknown here."""
        raise NotCoveredError(f"the value of {place[0]} {place[1:]} is no quotient of polynomials")

    def number(self, value: Fraction) -> Any:
        """Return a fraction."""
        return number(value)

    def added(self, one: Any, other: Any) -> Any:
        """Add two plain values."""
        return self._short(one + other)

    def multiplied(self, one: Any, other: Any) -> Any:
        """Multiply two plain values."""
        return self._short(one * other)

    def inverted(self, value: Any) -> Any:
        """Return one over a plain value."""
        if value == 0:
            raise NotCoveredError("a division by zero")
        return 1 / value

    def _short(self, value: Any) -> Any:
        top, bottom = ends(value, self.algebra.space)
        found = cancelled(top, bottom) if top else None
        return value if found is None else quotient_of(*found)

    def log(self, value: Any) -> Any:
        """Return the logarithm of 2, which is a symbol; refuse all others."""
        return self.named("l") if value == 2 else self.drawn("log", value)

    def small(self, value: Any) -> int | None:
        """Return a whole number; None for what is none."""
        return next((each for each in (1, 2, -1, -2) if value == each), None)

    def claim(self, value: Any) -> dict[str, Any]:
        """Return a value with the sign that its coefficients show."""
        top, bottom = ends(self._short(value), self.algebra.space)
        if self.algebra.polynomial(bottom) == "negative":
            top, bottom = -top, -bottom
        sign = self.algebra.sign(quotient_of(top, bottom))
        if sign is None or self.algebra.polynomial(bottom) != "positive":
            raise NotCoveredError("a sign that coefficients do not show")
        return self._quotient(top, bottom) | {"sign": sign}

    def divided(self, value: Any) -> dict[str, Any]:
        """Return a value as a quotient, its numerator in factors; what it is zero with need have no evident sign."""
        return self._quotient(*ends(self._short(value), self.algebra.space), whole=False)

    def _quotient(self, top: Any, bottom: Any, *, whole: bool = True) -> dict[str, Any]:
        degrees = zip(top.degrees(), bottom.degrees(), strict=True)
        used = [k for k, each in enumerate(degrees) if max(each) > 0]
        return {
            "symbols": [str(self.algebra.symbols[k]) for k in used],
            "numerator": self._factors(top, used, whole=whole),
            "denominator": self._factors(bottom, used),
        }

    def _factors(self, polynomial: Any, used: Sequence[int], *, whole: bool = True) -> list[dict[str, Any]]:
        """Write a polynomial whole where its coefficients have one sign, else as factors that have."""
        parts: Any = [(polynomial, 1)]
        one_sign = whole and len({value > 0 for value in polynomial.coeffs()}) == 1
        if not one_sign and (found := factored(polynomial)):
            parts = [(self.algebra.space.constant(found[0]), 1), *found[1]]
        return [
            {"terms": [[value, list(powers)] for value, powers in terms_of(part, used)], "times": times}
            for part, times in parts
        ]


class _Claiming(Output):
    """An output whose signs are written down where they are asked for."""

    point: Polynomials

    def sign(self, step: Step, value: Any, place: str) -> tuple[int, bool]:
        """Claim the sign of a value; a function of a root shows its own."""
        if isinstance(value, Outer):
            return super().sign(step, value, place)
        self.claims[f"{step.number}@{self.name}{place}"] = self.point.claim(
            value.radicand if isinstance(value, Root) else plain(value)
        )
        return super().sign(step, value, place)

    def fits(self, claim: Mapping[str, Any], value: Any) -> bool:
        """Claims are about the value that they were made of."""
        return True

    def _rooted(self, step: Step, value: Any, place: str) -> Any:
        if value != 0:
            self.sign(step, value, place)
            root = self.point.algebra._plain_root(*ends(value, self.point.algebra.space))
            if root is not None:
                self.claims[f"{step.number}@{self.name}{place}:root"] = self.point.claim(root)
                return root
            return Root(number(Fraction(1)), value)
        return value


def claimed(part: Part, branch: Mapping[str, Any], form: Mapping[str, int]) -> dict[str, Any]:
    """Return a branch with its claims; raises NotCoveredError where some sign is not evident.

    Sums that are never zero are asked where the margin's sign hangs on them.
    """
    known, gone, sums = replayed(part, branch["path"])
    algebra = _algebra(known)
    found: dict[str, Any] = {}
    with suppress(RefusedError):  # as where a sum may be zero by its terms, which divides
        found = _claimed(part, branch, form, algebra, gone)
    if not found or found.get("margin", branch)["sign"] != branch["sign"]:
        named = {str(symbol): symbol for symbol in algebra.symbols}
        algebra.use([{named[name] for name in members} for members in sums if members <= named.keys()])
        found = _claimed(part, branch, form, algebra, gone)
    return found


def _claimed(
    part: Part,
    branch: Mapping[str, Any],
    form: Mapping[str, int],
    algebra: SignedAlgebra,
    gone: Sequence[tuple[str, str, str]],
) -> dict[str, Any]:
    found: dict[str, Any] = {"path": branch["path"], "sign": branch["sign"], "squared": False, "claims": {}}
    if branch["sign"] == "impossible":
        return found
    point = Polynomials(algebra)
    for name, top, bottom in reversed(gone):
        helper = Output(part, next(iter(part.data["outputs"])), point)
        point.values[name] = point.times(helper.text(top), point.inverse(helper.text(bottom)))
    scores = {
        name: _score(part, name, point, found["claims"]) if name else number(Fraction(1)) for name in form
    }
    if branch["sign"] == "undefined":
        if None not in scores.values():
            raise NotCoveredError("a branch without values has some in its graph")
        return found
    if INFINITE in scores.values():
        if beyond(part.task, scores, form) != branch["sign"]:
            raise NotCoveredError("infinite values show another sign")
        return found
    return found | _margin(point, scores, form)


def _algebra(known: Mapping[str, str]) -> SignedAlgebra:
    symbols = [sympy.Symbol(name) for name in sorted(known)]
    positive = [symbol for symbol in symbols if known[str(symbol)] == "positive"]
    signed = [symbol for symbol in symbols if known[str(symbol)] != "real"]
    return SignedAlgebra(symbols, positive, signed, even_roots=True)


def _score(part: Part, name: str, point: Polynomials, claims: dict[str, Any]) -> Any:
    output = _Claiming(part, name, point, claims)
    return output.score()


def vanishing(part: Part, form: Mapping[str, int], core: str) -> tuple[dict[str, Any], Fraction]:
    """Return a linear form in the scores in factors, with its claims, and what part of ``core`` one factor is."""
    point = Polynomials(_algebra(part.signs))
    claims: dict[str, Any] = {}
    scores = {name: _score(part, name, point, claims) for name in form}
    found = _margin(point, scores, form, point.divided)
    wanted = flattened(parsed(core))
    for place, factor in enumerate(found["margin"]["numerator"]):
        names = [list(zip(found["margin"]["symbols"], powers, strict=True)) for _, powers in factor["terms"]]
        own = {
            tuple(sorted((name, power) for name, power in pairs if power)): Fraction(value)
            for pairs, (value, _) in zip(names, factor["terms"], strict=True)
        }
        share = wanted[next(iter(own))] / own[next(iter(own))] if set(own) == set(wanted) else Fraction(0)
        if own == {powers: value / share for powers, value in wanted.items() if share}:
            return {"form": dict(form), "claims": claims, **found, "core": place}, share
    raise NotCoveredError("a premise that vanishes with another polynomial")


def _margin(
    point: Polynomials, scores: Mapping[str, Any], form: Mapping[str, int], written: Any = None
) -> dict[str, Any]:
    squared = any(isinstance(value, ROOTED) for value in scores.values())
    rise = monotone(scores)
    total: Any = number(Fraction(0))
    sides: dict[str, Any] = {}
    if squared and len({str(value) for value in scores.values()}) == 1 and sum(form.values()) == 0:
        squared = False
        return {"squared": False, "equal": True, "margin": point.claim(total)}
    for name, weight in form.items():
        value = scores[name]
        if rise:
            value = scores[name].radicand * rise
        elif squared:
            root = value if isinstance(value, Root) else Root(value, number(Fraction(1)))
            sides[name] = point.claim(root.factor)
            side = -1 if sides[name]["sign"] in ("negative", "nonpositive") else 1
            value = point.times(point.times(root.factor, root.factor), root.radicand) * side
        total = point.plus(total, value * weight)
    return {
        "squared": squared,
        "margin": (written or point.claim)(total),
        **({"sides": sides} if squared else {}),
    }
