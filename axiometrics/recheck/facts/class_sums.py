"""What sums over classes differ by, class by class: no class has less in one of them than in the other.

Each term is in one class, whichever it is put into, so that the sums are those of all classes. The smallest and the
largest of all classes are compared class by class, or all with one.

A formula may rise with what single terms of shares add up to, whatever the classes: `rise_of` says which terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck import expressions
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
)
from axiometrics.recheck.facts.extremes import is_above_for_classes
from axiometrics.recheck.presence import Term, shown_by_cases
from axiometrics.recheck.ranks import names_of

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

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
            return _sum_sign(part, *(_by_class(part, told, each) for each in (False, True)))
        (more, what, high), (less, same, low) = sorted(told, reverse=True)
        require(what == same and (more, less) == (1, -1), "other multiples of extremes")
        turn = TURNS[domains.pop()]
        return _extreme_sign(
            part, turn, *(list(_groups(part, what, each)) for each in (high, low)[:: int(turn)])
        )
    except (RefusedError, NotCoveredError, LookupError, ValueError):
        return ""


def _shown(part: Part, terms: Sequence[Term], read: Sequence[Flat], sure: str = "") -> tuple[bool, bool]:
    """Return whether terms add up to what is not negative, and is positive, where a count is surely not zero."""
    known = {each["name"]: each["sign"] for each in part.data["symbols"] if "definition" not in each}
    names = {name for flat in read for powers in flat for name, _ in powers}
    require(names <= known.keys() and all(known[name] != "real" for name in names), "counts without a sign")
    alike: dict[Any, str] = {}  # counts that are in the same of the sums, equally often, are one count
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


def _sum_sign(part: Part, classes: Sequence[Class], each_of_any: Sequence[Class] = ()) -> str:
    """Return the sign of a sum in which no class has less than nothing; some has more if some count is not zero."""

    def shown(each: Class, sure: str = "") -> tuple[bool, bool]:
        terms = [(often, [there], step) for often, (there, step, _) in each]
        return _shown(part, terms, [flat for _, (_, _, read) in each for flat in read], sure)

    found = [shown(each) for each in classes]
    if not all(weak for weak, _ in [*found, *map(shown, each_of_any)]):
        return ""

    def shown_if(name: str) -> bool:
        some = [(each, name) for each in classes]
        alike = [
            known["one"] for known in part.data.get("each", ()) if "one" in known and known["all"] == name
        ]
        some += [(each, one) for each in each_of_any for one in alike]  # of which there may be none
        return any(shown(each, one)[1] for each, one in some if one in _counts(each))

    more = any(sure for _, sure in found) or any(all(map(shown_if, members)) for members in part.sums)
    return "positive" if more else "nonnegative"


def _counts(each: Class) -> set[str]:
    return {name for _, (_, _, read) in each for flat in read for powers in flat for name, _ in powers}


def _by_class(part: Part, told: Sequence[tuple[Fraction, str, str]], each: bool = False) -> list[Class]:
    """Put each term of a sum to those of another class, or of any further one: those with most counts in common."""
    found: list[Class] = []
    for often, what, output in told:
        left, rows = list(found), [[(often, row)] for row in _rows(part, what, output, each)]
        while rows:
            pairs = product(range(len(rows)), range(len(left)))
            alike = {(k, n): len(_counts(rows[k]) & _counts(left[n])) for k, n in pairs}
            k, n = max(alike, key=lambda pair: (alike[pair], -len(_counts(left[pair[1]]))), default=(0, -1))
            if n < 0:
                found.append(rows.pop(k))
            else:
                left.pop(n).extend(rows.pop(k))
    return found


def _rows(part: Part, what: str, output: str, each: bool) -> list[Told]:
    """Return the terms that a sum over classes, or a number of classes, adds up."""
    told, about = part.data["outputs"][output], part.data["reductions"].get(what)
    require(told["complete"], "classes that are not told")
    if about is not None:
        require(about["domain"] in ("present", "assigned", "used"), "no sum over classes")
        rows = [row for row in told["rows"][about["domain"]] if ("each" in row) == each]
        require(not each or len(rows) < 2, "two rows of each class")
        return [_term(parsed(about["body"]), row) for row in rows]
    text = told["quantities"][what].replace(" ", "")
    *asked, last = ["1"] * int(text) if what == "K" else re.split(r"\+(?![^()]*\))", text)
    alike = [one["there"] for one in part.data.get("each", ()) if "there" in one and one["all"] == last]
    asked = alike[:1] if each else [] if what == "K" and each else asked if alike else [*asked, last]
    plain = all(each or re.fullmatch(r"present\([^()]*\)|[01]", one) for one in asked)
    require(plain and what in (*"KPSU",), "no number of classes")
    steps = map(parsed, (one.removeprefix("present") for one in asked))
    return [(step, ALWAYS, (flattened(step),)) for step in steps]


def _term(body: Step, row: Mapping[str, str]) -> Told:
    """Return the term of a row, which may have a condition and a group, and offers all that its body reads."""
    columns = {name: parsed(text) for name, text in row.items() if name not in ("if", "group", "each")}
    require({*map(len, columns)} <= {1} and names_of(body) <= columns.keys(), "a row of another kind")
    there = parsed(row["if"]) if "if" in row else ALWAYS
    return there, put_in(body, columns), tuple(map(flattened, (there, *columns.values())))


Group = tuple[str, Step, Step, tuple[Flat, ...]]
"""A class of a reduction to an extreme: how many items it has, what its cells add up to, and the sums that are read."""


def _groups(part: Part, what: str, output: str) -> Iterator[Group]:
    told, about = part.data["outputs"][output], part.data["reductions"][what]
    body, rows = parsed(about["body"]), told["rows"][about["domain"]]
    require(
        told["complete"]
        and not flattened(put_in(body, {"c": number(0)}))
        and not any("each" in row for row in rows),
        "empty cells that count, or cells of any class",
    )
    for label in dict.fromkeys(row["group"] for row in rows):
        here = [row for row in rows if row["group"] == label]
        asked = [flattened(parsed(row.get("if", row["c"]))) for row in here]
        require(asked == [flattened(parsed(row["c"])) for row in here], "cells that count without items")
        cells = [_term(body, row) for row in here]
        items, value = (
            expressions.total([(ONCE, step) for step in steps])
            for steps in list(zip(*cells, strict=True))[:2]
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


# --- single terms of shares

Multiples = tuple[Fraction, Fraction]
"""How often p and q are taken."""
Share = tuple[Flat, Flat]
SHARES = ((("p", 1),), (("q", 1),))
NONE: Multiples = (Fraction(0), Fraction(0))


@dataclass(frozen=True)
class Single:
    """A term of each class: a log(a/b), of two sums of p and q, or a power of |p - q|, which may be divided by q."""

    weight: Flat
    upper: Multiples = NONE
    lower: Multiples = NONE
    power: int = 0
    divided: bool = False

    @property
    def degree(self) -> int:
        """By which power of a number it grows where both shares are multiplied by that."""
        return self.power - self.divided if self.power else 1

    def infinite(self, side: int) -> bool:
        """Whether it is infinite where only p is not zero (0), or only q (1)."""
        return not self.power and self.upper[side] > 0 and not self.lower[side]


@dataclass(frozen=True)
class Rise:
    """A formula that rises with what single terms add up to, and is 0 where that is.

    It is infinite where a gold class is empty (``guarded``), reads the smallest gold share (``of_gold``), or is finite
    where a term is infinite (``saturated``); ``roots`` are taken of it. Terms of the ``kind`` cumulative read
    what all classes up to one have; those of the kind weighted have weights by the gold, or by the system's shares.
    """

    terms: tuple[Single, ...]
    guarded: bool = False
    of_gold: bool = False
    saturated: bool = False
    roots: int = 0
    kind: str = ""

    @property
    def strict(self) -> bool:
        """Whether some term is strictly convex in p, wherever the formula is finite."""
        plain = [
            (self.guarded or not each.divided) if each.power else each.upper != each.lower
            for each in self.terms
        ]
        return any(plain)


def rise_of(step: Step) -> Rise:
    """Read a formula as a rising one. Raises NotCoveredError."""
    inside = [part for part in step.parts if _reduces(part)]
    others = [part for part in step.parts if not _reduces(part)]
    if step.kind == "reduction" and step.value == "classes" and len(step.parts) == 1:
        return Rise(tuple(_singles(step.parts[0])))
    if step.kind == "sum" and not others:
        parts = [rise_of(part) for part in inside]
        plain = all(part == Rise(part.terms) for part in parts)
        return _covered(Rise(tuple(each for part in parts for each in part.terms)) if plain else None, step)
    found = rise_of(inside[0]) if len(inside) == 1 else None
    first = bool(inside) and step.parts[0] is inside[0]
    of_gold = any("L" in names_of(part) for part in others)
    if found is None:
        return _covered(None, step)
    match step.kind:
        case "product" if is_above_for_classes(others[0]):
            return replace(found, of_gold=found.of_gold or of_gold)
        case "quotient" | "ratio" if first and is_above_for_classes(step.parts[1]):
            return replace(found, of_gold=found.of_gold or of_gold)
        case "guard" if first and step.parts[2].kind == "infinite" and _is_least_gold(step.parts[1]):
            return replace(found, guarded=True, of_gold=True)
        case "root":
            return replace(found, roots=found.roots + 1)
        case "maximum" if not flattened(others[0]):
            return found
        case "tanh":
            return replace(found, saturated=True)
    return _covered(None, step)


def _covered(found: Rise | None, step: Step) -> Rise:
    if found is None:
        raise NotCoveredError(f"a {step.kind} that may not rise with the terms of a sum")
    return found


def _reduces(step: Step) -> bool:
    return step.kind == "reduction" or any(map(_reduces, step.parts))


def _is_least_gold(step: Step) -> bool:
    flat = flattened(step)
    return set(flat) == {(("L", 1),)} and min(flat.values()) > 0


def _singles(step: Step) -> Iterator[Single]:
    """Yield the terms of a body. Raises NotCoveredError where one is of no known kind."""
    if step.kind == "sum" and expressions.distance_of(step) is None:
        for part in step.parts:
            yield from _singles(part)
        return
    weight, factors = _weighted(step)
    found = _apart(factors[0]) if len(factors) == 1 else None
    found = found or _divergence(factors)
    if found is None or not _is_constant(weight):
        raise NotCoveredError("a term that is no divergence and no distance of shares")
    yield replace(found, weight=expressions.multiplied(found.weight, weight))


def _weighted(step: Step) -> tuple[Flat, list[Step]]:
    """Return the numbers that a product has as factors, and its other factors."""
    if not {"p", "q"} & names_of(step):
        return flattened(step), []
    if step.kind == "product":
        (one, left), (other, right) = map(_weighted, step.parts)
        return expressions.multiplied(one, other), [*left, *right]
    if step.kind == "quotient" and not {"p", "q"} & names_of(step.parts[1]):
        weight, factors = _weighted(step.parts[0])
        return flattened(Step("quotient", (_constant(weight), step.parts[1]))), factors
    return expressions.ONE, [step]


def _constant(flat: Flat) -> Step:
    return parsed("*".join(f"({value})" for value in flat.values())) if set(flat) <= {()} else number(1)


def _is_constant(flat: Flat) -> bool:
    """Whether a weight is a positive number, such as one over log 2."""
    names = {name for powers in flat for name, _ in powers}
    known = dict.fromkeys(names, "positive")
    return bool(
        all(each.startswith("log:") for each in names) and expressions.sign_of(flat, known) == (1, True)
    )


def _multiples(step: Step) -> Multiples | None:
    flat = flattened(step)
    (p, q), none = SHARES, Fraction(0)
    return (flat.get(p, none), flat.get(q, none)) if set(flat) <= {*SHARES} else None


def _apart(step: Step) -> Single | None:
    """Read |p - q|, or its square, or what either is of q."""
    if step.kind == "ratio":
        found, below = _apart(step.parts[0]), _multiples(step.parts[1])
        if found is None or found.divided or below is None or flattened(step.parts[2]):
            return None
        if below[0] or below[1] <= 0:
            return None
        return replace(found, weight=expressions.multiplied(found.weight, {(): 1 / below[1]}), divided=True)
    inside, power = expressions.distance_of(step), 1
    if step.kind == "power" and flattened(step.parts[1]) == {(): Fraction(2)}:
        inside, power = step.parts[0], 2
    known = None if inside is None else _multiples(inside)
    if known is None or not known[0] or known[0] + known[1]:
        return None
    return Single({(): abs(known[0]) ** power}, power=power)


def _divergence(factors: Sequence[Step]) -> Single | None:
    """Read a log(a/b), which is 0 where a is, and infinite where only b is."""
    logs = [step for step in factors if step.kind == "log" and step.parts[0].kind == "guard"]
    others = [step for step in factors if step not in logs]
    if len(logs) != 1 or len(others) != 1:
        return None
    upper, (inner, quantity, otherwise) = _multiples(others[0]), logs[0].parts[0].parts
    if upper is None or inner.kind != "ratio" or flattened(otherwise) != expressions.ONE:
        return None
    asked, above, below = (_multiples(each) for each in (quantity, *inner.parts[:2]))
    if above is None or below is None or not all(_in_proportion(each, upper) for each in (asked, above)):
        return None
    times = next(mine / yours for mine, yours in zip(upper, above, strict=True) if yours)
    lower = below[0] * times, below[1] * times
    covered = all(not mine or yours > 0 for mine, yours in zip(upper, lower, strict=True))
    if min(*upper, *lower) < 0 or sum(upper) != sum(lower):
        return None
    return Single(expressions.ONE, upper, lower) if covered or inner.parts[2].kind == "infinite" else None


def _in_proportion(one: Multiples | None, other: Multiples) -> bool:
    if one is None or one[0] * other[1] != one[1] * other[0]:
        return False
    return any(mine * yours > 0 for mine, yours in zip(one, other, strict=True))
