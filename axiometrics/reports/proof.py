"""A proof told for its reader: what the symbols stand for, what changes, and the sign of the margin in every case."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from axiometrics.reports.expressions import fraction, parse, per_term, symbol, terms
from axiometrics.reports.kinds_of_proof import PREMISED, linear_form, size_name, told_premised, told_series
from axiometrics.reports.scripts import (
    Latex,
    Plain,
    Script,
    least_sizes,
    meanings,
    reduction_sign,
    short_names,
    with_reductions,
)

_VERDICTS = {
    "positive": "positive",
    "nonnegative": "positive or zero",
    "zero": "zero",
    "nonpositive": "negative or zero",
    "negative": "negative",
    "undefined": "not there, since some output has no value or an infinite one,",
}
_DIFFERENCE = "The margin is Q(better) - Q(worse), where Q is the metric, negated if lower is better."
_SQUARES = (
    "The scores v are square roots, and v |v| is ordered as v is; below, the margin is that of these signed "
    "squares."
)
_COEFFICIENTS = (
    "The sign can be read off the coefficients: all terms of a factor have the same sign, "
    "and no denominator is zero."
)
_WITHOUT = {
    "undefined": "The metric has no value in one of the outputs.",
    "impossible": "No case is like this, since some of these counts must be positive.",
}
_CHOICES = {"=": "≠=", ">=": "<≥"}
_CASES = "Where a denominator of the formula vanishes its own convention gives the value."


def proof_parts(proof: Mapping[str, Any]) -> list[str]:
    """Return the proof in markdown, line by line: inline formulas between ``$` `` and `` `$``.

    A line that starts with ``$$`` is a formula of its own, one that starts with ``- `` an entry of a list.
    """
    return list(_in_markdown(json.dumps(proof["certificate"], default=str)))


@lru_cache(maxsize=512)
def _in_markdown(certificate: str) -> tuple[str, ...]:
    """Write a certificate once for all pages of a report."""
    return tuple(_whole(json.loads(certificate), Latex))


def proof_lines(proof: Mapping[str, Any]) -> list[str]:
    """Return the proof as plain text, line by line."""
    return list(_whole(proof["certificate"], Plain))


def _whole(certificate: Mapping[str, Any], script: type[Latex | Plain]) -> Iterator[str]:
    """Tell a certificate: of one case, of all large n, or the first of its parts in full and what the others show."""
    words = certificate.get("words", {})
    if certificate.get("kind") in PREMISED:
        yield from told_premised(certificate, script(short_names(certificate), words))
    elif "kind" in certificate:
        yield from told_series(certificate, script(size_name(certificate), words))
    elif "forms" in certificate:
        yield from _forms(certificate["forms"], script)
        if "continuity" in certificate:
            yield from told_premised(certificate["continuity"], script({}, {}))
    elif "parts" in certificate:
        yield from _parts(certificate, script)
    else:
        yield from _told(certificate, script(short_names(certificate), words))


def _parts(certificate: Mapping[str, Any], script: type[Latex | Plain]) -> Iterator[str]:
    """Tell the first of some parts that has a margin, and the signs of the others."""
    parts, scope = certificate["parts"], certificate["scope"]
    first = next((part for part in parts if part["sign"] != "undefined"), parts[0])
    others = [part for part in parts if part is not first]
    told = f"all cases with {scope}" if scope else "all cases"
    valued = " that have a margin" if certificate.get("valued") else ""
    if others:
        yield f"{len(others) + 1} parts together are {told}{valued}. The part with {_place(first)}:"
    else:
        yield f"The proof is about {told}{valued}{', with ' if _place(first) else ''}{_place(first)}:"
    yield from _told(first, script(short_names(first), first.get("words", {})))
    if others and len(first.get("terms", {}).get("forms", ())) > 1:
        yield "The other parts are proved in the same way, each with a certificate of its own."
        return
    if others:
        yield "The other parts are proved in the same way, each with a certificate of its own. The margin is"
    for sign in dict.fromkeys(part["sign"] for part in others):
        shown = "; ".join(_place(part) for part in others if part["sign"] == sign)
        yield f"- {_VERDICTS[sign]} with {shown}"


def _forms(forms: Sequence[Mapping[str, Any]], script: type[Latex | Plain]) -> Iterator[str]:
    """Tell the proof of every linear form; equal ones once."""
    for form in forms:
        if len(forms) > 1:
            yield f"The linear form {linear_form(form['form'])}:"
        yield from _whole(form, script)


def _place(part: Mapping[str, Any]) -> str:
    return ", ".join(_condition(name, value) for name, value in part["where"].items())


def _condition(name: str, value: object) -> str:
    """Say what a choice is: a number, or whether two classes are the same, or there are so many.

    >>> _condition("classes", 2), _condition("system=gold", 0), _condition("classes>=3", 1)
    ('classes = 2', 'system ≠ gold', 'classes ≥ 3')
    >>> _condition("below@worse", 1), _condition("some(n@worse + m@worse)", 1), _condition("some(n@y - n@x)", 0)
    ('below = 1 in worse', 'n + m > 0 in worse', '[n in y] - [n in x] = 0')
    """
    compared = re.fullmatch(r"(\w+)(>?=)(\w+)", name)
    if compared is None:
        some = re.fullmatch(r"some\((.*)\)", name)
        told = f"{some[1]} {'>' if value else '='} 0" if some else f"{name} = {value}"
        outputs = set(re.findall(r"@(\w+)", told))
        if len(outputs) == 1:
            output = outputs.pop()
            return f"{told.replace(f'@{output}', '')} in {output}"
        return re.sub(r"(\w+)@(\w+)", r"[\1 in \2]", told)
    one, how, other = compared.groups()
    return f"{one} {_CHOICES[how][bool(value)]} {other}"


def _told(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    outputs = " and ".join(certificate["values"])
    arbitrary = certificate.get("words", {}).get("arbitrary", "sizes")
    if "terms" in certificate:
        yield certificate["note"]
        return
    if "scales" in certificate:
        yield f"All outputs have the same items, each so many times: {_times(certificate, script)}."
        yield "The formula is the same of all multiples of counts."
        yield f"So the margin is 0 in every case that has one, whatever the {arbitrary}."
        return
    if not certificate["branches"]:
        yield f"The formula looks only at quantities that have the same value in {outputs}:"
        yield from (f"- {_quantity(name, script)}" for name in _stated(certificate))
        yield from _counting(certificate)
        yield f"So the margin is 0 in every case that has one, whatever the {arbitrary}."
        return
    yield f"{arbitrary[:1].upper()}{arbitrary[1:]} are arbitrary; symbols of known sign stand for them:"
    yield from (f"- {meaning}" for meaning in meanings(certificate, script))
    yield from (_fact(members, script) for members in certificate.get("facts", []))
    yield from _changes(certificate, script)
    if set(certificate["values"]) == {"worse", "better"}:
        yield _DIFFERENCE
    yield from _margin(certificate["branches"], script)


def _times(certificate: Mapping[str, Any], script: Script) -> str:
    """Say how many times every output has the items."""
    names, sizes = [known["name"] for known in certificate["generators"]], least_sizes(certificate)
    found = {name: parse(text, names).xreplace(sizes) for name, text in certificate["scales"].items()}
    return ", ".join(f"{script.math(per_term(value))} in {name}" for name, value in found.items())


def _fact(members: Sequence[str], script: Script) -> str:
    total = symbol(members[0])
    for name in members[1:]:
        total = total + symbol(name)
    return f"- {script.signed(total, 'positive')}: they are never all zero"


def _quantity(name: str, script: Script) -> str:
    return with_reductions(name, script)


def _stated(certificate: Mapping[str, Any]) -> list[str]:
    return list(next(iter(certificate["values"].values())))


def _changes(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    """Say what the formula's quantities are in each output, in terms of the symbols."""
    values, sizes = certificate["values"], least_sizes(certificate)
    names = [known["name"] for known in certificate["generators"]]
    yield f"The formula's quantities in {' and '.join(values)}:"
    for quantity in _stated(certificate):
        found = {
            output: per_term(parse(values[output][quantity], names).xreplace(sizes)) for output in values
        }
        first = next(iter(found.values()))
        if first == symbol(quantity):
            continue
        said = (
            [f"{script.math(value)} in {output}" for output, value in found.items()]
            if any(value != first for value in found.values())
            else [f"{script.math(first)} in both" if len(found) == 2 else f"{script.math(first)} in all"]
        )
        yield f"- {_quantity(quantity, script)}: {', '.join(said)}"
    yield from _counting(certificate)


