"""The branches of a proof: that they leave nothing out, and what each of them claims."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    flattened,
    multiplied,
    parsed,
    require,
    sign_of,
)
from axiometrics.recheck.facts.divergences import terms_hold
from axiometrics.recheck.facts.proportions import proportions_hold
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.presence import cases_of
from axiometrics.recheck.values import (
    INFINITE,
    MEANING,
    POINTS,
    PRIME,
    Number,
    Outer,
    Place,
    Point,
    Root,
    plain,
)


def replayed(
    part: Part, path: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, str], list[Any], list[set[str]]]:
    """Return the signs after all steps, what replaces each symbol that is gone, and sums that are never zero."""
    reached = _Reached(dict(part.signs), [], [set(members) for members in part.data["not_all_zero"]])
    for step in path:
        if "zero" in step or "positive" in step:
            reached.divide(step)
            continue
        taken = {*reached.known, *part.signs, *part.data.get("measured", ())}
        require(
            step["excess"] not in taken and step["excess"].isidentifier(),
            f"{step['excess']} is introduced twice",
        )
        (reached.order if "larger" in step else reached.solve)(step)
        reached.known[step["excess"]] = "positive" if step.get("strict") else "nonnegative"
    return reached.known, reached.gone, reached.sums


@dataclass
class _Reached:
    """What is known after some steps: signs, what replaces symbols that are gone, and sums that are never zero."""

    known: dict[str, str]
    gone: list[Any]
    sums: list[set[str]]

    def divide(self, step: Mapping[str, Any]) -> None:
        """A symbol is zero, or it is positive."""
        name = step.get("zero") or step["positive"]
        sign = self.known.get(name)
        require(sign == "nonnegative", f"{name} is divided on zero though it is {sign}")
        self.known[name] = "positive"
        if "zero" in step:
            self.gone.append((name, "0", "1"))
            del self.known[name]
            self.sums = [members - {name} for members in self.sums]

    def order(self, step: Mapping[str, Any]) -> None:
        """A symbol is some times another one, and an excess."""
        known, large, small = self.known, step["larger"], step["smaller"]
        signs = {known.get(large), known.get(small)}
        require(signs <= {"positive", "nonnegative"}, "an order without signs")
        require(Fraction(step["factor"]) > 0, "an order with a factor that is not positive")
        kept = known[large] == "nonnegative" or step["strict"] or known[small] == "positive"
        require(kept, "a strict sign is lost")
        self.gone.append((large, f"({step['factor']})*{small} + {step['excess']}", "1"))
        del known[large]
        self.sums = [m - {large} | {small, step["excess"]} if large in m else m for m in self.sums]

    def solve(self, step: Mapping[str, Any]) -> None:
        """One side of a distinction is the other one and an excess, solved for a symbol that is a factor of it."""
        solved, excess = step["solved"], step["excess"]
        factor = flattened(parsed(step["more"]), {solved: ONE})
        whole, less = flattened(parsed(step["more"])), flattened(parsed(step["less"]))
        require(multiplied(factor, {((solved, 1),): Fraction(1)}) == whole, f"{solved} is no factor")
        elsewhere = all(solved != name for powers in less for name, _ in powers)
        require(elsewhere, f"{solved} is on both sides")
        require(sign_of(factor, self.known) == (1, True), f"what is solved for {solved} may divide by zero")
        require(not less or sign_of(less, self.known)[0] >= 0, "a side of a distinction without a sign")
        if self.known.pop(solved) == "positive" and not step["strict"]:
            self.sums.append({solved})
        picks = list(product(*([name for name, _ in powers] for powers in less)))
        kept = [members for members in self.sums if solved not in members]
        left = [members - {solved} for members in self.sums if solved in members]
        self.sums = [*kept, *(members | {excess, *pick} for members in left for pick in picks)]
        self.gone.append((solved, f"({step['less']}) + {excess}", written_text(factor)))


def written_text(flat: Flat) -> str:
    """Return a sum as a text that can be read again."""
    return (
        " + ".join("*".join([f"({v})", *(f"{n}**{p}" for n, p in powers)]) for powers, v in flat.items())
        or "0"
    )


def covered(branches: Sequence[Mapping[str, Any]], depth: int = 0) -> None:
    """Require that branches are the leaves of a tree in which every distinction has both of its sides."""
    if len(branches) == 1 and len(branches[0]["path"]) == depth:
        return
    sides: dict[str, list[Mapping[str, Any]]] = {}
    for branch in branches:
        require(len(branch["path"]) > depth, "a branch beside those that go on from it")
        sides.setdefault(json.dumps(branch["path"][depth], sort_keys=True), []).append(branch)
    require(len(sides) == 2, "a side of a case distinction is missing")
    one, other = map(json.loads, sides)
    require(
        opposite(one, other) or opposite(other, one),
        f"{one} and {other} are not the two sides of one distinction",
    )
    for side in sides.values():
        covered(side, depth + 1)


def opposite(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two steps are all that can be: zero or positive, one order or the other."""
    if "zero" in one:
        return other == {"positive": one["zero"]}
    if one.get("strict") and other.get("strict"):
        return False
    if "more" in one:
        return "more" in other and (one["more"], one["less"]) == (other["less"], other["more"])
    return (
        "larger" in one and "larger" in other
        and (one["larger"], one["smaller"]) == (other["smaller"], other["larger"])
        and Fraction(one["factor"]) * Fraction(other["factor"]) == 1
    )  # fmt: skip


