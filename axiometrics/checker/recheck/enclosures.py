"""The independent check of a refutation by intervals: that premises have solutions, and what the margin is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from axiometrics.checker.recheck.lines import Measured
from axiometrics.checker.recheck.reading import IntervalReading, UnreadableError
from axiometrics.checker.recheck.refusal import CertificateError, require
from axiometrics.formulas.arithmetics.intervals import between, sign_of

__all__ = ["Placed", "recheck_enclosure"]

Placed = Callable[[Mapping[str, Any]], Mapping[str, tuple[Fraction, ...]]]
"""The quantities of every output, from the chosen levels."""
Box = Mapping[str, tuple[Fraction, Fraction]]


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


def _outputs(chosen: Mapping[str, Any], box: Box, placed: Placed) -> Outputs:
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


def _solvable(each: Mapping[str, Any], outputs: Outputs, formula: Measured, box: Box) -> None:
    """A premise in one unknown alone must be continuous on its bracket, with opposite signs at the ends."""
    inside = {quantity for name in each["form"] for quantity in outputs[name] if isinstance(quantity, str)}
    require(inside == {each["name"]}, "a premise has another unknown")
    _form(each["form"], outputs, formula, box)  # has an interval, so it is continuous
    ends = [
        sign_of(_form(each["form"], outputs, formula, {**box, each["name"]: (end, end)}))
        for end in box[each["name"]]
    ]
    require(set(ends) == {1, -1}, "a premise does not change its sign on its bracket")


def _form(form: Mapping[str, int], outputs: Outputs, formula: Measured, box: Box) -> Any:
    """Return the interval of a linear form in the values of outputs."""
    total = between(Fraction(0), Fraction(0))
    constants = {name: between(value, value) for name, value in formula.constants.items()}
    for output, weight in form.items():
        bounds = [box[each] if isinstance(each, str) else (each, each) for each in outputs[output]]
        names = {f"x{place}": between(*pair) for place, pair in enumerate(bounds)}
        total = total + weight * IntervalReading({**names, **constants}).value(formula.value)
    return total
