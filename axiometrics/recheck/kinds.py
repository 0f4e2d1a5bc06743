"""Proofs of other kinds than parametric cases: demands under premises, and continuity or a value along lines.

A linear form in the scores is a sum of others, or vanishes wherever they do. For the second every form is a product of
factors over what is not zero. One of the factors is its core: the others have a strict sign, or vanish only where the
core does. So where a premise's form is zero, its core is; and a multiple of the conclusion's core, by what is not zero,
is a sum of multiples of the premises' cores.

A formula of shares has a value everywhere, or is continuous wherever one share moves and the others stay. Every share
lies between 0 and 1: it is 0, or 1, or u/(u + v) with u, v > 0. In each of these pieces signs are read off
coefficients. Sums, products, extremes and hyperbolic tangents are continuous, and have a value, wherever their parts
are and have one; quotients where the denominator is not zero, roots where nothing negative is below them, logarithms
of what is positive. A convention takes one side of it on a whole line, or both sides are zero there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

from axiometrics.recheck.branches import claims_hold, combined
from axiometrics.recheck.cases import Part
from axiometrics.recheck.eventual_signs import Quotient, divided, plain, plus, times
from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    flattened,
    formula_of,
    multiplied,
    parsed,
    require,
    sign_of,
)
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.series import told_of
from axiometrics.recheck.values import POINTS, Point
from axiometrics.recheck.values import plain as plain_number

Sign = tuple[int, bool]
ALLOWED = {
    "not zero": {(1, True), (-1, True)}, "not negative": {(1, True), (1, False), (0, False)},
    "positive": {(1, True)}, "zero": {(0, False)},
}  # fmt: skip
UNBROKEN = {"sum", "product", "maximum", "minimum", "tanh"}


# --- premises


def sum_holds(told: Mapping[str, Any]) -> str:
    """Require that a linear form is a sum of others, each of them at least as often as never; say what follows."""
    total: Counter[str] = Counter()
    for form, often in zip(told["premises"], told["times"], strict=True):
        require(often >= 0, "a premise is taken less than no time")
        total.update({name: often * weight for name, weight in form.items()})
    require(any(told["times"]), "no premise is used")
    found = {name: weight for name, weight in total.items() if weight}
    require(
        found == {name: weight for name, weight in told["form"].items() if weight}, "the sum is another form"
    )
    return f"{told_of(told['form'])} has the sign that all premises have"


def elimination_holds(document: Mapping[str, Any]) -> str:
    """Require that a linear form vanishes wherever its premises do; return what is confirmed."""
    told, formula = document["elimination"], formula_of(document["formula"])
    part = Part(document, told["case"], formula)
    require(not told["case"]["not_all_zero"], "a sum beside an elimination")
    part.values_hold()
    part.signs_hold()
    *premises, conclusion = (_core(part, each, formula) for each in (*told["premises"], told["conclusion"]))
    factor = flattened(parsed(told["factor"]))
    require(sign_of(factor, part.signs)[1], "the factor of the conclusion may vanish")
    left = multiplied(factor, conclusion)
    for core, multiplier in zip(premises, told["multipliers"], strict=True):
        left = added(left, multiplied(core, flattened(parsed(multiplier))), Fraction(-1))
    require(not left, "the conclusion is no sum of multiples of the premises")
    forms = " and ".join(told_of(each["form"]) for each in told["premises"])
    return f"{told_of(told['conclusion']['form'])} is zero wherever {forms} are"


def _core(part: Part, told: Mapping[str, Any], formula: Step) -> Flat:
    """Return what a form's margin has as a factor, and vanishes only with."""
    require(told["form"] and set(told["form"]) <= set(part.data["outputs"]), "a form of no outputs")
    claims_hold({**told, "margin": None}, part.signs)
    for _ in range(POINTS):
        point = Point()
        scores = {name: Output(part, name, point, told["claims"]).score() for name in told["form"]}
        require(None not in scores.values(), "some output has no value")
        require(
            plain_number(point.quotient(told["margin"])) == combined(point, scores, told["form"], told),
            "the margin is another one",
        )
    names = told["margin"]["symbols"]
    require(
        all(sign_of(_flat(each, names), part.signs)[1] for each in told["margin"]["denominator"]),
        "a denominator that may vanish",
    )
    require(
        all(int(each["times"]) >= 1 for each in told["margin"]["numerator"]), "a factor that does not occur"
    )
    factors = [_flat(each, names) for each in told["margin"]["numerator"]]
    core = factors.pop(told["core"])
    for factor in factors:
        require(_vanishes_with(factor, core, part.signs), "a factor that may vanish alone")
    return core


def _flat(factor: Mapping[str, Any], names: list[str]) -> Flat:
    terms: list[Flat] = []
    for value, powers in factor["terms"]:
        pairs = zip(names, powers, strict=True)
        terms.append({tuple(sorted((name, power) for name, power in pairs if power)): Fraction(value)})
    return reduce(added, terms, Flat())


def _vanishes_with(factor: Flat, core: Flat, known: Mapping[str, str]) -> bool:
    """Whether a factor has a strict sign, or is a sum that vanishes only where symbols do that every term has."""
    direction, strict = sign_of(factor, known)
    if strict or not direction:
        return strict
    alone = {powers[0][0] for powers in factor if len(powers) == 1}
    if not alone:
        raise NotCoveredError("a factor of products that may vanish")
    return all(any(name in alone and power > 0 for name, power in powers) for powers in core)


# --- lines


