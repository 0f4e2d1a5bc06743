"""The independent check of what demands rest on besides signs: arguments under premises, and bounds on largest values.

Under premises a proof is an identity of polynomials, with signs, and is tried on concrete cases; a refutation encloses
a solution of the premises and the margin there.

Largest values are bounded by intervals, box by box, without a word on convexity. Boxes cover everything that can be
judged against the lower gold. On each the interval of the values must end below the value of the higher output; where
it does not, the box is halved. The stated bound must be below that value, too, and no output that is looked at on the
way may exceed the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Protocol

import numpy as np

from axiometrics.checker.recheck import CertificateError, require
from axiometrics.checker.recheck.cases import OPEN, Cases, Concrete, Places
from axiometrics.checker.recheck.lines import Measured
from axiometrics.checker.recheck.on_cases import generators, values_hold
from axiometrics.checker.recheck.polynomials import Polynomial, plus, strict, times
from axiometrics.checker.recheck.reading import IntervalReading, UnreadableError, evaluated, polynomial
from axiometrics.errors import EngineDisagreementError, UndecidedError
from axiometrics.formulas.arithmetics.intervals import between, sign_of
from axiometrics.formulas.undefined import absent


def recheck_sum(certificate: Mapping[str, Any]) -> None:
    """The linear forms of the premises, so many times each, must add up to the margin."""
    total: dict[str, int] = {}
    for count, form in zip(certificate["times"], certificate["premises"], strict=True):
        require(count >= 0, "a premise is taken away")
        for name, weight in form.items():
            total[name] = total.get(name, 0) + count * weight
    found = {name: weight for name, weight in total.items() if weight}
    require(found == certificate["form"], "the premises do not add up to the margin")


def recheck_elimination(
    certificate: Mapping[str, Any], concrete: Concrete, forms: Sequence[Mapping[str, int]]
) -> int:
    """Check the certificate against its claim and concrete cases; return how many were compared.

    ``forms`` are the linear forms of the premises and then of the conclusion.
    """
    signs = {known["name"]: known["sign"] for known in certificate["generators"]}
    _identity(certificate)
    for step in certificate["steps"]:
        _leading(step, certificate["premises"][step["premise"]]["numerator"], signs)
    for form in _stated(certificate):
        require(strict(polynomial(form["denominator"]), signs), "a denominator is not evidently strict")
        factor, numerator = (polynomial(form[part]) for part in ("times", "numerator"))
        require(
            zero_with(factor, numerator, signs),
            "a times is not evidently strict, nor zero only with the numerator",
        )
    return concrete.compared(lambda cases: _agrees(certificate, cases, forms))


def _stated(certificate: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*certificate["premises"], certificate["conclusion"]]


def _agrees(certificate: Mapping[str, Any], cases: Cases, forms: Sequence[Mapping[str, int]]) -> Places:
    """Every linear form must be what the certificate says, in every case."""
    values, doubtful = generators(certificate, cases)
    values_hold(certificate["values"], values, cases)
    for form, weights in zip(_stated(certificate), forms, strict=True):
        top, beside, bottom = (
            cases.filled(evaluated(form[part], values, cases.arithmetic))
            for part in ("numerator", "times", "denominator")
        )
        margin = cases.about(weights).margin(squared=form["squared"])
        cases.require_same(margin * bottom, top * beside, "linear form")
    return np.where(doubtful, OPEN, 0)


def zero_with(times: Polynomial, numerator: Polynomial, signs: Mapping[str, str]) -> bool:
    """Whether a factor has a strict sign, or is zero only where generators are that every term of the numerator has."""
    if strict(times, signs):
        return True
    names = {name for powers in times for name, _ in powers}
    one_sign = len({value > 0 for value in times.values()}) == 1
    if not one_sign or not {signs.get(name) for name in names} <= {"positive", "nonnegative"}:
        return False
    loose = [[name for name, _ in powers if signs[name] != "positive"] for powers in times]
    zero = {names[0] for names in loose if len(names) == 1}
    return all(any(name in zero for name, _ in powers) for powers in numerator)


def _identity(certificate: Mapping[str, Any]) -> None:
    """The conclusion times the leading coefficients must be the sum of the premises times the quotients."""
    left = polynomial(certificate["conclusion"]["numerator"])
    for step in certificate["steps"]:
        divisor = polynomial(certificate["premises"][step["premise"]]["numerator"])
        for _ in range(int(step["power"])):
            left = times(left, polynomial(step["leading"]))
        left = plus(left, times(polynomial(step["quotient"]), divisor), -1)
    require(not left, "the divisions leave a remainder")


def _leading(step: Mapping[str, Any], numerator: str, signs: Mapping[str, str]) -> None:
    """A leading coefficient must not vanish where its premise does."""
    leading = polynomial(step["leading"])
    require(bool(leading), "a leading coefficient is zero")
    if strict(leading, signs):
        return
    require(step["rest"] is not None, "a leading coefficient may vanish")
    rest = polynomial(step["rest"])
    whole = plus(times(leading, {((step["variable"], 1),): Fraction(1)}), rest, 1)
    require(whole == polynomial(numerator), "a premise is not what its coefficients say")
    require(strict(rest, signs), "a leading coefficient may vanish")


Placed = Callable[[Mapping[str, Any]], Mapping[str, tuple[Fraction, ...]]]
"""The quantities of every output, from the chosen levels."""
Brackets = Mapping[str, tuple[Fraction, Fraction]]


def recheck_enclosure(certificate: Mapping[str, Any], formula: Measured, placed: Placed) -> None:
    """Check every step of the argument with intervals that are rounded outwards. Raises CertificateError."""
    box = {each["name"]: (Fraction(each["low"]), Fraction(each["high"])) for each in certificate["unknowns"]}
    chosen = {name: Fraction(value) for name, value in certificate["chosen"].items() if name not in box}
    require(all(low < high for low, high in box.values()), "a bracket is empty")
    outputs = _outputs(chosen, box, placed)
    try:
        for each in certificate["unknowns"]:
            _solvable(each, outputs, formula, box)
        margin = _form(certificate["form"], outputs, formula, box)
    except UnreadableError as error:
        raise CertificateError(f"the formula has no interval: {error}") from error
    low, high = map(Fraction, certificate["margin"])
    require(low <= high and low * high > 0, "the stated margin may be zero")
    stated = between(low, high)
    require(bool(stated.a <= margin.a and margin.b <= stated.b), "the margin is not where it is said to be")


Outputs = Mapping[str, tuple[Fraction | str, ...]]
"""The quantities of every output: a fraction, or the name of an unknown."""


def _outputs(chosen: Mapping[str, Any], box: Brackets, placed: Placed) -> Outputs:
    """Return what every quantity is: the same at all corners of the box and inside, or one of the unknowns."""
    middles = {name: (low + high) / 2 for name, (low, high) in box.items()}
    corners = [dict(zip(box, corner, strict=True)) for corner in product(*box.values())]
    seen = [(corner, placed({**chosen, **corner})) for corner in [*corners, middles]]
    return {
        name: tuple(
            _named([(corner, outputs[name][place]) for corner, outputs in seen])
            for place in range(len(first))
        )
        for name, first in seen[0][1].items()
    }


def _named(values: list[tuple[dict[str, Fraction], Fraction]]) -> Fraction | str:
    if len({value for _, value in values}) == 1:
        return values[0][1]
    for name in values[0][0]:
        if all(value == corner[name] for corner, value in values):
            return name
    raise CertificateError("a score is neither a number nor an unknown")


def _solvable(each: Mapping[str, Any], outputs: Outputs, formula: Measured, box: Brackets) -> None:
    """A premise in one unknown alone must be continuous on its bracket, with opposite signs at the ends."""
    inside = {quantity for name in each["form"] for quantity in outputs[name] if isinstance(quantity, str)}
    require(inside == {each["name"]}, "a premise has another unknown")
    _form(each["form"], outputs, formula, box)  # has an interval, so it is continuous
    ends = [
        sign_of(_form(each["form"], outputs, formula, {**box, each["name"]: (end, end)}))
        for end in box[each["name"]]
    ]
    require(set(ends) == {1, -1}, "a premise does not change its sign on its bracket")


def _form(form: Mapping[str, int], outputs: Outputs, formula: Measured, box: Brackets) -> Any:
    """Return the interval of a linear form in the values of outputs."""
    total = between(Fraction(0), Fraction(0))
    constants = {name: between(value, value) for name, value in formula.constants.items()}
    for output, weight in form.items():
        bounds = [box[each] if isinstance(each, str) else (each, each) for each in outputs[output]]
        names = {f"x{place}": between(*pair) for place, pair in enumerate(bounds)}
        total = total + weight * IntervalReading({**names, **constants}).value(formula.value)
    return total


MOST_BOXES = 256
"""Boxes that are looked at before the check gives up."""
NARROWEST = Fraction(1, 2**16)
"""The side of a box below which it is not halved: what is open there stays open, as beside a jump."""

Box = tuple[tuple[Fraction, Fraction], ...]
Value = Callable[[Any], Any]
"""The interval of an output's value, `NO_VALUE` where it has none."""


