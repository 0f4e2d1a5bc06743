"""Proofs under premises and proofs of continuity, told for their reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.reports.expressions import parse
from axiometrics.reports.scripts import Script
from axiometrics.reports.symbols import meanings

__all__ = ["PREMISED", "decimals", "linear_form", "told_premised"]


def linear_form(form: Mapping[str, int]) -> str:
    """Write a linear form in the values of outputs.

    >>> linear_form({"x": 1, "y": -2})
    'Q(x) - 2 Q(y)'
    """
    parts = [
        f"{'-' if weight < 0 else '+'} {'' if abs(weight) == 1 else f'{abs(weight)} '}Q({name})"
        for name, weight in form.items()
    ]
    return " ".join(parts).removeprefix("+ ")


def told_premised(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    """Tell a certificate of one of the kinds `PREMISED`."""
    yield from PREMISED[certificate["kind"]](certificate, script)


def _summed(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    used = [
        f"{'' if times == 1 else f'{times} times '}{linear_form(form)}"
        for times, form in zip(certificate["times"], certificate["premises"], strict=True)
        if times
    ]
    yield f"{linear_form(certificate['form'])} is the sum of {' and '.join(used)}, whatever the metric."


def _eliminated(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    yield "The scores are arbitrary; symbols of known sign stand for them:"
    yield from (f"- {meaning}" for meaning in meanings(certificate, script))
    names = [known["name"] for known in certificate["generators"]]
    squared = any(form["squared"] for form in (*certificate["premises"], certificate["conclusion"]))
    yield f"Denominators are positive, so these numerators{' (of differences of squares)' if squared else ''} are zero:"
    for number, form in enumerate(certificate["premises"], 1):
        shown = script.math(parse(form["numerator"], names))
        yield f"- premise {number}, {linear_form(form['form'])}: {shown}"
    conclusion = certificate["conclusion"]
    margin = script.math(parse(conclusion["numerator"], names))
    yield f"The margin {linear_form(conclusion['form'])} has the numerator {margin}."
    for step in certificate["steps"]:
        yield _step(step, names, script)
    yield "Nothing is left, so the margin is zero wherever the premises hold."


def _step(step: Mapping[str, Any], names: list[str], script: Script) -> str:
    leading, variable = (script.math(parse(step[part], names)) for part in ("leading", "variable"))
    said = f"Divide it by premise {step['premise'] + 1} in {variable}, whose coefficient there is {leading}"
    if step["rest"] is None:
        return f"{said}, which is not zero."
    rest = script.math(parse(step["rest"], names))
    return f"{said}: not zero, by its signs or since the rest of the premise, {rest}, is not."


_LINES = {
    "continuity": (
        "The metric is continuous where one quantity moves and the others stay: it is made of sums, products, roots "
        "and extremes, and no denominator vanishes on the way.",
        "So it takes every value between two of its values.",
    ),
    "definedness": (
        "The metric has a value everywhere: it is made of sums, products, roots and extremes, and wherever a "
        "denominator vanishes a convention gives the value.",
        "So any two outputs can be compared.",
    ),
}
_MUST = {
    "not zero": "is not zero",
    "not negative": "is not negative",
    "positive": "is positive",
    "zero": "is zero",
}


def _on_lines(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    opening, end = _LINES[certificate["kind"]]
    yield opening
    for line in certificate["lines"]:
        said = [
            f"{script.math(parse(place['quantity'], ()))} {_MUST[place['must']]}" for place in line["places"]
        ]
        moves = f"{line['moving']} moves, " if certificate["kind"] == "continuity" else ""
        yield f"- {moves}{line['where']}: {'; '.join(said) or 'nothing can break'}"
    yield end


def _enclosed(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    known = ", ".join(
        f"{name} = {value}"
        for name, value in certificate["chosen"].items()
        if name not in {each["name"] for each in certificate["unknowns"]}
    )
    yield f"With {known} the premises are equations:"
    for each in certificate["unknowns"]:
        low, high = (decimals(each[end]) for end in ("low", "high"))
        yield (
            f"- {linear_form(each['form'])} has opposite signs at {each['name']} = {low}... and at {high}..., and is "
            f"continuous between, so it is zero at some {each['name']} there"
        )
    low, high = (decimals(bound) for bound in certificate["margin"])
    yield (
        f"The margin {linear_form(certificate['form'])} lies between {low} and {high} for all of these values, computed "
        "with intervals that are rounded outwards. So it is not zero where the premises hold."
    )


def decimals(fraction: str) -> str:
    """Write a fraction with 15 decimals.

    >>> decimals("1/3")
    '0.333333333333333'
    """
    return f"{float(Fraction(fraction)):.15f}".rstrip("0")


def _bounded(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    yield (
        "Estimates with the same empty classes are a face of all estimates. For the gold of the lower output the error, "
        "or what it is the root of, is convex on every face: a sum, with positive weights, of affine forms and larger "
        "ones of them, quadratic forms without negative eigenvalues, and a log(a/b). So on a face it is nowhere larger "
        "than at a vertex:"
    )
    for face in certificate["faces"]:
        shown = ", ".join(map(str, face["classes"]))
        yield f"- classes {shown} not empty: at most {script.math(parse(face['value'], ()))}"
    yield (
        f"No estimate has a larger error than {script.math(parse(certificate['bound'], ()))}. But {certificate['output']} "
        f"has {script.math(parse(certificate['value'], ()))}."
    )
    boxes = certificate["boxes"]
    yield (
        "Intervals that are rounded outwards confirm that every estimate for the lower gold has a smaller error than this: "
        f"{boxes} {'box covers' if boxes == 1 else 'boxes cover'} all of them."
    )


PREMISED = {
    "enclosure": _enclosed,
    "sum of premises": _summed,
    "elimination": _eliminated,
    "continuity": _on_lines,
    "definedness": _on_lines,
    "largest value": _bounded,
}
"""The kinds of certificates that are told here."""