def _counting(certificate: Mapping[str, Any]) -> list[str]:
    told = certificate.get("words", {}).get("reductions")
    found = [quantity for quantity in _stated(certificate) if "[" in quantity]
    return [line for line in [reductions_told(told, found)] if line] if told and found else []


def reductions_told(words: str, quantities: Sequence[str]) -> str:
    """Say what the sums in some quantities run over, and what the letters inside them mean.

    ``words`` is a sentence, which is told whole, or has a line for each domain and each letter.

    >>> words = "cells: the cells\\nclusters: the clusters\\nn = the items of a cell\\na = those of a cluster\\nb = 1"
    >>> reductions_told(words, ["cells[n**2/a]", "clusters[a]", "N"])
    'Σ_cells is over the cells, Σ_clusters over the clusters; inside, n is the items of a cell, a those of a cluster.'
    """
    if "\n" not in words:
        return words
    places, letters = (
        dict(line.split(sign, 1) for line in words.splitlines() if sign in line) for sign in (": ", " = ")
    )
    inside = [quantity.partition("[") for quantity in quantities if "[" in quantity]
    domains = dict.fromkeys(domain for domain, _, _ in inside if _domain(domain, places))
    told = [f"{reduction_sign(domain)} over {_where(domain, places)}" for domain in domains]
    used = {letter for _, _, body in inside for letter in re.findall(r"\b[a-z]\b", body)}
    meant = [f"{letter} {meaning}" for letter, meaning in letters.items() if letter in used]
    said = [
        ", ".join(told).replace(" over", " is over", 1),
        "inside, " + ", ".join(meant).replace(" ", " is ", 1),
    ]
    return "; ".join(said[: 1 + bool(meant)]) + "." if told else ""


