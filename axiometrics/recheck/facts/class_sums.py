"""What sums over classes differ by, class by class: no class has less in one of them than in the other.

Each term is in one class, whichever it is put into, so that the sums are those of all classes. The smallest and the
largest of all classes are compared class by class, or all with one.

Where every output has the same rows, with counts that are so many times as large, each step of a formula grows by some
power of that number, or has none: a formula whose score grows by the power 0 is the same in all outputs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
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
from axiometrics.recheck.values import PRIME

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

__all__ = ["class_sign", "proportions_hold", "with_numbers"]

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


def with_numbers(formula: Step, data: Mapping[str, Any], variables: Collection[str]) -> Step:
    """Return a formula with what is one whole number in every output, such as that of the classes."""
    first, *others = (told.get("quantities", {}) for told in data["outputs"].values())
    known = {
        name: number(int(text))
        for name, text in first.items()
        if text.isdecimal() and name not in variables and all(told.get(name) == text for told in others)
    }
    return put_in(formula, known)


# --- counts in proportion

POWERS = (0, 1)
"""How a count, or what is none, grows where all counts do."""
FIXED = frozenset({"log", "tanh", "log_binomial", "inverse_log2"})
"""Functions of what must not grow at all."""


def proportions_hold(part: Part, scales: Mapping[str, str]) -> None:
    """Require that the outputs are multiples of one another, and that the formula is the same of all multiples."""
    require(part.task in ("classification", "ordinal"), "multiples of what are no matrices")
    require(scales.keys() == part.data["outputs"].keys(), "an output that is no multiple")
    require(all(map(part.is_positive, scales.values())), "a multiple that may not be positive")
    require(
        _Growth(part, scales).of(part.formula) in (None, 0), "the formula is not the same of all multiples"
    )


class _Growth:
    """By which power of the multiple steps grow; None for zero, what is infinite, and what has no value."""

    def __init__(self, part: Part, scales: Mapping[str, str]) -> None:
        self.part, self.scales = part, scales
        self.outputs = part.data["outputs"]
        self.known: dict[tuple[str, str], Fraction | None] = {}

    def of(self, step: Step, domain: str = "") -> Fraction | None:
        """Return the power. Raises RefusedError where there is none, NotCoveredError where it is not known."""
        if step.kind in ("undefined", "infinite") or (step.kind == "number" and not step.value):
            return None
        if step.kind == "name":
            return self._name(step.value, domain)
        if step.kind == "reduction":
            require(len(step.parts) == 1 and not domain, "a reduction of several bodies, or in another one")
            return self.of(step.parts[0], step.value)
        parts = [self.of(part, domain) for part in step.parts]
        match step.kind:
            case "number":
                return Fraction(0)
            case "sum" | "maximum" | "minimum":
                return _one(parts)
            case "product":
                return None if None in parts else sum(filter(None, parts), Fraction(0))
            case "quotient":
                return _less(*parts)
            case "power" if step.parts[1].kind == "number":
                power = step.parts[1].value
                return Fraction(0) if not power else None if parts[0] is None else parts[0] * power
            case "root":
                return None if parts[0] is None else parts[0] / 2
            case "ratio":
                return _one([_less(*parts[:2]), parts[2]])
            case "guard":
                return _one([parts[0], parts[2]])
            case kind if kind in FIXED:
                require(all(each == 0 for each in parts), f"a {kind} of what grows")
                return Fraction(0)
        raise NotCoveredError(f"how a {step.kind} grows")

    def _name(self, name: str, domain: str) -> Fraction | None:
        if (name, domain) not in self.known:
            rows = self._rows(domain) if domain else []
            inside = bool(rows) and all(name in row for each in rows for row in each)
            require(
                inside or not any(name in row for each in rows for row in each), f"{name} is in some rows"
            )
            texts = rows if inside else [[each.get("quantities", {})] for each in self.outputs.values()]
            require(all(name in row for each in texts for row in each), f"{name} is not told")
            every = [[row[name] for row in each] for each in texts]
            self.known[name, domain] = _power(
                [self._grown(line, name if not inside else "") for line in zip(*every, strict=True)], name
            )
        return self.known[name, domain]

    def _rows(self, domain: str) -> list[list[Mapping[str, str]]]:
        """Return the rows of every output; they must be there in the same cases, and nothing else may be."""
        every = []
        for told in self.outputs.values():
            if not told["complete"] or domain not in told["rows"]:
                raise NotCoveredError(f"the rows of {domain} are not told")
            every.append(told["rows"][domain])
        require(len({len(rows) for rows in every}) == 1, f"other rows of {domain}")
        for line in zip(*every, strict=True):
            require(len({frozenset(row) for row in line}) == 1, f"rows of {domain} that tell other things")
            words = {name for name in line[0] if len(name) > 1} - {"if", "group"}
            require(
                not words and len({row.get("group") for row in line}) == 1,
                f"rows of {domain} of other groups",
            )
            if "if" in line[0]:
                require(self._grown([row["if"] for row in line], ""), f"rows of {domain} that are not there")
        return every

    def _grown(self, texts: Sequence[str], quantity: str) -> set[int]:
        """Return by which powers something may grow from output to output."""
        found = {*POWERS}
        for _, outputs in self.part.points:
            each = [(outputs[n], scale) for n, scale in self.scales.items()]
            values = [
                o.named(quantity) if quantity else o.text(t) for (o, _), t in zip(each, texts, strict=True)
            ]
            times = [output.text(scale) for output, scale in each]
            first, once = values[0], times[0]
            found &= {
                power
                for power in POWERS
                if all(
                    (v * once**power - first * t**power) % PRIME == 0
                    for v, t in zip(values, times, strict=True)
                )
            }
        return found


def _power(lines: Sequence[set[int]], name: str) -> Fraction | None:
    """Return the power by which all of some things grow; None where they are all zero, or nothing grows."""
    found = {*POWERS}.intersection(*lines)
    require(found, f"{name} does not grow in proportion")
    return Fraction(found.pop()) if len(found) == 1 else None


def _one(powers: Sequence[Fraction | None]) -> Fraction | None:
    """Return the power by which all parts grow that have any."""
    known = {power for power in powers if power is not None}
    require(len(known) < 2, "parts that grow by other powers")
    return known.pop() if known else None


def _less(top: Fraction | None, bottom: Fraction | None) -> Fraction | None:
    return None if top is None or bottom is None else top - bottom
