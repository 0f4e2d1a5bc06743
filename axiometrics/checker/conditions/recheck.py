"""The independent check of a bound: identities and signs of its polynomials, and agreement with real cases.

A proof is read as plain data. In every branch the multiplier times the margin's numerator (without its positive
factors) must be the remainder plus the score's excess over the bound; remainder and denominators must have coefficients
of the right sign; and margin and score must be those of the metric on concrete cases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from axiometrics.checker.recheck import require
from axiometrics.checker.recheck.cases import OPEN, Cases, Check, Concrete, Places, compare
from axiometrics.checker.recheck.on_cases import agrees
from axiometrics.checker.recheck.signs import covers, parts_of, signs_hold
from axiometrics.formulas.arithmetics.bounded import UNDECIDED


def recheck_bound(proof: Mapping[str, Any], output: str, *batches: Concrete) -> int:
    """Check a proof against its claim and against concrete cases; return how many cases were compared.

    The score of ``output`` is bounded. Every case must be in a part, and each part must have cases. Raises
    CertificateError.
    """
    turn = 1 if proof["more"] else -1
    claimed = turn * Fraction(proof["bound"])
    jobs: list[tuple[Concrete, Check]] = []
    for part, inside in parts_of(proof["parts"], batches):
        _holds(part, turn, claimed)
        for concrete in inside:
            score = dict.fromkeys(concrete.form, 0) | {output: 1}  # where there is a margin, there is a score
            jobs.append((concrete.about(score, 1), partial(agrees, part["score"])))
            jobs.append((concrete, partial(_beyond, part, output, turn, claimed)))
    return compare(jobs) // 2  # every case was compared twice


def _beyond(part: Mapping[str, Any], output: str, turn: int, claimed: Fraction, cases: Cases) -> Places:
    """The margin must be what the proof says, and not negative beyond the bound."""
    found = agrees(part["margin"], cases)
    score = cases.signs(cases.score(output) * cases.number(turn) - cases.number(claimed))
    margin = cases.signs(cases.margin())
    cases.require(~((score == 1) & (margin == -1)), "a margin beyond the bound is negative")
    known = (score != UNDECIDED) & (margin != UNDECIDED)
    return np.where(known | (found == OPEN), found, OPEN)


def _holds(part: Mapping[str, Any], turn: int, claimed: Fraction) -> None:
    margin, score = part["margin"], part["score"]
    signs = {known["name"]: known["sign"] for known in margin["generators"]}
    covers([list(branch["path"]) for branch in margin["branches"]])
    triples = zip(margin["branches"], score["branches"], part["joined"], strict=True)
    for one, other, link in triples:
        require(one["path"] == other["path"], "margin and score have other branches")
        if link is None:
            require(one["sign"] in ("undefined", "impossible"), "a branch without a bound has a margin")
            signs_hold(one, signs, margin["facts"])
            continue
        require(link["remainder"]["path"] == one["path"], "a remainder is that of another branch")
        require(link["remainder"]["sign"] in ("nonnegative", "zero"), "a remainder may be negative")
        require(turn * Fraction(link["bound"]) <= claimed, "a branch has a worse bound than claimed")
        require(Fraction(link["multiplier"]) > 0, "a multiplier is not positive")
        *shared, rest = one["numerator"]
        for positive in (shared or _one(one), one["denominator"], other["denominator"]):
            signs_hold(
                _claim(other if positive is other["denominator"] else one, positive), signs, margin["facts"]
            )
        signs_hold(link["remainder"], signs, margin["facts"])
        _joined(one, rest, other, link, turn)


def _claim(branch: Mapping[str, Any], factors: Sequence[Any]) -> dict[str, Any]:
    """Return the claim that a product is positive in a branch."""
    return {**branch, "numerator": factors, "denominator": _one(branch), "sign": "positive"}


def _one(branch: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"terms": [["1", [0] * len(branch["generators"])]], "times": 1}]


def _joined(
    margin: Mapping[str, Any], rest: Any, score: Mapping[str, Any], link: Mapping[str, Any], turn: int
) -> None:
    """The multiplier times the margin's numerator, less the score's excess and the remainder, must vanish."""
    bound, total = Fraction(link["bound"]), defaultdict[Any, Fraction](Fraction)
    remainder = link["remainder"]
    for weight, factor, names in (
        (Fraction(link["multiplier"]), rest, margin["generators"]),
        (Fraction(-turn), score["numerator"][0], score["generators"]),
        (turn * bound, score["denominator"][0], score["generators"]),
        (Fraction(-1), remainder["numerator"][0], remainder["generators"]),
    ):
        require(factor["times"] == 1, "a polynomial occurs more than once")
        for value, powers in factor["terms"]:
            monomial = tuple((name, power) for name, power in zip(names, powers, strict=True) if power)
            total[tuple(sorted(monomial))] += weight * Fraction(value)
    require(not any(total.values()), "a remainder is not what is left of margin and score")
