"""A proof about one growing size told for its reader: the sums, their bounds, the margin, and the n before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from axiometrics.reports.expressions import parse, symbol
from axiometrics.reports.scripts import Script
from axiometrics.reports.symbols import with_reductions

__all__ = ["size_name", "told_series"]

_SHAPES = {
    "convex": "the terms are convex in i, so that on average they are at least the middle one and at most the "
    "mean of the first and the last one",
    "concave": "the terms are concave in i, so that on average they are at most the middle one and at least the "
    "mean of the first and the last one",
    "rising": "the terms rise with i, so that they lie between the first and the last one",
    "falling": "the terms fall with i, so that they lie between the last and the first one",
}
_LOGARITHM = (
    "1/log2 is convex, so that on average the terms are at least the middle one and at most the mean of the first "
    "and the last one; and for t ≥ 2^k, log2(t) is at most k + 3/2 (t/2^k - 1) and at least k + 36/25 (1 - 2^k/t), "
    "with k = "
)
_SQUARES = "The scores v are square roots; the margin below is that of v |v|, which is ordered as v is."
MOST_SHOWN = 400
"""Characters of a margin's text up to which its values at the bounds are written out."""
MOST_CORNERS = 4
LATEST_SHOWN = 30
"""The largest start at which powers of numbers are written out."""


def size_name(certificate: Mapping[str, Any]) -> dict[str, str]:
    """Return the name that the constraint gives to n."""
    return {"n": str(certificate["size"])} if certificate.get("size", "n") != "n" else {}


def told_series(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    """Yield the lines of a proof over n."""
    if certificate["kind"] == "every n":
        yield f"n has a last value, {certificate['last']}. {_tried(certificate)}"
        return
    start = certificate["start"]
    yield f"First for every n ≥ {start}."
    names = ["n", "i", *certificate["powers"], *(known["name"] for known in certificate["sums"])]
    for name, base in certificate["powers"].items():
        power = script.signed(symbol(name), "", parse(f"({base})**n", names))
        yield f"- {power}, which is positive and falls with n"
    for known in certificate["sums"]:
        yield f"- {_sum(known, names, script)}"
    yield from _values(certificate, names, script)
    if set(certificate["values"]) == {"worse", "better"}:
        yield "The margin is Q(better) - Q(worse), where Q is the metric, negated if lower is better."
    yield from _margin(certificate, names, script)
    if certificate["tried"]:
        yield f"Then for the n before {start}. {_tried(certificate)}"


def _sum(known: Mapping[str, Any], names: list[str], script: Script) -> str:
    body = f"({known['body']})*({known['weight']})**(i - ({known['first']}))"
    if known["logged"] is not None:
        body = f"log(2)/log({known['logged']})"
    first, last = (script.math(parse(known[end], names)) for end in ("first", "last"))
    said = script.math(symbol(known["name"]))
    if known["pairs"]:
        pairs = script.math(parse(known["body"], [*names, "j"]))
        return f"{said} is the sum of {pairs} over i < j from {first} to {last}"
    said += f" is the sum of {script.math(parse(body, names))} over i from {first} to {last}"
    return said + _known_of(known, names, script)


def _known_of(known: Mapping[str, Any], names: list[str], script: Script) -> str:
    """Say the closed form or the bounds of a sum, and why."""
    if known["tactic"] == "none":
        return ""
    if known["tactic"] == "geometric":
        return f", a geometric one: {_short(known['value'], names, script)}"
    if known["tactic"] == "telescoping":
        form = script.math(parse(known["antidifference"], names))
        return f": {_short(known['value'], names, script)}, since each term is F(i + 1) - F(i) with F(i) = {form}"
    low, high = (_short(known[side], names, script) for side in ("lower", "upper"))
    reason = _SHAPES.get(known["tactic"], "")
    if known["tactic"] == "logarithmic":
        reason = _LOGARITHM + ", ".join(
            f"{level} for the {place} term" for place, level in known["levels"].items()
        )
    return f"; it is at least {low} and at most {high}: {reason}"


def _short(text: str, names: list[str], script: Script) -> str:
    import sympy

    return script.math(sympy.factor(parse(text, names)))


def _values(certificate: Mapping[str, Any], names: list[str], script: Script) -> Iterator[str]:
    outputs = certificate["values"]
    yield f"The formula's quantities in {' and '.join(outputs)}:"
    for quantity in next(iter(outputs.values())):
        found = {output: parse(known[quantity], names) for output, known in outputs.items()}
        first = next(iter(found.values()))
        alike = all(value == first for value in found.values())
        said = (
            [script.math(first)]
            if alike
            else [f"{script.math(value)} in {name}" for name, value in found.items()]
        )
        yield f"- {with_reductions(quantity, script)}: {', '.join(said)}"


def _margin(certificate: Mapping[str, Any], names: list[str], script: Script) -> Iterator[str]:
    """Show the margin, and what it is at the bounds of its sums for n = start + m."""
    import sympy

    if certificate["squared"]:
        yield _SQUARES
    top, bottom = (parse(certificate[part], names) for part in ("numerator", "denominator"))
    whole = sympy.factor(top / bottom) if len(str(top / bottom)) <= MOST_SHOWN else top / bottom
    yield "The margin is"
    yield from script.display(*whole.as_numer_denom())
    if certificate["sign"] == "zero":
        return
    bounded = [
        known for known in certificate["sums"] if "lower" in known and whole.has(symbol(known["name"]))
    ]
    start = certificate["start"]
    yield f"which is {certificate['sign']} for every n ≥ {start}. {_why(certificate, bounded, whole, script)}"
    if len(str(whole)) > MOST_SHOWN or 2 ** len(bounded) > MOST_CORNERS:
        return
    if certificate["powers"] and start > LATEST_SHOWN:
        return
    for sides in product(("lower", "upper"), repeat=len(bounded)):
        chosen = list(zip(bounded, sides, strict=True))
        at = [f"{script.math(symbol(known['name']))} at its {side} bound" for known, side in chosen]
        found = whole.xreplace({symbol(known["name"]): parse(known[side], names) for known, side in chosen})
        yield f"With {' and '.join([f'n = {start} + m', *at])} it is"
        yield from script.display(*_shifted(certificate, found).as_numer_denom())


def _why(certificate: Mapping[str, Any], bounded: list[Mapping[str, Any]], whole: Any, script: Script) -> str:
    """Say how the sign is read off."""
    said = "All coefficients of numerator and denominator have one sign each, with"
    parts = [f"n = {certificate['start']} + m"]
    parts += [
        f"{script.math(symbol(name))} = ({base})^{certificate['start']}/(1 + t)"
        for name, base in certificate["powers"].items()
        if whole.has(symbol(name))
    ]
    if bounded:
        parts.append("every sum at either bound (the margin lies between these values)")
    return f"{said} {', '.join(parts)}."


def _shifted(certificate: Mapping[str, Any], expression: Any) -> Any:
    import sympy

    start, known = certificate["start"], {}
    for number, (name, base) in enumerate(certificate["powers"].items(), 1):
        fresh = sympy.Symbol(f"t{number}" if len(certificate["powers"]) > 1 else "t")
        known[symbol(name)] = sympy.Rational(base) ** start / (1 + fresh)
    shifted = expression.xreplace({**known, symbol("n"): symbol("m") + start})
    return sympy.cancel(sympy.together(shifted))


def _tried(certificate: Mapping[str, Any]) -> str:
    """Say the sign of every n that was computed."""
    said = [f"{sign} for n = {found}" for sign, found in certificate["tried"].items()]
    return f"Computed exactly, the margin is {', '.join(said)}."