def branch_holds(part: Part, branch: Mapping[str, Any], form: Mapping[str, int]) -> None:
    """Require that a branch's claims are about the formula's own values, and that coefficients show their signs."""
    known, gone, sums = replayed(part, branch["path"])
    if branch["sign"] == "impossible":
        require(set() in sums, "nothing forbids an impossible branch")
        return
    margin = branch.get("margin")
    claims_hold(branch, known, sums)
    for _ in range(POINTS):
        point = Point()
        for name, top, bottom in reversed(gone):
            helper = Output(part, next(iter(part.data["outputs"])), point)
            point.values[name] = point.times(helper.text(top), point.inverse(helper.text(bottom)))
        scores = {
            name: Output(part, name, point, branch["claims"]).score() if name else point.number(Fraction(1))
            for name in form
        }
        told_values_fit(branch, scores)
        if branch["sign"] == "undefined":
            continue
        if INFINITE in scores.values():
            require(branch["sign"] == beyond(part.task, scores, form), "infinite values show another sign")
            continue
        require(
            margin and plain(point.quotient(margin)) == combined(point, scores, form, branch),
            "the margin is another one",
        )


def beyond(task: str, scores: Mapping[str, Any], form: Mapping[str, int]) -> str:
    """Return the sign of a form in scores of which some are infinite, to one side, or two: these tie, in some tasks."""
    weights = [form[name] for name, score in scores.items() if score is INFINITE]
    ties = sorted(form.values()) == [-1, 1] and "" not in form and task in INFINITE_TIES
    require(ties or (0 not in weights and len({each > 0 for each in weights}) == 1), "infinity less infinity")
    total = sum(weights)
    return "positive" if total > 0 else "negative" if total else "zero"


def claims_hold(branch: Mapping[str, Any], known: Mapping[str, str], sums: Sequence[set[str]] = ()) -> None:
    """Require that coefficients show every sign that is claimed."""
    margin = branch.get("margin")
    sides = {f"the factor of {name}": side for name, side in branch.get("sides", {}).items()}
    for key, claim in {**branch["claims"], **sides, **({"the margin": margin} if margin else {})}.items():
        require(
            sign_shown(claim, known, sums) == MEANING[claim["sign"]] or weaker(claim, known),
            f"{key} is not {claim['sign']}",
        )