def _domain(name: str, places: Mapping[str, str]) -> str:
    """Return the domain that a name is, or is a part of: ``ranks_10`` of ``ranks``."""
    return max((each for each in places if name == each or name.startswith(f"{each}_")), key=len, default="")


def _where(name: str, places: Mapping[str, str]) -> str:
    known = _domain(name, places)
    return places[known] + (f" up to {name[len(known) + 1 :]}" if name != known else "")


def _margin(branches: Sequence[Mapping[str, Any]], script: Script) -> Iterator[str]:
    outer = next((branch["outer"] for branch in branches if "outer" in branch), None)
    if outer is not None:
        yield _through(outer, script)
    elif any(branch["squared"] for branch in branches):
        yield _SQUARES
    if any(branch["sign"] not in ("zero", *_WITHOUT) for branch in branches):
        yield _COEFFICIENTS
    if len(branches) == 1 and "infinite" in branches[0]:
        yield _infinite(branches[0])
        return
    if len(branches) == 1:
        if branches[0]["sign"] in _WITHOUT:
            yield _WITHOUT[branches[0]["sign"]]
            return
        yield "The margin is"
        yield from _settled(branches[0], script)
        return
    yield f"{len(branches)} cases are told apart; together they cover everything. {_CASES}"
    for number, branch in enumerate(branches, 1):
        steps = ", ".join(_step(step, script) for step in branch["path"])
        if branch["sign"] in _WITHOUT:
            yield f"Case {number}: {steps}. {_WITHOUT[branch['sign']]}"
            continue
        if "infinite" in branch:
            yield f"Case {number}: {steps}. {_infinite(branch)}"
            continue
        yield f"Case {number}: {steps}. The margin is"
        yield from _settled(branch, script)
    signs = [branch["sign"] for branch in branches if branch["sign"] not in _WITHOUT]
    if not signs:
        return
    valued = " with a value" if any(branch["sign"] == "undefined" for branch in branches) else ""
    yield f"So in every case{valued} the margin is {_VERDICTS[_together(signs)]}."


