"""What sums over classes differ by, class by class: no class has less in one of them than in the other.

Each term is in one class, whichever it is put into, so that the sums are those of all classes. The smallest and the
largest of all classes are compared class by class, or all with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    flattened,
    number,
    parsed,
    put_in,
    require,
    total,
)
from axiometrics.recheck.presence import Term, shown_by_cases
from axiometrics.recheck.ranks import names_of

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

__all__ = ["class_sign"]

ALWAYS, ONCE, NEVER = number(1), Fraction(1), Fraction(0)
TURNS = {"smallest": Fraction(1), "largest": Fraction(-1)}
"""The largest is the smallest of what is turned round."""
Told = tuple[Step, Step, tuple[Flat, ...]]
"""What must not be zero for a term to count, the term, and all sums of counts that these read."""


def class_sign(part: Part, text: str) -> str:
    """Return the sign of sums over classes, or of what an extreme over classes is more than another; "" where open."""
    form, measured = flattened(parsed(text)), part.data["measured"]
    linear = all(len(powers) == 1 and powers[0][1] == 1 and powers[0][0] in measured for powers in form)
    if part.task not in ("classification", "ordinal") or not linear:
        return ""
    told = [(value, *measured[powers[0][0]]) for powers, value in form.items()]
    domains = {part.data["reductions"].get(what, {}).get("domain") for _, what, _ in told}
    try:
        if not domains & TURNS.keys():
            return _sum_sign(part, _by_class(part, told))
        (more, what, high), (less, same, low) = sorted(told, reverse=True)
        require(what == same and (more, less) == (1, -1), "other multiples of extremes")
        turn = TURNS[domains.pop()]
        return _extreme_sign(
            part, turn, *(list(_groups(part, what, each)) for each in (high, low)[:: int(turn)])
        )
    except (RefusedError, NotCoveredError, LookupError, ValueError):
        return ""


def _shown(part: Part, terms: Sequence[Term], read: Sequence[Flat], sure: str = "") -> tuple[bool, bool]:
    """Return whether terms add up to what is not negative, and is positive, where a count is surely not zero.

    Counts that are in the same of the sums that are read, equally often, are one count.
    """
    known = {each["name"]: each["sign"] for each in part.data["symbols"] if "definition" not in each}
    names = {name for flat in read for powers in flat for name, _ in powers}
    require(names <= known.keys() and all(known[name] != "real" for name in names), "counts without a sign")
    alike: dict[Any, str] = {}
    first: dict[str, str] = {}
    for name in sorted(names):
        alone = all(powers == ((name, 1),) for flat in read for powers in flat if name in dict(powers))
        kind = tuple(flat.get(((name, 1),)) for flat in read) if alone else name
        first[name] = alike.setdefault(kind, name)
    zero = {name: number(0) for name, own in first.items() if name != own}
    signs = {own: known[own] for own in first.values()}
    signs |= {first[name]: "positive" for name in names if known[name] == "positive" or name == sure}
    made = [(o, [put_in(each, zero) for each in there], put_in(step, zero)) for o, there, step in terms]
    return shown_by_cases(made, signs, [{first.get(name, name) for name in each} for each in part.sums])


Class = list[tuple[Fraction, Told]]
"""Terms of one class, each with how often it is added."""


def _sum_sign(part: Part, classes: Sequence[Class]) -> str:
    """Return the sign of a sum in which no class has less than nothing; some has more if some count is not zero."""

    def shown(each: Class, sure: str = "") -> tuple[bool, bool]:
        terms = [(often, [there], step) for often, (there, step, _) in each]
        return _shown(part, terms, [flat for _, (_, _, read) in each for flat in read], sure)

    found = [shown(each) for each in classes]
    if not all(weak for weak, _ in found):
        return ""
    more = any(sure for _, sure in found) or any(
        all(any(shown(each, name)[1] for each in classes if name in _counts(each)) for name in members)
        for members in part.sums
    )
    return "positive" if more else "nonnegative"


def _counts(each: Class) -> set[str]:
    return {name for _, (_, _, read) in each for flat in read for powers in flat for name, _ in powers}


def _by_class(part: Part, told: Sequence[tuple[Fraction, str, str]]) -> list[Class]:
    """Put each term of a sum to those of another class: those that it has most counts in common with."""
    found: list[Class] = []
    for often, what, output in told:
        left, rows = list(found), [[(often, row)] for row in _rows(part, what, output)]
        while rows:
            pairs = product(range(len(rows)), range(len(left)))
            alike = {(k, n): len(_counts(rows[k]) & _counts(left[n])) for k, n in pairs}
            k, n = max(alike, key=lambda pair: (alike[pair], -len(_counts(left[pair[1]]))), default=(0, -1))
            if n < 0:
                found.append(rows.pop(k))
            else:
                left.pop(n).extend(rows.pop(k))
    return found


def _rows(part: Part, what: str, output: str) -> list[Told]:
    """Return the terms that a sum over classes, or a number of classes, adds up."""
    told, about = part.data["outputs"][output], part.data["reductions"].get(what)
    require(told["complete"], "classes that are not told")
    if about is not None:
        require(about["domain"] in ("present", "assigned", "used"), "no sum over classes")
        return [_term(parsed(about["body"]), row) for row in told["rows"][about["domain"]]]
    text = told["quantities"][what].replace(" ", "")
    known = (
        re.fullmatch(r"(\+(present\([^()]*\)|[01]))*", f"+{text}") if what in ("P", "S", "U") else what == "K"
    )
    require(known, "no number of classes")
    asked = ["1"] * int(text) if what == "K" else re.split(r"\+(?![^()]*\))", text)
    steps = [parsed(each.removeprefix("present")) for each in asked]
    return [(step, ALWAYS, (flattened(step),)) for step in steps]


def _term(body: Step, row: Mapping[str, str]) -> Told:
    """Return the term of a row, which may have a condition and a group, and offers all that its body reads."""
    columns = {name: parsed(text) for name, text in row.items() if name not in ("if", "group")}
    require({*map(len, columns)} <= {1} and names_of(body) <= columns.keys(), "a row of another kind")
    there = parsed(row["if"]) if "if" in row else ALWAYS
    return there, put_in(body, columns), tuple(map(flattened, (there, *columns.values())))


Group = tuple[str, Step, Step, tuple[Flat, ...]]
"""A class of a reduction to an extreme: how many items it has, what its cells add up to, and the sums that are read."""


def _groups(part: Part, what: str, output: str) -> Iterator[Group]:
    told, about = part.data["outputs"][output], part.data["reductions"][what]
    body, rows = parsed(about["body"]), told["rows"][about["domain"]]
    require(told["complete"] and not flattened(put_in(body, {"c": number(0)})), "empty cells that count")
    for label in dict.fromkeys(row["group"] for row in rows):
        here = [row for row in rows if row["group"] == label]
        asked = [flattened(parsed(row.get("if", row["c"]))) for row in here]
        require(asked == [flattened(parsed(row["c"])) for row in here], "cells that count without items")
        cells = [_term(body, row) for row in here]
        items, value = (
            total([(ONCE, step) for step in steps]) for steps in list(zip(*cells, strict=True))[:2]
        )
        yield label, items, value, tuple(flat for cell in cells for flat in cell[2])


def _extreme_sign(part: Part, turn: Fraction, one: Sequence[Group], other: Sequence[Group]) -> str:
    """Return the sign of the smallest of all classes on one side, less that on the other; both turned round."""

    def apart(here: Group, there: Group, else_: Fraction) -> tuple[bool, bool]:
        (_, a, value, read), (_, b, less, further) = here, there
        terms = [(turn, [a], value), (-turn, [a, b], less), (else_, [], ALWAYS), (-else_, [a], ALWAYS)]
        return _shown(part, terms, (*read, *further))

    def is_there(here: Group, there: Group) -> bool:
        terms = [(ONCE, [here[1], there[1]], ALWAYS), (-ONCE, [here[1]], ALWAYS)]
        return _shown(part, terms, (*here[3], *there[3]))[0]

    sure = [each for each in other if _shown(part, [(ONCE, [], each[1])], each[3])[1]]
    least = [each for each in sure if all(apart(here, each, NEVER)[0] for here in one)]
    if any(all(apart(here, each, ONCE)[1] for here in one) for each in least):
        return "positive"
    for bound in (NEVER, turn):
        far = all(_shown(part, [(turn, [a], v), (-bound, [a], ALWAYS)], read)[0] for _, a, v, read in one)
        near = [[(bound, (b, ALWAYS, read)), (-turn, (b, less, read))] for _, b, less, read in other]
        sign = _sum_sign(part, near) if far else ""
        if sign == "positive":
            return sign
        least += other if sign else []
    same = {each[0]: each for each in other}
    pairs = [(here, same.get(here[0])) for here in one]
    every = all(each and is_there(here, each) and apart(here, each, NEVER)[0] for here, each in pairs)
    return "nonnegative" if least or every else ""