def combined(
    point: Point, scores: Mapping[str, Any], form: Mapping[str, int], branch: Mapping[str, Any]
) -> Number:
    """Return the margin; of roots that of their squares with signs, which grow with them."""
    if branch.get("equal"):
        require(
            len(set(map(str, scores.values()))) == 1 and sum(form.values()) == 0, "the values are not equal"
        )
        return 0
    if not branch["squared"]:
        return sum(weight * plain(scores[name]) for name, weight in form.items()) % PRIME
    require(sorted(form.values()) in ([-1, 1], [1], [-1]), "squares compare two outputs, or one with 0")
    total = 0
    if rise := monotone(scores):
        return sum(weight * rise * scores[name].radicand for name, weight in form.items()) % PRIME
    for name, weight in form.items():
        root = scores[name] if isinstance(scores[name], Root) else Root(scores[name], 1)
        side = branch["sides"][name]
        require(
            plain(point.quotient(side)) == root.factor, "the sign of a root's factor is that of another value"
        )
        total += (
            weight * (1 if MEANING[side["sign"]][0] >= 0 else -1) * root.factor * root.factor * root.radicand
        )
    return total % PRIME


def monotone(scores: Mapping[str, Any]) -> int:
    """Return 1 or -1 where all scores are one function of a root, which rises or falls with it; else 0."""
    outers = [score for score in scores.values() if isinstance(score, Outer)]
    same = {(each.top, each.bottom) for each in outers}
    if not outers:
        return 0
    require(len(outers) == len(scores) and len(same) == 1 and outers[0].rise, "other functions of roots")
    return outers[0].rise


def sign_shown(
    claim: Mapping[str, Any], known: Mapping[str, str], sums: Sequence[set[str]] = ()
) -> tuple[int, bool]:
    """Return the sign that the coefficients of a quotient show; its denominator must not vanish."""
    direction, strict = 1, True
    for end in ("numerator", "denominator"):
        for factor in claim[end]:
            require(int(factor["times"]) >= 1, "a factor that does not occur")
            flat: Flat = {}
            for value, powers in factor["terms"]:
                place = tuple(sorted((n, p) for n, p in zip(claim["symbols"], powers, strict=True) if p))
                flat[place] = flat.get(place, Fraction(0)) + Fraction(value)
            one, sure = sign_of({place: value for place, value in flat.items() if value}, known, sums)
            require(end == "numerator" or (one and sure), "a denominator that may vanish")
            direction, strict = direction * one ** int(factor["times"]), strict and sure
    return direction, strict and direction != 0


def weaker(claim: Mapping[str, Any], known: Mapping[str, str]) -> bool:
    """Whether what is shown is more than what is claimed."""
    direction, _ = sign_shown(claim, known)
    want, strict = MEANING[claim["sign"]]
    return not strict and want != 0 and direction in (want, 0)


INFINITE_TIES = frozenset({"classification"})
"""Tasks in which two infinite values are the same; in others there is no difference of theirs."""
ALLOWED = {
    "positive": {"positive"}, "negative": {"negative"}, "zero": {"zero"},
    "nonnegative": {"positive", "nonnegative", "zero"}, "nonpositive": {"negative", "nonpositive", "zero"},
}  # fmt: skip


def part_holds(document: Mapping[str, Any], data: Mapping[str, Any], formula: Step) -> None:
    """Check one parametric case: as it is, or for every choice of what may be lacking."""
    try:
        _case_holds(document, data, formula)
    except (NotCoveredError, RefusedError) as error:
        try:
            cases = list(cases_of(data))
        except NotCoveredError as left:
            raise NotCoveredError(f"{error}, as far as it goes without conditions; {left}") from None
        if not cases:
            raise
        for each in cases:
            _case_holds(document, each, formula)