class Judged(Protocol):
    """Everything that can be judged against one gold."""

    @property
    def whole(self) -> Box:
        """The box of everything."""

    @property
    def vertices(self) -> Iterable[Any]:
        """Outputs at the corners."""

    def inside(self, box: Box) -> Any:
        """Return an output in a box, None where there is none."""

    def values(self, box: Box) -> Any:
        """Return an interval with the values of all outputs in a box, `NO_VALUE` where none has one."""


def recheck_bound(
    certificate: Mapping[str, Any], outputs: Mapping[str, Any], judged: Judged, value: Value
) -> int:
    """Check a certificate of a bound; return the number of boxes that cover everything.

    ``outputs`` are the higher and the lower one that the certificate names; ``judged`` is all that can be judged
    against the gold of the lower one. Raises CertificateError; EngineDisagreementError where an output exceeds the
    bound; and UndecidedError where intervals do not tell.
    """
    bound = _read(certificate["bound"])
    found, lower = value(outputs["higher"]), value(outputs["lower"])
    require(not absent(found) and not absent(lower), "an output has no value")
    _same(found, _read(certificate["value"]))
    _below(bound, found)
    for face in certificate["faces"]:
        require(not _read(face["value"]).a > bound.b, "a bound is below a value that it is the largest of")
    for output in (outputs["lower"], *judged.vertices):
        _at_most(bound, output, value)
    return sum(1 for _ in _settled(judged, found.a, lambda output: _at_most(bound, output, value)))