def _infinite(branch: Mapping[str, Any]) -> str:
    """Say which values are infinite, and what the margin is then."""
    ends = branch["infinite"]
    told = " and ".join(f"{name} is {'' if end > 0 else 'minus '}infinite" for name, end in ends.items())
    both = ", which is a tie" if branch["sign"] == "zero" else f", so that the margin is {branch['sign']}"
    return f"The value of {told}{both}."


def _through(outer: Mapping[str, Any], script: Script) -> str:
    """Name the monotone function of a root that the metric is."""
    top, bottom = (
        "+".join(f"({value})*u**{power}" for power, value in enumerate(outer[part][::-1]) if value != "0")
        for part in ("numerator", "denominator")
    )
    whole = script.signed(symbol("Q"), "", parse(f"({top})/({bottom})", ["u"]))
    inner = script.math(parse(outer["inner"], _primed(outer["inner"])))
    deed = "grows" if outer["rising"] else "falls"
    return (
        f"{whole}, which {deed} with u ≥ 0, the square root of {inner}. Below, the margin is that of u², so turned "
        "that more is better."
    )


def _settled(branch: Mapping[str, Any], script: Script) -> Iterator[str]:
    """Show a branch's margin and its sign."""
    yield from script.display(*fraction(branch))
    yield f"which is {_VERDICTS[branch['sign']]}{_never_zero(branch, script)}."


def _never_zero(branch: Mapping[str, Any], script: Script) -> str:
    """Name the term that makes a sign strict."""
    found = terms(branch["numerator"], branch["generators"])
    kept = _sure(found, branch["positive"])
    if branch["sign"] not in ("positive", "negative"):
        return ""
    if kept is None:
        return ", since not all of its terms can be zero" if len(branch["numerator"]) == 1 else ""
    if kept.is_Number:
        return f", since its numerator has the constant term {script.math(kept)}" if len(found) > 1 else ""
    if len(found) == 1:
        return f", since {script.math(kept)} is never zero"
    return f", since the expanded numerator has the term {script.math(kept)}, which is never zero"


def _sure(found: Iterable[tuple[Any, set[str]]], positive: Iterable[str]) -> Any:
    """Return a term that is made of positive symbols alone."""
    return next((term for term, names in found if names <= set(positive)), None)


def _step(step: Mapping[str, Any], script: Script) -> str:
    if "zero" in step:
        return script.signed(symbol(step["zero"]), "zero")
    if "positive" in step:
        return script.signed(symbol(step["positive"]), "positive")
    excess = symbol(step["excess"])
    if "more" in step:
        more, less = (parse(step[part], _primed(step[part])) for part in ("more", "less"))
        sign = "positive" if step["strict"] else "nonnegative"
        return f"{script.signed(more, '', less + excess)} with {script.signed(excess, sign)}"
    larger = parse(
        f"{step['factor']}*{step['smaller']} + {step['excess']}", [step["smaller"], step["excess"]]
    )
    sign = "positive" if step["strict"] else "nonnegative"
    whole = script.signed(symbol(step["larger"]), "", larger)
    return f"{whole} with {script.signed(excess, sign)}"


def _primed(text: str) -> list[str]:
    """Return the names in a polynomial; they may end in primes."""
    return re.findall(r"[A-Za-z]\w*'*", text)


def _together(signs: Iterable[str]) -> str:
    found = set(signs)
    if len(found) == 1:
        return found.pop()
    return "nonnegative" if found <= {"positive", "nonnegative", "zero"} else "nonpositive"