def _case_holds(document: Mapping[str, Any], data: Mapping[str, Any], formula: Step) -> None:
    part = Part(document, data, formula)
    part.values_hold()
    part.signs_hold()
    if "terms" in data:
        require(not data["branches"], "branches beside single terms")
        terms_hold(part)
        return
    if not data["branches"]:
        require(
            data["sign"] == "zero" and sum(data["form"].values()) == 0, "equal values show a zero margin only"
        )
        divisions_hold(part.settled, Place(document["task"], positive=POSITIVE))
        if "scales" in data:
            proportions_hold(part, data["scales"])
            return
        for _ in range(POINTS):
            point = Point()
            require(
                len({str(Output(part, name, point).score()) for name in data["form"]}) == 1,
                "the values are not equal",
            )
        return
    covered(data["branches"])
    told_signs_fit(data)
    for branch in data["branches"]:
        branch_holds(part, branch, data["form"])


def told_values_fit(branch: Mapping[str, Any], scores: Mapping[str, Any]) -> None:
    """Require that some output has no value where a branch says so, and elsewhere every output has one."""
    require((branch["sign"] == "undefined") == (None in scores.values()), "a branch is wrong about values")


def told_signs_fit(data: Mapping[str, Any]) -> None:
    """Require that each branch has the sign of its margin, and the parametric case the sign of every branch."""
    shown = {branch["sign"] for branch in data["branches"]} - {"undefined", "impossible"}
    if data["sign"] == "undefined":
        some = any(branch["sign"] == "undefined" for branch in data["branches"])
        require(some and not shown, "a margin where none is said to be")
        return
    require(
        shown and shown <= ALLOWED[data["sign"]], f"the branches show {sorted(shown)}, not {data['sign']!r}"
    )
    for branch in data["branches"]:
        margin = branch.get("margin")
        if margin:
            fits = margin["sign"] in ALLOWED.get(branch["sign"], ())
            require(fits, f"a margin that is {margin['sign']!r} in a branch that is {branch['sign']!r}")


POSITIVE = frozenset({"N_C", "N_L", "O_C", "O_L"})
"""Numbers of items of families, that are never zero."""
FILLED = (
    "cells", "clusters", "categories", "best_in", "items", "entries", "groups", "forecast_groups", "present", "used",
    "assigned", "smallest", "largest", "companions", "gold_", "occurrence_pairs", "labels",
)  # fmt: skip
"""How the domains begin that always have a row."""


def divisions_hold(step: Step, place: Place) -> None:
    """Require that outside of reductions nothing is divided by what may be zero, and no root taken of less than that.

    Where values are equal no sign is claimed. What is below a root that has reductions is left to what they come to.
    """
    if step.kind == "reduction":
        return
    if step.kind in ("quotient", "root"):
        named, known = _named(step.parts[-1], place)
        least = 1 if step.kind == "quotient" else 0
        if known.sign(named) < least and (least or named is step.parts[-1]):
            raise NotCoveredError(f"whether a {step.kind} has a value where all outputs have the same")
    for number, part in enumerate(step.parts):
        convention = step.kind in ("ratio", "guard") and not number
        divisions_hold(part, place.where(step.parts[1]) if convention else place)


def _named(step: Step, place: Place) -> tuple[Step, Place]:
    """Return a step with names in the place of reductions that are never negative, and what is known of these."""
    if step.kind == "reduction":
        sign = min(replace(place, domain=step.value).sign(part) for part in step.parts)
        rows = place.task != "rank_similarity" and step.value.startswith(
            FILLED
        )  # of which a list may have none
        filled = (sign > 0 and rows) or _counts_shares(step)
        name = f"what_{id(step)}"
        known = replace(place, positive=place.positive | {name}) if filled else place
        return (Step("name", value=name), known) if sign >= 0 else (step, place)
    parts = []
    for part in step.parts:
        named, place = _named(part, place)
        parts.append(named)
    alike = all(one is other for one, other in zip(parts, step.parts, strict=True))
    return (step if alike else Step(step.kind, tuple(parts), step.value)), place


def _counts_shares(step: Step) -> bool:
    """Whether a reduction counts the classes that have a share: one of them has, since shares add up to 1."""
    body = step.parts[0]
    alone = step.value == "classes" and body.kind == "guard" and body.parts[1].value in ("p", "q")
    return alone and [flattened(body.parts[place]) for place in (0, 2)] == [ONE, {}]
