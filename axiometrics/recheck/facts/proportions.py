"""Outputs that are multiples of one another: what grows with them, and that a formula does not.

Where every output has the same rows, with counts that are so many times as large, each step of a formula grows by some
power of that number, or has none: a formula whose score grows by the power 0 is the same in all outputs.

What single terms of shares show, which grow by a power too, is seen class by class: see `terms_hold`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    flattened,
    number,
    parsed,
    put_in,
    require,
    sign_of,
)
from axiometrics.recheck.facts.class_sums import Rise, Share, rise_of
from axiometrics.recheck.facts.lemmas import up_to_one
from axiometrics.recheck.values import PRIME

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

__all__ = ["proportions_hold", "terms_hold", "with_numbers"]


def with_numbers(formula: Step, data: Mapping[str, Any], variables: Collection[str]) -> Step:
    """Return a formula with what is one whole number in every output, such as that of the classes."""
    first, *others = (told.get("quantities", {}) for told in data["outputs"].values())
    known = {
        name: number(int(text))
        for name, text in first.items()
        if text.isdecimal() and name not in variables and all(told.get(name) == text for told in others)
    }
    return put_in(formula, known)


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


# --- what single terms show

ALLOWED = {
    "positive": {"positive"}, "negative": {"negative"}, "nonnegative": {"positive", "nonnegative"},
    "nonpositive": {"negative", "nonpositive"}, "undefined": {"undefined"},
}  # fmt: skip
TURNED = {
    "positive": "negative", "negative": "positive", "nonnegative": "nonpositive", "nonpositive": "nonnegative",
    "undefined": "undefined",
}  # fmt: skip


def terms_hold(part: Part) -> None:
    """Require that single terms of shares show the sign of a linear form, or that two have the same sign.

    A divergence q f(p/q) has a convex f with f(1) = 0, which is strictly convex where it is not 0 everywhere. So it is
    convex in p, and the same multiple of p - q touches it at p = q whatever q is; all classes together have none of
    that. Where q grows and p - q stays it falls; it is at most that of p alone and that of q alone. What is 0 where
    q is 0 on both sides is proportional to p: all such classes are one. All this holds of infinite values, too.
    """
    require(part.task == "quantification", "shares of another task")
    told, form = part.data["terms"], part.data["form"]
    require(
        told["forms"][0] == form and len(told["forms"]) == (2 if told["rule"] == "same order" else 1), "forms"
    )
    formula, turn = _without_sign(part.formula)
    form = {name: weight * (turn if name else 1) for name, weight in form.items()}
    named = {name: weight for name, weight in form.items() if name}
    rows = {name: _shares(part, name) for each in told["forms"] for name in each if name}
    rise = rise_of(formula)
    require(not (rise.guarded and rise.saturated), "a finite value of what is infinite without gold")
    if told["rule"] == "same order":
        shown = _same_order(part, rise, told["forms"])
    elif told["rule"] == "detour":
        shown = _detour(rise, rows, named)
        require("" not in form, "a detour beside a number")
    elif told["rule"] == "nearer":
        require(sorted(named.values()) == [-1, 1] == sorted(form.values()), "two outputs are compared")
        far, near = sorted(named, key=lambda name: -named[name])
        shown = _nearer(part, rise, rows[far], rows[near])
        shown = shown or TURNED.get(_nearer(part, rise, rows[near], rows[far]), "")
    else:
        shown = _bounded(formula, rise, told["rule"], form)
    sign = part.data["sign"]
    require(shown in ALLOWED.get(sign, ()), f"the terms show {shown or 'no sign'}, not {sign}")


def _without_sign(formula: Step) -> tuple[Step, int]:
    """Return a formula without a factor -1, and -1, or any other one and 1."""
    if formula.kind not in ("product", "quotient"):
        return formula, 1
    first, second = formula.parts
    if formula.kind == "product" and first.kind == "number" and first.value == -1:
        return second, -1
    inner, turn = _without_sign(first)
    return (Step(formula.kind, (inner, second)), -1) if turn < 0 else (formula, 1)


def _shares(part: Part, name: str) -> list[Share]:
    told = part.data["outputs"][name]
    rows = told["rows"].get("classes", [])
    require(told["complete"] and len(rows) > 1, f"the classes of {name} are not told")
    require(
        all(row.keys() >= {"p", "q"} and row.keys() <= {*"pqPQk"} for row in rows), "rows of another kind"
    )
    least = reduce(lambda one, other: f"Smaller({one}, {other})", (row["q"] for row in rows))
    known = {"K": str(len(rows)), "L": least}
    for _, outputs in part.points:
        for what in known.keys() & told["quantities"].keys():
            same = outputs[name].text(told["quantities"][what]) == outputs[name].text(known[what])
            require(same, f"{what} of {name} is another one")
    return [(flattened(parsed(row["p"])), flattened(parsed(row["q"]))) for row in rows]


def _bounded(formula: Step, rise: Rise, rule: str, form: Mapping[str, int]) -> str:
    """Return the sign of what a value is more than 0, or more than 1."""
    (name, weight), *others = [each for each in form.items() if each[0]]
    require(not others, "a bound of several outputs")
    if rule == "least":
        require(not form.get("", 0), f"{name} is compared with another number")
        return "nonnegative" if weight > 0 else "nonpositive"
    require(rule == "most" and form.get("") == -weight, f"{name} is compared with another number")
    if formula.kind != "tanh":
        require(not rise.guarded and not rise.saturated, "a value that may be infinite")
        least = parsed("1 - L")
        require(any(up_to_one(formula, each) for each in (least, number(1))), "what may be larger than 1")
    return "nonpositive" if weight > 0 else "nonnegative"


def _nearer(part: Part, rise: Rise, far: Sequence[Share], near: Sequence[Share]) -> str:
    """Return the sign of what one output has more than another one that is nearer; "" where that is open."""
    if len(far) != len(near):
        return ""
    pairs = list(zip(far, near, strict=True))
    if rise.of_gold and any(one[1] != other[1] for one, other in pairs):
        return ""
    if not rise.saturated and _is_infinite(part, rise, far) and _is_infinite(part, rise, near):
        return "undefined"
    if not any(term.power for term in rise.terms):
        empty = [(one[0], other[0]) for one, other in pairs if not one[1] and not other[1]]
        pairs = [(one, other) for one, other in pairs if one[1] or other[1]]
        p, r = (reduce(added, (each[side] for each in empty), Flat()) for side in (0, 1))
        pairs.append(((p, Flat()), (r, Flat())))
    shown, perfect = [_compared(part, rise, *pair) for pair in pairs], all(p == q for p, q in near)
    errors = [
        *(
            (share, side)
            for rows, turn in ((far, 1), (near, -1))
            for row in rows
            for share, side in zip(row, (turn, -turn), strict=True)
        )
    ]
    whole = reduce(lambda one, each: added(one, each[0], Fraction(each[1])), errors, Flat())
    if None in shown or (whole and not perfect):
        return ""
    differ = [
        [tuple(flattened(parsed(x)) for x in pair) for pair in each] for each in part.data.get("differ", ())
    ]
    strict = rise.strict and (True in shown or (perfect and list(far) in differ))
    return "positive" if strict and (not rise.saturated or _is_finite(part, rise, near)) else "nonnegative"


def _sign(part: Part, one: Flat, other: Flat) -> tuple[int, bool] | None:
    """Return the sign that a share is larger by; None where that is open."""
    try:
        return sign_of(added(one, other, Fraction(-1)), part.signs)
    except RefusedError:
        return None


def _compared(part: Part, rise: Rise, far: Share, near: Share) -> bool | None:
    """Whether a class has strictly more in the one output; None where it may have less."""
    (p, q), (r, s) = far, near
    if (p == r and q == s) or (p == q and r == s):
        return False
    moved, left, gold = _sign(part, p, r), _sign(part, r, q), _sign(part, s, q)
    if q == s:
        between = moved and left and {moved[0], left[0]} in ({1}, {-1}, {0, 1}, {0, -1})
        return moved in ((1, True), (-1, True)) if between or r == q else None
    same = added(p, q, Fraction(-1)) == added(r, s, Fraction(-1))
    if same and gold and gold[0] > 0 and not any(term.power for term in rise.terms):
        error = _sign(part, p, q)
        return bool(gold[1] and error and error[1])
    return None


def _is_infinite(part: Part, rise: Rise, rows: Sequence[Share]) -> bool:
    sides = (
        (row, term, side) for row in rows for term in rise.terms for side in (0, 1) if term.infinite(side)
    )
    return any(not row[1 - side] and _sign(part, row[side], Flat()) == (1, True) for row, _, side in sides)


def _is_finite(part: Part, rise: Rise, rows: Sequence[Share]) -> bool:
    if not any(term.infinite(0) or term.infinite(1) for term in rise.terms):
        return True
    return all(p == q or all(_sign(part, each, Flat()) == (1, True) for each in (p, q)) for p, q in rows)


def _detour(rise: Rise, rows: Mapping[str, Sequence[Share]], form: Mapping[str, int]) -> str:
    """Return the sign of a detour less the direct way: the root of a sum of squares is a length."""
    (term, *others) = rise.terms
    length = not others and term.power == 2 and not term.divided and rise.roots == 1
    require(length and not (rise.guarded or rise.of_gold or rise.saturated), "what is no length of errors")
    require(sorted(form.values()) in ([-1, 1, 1], [-1, -1, 1]), "no two ways")
    turn = sum(form.values())
    require(len({len(each) for each in rows.values()}) == 1, "ways of other numbers of classes")
    for shares in zip(*(rows[name] for name in form), strict=True):
        errors = (added(p, q, Fraction(-1)) for p, q in shares)
        total = reduce(
            lambda one, each: added(one, each[0], Fraction(each[1])),
            zip(errors, form.values(), strict=True),
            Flat(),
        )
        require(not total, "errors that do not add up")
    return "nonnegative" if turn > 0 else "nonpositive"


def _same_order(part: Part, rise: Rise, forms: Sequence[Mapping[str, int]]) -> str:
    """Return "positive" where two differences have one sign, "nonnegative" where they never have opposite ones."""
    require(all(sorted(form.values()) == [-1, 1] and "" not in form for form in forms), "no two differences")
    whole, few = ([form_name for form_name, _ in sorted(f.items(), key=lambda e: e[1])] for f in forms)
    for one, other in ((whole, few), (few, whole)):
        lengths = [len(part.data["outputs"][name]["rows"]["classes"]) for name in (*one, *other)]
        for first in range(max(lengths[0] - lengths[2] + 1, 0) if lengths[::2] == lengths[1::2] else 0):
            if all(_are_parts(point, outputs, rise, one, other, first) for point, outputs in part.points):
                return "nonnegative" if rise.saturated else "positive"
    return ""


def _are_parts(point: Any, outputs: Any, rise: Rise, whole: Any, few: Any, first: int) -> bool:
    """Whether two outputs agree but in some classes, and others are these, each side divided by one number."""

    def values(name: str) -> list[tuple[int, int]]:
        rows = outputs[name].told["rows"]["classes"]
        return [(outputs[name].text(row["p"]), outputs[name].text(row["q"])) for row in rows]

    (one, other), (third, fourth) = ([values(name) for name in names] for names in (whole, few))
    last, gold = first + len(third), [[row[1] for row in rows] for rows in (one, other)]
    if gold[0] != gold[1] or one[:first] + one[last:] != other[:first] + other[last:]:
        return False
    times = [point.times(one[first][side], point.inverse(third[0][side])) for side in (0, 1)]
    pairs = [*zip(one[first:last], third, strict=True), *zip(other[first:last], fourth, strict=True)]
    if any(row[side] != point.times(times[side], each[side]) for row, each in pairs for side in (0, 1)):
        return False
    if times[0] == times[1]:
        return len({term.degree for term in rise.terms}) == 1
    sides = {(not term.upper[1], not term.lower[0]) for term in rise.terms}
    alone = all(not term.power and 0 in term.upper and 0 in term.lower for term in rise.terms)
    return alone and sides in ({(True, True)}, {(False, False)})
