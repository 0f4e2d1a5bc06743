"""Demands under premises: a linear form in the scores is a sum of others, or vanishes wherever they do.

For the second every form is a product of factors over what is not zero. One of the factors is its core: the others
have a strict sign, or vanish only where the core does. So where a premise's form is zero, its core is; and a multiple
of the conclusion's core, by what is not zero, is a sum of multiples of the premises' cores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from axiometrics.recheck.branches import claims_hold, combined
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    Step,
    added,
    flattened,
    formula_of,
    multiplied,
    parsed,
    require,
    sign_of,
)
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.series import told_of
from axiometrics.recheck.values import POINTS, Point, plain

__all__ = ["elimination_holds", "sum_holds"]


def sum_holds(told: Mapping[str, Any]) -> str:
    """Require that a linear form is a sum of others, each of them at least as often as never; say what follows."""
    total: Counter[str] = Counter()
    for form, times in zip(told["premises"], told["times"], strict=True):
        require(times >= 0, "a premise is taken less than no time")
        total.update({name: times * weight for name, weight in form.items()})
    require(any(told["times"]), "no premise is used")
    found = {name: weight for name, weight in total.items() if weight}
    require(
        found == {name: weight for name, weight in told["form"].items() if weight}, "the sum is another form"
    )
    return f"{told_of(told['form'])} has the sign that all premises have"


def elimination_holds(document: Mapping[str, Any]) -> str:
    """Require that a linear form vanishes wherever its premises do; return what is confirmed."""
    told, formula = document["elimination"], formula_of(document["formula"])
    part = Part(document, told["case"], formula)
    require(not told["case"]["not_all_zero"], "a sum beside an elimination")
    part.values_hold()
    part.signs_hold()
    *premises, conclusion = (_core(part, each, formula) for each in (*told["premises"], told["conclusion"]))
    factor = flattened(parsed(told["factor"]))
    require(sign_of(factor, part.signs)[1], "the factor of the conclusion may vanish")
    left = multiplied(factor, conclusion)
    for core, multiplier in zip(premises, told["multipliers"], strict=True):
        left = added(left, multiplied(core, flattened(parsed(multiplier))), Fraction(-1))
    require(not left, "the conclusion is no sum of multiples of the premises")
    forms = " and ".join(told_of(each["form"]) for each in told["premises"])
    return f"{told_of(told['conclusion']['form'])} is zero wherever {forms} are"


def _core(part: Part, told: Mapping[str, Any], formula: Step) -> Flat:
    """Return what a form's margin has as a factor, and vanishes only with."""
    require(told["form"] and set(told["form"]) <= set(part.data["outputs"]), "a form of no outputs")
    claims_hold({**told, "margin": None}, part.signs)
    for _ in range(POINTS):
        point = Point()
        scores = {name: Output(part, name, point, told["claims"]).score() for name in told["form"]}
        require(None not in scores.values(), "some output has no value")
        require(
            plain(point.quotient(told["margin"])) == combined(point, scores, told["form"], told),
            "the margin is another one",
        )
    names = told["margin"]["symbols"]
    require(
        all(sign_of(_flat(each, names), part.signs)[1] for each in told["margin"]["denominator"]),
        "a denominator that may vanish",
    )
    require(
        all(int(each["times"]) >= 1 for each in told["margin"]["numerator"]), "a factor that does not occur"
    )
    factors = [_flat(each, names) for each in told["margin"]["numerator"]]
    core = factors.pop(told["core"])
    for factor in factors:
        require(_vanishes_with(factor, core, part.signs), "a factor that may vanish alone")
    return core


def _flat(factor: Mapping[str, Any], names: list[str]) -> Flat:
    terms: list[Flat] = []
    for value, powers in factor["terms"]:
        pairs = zip(names, powers, strict=True)
        terms.append({tuple(sorted((name, power) for name, power in pairs if power)): Fraction(value)})
    return reduce(added, terms, Flat())


def _vanishes_with(factor: Flat, core: Flat, known: Mapping[str, str]) -> bool:
    """Whether a factor has a strict sign, or is a sum that vanishes only where symbols do that every term has."""
    direction, strict = sign_of(factor, known)
    if strict or not direction:
        return strict
    alone = {powers[0][0] for powers in factor if len(powers) == 1}
    if not alone:
        raise NotCoveredError("a factor of products that may vanish")
    return all(any(name in alone and power > 0 for name, power in powers) for powers in core)