class Piece:
    """A share of each name: 0, 1, or between; the values of steps that are quotients of polynomials there."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.known: dict[str, str] = {}
        self.names = {name: self._share(name, place) for name, place in places.items()}

    def _share(self, name: str, place: str) -> Quotient:
        if place != "between":
            return plain({(): Fraction(1)} if place == "one" else {})
        part: Flat = {((f"{name}_part", 1),): Fraction(1)}
        rest: Flat = {((f"{name}_rest", 1),): Fraction(1)}
        self.known |= {f"{name}_{end}": "positive" for end in ("part", "rest")}
        return part, added(part, rest)

    def value(self, step: Step) -> Quotient:
        """Return the value of a step. Raises NotCoveredError."""
        match step.kind:
            case "number":
                return plain({(): step.value} if step.value else {})
            case "name" if step.value in self.names:
                return self.names[step.value]
            case "sum":
                return plus(self.value(step.parts[0]), self.value(step.parts[1]))
            case "product":
                return times(self.value(step.parts[0]), self.value(step.parts[1]))
            case "quotient" if self.sign(step.parts[1])[1]:
                return divided(self.value(step.parts[0]), self.value(step.parts[1]))
            case "power" if step.parts[1].kind == "number" and step.parts[1].value in (1, 2, 3, 4):
                base = found = self.value(step.parts[0])
                for _ in range(int(step.parts[1].value) - 1):
                    found = times(found, base)
                return found
            case "ratio" | "guard":
                sign = self.sign(step.parts[1])
                if sign == (0, False):
                    return self.value(step.parts[2])
                if sign[1]:
                    top = self.value(step.parts[0])
                    return top if step.kind == "guard" else divided(top, self.value(step.parts[1]))
        raise NotCoveredError(f"a {step.kind} whose value on a line is open")

    def sign(self, step: Step) -> Sign:
        """Return the evident sign of a step. Raises NotCoveredError."""
        top, bottom = self.value(step)
        try:
            (direction, strict), below = (sign_of(part, self.known) for part in (top, bottom))
        except RefusedError as error:
            raise NotCoveredError(f"a sign on a line that is not evident: {error}") from error
        if below != (1, True):
            raise NotCoveredError("a denominator of unknown sign on a line")
        return direction, strict


def lines_hold(document: Mapping[str, Any]) -> str:
    """Require that the formula is continuous, or has a value, as the document says; return what is confirmed."""
    told, formula = document["lines"], formula_of(document["formula"])
    kind, names = told["kind"], list(told["quantities"])
    require(kind in ("continuity", "definedness"), "lines of an unknown kind")
    require(names and len(set(names)) == len(names), "no share is named, or one twice")
    places = list(told["places"])
    require(places and set(places) <= {"zero", "between", "one"}, "places that no share has")
    require("between" in places, "lines without a way between their ends")
    if kind == "definedness":
        for chosen in product(places, repeat=len(names)):
            _unbroken(formula, [Piece(dict(zip(names, chosen, strict=True)))], whole=False)
        return f"the formula has a value for all {', '.join(names)} {_range(places)}"
    for moving in names:
        others = [name for name in names if name != moving]
        for chosen in product(places, repeat=len(others)):
            fixed = dict(zip(others, chosen, strict=True))
            _unbroken(formula, [Piece({**fixed, moving: place}) for place in places], whole=True)
    return f"the formula is continuous in each of {', '.join(names)} {_range(places)}"


def _range(places: Sequence[str]) -> str:
    return f"in {'[' if 'zero' in places else '('}0, 1{']' if 'one' in places else ')'}"


def _unbroken(step: Step, where: Sequence[Piece], *, whole: bool) -> None:
    """Require that nothing breaks on some pieces; with ``whole`` they are a line, on which a step is continuous."""
    if not where:
        return
    if step.kind in ("ratio", "guard"):
        (_on_one_side if whole else _on_its_side)(step, where)
        return
    match step.kind:
        case "number" | "name":
            require(step.kind == "number" or step.value in where[0].names, f"{step.value} is no share")
        case "quotient":
            _must(step.parts[1], "not zero", where)
        case "power":
            base, exponent = step.parts
            if exponent.kind != "number" or exponent.value.denominator != 1:
                raise NotCoveredError("a power on a line that is not whole")
            if exponent.value <= 0:
                _must(base, "not zero", where)
        case "root":
            _must(step.parts[0], "not negative", where)
        case "log":
            _must(step.parts[0], "positive", where)
        case "undefined" | "infinite":
            raise RefusedError("there is no value on a line")
        case kind if kind not in UNBROKEN:
            raise NotCoveredError(f"a {kind} on a line")
    for part in step.parts:
        _unbroken(part, where, whole=whole)


def _must(step: Step, what: str, where: Sequence[Piece]) -> None:
    require(
        all(piece.sign(step) in ALLOWED[what] for piece in where),
        f"a step on a line may be other than {what}",
    )


def _on_one_side(step: Step, line: Sequence[Piece]) -> None:
    """Require that a convention takes one side on a whole line, or that both sides are zero on all of it."""
    top, bottom, otherwise = step.parts
    _unbroken(bottom, line, whole=True)
    signs = {piece.sign(bottom) for piece in line}
    if signs <= ALLOWED["not zero"]:
        _unbroken(top, line, whole=True)
    elif signs == ALLOWED["zero"]:
        _unbroken(otherwise, line, whole=True)
    else:
        for part in (top, otherwise):
            _must(part, "zero", line)
            _unbroken(part, line, whole=True)


def _on_its_side(step: Step, pieces: Sequence[Piece]) -> None:
    """Require that the side which a convention takes has a value, piece by piece; both, where that is open."""
    top, bottom, otherwise = step.parts
    _unbroken(bottom, pieces, whole=False)
    for piece in pieces:
        try:
            direction, strict = piece.sign(bottom)
        except NotCoveredError:
            direction, strict = 1, False
        if strict or direction:
            _unbroken(top, [piece], whole=False)
        if not strict:
            _unbroken(otherwise, [piece], whole=False)
