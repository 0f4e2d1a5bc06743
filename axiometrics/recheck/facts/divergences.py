"""What single terms of shares show, class by class, of a distance of two distributions; and what readers of lists gain.

Readers stop at a document with a probability that hangs on its grade, and gain a value that hangs on its rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    RefusedError,
    Step,
    added,
    flattened,
    multiplied,
    number,
    parsed,
    put_in,
    require,
    sign_of,
)
from axiometrics.recheck.facts.class_sums import Rise, Share, rise_of
from axiometrics.recheck.facts.single_terms import (
    by_cut,
    by_weight,
    detour,
    few_of,
    same_by_class,
    same_terms,
    up_to_one,
)
from axiometrics.recheck.ranks import Block, blocks_of, most_gained

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

ALLOWED = {
    "positive": {"positive"}, "negative": {"negative"}, "nonnegative": {"positive", "nonnegative"},
    "nonpositive": {"negative", "nonpositive"}, "undefined": {"undefined"}, "zero": {"zero"},
}  # fmt: skip
TURNED = {
    "positive": "negative", "negative": "positive", "nonnegative": "nonpositive", "nonpositive": "nonnegative",
    "undefined": "undefined",
}  # fmt: skip

KINDS = {"cumulative": by_cut, "weighted": by_weight}
"""Sums of other terms than those of single classes, by which rules are called, and how they are read."""
SIDES = {"": ("p", "q"), "cumulative": ("P", "Q", "cut"), "weighted": ("p", "q", "at")}
"""What their rows tell."""


def terms_hold(part: Part) -> None:
    """Require that single terms of shares show the sign of a linear form, or that two have the same sign.

    A divergence q f(p/q) has a convex f with f(1) = 0, which is strictly convex where it is not 0 everywhere. So it is
    convex in p, and the same multiple of p - q touches it at p = q whatever q is; all classes together have none of
    that. Where q grows and p - q stays it falls; it is at most that of p alone and that of q alone. What is 0 where
    q is 0 on both sides is proportional to p: all such classes are one. All this holds of infinite values, too. A row
    of each one of further classes, of which there may be none, is like another class that shows no strict sign.

    A distance of what all classes up to one have is such a term of the cut above that class, where rows are of cuts.
    The errors at all cuts need not add up to nothing, so that no divergence is known; what differs does so at one.

    A term may be taken as often as its class is far from all those with a share, over how many these are. That is the
    same for the same shares, and not zero in one class at most; distributions that differ do so in two classes.
    """
    require(part.task == "quantification", "shares of another task")
    told, form = part.data["terms"], part.data["form"]
    forms = 2 if told["rule"] == "same order" else 1
    require(told["forms"][0] == form and len(told["forms"]) == forms, "forms")
    formula, turn = _without_sign(part.formula)
    kind = next((each for each in KINDS if told["rule"].startswith(f"{each} ")), "")
    formula, of_system = KINDS[kind](formula) if kind else (formula, False)
    rule = told["rule"].removeprefix(f"{kind} ")
    form = {name: weight * (turn if name else 1) for name, weight in form.items()}
    named = {name: weight for name, weight in form.items() if name}
    rise = replace(rise_of(formula), kind=kind)
    plain = not (rise.guarded or rise.of_gold) and all(term.power for term in rise.terms)
    require(plain or not kind, "divergences of another kind, or the smallest share of a class")
    rows = {name: _shares(part, name, rise) for each in told["forms"] for name in each if name}
    few = {few_of(part, name) for name in rows}
    require(not (rise.guarded and rise.saturated), "a finite value of what is infinite without gold")
    if rule == "same order" and not kind:
        shown = _same_order(part, rise, told["forms"])
    elif rule == "same":
        require("" not in form and sorted(named.values()) == [-1, 1], "two outputs are compared")
        infinite = not rise.saturated and any(
            _is_infinite(part, rise, rows[n][: few_of(part, n)]) for n in rows
        )
        same = same_by_class if kind == "weighted" else partial(same_terms, part, formula, rise)
        shown = "" if infinite or of_system else same(*rows.items())
    elif rule == "detour" and kind != "weighted":
        require(len(few) == 1, "ways of other numbers of classes")
        shown = detour(rise, rows, named)
        require("" not in form, "a detour beside a number")
    elif rule == "nearer":
        require(sorted(named.values()) == [-1, 1] == sorted(form.values()), "two outputs are compared")
        require(len(few) == 1, "outputs of other numbers of classes")
        far, near = sorted(named, key=lambda name: -named[name])
        perfect = any(all(p == q for p, q in rows[name]) for name in named)
        require(perfect or not of_system, "other weights")
        shown = _nearer(part, rise, rows[far], rows[near], *few)
        shown = shown or TURNED.get(_nearer(part, rise, rows[near], rows[far], *few), "")
    else:
        shown = _bounded(formula, rise, rule, form, *rows.values())
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


def _shares(part: Part, name: str, rise: Rise) -> list[Share]:
    told = part.data["outputs"][name]
    rows = told["rows"].get("classes", [])
    few = few_of(part, name)
    require(told["complete"] and len(rows) > (few == len(rows)), f"the classes of {name} are not told")
    one, other, *cut = SIDES[rise.kind]
    require(
        all(
            row.keys() >= {one, other}
            and row.keys() <= ({*"pqPQk"} if few == len(rows) else {one, other, "each", *cut})
            for row in rows
        ),
        "rows of another kind",
    )
    shares = [(flattened(parsed(row[one])), flattened(parsed(row[other]))) for row in rows]
    if rise.kind == "weighted":
        require([row["at"] for row in rows] == [f"{place}" for place in range(len(rows))], "other classes")
        require(few < len(rows), "some numbers of classes")
    if rise.kind == "cumulative":
        _are_of_cuts(part, shares, [int(row["cut"]) for row in rows], few)
    if few < len(rows):
        require(not {"K", "L"} & told["quantities"].keys(), "numbers of any number of classes")
        return shares
    least = reduce(lambda one, other: f"Smaller({one}, {other})", (row["q"] for row in rows))
    known = {"K": str(len(rows)), "L": least}
    for _, outputs in part.points:
        for what in known.keys() & told["quantities"].keys():
            same = outputs[name].text(told["quantities"][what]) == outputs[name].text(known[what])
            require(same, f"{what} of {name} is another one")
    return shares


def _are_of_cuts(part: Part, shares: Sequence[Share], cuts: Sequence[int], few: int) -> None:
    """Require that rows are of all cuts, each once and as often in all outputs, with no less below a higher one."""
    others = {
        len(each["rows"]["classes"]) - few_of(part, name) for name, each in part.data["outputs"].items()
    }
    require(len(others) == 1 and few < len(shares), "outputs with other cuts")
    require(sorted(cuts) == [*range(len(cuts))], "cuts that are told several times, or not at all")
    line = [share for _, share in sorted(zip(cuts, shares, strict=True), key=lambda each: each[0])]
    require(cuts.index(len(cuts) - 1) < few and line[-1][0] == line[-1][1], "no cut above all classes")
    for side in (0, 1):
        below = [share[side] for share in line]
        for low, high in (*pairwise([Flat(), *below]), *((each, below[-1]) for each in below)):
            found = _sign(part, high, low)
            require(found is None or found[0] >= 0, "less below a higher cut")


def _bounded(
    formula: Step, rise: Rise, rule: str, form: Mapping[str, int], rows: Sequence[Share], *_: Any
) -> str:
    """Return the sign of what a value is more than 0, or more than 1."""
    (name, weight), *others = [each for each in form.items() if each[0]]
    require(not others, "a bound of several outputs")
    if rule == "least":
        require(not form.get("", 0), f"{name} is compared with another number")
        if not rise.guarded and all(p == q for p, q in rows):
            return "zero"
        return "nonnegative" if weight > 0 else "nonpositive"
    require(rule == "most" and form.get("") == -weight, f"{name} is compared with another number")
    if formula.kind != "tanh":
        require(not rise.guarded and not rise.saturated, "a value that may be infinite")
        require(rise.kind != "weighted", "how large sums with weights can be")
        limits = [None] if rise.kind else [parsed("1 - L"), number(1)]
        require(any(up_to_one(formula, each) for each in limits), "what may be larger than 1")
    return "nonpositive" if weight > 0 else "nonnegative"


def _nearer(part: Part, rise: Rise, far: Sequence[Share], near: Sequence[Share], few: int) -> str:
    """Return the sign of what one output has more than another one that is nearer; "" where that is open.

    The first classes are ``few``, and all other rows are of any number of classes each.
    """
    if len(far) != len(near):
        return ""
    pairs = list(zip(far, near, strict=True))
    weighted = rise.kind == "weighted"
    if (rise.of_gold or weighted) and any(one[1] != other[1] for one, other in pairs):
        return ""
    if not rise.saturated and all(_is_infinite(part, rise, each[:few]) for each in (far, near)):
        return "undefined"
    pairs, others = pairs[:few], pairs[few:]
    if not weighted and not any(term.power > 1 or term.divided for term in rise.terms):
        empty = [(one[0], other[0]) for one, other in pairs if not one[1] and not other[1]]
        pairs = [(one, other) for one, other in pairs if one[1] or other[1]]
        p, r = (reduce(added, (each[side] for each in empty), Flat()) for side in (0, 1))
        pairs.append(((p, Flat()), (r, Flat())))
    shown, perfect = [_compared(part, rise, *pair) for pair in pairs], all(p == q for p, q in near)
    beside = [_compared(part, rise, *pair) for pair in others]
    wholes = [_errors(far[:few], near[:few]), *(_errors([one], [other]) for one, other in others)]
    if None in shown + beside or (any(wholes) and not perfect and rise.kind != "cumulative"):
        return ""
    differ = [
        [tuple(flattened(parsed(x)) for x in pair) for pair in each] for each in part.data.get("differ", ())
    ]
    apart = perfect and list(far) in differ and any(p != q for p, q in far)
    strict = rise.strict and (shown.count(True) > weighted or apart)
    return "positive" if strict and (not rise.saturated or _is_finite(part, rise, near)) else "nonnegative"


def _errors(far: Sequence[Share], near: Sequence[Share]) -> Flat:
    """Return what all p - q of one output add up to, less that of another one."""
    shares = [(share, turn) for p, q in far for share, turn in ((p, 1), (q, -1))]
    shares += [(share, turn) for p, q in near for share, turn in ((p, -1), (q, 1))]
    return reduce(lambda one, each: added(one, each[0], Fraction(each[1])), shares, Flat())


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


def _same_order(part: Part, rise: Rise, forms: Sequence[Mapping[str, int]]) -> str:
    """Return "positive" where two differences have one sign, "nonnegative" where they never have opposite ones."""
    require(all(sorted(form.values()) == [-1, 1] and "" not in form for form in forms), "no two differences")
    whole, few = ([form_name for form_name, _ in sorted(f.items(), key=lambda e: e[1])] for f in forms)
    for one, other in ((whole, few), (few, whole)):
        lengths = [len(part.data["outputs"][name]["rows"]["classes"]) for name in (*one, *other)]
        alone = [few_of(part, name) for name in (*one, *other)]
        require(alone == lengths or not any(alone), "some classes beside others of any number")
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


# --- what readers of a list gain


def reader_sign(part: Part, definition: str) -> str:
    """Return the sign of what readers gain in one list beyond another one; "" where it is open.

    The lists have the same contexts at the same ranks. The share s of those who reach a context goes on, and the share
    d gains what is between the values before it and behind it.
    """
    known, measured = flattened(parsed(definition)), part.data["measured"]
    told: dict[Any, Any] = {
        value: measured.get(powers[0][0])
        for powers, value in known.items()
        if len(powers) == 1 == powers[0][1]
    }
    if len(known) != 2 or not told.get(1) or not told.get(-1) or told[1][0] != told[-1][0]:
        return ""
    about = part.data["reductions"].get(told[1][0])
    outputs = [part.data["outputs"][told[side][1]] for side in (1, -1)]
    if about is None or most_gained(about) is None or not all("list" in output for output in outputs):
        return ""
    lists = [list(blocks_of(part.data, output)) for output in outputs]
    stop = parsed(about["body"]).parts[1]
    shares = [
        flattened(put_in(stop, {"x": number(g), "b": number(g), "z": number(1 - g)})).get((), Fraction(0))
        for g in (0, 1)
    ]
    return _of_readers(lists, shares) if _beside(*lists) else ""


def _beside(one: Sequence[Block], other: Sequence[Block]) -> bool:
    """Whether two lists have the same contexts, and single documents, at the same ranks; none is told many times."""
    pairs = [(block, another) for block, another in zip(one, other, strict=False)]
    ranks = [[flattened(parsed(" + ".join(block.above))) for block in pair] for pair in pairs]
    return (
        len(one) == len(other)
        and all(rank == another for rank, another in ranks)
        and all(
            block.context == another.context and not (block.run or another.run) for block, another in pairs
        )
    )


def _of_readers(lists: Sequence[Sequence[Block]], stops: Sequence[Fraction]) -> str:
    """Return the sign of what is gained in the first list beyond the second: with s + d = 1 for each context.

    A value is the next one and something more, of which it is known whether it is positive; and from one document to
    the next one that is more than between two such documents further down.
    """
    signs: dict[str, str] = {}
    goes_on = "positive" if max(stops) < 1 else "nonnegative"

    def new(name: str, sign: str) -> Flat:
        signs[f"{name}{len(signs)}"] = sign
        return {((f"{name}{len(signs) - 1}", 1),): Fraction(1)}

    gains: list[Flat] = [{}, {}]
    behind, step, all_of_them = Flat(), Flat(), ONE
    for place in reversed(range(len(lists[0]))):
        blocks = [each[place] for each in lists]
        if blocks[0].context:
            on, off = new("s", goes_on), new("d", "nonnegative")
            behind = added(behind, new("v", "nonnegative"))
            here = multiplied(multiplied(off, behind), all_of_them)
            gains = [added(here, multiplied(on, gain)) for gain in gains]
            all_of_them = multiplied(all_of_them, added(on, off))
            continue
        more = new("v", "positive")
        if place + 1 < len(lists[0]) and not lists[0][place + 1].context:
            step = more = added(step, more)
        behind = added(behind, more)
        for side, block in enumerate(blocks):
            share = stops[int(block.grade)]
            here = multiplied(behind, all_of_them)
            gains[side] = added(added({}, here, share), gains[side], 1 - share)
    try:
        direction, strict = sign_of(added(gains[0], gains[1], Fraction(-1)), signs)
    except RefusedError:
        return ""
    return ("positive" if strict else "nonnegative") if direction >= 0 else ""