def _read(text: str) -> Any:
    """Return the interval of a stated number."""
    try:
        return IntervalReading({}).text(text)
    except UnreadableError as error:
        raise UndecidedError(f"{text} has no interval: {error}") from error


def _same(found: Any, stated: Any) -> None:
    require(bool(found.a <= stated.b and stated.a <= found.b), "the higher output has another value")


def _below(bound: Any, found: Any) -> None:
    require(not bound.a >= found.b, "the bound is not below the value of the higher output")
    if not bound.b < found.a:
        raise UndecidedError(
            "intervals do not tell whether the bound is below the value of the higher output"
        )


def _at_most(bound: Any, output: Any, value: Value) -> None:
    found = value(output)
    if not absent(found) and found.a > bound.b:
        raise EngineDisagreementError(
            f"a bound is said to hold for every output, but not for {output.notation()}"
        )


def _settled(judged: Judged, level: object, inspected: Callable[[Any], None]) -> Iterator[Box]:
    """Yield boxes that cover everything, on each of which all values are below a level. Raises UndecidedError."""
    left = [judged.whole]
    for _ in range(MOST_BOXES):
        if not left:
            return
        box = left.pop()
        output = judged.inside(box)
        if output is None:
            continue
        inspected(output)
        found = judged.values(box)
        if absent(found) or found.b < level:
            yield box
        else:
            left += _halves(box)
    if left:
        raise UndecidedError(f"{MOST_BOXES} boxes do not tell whether a bound holds")


def _halves(box: Box) -> tuple[Box, Box]:
    """Return the two halves of a box, across its first widest side. Raises UndecidedError for a narrow box."""
    widths = [high - low for low, high in box]
    if max(widths, default=Fraction(0)) < NARROWEST:
        raise UndecidedError("a narrow box does not tell whether a bound holds")
    side = widths.index(max(widths))
    low, high = box[side]
    middle = (low + high) / 2
    first, second = ((*box[:side], half, *box[side + 1 :]) for half in ((low, middle), (middle, high)))
    return first, second
