"""Proofs under premises and proofs of continuity, told for their reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from axiometrics.reports.expressions import parse
from axiometrics.reports.scripts import Script
from axiometrics.reports.symbols import meanings

__all__ = ["PREMISED", "linear_form", "told_premised"]


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


def _continuous(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    yield (
        "The metric is continuous where one quantity moves and the other stays: it is made of sums, products, roots "
        "and extremes, and no denominator vanishes on the way."
    )
    for line in certificate["lines"]:
        found = [bottom for bottom in line["denominators"] if bottom["pieces"]]
        shown = "; ".join(script.math(parse(bottom["quantity"], ())) for bottom in found) or "no denominator"
        yield f"- {line['moving']} moves, {line['where']}: {shown}"
    yield "So it takes every value between two of its values."


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


PREMISED = {
    "sum of premises": _summed,
    "elimination": _eliminated,
    "continuity": _continuous,
    "largest value": _bounded,
}
"""The kinds of certificates that are told here."""
