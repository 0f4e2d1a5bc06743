"""Proofs of other kinds told for their reader: from premises, from lines and balls, and for all large n."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.reports.expressions import parse, symbol
from axiometrics.reports.scripts import Script, meanings, with_reductions

if TYPE_CHECKING:
    from sympy import Expr


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
        f"The margin {linear_form(certificate['form'])} lies between {low} and {high} for all of these values, "
        "computed with intervals that are rounded outwards. So it is not zero where the premises hold."
    )


def decimals(fraction: str) -> str:
    """Write a fraction with 15 decimals.

    >>> decimals("1/3")
    '0.333333333333333'
    """
    return f"{float(Fraction(fraction)):.15f}".rstrip("0")


def _bounded(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    yield (
        "Estimates with the same empty classes are a face of all estimates. For the gold of the lower output the "
        "error, or what it is the root of, is convex on every face: a sum, with positive weights, of affine forms "
        "and larger ones of them, quadratic forms without negative eigenvalues, and a log(a/b). So on a face it is "
        "nowhere larger than at a vertex:"
    )
    for face in certificate["faces"]:
        shown = ", ".join(map(str, face["classes"]))
        yield f"- classes {shown} not empty: at most {script.math(parse(face['value'], ()))}"
    yield (
        f"No estimate has a larger error than {script.math(parse(certificate['bound'], ()))}. "
        f"But {certificate['output']} has {script.math(parse(certificate['value'], ()))}."
    )
    boxes = certificate["boxes"]
    yield (
        "Intervals that are rounded outwards confirm that every estimate for the lower gold has a smaller error than "
        f"this: {boxes} {'box covers' if boxes == 1 else 'boxes cover'} all of them."
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


def _shifted(certificate: Mapping[str, Any], expression: Expr) -> Expr:
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
